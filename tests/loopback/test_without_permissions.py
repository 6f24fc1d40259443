"""A table, a talk, a forum, a season and an ending without each optional permission, and without all of them.

Every message arrives in some form, every loss is said once, and nothing is tried for ever.
"""

from __future__ import annotations

import logging
import random
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import timedelta

import pytest
import pytest_asyncio

from bot.client import TableBot
from bot.discord.delivery import outbox, sent
from bot.discord.delivery.ending import ALBUM
from bot.discord.places import (
    ATTACH,
    HISTORY,
    MANAGE_CHANNELS,
    PIN,
    PRIVATE_THREADS,
    SEND_IN_THREADS,
    THREADS,
    WISHED,
    do_without,
)
from bot.language import load_language
from bot.tables.announcements import PICTURE
from bot.tables.table import Table
from tests.loopback.inside import run_inside, settle
from tests.loopback.people import Panel, Person, read_panel
from tests.loopback.stand_in import StandIn, run_stand_in
from tests.loopback.table import NAMES, SEATS
from tests.loopback.world import FORUM, GUILD, Json
from tests.turns import at_random, draw_turn, play_to_last_turn

pytestmark = pytest.mark.asyncio(loop_scope="module")

EACH = (ATTACH, HISTORY, PIN, THREADS, SEND_IN_THREADS, PRIVATE_THREADS, MANAGE_CHANNELS)
CASES = {"nothing": (), **{name: (name,) for name in EACH}, "all of them": EACH}
ADDED = (PICTURE, *ALBUM)
"""Kinds of posts that follow their message."""
MOST_REFUSALS = 3
"""The most refusals of one thing at one table: when it is tried, and when its state changes."""
MOST_TURNS = 20
SAY = load_language().say


@dataclass
class Place:
    """A channel and a forum without some permissions, and the people who play there."""

    bot: TableBot
    stand_in: StandIn
    missing: tuple[str, ...]
    channel_id: int
    forum_id: int
    people: dict[str, Person] = field(default_factory=dict)

    @property
    def asha(self) -> Person:
        """Return the person who opens everything."""
        return self.people["Asha"]

    async def open(self, name: str) -> tuple[Panel, Table]:
        """Open a table, seat everyone and start it."""
        tables = self.bot.tables
        opened = await self.asha.slash("table new", scenario="short", name=name)
        (table,) = [made for made in await tables.lobby.find_tables(guild_id=None) if made.game.name == name]
        for person in self.people.values():
            await tables.lobby.join(None, table.id, person.id, person.name, SEATS[person.name])
        await tables.start(None, table.id, self.asha.id)
        await settle(self.bot)
        return opened, await tables.table(table.id)

    async def play_turn(self, game_id: str) -> None:
        """Let the person who decides take a turn."""
        tables = self.bot.tables
        moment = await tables.moment(game_id)
        assert moment.decision is not None
        holder = moment.table.holder(moment.decision.seat)
        assert holder is not None
        assert holder.user_id is not None
        await tables.at(game_id, holder.user_id).play(
            draw_turn(moment.game, at_random(random.Random(moment.game.step_number), "pass"))
        )
        await settle(self.bot)

    async def play_out(self, game_id: str) -> None:
        """Play to the end: all but the last turn are written at once."""
        tables = self.bot.tables
        async with tables.transactions.begin(game_id, None) as tx:
            loaded = await tx.load_game()
            chance = random.Random(game_id)
            await tx.play(loaded, loaded.game.clone(), play_to_last_turn(loaded.game, lambda turn: at_random(chance)))
        tables.cache.forget(game_id)
        while (await tables.moment(game_id)).decision is not None:
            await self.play_turn(game_id)

    def read(self, channel_id: int) -> list[Json]:
        """Return the bot's messages in a channel."""
        return self.stand_in.world.posted(channel_id)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def running(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[tuple[StandIn, TableBot]]:
    """Provide one bot for all cases."""
    async with run_stand_in() as stand_in, run_inside(stand_in, tmp_path_factory.mktemp("permissions")) as bot:
        for number, name in enumerate(NAMES):
            stand_in.world.add_user(name, 1000 + number)
        yield stand_in, bot
        assert stand_in.faults == []


async def make_place(stand_in: StandIn, bot: TableBot, missing: tuple[str, ...]) -> Place:
    """Make a channel and a forum in which the bot lacks some permissions."""
    world = stand_in.world
    made = [world.add_channel("table"), world.add_channel("tables", kind=FORUM)]
    for channel_id in made:
        world.forbid(channel_id, *missing)
        for session in stand_in.gateway.live:
            await session.tell("CHANNEL_CREATE", world.channels[channel_id])
    place = Place(bot, stand_in, missing, made[0], made[1])
    for number, name in enumerate(NAMES):
        place.people[name] = Person(stand_in, 1000 + number, name, made[0])
    return place


@pytest.mark.few("all of them")
@pytest.mark.parametrize("case", CASES)
async def test_every_message_arrives_despite_a_missing_permission(
    running: tuple[StandIn, TableBot],
    case: str,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    stand_in, bot = running
    missing = CASES[case]
    stand_in.refusals.clear()
    # A picture waits up to a day for the permission to attach; in this test it does not wait.
    monkeypatch.setattr(sent, "PERMISSION_WAIT", timedelta(0))
    monkeypatch.setattr(outbox, "PICTURE_WAIT", timedelta(0))
    # People are added to private threads even where a mention adds no one.
    stand_in.world.mention_adds = False
    place = await make_place(stand_in, bot, missing)
    with caplog.at_level(logging.ERROR):
        name = f"{[*CASES].index(case)}"
        await play_table(place, name)
        await play_in_forum(place, name)
        await play_season(place, name)
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []
    async with bot.tables.storage.read() as reader:
        assert await reader.count_waiting() == 0
    often = {what: count for what, count in Counter(stand_in.refusals).items() if count > MOST_REFUSALS}
    assert often == {}


async def play_table(place: Place, name: str) -> None:
    """Play a table with a private talk to its end; every loss is said once."""
    missing, bot = place.missing, place.bot
    opened, table = await place.open(f"Salt {name}")
    in_thread = not {THREADS, SEND_IN_THREADS} & {*missing}
    assert (table.game.thread_id is not None) is in_thread
    for lost in (*WISHED, THREADS, SEND_IN_THREADS):
        assert opened.words.count(SAY(do_without(lost))) == (lost in missing), lost
    assert f"<#{table.place}>" in opened.words
    status = place.read(table.place)[0]
    assert read_panel(status).words.startswith("### Salt")
    assert status["pinned"] is (PIN not in missing)
    for person in place.people.values():
        person.channel_id = table.place
    await talk(place, table)
    # A turn in which nothing happens on the map has no picture.
    for number in range(1, MOST_TURNS + 1):
        before = len(place.read(table.place))
        await place.play_turn(table.id)
        if len(place.read(table.place)) == before:
            # A die was rolled in the middle of the turn, which continues.
            continue
        message = place.read(table.place)[-1]
        is_refused = SAY(do_without(ATTACH)) in message["content"]
        if is_refused or message["attachments"]:
            break
        assert number < MOST_TURNS
    assert bool(message["attachments"]) is not is_refused
    assert is_refused is (ATTACH in missing)
    await place.play_out(table.id)
    await settle(bot)
    (ending,) = [one for one in place.read(table.place) if "The secret seed was" in one["content"]]
    names = [file["filename"] for file in ending["attachments"]]
    wanted = ["map.png", f"gandhi-{table.id}.gandhi.jsonl", "chart.png", f"gandhi-{table.id}.html", "recap.gif"]
    assert sorted(names) == ([] if ATTACH in missing else sorted(wanted))
    assert ending["content"].count(SAY(do_without(ATTACH))) == (ATTACH in missing)
    await check_posts(bot, table.id)


async def talk(place: Place, table: Table) -> None:
    """Talk in private, or read which permission is missing."""
    lacking = [name for name in (PRIVATE_THREADS, SEND_IN_THREADS) if name in place.missing]
    told = await place.asha.slash("table talk", seat="congress")
    if lacking:
        assert SAY(f"permission.{lacking[0]}") in told.words
        return
    (thread,) = [ref.channel_id for ref in await place.bot.tables.talks.list_threads(table.id)]
    assert f"<#{thread}>" in told.words
    assert place.stand_in.world.members[thread] == {1000, 1001}


async def play_in_forum(place: Place, name: str) -> None:
    """Open a table as a post of a forum, play a turn, and close it."""
    bot, missing, world = place.bot, place.missing, place.stand_in.world
    for person in place.people.values():
        person.channel_id = place.channel_id
    named = await place.asha.slash("server settings", channel=str(place.forum_id))
    if SEND_IN_THREADS in missing:
        told = await place.asha.slash("table new", scenario="short", name=f"Post {name}")
        assert SAY(f"permission.{SEND_IN_THREADS}") in told.words
    else:
        opened, table = await place.open(f"Post {name}")
        post = world.channels[table.place]
        assert post["parent_id"] == str(place.forum_id)
        has_tags = MANAGE_CHANNELS not in missing
        assert (len(post["applied_tags"]) == 1) is has_tags
        remark = SAY("ui.server.no_tags", tag=["Open", "Playing", "Over"]).partition("{")[0][:20]
        assert (remark in named.words) is not has_tags
        for lost in WISHED:
            # The status of a post is its first message, and needs no pin.
            assert opened.words.count(SAY(do_without(lost))) == (lost in missing and lost != PIN), lost
        await place.play_turn(table.id)
        await bot.tables.lobby.close(None, table.id, 1, "Eva", rank="manager")
        await settle(bot)
        assert post["thread_metadata"]["archived"]
        await check_posts(bot, table.id)
    await place.asha.slash("server settings", channel=str(place.forum_id))


async def play_season(place: Place, name: str) -> None:
    """Open a season, enter it, and begin it: its news and its tables come."""
    bot = place.bot
    ends = (bot.tables.storage.now() + timedelta(days=90)).strftime("%Y-%m-%d")
    await place.asha.slash("season open", name=f"Spring {name}", ends=ends, rounds=1)
    club = await bot.seasons.pick(GUILD)
    (news,) = [one for one in place.read(place.channel_id) if f"**Spring {name}**" in one["content"]]
    for person in place.people.values():
        await person.press(read_panel(news), "enroll")
    await place.asha.press(await place.asha.slash("season show"), "beginseason")
    await settle(bot)
    club = await bot.seasons.find(club.season.id)
    (game_id,) = club.running
    table = await bot.tables.table(game_id)
    in_thread = not {THREADS, SEND_IN_THREADS} & {*place.missing}
    assert (table.game.thread_id is not None) is in_thread
    assert any("Round 1 of 1" in one["content"] for one in place.read(place.channel_id))
    await check_posts(bot, table.id)
    await bot.seasons.close(None, club.season.id, 1, rank="manager")
    await settle(bot)


async def check_posts(bot: TableBot, game_id: str) -> None:
    """Fail unless everything that was queued has arrived."""
    async with bot.tables.storage.read() as reader:
        posts = await reader.posts(game_id)
    assert {post.status for post in posts} <= {"sent", "superseded"}, [(post.kind, post.error) for post in posts]
    assert not any(post.kind in ADDED and post.status != "sent" for post in posts)
