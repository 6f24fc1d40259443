"""Count the trips of a unit of work on SQLite to its connection's thread: a trip costs as much as ten statements."""

from __future__ import annotations

import asyncio
import sqlite3
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from storage import Storage, open_storage
from storage.connections import read_url
from storage.sqlite import SwiftConnection, connect


@pytest.fixture
async def file_storage(tmp_path: Path) -> AsyncIterator[Storage]:
    storage = await open_storage(f"sqlite:///{tmp_path}/games.sqlite3")
    async with storage.read() as view, storage.transaction() as tx:
        await view.server_settings(1)
        await tx.server_settings(1)
    yield storage
    await storage.close()


@contextmanager
def asked() -> Iterator[Counter[str]]:
    """Count the trips to a connection's thread, and the tasks that begin."""
    counts, run, loop = Counter[str](), SwiftConnection._execute, asyncio.get_running_loop()

    async def count_trip(connection: SwiftConnection, *work: Any) -> Any:
        counts["trips"] += 1
        return await run(connection, *work)  # type: ignore[no-untyped-call]

    def count_task(loop: asyncio.AbstractEventLoop, work: Any, **options: Any) -> asyncio.Task[Any]:
        counts["tasks"] += 1
        return asyncio.Task(work, loop=loop, **options)

    loop.set_task_factory(count_task)
    try:
        with patch.object(SwiftConnection, "_execute", count_trip):
            yield counts
    finally:
        loop.set_task_factory(None)


async def test_a_read_waits_for_the_database_thread_only_at_its_statements(file_storage: Storage) -> None:
    with asked() as counts:
        async with file_storage.read() as view:
            await view.server_settings(1)
            await view.server_settings(1)
    assert dict(counts) == {"trips": 2}


async def test_a_transaction_waits_for_its_statements_and_its_commit(file_storage: Storage) -> None:
    with asked() as counts:
        async with file_storage.transaction() as tx:
            await tx.server_settings(1)
    assert dict(counts) == {"trips": 2, "tasks": 1}


async def test_a_unit_of_work_without_statements_does_not_wait(file_storage: Storage) -> None:
    with asked() as counts:
        async with file_storage.read():
            pass
        async with file_storage.transaction():
            pass
    assert counts["trips"] == 0


async def open_items(path: Path) -> tuple[SwiftConnection, sqlite3.Connection]:
    """Return a connection of ours to a file with a table, and another program's."""
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("CREATE TABLE item (name TEXT)")
    ours = await connect(read_url(f"sqlite:///{path}"), 0.05)
    assert isinstance(ours, SwiftConnection)
    ours.isolation_level = None
    return ours, other


async def test_a_statement_after_a_refused_begin_is_in_a_transaction(tmp_path: Path) -> None:
    ours, other = await open_items(tmp_path / "items.sqlite3")
    other.execute("BEGIN IMMEDIATE")
    ours.begin("BEGIN IMMEDIATE", only_reads=False)
    with pytest.raises(sqlite3.OperationalError, match="locked"):
        await ours.cursor().execute("INSERT INTO item VALUES ('a')")
    other.execute("ROLLBACK")
    await ours.cursor().execute("INSERT INTO item VALUES ('b')")
    await ours.rollback()
    assert other.execute("SELECT count(*) FROM item").fetchone() == (0,)
    await ours.close()
    other.close()


async def test_a_cancelled_statement_is_rolled_back(tmp_path: Path) -> None:
    ours, other = await open_items(tmp_path / "items.sqlite3")
    ours.begin("BEGIN IMMEDIATE", only_reads=False)
    adding = asyncio.ensure_future(ours.cursor().execute("INSERT INTO item VALUES ('a')"))
    await asyncio.sleep(0)
    adding.cancel()
    await ours.rollback()
    other.execute("INSERT INTO item VALUES ('b')")
    assert other.execute("SELECT name FROM item").fetchall() == [("b",)]
    await ours.close()
    other.close()


async def test_after_a_read_has_ended_the_next_sees_rows_of_other_writers(tmp_path: Path) -> None:
    ours, other = await open_items(tmp_path / "items.sqlite3")
    for count in range(3):
        ours.begin("BEGIN", only_reads=True)
        cursor = await ours.cursor().execute("SELECT count(*) FROM item")
        assert await cursor.fetchall() == [(count,)]
        await ours.commit()
        await ours.rollback()
        other.execute("INSERT INTO item VALUES ('a')")
    await ours.close()
    other.close()
