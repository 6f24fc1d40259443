"""Promises at a table: each belongs to a confirmed choice, and is undone with it. None is binding.

All agreements are open (1.5.1 of Gandhi), so a promise is announced to the table with its purpose.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from bot.tables.draft import Draft, Promise
from bot.tables.loading import Loaded
from bot.tables.table import Table
from bot.tables.transaction import TableTransaction
from engine.core.change import Change
from engine.core.text import Text, text
from storage import Arrangement, Reader, Turn, Writer

SHOWN = 15
"""The most promises in a list, the newest first."""


class KeptPromise(msgspec.Struct, frozen=True):
    """A stored promise: the number of its turn, its place among the keys of that turn, its seat, and its text."""

    turn: int
    place: int
    who: str
    count: int
    words: str


async def keep_promises(tx: TableTransaction, loaded: Loaded, user_id: int, draft: Draft) -> list[Text]:
    """Store the promises of a draft that has been played, and return the messages for the table."""
    game, table = loaded.game, loaded.table
    remarks = []
    for promise in draft.promises:
        kept = KeptPromise(
            turn=loaded.turn.number,
            place=len(loaded.keys) + promise.place,
            who=name_person(table, game.pending_seat),
            count=promise.count,
            words=promise.words,
        )
        await tx.arrange(table.id, user_id, "promise", seat=game.pending_seat, payload=msgspec.to_builtins(kept))
        remarks.append(write_promise(kept))
    return remarks


async def drop_refused(tx: Writer, loaded: Loaded, changes: Sequence[Change]) -> None:
    """Drop the promise of a request that another seat has refused: its turn's last one."""
    if any(change.verb == "refuse" for change in changes):
        rows = await tx.arrangements(loaded.table.id, "promise", seat=loaded.game.label.seat)
        for row in [row for row in rows if read(row).turn == loaded.turn.number][-1:]:
            await tx.drop_arrangements(loaded.table.id, arrangement_id=row.id)


async def take_back_promises(tx: TableTransaction, turn: Turn, kept: int, new_turn: int) -> tuple[Promise, ...]:
    """Return the promises of undone choices for a turn's draft; those of its first ``kept`` keys remain.

    The remaining choices are played again in ``new_turn``.
    """
    returned = []
    for row in await tx.arrangements(turn.game_id, "promise"):
        promise = read(row)
        if promise.turn != turn.number:
            continue
        await tx.drop_arrangements(turn.game_id, arrangement_id=row.id)
        if promise.place < kept:
            payload = msgspec.to_builtins(msgspec.structs.replace(promise, turn=new_turn))
            await tx.arrange(turn.game_id, row.user_id, "promise", seat=row.seat, payload=payload)
        else:
            returned.append(Promise(promise.place - kept, promise.count, promise.words))
    return tuple(returned)


async def list_promises(reader: Reader, game_id: str) -> Sequence[Text]:
    """Return the valid promises at a table, the newest first."""
    found: list[Text] = []
    for row in reversed(await reader.arrangements(game_id, "promise")):
        promise = read(row)
        turn = await reader.turn(game_id, promise.turn)
        if turn is not None and turn.status != "rolled_back":
            found.append(write_promise(promise))
        if len(found) == SHOWN:
            break
    return found


def read(row: Arrangement) -> KeptPromise:
    """Return the promise in a stored arrangement."""
    return msgspec.convert(row.payload, KeptPromise)


def write_promise(promise: KeptPromise) -> Text:
    """Return who promises what, and for what."""
    return text("ui.public.promise", who=promise.who, count=promise.count, what=promise.words)


def name_person(table: Table, seat: str) -> str:
    """Return the name of the person who acts for a seat."""
    actor = table.actor(seat)
    return actor.display_name if actor is not None else ""
