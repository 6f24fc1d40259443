"""What people arrange at a table is kept until it runs out, is found by kind and seat, and goes when it is dropped."""

from __future__ import annotations

from datetime import timedelta

import pytest

from storage import Storage
from tests.bot.clock import NOON, Clock
from tests.storage.helpers import start_game

pytestmark = pytest.mark.usefixtures("clock")


async def test_expired_arrangements_are_not_listed_and_are_dropped_once(storage: Storage, clock: Clock) -> None:
    game = await start_game(storage)
    async with storage.transaction() as tx:
        kept = await tx.arrange(game.id, 10, "away", seat="raj", other_user_id=20, payload={"name": "Eva"})
        short = await tx.arrange(game.id, 11, "away", seat="league", until=NOON + timedelta(hours=1))
        assert await tx.arrangements(game.id, "away") == [kept, short]
        assert (short.created, short.other_user_id, short.version) == (NOON, None, 0)
    clock.moment = NOON + timedelta(hours=1)
    async with storage.transaction() as tx:
        assert await tx.arrangements(game.id, "away") == [kept]
        assert await tx.drop_lapsed(game.id, "order") == []
        assert await tx.drop_lapsed(game.id, "away") == [short]
        assert await tx.drop_lapsed(game.id, "away") == []


async def test_arrangements_are_found_by_kind_person_and_seat(storage: Storage) -> None:
    game, other = await start_game(storage), await start_game(storage)
    async with storage.transaction() as tx:
        order = await tx.arrange(game.id, 10, "order", seat="raj", version=7)
        watch = await tx.arrange(game.id, 30, "watch")
        await tx.arrange(other.id, 10, "order", seat="raj")
    async with storage.read() as view:
        assert await view.arrangements(game.id, "order") == [order]
        assert await view.arrangements(game.id, "order", seat="league") == []
        assert await view.arrangements(game.id, "order", user_id=11) == []
        assert await view.arrangements(game.id, "watch", user_id=30) == [watch]


async def test_only_running_games_with_an_arrangement_are_listed(storage: Storage) -> None:
    game, other = await start_game(storage), await start_game(storage)
    async with storage.transaction() as tx:
        for one in (game, other):
            await tx.arrange(one.id, 10, "away", seat="raj")
            await tx.arrange(one.id, 10, "away", seat="league")
        await tx.update_game(game.id, status="playing")
        assert await tx.games_arranged("away") == [game.id]
        assert await tx.games_arranged("order") == []


async def test_only_arrangements_that_meet_every_condition_are_dropped(storage: Storage) -> None:
    game, other = await start_game(storage), await start_game(storage)
    async with storage.transaction() as tx:
        await tx.arrange(game.id, 10, "away", seat="raj")
        await tx.arrange(game.id, 10, "order", seat="raj")
        await tx.arrange(game.id, 11, "order", seat="league")
        last = await tx.arrange(game.id, 11, "order", seat="league")
        kept = await tx.arrange(other.id, 10, "order", seat="raj")
        assert await tx.drop_arrangements(game.id, arrangement_id=last.id) == 1
        assert await tx.drop_arrangements(game.id, kind="order", user_id=10) == 1
        assert await tx.drop_arrangements(game.id, seat="league") == 1
        assert await tx.drop_arrangements(game.id) == 1
        assert await tx.arrangements(other.id, "order") == [kept]


async def test_forgetting_a_person_removes_their_arrangements_and_the_vote_about_them(storage: Storage) -> None:
    game, other = await start_game(storage), await start_game(storage)
    async with storage.transaction() as tx:
        await tx.arrange(game.id, 10, "away", seat="raj", other_user_id=20)
        await tx.arrange(game.id, 30, "watch")
        await tx.put_ballot(game.id, "replace", 0, {"seat": "raj", "user": 40}, [])
        await tx.put_ballot(other.id, "rewind", 0, {"turn": 4}, [])
        assert (await tx.find_traces(20)).arrangements == 1
        assert await tx.forget_user(20) == [game.id]
        assert await tx.arrangements(game.id, "away") == []
        assert len(await tx.arrangements(game.id, "watch")) == 1
        assert await tx.forget_user(40) == []
        assert await tx.ballot(game.id) is None
        assert await tx.ballot(other.id) is not None
