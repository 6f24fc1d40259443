"""``/transfer``: 1.5.2 give Resources to the other Faction that has them, or ask it for some."""

from __future__ import annotations

from discord import app_commands

from bot.discord.common import Choice
from bot.discord.feature import Feature, command
from bot.discord.reply import Answer
from bot.discord.translating import localise
from bot.games.gandhi.transfers import GIVE, REQUEST, find_transfer_keys
from bot.tables.table import Table
from engine.gandhi.ids import MOST_RESOURCES

WAYS = [app_commands.Choice(name=localise(f"transfer.{way}"), value=way) for way in (GIVE, REQUEST)]


class Transfer(Feature):
    """Transfers of Resources."""

    @command()
    @app_commands.choices(way=WAYS)
    async def transfer(
        self, reply: Answer, table: Table, way: Choice, amount: app_commands.Range[int, 1, MOST_RESOURCES]
    ) -> None:
        """Put the transfer into one's draft; Confirm makes it real, and asks the giver."""
        await reply.show_panel(
            await reply.at(table.id).insert(lambda game: find_transfer_keys(game, way.value, amount))
        )
