"""6.4 Redeploy Phase: the Viceroy (6.4.1), Raj (6.4.2), and the others (6.4.3 to 6.4.5)."""

from __future__ import annotations

from typing import Any

from engine import Game
from tests.playing import choose, controls, here, keys, now, why
from tests.rulebook.rounds import phase_of, round_at


def raj_done(spaces: dict[str, dict[str, Any]], raj: int, *moves: str, **position: Any) -> Game:
    """Return a game after a Redeploy of Raj with some moves."""
    game = round_at("redeploy_raj", spaces, resources={"raj": raj}, **position)
    choose(game, *moves, "done")
    return game


def test_the_campaign_card_becomes_the_viceroy() -> None:
    """6.4.1 The Campaign card of the Round becomes the Viceroy before anything moves."""
    game = round_at("redeploy_raj", {"delhi": {"troops": 1}})
    assert now(game)["viceroy"] == "irwin"
    assert phase_of(game) == "redeploy_raj"


def test_raj_redeploys_to_cities_railways_and_controlled_provinces() -> None:
    """6.4.2, D-55 Cities, Railways, Provinces with Control; Sepoys to States too; even out of Protest spaces."""
    spaces = {
        "bihar": {"troops": 1, "sepoys": 1, "protest": True, "congress": 1},
        "punjab": {"sepoys": 1},
        "sind": {"sepoys": 1, "active": 2},
    }
    game = round_at("redeploy_raj", spaces)
    choose(game, "bihar", "troops")
    assert {"delhi", "lahore_delhi", "punjab"} <= keys(game)
    assert why(game, "orissa") == "why.no_troops_in_states 1.3.5"
    assert why(game, "sind") == "why.needs_control 6.4.2"
    assert why(game, "assam") == "why.needs_control 6.4.2"
    assert why(game, "bihar") == "why.same_space 6.4"
    choose(game, "punjab", "bihar")
    assert {"orissa", "mysore", "lahore_delhi"} <= keys(game)
    choose(game, "orissa")
    assert here(game, "orissa") == {"sepoys": 1}


def test_raj_control_is_tested_at_each_move_of_a_redeploy() -> None:
    """6.4, R-75, R-77 Moves go in any order and anywhere; Protests are still there, so Activists deny Control."""
    spaces = {
        "bihar": {"troops": 1, "protest": True, "congress": 2},
        "delhi": {"sepoys": 4},
        "madras": {"troops": 3},
        "punjab": {"sepoys": 2, "active": 1},
    }
    game = round_at("redeploy_raj", spaces, resources={"raj": 10})
    assert not controls(game, "bihar")
    choose(game, "madras", "2")
    assert "punjab" in keys(game)
    assert why(game, "bihar") == "why.needs_control 6.4.2"
    choose(game, "punjab")
    choose(game, "punjab", "sepoys", "2", "delhi")
    # With two Troops and one Active Guerrilla Punjab is still Controlled; take one away and it is not.
    choose(game, "punjab", "1", "delhi")
    choose(game, "madras")
    assert why(game, "punjab") == "why.needs_control 6.4.2"


def test_raj_pays_for_troops_in_provinces_and_on_railways() -> None:
    """6.4.2 Two Resources for each Troop that stays in a Province or on a Railway; Sepoys and Cities are free."""
    spaces = {
        "punjab": {"troops": 2, "sepoys": 3},
        "lahore_delhi": {"troops": 1, "sepoys": 2},
        "delhi": {"troops": 1, "sepoys": 3},
        "orissa": {"sepoys": 2},
    }
    game = raj_done(spaces, 10)
    assert now(game)["resources"]["raj"] == 4
    assert {space: here(game, space) for space in spaces} == spaces


def test_raj_removes_troops_that_it_cannot_pay_for() -> None:
    """R-75 What Raj cannot pay goes to Available, Raj chooses where from; Troops that leave anyway need no pay."""
    spaces = {
        "punjab": {"troops": 1, "sepoys": 3},
        "lahore_delhi": {"troops": 2},
        "assam": {"troops": 1, "active": 3},
    }
    game = raj_done(spaces, 5)
    assert game.decision is not None
    assert (game.decision.kind, game.decision.seat, game.decision.remaining) == ("redeploy.unpaid", "raj", 1)
    assert keys(game) == {"punjab", "lahore_delhi"}
    choose(game, "lahore_delhi")
    assert here(game, "lahore_delhi") == {"troops": 1}
    assert here(game, "punjab") == {"troops": 1, "sepoys": 3}
    # Raj does not Control Assam: its unpaid Troop was removed, at the end.
    assert here(game, "assam") == {"active": 3}
    assert now(game)["resources"]["raj"] == 1


def test_removing_an_unpaid_troop_may_end_raj_control() -> None:
    """R-75 When an unpaid Troop's removal ends Control, the others there need no pay: they are removed as well."""
    game = raj_done({"punjab": {"troops": 3, "active": 2}, "bihar": {"congress": 1}}, 5)
    assert here(game, "punjab").get("troops", 0) == 0
    assert now(game)["resources"]["raj"] == 5


def test_cubes_that_may_not_stay_leave_at_the_end_of_the_phase() -> None:
    """6.4.2, D-54 All cubes leave Provinces without Raj Control, all Troops but one each City; Sepoys stay there."""
    game = raj_done(
        {
            "assam": {"sepoys": 2, "active": 2},
            "delhi": {"troops": 4, "sepoys": 3},
            "bombay": {"troops": 2, "active": 5},
            "punjab": {"sepoys": 4, "muslim_state": True},
            "orissa": {"sepoys": 1, "active": 2},
            "lahore_delhi": {"sepoys": 2, "active": 3},
            "bihar": {"congress": 1},
        },
        10,
    )
    assert phase_of(game) == "redeploy_congress"
    assert here(game, "assam") == {"active": 2}
    assert here(game, "delhi") == {"troops": 1, "sepoys": 3}
    assert here(game, "bombay") == {"troops": 1, "active": 5}
    assert here(game, "punjab") == {"sepoys": 4, "muslim_state": True}
    assert here(game, "orissa") == {"sepoys": 1, "active": 2}
    assert here(game, "lahore_delhi") == {"sepoys": 2, "active": 3}
    assert now(game)["resources"]["raj"] == 10
    assert now(game)["available"]["troops"] == 13


def test_congress_activists_must_leave_railways_for_spaces_without_raj_control() -> None:
    """6.4.3, R-76 Activists must leave Railways; they and Gandhi go to any space off the rails without Raj Control."""
    game = round_at(
        "redeploy_congress",
        {"lahore_delhi": {"congress": 2, "gandhi": True, "league": 1}, "delhi": {"troops": 1, "congress": 1}},
    )
    assert game.decision is not None
    assert game.decision.seat == "congress"
    assert why(game, "done") == "why.must_leave_railways 6.4.3"
    choose(game, "lahore_delhi", "congress", "2")
    assert {"orissa", "mysore", "madras"} <= keys(game)
    assert why(game, "delhi") == "why.has_control 6.4.3"
    assert why(game, "lahore_peshawar") == "why.not_onto_railway 6.4.3"
    choose(game, "madras")
    # Gandhi may stay where he is.
    assert "done" in keys(game)
    choose(game, "lahore_delhi", "bihar", "done")
    assert here(game, "bihar") == {"gandhi": True}
    assert here(game, "madras") == {"congress": 2}
    assert phase_of(game) == "redeploy_league"


def test_league_and_revolutionaries_may_also_move_to_their_bases() -> None:
    """6.4.4, 6.4.5, R-76 As Congress, but also to any space with one of their Bases; Guerrillas keep their side."""
    spaces = {
        "delhi": {"troops": 3, "league_bases": 1},
        "bombay": {"troops": 3, "revolutionary_bases": 1},
        "lahore_delhi": {"league": 1, "underground": 1, "active": 1},
    }
    game = round_at("redeploy_league", spaces)
    assert why(game, "done") == "why.must_leave_railways 6.4.4"
    choose(game, "lahore_delhi")
    assert why(game, "bombay") == "why.has_control 6.4.4"
    assert why(game, "karachi_lahore") == "why.not_onto_railway 6.4.4"
    choose(game, "delhi", "done")
    assert here(game, "delhi")["league"] == 1
    assert phase_of(game) == "redeploy_revolutionaries"
    assert why(game, "done") == "why.must_leave_railways 6.4.5"
    choose(game, "lahore_delhi", "active")
    assert why(game, "delhi") == "why.has_control 6.4.5"
    choose(game, "bombay")
    assert why(game, "done") == "why.must_leave_railways 6.4.5"
    assert here(game, "bombay")["active"] == 1
    choose(game, "lahore_delhi", "orissa")
    assert here(game, "orissa") == {"underground": 1}
