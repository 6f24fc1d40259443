"""Drawing off the event loop: threads for pictures that people wait for, a process for what takes long.

Pillow releases the interpreter while it works, so that threads do for a map. What shows a whole game takes seconds and
a few hundred megabytes: a separate process holds no one up, and gives everything back when it ends.
"""

from __future__ import annotations

import asyncio
import ctypes
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Any, Final, TypeVar

from render.worker import Worker

Made = TypeVar("Made")

LINGER: Final = 20.0
"""Seconds for which a process waits for more before it ends: to begin one takes a second or two."""
MALLOC: Final = {-8: 2, -3: 2_000_000, -1: 8_000_000}
"""Options of ``mallopt``: the most arenas, from how many bytes a block is mapped, and how much free memory is kept."""
LONGEST: Final = 300.0
"""Seconds after which a process that has not finished is killed."""


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

    Functions, arguments and results are pickled on the way to the process and back.
    """

    def __init__(self) -> None:
        super().__init__(workers=1)
        self._worker = Worker()
        self._turn = asyncio.Lock()
        self._ending: asyncio.TimerHandle | None = None

    async def _call(self, work: Callable[[], Made]) -> Made:
        async with self._turn:
            self._stay()
            try:
                made: Made = await self._worker.run(work, limit=LONGEST)
            finally:
                self._ending = asyncio.get_running_loop().call_later(LINGER, self._worker.kill)
        return made

    def _stay(self) -> None:
        """Cancel the end of the process for lack of work."""
        if self._ending is not None:
            self._ending.cancel()
            self._ending = None

    def close(self) -> None:
        """Stop. What is not finished is dropped."""
        self._stay()
        self._worker.kill()
        super().close()


def keep_little() -> None:
    """Have the C library give large blocks back when they are freed, and share its memory among threads (Linux).

    It would otherwise keep what the largest pictures took, once for each thread. Call it before there are any threads.
    """
    with suppress(AttributeError, OSError, TypeError):
        library = ctypes.CDLL(None)
        for option, value in MALLOC.items():
            library.mallopt(option, value)


def give_back() -> None:
    """Hand memory that is free back to the system, where the C library would keep it (Linux). It takes about 1 ms."""
    with suppress(AttributeError, OSError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)
