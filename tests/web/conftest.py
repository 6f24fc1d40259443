"""A table with a web page, served for tests at a free port."""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aiohttp
import pytest
import pytest_asyncio

from bot.tables.play import Tables
from bot.web.links import Links
from bot.web.server import serve_web
from storage import Storage, open_storage
from tests.beside import without_threads


@dataclass
class Site:
    """The web pages of some tables, and a browser without pictures that asks for them."""

    tables: Tables
    storage: Storage
    links: Links
    client: aiohttp.ClientSession

    @property
    def origin(self) -> str:
        """The origin of the pages."""
        return self.links.base

    async def get(self, link: str, path: str = "", **values: str) -> Any:
        """Return the JSON that a page asks for, which must not be refused."""
        async with self.client.get(f"{link}/{path}", params=values) as answer:
            assert answer.status == 200, await answer.text()
            return await answer.json()

    async def post(self, link: str, path: str, body: Any, **headers: str) -> tuple[int, Any]:
        """Return the status and the JSON of what a page sends."""
        sent = {"Origin": self.origin, **headers}
        async with self.client.post(f"{link}/{path}", json=body, headers=sent) as answer:
            return answer.status, await answer.json()

    async def enter(self, game_id: str, user_id: int) -> str:
        """Open a private page, and return its link without the secret."""
        link, _, secret = (await self.links.make_private(game_id, user_id)).partition("#")
        status, _ = await self.post(link, "enter", {"secret": secret})
        assert status == 200
        return link


def find_port() -> int:
    """Return a port that is free."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        number: int = found.getsockname()[1]
        return number


@pytest.fixture(autouse=True, scope="session")
def in_the_loop() -> Iterator[None]:
    """Databases work in the event loop."""
    with without_threads():
        yield


@pytest_asyncio.fixture
async def site(tmp_path: Path) -> AsyncIterator[Site]:
    """Tables with web pages."""
    storage = await open_storage(f"sqlite:///{tmp_path / 'games.sqlite3'}")
    address = f"127.0.0.1:{find_port()}"
    tables, links = Tables(storage), Links(storage, f"http://{address}")
    jar = aiohttp.CookieJar(unsafe=True)
    async with serve_web(tables, links, address), aiohttp.ClientSession(cookie_jar=jar) as client:
        yield Site(tables, storage, links, client)
    await storage.close()
