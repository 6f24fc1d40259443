"""The queue of searches: slow computations of moves and advice, in a few processes for the whole bot.

Moves come before advice, and people who ask for advice take turns. The same search is made once for everyone. The tasks
of a review are done when no other search waits.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any, Final

from bot.errors import TableError
from bot.games.answers import Search
from bot.worker import EVERYBODY, LATER, FairQueue
from engine.core.text import text
from render.worker import Worker

log = logging.getLogger(__name__)


SECONDS: Final = 2.0
"""The usual seconds of a search."""
LEAST_SECONDS: Final = 0.4
"""The fewest seconds of a search, even when many wait."""
WORKERS: Final = 1
"""The number of processes, each of which makes one search at a time."""
LIMIT: Final = 30.0
"""Seconds, including the start of a process, after which a search has failed: its process is killed."""
LINGER: Final = 900.0
"""Seconds without a search after which the processes end. Each has 25 to 40 MB, and starts again in a second or two."""
SHORT: Final = 0.5
"""The share of its usual time below which a search is short. A short search for a move is announced."""
MOST_PENDING: Final = 2
"""The most pending searches of a person."""


class SearchFailed(Exception):
    """A search has no result: its process hung or was lost, or the search itself is faulty."""


@dataclass
class PendingSearch:
    """A search that waits or runs: who asked first (``whose``), and how many callers wait for its result."""

    whose: int
    task: asyncio.Task[Any]
    waiting: int = 0


class SearchQueue:
    """Has searches made in ``workers`` processes. With 0, for tests, a search is made at once in this process.

    ``on_failure`` is called for each search that fails, ``on_search`` for each that begins, except a review's; its
    parameter says whether the search is short.
    """

    def __init__(
        self, workers: int = WORKERS, seconds: float = SECONDS, limit: float = LIMIT, linger: float = LINGER
    ) -> None:
        self._seconds = seconds
        self._limit = limit
        self._linger = linger
        self._ending: asyncio.TimerHandle | None = None
        self._workers = [Worker() for _ in range(workers)]
        self._idle = list(self._workers)
        self._queue = FairQueue(workers)
        self._pending: dict[Hashable, PendingSearch] = {}
        self._warming: asyncio.Task[None] | None = None
        self._is_closed = False
        self._short: set[Hashable] = set()
        self._running: list[int] = []
        self.on_failure: Callable[[], None] = lambda: None
        self.on_search: Callable[[bool], None] = lambda is_short: None

    @property
    def waiting(self) -> int:
        """Return how many searches wait for a process; those of reviews do not count."""
        asked = [pending.whose for pending in self._pending.values() if pending.whose != LATER]
        return max(0, len(asked) - sum(whose != LATER for whose in self._running))

    def was_short(self, search: Search) -> bool:
        """Return whether a finished search for a move was short (`SHORT`). A second call for it returns False."""
        is_short = search in self._short
        self._short.discard(search)
        return is_short

    async def find(self, search: Search, whose: int = EVERYBODY, key: Hashable = None) -> Any:
        """Return the result of a search. A pending search with the same content, or the same ``key``, is shared.

        ``whose`` is the id of the person who asks. A search for a move is everyone's (`EVERYBODY`) and comes first, the
        task of a review (`LATER`) last. A search is given up when no caller waits for it any more. Raises SearchFailed,
        and TableError for too many searches of one person.
        """
        key = search if key is None else key
        pending = self._pending.get(key)
        if pending is None:
            self._check_may_ask(whose)
            pending = PendingSearch(whose, asyncio.ensure_future(self._make(search, whose)))
            self._pending[key] = pending
        pending.waiting += 1
        try:
            return await asyncio.shield(pending.task)
        finally:
            pending.waiting -= 1
            if not pending.waiting:
                if not pending.task.done():
                    self._short.discard(search)
                pending.task.cancel()
                if self._pending.get(key) is pending:
                    del self._pending[key]

    def warm_up(self, search: Search) -> None:
        """Start the process with a ``search`` whose result is dropped, so that the first real search is quick.

        If the process has started already, do nothing.
        """
        if self._idle and self._warming is None and self._idle[-1].pid is None:
            self._warming = asyncio.ensure_future(self._warm_up(search))

    async def close(self) -> None:
        """Give up all searches, and end the processes. Tasks that wait for a search are cancelled."""
        self._is_closed = True
        tasks = [pending.task for pending in self._pending.values()]
        if self._warming is not None:
            tasks.append(self._warming)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._ending is not None:
            self._ending.cancel()
        for worker in self._workers:
            worker.kill()

    def _end_later(self) -> None:
        """End the processes when there has been no search for ``linger`` seconds from now on."""
        if self._ending is not None:
            self._ending.cancel()
        self._ending = None if self._is_closed else asyncio.get_running_loop().call_later(self._linger, self._end_idle)

    def _end_idle(self) -> None:
        for worker in self._idle:
            worker.kill()

    def _check_may_ask(self, whose: int) -> None:
        if self._is_closed:
            # The bot is stopping. An error would let the move be played without a search, so the task is cancelled.
            raise asyncio.CancelledError
        if whose not in (EVERYBODY, LATER) and self._count_pending(whose) >= MOST_PENDING:
            raise TableError(text("error.advice_pending"))

    def _count_pending(self, whose: int) -> int:
        return sum(pending.whose == whose for pending in self._pending.values())

    async def _make(self, search: Search, whose: int) -> Any:
        try:
            if not self._workers:
                return search.function(*search.arguments, self._seconds)
            await self._queue.enter(whose)
            worker = self._idle.pop()
            self._running.append(whose)
            try:
                seconds = self._share(whose)
                self._note(search, whose, is_short=seconds < self._seconds * SHORT)
                return await worker.run(search.function, *search.arguments, seconds, limit=self._limit)
            finally:
                self._running.remove(whose)
                self._idle.append(worker)
                self._queue.leave()
                self._end_later()
        except Exception as error:
            log.exception("A search failed.")
            self.on_failure()
            raise SearchFailed from error

    def _note(self, search: Search, whose: int, *, is_short: bool) -> None:
        """Call ``on_search`` for a search that begins, except for a review's, and note a short search for a move."""
        if whose == LATER:
            return
        self.on_search(is_short)
        if is_short and whose == EVERYBODY:
            self._short.add(search)

    def _share(self, whose: int) -> float:
        """Return the seconds for a search: fewer when many wait. For a move, only other moves count."""
        pending = self._count_pending(EVERYBODY)
        if whose != EVERYBODY:
            pending = len(self._pending) - self._count_pending(LATER)
        return min(self._seconds, max(LEAST_SECONDS, self._seconds * len(self._workers) / max(1, pending)))

    async def _warm_up(self, search: Search) -> None:
        try:
            await self.find(search)
        except SearchFailed:
            log.warning("The process for searches could not be started beforehand.")
        finally:
            self._warming = None
