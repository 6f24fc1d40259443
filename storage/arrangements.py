"""The arrangements of people at tables: stand-ins, standing orders, notifications. Expired ones are ignored."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from functools import cache
from typing import Any

from sqlalchemy import Select, bindparam
from sqlmodel import col, delete, select

from storage.models import Arrangement, ArrangementKind, ArrangementTable, GameTable, Json
from storage.unit import Unit, select_by, table_of, to_plain


@cache
def _lasting(names: tuple[str, ...]) -> Select[Any]:
    """The query for the arrangements with these columns as put in that have not run out ``now``, the oldest first."""
    columns = table_of(ArrangementTable).c
    has_not_run_out = columns.until.is_(None) | (columns.until > bindparam("now", type_=columns.until.type))
    return select_by(ArrangementTable, *names, order=("id",)).where(has_not_run_out)


class ArrangementReader(Unit):
    """Reads arrangements."""

    async def arrangements(
        self,
        game_id: str,
        kind: ArrangementKind,
        *,
        user_id: int | None = None,
        seat: str | None = None,
    ) -> list[Arrangement]:
        """The arrangements of a kind at a table that have not run out, the oldest first."""
        asked = {"game_id": game_id, "kind": kind, "user_id": user_id, "seat": seat}
        given = {name: value for name, value in asked.items() if value is not None}
        return await self._find(Arrangement, _lasting(tuple(given)), now=self._now(), **given)

    async def arrangements_of(self, game_ids: Collection[str], kind: ArrangementKind) -> dict[str, list[Arrangement]]:
        """The arrangements of a kind at several tables that have not run out, each table's the oldest first."""
        query = (
            select(ArrangementTable)
            .where(
                col(ArrangementTable.game_id).in_(game_ids),
                col(ArrangementTable.kind) == kind,
                col(ArrangementTable.until).is_(None) | (col(ArrangementTable.until) > self._now()),
            )
            .order_by(col(ArrangementTable.id))
        )
        found: dict[str, list[Arrangement]] = {}
        for row in await self._session.exec(query):
            found.setdefault(row.game_id, []).append(to_plain(Arrangement, row))
        return found

    async def games_arranged(self, kind: ArrangementKind) -> list[str]:
        """The ids of the running games with an arrangement of a kind, also one that has run out and is still kept."""
        query = (
            select(ArrangementTable.game_id)
            .join(GameTable, col(GameTable.id) == col(ArrangementTable.game_id))
            .where(col(ArrangementTable.kind) == kind, col(GameTable.status) == "playing")
            .distinct()
            .order_by(col(ArrangementTable.game_id))
        )
        return list(await self._session.exec(query))


class ArrangementWriter(ArrangementReader):
    """Writes arrangements."""

    async def arrange(
        self,
        game_id: str,
        user_id: int,
        kind: ArrangementKind,
        *,
        seat: str = "",
        other_user_id: int | None = None,
        version: int = 0,
        until: datetime | None = None,
        payload: Json | None = None,
    ) -> Arrangement:
        """Keep what a person arranges at a table, besides earlier arrangements."""
        row = ArrangementTable(
            game_id=game_id,
            user_id=user_id,
            kind=kind,
            seat=seat,
            other_user_id=other_user_id,
            version=version,
            until=until,
            payload=payload or {},
            created=self._now(),
        )
        self._session.add(row)
        await self._session.flush()
        return to_plain(Arrangement, row)

    async def drop_arrangements(
        self,
        game_id: str,
        *,
        kind: ArrangementKind | None = None,
        user_id: int | None = None,
        seat: str | None = None,
        arrangement_id: int | None = None,
    ) -> int:
        """Drop the arrangements of a table that meet every condition given: how many there were."""
        statement = delete(ArrangementTable).where(col(ArrangementTable.game_id) == game_id)
        for column, wanted in (
            (ArrangementTable.kind, kind),
            (ArrangementTable.user_id, user_id),
            (ArrangementTable.seat, seat),
            (ArrangementTable.id, arrangement_id),
        ):
            if wanted is not None:
                statement = statement.where(col(column) == wanted)
        return (await self._session.exec(statement)).rowcount

    async def drop_lapsed(self, game_id: str, kind: ArrangementKind) -> list[Arrangement]:
        """Drop the arrangements of a kind at a table that have run out, and return them."""
        query = (
            select(ArrangementTable)
            .where(
                col(ArrangementTable.game_id) == game_id,
                col(ArrangementTable.kind) == kind,
                col(ArrangementTable.until) <= self._now(),
            )
            .order_by(col(ArrangementTable.id))
        )
        rows = [to_plain(Arrangement, row) for row in await self._session.exec(query)]
        for row in rows:
            await self.drop_arrangements(game_id, arrangement_id=row.id)
        return rows
