"""The one vote that a table may be taking: to go back, or about a seat. Its buttons carry its number."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from bot.errors import TableError
from bot.service.moments import Table
from engine.core.text import text
from storage import Ballot, Reader, Writer

REWIND: Final = "rewind"
REPLACE: Final = "replace"
NUMBER: Final = "number"


async def open_vote(tx: Writer, table: Table, kind: str, payload: dict[str, Any], votes: Sequence[str]) -> Ballot:
    """Have a table vote. Raises TableError while it votes about something else."""
    ballot = await tx.ballot(table.id)
    if ballot is not None and is_open(table, ballot):
        raise TableError(text("error.vote_open"))
    number = int(tx.now.timestamp() * 1000)
    return await tx.put_ballot(table.id, kind, table.game.version, {**payload, NUMBER: number}, votes)


async def find_vote(reader: Reader, table: Table, kind: str) -> Ballot | None:
    """The vote of a kind that a table is taking, or None."""
    ballot = await reader.ballot(table.id)
    return ballot if ballot is not None and ballot.kind == kind and is_open(table, ballot) else None


async def find_numbered(reader: Reader, table: Table, kind: str, number: int) -> Ballot:
    """The vote with a number. Raises TableError when the table is not taking it (any more)."""
    ballot = await find_vote(reader, table, kind)
    if ballot is None or number_of(ballot) != number:
        raise TableError(text("error.no_vote"))
    return ballot


def number_of(ballot: Ballot) -> int:
    """What tells a vote from all others of its table: when it began, in milliseconds."""
    # Votes that an older version of the bot began are known by the version of their game.
    return int(ballot.payload.get(NUMBER, ballot.version))


def is_open(table: Table, ballot: Ballot) -> bool:
    """Whether a vote still counts: to go back until the game moves on, about a seat while the same person holds it."""
    if table.game.status != "playing":
        return False
    if ballot.kind != REPLACE:
        return ballot.version == table.game.version
    holder = table.holder(str(ballot.payload["seat"]))
    return holder is not None and holder.user_id == ballot.payload["holder"]
