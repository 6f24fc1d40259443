"""Timers, and the preferences of people."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from functools import cache
from typing import Any

from sqlalchemy import Select, Update, bindparam
from sqlalchemy import select as core_select
from sqlalchemy import update as core_update
from sqlalchemy.sql.dml import ReturningInsert
from sqlmodel import col, delete, func, select

from storage.models import (
    GameStatus,
    GameTable,
    Json,
    SeasonTable,
    Timer,
    TimerTable,
    UserPreference,
    UserPreferenceTable,
)
from storage.unit import Unit, insert_into, select_by, table_of, to_plain


@cache
def _insert_timer() -> ReturningInsert[Any]:
    return insert_into(TimerTable).returning(table_of(TimerTable).c.id)


@cache
def _cancel(*, has_kinds: bool, has_seat: bool) -> Update:
    """Return the statement that cancels a game's waiting timers: all, or only those of some kinds or of a seat."""
    timers = table_of(TimerTable)
    statement = core_update(timers).where(timers.c.game_id == bindparam("of_game"), timers.c.status == "waiting")
    if has_kinds:
        statement = statement.where(timers.c.kind.in_(bindparam("of_kinds", expanding=True)))
    if has_seat:
        statement = statement.where(timers.c.seat == bindparam("of_seat"))
    return statement.values(status="cancelled")


@cache
def _find_next_due() -> Select[Any]:
    """Return the query for when the next timer is due, and the next season must be looked at."""
    timers, seasons = table_of(TimerTable), table_of(SeasonTable)
    due = core_select(func.min(timers.c.due)).where(timers.c.status == "waiting").scalar_subquery()
    return core_select(due, core_select(func.min(seasons.c.due)).scalar_subquery())


@cache
def _find_games_due() -> Select[Any]:
    """Return the query for the games with a timer that is due ``by`` a moment, the one that waits longest first."""
    timers = table_of(TimerTable)
    return (
        core_select(timers.c.game_id)
        .where(timers.c.status == "waiting", timers.c.due <= bindparam("by"))
        .group_by(timers.c.game_id)
        .order_by(func.min(timers.c.due), timers.c.game_id)
    )


class PeopleReader(Unit):
    """Reads timers and preferences."""

    async def timers(self, game_id: str) -> list[Timer]:
        """Return the waiting timers of a game, the next first."""
        query = select_by(TimerTable, "game_id", "status", order=("due", "id"))
        return await self._find(Timer, query, game_id=game_id, status="waiting")

    async def next_due(self) -> datetime | None:
        """Return when the next timer is due, or the next season must be looked at; None when nothing waits."""
        found = (await self._run(_find_next_due(), {})).one()
        return min(filter(None, found), default=None)

    async def games_due(self) -> list[str]:
        """Return the ids of the games with a timer that is due, the one that waits longest first."""
        return list((await self._run(_find_games_due(), {"by": self._now()})).scalars())

    async def games_without_timer(self, kind: str, statuses: Collection[GameStatus]) -> list[str]:
        """Return the ids of the games with one of these statuses that have no timer of a kind, the oldest first."""
        waiting = select(TimerTable.game_id).where(col(TimerTable.status) == "waiting", col(TimerTable.kind) == kind)
        query = (
            select(GameTable.id)
            .where(col(GameTable.status).in_(statuses), col(GameTable.id).not_in(waiting))
            .order_by(col(GameTable.updated), col(GameTable.id))
        )
        return list((await self._run(query, {})).scalars())

    async def user_preferences(self, user_id: int) -> Json:
        """Return the preferences of a person; empty if there are none."""
        row = await self._find_one(UserPreference, select_by(UserPreferenceTable, "user_id"), user_id=user_id)
        return {} if row is None else row.preferences


class PeopleWriter(PeopleReader):
    """Writes timers and preferences."""

    async def set_timer(
        self,
        game_id: str,
        kind: str,
        due: datetime,
        version: int,
        *,
        seat: str | None = None,
        payload: Json | None = None,
    ) -> Timer:
        """Set a timer to ring at ``due`` (with time zone) if the game is then still at ``version``, and return it."""
        timer = Timer(game_id=game_id, kind=kind, seat=seat, due=due, version=version, payload=payload or {})
        timer.id = (await self._run(_insert_timer(), timer.model_dump(exclude={"id"}))).scalar_one()
        return timer

    async def cancel_timers(
        self, game_id: str, *, kinds: Collection[str] | None = None, seat: str | None = None
    ) -> int:
        """Cancel a game's waiting timers, or those of some kinds or of one seat, and return how many there were."""
        values: dict[str, Any] = {"of_game": game_id}
        if kinds is not None:
            values["of_kinds"] = list(kinds)
        if seat is not None:
            values["of_seat"] = seat
        return (await self._run(_cancel(has_kinds=kinds is not None, has_seat=seat is not None), values)).rowcount

    async def fire_timers(self, *, game_id: str | None = None, limit: int = 10) -> list[Timer]:
        """Take the timers that are due, of all games or of one, each for exactly one caller.

        Do what they ask in the same transaction: then both are kept or neither, and no timer fires twice. Code that
        changes a game locks it first and then takes that game's timers only, so that there is no deadlock.
        """
        query = (
            select(TimerTable)
            .where(col(TimerTable.status) == "waiting", col(TimerTable.due) <= self._now())
            .order_by(col(TimerTable.due), col(TimerTable.id))
            .limit(limit)
            .with_for_update(skip_locked=True)
        )
        if game_id is not None:
            query = query.where(col(TimerTable.game_id) == game_id)
        rows = (await self._session.exec(query)).all()
        for row in rows:
            row.status = "fired"
        await self._session.flush()
        return [to_plain(Timer, row) for row in rows]

    async def clear_timers(self, before: datetime) -> int:
        """Drop the timers, due before this, that have fired or were cancelled, and return how many there were."""
        statement = delete(TimerTable).where(col(TimerTable.status) != "waiting", col(TimerTable.due) < before)
        return (await self._run(statement, {})).rowcount

    async def put_user_preferences(self, user_id: int, preferences: Json) -> None:
        """Store the preferences of a person, in place of earlier ones."""
        await self._put(UserPreferenceTable, user_id=user_id, preferences=preferences)
