"""A bot in the stand-in for Discord whose every text is kept, for `tools.verify.output` and `clubs`."""

from __future__ import annotations

import hashlib
import itertools
import logging
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import Any
from unittest import mock

import simcord
from PIL import Image

from bot.client import TableBot
from bot.discord.features import load_modules
from bot.housekeeping import PAUSE
from storage import open_storage
from tests.bot.clock import Clock
from tests.bot.people import SEEDS, Panel, Sketcher, World, furnish, make_bot, read_panel, wait_patiently
from tools.verify.asking import PLENTY
from tools.verify.lines import Lines, list_words

UNTOLD = ("player", "person", "table")
"""Options that headings leave out."""
LOCALES = {"en": "en-GB", "it": "it", "es": "es-ES", "ja": "ja"}


class Teller(Sketcher):
    """A pool whose pictures have their real alt text; boards and maps are blank."""

    async def run(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Make a picture at once; pictures of a whole game are left out."""
        if function.__name__.startswith(("recap", "make_page")):
            return await super().run(function, *arguments)
        return function(*arguments)


def leave_blank(*_: Any) -> Image.Image:
    """Return a picture with nothing on it."""
    return Image.new("RGB", (2, 2))


@dataclass
class Scene:
    """A bot in the stand-in for Discord whose every text is kept."""

    world: World
    kept: Lines
    clock: Clock
    read: int = 0
    longest: int = 0
    """The most characters of a line that is kept; 0 keeps all."""
    without: tuple[str, ...] = ()
    """The fields of messages that are not kept."""
    has_edits: bool = True
    """Whether edits of posted messages are kept. Their number depends on the speed of the machine."""

    def gather(self, heading: str) -> None:
        """Keep what the bot has sent since the last time."""
        self.kept.begin(heading)
        requests = self.world.env.http_requests
        # Answers are put before posts, which may overtake them; in a club posts are sorted by their content.
        news = sorted(requests[self.read :], key=lambda request: request.path.startswith("/channels"))
        if self.longest:
            news.sort(key=lambda request: (request.path.startswith("/channels"), str(request.json)))
        for request in news:
            is_edit = request.method == "PATCH" and request.path.startswith("/channels")
            if not request.path.endswith("/commands") and (self.has_edits or not is_edit):
                for words in list_words(request.json, self.without):
                    self.kept.add(words, self.longest)
        self.read = len(requests)

    async def use(self, who: str, command: str, **options: Any) -> Panel:
        """Use a command and keep what is answered and posted."""
        self.clock.go(seconds=1)
        result = await self.world.people[who].slash(self.world.channel, command, **options)
        await self.rest()
        given = " ".join(f"{name}: {name_value(value)}" for name, value in options.items() if name not in UNTOLD)
        self.gather(f"/{command} {given}".strip())
        # A form is not a message: nothing on it is clicked.
        return read_panel(result.response) if result.response is not None else Panel(None, "", {}, {}, {})

    async def press(self, who: str, panel: Panel, verb: str, key: str | None = None) -> Panel:
        """Click a button and keep what follows."""
        after = await self.world.press(who, panel, verb, key)
        await self.rest()
        self.gather(f"[{verb}] {key or ''}".strip())
        return after

    async def complete(self, who: str, command: str, option: str, typed: str) -> list[dict[str, Any]]:
        """Type into an option, keep what is offered, and return it."""
        person = self.world.people[who]
        offered = await person.autocomplete(self.world.channel, command, option, typed)
        self.kept.begin(f"/{command} {option}: {typed}…")
        for choice in offered:
            self.kept.add(choice["name"])
        self.read = len(self.world.env.http_requests)
        return offered

    async def wait(self, **span: float) -> None:
        """Let time pass, given as arguments of `timedelta`, and keep what the bot sends meanwhile."""
        self.clock.go(**span)
        await self.world.bot.timekeeper.fire_due()
        self.world.bot.outbox.kick()
        await self.rest()
        self.gather(f"After {', '.join(f'{count} {unit}' for unit, count in span.items())}")

    async def rest(self) -> None:
        """Wait until everything is posted."""
        await self.world.env.settle()
        await self.world.quiet()


class Complaints(logging.Handler):
    """A log handler that keeps complaints about missing or broken sentences."""

    def __init__(self, kept: Lines) -> None:
        super().__init__()
        self._kept = kept

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a line of the log."""
        self._kept.complaints.add(record.getMessage())


@contextmanager
def listen(kept: Lines) -> Iterator[None]:
    """Keep the complaints of the log about sentences during the block."""
    log, complaints = logging.getLogger("bot.language"), Complaints(kept)
    log.addHandler(complaints)
    try:
        yield
    finally:
        log.removeHandler(complaints)


def name_value(value: Any) -> Any:
    """Return the value of an option as a heading shows it: a role or a channel by its name."""
    return getattr(value, "name", value)


@asynccontextmanager
async def open_scene(code: str, kept: Lines) -> AsyncIterator[Scene]:
    """Start a bot in an empty Discord in which everyone uses a language."""
    numbers, clock = itertools.count(), Clock()
    load_modules()

    def draw_seed(size: int) -> bytes:
        return hashlib.blake2b(f"output {next(numbers)}".encode(), digest_size=size).digest()

    payload = simcord.interactions.base_payload

    def speak(*parts: Any, **more: Any) -> Any:
        record, body = payload(*parts, **more)
        return record, {**body, "locale": LOCALES[code], "guild_locale": LOCALES[code]}

    with tempfile.TemporaryDirectory() as folder:
        storage = await open_storage(f"sqlite:///{folder}/games.sqlite3", now=clock)
        pool = Teller()
        with (
            wait_patiently(),
            listen(kept),
            mock.patch(SEEDS, draw_seed),
            # The stand-in waits for every sleep that is shorter than its own patience.
            mock.patch.object(TableBot, "listens_every", PAUSE),
            mock.patch("simcord.interactions.base_payload", speak),
            mock.patch("render.gandhi.picture.compose", leave_blank),
            mock.patch("render.rajas.picture.compose", leave_blank),
        ):
            bot = make_bot(storage, pool, limits=PLENTY)
            async with simcord.run(bot, settle_timeout=60.0) as env:
                with env.time_context():
                    yield Scene(furnish(env, bot, storage, pool), kept, clock)
        await storage.close()
