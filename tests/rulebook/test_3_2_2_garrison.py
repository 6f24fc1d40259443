"""3.2.2 Garrison."""

from __future__ import annotations

import pytest

from engine import Game
from engine.gandhi.board import BOARD
from engine.gandhi.operations.garrison import origins_by_rail, reach_by_rail
from tests.playing import Spaces, asked, choose, controls, game_at, here, keys, now, why


def destinations(game: Game) -> set[str]:
    """Return the spaces that are offered as a destination now."""
    assert asked(game) == "raj garrison.destination"
    return keys(game)


def test_the_example_moves_cubes_along_the_railways() -> None:
    """3.2.2 EXAMPLE: two Troops and three Sepoys ride to Controlled spaces for 2 Resources; Bihar's Sepoys stay."""
    spaces: Spaces = {
        "west_bengal": {"troops": 2},
        "rajputana": {"sepoys": 3},
        "bihar": {"sepoys": 2, "protest": True},
        "allahabad_bhusawal": {"congress": 1},
        "united_provinces": {"sepoys": 1},
        "punjab": {"sepoys": 1},
        "bombay_presidency": {"sepoys": 1},
    }
    game = game_at(spaces, "raj", "operation_only", restraint=2, resources={"raj": 10})
    choose(game, "garrison")
    assert why(game, "bihar") == "why.cubes_stay_in_protest 3.2"
    choose(game, "west_bengal", "2")
    # The Activist stops cubes on the Railway towards Bombay Presidency, so that none gets beyond it.
    assert "allahabad_bhusawal" in destinations(game)
    assert why(game, "bombay_presidency") == "why.out_of_reach 3.2.2"
    assert why(game, "bombay") == "why.out_of_reach 3.2.2"
    choose(game, "united_provinces")
    assert now(game)["resources"]["raj"] == 10
    choose(game, "rajputana", "2", "punjab")
    assert now(game)["resources"]["raj"] == 8
    choose(game, "rajputana", "united_provinces", "done")
    assert now(game)["resources"]["raj"] == 8
    assert here(game, "united_provinces") == {"troops": 2, "sepoys": 2}
    assert here(game, "punjab") == {"sepoys": 3}
    assert here(game, "rajputana") == {}
    assert here(game, "west_bengal") == {}
    assert here(game, "bihar") == {"sepoys": 2, "protest": True}
    assert controls(game, "united_provinces")
    assert controls(game, "punjab")


def test_cubes_ride_from_a_railway_or_city_to_a_controlled_space() -> None:
    """R-31, D-21: the last step needs Raj Control; what lies next door is not entered directly."""
    spaces: Spaces = {
        "sind": {"troops": 3},
        "gujarat": {},
        "northwest_frontier": {"troops": 1},
        "karachi": {"sepoys": 1},
    }
    game = game_at(spaces, "raj", "operation_only")
    choose(game, "garrison", "sind", "3")
    # Through Karachi (a Controlled City) and beyond; Gujarat next door is a State, Baluchistan not Controlled.
    assert {"karachi", "karachi_lahore", "lahore_peshawar", "northwest_frontier"} <= destinations(game)
    assert {"delhi", "delhi_ahmedabad", "madras", "calcutta_chittagong"} <= destinations(game)
    assert why(game, "gujarat") == "why.state_never_controlled 3.2.2"
    assert why(game, "baluchistan") == "why.needs_control 3.2.2"
    assert why(game, "sind") == "why.same_space 3.2.2"


def test_raj_control_of_a_destination_is_tested_when_cubes_enter_it() -> None:
    """R-31: a Province that an earlier move of the same Operation has left uncontrolled cannot be entered."""
    spaces: Spaces = {"sind": {"troops": 1}, "punjab": {"troops": 1}}
    game = game_at(spaces, "raj", "operation_only")
    choose(game, "garrison", "sind")
    assert "punjab" in destinations(game)
    choose(game, "delhi", "punjab")
    assert why(game, "sind") == "why.needs_control 3.2.2"


@pytest.mark.parametrize(
    "stop",
    [
        {"congress": 1},
        {"league": 1},
        {"gandhi": True},
        {"active": 1},
        {"protest": True},
    ],
)
def test_cubes_stop_at_active_adversaries_and_protests(stop: dict[str, int]) -> None:
    """3.2.2, R-31: a cube that enters such a space stays there, however many cubes are in it."""
    spaces: Spaces = {"assam": {"troops": 1}, "calcutta_chittagong": {**stop, "sepoys": 5}}
    game = game_at(spaces, "raj", "operation_only")
    choose(game, "garrison", "assam")
    # The only Railway of Assam is blocked and the only destination, so nothing is asked.
    assert here(game, "calcutta_chittagong")["troops"] == 1


def test_bases_also_stop_cubes_that_garrison_moves() -> None:
    """3.2.2, 1.4.3: a Base is always Active. A City with one is entered, and not passed."""
    spaces: Spaces = {"sind": {"troops": 1}, "delhi": {"revolutionary_bases": 1}, "rajputana": {}}
    game = game_at(spaces, "raj", "operation_only")
    choose(game, "garrison", "sind")
    assert "delhi" in destinations(game)
    assert why(game, "delhi_ahmedabad") == "why.out_of_reach 3.2.2"


@pytest.mark.parametrize("hidden", [{"underground": 2}, {"strike": True}])
def test_strikes_and_underground_guerrillas_do_not_stop_cubes(hidden: dict[str, int]) -> None:
    """R-31: only Active adversaries and Protests stop cubes; a Strike does not."""
    spaces: Spaces = {"assam": {"troops": 1}, "calcutta_chittagong": hidden}
    game = game_at(spaces, "raj", "operation_only")
    choose(game, "garrison", "assam")
    assert "bombay" in destinations(game)


def test_active_adversaries_at_the_origin_do_not_stop_cubes() -> None:
    """3.2.2: cubes stop where they meet adversaries; they may leave a space that has some."""
    game = game_at({"punjab": {"troops": 2, "active": 3}}, "raj", "operation_only")
    choose(game, "garrison", "punjab", "2", "madras")
    assert here(game, "madras") == {"troops": 2}


def test_cubes_do_not_leave_protest_spaces() -> None:
    """1.10, 3.2: not even from a Railway or City; they may enter one."""
    spaces: Spaces = {"delhi": {"troops": 2, "protest": True}, "lahore_delhi": {"sepoys": 1}, "sind": {"troops": 1}}
    game = game_at(spaces, "raj", "operation_only", restraint=1, resources={"raj": 1})
    choose(game, "garrison")
    assert why(game, "delhi") == "why.cubes_stay_in_protest 3.2"
    choose(game, "lahore_delhi", "delhi", "done")
    assert here(game, "delhi") == {"troops": 2, "sepoys": 1, "protest": True}


def test_garrison_pays_for_sepoys_once_for_the_whole_operation() -> None:
    """R-30: one payment of Restraint, when the first Sepoy moves."""
    spaces: Spaces = {"delhi": {"sepoys": 2}, "madras": {"troops": 1, "sepoys": 1}}
    game = game_at(spaces, "raj", "operation_only", restraint=5, resources={"raj": 5})
    choose(game, "garrison", "madras", "troops", "bombay")
    assert now(game)["resources"]["raj"] == 5
    choose(game, "delhi", "1", "bombay")
    assert now(game)["resources"]["raj"] == 0
    choose(game, "delhi", "karachi", "madras", "karachi")
    assert here(game, "karachi") == {"sepoys": 2}
    assert here(game, "bombay") == {"troops": 1, "sepoys": 1}


def test_garrison_moves_no_unpaid_sepoys() -> None:
    """3.2.2: without the Resources only Troops move."""
    spaces: Spaces = {"delhi": {"sepoys": 2}, "madras": {"troops": 1, "sepoys": 1}}
    game = game_at(spaces, "raj", "operation_only", restraint=3, resources={"raj": 2})
    choose(game, "garrison")
    assert why(game, "delhi") == "why.cannot_pay_sepoys 3.2.2"
    choose(game, "madras", "bombay", "done")
    assert here(game, "madras") == {"sepoys": 1}


def test_garrison_moves_a_cube_only_once() -> None:
    """3.1.2, 3.2.2: cubes that have arrived stay for the rest of the Operation, the others there may still go."""
    spaces: Spaces = {"delhi": {"troops": 2}, "madras": {"troops": 1}, "karachi": {"troops": 1}}
    game = game_at(spaces, "raj", "operation_only")
    choose(game, "garrison", "madras", "delhi", "delhi")
    assert keys(game) == {"1", "2"}
    choose(game, "2", "bombay")
    assert why(game, "delhi") == "why.already_moved 3.1.2"
    assert why(game, "bombay") == "why.already_moved 3.1.2"


def test_each_cube_on_a_railway_activates_one_guerrilla() -> None:
    """3.2.2, D-20, R-32, R-33j: cubes count whether they moved or not, paid or not; Active Guerrillas spare no one."""
    spaces: Spaces = {
        "delhi": {"troops": 1},
        "lahore_delhi": {"underground": 3, "active": 1, "sepoys": 1},
        "karachi_lahore": {"underground": 1, "sepoys": 2},
        "bombay_bhusawal": {"underground": 2},
        "sind": {"underground": 1, "troops": 1},
    }
    game = game_at(spaces, "raj", "operation_only", restraint=3)
    choose(game, "garrison", "delhi", "lahore_delhi", "done")
    assert here(game, "lahore_delhi") == {"troops": 1, "sepoys": 1, "underground": 1, "active": 3}
    assert here(game, "karachi_lahore") == {"sepoys": 2, "active": 1}
    assert here(game, "bombay_bhusawal") == {"underground": 2}
    assert here(game, "sind") == {"troops": 1, "underground": 1}
    assert now(game)["resources"]["raj"] == 0


def test_garrison_needs_a_move_or_an_activation() -> None:
    """R-19: without either the Operation does not count, and the reason is given."""
    game = game_at({"delhi": {"troops": 1}}, "raj", "operation_only")
    choose(game, "garrison")
    assert why(game, "done") == "why.nothing_done 3.2.2"
    spaces: Spaces = {"delhi": {"troops": 1}, "lahore_delhi": {"underground": 1, "sepoys": 1}}
    game = game_at(spaces, "raj", "operation_only")
    choose(game, "garrison", "done")
    assert here(game, "lahore_delhi") == {"sepoys": 1, "active": 1}
    assert here(game, "delhi") == {"troops": 1}


def test_a_limited_garrison_has_one_destination() -> None:
    """2.3.5, 3.2.2: from several origins into a single space."""
    spaces: Spaces = {
        "delhi": {"troops": 2},
        "madras": {"troops": 1},
        "assam": {"troops": 1},
        "calcutta": {"active": 1},
    }
    game = game_at(spaces, "raj", "limited_operation")
    choose(game, "garrison", "delhi", "1", "bombay", "madras")
    # No one was asked for a destination again.
    assert here(game, "bombay") == {"troops": 2}
    assert why(game, "bombay") == "why.already_moved 3.1.2"
    assert why(game, "assam") == "why.out_of_reach 3.2.2"
    choose(game, "delhi")
    assert here(game, "bombay") == {"troops": 3}


def test_a_limited_garrison_searches_its_destination_only() -> None:
    """R-25: Guerrillas Activate only on the chosen destination, if that is a Railway."""
    spaces: Spaces = {
        "delhi": {"troops": 2},
        "lahore_delhi": {"underground": 2},
        "karachi_lahore": {"underground": 1, "troops": 1},
    }
    game = game_at(spaces, "raj", "limited_operation")
    choose(game, "garrison", "delhi", "2", "lahore_delhi", "done")
    assert here(game, "lahore_delhi") == {"troops": 2, "active": 2}
    assert here(game, "karachi_lahore") == {"troops": 1, "underground": 1}
    game = game_at(spaces, "raj", "limited_operation")
    choose(game, "garrison", "delhi", "1", "karachi", "done")
    assert here(game, "karachi_lahore") == {"troops": 1, "underground": 1}


def test_a_limited_garrison_may_search_without_moving() -> None:
    """R-19, R-25: then Raj chooses the one Railway."""
    spaces: Spaces = {
        "lahore_delhi": {"underground": 2, "sepoys": 1},
        "karachi_lahore": {"underground": 1, "sepoys": 1},
    }
    game = game_at(spaces, "raj", "limited_operation")
    choose(game, "garrison", "lahore_delhi")
    assert here(game, "lahore_delhi") == {"sepoys": 1, "underground": 1, "active": 1}
    assert here(game, "karachi_lahore") == {"sepoys": 1, "underground": 1}


def test_govern_may_come_between_two_moves_of_a_garrison() -> None:
    """4.1: Govern clears the way in the middle of the Operation."""
    spaces: Spaces = {"assam": {"troops": 2}, "calcutta_chittagong": {"sepoys": 1, "active": 1}}
    game = game_at(spaces, "raj", "operation_and_special")
    choose(game, "garrison", "assam", "1")
    assert here(game, "calcutta_chittagong")["troops"] == 1
    choose(game, "special:govern", "assam", "bombay")
    assert here(game, "calcutta_chittagong") == {"troops": 1, "sepoys": 1}
    assert here(game, "bombay") == {"troops": 1}


def test_the_rail_origins_of_a_space_are_those_that_reach_it() -> None:
    """3.2.2: every origin that reaches a destination is offered for it in a Limited Operation, and no other."""
    for number in range(12):
        state = Game.new(scenario=("short", "main")[number % 2], seed=bytes([number]) * 32).state
        for place, space in enumerate(BOARD.everywhere):
            if (place + number) % 5 == 0:
                state.spaces[space].active = number % 3
            if (place * number) % 7 == 1:
                state.spaces[space].protest = not state.spaces[space].protest
        ways = {(origin, target) for origin in BOARD.everywhere for target in reach_by_rail(state, origin)}
        back = {(origin, target) for target in BOARD.everywhere for origin in origins_by_rail(state, target)}
        assert ways == back
