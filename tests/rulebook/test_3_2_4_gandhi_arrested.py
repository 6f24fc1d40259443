"""3.2.4 GANDHI: what follows at the end of the Raj turn in which he is arrested (R-33f, R-33g)."""

from __future__ import annotations

from typing import Any

from engine import Game
from tests.playing import Spaces, asked, choose, game_at, here, keys, now, remaining, why

ARREST = {"delhi": {"troops": 1, "gandhi": True}}


def arrest(**position: Any) -> Game:
    """Return a game after an Assault that arrested Gandhi in Delhi."""
    game = game_at(ARREST, "raj", "operation_only", **position)
    choose(game, "assault", "delhi")
    return game


def test_restraint_shifts_before_protests_are_placed() -> None:
    """R-33f, D-25: at Restraint 5 one Protest would be Available; the shift to 4 makes it two."""
    game = arrest(restraint=5)
    assert now(game)["restraint"] == 4
    assert asked(game) == "congress arrest.protest"
    assert remaining(game) == 2
    choose(game, "bihar", "delhi")
    assert here(game, "bihar") == {"protest": True}
    assert here(game, "delhi") == {"troops": 1, "protest": True}


def test_congress_may_place_fewer_than_two_protests() -> None:
    """D-26, R-33f: Congress may place none or one."""
    for chosen in ((), ("assam",)):
        game = arrest(restraint=2)
        choose(game, *chosen, "done")
        placed = [space for space, row in now(game)["spaces"].items() if row.get("protest")]
        assert placed == list(chosen)


def test_only_available_protests_are_placed() -> None:
    """R-33f, 1.10: no more than Restraint leaves Available after the shift."""
    spaces: Spaces = {**ARREST, "bihar": {"protest": True}}
    game = game_at(spaces, "raj", "operation_only", restraint=5)
    choose(game, "assault", "delhi")
    assert asked(game) == "congress arrest.protest"
    assert remaining(game) == 1
    choose(game, "assam")
    assert asked(game) != "congress arrest.protest"
    spaces = {**ARREST, "bihar": {"protest": True}, "assam": {"protest": True}}
    game = game_at(spaces, "raj", "operation_only", restraint=5)
    choose(game, "assault", "delhi")
    assert asked(game) != "congress arrest.protest"


def test_any_space_but_a_railway_takes_a_protest() -> None:
    """R-33f: States and Controlled spaces as well, each only once; no Railways."""
    game = arrest(restraint=2)
    assert {"delhi", "mysore", "punjab"} <= keys(game)
    assert why(game, "lahore_delhi") == "why.not_on_railway 3.2.4"
    choose(game, "mysore")
    assert why(game, "mysore") == "why.has_protest 1.10"


def test_gandhis_arrest_lowers_restraint_once_at_the_end_of_the_turn() -> None:
    """R-33f, 1.4.5: he is in Jail at once, but Restraint and Protests wait until the Special Activity is over too."""
    spaces: Spaces = {"delhi": {"troops": 1, "gandhi": True}, "punjab": {"troops": 1, "congress": 1}}
    game = game_at(spaces, "raj", "operation_and_special", restraint=3)
    choose(game, "assault", "delhi")
    assert now(game)["jail"]["gandhi"]
    assert now(game)["restraint"] == 3
    choose(game, "special:martial_law")
    assert now(game)["restraint"] == 3
    choose(game, "done")
    assert now(game)["restraint"] == 2
    choose(game, "bihar", "bombay")
    assert now(game)["restraint"] == 2


def test_arrests_by_treaty_and_govern_have_the_effects_of_an_assault() -> None:
    """1.3.9, 1.4.5, R-33f, R-60: the same follows an arrest by a Special Activity."""
    spaces: Spaces = {"mysore": {"sepoys": 1, "gandhi": True}, "delhi": {"troops": 1}}
    game = game_at(spaces, "raj", "operation_and_special", restraint=3)
    choose(game, "special:treaty", "mysore", "done", "assault", "delhi")
    assert now(game)["jail"]["gandhi"]
    assert now(game)["restraint"] == 2
    assert asked(game) == "congress arrest.protest"
    game = game_at(spaces, "raj", "operation_and_special", restraint=3)
    choose(game, "special:govern", "assault", "delhi")
    assert now(game)["jail"]["gandhi"]
    assert now(game)["restraint"] == 2


def test_without_an_arrest_of_gandhi_restraint_and_protests_do_not_change() -> None:
    """R-33f: Restraint stays, and Congress is not asked."""
    game = game_at({"delhi": {"troops": 1, "active": 1}}, "raj", "operation_only", restraint=3)
    choose(game, "assault", "delhi")
    assert now(game)["restraint"] == 3
    assert asked(game).endswith(" turn.action")


def test_gandhi_no_longer_counts_as_just_arrested_after_the_turn() -> None:
    """R-33f: the flag that he was arrested lasts for one turn."""
    game = arrest(restraint=4)
    choose(game, "done")
    state = game.state
    assert not state.gandhi_arrested
    assert now(game)["restraint"] == 3


def test_restraint_never_falls_below_one() -> None:
    """R-07, R-33f: a shift past the end of the track is lost, the Protests remain."""
    game = arrest(restraint=1)
    assert now(game)["restraint"] == 1
    assert asked(game) == "congress arrest.protest"


def test_after_gandhis_arrest_come_restraint_then_protests_then_the_crisis_roll() -> None:
    """R-33g: the shift, then the Protests, then the roll for the Crisis that the shift has triggered."""
    game = arrest(restraint=2, unity=1, out_of_play={"troops": 6})
    assert now(game)["crisis"]
    assert asked(game) == "congress arrest.protest"
    assert not any(change.verb == "roll" for change in game.state.log)
    choose(game, "assam", "bihar")
    assert asked(game).startswith("raj crisis")
    assert any(change.verb == "roll" for change in game.state.log)


def test_no_die_is_rolled_if_the_crisis_had_begun_before() -> None:
    """R-33g, R-79: a Crisis that continues is not triggered again."""
    game = arrest(restraint=1, unity=1, out_of_play={"troops": 6})
    choose(game, "done")
    assert asked(game).endswith(" turn.action")


def test_non_player_congress_is_asked_about_protests_like_a_player() -> None:
    """3.2.4: the question goes to the seat of Congress, no matter who holds it."""
    game = arrest(restraint=3, seats={"congress": "arjuna"})
    assert asked(game) == "congress arrest.protest"
