"""Tables as posts of a forum channel: opened there, with a tag for their state, closed when they are over."""

from __future__ import annotations

import argparse
import asyncio
import random
from datetime import timedelta
from unittest.mock import patch

import discord
import pytest
import simcord
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.console import doctor, keeping
from bot.discord import places
from bot.discord.features.page import ByTheBot
from bot.discord.places import MANAGE_CHANNELS, SEND, STATES, choose_tags, list_missing
from bot.errors import TableError
from bot.language import load_language
from bot.tables.announcements import announce_status
from bot.tables.closing import abandon
from bot.tables.table import Spot
from bot.web.acting import PageActor, Tap
from bot.web.application import Guest, Instance
from engine.core.text import text
from storage import MessageRef
from tests.bot.people import World, read_panel
from tests.turns import at_random

OPEN, PLAYING, OVER = (load_language().say(f"ui.tag.{state}") for state in STATES)


@pytest.fixture
async def forum(world: World) -> simcord.ChannelHandle:
    """Return a forum channel that the server has named: the bot may manage it."""
    made = world.guild.create_forum_channel("tables")
    allow(world, made, MANAGE_CHANNELS)
    await name(world, made.id)
    return made


def allow(world: World, channel: simcord.ChannelHandle, *names: str, denied: str = "") -> None:
    """Give the bot permissions in a channel, and take one."""
    assert world.bot.user is not None
    given = discord.Permissions(**dict.fromkeys(names, True)).value
    taken = discord.Permissions(**{denied: True}).value if denied else 0
    overwrite = Overwrite(target_id=world.bot.user.id, type=OverwriteType.MEMBER, allow=given, deny=taken)
    world.env.backend.set_overwrite(channel.id, overwrite)


async def name(world: World, channel_id: int) -> None:
    """Name a channel in the settings of the server, or take it out again."""
    await world.bot.tables.servers.change(None, world.guild.id, 1, "manager", {}, channel=channel_id)


async def find_post(world: World, game_id: str) -> discord.Thread:
    """Return the post of a table, as Discord has it now."""
    table = await world.bot.tables.table(game_id)
    assert table.game.thread_id is not None
    found = await world.bot.fetch_channel(table.game.thread_id)
    assert isinstance(found, discord.Thread)
    return found


async def find_status(world: World, game_id: str) -> MessageRef:
    """Return where the status message of a table is."""
    await world.env.settle()
    await world.quiet()
    async with world.storage.read() as reader:
        found = await reader.message_ref(game_id, "status")
    assert found is not None
    return found


def read(world: World, ref: MessageRef) -> str:
    """Return the words of a message."""
    return read_panel(world.env.backend.get_message(ref.channel_id, ref.message_id)).words


async def test_a_table_is_a_post_from_its_opening_to_its_end(world: World, forum: simcord.ChannelHandle) -> None:
    opened = await world.slash("Asha", "table new", scenario="short", name="Salt March")
    (table,) = await world.bot.tables.lobby.find_tables(guild_id=world.guild.id)
    assert f"<#{table.place}>" in opened.words
    post = await find_post(world, table.id)
    assert (post.parent_id, post.name) == (forum.id, "Gandhi: Salt March")
    assert [tag.name for tag in post.applied_tags] == [OPEN]
    # The first message of the post is the status, and there is no other.
    first = await find_status(world, table.id)
    assert first.channel_id == post.id
    assert "Congress" in read(world, first)
    messages = [message async for message in post.history()]
    assert [message.id for message in messages] == [first.message_id]

    tables, asha = world.bot.tables, world.people["Asha"]
    await tables.lobby.join(None, table.id, asha.id, "Asha", "congress")
    await tables.start(None, table.id, asha.id, with_automatic=True)
    assert (await find_status(world, table.id)).message_id == first.message_id
    post = await find_post(world, table.id)
    assert ([tag.name for tag in post.applied_tags], post.archived) == ([PLAYING], False)

    await world.play_out(table.id, lambda turn: at_random(random.Random(f"1930 {turn}")))
    await world.env.settle()
    await world.quiet()
    post = await find_post(world, table.id)
    assert ([tag.name for tag in post.applied_tags], post.archived, post.locked) == ([OVER], True, False)
    async with world.storage.read() as reader:
        assert not await reader.is_waiting(table.id)


async def test_a_post_made_before_a_crash_is_found_if_its_opener_reads_another_language(
    world: World, forum: simcord.ChannelHandle
) -> None:
    crash = TableError(text("error.no_channel"))
    with patch.object(world.bot.tables.lobby, "settle", side_effect=crash):
        # Asha reads English, and the messages of the table are Japanese.
        await world.slash("Asha", "table new", scenario="short", name="Salt March", language="ja")
    (table,) = await world.bot.tables.lobby.find_tables(guild_id=world.guild.id)
    assert table.game.thread_id is None
    # The clock of this Discord is far behind.
    with patch("bot.discord.places.CLOCKS_DIFFER", timedelta(days=3650)):
        await world.bot.post_missing_statuses()
        status = await find_status(world, table.id)
    guild = world.bot.get_guild(world.guild.id)
    assert guild is not None
    (post,) = await guild.active_threads()
    assert (status.channel_id, post.name) == (post.id, "ガンジー：Salt March")


async def test_closing_a_lobby_tags_its_post_as_over_and_archives_it(
    world: World, forum: simcord.ChannelHandle
) -> None:
    game_id = await world.open_table()
    await world.bot.tables.lobby.close(None, game_id, world.people["Asha"].id)
    await find_status(world, game_id)
    post = await find_post(world, game_id)
    assert ([tag.name for tag in post.applied_tags], post.archived) == ([OVER], True)


async def test_tags_of_the_moderators_are_found_in_any_language_and_kept(
    world: World, forum: simcord.ChannelHandle
) -> None:
    channel = world.bot.get_channel(forum.id)
    assert isinstance(channel, discord.ForumChannel)
    names = ("aperto", "PLAYING", "終了", "Beginners")
    await channel.edit(available_tags=[discord.ForumTag(name=one) for one in names])
    allow(world, forum, denied=MANAGE_CHANNELS)
    game_id = await world.open_table()
    post = await find_post(world, game_id)
    assert [tag.name for tag in post.applied_tags] == ["aperto"]
    beginners = channel.available_tags[-1]
    assert [tag.name for tag in choose_tags(channel, [*post.applied_tags, beginners], "playing")] == [
        "PLAYING",
        "Beginners",
    ]
    assert list_missing(channel) == []


async def test_a_forum_gets_its_tags_once_for_all_tables(world: World, forum: simcord.ChannelHandle) -> None:
    for number in range(2):
        await world.open_table(name=f"Table {number}")
    channel = await world.bot.fetch_channel(forum.id)
    assert isinstance(channel, discord.ForumChannel)
    assert [tag.name for tag in channel.available_tags] == [OPEN, PLAYING, OVER]


async def test_the_doctor_reports_a_forum_in_which_the_bot_can_make_no_tags(
    world: World, forum: simcord.ChannelHandle
) -> None:
    allow(world, forum, denied=MANAGE_CHANNELS)
    game_id = await world.open_table()
    (found,) = [one async for one in doctor.examine_servers(world.bot, world.storage)]
    assert (found.is_fine, "has no tags open, playing, over" in found.words) == (False, True)
    assert (await find_post(world, game_id)).applied_tags == []
    # A table can be closed even where nothing about its post can be changed.
    await world.bot.tables.lobby.close(None, game_id, world.people["Asha"].id)
    assert "Congress" in read(world, await find_status(world, game_id))


async def test_opening_a_table_in_a_forum_without_permission_is_refused_with_the_reason(
    world: World, forum: simcord.ChannelHandle
) -> None:
    allow(world, forum, denied=SEND)
    said = await world.slash("Asha", "table new", scenario="short", name="Salt March")
    assert load_language().say(f"permission.{SEND}") in said.words
    assert await world.bot.tables.lobby.find_tables(guild_id=world.guild.id) == []


async def test_a_table_opens_in_the_commands_channel_if_the_server_allows_it_too(
    world: World, forum: simcord.ChannelHandle
) -> None:
    await name(world, world.channel.id)
    game_id = await world.open_table()
    assert (await world.bot.tables.table(game_id)).place == world.channel.id


async def test_no_table_opens_in_a_forum_that_the_person_cannot_see(world: World, forum: simcord.ChannelHandle) -> None:
    hidden = Overwrite(world.guild.id, OverwriteType.ROLE, 0, discord.Permissions(view_channel=True).value)
    world.env.backend.set_overwrite(forum.id, hidden)
    await world.env.settle()
    said = await world.slash("Asha", "table new", scenario="short", name="Salt March")
    assert f"<#{forum.id}>" in said.words
    assert await world.bot.tables.lobby.find_tables(guild_id=world.guild.id) == []


async def test_a_deleted_post_of_a_table_is_made_again(world: World, forum: simcord.ChannelHandle) -> None:
    game_id = await world.open_table()
    first = await find_post(world, game_id)
    await first.delete()
    await world.bot.tables.lobby.join(None, game_id, world.people["Bilal"].id, "Bilal", "raj")
    status = await find_status(world, game_id)
    post = await find_post(world, game_id)
    assert (post.id != first.id, status.channel_id) == (True, post.id)
    assert f"<@{world.people['Bilal'].id}>" in read(world, status)


async def test_several_messages_at_once_make_a_deleted_post_again_only_once(
    world: World, forum: simcord.ChannelHandle
) -> None:
    game_id = await world.open_table()
    await (await find_post(world, game_id)).delete()
    table = await world.bot.tables.table(game_id)
    found = await asyncio.gather(*(world.bot.outbox._places.find(table) for _ in range(3)))
    assert {place.id for place in found} == {(await find_post(world, game_id)).id}
    made = [one for one in world.env.http_requests if one.method == "POST" and one.path.endswith("/threads")]
    assert len(made) == 2, "one at the opening, and one after it was deleted"


async def rename(world: World, game_id: str, name: str) -> str:
    """Rename a table by the command of the host, and return the title of its post after the next status."""
    await keeping.rename_table(world.storage, argparse.Namespace(table=game_id, name=name), lambda line: None)
    world.bot.outbox.kick()
    await find_status(world, game_id)
    return (await find_post(world, game_id)).name


async def test_the_title_of_a_post_follows_the_name_of_its_table(world: World, forum: simcord.ChannelHandle) -> None:
    """Only the status had the new name."""
    game_id = await world.open_table()
    assert await rename(world, game_id, "Dandi") == "Gandhi: Dandi"
    assert await rename(world, game_id, "Dharasana") == "Gandhi: Dharasana"
    # Discord may refuse it; the status is updated all the same, and the next one tries again.
    path = f"/channels/{(await find_post(world, game_id)).id}"
    world.env.inject_error("PATCH", path, status=403, code=50013)
    assert await rename(world, game_id, "Delhi") == "Gandhi: Dharasana"
    assert "Delhi" in read(world, await find_status(world, game_id))
    assert await rename(world, game_id, "Bombay") == "Gandhi: Bombay"
    # A title that people have chosen stays.
    await (await find_post(world, game_id)).edit(name="Our game")
    assert await rename(world, game_id, "Madras") == "Our game"


async def test_a_title_that_discord_delays_does_not_hold_up_the_status(
    world: World, forum: simcord.ChannelHandle, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord allows few new titles in ten minutes: the status failed for as long, and was sent again and again."""
    game_id = await world.open_table()
    with monkeypatch.context() as patched:
        patched.setattr(places, "RENAMING", 0.0)
        patched.setattr(discord.Thread, "edit", lambda self, **changes: asyncio.Event().wait())
        assert await rename(world, game_id, "Dandi") != "Gandhi: Dandi"
        assert "Dandi" in read(world, await find_status(world, game_id))
        async with world.storage.read() as reader:
            assert {post.status for post in await reader.posts(game_id)} == {"sent"}
    assert await rename(world, game_id, "Delhi") == "Gandhi: Delhi"


async def test_a_rematch_has_a_separate_post_in_the_same_forum(world: World, forum: simcord.ChannelHandle) -> None:
    game_id = await world.open_table(seed="congress 1930")
    asha = world.people["Asha"]
    await world.bot.tables.lobby.join(None, game_id, asha.id, "Asha", "congress")
    await world.bot.tables.start(None, game_id, asha.id, with_automatic=True)
    await world.play_out(game_id, lambda turn: at_random(random.Random(f"1930 {turn}")))
    await world.env.settle()
    post = await find_post(world, game_id)
    last = [message async for message in post.history(limit=20)]
    ending = next(panel for panel in map(read_panel, last) if panel.has("rematch"))
    await world.press("Asha", ending, "rematch")
    made = (await world.bot.tables.table(game_id)).state.rematch
    again = await find_post(world, made)
    assert (again.parent_id, again.id == post.id) == (forum.id, False)


async def test_choosing_a_forum_without_tags_is_answered_with_a_warning(world: World) -> None:
    keepers = world.guild.create_role("Keepers", permissions=discord.Permissions(manage_channels=True))
    world.env.backend.add_member_role(world.guild.id, world.people["Asha"].id, keepers.id)
    made = world.guild.create_forum_channel("tables")
    allow(world, made, denied=MANAGE_CHANNELS)
    await world.env.settle()
    said = await world.slash("Asha", "server settings", channel=made)
    assert f"<#{made.id}>" in said.words
    assert f"{OPEN}, {PLAYING} and {OVER}" in said.words
    allow(world, made, MANAGE_CHANNELS)
    await world.env.settle()
    for _ in ("removed", "added again"):
        said = await world.slash("Asha", "server settings", channel=made)
        assert OVER not in said.words


async def test_tags_that_only_moderators_may_set_are_left_out(world: World, forum: simcord.ChannelHandle) -> None:
    channel = world.bot.get_channel(forum.id)
    assert isinstance(channel, discord.ForumChannel)
    await channel.edit(available_tags=[discord.ForumTag(name=one, moderated=True) for one in (OPEN, PLAYING, OVER)])
    allow(world, forum, denied="manage_threads")
    game_id = await world.open_table()
    assert (await find_post(world, game_id)).applied_tags == []
    assert "Salt March" in read(world, await find_status(world, game_id))
    allow(world, forum, "manage_threads")
    game_id = await world.open_table()
    assert [tag.name for tag in (await find_post(world, game_id)).applied_tags] == [OPEN]


async def test_a_post_whose_tags_are_refused_is_made_without_tags(world: World, forum: simcord.ChannelHandle) -> None:
    world.env.inject_error("POST", "/channels/*/threads", status=403, code=50013)
    game_id = await world.open_table()
    post = await find_post(world, game_id)
    bodies = [made.json or {} for made in world.env.http_requests if made.path.endswith("/threads")]
    tried = [body["applied_tags"] for body in bodies]
    assert [len(tags) for tags in tried] == [1, 0]
    assert (await find_status(world, game_id)).channel_id == post.id


async def test_a_game_that_is_over_leaves_the_post_to_its_rematch(world: World, forum: simcord.ChannelHandle) -> None:
    """A rematch that was opened on the page is in the same post, which the pictures of the old game then archived."""
    game_id = await world.start_table()
    tables, asha = world.bot.tables, world.people["Asha"].id
    async with tables.transactions.begin(game_id, None) as tx:
        await abandon(tx, "")
    moment = await tables.moment(game_id)
    stage = moment.front.pictures.set_stage(moment.view)
    assert stage is not None
    player = PageActor(tables, game_id, asha, load_language(), stage)
    await player.act(Tap("rematch", (), "", moment.token, 7))
    old = await tables.table(game_id)
    post = await find_post(world, old.state.rematch)
    assert post.id == old.game.thread_id
    for _ in range(2):
        # First what the end of the game has queued, then an update of its status at any time later.
        await find_status(world, game_id)
        post = await find_post(world, game_id)
        assert ([tag.name for tag in post.applied_tags], post.archived) == ([OPEN], False)
        async with tables.transactions.begin(game_id, None) as tx:
            await announce_status(tx, tx.table)
    await tables.lobby.close(None, old.state.rematch, asha)
    await find_status(world, old.state.rematch)
    post = await find_post(world, game_id)
    assert ([tag.name for tag in post.applied_tags], post.archived) == ([OVER], True)


async def move(world: World, game_id: str, channel_id: int) -> MessageRef:
    """Move a table to another channel as the host of the bot does, and return where its status is then."""
    options = argparse.Namespace(table=game_id, channel=channel_id, server=None)
    await keeping.move_table(world.storage, options, lambda words: None)
    world.bot.outbox.kick()
    return await find_status(world, game_id)


async def test_the_post_of_a_table_that_was_moved_is_closed(world: World, forum: simcord.ChannelHandle) -> None:
    game_id = await world.start_table()
    old = await find_post(world, game_id)
    elsewhere = world.guild.create_text_channel("elsewhere")
    assert (await move(world, game_id, elsewhere.id)).channel_id == elsewhere.id
    post = await world.bot.fetch_channel(old.id)
    assert isinstance(post, discord.Thread)
    assert ([tag.name for tag in post.applied_tags], post.archived) == ([OVER], True)
    # It can come back, to a new post, and away from a channel it takes its status with it.
    status = await find_status(world, game_id)
    back = await move(world, game_id, forum.id)
    assert (await find_post(world, game_id)).parent_id == forum.id
    assert back.channel_id not in (old.id, elsewhere.id)
    assert status.message_id not in world.env.backend.messages[status.channel_id]


async def test_a_post_of_two_tables_stays_open_when_one_is_moved(world: World, forum: simcord.ChannelHandle) -> None:
    game_id = await world.start_table()
    old = await find_post(world, game_id)
    other = await world.bot.tables.lobby.create(
        7,
        name="Dandi",
        scenario="short",
        language="en",
        host_user_id=1,
        host_name="Asha",
        guild_id=world.guild.id,
        channel_id=forum.id,
    )
    await world.bot.tables.lobby.settle(other.id, Spot(old.id))
    await move(world, game_id, world.channel.id)
    post = await find_post(world, other.id)
    assert (post.id, [tag.name for tag in post.applied_tags], post.archived) == (old.id, [OPEN], False)


async def test_a_lone_players_game_that_begins_in_an_activity_is_a_forum_post(
    world: World, forum: simcord.ChannelHandle
) -> None:
    """The channel of the Activity, where the server allows no tables, was the only place that was tried."""
    asha = world.people["Asha"].id
    place = Instance(world.channel.id, world.guild.id, frozenset({asha}))
    guest = Guest(asha, "Asha", "en", "i-1", place, 0.0, 0.0)
    game_id = await ByTheBot(world.bot).open_alone(guest, "gandhi")
    post = await find_post(world, game_id)
    assert post.parent_id == forum.id
    assert (await find_status(world, game_id)).channel_id == post.id
    # A person who may not see the forum gets no post there.
    hidden = Overwrite(world.guild.id, OverwriteType.ROLE, 0, discord.Permissions(view_channel=True).value)
    world.env.backend.set_overwrite(forum.id, hidden)
    await world.env.settle()
    with pytest.raises(TableError):
        await ByTheBot(world.bot).open_alone(guest, "gandhi")
