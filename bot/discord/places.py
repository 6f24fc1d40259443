"""The places of tables at Discord: channels, threads, posts of forums, private threads; what the bot may do there.

The bot must see a channel and write there. Without its other permissions it does less, and says what is missing. A
server may name a forum channel by `/server settings`: each table has a post there, with a tag for its state. A place
may be gone or closed: one that is gone is forgotten or made again here, in the database too. The rights of people are
in `bot.discord.rights`, the messages in `bot.discord.outgoing`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import aiohttp
import discord

from bot.discord.context import BotContext
from bot.discord.limits import ARCHIVE_AFTER, CLOCKS_DIFFER, TAG_LIMIT, TAGS_OF_POST, THREAD_NAME_LIMIT, cut_line
from bot.errors import TableError
from bot.language import Language, Said, list_languages, load_language
from bot.narrate.announcements import speak_at
from bot.narrate.standing import write_title
from bot.tables.announcements import move_in
from bot.tables.entrance import Talk
from bot.tables.loading import shares_place
from bot.tables.servers import ServerSettings
from bot.tables.table import Spot, Table
from engine.core.text import Text, text
from storage import GameStatus

log = logging.getLogger(__name__)

VIEW = "view_channel"
SEND = "send_messages"
SEND_IN_THREADS = "send_messages_in_threads"
THREADS = "create_public_threads"
PRIVATE_THREADS = "create_private_threads"
ATTACH = "attach_files"
HISTORY = "read_message_history"
PIN = "pin_messages"
MANAGE_CHANNELS = "manage_channels"
MANAGE_THREADS = "manage_threads"

WISHED = (ATTACH, PIN, HISTORY)
"""The optional permissions. Without them a table has no pictures, no pinned status, and perhaps a repeated message."""

LOST: Final = (aiohttp.ClientError, OSError, TimeoutError)
"""Errors of a request whose connection breaks: it is unknown whether Discord received it."""

ARCHIVED, LOCKED = 50083, 160005
"""Discord's codes for an archived thread, and for a thread in which only moderators may write."""

Place = discord.TextChannel | discord.VoiceChannel | discord.StageChannel | discord.Thread | discord.DMChannel
"""Places for tables. Voice channels have a chat too, and a person may play alone in private with the bot."""
PLACES = (discord.TextChannel, discord.VoiceChannel, discord.StageChannel, discord.Thread, discord.DMChannel)


@dataclass(frozen=True, slots=True)
class NewPlace:
    """Whether a new table gets its own thread or post, and the optional permissions that the bot lacks for it."""

    in_thread: bool
    missed: tuple[str, ...]


def choose_home(
    channel: object, forum: discord.ForumChannel | None, granted: discord.Permissions, *, wants_thread: bool
) -> NewPlace:
    """Return where a table is opened from a channel, in which these permissions are ``granted``, or as a forum post.

    Raises TableError as `find_home` and `find_home_in_forum` do.
    """
    if forum is not None:
        return find_home_in_forum(look_up(forum) or granted)
    if isinstance(channel, discord.DMChannel):
        # Discord names few permissions in private messages, but the bot has all that it needs.
        return NewPlace(in_thread=False, missed=())
    # The chat of a voice channel has no threads.
    wants_thread = wants_thread and isinstance(channel, discord.TextChannel)
    return find_home(granted, wants_thread=wants_thread, is_thread=isinstance(channel, discord.Thread))


def find_home(granted: discord.Permissions, *, wants_thread: bool, is_thread: bool) -> NewPlace:
    """Return where a table can be opened with these permissions: in its own thread, or without one.

    ``is_thread`` means that the table is opened inside a thread, which cannot have threads. Raises TableError if the
    bot may not post.
    """
    if not granted.view_channel:
        raise TableError(cannot_post(VIEW))
    missed: list[str] = []
    in_thread = False
    if wants_thread and not is_thread:
        lacking = [name for name in (THREADS, SEND_IN_THREADS) if not getattr(granted, name)]
        in_thread, missed = not lacking, lacking
    wanted = SEND_IN_THREADS if is_thread else SEND
    if not in_thread and not getattr(granted, wanted):
        raise TableError(cannot_post(wanted))
    return NewPlace(in_thread, (*missed, *find_wished(granted)))


def find_home_in_forum(granted: discord.Permissions) -> NewPlace:
    """Return the place of a table as a post of a forum channel. Raises TableError if the bot cannot make one there."""
    for name in (VIEW, SEND, SEND_IN_THREADS):
        if not getattr(granted, name):
            raise TableError(cannot_post(name))
    # The status of the table is the first message of a post, which needs no pin.
    return NewPlace(True, tuple(name for name in find_wished(granted) if name != PIN))


def find_wished(granted: discord.Permissions) -> list[str]:
    """Return the optional permissions that are not granted."""
    return [name for name in WISHED if not getattr(granted, name)]


async def find_place(bot: BotContext, place_id: int) -> object:
    """Return a channel, thread or post, even an archived one; None if it is gone or hidden from the bot.

    Raises other errors of Discord.
    """
    try:
        return bot.get_channel(place_id) or await bot.fetch_channel(place_id)
    except (discord.NotFound, discord.Forbidden):
        return None


def find_needed(channel: Place | discord.ForumChannel) -> Text:
    """Return why the bot cannot post in a channel, as a sentence for the players.

    The reason is a locked thread, a missing permission, or else that the channel is gone or closed.
    """
    return find_lacking(channel) or text("error.no_channel")


def find_lacking(channel: Place | discord.ForumChannel) -> Text | None:
    """Return the reason, a locked thread or a missing permission, why the bot may not post in a channel, or None.

    If its permissions are unknown, return None, so that it is tried.
    """
    granted = look_up(channel)
    if isinstance(channel, discord.Thread) and channel.locked and not (granted and granted.manage_threads):
        return text("error.thread_locked")
    if granted is not None:
        for name in (VIEW, SEND_IN_THREADS if isinstance(channel, discord.Thread) else SEND):
            if not getattr(granted, name):
                return cannot_post(name)
    return None


def may_attach(channel: Place) -> bool:
    """Return whether pictures may be sent to a channel. If that is unknown, return True, so that it is tried."""
    granted = look_up(channel)
    return granted is None or granted.attach_files


def may_read(channel: Place) -> bool:
    """Return whether earlier messages of a channel may be read; True if that is unknown.

    Without the permission, Discord shows an empty channel.
    """
    granted = look_up(channel)
    return granted is None or granted.read_message_history


def is_refusal(error: Exception) -> bool:
    """Return whether an error is a refusal by Discord that is final, so that trying again is useless.

    These are not final: 401, because the token may be replaced; 429, which asks to wait; and 403 without a code, which
    comes from a proxy.
    """
    if not isinstance(error, discord.HTTPException) or error.status in (401, 429):
        return False
    return 400 <= error.status < 500 and not (error.status == 403 and not error.code)


def look_up(channel: Place | discord.ForumChannel) -> discord.Permissions | None:
    """Return the bot's permissions in a channel, or None if they are unknown.

    They are unknown in private messages, and in a process to which Discord has not sent the server.
    """
    if isinstance(channel, discord.DMChannel) or getattr(channel.guild, "me", None) is None:
        return None
    try:
        return channel.permissions_for(channel.guild.me)
    except discord.ClientException:
        return None


def cannot_post(name: str) -> Text:
    """Return the sentence that the bot may not post in a channel because it lacks the permission ``name``."""
    return text("error.missing_permission", permission=text(f"permission.{name}"))


def cannot_talk(name: str) -> Text:
    """Return the sentence that private talks are impossible because the bot lacks the permission ``name``."""
    return text("error.cannot_talk", permission=text(f"permission.{name}"))


def do_without(name: str) -> Text:
    """Return a sentence that says what a table lacks without the optional permission ``name``, which it names."""
    return text(f"ui.without.{name}", permission=text(f"permission.{name}"))


STATES: Final = ("open", "playing", "over")
"""The states of a table for which a forum has a tag. An archived table has the tag of a finished one."""
ACTIVE: Final[tuple[GameStatus, ...]] = ("open", "playing")
NOBODY = discord.AllowedMentions.none()


def find_forum(
    bot: BotContext, settings: ServerSettings, channel: object, person: object = None
) -> discord.ForumChannel | None:
    """Return the forum channel for the post of a table that is opened in a channel, or None to use that channel.

    A forum that the server has named is used if the table is opened in one of its posts, or in a channel where the
    server does not allow tables. A ``person`` must be able to see the forum.
    """
    here = list_places(channel)
    is_elsewhere = bool(settings.channels) and not {*settings.channels} & {*here}
    for channel_id in settings.channels:
        found = bot.get_channel(channel_id) if is_elsewhere or channel_id in here else None
        if not isinstance(found, discord.ForumChannel):
            continue
        if not isinstance(person, discord.Member) or found.permissions_for(person).view_channel:
            return found
    return None


async def make_post(forum: discord.ForumChannel, table: Table) -> Spot:
    """Make the forum post of a table with the tag of its state, and return the ids of the post and its first message.

    If Discord refuses the tags, make the post without them. Raises discord.HTTPException.
    """
    language = speak_at(table)
    forum = await make_tags(forum, language)
    tags = choose_tags(forum, [], table.game.status)
    try:
        return await make_post_with(forum, table, tags)
    except discord.HTTPException as error:
        if not tags or not is_refusal(error):
            raise
        log.info("The forum %s takes no post with the tags %s: %s", forum.id, tags, error)
        return await make_post_with(forum, table, [])


async def make_post_with(forum: discord.ForumChannel, table: Table, tags: Sequence[discord.ForumTag]) -> Spot:
    """Make the post of a table with some tags. Raises discord.HTTPException."""
    made = await forum.create_thread(
        name=name_thread(table),
        content=write_title(speak_at(table), table),
        auto_archive_duration=ARCHIVE_AFTER,
        applied_tags=tags,
        allowed_mentions=NOBODY,
    )
    return Spot(made.thread.id, made.message.id)


def name_thread(table: Table, name: str = "") -> str:
    """Return the name of the thread or post of a table, for ``name`` or its present one, in its language."""
    said = Said(name or table.game.name)
    return cut_line(speak_at(table).say("ui.table.thread", name=said), THREAD_NAME_LIMIT)


RENAMING: Final = 10.0
"""The most seconds for which a status waits for a new thread name: Discord may delay the third by ten minutes."""


async def rename_thread(channel: object, table: Table) -> None:
    """Give the thread or post of a renamed table its name, unless people have named it.

    Failures are only logged, and so is a delay (`RENAMING`): the next status tries again.
    """
    if not isinstance(channel, discord.Thread) or channel.id != table.game.thread_id:
        return
    if channel.name not in {name_thread(table, one) for one in table.state.former} - {name_thread(table)}:
        return
    try:
        async with asyncio.timeout(RENAMING):
            await channel.edit(name=name_thread(table))
    except (discord.HTTPException, TimeoutError) as error:
        log.info("The thread of table %s keeps its name: %r", table.id, error)


async def make_tags(forum: discord.ForumChannel, language: Language) -> discord.ForumChannel:
    """Make the tags of tables that a forum lacks, if the bot may, and return the forum. Failures are only logged."""
    if not list_missing(forum) or not may_make_tags(forum):
        return forum
    try:
        # The library's list of tags may be out of date, and lack those that were made for an earlier table.
        fetched = await forum.guild.fetch_channel(forum.id)
        if not isinstance(fetched, discord.ForumChannel):
            return forum
        tags = [discord.ForumTag(name=language.say(f"ui.tag.{state}")) for state in list_missing(fetched)]
        if not tags or len(fetched.available_tags) + len(tags) > TAG_LIMIT:
            return fetched
        return await fetched.edit(available_tags=[*fetched.available_tags, *tags])
    except discord.HTTPException as error:
        log.info("The forum %s has no tags for tables: %s", forum.id, error)
        return forum


def may_make_tags(forum: discord.ForumChannel) -> bool:
    """Return whether the bot may make the tags of a forum."""
    granted = look_up(forum)
    return granted is not None and getattr(granted, MANAGE_CHANNELS)


def list_missing(forum: discord.ForumChannel) -> list[str]:
    """Return the states of a table (`STATES`) for which a forum has no tag."""
    return [state for state in STATES if find_tag(forum.available_tags, state) is None]


def name_tags(language: Language) -> list[Said]:
    """Return the names of the tags for the states of a table, in a language."""
    return [Said(language.say(f"ui.tag.{state}")) for state in STATES]


def find_tag(tags: Iterable[discord.ForumTag], state: str) -> discord.ForumTag | None:
    """Return the tag for a state, or None. Moderators may have made it, in any language that the bot speaks."""
    names = {load_language(code).say(f"ui.tag.{state}").casefold() for code in list_languages()}
    return next((tag for tag in tags if tag.name.casefold() in names), None)


def choose_tags(
    forum: discord.ForumChannel, applied: Iterable[discord.ForumTag], status: GameStatus
) -> list[discord.ForumTag]:
    """Return the tags of a post: the one for the table's state, and the ``applied`` tags that are not for a state.

    If the forum requires a tag and has none for the state, its first tag is used. A new tag that only moderators may
    set is left out unless the bot may manage threads.
    """
    granted = look_up(forum)
    is_moderator = granted is None or getattr(granted, MANAGE_THREADS)
    known = [find_tag(forum.available_tags, state) for state in STATES]
    mine = known[STATES.index(status) if status in ACTIVE else -1]
    others = [tag for tag in applied if tag not in known]
    if mine is not None and (is_moderator or not mine.moderated):
        return [mine, *others][:TAGS_OF_POST]
    free = [tag for tag in forum.available_tags if is_moderator or not tag.moderated]
    return others or (free[:1] if forum.flags.require_tag else [])


def find_home_forum(channel: object, table: Table) -> discord.ForumChannel | None:
    """Return the forum in which ``channel`` is the table's own post, or None."""
    parent = channel.parent if isinstance(channel, discord.Thread) and channel.id == table.game.thread_id else None
    return parent if isinstance(parent, discord.ForumChannel) else None


def may_tag(bot: BotContext, post: discord.Thread) -> bool:
    """Return whether the bot may set the tags of its own forum post; True if that is unknown."""
    granted = look_up(post)
    return bot.capabilities.own_tags is not False or granted is None or getattr(granted, MANAGE_THREADS)


async def mark_post(bot: BotContext, channel: object, table: Table) -> None:
    """Give the forum post of a table the tag of its state. If that is not allowed, the post keeps its tags.

    Of several tables in one post, such as a game and its rematch, one that is over does not count.
    """
    forum = find_home_forum(channel, table)
    if forum is None or not isinstance(channel, discord.Thread):
        return
    if table.game.status not in ACTIVE:
        async with bot.tables.storage.read() as reader:
            if await shares_place(reader, table):
                return
    if not may_tag(bot, channel):
        return
    wanted = choose_tags(forum, channel.applied_tags, table.game.status)
    if {tag.id for tag in wanted} == {tag.id for tag in channel.applied_tags}:
        return
    try:
        await channel.edit(applied_tags=wanted)
    except discord.HTTPException as error:
        log.info("The post of table %s keeps its tags: %s", table.id, error)


async def close_post(bot: BotContext, table: Table) -> None:
    """Archive the forum post of a table whose game is over.

    It stays open while messages for the table are waiting, and while another table is open or running there.
    """
    thread_id = table.game.thread_id or 0
    async with bot.tables.storage.read() as reader:
        if await reader.is_waiting(table.id) or await shares_place(reader, table):
            return
    try:
        channel = bot.get_channel(thread_id) or await bot.fetch_channel(thread_id)
        if isinstance(channel, discord.Thread) and find_home_forum(channel, table) and not channel.archived:
            await channel.edit(archived=True)
    except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
        log.info("The post of table %s could not be closed: %s", table.id, error)


def list_places(channel: object) -> list[int]:
    """Return the ids of a channel, of its parent if it is a thread, and of its category."""
    parent = channel.parent if isinstance(channel, discord.Thread) else None
    found = [getattr(channel, "id", None), getattr(parent, "id", None)]
    found.append(getattr(parent if parent is not None else channel, "category_id", None))
    return [one for one in found if one is not None]


def name_place(bot: BotContext, channel_id: int) -> str:
    """Return the name of a channel that everyone on its server can see, and "" for any other, or an unknown one."""
    channel = bot.get_channel(channel_id)
    if not isinstance(channel, discord.abc.GuildChannel):
        return ""
    return channel.name if channel.permissions_for(channel.guild.default_role).view_channel else ""


def list_table_places(bot: BotContext, table: Table) -> list[int]:
    """Return the same as `list_places` for the thread and the channel of a table, as far as the bot knows them."""
    ids = (table.place, table.game.channel_id)
    return [*ids, *(place for one in ids for place in list_places(bot.get_channel(one)))]


async def make_thread(bot: BotContext, channel: object, table: Table, *, may_exist: bool = False) -> Spot | None:
    """Make a thread for a table in a channel, or its post in a forum. Return None if that is not possible.

    If the request was not answered, the thread may exist: then it is looked up; first if it ``may_exist`` anyway.
    """
    if not isinstance(channel, discord.TextChannel | discord.ForumChannel):
        return None
    try:
        if may_exist and (made := await find_made(bot, channel, table)) is not None:
            return made
        try:
            return await try_thread(channel, table)
        except LOST:
            return await find_made(bot, channel, table)
    except (discord.HTTPException, *LOST) as error:
        log.info("No thread for table %s: %s", table.id, error)
        return None


async def try_thread(channel: discord.TextChannel | discord.ForumChannel, table: Table) -> Spot:
    """Make a thread for a table in a channel, or its post in a forum. Raises discord.HTTPException and `LOST`."""
    if isinstance(channel, discord.ForumChannel):
        return await make_post(channel, table)
    thread = await channel.create_thread(
        name=name_thread(table),
        type=discord.ChannelType.news_thread if channel.is_news() else discord.ChannelType.public_thread,
        auto_archive_duration=ARCHIVE_AFTER,
    )
    return Spot(thread.id)


async def find_made(bot: BotContext, channel: discord.TextChannel | discord.ForumChannel, table: Table) -> Spot | None:
    """Return the thread or post that was made for a table although the bot got no answer, or None if there is none."""
    name, since = name_thread(table), table.game.created - CLOCKS_DIFFER
    me = bot.user.id if bot.user is not None else None
    for thread in await channel.guild.active_threads():
        if (thread.parent_id, thread.owner_id, thread.name) != (channel.id, me, name):
            continue
        if discord.utils.snowflake_time(thread.id) < since:
            continue
        async with bot.tables.storage.read() as reader:
            is_known = await reader.games_by(channel_id=thread.id, limit=1)
        if not is_known:
            return Spot(thread.id, thread.id if isinstance(channel, discord.ForumChannel) else None)
    return None


async def make_talk(channel: discord.TextChannel, talk: Talk) -> discord.Thread | None:
    """Make the private thread of a talk, named after its table and seats. Return None if that is not possible."""
    name = speak_at(talk.table).say("ui.talk.thread", name=Said(talk.table.game.name), seat=list(talk.seats))
    try:
        return await channel.create_thread(
            name=cut_line(name, THREAD_NAME_LIMIT),
            type=discord.ChannelType.private_thread,
            auto_archive_duration=ARCHIVE_AFTER,
            invitable=False,
        )
    except discord.HTTPException as error:
        log.info("No private thread for table %s: %s", talk.table.id, error)
        return None


async def close_talks(bot: BotContext, table: Table) -> None:
    """Close the private threads of a table whose game is over, and forget them, also those that are gone."""
    for ref in await bot.tables.talks.list_threads(table.id):
        try:
            thread = bot.get_channel(ref.channel_id) or await bot.fetch_channel(ref.channel_id)
            if isinstance(thread, discord.Thread):
                await close_talk(bot, thread)
        except discord.HTTPException as error:
            log.info("A private thread of table %s could not be closed: %s", table.id, error)
        await bot.tables.talks.forget_thread(ref)


async def close_talk(bot: BotContext, thread: discord.Thread) -> None:
    """Archive and lock a private thread, or only archive it if the bot may not lock its own threads.

    Raises discord.HTTPException.
    """
    if bot.capabilities.own_locks is not False:
        try:
            await thread.edit(archived=True, locked=True)
        except discord.Forbidden as error:
            log.info("The private thread %s is not locked: %s", thread.id, error)
        else:
            return
    await thread.edit(archived=True)


class CannotReach(Exception):
    """The channel of a table is gone, or closed to the bot. Players see the ``reason`` on their panels."""

    def __init__(self, reason: Text) -> None:
        super().__init__(str(reason))
        self.reason = reason


class TablePlaces:
    """Finds the places where tables are played."""

    def __init__(self, bot: BotContext) -> None:
        self._bot = bot
        self._making_post = asyncio.Lock()

    async def find(self, table: Table) -> Place:
        """Return the place of the table: its thread or post, or the channel of a thread that was deleted.

        A post that is missing is made again. Raises CannotReach if the place is gone or hidden from the bot, and other
        errors of Discord.
        """
        place = table.place
        try:
            channel = self._bot.get_channel(place) or await self._bot.fetch_channel(place)
        except discord.NotFound as error:
            if table.game.thread_id is None:
                raise CannotReach(text("error.no_channel")) from error
            async with self._bot.tables.storage.transaction() as tx:
                # Another message may already have found the thread gone, and the table may have another post since.
                if (await tx.game(table.id)).thread_id == place:
                    await tx.update_game(table.id, thread_id=None)
            return await self.find(await self._bot.tables.table(table.id))
        except discord.Forbidden as error:
            if not is_refusal(error):
                raise
            raise CannotReach(text("error.no_channel")) from error
        if isinstance(channel, discord.ForumChannel):
            # The table's post was deleted, or could not be made when the table was opened.
            return await self._make_post(channel, table)
        if not isinstance(channel, PLACES):
            raise CannotReach(text("error.no_channel"))
        return channel

    async def _make_post(self, forum: discord.ForumChannel, table: Table) -> Place:
        async with self._making_post:
            # Another message of the table may have made the post meanwhile.
            table = await self._bot.tables.table(table.id)
            if table.game.thread_id is None:
                # The post may exist although the bot got no answer when it made it.
                spot = await find_made(self._bot, forum, table)
                spot = spot or await make_thread(self._bot, forum, table)
                if spot is None:
                    raise CannotReach(find_needed(forum))
                async with self._bot.tables.storage.transaction() as tx:
                    await move_in(tx, table.id, spot)
        return await self.find(await self._bot.tables.table(table.id))


async def unfold(thread: discord.Thread) -> None:
    """Reopen an archived thread. Raises CannotReach if it is locked."""
    try:
        await thread.edit(archived=False)
    except discord.Forbidden as error:
        raise CannotReach(text("error.thread_locked")) from error
