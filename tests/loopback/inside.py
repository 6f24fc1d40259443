"""The bot in the process of a test, connected to the stand-in: for many cases that need no separate process."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import discord
import yarl

from bot.client import TableBot
from bot.console.running import start
from bot.discord.painter import Painter
from bot.tables.servers import Limits
from storage import open_storage
from tests.bot.people import Sketcher
from tests.loopback.people import PATIENCE, wait_for
from tests.loopback.stand_in import StandIn

PLENTY = Limits(10**6, 10**6, 10**6, 10**6)


@asynccontextmanager
async def run_inside(
    stand_in: StandIn, folder: Path, kind: type[TableBot] = TableBot, **options: Any
) -> AsyncIterator[TableBot]:
    """Run a bot that draws blank pictures, with an empty database. Raises what keeps it from connecting."""
    async with AsyncExitStack() as stack:
        storage = await open_storage(f"sqlite:///{folder}/games.sqlite3")
        stack.push_async_callback(storage.close)
        address = yarl.URL(stand_in.gateway.address)
        stack.enter_context(patch.object(discord.http.Route, "BASE", stand_in.api_base))
        stack.enter_context(patch.object(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", address))
        bot = await stack.enter_async_context(kind(storage, painter=Painter(Sketcher()), limits=PLENTY, **options))
        running = asyncio.ensure_future(start(bot, stand_in.token))
        ready = asyncio.ensure_future(bot.wait_until_ready())
        try:
            await wait_for(asyncio.wait({running, ready}, return_when=asyncio.FIRST_COMPLETED))
            if running.done():
                running.result()
            yield bot
        finally:
            await bot.close()
            ready.cancel()
            running.cancel()
            await asyncio.wait([running, ready])


async def settle(bot: TableBot) -> None:
    """Wait until nothing is left to send now."""
    async with asyncio.timeout(PATIENCE):
        while (running := bot.outbox._running) is not None and not running.done():
            await asyncio.wait([running])
