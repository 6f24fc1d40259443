"""Positions in and out: every step of a game survives the way, and a bad position is one clear error."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from engine import Game
from engine.core.dice import Dice
from engine.core.errors import BadPosition, IllegalChoice
from engine.gandhi.ids import SEATS

EXAMPLE: dict[str, Any] = {
    "game": "gandhi",
    "scenario": "short",
    "restraint": 2,
    "unity": 3,
    "viceroy": "irwin",
    "resources": {"raj": 10, "revolutionaries": 4},
    "spaces": {
        "punjab": {
            "troops": 1,
            "sepoys": 2,
            "congress": 1,
            "league": 2,
            "underground": 1,
            "active": 0,
            "league_bases": 1,
            "level": "passive_opposition",
            "protest": True,
            "unrest": 1,
            "muslim_state": False,
        },
        "bihar": {"gandhi": True, "congress": 2},
        "karachi_lahore": {"strike": True},
    },
    "jail": {"congress": 1, "league": 0, "gandhi": False},
    "out_of_play": {"troops": 2, "sepoys": 5, "underground": 3},
    "card": 12,
    "next": 30,
    "campaigns_left": 2,
    "eligible": ["raj", "league", "revolutionaries"],
    "seats": {"raj": "player", "congress": "arjuna", "league": "player", "revolutionaries": "arjuna"},
    "turn": {"seat": "raj", "may": "operation_and_special"},
}
"""The position of the design, word for word."""


def test_the_documented_position_is_read_and_written_unchanged() -> None:
    position = Game.at(EXAMPLE).position()
    for field in ("restraint", "unity", "viceroy", "card", "next", "campaigns_left", "eligible", "seats", "turn"):
        assert position[field] == EXAMPLE[field]
    assert position["spaces"]["punjab"] == {name: value for name, value in EXAMPLE["spaces"]["punjab"].items() if value}
    assert position["jail"] == EXAMPLE["jail"]
    assert position["available"]["sepoys"] == 45 - 5 - 2
    assert position["control"] == []
    assert Game.at(json.loads(json.dumps(position))).position() == position


def test_an_empty_position_is_valid() -> None:
    position = Game.at({}).position()
    assert position["spaces"] == {}
    assert position["phase"] == "turn"
    assert {"card", "next"} <= set(position)


def steps(number: int) -> Iterator[Game]:
    """Yield a game played at random, at each beginning of a turn, at each question of a round, and at its end."""
    chance = Dice(number.to_bytes(32, "big"))
    pair = [["raj", "revolutionaries"]] if number % 2 else []
    game = Game.new(scenario=("short", "main")[number % 2], seed=bytes([number]) * 32, options={"sides": pair})
    while game.decision is not None:
        if not game.keys or game.label.phase != "turn":
            yield game
        allowed = [option.key for option in game.decision.options if option.key not in ("remove_own", "transfer")]
        game.choose(allowed[chance.number("choice", len(allowed))])
    yield game


@pytest.mark.parametrize("number", range(4))
def test_every_step_of_a_game_can_be_saved_as_a_position_and_loaded(number: int) -> None:
    phases = set()
    for game in steps(number):
        position = game.position()
        again = Game.at(json.loads(json.dumps(position)))
        assert again.position() == position
        assert again.result == game.result
        phases.add(game.label.phase)
        # A position in a phase of a round is that of its start; a Crisis is rolled again, with other dice.
        if game.keys or game.label.phase == "crisis" or game.decision is None:
            continue
        assert again.label == game.label
        assert again.decision is not None
        assert (again.decision.seat, again.decision.kind) == (game.decision.seat, game.decision.kind)
        assert again.decision.keys == game.decision.keys
    assert {"turn", "redeploy_raj", "over"} <= phases


def test_a_played_card_of_a_position_does_not_return_to_the_deck() -> None:
    played = [card for card in range(1, 49) if card not in (12, 30)]
    state = Game.at({"card": 12, "next": 30, "played": played, "campaigns_left": 1}).state
    assert not set(played) & set(state.deck)
    with pytest.raises(BadPosition, match=r"error\.too_few_cards"):
        Game.at({"card": 12, "next": 30, "played": played, "campaigns_left": 3})


BAD: list[tuple[dict[str, Any], str]] = [
    ({"colour": "red"}, "unknown_field"),
    ({"scenario": "long"}, "unknown_word"),
    ({"game": "ceylon"}, "unknown_game"),
    ({"restraint": 0}, "bad_number"),
    ({"restraint": 6}, "bad_number"),
    ({"unity": "high"}, "bad_number"),
    ({"unity": True}, "bad_number"),
    ({"viceroy": "curzon"}, "unknown_word"),
    ({"resources": {"raj": 51}}, "bad_number"),
    ({"resources": {"congress": 1}}, "unknown_word"),
    ({"spaces": {"burma": {}}}, "unknown_space"),
    ({"spaces": {"punjab": {"tanks": 1}}}, "unknown_piece"),
    ({"spaces": {"punjab": {"troops": -1}}}, "bad_value"),
    ({"spaces": {"punjab": {"troops": True}}}, "bad_value"),
    ({"spaces": {"punjab": {"gandhi": 1}}}, "bad_value"),
    ({"spaces": {"punjab": {"level": "angry"}}}, "unknown_level"),
    ({"spaces": {"punjab": {"troops": 16}}}, "too_many_pieces"),
    ({"spaces": {"punjab": {"underground": 9, "active": 8}}}, "too_many_pieces"),
    ({"spaces": {"sind": {"league_bases": 2}}}, "too_many_bases"),
    ({"spaces": {"lahore_delhi": {"league_bases": 1}}}, "too_many_bases"),
    ({"spaces": {"orissa": {"troops": 1}}}, "troops_in_state"),
    ({"spaces": {"sind": {"troops": 1, "muslim_state": True}}}, "troops_in_state"),
    ({"spaces": {"delhi": {"muslim_state": True}}}, "muslim_state_not_in_province"),
    ({"spaces": {"lahore_delhi": {"level": "passive_support"}}}, "not_on_railway"),
    ({"spaces": {"lahore_delhi": {"unrest": 1}}}, "not_on_railway"),
    ({"spaces": {"delhi": {"strike": True}}}, "strike_not_on_railway"),
    ({"spaces": {"delhi": {"unrest": 13}}}, "too_many_unrest"),
    (
        {
            "spaces": {
                space: {"protest": True}
                for space in ("delhi", "sind", "assam", "bihar", "punjab", "orissa", "mysore", "madras", "bombay")
            }
        },
        "too_many_protests",
    ),
    ({"spaces": {"delhi": {"gandhi": True}, "sind": {"gandhi": True}}}, "two_gandhis"),
    ({"spaces": {"delhi": {"gandhi": True}}, "jail": {"gandhi": True}}, "two_gandhis"),
    ({"spaces": {"delhi": {"gandhi": True}}, "phase": "gandhi_placed"}, "two_gandhis"),
    ({"jail": {"gandhi": True}, "phase": "gandhi_placed"}, "two_gandhis"),
    ({"jail": {"league": 17}}, "bad_number"),
    ({"jail": {"gandhi": 2}}, "bad_number"),
    ({"jail": {"congress": True}}, "bad_number"),
    ({"jail": {"troops": 1}}, "unknown_word"),
    ({"jail": {"congress": 9}, "out_of_play": {"congress": 8}}, "too_many_pieces"),
    ({"out_of_play": {"active": 1}}, "unknown_word"),
    ({"out_of_play": {"troops": 16}}, "bad_number"),
    ({"card": 75}, "unknown_card"),
    ({"card": True}, "unknown_card"),
    ({"next": 99}, "unknown_card"),
    ({"card": 5, "next": 5}, "same_card"),
    ({"campaigns_left": 6}, "bad_number"),
    ({"played": [80]}, "unknown_card"),
    ({"eligible": ["japan"]}, "unknown_word"),
    ({"eligible": ["raj", "raj"]}, "named_twice"),
    ({"eligible": ["raj"], "executed": ["raj"], "first": "event"}, "named_twice"),
    ({"executed": ["raj"]}, "unknown_word"),
    ({"executed": ["raj", "league", "congress"], "first": "event"}, "too_many_acted"),
    ({"first": "event"}, "first_nobody"),
    ({"seats": {"raj": "robot"}}, "unknown_seat_kind"),
    ({"seats": {"japan": "player"}}, "unknown_seat"),
    ({"sides": [["raj", "league"]]}, "bad_sides"),
    ({"turn": {"may": "any"}}, "unknown_word"),
    ({"turn": {"seat": "raj", "may": "everything"}}, "unknown_word"),
    ({"turn": {"seat": "raj", "must": "any"}}, "unknown_word"),
    ({"turn": {"seat": "raj"}, "phase": "reset"}, "bad_value"),
    ({"phase": "lunch"}, "unknown_word"),
    ({"phase": "reset", "card": 12}, "unknown_card"),
    ({"phase": "over", "ended": "boredom"}, "unknown_word"),
    ({"programme": ["lahore_delhi"]}, "unknown_word"),
    ({"stays_ineligible": {"raj": 0}}, "bad_number"),
]


@pytest.mark.parametrize(("position", "error"), BAD)
def test_each_bad_position_raises_the_error_that_names_its_fault(position: dict[str, Any], error: str) -> None:
    with pytest.raises(BadPosition) as caught:
        Game.at(position)
    assert caught.value.text.key == f"error.{error}"
    # The parameters of the text are plain data.
    json.dumps(caught.value.text.params)


GARBAGE: tuple[Any, ...] = (
    None,
    7,
    -1,
    3.5,
    "x",
    "",
    [],
    [1],
    [None],
    [[]],
    {},
    {"x": 1},
    {"raj": []},
    {"punjab": 3},
    True,
)
FIELDS = (*EXAMPLE, "sides", "played", "executed", "passed", "first", "phase", "programme", "ended", "stays_eligible")


@pytest.mark.parametrize("field", [*FIELDS, "stays_ineligible"])
def test_a_position_with_a_nonsensical_value_is_read_or_refused_without_a_crash(field: str) -> None:
    """For any content of a field, the answer is a game or a BadPosition."""
    for value in GARBAGE:
        try:
            Game.at({**EXAMPLE, field: value})
        except BadPosition as error:
            json.dumps(error.text.params)


@pytest.mark.parametrize("position", [None, [], "punjab", 5])
def test_a_value_that_is_not_a_position_is_refused(position: Any) -> None:
    with pytest.raises(BadPosition, match=r"error\.bad_value"):
        Game.at(position)


def test_a_saved_position_contains_no_hidden_data() -> None:
    """Two games that differ in seed and hidden cards only have the same position and the same view."""
    one, other = (Game.at(EXAMPLE, seed=seed) for seed in (b"1" * 32, b"2" * 32))
    assert one.state.deck != other.state.deck
    assert one.position() == other.position()
    assert one.view() == other.view()


def test_a_position_says_who_plays_for_an_absent_person() -> None:
    """8.1 This differs from a Non-player Faction, which the seat becomes when its owner gives it up."""
    game = Game.at({"seats": {"raj": "away:arjuna", "league": "arjuna", "revolutionaries": "away:chanakya"}})
    seats = {"raj": "away:arjuna", "congress": "player", "league": "arjuna", "revolutionaries": "away:chanakya"}
    assert game.position()["seats"] == seats
    assert Game.at(game.position()).position() == game.position()
    assert game.view().seats == {**seats, "raj": "arjuna", "revolutionaries": "chanakya"}
    stack = game.state.arjuna["raj"]
    game.hand_over("raj", "arjuna")
    assert game.position()["seats"] == {**seats, "raj": "arjuna"}
    assert game.state.arjuna["raj"] == stack, "Arjuna goes on with its cards"
    game.hand_over("raj", "player")
    game.hand_over("raj", "away:chanakya")
    assert game.position()["seats"] == {**seats, "raj": "away:chanakya"}
    for kind in ("away:chanakya", "away:player", "away:", "away"):
        with pytest.raises(IllegalChoice):
            game.hand_over("raj", kind)
    assert Game.load(game.record()).digest() == game.digest()


def test_a_position_with_a_turn_asks_the_seat_that_it_names() -> None:
    """With ``turn`` the game opens on that seat's decision."""
    for seat in SEATS:
        game = Game.at({"turn": {"seat": seat, "may": "any"}, "resources": {"raj": 5, "revolutionaries": 5}})
        assert game.decision is not None
        assert game.decision.seat == seat
