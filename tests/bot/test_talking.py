"""Private talks at a table: a thread for two or three, closed with the table."""

from __future__ import annotations

import asyncio
from unittest.mock import patch

import discord
import pytest

from bot.discord.features.page import ByTheBot
from bot.errors import TableError
from bot.language import Said, load_language
from tests.bot.people import World
from tests.bot.test_permissions import forbid


def list_threads(world: World) -> list[discord.Thread]:
    """Return the private threads of the server, as Discord has them."""
    guild = world.bot.get_guild(world.guild.id)
    assert guild is not None
    return [thread for thread in guild.threads if thread.is_private()]


async def test_two_people_talk_in_a_thread_that_is_closed_with_the_table(world: World) -> None:
    game_id = await world.start_table()
    panel = await world.slash("Asha", "table talk", seat="congress")
    (thread,) = list_threads(world)
    assert f"<#{thread.id}>" in panel.words
    assert thread.name == "Salt March: Raj and Congress"
    again = await world.slash("Bilal", "table talk", seat="raj")
    assert f"<#{thread.id}>" in again.words
    assert len(list_threads(world)) == 1
    tables = world.bot.tables
    assert len(await tables.talks.list_threads(game_id)) == 1
    for name in ("Bilal", "Charu", "Dev"):
        await tables.lobby.leave(None, game_id, world.people[name].id, "")
    await tables.lobby.close(None, game_id, world.people["Asha"].id, "Asha")
    await world.env.settle()
    await world.quiet()
    assert await tables.talks.list_threads(game_id) == []
    closed = await world.bot.fetch_channel(thread.id)
    assert isinstance(closed, discord.Thread)
    assert closed.archived


async def test_a_talk_is_in_the_language_of_its_table(world: World) -> None:
    game_id = await world.start_table()
    await world.bot.tables.settings.change(None, game_id, world.people["Asha"].id, language="it")
    await world.slash("Asha", "table talk", seat="congress")
    (thread,) = list_threads(world)
    italian = load_language("it")
    assert thread.name == italian.say("ui.talk.thread", name=Said("Salt March"), seat=["raj", "congress"])
    (begun,) = [message async for message in thread.history() if message.content]
    assert "Qui potete parlare in privato" in begun.content


async def test_only_a_public_thread_counts_as_public_for_the_activity(world: World) -> None:
    await world.start_table()
    await world.slash("Asha", "table talk", seat="congress")
    (talk,) = list_threads(world)
    channel = world.bot.get_channel(world.channel.id)
    assert isinstance(channel, discord.TextChannel)
    thread = await channel.create_thread(name="Salt", type=discord.ChannelType.public_thread)
    await world.env.settle()
    beyond = ByTheBot(world.bot)
    assert [beyond.is_public(number) for number in (thread.id, talk.id, channel.id, 7)] == [True, False, False, False]


async def test_two_people_who_open_a_talk_at_once_open_one_thread(world: World) -> None:
    game_id = await world.start_table()
    talks, opened = world.bot.tables.talks, []
    talk = await talks.begin(game_id, world.people["Asha"].id, ["congress"])

    async def open_one() -> None:
        async with talks.lock(talk):
            if await talks.find_thread(talk) is None:
                await asyncio.sleep(0)
                opened.append(talk)
                await talks.keep_thread(talk, 7)

    await asyncio.gather(open_one(), open_one())
    assert len(opened) == 1


async def test_a_person_may_talk_only_with_one_or_two_others_at_the_table(world: World) -> None:
    game_id = await world.start_table()
    begin, asha = world.bot.tables.talks.begin, world.people["Asha"].id
    talk = await begin(game_id, asha, ["league", "congress"])
    assert talk.seats == ("raj", "congress", "league")
    assert len(talk.people) == 3
    for seats in ([], ["raj"], ["nosuch"], ["congress", "league", "revolutionaries"]):
        with pytest.raises(TableError, match="talk_with_whom"):
            await begin(game_id, asha, seats)
    with pytest.raises(TableError, match="no_seat"):
        await begin(game_id, 99, ["raj"])


async def test_a_table_can_forbid_private_talks(world: World) -> None:
    game_id = await world.open_table()
    await world.slash("Asha", "table join", seat="raj")
    await world.slash("Bilal", "table join", seat="congress")
    panel = await world.slash("Asha", "table entrance", talk=False)
    assert "Private talks are switched off." in panel.words
    with pytest.raises(TableError, match="no_talk"):
        await world.bot.tables.talks.begin(game_id, world.people["Asha"].id, ["congress"])


async def test_a_successor_gets_a_separate_thread(world: World) -> None:
    game_id = await world.start_table()
    await world.slash("Asha", "table talk", seat="congress")
    (thread,) = list_threads(world)
    lobby = world.bot.tables.lobby
    await lobby.leave(None, game_id, world.people["Bilal"].id, "")
    world.people["Eva"] = world.guild.add_member(world.env.create_user("eva", global_name="Eva"))
    await lobby.join(None, game_id, world.people["Eva"].id, "Eva", "congress")
    panel = await world.slash("Eva", "table talk", seat="raj")
    assert f"<#{thread.id}>" not in panel.words
    assert len(list_threads(world)) == 2
    # The table knows both threads, which are closed when it ends.
    assert len(await world.bot.tables.talks.list_threads(game_id)) == 2


async def test_the_thread_of_a_talk_is_beside_the_table_wherever_the_command_is_used(world: World) -> None:
    game_id = await world.start_table()
    other = world.guild.create_text_channel("elsewhere")
    place, world.channel = world.channel, other
    with patch.object(world.bot, "get_channel", lambda channel_id: None):
        # The library does not know a thread that was archived before the bot started.
        await world.slash("Asha", "table talk", seat="congress", table=game_id)
    (thread,) = list_threads(world)
    assert thread.parent_id == place.id


async def test_the_people_of_a_talk_cannot_invite_others(world: World) -> None:
    await world.start_table()
    await world.slash("Asha", "table talk", seat="congress")
    threads = f"/channels/{world.channel.id}/threads"
    sent = [one.json or {} for one in world.env.backend.http_requests if (one.method, one.path) == ("POST", threads)]
    private = discord.ChannelType.private_thread.value
    assert [made["invitable"] for made in sent if made["type"] == private] == [False]


@pytest.mark.parametrize("missing", ["create_private_threads", "send_messages_in_threads"])
async def test_no_talk_is_opened_where_the_bot_may_not_write_in_it(world: World, missing: str) -> None:
    await world.start_table()
    forbid(world, missing)
    panel = await world.slash("Asha", "table talk", seat="congress")
    assert load_language("en").say(f"permission.{missing}") in panel.words
    assert list_threads(world) == []


async def test_a_person_reads_why_discord_refused_to_open_their_talk(world: World) -> None:
    game_id = await world.start_table()
    world.env.inject_error("POST", "/channels/*/threads", status=403, code=50013, times=1)
    panel = await world.slash("Asha", "table talk", seat="congress")
    assert "Create Private Threads" in panel.words
    assert await world.bot.tables.talks.list_threads(game_id) == []
    await world.slash("Asha", "table talk", seat="congress")
    assert len(list_threads(world)) == 1
