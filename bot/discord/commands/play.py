"""Commands of one's own turn: open it, pass, take back, confirm."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands

from bot.discord.commands.common import Command, Interaction, complete_table, describe, find_table
from bot.discord.hub import CommandTree
from bot.discord.reply import Answer, answer
from bot.service.moments import Moment

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable


async def open_turn(reply: Answer, table_id: str) -> Moment:
    """The person's panel as it is."""
    return await reply.bot.tables.moment(table_id, reply.user_id)


async def pass_turn(reply: Answer, table_id: str) -> Moment:
    """Choose to pass; Confirm does it."""
    return await reply.bot.tables.pass_turn(reply.interaction.id, table_id, reply.user_id)


async def undo(reply: Answer, table_id: str) -> Moment:
    """Take back the last choice."""
    return await reply.bot.tables.undo(reply.interaction.id, table_id, reply.user_id, None)


async def confirm(reply: Answer, table_id: str) -> Moment:
    """Confirm what was chosen; where a question only needs to be ended, end it."""
    tables = reply.bot.tables
    moment = await tables.moment(table_id, reply.user_id)
    decision = moment.decision
    key = ""
    if decision is not None and moment.is_mine and not moment.draft.armed:
        stop = decision.key_of("stop")
        key = stop if stop and moment.game.crosses_barrier(stop) else ""
    return await tables.confirm(reply.interaction.id, table_id, reply.user_id, None, key)


def add_to(tree: CommandTree) -> None:
    """Add the commands."""
    for name, work in (("turn", open_turn), ("pass", pass_turn), ("undo", undo), ("confirm", confirm)):
        tree.add_command(make_command(name, work))


def make_command(name: str, work: Callable[[Answer, str], Awaitable[Moment]]) -> Command:
    """A command that does something to a table's game and shows the panel."""

    async def run(interaction: Interaction, table: str | None = None) -> None:
        async def do(reply: Answer) -> None:
            found = await find_table(reply, table)
            await reply.show_panel(await work(reply, found.id))

        await answer(interaction, do)

    command: Command = app_commands.Command(name=name, description=describe(name), callback=run)
    app_commands.describe(table=describe("which_table"))(command)
    command.guild_only = True
    command.autocomplete("table")(complete_table)
    return command
