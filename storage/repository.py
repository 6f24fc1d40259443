"""The way to everything stored: opening a database, and units of work, each done whole or not at all."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from datetime import datetime
from typing import Any, TypeVar, overload

from sqlalchemy.engine import URL, Connection
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine
from sqlalchemy.pool import QueuePool

from storage.answers import AnswerReader
from storage.arrangements import ArrangementReader, ArrangementWriter
from storage.columns import utc_now
from storage.connections import create_engine, explained, find_file, prepare_file, read_only, read_url
from storage.errors import StorageError
from storage.migrations import check_version, upgrade
from storage.people import PeopleReader, PeopleWriter
from storage.play import PlayReader, PlayWriter
from storage.post import PostReader, PostWriter
from storage.privacy import PrivacyReader, PrivacyWriter
from storage.reviews import ReviewReader, ReviewWriter
from storage.seasons import SeasonReader, SeasonWriter
from storage.servers import ServerReader, ServerWriter
from storage.web import WebReader, WebWriter

Value = TypeVar("Value")
Kind = TypeVar("Kind", bound="Writer")

FAREWELL = 5.0
"""Seconds that units of work under way are given to end before the connections are closed."""


class Reader(
    PlayReader,
    PostReader,
    PeopleReader,
    ServerReader,
    ArrangementReader,
    PrivacyReader,
    WebReader,
    SeasonReader,
    ReviewReader,
    AnswerReader,
):
    """Reads everything as of one moment."""


class Writer(
    PlayWriter,
    PostWriter,
    PeopleWriter,
    ServerWriter,
    ArrangementWriter,
    PrivacyWriter,
    WebWriter,
    SeasonWriter,
    ReviewWriter,
    Reader,
):
    """Reads and writes, in one transaction."""


class Storage:
    """A database with the tables of this version. Made by `open_storage`; close it at the end."""

    def __init__(self, url: URL, writer: AsyncEngine, reader: AsyncEngine, now: Callable[[], datetime]) -> None:
        self._url = url
        self._writer = writer
        self._reader = reader
        self._now = now
        self._units = 0
        self._is_closed = False
        self._is_idle = asyncio.Event()
        self._is_idle.set()

    @property
    def is_shared(self) -> bool:
        """Return whether other processes of the bot may use the same database; on SQLite this is the only one."""
        return self._url.get_backend_name() == "postgresql"

    def now(self) -> datetime:
        """Return the time, with its zone, by the clock of the storage."""
        return self._now()

    @overload
    def transaction(self) -> AbstractAsyncContextManager[Writer]: ...

    @overload
    def transaction(self, kind: type[Kind]) -> AbstractAsyncContextManager[Kind]: ...

    @asynccontextmanager
    async def transaction(self, kind: type[Any] = Writer) -> AsyncIterator[Any]:
        """Open a transaction of some ``kind``: committed at the end of the block, rolled back when the block raises.

        On SQLite units wait for each other; on PostgreSQL, only those that lock the same game. Keep drawing, sending
        and long thinking out of it. If the task is cancelled while the commit is under way, the commit is completed
        before the cancellation continues: ask the database, not the exception, whether it happened. Raises StorageError
        when the database refuses.
        """
        async with self._connect(self._writer) as connection:
            unit = kind(connection, self._now)
            yield unit
            await unit.flush()

    @asynccontextmanager
    async def read(self) -> AsyncIterator[Reader]:
        """Open a read-only view of the database as of one moment, which waits for no writer. Raises StorageError."""
        options: dict[str, Any] = {}
        if self._url.get_backend_name() == "postgresql":
            options = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
        async with self._connect(self._reader, options) as connection:
            yield Reader(connection, self._now)

    async def close(self) -> None:
        """Close every connection, after the units of work under way. The storage is of no use afterwards."""
        self._is_closed = True
        with suppress(TimeoutError):
            await asyncio.wait_for(self._is_idle.wait(), FAREWELL)
        await self._writer.dispose()
        await self._reader.dispose()

    @asynccontextmanager
    async def _connect(
        self, engine: AsyncEngine, options: dict[str, Any] | None = None
    ) -> AsyncIterator[AsyncConnection]:
        if self._is_closed:
            raise StorageError("The database is closed: the program is ending.", "unreachable")
        self._units += 1
        self._is_idle.clear()
        try:
            async with self._open(engine, options or {}) as connection:
                yield connection
        finally:
            self._units -= 1
            if not self._units:
                self._is_idle.set()

    @asynccontextmanager
    async def _open(self, engine: AsyncEngine, options: dict[str, Any]) -> AsyncIterator[AsyncConnection]:
        connection = engine.connect()
        # A separate task opens a connection: if this one were cancelled meanwhile, no one would close it. A free one is
        # taken at once, and on SQLite a view ends at once: a task for these would cost more than a statement.
        takes = _straight if not self.is_shared and _has_free(engine) else _complete
        ends = _straight if not self.is_shared and engine is self._reader else _complete
        # Connecting can fail in many ways; after that, only errors of the driver come from the database.
        with explained(self._url, DBAPIError):
            try:
                with explained(self._url, Exception):
                    await takes(_begin(connection, options))
                yield connection
                await ends(_commit(connection))
            except BaseException:
                if connection.sync_connection is not None:
                    try:
                        await _complete(connection.rollback())
                    finally:
                        await _complete(connection.close())
                raise


async def _begin(connection: AsyncConnection, options: dict[str, Any]) -> None:
    """Open a connection, and begin a transaction on it."""
    await connection.start()
    if options:
        await connection.execution_options(**options)
    await connection.run_sync(Connection.begin)


async def _commit(connection: AsyncConnection) -> None:
    """End a transaction and give its connection back in one task, so that its caller cannot take it before others."""
    await connection.commit()
    await connection.close()


def _has_free(engine: AsyncEngine) -> bool:
    """Return whether a connection of an engine is open and not in use."""
    pool = engine.pool
    return isinstance(pool, QueuePool) and pool.checkedin() > 0


async def _straight(work: Coroutine[Any, Any, Value]) -> Value:
    """Await work that never waits, and so cannot be cancelled."""
    return await work


async def _complete(work: Coroutine[Any, Any, Value]) -> Value:
    """Await work to its end even when the awaiting task is cancelled; the cancellation continues afterwards."""
    task = asyncio.ensure_future(work)
    cancelled: asyncio.CancelledError | None = None
    while not task.done():
        try:
            await asyncio.shield(task)
        except asyncio.CancelledError as error:
            cancelled = error
        except BaseException:  # noqa: S110 - the task keeps it, and gives it below
            pass
    value = task.result()
    if cancelled is not None:
        raise cancelled
    return value


async def open_to_read(address: str) -> Storage:
    """Open a database of which nothing may change: no file is made or brought up to date, and nothing can be written.

    Raises StorageError when there is none, or when its tables are those of another version.
    """
    url = read_url(address)
    await asyncio.to_thread(find_file, url)
    await check_version(url)
    reader = create_engine(read_only(url), write=False)
    return Storage(url, reader, reader, utc_now)


async def open_beside(address: str) -> Storage:
    """Open a database that the bot may have open: no file is made and nothing is brought up to date.

    Raises StorageError when there is none, or when its tables are those of another version.
    """
    url = read_url(address)
    await asyncio.to_thread(find_file, url)
    await check_version(url)
    writer = create_engine(url)
    return Storage(
        url, writer, writer if url.get_backend_name() == "postgresql" else create_engine(url, write=False), utc_now
    )


async def open_storage(address: str, *, now: Callable[[], datetime] = utc_now, busy_timeout: float = 5.0) -> Storage:
    """Open a database by its address, made or brought up to date where needed.

    ``busy_timeout`` is how long to wait for another program's lock, in seconds. Raises StorageError, in one sentence,
    when the database cannot be reached or written, is locked or full, or was written by a newer version.
    """
    url = read_url(address)
    await asyncio.to_thread(prepare_file, url, busy_timeout)
    await upgrade(url, busy_timeout=busy_timeout)
    writer = create_engine(url, busy_timeout=busy_timeout)
    if url.get_backend_name() == "postgresql":
        return Storage(url, writer, writer, now)
    return Storage(url, writer, create_engine(url, write=False, busy_timeout=busy_timeout), now)
