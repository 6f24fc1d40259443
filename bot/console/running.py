"""Run the bot on Discord until it is stopped, with retries while Discord cannot be reached.

The settings are read in `bot.console.settings`.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import signal
from collections.abc import Awaitable, Callable, Iterator
from typing import Literal
from urllib.parse import urlsplit

import aiohttp
import discord
import yarl

from bot.client import ShardedBot, TableBot
from bot.console.logs import conceal
from bot.console.settings import Settings
from bot.discord.features.page import ByTheBot
from bot.discord.painter import NoPainter
from bot.errors import NoRestart, SettingsError
from bot.games.frontend import find_lacks, list_fronts
from bot.health import serve_health
from bot.web.application import Application
from bot.web.connections import OUT_OF_FILES, raise_files
from bot.web.inside import Inside
from bot.web.links import Links
from bot.web.server import serve_web
from render.pool import keep_little
from storage import held, open_storage

log = logging.getLogger(__name__)

FIRST_WAIT, LONGEST_WAIT = 1.0, 60.0
"""Seconds between attempts to reach Discord: doubled from the first to the longest."""
SERVER_ERROR, TOO_MANY = 500, 429
WRONG_TOKEN = 4004
"""The code with which Discord's gateway closes a connection whose token it does not know."""
REFUSED_TOKEN = "Discord does not accept the token: copy it again from the developer portal."  # noqa: S105
TOO_FEW_SHARDS = 4011
"""The code with which Discord's gateway closes a connection for more than 2,500 servers. After 1,000 logins in a day,
Discord resets the token: a manager that restarts the program at once would use them up in hours."""
TOO_MANY_SERVERS = "The bot is on too many servers for one connection: set GANDHI_SHARDS=auto, and start it again."
HOUR = 3600.0
UNREACHABLE = "Discord cannot be reached (%s): tried again in %.0f seconds."
SIGNALS = (signal.SIGINT, signal.SIGTERM)


async def run_bot(settings: Settings) -> None:
    """Run the bot until SIGINT or SIGTERM. Raises StorageError, and errors as `start` does."""
    keep_little()
    set_aside_loaded()
    raise_files()
    logging.getLogger("asyncio").addFilter(OUT_OF_FILES)
    point_at(settings)
    # No warning about voice, which nothing here uses.
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    # The next two lines change discord.py for the whole process.
    discord.client.ExponentialBackoff = Backoff  # type: ignore[attr-defined, assignment]
    logging.getLogger("discord.client").addFilter(shorten)
    conceal(settings.token)
    conceal(urlsplit(settings.database).password)
    for lacks in filter(None, map(find_lacks, list_fronts())):
        log.info("%s", lacks)
    with held(settings.database):
        storage = await open_storage(settings.database)
        try:
            painter = None if settings.pictures else NoPainter()
            made = ShardedBot if settings.shards else TableBot
            bot = made(
                storage,
                painter=painter,
                limits=settings.limits,
                periods=settings.periods,
                icons=settings.pictures,
                shard=settings.shard,
                searches=settings.searches,
            )
            bot.links = Links(storage, settings.web_address) if settings.web else None
            bot.inside = make_inside(bot, settings)
            async with (
                bot,
                serve_health(bot, settings.health),
                serve_web(bot.tables, bot.links, settings.web, inside=bot.inside),
            ):
                await run_until_stopped(lambda: start(bot, settings.token), bot.close)
        finally:
            await storage.close()


def set_aside_loaded() -> None:
    """Exclude everything loaded so far from garbage collection: modules, classes, functions, texts."""
    gc.collect()
    gc.freeze()


def make_inside(bot: TableBot, settings: Settings) -> Inside | None:
    """Return the pages inside Discord, or None where the host has not turned them on.

    They forget a person whose data the bot deletes. The client secret is hidden in the log.
    """
    if bot.links is None or not settings.client_secret:
        return None
    conceal(settings.client_secret)
    application = Application(
        settings.token, settings.client_secret, lambda: bot.application_id or 0, api_base=settings.api_base
    )
    inside = Inside(bot.tables, bot.links, application, ByTheBot(bot))
    bot.privacy.on_forget = inside.guests.forget
    return inside


async def start(bot: TableBot, token: str) -> None:
    """Connect and stay connected; retry while Discord cannot be reached.

    Raises SettingsError if Discord does not know the token or refuses the bot, and NoRestart if the bot needs shards.
    """
    try:
        await log_in(bot, token)
        await connect(bot)
    except discord.LoginFailure as error:
        raise SettingsError(REFUSED_TOKEN) from error
    except discord.ConnectionClosed as error:
        if error.code == WRONG_TOKEN:
            raise SettingsError(REFUSED_TOKEN) from error
        if error.code == TOO_FEW_SHARDS:
            log.error("%s This process waits for an hour before it ends.", TOO_MANY_SERVERS)
            await asyncio.sleep(HOUR)
            raise NoRestart(TOO_MANY_SERVERS) from error
        raise SettingsError(f"Discord refuses the connection (code {error.code}).") from error
    except discord.PrivilegedIntentsRequired as error:
        raise SettingsError("Discord refuses the connection: the bot may not ask for what it asked for.") from error


def double_waits() -> Iterator[float]:
    """Yield the seconds to wait after each attempt: twice as long each time, up to a limit."""
    wait = FIRST_WAIT
    while True:
        yield wait
        wait = min(LONGEST_WAIT, wait * 2)


async def log_in(bot: TableBot, token: str) -> None:
    """Log in, with retries: a machine may start before its network. Raises LoginFailure and SettingsError."""
    for wait in double_waits():
        try:
            await bot.login(token)
            return
        except discord.LoginFailure:
            raise
        except discord.HTTPException as error:
            if error.status < SERVER_ERROR and error.status != TOO_MANY:
                raise SettingsError(f"Discord refuses the bot: {error.status} {error.text or ''}".rstrip()) from error
            log.warning("Discord is not well (%s): tried again in %.0f seconds.", error.status, wait)
        except (aiohttp.ClientError, OSError, TimeoutError) as error:
            log.warning(UNREACHABLE, error, wait)
        # The attempt left a session open. Closing it closes its connector, which the next attempt must not use.
        await bot.http.close()
        bot.http.connector = discord.utils.MISSING
        await asyncio.sleep(wait)


async def connect(bot: TableBot) -> None:
    """Connect to the gateway, with retries, and stay connected. Raises what discord.py's ``connect`` raises."""
    for wait in double_waits():
        try:
            await bot.connect()
            return
        except AttributeError:
            # After a failure discord.py resumes its last session, even if there never was one.
            if getattr(bot, "ws", None) is not None:
                raise
        await asyncio.sleep(wait)


class Backoff(discord.backoff.ExponentialBackoff[Literal[False]]):
    """discord.py's growing waits between two connections, with a maximum: they would grow to 17 minutes."""

    def delay(self) -> float:
        """Return the seconds to wait before the next connection."""
        return min(LONGEST_WAIT, super().delay())


def shorten(record: logging.LogRecord) -> bool:
    """Replace discord.py's traceback of a lost connection by our sentence. Return True, which keeps the record."""
    if record.exc_info and str(record.msg).startswith("Attempting a reconnect"):
        record.levelno, record.levelname = logging.WARNING, logging.getLevelName(logging.WARNING)
        record.msg, record.args = UNREACHABLE, (record.exc_info[1], *(record.args or ()))
        record.exc_info = None
    return True


def point_at(settings: Settings) -> None:
    """Use the stand-in for Discord that the settings name, if any, for the whole process."""
    if settings.api_base:
        discord.http.Route.BASE = settings.api_base
    if settings.gateway:
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(settings.gateway)


async def run_until_stopped(work: Callable[[], Awaitable[None]], stop: Callable[[], Awaitable[None]]) -> None:
    """Run work until it ends or the process is stopped; then stop it cleanly. Raises what the work raises."""
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
            # Stop receiving before closing the connection: in the other order Discord would get a code that announces
            # another connection.
            running.cancel()
            await asyncio.wait({running})
            await stop()
            return
        await running
    finally:
        for number in SIGNALS:
            loop.remove_signal_handler(number)
