"""A backup is complete, although games continue; after it is restored, no newer button works."""

from __future__ import annotations

import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest

from storage import Play, StorageError, open_storage, open_to_read
from storage.backup import LOST_VERSIONS, back_up, restore
from storage.connections import read_url
from storage.migrations import upgrade
from tests.storage.helpers import start_game


@pytest.fixture
def address(tmp_path: Path) -> str:
    """Return the address of a database file that is not there yet."""
    return f"sqlite:///{tmp_path}/games.sqlite3"


async def find_plays(address: str) -> list[Play]:
    """Return the state of all games, the newest first."""
    storage = await open_storage(address)
    async with storage.read() as view:
        plays = [await view.load_play(game.id) for game in await view.games_by()]
    await storage.close()
    return plays


async def test_a_backup_in_mid_game_has_all_that_is_committed(address: str, tmp_path: Path) -> None:
    storage = await open_storage(address)
    game = await start_game(storage)
    async with storage.transaction() as tx:
        await tx.append_choices(game.id, 0, "raj", ["deploy"])
    async with storage.transaction() as tx:
        # A transaction is open at this moment: its row is not in the backup, and neither delays the other.
        await tx.append_choices(game.id, 1, "raj", ["delhi"])
        size = back_up(address, tmp_path / "backup.sqlite3")
    await storage.close()
    assert size == (tmp_path / "backup.sqlite3").stat().st_size
    assert stat.S_IMODE((tmp_path / "backup.sqlite3").stat().st_mode) == 0o600
    assert not (tmp_path / "backup.sqlite3.part").exists()
    (now,) = await find_plays(address)
    (then,) = await find_plays(f"sqlite:///{tmp_path}/backup.sqlite3")
    assert (now.keys, then.keys) == (("deploy", "delhi"), ("deploy",))


async def test_only_its_owner_may_read_a_database(address: str, tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    # An earlier version of the bot left the file readable for everyone.
    path.touch(0o644)
    path.chmod(0o644)
    storage = await open_storage(address)
    await start_game(storage)
    for suffix in ("", "-wal", "-shm"):
        assert stat.S_IMODE((tmp_path / f"games.sqlite3{suffix}").stat().st_mode) == 0o600
    await storage.close()
    back_up(address, tmp_path / "backup.sqlite3")
    kept = restore(address, tmp_path / "backup.sqlite3")
    assert kept is not None
    assert stat.S_IMODE(path.stat().st_mode) == stat.S_IMODE(kept.stat().st_mode) == 0o600


async def test_the_error_names_the_file_that_is_not_a_database(address: str, tmp_path: Path) -> None:
    storage = await open_storage(address)
    await storage.close()
    before = (tmp_path / "games.sqlite3").read_bytes()
    garbage = tmp_path / "garbage"
    garbage.write_bytes(b"no database, and long enough to see that" * 100)
    with pytest.raises(StorageError, match=r"/garbage is not a database\."):
        restore(address, garbage)
    with pytest.raises(StorageError, match=r"/garbage is not a database\."):
        back_up(f"sqlite:///{garbage}", tmp_path / "backup.sqlite3")
    assert (tmp_path / "games.sqlite3").read_bytes() == before


async def test_opening_a_database_only_to_read_never_changes_it(address: str, tmp_path: Path) -> None:
    nowhere = tmp_path / "nowhere"
    with pytest.raises(StorageError, match="There is no database"):
        await open_to_read(f"sqlite:///{nowhere}/games.sqlite3")
    assert not nowhere.exists()
    url = read_url(address)
    await upgrade(url, "0001")
    path = tmp_path / "games.sqlite3"
    before = path.read_bytes()
    with pytest.raises(StorageError, match="older version: start the bot once"):
        await open_to_read(address)
    assert path.read_bytes() == before
    await (await open_storage(address)).close()
    before = path.read_bytes()
    storage = await open_to_read(address)
    async with storage.read() as view:
        assert await view.games_by() == []
    with pytest.raises(StorageError, match="may only be read"):
        async with storage.transaction() as tx:
            await tx.try_writing()
    await storage.close()
    assert path.read_bytes() == before


async def test_a_restore_keeps_the_previous_database(address: str, tmp_path: Path) -> None:
    storage = await open_storage(address)
    game = await start_game(storage)
    async with storage.transaction() as tx:
        await tx.append_choices(game.id, 0, "raj", ["deploy"])
        await tx.put_draft(game.id, "raj", 1, ["delhi"])
        await tx.put_ballot(game.id, "rewind", 1, {}, ["raj"])
        await tx.enqueue(game.id, "turn", "public", {"content": "it has gone out since"})
    back_up(address, tmp_path / "backup.sqlite3")
    async with storage.transaction() as tx:
        await tx.append_choices(game.id, 1, "raj", ["madras"])
    await storage.close()
    before = restore(address, tmp_path / "backup.sqlite3")
    assert before == tmp_path / "games.sqlite3.before-restore-1"
    storage = await open_storage(address)
    async with storage.transaction() as tx:
        play = await tx.load_play(game.id)
        assert (play.keys, play.game.version) == (("deploy",), 1 + LOST_VERSIONS)
        assert await tx.draft(game.id, "raj") is None
        assert await tx.ballot(game.id) is None
        (post,) = await tx.claim_due()
        assert post.attempts == 2, "it is looked for before it is sent"
        await tx.append_choices(game.id, play.game.version, "raj", ["bombay"])
    await storage.close()
    (lost,) = await find_plays(f"sqlite:///{before}")
    assert lost.keys == ("deploy", "madras")


async def test_a_backup_is_restored_without_an_existing_database(address: str, tmp_path: Path) -> None:
    storage = await open_storage(address)
    game = await start_game(storage)
    back_up(address, tmp_path / "backup.sqlite3")
    await storage.close()
    assert restore(f"sqlite:///{tmp_path}/elsewhere.sqlite3", tmp_path / "backup.sqlite3") is None
    (play,) = await find_plays(f"sqlite:///{tmp_path}/elsewhere.sqlite3")
    assert play.game.id == game.id


async def test_a_restore_is_refused_while_the_bot_runs(address: str, tmp_path: Path) -> None:
    storage = await open_storage(address)
    game = await start_game(storage)
    back_up(address, tmp_path / "backup.sqlite3")
    with pytest.raises(StorageError, match="in use: stop the bot first"):
        restore(address, tmp_path / "backup.sqlite3")
    async with storage.transaction() as tx:
        await tx.append_choices(game.id, 0, "raj", ["deploy"])
    await storage.close()
    assert not (tmp_path / "games.sqlite3.before-restore-1").exists()


async def test_a_backup_overwrites_a_file_only_on_request(address: str, tmp_path: Path) -> None:
    await (await open_storage(address)).close()
    target = tmp_path / "backup.sqlite3"
    target.write_text("precious")
    with pytest.raises(StorageError, match="exists already"):
        back_up(address, target)
    assert target.read_text() == "precious"
    back_up(address, target, overwrite=True)
    assert await find_plays(f"sqlite:///{target}") == []


async def test_a_file_that_is_not_a_backup_is_refused(address: str, tmp_path: Path) -> None:
    await (await open_storage(address)).close()
    nothing, foreign, newer = tmp_path / "nothing", tmp_path / "foreign", tmp_path / "newer"
    with sqlite3.connect(foreign) as other:
        other.execute("CREATE TABLE recipe (name TEXT)")
    other.close()
    back_up(address, newer)
    with sqlite3.connect(newer) as other:
        other.execute("UPDATE alembic_version SET version_num = '9999'")
    other.close()
    (tmp_path / "text").write_text("Salt March " * 500)
    for source, reason in (
        (nothing, "There is no file"),
        (foreign, "holds no games"),
        (newer, "newer version"),
        (tmp_path / "text", "is not a database"),
    ):
        with pytest.raises(StorageError, match=reason):
            restore(address, source)
    with pytest.raises(StorageError, match="There is no database"):
        back_up(f"sqlite:///{tmp_path}/nosuch.sqlite3", tmp_path / "backup.sqlite3")
    with pytest.raises(StorageError, match="cannot be written"):
        back_up(address, tmp_path / "nosuch" / "backup.sqlite3")
    assert await find_plays(address) == []


def test_backing_up_postgresql_is_refused_with_its_own_tools_named(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="pg_dump"):
        back_up("postgresql://gandhi@db/games", tmp_path / "backup")
    with pytest.raises(StorageError, match="pg_restore"):
        restore("postgresql://gandhi@db/games", tmp_path / "backup")


async def test_a_restore_keeps_files_that_an_earlier_restore_kept(address: str, tmp_path: Path) -> None:
    storage = await open_storage(address)
    await start_game(storage)
    await storage.close()
    back_up(address, tmp_path / "backup.sqlite3")
    original = (tmp_path / "games.sqlite3").read_bytes()
    kept = [restore(address, tmp_path / "backup.sqlite3") for _ in range(2)]
    assert kept == [tmp_path / f"games.sqlite3.before-restore-{number}" for number in (1, 2)]
    assert len(original) == len((tmp_path / "games.sqlite3.before-restore-1").read_bytes())
    (first,) = await find_plays(f"sqlite:///{kept[0]}")
    (second,) = await find_plays(f"sqlite:///{kept[1]}")
    assert second.game.version == first.game.version + LOST_VERSIONS
    assert not (tmp_path / "games.sqlite3.new").exists()


@pytest.mark.parametrize("has_second_names", [True, False])
async def test_a_restore_killed_at_its_last_step_leaves_the_database_in_its_place(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, has_second_names: bool
) -> None:
    storage = await open_storage(address)
    game = await start_game(storage)
    await storage.close()
    back_up(address, tmp_path / "backup.sqlite3")

    def refuse(*_: object) -> None:
        raise OSError(95, "Operation not supported")

    real = Path.replace

    def die(self: Path, target: Path) -> Path:
        if target.name == "games.sqlite3":
            raise KeyboardInterrupt
        return real(self, target)

    if not has_second_names:
        monkeypatch.setattr(Path, "hardlink_to", refuse)
    monkeypatch.setattr(Path, "replace", die)
    with pytest.raises(KeyboardInterrupt):
        restore(address, tmp_path / "backup.sqlite3")
    for name in ("games.sqlite3", "games.sqlite3.before-restore-1"):
        (play,) = await find_plays(f"sqlite:///{tmp_path}/{name}")
        assert play.game.id == game.id


async def test_backing_up_or_restoring_a_database_onto_itself_is_refused(address: str, tmp_path: Path) -> None:
    storage = await open_storage(address)
    place = tmp_path / "games.sqlite3"
    with pytest.raises(StorageError, match="the database itself"):
        back_up(address, place, overwrite=True)
    await storage.close()
    with pytest.raises(StorageError, match="the database itself"):
        restore(address, place)


def list_names(folder: Path) -> set[str]:
    """Return the names of all files in a folder."""
    return {path.name for path in folder.iterdir()}


STRANGE = {
    "a view where a table should be": "ALTER TABLE draft RENAME TO kept; CREATE VIEW draft AS SELECT * FROM kept",
    "no outbox": "DROP TABLE outbox",
    "a version older than its tables": "UPDATE alembic_version SET version_num = '0001'",
    "no version": "DELETE FROM alembic_version",
    "two versions": "INSERT INTO alembic_version VALUES ('0001')",
    "a trigger": "CREATE TRIGGER t AFTER UPDATE ON game BEGIN SELECT RAISE(ABORT, 'no'); END",
    "a table of another form": "DROP TABLE draft; CREATE TABLE draft (game_id TEXT)",
    "a view more": "CREATE VIEW spy AS SELECT seed FROM game",
}


@pytest.mark.parametrize("statements", STRANGE.values(), ids=STRANGE.keys())
async def test_restoring_a_backup_with_unexpected_tables_is_refused_and_changes_nothing(
    address: str, tmp_path: Path, statements: str
) -> None:
    storage = await open_storage(address)
    await start_game(storage)
    back_up(address, tmp_path / "backup.sqlite3")
    await storage.close()
    with closing(sqlite3.connect(tmp_path / "backup.sqlite3")) as file:
        file.executescript(statements)
    before = await find_plays(address)
    with pytest.raises(StorageError) as refused:
        restore(address, tmp_path / "backup.sqlite3")
    assert "\n" not in str(refused.value)
    assert await find_plays(address) == before
    assert list_names(tmp_path) <= {
        *("games.sqlite3", "games.sqlite3-wal", "games.sqlite3-shm"),
        *("backup.sqlite3", "backup.sqlite3-wal", "backup.sqlite3-shm"),
    }
