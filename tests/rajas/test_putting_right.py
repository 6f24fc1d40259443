"""What a table puts right in Rajas of the Ganges: tracks, dice, workers, improvements, the river, tops of stacks."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from engine import Game
from engine.core.errors import IllegalChoice
from engine.core.record import read_record, verify_record, write_record
from tools.games.rajas.invariants import comparable, fold, settle
from tools.subjects import find_subject


def play(steps: int) -> Game:
    """A game with two players and the Ganga module after some steps, at the start of a turn."""
    game, chance = Game.new("rajas", seed=b"example", options={"ganga": True}), Random(1)
    while game.step_number < steps or game.keys or game.label.phase != "place":
        assert game.decision is not None
        game.choose(chance.choice(game.decision.options).key)
    return game


def list_corrections(game: Game) -> list[dict[str, Any]]:
    """Corrections of everything that can be put right."""
    position = game.position()
    space, tile = next(iter(position["river"].items()))
    free = next(str(number) for number in range(1, 10) if str(number) not in position["river"])
    stack, tiles = next((stack, tiles) for stack, tiles in game.state.stacks.items() if len(tiles) > 2)
    return [
        {"players": {"lotus": {"money": 14, "fame": 20, "karma": 1, "boat": 12}}},
        {"players": {"lotus": {"dice": ["blue:1", "green:6"], "active": 5, "upgrades": {"mill": 2, "fort": 1}}}},
        {"players": {"peacock": {"fame": 60, "money": 30}}},
        {"river": {space: None, free: tile}, "next_first": "lotus"},
        {"tops": {stack: tiles[0]}},
        {"workers": {next(iter(position["workers"])): None}},
    ]


@pytest.mark.parametrize("number", range(6))
def test_everything_on_the_table_can_be_put_right(number: int) -> None:
    game = play(12)
    patch = list_corrections(game)[number]
    before, stacks, dice = comparable(msgspec.to_builtins(game.view())), game.state.stacks, game.state.dice.counters
    for change in game.put_right(patch):
        fold(before, change)
    after = comparable(msgspec.to_builtins(game.view()))
    settle(before)
    settle(after)
    assert before == after
    assert game.steps[-1].label.phase == "put_right"
    assert game.state.dice.counters == dice
    assert {stack: sorted(tiles) for stack, tiles in game.state.stacks.items()} == {
        stack: sorted(tiles) for stack, tiles in stacks.items()
    }
    watch, chance = find_subject("rajas").watch(), Random(2)
    watch.check(game)
    while game.decision is not None:
        game.choose(chance.choice(game.decision.options).key)
        watch.check(game)


@pytest.mark.parametrize(
    ("patch", "error"),
    [
        ({"round": 2}, "put_right_field"),
        ({"players": {"lotus": {"province": {}}}}, "put_right_field"),
        ({"players": {"lotus": {"money": 999}}}, "bad_number"),
        ({"players": {"banyan": {"money": 9}}}, "unknown_word"),
        ({"players": 3}, "bad_value"),
        ({"players": {"lotus": {"boat": 5}, "peacock": {"boat": 5}}}, "named_twice"),
        ({"players": {"lotus": {"dice": ["blue:7"]}}}, "unknown_word"),
        ({"players": {"lotus": {}}}, "put_right_nothing"),
        ({"tops": {"orange:snake": "orange_06"}}, "unknown_word"),
        ({"river": {"3": "castle"}}, "unknown_word"),
    ],
)
def test_impossible_values_are_refused(patch: dict[str, Any], error: str) -> None:
    game = play(12)
    digest = game.digest()
    with pytest.raises(IllegalChoice) as caught:
        game.put_right(patch)
    assert caught.value.text.key == f"error.{error}"
    assert game.digest() == digest


def test_a_record_with_a_correction_can_be_checked() -> None:
    game = Game.new("rajas", seed=b"example")
    chance = Random(3)
    while game.decision is not None:
        if not game.keys and game.label.phase == "place" and game.label.card == 2 and not game.state.workers:
            game.put_right({"players": {"lotus": {"money": game.state.players["lotus"].money + 1}}})
        game.choose(chance.choice(game.decision.options).key)
    record = read_record(write_record(game.record()))
    assert any(step.label.phase == "put_right" for step in record.steps)
    verify_record(Game.load(record).record(), record)
