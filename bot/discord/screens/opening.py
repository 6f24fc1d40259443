"""Opening a table where somebody asks for one: its row, its thread, its status message."""

from __future__ import annotations

import logging
from typing import Final

import discord

from bot.crash import crash_here
from bot.discord.components import public_view
from bot.discord.limits import THREAD_NAME_LIMIT, cut_line
from bot.discord.permissions import SEND_IN_THREADS, THREADS, Home, do_without, find_home
from bot.discord.reply import Answer
from bot.errors import SeatsEmpty
from bot.names import Said, clean
from bot.narrate.arrangements import write_outcome
from bot.narrate.standing import write_seats
from bot.service.clock.pace import OPEN
from bot.service.moments import Table
from bot.service.seats.absences import StandIn

log = logging.getLogger(__name__)

SHORT: Final = "short"
ARCHIVE_AFTER: Final = 10080
"""Minutes of silence after which Discord folds a thread away: a week, the longest it offers."""


async def open_table(
    reply: Answer,
    scenario: str,
    name: str,
    language: str,
    wants_thread: bool | None,
    pace: str = OPEN,
    players: int = 0,
    variant: str = "",
    opponent: str = "",
) -> None:
    """Open a table, in a thread of its own where that is wanted and possible.

    Raises TableError when the bot may not post here, or the lobby refuses (see `Lobby.create`).
    """
    lobby = reply.bot.tables.lobby
    home = choose_home(reply, wants_thread=reply.bot.threads if wants_thread is None else wants_thread)
    table = await lobby.create(
        reply.interaction.id,
        name=name or reply.language.say("ui.table.default_name", who=Said(clean(reply.user_name))),
        scenario=scenario,
        language=language,
        host_user_id=reply.user_id,
        host_name=reply.user_name,
        guild_id=reply.interaction.guild_id,
        channel_id=reply.channel_id,
        pace=pace,
        players=players,
        variant=variant,
        opponent=opponent,
    )
    crash_here("opened")
    reply.speak_of(*table.manner)
    thread = await make_thread(reply, table) if home.in_thread else None
    table = await lobby.settle(table.id, thread.id if thread is not None else None)
    words = [reply.language.say("ui.table.opened", name=table.game.name, where=f"<#{table.place}>")]
    if wants_thread and thread is None and not {THREADS, SEND_IN_THREADS} & {*home.missed}:
        words.append(reply.language.say("ui.table.no_thread"))
    words += [f"-# {reply.language.say(do_without(name))}" for name in home.missed]
    await reply.say("\n".join(words))


def choose_home(reply: Answer, *, wants_thread: bool) -> Home:
    """Where a table can be that is opened here. Raises TableError when the bot may not post here."""
    granted, channel = reply.interaction.app_permissions, reply.interaction.channel
    # The chat of a voice channel has no threads.
    can_have = isinstance(channel, discord.TextChannel | discord.Thread)
    return find_home(granted, wants_thread=wants_thread and can_have, is_thread=isinstance(channel, discord.Thread))


async def open_rematch(reply: Answer, game_id: str) -> None:
    """Open another game with the people of a finished one, beside where that was played, and say where it is.

    Raises TableError as `Rematches.open` does.
    """
    tables = reply.bot.tables
    old = await tables.table(game_id)
    made, is_new = await tables.rematches.open(reply.interaction.id, game_id, reply.user_id, reply.user_name)
    if is_new:
        crash_here("opened")
        thread = await make_thread(reply, made, is_beside=True) if old.game.thread_id is not None else None
        made = await tables.lobby.settle(made.id, thread.id if thread is not None else None)
        await tables.rematches.tell(old, made, reply.user_id)
    key = "ui.rematch.opened" if is_new else "ui.rematch.there"
    await reply.say(reply.language.say(key, name=made.game.name, where=f"<#{made.place}>"))


async def take_seat(reply: Answer, game_id: str, seat: str) -> None:
    """Take a free seat, any for an empty ``seat``; for one of Arjuna's in a running game, ask the table."""
    tables, language = reply.bot.tables, reply.language
    table = await tables.table(game_id)
    holder = table.holder(seat)
    if holder is not None and holder.kind == "arjuna" and table.game.status == "playing":
        newcomer = StandIn(reply.user_id, reply.user_name)
        outcome = await tables.replacing.propose(reply.interaction.id, game_id, reply.user_id, seat, newcomer)
        await reply.say(write_outcome(language, outcome))
        return
    joined = await tables.lobby.join(reply.interaction.id, game_id, reply.user_id, reply.user_name, seat)
    mine = [seat] if seat else joined.seats_of(reply.user_id)
    await reply.say("\n".join([language.say("ui.joined", seat=mine), *write_seats(language, joined)]))


async def begin_game(reply: Answer, game_id: str, *, with_arjuna: bool = False, is_sure: bool = False) -> None:
    """Begin a game. With seats free and ``with_arjuna`` not said, ask first whether Arjuna shall play them.

    A person who did not open the table is asked once, unless that is said in the same question: ``is_sure``.
    """
    tables, language = reply.bot.tables, reply.language
    table = await tables.table(game_id)
    is_guest = table.game.status == "open" and reply.user_id != table.game.host_user_id
    host = str(table.game.options.get("host", ""))
    if is_guest and table.is_full and table.seats_of(reply.user_id) and not is_sure:
        await reply.show(language.say("ui.start.sure", who=host), view=public_view(language, game_id, ["begin"]))
        return
    try:
        moment = await tables.start(reply.interaction.id, game_id, reply.user_id, with_arjuna=with_arjuna)
    except SeatsEmpty as error:
        who = "rival" if table.opponent else "arjuna"
        words = [language.say(f"ui.start.{who}", seat=error.seats, count=len(error.seats))]
        if is_guest:
            words.insert(0, language.say("ui.start.not_host", who=host))
        await reply.show("\n".join(words), view=public_view(language, game_id, ["fill"]))
        return
    await reply.show_panel(moment)


async def make_thread(reply: Answer, table: Table, *, is_beside: bool = False) -> discord.Thread | None:
    """A thread for a table, or None where one cannot be: here already, or without the permission.

    ``is_beside`` makes one beside the thread that this is.
    """
    channel = reply.interaction.channel
    if is_beside and isinstance(channel, discord.Thread):
        channel = channel.parent
    if not isinstance(channel, discord.TextChannel):
        return None
    try:
        return await channel.create_thread(
            name=cut_line(reply.language.say("ui.table.thread", name=Said(table.game.name)), THREAD_NAME_LIMIT),
            type=discord.ChannelType.news_thread if channel.is_news() else discord.ChannelType.public_thread,
            auto_archive_duration=ARCHIVE_AFTER,
        )
    except discord.HTTPException as error:
        log.info("No thread for table %s: %s", table.id, error)
        return None
