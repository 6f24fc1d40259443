"""Two processes of the bot over one database: every timer rings once, whichever of them rings it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.games.gandhi.front import FRONT
from bot.tables.announcements import REMINDER
from bot.tables.play import Tables
from bot.tables.reminders import find_answers
from bot.tables.scheduler import Timekeeper
from bot.tables.table import Pace
from engine.gandhi.ids import SEATS
from storage import open_storage
from tests.bot.clock import Clock
from tests.conftest import name_databases
from tests.storage.conftest import run_sql

GAMES = 6
Two = tuple[tuple[Tables, Timekeeper], tuple[Tables, Timekeeper]]
_numbers = iter(range(1, 1_000))


@pytest.fixture(scope="module", params=name_databases())
def server(request: pytest.FixtureRequest) -> str | None:
    """Return a PostgreSQL server's address, or None for SQLite."""
    return request.getfixturevalue("postgresql") if request.param == "postgresql" else None


@pytest.fixture
def clock() -> Clock:
    """Return a clock that shows noon, for both."""
    return Clock()


@pytest_asyncio.fixture
async def two(server: str | None, tmp_path: Path, clock: Clock) -> AsyncIterator[Two]:
    """Provide two table services with their timekeepers, as two processes would have them."""
    address = f"sqlite:///{tmp_path}/games.sqlite3"
    if server is not None:
        name = f"keepers_{next(_numbers)}"
        await run_sql(f"{server}/postgres", f"CREATE DATABASE {name}")
        address = f"{server}/{name}"
    storages = [await open_storage(address, now=clock) for _ in range(2)]
    first, second = (Tables(storage) for storage in storages)
    yield (first, Timekeeper(first)), (second, Timekeeper(second))
    for storage in storages:
        await storage.close()


async def begin(tables: Tables, number: int, pace: Pace) -> str:
    """Begin a game of four people, and return its id."""
    table = await tables.lobby.create(
        number,
        name=f"Table {number}",
        scenario="short",
        language="en",
        host_user_id=1,
        host_name="Asha",
        guild_id=None,
        channel_id=number,
    )
    for user_id, seat in enumerate(SEATS, start=1):
        await tables.lobby.join(None, table.id, user_id, f"Person {user_id}", seat)
    await tables.settings.change(None, table.id, 1, pace=pace)
    await tables.start(None, table.id, 1)
    return table.id


async def ring_at_once(two: Two) -> int:
    """Let both keepers ring whatever is due, several times each, all at once, and return how many timers there were."""
    return sum(await asyncio.gather(*(keeper.fire_due() for _ in range(3) for _, keeper in two)))


async def test_two_processes_send_a_reminder_once(two: Two, clock: Clock) -> None:
    (first, _), (second, _) = two
    games = [await begin(first, number, Pace(24, 0, "nothing")) for number in range(1, GAMES + 1)]
    for rung in range(1, 4):
        clock.go(days=7)
        assert await ring_at_once(two) == GAMES
        for game_id in games:
            async with second.storage.read() as reader:
                sent = [post for post in await reader.posts(game_id) if post.kind == REMINDER]
            waiting = (await second.table(game_id)).state.question
            assert waiting is not None
            assert (len(sent), waiting.reminders) == (rung, rung)


async def test_two_processes_act_at_a_time_limit_once(two: Two, clock: Clock) -> None:
    (first, _), (second, _) = two
    games = [await begin(first, number, Pace(0, 24, "default")) for number in range(1, GAMES + 1)]
    expected = {}
    for game_id in games:
        moment = await second.moment(game_id)
        expected[game_id] = (moment.game.step_number, [key for _, key in find_answers(FRONT, moment.game)])
    clock.go(days=1)
    assert await ring_at_once(two) == GAMES
    for game_id in games:
        turn, keys = expected[game_id]
        async with second.storage.read() as reader:
            choices = await reader.choices(game_id)
        assert [choice.key for choice in choices] == keys
        assert (await second.moment(game_id)).game.step_number > turn
        assert (await first.moment(game_id)).game.digest() == (await second.moment(game_id)).game.digest()


async def test_a_click_and_a_time_limit_at_once_play_one_turn(two: Two, clock: Clock) -> None:
    (first, keeper), (second, _) = two
    game_id = await begin(first, 1, Pace(0, 24, "default"))
    clock.go(days=1)
    moment = await second.moment(game_id)
    assert moment.decision is not None
    holder = moment.table.holder(moment.decision.seat)
    assert holder is not None
    assert holder.user_id is not None
    version = moment.table.game.version
    pressed, _ = await asyncio.gather(
        second.at(game_id, holder.user_id).play(["pass"], version), keeper.fire_due(), return_exceptions=True
    )
    async with first.storage.read() as reader:
        choices = await reader.choices(game_id)
    assert [choice.key for choice in choices].count("pass") == 1
    by_person = choices[0].user_id is not None
    assert by_person != isinstance(pressed, Exception)
