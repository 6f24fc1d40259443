"""Opening a table where somebody asks for one: its row, its thread, its status message."""

from __future__ import annotations

import logging
from typing import Final

import discord

from bot.answering import Answer
from bot.crash import crash_here
from bot.errors import SeatsEmpty
from bot.moments import Table
from bot.panels import public_view

log = logging.getLogger(__name__)

SHORT: Final = "short"
THREAD_NAME_LIMIT = 100
ARCHIVE_AFTER: Final = 10080
"""Minutes of silence after which Discord folds a thread away: a week, the longest it offers."""


async def open_table(reply: Answer, scenario: str, name: str, language: str, wants_thread: bool | None) -> None:
    """Open a table, in a thread of its own where that is wanted and possible."""
    lobby = reply.bot.tables.lobby
    table = await lobby.create(
        reply.interaction.id,
        name=name or reply.language.say("ui.table.default_name", who=reply.user_name),
        scenario=scenario,
        language=language,
        host_user_id=reply.user_id,
        host_name=reply.user_name,
        guild_id=reply.interaction.guild_id,
        channel_id=reply.channel_id,
    )
    crash_here("opened")
    wanted = reply.bot.threads if wants_thread is None else wants_thread
    thread = await make_thread(reply, table) if wanted else None
    await lobby.settle(table.id, thread.id if thread is not None else None)
    words = [reply.language.say("ui.table.opened", name=table.game.name, where=f"<#{table.place}>")]
    if thread is not None:
        words = [reply.language.say("ui.table.opened", name=table.game.name, where=f"<#{thread.id}>")]
    elif wants_thread:
        words.append(reply.language.say("ui.table.no_thread"))
    await reply.say("\n".join(words))


async def begin_game(reply: Answer, game_id: str, *, with_arjuna: bool = False) -> None:
    """Begin a game. With seats free and ``with_arjuna`` not said, ask first whether Arjuna shall play them."""
    try:
        moment = await reply.bot.tables.start(reply.interaction.id, game_id, reply.user_id, with_arjuna=with_arjuna)
    except SeatsEmpty as error:
        words = reply.language.say("ui.start.arjuna", seat=error.seats, count=len(error.seats))
        await reply.show(words, view=public_view(reply.language, game_id, ["fill"]))
        return
    await reply.show_panel(moment)


async def make_thread(reply: Answer, table: Table) -> discord.Thread | None:
    """A thread for a table, or None where one cannot be: here already, or without the permission."""
    channel = reply.interaction.channel
    if not isinstance(channel, discord.TextChannel):
        return None
    try:
        return await channel.create_thread(
            name=reply.language.say("ui.table.thread", name=table.game.name)[:THREAD_NAME_LIMIT],
            type=discord.ChannelType.public_thread,
            auto_archive_duration=ARCHIVE_AFTER,
        )
    except discord.HTTPException as error:
        log.info("No thread for table %s: %s", table.id, error)
        return None
