"""1.7 Raj Control."""

from __future__ import annotations

import pytest

from tests.playing import choose, controls, game_at, here

EXAMPLE = {"troops": 2, "sepoys": 2, "congress": 5, "protest": True}


def test_the_example_has_no_raj_control_because_of_active_activists() -> None:
    """1.7.2 example: five Active Activists deny Control to four cubes; without the Protest they do not count."""
    game = game_at({"east_bengal": EXAMPLE}, "congress")
    assert not controls(game, "east_bengal")
    choose(game, "special:negotiate")  # East Bengal is the only space: its Protest goes.
    assert here(game, "east_bengal") == {"troops": 2, "sepoys": 2, "congress": 5}
    assert controls(game, "east_bengal")
    assert ("control", "east_bengal", 1) in [(change.verb, change.target, change.new) for change in game.state.log]


@pytest.mark.parametrize(
    ("row", "controlled"),
    [
        ({"sepoys": 1}, True),
        ({}, False),
        ({"sepoys": 1, "gandhi": True}, False),
        ({"troops": 1, "sepoys": 1, "gandhi": True}, True),
        ({"sepoys": 1, "league_bases": 1}, False),
        ({"sepoys": 1, "revolutionary_bases": 1}, False),
        ({"sepoys": 1, "active": 1}, False),
        ({"sepoys": 1, "underground": 5}, True),
        ({"sepoys": 1, "congress": 3, "league": 3}, True),
        ({"sepoys": 2, "congress": 1, "league": 1, "protest": True}, False),
        ({"sepoys": 3, "congress": 1, "league": 1, "protest": True}, True),
    ],
)
def test_control_needs_more_cubes_than_active_pieces(row: dict[str, object], controlled: bool) -> None:
    """R-01, 1.7.1: Gandhi, Bases, Active Guerrillas and Active Activists count; a tie or no cube is no Control."""
    assert controls(game_at({"bihar": row}, "raj"), "bihar") is controlled


@pytest.mark.parametrize("space", ["mysore", "lahore_delhi"])
def test_1_7_2_states_and_railways_are_never_controlled(space: str) -> None:
    """1.7.2: Princely States and Railways have no Raj Control, however many cubes are there."""
    assert not controls(game_at({space: {"sepoys": 9}}, "raj"), space)


def test_1_7_2_muslim_states_are_never_controlled() -> None:
    """1.7.2, 1.3.5: a Muslim State is not a Province while its marker lies there."""
    assert not controls(game_at({"sind": {"sepoys": 9, "muslim_state": True}}, "raj"), "sind")
    assert controls(game_at({"sind": {"sepoys": 9}}, "raj"), "sind")


def test_1_7_voluntary_removal_changes_control() -> None:
    """1.7, R-04: Control follows when own pieces are removed."""
    game = game_at({"bihar": {"congress": 2, "sepoys": 1, "protest": True}}, "congress")
    choose(game, "civil_disobedience", "remove_own", "2")
    assert controls(game, "bihar")


def test_activists_are_active_with_a_protest_or_on_a_railway() -> None:
    """R-02, 1.4.3: Active with a Protest or on a Railway, Inactive everywhere else; together, never one by one."""
    spaces = {
        "bihar": {"congress": 1, "league": 1, "protest": True},
        "lahore_delhi": {"league": 1},
        "sind": {"league": 1},
    }
    view = game_at(spaces, "raj").view().spaces
    assert [view[space].activists_active for space in spaces] == [True, True, False]
