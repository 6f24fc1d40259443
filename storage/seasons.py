"""Seasons, their entrants and substitutes, and their tables."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Sequence
from datetime import datetime
from functools import cache
from typing import Any, TypedDict, Unpack, cast

from sqlalchemy import BindParameter, CompoundSelect, Select, bindparam, literal, union_all
from sqlalchemy import select as core_select
from sqlmodel import col, delete, func, select, update

from storage.errors import UnknownGame
from storage.games import ID_LENGTH, ID_LETTERS
from storage.models import (
    ArrangementTable,
    ChoiceTable,
    Entrant,
    EntrantTable,
    Game,
    GameStatus,
    GameTable,
    Json,
    Season,
    SeasonGame,
    SeasonGameTable,
    SeasonStatus,
    SeasonTable,
    SeatTable,
    Substitute,
    SubstituteTable,
)
from storage.unit import Circle, Unit, insert_into, read_row, select_by, table_of, to_plain, update_by


class SeasonChanges(TypedDict, total=False):
    """Changes of a season's columns."""

    status: SeasonStatus
    plan: list[Any]
    round: int
    announced: int
    starts: datetime | None
    ends: datetime
    due: datetime | None
    host_user_id: int


class EntrantChanges(TypedDict, total=False):
    """Changes of an entrant's columns."""

    asked: datetime
    asked_by: int | None
    is_reminded: bool


@cache
def _people() -> CompoundSelect[Any]:
    """Return the query for the people of a season: a row for each, with a number.

    0 stands for entrants, 1 for substitutes, 2 for those who have a seat in its open or running games, 3 for those who
    stand in for someone there. While the season has not ended, there is also one row with the number 4.
    """
    entrant, other, game, season = (table_of(kind) for kind in (EntrantTable, SubstituteTable, GameTable, SeasonTable))
    table, seat, away = (table_of(kind) for kind in (SeasonGameTable, SeatTable, ArrangementTable))
    wanted: BindParameter[str] = bindparam("season_id")
    is_on = (table.c.season_id == wanted) & game.c.status.in_(("open", "playing"))
    of_season = table.join(game, game.c.id == table.c.game_id)
    seated = of_season.join(seat, seat.c.game_id == game.c.id)
    absent = of_season.join(away, (away.c.game_id == game.c.id) & (away.c.kind == "away"))
    return union_all(
        select(entrant.c.user_id, literal(0)).where(entrant.c.season_id == wanted, entrant.c.left.is_(None)),
        select(other.c.user_id, literal(1)).where(other.c.season_id == wanted),
        select(seat.c.user_id, literal(2)).select_from(seated).where(is_on),
        select(away.c.other_user_id, literal(3)).select_from(absent).where(is_on),
        select(literal(0), literal(4)).where(season.c.id == wanted, season.c.status.in_(("open", "playing"))),
    )


@cache
def _games() -> Select[Any]:
    """Return the query for the tables of a season, each with the status of its game."""
    table, game = table_of(SeasonGameTable), table_of(GameTable)
    return (
        core_select(table, game.c.status)
        .join_from(table, game, game.c.id == table.c.game_id)
        .where(table.c.season_id == bindparam("season_id"))
        .order_by(table.c.round, table.c.number)
    )


@cache
def _locked_season() -> Select[Any]:
    return select_by(SeasonTable, "id").with_for_update()


@cache
def _locked_first_game() -> Select[Any]:
    table, game = table_of(SeasonGameTable), table_of(GameTable)
    is_first = (table.c.season_id == bindparam("season_id")) & (table.c.round == 1) & (table.c.number == 1)
    first = core_select(table.c.game_id).where(is_first).scalar_subquery()
    return core_select(game).where(game.c.id == first).with_for_update()


class SeasonReader(Unit):
    """Reads seasons."""

    async def season(self, season_id: str) -> Season:
        """Return the season. Raises UnknownGame."""
        season = await self._find_one(Season, select_by(SeasonTable, "id"), id=season_id)
        if season is None:
            raise UnknownGame(season_id)
        return season

    async def seasons(self, guild_id: int | None, statuses: Collection[SeasonStatus] | None = None) -> list[Season]:
        """Return the seasons of a server, or those with one of these statuses, the newest first."""
        query = (
            select(SeasonTable)
            .where(col(SeasonTable.guild_id) == guild_id)
            .order_by(col(SeasonTable.created).desc(), col(SeasonTable.id))
        )
        if statuses is not None:
            query = query.where(col(SeasonTable.status).in_(statuses))
        return [to_plain(Season, row) for row in await self._session.exec(query)]

    async def entrants(self, season_id: str) -> list[Entrant]:
        """Return those who entered a season, in the order of their entry, including those who dropped out."""
        return await self._find(Entrant, select_by(EntrantTable, "season_id", order=("place",)), season_id=season_id)

    async def substitutes(self, season_id: str) -> list[Substitute]:
        """Return those who may take over free seats of a season's games, by name."""
        query = select_by(SubstituteTable, "season_id", order=("display_name", "user_id"))
        return await self._find(Substitute, query, season_id=season_id)

    async def circle(self, season_id: str) -> Circle:
        """Return who has entered a season, may replace someone in it, or plays in its games, by one query."""
        if season_id not in self._circles:
            rows = [tuple(row) for row in await self._run(_people(), {"season_id": season_id})]
            found = [frozenset(who for who, of in rows if of == kind and who is not None) for kind in range(5)]
            self._circles[season_id] = Circle(found[0], found[1], found[2], found[3], counts=bool(found[4]))
        return self._circles[season_id]

    async def has_chosen(self, game_ids: Collection[str], user_id: int, since: datetime) -> bool:
        """Return whether a person has decided anything in one of several games since a time."""
        query = select(ChoiceTable.seq).where(
            col(ChoiceTable.game_id).in_(game_ids),
            col(ChoiceTable.user_id) == user_id,
            col(ChoiceTable.created) > since,
        )
        return (await self._session.exec(query.limit(1))).first() is not None

    async def season_games(self, season_id: str) -> list[tuple[SeasonGame, GameStatus]]:
        """Return the tables of a season in the order of their rounds, each with the status of its game."""
        rows = [row._asdict() for row in await self._run(_games(), {"season_id": season_id})]
        return [(read_row(SeasonGame, row), status) for row in rows for status in [cast("GameStatus", row["status"])]]

    async def seasons_due(self) -> list[str]:
        """Return the ids of the seasons that must be looked at now, the one that waits longest first."""
        query = select(SeasonTable.id).where(col(SeasonTable.due) <= self._now()).order_by(col(SeasonTable.due))
        return list((await self._run(query, {})).scalars())


class SeasonWriter(SeasonReader):
    """Changes seasons."""

    async def create_season(
        self,
        *,
        guild_id: int | None,
        channel_id: int,
        name: str,
        kind: str,
        scenario: str,
        players: int,
        rounds: int,
        language: str,
        seed: bytes,
        host_user_id: int,
        options: Json,
        starts: datetime | None,
        ends: datetime,
    ) -> Season:
        """Create a season that people may enter, under a new short id, and return it."""
        season_id = "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))
        while await self._find_one(Season, select_by(SeasonTable, "id"), id=season_id) is not None:
            season_id = "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))
        season = Season(
            id=season_id,
            guild_id=guild_id,
            channel_id=channel_id,
            name=name,
            kind=kind,
            scenario=scenario,
            players=players,
            rounds=rounds,
            language=language,
            seed=seed,
            host_user_id=host_user_id,
            options=options,
            starts=starts,
            ends=ends,
            due=starts if starts is not None else ends,
            created=self._now(),
        )
        await self._run(insert_into(SeasonTable), season.model_dump())
        return season

    async def lock_season(self, season_id: str) -> Season:
        """Return the season, with every other writer of it kept out until this transaction ends. Raises UnknownGame."""
        season = await self._find_one(Season, _locked_season(), id=season_id)
        if season is None:
            raise UnknownGame(season_id)
        return season

    async def lock_first_game(self, season_id: str) -> None:
        """Lock the first table of a season, if it has one."""
        game = await self._find_one(Game, _locked_first_game(), season_id=season_id)
        if game is not None:
            self._known[game.id].locked = game

    async def update_season(self, season_id: str, **changes: Unpack[SeasonChanges]) -> None:
        """Change the named columns of a season."""
        await self._run(update_by(SeasonTable, ("id",), tuple(changes)), {"of_id": season_id, **changes})

    async def settle_season(
        self, season_id: str, round_number: int, was_due: datetime, **changes: Unpack[SeasonChanges]
    ) -> bool:
        """Change columns of a season if it is played, in this round and due at this time; return whether it was."""
        query = update(SeasonTable).where(
            col(SeasonTable.id) == season_id,
            col(SeasonTable.status) == "playing",
            col(SeasonTable.round) == round_number,
            col(SeasonTable.due) == was_due,
        )
        return bool((await self._run(query.values(**changes), {})).rowcount)

    async def hasten_season(self, season_id: str) -> None:
        """Make a season that is being played due now."""
        await self._session.exec(
            update(SeasonTable)
            .where(col(SeasonTable.id) == season_id, col(SeasonTable.status) == "playing")
            .values(due=self._now())
        )

    async def add_entrant(self, season_id: str, user_id: int, display_name: str) -> Entrant:
        """Add someone new as the last entrant. Lock the season before."""
        self._circles.pop(season_id, None)
        query = select(func.coalesce(func.max(EntrantTable.place), -1)).where(col(EntrantTable.season_id) == season_id)
        entrant = Entrant(
            season_id=season_id,
            place=int((await self._run(query, {})).scalar_one()) + 1,
            user_id=user_id,
            display_name=display_name,
            joined=self._now(),
        )
        await self._run(insert_into(EntrantTable), entrant.model_dump())
        return entrant

    async def remove_entrant(self, season_id: str, user_id: int) -> None:
        """Take out someone who entered, before the season has begun."""
        self._circles.pop(season_id, None)
        await self._session.exec(
            delete(EntrantTable).where(col(EntrantTable.season_id) == season_id, col(EntrantTable.user_id) == user_id)
        )

    async def drop_out(self, season_id: str, user_id: int) -> None:
        """Remember that someone has dropped out."""
        self._circles.pop(season_id, None)
        await self._session.exec(
            update(EntrantTable)
            .where(col(EntrantTable.season_id) == season_id, col(EntrantTable.user_id) == user_id)
            .values(left=self._now())
        )

    async def update_entrant(self, season_id: str, place: int, **changes: Unpack[EntrantChanges]) -> None:
        """Change columns of an entrant, such as when they were asked."""
        await self._session.exec(
            update(EntrantTable)
            .where(col(EntrantTable.season_id) == season_id, col(EntrantTable.place) == place)
            .values(**changes)
        )

    async def name_substitute(self, season_id: str, user_id: int, display_name: str) -> None:
        """Let a person take over free seats of a season's games."""
        self._circles.pop(season_id, None)
        await self._put(SubstituteTable, season_id=season_id, user_id=user_id, display_name=display_name)

    async def drop_substitute(self, season_id: str, user_id: int) -> None:
        """Let a person no longer take over free seats of a season's games."""
        self._circles.pop(season_id, None)
        await self._session.exec(
            delete(SubstituteTable).where(
                col(SubstituteTable.season_id) == season_id, col(SubstituteTable.user_id) == user_id
            )
        )

    async def add_season_game(
        self, season_id: str, game_id: str, round_number: int, number: int, places: Sequence[int | None]
    ) -> None:
        """Add a table to a season, with the places of those who were to sit there."""
        row = SeasonGame(game_id=game_id, season_id=season_id, round=round_number, number=number, places=list(places))
        await self._run(insert_into(SeasonGameTable), row.model_dump())
