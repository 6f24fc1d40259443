"""Recaps of earlier turns, with promises and scores; and the reasons for automatic turns, found again."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from bot.errors import TableError
from bot.games.answers import Explanation
from bot.tables.loading import (
    PlayedTurn,
    Recap,
    StepLog,
    count_scores,
    find_last,
    keys_of,
    list_steps,
    list_withdrawn,
    load_table,
    read_turn,
    resume,
    tell,
    tell_rest,
)
from bot.tables.table import Table
from bot.tables.undo import list_promises
from engine.core.errors import GameError
from engine.core.text import Text, text
from storage import Choice, Reader, Storage, Turn, effective_choices


@dataclass(frozen=True, slots=True)
class Reasons:
    """The reasons for an automatic turn: the board at its start, and the explanations of its steps."""

    turn: Turn
    before: Any
    explanations: tuple[Explanation, ...]


@dataclass(frozen=True, slots=True)
class Reasoning:
    """The reasons for some turns of a table, in order, and whether earlier and later turns may have reasons too."""

    table: Table
    reasons: tuple[Reasons, ...]
    has_earlier: bool
    has_later: bool

    @property
    def first(self) -> int:
        """Return the number of the first turn."""
        return self.reasons[0].turn.number

    @property
    def last(self) -> int:
        """Return the number of the last turn."""
        return self.reasons[-1].turn.number


class Reasonings:
    """Finds the reasons for stored turns again.

    Turns that were withdrawn when the game went back are found by their numbers (`of`), but skipped by the other
    methods.
    """

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    async def of(self, game_id: str, first: int, last: int) -> Reasoning | None:
        """Return the reasons for turns ``first`` to ``last``, or None if there are none. Raises UnknownGame."""
        return await self._find(game_id, first, last)

    async def before(self, game_id: str, number: int) -> Reasoning | None:
        """Return the reasons for the last turn before this number that has any, or None. Raises UnknownGame."""
        return await self._find(game_id, 1, number - 1, nearest=-1)

    async def after(self, game_id: str, number: int) -> Reasoning | None:
        """Return the reasons for the first turn after this number that has any, or None. Raises UnknownGame."""
        return await self._find(game_id, number + 1, None, nearest=1)

    async def newest(self, game_id: str) -> Reasoning | None:
        """Return the reasons for the last turn that has any, or None. Raises UnknownGame."""
        return await self._find(game_id, 1, None, nearest=-1)

    async def _find(self, game_id: str, first: int, last: int | None, nearest: int = 0) -> Reasoning | None:
        """Return the reasons for turns ``first`` to ``last``, or None if they have none.

        With ``nearest``, return only those of the last (-1) or of the first (1) turn that has any.
        """
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
    """Return the numbers of the stored turns with a choice that was not made by a person, in order."""
    choices = await reader.choices(table.id)
    return sorted({row.turn_number for row in choices if row.kind == "choose" and row.user_id is None})


async def explain(table: Table, turn: Turn, keys: Sequence[str]) -> Reasons | None:
    """Return the reasons for a turn, or None if there are none or the rules have changed since."""

    def think() -> Reasons | None:
        game = resume(table, turn, ())
        before = game.view()
        kept = [table.front.player.explain_found(step.found, turn.number) for step in list_steps([turn]) if step.found]
        told = tuple(one for one in kept if one is not None)
        told = told or tuple(one for one in table.front.player.explain_step(game, keys) if one.thoughts)
        return Reasons(turn, before, told) if told else None

    try:
        # In a thread, because this takes so long that other people's clicks would have to wait.
        return await asyncio.to_thread(think)
    except GameError:
        return None


def find_last_own(choices: Sequence[Choice], user_id: int) -> list[Choice]:
    """Return the choices of the last turn in which a person chose, up to their last choice; none if they never chose.

    Choices that were undone are left out. ``choices`` are those of a whole game, in order.
    """
    for _, rows in groupby(reversed(choices), key=lambda row: row.turn_number):
        held = effective_choices(reversed(list(rows)))
        while held and held[-1].user_id != user_id:
            del held[-1]
        if held:
            return held
    return []


class Recaps:
    """Reads earlier turns, promises and scores from the database."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    async def promises(self, game_id: str) -> Sequence[Text]:
        """Return the latest promises at a table, the newest first, without those of undone turns."""
        async with self._storage.read() as reader:
            return await list_promises(reader, game_id)

    async def tell_last(self, game_id: str, count: int | None) -> Recap:
        """Return the recap of the last ``count`` finished turns, or with None of the whole game so far.

        Raises TableError when no turn has been played yet, UnknownGame, ReplayFailed and UnreadableTable.
        """
        async with self._storage.read() as reader:
            table = await load_table(reader, game_id)
            turns = await reader.turns(game_id, last=count)
            return await self._tell(reader, table, turns)

    async def tell_turns(self, game_id: str, first: int, last: int, since: int = 0, until: int | None = None) -> Recap:
        """Return the recap of turns ``first`` to ``last``, from step ``since`` of the first to ``until`` of the last.

        Raises TableError if all of them were withdrawn when the table went back, and as `tell_last` does.
        """
        async with self._storage.read() as reader:
            table = await load_table(reader, game_id)
            turns = [turn for turn in await reader.turns(game_id) if first <= turn.number <= last]
            return await self._tell(reader, table, turns, since, until)

    async def tell_since(self, game_id: str, user_id: int) -> Recap | None:
        """Return the recap of everything since a person's last choice, or None if nothing has happened since.

        Results of this choice that were certain are left out. For a person who has not chosen anything, the recap
        begins with the game. Raises UnknownGame, ReplayFailed and UnreadableTable.
        """
        async with self._storage.read() as reader:
            table = await load_table(reader, game_id)
            own = find_last_own(await reader.choices(game_id), user_id)
            last = own[-1].turn_number if own else 0
            turns = [turn for turn in await reader.turns(game_id) if turn.number >= last]
            if not turns or turns[0].number != last:
                return await self._tell(reader, table, turns) if turns else None
            keys, of_first = await keys_of(reader, turns[-1]), await keys_of(reader, turns[0])
        tale = await asyncio.to_thread(tell_rest, table, turns, keys, of_first, len(own))
        return tale if tale.scenes else None

    async def list_steps(self, game_id: str, last: int) -> list[StepLog]:
        """Return the steps of the ``last`` finished turns, the oldest first."""
        async with self._storage.read() as reader:
            turns = await reader.turns(game_id, last=last)
        return list_steps(turns)

    async def list_withdrawn(self, game_id: str, last: int) -> list[PlayedTurn]:
        """Return the turns that were withdrawn when the game went back in one of its ``last`` turns."""
        async with self._storage.read() as reader:
            table = await load_table(reader, game_id)
            withdrawn = await list_withdrawn(reader, table)
            shown = {turn.number for turn in await reader.turns(game_id, last=last)} if withdrawn else set()
        return [read_turn(one.turn) for one in withdrawn if one.by in shown and one.turn.changes]

    async def list_changed(self, game_id: str, last: int) -> list[PlayedTurn]:
        """Return those of the ``last`` turns in which people changed the automatic player's proposal."""
        async with self._storage.read() as reader:
            table = await load_table(reader, game_id)
            turns = await reader.turns(game_id, last=last) if table.state.differently else []
        return [read_turn(turn) for turn in turns if turn.number in table.state.differently]

    async def find_scores(self, game_id: str) -> Mapping[str, int] | None:
        """Return each seat's score at the start of the last finished turn, or None if no turn is finished.

        Raises UnknownGame, ReplayFailed and UnreadableTable.
        """
        async with self._storage.read() as reader:
            table, last = await load_table(reader, game_id), await find_last(reader, game_id)
            return count_scores(table, last) if last is not None else None

    async def _tell(
        self, reader: Reader, table: Table, turns: Sequence[Turn], since: int = 0, until: int | None = None
    ) -> Recap:
        if not turns:
            raise TableError(text("error.no_turns_to_tell"))
        keys = await keys_of(reader, turns[-1])
        before = await keys_of(reader, turns[0]) if since else ()
        # In a thread, because a whole game takes so long that other people's clicks would have to wait.
        return await asyncio.to_thread(tell, table, turns, keys, since, before, until)
