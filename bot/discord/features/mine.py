"""``/mine``: all tables of a person on every server."""

from __future__ import annotations

from bot.discord.feature import Feature, command, verb
from bot.discord.features.overview import show_mine
from bot.discord.panel import Press
from bot.discord.reply import Answer
from bot.typed import read_number


class Mine(Feature):
    """A person's own tables, on every server and in private messages too."""

    @command()
    async def mine(self, reply: Answer) -> None:
        """Show who must decide at each of the person's tables."""
        await show_mine(reply)


@verb("mine", in_place=True)
async def turn_leaf(reply: Answer, press: Press, keys: list[str]) -> None:
    """Show another page of the person's tables. The key is its number."""
    await show_mine(reply, read_number(press.key, 1))
