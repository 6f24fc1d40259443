"""The bot in the process of a test, connected to the stand-in: for many cases that need no separate process."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import discord
import yarl

from bot.client import TableBot
from bot.console.running import start
from bot.discord.painter import Painter
from bot.tables.limits import Limits
from storage import open_storage
from tests.bot.people import Sketcher
from tests.loopback.people import PATIENCE, wait_for
from tests.loopback.stand_in import StandIn

PLENTY = Limits(10**6, 10**6, 10**6, 10**6)


@asynccontextmanager
async def run_inside(stand_in: StandIn, folder: Path, **options: Any) -> AsyncIterator[TableBot]:
    """Run a bot that draws blank pictures, with an empty database."""
    storage = await open_storage(f"sqlite:///{folder}/games.sqlite3")
    with (
        patch.object(discord.http.Route, "BASE", stand_in.api_base),
        patch.object(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(stand_in.gateway.address)),
    ):
        bot = TableBot(storage, painter=Painter(Sketcher()), limits=PLENTY, **options)
        async with bot:
            running = asyncio.ensure_future(start(bot, stand_in.token))
            try:
                await wait_for(stand_in.gateway.connected.get())
                await wait_for(bot.wait_until_ready())
                yield bot
            finally:
                await bot.close()
                running.cancel()
                await asyncio.wait([running])
    await storage.close()


async def settle(bot: TableBot) -> None:
    """Wait until nothing is left to send now."""
    async with asyncio.timeout(PATIENCE):
        while (running := bot.outbox._running) is not None and not running.done():
            await asyncio.wait([running])
