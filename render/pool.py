"""Drawing off the event loop: a bounded pool of threads, for Pillow releases the interpreter while it works."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

Made = TypeVar("Made")


class RenderPool:
    """Draws pictures for asynchronous callers, at most ``workers`` at a time; the rest wait in order."""

    def __init__(self, workers: int = 2) -> None:
        self.workers = workers
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="render")

    async def run(self, function: Callable[..., Made], *arguments: Any) -> Made:
        """Call any function that draws (a map, a card, a chart, a whole page) in the pool. Raises what it raises."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, partial(function, *arguments))

    def close(self) -> None:
        """Finish what is being drawn, and stop. Pictures not yet begun are dropped."""
        self._threads.shutdown(wait=True, cancel_futures=True)
