"""Commands of one's own turn: open it, pass, take back, confirm."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands

from bot.discord.commands.common import Choice, Command, Interaction, complete_table, describe, find_table
from bot.discord.commands.translating import localise
from bot.discord.reply import Answer, answer
from bot.discord.screens.table import show_cards
from bot.games.gandhi.facts import EVENT_SIDES
from bot.games.gandhi.orders.understanding import understand
from bot.service.moments import Moment

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bot.client import CommandTree

SIDE_CHOICES = [app_commands.Choice(name=localise(f"side.{side}"), value=side) for side in EVENT_SIDES]
PASS_KEY = "pass"  # noqa: S105


async def open_turn(reply: Answer, table_id: str) -> Moment:
    """The person's panel as it is."""
    return await reply.bot.tables.moment(table_id, reply.user_id)


async def pass_turn(reply: Answer, table_id: str) -> Moment:
    """Choose to pass; Confirm does it."""
    return await reply.bot.tables.begin(reply.interaction.id, table_id, reply.user_id, PASS_KEY)


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
                    lambda game: understand(reply.language, game, key, orders),
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


def add_to(tree: CommandTree) -> None:
    """Add the commands."""
    tree.add_command(make_event())
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
