"""``/records``: the finished games of this server."""

from __future__ import annotations

import discord

from bot.discord.commands.common import find_table
from bot.discord.commands.feature import Feature, command
from bot.discord.reply import Answer
from bot.discord.screens import finished_games as past


class Records(Feature):
    """Finished games, added up or one of them."""

    @command(tables="finished")
    async def records(self, reply: Answer, person: discord.User | None = None, table: str | None = None) -> None:
        """The finished games of the server, or a person's; or one of them again."""
        if table is None:
            await past.show_records(reply, person.id if person is not None else None)
        else:
            await past.show_past(reply, await find_table(reply, table, is_over_fine=True))
