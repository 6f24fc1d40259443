"""``/table watch`` and ``/table replace``: people who look on, and people who take another's seat."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.discord.commands.away import choose_stand_in
from bot.discord.commands.common import Choice, Command, Interaction, complete_table, describe, find_table
from bot.discord.commands.translating import localise
from bot.discord.reply import Answer, answer
from bot.errors import TableError
from bot.games.front import list_all_seats
from bot.narrate.arrangements import write_replacement
from bot.service.seats.spectators import Ping
from engine.core.text import text

if TYPE_CHECKING:
    from bot.service.moments import Table

log = logging.getLogger(__name__)

PINGS: tuple[Ping, ...] = ("never", "card", "game")
PING_CHOICES = [app_commands.Choice(name=localise(f"watch.{one}"), value=one) for one in PINGS]
SEAT_CHOICES = [app_commands.Choice(name=localise(f"seat.{seat}"), value=seat) for seat in list_all_seats()]


def make_watch() -> Command:
    """``/table watch``: look on, in the table's thread, and hear of it or not."""

    async def run(interaction: Interaction, ping: Choice | None = None, table: str | None = None) -> None:
        async def do(reply: Answer) -> None:
            found = await find_table(reply, table)
            wanted: Ping = next(one for one in PINGS if one == (ping.value if ping is not None else "never"))
            await reply.bot.tables.spectators.watch(reply.interaction.id, found.id, reply.user_id, wanted)
            is_in = await let_in(reply, found)
            key = f"ui.watch.{wanted}" if is_in else "ui.watch.outside"
            await reply.say(reply.language.say(key, name=found.game.name, where=f"<#{found.place}>"))

        await answer(interaction, do)

    command: Command = app_commands.Command(name="watch", description=describe("table.watch"), callback=run)
    app_commands.describe(ping=describe("table.watch.ping"), table=describe("which_table"))(command)
    app_commands.choices(ping=PING_CHOICES)(command)
    command.autocomplete("table")(complete_table)
    return command


async def let_in(reply: Answer, table: Table) -> bool:
    """Add the person to the thread of a table, where it has one. False when Discord does not let the bot."""
    if table.game.thread_id is None:
        return True
    try:
        thread = await reply.bot.fetch_channel(table.game.thread_id)
        if isinstance(thread, discord.Thread):
            await thread.add_user(discord.Object(reply.user_id))
    except discord.HTTPException as error:
        log.info("A spectator could not be added to the thread of table %s: %s", table.id, error)
        return False
    return True


def make_replace() -> Command:
    """``/table replace``: give one's seat to somebody, or ask the table to give another's."""

    async def run(
        interaction: Interaction,
        seat: Choice,
        player: discord.Member | None = None,
        arjuna: bool = False,
        table: str | None = None,
    ) -> None:
        async def do(reply: Answer) -> None:
            if player is None and not arjuna:
                raise TableError(text("error.replace_by_whom"))
            newcomer = choose_stand_in(player, arjuna=arjuna)
            found = await find_table(reply, table)
            replacing = reply.bot.tables.replacing
            outcome = await replacing.propose(reply.interaction.id, found.id, reply.user_id, seat.value, newcomer)
            await reply.say(write_replacement(reply.language, outcome))

        await answer(interaction, do)

    command: Command = app_commands.Command(name="replace", description=describe("table.replace"), callback=run)
    app_commands.describe(
        seat=describe("table.replace.seat"),
        player=describe("table.replace.player"),
        arjuna=describe("table.replace.arjuna"),
        table=describe("which_table"),
    )(command)
    app_commands.choices(seat=SEAT_CHOICES)(command)
    command.autocomplete("table")(complete_table)
    return command


def add_to(group: app_commands.Group) -> None:
    """Add the commands to the group of commands about tables."""
    group.add_command(make_watch())
    group.add_command(make_replace())
