"""The health page, which says whether the bot works, and the metrics page. Off unless GANDHI_HEALTH names an address.

Neither contains names of people or data of games. Still, bind them to an address that only the host can reach. The
counters are in `bot.metrics`.
"""

from __future__ import annotations

import asyncio
import logging
import resource
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final

from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST

from bot.errors import SettingsError
from bot.typed import read_address
from storage import StorageError

if TYPE_CHECKING:
    from bot.client import TableBot

log = logging.getLogger(__name__)

BEAT: Final = 1.0
"""Seconds between two measurements of the event loop's delay."""

LONGEST_LATENCY: Final = 30.0
"""Seconds from which a heartbeat's time is not shown as latency: discord.py may have counted from the previous
heartbeat, 41 seconds earlier."""


class Health:
    """Answers the requests for the health page and the metrics of a bot."""

    def __init__(self, bot: TableBot) -> None:
        self._bot = bot
        self.lag = 0.0
        """How many seconds late the event loop was at the last measurement."""

    async def measure_lag(self) -> None:
        """Store the event loop's delay in ``lag`` every second, until cancelled."""
        loop = asyncio.get_running_loop()
        while True:
            wanted = loop.time() + BEAT
            await asyncio.sleep(BEAT)
            self.lag = max(0.0, loop.time() - wanted)

    async def show_health(self, request: web.Request) -> web.Response:
        """Answer 200 if Discord is connected and the database can be written, else 503, and say which of them fails."""
        database = await self.is_database_well()
        found = {"discord": self._bot.is_ready(), "database": database}
        is_well = all(found.values())
        return web.json_response({"well": is_well, **found}, status=200 if is_well else 503)

    async def is_database_well(self) -> bool:
        """Return whether the database can be written: with a full disk, reading alone may still work."""
        try:
            async with self._bot.tables.storage.transaction() as tx:
                await tx.try_writing()
        except StorageError as error:
            log.warning("The database is of no use: %s", error)
            return False
        return True

    async def show_metrics(self, request: web.Request) -> web.Response:
        """Return the metrics as text for Prometheus, without counts of messages and tables if the database fails."""
        gauges = {
            "connected": ("Whether the bot is connected to Discord", float(self._bot.is_ready())),
            "servers": ("Servers the bot is in", float(len(self._bot.guilds))),
            "searches_waiting": ("Searches that wait for a process", float(self._bot.tables.searches.waiting)),
            "loop_lag_seconds": ("How late the event loop was at the last look", self.lag),
            "memory_peak_bytes": ("Most memory held at a time", float(find_memory_peak())),
        }
        latency = self._bot.latency
        if latency < LONGEST_LATENCY:
            gauges["gateway_latency_seconds"] = ("Time of one heartbeat to Discord and back", latency)
        gauges |= await self._count_stored()
        return web.Response(body=self._bot.metrics.write(gauges), headers={"Content-Type": CONTENT_TYPE_LATEST})

    async def _count_stored(self) -> dict[str, tuple[str, float]]:
        """Return the gauges of waiting messages and of tables by status; none if the database does not answer."""
        try:
            async with self._bot.tables.storage.read() as reader:
                gauges = {
                    "messages_waiting": ("Messages that have still to go out", float(await reader.count_waiting()))
                }
                for status in ("open", "playing", "archived", "over"):
                    count = await reader.count_games(statuses=[status])
                    gauges[f"tables_{status}"] = (f"Tables that are {status}", float(count))
        except StorageError as error:
            log.warning("The database does not answer: %s", error)
            return {}
        return gauges


@asynccontextmanager
async def serve_health(bot: TableBot, address: str) -> AsyncIterator[None]:
    """Serve both pages at ``address``, as “host:port”, during the block; serve nothing if it is empty.

    Raises SettingsError for an address that is wrong or cannot be used.
    """
    if not address:
        yield
        return
    host, port = read_address("GANDHI_HEALTH", address)
    health = Health(bot)
    app = web.Application()
    app.router.add_get("/health", health.show_health)
    app.router.add_get("/metrics", health.show_metrics)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
    await runner.setup()
    measuring = asyncio.ensure_future(health.measure_lag())
    try:
        try:
            await web.TCPSite(runner, host, port).start()
        except OSError as error:
            raise SettingsError(f"The health page cannot be served at {address}: {error.strerror}.") from error
        yield
    finally:
        measuring.cancel()
        await runner.cleanup()


def find_memory_peak() -> int:
    """Return the most memory that this process has used at a time, in bytes, from the kibibytes that Linux reports."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
