"""The numbered steps lead from nothing to the tables of this version, and back, and never lose a row."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, inspect, text
from sqlalchemy.exc import DBAPIError, IntegrityError

import storage.migrations
from storage import StorageError, open_storage
from storage.connections import create_engine, read_url
from storage.migrations import downgrade, find_differences, upgrade
from storage.models import Stored
from tests.storage.conftest import run_sql
from tests.storage.helpers import create_game, start_game


async def look(address: str, ask: Any) -> Any:
    """Call a function with a database's connection, and return the result."""
    engine = create_engine(read_url(address))
    async with engine.connect() as connection:
        answer = await connection.run_sync(ask)
    await engine.dispose()
    return answer


def table_names(connection: Connection) -> set[str]:
    """Return the tables, without the one that holds the number of the last step."""
    return set(inspect(connection).get_table_names()) - {"alembic_version"}


async def test_an_empty_database_gets_every_table(empty_address: str) -> None:
    assert await look(empty_address, table_names) == set()
    await upgrade(read_url(empty_address))
    assert await look(empty_address, table_names) == set(Stored.metadata.tables)


async def test_the_migrations_make_exactly_the_tables_of_the_models(empty_address: str) -> None:
    await upgrade(read_url(empty_address))
    assert await find_differences(read_url(empty_address)) == []


async def test_the_comparison_of_tables_finds_a_missing_index(empty_address: str) -> None:
    await upgrade(read_url(empty_address))
    await run_sql(empty_address, "DROP INDEX ix_seat_user_id")
    assert len(await find_differences(read_url(empty_address))) == 1


async def test_an_upgrade_done_twice_changes_nothing(empty_address: str) -> None:
    opened = await open_storage(empty_address)
    game = await start_game(opened)
    await opened.close()
    await upgrade(read_url(empty_address))
    opened = await open_storage(empty_address)
    async with opened.read() as view:
        play = await view.load_play(game.id)
    await opened.close()
    assert play.game == game
    assert play.turn is not None


async def test_the_migrations_can_be_undone_and_repeated(empty_address: str) -> None:
    url = read_url(empty_address)
    await upgrade(url)
    await downgrade(url, "base")
    assert await look(empty_address, table_names) == set()
    await upgrade(url)
    assert await look(empty_address, table_names) == set(Stored.metadata.tables)


async def test_a_newer_database_is_left_unchanged(empty_address: str) -> None:
    opened = await open_storage(empty_address)
    async with opened.transaction() as tx:
        game = await create_game(tx)
    await opened.close()
    await run_sql(empty_address, "UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(StorageError, match=r"newer version of the bot \(its tables are 9999\)\.$"):
        await open_storage(empty_address)

    def stored_ids(connection: Connection) -> list[str]:
        return list(connection.execute(text("SELECT id FROM game")).scalars())

    assert await look(empty_address, stored_ids) == [game.id]


async def test_another_programs_tables_are_refused_and_unchanged(empty_address: str) -> None:
    await run_sql(empty_address, "CREATE TABLE recipe (id INTEGER)")
    with pytest.raises(StorageError, match="another program's tables"):
        await upgrade(read_url(empty_address))
    assert await look(empty_address, table_names) == {"recipe"}


async def test_a_migration_that_fails_changes_nothing(empty_address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # A table that the step creates late exists already, so that the step fails after creating the others.
    await run_sql(empty_address, "CREATE TABLE timer (id INTEGER)")
    monkeypatch.setattr(storage.migrations, "_refuse_foreign_tables", lambda *_: None)
    with pytest.raises(DBAPIError, match="already exists"):
        await upgrade(read_url(empty_address))
    assert await look(empty_address, table_names) == {"timer"}


async def test_dangling_references_stop_an_upgrade(empty_address: str) -> None:
    url = read_url(empty_address)
    await upgrade(url)
    orphan = "INSERT INTO seat (game_id, seat, place, kind, display_name) VALUES ('nosuch', 'raj', 0, 'empty', '')"
    if url.get_backend_name() == "postgresql":
        with pytest.raises(IntegrityError):
            await run_sql(empty_address, orphan)
    else:
        await run_sql(empty_address, orphan)
        with pytest.raises(StorageError, match="table 'seat' refers to rows that are missing"):
            await upgrade(url)


async def test_the_database_checks_references_during_play(address: str) -> None:
    opened = await open_storage(address)

    def is_checked(connection: Connection) -> bool:
        if connection.dialect.name == "postgresql":
            return bool(inspect(connection).get_foreign_keys("seat"))
        return connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1

    async with opened.transaction() as tx:
        assert await (await tx._session.connection()).run_sync(is_checked)
    await opened.close()


@pytest.mark.program
def test_a_database_that_is_up_to_date_is_opened_without_alembic(tmp_path: Path) -> None:
    program = (
        "import asyncio, os, sys; from bot.client import TableBot; from storage import open_storage\n"
        "async def do():\n"
        "    await (await open_storage(sys.argv[1])).close()\n"
        "for _ in range(2):\n"
        "    if (child := os.fork()) == 0:\n"
        "        asyncio.run(do()); print('alembic' in sys.modules); break\n"
        "    os.waitpid(child, 0)\n"
    )
    said = subprocess.run(
        [sys.executable, "-c", program, f"sqlite:///{tmp_path}/games.sqlite3"], capture_output=True, text=True
    )
    assert said.stdout.splitlines() == ["True", "False"], said.stderr
