"""``gandhi play``: the real bot in a page of the browser, with four people to play. No Discord, no token."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import discord

from bot.client import TableBot
from bot.console.running import SIGNALS
from bot.discord.components import NO_GAME, public_view
from bot.errors import SettingsError
from bot.language import load_language
from bot.service.posting import STATUS, announce_status
from storage import Storage, open_storage

if TYPE_CHECKING:
    import simcord

log = logging.getLogger(__name__)

BOT_NAME = "Gandhi"
PEOPLE = ("Asha", "Bilal", "Charu", "Dev")
GUILD_ID = 1947_08_15
PATIENCE = 300.0
"""Seconds that one press may take before the page gives up on it. The page waits for all that follows from a press:
after the last one of a game the whole game is drawn in motion, which takes half a minute and more on a slow machine."""
KEPT_FILES = 200
"""How many pictures and other files of messages the page has at hand. Above them it shows the names of older ones."""
KEPT_EVENTS = 500
"""How many of the last requests and events the stand-in for Discord remembers."""


class PreviewBot(TableBot):
    """The bot as it is on Discord, but for its arrival: its channel is new at every start, and its database is not."""

    def __init__(self, storage: Storage, channel_id: int) -> None:
        super().__init__(storage, threads=False)
        self.channel_id = channel_id
        self.found = 0

    async def setup_hook(self) -> None:
        """Before the connection. This Discord is new, and knows no command, whatever an earlier one was told."""
        await self.syncing.forget()
        await super().setup_hook()

    async def on_ready(self) -> None:
        """Bring the tables of earlier runs here, or greet the first visitor of the page."""
        if self.user is not None:
            await self.user.edit(username=BOT_NAME)
        self.found = await self.rehome()
        channel = self.get_channel(self.channel_id)
        if isinstance(channel, discord.TextChannel) and not self.found:
            language = load_language()
            await channel.send(language.say("ui.play.welcome"), view=public_view(language, NO_GAME, ["new", "lesson"]))
        await super().on_ready()

    async def rehome(self) -> int:
        """Move the tables of earlier runs into the new channel, with new status messages: how many there are."""
        tables = await self.tables.lobby.find_tables(guild_id=GUILD_ID)
        for table in reversed(tables):
            async with self.tables.road.enter(table.id, None) as tx:
                await tx.update_game(table.id, channel_id=self.channel_id, thread_id=None)
                await tx.delete_message_ref(table.id, STATUS)
                await announce_status(tx, table)
        return len(tables)


async def play(database: str, port: int, tell: Callable[[str], None]) -> None:
    """Serve the page until it is closed or the process is told to stop. ``tell`` gets the lines to print.

    Raises SettingsError when the page cannot be served, and StorageError.
    """
    try:
        import simcord
    except ImportError as error:
        raise SettingsError('Playing here needs one more package: pip install "gandhi-bot[play]".') from error
    storage = await open_storage(database)
    try:
        world = simcord.Env(discord.Client(intents=discord.Intents.none()), check_errors=False, settle_timeout=PATIENCE)
        keep_newest_files(world, KEPT_FILES)
        keep_newest_events(world, KEPT_EVENTS)
        # Made before anything else: so everybody has the same ids at every start, and keeps the seats.
        guild = world.create_guild("India", id=GUILD_ID)
        channel = guild.create_text_channel("gandhi")
        people = [guild.add_member(world.create_user(name.lower(), global_name=name)) for name in PEOPLE]
        # The world begins on a fixed day, and ids tell the time: without this they would be those of the last run.
        world.backend.advance_clock((datetime.now(UTC) - world.now()).total_seconds())
        bot = PreviewBot(storage, channel.id)
        tell("Drawing the map ...")
        await bot.painter.warm_up()
        world.bot = bot
        await world.start()
        try:
            await serve(world, channel, people, port, bot.found, tell)
        finally:
            await world.shutdown()
    finally:
        await storage.close()


def keep_newest_files(world: simcord.Env, most: int) -> None:
    """Let a world forget the bytes of all but its newest files: in a long game they would fill the memory."""
    from simcord.backend.cdn import CdnStore

    class Shelf(CdnStore):
        """The files of messages, of which the oldest goes when there are too many."""

        def store_attachment(self, *parts: Any) -> dict[str, Any]:
            made = super().store_attachment(*parts)
            while len(self._blobs) > most:
                del self._blobs[next(iter(self._blobs))]
            return made

    world.backend.cdn = Shelf()


def keep_newest_events(world: simcord.Env, most: int) -> None:
    """Let a world forget all but its newest requests and events, whole messages, which it would keep for good."""

    class Notes(list[Any]):
        """What was said last, of which the oldest goes when there is too much."""

        def append(self, note: Any) -> None:
            super().append(note)
            if len(self) > most:
                del self[0]

    world.backend.transcript = Notes(world.backend.transcript)
    world.backend.http_requests = Notes(world.backend.http_requests)


async def serve(
    world: simcord.Env,
    channel: simcord.ChannelHandle,
    people: list[simcord.MemberActor],
    port: int,
    count: int,
    tell: Callable[[str], None],
) -> None:
    """Serve the page until somebody closes it or stops the program."""
    import simcord

    page = world.preview(channel, viewers=people, layout="channel", port=port)
    try:
        await page.__aenter__()
    except (OSError, simcord.SetupError) as error:
        raise SettingsError(f"The port {port} cannot be used: another program has it.") from error
    closed = asyncio.ensure_future(page.wait_closed())
    loop = asyncio.get_running_loop()
    for number in SIGNALS:
        loop.add_signal_handler(number, closed.cancel)
    try:
        tell(f"Open {page.url}")
        names = ", ".join(PEOPLE)
        tell(f"You can be {names}: choose with “viewing as” at the top. Type /table new to begin, /help at any time.")
        if count:
            tell(f"Tables from before: {count}. Their games go on where they were.")
        tell("Ctrl+C ends it; the games stay in the database.")
        await closed
    except asyncio.CancelledError:
        log.info("Stopping.")
    finally:
        for number in SIGNALS:
            loop.remove_signal_handler(number)
        await page.close()
