"""8.6.2, 8.6.6 Operations of the Non-player Revolutionaries."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.text import Text
from engine.gandhi.arjuna.mind import Mind
from engine.gandhi.arjuna.revolutionaries import can_attack, can_march, can_rally, can_spread_unrest
from engine.gandhi.board import BOARD
from engine.gandhi.ids import RAJ, REVOLUTIONARIES
from tests.arjuna.thinking import Spaces, mind_at, operate, table, texts, told
from tests.playing import here, seed_rolling

LIMITED = "limited_operation"
REBELS = {"bihar": {"underground": 1}, "punjab": {"underground": 1}, "united_provinces": {"underground": 1}}


def chosen(mind: Mind) -> list[str]:
    """Return the spaces that were selected, in order."""
    return [t.spaces[0] for t in mind.thoughts if t.kind == "select" and t.text.key != "arjuna.march"]


# -- 8.6.2 -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("number", "roll", "spaces"), [(2, 2, 1), (2, 3, 2), (3, 3, 1), (3, 4, 2)])
def test_a_roll_up_to_the_activation_number_ends_the_operation(number: int, roll: int, spaces: int) -> None:
    """8.6.2, N-01, N-02, D-73 The card's number: two, three or Restraint."""
    rebels = {"bihar": {"underground": 1}, "sind": {"underground": 1}}
    mind, _ = operate(table(rebels, REVOLUTIONARIES, roll), "unrest", number=number)
    assert len(chosen(mind)) == spaces


@pytest.mark.parametrize(("restraint", "spaces"), [(3, 1), (2, 2)])
def test_the_activation_number_may_be_restraint(restraint: int, spaces: int) -> None:
    """8.6.2, N-02 Restraint as it is when the die falls; the shift of Unrest comes at its end."""
    rebels = {"bihar": {"underground": 1}, "sind": {"underground": 1}}
    mind, _ = operate(table(rebels, REVOLUTIONARIES, 3, restraint=restraint), "unrest", number="restraint")
    assert len(chosen(mind)) == spaces


def test_a_limited_operation_rolls_no_die() -> None:
    """8.6.1, N-03 One space, then it is over."""
    mind, _ = operate(table(REBELS, REVOLUTIONARIES, may=LIMITED), "unrest", number=3)
    assert len(chosen(mind)) == 1
    assert "roll" not in told(mind)


# -- Rally -------------------------------------------------------------------------------------------------


def test_rally_first_places_bases_where_guerrillas_exceed_unity() -> None:
    """8.6.6, N-18 A selected space each, with its roll; equal to Unity is not enough."""
    spaces = {"sind": {"active": 1, "underground": 2}, "bihar": {"underground": 2}}
    game = table(spaces, REVOLUTIONARIES, 1, unity=2)
    mind, keys = operate(game, "rally", number=3)
    assert chosen(mind) == ["sind"]
    assert here(game, "sind") == {"underground": 1, "revolutionary_bases": 1}, "Active Guerrillas are replaced first"
    assert told(mind).count("roll") == 1
    assert "base" in keys


def test_rally_places_a_guerrilla_and_brings_one_from_out_of_play() -> None:
    """8.6.6 By the Place Guerrillas column."""
    game = table({}, REVOLUTIONARIES, may=LIMITED, out_of_play={"underground": 4})
    mind, _ = operate(game, "rally", number=3)
    (space,) = chosen(mind)
    assert here(game, space) == {"underground": 1}
    assert game.position()["out_of_play"] == {"underground": 3}


def test_rally_needs_a_piece_that_it_can_place() -> None:
    """8.1.5 A Guerrilla or a Base."""
    assert not can_rally(
        mind_at({"bihar": {"underground": 2}}, REVOLUTIONARIES, unity=2, out_of_play={"underground": 14})
    )
    assert can_rally(mind_at({"bihar": {"underground": 3}}, REVOLUTIONARIES, unity=2, out_of_play={"underground": 13}))


# -- March -------------------------------------------------------------------------------------------------


def marches(keys: list[str]) -> list[str]:
    """Return the spaces among keys."""
    return [key for key in keys if key in BOARD.spaces]


def test_a_march_chooses_a_destination_for_each_guerrilla() -> None:
    """8.6.6, D-78 Origin, destination, one Guerrilla; then the next destination, perhaps the same again."""
    game = table({"bihar": {"underground": 3}}, REVOLUTIONARIES, may=LIMITED)
    mind, keys = operate(game, "march", number=3)
    assert marches(keys)[0] == "bihar"
    assert told(mind).count("march") == 3
    assert sum(row.get("underground", 0) + row.get("active", 0) for row in game.position()["spaces"].values()) == 3
    assert here(game, "bihar") == {}


def test_march_starts_with_the_largest_group_and_does_not_return_to_its_space() -> None:
    """8.6.6, 8.4.2 Instruction A; a space that was an origin is no destination either."""
    spaces = {"bihar": {"underground": 2}, "sind": {"underground": 3}}
    game = table(spaces, REVOLUTIONARIES)
    mind, _ = operate(game, "march", number=0)
    assert chosen(mind) == ["sind", "bihar"]
    assert here(game, "sind") == {}
    assert here(game, "bihar") == {}


def test_a_march_rolls_one_die_for_an_origin_and_not_for_each_guerrilla() -> None:
    """8.6.2, N-03 One for each origin, not for each Guerrilla."""
    spaces = {"bihar": {"underground": 2}, "sind": {"underground": 3}}
    mind, _ = operate(table(spaces, REVOLUTIONARIES), "march", number=6)
    assert chosen(mind) == ["sind"]
    assert told(mind).count("roll") == 1


def test_march_leaves_one_guerrilla_with_unrest_or_a_base() -> None:
    """8.4.2 Move Priorities: the keep row (inferred)."""
    spaces = {"bihar": {"underground": 2, "unrest": 1}, "sind": {"underground": 1, "revolutionary_bases": 1}}
    game = table(spaces, REVOLUTIONARIES)
    operate(game, "march", number=0)
    assert here(game, "bihar")["underground"] == 1
    assert here(game, "sind")["underground"] == 1


def test_no_guerrilla_marches_onto_a_railway_against_non_player_raj() -> None:
    """8.1.3 Active Guerrillas that only border Railways and other origins stay."""
    game = table(REBELS, REVOLUTIONARIES)
    _, keys = operate(game, "march", number=0)
    assert not any(key in BOARD.railways for key in keys)


def test_march_needs_a_piece_that_may_leave() -> None:
    """8.1.5 No one kept where it is."""
    assert can_march(mind_at({"bihar": {"underground": 1}}, REVOLUTIONARIES))
    assert not can_march(mind_at({"bihar": {"underground": 1, "unrest": 1}}, REVOLUTIONARIES))


# -- Attack ------------------------------------------------------------------------------------------------


def attacked(spaces: dict[str, Any], **position: Any) -> tuple[Any, Mind]:
    """Return a limited Attack that succeeds: the game afterwards, and what was thought."""
    game = table(spaces, REVOLUTIONARIES, may=LIMITED, **position)
    game.state.dice.seed = seed_rolling(1)
    mind, _ = operate(game, "attack", number=3)
    return game, mind


def test_an_attack_removes_all_it_may_in_the_order_of_the_adversary_priorities() -> None:
    """8.6.6, 8.5 Two pieces; the player's Activists before Sepoys."""
    spaces = {"bihar": {"underground": 2, "sepoys": 3, "congress": 1, "protest": True}}
    game, _ = attacked(spaces, people=["congress"])
    assert here(game, "bihar") == {"active": 2, "sepoys": 2, "protest": True, "unrest": 1}


def test_attack_without_adversaries_may_still_place_unrest() -> None:
    """8.6.6, 3.4.3 PLAY NOTE: without adversaries, solely to place Unrest; not when no marker is left."""
    game, _ = attacked({"bihar": {"underground": 1}})
    assert here(game, "bihar") == {"active": 1, "unrest": 1}
    assert not can_attack(mind_at({"bihar": {"underground": 1}, "orissa": {"unrest": 12}}, REVOLUTIONARIES))
    assert not can_attack(mind_at({BOARD.railways[0]: {"underground": 1}}, REVOLUTIONARIES))


def test_attack_continues_in_further_spaces_while_rolls_succeed() -> None:
    """8.6.6, 8.6.2 Or no eligible space remains."""
    mind, _ = operate(table(REBELS, REVOLUTIONARIES), "attack", number=0)
    assert sorted(chosen(mind)) == sorted(REBELS)


# -- Unrest ------------------------------------------------------------------------------------------------


def test_unrest_activates_a_guerrilla_places_a_marker_and_lowers_restraint() -> None:
    """8.6.6, D-79 One Guerrilla turns Active, Unrest comes, Restraint falls at the end."""
    game = table({"bihar": {"underground": 1}}, REVOLUTIONARIES, restraint=3)
    mind, _ = operate(game, "unrest", number=3)
    assert chosen(mind) == ["bihar"]
    assert here(game, "bihar") == {"active": 1, "unrest": 1}
    assert game.position()["restraint"] == 2


def test_in_a_crisis_unrest_may_select_a_space_with_congress_and_league_activists() -> None:
    """8.6.6 PLAY NOTE, 6.8 With or without an Underground Guerrilla."""
    both = {"bihar": {"congress": 1, "league": 1}}
    assert can_spread_unrest(mind_at(both, REVOLUTIONARIES, restraint=1, unity=1))
    assert not can_spread_unrest(mind_at(both, REVOLUTIONARIES, restraint=1, unity=2))


def test_unrest_places_strikes_only_against_a_player_raj() -> None:
    """8.1.3 A Railway without a Strike, and only if Raj is a player."""
    railway = BOARD.railways[0]
    assert not can_spread_unrest(mind_at({railway: {"underground": 1}}, REVOLUTIONARIES))
    assert can_spread_unrest(mind_at({railway: {"underground": 1}}, REVOLUTIONARIES, people=[RAJ]))
    assert not can_spread_unrest(mind_at({railway: {"underground": 1, "strike": True}}, REVOLUTIONARIES, people=[RAJ]))


def test_unrest_needs_a_space_where_it_has_an_effect() -> None:
    """8.1.5 A marker, or else a level that moves towards Neutral."""
    gone: Spaces = {"bihar": {"underground": 1}, "orissa": {"unrest": 12}}
    assert not can_spread_unrest(mind_at(gone, REVOLUTIONARIES))
    gone = {"bihar": {"underground": 1, "level": "passive_support"}, "orissa": {"unrest": 12}}
    assert can_spread_unrest(mind_at(gone, REVOLUTIONARIES))


def test_the_explanation_names_the_roll_and_the_activation_number() -> None:
    """The activation roll is reported with the number it is compared with."""
    mind, _ = operate(table(REBELS, REVOLUTIONARIES, 1, 1, 2), "unrest", number=2)
    assert texts(mind, "activation.stops") == [{"what": Text("arjuna.number.card"), "number": 2, "roll": 2}]
