"""A push service for tests, the browsers that have an address there, and what notifies them."""

from __future__ import annotations

import base64
import json
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import http_ece
from aiohttp import web
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from bot.web.push import Pushes, read_device
from bot.worker import wait_or_cancel

if TYPE_CHECKING:
    from tests.web.conftest import Site


def write_bytes(found: bytes) -> str:
    """Return bytes as browsers write them."""
    return base64.urlsafe_b64encode(found).decode().rstrip("=")


class Browser:
    """A browser at a push service: it has its own key, and reads what is meant for it."""

    def __init__(self, endpoint: str) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._secret = os.urandom(16)
        public = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.asked = {"endpoint": endpoint, "p256dh": write_bytes(public), "auth": write_bytes(self._secret)}

    def read(self, body: bytes) -> dict[str, str]:
        """Return a notification that came encrypted."""
        opened = http_ece.decrypt(body, private_key=self._key, auth_secret=self._secret, version="aes128gcm")
        found: dict[str, str] = json.loads(opened)
        return found


@dataclass
class Service:
    """A push service: the received notifications by browser, and its answers."""

    address: str
    heard: list[tuple[str, bytes, dict[str, str]]] = field(default_factory=list)
    answers: dict[str, int] = field(default_factory=dict)

    async def take(self, request: web.Request) -> web.Response:
        """Take a notification."""
        name = request.match_info["name"]
        self.heard.append((name, await request.read(), dict(request.headers)))
        return web.Response(status=self.answers.get(name, 201))

    def open(self, name: str) -> Browser:
        """Open a browser that has an address here."""
        return Browser(f"{self.address}/{name}")

    @property
    def names(self) -> list[str]:
        """Return the browsers that were sent something, in order."""
        return [name for name, _, _ in self.heard]


@asynccontextmanager
async def serve_pushes(port: int) -> AsyncIterator[Service]:
    """Provide a push service on this machine during the block."""
    found = Service(f"http://127.0.0.1:{port}")
    app = web.Application()
    app.router.add_post("/{name}", found.take)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", port).start()
    yield found
    await runner.cleanup()


@asynccontextmanager
async def notify(site: Site) -> AsyncIterator[Pushes]:
    """Notify people at all tables during the block."""
    pushes = Pushes(site.tables, site.links)
    site.tables.transactions.on_change = pushes.notice
    await pushes.begin()
    try:
        yield pushes
        await wait_or_cancel(pushes._running, 10)
    finally:
        await pushes.close()


async def settle(pushes: Pushes) -> None:
    """Wait until everyone is notified."""
    await wait_or_cancel(pushes._running, 10)


async def subscribe(site: Site, pushes: Pushes, browser: Browser, user_id: int) -> None:
    """Have a person notified in a browser, from the next question on."""
    await pushes.add(read_device(browser.asked, user_id, site.storage.now()))


class Clock:
    """A clock that can be put forward."""

    def __init__(self) -> None:
        self.ahead = 0.0

    def read(self) -> datetime:
        """Return the time."""
        return datetime.now(UTC) + timedelta(seconds=self.ahead)
