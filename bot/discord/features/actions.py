"""One command for each action that a game lists (`Orders.actions`), such as an Operation."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from discord import app_commands

from bot.discord.common import Choice, Command, Interaction, describe, find_language, find_meant
from bot.discord.context import BotContext, CommandTree
from bot.discord.feature import Feature, Mark, add_command, make_command
from bot.discord.features.play import play_line
from bot.discord.reply import Answer
from bot.errors import CommandClash, TableError
from bot.games.answers import Action
from bot.games.frontend import list_fronts
from bot.games.names import complete, find_spaces, list_open, read_done
from bot.tables.moments import TableMoment
from bot.tables.table import Table
from engine.core.errors import GameError
from engine.core.text import text
from storage import StorageError

PATIENCE = 2.0
"""Seconds for finding suggestions, after which none are shown: Discord waits only three."""


class Actions(Feature):
    """The commands of the actions of all games. The command of an action that is not special also takes a turn line."""

    def add_to(self, tree: CommandTree) -> None:
        """Add the command of every action, at the top level or in its game's group. Raises as `add_command` does."""
        for front in list_fronts():
            for action in front.orders.actions:
                home = find_group(tree, action.group) if action.group else tree
                add_command(home, make_action(action, front.setup.kind))


def find_group(tree: CommandTree, name: str) -> app_commands.Group:
    """Return the group of commands with this name, made if needed. Raises CommandClash if a command has the name."""
    found = tree.get_command(name)
    if found is None:
        found = app_commands.Group(name=name, description=describe(name))
        add_command(tree, found)
    if not isinstance(found, app_commands.Group):
        raise CommandClash(f"A group of commands of a game and a command are both called {name}: rename the group.")
    return found


def make_action(action: Action, game: str) -> Command:
    """Return the command of an action: it opens the panel with the action chosen or, given orders, drafts them all."""

    async def complete_spaces(interaction: Interaction, typed: str) -> list[Choice]:
        return await complete_for(interaction, action, typed)

    @app_commands.autocomplete(spaces=complete_spaces)
    async def work(reply: Answer, table: Table, spaces: str | None = None) -> None:
        await begin(reply, table, action, spaces or "")

    @app_commands.autocomplete(spaces=complete_spaces)
    async def work_with_orders(
        reply: Answer, table: Table, spaces: str | None = None, orders: str | None = None
    ) -> None:
        if orders:
            await order(reply, table, action, orders if not spaces else f"{spaces}; {orders}")
        else:
            await begin(reply, table, action, spaces or "")

    mark = Mark(action.name, game=game, keys={"spaces": "spaces", "orders": "orders"})
    description = describe("action", action=action.id, seat=list(action.seats))
    return make_command(mark, description, work if action.is_special else work_with_orders)


async def begin(reply: Answer, table: Table, action: Action, typed: str) -> None:
    """Open the panel with the action and the named spaces chosen.

    Raises TableError as `check_seat` does, and BadInput as `find_spaces` does.
    """
    moment = await reply.at(table.id).moment()
    check_seat(moment, action)
    spaces = find_spaces(
        reply.language, typed, table.front.orders.spaces, lambda done: list_open_now(moment, action, done)
    )
    await reply.show_panel(await reply.at(table.id).begin(action.key, spaces))


async def order(reply: Answer, table: Table, action: Action, typed: str) -> None:
    """Draft a whole action from one line, and show how the line was understood.

    Raises TableError as `check_seat` does, and BadInput if the line is not understood.
    """
    check_seat(await reply.at(table.id).moment(), action)
    await play_line(reply, table, action.id, typed)


def check_seat(moment: TableMoment, action: Action) -> None:
    """Raise TableError if the person has to decide for a Faction that does not have this action."""
    if moment.is_mine and moment.decision is not None and moment.decision.seat not in action.seats:
        raise TableError(text("error.not_your_action", action=action.id, seat=list(action.seats)))


async def complete_for(interaction: Interaction, action: Action, typed: str) -> list[Choice]:
    """Return suggestions of spaces that can be chosen for an action, after the spaces that are already typed.

    Return none if finding them fails or takes more than `PATIENCE`.
    """
    bot: BotContext = interaction.client
    language = await find_language(interaction)
    try:
        async with asyncio.timeout(PATIENCE):
            table = await find_meant(bot, interaction)
            among = table.front.orders.spaces
            done = read_done(language, typed, among)
            if done is None:
                return []
            costs = list_open_now(await bot.tables.moment(table.id, interaction.user.id), action, done)
    except (GameError, StorageError, TimeoutError):
        return []
    lines = complete(language, typed, among, list(costs), costs)
    return [app_commands.Choice(name=name, value=sent) for name, sent in lines]


def list_open_now(moment: TableMoment, action: Action, done: Sequence[str]) -> dict[str, int]:
    """Return the spaces that can be chosen after the action and some spaces, each with its cost.

    There are none if it is not the person's decision, or if they cannot choose the action now.
    """
    game = moment.game.blind()
    if not moment.is_mine or game.decision is None:
        return {}
    if action.key in game.decision.keys and not game.crosses_barrier(action.key):
        game.choose(action.key)
    elif game.decision.action != action.id:
        return {}
    return list_open(game, done)
