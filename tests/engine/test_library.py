"""A library of finished games of all seatings and endings replays as it was recorded.

If a change of the rules is meant to change them, write them again with ``python -m tools.games.gandhi.record_games``
and say why in the commit.
"""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from engine.core.protocol import Result
from engine.gandhi.ids import SEATS
from engine.gandhi.state import State
from tools.games.gandhi.library import (
    LIBRARY,
    Kept,
    begin,
    describe_seating,
    keep,
    list_seatings,
    play,
    read_library,
    replay_kept,
)

ENOUGH = 200
SMALL = 150_000
"""Bytes of the library's file."""
PARTS = 4
SAMPLE = 16


@cache
def library() -> tuple[Kept, ...]:
    """Return the games of the library."""
    return tuple(read_library(LIBRARY.read_bytes()))


def find_changed(games: tuple[Kept, ...]) -> list[str]:
    """Return the differences, each with its game."""
    told = [(kept, replay_kept(kept)) for kept in games]
    return [f"{describe_seating(kept)}, {kept.ending}: {what}" for kept, what in told if what]


def test_a_sample_of_the_library_replays_as_recorded() -> None:
    assert find_changed(library()[:: len(library()) // SAMPLE]) == []


@pytest.mark.parametrize("part", range(PARTS))
def test_every_game_of_the_library_replays_as_recorded(part: int) -> None:
    assert find_changed(library()[part::PARTS]) == []


def test_the_library_contains_every_seating_and_ending_and_is_small() -> None:
    games = library()
    assert len(games) >= ENOUGH
    assert len({kept.start.seed for kept in games}) == len(games)
    assert len({describe_seating(kept) for kept in games}) == len(list_seatings())
    endings = {kept.ending for kept in games}
    assert {f"final {seat}" for seat in SEATS} <= endings
    assert {f"victory {seat}" for seat in SEATS} <= endings
    assert any(ending.endswith("nobody") for ending in endings)
    for scenario in ("short", "main"):
        whole = {describe_seating(kept) for kept in games if kept.start.scenario == scenario}
        assert len(whole) == len(list_seatings())
    assert LIBRARY.stat().st_size <= SMALL


def test_replaying_the_library_finds_a_change_of_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = State.earn
    monkeypatch.setattr(State, "earn", lambda state, seat, amount: honest(state, seat, amount + 1))
    assert find_changed(library()[:SAMPLE])


def test_replaying_the_library_finds_a_game_that_ends_differently() -> None:
    chance = Random(1)
    game = begin("late", *list_seatings()[0], chance)
    assert play(game, chance, 20_000)
    kept = keep(game)
    assert replay_kept(kept) == ""
    other = Result(kept.result.ranking[::-1], kept.result.margins, kept.result.reason)
    assert replay_kept(Kept(kept.start, kept.steps, kept.digests, other)).startswith("it ends otherwise")
