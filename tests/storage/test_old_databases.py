"""Databases of older versions, with games under way in them: they are brought up to date, and the games continue."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Connection, MetaData, text

from bot.tables.draft import Draft
from bot.tables.play import Tables
from storage import Storage, open_storage
from storage.connections import create_engine, read_url
from storage.migrations import find_differences, list_revisions, upgrade
from tests.storage.conftest import make_database

DATA = Path(__file__).parent / "data"
OLD = sorted(DATA.glob("version-*.sqlite"))
COUNTED = ("game", "seat", "turn", "choice", "draft", "outbox", "interaction_seen")


@pytest.fixture(params=OLD, ids=lambda path: path.stem)
def stored(request: pytest.FixtureRequest) -> Path:
    """Return a stored database of an older version."""
    path: Path = request.param
    return path


@pytest.fixture
async def old_address(database: str | None, stored: Path, tmp_path: Path) -> str:
    """Return a copy of the old database, on PostgreSQL too: the tables of its version, with the same rows."""
    address = await make_database(database, tmp_path, "template0")
    if database is None:
        shutil.copyfile(stored, tmp_path / "games.sqlite3")
        return address
    url = read_url(address)
    await upgrade(url, stored.stem.removeprefix("version-"))
    engine = create_engine(url)
    async with engine.begin() as connection:
        await connection.run_sync(copy_rows, stored)
    await engine.dispose()
    return address


def copy_rows(connection: Connection, stored: Path) -> None:
    """Copy every row of an SQLite file into tables of the same names."""
    metadata = MetaData()
    metadata.reflect(connection)
    with closing(sqlite3.connect(stored)) as source:
        source.row_factory = sqlite3.Row
        for table in metadata.sorted_tables:
            if table.name == "alembic_version":
                continue
            rows = [dict(row) for row in source.execute(f'SELECT * FROM "{table.name}"')]  # noqa: S608
            for row in rows:
                # Values of JSON columns are text in SQLite, and must not be encoded again.
                names = ", ".join(f'"{name}"' for name in row)
                values = ", ".join(f":{name}" for name in row)
                connection.execute(text(f'INSERT INTO "{table.name}" ({names}) VALUES ({values})'), row)  # noqa: S608
    # Numbers were given by hand, so the database must know the highest one.
    for name in ("outbox", "timer"):
        highest = f"(SELECT coalesce(max(id), 0) + 1 FROM {name})"  # noqa: S608
        connection.execute(text(f"SELECT setval(pg_get_serial_sequence('{name}', 'id'), {highest}, false)"))


def count_rows(stored: Path) -> dict[str, int]:
    """Return how many rows the old tables have."""
    with closing(sqlite3.connect(stored)) as source:
        return {name: source.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in COUNTED}  # noqa: S608


async def count_rows_now(storage: Storage) -> dict[str, int]:
    """Return how many rows the same tables have after the upgrade."""
    async with storage.read() as view:
        connection = await view._session.connection()
        counts = {}
        for name in COUNTED:
            counts[name] = (await connection.execute(text(f"SELECT count(*) FROM {name}"))).scalar_one()  # noqa: S608
        return counts


def test_the_fixtures_contain_a_database_of_every_older_version() -> None:
    newest = max(list_revisions())
    assert {path.stem.removeprefix("version-") for path in OLD} == list_revisions() - {newest}


async def test_an_upgrade_loses_no_row_and_makes_the_current_tables(old_address: str, stored: Path) -> None:
    storage = await open_storage(old_address)
    assert await count_rows_now(storage) == count_rows(stored)
    await storage.close()
    assert await find_differences(read_url(old_address)) == []


async def test_a_running_game_of_an_old_database_continues(old_address: str) -> None:
    storage = await open_storage(old_address)
    tables = Tables(storage)
    (game,) = [found.game for found in await tables.lobby.find_tables(statuses=["playing"])]
    moment = await tables.moment(game.id)
    assert moment.decision is not None
    holder = moment.table.holder(moment.decision.seat)
    assert holder is not None
    assert holder.user_id is not None
    # The player's unconfirmed choices are still there, and can be confirmed now.
    mine = await tables.moment(game.id, holder.user_id)
    assert mine.draft != Draft()
    while mine.is_mine and not mine.draft.armed and mine.decision is not None:
        key = mine.decision.default or mine.decision.options[0].key
        mine = await tables.at(game.id, holder.user_id, None, mine.token).choose([key])
    after = await tables.at(game.id, holder.user_id, None, mine.token).confirm()
    assert after.table.game.version > game.version
    assert await tables.recaps.list_steps(game.id, 5)
    # New messages are sent after those that already waited.
    async with storage.transaction() as tx:
        await tx.lock_game(game.id)
        newest = await tx.enqueue(game.id, "turn", "public", {})
        assert newest.seq > 2
    await storage.close()


async def test_a_table_of_an_old_database_that_had_not_begun_can_begin(old_address: str) -> None:
    storage = await open_storage(old_address)
    tables = Tables(storage)
    (table,) = await tables.lobby.find_tables(statuses=["open"])
    for number, seat in enumerate(seat.seat for seat in table.seats if seat.kind == "empty"):
        await tables.lobby.join(None, table.id, 500 + number, "Somebody", seat)
    await tables.lobby.start(None, table.id, table.game.host_user_id)
    assert (await tables.moment(table.id)).decision is not None
    await storage.close()
