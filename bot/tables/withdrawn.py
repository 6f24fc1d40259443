"""Turns that a table withdrew when it went back: they stay readable, and can be played again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from bot.tables.table import Table
from engine import Game
from engine.core.inserted import GO_BACK
from storage import Reader, Turn, effective_keys


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """A turn that is no longer valid, with its keys, and the number of the turn in which the game went back."""

    turn: Turn
    keys: tuple[str, ...]
    by: int


async def list_withdrawn(reader: Reader, table: Table) -> list[Withdrawn]:
    """Return the turns that a table has withdrawn by votes to go back, in order, without those undone by their players.

    Nothing is read at a table that has never gone back.
    """
    if not table.state.gone_back:
        return []
    rows = await reader.choices(table.id)
    turns = {turn.number: turn for turn in await reader.turns(table.id, statuses=["rolled_back"])}
    found: list[Withdrawn] = []
    for row, after in pairwise(rows):
        if row.kind != "rewind":
            continue
        gone = [turns.pop(number) for number in sorted(turns) if int(row.key) <= number <= row.turn_number]
        if not after.key.startswith(GO_BACK):
            continue
        for turn in gone:
            own = [one for one in rows if one.turn_number == turn.number and one.seq < row.seq]
            if keys := effective_keys(own):
                found.append(Withdrawn(turn, keys, after.turn_number))
    return found


async def find_again(reader: Reader, table: Table, game: Game) -> tuple[str, ...]:
    """Return the draftable keys of the last turn withdrawn here, or none if one is not allowed any more.

    The game is at the start of a turn.
    """
    label = game.label
    for withdrawn in reversed(await list_withdrawn(reader, table)):
        stored = withdrawn.turn.label
        if (stored.get("phase"), stored.get("seat"), stored.get("card", 0)) == (label.phase, label.seat, label.card):
            return fit_draft(game, withdrawn.keys)
    return ()


def fit_draft(game: Game, keys: Sequence[str]) -> tuple[str, ...]:
    """Return the first of some keys, up to the one that crosses a barrier; none if one is not allowed."""
    twin = game.blind((game.pending_seat,))
    fitting: list[str] = []
    for key in keys:
        if twin.decision is None or not twin.decision.allows(key):
            return ()
        fitting.append(key)
        if twin.draft(key) is None:
            break
    return tuple(fitting)
