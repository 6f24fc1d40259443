"""Played turns read again: the board before and after each, for recaps, details, and the report of a whole game."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.errors import TableError
from bot.service.loading import keys_of, load_table, resume
from bot.service.moments import Table
from bot.service.writing import decode_steps
from engine.core.change import Change
from engine.core.text import text
from render.pictures import Turn as Scene
from storage import Reader, Storage, Turn


@dataclass(frozen=True, slots=True)
class Tale:
    """A stretch of play at a table: the board before it, and its turns as stored, with the board after each of them."""

    table: Table
    before: Any
    scenes: tuple[Scene, ...]
    turns: tuple[Turn, ...] = ()

    @property
    def after(self) -> Any:
        """The board at the end of the stretch."""
        return self.scenes[-1].view if self.scenes else self.before

    @property
    def changes(self) -> list[Change]:
        """Everything that happened in it."""
        return [change for scene in self.scenes for change in scene.changes]

    @property
    def views(self) -> list[Any]:
        """The board at its start and after each turn."""
        return [self.before, *(scene.view for scene in self.scenes)]


class Tales:
    """Reads tales from the database."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    async def tell_last(self, game_id: str, count: int | None) -> Tale:
        """The last ``count`` finished turns, or with None the whole game so far.

        Raises TableError when no turn has been played yet, UnknownGame and UnreadableTable.
        """
        async with self._storage.read() as reader:
            table = await load_table(reader, game_id)
            turns = await reader.turns(game_id, last=count)
            return await self._tell(reader, table, turns)

    async def tell_turns(self, game_id: str, first: int, last: int, since: int = 0, until: int | None = None) -> Tale:
        """The turns with these numbers, from step ``since`` of the first to step ``until`` of the last.

        Raises TableError when the table has gone back behind them.
        """
        async with self._storage.read() as reader:
            table = await load_table(reader, game_id)
            turns = [turn for turn in await reader.turns(game_id) if first <= turn.number <= last]
            return await self._tell(reader, table, turns, since, until)

    async def tell_since(self, game_id: str, user_id: int) -> Tale | None:
        """The turns since a person last chose something in one, or of the whole game; None when there are none.

        A turn of another's in which they were only asked something is told as well. Raises UnknownGame and
        UnreadableTable.
        """
        async with self._storage.read() as reader:
            table = await load_table(reader, game_id)
            own = [choice for choice in await reader.choices(game_id) if choice.user_id == user_id]
            last = max((choice.turn_number for choice in own if choice.kind == "choose"), default=0)
            seats = {choice.seat for choice in own if choice.turn_number == last}
            turns = [turn for turn in await reader.turns(game_id) if turn.number >= last]
            if turns and turns[0].number == last and turns[0].label.get("seat", "") in ("", *seats):
                del turns[0]
            return await self._tell(reader, table, turns) if turns else None

    async def find_scores(self, game_id: str) -> Mapping[str, int] | None:
        """Everybody's scores at the start of the last finished turn; None before one. Raises UnreadableTable."""
        async with self._storage.read() as reader:
            table = await load_table(reader, game_id)
            turns = await reader.turns(game_id, last=1)
        return table.front.list_scores(resume(table, turns[0], ()).view()) if turns else None

    async def _tell(
        self, reader: Reader, table: Table, turns: Sequence[Turn], since: int = 0, until: int | None = None
    ) -> Tale:
        if not turns:
            raise TableError(text("error.no_turns_to_tell"))
        keys = await keys_of(reader, turns[-1])
        before = await keys_of(reader, turns[0]) if since else ()
        # A whole game takes a while: the others' presses must not wait for it.
        return await asyncio.to_thread(tell, table, turns, keys, since, before, until)


def tell(
    table: Table,
    turns: Sequence[Turn],
    keys: tuple[str, ...],
    since: int = 0,
    before: tuple[str, ...] = (),
    until: int | None = None,
) -> Tale:
    """Tell turns that follow each other; ``keys`` are those of the last. Raises ReplayFailed and UnreadableTable.

    The first is told from step ``since`` on, to which the keys ``before`` lead, and the last to step ``until``.
    """
    views = [resume(table, turn, ()).view() for turn in turns]
    if since:
        views[0] = resume(table, turns[0], before).view_after(since - 1)
    end = resume(table, turns[-1], keys)
    views.append(end.view() if until is None else end.view_after(until))
    logs = [decode_steps(turn.changes) for turn in turns]
    logs[-1] = logs[-1][: None if until is None else until + 1]
    logs[0] = logs[0][since:]
    scenes = (
        Scene(view, tuple(change for step in log for change in step.changes))
        for log, view in zip(logs, views[1:], strict=True)
    )
    return Tale(table, views[0], tuple(scenes), tuple(turns))
