"""Four people at a table of the stand-in, and the program that serves them."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from tests.loopback.people import PATIENCE, Panel, Person, Unanswered, read_panel
from tests.loopback.program import Program
from tests.loopback.stand_in import StandIn
from tests.loopback.world import CHANNEL, Json

NAMES = ("Asha", "Bilal", "Charu", "Dev")
SEATS = {"Asha": "raj", "Bilal": "congress", "Charu": "league", "Dev": "revolutionaries"}


@dataclass
class Table:
    """A table in one channel."""

    stand_in: StandIn
    program: Program
    people: dict[str, Person] = field(default_factory=dict)
    channel_id: int = CHANNEL

    @classmethod
    def gather(cls, stand_in: StandIn, program: Program, channel_id: int = CHANNEL, first_id: int = 1000) -> Table:
        """Return four new people in a channel."""
        table = cls(stand_in, program, {}, channel_id)
        for number, name in enumerate(NAMES):
            user = stand_in.world.add_user(name, first_id + number)
            table.people[name] = Person(stand_in, int(user["id"]), name, channel_id)
        return table

    async def gather_elsewhere(self, name: str) -> Table:
        """Return the same people in a new channel, of which the program has heard."""
        world = self.stand_in.world
        here = Table(self.stand_in, self.program, {}, world.add_channel(name))
        for person in self.people.values():
            here.people[person.name] = Person(self.stand_in, person.id, person.name, here.channel_id, person.session)
        for session in self.stand_in.gateway.live:
            await session.tell("CHANNEL_CREATE", world.channels[here.channel_id])
        return here

    async def open(self, scenario: str = "short", name: str = "Salt March", **options: Any) -> None:
        """Open a table in this very channel."""
        opened = await self.people["Asha"].slash("table new", scenario=scenario, name=name, thread=False, **options)
        assert "open" in opened.words, opened.words

    async def begin(self, scenario: str = "short") -> None:
        """Open a table, seat everyone, start."""
        await self.open(scenario)
        for name, seat in SEATS.items():
            await self.people[name].slash("table join", seat=seat)
        await self.people["Asha"].slash("table start")

    async def begin_with_arjuna(self, name: str, seat: str, scenario: str = "short") -> None:
        """Open a table, take one seat and leave the others to Arjuna."""
        person = self.people[name]
        await self.open(scenario)
        await person.slash("table join", seat=seat)
        await person.press(await person.slash("table start"), "fill")

    async def begin_rajas(self, name: str = "ganges", *, is_alone: bool = False) -> Table:
        """Have Charu and Dev begin Rajas of the Ganges in another channel, or Charu alone with Birbal."""
        here = await self.gather_elsewhere(name)
        charu = here.people["Charu"]
        await here.open("basic", name="By the river", players=2)
        await charu.slash("table join", seat="lotus")
        if not is_alone:
            await here.people["Dev"].slash("table join", seat="peacock")
        await charu.press(await charu.slash("table start"), "fill" if is_alone else "begin")
        return here

    @asynccontextmanager
    async def patience(self, seconds: float = PATIENCE) -> AsyncIterator[None]:
        """Limit the time of the block. Raises Unanswered, with the last output of the program."""
        try:
            async with asyncio.timeout(seconds):
                yield
        except TimeoutError:
            raise Unanswered(self.program.words()[-3000:]) from None

    # -- looking -------------------------------------------------------------------------------------------

    def messages(self) -> list[Json]:
        """Return the public messages of the bot, oldest first."""
        return self.stand_in.world.posted(self.channel_id)

    def statuses(self) -> list[Json]:
        """Return the messages that are a table's status: those with its title."""
        return [message for message in self.messages() if read_panel(message).words.startswith("### Salt March")]

    async def settle(self, count: int, seconds: float = PATIENCE) -> list[Json]:
        """Wait until there are so many public messages, and a moment longer for one too many."""
        deadline = time.monotonic() + seconds
        while len(self.messages()) < count:
            if time.monotonic() > deadline:
                raise Unanswered(f"{len(self.messages())} of {count} messages came. {self.program.words()[-3000:]}")
            await asyncio.sleep(0.02)
        await asyncio.sleep(0.3)
        return self.messages()

    # -- playing -------------------------------------------------------------------------------------------

    async def find_mover(self) -> tuple[Person, Panel]:
        """Return the person whose decision it is, and the panel."""
        for person in self.people.values():
            panel = await person.slash("turn")
            if panel.is_asked:
                return person, panel
        raise AssertionError("Nobody is asked.")

    async def draft(self, person: Person, panel: Panel, chance: random.Random) -> tuple[Panel, str]:
        """Choose at random up to a Confirm; return the panel, and the custom id that confirms."""
        for _ in range(200):
            custom_id, values = panel.choose(chance)
            if custom_id.split(":", 4)[3] == "confirm":
                return panel, custom_id
            panel = await person.use(panel, custom_id, values)
        raise AssertionError("The draft never ends.")

    def panel_of(self, message: Json) -> Panel:
        """Return a public message as something to click on."""
        return read_panel(message)
