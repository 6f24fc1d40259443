"""Timers, and what people and servers asked for."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from sqlmodel import col, delete, func, select, update

from storage.models import (
    Json,
    ServerSettingTable,
    Timer,
    TimerTable,
    UserPreference,
    UserPreferenceTable,
)
from storage.unit import Unit, select_by, to_plain


class PeopleReader(Unit):
    """Reads timers, preferences and settings."""

    async def timers(self, game_id: str) -> list[Timer]:
        """The waiting timers of a game, the next first."""
        query = select_by(TimerTable, "game_id", "status", order=("due", "id"))
        return await self._find(Timer, query, game_id=game_id, status="waiting")

    async def next_timer_due(self) -> datetime | None:
        """When the next timer of any game is due; None when none waits."""
        query = select(func.min(TimerTable.due)).where(col(TimerTable.status) == "waiting")
        return (await self._session.exec(query)).one()

    async def games_due(self) -> list[str]:
        """The ids of the games with a timer that is due, the one that waits longest first."""
        query = (
            select(TimerTable.game_id)
            .where(col(TimerTable.status) == "waiting", col(TimerTable.due) <= self._now())
            .group_by(col(TimerTable.game_id))
            .order_by(func.min(TimerTable.due), col(TimerTable.game_id))
        )
        return list(await self._session.exec(query))

    async def user_preferences(self, user_id: int) -> Json:
        """Return the preferences of a person; empty if there are none."""
        row = await self._find_one(UserPreference, select_by(UserPreferenceTable, "user_id"), user_id=user_id)
        return {} if row is None else row.preferences


class PeopleWriter(PeopleReader):
    """Writes timers, preferences and settings."""

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
        """Have something done at ``due`` (with time zone), if the game is then still at ``version``."""
        row = TimerTable(game_id=game_id, kind=kind, seat=seat, due=due, version=version, payload=payload or {})
        self._session.add(row)
        await self._session.flush()
        return to_plain(Timer, row)

    async def cancel_timers(
        self, game_id: str, *, kinds: Collection[str] | None = None, seat: str | None = None
    ) -> int:
        """Cancel a game's waiting timers, or those of some kinds or of one seat: how many there were."""
        statement = (
            update(TimerTable)
            .where(col(TimerTable.game_id) == game_id, col(TimerTable.status) == "waiting")
            .values(status="cancelled")
        )
        if kinds is not None:
            statement = statement.where(col(TimerTable.kind).in_(kinds))
        if seat is not None:
            statement = statement.where(col(TimerTable.seat) == seat)
        return (await self._session.exec(statement)).rowcount

    async def fire_timers(self, *, game_id: str | None = None, limit: int = 10) -> list[Timer]:
        """Take the timers that are due, of all games or of one, each for exactly one caller.

        Do what they ask in this same transaction: then both are kept or neither, and no timer fires twice. Who changes
        a game locks it first, and then takes that game's timers only: so nobody waits for another in a circle.
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
        """Drop the timers, due before this, that have fired or were cancelled: how many there were."""
        statement = delete(TimerTable).where(col(TimerTable.status) != "waiting", col(TimerTable.due) < before)
        return (await self._session.exec(statement)).rowcount

    async def put_user_preferences(self, user_id: int, preferences: Json) -> None:
        """Keep what a person asked for, in place of what was kept before."""
        await self._put(UserPreferenceTable, user_id=user_id, preferences=preferences)

    async def lock_server_settings(self, guild_id: int) -> Json:
        """Return the settings of a server, and block every other writer of them until this transaction ends."""
        await self._insert_new(ServerSettingTable, guild_id=guild_id, settings={})
        query = select(ServerSettingTable).where(col(ServerSettingTable.guild_id) == guild_id).with_for_update()
        row = (await self._session.exec(query.execution_options(populate_existing=True))).one()
        return dict(row.settings)

    async def put_server_settings(self, guild_id: int, settings: Json) -> None:
        """Keep what a server's keepers set, in place of what was kept before."""
        await self._put(ServerSettingTable, guild_id=guild_id, settings=settings)
