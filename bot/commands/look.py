"""Commands to look: the board, the cards, how the game stands, what happened, help."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands

from bot import looking
from bot.answering import Answer, answer
from bot.commands.common import Command, Interaction, complete_table, describe, find_table
from bot.errors import NoTable
from bot.panels import NO_GAME, public_view
from bot.presenters.guide import write_help

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bot.client import CommandTree
    from bot.moments import Table

MOST_TURNS = 12


def add_to(tree: CommandTree) -> None:
    """Add the commands."""
    looks = (
        ("board", looking.show_board),
        ("card", looking.show_cards),
        ("status", looking.show_status),
        ("record", looking.send_record),
    )
    for name, work in looks:
        tree.add_command(make_command(name, work))
    tree.add_command(make_log())
    tree.add_command(make_why())
    tree.add_command(make_help())


def make_command(name: str, work: Callable[[Answer, Table], Awaitable[None]]) -> Command:
    """A command that shows something of a table."""

    async def run(interaction: Interaction, table: str | None = None) -> None:
        async def do(reply: Answer) -> None:
            await work(reply, await find_table(reply, table, is_over_fine=True))

        await answer(interaction, do)

    command: Command = app_commands.Command(name=name, description=describe(name), callback=run)
    app_commands.describe(table=describe("which_table"))(command)
    command.guild_only = True
    command.autocomplete("table")(complete_table)
    return command


def make_log() -> Command:
    """``/log``: what happened."""

    async def run(
        interaction: Interaction,
        turns: app_commands.Range[int, 1, MOST_TURNS] = looking.LOG_TURNS,
        table: str | None = None,
    ) -> None:
        async def do(reply: Answer) -> None:
            await looking.show_log(reply, await find_table(reply, table, is_over_fine=True), turns)

        await answer(interaction, do)

    command: Command = app_commands.Command(name="log", description=describe("log"), callback=run)
    app_commands.describe(turns=describe("turns"), table=describe("which_table"))(command)
    command.guild_only = True
    command.autocomplete("table")(complete_table)
    return command


def make_why() -> Command:
    """``/why``: the reasons of Arjuna's last turn."""

    async def run(interaction: Interaction, full: bool = False, table: str | None = None) -> None:
        async def do(reply: Answer) -> None:
            await looking.show_reasons(reply, await find_table(reply, table, is_over_fine=True), in_full=full)

        await answer(interaction, do)

    command: Command = app_commands.Command(name="why", description=describe("why"), callback=run)
    app_commands.describe(full=describe("why.full"), table=describe("which_table"))(command)
    command.guild_only = True
    command.autocomplete("table")(complete_table)
    return command


def make_help() -> Command:
    """``/help``: what one can do at this moment."""

    async def run(interaction: Interaction) -> None:
        async def do(reply: Answer) -> None:
            try:
                table = await find_table(reply, None, is_over_fine=True)
            except NoTable:
                view = public_view(reply.language, NO_GAME, ["new"])
                await reply.show(write_help(reply.language, None, None, reply.user_id), view=view)
                return
            moment = None
            if table.game.status in ("playing", "over"):
                moment = await reply.bot.tables.moment(table.id, reply.user_id)
            await reply.say(write_help(reply.language, table, moment, reply.user_id))

        await answer(interaction, do)

    command: Command = app_commands.Command(name="help", description=describe("help"), callback=run)
    command.guild_only = True
    return command
