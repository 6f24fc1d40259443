"""The timekeeper: sleeps until the next timer is due, and rings it once, however many processes share the database.

Timers lie in the database and survive everything. What one asks for is done in the transaction in which it fires.
"""

from __future__ import annotations

import logging
from contextlib import suppress
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final, Protocol

from bot.tables.table import Table
from bot.worker import ROUND, BackgroundWorker
from engine.core.errors import GameError
from storage import StorageError

if TYPE_CHECKING:
    from bot.tables.play import Tables


log = logging.getLogger(__name__)

FAREWELL: Final = 2.0
"""Seconds that a running timer is given when the program stops: a transaction, no message."""
SHORTEST_SLEEP: Final = 1.0
"""Seconds after which a timer is looked for that is due as soon as it is set."""
LONGEST_SLEEP: Final = 3600.0
"""Seconds after which the clock is looked at in any case: machines are put to sleep, and clocks are set."""
PUT_OFF: Final = timedelta(minutes=10)
"""How much later a timer rings again whose work has failed."""


class Calendar(Protocol):
    """The seasons as the timekeeper sees them."""

    async def look_at_due(self) -> int:
        """Look at every season whose time has come, and return how many there were. Raises StorageError."""


class Timekeeper(BackgroundWorker):
    """Rings the timers of all tables, and looks at ``seasons`` where there are some.

    The time is that of the storage, so that a test can move it.
    """

    what = "timers"
    farewell = FAREWELL

    def __init__(self, tables: Tables) -> None:
        super().__init__()
        self._tables = tables
        self.seasons: Calendar | None = None
        self._storage = tables.storage
        self._is_new = True
        self._expected: datetime | None = None

    def expect(self, due: datetime) -> None:
        """Note that a timer is being set for a moment; it can be read once its transaction is committed."""
        self._expected = due if self._expected is None else min(self._expected, due)
        # At work, it sees at the end what is expected.
        if self._running is not None and self._running.done():
            self._wake_in(self._expect_in())

    def _expect_in(self) -> float:
        """Return the seconds until what is expected is due."""
        if self._expected is None:
            return LONGEST_SLEEP
        return max(SHORTEST_SLEEP, (self._expected - self._storage.now()).total_seconds())

    async def _work(self) -> float:
        if self._is_new:
            await self.adopt()
            self._is_new = False
        await self.fire_due()
        if self._expected is not None and self._expected <= self._storage.now():
            self._expected = None
        return min(await self._find_wait(), self._expect_in())

    async def _find_wait(self) -> float:
        """Return the seconds until something is to be done."""
        async with self._storage.read() as reader:
            due = await reader.next_due()
        wait = ROUND if self._storage.is_shared else LONGEST_SLEEP
        if due is not None:
            wait = min(wait, max(0.05, (due - self._storage.now()).total_seconds()))
        return wait

    async def adopt(self) -> None:
        """Begin to wait at tables of which no one has kept for whom they wait: an older version of the bot did not."""
        async with self._storage.read() as reader:
            games = await reader.games_by(statuses=["playing"], limit=None)
        for game in games:
            if Table(game, ()).state.question is None:
                async with self._tables.transactions.begin(game.id, None):
                    log.info("Table %s has a timer from now on.", game.id)
        await self._tables.expiry.adopt()

    async def fire_due(self) -> int:
        """Ring every timer that is due: how many there were. Raises StorageError."""
        count = 0
        while True:
            async with self._storage.read() as reader:
                games = await reader.games_due()
            rung = [await self._fire_or_put_off(game_id) for game_id in games if not self._is_closing]
            seen = await self.seasons.look_at_due() if self.seasons is not None and not self._is_closing else 0
            if not any(rung) and not seen:
                return count
            count += sum(rung) + seen

    async def _fire_or_put_off(self, game_id: str) -> int:
        try:
            return await self._fire(game_id)
        except StorageError:
            raise
        except Exception:
            log.exception("A timer of table %s cannot be rung: it is put off.", game_id)
            await self._put_off(game_id)
            return 0

    async def _fire(self, game_id: str) -> int:
        """Ring a game's first due timer, and let the automatic player continue: 1, or 0 when it was rung."""
        async with self._tables.transactions.begin(game_id, None) as tx:
            fired = await tx.fire_timers(game_id=game_id, limit=1)
            for timer in fired:
                await self._tables.reminders.ring(tx, timer)
        if fired:
            with suppress(GameError):
                await self._tables.automation.play(game_id)
        return len(fired)

    async def _put_off(self, game_id: str) -> None:
        later: datetime = self._storage.now() + PUT_OFF
        async with self._storage.transaction() as tx:
            await tx.lock_game(game_id)
            for timer in await tx.fire_timers(game_id=game_id):
                await tx.set_timer(game_id, timer.kind, later, timer.version, seat=timer.seat, payload=timer.payload)
