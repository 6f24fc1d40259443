"""Runs pieces of code, each in a forked process that has imported the libraries, but none of our packages.

The engine reads its data when it is imported, and the catalogues lie where the package of the texts does, so that each
piece needs an interpreter which has not imported them yet.
"""

from __future__ import annotations

import atexit
import importlib
import json
import os
import subprocess
import sys
import traceback
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import aiohttp.web  # noqa: F401
import alembic.command  # noqa: F401
import babel.lists
import babel.messages.pofile  # noqa: F401
import budoux  # noqa: F401
import discord  # noqa: F401
import openskill.models  # noqa: F401
import PIL.ImageDraw  # noqa: F401
import prometheus_client  # noqa: F401
import sqlmodel.ext.asyncio.session  # noqa: F401

ROOT = Path(__file__).resolve().parents[2]
Said = tuple[int, str, str]
"""An exit code, the output and the errors."""


@dataclass(frozen=True, slots=True)
class Job:
    """A piece of code, the folder that it runs in, and variables for it. Packages in the folder come before ours."""

    folder: Path
    code: str
    environment: Mapping[str, str] = field(default_factory=dict)


def run_forked(jobs: Sequence[Job], *ready: str) -> list[Said]:
    """Run every piece of code, and return the output of each. Modules that are ``ready`` are loaded before for all."""
    process = start_process(ready)
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(json.dumps([asdict(job) for job in jobs], default=str) + "\n")
    process.stdin.flush()
    return [tuple(json.loads(process.stdout.readline())) for _ in jobs]


@cache
def start_process(ready: tuple[str, ...]) -> subprocess.Popen[str]:
    """Return the process that forks for all tests of a worker: to load the libraries takes seconds."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.bot.forked", *ready],
        cwd=ROOT,
        env={name: value for name, value in os.environ.items() if name != "GANDHI_DATA"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    # The process ends when its input is closed.
    atexit.register(process.communicate)
    return process


def run_here(folder: str, code: str, environment: Mapping[str, str]) -> int:
    """Run a piece of code, and return the exit code."""
    os.environ.update(environment)
    os.chdir(folder)
    sys.path[:0] = [folder, str(ROOT)]
    try:
        exec(compile(code, "<job>", "exec"), {"__name__": "job"})  # noqa: S102
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:
        traceback.print_exc()
        return 1
    return 0


def main() -> None:
    """Read lines with jobs, and print for each its exit code, output and errors as JSON.

    Arguments are modules to import first.
    """
    for name in sys.argv[1:]:
        importlib.import_module(name)
    for line in sys.stdin:
        for job in json.loads(line):
            sys.stdout.write(json.dumps(fork(job)) + "\n")
            sys.stdout.flush()


def fork(job: dict[str, Any]) -> Said:
    """Run a job in a child process, and return its exit code and output."""
    words = [Path(job["folder"]).with_suffix(suffix) for suffix in (".out", ".err")]
    child = os.fork()
    if child == 0:
        for stream, path in enumerate(words, 1):
            os.dup2(os.open(path, os.O_CREAT | os.O_TRUNC | os.O_WRONLY), stream)
        code = run_here(**job)
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
    _, status = os.waitpid(child, 0)
    said, errors = [path.read_text(encoding="utf-8") for path in words]
    return os.waitstatus_to_exitcode(status), said, errors


if __name__ == "__main__":
    main()
