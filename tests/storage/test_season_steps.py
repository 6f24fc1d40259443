"""A process that ends during a season's step, at any of its commits: the next one completes the step, once."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import pytest

from bot.tables.servers import Limits
from storage import Storage
from tests.bot.clock import Clock
from tests.bot.players import posts_of
from tests.seasons.world import HOST, PEOPLE, SeasonWorld


class Killed(Exception):
    """The end of the process before or after one of its transactions is committed."""


class Kill:
    """Ends every transaction from a certain one on by `Killed`, before its commit or after it."""

    def __init__(self, storage: Storage, at: int, *, is_committed: bool) -> None:
        self.at, self.is_committed, self.count = at, is_committed, 0
        self._open = storage.transaction

    @asynccontextmanager
    async def transaction(self, *kind: type[Any]) -> AsyncIterator[Any]:
        """Open a transaction; raise Killed at its end from the wanted one on."""
        self.count += 1
        async with self._open(*kind) as tx:
            yield tx
            if self.count >= self.at and not (self.is_committed and self.count == self.at):
                raise Killed
        if self.count >= self.at:
            raise Killed


@pytest.mark.program
@pytest.mark.parametrize("is_committed", [False, True], ids=["before", "after"])
async def test_after_a_kill_at_any_commit_a_season_announces_the_next_round_once(
    storage: Storage, clock: Clock, monkeypatch: pytest.MonkeyPatch, is_committed: bool
) -> None:
    killed, commits = 0, range(1, 7)
    for at in commits:
        world = SeasonWorld(storage, clock, Limits())
        world.interaction = at
        season_id = await world.begin(8, name=f"Season {at}")
        for game_id in (await world.seasons.find(season_id)).running:
            await world.finish(game_id)
        kill = Kill(storage, at, is_committed=is_committed)
        with monkeypatch.context() as patch:
            patch.setattr(storage, "transaction", kill.transaction)
            with suppress(Killed):
                await world.advancing.look(season_id)
            killed += kill.count >= at
        # The next process reads everything from the database.
        places, world = world.places, SeasonWorld(storage, clock, Limits())
        world.places = places
        clock.go(hours=2)
        await world.keeper.fire_due()
        club = await world.seasons.find(season_id)
        assert (club.season.round, club.season.announced, len(club.season.plan)) == (2, 2, 2)
        assert [(one.round, status) for one, status in club.games if one.round > 1] == 2 * [(2, "playing")]
        people = [who for game_id in club.running for who in (await world.whose(game_id)).values()]
        assert sorted(filter(None, people)) == list(PEOPLE)
        assert [(one.about, one.number) for one in await world.news(season_id)] == [("round", 1), ("round", 2)]
        pinged = Counter[int]()
        for game_id in club.running:
            assert (await world.tables.table(game_id)).game.thread_id is not None
            for post in await posts_of(storage, game_id):
                pinged.update(post.announced.everybody)
        assert pinged == Counter(PEOPLE)
        await world.seasons.close(None, season_id, HOST)
    # The last kills would have come after the last commit of the round.
    assert 4 <= killed < len(commits)
