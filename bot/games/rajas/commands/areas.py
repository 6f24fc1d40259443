"""``/quarry``, ``/market``, ``/palace``, ``/harbour``: place a worker there, or write the whole turn in one line."""

from __future__ import annotations

from discord import app_commands

from bot.discord.common import Choice, localise, read_choice
from bot.discord.feature import Feature, command
from bot.discord.features.play import play_line
from bot.discord.reply import Answer
from bot.games.rajas.facts import PALACE, area_of
from bot.tables.table import Table
from engine.rajas.ids import HARBOUR, MARKET, QUARRY
from engine.rajas.sequence import ACTIONS

PLACES = {
    area: [
        app_commands.Choice(name=localise("rajas.action", action=action), value=action)
        for action in ACTIONS
        if area_of(action) == area
    ]
    for area in (MARKET, PALACE)
}


class Areas(Feature):
    """The commands of the four areas of the board."""

    @command(orders="rajas.orders")
    async def quarry(self, reply: Answer, table: Table, orders: str | None = None) -> None:
        """Build a tile (I)."""
        await place(reply, table, QUARRY, orders)

    @command(orders="rajas.orders")
    @app_commands.choices(goods=PLACES[MARKET])
    async def market(self, reply: Answer, table: Table, goods: Choice | None = None, orders: str | None = None) -> None:
        """Sell goods (II)."""
        await place(reply, table, read_choice(goods, MARKET), orders)

    @command(orders="rajas.orders")
    @app_commands.choices(where=PLACES[PALACE])
    async def palace(self, reply: Answer, table: Table, where: Choice | None = None, orders: str | None = None) -> None:
        """Get dice and favours (III)."""
        await place(reply, table, read_choice(where, PALACE), orders)

    @command(orders="rajas.orders")
    async def harbour(self, reply: Answer, table: Table, orders: str | None = None) -> None:
        """Sail on the river (IV)."""
        await place(reply, table, HARBOUR, orders)


async def place(reply: Answer, table: Table, where: str, orders: str | None) -> None:
    """Draft a placement with the orders of a line. Without orders, draft only the placement.

    An area that still needs a space to be chosen opens the panel. Raises BadInput for an order that cannot be carried
    out.
    """
    if orders:
        await play_line(reply, table, where, orders)
        return
    session = reply.at(table.id)
    await reply.show_panel(await (session.begin(where) if where in ACTIONS else session.moment()))
