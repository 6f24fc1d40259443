"""Count the clicks that typical turns take, from *Your turn* to the public message, by the buttons of the panel.

``python -m tools.bench.clicks [--write]``

A turn is given as its answers. On each panel the program makes the click that gives the most of them, as
somebody would who knows what they want. Those of Rajas are the turns of whole games (`presses_rajas`). ``--write``
keeps the tables in ``docs/performance.md``. Exit code 0: every turn takes no more clicks than it should. 1: one does.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any
from unittest import mock

import msgspec

from bot.client import TableBot
from bot.tables.draft import Draft, extend
from bot.tables.transaction import open_step
from engine import Game
from engine.gandhi.ids import PLAYER, SEATS
from storage import open_storage
from tools.bench import clicks_rajas as presses_rajas
from tools.verify.asking import GUILD, Asker, list_components, make_bot, without_threads

PAGE = Path(__file__).resolve().parent.parent.parent / "docs" / "performance.md"
BEGIN, END = "<!-- presses: written by tools/bench/clicks.py -->", "<!-- /presses -->"
RAJAS_BEGIN, RAJAS_END = "<!-- presses of rajas: written by tools/bench/clicks.py -->", "<!-- /presses of rajas -->"
KEY_SEPARATOR = ">"
PEOPLE = {seat: number for number, seat in enumerate(SEATS, start=11)}
CHANNEL = 5
MOST_PICKED = 4

SEED = (1).to_bytes(32, "big")
"""The seed of all tables: its first die shows a 2."""

BOARD: dict[str, Any] = {
    "game": "gandhi",
    "scenario": "short",
    "restraint": 3,
    "unity": 3,
    "viceroy": "irwin",
    "resources": {"raj": 20, "revolutionaries": 5},
    "spaces": {
        "bihar": {"sepoys": 2, "congress": 2, "level": "passive_opposition"},
        "united_provinces": {"sepoys": 1, "congress": 1, "underground": 2},
        "bombay_presidency": {"sepoys": 2, "congress": 1, "gandhi": True, "unrest": 2, "level": "passive_opposition"},
        "delhi": {"troops": 3, "sepoys": 2, "congress": 1, "level": "passive_support"},
        "bombay": {"troops": 1, "sepoys": 1, "level": "passive_support"},
        "calcutta": {"troops": 3, "sepoys": 2, "league": 1},
        "punjab": {"sepoys": 2, "league": 2, "league_bases": 1, "underground": 2},
        "west_bengal": {"congress": 1},
        "east_bengal": {"league": 1, "underground": 2, "active": 1, "revolutionary_bases": 1},
    },
    "out_of_play": {"troops": 2, "sepoys": 12, "congress": 5, "league": 6, "underground": 6},
    "card": 55,
    "next": 36,
    "campaigns_left": 2,
}


class Typical(msgspec.Struct, frozen=True):
    """A turn that people take often: its seat, its answers, and the clicks that it should take.

    ``was`` is what it took before several answers went into one click. ``before`` is what another seat has answered
    in the same turn; ``position`` differs from `BOARD`.
    """

    name: str
    seat: str
    answers: tuple[str, ...]
    most: int
    was: int
    before: tuple[tuple[str, tuple[str, ...]], ...] = ()
    position: Mapping[str, Any] = {}


TURNS = (
    Typical(
        "Deploy in two Cities",
        "raj",
        (
            *("deploy", "madras", "troops", "3", "sepoys", "3", "karachi", "troops", "3", "sepoys", "3"),
            *("done", "2:0", "end"),
        ),
        most=9,
        was=15,
    ),
    Typical(
        "Sweep of two spaces",
        "raj",
        (
            *("sweep", "punjab", "delhi", "troops", "2", "done"),
            *("east_bengal", "calcutta", "troops", "2", "done", "done", "end"),
        ),
        most=9,
        was=14,
    ),
    Typical(
        "Civil Disobedience in three spaces, with Satyagraha",
        "congress",
        (
            *("civil_disobedience", "bihar", "done", "united_provinces", "done", "west_bengal", "done"),
            *("special:satyagraha", "punjab", "place", "done"),
        ),
        most=10,
        was=12,
    ),
    Typical(
        "March of one Guerrilla",
        "revolutionaries",
        ("march", "east_bengal", "underground", "1", "west_bengal", "done", "done", "end"),
        most=7,
        was=9,
    ),
    Typical(
        "Deploy in two Cities, with two Governs",
        "raj",
        (
            *("deploy", "madras", "troops", "3", "sepoys", "3", "karachi", "troops", "3", "sepoys", "3"),
            *("special:govern", "karachi", "imperialism", "2", "calcutta", "1"),
            *("done", "2:0"),
        ),
        most=14,
        was=21,
        position={"spaces": {"karachi": {"protest": True}}},
    ),
    Typical("Pass, with an Activist from Out of Play", "congress", ("pass", "congress"), most=3, was=4),
    Typical(
        "Asked in mid-turn: is Gandhi released?",
        "raj",
        ("no",),
        most=2,
        was=3,
        before=(("congress", ("special:satyagraha", "bihar")),),
        position={
            "turn": {"seat": "congress", "may": "operation_and_special"},
            "jail": {"gandhi": True},
            "spaces": {"bombay_presidency": {"sepoys": 2, "congress": 1, "level": "passive_opposition"}},
        },
    ),
    Typical(
        "Asked in mid-turn: two cubes in a Crisis",
        "raj",
        ("sepoys", "sind", "2"),
        most=4,
        was=5,
        before=(("league", ("non_cooperation", "punjab", "done", "end")),),
        position={
            "turn": {"seat": "league", "may": "any"},
            "restraint": 2,
            "unity": 1,
            "out_of_play": {"sepoys": 3},
            "spaces": {"punjab": {"league": 1, "protest": True}},
        },
    ),
)


async def count_presses(turn: Typical) -> int:
    """How many presses a turn takes on panels, *Your turn* included. Raises ValueError where no button leads on."""
    with tempfile.TemporaryDirectory() as folder, without_threads():
        storage = await open_storage(f"sqlite:///{Path(folder) / 'presses.sqlite3'}")
        bot = make_bot(storage)
        try:
            return await Finger(bot, await open_table(bot, turn), turn).run()
        finally:
            bot.painter.close()
            await storage.close()


async def open_table(bot: TableBot, turn: Typical) -> str:
    """A table at which it is a turn's seat that must decide: its id."""
    tables = bot.tables
    with mock.patch("bot.tables.lobby.token_bytes", return_value=SEED):
        table = await tables.lobby.create(
            CHANNEL,
            name="Salt March",
            scenario="short",
            language="en",
            host_user_id=11,
            host_name="Raj",
            guild_id=GUILD,
            channel_id=CHANNEL,
        )
    position: dict[str, Any] = {**BOARD, "turn": {"seat": turn.seat, "may": "any"}, **turn.position}
    position["spaces"] = {**BOARD["spaces"], **turn.position.get("spaces", {})}
    async with tables.transactions.begin(table.id, None) as tx:
        for seat, user_id in PEOPLE.items():
            await tx.take_seat(table.id, seat, user_id, seat.title(), kind=PLAYER)
        await tx.update_game(table.id, status="playing", options={"seats": dict.fromkeys(SEATS, PLAYER)})
        await open_step(tx, table.id, Game.at(position, seed=table.game.seed))
    for seat, keys in turn.before:
        await tables.at(table.id, PEOPLE[seat]).play(keys)
    return table.id


class Finger:
    """Somebody who knows which answers they want, and takes the shortest way to them."""

    def __init__(self, bot: TableBot, game_id: str, turn: Typical) -> None:
        self.bot = bot
        self.game_id = game_id
        self.user_id = PEOPLE[turn.seat]
        self.asker = Asker(bot, CHANNEL)
        self.left = list(turn.answers)
        self.presses = 0

    async def run(self) -> int:
        """Press until the turn is confirmed."""
        version = (await self.bot.tables.table(self.game_id)).game.version
        shown = await self.press(f"g1:{self.game_id}:-:turn:")
        while (await self.bot.tables.table(self.game_id)).game.version == version:
            custom_id, picked, given = await self.find_best(shown)
            shown = await self.press(custom_id, picked)
            del self.left[: len(given)]
        if self.left:
            raise ValueError(f"Confirmed before {self.left}.")
        return self.presses

    async def press(self, custom_id: str, picked: Sequence[str] = ()) -> list[dict[str, Any]]:
        """Click a button, or choose from a list."""
        self.presses += 1
        return await self.asker.press(self.user_id, "en-GB", custom_id, picked)

    async def find_best(self, shown: list[dict[str, Any]]) -> tuple[str, Sequence[str], Sequence[str]]:
        """The press that gives the most of the answers that are left: its custom id, what is picked, the answers."""
        ways = [way async for way in self.find_ways(shown)]
        if not ways:
            raise ValueError(f"No button leads on to {self.left}: {[made for made, _ in list_components(shown)]}")
        return max(ways, key=lambda way: len(way[2]))

    async def find_ways(self, shown: list[dict[str, Any]]) -> AsyncIterator[tuple[str, Sequence[str], Sequence[str]]]:
        """Yield every click that gives nothing but answers that are wanted next."""
        moment = await self.bot.tables.moment(self.game_id, self.user_id)
        for custom_id, values in list_components(shown):
            verb, key = custom_id.split(":", 4)[3:]
            if verb == "confirm" and key.split(KEY_SEPARATOR) == (self.left or [""]):
                yield custom_id, (), self.left[:]
            for picked in ([value] for value in values) if values else [[key]] if verb == "choose" else []:
                if self.begins_with(picked[0].split(KEY_SEPARATOR)):
                    yield custom_id, picked, picked[0].split(KEY_SEPARATOR)
            for picked in self.several(values):
                extended = extend(moment.game.blind(), Draft(), picked).draft
                given = extended.to_commit
                if not extended.queue and self.begins_with(given):
                    yield custom_id, picked, given

    def several(self, values: Sequence[str]) -> Iterator[list[str]]:
        """Several picks of one list, in the order in which they are wanted."""
        wanted = [answer for answer in dict.fromkeys(self.left) if answer in values]
        for count in range(2, min(len(wanted), MOST_PICKED) + 1):
            yield wanted[:count]

    def begins_with(self, answers: Sequence[str]) -> bool:
        """Whether these answers are wanted next."""
        return list(answers) == self.left[: len(answers)]


def write_rows(counts: Mapping[str, int]) -> list[str]:
    """The table, a row for each turn."""
    rows = [f"| {turn.name} | {turn.was} | {counts[turn.name]} | {turn.most} |" for turn in TURNS]
    return ["| turn | before | now | at most |", "|---|---|---|---|", *rows]


def write_page(lines: Sequence[str], begin: str, end: str) -> None:
    """Keep a table in the documentation."""
    page = PAGE.read_text("utf-8")
    head, _, rest = page.partition(begin)
    _, _, tail = rest.partition(end)
    PAGE.write_text(head + "\n".join([begin, *lines, end]) + tail, "utf-8")


def main(arguments: list[str] | None = None) -> int:
    """The command line. Returns the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.bench.clicks", description="How many presses does a turn take?"
    )
    parser.add_argument("--write", action="store_true", help="keep the table in docs/performance.md")
    options = parser.parse_args(arguments)
    counts = {turn.name: asyncio.run(count_presses(turn)) for turn in TURNS}
    lines = write_rows(counts)
    of_rajas = presses_rajas.write_rows()
    print("\n".join([*lines, "", *of_rajas]))
    if options.write:
        write_page(lines, BEGIN, END)
        write_page(of_rajas, RAJAS_BEGIN, RAJAS_END)
    return int(any(counts[turn.name] > turn.most for turn in TURNS))


if __name__ == "__main__":
    sys.exit(main())
