"""One command for each Operation and Special Activity, made from the game's own list of them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

from discord import app_commands

from bot.discord.commands.common import (
    Choice,
    Command,
    Interaction,
    complete_table,
    describe,
    find_language,
    find_table,
)
from bot.discord.reply import Answer, answer
from bot.discord.sight import sight_of
from bot.errors import TableError
from bot.games.gandhi.facts import Action, list_actions
from bot.games.gandhi.orders.spaces import complete, find_spaces, list_open, read_done
from bot.games.gandhi.orders.understanding import understand
from bot.service.moments import Moment
from engine.core.errors import GameError
from engine.core.text import text
from storage import StorageError

if TYPE_CHECKING:
    from bot.client import CommandTree, TableBot

PATIENCE = 2.0
"""Seconds for a completion. Discord waits three, and nothing is better than too late."""


def add_to(tree: CommandTree) -> None:
    """Add the command of every action."""
    for action in list_actions():
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
    spaces = find_spaces(reply.language, typed)
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
            lambda game: understand(reply.language, game, action.id, typed),
        )
    )


def check_seat(moment: Moment, action: Action) -> None:
    """Raise TableError when the person's turn is that of a Faction without this action."""
    if moment.is_mine and moment.decision is not None and moment.decision.seat not in action.seats:
        raise TableError(text("error.not_your_action", action=action.id, seat=list(action.seats)))


async def complete_for(interaction: Interaction, action: Action, typed: str) -> list[Choice]:
    """The spaces that are open to an action for the person who types, after those named already."""
    bot: TableBot = interaction.client
    language = await find_language(interaction)
    done = read_done(language, typed)
    if done is None:
        return []
    try:
        costs = await asyncio.wait_for(find_open(bot, interaction, action, done), PATIENCE)
    except (GameError, StorageError, TimeoutError):
        return []
    return [app_commands.Choice(name=name, value=sent) for name, sent in complete(language, typed, list(costs), costs)]


async def find_open(bot: TableBot, interaction: Interaction, action: Action, done: Sequence[str]) -> dict[str, int]:
    """The spaces that would be open once the action and some spaces are chosen, with their costs."""
    table = await bot.tables.lobby.pick(
        guild_id=interaction.guild_id,
        channel_id=interaction.channel_id or 0,
        user_id=interaction.user.id,
        wanted=str(interaction.namespace.table or ""),
        can_see=sight_of(interaction),
    )
    moment = await bot.tables.moment(table.id, interaction.user.id)
    game = moment.game
    if not moment.is_mine or game.decision is None:
        return {}
    if action.key in game.decision.keys and not game.crosses_barrier(action.key):
        game.choose(action.key)
    elif game.decision.action != action.id:
        return {}
    return list_open(game, done)
