"""For whom a game waits, as its table keeps it: among its options, so that the status message can tell since when."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

import msgspec

from bot.service.moments import Table
from storage import Writer

_KEY: Final = "waiting"


class Waiting(msgspec.Struct, frozen=True, omit_defaults=True):
    """That a game waits for ``seat`` at ``version``, and there for the person ``who`` (0: for nobody in particular).

    Times are in seconds since 1970. Reminders and the limit count from ``counted``, which is later than ``since`` where
    somebody has changed the rules about them. ``until`` is the limit (0: there is none). ``reminders`` went out so far.
    """

    version: int
    seat: str
    who: int
    since: int
    counted: int
    until: int = 0
    reminders: int = 0
    is_away: bool = False
    is_told: bool = False
    is_nudged: bool = False

    @property
    def is_bothered(self) -> bool:
        """Whether a reminder may stand in the channel."""
        return self.reminders > 0 or self.is_nudged


def read_waiting(table: Table) -> Waiting | None:
    """What a table waits for, or None when nothing is known."""
    try:
        return msgspec.convert(table.game.options[_KEY], Waiting)
    except (KeyError, msgspec.ValidationError):
        return None


async def keep_waiting(tx: Writer, table: Table, waiting: Waiting | None) -> None:
    """Store what a table waits for."""
    options = {name: value for name, value in table.game.options.items() if name != _KEY}
    if waiting is not None:
        options[_KEY] = msgspec.to_builtins(waiting)
    await tx.update_game(table.id, options=options)


def as_time(seconds: int) -> datetime:
    """A stored time."""
    return datetime.fromtimestamp(seconds, UTC)
