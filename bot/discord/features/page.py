"""The way to the web page of a table: for everyone, and a private one for a person to play on."""

from __future__ import annotations

from bot.discord.feature import Feature, command, verb
from bot.discord.panel import Press
from bot.discord.reply import Answer
from bot.errors import TableError
from bot.tables.authorization import PLAY, check_seats
from bot.tables.table import Table
from bot.web.links import Links
from engine.core.text import text


def find_links(reply: Answer) -> Links:
    """Return the maker of links to web pages. Raises TableError if there are none."""
    if reply.bot.links is None:
        raise TableError(text("error.no_web"))
    return reply.bot.links


class PageCommands(Feature, extends="table"):
    """The command that renews the address of a page."""

    @command(tables="any")
    async def page(self, reply: Answer, table: Table) -> None:
        """Give the page another address, and end the private links to it."""
        link = await find_links(reply).renew(table.id, reply.user_id)
        await reply.say(reply.language.say("ui.web.renewed", link=link))


@verb("web", launches=True)
async def open_page(reply: Answer, press: Press, keys: list[str]) -> None:
    """Give a person a private link to play on the board, unless it opens inside Discord."""
    links, table = find_links(reply), await reply.bot.tables.table(press.game_id)
    check_seats(PLAY, table, reply.user_id)
    link = await links.make_private(table.id, reply.user_id)
    await reply.say(reply.language.say("ui.web.private", link=link))
