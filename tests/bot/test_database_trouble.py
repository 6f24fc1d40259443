"""A database that fails is reported to the player in a sentence without paths, and the game is as it was."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from datetime import timedelta

import pytest
from aiohttp.test_utils import make_mocked_request
from sqlalchemy import text

from bot.health import Health
from bot.housekeeping import PAUSE, Recovery
from bot.language import load_language
from storage import Reader, StorageError
from storage.columns import utc_now
from storage.errors import Trouble
from tests.bot.people import World

TROUBLES: tuple[Trouble, ...] = ("locked", "full", "read_only", "unreachable", "damaged", "other")


async def set_pragma(world: World, name: str, value: str) -> None:
    """Change the writing connection itself: inside a transaction, a refused writer could not be restored."""
    async with world.storage._writer.connect() as connection:
        raw = await connection.get_raw_connection()
        assert raw.driver_connection is not None
        await raw.driver_connection.execute(f"PRAGMA {name} = {value}")


@asynccontextmanager
async def full_disk(world: World) -> AsyncIterator[None]:
    """Keep the database from growing during the block."""
    async with world.storage._writer.connect() as connection:
        pages = (await connection.execute(text("PRAGMA page_count"))).scalar_one()
    await set_pragma(world, "max_page_count", str(pages))
    (table,) = await world.bot.tables.lobby.find_tables(guild_id=world.guild.id)
    tomorrow = utc_now() + timedelta(days=1)
    # The last free room is used by messages, since each turn stores some.
    for size in (3000, 300, 30):
        with pytest.raises(StorageError, match="disk is full"):
            while True:
                async with world.storage.transaction() as tx:
                    await tx.enqueue(table.id, "filling", "nowhere", {"x": "x" * size}, not_before=tomorrow)
    yield
    await set_pragma(world, "max_page_count", "1073741823")


@asynccontextmanager
async def read_only_file(world: World) -> AsyncIterator[None]:
    """Make the database read-only during the block."""
    await set_pragma(world, "query_only", "ON")
    yield
    await set_pragma(world, "query_only", "OFF")


@pytest.mark.parametrize("in_trouble", [full_disk, read_only_file])
async def test_the_health_page_reports_a_database_that_cannot_be_written(
    world: World, in_trouble: Callable[[World], AbstractAsyncContextManager[None]]
) -> None:
    await world.start_table()
    health = Health(world.bot)
    assert await health.is_database_well()
    async with in_trouble(world):
        assert not await health.is_database_well()
    assert await health.is_database_well()


async def test_the_metrics_leave_out_stored_counts_while_the_database_fails(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: object, **__: object) -> int:
        raise StorageError("The database is in trouble.", "unreachable")

    health, request = Health(world.bot), make_mocked_request("GET", "/metrics")
    complete = (await health.show_metrics(request)).body
    # The database answers the first question of the page, and fails at the next.
    monkeypatch.setattr(Reader, "count_games", fail)
    answer = await health.show_metrics(request)
    assert answer.status == 200
    assert isinstance(complete, bytes)
    assert isinstance(answer.body, bytes)
    for name, is_stored in (("servers", False), ("messages_waiting", True), ("tables_open", True)):
        line = f"\ngandhi_{name} ".encode()
        assert line in complete
        assert (line not in answer.body) == is_stored


@pytest.mark.parametrize(("trouble", "in_trouble"), [("full", full_disk), ("read_only", read_only_file)])
async def test_a_turn_that_cannot_be_stored_has_not_been_played(
    world: World,
    monkeypatch: pytest.MonkeyPatch,
    trouble: Trouble,
    in_trouble: Callable[[World], AbstractAsyncContextManager[None]],
) -> None:
    # The database is tried again in real time, so the pause is short.
    monkeypatch.setattr(Recovery, "waits", (PAUSE, PAUSE))
    game_id = await world.start_table()
    name = await world.whose(game_id)
    panel = await world.arm_pass(name)
    before = await world.bot.tables.moment(game_id, world.people[name].id)
    count = len(world.messages())
    async with in_trouble(world):
        refused = await world.press(name, panel, "confirm", "")
        assert load_language().say(f"error.storage.{trouble}") in refused.words
    after = await world.bot.tables.moment(game_id, world.people[name].id)
    assert after.table == before.table
    assert after.draft == before.draft
    assert after.game.digest() == before.game.digest()
    assert len(world.messages()) == count
    # Once the trouble is over, the same button confirms the turn.
    await world.press(name, panel, "confirm", "")
    assert (await world.bot.tables.table(game_id)).game.version == before.table.game.version + 1
    assert len(world.messages()) == count + 1


@pytest.mark.parametrize("trouble", TROUBLES)
async def test_every_fault_of_the_database_has_a_sentence(
    world: World, monkeypatch: pytest.MonkeyPatch, trouble: Trouble
) -> None:
    await world.start_table()
    # After a refused click the database is tried again, here almost at once.
    monkeypatch.setattr(Recovery, "waits", (0.01, 0.01))

    async def fail(*_: object, **__: object) -> None:
        raise StorageError("The database /srv/secret/games.sqlite3 is in trouble.", trouble)

    monkeypatch.setattr(world.bot.tables, "moment", fail)
    resumed = asyncio.Event()

    async def go_on() -> None:
        resumed.set()

    monkeypatch.setattr(world.bot.recovery, "_go_on", go_on)
    panel = await world.slash("Asha", "turn")
    assert panel.words == load_language().say(f"error.storage.{trouble}")
    assert "/srv/secret" not in panel.words
    # All work that has stopped for the same reason is resumed, without another click.
    await asyncio.wait_for(resumed.wait(), 5)
