"""The people whom `tools.bench.load` puts at tables, and the stand-in for Discord that watches what they see."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from aiohttp import web

from bot.games.frontend import list_fronts
from tests.loopback.channels import Channels
from tests.loopback.exchange import Exchange
from tests.loopback.gateway import Session
from tests.loopback.people import Panel, Person, Unanswered
from tests.loopback.stand_in import StandIn
from tests.loopback.world import CHANNEL, Files, Json
from tools.bench.load_figures import Figures

GAMES = tuple(front.setup for front in list_fronts())
"""The games that can be played, each at three tables in turn, with as many seats as it may have."""
SEATINGS = (4, 2, 1)
"""How many people sit at the tables of each game, in turn; the automatic player has the other seats."""
MOST_PEOPLE = max(SEATINGS)
SEARCHED = 15
"""One of this many tables has one person and a searching automatic player: Chanakya and Birbal in turn."""
OPPONENTS = {front.setup.kind: front.player.opponents[-1] for front in list_fronts() if front.player.opponents}
"""The strongest automatic player of each game."""
ADVISED = 0.03
"""The part of turns before which someone asks for advice."""
FIRST_PERSON = 10_000
FIRST_CHANNEL = CHANNEL + 1000


class Listener(StandIn):
    """A stand-in that notes when the public message of a turn arrives, and counts."""

    def __init__(self, figures: Figures, acknowledge_seconds: float) -> None:
        super().__init__()
        self.is_judging = False
        self.acknowledge_seconds = acknowledge_seconds
        self.figures = figures
        self.counts: Counter[str] = Counter()
        self.newest: dict[int, Json] = {}
        self.waiting: dict[int, float] = {}
        """When a turn was confirmed, by channel, as long as nothing was posted there since."""
        self.channels = CountedChannels(self)


class CountedChannels(Channels):
    """The channels of a stand-in that counts."""

    def __init__(self, listener: Listener) -> None:
        super().__init__(listener.world, listener.gateway, listener.posted)
        self._listener = listener

    async def post(self, request: web.Request, body: Any, files: Files) -> Json:
        """Post a message, and note when it came."""
        message = await super().post(request, body, files)
        channel_id, listener = int(message["channel_id"]), self._listener
        listener.counts["posted"] += 1
        if self.world.sent[int(message["id"])].pings:
            listener.newest[channel_id] = message
        begun = listener.waiting.pop(channel_id, None)
        if begun is not None:
            listener.figures.published.append(time.monotonic() - begun)
        # Drop the stand-in's old messages: only the bot's memory is measured.
        for old in list(self.world.messages[channel_id])[:-20]:
            if not self.world.messages[channel_id][old]["pinned"]:
                del self.world.messages[channel_id][old]
                self.world.sent.pop(old, None)
        return message

    async def edit(self, request: web.Request, body: Any, files: Files) -> Json:
        """Edit a message, and count it."""
        self._listener.counts["edited"] += 1
        return await super().edit(request, body, files)


@dataclass(frozen=True)
class Burst:
    """A stretch of time in which everyone clicks ``times`` times as often."""

    since: float
    until: float
    times: float

    def find_end(self, now: float, pause: float) -> float:
        """Return when a pause that begins now ends; during the burst it passes ``times`` times as fast."""
        before = max(0.0, self.since - now)
        if now >= self.until or pause <= before:
            return now + pause
        begun, left = max(now, self.since), pause - before
        within = (self.until - begun) * self.times
        return begun + left / self.times if left <= within else self.until + left - within


class Crowd:
    """The people at all tables, of one game or of all.

    ``pause`` is how long each thinks before a click, in seconds, on average.
    """

    def __init__(self, listener: Listener, count: int, pause: float, seed: int, game: str = "") -> None:
        self.listener = listener
        self.figures = listener.figures
        self.pause = pause
        self.chance = random.Random(seed)
        self.burst = Burst(0.0, 0.0, 1.0)
        self.is_over = asyncio.Event()
        self.games = [setup for setup in GAMES if game in ("", setup.kind)]
        self.tables = [PlayedTable(self, number) for number in range(count)]

    async def think(self) -> None:
        """Wait as long as a person does before a click, or until it is time to stop."""
        pause = min(self.chance.expovariate(1 / self.pause), 4 * self.pause) if self.pause else 0
        now = time.monotonic()
        with suppress(TimeoutError):
            async with asyncio.timeout_at(asyncio.get_running_loop().time() + self.burst.find_end(now, pause) - now):
                await self.is_over.wait()

    def spread(self, sessions: Sequence[Session | None]) -> None:
        """Give the people of each table the session of one of several processes, in turn."""
        for number, table in enumerate(self.tables):
            for person in table.people:
                person.session = sessions[number % len(sessions)]

    async def press_at_once(self) -> None:
        """Have one person at every table use ``/turn`` at the same moment."""
        looks = [table.people[0].type("turn", {}) for table in self.tables]
        exchanges = await asyncio.gather(*looks)
        for table, exchange in zip(self.tables, exchanges, strict=True):
            try:
                await table.people[0].wait(exchange)
            except Unanswered:
                self.figures.missed += 1
            if exchange.acknowledged is not None:
                self.figures.at_once.append(exchange.acknowledged)


class PlayedTable:
    """One table of one of the games, in its own channel, with one, two or four people."""

    def __init__(self, crowd: Crowd, number: int) -> None:
        self.crowd = crowd
        self.figures = crowd.figures
        self.name = f"Table {number}"
        world = crowd.listener.world
        self.channel_id = world.add_channel(f"table-{number}", FIRST_CHANNEL + number)
        self.people: list[Person] = []
        self.setup = crowd.games[number // len(SEATINGS) % len(crowd.games)]
        counts = self.setup.player_counts
        self.options: dict[str, Any] = {"players": max(counts)} if counts else {}
        if number % SEARCHED == SEATINGS.index(1) and self.setup.kind in OPPONENTS:
            self.options["opponent"] = OPPONENTS[self.setup.kind]
        self.seats = self.setup.list_seats(max(counts, default=0))
        for place in range(SEATINGS[number % len(SEATINGS)]):
            user = world.add_user(f"Player {number} {place}", FIRST_PERSON + number * MOST_PEOPLE + place)
            self.people.append(Person(crowd.listener, int(user["id"]), user["global_name"], self.channel_id))

    async def begin(self) -> None:
        """Open the table, take the seats, start."""
        host = self.people[0]
        await host.slash("table new", scenario=self.setup.scenarios[0], name=self.name, thread=False, **self.options)
        for person, seat in zip(self.people, self.seats, strict=False):
            await person.slash("table join", seat=seat)
        panel = await host.slash("table start")
        if len(self.people) < len(self.seats):
            await host.press(panel, "fill")

    async def play(self, until: Callable[[], bool]) -> None:
        """Take turn after turn until it is time to stop."""
        while not until():
            await self.crowd.think()
            if until():
                return
            try:
                await self.take_turn(until)
            except Unanswered:
                self.figures.missed += 1

    async def take_turn(self, until: Callable[[], bool]) -> None:
        """Draft one turn at random, and confirm it."""
        person, panel = await self.find_mover()
        if panel.is_asked and self.crowd.chance.random() < ADVISED:
            begun = time.monotonic()
            await self.wait(person, await person.type("advice", {}))
            self.figures.advised.append(time.monotonic() - begun)
        while panel.is_asked and not until():
            custom_id, values = panel.choose(self.crowd.chance)
            is_confirm = custom_id.split(":", 4)[3] == "confirm"
            await self.crowd.think()
            if until():
                # Everyone stops thinking at this moment. A click by all at once would say nothing about an evening.
                return
            begun = time.monotonic()
            if is_confirm:
                self.crowd.listener.waiting[self.channel_id] = begun
            exchange = await person.touch(panel, custom_id, values)
            panel = await self.wait(person, exchange)
            if is_confirm:
                self.figures.confirmed.append(time.monotonic() - begun)
                return

    async def find_mover(self) -> tuple[Person, Panel]:
        """Return the person who must act and their panel, looking first at the person whom the newest message pings."""
        newest = self.crowd.listener.newest.get(self.channel_id)
        pinged = self.crowd.listener.world.sent[int(newest["id"])].pings if newest is not None else []
        order = sorted(self.people, key=lambda person: person.id not in pinged)
        for person in order:
            panel = await self.wait(person, await person.type("turn", {}))
            if panel.is_asked:
                return person, panel
        return order[0], panel

    async def wait(self, person: Person, exchange: Exchange) -> Panel:
        """Return the answer, its times noted. Raises Unanswered."""
        panel = await person.wait(exchange)
        if exchange.acknowledged is not None and exchange.finished is not None:
            self.figures.acknowledged.append(exchange.acknowledged)
            self.figures.answered.append(exchange.finished)
        self.crowd.listener.exchanges.pop(exchange.token, None)
        return panel
