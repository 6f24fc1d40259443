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
        """Place a worker in the quarry to build a tile (I)."""
        await place(reply, table, QUARRY, orders)

    @command(orders="rajas.orders")
    @app_commands.choices(goods=PLACES[MARKET])
    async def market(self, reply: Answer, table: Table, goods: Choice | None = None, orders: str | None = None) -> None:
        """Place a worker in the market to sell goods (II)."""
        await place(reply, table, read_choice(goods, MARKET), orders)

    @command(orders="rajas.orders")
    @app_commands.choices(where=PLACES[PALACE])
    async def palace(self, reply: Answer, table: Table, where: Choice | None = None, orders: str | None = None) -> None:
        """Place a worker in the palace for dice and favours (III)."""
        await place(reply, table, read_choice(where, PALACE), orders)

    @command(orders="rajas.orders")
    async def harbour(self, reply: Answer, table: Table, orders: str | None = None) -> None:
        """Place a worker in the harbour to sail on the river (IV)."""
        await place(reply, table, HARBOUR, orders)


async def place(reply: Answer, table: Table, where: str, orders: str | None) -> None:
    """Draft a placement with the answers of a turn line, or without ``orders`` the placement alone.

    If ``where`` is an area with several spaces, only show the panel. Raises BadInput for an impossible line.
    """
    if orders:
        await play_line(reply, table, where, orders)
        return
    session = reply.at(table.id)
    await reply.show_panel(await (session.begin(where) if where in ACTIONS else session.moment()))
