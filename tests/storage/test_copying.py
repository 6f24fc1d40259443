"""A whole database is copied into another, of the same kind or not, and back, without a difference."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.tables.play import Tables
from storage import StorageError, open_storage
from storage.connections import create_engine, read_url
from storage.copying import copy_database
from storage.models import Stored
from tests.bot.players import act_plainly, open_table


def ignore(done: float, note: str) -> None:
    """Show no progress."""
    assert 0 <= done <= 1


async def fill(address: str) -> None:
    """Play at two tables, and store something of most kinds."""
    storage = await open_storage(address)
    tables = Tables(storage)
    for number in (1, 2):
        game_id = await open_table(tables, number=number)
        for _ in range(3):
            moment = await tables.moment(game_id)
            person = next(row.user_id for row in moment.table.seats if row.seat == moment.game.pending_seat)
            assert person is not None
            await act_plainly(tables, await tables.moment(game_id, person), person)
    async with storage.transaction() as tx:
        await tx.put_web_address(game_id, "an address")
        await tx.add_web_link("link", game_id, 1 << 60, "digest", 8)
        await tx.audit("close", 1 << 60, guild_id=5, game_id=game_id, details={"name": "बंबई"})
    await storage.close()


async def test_a_database_copied_there_and_back_is_unchanged(empty_address: str, tmp_path: Path) -> None:
    first, back = f"sqlite:///{tmp_path}/first.sqlite3", f"sqlite:///{tmp_path}/back.sqlite3"
    await fill(first)
    told: list[float] = []
    there = await copy_database(first, empty_address, lambda done, note: told.append(done))
    assert there["game"].rows == 2
    assert sum(content.rows > 0 for content in there.values()) >= 8
    assert told[-1] == 1.0
    assert await copy_database(empty_address, back, ignore) == there
    # The copy continues to work: a new row gets a number that no other row has.
    storage = await open_storage(empty_address)
    tables = Tables(storage)
    async with storage.read() as reader:
        (newest, _) = await reader.games_by(guild_id=None, statuses=["playing"], limit=None)
    moment = await tables.moment(newest.id)
    person = next(row.user_id for row in moment.table.seats if row.seat == moment.game.pending_seat)
    assert person is not None
    await act_plainly(tables, await tables.moment(newest.id, person), person)
    async with storage.transaction() as tx:
        await tx.audit("close", 1, guild_id=5, game_id=newest.id, details={})
    await storage.close()


async def test_copying_from_a_missing_or_into_the_same_or_a_filled_database_is_refused(tmp_path: Path) -> None:
    first, second = f"sqlite:///{tmp_path}/first.sqlite3", f"sqlite:///{tmp_path}/second.sqlite3"
    with pytest.raises(StorageError, match="There is no database"):
        await copy_database(first, second, ignore)
    await fill(first)
    with pytest.raises(StorageError, match="into itself"):
        await copy_database(first, first, ignore)
    await copy_database(first, second, ignore)
    with pytest.raises(StorageError, match="holds rows already"):
        await copy_database(first, second, ignore)


async def test_a_copy_that_differs_from_its_source_is_removed(tmp_path: Path) -> None:
    first, second = f"sqlite:///{tmp_path}/first.sqlite3", f"sqlite:///{tmp_path}/second.sqlite3"
    await fill(first)
    await (await open_storage(second)).close()
    with closing(sqlite3.connect(tmp_path / "second.sqlite3")) as spoiled:
        spoiled.execute(
            "CREATE TRIGGER spoil AFTER INSERT ON audit_entry BEGIN UPDATE audit_entry SET action = 'another'; END"
        )
    with pytest.raises(StorageError, match="differs from what was read"):
        await copy_database(first, second, ignore)
    engine = create_engine(read_url(second))
    async with engine.connect() as connection:
        for one in Stored.metadata.sorted_tables:
            assert (await connection.execute(one.select())).first() is None
    await engine.dispose()
