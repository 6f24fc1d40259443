"""``/standing``: answers given in advance for a person's seat. No one else sees these orders.

Each game decides what can be ordered: its own commands extend this group.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from discord import app_commands

from bot.discord.common import complete_named, read_named
from bot.discord.feature import Feature, command
from bot.discord.reply import Answer
from bot.games.frontend import Frontend
from bot.tables.table import Table

if TYPE_CHECKING:
    from bot.tables.standing_orders import Given, Wish


KIND = "order.kind."


def list_kinds(front: Frontend) -> Iterable[str]:
    """Return the kinds of standing orders that a game has."""
    return front.orders.standing


class StandingOrderCommands(Feature, group="standing"):
    """The group of commands about standing orders."""

    @command()
    async def list(self, reply: Answer, table: Table) -> None:
        """List the person's standing orders at a table."""
        await show(reply, await reply.tables.standing_orders.list(table.id, reply.user_id))

    @command()
    @app_commands.autocomplete(kind=complete_named(KIND, list_kinds))
    async def clear(self, reply: Answer, table: Table, kind: str | None = None) -> None:
        """Delete the person's standing orders at a table: those of one kind, or all if none is named."""
        wanted = read_named(reply.language, kind or "", KIND, list_kinds, [table.front]) or None
        count = await reply.tables.standing_orders.clear(reply.number, table.id, reply.user_id, wanted)
        await reply.say(reply.language.say("ui.order.cleared" if count else "ui.order.cleared.none", count=count))


async def give(reply: Answer, table: Table, wish: Wish, seat: str | None = None) -> None:
    """Give a standing order, and show all orders of the person. Raises TableError as `StandingOrders.give` does."""
    orders = reply.tables.standing_orders
    await show(reply, await orders.give(reply.number, table.id, reply.user_id, wish, seat or ""))


async def show(reply: Answer, given: list[Given]) -> None:
    """Show a person their standing orders: one line for each, or a sentence if there are none."""
    language = reply.language
    lines = [f"- {each.order.write(language, each.seat)}" for each in given]
    await reply.say("\n".join([language.say("ui.order.title"), *lines]) if lines else language.say("ui.order.none"))
