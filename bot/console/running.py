"""Running the bot on Discord until it is told to stop."""

from __future__ import annotations

import asyncio
import logging
import signal
from collections.abc import Awaitable, Callable
from urllib.parse import urlsplit

import discord
import yarl

from bot.client import TableBot
from bot.console.logs import conceal
from bot.console.settings import Settings
from bot.errors import SettingsError
from bot.health import serve_health
from bot.pictures import NoPainter
from storage import open_storage

log = logging.getLogger(__name__)

SIGNALS = (signal.SIGINT, signal.SIGTERM)


async def run_bot(settings: Settings) -> None:
    """Run the bot until SIGINT or SIGTERM. Raises SettingsError when Discord refuses the token, and StorageError."""
    point_at(settings)
    conceal(settings.token)
    conceal(urlsplit(settings.database).password)
    storage = await open_storage(settings.database)
    try:
        painter = None if settings.pictures else NoPainter()
        bot = TableBot(storage, painter=painter, limits=settings.limits, shard=settings.shard)
        async with bot, serve_health(bot, settings.health):
            await until_told(lambda: start(bot, settings.token), bot.close)
    finally:
        await storage.close()


async def start(bot: TableBot, token: str) -> None:
    """Connect and stay connected. Raises SettingsError for a token that Discord does not know."""
    try:
        await bot.start(token)
    except discord.LoginFailure as error:
        raise SettingsError("Discord does not accept the token: copy it again from the developer portal.") from error
    except discord.PrivilegedIntentsRequired as error:
        raise SettingsError("Discord refuses the connection: the bot may not ask for what it asked for.") from error


def point_at(settings: Settings) -> None:
    """Use another Discord than the real one, where the settings name one. It holds for the whole process."""
    if settings.api_base:
        discord.http.Route.BASE = settings.api_base
    if settings.gateway:
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(settings.gateway)


async def until_told(work: Callable[[], Awaitable[None]], stop: Callable[[], Awaitable[None]]) -> None:
    """Do work until it ends or the process is told to stop; then stop it cleanly. Raises what the work raises."""
    told = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in SIGNALS:
        loop.add_signal_handler(number, told.set)
    try:
        running = asyncio.ensure_future(work())
        waiting = asyncio.ensure_future(told.wait())
        await asyncio.wait({running, waiting}, return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
        if told.is_set() and not running.done():
            log.info("Stopping.")
            # First no more is received, then the connection is closed: the other way round Discord would hear a
            # code that means "I shall be back".
            running.cancel()
            await asyncio.wait({running})
            await stop()
            return
        await running
    finally:
        for number in SIGNALS:
            loop.remove_signal_handler(number)
