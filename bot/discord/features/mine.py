"""``/mine``: all tables of a person, wherever they are."""

from __future__ import annotations

from bot.discord.feature import Feature, command
from bot.discord.features.overview import show_mine
from bot.discord.panel import Press
from bot.discord.reply import Answer
from bot.discord.verbs import verb
from bot.typed import read_number


class Mine(Feature):
    """One's own tables, on every server and in private messages too."""

    @command()
    async def mine(self, reply: Answer) -> None:
        """Show who must decide at each of your tables."""
        await show_mine(reply)


@verb("mine", in_place=True)
async def turn_leaf(reply: Answer, press: Press, keys: list[str]) -> None:
    """Turn the leaf of one's tables. The key is the page."""
    await show_mine(reply, read_number(press.key, 1))
