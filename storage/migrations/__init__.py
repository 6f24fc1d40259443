"""Numbered steps that bring a database to the tables of this version."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, inspect
from sqlalchemy.engine import URL

from storage.connections import create_engine, explained, read_only
from storage.errors import StorageError

_HERE = Path(__file__).resolve().parent
# Any number will do, as long as every process of the bot waits for the same one.
_ADVISORY_LOCK = 19_301_947
VERSION = "alembic_version"
"""The table with the number of the last step."""


async def upgrade(url: URL, revision: str = "head", *, busy_timeout: float = 5.0) -> None:
    """Bring the database to ``revision``, whole or not at all.

    Raises StorageError when it cannot be written, holds another program's tables, or was written by a newer version.
    """
    await _migrate(url, revision, up=True, busy_timeout=busy_timeout)


async def downgrade(url: URL, revision: str) -> None:
    """Take the database back to ``revision`` (``base``: no tables). Errors as in `upgrade`."""
    await _migrate(url, revision, up=False, busy_timeout=5.0)


def list_revisions() -> set[str]:
    """Return the numbers of all steps that this version knows, by the names of their files."""
    return {path.stem.removeprefix("version_") for path in (_HERE / "versions").glob("version_*.py")}


def find_revision(connection: Connection) -> str | None:
    """Return the number of the last step that was done in a database, or None where there was none."""
    if not inspect(connection).has_table(VERSION):
        return None
    found: str | None = connection.exec_driver_sql(f"SELECT version_num FROM {VERSION}").scalar()  # noqa: S608
    return found


async def find_differences(url: URL) -> list[object]:
    """Return the differences between a database at the newest revision and the tables in `storage.models`."""
    from storage.migrations.steps import compare

    engine = create_engine(url)
    try:
        async with engine.connect() as connection:
            return await connection.run_sync(compare)
    finally:
        await engine.dispose()


async def _migrate(url: URL, revision: str, *, up: bool, busy_timeout: float) -> None:
    engine = create_engine(url, foreign_keys=False, busy_timeout=busy_timeout, connections=1)
    try:
        with explained(url, Exception):
            async with engine.begin() as connection:
                await connection.run_sync(_run, revision, up)
    finally:
        await engine.dispose()


async def check_version(url: URL) -> None:
    """Raise StorageError unless a database has the tables of this version. Nothing is written."""
    engine = create_engine(read_only(url), write=False, connections=1)
    try:
        with explained(url, Exception):
            async with engine.connect() as connection:
                await connection.run_sync(_refuse_other_version)
    finally:
        await engine.dispose()


def _refuse_other_version(connection: Connection) -> None:
    _refuse_foreign_tables(connection)
    if find_revision(connection) is None:
        raise StorageError("The database is empty: the bot makes its tables at its first start.")
    if find_revision(connection) != max(list_revisions()):
        raise StorageError(
            "The database has the tables of an older version: start the bot once, which brings them up to date."
        )


def _run(connection: Connection, revision: str, up: bool) -> None:
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_ADVISORY_LOCK})")
    _refuse_foreign_tables(connection)
    if not (up and revision == "head" and find_revision(connection) == max(list_revisions())):
        # Alembic takes 6 MB of memory, so it is imported only when there is something to do.
        from storage.migrations.steps import run

        run(connection, revision, up=up)
    if connection.dialect.name == "sqlite":
        broken = connection.exec_driver_sql("PRAGMA foreign_key_check").first()
        if broken is not None:
            raise StorageError(f"The database was left as it was: table {broken[0]!r} refers to rows that are missing.")


def _refuse_foreign_tables(connection: Connection) -> None:
    current = find_revision(connection)
    if current is None:
        if set(inspect(connection).get_table_names()) - {VERSION}:
            raise StorageError("The database holds another program's tables: give the bot one of its own.")
    elif current not in list_revisions():
        raise StorageError(f"The database was written by a newer version of the bot (its tables are {current}).")
