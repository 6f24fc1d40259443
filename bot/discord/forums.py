"""Posts in forum channels: one for each table, with a tag for its state, closed when its game is over.

A server names the forum channel by `/server settings`. The first message of a post is the status of its table.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from typing import Final

import aiohttp
import discord

from bot.discord.context import BotContext
from bot.discord.limits import ARCHIVE_AFTER, TAG_LIMIT, TAGS_OF_POST, THREAD_NAME_LIMIT, cut_line
from bot.discord.moderating import list_places
from bot.discord.permissions import MANAGE_CHANNELS, MANAGE_THREADS, is_refusal, look_up
from bot.language import Language, list_languages, load_language
from bot.names import Said
from bot.narrate.standing import write_title
from bot.tables.servers import ServerSettings
from bot.tables.table import Spot, Table
from storage import GameStatus

log = logging.getLogger(__name__)

STATES: Final = ("open", "playing", "over")
"""States of tables that have a tag. An archived table has the tag of a finished one."""
ACTIVE: Final[tuple[GameStatus, ...]] = ("open", "playing")
NOBODY = discord.AllowedMentions.none()


def find_forum(
    bot: BotContext, settings: ServerSettings, channel: object, person: object = None
) -> discord.ForumChannel | None:
    """Return the forum channel for the post of a table that is opened in a channel, or None if it stays there.

    The server has named this forum, and the table is opened in one of its posts, or in a channel where the server does
    not allow tables. A ``person`` must be able to see it.
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


async def make_post(forum: discord.ForumChannel, language: Language, table: Table) -> Spot:
    """Make the post of a table, and return it with its first message. Raises discord.HTTPException."""
    forum = await make_tags(forum, language)
    tags = choose_tags(forum, [], table.game.status)
    try:
        return await make_post_with(forum, language, table, tags)
    except discord.HTTPException as error:
        if not tags or not is_refusal(error):
            raise
        log.info("The forum %s takes no post with the tags %s: %s", forum.id, tags, error)
        return await make_post_with(forum, language, table, [])


async def make_post_with(
    forum: discord.ForumChannel, language: Language, table: Table, tags: Sequence[discord.ForumTag]
) -> Spot:
    """Make the post of a table with some tags. Raises discord.HTTPException."""
    made = await forum.create_thread(
        name=name_thread(language, table),
        content=write_title(language, table),
        auto_archive_duration=ARCHIVE_AFTER,
        applied_tags=tags,
        allowed_mentions=NOBODY,
    )
    return Spot(made.thread.id, made.message.id)


def name_thread(language: Language, table: Table) -> str:
    """Return the name of the thread or post of a table."""
    return cut_line(language.say("ui.table.thread", name=Said(table.game.name)), THREAD_NAME_LIMIT)


async def make_tags(forum: discord.ForumChannel, language: Language) -> discord.ForumChannel:
    """Return a forum with the tags of tables. Missing tags are made if the bot may, otherwise left out."""
    if not list_missing(forum) or not may_make_tags(forum):
        return forum
    try:
        # The known tags may be older than those made for the previous table.
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
    """Return the states for which a forum has no tag."""
    return [state for state in STATES if find_tag(forum.available_tags, state) is None]


def name_tags(language: Language) -> list[Said]:
    """Return the names of the tags in a language."""
    return [Said(language.say(f"ui.tag.{state}")) for state in STATES]


def find_tag(tags: Iterable[discord.ForumTag], state: str) -> discord.ForumTag | None:
    """Return the tag for a state. Moderators may have made it, in any language that the bot speaks."""
    names = {load_language(code).say(f"ui.tag.{state}").casefold() for code in list_languages()}
    return next((tag for tag in tags if tag.name.casefold() in names), None)


def choose_tags(
    forum: discord.ForumChannel, applied: Iterable[discord.ForumTag], status: GameStatus
) -> list[discord.ForumTag]:
    """Return the tags of a post: the one for the table's state, and those that it has for other reasons.

    If the forum requires a tag and has none for the state, its first one is used. Tags for moderators are left out
    where the bot is none.
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


async def mark_post(bot: BotContext, channel: object, table: Table) -> None:
    """Give the post of a table the tag of its state. Where that is not allowed, it keeps its present one."""
    forum = find_home_forum(channel, table)
    if forum is None or not isinstance(channel, discord.Thread):
        return
    granted = look_up(channel)
    if bot.capabilities.own_tags is False and granted is not None and not getattr(granted, MANAGE_THREADS):
        return
    wanted = choose_tags(forum, channel.applied_tags, table.game.status)
    if {tag.id for tag in wanted} == {tag.id for tag in channel.applied_tags}:
        return
    try:
        await channel.edit(applied_tags=wanted)
    except discord.HTTPException as error:
        log.info("The post of table %s keeps its tags: %s", table.id, error)


async def close_post(bot: BotContext, table: Table) -> None:
    """Close the post of a table whose game is over, once nothing more will be sent there."""
    thread_id = table.game.thread_id or 0
    async with bot.tables.storage.read() as reader:
        if await reader.is_waiting(table.id):
            return
    try:
        channel = bot.get_channel(thread_id) or await bot.fetch_channel(thread_id)
        if isinstance(channel, discord.Thread) and find_home_forum(channel, table) and not channel.archived:
            await channel.edit(archived=True)
    except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
        log.info("The post of table %s could not be closed: %s", table.id, error)
