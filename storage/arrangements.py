"""The arrangements of people at tables, such as stand-ins, standing orders and notifications (`storage.models.people`).

Most methods ignore those that have run out.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from functools import cache
from typing import Any

from sqlalchemy import Select, bindparam
from sqlmodel import col, delete, select

from storage.models import Arrangement, ArrangementKind, ArrangementTable, GameTable, Json
from storage.unit import Unit, is_lasting, select_by, table_of, to_plain


@cache
def _lasting(names: tuple[str, ...]) -> Select[Any]:
    """Return the query for the lasting arrangements with given values in these columns, the oldest first."""
    return select_by(ArrangementTable, *names, order=("id",)).where(is_lasting(table_of(ArrangementTable)))


@cache
def _lasting_of() -> Select[Any]:
    """Return the query for the arrangements of a kind at the games ``game_ids`` that have not run out."""
    are_theirs = table_of(ArrangementTable).c.game_id.in_(bindparam("game_ids", expanding=True))
    return _lasting(("kind",)).where(are_theirs)


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
        """Return the arrangements of a kind at a table that have not run out, the oldest first."""
        gathered = self._known[game_id].gathered
        if gathered is not None and kind == "order" and user_id is None:
            # Standing orders were read with the table, and every change of one clears ``gathered``.
            return [row for row in gathered.orders if seat in (None, row.seat)]
        asked = {"game_id": game_id, "kind": kind, "user_id": user_id, "seat": seat}
        given = {name: value for name, value in asked.items() if value is not None}
        return await self._find(Arrangement, _lasting(tuple(given)), now=self._now(), **given)

    async def arrangements_everywhere(self, user_id: int, kind: ArrangementKind) -> list[Arrangement]:
        """Return the arrangements of a person of a kind at all tables that have not run out, the oldest first."""
        return await self._find(Arrangement, _lasting(("user_id", "kind")), now=self._now(), user_id=user_id, kind=kind)

    async def arrangements_of(self, game_ids: Collection[str], kind: ArrangementKind) -> dict[str, list[Arrangement]]:
        """Return the arrangements of a kind at several tables that have not run out, each table's the oldest first."""
        asked = {"game_ids": list(game_ids), "kind": kind, "now": self._now()}
        found: dict[str, list[Arrangement]] = {}
        for row in await self._find(Arrangement, _lasting_of(), **asked):
            found.setdefault(row.game_id, []).append(row)
        return found

    async def games_arranged(self, kind: ArrangementKind) -> list[str]:
        """Return the ids of the running games with a stored arrangement of a kind, even one that has run out."""
        query = (
            select(ArrangementTable.game_id)
            .join(GameTable, col(GameTable.id) == col(ArrangementTable.game_id))
            .where(col(ArrangementTable.kind) == kind, col(GameTable.status) == "playing")
            .distinct()
            .order_by(col(ArrangementTable.game_id))
        )
        return list((await self._run(query, {})).scalars())


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
        """Store an arrangement of a person at a table; earlier ones remain."""
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
        self._known[game_id].gathered = None
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
        but: ArrangementKind | None = None,
    ) -> int:
        """Drop the arrangements of a table that meet every condition given, and return how many there were.

        Those of the kind ``but`` stay.
        """
        statement = delete(ArrangementTable).where(col(ArrangementTable.game_id) == game_id)
        for column, wanted in (
            (ArrangementTable.kind, kind),
            (ArrangementTable.user_id, user_id),
            (ArrangementTable.seat, seat),
            (ArrangementTable.id, arrangement_id),
        ):
            if wanted is not None:
                statement = statement.where(col(column) == wanted)
        if but is not None:
            statement = statement.where(col(ArrangementTable.kind) != but)
        self._known[game_id].gathered = None
        return (await self._run(statement, {})).rowcount

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
