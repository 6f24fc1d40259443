"""Copies everything from one database into an empty one, such as from SQLite to PostgreSQL, and checks the copy."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from sqlalchemy import Table, func, select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.connections import create_engine, explained, find_file, read_only, read_url
from storage.errors import StorageError
from storage.migrations import check_version, upgrade
from storage.models import Stored

CHUNK: Final = 500
"""Rows that are written at a time."""
DIGEST_BYTES: Final = 16

Report = Callable[[float, str], None]


class Content(NamedTuple):
    """The rows of a table: how many, and a digest that does not depend on their order."""

    rows: int = 0
    digest: int = 0

    def add(self, row: Mapping[str, Any]) -> Content:
        """Return the content with one more row."""
        text = json.dumps(dict(row), sort_keys=True, default=write_value).encode()
        made = int.from_bytes(hashlib.blake2b(text, digest_size=DIGEST_BYTES).digest())
        return Content(self.rows + 1, (self.digest + made) % (1 << 8 * DIGEST_BYTES))


def write_value(value: object) -> str:
    """Return a value that JSON cannot hold as text for a digest."""
    return value.hex() if isinstance(value, bytes) else str(value)


async def copy_database(source: str, target: str, report: Report) -> dict[str, Content]:
    """Copy every row, all of them or none, and return what each table holds.

    ``report`` is called with the share that is done, from 0 to 1. Raises StorageError when the source is of another
    version, the target holds anything, or what was written differs from what was read.
    """
    origin, goal = read_url(source), read_url(target)
    find_file(origin)
    if origin.render_as_string(hide_password=False) == goal.render_as_string(hide_password=False):
        raise StorageError("A database cannot be copied into itself.")
    await check_version(origin)
    await upgrade(goal)
    reading = create_engine(read_only(origin), write=False, connections=1)
    writing = create_engine(goal, connections=1)
    try:
        with explained(goal, DBAPIError):
            async with reading.connect() as reader, writing.begin() as writer:
                if origin.get_backend_name() == "postgresql":
                    await reader.execution_options(isolation_level="REPEATABLE READ")
                return await copy_rows(reader, writer, report)
    finally:
        await reading.dispose()
        await writing.dispose()


async def copy_rows(reader: AsyncConnection, writer: AsyncConnection, report: Report) -> dict[str, Content]:
    """Copy the rows of all tables, check the copy, and return what each table holds. Raises StorageError.

    The tables to which others refer come first.
    """
    tables = Stored.metadata.sorted_tables
    for table in tables:
        if await count_rows(writer, table):
            raise StorageError(f"The database to copy to holds rows already ({table.name}): give it an empty one.")
    counts = {table.name: await count_rows(reader, table) for table in tables}
    total = max(1, 2 * sum(counts.values()))
    done, contents = 0, {}
    for table in tables:
        content = Content()
        async with reader.stream(select(table)) as rows:
            async for chunk in rows.mappings().partitions(CHUNK):
                written = [dict(row) for row in chunk]
                await writer.execute(table.insert(), written)
                for row in written:
                    content = content.add(row)
                done += len(written)
                report(done / total, f"{table.name}: {content.rows:,} rows")
        contents[table.name] = content
    for table in tables:
        found = Content()
        async with writer.stream(select(table)) as rows:
            async for chunk in rows.mappings().partitions(CHUNK):
                for each in chunk:
                    found = found.add(dict(each))
                done += len(chunk)
                report(done / total, f"{table.name} is checked")
        if found != contents[table.name]:
            raise StorageError(f"The copy of {table.name} differs from what was read: nothing was kept.")
        await go_on_counting(writer, table)
    return contents


async def count_rows(connection: AsyncConnection, table: Table) -> int:
    """Return how many rows a table has."""
    return int((await connection.execute(select(func.count()).select_from(table))).scalar_one())


async def go_on_counting(writer: AsyncConnection, table: Table) -> None:
    """Have PostgreSQL number new rows after those that were copied."""
    column = table.autoincrement_column
    if writer.dialect.name != "postgresql" or column is None:
        return
    sequence = select(func.pg_get_serial_sequence(table.name, column.name))
    if (name := (await writer.execute(sequence)).scalar()) is not None:
        newest = select(func.max(column)).scalar_subquery()
        await writer.execute(select(func.setval(name, newest)).where(newest.is_not(None)))
