"""A season of the lake game: four people play every round to its end."""

from __future__ import annotations

from pathlib import Path
from random import Random

from bot.tables.servers import Limits
from storage import open_storage
from tests.bot.clock import NOON, Clock
from tests.seasons.world import SeasonWorld
from tools.playing import pick


async def test_a_season_is_played_to_its_end(tmp_path: Path) -> None:
    clock = Clock(NOON)
    storage = await open_storage(f"sqlite:///{tmp_path / 'games.sqlite3'}", now=clock)
    world, chance = SeasonWorld(storage, clock, Limits()), Random(1)
    season_id = await world.begin(4, scenario="lake")
    while (club := await world.seasons.find(season_id)).season.status == "playing":
        for game_id in club.running:
            await play_to_the_end(world, game_id, chance)
        await world.keeper.fire_due()
    standings, games = await world.seasons.rank(club)
    assert len(games) >= 2
    assert all(one.played == len(games) // 2 for one in standings)
    await storage.close()


async def play_to_the_end(world: SeasonWorld, game_id: str, chance: Random) -> None:
    """Let everyone choose by chance."""
    while (moment := await world.tables.moment(game_id)).decision is not None:
        holder = moment.table.holder(moment.decision.seat)
        assert holder is not None
        assert holder.user_id is not None
        await world.tables.at(game_id, holder.user_id).play([pick(moment.decision, chance)])
