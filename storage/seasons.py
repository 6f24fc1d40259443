"""Seasons, their entrants and substitutes, and their tables."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Sequence
from datetime import datetime
from functools import cache
from typing import Any, TypedDict, Unpack, cast

from sqlalchemy import BindParameter, CompoundSelect, bindparam, literal, union_all
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
from storage.unit import Circle, Unit, table_of, to_plain


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

    0 stands for entrants, 1 for substitutes, 2 for those who act in its open or running games. While the season has not
    ended, there is also one row with the number 3.
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
        select(away.c.other_user_id, literal(2)).select_from(absent).where(is_on),
        select(literal(0), literal(3)).where(season.c.id == wanted, season.c.status.in_(("open", "playing"))),
    )


class SeasonReader(Unit):
    """Reads seasons."""

    async def season(self, season_id: str) -> Season:
        """Return the season. Raises UnknownGame."""
        row = await self._session.get(SeasonTable, season_id, populate_existing=True)
        if row is None:
            raise UnknownGame(season_id)
        return to_plain(Season, row)

    async def seasons(
        self, guild_id: int | None, statuses: Collection[SeasonStatus] | None = None, limit: int = 25
    ) -> list[Season]:
        """Return the newest seasons of a server, at most ``limit``, the newest first."""
        query = (
            select(SeasonTable)
            .where(col(SeasonTable.guild_id) == guild_id)
            .order_by(col(SeasonTable.created).desc(), col(SeasonTable.id))
            .limit(limit)
        )
        if statuses is not None:
            query = query.where(col(SeasonTable.status).in_(statuses))
        return [to_plain(Season, row) for row in await self._session.exec(query)]

    async def entrants(self, season_id: str) -> list[Entrant]:
        """Return those who entered a season, in the order of their entry, including those who dropped out."""
        query = select(EntrantTable).where(col(EntrantTable.season_id) == season_id).order_by(col(EntrantTable.place))
        return [to_plain(Entrant, row) for row in await self._session.exec(query)]

    async def substitutes(self, season_id: str) -> list[Substitute]:
        """Return those who may take over free seats of a season's games, by name."""
        query = select(SubstituteTable).where(col(SubstituteTable.season_id) == season_id)
        query = query.order_by(col(SubstituteTable.display_name), col(SubstituteTable.user_id))
        return [to_plain(Substitute, row) for row in await self._session.exec(query)]

    async def circle(self, season_id: str) -> Circle:
        """Return who has entered a season, may replace someone in it, or plays in its games, by one query."""
        if season_id not in self._circles:
            rows = [tuple(row) for row in await self._run(_people(), {"season_id": season_id})]
            found = [frozenset(who for who, of in rows if of == kind and who is not None) for kind in range(4)]
            self._circles[season_id] = Circle(found[0], found[1], found[2], counts=bool(found[3]))
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
        query = (
            select(SeasonGameTable, GameTable.status)
            .join(GameTable, col(GameTable.id) == col(SeasonGameTable.game_id))
            .where(col(SeasonGameTable.season_id) == season_id)
            .order_by(col(SeasonGameTable.round), col(SeasonGameTable.number))
        )
        return [
            (to_plain(SeasonGame, row), cast("GameStatus", status)) for row, status in await self._session.exec(query)
        ]

    async def seasons_due(self) -> list[str]:
        """Return the ids of the seasons that must be looked at now, the one that waits longest first."""
        query = select(SeasonTable.id).where(col(SeasonTable.due) <= self._now()).order_by(col(SeasonTable.due))
        return list(await self._session.exec(query))


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
        while await self._session.get(SeasonTable, season_id) is not None:
            season_id = "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))
        row = SeasonTable(
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
        self._session.add(row)
        await self._session.flush()
        return to_plain(Season, row)

    async def lock_season(self, season_id: str) -> Season:
        """Return the season, with every other writer of it kept out until this transaction ends. Raises UnknownGame."""
        query = select(SeasonTable).where(col(SeasonTable.id) == season_id).with_for_update()
        row = (await self._session.exec(query.execution_options(populate_existing=True))).one_or_none()
        if row is None:
            raise UnknownGame(season_id)
        return to_plain(Season, row)

    async def lock_first_game(self, season_id: str) -> None:
        """Lock the first table of a season, if it has one."""
        first = (
            select(SeasonGameTable.game_id)
            .where(
                col(SeasonGameTable.season_id) == season_id,
                col(SeasonGameTable.round) == 1,
                col(SeasonGameTable.number) == 1,
            )
            .scalar_subquery()
        )
        query = select(GameTable).where(col(GameTable.id) == first).with_for_update()
        row = (await self._session.exec(query.execution_options(populate_existing=True))).one_or_none()
        if row is not None:
            self._known[row.id].locked = to_plain(Game, row)

    async def update_season(self, season_id: str, **changes: Unpack[SeasonChanges]) -> None:
        """Change the named columns of a season."""
        await self._session.exec(update(SeasonTable).where(col(SeasonTable.id) == season_id).values(**changes))

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
        return bool((await self._session.exec(query.values(**changes))).rowcount)

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
        last = (await self._session.exec(query)).one()
        row = EntrantTable(
            season_id=season_id,
            place=last + 1,
            user_id=user_id,
            display_name=display_name,
            joined=self._now(),
        )
        self._session.add(row)
        await self._session.flush()
        return to_plain(Entrant, row)

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
        self._session.add(
            SeasonGameTable(
                game_id=game_id, season_id=season_id, round=round_number, number=number, places=list(places)
            )
        )
        await self._session.flush()
