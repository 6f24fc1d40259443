"""Numbered steps that bring a database to the tables of this version."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect
from sqlalchemy.engine import URL

from storage.connections import create_engine, explained, read_only
from storage.errors import StorageError
from storage.models import Stored

_HERE = Path(__file__).resolve().parent
# Any number will do, as long as every process of the bot waits for the same one.
_ADVISORY_LOCK = 19_301_947


async def upgrade(url: URL, revision: str = "head", *, busy_timeout: float = 5.0) -> None:
    """Bring the database to ``revision``, whole or not at all.

    Raises StorageError when it cannot be written, holds another program's tables, or was written by a newer version.
    """
    await _migrate(url, revision, up=True, busy_timeout=busy_timeout)


async def downgrade(url: URL, revision: str) -> None:
    """Take the database back to ``revision`` (``base``: no tables). Errors as in `upgrade`."""
    await _migrate(url, revision, up=False, busy_timeout=5.0)


def list_revisions() -> set[str]:
    """The numbers of all steps that this version knows."""
    return {script.revision for script in _scripts().walk_revisions()}


def _configure() -> Config:
    config = Config()
    config.set_main_option("script_location", str(_HERE).replace("%", "%%"))
    return config


def _scripts() -> ScriptDirectory:
    return ScriptDirectory.from_config(_configure())


async def find_differences(url: URL) -> list[object]:
    """What a database at the newest revision and the tables in `storage.models` do not agree on."""
    engine = create_engine(url)
    try:
        async with engine.connect() as connection:
            return await connection.run_sync(_compare)
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
    """Raise StorageError unless a database has the tables of this version. It is only read."""
    engine = create_engine(read_only(url), write=False, connections=1)
    try:
        with explained(url, Exception):
            async with engine.connect() as connection:
                await connection.run_sync(_refuse_other_version)
    finally:
        await engine.dispose()


def _refuse_other_version(connection: Connection) -> None:
    _refuse_foreign_tables(connection)
    if MigrationContext.configure(connection).get_current_revision() != _scripts().get_current_head():
        raise StorageError(
            "The database has the tables of an older version: start the bot once, which brings them up to date."
        )


def _run(connection: Connection, revision: str, up: bool) -> None:
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_ADVISORY_LOCK})")
    config = _configure()
    config.attributes["connection"] = connection
    _refuse_foreign_tables(connection)
    (command.upgrade if up else command.downgrade)(config, revision)
    if connection.dialect.name == "sqlite":
        broken = connection.exec_driver_sql("PRAGMA foreign_key_check").first()
        if broken is not None:
            raise StorageError(f"The database was left as it was: table {broken[0]!r} refers to rows that are missing.")


def _refuse_foreign_tables(connection: Connection) -> None:
    current = MigrationContext.configure(connection).get_current_revision()
    if current is None:
        if set(inspect(connection).get_table_names()) - {"alembic_version"}:
            raise StorageError("The database holds another program's tables: give the bot one of its own.")
    elif current not in list_revisions():
        raise StorageError(f"The database was written by a newer version of the bot (its tables are {current}).")


def _compare(connection: Connection) -> list[object]:
    context = MigrationContext.configure(connection, opts={"compare_type": True})
    return list(compare_metadata(context, Stored.metadata))
