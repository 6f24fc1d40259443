"""8.6.2, 8.6.3 Operations of the Non-player Raj."""

from __future__ import annotations

from typing import Any

import pytest

from engine import Game
from engine.gandhi.arjuna.mind import Mind
from engine.gandhi.arjuna.play import PROCEDURES
from engine.gandhi.arjuna.raj import can_assault, can_deploy
from engine.gandhi.arjuna.sweeping import can_sweep
from engine.gandhi.board import BOARD, GEOGRAPHY
from engine.gandhi.ids import RAJ
from tests.arjuna.thinking import Spaces, mind_at, operate, table, texts, told
from tests.playing import controls, here

FULL: Spaces = {city: {"troops": 3} for city in BOARD.cities}
"""Every City has its three Troops."""


def chosen(mind: Mind) -> list[str]:
    """Return the spaces that were selected, in order."""
    return [thought.spaces[0] for thought in mind.thoughts if thought.kind == "select"]


# -- 8.6.2 -------------------------------------------------------------------------------------------------


def test_sepoys_operate_until_a_roll_is_at_most_restraint_and_troops_continue() -> None:
    """8.6.2, N-01 Roll above the number: continue; at or under it: only Troops from then on."""
    spaces = {
        "united_provinces": {"sepoys": 2, "active": 1},
        "bihar": {"sepoys": 2, "active": 1},
        "punjab": {"sepoys": 2, "active": 1},
        "bombay": {"troops": 1, "sepoys": 5, "active": 2},
    }
    game = table(spaces, RAJ, 1, 1, 3, 1, 1, 2, restraint=2)
    mind, keys = operate(game, "assault")
    # 2-Pop spaces are equal, so two dice on the Random Spaces map come before each of the first two rolls.
    assert told(mind).count("roll") == 2
    assert [key for key in told(mind) if key.startswith("activation")] == [
        "activation.goes_on",
        "activation.sepoys_stop",
    ]
    left = {space: here(game, space).get("active", 0) for space in spaces}
    assert sum(left[space] for space in ("united_provinces", "bihar", "punjab")) == 1
    assert left["bombay"] == 1, "its Troop acts, its Sepoy no longer"
    assert keys[-1] != "garrison"


def test_no_roll_follows_troops_alone_or_a_limited_operation() -> None:
    """8.6.2, N-03 A roll follows only where Sepoys were used."""
    spaces = {"bihar": {"troops": 1, "active": 1}, "punjab": {"troops": 1, "active": 1}}
    mind, _ = operate(table(spaces, RAJ), "assault")
    assert "roll" not in told(mind)
    limited = table(
        {"bihar": {"sepoys": 2, "active": 1}, "punjab": {"sepoys": 2, "active": 1}}, RAJ, may="limited_operation"
    )
    mind, _ = operate(limited, "assault")
    assert "roll" not in told(mind)
    assert told(mind).count("select_for") == 1


def test_assault_rolls_for_the_sepoys_present_even_if_troops_would_suffice() -> None:
    """8.6.2 "Always use Troops and any Sepoys present": so a roll follows."""
    spaces = {"bihar": {"troops": 1, "sepoys": 1, "active": 1}, "punjab": {"troops": 1, "sepoys": 1, "active": 1}}
    mind, _ = operate(table(spaces, RAJ, 6), "assault")
    assert "roll" in told(mind)


def test_non_player_raj_never_uses_garrison() -> None:
    """8.6.3 NP Raj has no Garrison."""
    assert set(PROCEDURES[RAJ]) == {"deploy", "sweep", "assault"}


# -- Deploy ------------------------------------------------------------------------------------------------


def test_after_a_failed_roll_deploy_places_only_troops_in_further_cities() -> None:
    """8.6.3 Three Troops to each City as far as they go; Sepoys up to six placed while they may."""
    game = table({"delhi": {"active": 1}}, RAJ, 1, out_of_play={"sepoys": 30}, restraint=2)
    operate(game, "deploy")
    rows = {city: here(game, city) for city in BOARD.cities}
    assert sorted(row.get("troops", 0) for row in rows.values()) == [3, 3, 3, 3, 3]
    assert sorted(row.get("sepoys", 0) for row in rows.values()) == [0, 0, 0, 0, 3]


def test_raj_rolls_even_after_deploy_has_placed_a_single_sepoy() -> None:
    """8.6.2 One placed Sepoy counts as used, so the roll follows."""
    spaces = {**FULL, "delhi": {"troops": 3, "active": 1}, "madras": {"troops": 2}}
    game = table(spaces, RAJ, 1, out_of_play={"sepoys": 44})
    mind, _ = operate(game, "deploy")
    assert here(game, "delhi")["sepoys"] == 1
    assert told(mind).count("roll") == 1
    assert here(game, "madras")["troops"] == 3, "Troops go on"


def test_deploy_also_brings_two_cubes_from_out_of_play_troops_first() -> None:
    """8.6.3 Also in a Limited Operation (R-24)."""
    game = table({}, RAJ, may="limited_operation", out_of_play={"troops": 1, "sepoys": 5})
    operate(game, "deploy")
    assert game.position()["out_of_play"] == {"sepoys": 4}
    assert sum(bool(here(game, city)) for city in BOARD.cities) == 1


def test_deploy_takes_nothing_from_the_map() -> None:
    """8.1, R-29 NP Raj never takes cubes from the map."""
    game = table({"bihar": {"troops": 6}}, RAJ, 1, out_of_play={"troops": 9})
    operate(game, "deploy")
    assert here(game, "bihar") == {"troops": 6}


def test_deploy_needs_a_cube_to_place() -> None:
    """8.1.5 Troops count only where fewer than three are."""
    assert can_deploy(mind_at({}, RAJ))
    assert can_deploy(mind_at(FULL, RAJ))
    assert not can_deploy(mind_at(FULL, RAJ, out_of_play={"sepoys": 45}))


# -- Sweep -------------------------------------------------------------------------------------------------


def swept(spaces: Spaces, *rolls: int, may: str = "any", **position: Any) -> tuple[Game, Mind]:
    """Return a Sweep: the game afterwards, and what was thought."""
    game = table(spaces, RAJ, *rolls, may=may, **position)
    mind, _ = operate(game, "sweep")
    return game, mind


def test_sweep_takes_cubes_from_the_largest_origin_until_they_exceed_the_adversaries() -> None:
    """8.6.3, D-74 Get one Troop, get one Sepoy, then more, Sepoys first, until cubes exceed Active adversaries."""
    spaces: Spaces = {
        "bihar": {"active": 4},
        "orissa": {"sepoys": 9},
        "united_provinces": {"troops": 2, "level": "passive_support"},
    }
    game, _ = swept(spaces, may="limited_operation")
    assert here(game, "bihar") == {"sepoys": 5, "active": 4}
    assert here(game, "orissa") == {"sepoys": 4}
    assert here(game, "united_provinces")["troops"] == 2, "Orissa, with the most cubes, was enough"


def test_sweep_takes_another_origin_only_until_cubes_exceed_adversaries() -> None:
    """8.6.3, 8.4.2 Instruction C: back to B for another origin, the one with the next most cubes."""
    spaces = {
        "bihar": {"active": 4},
        "orissa": {"sepoys": 3},
        "united_provinces": {"troops": 4},
        "delhi": {"troops": 3},
    }
    game, _ = swept(spaces, may="limited_operation")
    assert here(game, "united_provinces")["troops"] == 1, "Raj keeps Control of the first origin"
    bihar = here(game, "bihar")
    assert bihar["troops"] + bihar.get("sepoys", 0) == 5


def test_cubes_already_in_the_destination_of_a_sweep_search_before_others_come() -> None:
    """8.6.3, D-74 (b) Each cube present turns up a Guerrilla, and each cube that comes another one."""
    spaces = {"bihar": {"troops": 1, "sepoys": 1, "underground": 3, "active": 2}, "orissa": {"sepoys": 9}}
    game, _ = swept(spaces, may="limited_operation")
    assert here(game, "bihar") == {"troops": 1, "sepoys": 5, "active": 5}
    assert controls(game, "bihar")


def test_sweep_counts_troops_already_in_the_destination() -> None:
    """8.6.3, 8.1.5 A Troop already there counts."""
    spaces = {"bihar": {"troops": 1, "active": 2}, "united_provinces": {"troops": 3, "sepoys": 3}}
    game, _ = swept(spaces, may="limited_operation")
    assert here(game, "bihar") == {"troops": 1, "sepoys": 2, "active": 2}


def test_sweep_takes_no_cubes_that_an_origin_needs_for_raj_control() -> None:
    """8.6.3 Known row: lose no Raj Control in any origin."""
    spaces = {"bihar": {"active": 9}, "united_provinces": {"sepoys": 6, "active": 3}}
    game, _ = swept(spaces)
    assert 4 <= here(game, "united_provinces")["sepoys"] < 6
    assert controls(game, "united_provinces")


def test_sweep_takes_no_cube_from_a_protest_space() -> None:
    """8.6.3, R-33a No cube leaves a Protest space; in place it may search there."""
    spaces = {"bihar": {"active": 1}, "united_provinces": {"sepoys": 6, "protest": True, "underground": 1}}
    game, _ = swept(spaces)
    assert here(game, "bihar") == {"active": 1}
    assert here(game, "united_provinces") == {"sepoys": 6, "protest": True, "active": 1}


def test_sweep_moves_no_troops_into_princely_states() -> None:
    """8.6.3 Only Sepoys Sweep into States."""
    spaces = {"orissa": {"active": 2}, "bihar": {"troops": 5, "sepoys": 2}}
    game, _ = swept(spaces)
    assert all(
        not row.get("troops") for space, row in game.position()["spaces"].items() if GEOGRAPHY[space].is_princely_state
    )


def test_after_a_failed_sweep_roll_only_troops_move_and_search() -> None:
    """8.6.3, 8.6.2 Sweep continues with Troops only."""
    spaces = {
        "bihar": {"active": 1},
        "united_provinces": {"sepoys": 6},
        "sind": {"underground": 2, "sepoys": 2},
        "madras": {"troops": 2, "underground": 1},
    }
    game, mind = swept(spaces, 1, restraint=3)
    assert told(mind).count("activation.sepoys_stop") == 1
    assert here(game, "sind")["underground"] == 2, "Sepoys no longer search"
    assert here(game, "madras").get("active", 0) == 1, "Troops do"


def test_cubes_that_do_not_move_search_last_beginning_with_the_most_support() -> None:
    """8.6.3 In all spaces with cubes that were no destination."""
    spaces: Spaces = {
        "sind": {"sepoys": 1, "underground": 1},
        "bihar": {"sepoys": 1, "underground": 1, "level": "active_support"},
        "assam": {"sepoys": 1, "underground": 1, "level": "passive_support"},
    }
    game, mind = swept(spaces, 6, 6, 6)
    assert chosen(mind) == ["bihar", "assam", "sind"]
    assert all(here(game, space)["active"] == 1 for space in spaces)
    # The reason for each space is kept, with the spaces that were left.
    assert [set(thought.spaces) for thought in mind.thoughts if thought.text.key.endswith("in_place")] == [
        {"bihar", "assam", "sind"},
        {"assam", "sind"},
        {"sind"},
    ]


def test_only_spaces_with_cubes_are_searched_in_place() -> None:
    """8.6.3, 3.2.3 The Sepoy that keeps Control of its Province could go where there is more Support, but stays."""
    spaces: Spaces = {
        "united_provinces": {"sepoys": 1, "underground": 1},
        "bihar": {"underground": 1, "level": "active_support"},
    }
    game, mind = swept(spaces, 6, 6)
    assert chosen(mind) == ["united_provinces"]
    assert here(game, "bihar") == {"underground": 1, "level": "active_support"}


def test_sweep_skips_a_destination_that_no_cube_can_reach() -> None:
    """8.6.3, D-74 (a) Another destination is selected."""
    spaces = {"bombay_presidency": {"active": 1}, "assam": {"sepoys": 3}, "east_bengal": {"active": 1}}
    _, mind = swept(spaces)
    assert chosen(mind) == ["east_bengal"]


def test_sweep_may_use_an_origin_again_but_a_destination_is_never_an_origin() -> None:
    """8.6.3 An origin may send cubes twice; a destination sends none."""
    spaces = {"delhi": {"troops": 3}, "punjab": {}, "united_provinces": {}, "rajputana": {}}
    game, mind = swept(spaces)
    assert len(set(chosen(mind))) == len(chosen(mind)) >= 2
    moves = [change for step in game.steps for change in step.changes if change.verb == "move"]
    moves += [change for change in game.state.log if change.verb == "move"]
    targets = [change.target for change in moves]
    assert all(change.origin not in targets[:index] for index, change in enumerate(moves))


def test_sweep_needs_a_piece_to_move_or_a_guerrilla_to_find() -> None:
    """8.1.5 Guerrillas on a Railway cannot be swept in place."""
    assert can_sweep(mind_at({"bihar": {"sepoys": 1, "underground": 1, "protest": True}}, RAJ))
    assert not can_sweep(mind_at({BOARD.railways[0]: {"underground": 1}}, RAJ))
    stuck = {"bihar": {"sepoys": 1, "active": 1, "protest": True}}
    assert not can_sweep(mind_at(stuck, RAJ))


# -- Assault -----------------------------------------------------------------------------------------------


def test_assault_selects_only_spaces_where_it_removes_a_piece() -> None:
    """8.6.3 Both cubes and Active adversaries: a lone Sepoy removes no one, Inactive Activists are safe."""
    spaces = {
        "bihar": {"sepoys": 1, "active": 1},
        "sind": {"sepoys": 4, "congress": 2},
        "assam": {"sepoys": 2, "active": 1},
    }
    game = table(spaces, RAJ, 6)
    mind, _ = operate(game, "assault")
    assert chosen(mind) == ["assam"]
    assert not can_assault(mind_at({"bihar": {"sepoys": 1, "active": 1}, "sind": {"sepoys": 4, "congress": 2}}, RAJ))
    protected = {"bihar": {"troops": 2, "underground": 1, "revolutionary_bases": 1}}
    assert not can_assault(mind_at(protected, RAJ)), "3.2.4: Underground Guerrillas protect their Base (R-33e)"


def test_assault_uses_troops_and_sepoys() -> None:
    """8.6.3 All cubes together."""
    spaces = {"bihar": {"troops": 1, "sepoys": 3, "active": 2, "congress": 2, "protest": True}}
    game = table(spaces, RAJ)
    operate(game, "assault")
    assert here(game, "bihar") == {"troops": 1, "sepoys": 3, "protest": True}


def test_under_wavell_an_assault_begins_with_a_sweep_into_its_space() -> None:
    """8.1.6, 8.6.3, N-03 The free Sweep does not roll; its space is the first of the Assault."""
    spaces = {
        "bihar": {"sepoys": 2, "active": 1, "underground": 2},
        "orissa": {"sepoys": 8},
        "assam": {"sepoys": 2, "active": 1},
    }
    game = table(spaces, RAJ, 6, 6, viceroy="wavell")
    mind, keys = operate(game, "assault")
    assert keys[1:3] == ["free_sweep", "bihar"]
    assert chosen(mind) == ["bihar", "assam"]
    assert told(mind).count("roll") <= 2
    assert texts(mind, "free_sweep")
    assert here(game, "bihar") == {"sepoys": 4, "active": 1}, "two came and found both, then four Sepoys removed two"


def test_under_wavell_an_assault_without_a_possible_sweep_is_played_alone() -> None:
    """8.6.3 Skip selected spaces that are not eligible for Assault."""
    spaces = {"bihar": {"sepoys": 2, "active": 1, "protest": True}}
    game = table(spaces, RAJ, viceroy="wavell")
    _, keys = operate(game, "assault")
    assert "free_sweep" not in keys
    assert here(game, "bihar").get("active", 0) == 0


@pytest.mark.parametrize("restraint", [1, 3, 5])
def test_the_activation_number_is_the_current_restraint(restraint: int) -> None:
    """8.6.2, N-02 High Restraint means fewer spaces."""
    spaces = {"bihar": {"sepoys": 2, "active": 1}, "assam": {"sepoys": 2, "active": 1}}
    mind, _ = operate(table(spaces, RAJ, 6, restraint=restraint), "assault")
    assert texts(mind, "activation.goes_on")[0]["number"] == restraint
