"""A process for work that takes long: killed when it hangs or its result is no longer needed, then started again."""

from __future__ import annotations

import asyncio
import os
import pickle
import signal
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from subprocess import PIPE, Popen, TimeoutExpired
from typing import Any, BinaryIO, Final

KINDER: Final = 5
"""The niceness of our processes compared with the bot."""
FIRST_TO_END: Final = "1000"
"""The score of a process that Linux ends before all others when memory runs out."""
LAST_WAIT: Final = 1.0
"""Seconds to wait until a killed process is gone."""
SIZE: Final = 8
"""Bytes before each request and reply that hold its length."""


class WorkerLost(Exception):
    """The process has ended before it answered."""


class Worker:
    """A process that calls one function at a time. It is started when it is needed."""

    def __init__(self) -> None:
        self._process: Popen[bytes] | None = None

    @property
    def pid(self) -> int | None:
        """Return the id of the process; None where there is none."""
        return self._process.pid if self._process is not None else None

    async def run(self, function: Callable[..., Any], *arguments: Any, limit: float) -> Any:
        """Call a function of a module in the process, and return what it returns. Raises what it raises.

        Raises TimeoutError after ``limit`` seconds and WorkerLost when the process has ended. Then, and when the task
        that waits here is cancelled, the process is killed; the next call starts another one.
        """
        request = pickle.dumps((function, arguments))
        process = self._start()
        try:
            # The thread waits as long as the process lives, and no longer.
            async with asyncio.timeout(limit):
                reply = await asyncio.to_thread(exchange, process, request)
        except BaseException:
            self.kill()
            raise
        is_done, result = pickle.loads(reply)  # noqa: S301 (from a process of ours)
        if not is_done:
            raise result
        return result

    def _start(self) -> Popen[bytes]:
        """Return the process, started if there is none. It finds modules where this one does."""
        if self._process is None or self._process.poll() is not None:
            self.kill()
            environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
            command = [sys.executable, "-P", "-m", __name__]
            self._process = Popen(command, stdin=PIPE, stdout=PIPE, env=environment)  # noqa: S603 (Python itself)
        return self._process

    def kill(self) -> None:
        """Kill the process, whatever it is doing."""
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        with suppress(TimeoutExpired, BrokenPipeError):
            # The process ends in a moment, and so do the threads that wait for its reply.
            process.wait(LAST_WAIT)
            process.__exit__(None, None, None)


def exchange(process: Popen[bytes], request: bytes) -> bytes:
    """Send a request and wait for its reply. Raises WorkerLost when the process ends first."""
    assert process.stdin is not None  # noqa: S101 (both are pipes)
    assert process.stdout is not None  # noqa: S101
    try:
        process.stdin.write(len(request).to_bytes(SIZE) + request)
        process.stdin.flush()
        size = int.from_bytes(process.stdout.read(SIZE))
        reply = process.stdout.read(size)
    except (OSError, ValueError) as error:
        raise WorkerLost from error
    if not size or len(reply) < size:
        raise WorkerLost
    return reply


def serve(requests: BinaryIO, replies: BinaryIO) -> None:
    """Answer one request after the other in the process, until its input is closed."""
    while size := requests.read(SIZE):
        reply = answer(requests.read(int.from_bytes(size)))
        replies.write(len(reply).to_bytes(SIZE) + reply)
        replies.flush()


def answer(request: bytes) -> bytes:
    """Make the call that is asked for; return whether it was done, and what it returned or raised."""
    try:
        function, arguments = pickle.loads(request)  # noqa: S301 (from the process that has started this one)
        return pickle.dumps((True, function(*arguments)))
    except Exception as error:
        error.add_note(traceback.format_exc())
        with suppress(Exception):
            return pickle.dumps((False, error))
        return pickle.dumps((False, RuntimeError(traceback.format_exc())))


def stand_back() -> None:
    """Give this process less time than the bot, and let only the bot stop it.

    Where memory runs out, Linux ends this process and not the bot: a picture or a search can be made again.
    """
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text(FIRST_TO_END)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(KINDER)


def main() -> None:
    """Serve on standard input and output. What a function prints goes to standard error."""
    stand_back()
    replies = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    with suppress(BrokenPipeError):
        serve(sys.stdin.buffer, replies)


if __name__ == "__main__":
    main()
