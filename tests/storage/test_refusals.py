"""A database that cannot be used is refused in one sentence, and is not changed."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import text

import storage.connections
from storage import StorageError, open_storage
from storage.connections import read_url
from tests.storage.helpers import create_game, start_game
from tests.storage.server import find_free_port


async def refusal(address: str) -> str:
    """Return why a database cannot be opened."""
    with pytest.raises(StorageError) as refused:
        await open_storage(address, busy_timeout=0.05)
    sentence = str(refused.value)
    assert sentence.endswith(".")
    assert "\n" not in sentence
    return sentence


@pytest.mark.parametrize(
    ("address", "driver"),
    [
        ("sqlite:///games.sqlite3", "sqlite+aiosqlite"),
        ("/srv/games.sqlite3", "sqlite+aiosqlite"),
        ("./games.sqlite3", "sqlite+aiosqlite"),
        ("sqlite+aiosqlite:///games.sqlite3", "sqlite+aiosqlite"),
        ("postgres://gandhi@db/games", "postgresql+asyncpg"),
        ("postgresql://gandhi@db/games", "postgresql+asyncpg"),
        ("postgresql+asyncpg://gandhi@db/games", "postgresql+asyncpg"),
    ],
)
def test_an_address_may_leave_the_driver_out(address: str, driver: str) -> None:
    assert read_url(address).drivername == driver


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("games.sqlite3", "is not one"),
        ("", "is not one"),
        ("mysql://gandhi@db/games", "'mysql' are not supported"),
        ("sqlite://", "needs a file"),
        ("sqlite:///:memory:", "needs a file"),
    ],
)
async def test_an_invalid_address_is_refused_with_its_reason(address: str, reason: str) -> None:
    assert reason in await refusal(address)


async def test_missing_folders_of_a_database_path_are_made(tmp_path: Path) -> None:
    opened = await open_storage(f"sqlite:///{tmp_path}/new/folder/games.sqlite3")
    await opened.close()
    assert (tmp_path / "new/folder/games.sqlite3").exists()


async def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert "cannot be made" in await refusal(f"sqlite:///{tmp_path}/file/games.sqlite3")


async def test_a_path_that_is_a_folder_is_refused(tmp_path: Path) -> None:
    assert "cannot be opened" in await refusal(f"sqlite:///{tmp_path}")


async def test_a_read_only_folder_is_refused() -> None:
    # The kernel's own folder takes no file, not even root's.
    assert "cannot be opened" in await refusal("sqlite:////proc/games.sqlite3")


async def test_a_file_that_is_not_a_database_is_refused_and_unchanged(tmp_path: Path) -> None:
    (tmp_path / "games.sqlite3").write_bytes(b"Salt March " * 100)
    assert "is not a database" in await refusal(f"sqlite:///{tmp_path}/games.sqlite3")
    assert (tmp_path / "games.sqlite3").read_bytes() == b"Salt March " * 100


async def test_the_database_of_another_program_is_refused(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "games.sqlite3") as other:
        other.execute("CREATE TABLE recipe (name TEXT)")
    other.close()
    assert "another program's tables" in await refusal(f"sqlite:///{tmp_path}/games.sqlite3")


async def test_a_locked_database_at_the_start_is_refused(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path}/games.sqlite3"
    await (await open_storage(address)).close()
    other = sqlite3.connect(tmp_path / "games.sqlite3", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    assert "locked by another program" in await refusal(address)
    other.execute("ROLLBACK")
    other.close()
    await (await open_storage(address)).close()


async def test_a_locked_database_during_play_is_refused(tmp_path: Path) -> None:
    opened = await open_storage(f"sqlite:///{tmp_path}/games.sqlite3", busy_timeout=0.05)
    game = await start_game(opened)
    other = sqlite3.connect(tmp_path / "games.sqlite3", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StorageError, match="locked by another program"):
        async with opened.transaction() as tx:
            await tx.append_choices(game.id, 0, "raj", ["deploy"])
    async with opened.read() as view:
        assert (await view.load_play(game.id)).keys == ()
    other.execute("ROLLBACK")
    other.close()
    async with opened.transaction() as tx:
        await tx.append_choices(game.id, 0, "raj", ["deploy"])
    await opened.close()


async def test_a_full_disk_during_play_is_refused_in_one_sentence(tmp_path: Path) -> None:
    opened = await open_storage(f"sqlite:///{tmp_path}/games.sqlite3")
    game = await start_game(opened)
    async with opened._writer.connect() as connection:
        pages = (await connection.execute(text("PRAGMA page_count"))).scalar_one()
        await connection.execute(text(f"PRAGMA max_page_count = {pages}"))
    with pytest.raises(StorageError, match="disk is full"):
        async with opened.transaction() as tx:
            await tx.append_choices(game.id, 0, "raj", ["deploy"])
            await tx.put_draft(game.id, "raj", 0, ["key " * 50_000])
    async with opened.read() as view:
        assert (await view.load_play(game.id)).keys == ()
    async with opened._writer.connect() as connection:
        await connection.execute(text(f"PRAGMA max_page_count = {pages * 100}"))
    async with opened.transaction() as tx:
        await tx.append_choices(game.id, 0, "raj", ["deploy"])
    await opened.close()


async def test_a_read_only_file_is_refused_in_one_sentence(tmp_path: Path) -> None:
    opened = await open_storage(f"sqlite:///{tmp_path}/games.sqlite3")
    # Root may write to any file, so the connection itself refuses here with the same code.
    async with opened._writer.connect() as connection:
        await connection.execute(text("PRAGMA query_only = ON"))
    with pytest.raises(StorageError, match="may only be read"):
        async with opened.transaction() as tx:
            await create_game(tx)
    await opened.close()


async def test_a_missing_server_is_refused_without_its_password() -> None:
    sentence = await refusal(f"postgresql://gandhi:salt@127.0.0.1:{find_free_port()}/games")
    assert "cannot be reached" in sentence
    assert "salt" not in sentence


async def test_a_missing_database_is_made_only_if_it_is_a_file(database: str | None, tmp_path: Path) -> None:
    if database is None:
        await (await open_storage(f"sqlite:///{tmp_path}/nosuch.sqlite3")).close()
    else:
        assert "no such database" in await refusal(f"{database}/nosuch")


async def test_a_missing_driver_is_named_with_its_installation(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_args: object, **_options: object) -> None:
        raise ModuleNotFoundError("asyncpg")

    monkeypatch.setattr(storage.connections, "create_async_engine", fail)
    assert "pip install asyncpg" in await refusal("postgresql://gandhi@127.0.0.1/games")


async def test_a_closed_database_refuses_to_be_read_or_changed(tmp_path: Path) -> None:
    storage = await open_storage(f"sqlite:///{tmp_path / 'games.sqlite3'}")
    await storage.close()
    for begin in (storage.read, storage.transaction):
        with pytest.raises(StorageError, match="The database is closed: the program is ending") as refused:
            async with begin():
                pass
        assert refused.value.trouble == "unreachable"
