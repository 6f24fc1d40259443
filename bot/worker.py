"""Background work: workers that act in rounds, and a queue in which people take turns for a limited number of places.

A worker has no permanent task. A round begins when the worker is kicked, when an earlier round has asked for another,
and after a failure. Between rounds there is only a timer.
"""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections import OrderedDict, deque
from collections.abc import Callable
from contextvars import ContextVar
from datetime import datetime
from typing import ClassVar, Final

from storage import StorageError

log = logging.getLogger(__name__)

RECOVERY: Final = 5.0
"""Seconds after which a failed database is tried again: a full disk may have been freed."""
ROUND: Final = 60.0
"""Seconds between two looks for what other processes on the same database have left or changed, and after an unexpected
error."""
SHORTEST_SLEEP: Final = 1.0
"""The fewest seconds until a `ClockWorker` begins a round, even if its time has come."""
LONGEST_SLEEP: Final = 3600.0
"""The most seconds between two looks at the clock: machines sleep, and clocks are changed."""
EVERYBODY: Final = 0
"""The asker of work that a whole table waits for: a public picture, a move. It comes before requests of single
people."""
LATER: Final = -1
"""The asker of work that no one waits for, such as a review. It comes when there is nothing else."""

WHOSE: ContextVar[int] = ContextVar("WHOSE", default=EVERYBODY)
"""The id of the person whose interaction this task answers."""


class BackgroundWorker(ABC):
    """Does rounds of work, one at a time, until it is closed.

    ``what`` is the name of its work in the log. A round that ends with one of ``failures`` is tried again: after the
    first number of seconds in ``waits``, then after twice as long each time, up to the second. After any other error
    the next round begins ``stumbled`` seconds later (None: when the worker is kicked). When the worker is closed, a
    round has ``farewell`` seconds to finish.
    """

    what: ClassVar[str]
    failures: ClassVar[tuple[type[Exception], ...]] = (StorageError,)
    waits: ClassVar[tuple[float, float]] = (RECOVERY, RECOVERY)
    stumbled: ClassVar[float | None] = ROUND
    farewell: ClassVar[float] = 0.0

    def __init__(self) -> None:
        self._running: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._kicked = asyncio.Event()
        self._is_closing = False
        self._waited = 0.0

    @abstractmethod
    async def _work(self) -> float | None:
        """Do a round; return the seconds until the next one, or None if it waits for a kick."""

    def kick(self) -> None:
        """Begin a round at once. If one is under way, begin another after it."""
        self._kicked.set()
        if not self._is_closing and (self._running is None or self._running.done()):
            self._running = asyncio.get_running_loop().create_task(self._run())

    async def rest(self, seconds: float) -> None:
        """Wait until no round is under way, or until the seconds are over."""
        if self._running is not None:
            await asyncio.wait([self._running], timeout=seconds)

    async def close(self) -> None:
        """Stop the worker. A round that does not end within ``farewell`` seconds is cancelled."""
        self._is_closing = True
        self._kicked.set()
        if self._timer is not None:
            self._timer.cancel()
        await wait_or_cancel(self._running, self.farewell)

    def _wake_in(self, seconds: float) -> None:
        """Begin a round after this many seconds, unless an earlier one is planned already."""
        loop = asyncio.get_running_loop()
        if self._is_closing or (self._timer is not None and self._timer.when() <= loop.time() + seconds):
            return
        if self._timer is not None:
            self._timer.cancel()
        self._timer = loop.call_later(max(0.0, seconds), self._ring)

    def _ring(self) -> None:
        self._timer = None
        self.kick()

    def _wait_longer(self) -> float:
        """Return the seconds until a failed round is tried again: more after each failure, up to a limit."""
        first, longest = self.waits
        self._waited = min(longest, self._waited * 2 or first)
        return self._waited

    async def _run(self) -> None:
        while self._kicked.is_set() and not self._is_closing:
            self._kicked.clear()
            try:
                wait = await self._work()
            except self.failures as error:
                wait = self._wait_longer()
                log.error("Work on %s failed, and is tried again in %.0f seconds: %s", self.what, wait, error)
            except Exception:
                # Any error may come from one table: the worker must stay alive for all other tables.
                log.exception("Work on %s has stumbled.", self.what)
                wait = self.stumbled
            else:
                self._waited = 0.0
            if wait is not None:
                self._wake_in(wait)


class ClockWorker(BackgroundWorker):
    """A worker whose rounds begin at expected times, read from a clock that a test can replace."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        super().__init__()
        self._now = now
        self._expected: datetime | None = None

    def expect(self, due: datetime) -> None:
        """Begin a round at ``due``, but not within `SHORTEST_SLEEP`: the caller still has to commit its transaction."""
        self._expected = due if self._expected is None else min(self._expected, due)
        # A round that is under way checks the expected time at its end.
        if self._running is not None and self._running.done():
            self._wake_in(self._expect_in())

    def _expect_in(self) -> float:
        """Return the seconds until the expected time, at least `SHORTEST_SLEEP`; `LONGEST_SLEEP` if there is none."""
        if self._expected is None:
            return LONGEST_SLEEP
        return max(SHORTEST_SLEEP, (self._expected - self._now()).total_seconds())


async def wait_or_cancel(work: asyncio.Future[None] | None, seconds: float = 0.0) -> None:
    """Wait up to ``seconds`` for a task to end, then cancel it. The task has ended when this returns."""
    if work is None or work.done():
        return
    await asyncio.wait([work], timeout=seconds)
    work.cancel()
    await asyncio.wait([work])


class FairQueue:
    """A number of ``places``, and a queue for them. People take turns, however many requests each of them has."""

    def __init__(self, places: int) -> None:
        self._free = places
        self._waiting: OrderedDict[int, deque[asyncio.Future[None]]] = OrderedDict()

    async def enter(self, whose: int) -> None:
        """Wait for a place. ``whose`` is a person's id, `EVERYBODY` or `LATER`. Call `leave` once for each place."""
        if self._free:
            self._free -= 1
            return
        place = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(whose, deque()).append(place)
        try:
            await place
        except asyncio.CancelledError:
            if place.done() and not place.cancelled():
                # The place was given at the moment when the wait was cancelled.
                self.leave()
            raise

    def leave(self) -> None:
        """Give a place back. The next in the queue gets it: first `EVERYBODY`, then people in turn, then `LATER`."""
        while self._waiting:
            people = (one for one in self._waiting if one != LATER)
            whose = EVERYBODY if EVERYBODY in self._waiting else next(people, LATER)
            queue = self._waiting.pop(whose)
            place = queue.popleft()
            if queue:
                self._waiting[whose] = queue
            if not place.done():
                place.set_result(None)
                return
        self._free += 1
