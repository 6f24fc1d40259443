"""The settings of servers, and the actions of their moderators."""

from __future__ import annotations

from functools import cache
from typing import Any

from sqlalchemy import Select
from sqlmodel import col, select

from storage.models import AuditEntry, AuditEntryTable, Json, ServerSetting, ServerSettingTable
from storage.unit import Unit, select_by, to_plain


@cache
def _locked_settings() -> Select[Any]:
    return select_by(ServerSettingTable, "guild_id").with_for_update()


class ServerReader(Unit):
    """Reads the settings of servers, and the actions of moderators."""

    async def server_settings(self, guild_id: int) -> Json:
        """Return the settings of a server; empty if there are none."""
        query = select_by(ServerSettingTable, "guild_id")
        row = await self._find_one(ServerSetting, query, guild_id=guild_id)
        return {} if row is None else row.settings

    async def servers_with(self, *keys: str) -> dict[int, Json]:
        """Return the settings of the servers in which any of these keys has a value, by the ids of the servers."""
        rows = await self._session.exec(select(ServerSettingTable))
        return {row.guild_id: dict(row.settings) for row in rows if any(row.settings.get(key) for key in keys)}

    async def audit_entries(
        self, *, guild_id: int | None = None, game_id: str | None = None, limit: int = 20
    ) -> list[AuditEntry]:
        """Return the last actions of moderators on a server or at a table, the newest first."""
        query = select(AuditEntryTable).order_by(col(AuditEntryTable.id).desc()).limit(limit)
        if guild_id is not None:
            query = query.where(col(AuditEntryTable.guild_id) == guild_id)
        if game_id is not None:
            query = query.where(col(AuditEntryTable.game_id) == game_id)
        return [to_plain(AuditEntry, row) for row in await self._session.exec(query)]


class ServerWriter(ServerReader):
    """Writes the settings of servers, and the actions of moderators."""

    async def lock_server_settings(self, guild_id: int) -> Json:
        """Return the settings of a server, and block every other writer of them until this transaction ends."""
        await self._insert_new(ServerSettingTable, guild_id=guild_id, settings={})
        (row,) = await self._find(ServerSetting, _locked_settings(), guild_id=guild_id)
        return row.settings

    async def put_server_settings(self, guild_id: int, settings: Json) -> None:
        """Store the settings of a server, in place of earlier ones."""
        await self._put(ServerSettingTable, guild_id=guild_id, settings=settings)

    async def audit(
        self,
        action: str,
        user_id: int | None,
        *,
        guild_id: int | None = None,
        game_id: str | None = None,
        details: Json | None = None,
    ) -> None:
        """Record an action of a moderator, or, without a person, of the host of the bot."""
        self._session.add(
            AuditEntryTable(
                guild_id=guild_id,
                game_id=game_id,
                user_id=user_id,
                action=action,
                details=details or {},
                created=self._now(),
            )
        )
        await self._session.flush()
