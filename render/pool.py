"""Drawing off the event loop: threads for pictures that people wait for, a process for what takes long.

Pillow releases the interpreter while it works, so that threads do for a map. What shows a whole game takes seconds and
a few hundred megabytes: a process of its own holds nobody up, and gives everything back when it ends.
"""

from __future__ import annotations

import asyncio
import ctypes
import os
import signal
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from functools import partial
from multiprocessing import get_context
from typing import Any, Final, TypeVar

Made = TypeVar("Made")

LINGER: Final = 20.0
"""Seconds for which a process waits for more before it ends: to begin one takes a second or two."""
KINDER: Final = 5
"""The niceness of our processes compared with the bot."""


class RenderPool:
    """Draws pictures for asynchronous callers, at most ``workers`` at a time; the rest wait in order."""

    def __init__(self, workers: int = 2) -> None:
        self.workers = workers
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="render")

    async def run(self, function: Callable[..., Made], *arguments: Any) -> Made:
        """Call any function that draws (a map, a card, a chart, a whole page) in the pool. Raises what it raises."""
        return await self._call(partial(function, *arguments))

    async def _call(self, work: Callable[[], Made]) -> Made:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    def close(self) -> None:
        """Finish what is being drawn, and stop. Pictures not yet begun are dropped."""
        self._threads.shutdown(wait=True, cancel_futures=True)


class SlowPool(RenderPool):
    """Draws one thing at a time in a process, which ends when there has been nothing to do for a while.

    What it is given and what it makes go from one process to the other: functions, views and pictures all can.
    """

    def __init__(self) -> None:
        super().__init__(workers=1)
        self._process: ProcessPoolExecutor | None = None
        self._busy = 0
        self._ending: asyncio.TimerHandle | None = None

    async def _call(self, work: Callable[[], Made]) -> Made:
        loop = asyncio.get_running_loop()
        if self._ending is not None:
            self._ending.cancel()
            self._ending = None
        if self._process is None:
            self._process = ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=stand_back)
        process = self._process
        self._busy += 1
        try:
            return await loop.run_in_executor(process, work)
        except BrokenProcessPool:
            # The next one that wants something has a new process.
            self._end()
            raise
        finally:
            self._busy -= 1
            if not self._busy and self._process is process:
                self._ending = loop.call_later(LINGER, self._end)

    def _end(self) -> None:
        self._ending = None
        if self._process is not None:
            self._process.shutdown(wait=False, cancel_futures=True)
            self._process = None

    def close(self) -> None:
        """Stop. What is not finished is dropped."""
        if self._ending is not None:
            self._ending.cancel()
        self._end()
        super().close()


def give_back() -> None:
    """Hand memory that is free back to the system, where the C library would keep it (Linux)."""
    with suppress(AttributeError, OSError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)


def stand_back() -> None:
    """In a process of ours: let the bot go first, and leave it to the bot to stop."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(KINDER)
