"""The timekeeper: it sleeps until the next timer is due, and rings each timer once, with any number of processes.

Timers are in the database, so they survive a restart. A timer and its consequences are one transaction.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

from bot.tables.table import Table
from bot.worker import LONGEST_SLEEP, ROUND, ClockWorker
from engine.core.errors import GameError
from storage import StorageError

if TYPE_CHECKING:
    from bot.tables.play import Tables

log = logging.getLogger(__name__)

FAREWELL: Final = 2.0
"""The seconds that a timer may still take when the program stops. That is enough, because a timer sends no message."""
PUT_OFF: Final = timedelta(minutes=10)
"""The delay before a timer whose work has failed rings again."""


class Timekeeper(ClockWorker):
    """Rings the timers of all tables, and has seasons checked by ``look_at_seasons``, if that is set.

    The time comes from the storage, so that a test can change it.
    """

    what = "timers"
    farewell = FAREWELL

    def __init__(self, tables: Tables) -> None:
        super().__init__(tables.storage.now)
        self._tables = tables
        self.look_at_seasons: Callable[[], Awaitable[int]] | None = None
        self._storage = tables.storage
        self._is_new = True

    async def _work(self) -> float:
        if self._is_new:
            await self.adopt()
            self._is_new = False
        await self.fire_due()
        if self._expected is not None and self._expected <= self._storage.now():
            self._expected = None
        return min(await self._find_wait(), self._expect_in())

    async def _find_wait(self) -> float:
        """Return the seconds until the next timer or season is due, or until the next look at the clock, if sooner."""
        async with self._storage.read() as reader:
            due = await reader.next_due()
        wait = ROUND if self._storage.is_shared else LONGEST_SLEEP
        if due is not None:
            wait = min(wait, max(0.05, (due - self._storage.now()).total_seconds()))
        return wait

    async def adopt(self) -> None:
        """Store the questions and expiry timers that tables lack, because older versions of the program stored none."""
        async with self._storage.read() as reader:
            games = await reader.games_by(statuses=["playing"], limit=None)
        for game in games:
            if Table(game, ()).state.question is None:
                async with self._tables.transactions.begin(game.id, None):
                    log.info("Table %s has a timer from now on.", game.id)
        await self._tables.expiry.adopt()

    async def fire_due(self) -> int:
        """Ring timers and have seasons checked until none is due, and return how many there were of both.

        A timer that fails is put off and not counted. Raises StorageError.
        """
        count = 0
        while True:
            async with self._storage.read() as reader:
                games = await reader.games_due()
            rung = [await self._fire_or_put_off(game_id) for game_id in games if not self._is_closing]
            look = self.look_at_seasons if not self._is_closing else None
            seen = await look() if look is not None else 0
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
        """Ring a game's first due timer, let the automatic player continue, and return 1; return 0 if none is due."""
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
