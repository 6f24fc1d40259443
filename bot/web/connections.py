"""Connections of browsers: how many there may be, whose they are, how often they ask, how long a request may take."""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import resource
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Final

from aiohttp import web

MOST_FILES: Final = 65_536
"""The most open files that the bot requests from the system: each connection is one."""
HEAD: Final = 20.0
"""Seconds within which the head of a request must arrive, and after which an idle connection is closed."""
MINUTE: Final = 60.0
NETWORK: Final = 64
"""Bits of an IPv6 address that identify a household; the rest changes from hour to hour."""


def count_files() -> int:
    """Return how many files this process may have open, or `MOST_FILES` if there is no limit."""
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MOST_FILES if soft == resource.RLIM_INFINITY else soft


def raise_files() -> int:
    """Let this process open up to `MOST_FILES` files if the system permits, and return how many it may open."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft not in (resource.RLIM_INFINITY, wanted) and soft < wanted:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return count_files()


def find_host(request: web.BaseRequest) -> str:
    """Return the client's address: for IPv6 its network, behind a proxy the last address in ``X-Forwarded-For``."""
    peer = read_host(request.remote or "")
    if peer is None:
        return request.remote or ""
    if peer.is_private:
        peer = read_host(request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip()) or peer
    if isinstance(peer, ipaddress.IPv4Address):
        return str(peer)
    return str(ipaddress.ip_network((peer, NETWORK), strict=False))


def read_host(words: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """Return an internet address, or None for an invalid one."""
    try:
        found = ipaddress.ip_address(words)
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found


class Seldom(logging.Filter):
    """Passes one log record of a kind in a minute, as a warning without traceback.

    Records whose message begins with ``begins`` are of one kind if their first lines are equal. All other records pass
    unchanged.
    """

    def __init__(self, begins: str = "", clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._begins = begins
        self._clock = clock
        self._held: dict[str, tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether a record is logged. The next logged record of its kind says how many were held back."""
        kind = str(record.msg).partition("\n")[0]
        if not kind.startswith(self._begins):
            return True
        now = self._clock()
        since, held = self._held.get(kind, (now - MINUTE, 0))
        is_held = now - since < MINUTE
        self._held[kind] = (since, held + 1) if is_held else (now, 0)
        if is_held:
            return False
        error = record.exc_info[1] if record.exc_info else None
        record.args = (record.getMessage().partition("\n")[0], f"{error!r:.200}" if error is not None else "", held)
        record.msg = "%s %s (and %d times more before)" if held else "%s %s%.0s"
        record.levelno, record.levelname, record.exc_info = logging.WARNING, "WARNING", None
        return True


REQUESTS: Final = logging.getLogger("bot.web.requests")
"""The log of requests that could not be read."""
REQUESTS.addFilter(Seldom())
OUT_OF_FILES: Final = Seldom("socket.accept() out of system resource")
"""Holds back the line that asyncio logs for each connection that it cannot accept."""


class TurnedAway(asyncio.Protocol):
    """A connection for which there is no room."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Close the connection at once."""
        if isinstance(transport, asyncio.Transport):
            transport.abort()


@asynccontextmanager
async def listen(app: web.Application, host: str, port: int) -> AsyncIterator[None]:
    """Serve an application during the block, with connections for three quarters of the files that may be open.

    Raises OSError if the address is not available.
    """
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0, keepalive_timeout=HEAD, logger=REQUESTS)
    await runner.setup()
    most = count_files() * 3 // 4

    def admit() -> asyncio.BaseProtocol:
        if runner.server is not None and len(runner.server.connections) < most:
            return runner.server()
        REQUESTS.warning("The web pages have %d connections, and take no more.", most)
        return TurnedAway()

    try:
        server = await asyncio.get_running_loop().create_server(admit, host, port)
        try:
            yield
        finally:
            server.close()
    finally:
        await runner.cleanup()


KNOWN: Final = 10_000
"""The most buckets in memory; the bucket that was unused for longest is dropped first."""


class Buckets:
    """Limits on requests: buckets of units, by name, which fill with time. Each request takes one unit."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, name: str, size: float, rate: float) -> bool:
        """Take a unit from a bucket of a ``size`` that fills at a ``rate`` a second. Return False if it is empty."""
        now = self._clock()
        left, since = self._left.get(name, (size, now))
        left = min(size, left + (now - since) * rate)
        is_free = left >= 1
        self._left[name] = (left - 1 if is_free else left, now)
        self._left.move_to_end(name)
        while len(self._left) > KNOWN:
            self._left.popitem(last=False)
        return is_free
