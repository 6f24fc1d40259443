"""The timekeeper: sleeps until the next timer is due, and rings it once, however many processes share the database.

Timers lie in the database and survive everything. What one asks for is done in the transaction in which it fires.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final, Protocol

from bot.shutdown import wait_or_cancel
from bot.tables.table import Table
from engine.core.errors import GameError
from storage import StorageError

if TYPE_CHECKING:
    from bot.tables.play import Tables


log = logging.getLogger(__name__)

ROUND: Final = 60.0
"""Seconds after which one of several processes looks for timers that another has set; also after a mistake."""
RECOVERY: Final = 5.0
"""Seconds after which a database is tried again that refused."""
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


class Timekeeper:
    """Rings the timers of all tables, and looks at ``seasons`` where there are some.

    The time is that of the storage, so that a test can move it.
    """

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self.seasons: Calendar | None = None
        self._storage = tables.storage
        self._running: asyncio.Task[None] | None = None
        self._again = False
        self._is_over = False
        self._is_new = True
        self._timer: asyncio.TimerHandle | None = None
        self._expected: datetime | None = None

    def kick(self) -> None:
        """A timer may be due: see to it."""
        if self._is_over:
            return
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._running is not None and not self._running.done():
            self._again = True
            return
        self._running = asyncio.get_running_loop().create_task(self._run())

    def expect(self, due: datetime) -> None:
        """A timer is being set for then; it can be seen once its transaction is committed."""
        self._expected = due if self._expected is None else min(self._expected, due)
        # While it is at work it sees by itself, at the end, what is expected.
        if self._timer is not None and not self._is_over:
            self._sleep(self._timer.when() - asyncio.get_running_loop().time())

    def _sleep(self, wait: float) -> None:
        """Look again after so many seconds, or when what is expected is due, if that is earlier."""
        if self._expected is not None:
            wait = min(wait, max(SHORTEST_SLEEP, (self._expected - self._storage.now()).total_seconds()))
        if self._timer is not None:
            self._timer.cancel()
        if not self._is_over:
            self._timer = asyncio.get_running_loop().call_later(max(0.0, wait), self.kick)

    async def close(self) -> None:
        """Stop. A timer that is being rung is rung to its end, or not at all."""
        self._is_over = True
        if self._timer is not None:
            self._timer.cancel()
        await wait_or_cancel(self._running, FAREWELL)

    async def _run(self) -> None:
        wait = ROUND
        try:
            if self._is_new:
                await self.adopt()
                self._is_new = False
            self._again = True
            while self._again and not self._is_over:
                self._again = False
                await self.fire_due()
            if self._expected is not None and self._expected <= self._storage.now():
                self._expected = None
            wait = await self._find_wait()
        except StorageError as error:
            log.error("The timekeeper cannot use the database: %s", error)
            wait = RECOVERY
        except Exception:
            # Whatever it was, the other tables' timers must not stop with it.
            log.exception("The timekeeper has stumbled.")
        # What came up while the database was asked how long to wait is looked at without delay.
        self._sleep(0.0 if self._again else wait)

    async def _find_wait(self) -> float:
        """Seconds until something is to be done."""
        async with self._storage.read() as reader:
            due = await reader.next_due()
        wait = ROUND if self._storage.is_shared else LONGEST_SLEEP
        if due is not None:
            wait = min(wait, max(0.05, (due - self._storage.now()).total_seconds()))
        return wait

    async def adopt(self) -> None:
        """Begin to wait at tables of which nobody has kept for whom they wait: an older version of the bot did not."""
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
            rung = [await self._fire_or_put_off(game_id) for game_id in games if not self._is_over]
            seen = await self.seasons.look_at_due() if self.seasons is not None and not self._is_over else 0
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
        """Ring a game's first due timer, and let the automatic player go on: 1, or 0 when it was rung."""
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
