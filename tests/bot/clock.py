"""A clock that tests move by hand."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.tables.scheduler import Timekeeper

NOON = datetime(2026, 6, 15, 12, 0, tzinfo=UTC)
"""A Monday."""


@dataclass
class Clock:
    """Shows ``moment`` until someone moves it on."""

    moment: datetime = NOON

    def __call__(self) -> datetime:
        """The time."""
        return self.moment

    def go(self, **span: float) -> datetime:
        """Let so much time pass, given as to `timedelta`."""
        self.moment += timedelta(**span)
        return self.moment


async def let_pass(clock: Clock, keeper: Timekeeper, hours: int) -> None:
    """Let hours pass while the bot is up: whatever rings in between is done in time."""
    for _ in range(hours):
        clock.go(hours=1)
        await keeper.fire_due()
