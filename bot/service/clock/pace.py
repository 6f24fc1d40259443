"""How fast a table wants to play: when it reminds, how long a decision may take, and what happens then."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final, Literal

import msgspec

from bot.service.moments import Table
from storage import Json

AtLimit = Literal["nothing", "remind", "default", "arjuna"]
"""What a table does at its limit: nothing, tell everybody, give the least committing answer, or let Arjuna play."""
AT_LIMIT: Final[tuple[AtLimit, ...]] = ("nothing", "remind", "default", "arjuna")

REMIND_HOURS: Final = (0, 3, 6, 12, 24, 48, 72)
LIMIT_HOURS: Final = (0, 6, 12, 24, 36, 48, 72, 120, 168, 336)
"""The hours among which a host chooses; 0 is never."""

_KEY: Final = "pace"


class Pace(msgspec.Struct, frozen=True):
    """``remind`` is after how many hours a player without own settings is reminded (0: never), ``limit`` how
    many hours a decision may take (0: as many as it wants).
    """

    remind: int = 24
    limit: int = 0
    at_limit: AtLimit = "nothing"

    @property
    def until(self) -> timedelta | None:
        """How long a decision may take, or None where that is nobody's business."""
        return timedelta(hours=self.limit) if self.limit > 0 and self.at_limit != "nothing" else None


OPEN: Final = "open"
PACES: Final[dict[str, Pace]] = {
    OPEN: Pace(),
    "quick": Pace(3, 12, "remind"),
    "daily": Pace(12, 24, "remind"),
    "relaxed": Pace(24, 72, "remind"),
    "weekly": Pace(48, 168, "remind"),
}
"""What a host may choose by a word."""


def pace_of(table: Table) -> Pace:
    """The pace of a table; nobody is in a hurry where none is set, or what is set is not understood."""
    try:
        return msgspec.convert(table.game.options.get(_KEY, {}), Pace)
    except msgspec.ValidationError:
        return Pace()


def store_pace(pace: Pace) -> Json:
    """The options of a table that hold its pace."""
    stored: dict[str, Any] = msgspec.to_builtins(pace)
    return {_KEY: stored}


def name_pace(pace: Pace) -> str:
    """The word by which a pace can be chosen, or an empty string."""
    return next((name for name, known in PACES.items() if known == pace), "")
