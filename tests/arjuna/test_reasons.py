"""What an explanation says: what is compared, which space and step it speaks of, how many pieces, and why."""

from __future__ import annotations

import pytest

from engine import Game
from engine.core.text import Text
from engine.gandhi.arjuna.cards import First
from engine.gandhi.arjuna.eligibility import EVENT, PASS, decide
from engine.gandhi.arjuna.redeploying import Redeploy
from engine.gandhi.arjuna.thoughts import Explanation, summarise
from engine.gandhi.ids import CONGRESS, LEAGUE, RAJ, REVOLUTIONARIES
from tests.arjuna.thinking import ALL_ARJUNA, mind_at, operate, play_turn, special, table, texts, told


@pytest.mark.parametrize(("number", "what"), [(3, "card"), ("restraint", "restraint")])
def test_the_explanation_of_a_roll_names_the_number_it_is_compared_with(number: int | str, what: str) -> None:
    """8.6.2 The Activation Number is the card's own or Restraint."""
    spaces = {"bihar": {"underground": 1}, "punjab": {"underground": 1}}
    mind, _ = operate(table(spaces, REVOLUTIONARIES, 1, 1, 2, restraint=3), "unrest", number=number)
    (stops,) = texts(mind, "activation.stops")
    assert stops == {"what": Text(f"arjuna.number.{what}"), "number": 3, "roll": 2}


def test_the_explanation_says_when_the_viceroy_sets_the_activation_number() -> None:
    """8.6.2, 8.1.6 Under Lord Willingdon Sepoys continue in Deploy above 1, whatever Restraint is."""
    mind, _ = operate(table({}, RAJ, 1, 1, 1, viceroy="willingdon", restraint=4), "deploy")
    assert texts(mind, "activation.sepoys_stop")[0]["what"] == Text("arjuna.number.viceroy")


def test_the_explanation_says_how_many_pieces_of_which_kind_were_placed_or_removed() -> None:
    """8.6.3 Deploy: three Troops and three Sepoys in a City, the Troops first."""
    mind, _ = operate(table({}, RAJ, 1, 1, 1, restraint=5), "deploy")
    placed = texts(mind, "placed")
    assert placed[:2] == [{"piece": "troops", "count": 3}, {"piece": "sepoys", "count": 3}]
    mind, _ = operate(table({"bihar": {"troops": 2, "active": 2}}, RAJ), "assault")
    assert texts(mind, "removed") == [{"piece": "active", "count": 2}]


def test_the_explanation_of_a_march_names_its_origin_and_destinations() -> None:
    """8.6.6 "Origin of the March", then each destination, then the moves."""
    mind, _ = operate(table({"bihar": {"underground": 2}}, REVOLUTIONARIES, 1, 1, 1, 1, 1), "march", number=3)
    origins = [thought.spaces for thought in mind.thoughts if thought.text.key == "arjuna.march_from"]
    assert origins == [("bihar",)]
    assert all(params == {"origin": "bihar"} for params in texts(mind, "march"))
    moves = texts(mind, "move")
    assert sum(move["count"] for move in moves) == 2
    assert all(move["origin"] == "bihar" and move["where"] for move in moves)


def test_the_reason_for_an_origin_names_its_destination() -> None:
    """8.4.2 The reason names the destination of the cubes or Activists."""
    spaces = {"bihar": {"congress": 4}, "orissa": {"congress": 4}, "west_bengal": {"sepoys": 3}}
    mind, _ = operate(table(spaces, CONGRESS), "demonstrate", first=(First(("most_cubes",)),))
    assert [params["where"] for params in texts(mind, "origin")][:1] == ["west_bengal"]
    assert texts(mind, "move")[0]["where"] == "west_bengal"


def test_the_reason_for_selecting_a_space_names_the_action() -> None:
    """The Operation or Special Activity is beside the space."""
    spaces = {"bihar": {"underground": 1, "congress": 1}, "sind": {"underground": 1, "congress": 1}}
    game = table(spaces, REVOLUTIONARIES)
    mind, _ = special(game, ("infiltrate_replace", ()))
    assert texts(mind, "select_for") == [{"operation": "infiltrate"}]


def test_arjuna_says_why_it_takes_the_event_or_passes() -> None:
    """8.2.1 Critical, or effective and still open; passing waits for a Critical Event or for the first place."""
    first = mind_at({}, RAJ, card=62, next=59)
    assert decide(first, may_event=True, is_effective=lambda: True) == EVENT
    assert told(first)[-1] == "decides.critical_event"
    second = mind_at({}, RAJ, card=45, next=59)
    second.state.first = "operation_and_special"
    assert decide(second, may_event=True, is_effective=lambda: True) == EVENT
    assert told(second)[-1] == "decides.effective_event"
    passing = Game.at({"card": 50, "next": 62, "eligible": [LEAGUE], "seats": ALL_ARJUNA})
    explanation = play_turn(passing)
    assert explanation.keys == (PASS, "0")
    assert "decides.waits" in told(explanation)


REDEPLOYING = {
    "phase": "redeploy_revolutionaries",
    "card": 73,
    "seats": ALL_ARJUNA,
    "spaces": {"bihar": {"underground": 5}, "punjab": {"unrest": 1}},
}


def test_a_redeploy_is_explained_by_its_moves_with_equal_ones_added_up() -> None:
    """8.9.3 What goes the same way is one move, and the rolls that only order the instructions are left out."""
    mind = mind_at({}, REVOLUTIONARIES)
    game = Game.at(REDEPLOYING, seed=b"any")
    explanation = play_turn(game)
    moves = texts(explanation, "move")
    assert moves
    assert len({(move["piece"], move["origin"], move["where"]) for move in moves}) == len(moves)
    assert "random_space" not in told(explanation)
    brief = summarise(Explanation(mind.seat, 0, explanation.phase, explanation.thoughts, ()))
    assert [line for line in brief if line.key == "arjuna.move"] == [
        thought.text for thought in explanation.thoughts if thought.text.key == "arjuna.move"
    ]


def test_equal_moves_are_announced_together_unless_a_thought_comes_between() -> None:
    """A thought in between stays at its place."""
    mind = mind_at({}, REVOLUTIONARIES)
    work = Redeploy(mind)
    for _ in range(2):
        work.tell("active", "bihar", "punjab", 1)
    mind.think("skip", "not_possible", (), operation="march")
    work.tell("active", "bihar", "punjab", 1)
    assert [params["count"] for params in texts(mind, "move")] == [2, 1]
