"""Where people play: in threads, folded or locked ones, in the chat of a voice channel; and what others see of it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from bot.discord.places import STATES
from bot.language import load_language
from engine.core.text import text
from storage import open_storage
from tests.loopback.conftest import QUICK
from tests.loopback.ledger import check_ledger, wait_until_sent
from tests.loopback.people import read_panel, wait_for
from tests.loopback.program import run_program
from tests.loopback.stand_in import CHANNEL_ROUTE, THREAD_MEMBER, THREADS, StandIn, run_stand_in
from tests.loopback.table import SEATS, Table
from tests.loopback.turns import draft_turn
from tests.loopback.world import CHANNEL, FORUM, PUBLIC_THREAD, VOICE

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def first(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Table]:
    """Provide people in a channel of a program that serves all tests of this file."""
    folder = tmp_path_factory.mktemp("places")
    async with (
        run_stand_in() as stand_in,
        run_program(stand_in, f"sqlite:///{folder}/games.sqlite3", folder, QUICK) as program,
    ):
        yield Table.gather(stand_in, program)
        assert stand_in.faults == []


async def open_in_thread(table: Table) -> Table:
    """Return a new table as `/table new` makes it without options: in a thread. The people are in there."""
    known = set(table.stand_in.world.channels)
    await table.people["Asha"].slash("table new", scenario="short", name="Salt March")
    (thread,) = set(table.stand_in.world.channels) - known
    assert table.stand_in.world.channels[thread]["type"] == PUBLIC_THREAD
    here = Table(table.stand_in, table.program, dict(table.people), thread)
    for person in here.people.values():
        person.channel_id = thread
    await here.settle(1)
    return here


async def begin(table: Table) -> None:
    """Seat everyone and start."""
    for name, seat in SEATS.items():
        await table.people[name].slash("table join", seat=seat)
    await table.people["Asha"].slash("table start")
    await table.settle(2)


def fold(stand_in: StandIn, channel_id: int, **how: bool) -> None:
    """Fold a thread away, or lock it."""
    stand_in.world.channels[channel_id]["thread_metadata"].update(how)


async def play_turn(table: Table) -> None:
    """Play one whole turn for the player who must decide."""
    turn = await draft_turn(table)
    await turn.person.use(turn.panel, turn.custom_id)
    await table.settle(turn.messages + 1)


async def test_a_table_is_played_in_an_archived_and_locked_thread(first: Table) -> None:
    table = await open_in_thread(first)
    # A status in an archived thread is edited: the thread is opened first.
    await table.people["Asha"].slash("table join", seat="raj")
    await wait_until_sent(table.program)
    fold(table.stand_in, table.channel_id, archived=True)
    await table.people["Bilal"].slash("table join", seat="congress")
    await wait_until_sent(table.program)
    assert "<@1001>" in read_panel(table.messages()[0]).words
    assert ("PATCH", CHANNEL_ROUTE) in {(made.method, made.path) for made in table.stand_in.requests}
    for name in ("Charu", "Dev"):
        await table.people[name].slash("table join", seat=SEATS[name])
    await table.people["Asha"].slash("table start")
    await table.settle(2)
    # A turn reopens an archived thread.
    fold(table.stand_in, table.channel_id, archived=True)
    await play_turn(table)
    await check_ledger(table)
    watched = await table.people["Dev"].slash("table watch")
    assert ("PUT", THREAD_MEMBER) in {(made.method, made.path) for made in table.stand_in.requests}
    assert "Salt March" in watched.words
    # In a locked thread only moderators can write: the players are informed of that.
    turn = await draft_turn(table)
    fold(table.stand_in, table.channel_id, locked=True)
    await turn.person.use(turn.panel, turn.custom_id)
    await wait_until_sent(table.program)
    assert len(table.messages()) == turn.messages
    told = (await turn.person.slash("turn")).words
    assert load_language().say("error.thread_locked") in told
    fold(table.stand_in, table.channel_id, locked=False)
    await play_turn(table)
    assert load_language().say("error.thread_locked") not in (await turn.person.slash("turn")).words


async def test_a_table_is_played_in_the_chat_of_a_voice_channel(first: Table) -> None:
    world = first.stand_in.world
    here = Table(first.stand_in, first.program, dict(first.people), world.add_channel("Talk", kind=VOICE))
    for session in first.stand_in.gateway.live:
        await session.tell("CHANNEL_CREATE", world.channels[here.channel_id])
    for person in here.people.values():
        person.channel_id = here.channel_id
    opened = await here.people["Asha"].slash("table new", scenario="short", name="Salt March", thread=True)
    assert load_language().say("ui.table.no_thread") in opened.words
    await here.settle(1)
    await begin(here)
    await play_turn(here)
    await check_ledger(here)


async def test_a_table_in_a_hidden_channel_is_not_found(first: Table) -> None:
    world = first.stand_in.world
    hidden = Table(first.stand_in, first.program, dict(first.people), world.add_channel("secret", is_hidden=True))
    open_to_all = Table(first.stand_in, first.program, dict(first.people), world.add_channel("hall"))
    for session in first.stand_in.gateway.live:
        for made in (hidden, open_to_all):
            await session.tell("CHANNEL_CREATE", world.channels[made.channel_id])
    asha, bilal = first.people["Asha"], first.people["Bilal"]
    asha.channel_id = hidden.channel_id
    await asha.slash("table new", scenario="short", name="Whispers", thread=False)
    storage = await open_storage(first.program.database)
    async with storage.read() as reader:
        (game,) = await reader.games_by(channel_id=hidden.channel_id)
    await storage.close()
    # The player who opened it finds it from anywhere; the others only from inside.
    asha.channel_id = bilal.channel_id = open_to_all.channel_id
    assert game.id in await asha.complete("turn", "table", "Whis")
    assert game.id not in await bilal.complete("turn", "table", "Whis")
    for wanted in ("Whispers", game.id):
        assert "Whispers" in (await asha.slash("table show", table=wanted)).words
        assert (
            load_language().say("error.no_such_table", name=wanted)
            in (await bilal.slash("table show", table=wanted)).words
        )
    assert "Whispers" in (await asha.slash("table list")).words
    assert "Whispers" not in (await bilal.slash("table list")).words
    bilal.channel_id = hidden.channel_id
    assert game.id in await bilal.complete("turn", "table", "Whis")
    # A table may have another table's id as its name without hiding that table.
    asha.channel_id = open_to_all.channel_id
    await asha.slash("table new", scenario="short", name=game.id, thread=False)
    assert "### Whispers" in (await asha.slash("table show", table=game.id)).words


async def test_an_outdated_command_is_answered_and_the_list_is_sent_again(first: Table) -> None:
    stand_in = first.stand_in
    asha = first.people["Asha"]
    await wait_for(stand_in.synced.wait())
    before = sum(made.method == "PUT" and made.path.endswith("/commands") for made in stand_in.requests)
    gone = {"name": "what", "description": "Gone", "type": 3}
    old = {**next(made for made in stand_in.world.commands if made["type"] == 1), "id": "5", "name": "old"}
    stand_in.world.commands.append({**old, "options": [gone]})
    assert await asha.complete("old", "what", "") == []
    for _ in range(200):
        if "old" not in {made["name"] for made in stand_in.world.commands}:
            break
        await asyncio.sleep(0.05)
    stand_in.world.commands.append({**old, "options": []})
    assert load_language().say("error.command") in (await asha.slash("old")).words
    # The list of commands is sent once in a run; after that it is known to be ours.
    told = sum(made.method == "PUT" and made.path.endswith("/commands") for made in stand_in.requests)
    assert told == before + 1


async def test_choosing_a_channel_where_the_bot_cannot_post_is_answered_with_a_warning(first: Table) -> None:
    world, asha = first.stand_in.world, first.people["Asha"]
    asha.channel_id = CHANNEL
    quiet = world.add_channel("quiet")
    world.forbid(quiet, "send_messages")
    # The bot does not know the channel: the option says what the bot may do there.
    told = await asha.slash("server settings", channel=str(quiet))
    say = load_language().say
    assert say("ui.server.cannot_post", where=f"<#{quiet}>", permission=text("permission.send_messages")) in told.words
    world.forbid(quiet)
    removed = await asha.slash("server settings", channel=str(quiet))
    added = await asha.slash("server settings", channel=str(quiet))
    assert not any("cannot post in" in one.words for one in (removed, added))
    await asha.slash("server settings", channel=str(quiet))


async def test_a_forum_table_is_a_tagged_post_that_is_closed_at_its_end(first: Table) -> None:
    stand_in, world = first.stand_in, first.stand_in.world
    forum = world.add_channel("tables", kind=FORUM)
    for session in stand_in.gateway.live:
        await session.tell("CHANNEL_CREATE", world.channels[forum])
    asha = first.people["Asha"]
    asha.channel_id = CHANNEL
    await asha.slash("server settings", channel=str(forum))
    known = set(world.channels)
    # The post is made but the answer is lost: the bot finds the post, and makes no second one.
    stand_in.fail_next("POST", THREADS, "reset_after")
    opened = await asha.slash("table new", scenario="short", name="Salt March")
    (made,) = set(world.channels) - known
    post = world.channels[made]
    assert f"<#{made}>" in opened.words
    assert (post["type"], post["parent_id"]) == (PUBLIC_THREAD, str(forum))
    tags = {tag["id"]: tag["name"] for tag in world.channels[forum]["available_tags"]}
    names = [load_language().say(f"ui.tag.{state}") for state in STATES]
    assert list(tags.values()) == names
    assert [tags[one] for one in post["applied_tags"]] == names[:1]
    here = Table(stand_in, first.program, dict(first.people), made)
    for person in here.people.values():
        person.channel_id = made
    # The first message of the post is the status.
    await here.settle(1)
    assert here.messages()[0]["id"] == str(made)
    await asha.slash("table join", seat="raj")
    await asha.press(await asha.slash("table start"), "fill")
    await here.settle(2)
    await wait_until_sent(here.program)
    assert [tags[one] for one in post["applied_tags"]] == names[1:2]
    await asha.press(await asha.slash("table close"), "end")
    for _ in range(400):
        if post["thread_metadata"]["archived"]:
            break
        await asyncio.sleep(0.05)
    assert [tags[one] for one in post["applied_tags"]] == names[2:]
    assert post["thread_metadata"]["archived"]
    assert stand_in.faults == []
    assert not post["thread_metadata"]["locked"]
    await asha.slash("server settings", channel=str(forum))
