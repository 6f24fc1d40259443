"""Acknowledged changes survive; unfinished ones are not done at all."""

from __future__ import annotations

import asyncio
import gc
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from storage import Storage, StorageError, UnknownGame, open_storage
from storage.connections import create_engine, read_url
from storage.play import PlayWriter
from tests.storage.helpers import create_game, start_game

ROOT = Path(__file__).resolve().parents[2]
ACKNOWLEDGED_BEFORE_THE_KILL = 25


@pytest.mark.program
async def test_a_killed_writer_loses_no_acknowledged_choice(address: str) -> None:
    storage = await open_storage(address)
    game = await start_game(storage)
    for _ in range(2):
        await storage.close()
        async with asyncio.timeout(60):
            acknowledged = await write_until_killed(address, game.id)
        storage = await open_storage(address)
        async with storage.read() as view:
            play = await view.load_play(game.id)
            posts = await view.posts(game.id)
        # The last commit may not have been reported: the process was killed between the commit and the report.
        assert play.game.version - 1 in (acknowledged, acknowledged + 1)
        assert play.keys == tuple(f"key {number}" for number in range(play.game.version))
        assert [post.payload["number"] for post in posts] == list(range(play.game.version))
        # The writer counts from zero, so the next one needs its own game.
        game = await start_game(storage)
    await storage.close()


async def write_until_killed(address: str, game_id: str) -> int:
    """Kill a writer in mid-work, and return the last number that it has acknowledged."""
    writer = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.storage.writer", address, game_id, cwd=ROOT, stdout=subprocess.PIPE
    )
    assert writer.stdout is not None
    for _ in range(ACKNOWLEDGED_BEFORE_THE_KILL):
        await writer.stdout.readline()
    writer.kill()
    rest = (await writer.stdout.read()).split(b"\n")[:-1]
    assert await writer.wait() == -9
    return ACKNOWLEDGED_BEFORE_THE_KILL - 1 + len(rest)


async def test_a_cancelled_unit_of_work_is_kept_whole_or_dropped(storage: Storage) -> None:
    game = await start_game(storage)
    done: list[int] = []

    async def choose(number: int) -> None:
        async with storage.transaction() as tx:
            seen = await tx.lock_game(game.id)
            await tx.append_choices(game.id, seen.version, "raj", [f"{number} begun", f"{number} ended"])
        done.append(number)

    tasks = [asyncio.create_task(choose(number)) for number in range(60)]
    for steps, task in enumerate(tasks):
        for _ in range(steps % 7):
            await asyncio.sleep(0)
        if steps % 3:
            task.cancel()
    results = await asyncio.gather(*tasks, return_exceptions=True)
    assert {type(result) for result in results} == {type(None), asyncio.CancelledError}
    async with storage.read() as view:
        play = await view.load_play(game.id)
    begun = [key.split()[0] for key in play.keys[::2]]
    assert begun == [key.split()[0] for key in play.keys[1::2]]
    assert play.game.version == len(begun)
    assert {str(number) for number in done} <= set(begun)
    # All connections are still open, and none is in a transaction.
    async with storage.transaction() as tx:
        await tx.append_choices(game.id, play.game.version, "raj", ["after"])


async def test_a_commit_under_way_is_completed_despite_a_cancellation(storage: Storage) -> None:
    game = await start_game(storage)
    chosen = asyncio.Event()

    async def choose() -> None:
        async with storage.transaction() as tx:
            await tx.append_choices(game.id, 0, "raj", ["deploy"])
            chosen.set()

    task = asyncio.create_task(choose())
    await chosen.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    async with storage.read() as view:
        play = await view.load_play(game.id)
    assert (play.game.version, play.keys) == (1, ("deploy",))


async def test_a_reader_cannot_write(storage: Storage) -> None:
    game = await start_game(storage)
    with pytest.raises(StorageError, match=r"may only be read|does not let the bot write"):
        async with storage.read() as view:
            await PlayWriter(view._connection, view._now).put_draft(game.id, "raj", 0, [])
    async with storage.transaction() as tx:
        await tx.put_draft(game.id, "raj", 0, ["after"])


async def test_a_reader_sees_one_state_and_does_not_wait_for_writers(storage: Storage) -> None:
    game = await start_game(storage)
    async with storage.read() as view:
        assert (await view.load_play(game.id)).keys == ()
        async with storage.transaction() as tx:
            await tx.append_choices(game.id, 0, "raj", ["deploy"])
            async with storage.read() as other, asyncio.timeout(5):
                assert (await other.load_play(game.id)).keys == ()
        assert await view.choices(game.id) == []
    async with storage.read() as view:
        assert (await view.load_play(game.id)).keys == ("deploy",)


async def test_two_programs_on_one_database_lose_no_update(address: str) -> None:
    first, second = await open_storage(address), await open_storage(address)
    game = await start_game(first)

    async def advance(storage: Storage) -> None:
        async with storage.transaction() as tx:
            seen = await tx.lock_game(game.id)
            await tx.advance(game.id, seen.version)

    await asyncio.gather(*(advance(storage) for storage in (first, second) for _ in range(10)))
    async with second.read() as view:
        assert (await view.game(game.id)).version == 20
    await first.close()
    await second.close()


async def test_games_survive_closing_and_opening_the_database(address: str) -> None:
    storage = await open_storage(address)
    game = await start_game(storage)
    await storage.close()
    storage = await open_storage(address)
    async with storage.read() as view:
        assert await view.game(game.id) == game
    await storage.close()


async def test_an_error_in_a_transaction_keeps_its_type_and_stores_nothing(storage: Storage) -> None:
    with pytest.raises(FileNotFoundError):
        async with storage.transaction() as tx:
            await create_game(tx)
            raise FileNotFoundError("a picture")
    with pytest.raises(UnknownGame):
        async with storage.transaction() as tx:
            await tx.lock_game("nosuch")
    with pytest.raises(DBAPIError):
        async with storage.transaction() as tx:
            await (await tx._session.connection()).execute(text("SELECT nonsense FROM nowhere"))
    async with storage.read() as view:
        assert await view.games_by() == []


async def test_closing_a_database_waits_for_the_running_transaction_and_refuses_others(address: str) -> None:
    storage = await open_storage(address)
    game = await start_game(storage)
    is_inside, may_end = asyncio.Event(), asyncio.Event()

    async def work() -> None:
        async with storage.transaction() as tx:
            is_inside.set()
            await may_end.wait()
            await tx.update_game(game.id, name="The last one")

    working = asyncio.create_task(work())
    await is_inside.wait()
    closing = asyncio.create_task(storage.close())
    await asyncio.sleep(0.05)
    assert not closing.done()
    with pytest.raises(StorageError, match="is closed"):
        async with storage.read():
            pass
    may_end.set()
    await working
    await closing
    storage = await open_storage(address)
    async with storage.read() as view:
        assert (await view.game(game.id)).name == "The last one"
    await storage.close()


async def test_the_connection_of_a_cancelled_task_is_closed(address: str) -> None:
    """A task may be cancelled at any moment; a connection that no one holds would never be closed."""
    storage = await open_storage(address)

    async def look() -> None:
        async with storage.read() as view:
            await view.games_by()

    for turns in range(12):
        looking = asyncio.create_task(look())
        for _ in range(turns):
            await asyncio.sleep(0)
        looking.cancel()
        await asyncio.wait([looking])
    await storage.close()
    # A connection that is still open would give a warning, which fails a test, when it is collected.
    gc.collect()


async def test_a_commit_is_synchronised_with_the_disk(tmp_path: Path) -> None:
    """Acknowledged data survive a loss of power: only tests do without."""
    engine = create_engine(read_url(f"sqlite:///{tmp_path / 'games.sqlite3'}"))
    async with engine.connect() as connection:
        found = await connection.exec_driver_sql("PRAGMA synchronous")
        assert found.scalar() == 2
    await engine.dispose()
