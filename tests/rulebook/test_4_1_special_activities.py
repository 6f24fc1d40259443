"""4.1 Special Activities in General: extra actions leave the Operation a space to select (R-44)."""

from __future__ import annotations

import pytest

from engine.gandhi.ids import CONGRESS, LEAGUE, RAJ, REVOLUTIONARIES
from tests.playing import Spaces, answers, asked, choose, game_at, here, keys, now, why

NOTHING_LEFT = "why.nothing_left_for_operation 4.1"


def test_aid_cannot_close_the_last_space_of_unrest() -> None:
    """4.1, R-44 Aid amid Unrest may Activate all Underground Guerrillas but those of one space."""
    row = {"underground": 1}
    game = game_at({"punjab": row, "bihar": row}, REVOLUTIONARIES, restraint=1, resources={"revolutionaries": 5})
    choose(game, "unrest", "special:aid", "punjab")
    assert asked(game) == "revolutionaries unrest.space"  # Nowhere else could Aid continue.
    choose(game, "bihar")
    assert here(game, "bihar") == {"active": 1, "unrest": 1}
    assert now(game)["resources"]["revolutionaries"] == 6


def test_aid_cannot_spend_resources_that_attack_needs() -> None:
    """4.1, R-44 Hiding may not pay the last Resource away before Attack has a space; afterwards it may."""
    game = game_at({"punjab": {"active": 1, "underground": 1}}, REVOLUTIONARIES, resources={"revolutionaries": 1})
    choose(game, "attack", "special:aid", "earn")
    assert here(game, "punjab") == {"active": 2}  # To earn was the only way left.
    assert now(game)["resources"]["revolutionaries"] == 3

    game = game_at({"punjab": {"active": 1}}, REVOLUTIONARIES, resources={"revolutionaries": 1})
    choose(game, "attack")
    assert why(game, "special:aid") == NOTHING_LEFT


def test_aid_closes_hiding_that_would_spend_the_last_resource_before_attack() -> None:
    """4.1, R-44 The way and the space that are closed give this reason."""
    spaces = {"punjab": {"active": 1}, "bihar": {"active": 1, "underground": 1}, "sind": {"underground": 1}}
    game = game_at(spaces, REVOLUTIONARIES, resources={"revolutionaries": 1})
    choose(game, "attack", "special:aid")
    assert why(game, "punjab") == NOTHING_LEFT
    choose(game, "sind")
    assert {"punjab", "bihar"} <= keys(game)


@pytest.mark.parametrize("operation", ["deploy", "garrison", "sweep", "assault"])
def test_govern_cannot_spend_resources_that_sepoys_need(operation: str) -> None:
    """4.1, R-44, 4.2.2 Imperialism may not take what Sepoys cost; Deploy can always be made with none."""
    spaces = {"delhi": {"sepoys": 2, "unrest": 2}}
    game = game_at(spaces, RAJ, restraint=2, viceroy="linlithgow", resources={"raj": 7}, out_of_play={"troops": 15})
    choose(game, operation, "special:govern")
    if operation == "deploy":
        assert keys(game) >= {"1", "2"}
        return
    assert answers(game) == {"1"}  # One purchase for 3 leaves 4, a second one would leave 1.
    choose(game, "1")
    assert here(game, "delhi")["unrest"] == 1

    game = game_at(spaces, RAJ, restraint=2, viceroy="linlithgow", resources={"raj": 4}, out_of_play={"troops": 15})
    choose(game, operation)
    assert why(game, "special:govern") == NOTHING_LEFT


def test_treaty_cannot_move_the_last_sepoy_that_garrison_needs() -> None:
    """4.1, R-44, 4.2.1 The only cube on the map may not go into a Protest, from where it could not Garrison."""
    spaces: Spaces = {"punjab": {"sepoys": 1}, "jammu_and_kashmir": {"protest": True}}
    game = game_at(spaces, RAJ, restraint=1, resources={"raj": 3}, out_of_play={"troops": 15})
    choose(game, "garrison", "special:treaty", "rajputana")
    assert here(game, "rajputana") == {"sepoys": 1}  # The other State beside Punjab was the only one left.
    assert "rajputana" in keys(game)


def test_negotiate_cannot_close_the_last_space_of_civil_disobedience() -> None:
    """4.1, R-44, R-46 Negotiate excludes its space, so it may not take the only one, before or amid the Operation."""
    game = game_at({"bihar": {"congress": 1, "protest": True}, "delhi": {"sepoys": 1}}, CONGRESS)
    choose(game, "civil_disobedience")
    assert why(game, "special:negotiate") == NOTHING_LEFT
    choose(game, "bihar")

    game = game_at({"bihar": {"congress": 1}, "delhi": {"congress": 1}}, CONGRESS)
    choose(game, "civil_disobedience", "special:negotiate", "bihar")
    assert answers(game) == {"delhi"}


def test_satyagraha_cannot_move_gandhi_away_if_the_operation_needs_him() -> None:
    """4.1, R-44 Gandhi's leaving would bring Raj Control over the only space of Non-Cooperation."""
    game = game_at(
        {"bihar": {"congress": 1, "protest": True, "gandhi": True, "sepoys": 2}}, CONGRESS, restraint=2, unity=2
    )
    choose(game, "non_cooperation", "special:satyagraha", "bihar", "place")
    assert asked(game) == "congress non_cooperation.space"  # Gandhi stays, and an Activist comes: no other way.
    assert here(game, "bihar") == {"congress": 2, "protest": True, "gandhi": True, "sepoys": 2}


def test_persuade_cannot_remove_the_league_activist_that_prevents_control() -> None:
    """4.1, R-44 Without the Muslim League Activist Raj would Control the only space of Non-Cooperation."""
    row = {"congress": 1, "league": 1, "protest": True, "sepoys": 2}
    game = game_at({"bihar": row}, CONGRESS, restraint=2)
    choose(game, "non_cooperation", "special:persuade", "sepoys")
    assert here(game, "bihar") == {"congress": 1, "league": 1, "protest": True, "sepoys": 1}


def test_infiltrate_cannot_replace_the_only_protest_that_non_cooperation_needs() -> None:
    """4.1, R-44 The only Protest may not be replaced before Non-Cooperation is there."""
    game = game_at({"sind": {"league": 1, "protest": True, "sepoys": 1}}, LEAGUE, restraint=2)
    choose(game, "non_cooperation", "special:infiltrate", "sepoys")
    assert here(game, "sind") == {"league": 2, "protest": True}


def test_a_special_activity_may_make_the_operation_possible() -> None:
    """4.1, R-44 What comes immediately before may make the Operation possible: Gandhi opens a space at Support."""
    from engine.gandhi.board import BOARD

    spaces = {space: {"level": "active_support"} for space in BOARD.lands}
    game = game_at({**spaces, "lahore_delhi": {"gandhi": True}}, CONGRESS, out_of_play={"congress": 16})
    assert why(game, "rally") == "why.no_space 3.3.1"
    assert "special:satyagraha" in keys(game)


@pytest.mark.parametrize(
    ("seat", "row", "operation", "piece"),
    [
        (CONGRESS, {"congress": 2}, "civil_disobedience", "congress"),
        (LEAGUE, {"league": 2, "protest": True}, "non_cooperation", "league"),
        (REVOLUTIONARIES, {"underground": 2}, "attack", "underground"),
        (REVOLUTIONARIES, {"active": 2}, "march", "active"),
    ],
)
def test_own_pieces_that_the_operation_needs_cannot_be_removed(
    seat: str, row: dict[str, int], operation: str, piece: str
) -> None:
    """1.4.1, 4.1, R-44 Own pieces may be removed as long as the Operation can still select a space; then all."""
    game = game_at({"sind": row}, seat, restraint=2, resources={"revolutionaries": 5})
    choose(game, operation, "remove_own", "1")
    assert here(game, "sind")[piece] == 1
    assert why(game, "remove_own") == NOTHING_LEFT


def test_own_pieces_that_a_special_activity_needs_cannot_be_removed() -> None:
    """1.4.1, 4.1, R-44 While Infiltrate looks for its space, one must remain open to it."""
    game = game_at({"sind": {"league": 1, "sepoys": 1}, "punjab": {"league": 1, "sepoys": 1}}, LEAGUE)
    choose(game, "rally", "special:infiltrate", "remove_own", "sind")
    assert here(game, "punjab") == {"league": 2}


def test_own_pieces_stay_if_their_removal_would_bring_raj_control() -> None:
    """1.4.1, 1.7, R-44 The Base that denies Raj Control may not go, if that closes the only space."""
    row = {"league": 1, "league_bases": 1, "protest": True, "sepoys": 2}
    game = game_at({"sind": row, "assam": {"league_bases": 1}}, LEAGUE, restraint=2)
    choose(game, "non_cooperation", "remove_own", "assam")
    assert here(game, "assam") == {}
    assert why(game, "remove_own") == NOTHING_LEFT
