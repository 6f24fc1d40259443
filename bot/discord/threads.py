"""Threads for tables."""

from __future__ import annotations

import logging

import discord

from bot.discord.context import BotContext
from bot.discord.forums import make_post
from bot.discord.limits import ARCHIVE_AFTER, THREAD_NAME_LIMIT, cut_line
from bot.language import Language
from bot.names import Said
from bot.tables.table import Spot, Table
from bot.tables.talks import Talk

log = logging.getLogger(__name__)


async def make_thread(channel: object, language: Language, table: Table) -> Spot | None:
    """Make a thread for a table in a channel, or its post in a forum; return None where there can be none."""
    if not isinstance(channel, discord.TextChannel | discord.ForumChannel):
        return None
    try:
        if isinstance(channel, discord.ForumChannel):
            return await make_post(channel, language, table)
        thread = await channel.create_thread(
            name=cut_line(language.say("ui.table.thread", name=Said(table.game.name)), THREAD_NAME_LIMIT),
            type=discord.ChannelType.news_thread if channel.is_news() else discord.ChannelType.public_thread,
            auto_archive_duration=ARCHIVE_AFTER,
        )
        return Spot(thread.id)
    except discord.HTTPException as error:
        log.info("No thread for table %s: %s", table.id, error)
        return None


async def make_talk(channel: discord.TextChannel, language: Language, talk: Talk) -> discord.Thread | None:
    """Make the private thread of a talk, named after table and seats, or return None where there can be none."""
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
    """Close the private threads of a table whose game is over. One that is gone is forgotten."""
    for ref in await bot.tables.talks.list_threads(table.id):
        try:
            thread = bot.get_channel(ref.channel_id) or await bot.fetch_channel(ref.channel_id)
            if isinstance(thread, discord.Thread):
                await thread.edit(archived=True, locked=True)
        except discord.HTTPException as error:
            log.info("A private thread of table %s could not be closed: %s", table.id, error)
        await bot.tables.talks.forget_thread(ref)
