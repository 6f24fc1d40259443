"""The memory of the bot does not grow with what people do."""

from __future__ import annotations

import asyncio
import random
from datetime import datetime

import pytest

from bot import housekeeping
from bot.tables.loading import GameCache, Held
from bot.tables.play import Tables
from engine import Game
from storage import InteractionSeen, Storage
from tests.bot.clock import Clock
from tests.bot.people import World, is_asked
from tests.bot.players import PEOPLE, open_table


async def test_the_discord_library_caches_no_panel_and_no_message(world: World) -> None:
    chance = random.Random(7)
    game_id = await world.start_table()
    for _ in range(3):
        await world.pass_turn(game_id)
    name = await world.whose(game_id)
    panel = await world.slash(name, "turn")
    for _ in range(5):
        if not is_asked(panel):
            break
        panel = await world.press_at_random(name, panel, chance)
    for command in ("board", "recap", "table list", "help", "card"):
        await world.slash("Asha", command)
    await world.slash("Asha", "privacy delete")
    store = world.bot._connection._view_store
    assert store._views == {}
    assert store._synced_message_views == {}
    assert list(world.bot.cached_messages) == []
    # The buttons of those messages still work.
    assert "Something went wrong" not in (await world.slash(name, "turn")).words


def test_the_cache_keeps_a_limited_number_of_games() -> None:
    memory, game = GameCache(2), Game.new(seed=bytes(32))
    for number in range(3):
        memory.keep(f"game{number}", Held(number, game))
    assert memory.find("game0", 0) is None
    held = memory.find("game2", 2)
    assert held is not None
    assert held.game is game
    assert memory.find("game2", 1) is None


async def test_every_round_of_housekeeping_returns_free_memory_to_the_system(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    freed = asyncio.Queue[None]()
    monkeypatch.setattr(housekeeping, "give_back", lambda: freed.put_nowait(None))
    worker = housekeeping.Housekeeping(world.bot.tables, 0.01)
    worker.begin()
    try:
        for _ in range(2):
            await asyncio.wait_for(freed.get(), 20)
    finally:
        await worker.close()


async def test_old_messages_and_answers_are_deleted_after_a_day_and_unused_links_after_a_week(
    storage: Storage, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables, resumed = Tables(storage), list[datetime]()

    async def note_time() -> None:
        resumed.append(clock())

    monkeypatch.setattr(tables.automation, "resume", note_time)
    worker = housekeeping.Housekeeping(tables, housekeeping.PAUSE / 2)

    async def work(rounds: int) -> None:
        for _ in range(rounds):
            worker.kick()
            await worker.rest(5)

    game_id = await open_table(tables)
    async with storage.transaction() as tx:
        await tx.remember_interaction(7, {"content": "private"})
        (post,) = await tx.claim_due(limit=1)
        await tx.mark_sent(post.id, 5)
        await tx.set_timer(game_id, "rung", tx.now, 0)
        await tx.fire_timers(game_id=game_id)
        await tx.add_web_link("link", game_id, PEOPLE["raj"], "digest", 5)

    async def find_content() -> object:
        async with storage.read() as reader:
            return next(one.payload for one in await reader.posts(game_id) if one.id == post.id)

    clock.go(hours=23)
    await work(2)
    assert await find_content() == post.payload != {}
    with pytest.raises(InteractionSeen):
        async with storage.transaction() as tx:
            await tx.remember_interaction(7, {})
    clock.go(hours=2)
    await work(1)
    assert await find_content() == post.payload
    await work(1)
    assert await find_content() == {}
    async with storage.transaction() as tx:
        await tx.remember_interaction(7, {})
        assert await tx.clear_timers(tx.now) == 0
        assert await tx.web_link("link") is not None
    clock.go(days=6)
    await work(2)
    async with storage.read() as reader:
        assert await reader.web_link("link") is None
    assert len(resumed) == 3
    await worker.close()
