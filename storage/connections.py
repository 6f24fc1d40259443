"""Connections to databases: addresses, engines, the rights and lock of an SQLite file, and errors as one sentence."""

from __future__ import annotations

import fcntl
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from urllib.parse import quote

from sqlalchemy import event
from sqlalchemy.engine import URL, Connection, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from storage.errors import StorageError
from storage.sqlite import SwiftConnection, connect

_DRIVERS = {
    "sqlite": "sqlite+aiosqlite",
    "sqlite+aiosqlite": "sqlite+aiosqlite",
    "postgres": "postgresql+asyncpg",
    "postgresql": "postgresql+asyncpg",
    "postgresql+asyncpg": "postgresql+asyncpg",
}
SYNCHRONOUS = "FULL"
"""How far SQLite waits for the disk at a commit: with FULL, what was acknowledged survives a loss of power."""
PRIVATE = 0o600
"""The rights of files that hold the seeds of running games: only their owner may read them."""
# A unit of work waits at most so many seconds for a connection, and so long only if the database hangs.
_POOL_TIMEOUT = 60.0
_POSTGRESQL_CONNECTIONS = 5
_SQLITE_READERS = 4


def read_url(address: str) -> URL:
    """Return the address of a database, with its driver filled in.

    Accepts ``sqlite:///file`` and ``postgresql://user@host/name``, with or without the driver's name, and the path of a
    file. Raises StorageError for anything else, and for SQLite without a file, where no game would outlive the bot.
    """
    if address.startswith(("/", "./", "../")):
        address = f"sqlite:///{address}"
    try:
        url = make_url(address)
    except ArgumentError:
        raise StorageError(
            "The database address is not one: it looks like sqlite:///games.sqlite3 or postgresql://user@host/name."
        ) from None
    driver = _DRIVERS.get(url.drivername)
    if driver is None:
        raise StorageError(f"Databases of the kind {url.drivername!r} are not supported: use sqlite or postgresql.")
    if driver.startswith("sqlite") and url.database in (None, "", ":memory:"):
        raise StorageError(
            "The database needs a file, for example sqlite:///games.sqlite3: games must outlive the bot."
        )
    return url.set(drivername=driver)


def read_only(url: URL) -> URL:
    """Return a URL by which an SQLite file can only be read, and is not made; for PostgreSQL, the same URL."""
    if url.get_backend_name() != "sqlite":
        return url
    path = quote(str(Path(url.database or "").resolve()))
    return url.set(database=f"file:{path}", query={"mode": "ro", "uri": "true"})


def create_engine(
    url: URL,
    *,
    write: bool = True,
    foreign_keys: bool = True,
    busy_timeout: float = 5.0,
    connections: int | None = None,
) -> AsyncEngine:
    """Return an engine for a URL that `read_url` gave.

    SQLite: a writing engine has one connection, takes the write lock before its first statement (so that nothing read
    in a transaction can change under it), and waits ``busy_timeout`` seconds for other programs; a reading one cannot
    write.
    ``foreign_keys`` is off for migrations only: rebuilding a table with them on deletes what refers to it.
    PostgreSQL: rows are locked by the statements themselves, and ``connections`` bounds the pool.
    Raises StorageError when the driver is not installed.
    """
    if url.get_backend_name() == "postgresql":
        try:
            return create_async_engine(
                url, pool_size=connections or _POSTGRESQL_CONNECTIONS, max_overflow=0, pool_timeout=_POOL_TIMEOUT
            )
        except ModuleNotFoundError:
            raise StorageError(
                "PostgreSQL needs one more package, asyncpg: pip install asyncpg, or make install-bot."
            ) from None
    engine = create_async_engine(
        url,
        pool_size=connections or (1 if write else _SQLITE_READERS),
        max_overflow=0,
        pool_timeout=_POOL_TIMEOUT,
        async_creator=partial(connect, url, busy_timeout),
    )
    pragmas = [
        # The file keeps this setting, so that a connection which may only read need not set it.
        *(["journal_mode = WAL"] if "mode" not in url.query else []),
        f"synchronous = {SYNCHRONOUS}",
        f"foreign_keys = {'ON' if foreign_keys else 'OFF'}",
        f"query_only = {'OFF' if write else 'ON'}",
    ]
    begin = "BEGIN IMMEDIATE" if write else "BEGIN"

    @event.listens_for(engine.sync_engine, "connect")
    def set_up(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
        try:
            # The driver would open transactions by itself, and too late: only before the first write.
            connection.isolation_level = None
            cursor = connection.cursor()
            for pragma in pragmas:
                cursor.execute(f"PRAGMA {pragma}")
            cursor.close()
        except Exception:
            # The pool does not know this connection yet, so no one else would close it.
            connection.close()
            raise

    @event.listens_for(engine.sync_engine, "begin")
    def begin_transaction(connection: Connection) -> None:
        driver = connection.connection.driver_connection
        assert isinstance(driver, SwiftConnection)  # noqa: S101 (made above)
        driver.begin(begin, only_reads=not write)

    return engine


def prepare_file(url: URL, busy_timeout: float) -> None:
    """Make an SQLite file and its folder, or check that an existing one can be opened. Blocks: call it in a thread.

    Only its owner may read it: it holds the seeds of running games. SQLite gives the files beside it the same rights.
    Raises StorageError when that fails. Does nothing for PostgreSQL, whose administrators make the databases.
    """
    if url.get_backend_name() != "sqlite" or url.database is None:
        return
    folder = Path(url.database).resolve().parent
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StorageError(f"The folder of the database, {folder}, cannot be made: {error.strerror}.") from error
    make_private(Path(url.database))
    with explained(url, sqlite3.Error), closing(sqlite3.connect(url.database, timeout=busy_timeout)) as connection:
        connection.execute("SELECT count(*) FROM sqlite_schema")


def find_file(url: URL) -> None:
    """Raise StorageError when the file of an SQLite database does not exist. Blocks."""
    if url.get_backend_name() == "sqlite" and not Path(url.database or "").is_file():
        raise StorageError(f"There is no database {url.database}. The bot makes it at its first start.")


def make_private(path: Path) -> None:
    """Make an SQLite file that only its owner may read; take the right to read it from others where it exists."""
    # If that is not allowed, opening the database later raises the error that says why.
    with suppress(OSError):
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, PRIVATE))
    for suffix in ("", "-wal", "-shm"):
        with suppress(OSError):
            path.with_name(path.name + suffix).chmod(PRIVATE)


@contextmanager
def held(address: str) -> Iterator[None]:
    """Hold an SQLite database during the block, so that no second bot and no import uses it meanwhile.

    Raises StorageError where another program holds it. On PostgreSQL, processes share a database, and nothing is held.
    """
    url = read_url(address)
    if url.get_backend_name() != "sqlite":
        yield
        return
    path = Path(url.database or "")
    try:
        descriptor = os.open(path.with_name(f"{path.name}.lock"), os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, PRIVATE)
    except OSError:
        # If the lock cannot be made, opening the database raises the error that says why.
        yield
        return
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        raise StorageError(
            f"The database {path} is in use by a bot that is running: stop it first.", "locked"
        ) from None
    except OSError:
        # Some file systems have no locks: then nothing is held.
        descriptor, closed = -1, descriptor
        os.close(closed)
    try:
        yield
    finally:
        if descriptor >= 0:
            os.close(descriptor)


@contextmanager
def explained(url: URL, *kinds: type[Exception]) -> Iterator[None]:
    """Turn errors of these kinds that the database has raised into a StorageError."""
    try:
        yield
    except kinds as error:
        sentence = None if isinstance(error, StorageError) else _explain(error, url)
        if sentence is None:
            raise
        raise sentence from error


def _explain(error: Exception, url: URL) -> StorageError | None:
    """Return the StorageError for a database's refusal, or None for an error that is a mistake in the program."""
    place = url.database if url.get_backend_name() == "sqlite" else f"{url.host or 'localhost'}:{url.port or 5432}"
    if isinstance(error, PoolTimeoutError):
        return StorageError(f"The database {place} did not answer within {_POOL_TIMEOUT:.0f} seconds.", "unreachable")
    cause: BaseException | None = error.orig if isinstance(error, DBAPIError) else error
    while cause is not None and not isinstance(cause, sqlite3.Error | OSError) and cause.__cause__ is not None:
        cause = cause.__cause__
    if isinstance(cause, sqlite3.Error):
        return _explain_sqlite(cause, str(place))
    if url.get_backend_name() == "postgresql":
        return _explain_postgresql(error, cause, str(place))
    return None


def _explain_sqlite(error: sqlite3.Error, place: str) -> StorageError | None:
    # The low byte of an SQLite result code names the kind of error.
    match getattr(error, "sqlite_errorcode", 0) & 0xFF:
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return StorageError(
                f"The database {place} is locked by another program: try again when that has finished.", "locked"
            )
        case sqlite3.SQLITE_FULL:
            return StorageError(f"The disk is full: the database {place} cannot take anything more.", "full")
        case sqlite3.SQLITE_READONLY:
            return StorageError(
                f"The database {place} may only be read: give the bot the right to write to it.", "read_only"
            )
        case sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_PERM | sqlite3.SQLITE_AUTH:
            return StorageError(f"The database {place} cannot be opened: it must be a file that the bot may write.")
        case sqlite3.SQLITE_NOTADB:
            return StorageError(f"{place} is not a database.")
        case sqlite3.SQLITE_CORRUPT:
            return StorageError(f"The database {place} is damaged: restore it from a backup.", "damaged")
        case sqlite3.SQLITE_IOERR:
            return StorageError(f"The disk failed to read or write the database {place}.", "damaged")
        case _:
            return None


def _explain_postgresql(error: Exception, cause: BaseException | None, place: str) -> StorageError | None:
    if isinstance(cause, OSError):
        return StorageError(f"The PostgreSQL server at {place} cannot be reached.", "unreachable")
    # Classes of SQLSTATE: 08 and 57 connection lost or server going down, 28 login, 3D no such database, 53 resources.
    match str(getattr(cause, "sqlstate", None) or "")[:2]:
        case "08" | "57":
            return StorageError(
                f"The PostgreSQL server at {place} broke off the connection: try again in a moment.", "unreachable"
            )
        case "28":
            return StorageError(f"The PostgreSQL server at {place} refused the user's name or password.")
        case "3D":
            return StorageError(f"The PostgreSQL server at {place} has no such database: create it first.")
        case "53":
            return StorageError(f"The PostgreSQL server at {place} is out of disk, memory or connections.", "full")
        case "25" | "42" if "read-only" in str(cause) or "permission denied" in str(cause):
            return StorageError(
                f"The PostgreSQL server at {place} does not let the bot write to this database.", "read_only"
            )
        case _ if isinstance(error, DBAPIError) and error.connection_invalidated:
            return StorageError(
                f"The PostgreSQL server at {place} broke off the connection: try again in a moment.", "unreachable"
            )
        case _:
            return None
