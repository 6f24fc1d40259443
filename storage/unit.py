"""What every repository stands on: one session, in one transaction, and a clock."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, TypeVar

from sqlalchemy import inspect
from sqlalchemy.dialects import postgresql, sqlite
from sqlmodel import SQLModel
from sqlmodel.ext.asyncio.session import AsyncSession

Plain = TypeVar("Plain", bound=SQLModel)
Row = TypeVar("Row", bound=SQLModel)


class Unit:
    """A unit of work. Lives inside one ``async with`` of `storage.repository.Storage`, and not longer."""

    def __init__(self, session: AsyncSession, now: Callable[[], datetime]) -> None:
        self._session = session
        self._now = now

    @property
    def now(self) -> datetime:
        """The time, with its zone, by the clock of the storage."""
        return self._now()

    async def _put(self, table: type[Row], **values: Any) -> None:
        """Insert a row, or, where one with its primary key exists, give that these values."""
        keys = _primary_key(table)
        insert = self._insert(table).values(**values)
        new = {name: insert.excluded[name] for name in values if name not in keys}
        statement = insert.on_conflict_do_update(index_elements=keys, set_=new).returning(table)
        # Read back, so that a row which this session already holds is brought up to date.
        (await self._session.exec(statement.execution_options(populate_existing=True))).scalars().one()

    async def _insert_new(self, table: type[Row], **values: Any) -> bool:
        """Insert a row unless one with its primary key exists: whether it was inserted.

        One statement, so that of two processes which insert at once exactly one succeeds.
        """
        keys = _primary_key(table)
        statement = self._insert(table).values(**values).on_conflict_do_nothing(index_elements=keys)
        return (await self._session.exec(statement.returning(table))).scalars().one_or_none() is not None

    def _insert(self, table: type[Row]) -> postgresql.Insert | sqlite.Insert:
        # Both databases say it in the same words, but the library keeps them apart.
        is_postgresql = self._session.get_bind().dialect.name == "postgresql"
        return postgresql.insert(table) if is_postgresql else sqlite.insert(table)


def _primary_key(table: type[SQLModel]) -> Sequence[str]:
    return [column.name for column in inspect(table).primary_key]


def to_plain(kind: type[Plain], row: Plain) -> Plain:
    """A copy of a row as plain data, its types checked (a row by itself checks nothing)."""
    return kind.model_validate(row)
