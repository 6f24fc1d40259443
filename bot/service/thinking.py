"""Thinking that takes seconds: in processes of its own, a few for the whole bot, never on the event loop."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing import get_context
from typing import Any, Final

from bot.games.answers import Search

log = logging.getLogger(__name__)

SECONDS: Final = 2.0
"""How long one turn is thought about."""
LEAST_SECONDS: Final = 0.4
"""How long even when many tables wait."""
PROCESSES: Final = 1
"""So many turns are thought about at once, in the whole bot."""
PATIENCE: Final = 60.0
"""After so many seconds without an answer a process is given up, and the turn is played without its thoughts."""


class Thinkers:
    """Has searches made. With no ``processes`` it is done at once, where one is: for tests."""

    def __init__(self, processes: int = PROCESSES, seconds: float = SECONDS) -> None:
        self._processes = processes
        self._seconds = seconds
        self._pool: ProcessPoolExecutor | None = None
        self._waiting = 0

    def get_ready(self, search: Search) -> None:
        """Begin the process with a ``search`` of which nothing is wanted, so that the first one is as quick as others.

        Once is enough: with a process there is nothing to do.
        """
        if self._processes and self._pool is None:
            self._begin().submit(search.function, *search.arguments, 0.0)

    def _begin(self) -> ProcessPoolExecutor:
        """The processes, begun if there are none."""
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self._processes, mp_context=get_context("spawn"))
        return self._pool

    async def think(self, search: Search) -> Any:
        """What a search comes to; None when its process was lost or takes far too long."""
        self._waiting += 1
        share = self._seconds * max(1, self._processes) / self._waiting
        seconds = min(self._seconds, max(LEAST_SECONDS, share))
        try:
            if not self._processes:
                return search.function(*search.arguments, self._seconds)
            call = partial(search.function, *search.arguments, seconds)
            future = asyncio.get_running_loop().run_in_executor(self._begin(), call)
            return await asyncio.wait_for(future, PATIENCE)
        except (BrokenProcessPool, TimeoutError):
            log.exception("A process that was thinking is lost.")
            self.close()
            return None
        except Exception:
            # Whatever went wrong in thinking, the game goes on.
            log.exception("Thinking about a turn failed.")
            return None
        finally:
            self._waiting -= 1

    def close(self) -> None:
        """Let the processes go. They are begun again when they are needed."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None
