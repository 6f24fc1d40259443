"""The unit of work below every repository: one connection, in one transaction, and a clock.

The queries of every click bypass the object mapper and use statements that are built once: building a statement
costs more than SQLite needs to run it, and mapping a row as much again.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache, cached_property
from typing import Any, TypeVar, cast

from pydantic import TypeAdapter
from sqlalchemy import (
    ColumnElement,
    Delete,
    Executable,
    FromClause,
    Insert,
    Select,
    Table,
    Update,
    bindparam,
    delete,
    insert,
    inspect,
    select,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import CursorResult
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlmodel import SQLModel
from sqlmodel.ext.asyncio.session import AsyncSession

from storage.models import Arrangement, Draft, Game, Post, Seat, Turn

Plain = TypeVar("Plain", bound=SQLModel)


@dataclass(slots=True)
class Gathered:
    """All rows of a table: its game, its seats in order, who is away, standing orders, and drafts by seat."""

    game: Game
    seats: tuple[Seat, ...]
    away: tuple[Arrangement, ...]
    orders: tuple[Arrangement, ...]
    drafts: dict[str, Draft]


@dataclass(slots=True)
class Known:
    """The rows of a game that a unit of work knows and need not read again: None for those that it does not know.

    All but ``gathered`` is known only once the game is locked: no one else changes it then.
    """

    gathered: Gathered | None = None
    locked: Game | None = None
    open_turn: Turn | None = None
    last_turn: int | None = None
    last_choice: int | None = None
    last_post: int | None = None
    posts: dict[str, Post] = field(default_factory=dict)
    """The last post that was queued here for each target."""


@dataclass(frozen=True, slots=True)
class Circle:
    """The people of a season: who has entered it, and the ``substitutes``, who may take over free seats of its games.

    ``seated`` are all people who have a seat in one of its games under way, and ``standing_in`` those who stand in for
    someone there. It ``counts`` as long as the season has not ended.
    """

    entrants: frozenset[int]
    substitutes: frozenset[int]
    seated: frozenset[int]
    standing_in: frozenset[int]
    counts: bool

    @property
    def acting(self) -> frozenset[int]:
        """Return everyone who acts in one of its games under way, for themselves or for another."""
        return self.seated | self.standing_in

    def has_player(self, user_id: int) -> bool:
        """Return whether a person plays in the season, for themselves or for another."""
        return user_id in self.entrants or user_id in self.acting


class Unit:
    """A unit of work. Lives inside one ``async with`` of `storage.repository.Storage`, and not longer."""

    def __init__(self, connection: AsyncConnection, now: Callable[[], datetime]) -> None:
        self._connection = connection
        self._now = now
        self._known: defaultdict[str, Known] = defaultdict(Known)
        self._circles: dict[str, Circle] = {}

    @property
    def now(self) -> datetime:
        """Return the time, with its zone, by the clock of the storage."""
        return self._now()

    async def flush(self) -> None:
        """Write what was changed by way of the object mapper."""
        if "_session" in vars(self):
            await self._session.flush()

    @cached_property
    def _session(self) -> AsyncSession:
        """Return the object mapper, in the same transaction. The units of most clicks do without it."""
        return AsyncSession(self._connection, expire_on_commit=False)

    async def _run(self, statement: Executable, values: dict[str, Any] | list[dict[str, Any]]) -> CursorResult[Any]:
        """Run a statement of tables and columns, not of objects; once for each of several sets of values."""
        return await self._connection.execute(statement, values)

    async def _find(self, kind: type[Plain], statement: Executable, /, **values: Any) -> list[Plain]:
        """Return the rows that a statement gives, as plain data."""
        return [read_row(kind, row._asdict()) for row in await self._run(statement, values)]

    async def _find_one(self, kind: type[Plain], statement: Select[Any], /, **values: Any) -> Plain | None:
        """Return the row that a statement gives, as plain data, or None."""
        row = (await self._run(statement, values)).one_or_none()
        return None if row is None else read_row(kind, row._asdict())

    async def _put(self, table: type[SQLModel], /, **values: Any) -> None:
        """Insert a row, or give the row that has its primary key these values."""
        await self._run(_put_into(table, tuple(values), self._dialect), values)

    async def _insert_new(self, table: type[SQLModel], /, **values: Any) -> bool:
        """Insert a row unless one with its primary key exists, and return whether it was inserted.

        One statement, so that of two processes which insert at once exactly one succeeds.
        """
        inserted = await self._run(_insert_new_into(table, tuple(values), self._dialect), values)
        return inserted.one_or_none() is not None

    @property
    def _dialect(self) -> str:
        return self._connection.dialect.name


def table_of(kind: type[SQLModel]) -> Table:
    """Return the table of a class of rows."""
    return cast("Table", inspect(kind).local_table)


@cache
def select_by(kind: type[SQLModel], *names: str, order: tuple[str, ...] = ()) -> Select[Any]:
    """Return the query for the rows in which these columns have the values that are bound to their names."""
    table = table_of(kind)
    return (
        select(table)
        .where(*(table.c[name] == bindparam(name) for name in names))
        .order_by(*(table.c[name] for name in order))
    )


@cache
def insert_into(kind: type[SQLModel]) -> Insert:
    """Return the statement that inserts a row with the values that are bound to the names of its columns."""
    return insert(table_of(kind))


@cache
def update_by(kind: type[SQLModel], keys: tuple[str, ...], names: tuple[str, ...]) -> Update:
    """Return the statement that gives new values, bound to their names, to the rows with these keys.

    The value of a key ``id`` is bound to ``of_id``: the library keeps the names of columns for new values.
    """
    table = table_of(kind)
    return (
        update(table)
        .where(*(table.c[key] == bindparam(f"of_{key}") for key in keys))
        .values({name: bindparam(name) for name in names})
    )


@cache
def delete_by(kind: type[SQLModel], *names: str) -> Delete:
    """Return the statement that deletes the rows in which these columns have the values bound to their names."""
    table = table_of(kind)
    return delete(table).where(*(table.c[name] == bindparam(name) for name in names))


def is_lasting(arrangements: FromClause) -> ColumnElement[bool]:
    """Return the condition that an arrangement has not run out at the moment that is bound to ``now``."""
    until = arrangements.c.until
    return until.is_(None) | (until > bindparam("now", type_=until.type))


@cache
def _put_into(kind: type[SQLModel], names: tuple[str, ...], dialect: str) -> Insert:
    table, keys = table_of(kind), primary_key(kind)
    put = _insert(table, names, dialect)
    return put.on_conflict_do_update(
        index_elements=keys, set_={name: put.excluded[name] for name in names if name not in keys}
    )


@cache
def _insert_new_into(kind: type[SQLModel], names: tuple[str, ...], dialect: str) -> Executable:
    table, keys = table_of(kind), primary_key(kind)
    put = _insert(table, names, dialect).on_conflict_do_nothing(index_elements=keys)
    return put.returning(*(table.c[key] for key in keys))


def _insert(table: Table, names: tuple[str, ...], dialect: str) -> postgresql.Insert | sqlite.Insert:
    # Both databases have the same syntax, but the library has a separate function for each.
    values: dict[str, Any] = {name: bindparam(name) for name in names}
    return (postgresql.insert(table) if dialect == "postgresql" else sqlite.insert(table)).values(values)


def primary_key(kind: type[SQLModel]) -> Sequence[str]:
    """Return the names of the columns in the primary key of a table."""
    return [column.name for column in inspect(kind).primary_key]


@cache
def _checker(kind: type[SQLModel]) -> TypeAdapter[Any]:
    return TypeAdapter(kind)


def read_row(kind: type[Plain], values: dict[str, Any]) -> Plain:
    """Return a row as plain data, its types checked."""
    return cast("Plain", _checker(kind).validate_python(values))


def to_plain(kind: type[Plain], row: Plain) -> Plain:
    """Return a copy of a mapped row as plain data, its types checked (a row by itself checks nothing)."""
    return kind.model_validate(row)
