"""4.2.3 Martial Law."""

from __future__ import annotations

from typing import Any

from engine import Game
from tests.playing import Spaces, asked, choose, game_at, here, keys, now, why


def under_martial_law(spaces: Spaces, **position: Any) -> Game:
    """Return a Raj turn in which Martial Law has just been chosen."""
    game = game_at(spaces, "raj", "operation_and_special", **position)
    choose(game, "special:martial_law")
    return game


def test_the_example_removes_four_activists() -> None:
    """4.2.3 EXAMPLE: four cubes in Punjab remove any four Activists, never the Guerrilla; Neutral and one Unrest."""
    punjab = {"troops": 2, "sepoys": 2, "congress": 3, "league": 3, "active": 1, "level": "passive_opposition"}
    game = under_martial_law({"punjab": punjab})
    assert asked(game) == "raj martial_law.congress"
    assert keys(game) == {"1", "2", "3"}
    choose(game, "2")
    assert here(game, "punjab") == {"troops": 2, "sepoys": 2, "congress": 1, "league": 1, "active": 1, "unrest": 1}
    assert now(game)["jail"] == {"congress": 0, "league": 0, "gandhi": False}
    assert now(game)["available"]["congress"] == 15


def test_each_cube_removes_one_activist() -> None:
    """R-63: as many as there are cubes or Activists, Inactive ones too, to Available; no choice about the number."""
    game = under_martial_law({"delhi": {"troops": 3, "congress": 1, "league": 1}})
    assert here(game, "delhi") == {"troops": 3, "unrest": 1}
    game = under_martial_law({"delhi": {"sepoys": 1, "congress": 2}})
    assert here(game, "delhi") == {"sepoys": 1, "congress": 1, "unrest": 1}


def test_martial_law_removes_a_protest_places_unrest_and_shifts_the_level() -> None:
    """4.2.3, R-08, R-63: a Protest goes, Unrest comes, the space shifts towards Neutral; Unity and Gandhi stay."""
    spaces: Spaces = {"bihar": {"troops": 1, "congress": 1, "gandhi": True, "protest": True, "level": "active_support"}}
    game = under_martial_law(spaces, unity=3, restraint=3)
    assert here(game, "bihar") == {"troops": 1, "gandhi": True, "unrest": 1, "level": "passive_support"}
    assert (now(game)["unity"], now(game)["restraint"]) == (3, 3)
    game = under_martial_law({"bihar": {"troops": 1, "congress": 1}})
    assert here(game, "bihar") == {"troops": 1, "unrest": 1}


def test_martial_law_on_a_railway_places_neither_unrest_nor_strike() -> None:
    """R-63: no Unrest and no Strike comes; the Protest goes."""
    game = under_martial_law({"lahore_delhi": {"troops": 1, "league": 1, "protest": True}})
    assert here(game, "lahore_delhi") == {"troops": 1}


def test_martial_law_may_be_declared_in_a_state() -> None:
    """4.2.3: any space with cubes and Activists, States included."""
    game = under_martial_law({"mysore": {"sepoys": 1, "league": 1, "level": "active_opposition"}})
    assert here(game, "mysore") == {"sepoys": 1, "unrest": 1, "level": "passive_opposition"}


def test_martial_law_without_an_unrest_marker_has_its_other_effects() -> None:
    """R-09: when all twelve are in play the rest happens all the same."""
    spaces: Spaces = {
        "assam": {"unrest": 12},
        "delhi": {"troops": 1, "congress": 1, "protest": True, "level": "passive_support"},
    }
    game = under_martial_law(spaces)
    assert here(game, "delhi") == {"troops": 1}


def test_martial_law_needs_cubes_and_activists() -> None:
    """4.2.3: both, and the reason says which is missing."""
    spaces: Spaces = {
        "delhi": {"troops": 1, "congress": 1},
        "punjab": {"troops": 1, "congress": 1},
        "sind": {"congress": 2},
        "bombay": {"troops": 1, "gandhi": True, "active": 1},
    }
    game = under_martial_law(spaces)
    assert keys(game) == {"delhi", "punjab"}
    assert why(game, "sind") == "why.no_cubes 4.2.3"
    assert why(game, "bombay") == "why.no_activists 4.2.3"


def test_one_space_is_selected_outside_a_crisis() -> None:
    """4.2.3: one space only."""
    spaces: Spaces = {
        "delhi": {"troops": 1, "congress": 1},
        "punjab": {"troops": 1, "congress": 1},
    }
    game = under_martial_law(spaces, restraint=1, unity=2)
    choose(game, "delhi")
    assert asked(game) == "raj turn.operation"
    assert here(game, "punjab") == {"troops": 1, "congress": 1}


def test_two_spaces_may_be_selected_in_a_crisis() -> None:
    """4.2.3, 6.8, D-39, R-84: two while Restraint and Unity are one, or just one of them."""
    spaces: Spaces = {
        "delhi": {"troops": 1, "congress": 1},
        "punjab": {"troops": 1, "congress": 1},
        "sind": {"troops": 1, "congress": 1},
    }
    game = under_martial_law(spaces, restraint=1, unity=1)
    choose(game, "delhi")
    assert keys(game) == {"punjab", "sind", "done"}
    assert why(game, "delhi") == "why.already_selected 4.1.1"
    choose(game, "punjab")
    assert asked(game) == "raj turn.operation"
    assert here(game, "punjab") == {"troops": 1, "unrest": 1}
    game = under_martial_law(spaces, restraint=1, unity=1)
    choose(game, "delhi", "done")
    assert here(game, "punjab") == {"troops": 1, "congress": 1}


def test_martial_law_is_closed_without_activists() -> None:
    """4.2.3: without such a space the Special Activity is closed."""
    game = game_at({"delhi": {"troops": 1}}, "raj", "operation_and_special")
    assert why(game, "special:martial_law") == "why.no_space 4.2.3"
