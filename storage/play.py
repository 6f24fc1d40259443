"""The course of a game: turns, drafts, and the log of choices, which only grows. Games are in `storage.games`."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any

from sqlalchemy import Select, bindparam, func
from sqlalchemy import select as core_select
from sqlmodel import SQLModel

from storage.errors import NoOpenTurn, UnknownGame
from storage.games import GameReader, GameWriter
from storage.models import (
    Arrangement,
    ArrangementTable,
    Choice,
    ChoiceKind,
    ChoiceTable,
    Draft,
    DraftTable,
    Game,
    GameTable,
    Json,
    Seat,
    SeatTable,
    Turn,
    TurnStatus,
    TurnTable,
)
from storage.unit import Gathered, delete_by, insert_into, is_lasting, read_row, select_by, table_of, update_by

_DONE: tuple[TurnStatus, ...] = ("done",)


@dataclass(frozen=True, slots=True)
class Play:
    """State of a game: the turn under way (None before the start and after the end) and its keys so far."""

    game: Game
    turn: Turn | None
    keys: tuple[str, ...]


@cache
def _gathering(*, with_game: bool) -> Select[Any]:
    """Return the query for a whole table: its seats, each joined with its absences, its standing orders and its draft.

    The game is left out where it is known and locked: the other rows are read after the lock, so that none is older.
    """
    game, seat, arranged, draft = (table_of(kind) for kind in (GameTable, SeatTable, ArrangementTable, DraftTable))
    is_arranged = (arranged.c.game_id == seat.c.game_id) & (arranged.c.seat == seat.c.seat)
    is_shown = is_arranged & arranged.c.kind.in_(("away", "order")) & is_lasting(arranged)
    is_draft = (draft.c.game_id == seat.c.game_id) & (draft.c.seat == seat.c.seat)
    of_game = game.outerjoin(seat, seat.c.game_id == game.c.id) if with_game else seat
    key = game.c.id if with_game else seat.c.game_id
    return (
        core_select(*([game] if with_game else []), seat, arranged, draft)
        .select_from(of_game.outerjoin(arranged, is_shown).outerjoin(draft, is_draft))
        .where(key == bindparam("game_id"))
        .order_by(seat.c.place)
    )


@cache
def _last_number(kind: type[SQLModel], name: str) -> Select[Any]:
    """Return the query for the highest number that rows of a game have in a column; None where there are none."""
    table = table_of(kind)
    return core_select(func.max(table.c[name])).where(table.c.game_id == bindparam("game_id"))


@cache
def _turns(*, has_limit: bool) -> Select[Any]:
    """Return the query for the turns of a game with some statuses from a number on, the newest first.

    ``has_limit`` leaves only the ``last`` ones.
    """
    turns = table_of(TurnTable)
    query = (
        core_select(turns)
        .where(
            turns.c.game_id == bindparam("game_id"),
            turns.c.status.in_(bindparam("statuses", expanding=True)),
            turns.c.number >= bindparam("first"),
        )
        .order_by(turns.c.number.desc())
    )
    return query.limit(bindparam("last")) if has_limit else query


class PlayReader(GameReader):
    """Reads turns, choices and drafts."""

    async def gather(self, game_id: str) -> Gathered:
        """Return the rows of a whole table, by one query. Raises UnknownGame."""
        known = self._known[game_id]
        if known.gathered is None:
            asked = {"game_id": game_id, "now": self._now()}
            rows = [tuple(row) for row in await self._run(_gathering(with_game=known.locked is None), asked)]
            if known.locked is None and not rows:
                raise UnknownGame(game_id)
            known.gathered = read_gathered(rows, known.locked)
        return known.gathered

    async def load_play(self, game_id: str) -> Play:
        """Return everything needed to continue with a game. Raises UnknownGame."""
        game = await self.game(game_id)
        turn = await self.turn_under_way(game_id)
        if turn is None:
            return Play(game, None, ())
        return Play(game, turn, effective_keys(await self.choices(game_id, turn.number)))

    async def turn(self, game_id: str, number: int) -> Turn | None:
        """Return the turn with this number, or None."""
        return await self._find_one(Turn, select_by(TurnTable, "game_id", "number"), game_id=game_id, number=number)

    async def turns(
        self,
        game_id: str,
        *,
        statuses: Collection[TurnStatus] = _DONE,
        first: int = 0,
        last: int | None = None,
    ) -> list[Turn]:
        """Return the turns with one of these statuses from ``first`` on, the oldest first; perhaps only the ``last``
        ones.
        """
        asked: dict[str, Any] = {"game_id": game_id, "statuses": list(statuses), "first": first}
        if last is not None:
            asked["last"] = last
        rows = await self._find(Turn, _turns(has_limit=last is not None), **asked)
        return rows[::-1]

    async def choices(self, game_id: str, turn_number: int | None = None) -> list[Choice]:
        """Return the log of a game, or of one turn of it, oldest first."""
        if turn_number is None:
            return await self._find(Choice, select_by(ChoiceTable, "game_id", order=("seq",)), game_id=game_id)
        query = select_by(ChoiceTable, "game_id", "turn_number", order=("seq",))
        return await self._find(Choice, query, game_id=game_id, turn_number=turn_number)

    async def draft(self, game_id: str, seat: str) -> Draft | None:
        """Return a seat's unconfirmed keys, or None."""
        gathered = self._known[game_id].gathered
        if gathered is not None:
            return gathered.drafts.get(seat)
        return await self._find_one(Draft, select_by(DraftTable, "game_id", "seat"), game_id=game_id, seat=seat)

    async def turn_under_way(self, game_id: str) -> Turn | None:
        """Return the turn that is not finished, or None."""
        known = self._known[game_id]
        if known.open_turn is not None:
            return known.open_turn
        query = select_by(TurnTable, "game_id", "status")
        turn = await self._find_one(Turn, query, game_id=game_id, status="open")
        if known.locked is not None and turn is not None:
            known.open_turn, known.last_turn = turn, turn.number
        return turn


class PlayWriter(PlayReader, GameWriter):
    """Writes turns, choices and drafts."""

    async def open_turn(self, game_id: str, *, label: Json, snapshot: bytes, digest: str) -> Turn:
        """Begin the next turn from a state. The turn before must be finished; the database refuses a second open one.

        Raises UnknownGame.
        """
        await self.lock_game(game_id)
        known = self._known[game_id]
        if known.last_turn is None:
            known.last_turn = await self._find_last_number(TurnTable, "number", game_id)
        turn = Turn(
            game_id=game_id,
            number=known.last_turn + 1,
            label=label,
            snapshot=snapshot,
            digest=digest,
            created=self._now(),
        )
        await self._run(insert_into(TurnTable), turn.model_dump())
        known.open_turn, known.last_turn = turn, turn.number
        return turn

    async def finish_turn(self, game_id: str, changes: bytes) -> Turn:
        """End the open turn and return it; ``changes`` are what happened in it. Raises UnknownGame, NoOpenTurn."""
        await self.lock_game(game_id)
        return await self._close_turn(await self._require_open_turn(game_id), "done", changes)

    async def append_choices(
        self, game_id: str, expected_version: int, seat: str, keys: Sequence[str], *, user_id: int | None = None
    ) -> int:
        """Add a seat's keys to the open turn, all or none, and return the game's new version.

        Raises UnknownGame, StaleVersion, NoOpenTurn.
        """
        version = await self.advance(game_id, expected_version)
        turn = await self._require_open_turn(game_id)
        await self._append(turn, "choose", seat, keys, user_id)
        return version

    async def rewind(
        self, game_id: str, expected_version: int, number: int, seat: str, *, user_id: int | None = None
    ) -> Turn:
        """Go back to the start of turn ``number``: a new open turn with its state. Nothing is erased.

        With the number of the open turn this takes that turn back to its start. The turns taken back stay stored,
        as ``rolled_back``, and the log has a line that says so. Raises UnknownGame, StaleVersion, and NoOpenTurn when
        no turn is under way or ``number`` is not one of the turns that hold.
        """
        await self.advance(game_id, expected_version)
        under_way = await self._require_open_turn(game_id)
        target = await self.turn(game_id, number)
        if target is None or target.status == "rolled_back":
            raise NoOpenTurn(game_id)
        await self._append(under_way, "rewind", seat, [str(number)], user_id)
        for turn in await self.turns(game_id, statuses=("done", "open"), first=number):
            await self._close_turn(turn, "rolled_back", turn.changes)
        return await self.open_turn(game_id, label=target.label, snapshot=target.snapshot, digest=target.digest)

    async def put_draft(
        self, game_id: str, seat: str, base_version: int, keys: Sequence[str], updated: datetime | None = None
    ) -> None:
        """Keep a seat's unconfirmed keys, in place of earlier ones, as ``updated`` at a time (None: now)."""
        updated = updated or self._now()
        draft = Draft(game_id=game_id, seat=seat, base_version=base_version, keys=list(keys), updated=updated)
        await self._put(DraftTable, **draft.model_dump())
        gathered = self._known[game_id].gathered
        if gathered is not None:
            gathered.drafts[seat] = draft

    async def delete_draft(self, game_id: str, seat: str) -> None:
        """Forget a seat's unconfirmed keys, if there are any."""
        gathered = self._known[game_id].gathered
        if gathered is not None:
            gathered.drafts.pop(seat, None)
        await self._run(delete_by(DraftTable, "game_id", "seat"), {"game_id": game_id, "seat": seat})

    async def _require_open_turn(self, game_id: str) -> Turn:
        turn = await self.turn_under_way(game_id)
        if turn is None:
            raise NoOpenTurn(game_id)
        return turn

    async def _close_turn(self, turn: Turn, status: TurnStatus, changes: bytes | None) -> Turn:
        values = {"status": status, "changes": changes, "finished": turn.finished or self._now()}
        keys = {"of_game_id": turn.game_id, "of_number": turn.number}
        await self._run(update_by(TurnTable, ("game_id", "number"), tuple(values)), {**keys, **values})
        self._known[turn.game_id].open_turn = None
        return read_row(Turn, {**turn.model_dump(), **values})

    async def _append(self, turn: Turn, kind: ChoiceKind, seat: str, keys: Sequence[str], user_id: int | None) -> None:
        known = self._known[turn.game_id]
        if known.last_choice is None:
            known.last_choice = await self._find_last_number(ChoiceTable, "seq", turn.game_id)
        now = self._now()
        rows = [
            {
                "game_id": turn.game_id,
                "seq": seq,
                "turn_number": turn.number,
                "kind": kind,
                "seat": seat,
                "user_id": user_id,
                "key": key,
                "created": now,
            }
            for seq, key in enumerate(keys, start=known.last_choice + 1)
        ]
        if rows:
            await self._run(insert_into(ChoiceTable), rows)
        known.last_choice += len(rows)

    async def _find_last_number(self, kind: type[SQLModel], name: str, game_id: str) -> int:
        return (await self._run(_last_number(kind, name), {"game_id": game_id})).scalar_one() or 0


def read_gathered(rows: Sequence[tuple[Any, ...]], game: Game | None) -> Gathered:
    """Return a table from the rows of its query; ``game`` is None where the rows begin with it."""
    kinds: list[type[SQLModel]] = [*([Game] if game is None else []), Seat, Arrangement, Draft]
    found: dict[type[SQLModel], dict[Any, Any]] = {kind: {} for kind in kinds}
    for row in rows:
        start = 0
        for kind in kinds:
            names = _names_of(kind)
            values = row[start : start + len(names)]
            start += len(names)
            # In an outer join all values are empty where there is no counterpart.
            key = values[0] if kind in (Game, Arrangement) else values[:2]
            if values[0] is not None and key not in found[kind]:
                found[kind][key] = read_row(kind, dict(zip(names, values, strict=True)))
    arranged = sorted(found[Arrangement].values(), key=lambda row: row.id)
    return Gathered(
        game if game is not None else next(iter(found[Game].values())),
        tuple(found[Seat].values()),
        tuple(row for row in arranged if row.kind == "away"),
        tuple(row for row in arranged if row.kind == "order"),
        {draft.seat: draft for draft in found[Draft].values()},
    )


@cache
def _names_of(kind: type[SQLModel]) -> tuple[str, ...]:
    return tuple(kind.model_fields)


def effective_choices(log: Iterable[Choice]) -> list[Choice]:
    """Return the choices of one turn that still hold, in order: an undo removes the last one, a rewind all of them.

    ``log`` is one turn's part of the log, oldest first. Raises ValueError where an undo has nothing to take back:
    such a log was not written by this package.
    """
    choices: list[Choice] = []
    for line in log:
        match line.kind:
            case "choose":
                choices.append(line)
            case "undo":
                if not choices:
                    raise ValueError(f"Line {line.seq} of game {line.game_id!r} takes back a choice that is not there.")
                choices.pop()
            case "rewind":
                choices.clear()
    return choices


def effective_keys(log: Iterable[Choice]) -> tuple[str, ...]:
    """Return the keys of one turn that still hold, in order. Raises ValueError as `effective_choices` does."""
    return tuple(choice.key for choice in effective_choices(log))
