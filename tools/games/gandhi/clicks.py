"""The clicks of typical turns of Gandhi."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from unittest import mock

import msgspec

from bot.client import TableBot
from bot.tables.transaction import open_step
from engine import Game
from engine.gandhi.ids import PLAYER, SEATS
from storage import open_storage
from tools.bench.clicks import CHANNEL, Counted, Finger
from tools.verify.asking import GUILD, make_bot, without_threads

PEOPLE = {seat: number for number, seat in enumerate(SEATS, start=11)}

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

    ``before`` are the answers of another seat in the same turn; ``position`` is merged into `BOARD`.
    """

    name: str
    seat: str
    answers: tuple[str, ...]
    most: int
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
        most=6,
    ),
    Typical(
        "Sweep of two spaces",
        "raj",
        (
            *("sweep", "punjab", "delhi", "troops", "2", "done"),
            *("east_bengal", "calcutta", "troops", "2", "done", "done", "end"),
        ),
        most=6,
    ),
    Typical(
        "Civil Disobedience in three spaces, with Satyagraha",
        "congress",
        (
            *("civil_disobedience", "bihar", "done", "united_provinces", "done", "west_bengal", "done"),
            *("special:satyagraha", "punjab", "place", "done"),
        ),
        most=6,
    ),
    Typical(
        "March of one Guerrilla",
        "revolutionaries",
        ("march", "east_bengal", "underground", "1", "west_bengal", "done", "done", "end"),
        most=4,
    ),
    Typical(
        "Deploy in two Cities, with two Governs",
        "raj",
        (
            *("deploy", "madras", "troops", "3", "sepoys", "3", "karachi", "troops", "3", "sepoys", "3"),
            *("special:govern", "karachi", "imperialism", "2", "calcutta", "1"),
            *("done", "2:0"),
        ),
        most=9,
        position={"spaces": {"karachi": {"protest": True}}},
    ),
    Typical(
        "Demonstrate in two spaces",
        "congress",
        ("demonstrate", "rajputana", "delhi", "protest", "orissa", "west_bengal", "protest", "done"),
        most=7,
    ),
    Typical(
        "Event with two spaces and a choice in each",
        "congress",
        ("event:shaded", "sind", "league_bases", "baluchistan", "revolutionary_bases"),
        most=5,
        position={"card": 16},
    ),
    Typical("Pass", "raj", ("pass",), most=2),
    Typical("Pass, with an Activist from Out of Play", "congress", ("pass", "congress"), most=3),
    Typical(
        "Redeploy of Troops from two Cities and Sepoys from a Province",
        "raj",
        (
            *("delhi", "troops", "2", "lahore_delhi", "calcutta", "troops", "2", "allahabad_calcutta"),
            *("punjab", "2", "delhi", "done"),
        ),
        most=4,
        position={"phase": "redeploy_raj", "card": 75, "turn": None},
    ),
    Typical(
        "Asked in mid-turn: is Gandhi released?",
        "raj",
        ("no",),
        most=2,
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
        most=5,
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


async def count_presses(turn: Typical, *, with_fields: bool = False) -> int:
    """Return how many clicks a turn takes on panels, *Your turn* included.

    ``with_fields`` counts those in the fields of forms, too. Raises ValueError where no click gives the next answers.
    """
    with tempfile.TemporaryDirectory() as folder, without_threads():
        storage = await open_storage(f"sqlite:///{Path(folder) / 'presses.sqlite3'}")
        bot = make_bot(storage)
        try:
            table_id, user_id = await open_table(bot, turn), PEOPLE[turn.seat]
            return await Finger(bot, table_id, user_id, turn.answers, with_fields=with_fields).run()
        finally:
            bot.painter.close()
            await storage.close()


async def open_table(bot: TableBot, turn: Typical) -> str:
    """Open a table at which a turn's seat must decide, and return its id."""
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


def write_rows(counts: Mapping[str, tuple[int, int]]) -> list[str]:
    """Return the table, a row for each turn."""
    rows = [f"| {turn.name} | {counts[turn.name][0]} | {counts[turn.name][1]} | {turn.most} |" for turn in TURNS]
    return ["| turn | clicks | fields of forms counted | at most |", "|---|---|---|---|", *rows]


def count_all() -> Counted:
    """Return the table, and whether every turn takes no more clicks than it should."""
    counts = {
        turn.name: (asyncio.run(count_presses(turn)), asyncio.run(count_presses(turn, with_fields=True)))
        for turn in TURNS
    }
    return Counted(write_rows(counts), all(counts[turn.name][0] <= turn.most for turn in TURNS))


CLICKS = count_all
