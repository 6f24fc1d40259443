"""Missing permissions: the bot continues with what it has, and says in one sentence which one is missing."""

from __future__ import annotations

from datetime import timedelta
from types import SimpleNamespace
from typing import cast

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.discord.places import (
    ATTACH,
    HISTORY,
    PIN,
    SEND,
    SEND_IN_THREADS,
    THREADS,
    VIEW,
    WISHED,
    cannot_post,
    do_without,
    find_home,
    find_lacking,
    find_wished,
    is_refusal,
    look_up,
    may_attach,
    may_read,
)
from bot.discord.syncing import describe_commands
from bot.errors import TableError
from bot.language import list_languages, load_language
from bot.tables.announcements import PICTURE
from storage.columns import utc_now
from tests.bot.people import SEATS, World, read_panel, restart

FEWEST = (VIEW, SEND)
EVERY = (VIEW, SEND, SEND_IN_THREADS, THREADS, ATTACH, HISTORY, PIN)


def grant(*names: str) -> discord.Permissions:
    """Return permissions with these names."""
    return discord.Permissions(**dict.fromkeys(names, True))


def forbid(world: World, *names: str, channel_id: int | None = None) -> None:
    """Take permissions from the bot in the channel; without names, give them back."""
    assert world.bot.user is not None
    denied = discord.Permissions(**dict.fromkeys(names, True)).value
    overwrite = Overwrite(target_id=world.bot.user.id, type=OverwriteType.MEMBER, allow=0, deny=denied)
    world.env.backend.set_overwrite(channel_id or world.channel.id, overwrite)


@pytest.mark.parametrize(
    ("missing", "wants_thread", "in_thread", "missed"),
    [
        ((), True, True, ()),
        ((), False, False, ()),
        ((THREADS,), True, False, (THREADS,)),
        ((SEND_IN_THREADS,), True, False, (SEND_IN_THREADS,)),
        ((SEND,), True, True, ()),
        ((ATTACH, PIN, HISTORY), False, False, (ATTACH, PIN, HISTORY)),
    ],
)
def test_a_table_is_placed_in_a_thread_or_the_channel_as_permissions_allow(
    missing: tuple[str, ...], wants_thread: bool, in_thread: bool, missed: tuple[str, ...]
) -> None:
    granted = grant(*(name for name in EVERY if name not in missing))
    home = find_home(granted, wants_thread=wants_thread, is_thread=False)
    assert (home.in_thread, home.missed) == (in_thread, missed)


@pytest.mark.parametrize(
    ("missing", "is_thread"), [(VIEW, False), (SEND, False), (SEND_IN_THREADS, True), (VIEW, True)]
)
def test_without_a_possible_place_the_missing_permission_is_named(missing: str, is_thread: bool) -> None:
    granted = grant(*(name for name in EVERY if name != missing))
    with pytest.raises(TableError) as refusal:
        find_home(granted, wants_thread=False, is_thread=is_thread)
    words = load_language().say(refusal.value.text)
    assert load_language().say(f"permission.{missing}") in words


def test_permissions_are_unknown_where_discord_has_not_sent_the_bot_itself() -> None:
    guild = SimpleNamespace(me=None)
    channel = cast(discord.TextChannel, SimpleNamespace(guild=guild, permissions_for=lambda me: me.permissions))
    assert look_up(channel) is None
    # Then everything is tried.
    assert (find_lacking(channel), may_attach(channel), may_read(channel)) == (None, True, True)
    guild.me = SimpleNamespace(permissions=grant(VIEW))
    assert look_up(channel) == grant(VIEW)
    assert (find_lacking(channel), may_attach(channel), may_read(channel)) == (cannot_post(SEND), False, False)


def test_manage_messages_does_not_allow_pinning() -> None:
    """Pinning has had a separate permission since February 2026."""
    assert find_wished(grant(ATTACH, HISTORY, "manage_messages")) == [PIN]
    assert find_wished(grant(ATTACH, HISTORY, PIN)) == []


@pytest.mark.parametrize(
    ("status", "body", "is_final"),
    [
        (403, {"code": 50013, "message": "Missing Permissions"}, True),
        (403, "<html>error 1015</html>", False),
        (401, {"code": 0, "message": "401: Unauthorized"}, False),
        (400, {"code": 50035, "message": "Invalid Form Body"}, True),
        (404, {"code": 10008, "message": "Unknown Message"}, True),
        (429, {"message": "You are being rate limited."}, False),
        (503, "upstream connect error", False),
    ],
)
def test_only_refusals_with_an_error_code_of_discord_are_final(
    status: int, body: dict[str, object] | str, *, is_final: bool
) -> None:
    error = discord.HTTPException(SimpleNamespace(status=status, reason=""), body)  # type: ignore[arg-type]
    assert is_refusal(error) is is_final
    assert not is_refusal(TimeoutError())


async def test_a_late_picture_arrives_without_the_permission_to_read_history(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_id = await world.start_table()
    forbid(world, ATTACH, HISTORY)
    await world.pass_turn(game_id)
    await world.quiet()
    message = [found for found in world.messages() if not found.pinned][-1]
    forbid(world, HISTORY)
    for seconds in (40, 1000):
        monkeypatch.setattr(world.storage, "_now", lambda seconds=seconds: utc_now() + timedelta(seconds=seconds))
        world.bot.outbox.kick()
        await world.quiet()
    again = next(found for found in world.messages() if found.id == message.id)
    assert [file.filename for file in again.attachments] == ["map.png"]
    assert not [made for made in world.env.http_requests if made.method == "GET" and "/messages/" in made.path]


async def test_commands_say_where_they_may_be_used_and_how_they_are_installed(world: World) -> None:
    for command in await describe_commands(world.bot.tree):
        assert (command["contexts"], command["integration_types"]) == ([0, 1], [0]), command["name"]


@pytest.mark.parametrize("code", list_languages())
def test_every_language_says_what_each_missing_permission_prevents(code: str) -> None:
    language = load_language(code)
    for name in (*WISHED, THREADS, SEND_IN_THREADS):
        assert language.say(f"permission.{name}") in language.say(do_without(name))


@pytest.mark.parametrize(
    ("missing", "words"),
    [
        (ATTACH, "may not attach files here"),
        ("manage_messages", "may not pin"),
        (HISTORY, "may not read earlier messages"),
    ],
)
async def test_opening_a_table_names_the_permissions_that_the_bot_lacks(world: World, missing: str, words: str) -> None:
    forbid(world, missing, *([PIN] if missing == "manage_messages" else []))
    panel = await world.slash("Asha", "table new", scenario="short", name="Salt March")
    assert words in panel.words
    assert len(panel.words.splitlines()) == 2
    await world.quiet()
    assert any("Salt March" in read_panel(message).words for message in world.messages())


@pytest.mark.parametrize("missing", [VIEW, SEND])
async def test_no_table_is_opened_where_nothing_can_be_posted(world: World, missing: str) -> None:
    forbid(world, missing)
    panel = await world.slash("Asha", "table new", scenario="short", name="Salt March")
    assert load_language().say(f"permission.{missing}") in panel.words
    assert await world.bot.tables.lobby.find_tables(guild_id=world.guild.id) == []


@pytest.mark.parametrize("missing", [THREADS, SEND_IN_THREADS])
async def test_without_threads_the_table_stays_in_the_channel(world: World, missing: str) -> None:
    forbid(world, missing)
    panel = await world.slash("Asha", "table new", scenario="short", name="Salt March", thread=True)
    assert load_language().say(f"permission.{missing}") in panel.words
    assert world.channel.threads == []
    table = (await world.bot.tables.lobby.find_tables(guild_id=world.guild.id))[0]
    assert table.place == world.channel.id


async def test_a_game_continues_without_pictures_and_the_map_follows(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_id = await world.start_table()
    forbid(world, ATTACH)
    await world.pass_turn(game_id)
    await world.quiet()
    message = [found for found in world.messages() if not found.pinned][-1]
    assert "may not attach files here" in message.content
    assert "Attach Files" in message.content
    assert message.attachments == []
    assert "may not attach files here" in world.status_words()

    for seconds in (40, 1000):
        monkeypatch.setattr(world.storage, "_now", lambda seconds=seconds: utc_now() + timedelta(seconds=seconds))
        world.bot.outbox.kick()
        await world.quiet()
        # Four failed drawings would be the end of a picture; for a missing permission the bot waits.
        forbid(world)
    again = next(found for found in world.messages() if found.id == message.id)
    assert [file.filename for file in again.attachments] == ["map.png"]
    await world.pass_turn(game_id)
    assert "may not attach" not in world.status_words()
    assert "may not attach" not in [found for found in world.messages() if not found.pinned][-1].content


async def test_a_turn_is_announced_without_its_picture_if_discord_refuses_files(world: World) -> None:
    game_id = await world.start_table()
    before = len(world.messages())
    world.env.inject_error("POST", "/channels/*/messages", status=403, code=50013)
    await world.pass_turn(game_id)
    await world.quiet()
    assert len(world.messages()) == before + 1
    assert "may not attach files here" in world.messages()[-1].content
    async with world.storage.read() as reader:
        kinds = [post.kind for post in await reader.posts(game_id) if post.status == "queued"]
    assert kinds == [PICTURE]


async def test_a_command_gives_the_record_where_files_cannot_be_attached(world: World) -> None:
    game_id = await world.play_alone()
    world.env.backend.delete_message(world.channel.id, world.messages()[-1].id)
    forbid(world, ATTACH)
    panel = await world.slash("Asha", "records", table=game_id)
    names = [file["filename"] if isinstance(file, dict) else file.filename for file in panel.message.attachments]
    assert f"gandhi-{game_id}.gandhi.jsonl" in names


@pytest.mark.parametrize("missing", [SEND, VIEW])
async def test_a_permission_lost_during_a_game_is_named_on_the_panels(world: World, missing: str) -> None:
    game_id = await world.start_table()
    forbid(world, missing)
    await world.pass_turn(game_id)
    await world.quiet()
    panel = await world.slash(await world.whose(game_id), "turn")
    assert load_language().say(f"permission.{missing}") in panel.words
    forbid(world)
    await world.pass_turn(game_id)
    await world.quiet()
    panel = await world.slash(await world.whose(game_id), "turn")
    assert "I cannot post" not in panel.words


async def test_in_a_thread_the_missing_permission_for_threads_is_named(world: World) -> None:
    await world.slash("Asha", "table new", scenario="short", name="Salt March", thread=True)
    table = (await world.bot.tables.lobby.find_tables(guild_id=world.guild.id))[0]
    for name, seat in SEATS.items():
        await world.slash(name, "table join", seat=seat.split()[-1].lower(), table=table.id)
    await world.slash("Asha", "table start", table=table.id)
    forbid(world, SEND_IN_THREADS)
    name = await world.whose(table.id)
    panel = await world.slash(name, "pass", table=table.id)
    await world.press(name, await world.arm(name, panel), "confirm", "")
    await world.quiet()
    panel = await world.slash(await world.whose(table.id), "turn", table=table.id)
    assert "Send Messages in Threads" in panel.words


async def test_a_game_is_played_without_any_optional_permission(world: World) -> None:
    forbid(world, ATTACH, HISTORY, PIN, "manage_messages", THREADS, SEND_IN_THREADS, "embed_links", "mention_everyone")
    game_id = await world.play_alone()
    assert (await world.bot.tables.table(game_id)).game.status == "over"
    assert "The secret seed was" in world.messages()[-1].content
    assert not any(message.pinned for message in world.messages())


async def test_a_table_name_with_mentions_pings_no_role_and_not_everyone(world: World) -> None:
    await world.slash("Asha", "table new", scenario="short", name="@everyone @here <@&1>")
    game_id = (await world.bot.tables.lobby.find_tables(guild_id=world.guild.id))[0].id
    for name, seat in SEATS.items():
        await world.slash(name, "table join", seat=seat.split()[-1].lower(), table=game_id)
    await world.slash("Asha", "table start", table=game_id)
    await world.pass_turn(game_id)
    await world.slash("Asha", "table list")
    sent = [request.json for request in world.env.http_requests if isinstance(request.json, dict)]
    bodies = [body.get("data", body) for body in sent]
    told = [body for body in bodies if isinstance(body, dict) and body.get("content")]
    assert told
    for body in told:
        assert body["allowed_mentions"]["parse"] == []
        assert not body["allowed_mentions"].get("roles")


async def test_a_bot_with_refused_commands_still_has_its_buttons(world: World) -> None:
    game_id = await world.start_table(seed="refused")
    name = await world.whose(game_id)
    world.env.inject_error("PUT", "/applications/*/commands", status=403, code=50001)
    await restart(world)
    panel = await world.press(name, read_panel(world.status()), "turn")
    assert panel.has("confirm", "pass")
