"""1.10 Protest Markers."""

from __future__ import annotations

import pytest

from tests.playing import choose, game_at, here, why

ONE, TWO, FIVE, SEVEN, EIGHT = 1, 2, 5, 7, 8
SPACES = ("sind", "punjab", "assam", "mysore", "madras", "bombay", "gujarat", "karachi")


def test_the_example_has_two_available_protests() -> None:
    """1.10 example, R-05, R-06: at Restraint 4 two are Available: boxes 1 and 2. The current row counts."""
    assert game_at({}, "congress", restraint=4).view().protests_available == 2


@pytest.mark.parametrize(("restraint", "boxes"), [(5, 1), (4, 2), (3, 4), (2, 6), (1, 8)])
def test_restraint_limits_available_protests(restraint: int, boxes: int) -> None:
    """R-05, R-06: the boxes at or above the Restraint marker, less the Protests on the map, never below none."""
    assert game_at({}, "congress", restraint=restraint, unity=2).view().protests_available == boxes
    on_map = {space: {"protest": True} for space in SPACES[:3]}
    view = game_at(on_map, "congress", restraint=restraint, unity=2).view()
    assert view.protests_available == max(0, boxes - 3)


def test_a_change_of_restraint_removes_no_protest_from_the_map() -> None:
    """1.10: Restraint rises to 5 by Negotiate; the other Protests stay, and none is Available."""
    game = game_at(
        {"bihar": {"congress": 1, "protest": True}, "delhi": {"congress": 1, "protest": True}}, "congress", restraint=4
    )
    choose(game, "special:negotiate", "bihar")
    assert here(game, "delhi")["protest"]
    assert game.view().protests_available == 0
    choose(game, "civil_disobedience", "delhi", "done", "done")


def test_a_returned_protest_marker_is_available_again() -> None:
    """1.10, R-05: a removed Protest goes back beside the track and is Available again."""
    game = game_at({"bihar": {"gandhi": True, "protest": True}, "delhi": {"congress": 1}}, "congress", restraint=5)
    assert game.view().protests_available == 0
    choose(game, "civil_disobedience", "special:satyagraha", "bihar", "remove", "delhi", "done")
    assert here(game, "delhi") == {"congress": 1, "protest": True}


def test_a_space_has_at_most_one_protest() -> None:
    """1.10: a second Protest never comes to a space."""
    game = game_at({"bihar": {"congress": 1}, "orissa": {"protest": True}}, "congress")
    choose(game, "demonstrate", "orissa", "done")
    assert here(game, "orissa") == {"congress": 1, "protest": True}
    second = game_at({"bihar": {"congress": 2}, "orissa": {"protest": True}}, "congress")
    choose(second, "demonstrate", "orissa", "1")
    assert why(second, "protest") == "why.has_protest 1.10"


def test_satyagraha_may_remove_a_protest() -> None:
    """R-08: the list of what removes Protests is not complete; Satyagraha does by its own text."""
    game = game_at({"bihar": {"gandhi": True, "protest": True}}, "congress")
    choose(game, "special:satyagraha", "bihar", "remove")
    assert game.view().protests_on_map == 0
