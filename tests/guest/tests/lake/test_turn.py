"""The rules of the lake game, by paragraph."""

from __future__ import annotations

import pytest

from engine import Game
from engine.core.errors import BadPosition, CannotUndo, IllegalChoice

TWO = {"heron": "player", "otter": "player"}


def at_mill(*hand: str, seed: bytes = b"test") -> Game:
    """Return a game in which both boats are at the mill, which wants salt, and Heron holds these cards."""
    boats = {
        "heron": {"at": "mill", "points": 0, "hand": list(hand), "holds": len(hand), "stores": 0},
        "otter": {"at": "mill", "points": 0, "holds": 2, "stores": 0},
    }
    return Game.at({"game": "lake", "seats": TWO, "boats": boats, "wants": {"mill": "salt"}}, seed=seed)


def test_1_a_second_action_may_follow_or_be_left_out() -> None:
    game = at_mill("salt", "tea")
    game.choose("deliver")
    assert game.pending_seat == "heron"
    game.choose("stop")
    assert game.pending_seat == "otter"


def test_2_fog_may_keep_a_boat_in_its_place() -> None:
    found = set()
    for number in range(30):
        game = at_mill("tea", seed=bytes([number]))
        game.choose_all(["sail", "ford"])
        found.add((game.view()["boats"]["heron"]["at"], game.state.log[-1].verb))
        with pytest.raises(CannotUndo):
            game.undo()
    assert found == {("ford", "sail"), ("mill", "fog")}


def test_3_only_requested_goods_are_delivered() -> None:
    game = at_mill("salt", "tea")
    game.choose("deliver")
    assert game.view()["boats"]["heron"]["points"] == 2
    assert str(at_mill("rice").refusal("deliver")) == "why.lake.not_wanted(rule=3)"


def test_4_a_card_that_is_stored_ends_the_turn_and_stays_hidden() -> None:
    game = at_mill("salt", "tea")
    changes = game.choose_all(["store", "tea"])
    assert game.pending_seat == "otter"
    assert all(change.piece != "tea" for change in changes)
    assert game.view(("heron",))["boats"]["heron"]["stored"] == ["tea"]
    assert "stored" not in game.view(("otter",))["boats"]["heron"]


@pytest.mark.parametrize("answer", ["yes", "no"])
def test_5_a_swap_needs_the_consent_of_the_other_seat(answer: str) -> None:
    game = at_mill("salt", "salt")
    game.choose_all(["swap", "otter"])
    assert game.pending_seat == "otter"
    game.choose(answer)
    assert (game.state.log[-1].verb == "swap") == (answer == "yes")
    assert [len(boat.hand) for boat in game.state.boats.values()] == [2, 2]


def test_7_the_most_points_win() -> None:
    game = at_mill("salt")
    while game.decision is not None:
        keys = [option.key for option in game.decision.options]
        game.choose(next(key for key in ("deliver", "stop", "draw", "no", keys[0]) if key in keys))
    assert game.result is not None
    assert game.result.ranking[0] == max(game.result.margins, key=lambda seat: game.result.margins[seat])


def test_an_illegal_choice_and_an_impossible_position_are_refused() -> None:
    game = at_mill("salt")
    with pytest.raises(IllegalChoice):
        game.choose("fly")
    with pytest.raises(BadPosition):
        Game.at({"game": "lake", "boats": {"heron": {"at": "moon"}}})
