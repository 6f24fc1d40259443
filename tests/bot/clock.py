"""A clock that tests move by hand."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from math import ceil
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.tables.scheduler import Timekeeper

NOON = datetime(2026, 6, 15, 12, 0, tzinfo=UTC)
"""A Monday."""


@dataclass
class Clock:
    """Shows ``moment`` until a test moves it."""

    moment: datetime = NOON

    def __call__(self) -> datetime:
        """Return the time."""
        return self.moment

    def go(self, **span: float) -> datetime:
        """Let so much time pass, given as to `timedelta`."""
        self.moment += timedelta(**span)
        return self.moment


async def let_pass(clock: Clock, keeper: Timekeeper, hours: int) -> None:
    """Let hours pass while the bot is up: what rings in between is done by the end of its hour.

    The hours in which nothing is due pass at once.
    """
    while hours > 0:
        async with keeper._storage.read() as reader:
            due = await reader.next_due()
        until = ceil((due - clock.moment) / timedelta(hours=1)) if due is not None else hours
        passed = min(max(until, 1), hours)
        clock.go(hours=passed)
        hours -= passed
        await keeper.fire_due()
