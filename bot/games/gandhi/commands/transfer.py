"""``/transfer``: 1.5.2 give Resources to the other Faction that has them, or ask it for some."""

from __future__ import annotations

from discord import app_commands

from bot.discord.commands.common import Choice, Command, Interaction, complete_table, describe, find_table
from bot.discord.commands.translating import localise
from bot.discord.hub import CommandTree
from bot.discord.reply import Answer, answer
from bot.games.gandhi.transfers import GIVE, REQUEST, find_transfer_keys
from engine.gandhi.ids import MOST_RESOURCES

WAYS = [app_commands.Choice(name=localise(f"transfer.{way}"), value=way) for way in (GIVE, REQUEST)]


def make_transfer() -> Command:
    """``/transfer``: the transfer in one's draft; Confirm makes it real, and asks the giver."""

    async def run(
        interaction: Interaction,
        way: Choice,
        amount: app_commands.Range[int, 1, MOST_RESOURCES],
        table: str | None = None,
    ) -> None:
        async def do(reply: Answer) -> None:
            found = await find_table(reply, table)
            await reply.show_panel(
                await reply.bot.tables.slip_in(
                    reply.interaction.id,
                    found.id,
                    reply.user_id,
                    lambda game: find_transfer_keys(game, way.value, amount),
                )
            )

        await answer(interaction, do)

    command: Command = app_commands.Command(name="transfer", description=describe("transfer"), callback=run)
    app_commands.describe(
        way=describe("transfer.way"), amount=describe("transfer.amount"), table=describe("which_table")
    )(command)
    app_commands.choices(way=WAYS)(command)
    command.guild_only = True
    command.autocomplete("table")(complete_table)
    return command


def add_to(tree: CommandTree) -> None:
    """Add the command."""
    tree.add_command(make_transfer())
