"""The memory of the bot does not grow with what people do."""

from __future__ import annotations

import asyncio
import random

import pytest

from bot import housekeeping
from bot.tables.loading import GameCache, Held
from engine import Game
from tests.bot.people import World, is_asked


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
