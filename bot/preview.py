"""``gandhi play``: the real bot in a page of the browser, with four people to play. No Discord, no token."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from bot.client import TableBot
from bot.errors import SettingsError
from bot.posting import STATUS, announce_status
from bot.running import SIGNALS
from storage import open_storage

if TYPE_CHECKING:
    import simcord

log = logging.getLogger(__name__)

PEOPLE = ("Asha", "Bilal", "Charu", "Dev")
GUILD_ID = 1947_08_15
PATIENCE = 30.0
"""Seconds that one press may take before the page gives up on it."""


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
        bot = TableBot(storage, threads=False)
        world = simcord.Env(bot, check_errors=False, settle_timeout=PATIENCE)
        # Made before the bot connects: so everybody has the same ids at every start, and keeps the seats.
        guild = world.create_guild("Gandhi", id=GUILD_ID)
        channel = guild.create_text_channel("gandhi")
        people = [guild.add_member(world.create_user(name.lower(), global_name=name)) for name in PEOPLE]
        await world.start()
        try:
            # The world's clock starts at a fixed day. Ids hold the time, and those of an earlier run are stored.
            await world.advance_time(max(0.0, (datetime.now(UTC) - world.now()).total_seconds()))
            count = await rehome(bot, channel.id)
            bot.outbox.kick()
            await world.settle()
            await serve(world, channel, people, port, count, tell)
        finally:
            await world.shutdown()
    finally:
        await storage.close()


async def rehome(bot: TableBot, channel_id: int) -> int:
    """Bring the tables of earlier runs into the new channel, with new status messages: how many there are."""
    tables = await bot.tables.lobby.find_tables(guild_id=GUILD_ID)
    for table in reversed(tables):
        async with bot.tables.road.enter(table.id, None) as tx:
            await tx.update_game(table.id, channel_id=channel_id, thread_id=None)
            await tx.delete_message_ref(table.id, STATUS)
            await announce_status(tx, table)
    return len(tables)


async def serve(
    world: simcord.Env,
    channel: simcord.ChannelHandle,
    people: list[simcord.MemberActor],
    port: int,
    count: int,
    tell: Callable[[str], None],
) -> None:
    """Serve the page until somebody closes it or stops the program."""
    page = world.preview(channel, viewers=people, layout="channel", port=port)
    try:
        await page.__aenter__()
    except OSError as error:
        raise SettingsError(f"The port {port} cannot be used: {error.strerror}.") from error
    try:
        tell(f"Open {page.url}")
        names = ", ".join(PEOPLE)
        tell(f"You can be {names}: choose with “viewing as” at the top. Type /table new to begin, /help at any time.")
        if count:
            tell(f"Tables from before: {count}. Their games go on where they were.")
        tell("Ctrl+C ends it; the games stay in the database.")
        await wait_for_end(page)
    finally:
        await page.close()


async def wait_for_end(page: simcord.Preview) -> None:
    """Wait until the page is closed, or the process is told to stop."""
    loop = asyncio.get_running_loop()
    closed = asyncio.ensure_future(page.wait_closed())
    for number in SIGNALS:
        loop.add_signal_handler(number, closed.cancel)
    try:
        await closed
    except asyncio.CancelledError:
        log.info("Stopping.")
    finally:
        for number in SIGNALS:
            loop.remove_signal_handler(number)
