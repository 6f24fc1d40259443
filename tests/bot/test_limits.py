"""Limits on tables and pictures, by person and by server, so that everyone can use the bot."""

from __future__ import annotations

import asyncio

import pytest

from bot.errors import SettingsError, TableError
from bot.language import load_language
from bot.tables.servers import Limits, PictureCount, read_limits
from bot.worker import EVERYBODY, FairQueue
from tests.bot.people import World


class Clock:
    """A clock that a test sets, in seconds."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


async def test_the_tables_of_a_person_and_of_a_server_are_limited(world: World) -> None:
    world.bot.tables.lobby._limits = Limits(tables_per_user=2, tables_per_server=3)
    for name in ("First", "Second"):
        await world.open_table(name=name)
    refused = await world.slash("Asha", "table new", scenario="short", name="Third")
    assert "You already have 2 tables" in refused.words
    await world.slash("Bilal", "table new", scenario="short", name="Third")
    refused = await world.slash("Charu", "table new", scenario="short", name="Fourth")
    assert "This server already has 3 tables" in refused.words
    # Tables that are closed or over do not count.
    first = (await world.bot.tables.lobby.find_tables(guild_id=world.guild.id))[-1]
    await world.slash("Asha", "table close", table=first.id)
    opened = await world.slash("Charu", "table new", scenario="short", name="Fourth")
    assert "is open" in opened.words


async def test_only_pictures_that_people_ask_for_count_against_the_limit(world: World) -> None:
    world.bot.pictures = PictureCount(Limits(pictures_per_user=2))
    game_id = await world.start_table()
    for _ in range(3):
        await world.pass_turn(game_id)
    for _ in range(2):
        assert (await world.slash("Asha", "board")).message.attachments
    refused = await world.slash("Asha", "board")
    assert "a lot of pictures in a short time" in refused.words
    assert (await world.slash("Bilal", "board")).message.attachments


def test_the_allowance_of_pictures_returns_with_time() -> None:
    clock = Clock()
    pictures = PictureCount(Limits(pictures_per_user=2, pictures_per_server=3), clock)
    pictures.count(1, 9)
    pictures.count(1, 9)
    with pytest.raises(TableError) as refused:
        pictures.count(1, 9)
    assert refused.value.text.params == {"count": 30}
    pictures.count(2, 9)
    with pytest.raises(TableError):
        pictures.count(2, 9)
    # Another server, or none, is not affected.
    pictures.count(2, None)
    clock.now = 31
    pictures.count(1, 9)
    with pytest.raises(TableError):
        pictures.count(1, 9)
    clock.now = 10_000
    for _ in range(2):
        pictures.count(1, 8)
    with pytest.raises(TableError):
        pictures.count(1, 8)


def test_limits_are_read_from_the_environment() -> None:
    assert read_limits({}) == Limits()
    assert read_limits({"GANDHI_TABLES_PER_USER": "3", "GANDHI_PICTURES_PER_SERVER": " 7 "}) == Limits(
        tables_per_user=3, pictures_per_server=7
    )
    for wrong in ("0", "-1", "many"):
        with pytest.raises(SettingsError, match="GANDHI_TABLES_PER_SERVER"):
            read_limits({"GANDHI_TABLES_PER_SERVER": wrong})


async def test_pictures_for_everyone_come_first_and_then_people_take_turns() -> None:
    queue, done = FairQueue(1), []

    async def draw(whose: int) -> None:
        await queue.enter(whose)
        await asyncio.sleep(0)
        done.append(whose)
        queue.leave()

    await asyncio.gather(*(draw(whose) for whose in (1, 1, 1, 1, 2, 3, 3, EVERYBODY)))
    # The first one was alone; then come pictures for everyone, then one for each person in turn.
    assert done == [1, EVERYBODY, 1, 2, 3, 1, 3, 1]


async def test_the_place_of_a_cancelled_request_in_the_queue_goes_to_the_next() -> None:
    queue = FairQueue(1)
    await queue.enter(1)
    waiting = [asyncio.ensure_future(queue.enter(whose)) for whose in (2, 3, 4)]
    await asyncio.sleep(0)
    waiting[0].cancel()
    queue.leave()
    # The second is cancelled at the very moment in which it gets the place.
    waiting[1].cancel()
    await asyncio.sleep(0)
    await asyncio.wait_for(waiting[2], 1)
    queue.leave()
    await asyncio.wait_for(queue.enter(5), 1)


@pytest.mark.whole_game
async def test_a_recap_counts_by_length_against_the_limit_of_pictures_and_is_drawn_once(world: World) -> None:
    world.bot.pictures = PictureCount(Limits(pictures_per_user=3))
    game_id = await world.start_table()
    for _ in range(14):
        await world.pass_turn(game_id)
    for name in ("Asha", "Asha", "Bilal"):
        shown = await world.slash(name, "recap", whole=True)
        assert [file.filename for file in shown.message.attachments] == ["recap.gif"]
    assert [name for name, _ in world.pool.ran].count("recap_game") == 1
    # The recap counted as two pictures for the first person, and as one for the second.
    refused = await world.slash("Asha", "recap", whole=True)
    assert "a lot of pictures in a short time" in refused.words


async def test_one_recap_of_a_person_is_drawn_at_a_time() -> None:
    pictures = PictureCount(Limits())
    with pictures.recap(1):
        with pytest.raises(TableError) as refused, pictures.recap(1):
            pass
        assert refused.value.text.key == "error.recap_under_way"
        with pictures.recap(2):
            pass
    with pictures.recap(1):
        pass


async def test_a_second_animation_of_a_person_waits_until_the_first_is_drawn(world: World) -> None:
    game_id = await world.start_table()
    await world.pass_turn(game_id)
    asha = world.people["Asha"].id
    for command, options in (("recap", {}), ("board", {"view": "steps"})):
        with world.bot.pictures.recap(asha):
            refused = (await world.slash("Asha", command, **options)).words
            assert refused == load_language().say("error.recap_under_way")
            assert (await world.slash("Bilal", command, **options)).message.attachments
        assert (await world.slash("Asha", command, **options)).message.attachments


def test_a_picture_that_costs_more_than_the_limit_uses_up_the_limit() -> None:
    pictures = PictureCount(Limits(pictures_per_user=4, pictures_per_server=6), Clock())
    pictures.count(1, 9, 9)
    with pytest.raises(TableError):
        pictures.count(1, 9)
    pictures.count(2, 9, 2)
