"""3.2.1 Deploy."""

from __future__ import annotations

from engine.gandhi.ids import INVENTORY
from tests.playing import Spaces, choose, controls, game_at, here, keys, now, why


def test_each_selected_city_takes_up_to_six_cubes() -> None:
    """3.2.1, D-19: any Cities, up to six cubes placed in each; Sepoys cost Restraint for each City."""
    game = game_at({"delhi": {"troops": 5}}, "raj", "operation_only", restraint=3, resources={"raj": 8})
    choose(game, "deploy", "delhi", "troops", "2", "sepoys")
    assert keys(game) == {"1", "2", "3", "4"}
    choose(game, "4", "karachi", "sepoys", "6")
    assert now(game)["resources"]["raj"] == 2
    choose(game, "calcutta", "troops", "3", "done", "done")
    assert here(game, "delhi") == {"troops": 7, "sepoys": 4}
    assert here(game, "karachi") == {"sepoys": 6}
    assert here(game, "calcutta") == {"troops": 3}
    assert controls(game, "karachi")
    assert now(game)["resources"]["raj"] == 2


def test_deploying_only_troops_is_free() -> None:
    """3.2.1, D-18: a City that gets only Troops costs nothing."""
    game = game_at({}, "raj", "operation_only", restraint=4)
    choose(game, "deploy", "bombay", "troops", "6", "done")
    assert here(game, "bombay") == {"troops": 6}
    assert now(game)["resources"]["raj"] == 0


def test_cubes_on_the_map_let_deploy_serve_all_five_cities() -> None:
    """3.2.1, R-29: two cubes that are Available do not limit Raj to two Cities while there are cubes on the map."""
    spread = {"punjab": {"troops": 8, "sepoys": 40}, "bihar": {"troops": 6, "sepoys": 4}}
    game = game_at(spread, "raj", "operation_only", restraint=5, resources={"raj": 9})
    choose(game, "deploy")
    assert game.decision is not None
    assert game.decision.useful == 5


def test_deploy_pays_for_a_city_only_once() -> None:
    """3.2.1: Restraint per selected City, however often Sepoys are added to it."""
    game = game_at({}, "raj", "operation_only", restraint=4, resources={"raj": 9})
    choose(game, "deploy", "bombay", "sepoys", "1", "sepoys", "1", "troops", "1", "sepoys", "1", "done", "done")
    assert here(game, "bombay") == {"troops": 1, "sepoys": 3}
    assert now(game)["resources"]["raj"] == 5


def test_a_city_that_no_cube_can_reach_may_be_selected_for_free() -> None:
    """3.2.1, R-20: without Troops and without Resources a City may be selected, but no Sepoy can be paid for."""
    game = game_at({}, "raj", "operation_only", out_of_play={"troops": INVENTORY["troops"]}, restraint=2)
    choose(game, "deploy")
    option = game.decision.option("delhi") if game.decision else None
    assert option is not None
    assert option.cost == 0
    # Nothing is asked about Delhi: the next question is for another City.
    choose(game, "delhi")
    assert here(game, "delhi") == {}
    assert "karachi" in keys(game)


def test_deploy_selects_only_cities() -> None:
    """3.2.1: select Cities, never Provinces, States or Railways."""
    game = game_at({}, "raj", "operation_only")
    choose(game, "deploy")
    assert keys(game) - {"transfer"} == {"karachi", "delhi", "bombay", "calcutta", "madras"}
    for space in ("punjab", "mysore", "lahore_delhi"):
        assert why(game, space) == "why.not_a_city 3.2.1"


def test_cubes_come_from_the_map_once_none_is_available() -> None:
    """1.4.1, 3.2.1, R-29: only the type that has run out comes from elsewhere on the map, Railways and States too."""
    spaces: Spaces = {
        "punjab": {"troops": 3},
        "mysore": {"sepoys": 2},
        "lahore_delhi": {"troops": 1},
        "bihar": {"troops": 4, "protest": True},
        "madras": {"troops": 1},
    }
    game = game_at(spaces, "raj", "operation_only", out_of_play={"troops": 5}, restraint=1, resources={"raj": 5})
    choose(game, "deploy", "madras", "troops", "troops")
    assert keys(game) == {"punjab", "lahore_delhi"}
    assert why(game, "bihar") == "why.cubes_stay_in_protest 3.2"
    assert why(game, "mysore") == "why.no_cubes_of_this_type 3.2.1"
    assert why(game, "madras") == "why.no_cubes_of_this_type 3.2.1"
    choose(game, "lahore_delhi", "troops", "2", "sepoys", "1", "done", "done", "0:0")
    assert here(game, "madras") == {"troops": 5, "sepoys": 1}
    assert here(game, "punjab") == {"troops": 1}
    # Sepoys were still Available, so none left Mysore.
    assert here(game, "mysore") == {"sepoys": 2}


def test_cubes_placed_by_a_deploy_cannot_be_moved_by_it_again() -> None:
    """R-29: a cube that this Operation has placed is not taken again."""
    spaces: Spaces = {"punjab": {"troops": 1}, "delhi": {"troops": 2}}
    game = game_at(spaces, "raj", "operation_only", out_of_play={"troops": 10})
    choose(game, "deploy", "delhi", "troops", "2", "troops", "karachi", "troops")
    # Of the five Troops in Delhi three have just come.
    assert keys(game) == {"1", "2"}
    choose(game, "2", "done", "2:0")
    assert here(game, "karachi") == {"troops": 2}
    assert here(game, "delhi") == {"troops": 3}


def test_non_player_raj_takes_no_cubes_from_the_map() -> None:
    """R-29, 8.1: Non-player Raj Deploys from Available only."""
    spaces: Spaces = {"punjab": {"troops": 15}, "mysore": {"sepoys": 45}}
    game = game_at(spaces, "raj", "operation_only", seats={"raj": "arjuna"})
    choose(game, "deploy", "delhi", "done")
    assert "troops" not in here(game, "delhi")
    assert "sepoys" not in here(game, "delhi")


def test_after_placing_deploy_makes_two_out_of_play_cubes_available() -> None:
    """3.2.1: after placing, up to two cubes of any type move from Out of Play to Available."""
    game = game_at({}, "raj", "operation_only", out_of_play={"troops": 4, "sepoys": 4})
    choose(game, "deploy", "delhi", "troops", "6", "done")
    assert keys(game) == {"2:0", "1:1", "0:2", "1:0", "0:1", "0:0"}
    choose(game, "1:1")
    assert now(game)["out_of_play"] == {"troops": 3, "sepoys": 3}
    assert now(game)["available"]["troops"] == 15 - 4 + 1 - 6


def test_cubes_from_out_of_play_cannot_be_placed_in_the_same_deploy() -> None:
    """R-29: the two cubes come afterwards and cannot be placed in the same Operation."""
    game = game_at({}, "raj", "operation_only", out_of_play={"troops": 13, "sepoys": 45})
    choose(game, "deploy", "delhi", "troops", "2", "done")
    assert keys(game) >= {"2:0", "0:2"}
    choose(game, "2:0")
    assert here(game, "delhi") == {"troops": 2}


def test_a_limited_deploy_still_brings_cubes_from_out_of_play() -> None:
    """2.3.5, R-24: one City, and still two cubes from Out of Play."""
    game = game_at({}, "raj", "limited_operation", out_of_play={"sepoys": 2})
    choose(game, "deploy", "delhi", "troops", "6", "0:2")
    assert here(game, "delhi") == {"troops": 6}
    assert now(game)["out_of_play"] == {}


def test_a_city_gets_no_sepoys_without_payment() -> None:
    """3.2.1, R-20: without Resources a City gets Troops, but no Sepoys."""
    game = game_at({}, "raj", "operation_only", out_of_play={"troops": 14, "sepoys": 1}, restraint=2)
    choose(game, "deploy", "delhi")
    assert keys(game) == {"troops", "done"}
    assert why(game, "sepoys") == "why.cannot_pay_sepoys 3.2.1"
    choose(game, "troops", "done", "0:1")
    assert here(game, "delhi") == {"troops": 1}


def test_a_selected_city_need_not_get_cubes() -> None:
    """3.2.1, D-27: a City is selected and gets no cube, although cubes could come from the map."""
    spaces: Spaces = {"delhi": {"troops": 14, "sepoys": 40, "protest": True}}
    game = game_at(
        spaces, "raj", "operation_only", restraint=1, resources={"raj": 5}, out_of_play={"troops": 1, "sepoys": 5}
    )
    choose(game, "deploy", "delhi", "done", "1:1")
    assert now(game)["out_of_play"] == {"sepoys": 4}

    spaces = {"bombay": {"troops": 11}, "delhi": {"sepoys": 40}}
    game = game_at(spaces, "raj", "operation_only", out_of_play={"troops": 4, "sepoys": 5})
    choose(game, "deploy", "karachi")
    assert keys(game) == {"troops", "done"}
    assert why(game, "sepoys") == "why.cannot_pay_sepoys 3.2.1"
    choose(game, "done", "done", "2:0")
    assert here(game, "bombay") == {"troops": 11}
    assert now(game)["available"]["troops"] == 2
    assert now(game)["resources"]["raj"] == 0


def test_a_deploy_without_cubes_still_makes_two_from_out_of_play_available() -> None:
    """3.2.1, R-20, R-19: with no cube to place a City is selected all the same; then two come from Out of Play."""
    game = game_at({}, "raj", "operation_only", out_of_play={"troops": 15, "sepoys": 45})
    choose(game, "deploy", "madras", "done", "2:0")
    assert now(game)["available"]["troops"] == 2


def test_a_special_activity_may_follow_the_cubes_from_out_of_play() -> None:
    """4.1: immediately after the Operation is after its last step."""
    spaces: Spaces = {"delhi": {"active": 1}}
    game = game_at(spaces, "raj", "operation_and_special", out_of_play={"troops": 2})
    choose(game, "deploy", "delhi", "troops", "6", "done", "2:0")
    assert "special:govern" in keys(game)
    choose(game, "special:govern")
    assert here(game, "delhi") == {"troops": 6}
