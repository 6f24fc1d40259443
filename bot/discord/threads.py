"""Threads for tables."""

from __future__ import annotations

import logging

import discord

from bot.discord.context import BotContext
from bot.discord.forums import make_post, name_thread
from bot.discord.limits import ARCHIVE_AFTER, CLOCKS_DIFFER, THREAD_NAME_LIMIT, cut_line
from bot.discord.reply import LOST
from bot.language import Language
from bot.names import Said
from bot.tables.table import Spot, Table
from bot.tables.talks import Talk

log = logging.getLogger(__name__)


async def make_thread(bot: BotContext, channel: object, language: Language, table: Table) -> Spot | None:
    """Make a thread for a table in a channel, or its post in a forum. Return None if that is impossible.

    If the request was not answered, the thread may exist: it is looked up.
    """
    if not isinstance(channel, discord.TextChannel | discord.ForumChannel):
        return None
    try:
        try:
            return await try_thread(channel, language, table)
        except LOST:
            return await find_made(bot, channel, language, table)
    except (discord.HTTPException, *LOST) as error:
        log.info("No thread for table %s: %s", table.id, error)
        return None


async def try_thread(channel: discord.TextChannel | discord.ForumChannel, language: Language, table: Table) -> Spot:
    """Make a thread for a table in a channel, or its post in a forum. Raises discord.HTTPException."""
    if isinstance(channel, discord.ForumChannel):
        return await make_post(channel, language, table)
    thread = await channel.create_thread(
        name=name_thread(language, table),
        type=discord.ChannelType.news_thread if channel.is_news() else discord.ChannelType.public_thread,
        auto_archive_duration=ARCHIVE_AFTER,
    )
    return Spot(thread.id)


async def find_made(
    bot: BotContext, channel: discord.TextChannel | discord.ForumChannel, language: Language, table: Table
) -> Spot | None:
    """Return the thread or post of a table that was made although the bot got no answer, or None."""
    name, since = name_thread(language, table), table.game.created - CLOCKS_DIFFER
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


async def make_talk(channel: discord.TextChannel, language: Language, talk: Talk) -> discord.Thread | None:
    """Make the private thread of a talk, named after table and seats. Return None if that is impossible."""
    name = language.say("ui.talk.thread", name=Said(talk.table.game.name), seat=list(talk.seats))
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
    """Close the private threads of a table whose game is over. Forget missing ones."""
    for ref in await bot.tables.talks.list_threads(table.id):
        try:
            thread = bot.get_channel(ref.channel_id) or await bot.fetch_channel(ref.channel_id)
            if isinstance(thread, discord.Thread):
                await close_talk(bot, thread)
        except discord.HTTPException as error:
            log.info("A private thread of table %s could not be closed: %s", table.id, error)
        await bot.tables.talks.forget_thread(ref)


async def close_talk(bot: BotContext, thread: discord.Thread) -> None:
    """Archive and lock a private thread, or only archive it where the bot may not lock its own."""
    if bot.capabilities.own_locks is not False:
        try:
            await thread.edit(archived=True, locked=True)
        except discord.Forbidden as error:
            log.info("The private thread %s is not locked: %s", thread.id, error)
        else:
            return
    await thread.edit(archived=True)
