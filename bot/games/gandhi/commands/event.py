"""``/event``: a side of the Event for one's turn."""

from __future__ import annotations

from discord import app_commands

from bot.discord.commands.common import Choice, Command, Interaction, complete_table, describe, find_table
from bot.discord.commands.translating import localise
from bot.discord.hub import CommandTree
from bot.discord.reply import Answer, answer
from bot.discord.screens.table import show_cards
from bot.games.gandhi.facts import EVENT_SIDES

SIDE_CHOICES = [app_commands.Choice(name=localise(f"side.{side}"), value=side) for side in EVENT_SIDES]


def add_to(tree: CommandTree) -> None:
    """Add the command."""
    tree.add_command(make_event())


def make_event() -> Command:
    """``/event``: choose a side of the Event for one's turn, or look at both."""

    async def run(
        interaction: Interaction, side: Choice | None = None, orders: str | None = None, table: str | None = None
    ) -> None:
        async def do(reply: Answer) -> None:
            found = await find_table(reply, table)
            if side is None:
                await show_cards(reply, found)
                return
            tables, key = reply.bot.tables, f"event:{side.value}"
            if not orders:
                await reply.show_panel(await tables.begin(reply.interaction.id, found.id, reply.user_id, key))
                return
            await reply.show_panel(
                await tables.order(
                    reply.interaction.id,
                    found.id,
                    reply.user_id,
                    lambda game: found.front.understand(reply.language, game, key, orders),
                )
            )

        await answer(interaction, do)

    command: Command = app_commands.Command(name="event", description=describe("event"), callback=run)
    app_commands.choices(side=SIDE_CHOICES)(command)
    app_commands.describe(side=describe("event.side"), orders=describe("event.orders"), table=describe("which_table"))(
        command
    )
    command.guild_only = True
    command.autocomplete("table")(complete_table)
    return command
