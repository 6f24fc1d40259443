"""The command and the button that lead to the web page of a table, and the work of the bot for pages inside Discord."""

from __future__ import annotations

import secrets

import discord

from bot.discord.context import BotContext
from bot.discord.feature import Feature, command, verb
from bot.discord.features.alone import choose_usual
from bot.discord.painter import CLASSIC
from bot.discord.panel import Button, Components
from bot.discord.places import NewPlace, choose_home, find_forum, list_places, look_up, make_thread
from bot.discord.reply import Answer
from bot.errors import TableError
from bot.games.registry import FRONTS
from bot.language import Said, clean, load_language
from bot.tables.authorization import PLAY, check_seats
from bot.tables.preferences import OPEN
from bot.tables.servers import ServerSettings
from bot.tables.table import Table
from bot.web.application import Guest
from bot.web.links import Links
from engine.core.text import text
from render.pictures import Options


def find_links(reply: Answer) -> Links:
    """Return the maker of links to web pages. Raises TableError if the bot serves no web pages."""
    if reply.bot.links is None:
        raise TableError(text("error.no_web"))
    return reply.bot.links


class PageCommands(Feature, extends="table"):
    """The command that renews the address of a page."""

    @command(tables="any")
    async def page(self, reply: Answer, table: Table) -> None:
        """Give the page of a table another address, and end its private links. Raises TableError and UnknownGame."""
        link = await find_links(reply).renew(table.id, reply.user_id)
        reply.tables.transactions.wake_outbox()
        await reply.say(reply.language.say("ui.web.renewed", link=link))


@verb("web", launches=True)
async def open_page(reply: Answer, table: Table) -> None:
    """Give a person a private link to play on the board, unless the board opens inside Discord.

    Raises TableError if the bot serves no web pages, and for a person without a seat.
    """
    links = find_links(reply)
    check_seats(PLAY, table, reply.user_id)
    link = await links.make_private(table.id, reply.user_id)
    opens: Button = discord.ui.Button(label=reply.language.say("ui.button.open_board"), url=link)
    await reply.say(reply.language.say("ui.web.private"), Components([opens]))


class ByTheBot:
    """Carries out requests of people inside Discord that need the bot's connection (`bot.web.inside.Beyond`)."""

    def __init__(self, bot: BotContext) -> None:
        self._bot = bot

    def is_public(self, thread_id: int) -> bool:
        """Return whether a thread is known and everyone in its channel may read it."""
        thread = self._bot.get_channel(thread_id)
        return isinstance(thread, discord.Thread) and not thread.is_private()

    async def offers(self, guild_id: int | None) -> list[str]:
        """Return the ids of the games that a server offers."""
        server = await self._bot.tables.servers.find(guild_id)
        return [kind for kind in FRONTS if server.offers(kind)]

    async def open_alone(self, guest: Guest, kind: str) -> str:
        """Open and begin a game for one person in the channel where they are, or in the server's forum; return its id.

        Raises TableError if the bot cannot see the channel or may not post there, or if the lobby refuses.
        """
        bot, place, choice = self._bot, guest.place, choose_usual(kind)
        channel = bot.get_channel(place.channel_id) if place is not None else None
        if place is None or (place.guild_id is not None and channel is None):
            raise TableError(text("error.no_channel"))
        home, forum = NewPlace(in_thread=False, missed=()), None
        server = await bot.tables.servers.find(place.guild_id)
        if isinstance(channel, discord.abc.GuildChannel | discord.Thread):
            granted = look_up(channel)  # type: ignore[arg-type]
            if granted is None:
                raise TableError(text("error.no_channel"))
            forum = await self._find_forum(server, channel, guest)
            home = choose_home(channel, forum, granted, wants_thread=bot.threads)
        where = forum or channel
        language = load_language(guest.language).of_game(choice.kind)
        table = await bot.tables.lobby.create(
            -1 - secrets.randbits(62),
            name=language.say("ui.table.default_name", who=Said(clean(guest.name))),
            scenario=f"{choice.kind}:{choice.scenario}",
            language=server.language or guest.language,
            host_user_id=guest.user_id,
            host_name=guest.name,
            guild_id=place.guild_id,
            channel_id=forum.id if forum is not None else place.channel_id,
            pace=server.pace or OPEN,
            players=choice.players,
            places=list_places(where),
        )
        spot = await make_thread(bot, where, table) if home.in_thread else None
        await bot.tables.lobby.settle(table.id, spot)
        await bot.tables.lobby.join(None, table.id, guest.user_id, guest.name, choice.seat)
        await bot.tables.start(None, table.id, guest.user_id, with_automatic=True)
        return table.id

    async def _find_forum(
        self, server: ServerSettings, channel: discord.abc.GuildChannel | discord.Thread, guest: Guest
    ) -> discord.ForumChannel | None:
        """Return the forum for the post of a game (`find_forum`), or None if there is none for this person.

        It is None too if Discord does not say who the person is on the server.
        """
        if find_forum(self._bot, server, channel) is None:
            return None
        try:
            person = await channel.guild.fetch_member(guest.user_id)
        except discord.HTTPException:
            return None
        return find_forum(self._bot, server, channel, person)

    async def draw_turn(self, guest: Guest, table: Table) -> bytes | None:
        """Return the file of a picture of a table's last turn, or None if it cannot be drawn.

        Raises TableError before the first turn has been played, and after too many pictures.
        """
        bot, front = self._bot, table.front
        tale = await bot.tables.recaps.tell_last(table.id, 1)
        bot.pictures.count(guest.user_id, table.game.guild_id, 1)
        wished = await bot.tables.wishes.find(guest.user_id)
        layout, scores = front.pictures.ways[0], front.score.list_totals(tale.before)
        options = Options(theme=wished.theme or CLASSIC, language=guest.language, layout=layout, scores=scores)
        picture = await bot.painter.draw(front, tale.after, tale.changes, options=options)
        return picture.data if picture is not None else None
