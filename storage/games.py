"""Games and their seats, with ended entries, votes, and the facts of finished games. Turns are in `storage.play`."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import Any, NamedTuple, TypedDict, Unpack

from sqlalchemy import ColumnElement, Select, bindparam, exists, false
from sqlalchemy import select as core_select
from sqlmodel import col, func, select
from sqlmodel.ext.asyncio.session import AsyncSession

from storage.errors import SeatTaken, StaleVersion, UnknownGame
from storage.models import (
    ArrangementTable,
    Ballot,
    BallotTable,
    Entry,
    EntryTable,
    Game,
    GameStatus,
    GameTable,
    Json,
    LeftBy,
    MessageRefTable,
    Seat,
    SeatKind,
    SeatTable,
    Statistic,
    StatisticTable,
)
from storage.unit import Unit, delete_by, insert_into, read_row, select_by, table_of, to_plain, update_by

# No two of these letters and digits look alike, since people read the ids aloud.
ID_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
ID_LENGTH = 6
_MOST_GAMES = 100


class GameChanges(TypedDict, total=False):
    """Changes of a game's columns, apart from its turns."""

    name: str
    guild_id: int | None
    channel_id: int
    thread_id: int | None
    status: GameStatus
    language: str
    rules_version: str
    host_user_id: int
    options: Json


class NamedGame(NamedTuple):
    """Row for finding a game by name. ``is_seated``: the person has a seat there, acts for someone, or opened it."""

    id: str
    name: str
    status: str
    channel_id: int
    thread_id: int | None
    is_seated: bool
    is_private: bool = False


@cache
def _seats_of() -> Select[Any]:
    seats = table_of(SeatTable)
    are_theirs = seats.c.game_id.in_(bindparam("game_ids", expanding=True))
    return core_select(seats).where(are_theirs).order_by(seats.c.place)


@cache
def _locked_game() -> Select[Any]:
    return select_by(GameTable, "id").with_for_update()


class GameReader(Unit):
    """Reads games, seats, ended entries, votes and facts of finished games."""

    async def game(self, game_id: str) -> Game:
        """Return the game. Raises UnknownGame."""
        known = self._known[game_id]
        if known.locked is not None:
            return known.locked
        if known.gathered is not None:
            return known.gathered.game
        game = await self._find_one(Game, select_by(GameTable, "id"), id=game_id)
        if game is None:
            raise UnknownGame(game_id)
        return game

    async def games_by(
        self,
        *,
        guild_id: int | None = None,
        channel_id: int | None = None,
        user_id: int | None = None,
        statuses: Collection[GameStatus] | None = None,
        seat_kind: SeatKind | None = None,
        without_message: str | None = None,
        limit: int | None = _MOST_GAMES,
    ) -> list[Game]:
        """Return the games that meet every condition given, the newest first; with None for ``limit``, all of them.

        ``channel_id`` finds a game by its channel or its thread, ``user_id`` by who sits at it, ``seat_kind`` by a
        seat of that kind, and ``without_message`` those without a known message of that kind.
        """
        table = table_of(GameTable)
        query = core_select(table).order_by(table.c.created.desc(), table.c.id).limit(limit)
        if guild_id is not None:
            query = query.where(col(GameTable.guild_id) == guild_id)
        if channel_id is not None:
            query = query.where((col(GameTable.thread_id) == channel_id) | (col(GameTable.channel_id) == channel_id))
        if user_id is not None:
            seated = select(SeatTable.game_id).where(col(SeatTable.user_id) == user_id)
            query = query.where(col(GameTable.id).in_(seated))
        if seat_kind is not None:
            held = select(SeatTable.game_id).where(col(SeatTable.kind) == seat_kind)
            query = query.where(col(GameTable.id).in_(held))
        if without_message is not None:
            told = select(MessageRefTable.game_id).where(col(MessageRefTable.kind) == without_message)
            query = query.where(col(GameTable.id).not_in(told))
        if statuses is not None:
            query = query.where(col(GameTable.status).in_(statuses))
        return await self._find(Game, query)

    async def games_of(self, user_id: int, statuses: Collection[GameStatus]) -> list[Game]:
        """Return a person's games on all servers, the newest first: where they sit or stand in, and those they opened.

        Games that they only opened count until these begin.
        """
        seated = select(SeatTable.game_id).where(col(SeatTable.user_id) == user_id)
        is_host = (col(GameTable.host_user_id) == user_id) & (col(GameTable.status) == "open")
        query = (
            select(GameTable)
            .where(
                col(GameTable.status).in_(statuses),
                col(GameTable.id).in_(seated) | self._is_stand_in(user_id) | is_host,
            )
            .order_by(col(GameTable.created).desc(), col(GameTable.id))
        )
        return [to_plain(Game, row) for row in await self._session.exec(query)]

    def _is_stand_in(self, user_id: int) -> ColumnElement[bool]:
        """Return the condition that a person stands in for someone at a game."""
        acting = select(ArrangementTable.game_id).where(
            col(ArrangementTable.kind) == "away",
            col(ArrangementTable.other_user_id) == user_id,
            col(ArrangementTable.until).is_(None) | (col(ArrangementTable.until) > self._now()),
        )
        return col(GameTable.id).in_(acting)

    async def name_games(
        self, guild_id: int | None, user_id: int, statuses: Collection[GameStatus], limit: int | None = None
    ) -> list[NamedGame]:
        """Return rows for finding the games of a server (None: those without a server) by name, the newest first.

        Only games with one of these statuses are among them.
        """
        seated = exists().where(col(SeatTable.game_id) == col(GameTable.id), col(SeatTable.user_id) == user_id)
        is_theirs = seated | self._is_stand_in(user_id) | (col(GameTable.host_user_id) == user_id)
        is_private = func.coalesce(col(GameTable.options)["private"].as_boolean(), false())
        query = (
            select(
                col(GameTable.id),
                col(GameTable.name),
                col(GameTable.status),
                col(GameTable.channel_id),
                col(GameTable.thread_id),
                is_theirs,  # type: ignore[call-overload]
                is_private,
            )
            .where(col(GameTable.guild_id) == guild_id, col(GameTable.status).in_(statuses))
            .order_by(col(GameTable.created).desc(), col(GameTable.id))
            .limit(limit)
        )
        return [NamedGame(*row[:5], *map(bool, row[5:])) for row in await self._session.exec(query)]

    async def count_games(
        self,
        *,
        guild_id: int | None = None,
        host_user_id: int | None = None,
        statuses: Collection[GameStatus] | None = None,
    ) -> int:
        """Return how many games meet every condition given."""
        query = select(func.count()).select_from(GameTable)
        if guild_id is not None:
            query = query.where(col(GameTable.guild_id) == guild_id)
        if host_user_id is not None:
            query = query.where(col(GameTable.host_user_id) == host_user_id)
        if statuses is not None:
            query = query.where(col(GameTable.status).in_(statuses))
        return int((await self._run(query, {})).scalar_one())

    async def seats(self, game_id: str) -> list[Seat]:
        """Return the seats of a game, in their order. Empty for an unknown game."""
        return await self._find(Seat, select_by(SeatTable, "game_id", order=("place",)), game_id=game_id)

    async def seats_of(self, game_ids: Collection[str]) -> dict[str, list[Seat]]:
        """Return the seats of several games, each game's in their order."""
        seats: dict[str, list[Seat]] = {}
        for row in await self._find(Seat, _seats_of(), game_ids=list(game_ids)) if game_ids else ():
            seats.setdefault(row.game_id, []).append(row)
        return seats

    async def statistic(self, game_id: str) -> Statistic | None:
        """Return the facts of a finished game, or None."""
        return await self._find_one(Statistic, select_by(StatisticTable, "game_id"), game_id=game_id)

    async def statistics(self) -> list[Statistic]:
        """Return the facts of all finished games, the oldest first."""
        query = select(StatisticTable).order_by(col(StatisticTable.created), col(StatisticTable.game_id))
        return [to_plain(Statistic, row) for row in await self._session.exec(query)]

    async def finished_games(
        self,
        *,
        guild_id: int | None = None,
        user_id: int | None = None,
        game_ids: Collection[str] | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
        limit: int | None = None,
        with_abandoned: bool = False,
    ) -> list[tuple[Game, Statistic | None, list[Seat], list[Entry]]]:
        """Return the finished games that meet every condition given, the last to end first.

        Each comes with its facts, its seats and the entries that ended early. ``user_id`` finds them by who sat there
        at any time, ``since`` (included) and ``until`` (not) by when they ended. ``with_abandoned`` adds those that
        ended unfinished, which have no facts.
        """
        query = (
            select(GameTable, StatisticTable)
            .join(StatisticTable, col(StatisticTable.game_id) == col(GameTable.id), isouter=with_abandoned)
            .where(col(GameTable.status) == "over")
            .order_by(col(GameTable.finished).desc(), col(GameTable.id))
            .limit(limit)
        )
        if guild_id is not None:
            query = query.where(col(GameTable.guild_id) == guild_id)
        if user_id is not None:
            seated = select(SeatTable.game_id).where(col(SeatTable.user_id) == user_id)
            left = select(EntryTable.game_id).where(col(EntryTable.user_id) == user_id)
            query = query.where(col(GameTable.id).in_(seated) | col(GameTable.id).in_(left))
        if game_ids is not None:
            query = query.where(col(GameTable.id).in_(game_ids))
        if since is not None:
            query = query.where(col(GameTable.finished) >= since)
        if until is not None:
            query = query.where(col(GameTable.finished) < until)
        found: list[tuple[GameTable, StatisticTable | None]] = list(await self._session.exec(query))
        ids = [game.id for game, _ in found]
        seats, entries = await self.seats_of(ids), await self.entries_of(ids)
        return [
            (
                to_plain(Game, game),
                to_plain(Statistic, statistic) if statistic is not None else None,
                seats.get(game.id, []),
                entries.get(game.id, []),
            )
            for game, statistic in found
        ]

    async def entries_of(self, game_ids: Collection[str]) -> dict[str, list[Entry]]:
        """Return the entries of several games that ended before the games did, in their order."""
        query = (
            select(EntryTable)
            .where(col(EntryTable.game_id).in_(game_ids))
            .order_by(col(EntryTable.game_id), col(EntryTable.seat), col(EntryTable.number))
        )
        found: dict[str, list[Entry]] = {}
        for row in await self._session.exec(query) if game_ids else ():
            found.setdefault(row.game_id, []).append(to_plain(Entry, row))
        return found

    async def count_left(self, people: Collection[int], since: datetime) -> dict[int, int]:
        """Return in how many games each person has lost a seat since a time: they left or were taken out."""
        query = (
            select(EntryTable.user_id, func.count(func.distinct(EntryTable.game_id)))
            .where(
                col(EntryTable.user_id).in_(people),
                col(EntryTable.until) >= since,
                col(EntryTable.left_by).in_(("left", "replaced", "freed", "dropped_out")),
            )
            .group_by(col(EntryTable.user_id))
        )
        return {who: count for who, count in await self._session.exec(query) if who is not None} if people else {}

    async def ballot(self, game_id: str) -> Ballot | None:
        """Return the vote that a table is taking, or None."""
        return await self._find_one(Ballot, select_by(BallotTable, "game_id"), game_id=game_id)


class GameWriter(GameReader):
    """Changes games, seats, ended entries, votes and facts of finished games."""

    async def create_game(
        self,
        *,
        name: str,
        kind: str,
        scenario: str,
        seats: Sequence[str],
        seed: bytes,
        rules_version: str,
        language: str,
        host_user_id: int,
        channel_id: int,
        guild_id: int | None = None,
        thread_id: int | None = None,
        options: Json | None = None,
        people: Mapping[str, tuple[int, str]] | None = None,
    ) -> Game:
        """Create an open game with a new short id, and return it. ``people`` have seats in it, each by id and name."""
        now = self._now()
        game = Game(
            id=await self._choose_id(),
            guild_id=guild_id,
            channel_id=channel_id,
            thread_id=thread_id,
            name=name,
            kind=kind,
            scenario=scenario,
            language=language,
            rules_version=rules_version,
            seed=seed,
            host_user_id=host_user_id,
            options=options or {},
            created=now,
            updated=now,
        )
        await self._run(insert_into(GameTable), game.model_dump())
        rows = []
        for place, seat in enumerate(seats):
            row = Seat(game_id=game.id, seat=seat, place=place)
            if people and seat in people:
                row.kind, row.joined, (row.user_id, row.display_name) = "player", now, people[seat]
            rows.append(row.model_dump())
        if rows:
            await self._run(insert_into(SeatTable), rows)
        return game

    async def lock_game(self, game_id: str) -> Game:
        """Return the game, with every other writer of it kept out until this transaction ends. Raises UnknownGame.

        On SQLite the whole database is locked from the start, and this only reads.
        """
        known = self._known[game_id]
        if known.locked is None:
            # What was read before the lock may have changed since.
            known.gathered = None
            known.locked = await self._find_one(Game, _locked_game(), id=game_id)
            if known.locked is None:
                raise UnknownGame(game_id)
        return known.locked

    async def advance(self, game_id: str, expected_version: int) -> int:
        """Count one decision, and return the new version. Raises UnknownGame, or StaleVersion if someone was faster."""
        game = await self.lock_game(game_id)
        if game.version != expected_version:
            raise StaleVersion(game_id, expected_version, game.version)
        return (await self._change_game(game_id, version=expected_version + 1)).version

    async def update_game(self, game_id: str, **changes: Unpack[GameChanges]) -> Game:
        """Change the named columns of a game, and return it. Raises UnknownGame."""
        return await self._change_game(game_id, **changes)

    async def finish_game(self, game_id: str, facts: Json) -> Game:
        """End the game; ``facts`` are kept for statistics. Raises UnknownGame."""
        now = self._now()
        game = await self._change_game(game_id, status="over", finished=now)
        await self._put(StatisticTable, game_id=game_id, facts=facts, created=now)
        return game

    async def abandon_game(self, game_id: str, options: Json) -> Game:
        """End the game unfinished, with these options; no facts are kept for statistics.

        Raises UnknownGame.
        """
        return await self._change_game(game_id, status="over", options=options, finished=self._now())

    async def put_ballot(self, game_id: str, kind: str, version: int, payload: Json, votes: Sequence[str]) -> Ballot:
        """Start a vote at the table, in place of an earlier one."""
        values: dict[str, Any] = {
            "game_id": game_id,
            "kind": kind,
            "version": version,
            "payload": payload,
            "votes": list(votes),
            "created": self._now(),
        }
        await self._put(BallotTable, **values)
        return Ballot(**values)

    async def delete_ballot(self, game_id: str) -> None:
        """End a table's vote, if there is one."""
        await self._run(delete_by(BallotTable, "game_id"), {"game_id": game_id})

    async def take_seat(
        self, game_id: str, seat: str, user_id: int | None, display_name: str, *, kind: SeatKind = "player"
    ) -> Seat:
        """Put a person (or, with another kind, no person) on an empty seat. Raises SeatTaken when it is not empty."""
        return await self._change_seat(
            game_id, seat, only_from="empty", kind=kind, user_id=user_id, display_name=display_name, joined=self._now()
        )

    async def leave_seat(self, game_id: str, seat: str, left_by: LeftBy = "left") -> Seat:
        """Empty a seat; in a running game the entry of its person ends. Raises SeatTaken for an unknown seat."""
        await self.end_entry(game_id, seat, left_by)
        return await self._change_seat(
            game_id, seat, only_from=None, kind="empty", user_id=None, display_name="", joined=None
        )

    async def end_entry(self, game_id: str, seat: str, left_by: LeftBy) -> None:
        """Record that the person on a seat of a running game has stopped playing, if the seat has a person."""
        if (await self.lock_game(game_id)).status not in ("playing", "archived"):
            return
        for row in await self.seats(game_id):
            if row.seat == seat and row.kind == "player":
                await keep_entry(self._session, row, left_by, self._now())

    async def _change_game(self, game_id: str, **changes: Any) -> Game:
        """Give columns of a game new values. Raises UnknownGame."""
        game = await self.lock_game(game_id)
        changes["updated"] = self._now()
        await self._run(update_by(GameTable, ("id",), tuple(changes)), {"of_id": game_id, **changes})
        known = self._known[game_id]
        known.locked = read_row(Game, {**game.model_dump(), **changes})
        if known.gathered is not None:
            known.gathered.game = known.locked
        return known.locked

    async def _change_seat(
        self,
        game_id: str,
        seat: str,
        *,
        only_from: SeatKind | None,
        kind: SeatKind,
        user_id: int | None,
        display_name: str,
        joined: datetime | None,
    ) -> Seat:
        # This is one conditional statement: if two people click at once, exactly one of them gets the seat.
        asked = {"game_id": game_id, "seat": seat}
        keys = asked if only_from is None else {**asked, "kind": only_from}
        values = {"kind": kind, "user_id": user_id, "display_name": display_name, "joined": joined}
        statement = update_by(SeatTable, tuple(keys), tuple(values))
        self._known[game_id].gathered = None
        bound = {f"of_{name}": value for name, value in keys.items()}
        if (await self._run(statement, {**bound, **values})).rowcount != 1:
            raise SeatTaken(game_id, seat)
        ballot = await self.ballot(game_id)
        if ballot is not None and seat in ballot.votes:
            await withdraw_vote(self._session, game_id, seat)
        (row,) = await self._find(Seat, select_by(SeatTable, "game_id", "seat"), **asked)
        return row

    async def _choose_id(self) -> str:
        while True:
            game_id = "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))
            if await self._find_one(Game, select_by(GameTable, "id"), id=game_id) is None:
                return game_id


async def withdraw_vote(session: AsyncSession, game_id: str, seat: str) -> None:
    """Drop a seat's vote, since its next player has not voted."""
    row = await session.get(BallotTable, game_id, populate_existing=True)
    if row is not None and seat in row.votes:
        row.votes = [other for other in row.votes if other != seat]
        await session.flush()


async def keep_entry(session: AsyncSession, row: Seat, left_by: LeftBy, now: datetime) -> None:
    """Store the entry of a person at a running game, which ends now."""
    query = select(func.count()).where(col(EntryTable.game_id) == row.game_id, col(EntryTable.seat) == row.seat)
    session.add(
        EntryTable(
            game_id=row.game_id,
            seat=row.seat,
            number=(await session.exec(query)).one(),
            user_id=row.user_id,
            display_name=row.display_name,
            since=row.joined,
            until=now,
            left_by=left_by,
        )
    )
    await session.flush()
