"""Starts programs by forking a process in which all modules and texts are loaded: to load them takes seconds.

``python -m tests.loopback.forking SOCKET`` is that process, one for all workers of a run. A connection to its socket
is a program: a line of JSON says what to run, and the answers are the number of the process and, at its end, the exit
code. It ends with the worker that started it, and not before its programs.
"""

from __future__ import annotations

import asyncio
import atexit
import fcntl
import gc
import json
import os
import runpy
import selectors
import signal
import socket
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).absolute().parents[2]
SOCKET = Path(tempfile.gettempdir()) / f"gandhi-{os.environ.get('PYTEST_XDIST_TESTRUNUID') or os.getpid()}"
READY = b"ready\n"
LOADED = (
    "alembic.command",
    "asyncpg",
    "bot.cli",
    "bot.console.check_data",
    "bot.console.running",
    "storage.migrations.steps",
)


class Forked:
    """A running program, with the part of `asyncio.subprocess.Process` that tests use."""

    def __init__(self, pid: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.pid = pid
        self.returncode: int | None = None
        self._writer = writer
        self._ending = asyncio.ensure_future(self._listen(reader))

    async def _listen(self, reader: asyncio.StreamReader) -> None:
        self.returncode = int(await reader.readline())
        self._writer.close()

    async def wait(self) -> int:
        """Wait for the end, and return the exit code."""
        await asyncio.shield(self._ending)
        assert self.returncode is not None
        return self.returncode

    def send_signal(self, number: int) -> None:
        """Send a signal to the running program."""
        if self.returncode is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def kill(self) -> None:
        """Kill the program at once."""
        self.send_signal(signal.SIGKILL)


async def fork_program(module: str, arguments: tuple[str, ...], environment: Mapping[str, str], log: Path) -> Forked:
    """Start a program: a module with arguments, in an environment. What it says is put behind the words of a file."""
    await asyncio.to_thread(start_process)
    reader, writer = await asyncio.open_unix_connection(SOCKET)
    told = {"module": module, "arguments": arguments, "environment": dict(environment), "log": str(log)}
    writer.write(json.dumps(told).encode() + b"\n")
    return Forked(int(await reader.readline()), reader, writer)


def start_process() -> None:
    """Start the process that forks, unless this worker or another has done so."""
    with SOCKET.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if SOCKET.exists():
            return
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.loopback.forking", SOCKET],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        # The process ends when its input is closed.
        atexit.register(process.communicate)
        assert process.stdout is not None
        assert process.stdout.readline() == READY


class Forking:
    """The process that forks."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.programs: dict[int, socket.socket] = {}
        self.listener = socket.socket(socket.AF_UNIX)
        self.waiting = selectors.DefaultSelector()

    def serve(self) -> None:
        """Start programs until the input and all programs have ended. Returns in a program too, which then runs."""
        ended, signals = os.pipe()
        os.set_blocking(signals, False)
        signal.set_wakeup_fd(signals)
        signal.signal(signal.SIGCHLD, lambda number, frame: None)
        self.listener.bind(str(self.path))
        self.listener.listen()
        for source in (sys.stdin, self.listener, ended):
            self.waiting.register(source, selectors.EVENT_READ)
        sys.stdout.buffer.write(READY)
        sys.stdout.buffer.flush()
        while self.waiting.get_map().get(sys.stdin) or self.programs:
            for key, _ in self.waiting.select():
                if key.fileobj is self.listener:
                    self.start()
                elif key.fileobj is sys.stdin:
                    self.path.unlink()
                    self.waiting.unregister(self.listener)
                    self.waiting.unregister(sys.stdin)
                else:
                    os.read(ended, 1 << 10)
                    self.bury()

    def start(self) -> None:
        """Start the program of a new connection. Raises SystemExit in the program when it has run."""
        connection, _ = self.listener.accept()
        with connection.makefile("r", encoding="utf-8") as words:
            told: dict[str, Any] = json.loads(words.readline())
        if told["environment"].get("GANDHI_PICTURES") != "off":
            draw_icons()
        pid = os.fork()
        if pid == 0:
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            self.waiting.close()
            for other in (self.listener, connection, *self.programs.values()):
                other.close()
            run(**told)
        self.programs[pid] = connection
        connection.sendall(b"%d\n" % pid)

    def bury(self) -> None:
        """Report the exit codes of programs that have ended."""
        while self.programs:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if pid == 0:
                return
            with self.programs.pop(pid) as connection, suppress(OSError):
                connection.sendall(b"%d\n" % os.waitstatus_to_exitcode(status))


def run(module: str, arguments: list[str], environment: dict[str, str], log: str) -> None:
    """Run a module as this process. Raises SystemExit at its end."""
    output = os.open(log, os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o666)
    for number, source in enumerate((os.open(os.devnull, os.O_RDONLY), output, output)):
        os.dup2(source, number)
    os.environ.clear()
    os.environ.update(environment)
    # The module read this variable when it was imported, before the fork.
    import_module("bot.faultpoints").__dict__["_FILE"] = environment.get("GANDHI_CRASH_FILE", "")
    sys.argv = [module, *arguments]
    try:
        runpy.run_module(module, run_name="__main__", alter_sys=True)
    except SystemExit:
        raise
    except BaseException:
        traceback.print_exc()
        raise SystemExit(1) from None
    raise SystemExit


def load() -> None:
    """Load what a program loads at its start."""
    for name in LOADED:
        import_module(name)
    frontend = import_module("bot.games.frontend")
    for front in frontend.list_fronts():
        frontend.find_lacks(front)
    gc.collect()
    gc.freeze()


@cache
def draw_icons() -> None:
    """Draw the icons, which a program with pictures draws at its start. They stay in memory."""
    import_module("bot.discord.syncing").draw_all()


if __name__ == "__main__":
    load()
    Forking(Path(sys.argv[1])).serve()
