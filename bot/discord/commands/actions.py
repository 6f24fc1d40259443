"""One command for each Operation and Special Activity, made from the game's own list of them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from discord import app_commands

from bot.discord.commands.common import (
    Choice,
    Command,
    Interaction,
    complete_table,
    describe,
    find_language,
    find_meant,
    find_table,
)
from bot.discord.hub import CommandTree, Hub
from bot.discord.reply import Answer, answer
from bot.errors import TableError
from bot.games.front import Action, list_fronts
from bot.service.drafts.spaces import complete, find_spaces, list_open, read_done
from bot.service.moments import Moment, Table
from engine.core.errors import GameError
from engine.core.text import text
from storage import StorageError

PATIENCE = 2.0
"""Seconds for a completion. Discord waits three, and nothing is better than too late."""


def add_to(tree: CommandTree) -> None:
    """Add the command of every action."""
    for front in list_fronts():
        for action in front.list_actions():
            tree.add_command(make_command(action))


def make_command(action: Action) -> Command:
    """The command that opens the panel with an action chosen."""

    async def run(interaction: Interaction, spaces: str | None = None, table: str | None = None) -> None:
        async def work(reply: Answer) -> None:
            await begin(reply, action, spaces or "", table)

        await answer(interaction, work)

    async def run_with_orders(
        interaction: Interaction, spaces: str | None = None, orders: str | None = None, table: str | None = None
    ) -> None:
        async def work(reply: Answer) -> None:
            if orders:
                await order(reply, action, orders if not spaces else f"{spaces}; {orders}", table)
            else:
                await begin(reply, action, spaces or "", table)

        await answer(interaction, work)

    async def complete_spaces(interaction: Interaction, typed: str) -> list[Choice]:
        return await complete_for(interaction, action, typed)

    command: Command = app_commands.Command(
        name=action.command,
        description=describe("action", action=action.id, seat=list(action.seats)),
        callback=run if action.is_special else run_with_orders,
    )
    # All at once: what a second call leaves out would lose its description.
    options = {"spaces": describe("spaces"), "table": describe("which_table")}
    if not action.is_special:
        options["orders"] = describe("orders")
    app_commands.describe(**options)(command)
    command.guild_only = True
    command.autocomplete("spaces")(complete_spaces)
    command.autocomplete("table")(complete_table)
    return command


async def begin(reply: Answer, action: Action, typed: str, wanted: str | None) -> None:
    """Open the panel with the action chosen, and the spaces that were named."""
    table = await find_table(reply, wanted)
    tables = reply.bot.tables
    check_seat(await tables.moment(table.id, reply.user_id), action)
    spaces = find_spaces(reply.language, typed, table.front.list_spaces())
    await reply.show_panel(await tables.begin(reply.interaction.id, table.id, reply.user_id, action.key, spaces))


async def order(reply: Answer, action: Action, typed: str, wanted: str | None) -> None:
    """Draft a whole Operation from one line, and show how it was understood."""
    table = await find_table(reply, wanted)
    tables = reply.bot.tables
    check_seat(await tables.moment(table.id, reply.user_id), action)
    await reply.show_panel(
        await tables.order(
            reply.interaction.id,
            table.id,
            reply.user_id,
            lambda game: table.front.understand(reply.language, game, action.id, typed),
        )
    )


def check_seat(moment: Moment, action: Action) -> None:
    """Raise TableError when the person's turn is that of a Faction without this action."""
    if moment.is_mine and moment.decision is not None and moment.decision.seat not in action.seats:
        raise TableError(text("error.not_your_action", action=action.id, seat=list(action.seats)))


async def complete_for(interaction: Interaction, action: Action, typed: str) -> list[Choice]:
    """The spaces that are open to an action for the person who types, after those named already."""
    bot: Hub = interaction.client
    language = await find_language(interaction)
    try:
        async with asyncio.timeout(PATIENCE):
            table = await find_meant(bot, interaction)
            among = table.front.list_spaces()
            done = read_done(language, typed, among)
            if done is None:
                return []
            costs = await find_open(bot, interaction, table, action, done)
    except (GameError, StorageError, TimeoutError):
        return []
    lines = complete(language, typed, among, list(costs), costs)
    return [app_commands.Choice(name=name, value=sent) for name, sent in lines]


async def find_open(
    bot: Hub, interaction: Interaction, table: Table, action: Action, done: Sequence[str]
) -> dict[str, int]:
    """The spaces that would be open once the action and some spaces are chosen, with their costs."""
    moment = await bot.tables.moment(table.id, interaction.user.id)
    game = moment.game
    if not moment.is_mine or game.decision is None:
        return {}
    if action.key in game.decision.keys and not game.crosses_barrier(action.key):
        game.choose(action.key)
    elif game.decision.action != action.id:
        return {}
    return list_open(game, done)
