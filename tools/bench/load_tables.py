"""The people whom `tools.bench.load` puts at tables, and the stand-in for Discord that watches what they see."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

from aiohttp import web

from bot.games.frontend import list_fronts
from tests.loopback.exchange import Exchange
from tests.loopback.people import Panel, Person, Unanswered
from tests.loopback.stand_in import Files, StandIn
from tests.loopback.world import CHANNEL, Json
from tools.bench.load_figures import Figures

GAME = list_fronts()[0].setup
"""The game that is played."""
SEATINGS = (4, 2, 1)
"""How many people sit at a table, in turn from table to table; Arjuna has the other seats."""
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

    async def _post(self, request: web.Request, body: Any, files: Files) -> Json:
        message = await super()._post(request, body, files)
        channel_id = int(message["channel_id"])
        self.counts["posted"] += 1
        if self.world.sent[int(message["id"])].pings:
            self.newest[channel_id] = message
        begun = self.waiting.pop(channel_id, None)
        if begun is not None:
            self.figures.published.append(time.monotonic() - begun)
        # Nobody scrolls back that far, and only the bot's memory is of interest here.
        for old in list(self.world.messages[channel_id])[:-20]:
            if not self.world.messages[channel_id][old]["pinned"]:
                del self.world.messages[channel_id][old]
                self.world.sent.pop(old, None)
        return message

    async def _edit(self, request: web.Request, body: Any, files: Files) -> Json:
        self.counts["edited"] += 1
        return await super()._edit(request, body, files)


class Crowd:
    """The people at all tables. ``pause`` is how long each thinks before a click, in seconds, on average."""

    def __init__(self, listener: Listener, count: int, pause: float, seed: int) -> None:
        self.listener = listener
        self.figures = listener.figures
        self.pause = pause
        self.chance = random.Random(seed)
        self.tables = [PlayedTable(self, number) for number in range(count)]

    async def think(self) -> None:
        """Return a person's pause before a click, in seconds."""
        await asyncio.sleep(min(self.chance.expovariate(1 / self.pause), 4 * self.pause) if self.pause else 0)

    async def press_at_once(self) -> None:
        """Have somebody at every table look at it in the same moment."""
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
    """One table in a channel of its own, with one, two or four people."""

    def __init__(self, crowd: Crowd, number: int) -> None:
        self.crowd = crowd
        self.figures = crowd.figures
        self.name = f"Table {number}"
        world = crowd.listener.world
        self.channel_id = world.add_channel(f"table-{number}", FIRST_CHANNEL + number)
        self.people: list[Person] = []
        for place in range(SEATINGS[number % len(SEATINGS)]):
            user = world.add_user(f"Player {number} {place}", FIRST_PERSON + number * len(GAME.seats) + place)
            self.people.append(Person(crowd.listener, int(user["id"]), user["global_name"], self.channel_id))

    async def begin(self) -> None:
        """Open the table, take the seats, start."""
        host = self.people[0]
        await host.slash("table new", scenario=GAME.scenarios[0], name=self.name, thread=False)
        for person, seat in zip(self.people, GAME.seats, strict=False):
            await person.slash("table join", seat=seat)
        panel = await host.slash("table start")
        if len(self.people) < len(GAME.seats):
            await host.press(panel, "fill")

    async def play(self, until: Callable[[], bool]) -> None:
        """Take turn after turn until it is time to stop."""
        while not until():
            await self.crowd.think()
            try:
                await self.take_turn(until)
            except Unanswered:
                self.figures.missed += 1

    async def take_turn(self, until: Callable[[], bool]) -> None:
        """Draft one turn at random, and confirm it."""
        person, panel = await self.find_mover()
        while panel.is_asked and not until():
            custom_id, values = panel.choose(self.crowd.chance)
            is_confirm = custom_id.split(":", 4)[3] == "confirm"
            await self.crowd.think()
            begun = time.monotonic()
            if is_confirm:
                self.crowd.listener.waiting[self.channel_id] = begun
            exchange = await person.touch(panel, custom_id, values)
            panel = await self.wait(person, exchange)
            if is_confirm:
                self.figures.confirmed.append(time.monotonic() - begun)
                return

    async def find_mover(self) -> tuple[Person, Panel]:
        """The person who must act, as the newest message that pings somebody says; failing that, everybody looks."""
        newest = self.crowd.listener.newest.get(self.channel_id)
        pinged = self.crowd.listener.world.sent[int(newest["id"])].pings if newest is not None else []
        order = sorted(self.people, key=lambda person: person.id not in pinged)
        for person in order:
            panel = await self.wait(person, await person.type("turn", {}))
            if panel.is_asked:
                return person, panel
        return order[0], panel

    async def wait(self, person: Person, exchange: Exchange) -> Panel:
        """The answer, its times noted. Raises Unanswered."""
        panel = await person.wait(exchange)
        if exchange.acknowledged is not None and exchange.finished is not None:
            self.figures.acknowledged.append(exchange.acknowledged)
            self.figures.answered.append(exchange.finished)
        self.crowd.listener.exchanges.pop(exchange.token, None)
        return panel
