"""``gandhi play``: the real bot in a page of the browser, with four people to play. No Discord, no token."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import discord

from bot.client import TableBot, greet
from bot.console.running import SIGNALS
from bot.console.window import Window
from bot.discord.features.page import ByTheBot
from bot.errors import SettingsError
from bot.housekeeping import PAUSE
from bot.language import load_language
from bot.tables.announcements import STATUS, announce_status
from bot.web.application import Visitor
from bot.web.inside import Inside
from bot.web.links import Links
from bot.web.server import serve_web
from storage import Storage, held, open_storage

if TYPE_CHECKING:
    import simcord

    from bot.console.world import World

log = logging.getLogger(__name__)

BOT_NAME = "Gandhi"
PEOPLE = ("Asha", "Bilal", "Charu", "Dev")
GUILD_ID = 1947_08_15
LOCAL = "127.0.0.1"


@dataclass(frozen=True, slots=True)
class Board:
    """The addresses of the pages of tables, and of a stand-in for Discord's window that shows them."""

    pages: str
    window: str


class PreviewBot(TableBot):
    """The bot as on Discord, with a different start: its channel is new every time, its database is not."""

    listens_every = PAUSE
    """Seconds between two rounds of housekeeping: the stand-in for Discord waits at the start for timers of the first
    minute."""

    def __init__(self, storage: Storage, channel_id: int) -> None:
        super().__init__(storage, threads=False, icons=True)
        self.channel_id = channel_id
        self.found = 0

    async def setup_hook(self) -> None:
        """Prepare as on Discord, but register the commands in any case, because this Discord is new."""
        await self.syncing.forget()
        await super().setup_hook()

    async def on_ready(self) -> None:
        """Move the tables of earlier runs into the new channel; without any, greet the first visitor of the page."""
        if self.user is not None:
            await self.user.edit(username=BOT_NAME)
        self.found = await self.rehome()
        channel = self.get_channel(self.channel_id)
        if isinstance(channel, discord.TextChannel) and not self.found:
            await greet(self, channel, load_language(), "ui.play.welcome")
        await super().on_ready()

    async def rehome(self) -> int:
        """Move the tables of earlier runs into the new channel with new status messages, and return their number."""
        tables = await self.tables.lobby.find_tables(guild_id=GUILD_ID)
        for table in reversed(tables):
            async with self.tables.transactions.begin(table.id, None) as tx:
                await tx.update_game(table.id, channel_id=self.channel_id, thread_id=None)
                await tx.delete_message_ref(table.id, STATUS)
                await announce_status(tx, table)
        return len(tables)


async def play(database: str, port: int, tell: Callable[[str], None]) -> None:
    """Serve the page until it is closed or the process is stopped. ``tell`` receives the lines to print.

    Raises SettingsError when the page cannot be served, and StorageError.
    """
    try:
        from bot.console.world import World
    except ImportError as error:
        raise SettingsError("Playing here needs one more package, simcord: start it by make play.") from error
    with held(database):
        storage = await open_storage(database)
        try:
            world = World()
            # The server and its people come first, so that they have the same ids at every start and keep their seats.
            guild = world.create_guild("India", id=GUILD_ID)
            channel = guild.create_text_channel("gandhi")
            people = [guild.add_member(world.create_user(name.lower(), global_name=name)) for name in PEOPLE]
            world.set_clock()
            bot = PreviewBot(storage, channel.id)
            if bot.uploading is not None:
                bot.uploading.on_add = world.keep_emoji
            tell("Drawing the map ...")
            await bot.painter.warm_up()
            world.bot = bot
            await world.start()
            address, port = f"{LOCAL}:{find_free_port()}", port or find_free_port()
            bot.links, around = Links(storage, f"http://{address}"), f"http://{LOCAL}:{port}"
            named = zip(PEOPLE, people, strict=True)
            visitors = {str(one.id): Visitor(one.id, name, "en-US") for name, one in named}
            ports = find_free_port(), find_free_port()
            window = Window(bot.links.base, ports, visitors, channel.id, GUILD_ID)
            inside = Inside(bot.tables, bot.links, window.find_application(around), ByTheBot(bot))
            bot.privacy.on_forget = inside.guests.forget
            try:
                async with window.open(), serve_web(bot.tables, bot.links, address, framed_by=around, inside=inside):
                    board = Board(bot.links.base, window.address)
                    await serve(world, channel, people, port, board, bot.found, tell)
            finally:
                await world.shutdown()
        finally:
            await storage.close()


def find_free_port() -> int:
    """Return a port of this machine that nothing uses."""
    with socket.socket() as found:
        found.bind((LOCAL, 0))
        number: int = found.getsockname()[1]
        return number


async def serve(
    world: World,
    channel: simcord.ChannelHandle,
    people: list[simcord.MemberActor],
    port: int,
    board: Board,
    count: int,
    tell: Callable[[str], None],
) -> None:
    """Serve the page until someone closes it or stops the program. Raises SettingsError if the port cannot be used."""
    import simcord

    from bot.console.page_server import PageServer

    page = world.preview(channel, viewers=people, layout="channel", port=port)
    page._server = PageServer(page, port, board.pages, board.window)
    try:
        await page.__aenter__()
    except (OSError, simcord.SetupError) as error:
        is_refused = isinstance(error, PermissionError) or isinstance(error.__cause__, PermissionError)
        why = "only root may use it; choose one from 1024 on" if is_refused else "another program has it"
        raise SettingsError(f"The port {port} cannot be used: {why}.") from error
    world.go_live()
    closed = asyncio.ensure_future(page.wait_closed())
    loop = asyncio.get_running_loop()
    for number in SIGNALS:
        loop.add_signal_handler(number, closed.cancel)
    try:
        tell(f"Open {page.url}")
        names = ", ".join(PEOPLE)
        tell(f"You can be {names}: choose with “viewing as” at the top. Type /table new to begin, /help at any time.")
        if count:
            tell(f"Tables from before: {count}. Their games continue where they were.")
        tell("Ctrl+C ends it; the games stay in the database.")
        await closed
    except asyncio.CancelledError:
        log.info("Stopping.")
    finally:
        for number in SIGNALS:
            loop.remove_signal_handler(number)
        await world.rest()
        await page.close()
