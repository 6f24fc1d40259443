"""``/whatif``: a private copy of the table for trying a turn. Nothing of it is stored."""

from __future__ import annotations

from bot.discord.feature import Feature, command
from bot.discord.features.play import show
from bot.discord.reply import Answer
from bot.tables.practice import PRACTICE
from bot.tables.table import Table


class WhatIf(Feature):
    """Trying turns in a copy."""

    @command()
    async def whatif(self, reply: Answer, table: Table) -> None:
        """Open a private copy of the table."""
        reply.bot.tables.practices.open(await reply.bot.tables.look(table.id, reply.user_id), reply.user_id)
        await show(reply, await reply.session(PRACTICE).moment())
