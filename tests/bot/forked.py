"""Runs pieces of code, each in a process that is forked when libraries are there, but nothing of ours.

The engine reads its data when it is imported, and the catalogues lie where the package of the texts does, so that each
piece needs an interpreter which has not imported them yet.
"""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
import traceback
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

import alembic.command  # noqa: F401
import babel.lists
import babel.messages.pofile  # noqa: F401
import budoux  # noqa: F401
import discord  # noqa: F401
import openskill.models  # noqa: F401
import PIL.Image  # noqa: F401
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


def run_forked(jobs: Sequence[Job], ready: str = "") -> list[Said]:
    """Run every piece of code, and return what each has said. A module that is ``ready`` is loaded before for all."""
    run = subprocess.run(
        [sys.executable, "-m", "tests.bot.forked", *filter(None, [ready])],
        cwd=ROOT,
        env={name: value for name, value in os.environ.items() if name != "GANDHI_DATA"},
        input=json.dumps([asdict(job) for job in jobs], default=str),
        capture_output=True,
        text=True,
        check=True,
    )
    return [tuple(json.loads(line)) for line in run.stdout.splitlines()]


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
    """Read jobs, and print for each its exit code, output and errors as JSON. Arguments are modules to load before."""
    for name in sys.argv[1:]:
        importlib.import_module(name)
    for job in json.load(sys.stdin):
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
        said = [path.read_text(encoding="utf-8") for path in words]
        sys.stdout.write(json.dumps([os.waitstatus_to_exitcode(status), *said]) + "\n")


if __name__ == "__main__":
    main()
