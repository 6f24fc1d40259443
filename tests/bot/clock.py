"""A clock that tests move by hand."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

NOON = datetime(2026, 6, 15, 12, 0, tzinfo=UTC)
"""A Monday."""


@dataclass
class Clock:
    """Shows ``moment`` until somebody moves it on."""

    moment: datetime = NOON

    def __call__(self) -> datetime:
        """The time."""
        return self.moment

    def go(self, **span: float) -> datetime:
        """Let so much time pass, given as to `timedelta`."""
        self.moment += timedelta(**span)
        return self.moment
