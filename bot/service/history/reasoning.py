"""Why the automatic player did what it did, in any turn of a game: it thinks again.

What took a search is kept with the turn, and told from there.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bot.games.answers import Explanation
from bot.service.loading import keys_of, load_table, resume
from bot.service.moments import Table
from bot.service.writing import decode_steps
from engine.core.errors import GameError
from storage import Reader, Storage, Turn


@dataclass(frozen=True, slots=True)
class Reasons:
    """What was thought in a turn: the board at its start, and the explanations of its steps."""

    turn: Turn
    before: Any
    explanations: tuple[Explanation, ...]


@dataclass(frozen=True, slots=True)
class Reasoning:
    """What was thought in some turns of a table, and whether anything was before them and after them."""

    table: Table
    reasons: tuple[Reasons, ...]
    has_earlier: bool
    has_later: bool

    @property
    def first(self) -> int:
        """The number of the first of the turns."""
        return self.reasons[0].turn.number

    @property
    def last(self) -> int:
        """The number of the last of the turns."""
        return self.reasons[-1].turn.number


class Reasonings:
    """Thinks turns again that are in the database.

    A table that has gone back has turns that no longer hold: they are told when asked for by number, and passed over
    on the way from one turn to the next.
    """

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    async def of(self, game_id: str, first: int, last: int) -> Reasoning | None:
        """What was thought in the turns with these numbers, or None when nothing was. Raises UnknownGame."""
        return await self._find(game_id, first, last)

    async def before(self, game_id: str, number: int) -> Reasoning | None:
        """What was thought in the nearest turn before this one, or None."""
        return await self._find(game_id, 1, number - 1, nearest=-1)

    async def after(self, game_id: str, number: int) -> Reasoning | None:
        """What was thought in the nearest turn after this one, or None."""
        return await self._find(game_id, number + 1, None, nearest=1)

    async def newest(self, game_id: str) -> Reasoning | None:
        """What was thought last, or None when nothing ever was."""
        return await self._find(game_id, 1, None, nearest=-1)

    async def _find(self, game_id: str, first: int, last: int | None, nearest: int = 0) -> Reasoning | None:
        """The reasons of the turns ``first`` to ``last``, or of the last (-1) or first (1) of them that has any."""
        async with self._storage.read() as reader:
            table = await load_table(reader, game_id)
            numbers = await find_numbers(reader, table)
            wanted = [number for number in numbers if first <= number and (last is None or number <= last)]
            found: list[Reasons] = []
            for number in reversed(wanted) if nearest < 0 else wanted:
                turn = await reader.turn(game_id, number)
                if turn is None or (nearest and turn.status == "rolled_back"):
                    continue
                reasons = await explain(table, turn, await keys_of(reader, turn))
                if reasons is not None:
                    found.append(reasons)
                    if nearest:
                        break
        if not found:
            return None
        number, until = found[0].turn.number, found[-1].turn.number
        return Reasoning(table, tuple(found), any(one < number for one in numbers), any(one > until for one in numbers))


async def find_numbers(reader: Reader, table: Table) -> list[int]:
    """The numbers of the turns in which something was chosen that no person chose, in order."""
    choices = await reader.choices(table.id)
    return sorted({row.turn_number for row in choices if row.kind == "choose" and row.user_id is None})


async def explain(table: Table, turn: Turn, keys: Sequence[str]) -> Reasons | None:
    """What was thought in a turn, or None when nothing was, or when the rules have changed since."""

    def think() -> Reasons | None:
        game = resume(table, turn, ())
        before = game.view()
        kept = [table.front.explain_found(step.found, turn.number) for step in decode_steps(turn.changes) if step.found]
        told = tuple(one for one in kept if one is not None)
        told = told or tuple(one for one in table.front.explain_step(game, keys) if one.thoughts)
        return Reasons(turn, before, told) if told else None

    try:
        # To think takes a while: the others' presses must not wait for it.
        return await asyncio.to_thread(think)
    except GameError:
        return None
