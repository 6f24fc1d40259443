"""4.2.2 Govern, with Imperialism."""

from __future__ import annotations

from typing import Any

import pytest

from engine import Game
from tests.playing import Spaces, asked, choose, controls, game_at, here, keys, now, why


def governing(spaces: Spaces, resources: int = 20, **position: Any) -> Game:
    """Return a Raj turn in which Govern has just been chosen."""
    position = {"viceroy": "irwin", "resources": {"raj": resources}, **position}
    game = game_at(spaces, "raj", "operation_and_special", **position)
    choose(game, "special:govern")
    return game


SOUTHERN_INDIA: Spaces = {
    "bombay_presidency": {"troops": 1, "congress": 1},
    "hyderabad": {"sepoys": 1, "active": 1},
    "bhusawal_guntakal": {"sepoys": 1, "strike": True},
}


def test_the_example_lets_govern_select_two_of_three_spaces() -> None:
    """4.2.2 EXAMPLE: levels in Bombay Presidency, the Guerrilla of Hyderabad, the Strike: but only two of the three."""
    game = governing(SOUTHERN_INDIA)
    assert keys(game) == {"bombay_presidency", "hyderabad", "bhusawal_guntakal"}
    # Inactive Activists do not hinder Imperialism; it is all that can be done there.
    choose(game, "bombay_presidency", "2")
    assert here(game, "bombay_presidency")["level"] == "active_support"
    assert now(game)["resources"]["raj"] == 14
    choose(game, "hyderabad")
    assert here(game, "hyderabad") == {"sepoys": 1}
    # Two spaces are the limit: the Special Activity is over, and an Operation must follow.
    assert asked(game) == "raj turn.operation"
    game = governing(SOUTHERN_INDIA)
    choose(game, "bhusawal_guntakal", "done")
    assert here(game, "bhusawal_guntakal") == {"sepoys": 1}


def test_govern_needs_cubes_and_something_to_remove_or_shift() -> None:
    """4.2.2: only where Raj has cubes, and something can be done."""
    game = governing({"delhi": {"troops": 1}, "punjab": {"active": 1}, "lahore_delhi": {"troops": 1, "congress": 1}})
    assert why(game, "punjab") == "why.no_cubes 4.2.2"
    assert keys(game) == {"delhi", "lahore_delhi"}
    spaces: Spaces = {"delhi": {"troops": 1}, "bombay": {"troops": 1}}
    game = governing({**spaces, "madras": {"troops": 1, "level": "active_support"}})
    assert why(game, "madras") == "why.nothing_to_govern 4.2.2"


def test_govern_takes_up_to_two_spaces_each_once() -> None:
    """4.2.2, 4.1.1: one space is enough, and none is selected twice."""
    game = governing({"delhi": {"troops": 1}, "madras": {"troops": 1}})
    choose(game, "delhi", "1")
    assert why(game, "delhi") == "why.already_selected 4.1.1"
    choose(game, "done")
    assert asked(game) == "raj turn.operation"


def test_govern_removes_one_active_piece_of_any_faction() -> None:
    """R-60, D-38: Raj chooses one piece; no one is forced, Gandhi neither."""
    pieces: dict[str, object] = {"troops": 2, "congress": 1, "league": 1, "gandhi": True, "active": 1, "protest": True}
    game = governing({"punjab": pieces})
    assert keys(game) == {"congress", "league", "gandhi", "active"}
    choose(game, "league")
    assert now(game)["jail"] == {"congress": 0, "league": 1, "gandhi": False}
    game = governing({"punjab": {"troops": 1, "gandhi": True, "league_bases": 1}})
    assert keys(game) == {"gandhi", "league_bases"}
    choose(game, "league_bases")
    assert here(game, "punjab") == {"troops": 1, "gandhi": True}


def test_govern_removes_bases_last() -> None:
    """4.2.2 BASES LAST, R-60: Activists of any state protect Muslim League Bases, Guerrillas the others."""
    spaces: Spaces = {"delhi": {"troops": 1}, "bombay": {"troops": 1}}
    game = governing({**spaces, "punjab": {"troops": 1, "congress": 1, "league_bases": 1}})
    assert why(game, "punjab") == "why.nothing_to_govern 4.2.2"
    game = governing({**spaces, "punjab": {"troops": 1, "underground": 1, "revolutionary_bases": 1}})
    assert why(game, "punjab") == "why.nothing_to_govern 4.2.2"
    game = governing({"punjab": {"troops": 1, "revolutionary_bases": 1}})
    assert here(game, "punjab") == {"troops": 1}
    assert now(game)["available"]["revolutionary_bases"] == 5


@pytest.mark.parametrize("activist", ["congress", "league"])
def test_govern_removes_a_marker_only_in_a_space_without_activists(activist: str) -> None:
    """R-61: a Strike or a Protest goes only where no Activists are, Active or not; one marker per space."""
    game = governing({"delhi": {"troops": 1, "protest": True, "gandhi": True}})
    assert keys(game) == {"remove", "protest"}
    choose(game, "protest")
    assert here(game, "delhi") == {"troops": 1, "gandhi": True}
    game = governing({"delhi": {"troops": 1, "protest": True, activist: 1}})
    # Only the Activist can go, so no one is asked; the Protest stays.
    assert here(game, "delhi") == {"troops": 1, "protest": True}
    game = governing({"lahore_delhi": {"troops": 1, "protest": True, "strike": True}})
    assert keys(game) == {"strike", "protest"}
    choose(game, "strike")
    assert here(game, "lahore_delhi") == {"troops": 1, "protest": True}


def test_a_closed_option_of_govern_has_its_reason() -> None:
    """4.2.2: each of the three has its own condition."""
    game = governing({"delhi": {"troops": 2, "protest": True, "revolutionary_bases": 1}})
    assert keys(game) == {"remove", "protest"}
    assert why(game, "strike") == "why.no_such_marker 4.2.2"
    assert why(game, "imperialism") == "why.has_active_adversaries 4.2.2"
    spaces: Spaces = {"lahore_delhi": {"troops": 1, "strike": True, "protest": True}}
    game = governing(spaces)
    assert why(game, "imperialism") == "why.on_railway 4.2.2"
    assert why(game, "remove") == "why.nobody_active 4.2.2"
    cities: Spaces = {"delhi": {"troops": 1, "active": 1}, "bombay": {"troops": 1, "active": 1}}
    game = governing({**cities, "madras": {"troops": 1, "congress": 1}}, resources=2)
    assert why(game, "madras") == "why.cannot_pay 4.2.2"


def test_imperialism_needs_no_raj_control() -> None:
    """R-62: a State or a City with cubes and no Active adversaries; Troops and Sepoys alike."""
    game = governing({"mysore": {"sepoys": 1, "congress": 3, "underground": 2}})
    choose(game, "1")
    assert here(game, "mysore")["level"] == "passive_support"
    assert not controls(game, "mysore")
    assert now(game)["resources"]["raj"] == 17


def test_imperialism_removes_unrest_first_and_is_paid_for() -> None:
    """4.2.2 IMPERIALISM, R-62: any number of Unrest markers, then up to two levels, 3 Resources for each."""
    spaces: Spaces = {"delhi": {"troops": 1, "unrest": 3, "level": "active_opposition"}}
    game = governing(spaces)
    choose(game, "2")
    assert here(game, "delhi") == {"troops": 1, "unrest": 1, "level": "active_opposition"}
    assert now(game)["resources"]["raj"] == 14
    game = governing(spaces)
    choose(game, "3", "2")
    assert here(game, "delhi") == {"troops": 1}
    assert now(game)["resources"]["raj"] == 5
    game = governing(spaces)
    choose(game, "3", "0")
    assert here(game, "delhi") == {"troops": 1, "level": "active_opposition"}
    assert now(game)["resources"]["raj"] == 11


def test_imperialism_buys_no_more_than_resources_allow() -> None:
    """3.1, 4.2.2: with 7 Resources two purchases are the most."""
    game = governing({"delhi": {"troops": 1, "unrest": 3}}, resources=7)
    assert keys(game) == {"1", "2"}
    choose(game, "2")
    assert now(game)["resources"]["raj"] == 1


def test_raj_may_buy_the_removal_of_a_muslim_state() -> None:
    """R-62: once no Unrest is left its marker costs one purchase, and levels may be bought besides."""
    spaces: Spaces = {"punjab": {"sepoys": 2, "unrest": 1, "muslim_state": True}}
    game = governing(spaces)
    choose(game, "yes", "2")
    assert here(game, "punjab") == {"sepoys": 2, "level": "active_support"}
    assert controls(game, "punjab")
    assert now(game)["resources"]["raj"] == 20 - 4 * 3
    game = governing(spaces)
    choose(game, "no", "0")
    assert here(game, "punjab") == {"sepoys": 2, "muslim_state": True}
    assert now(game)["resources"]["raj"] == 17
    # At Active Support and without Unrest there is nothing else to buy, so no one is asked.
    spaces = {"punjab": {"sepoys": 2, "muslim_state": True, "level": "active_support"}}
    game = governing(spaces)
    assert here(game, "punjab") == {"sepoys": 2, "level": "active_support"}


def test_unrest_protects_a_muslim_state() -> None:
    """4.2.2: while Unrest is left neither level nor marker can be bought."""
    spaces: Spaces = {"punjab": {"sepoys": 2, "unrest": 2, "muslim_state": True}}
    game = governing(spaces)
    choose(game, "1")
    assert here(game, "punjab") == {"sepoys": 2, "unrest": 1, "muslim_state": True}
    assert asked(game) == "raj turn.operation"


def test_non_player_raj_pays_no_resources_for_govern() -> None:
    """8.1: Non-player Raj pays nothing; the limits of the space still hold."""
    game = game_at({"delhi": {"troops": 1}}, "raj", "operation_and_special", seats={"raj": "arjuna"})
    choose(game, "special:govern", "2")
    assert here(game, "delhi") == {"troops": 1, "level": "active_support"}
    assert now(game)["resources"]["raj"] == 0
