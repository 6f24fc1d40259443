"""``/records``: the finished games of this server."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.discord.commands.common import Command, Interaction, complete_past_table, describe, find_table
from bot.discord.hub import CommandTree
from bot.discord.reply import Answer, answer
from bot.discord.screens import finished_games as past


def add_to(tree: CommandTree) -> None:
    """Add the command."""

    async def run(interaction: Interaction, person: discord.User | None = None, table: str | None = None) -> None:
        async def do(reply: Answer) -> None:
            if table is None:
                await past.show_records(reply, person.id if person is not None else None)
            else:
                await past.show_past(reply, await find_table(reply, table, is_over_fine=True))

        await answer(interaction, do)

    command: Command = app_commands.Command(name="records", description=describe("records"), callback=run)
    app_commands.describe(person=describe("records.person"), table=describe("which_past_table"))(command)
    command.guild_only = True
    command.autocomplete("table")(complete_past_table)
    tree.add_command(command)
