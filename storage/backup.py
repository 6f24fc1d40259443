"""Backups of an SQLite database: taken even while the bot runs, and restored only while it does not.

PostgreSQL has its own tools; what follows a restore is the same (`follow_restore`).
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path

from sqlalchemy import text
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError

from storage.connections import PRIVATE, create_engine, explained, read_only, read_url
from storage.errors import StorageError
from storage.migrations import find_differences, list_revisions, upgrade

LOST_VERSIONS = 1_000
"""Added to a game's version when a backup is restored: more than the game can have advanced since the backup."""
_BUSY_SECONDS = 5.0


def back_up(address: str, target: Path, *, overwrite: bool = False) -> int:
    """Write the database at ``address``, as of one moment, to the file ``target``, and return its size in bytes.

    The bot may be running. Only its owner may read the file, since it holds the seeds of running games. Blocks. Raises
    StorageError when the database is not SQLite or does not exist, or when the file cannot be written.
    """
    _, source = _find(address, "pg_dump --format=custom --file=games.dump")
    if target.resolve() == source:
        raise StorageError(f"{target} is the database itself: name another file.")
    if target.exists() and not overwrite:
        raise StorageError(f"{target} exists already: name another file, or say --force.")
    if not source.is_file():
        raise StorageError(f"There is no database {source}.")
    with _open(source) as database:
        _check_is_ours(database, source)
        # The database is copied in one step: a reader of the write-ahead log holds up no writer.
        _copy(database, target)
    return target.stat().st_size


def restore(address: str, source: Path) -> Path | None:
    """Restore a backup as the database at ``address``, and return where the previous one is now, or None.

    The bot must not be running. Messages that were posted after the backup are still in the channels, and their buttons
    must not fit the restored games: versions jump, and drafts and votes are dropped. The bot looks for queued messages
    in the channel before it sends them. Blocks. Raises StorageError, and then nothing has changed.
    """
    url, place = _find(address, "pg_restore --clean --dbname=NAME games.dump, then gandhi restore without a file")
    if not source.is_file():
        raise StorageError(f"There is no file {source}.")
    if source.resolve() == place:
        raise StorageError(f"{source} is the database itself: name a backup of it.")
    with _open(source) as backup:
        _check_is_ours(backup, source)
        new = place.with_name(f"{place.name}.new")
        _copy(backup, new)
    with explained(url, sqlite3.Error):
        try:
            _check_it_works(new, source)
            with closing(sqlite3.connect(new, isolation_level=None)) as database:
                _make_buttons_stale(database)
            before = None
            if place.exists():
                _close_for_good(place)
                before = _keep(place)
            # A whole database is in this place at every moment. Otherwise a bot that starts would make an empty one.
            new.replace(place)
        finally:
            new.unlink(missing_ok=True)
    return before


async def follow_restore(address: str) -> None:
    """Do in a PostgreSQL database, which `pg_restore` has just filled, what `restore` does to a restored file.

    The bot must not be running. Raises StorageError, also for SQLite.
    """
    url = read_url(address)
    if url.get_backend_name() == "sqlite":
        raise StorageError("Name the file that `gandhi backup` wrote.")
    await upgrade(url)
    engine = create_engine(url, connections=1)
    try:
        with explained(url, SQLAlchemyError):
            async with engine.begin() as connection:
                for statement in _make_stale(has_votes=True):
                    await connection.execute(text(statement))
    finally:
        await engine.dispose()


def _keep(place: Path) -> Path:
    """Give a database a second name that no file has, and return it. Earlier ones stay. Raises StorageError.

    Where the file system has no hard links, the database is copied.
    """
    for number in count(1):
        kept = place.with_name(f"{place.name}.before-restore-{number}")
        if kept.exists():
            continue
        try:
            kept.hardlink_to(place)
        except FileExistsError:
            continue
        except OSError:
            with closing(sqlite3.connect(place, isolation_level=None)) as database:
                _copy(database, kept)
        return kept
    raise AssertionError("Numbers never end.")


def _find(address: str, command: str) -> tuple[URL, Path]:
    """Return the URL and the file of an SQLite database.

    Raises StorageError for PostgreSQL, with the command to use.
    """
    url = read_url(address)
    if url.get_backend_name() != "sqlite":
        raise StorageError(f"PostgreSQL has its own tools for that: {command} (with the address of your database).")
    return url, Path(url.database or "").resolve()


@contextmanager
def _open(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a database for reading only. Raises StorageError that names it."""
    url = read_url(f"sqlite:///{path}")
    address = f"{read_only(url).database}?mode=ro"
    with (
        explained(url, sqlite3.Error),
        closing(sqlite3.connect(address, timeout=_BUSY_SECONDS, isolation_level=None, uri=True)) as connection,
    ):
        yield connection


def _check_is_ours(database: sqlite3.Connection, path: Path) -> None:
    """Raise StorageError unless these are tables of the bot, of this version or an earlier one, and undamaged."""
    tables = {name for (name,) in database.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    if not {"alembic_version", "game"} <= tables:
        raise StorageError(f"{path} holds no games.")
    foreign = database.execute("SELECT type, name FROM sqlite_schema WHERE type IN ('view', 'trigger')").fetchone()
    if foreign is not None:
        raise StorageError(f"{path} holds a {foreign[0]}, {foreign[1]!r}, which the bot did not make.")
    revisions = database.execute("SELECT version_num FROM alembic_version").fetchall()
    if len(revisions) != 1:
        raise StorageError(f"{path} does not say which version of the bot wrote it.")
    (revision,) = revisions[0]
    if revision not in list_revisions():
        raise StorageError(f"{path} was written by a newer version of the bot (its tables are {revision}).")
    (verdict,) = database.execute("PRAGMA integrity_check(1)").fetchone()
    if verdict != "ok":
        raise StorageError(f"{path} is damaged: {verdict}.", "damaged")


def _check_it_works(new: Path, source: Path) -> None:
    """Raise StorageError unless a copy of a backup can be brought up to date and used. The copy is thrown away."""
    practice = new.with_name(f"{new.name}.trial")
    try:
        with closing(sqlite3.connect(new, isolation_level=None)) as database:
            _copy(database, practice)
        # The trial runs in a separate thread, since an event loop may be running in this one.
        with ThreadPoolExecutor(1) as thread:
            faults = thread.submit(asyncio.run, _try_out(practice)).result()
    except StorageError as error:
        raise StorageError(f"{source} is no backup that the bot could use: {error}", error.trouble) from error
    except (sqlite3.Error, SQLAlchemyError) as error:
        raise StorageError(f"{source} is no backup that the bot could use: {_name(error)}.") from error
    finally:
        for suffix in ("", "-wal", "-shm"):
            practice.with_name(practice.name + suffix).unlink(missing_ok=True)
    if faults:
        raise StorageError(
            f"{source} is no backup that the bot could use: its tables are not those that the bot makes."
        )


async def _try_out(path: Path) -> list[object]:
    url = read_url(f"sqlite:///{path}")
    await upgrade(url)
    return await find_differences(url)


def _name(error: Exception) -> str:
    """Return the message of a database's error without the statement."""
    return str(getattr(error, "orig", None) or error).partition("\n")[0]


def _copy(database: sqlite3.Connection, target: Path) -> None:
    """Copy a database into a file that appears whole or not at all."""
    part = target.with_name(f"{target.name}.part")
    try:
        os.close(os.open(part, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, PRIVATE))
        with closing(sqlite3.connect(part)) as copy:
            database.backup(copy)
            # The copy is one file, without a log beside it.
            copy.execute("PRAGMA journal_mode = DELETE")
        _flush(part)
        part.replace(target)
    except OSError as error:
        raise StorageError(f"{target} cannot be written: {error.strerror}.") from error
    finally:
        part.unlink(missing_ok=True)


def _flush(path: Path) -> None:
    """Make sure that a file is on the disk."""
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def _close_for_good(path: Path) -> None:
    """Fold a database's log into its file. Raises StorageError when a program has it open."""
    with closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as database:
        try:
            database.execute("PRAGMA journal_mode = DELETE")
        except sqlite3.OperationalError as error:
            raise StorageError(f"The database {path} is in use: stop the bot first.", "locked") from error


def _make_buttons_stale(database: sqlite3.Connection) -> None:
    tables = {name for (name,) in database.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    database.execute("BEGIN IMMEDIATE")
    for statement in _make_stale(has_votes="ballot" in tables):
        database.execute(statement)
    database.execute("COMMIT")


def _make_stale(*, has_votes: bool) -> list[str]:
    """Return the statements after which no newer button fits the games, and queued messages are first looked for."""
    return [
        f"UPDATE game SET version = version + {LOST_VERSIONS:d}",  # noqa: S608
        "DELETE FROM draft",
        *(["DELETE FROM ballot"] if has_votes else []),
        "UPDATE outbox SET attempts = attempts + 1 WHERE status IN ('queued', 'sending')",
    ]
