"""A table with a web page, served for tests at a free port; and inside Discord's window."""

from __future__ import annotations

import json
import shutil
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

import aiohttp
import pytest
import pytest_asyncio

from bot.console.window import Window
from bot.tables.play import Tables
from bot.web import inside as entry
from bot.web import push
from bot.web.application import Guest, Visitor
from bot.web.inside import Inside
from bot.web.links import Links
from bot.web.server import serve_web
from storage import Storage, open_storage
from tests.beside import without_threads
from tests.bot.players import PEOPLE, open_table
from tests.web.pushing import Clock, Service, serve_pushes


@dataclass
class Site:
    """The web pages of some tables, and a browser without pictures that asks for them."""

    tables: Tables
    storage: Storage
    links: Links
    client: aiohttp.ClientSession

    @property
    def origin(self) -> str:
        """Return the origin of the pages."""
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


@pytest.fixture(autouse=True, scope="module")
def in_the_loop() -> Iterator[None]:
    """Let databases work in the event loop, until the last test of a file: other folders have real threads."""
    with without_threads():
        yield


@pytest_asyncio.fixture
async def site(tmp_path: Path, empty_database: Path) -> AsyncIterator[Site]:
    """Provide tables with web pages."""
    storage = await open_storage(f"sqlite:///{shutil.copy(empty_database, tmp_path)}")
    address = f"127.0.0.1:{find_port()}"
    tables, links = Tables(storage), Links(storage, f"http://{address}")
    jar = aiohttp.CookieJar(unsafe=True)
    async with serve_web(tables, links, address), aiohttp.ClientSession(cookie_jar=jar) as client:
        yield Site(tables, storage, links, client)
    await storage.close()


CHANNEL, GUILD = 5, 1
NAMES = {"Asha": "raj", "Bilal": "congress", "Charu": "league", "Dev": "revolutionaries"}
STRANGER = 99


class Hands:
    """Plain replacements for what only the bot can do."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.public: set[int] = set()
        self.picture: bytes | None = b"a picture"

    def is_public(self, thread_id: int) -> bool:
        """Return whether a thread is among the public ones."""
        return thread_id in self.public

    async def offers(self, guild_id: int | None) -> list[str]:
        """Return both games."""
        return ["gandhi", "rajas"]

    async def open_alone(self, guest: Guest, kind: str) -> str:
        """Open a table with everyone on it."""
        return await open_table(self.site.tables, number=3)

    async def draw_turn(self, guest: Guest, table: Any) -> bytes | None:
        """Return the picture."""
        return self.picture


@dataclass
class Frame:
    """A page in Discord's window: its cookies, which no other page has, and what it says to the server."""

    window: Window
    client: aiohttp.ClientSession
    cookies: dict[str, tuple[str, str]] = field(default_factory=dict)
    state: str = ""

    async def send(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Any, Any]:
        """Return the status of an answer, its JSON or text, and its headers."""
        known = "; ".join(f"{name}={value}" for name, (value, at) in self.cookies.items() if path.startswith(at))
        sent = {"Cookie": known, "Origin": self.window.proxy, **headers}
        asking = self.client.request(method, self.window.proxy + path, json=body, headers=sent)
        async with asking as answer:
            for line in answer.headers.getall("Set-Cookie", []):
                assert "; Secure" in line
                assert "; SameSite=None" in line
                assert "; Partitioned" in line
                assert "; HttpOnly" in line
                (made,) = SimpleCookie(line.replace("; Partitioned", "")).values()
                self.cookies[made.key] = (made.value, made["path"])
            words = await answer.text()
            return answer.status, json.loads(words) if answer.content_type.endswith("json") else words, answer.headers

    async def load(self) -> dict[str, Any]:
        """Load the page, and return what it is given."""
        _, words, _ = await self.send("GET", "/?frame_id=1")
        given: dict[str, Any] = json.loads(words.partition('id="data">')[2].partition("</script>")[0])
        self.state = given["state"]
        return given

    async def arrive(self, name: str = "Asha", **other: str) -> tuple[int, Any]:
        """Arrive as a person; named arguments replace the correct values."""
        code = self.window.make_code(name)
        body = {"code": code, "state": self.state, "instance": self.window.instance_id, **other}
        status, told, _ = await self.send("POST", "/inside/arrive", body)
        return status, told


@dataclass
class Within:
    """The pages of some tables, served inside Discord as well."""

    site: Site
    window: Window
    inside: Inside
    hands: Hands

    def frame(self) -> Frame:
        """Return a page that has not loaded yet."""
        return Frame(self.window, self.site.client)

    async def enter(self, name: str = "Asha") -> tuple[Frame, Any]:
        """Return a page on which a person has arrived, and the answer."""
        frame = self.frame()
        await frame.load()
        status, told = await frame.arrive(name)
        assert status == 200, told
        return frame, told


@asynccontextmanager
async def open_window(storage: Storage) -> AsyncIterator[Within]:
    """Serve the pages and the window during the block, by a server that knows nothing yet."""
    people = {name: Visitor(PEOPLE[seat], name, "it") for name, seat in NAMES.items()}
    people["Emil"] = Visitor(STRANGER, "Emil", "es-ES")
    address = f"127.0.0.1:{find_port()}"
    tables, links = Tables(storage), Links(storage, f"http://{address}")
    window = Window(links.base, (find_port(), find_port()), people, CHANNEL, GUILD)
    async with AsyncExitStack() as stack:
        client = await stack.enter_async_context(aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar()))
        site = Site(tables, storage, links, client)
        hands = Hands(site)
        inside = Inside(tables, links, window.find_application(), hands)
        await stack.enter_async_context(window.open())
        await stack.enter_async_context(serve_web(tables, links, address, inside=inside))
        yield Within(site, window, inside, hands)


@pytest_asyncio.fixture
async def within(tmp_path: Path, empty_database: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Within]:
    """Provide the pages inside Discord, without waiting for absent people."""
    monkeypatch.setattr(entry, "PAUSES", (0.0,))
    storage = await open_storage(f"sqlite:///{shutil.copy(empty_database, tmp_path)}")
    async with open_window(storage) as made:
        yield made
    await storage.close()


@pytest_asyncio.fixture
async def service(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Service]:
    """Provide a push service on this machine, which is otherwise out of reach."""
    monkeypatch.setattr(push, "is_address", lambda endpoint: True)
    monkeypatch.setattr(push, "open_session", aiohttp.ClientSession)
    async with serve_pushes(find_port()) as found:
        yield found


@pytest.fixture
def clock(site: Site, monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Return the clock of the tables, which can be put forward."""
    made = Clock()
    monkeypatch.setattr(site.storage, "_now", made.read)
    return made
