"""3.2.3 Sweep."""

from __future__ import annotations

import pytest

from tests.playing import Spaces, asked, choose, controls, costs, game_at, here, keys, now, why

MADRAS_PRESIDENCY = {"madras_presidency": {"sepoys": 1, "underground": 2}, "coastal_andhra": {"troops": 1}}


def test_the_example_sweeps_in_place() -> None:
    """3.2.3 EXAMPLE: a Troop comes, the Sepoy there is paid for: both Guerrillas Activate and Raj Control is lost."""
    game = game_at(MADRAS_PRESIDENCY, "raj", "operation_only", restraint=4, resources={"raj": 10})
    assert controls(game, "madras_presidency")
    choose(game, "sweep", "madras_presidency", "coastal_andhra", "done")
    assert asked(game) == "raj sweep.sepoys"
    assert costs(game) == {"yes": 4, "no": 0}
    choose(game, "yes")
    assert here(game, "madras_presidency") == {"troops": 1, "sepoys": 1, "active": 2}
    assert not controls(game, "madras_presidency")
    assert now(game)["resources"]["raj"] == 6


def test_the_example_sweeps_in_place_without_paying() -> None:
    """3.2.3 EXAMPLE: had Raj not paid, the Troop alone would have found one Guerrilla, and Control would stand."""
    game = game_at(MADRAS_PRESIDENCY, "raj", "operation_only", restraint=4, resources={"raj": 10})
    choose(game, "sweep", "madras_presidency", "coastal_andhra", "done", "no")
    assert here(game, "madras_presidency") == {"troops": 1, "sepoys": 1, "underground": 1, "active": 1}
    assert controls(game, "madras_presidency")
    assert now(game)["resources"]["raj"] == 10


def test_destinations_are_cities_provinces_and_states() -> None:
    """3.2.3, R-33: any non-Railway space that holds a cube or can get one."""
    game = game_at({"delhi": {"troops": 1}, "mysore": {"sepoys": 1}}, "raj", "operation_only", resources={"raj": 9})
    choose(game, "sweep")
    assert {"delhi", "punjab", "mysore", "hyderabad", "madras"} <= keys(game)
    assert why(game, "lahore_delhi") == "why.on_railway 3.2.3"
    assert why(game, "assam") == "why.no_cubes_in_reach 3.2.3"


def test_troops_never_enter_states() -> None:
    """3.2.3, 1.3.5: only Sepoys Sweep into Princely States and Muslim States."""
    spaces: Spaces = {"punjab": {"troops": 2, "sepoys": 1}, "delhi": {"troops": 1}, "sind": {"muslim_state": True}}
    game = game_at(spaces, "raj", "operation_only", restraint=1, resources={"raj": 2})
    choose(game, "sweep", "rajputana")
    assert why(game, "delhi") == "why.no_troops_in_states 1.3.5"
    # Only Sepoys can go, and there is one.
    choose(game, "punjab")
    assert here(game, "rajputana") == {"sepoys": 1}
    assert why(game, "sind") == "why.no_cubes_in_reach 3.2.3"
    assert here(game, "punjab") == {"troops": 2}


def test_cubes_come_from_adjacent_spaces_and_railways() -> None:
    """3.2.3, R-33: adjacent spaces, Railways included, and the spaces beyond one open Railway."""
    spaces: Spaces = {
        "bihar": {"troops": 1},
        "calcutta_chittagong": {"troops": 1},
        "assam": {"troops": 1},
        "delhi": {"troops": 1},
        "lahore_delhi": {"troops": 1},
    }
    game = game_at(spaces, "raj", "operation_only")
    choose(game, "sweep", "west_bengal")
    # Delhi is two Railways away.
    assert keys(game) == {"bihar", "calcutta_chittagong", "assam", "done"}
    choose(game, "bihar", "calcutta_chittagong", "assam", "done")
    assert here(game, "west_bengal") == {"troops": 3}
    assert here(game, "calcutta_chittagong") == {}


def test_cubes_pass_one_railway_at_most() -> None:
    """R-33, D-22: at most one Railway on the way, and no cube stays on it."""
    spaces: Spaces = {"sind": {"troops": 1}, "delhi_allahabad": {"troops": 1}, "united_provinces": {}}
    game = game_at(spaces, "raj", "operation_only")
    choose(game, "sweep", "punjab")
    # A cube on a Railway may cross one adjacent Railway on its way, as a cube in a Province may.
    assert keys(game) == {"sind", "done"}
    choose(game, "done", "bihar")
    assert keys(game) == {"delhi_allahabad", "done"}
    choose(game, "delhi_allahabad", "done")
    assert here(game, "bihar") == {"troops": 1}
    assert here(game, "allahabad_calcutta") == {}


@pytest.mark.parametrize("block", [{"strike": True}, {"congress": 1}, {"league": 1}, {"active": 1}, {"protest": True}])
def test_cubes_cannot_pass_a_blocked_railway(block: dict[str, int]) -> None:
    """3.2.3, D-24, R-33: no Strike, no Activist, no Active Guerrilla, and no Protest on the Railway between."""
    spaces: Spaces = {"orissa": {"sepoys": 1}, "calcutta": {}, "allahabad_calcutta": block, "calcutta_chittagong": {}}
    game = game_at(spaces, "raj", "operation_only", resources={"raj": 9})
    choose(game, "sweep")
    assert why(game, "calcutta") == "why.no_cubes_in_reach 3.2.3"
    assert "west_bengal" in keys(game)
    choose(game, "bihar")
    assert "orissa" in keys(game)


def test_cubes_on_a_blocked_railway_may_sweep_out_of_it() -> None:
    """3.2.3: cubes on a blocked Railway Sweep out of it; Underground Guerrillas block no one."""
    spaces: Spaces = {
        "bombay_bhusawal": {"troops": 1, "strike": True},
        "hyderabad": {"sepoys": 1},
        "guntakal_madras": {"underground": 2},
    }
    game = game_at(spaces, "raj", "operation_only", restraint=1, resources={"raj": 5})
    choose(game, "sweep", "bombay", "bombay_bhusawal", "madras")
    assert here(game, "bombay") == {"troops": 1}
    assert keys(game) == {"hyderabad", "done"}


def test_cubes_pass_if_one_of_two_railways_is_open() -> None:
    """3.2.3: another open Railway between the same two spaces serves as well, and reasons name the blocked one."""
    spaces: Spaces = {"delhi": {"troops": 1}, "delhi_allahabad": {"strike": True}}
    game = game_at(spaces, "raj", "operation_only")
    choose(game, "sweep", "delhi")
    choose(game, "punjab")
    assert "delhi" in keys(game)
    game = game_at({**spaces, "bihar": {"troops": 1}}, "raj", "operation_only")
    choose(game, "sweep", "central_provinces")
    assert why(game, "delhi") == "why.railway_blocked 3.2.3"


def test_cubes_may_enter_a_protest_space_but_not_leave_it() -> None:
    """R-33a: into a Protest space yes, out of it no, in place there yes."""
    spaces: Spaces = {
        "punjab": {"troops": 1, "protest": True, "underground": 2, "congress": 1},
        "sind": {"troops": 1},
        "karachi": {"troops": 1},
    }
    game = game_at(spaces, "raj", "operation_only")
    choose(game, "sweep", "sind")
    assert why(game, "punjab") == "why.cubes_stay_in_protest 3.2"
    choose(game, "done", "punjab", "sind", "done", "done")
    assert here(game, "punjab") == {"troops": 2, "protest": True, "active": 2, "congress": 1}


def test_sweep_moves_a_cube_only_once() -> None:
    """3.1.2: a cube that has Swept into a destination stays there."""
    game = game_at({"delhi": {"troops": 1}, "sind": {"troops": 1}}, "raj", "operation_only")
    choose(game, "sweep", "punjab", "delhi", "done", "baluchistan")
    assert why(game, "punjab") == "why.already_moved 3.1.2"
    choose(game, "sind")
    assert here(game, "punjab") == {"troops": 1}
    assert here(game, "baluchistan") == {"troops": 1}


def test_cubes_of_a_destination_may_still_leave_before_the_search() -> None:
    """3.2.3: all cubes move first; each Activates where it ends, and no cube counts twice."""
    spaces: Spaces = {
        "delhi": {"troops": 2, "underground": 2},
        "punjab": {"underground": 2},
    }
    game = game_at(spaces, "raj", "operation_only")
    choose(game, "sweep", "delhi", "punjab", "delhi", "1", "done", "done")
    assert here(game, "delhi") == {"troops": 1, "underground": 1, "active": 1}
    assert here(game, "punjab") == {"troops": 1, "underground": 1, "active": 1}


def test_moving_sepoys_are_paid_per_destination() -> None:
    """3.2.3, D-23: Restraint once per destination; then all Sepoys there count, those in place too."""
    spaces: Spaces = {
        "delhi": {"sepoys": 3},
        "punjab": {"sepoys": 1, "underground": 4},
        "united_provinces": {"underground": 1},
    }
    game = game_at(spaces, "raj", "operation_only", restraint=3, resources={"raj": 7})
    choose(game, "sweep", "punjab", "delhi", "2")
    assert now(game)["resources"]["raj"] == 4
    choose(game, "done", "united_provinces", "delhi", "done", "done")
    assert now(game)["resources"]["raj"] == 1
    assert here(game, "punjab") == {"sepoys": 3, "underground": 1, "active": 3}
    assert here(game, "united_provinces") == {"sepoys": 1, "active": 1}


def test_sepoys_are_not_paid_for_where_troops_find_all_guerrillas() -> None:
    """3.2.3: Troops alone find Guerrillas for nothing; no one is asked where Sepoys would not find more."""
    spaces: Spaces = {"delhi": {"troops": 2, "sepoys": 2, "underground": 2}}
    game = game_at(spaces, "raj", "operation_only", restraint=3, resources={"raj": 7})
    choose(game, "sweep", "delhi", "done")
    assert here(game, "delhi") == {"troops": 2, "sepoys": 2, "active": 2}
    assert now(game)["resources"]["raj"] == 7


def test_every_cube_must_find_a_guerrilla_if_it_can() -> None:
    """R-33j: with both kinds present the Underground ones turn over, even if Raj loses Control by it."""
    spaces: Spaces = {"delhi": {"troops": 3, "underground": 2, "active": 2}}
    game = game_at(spaces, "raj", "operation_only")
    assert controls(game, "delhi")
    choose(game, "sweep", "delhi", "done")
    assert here(game, "delhi") == {"troops": 3, "active": 4}
    assert not controls(game, "delhi")


def test_a_limited_sweep_has_one_destination_and_many_origins() -> None:
    """2.3.5, 3.2.3: all moving cubes end in a single space."""
    spaces: Spaces = {"delhi": {"troops": 1}, "sind": {"troops": 1}, "punjab": {"underground": 2}}
    game = game_at(spaces, "raj", "limited_operation")
    choose(game, "sweep", "punjab", "delhi", "sind")
    assert here(game, "punjab") == {"troops": 2, "active": 2}
    assert not asked(game).startswith("raj ")


def test_a_treaty_may_move_sepoys_that_the_sweep_has_moved() -> None:
    """3.1.2, 4.2.1: Treaty is no Operation, so Sepoys that have Swept may continue by it. They Sweep no further."""
    spaces: Spaces = {"delhi": {"sepoys": 1}, "baluchistan": {"troops": 1}}
    game = game_at(spaces, "raj", "operation_and_special", restraint=1, resources={"raj": 9})
    choose(game, "sweep", "punjab", "delhi", "done", "special:treaty", "jammu_and_kashmir")
    assert here(game, "jammu_and_kashmir") == {"sepoys": 1}
    assert here(game, "punjab") == {}
    choose(game, "northwest_frontier")
    assert why(game, "jammu_and_kashmir") == "why.already_moved 3.1.2"


def test_non_player_raj_is_asked_about_sepoys_and_pays_nothing() -> None:
    """8.1: without Resources the question is still whether Sepoys take part."""
    spaces: Spaces = {"delhi": {"sepoys": 1, "underground": 1}}
    game = game_at(spaces, "raj", "operation_only", seats={"raj": "arjuna"}, restraint=5)
    choose(game, "sweep", "delhi", "done")
    assert keys(game) == {"yes", "no"}
    choose(game, "yes")
    assert here(game, "delhi") == {"sepoys": 1, "active": 1}


def test_sepoys_in_place_are_paid_for_when_all_moves_are_done() -> None:
    """3.2.3: Troops that count for one destination may still sweep on to the next; only then Raj is asked."""
    spaces: Spaces = {"madras_presidency": {"troops": 2, "sepoys": 2, "underground": 2}}
    game = game_at(spaces, "raj", "operation_only", restraint=2, resources={"raj": 2})
    choose(game, "sweep", "madras_presidency", "coastal_andhra", "madras_presidency", "troops", "2", "done", "done")
    assert asked(game) == "raj sweep.sepoys"
    choose(game, "yes")
    assert here(game, "madras_presidency") == {"sepoys": 2, "active": 2}
    assert now(game)["resources"]["raj"] == 0


def test_each_destination_keeps_the_price_of_its_selection() -> None:
    """3.2.3, R-33i: under Lord Reading the first space stays the free one, and the second costs Restraint."""
    row = {"sepoys": 1, "underground": 1}
    game = game_at({"delhi": row, "sind": row}, "raj", "operation_only", viceroy="reading", resources={"raj": 3})
    choose(game, "sweep", "sind", "delhi", "done")
    assert costs(game) == {"yes": 0, "no": 0}
    choose(game, "yes")
    assert costs(game) == {"yes": 3, "no": 0}
    choose(game, "no")
    assert here(game, "sind") == {"sepoys": 1, "active": 1}
    assert here(game, "delhi") == row
