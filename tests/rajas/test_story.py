"""The reading of a turn: every Change is reported once, in the step of its place."""

from __future__ import annotations

import pytest

from engine import Game
from engine.core.change import Change
from engine.rajas.birbal.player import Birbal
from engine.rajas.story import BOAT, BONUS, BUILD, ROUND, SETUP, WORKER, YIELDS, Fact, read_story

SEED = b"story".ljust(32, b".")


def test_a_tile_its_bonus_and_its_yield_are_separate_steps() -> None:
    """The coins of the tile are its own, those that come after the bonus are the yield's."""
    story = read_story(
        [
            Change("worker", "lotus", target="quarry:2"),
            Change("coins", "lotus", old=9, new=7),
            Change("give_die", "lotus", "purple", old=6),
            Change("build", "lotus", "purple_07", origin="purple:cow", target="a1", new=6),
            Change("join", "lotus", target="left1"),
            Change("fame", "lotus", old=4, new=6),
            Change("coins", "lotus", old=7, new=8),
            Change("upgrade", "lotus", "fort", old=0, new=1),
            Change("coins", "lotus", old=8, new=11),
        ]
    )
    assert [(step.number, step.kind, step.place, step.places) for step in story.steps] == [
        (1, WORKER, "quarry:2", []),
        (2, BUILD, "a1", []),
        (3, BONUS, "fame_5", []),
        (4, YIELDS, "", ["left1"]),
    ]
    assert story.steps[0].facts() == [Fact("paid", "lotus", 2), Fact("gave", "lotus", 0, ("purple:6",))]
    assert story.steps[1].facts() == [Fact("fame", "lotus", 2), Fact("coins", "lotus", 1)]
    assert story.steps[2].facts() == [Fact("upgrade", "lotus", 3, ("fort",))]
    assert story.steps[3].facts() == [Fact("coins", "lotus", 3)]
    assert story.moved("lotus", "coins") == (9, 11)
    assert story.moved("lotus", "boat") is None
    assert story.built == {"lotus": {"a1": "purple:cow"}}


def test_coins_after_a_tile_without_markets_belong_to_the_yield() -> None:
    story = read_story(
        [
            Change("worker", "conch", target="quarry:1"),
            Change("build", "conch", "orange_03", origin="orange:snake", target="a1", new=10),
            Change("join", "conch", target="left1"),
            Change("fame", "conch", old=0, new=2),
            Change("coins", "conch", old=0, new=3),
        ]
    )
    assert [step.kind for step in story.steps] == [WORKER, BUILD, YIELDS]
    assert story.steps[-1].facts() == [Fact("coins", "conch", 3)]


def test_the_step_of_a_boat_names_the_bonus_that_moved_it() -> None:
    story = read_story(
        [
            Change("worker", "banyan", target="market:tea"),
            Change("give_die", "banyan", "blue", old=3),
            Change("coins", "banyan", old=8, new=15),
            Change("bonus", "banyan", old=0, new=1),
            Change("boat", "banyan", old=0, new=1),
            Change("coins", "banyan", old=15, new=18),
        ]
    )
    assert [(step.kind, step.place, step.via) for step in story.steps] == [
        (WORKER, "market:tea", ""),
        (BOAT, "1", "money_12"),
    ]
    assert story.steps[1].facts() == [Fact("coins", "banyan", 3)]
    assert story.numbers(BOAT, "1") == [2]


def test_a_die_gained_and_lost_in_one_turn_is_in_no_step() -> None:
    story = read_story(
        [
            Change("worker", "lotus", target="terrace:blue"),
            Change("take_die", "lotus", "blue", new=4),
            Change("give_die", "lotus", "blue", old=4),
        ]
    )
    assert story.rolled == {"lotus": []}
    assert story.gave == {}


def test_the_end_of_a_round_is_shown_without_a_seat() -> None:
    story = read_story([Change("first", target="peacock"), Change("workers_back"), Change("round", new=3)])
    assert [step.kind for step in story.steps] == [SETUP, ROUND]
    assert story.seat == ""
    assert story.rounds == [3]


@pytest.mark.parametrize(("scenario", "ganga"), [("basic", False), ("navaratnas", True)])
def test_every_change_of_a_game_is_in_exactly_one_step_of_its_story(scenario: str, ganga: bool) -> None:
    seats = {"lotus": "birbal", "peacock": "birbal", "banyan": "birbal"}
    game = Game.new("rajas", scenario, seats=seats, seed=SEED, options={"ganga": ganga})
    birbal = Birbal(game, explains=False)
    while game.decision is not None and len(game.steps) < 40:
        birbal.answer()
    for played in game.steps:
        story = read_story(played.changes)
        told = [change for step in story.steps for change in step.changes]
        assert [change for change in played.changes if change.verb != "bonus"] == [
            change for change in told if change.verb != "bonus"
        ]
        numbers = [step.number for step in story.steps if step.number]
        assert numbers == list(range(1, len(numbers) + 1))
        assert all(step.place or step.places for step in story.steps if step.number)
