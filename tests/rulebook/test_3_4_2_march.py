"""3.4.2 March."""

from __future__ import annotations

from typing import Any

from engine.gandhi.ids import REVOLUTIONARIES
from tests.playing import choose, game_at, here, keys, why


def test_the_example_moves_four_guerrillas() -> None:
    """3.4.2 The example: Orissa's four Guerrillas go to Central Provinces, Bihar and, by rail, United Provinces."""
    game = game_at(
        {
            "orissa": {"underground": 4},
            "central_provinces": {"sepoys": 2},
            "bihar": {"level": "passive_support", "troops": 1, "sepoys": 2},
            "united_provinces": {"level": "passive_support", "sepoys": 2},
        },
        REVOLUTIONARIES,
        "limited_operation",
        resources={"revolutionaries": 4},
    )
    choose(game, "march", "orissa", "2", "central_provinces", "underground", "1", "bihar")
    # The last Guerrilla needs no count.
    choose(game, "underground", "united_provinces", "done")
    position = game.position()
    assert position["resources"]["revolutionaries"] == 3
    assert here(game, "orissa") == {}
    assert here(game, "central_provinces") == {"sepoys": 2, "underground": 2}
    assert here(game, "bihar") == {"level": "passive_support", "troops": 1, "sepoys": 2, "active": 1}
    assert here(game, "united_provinces") == {"level": "passive_support", "sepoys": 2, "underground": 1}


def test_active_guerrillas_move_one_space() -> None:
    """3.4.2, R-37 Active Guerrillas move to adjacent spaces only, Railways among them."""
    game = game_at({"orissa": {"active": 1}}, REVOLUTIONARIES, "limited_operation", resources={"revolutionaries": 1})
    choose(game, "march", "orissa")
    assert keys(game) == {"bihar", "west_bengal", "central_provinces", "coastal_andhra", "allahabad_calcutta"}
    assert why(game, "united_provinces") == "why.active_move_to_adjacent 3.4.2"
    assert why(game, "orissa") == "why.same_space 3.4.2"
    choose(game, "bihar")
    assert here(game, "bihar") == {"active": 1}


def test_underground_guerrillas_follow_chains_of_railways_and_cities() -> None:
    """R-37 Underground Guerrillas follow Railways and Cities past adversaries and Protests, then one space more."""
    game = game_at(
        {
            "assam": {"underground": 2},
            "calcutta": {"troops": 5, "protest": True},
            "delhi": {"troops": 1, "congress": 3},
            "karachi_lahore": {"strike": True, "troops": 2},
        },
        REVOLUTIONARIES,
        "limited_operation",
        resources={"revolutionaries": 1},
    )
    choose(game, "march", "assam", "1", "northwest_frontier", "underground", "baluchistan")
    assert here(game, "northwest_frontier") == {"underground": 1}
    assert here(game, "baluchistan") == {"underground": 1}


def test_an_underground_guerrilla_can_march_by_rail_to_every_other_space() -> None:
    """R-37, R-14 All Railways hang together by Towns and Cities, so the net reaches every space beside it."""
    game = game_at(
        {"karachi": {"underground": 1}}, REVOLUTIONARIES, "limited_operation", resources={"revolutionaries": 1}
    )
    choose(game, "march", "karachi")
    assert len(keys(game)) == 35
    assert "karachi" not in keys(game)


def test_active_and_underground_guerrillas_march_separately() -> None:
    """3.4.2 Of one origin some Guerrillas may stay; each side moves by its own reach."""
    game = game_at(
        {"punjab": {"underground": 2, "active": 2}},
        REVOLUTIONARIES,
        "limited_operation",
        resources={"revolutionaries": 1},
    )
    choose(game, "march", "punjab")
    assert keys(game) == {"underground", "active"}
    choose(game, "active", "1", "sind")
    assert keys(game) == {"underground", "active", "done"}
    choose(game, "underground", "1", "madras", "done")
    assert here(game, "punjab") == {"underground": 1, "active": 1}
    assert here(game, "madras") == {"underground": 1}
    assert here(game, "sind") == {"active": 1}


def test_a_march_pays_for_each_origin_and_a_limited_march_has_only_one() -> None:
    """3.4.2, 2.3.5, R-24 An origin costs 1, a Railway nothing; a Limited March has one origin, several destinations."""
    spaces = {"lahore_delhi": {"underground": 2}, "bihar": {"underground": 1}, "sind": {}}
    game = game_at(spaces, REVOLUTIONARIES, "operation_only", resources={"revolutionaries": 0})
    choose(game, "march")
    assert keys(game) == {"lahore_delhi", "remove_own"}
    assert why(game, "bihar") == "why.cannot_pay 3.4.2"
    assert why(game, "sind") == "why.no_guerrillas 3.4.2"
    choose(game, "lahore_delhi", "1", "punjab", "underground", "delhi")
    assert game.position()["resources"]["revolutionaries"] == 0

    game = game_at(spaces, REVOLUTIONARIES, "limited_operation", resources={"revolutionaries": 5})
    choose(game, "march", "lahore_delhi", "1", "punjab", "done")
    assert why(game, "bihar") == "why.limited_operation 2.3.5"
    choose(game, "done")
    assert game.position()["resources"]["revolutionaries"] == 5

    game = game_at({"bihar": {"underground": 1}}, REVOLUTIONARIES)
    assert why(game, "march") == "why.cannot_pay 3.4.2"
    game = game_at({}, REVOLUTIONARIES, resources={"revolutionaries": 5})
    assert why(game, "march") == "why.no_space 3.4.2"


def test_a_march_moves_a_guerrilla_only_once() -> None:
    """3.1.2, R-37 A Guerrilla that has moved does not move again; those that were in its new space still may."""
    game = game_at(
        {"bihar": {"underground": 1}, "orissa": {"underground": 1}, "assam": {"underground": 1}},
        REVOLUTIONARIES,
        "operation_only",
        resources={"revolutionaries": 5},
    )
    choose(game, "march", "bihar", "orissa")
    choose(game, "orissa", "sind")
    assert here(game, "orissa") == {"underground": 1}
    assert why(game, "sind") == "why.already_moved 3.1.2"
    assert why(game, "orissa") == "why.already_selected 3.1.1"


def test_a_march_activates_guerrillas_by_the_number_of_all_arrivals() -> None:
    """R-38 All arrivals of the Operation count, from whatever origin; those already there neither count nor flip."""
    game = game_at(
        {
            "bihar": {"underground": 1},
            "orissa": {"underground": 1},
            "west_bengal": {"level": "active_support", "sepoys": 2, "underground": 3},
        },
        REVOLUTIONARIES,
        "operation_only",
        resources={"revolutionaries": 5},
    )
    choose(game, "march", "bihar", "west_bengal")
    # No Guerrilla turns Active before all have moved.
    assert here(game, "west_bengal")["underground"] == 4
    choose(game, "orissa", "west_bengal", "done")
    assert here(game, "west_bengal") == {"level": "active_support", "sepoys": 2, "underground": 3, "active": 2}


def test_guerrillas_become_active_on_railways_but_not_in_transit() -> None:
    """3.4.2, R-38 A Railway destination counts at no Support; a space passed through does not."""
    game = game_at(
        {"assam": {"underground": 5}, "calcutta": {"level": "active_support", "troops": 9}},
        REVOLUTIONARIES,
        "limited_operation",
        resources={"revolutionaries": 5},
    )
    choose(game, "march", "assam", "4", "calcutta_chittagong", "underground", "west_bengal", "done")
    assert here(game, "calcutta_chittagong") == {"active": 4}
    assert here(game, "west_bengal") == {"underground": 1}


def test_a_march_of_three_guerrillas_activates_none() -> None:
    """3.4.2 Only more than three Activate; without Support any number arrives Underground."""
    game = game_at(
        {"assam": {"underground": 8}, "west_bengal": {"level": "passive_support"}, "east_bengal": {"troops": 6}},
        REVOLUTIONARIES,
        "limited_operation",
        resources={"revolutionaries": 5},
    )
    choose(game, "march", "assam", "3", "west_bengal", "underground", "5", "east_bengal", "done")
    assert here(game, "west_bengal") == {"level": "passive_support", "underground": 3}
    assert here(game, "east_bengal") == {"troops": 6, "underground": 5}


def test_aid_is_possible_during_and_after_a_march() -> None:
    """R-44 Aid during March comes before the Guerrillas that are noticed Activate, Aid afterwards hides them."""
    spaces: dict[str, dict[str, Any]] = {
        "bihar": {"underground": 1},
        "delhi": {"level": "passive_support", "troops": 4, "underground": 1},
    }
    game = game_at(spaces, REVOLUTIONARIES, resources={"revolutionaries": 5})
    choose(game, "march", "bihar", "delhi")
    assert here(game, "delhi")["underground"] == 2
    choose(game, "done")
    assert here(game, "delhi")["active"] == 1
    assert game.decision is not None
    assert game.decision.kind == "turn.after"
    choose(game, "special:aid", "hide")
    assert here(game, "delhi") == {"level": "passive_support", "troops": 4, "underground": 2}
    assert game.position()["resources"]["revolutionaries"] == 3

    game = game_at(spaces, REVOLUTIONARIES, resources={"revolutionaries": 5})
    choose(game, "march", "bihar", "delhi", "special:aid")
    # Aid turns over a Guerrilla that is taken to be the unmoved one: the mover Activates at the end.
    assert here(game, "delhi") == {"level": "passive_support", "troops": 4, "underground": 1, "active": 1}
    choose(game, "done")
    assert here(game, "delhi") == {"level": "passive_support", "troops": 4, "active": 2}


def test_a_guerrilla_that_moved_before_aid_still_counts_as_moved() -> None:
    """3.1.2 A Guerrilla that moved Active and was hidden by Aid in between has moved all the same."""
    game = game_at(
        {"bihar": {"active": 1}, "orissa": {"underground": 1}}, REVOLUTIONARIES, resources={"revolutionaries": 5}
    )
    choose(game, "march", "bihar", "orissa", "special:aid", "hide")
    assert here(game, "orissa") == {"underground": 2}
    choose(game, "orissa", "mysore")
    assert here(game, "orissa") == {"underground": 1}
    assert here(game, "mysore") == {"underground": 1}


def test_removing_guerrillas_during_a_march_takes_moved_ones_first() -> None:
    """3.4.2, 1.4.1, 3.1.2 A removed Guerrilla is one that has moved: it does not count, and the others may continue."""
    game = game_at(
        {"calcutta": {"underground": 1, "level": "passive_support", "sepoys": 1}, "west_bengal": {"underground": 3}},
        REVOLUTIONARIES,
        resources={"revolutionaries": 5},
    )
    choose(game, "march", "west_bengal", "3", "calcutta", "remove_own", "1")
    assert "calcutta" in keys(game)
    choose(game, "done")
    # Two arrivals with one cube stay Underground; three would have turned Active.
    assert here(game, "calcutta") == {"level": "passive_support", "sepoys": 1, "underground": 3}
