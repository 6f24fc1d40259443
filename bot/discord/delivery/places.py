"""The places of messages: channels, threads and posts of forums. A place may be gone or closed, or not exist yet."""

from __future__ import annotations

import asyncio

import discord

from bot.discord.context import BotContext
from bot.discord.permissions import PLACES, Place, find_needed, is_refusal
from bot.discord.threads import find_made, make_thread
from bot.narrate.announcements import speak_at
from bot.tables.announcements import move_in
from bot.tables.table import Table
from engine.core.text import Text, text


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
        """Return the place of the table: its thread, or the channel of a thread that was deleted."""
        place = table.place
        try:
            channel = self._bot.get_channel(place) or await self._bot.fetch_channel(place)
        except discord.NotFound as error:
            if table.game.thread_id is None:
                raise CannotReach(text("error.no_channel")) from error
            async with self._bot.tables.storage.transaction() as tx:
                # Another message may already have found it gone, and the table may have another post since.
                if (await tx.game(table.id)).thread_id == place:
                    await tx.update_game(table.id, thread_id=None)
            return await self.find(await self._bot.tables.table(table.id))
        except discord.Forbidden as error:
            if not is_refusal(error):
                raise
            raise CannotReach(text("error.no_channel")) from error
        if isinstance(channel, discord.ForumChannel):
            # Its post was deleted, or could not be made when the table was opened.
            return await self._make_post(channel, table)
        if not isinstance(channel, PLACES):
            raise CannotReach(text("error.no_channel"))
        return channel

    async def _make_post(self, forum: discord.ForumChannel, table: Table) -> Place:
        async with self._making_post:
            # Another message of the table may have made it meanwhile.
            table = await self._bot.tables.table(table.id)
            if table.game.thread_id is None:
                language = speak_at(table)
                # It may exist although the bot got no answer.
                spot = await find_made(self._bot, forum, language, table)
                spot = spot or await make_thread(self._bot, forum, language, table)
                if spot is None:
                    raise CannotReach(find_needed(forum))
                async with self._bot.tables.storage.transaction() as tx:
                    await move_in(tx, table.id, spot)
        return await self.find(await self._bot.tables.table(table.id))


async def unfold(thread: discord.Thread) -> None:
    """Reopen an archived thread. Raises CannotReach for a locked one."""
    try:
        await thread.edit(archived=False)
    except discord.Forbidden as error:
        raise CannotReach(text("error.thread_locked")) from error
