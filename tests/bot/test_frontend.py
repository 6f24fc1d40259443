"""The front ends of games: seven small parts, with plain answers that are enough to play."""

from __future__ import annotations

from dataclasses import fields

import pytest

import engine
from bot.games import registry
from bot.games.frontend import Frontend, list_fronts
from bot.games.playing import Lessons, Orders, Player, Setup
from bot.games.showing import Pictures, Score, Words
from bot.tables.play import Tables
from storage import Storage
from tests.core.counting import SEATS, CountingRules

PARTS = (Setup, Words, Score, Pictures, Player, Orders, Lessons)
MOST_MEMBERS = 15
LEA = 31


class PlainSetup(Setup):
    """The counting game, of which nothing is known but its seats and its scenario."""

    kind = "counting"
    seats = SEATS
    scenarios = ("count",)


def list_members(part: type) -> set[str]:
    """Return the public members of a part."""
    return {name for name in vars(part) if not name.startswith("_")}


def test_a_front_end_has_seven_parts() -> None:
    assert [one.name for one in fields(Frontend)] == [part.__name__.casefold() for part in PARTS]


@pytest.mark.parametrize("part", PARTS)
def test_a_part_is_small(part: type) -> None:
    assert 0 < len(list_members(part)) <= MOST_MEMBERS


def test_a_game_adds_nothing_that_the_bot_does_not_ask() -> None:
    for front in list_fronts():
        for part in PARTS:
            given = getattr(front, part.__name__.casefold())
            assert list_members(type(given)) <= list_members(part), type(given)


async def test_seats_and_a_scenario_are_enough(storage: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(engine.GAMES, "counting", CountingRules())
    monkeypatch.setitem(registry.FRONTS, "counting", Frontend(PlainSetup()))
    tables = Tables(storage)
    table = await tables.lobby.create(
        1, name="Sum", scenario="count", language="en", host_user_id=LEA, host_name="Lea", guild_id=1, channel_id=5
    )
    for seat in SEATS:
        await tables.lobby.join(None, table.id, LEA, "Lea", seat)
    moment = await tables.start(None, table.id, LEA)
    while moment.decision is not None:
        moment = await tables.at(table.id, LEA).play(["1", "done"])
    assert moment.game.result is not None
