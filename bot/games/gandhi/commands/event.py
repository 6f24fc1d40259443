"""``/event``: choose a side of the Event, with or without a turn line, or look at both sides."""

from __future__ import annotations

from discord import app_commands

from bot.discord.common import Choice, localise
from bot.discord.feature import Feature, command
from bot.discord.features.overview import show_cards
from bot.discord.features.play import play_line
from bot.discord.reply import Answer
from bot.tables.table import Table
from engine.gandhi.events.interpreter import SIDES as EVENT_SIDES

SIDE_CHOICES = [app_commands.Choice(name=localise(f"side.{side}"), value=side) for side in EVENT_SIDES]


class Event(Feature):
    """The command that executes or shows the Event of the Current Card."""

    @command()
    @app_commands.choices(side=SIDE_CHOICES)
    async def event(self, reply: Answer, table: Table, side: Choice | None = None, orders: str | None = None) -> None:
        """Draft a side of the Event, with its answers if ``orders`` has any. Without a side, show the face-up cards."""
        if side is None:
            await show_cards(reply, table)
            return
        key = f"event:{side.value}"
        if not orders:
            await reply.show_panel(await reply.at(table.id).begin(key))
            return
        await play_line(reply, table, key, orders)
