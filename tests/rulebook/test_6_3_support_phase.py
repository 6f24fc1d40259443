"""6.3 Support Phase: 6.3.1 Imperialism, 6.3.2 Constructive Programme, 6.3.3, 6.3.4 new Bases, 6.3.5."""

from __future__ import annotations

from typing import Any

import pytest

from tests.playing import choose, here, keys, now, why
from tests.rulebook.rounds import phase_of, round_at

BOTH = {"troops": 2, "sepoys": 2}


# -- 6.3.1 Imperialism -------------------------------------------------------------------------------------


def test_imperialism_needs_control_a_troop_and_a_sepoy_in_a_city_or_province() -> None:
    """6.3.1, R-71 Cities and Provinces with Raj Control, a Troop and a Sepoy; Active adversaries do not matter."""
    game = round_at(
        "imperialism",
        {
            "delhi": {**BOTH, "active": 1},
            "bihar": dict(BOTH),
            "bombay": {"troops": 2},
            "madras": {"sepoys": 2},
            "orissa": {"sepoys": 3},
            "sind": {**BOTH, "active": 4},
            "calcutta": {**BOTH, "level": "active_support"},
            "lahore_delhi": dict(BOTH),
        },
        resources={"raj": 20},
    )
    assert game.decision is not None
    assert game.decision.remaining == 2
    assert keys(game) == {"delhi", "bihar", "done"}
    assert why(game, "bombay") == why(game, "madras") == "why.needs_troops_and_sepoys 6.3.1"
    assert why(game, "orissa") == "why.not_city_or_province 6.3.1"
    assert why(game, "sind") == "why.needs_control 6.3.1"
    assert why(game, "calcutta") == "why.nothing_to_buy 6.3.1"


def test_imperialism_removes_unrest_then_shifts() -> None:
    """6.3.1, R-71 Three Resources take off an Unrest or, once none is left, shift a level, two levels at most."""
    game = round_at(
        "imperialism",
        {"delhi": {**BOTH, "unrest": 3, "level": "active_opposition"}, "bihar": {**BOTH, "level": "passive_support"}},
        resources={"raj": 50},
    )
    choose(game, "delhi")
    assert keys(game) == {"1", "2", "3", "4", "5"}
    choose(game, "4")
    assert here(game, "delhi") == {**BOTH, "level": "passive_opposition"}
    assert why(game, "delhi") == "why.already_selected 6.3"
    # One level is all that Bihar can take, so nothing is asked.
    choose(game, "bihar")
    assert here(game, "bihar")["level"] == "active_support"
    assert now(game)["resources"]["raj"] == 50 - 15


def test_the_outgoing_viceroy_sets_the_price_of_imperialism() -> None:
    """6.3.1, R-71, 2.5.1 Under Lord Mountbatten a purchase costs 2, even if the Round brings another lord."""
    game = round_at("imperialism", {"delhi": dict(BOTH)}, viceroy="mountbatten", resources={"raj": 3})
    choose(game, "delhi")
    assert now(game)["resources"]["raj"] == 1
    game = round_at("imperialism", {"delhi": dict(BOTH)}, card=79, resources={"raj": 4})
    choose(game, "delhi")
    assert now(game)["resources"]["raj"] == 1
    game = round_at("imperialism", {"delhi": dict(BOTH), "bihar": dict(BOTH)}, resources={"raj": 2})
    assert phase_of(game) != "imperialism"


def test_raj_buys_shifts_by_imperialism_in_at_most_four_spaces() -> None:
    """6.3.1 Four spaces, then it ends."""
    spaces = {space: {"troops": 1, "sepoys": 1} for space in ("delhi", "bihar", "bombay", "madras", "sind")}
    game = round_at("imperialism", spaces, resources={"raj": 50})
    for space in ("delhi", "bihar", "bombay", "madras"):
        choose(game, space, "1")
    assert phase_of(game) == "pakistan_movement"
    assert now(game)["resources"]["raj"] == 50 - 12


def test_the_support_phase_releases_prisoners() -> None:
    """6.3.1 Two Activists for each space, Raj picks whose; then Gandhi, to any space without Raj Control (R-72)."""
    game = round_at(
        "imperialism",
        {"delhi": dict(BOTH)},
        resources={"raj": 3},
        jail={"congress": 2, "league": 2, "gandhi": True},
    )
    choose(game, "delhi")
    assert game.decision is not None
    assert game.decision.seat == "raj"
    assert keys(game) == {"0", "1", "2"}
    choose(game, "0")
    assert now(game)["jail"] == {"congress": 2, "league": 0, "gandhi": True}
    assert now(game)["available"]["league"] == 16
    assert game.decision.seat == "raj"
    assert {"orissa", "lahore_delhi", "bihar"} <= keys(game)
    assert why(game, "delhi") == "why.has_control 6.3.1"
    choose(game, "orissa")
    assert here(game, "orissa") == {"gandhi": True}


def test_gandhi_is_released_even_without_imperialism() -> None:
    """R-72 Every Round, even if nothing is bought; then no Activist comes out."""
    game = round_at("imperialism", {}, jail={"congress": 3, "gandhi": True})
    choose(game, "lahore_delhi")
    assert now(game)["jail"] == {"congress": 3, "league": 0, "gandhi": False}


# -- 6.3.2 Constructive Programme --------------------------------------------------------------------------


def test_the_constructive_programme_shifts_spaces_with_own_pieces_and_no_raj_control() -> None:
    """6.3.2, D-56, R-73 Congress, then the League: Cities and Provinces with own pieces and no Raj Control."""
    spaces: dict[str, dict[str, Any]] = {
        "bihar": {"gandhi": True},
        "sind": {"league_bases": 1, "congress": 1},
        "delhi": {"congress": 1, "troops": 3},
        "orissa": {"congress": 3},
        "bombay": {"congress": 1, "level": "active_opposition"},
        "madras": {"league": 1},
        "assam": {"league": 1, "level": "passive_opposition"},
        "punjab": {"muslim_state": True, "congress": 1},
        "lahore_delhi": {"congress": 1},
    }
    game = round_at("constructive_congress", spaces, unity=3)
    assert game.decision is not None
    assert (game.decision.seat, game.decision.remaining) == ("congress", 2)
    assert keys(game) == {"bihar", "sind", "done"}
    assert why(game, "delhi") == "why.has_control 6.3.2"
    assert why(game, "orissa") == why(game, "punjab") == "why.not_city_or_province 6.3.2"
    assert why(game, "bombay") == "why.already_active_opposition 6.3.2"
    assert why(game, "madras") == "why.no_own_piece 6.3.2"
    choose(game, "sind", "1", "done")
    assert here(game, "sind")["level"] == "passive_opposition"
    assert phase_of(game) == "constructive_league"
    assert game.decision.remaining == 2
    # Sind was Congress's choice; the League has two of the three left.
    assert why(game, "sind") == "why.already_selected 6.3"
    assert keys(game) == {"madras", "assam", "done"}
    choose(game, "madras", "2")
    assert here(game, "madras")["level"] == "active_opposition"
    choose(game, "assam")
    assert here(game, "assam")["level"] == "active_opposition"
    assert phase_of(game) == "pakistan_movement"


def test_congress_may_use_up_the_shifts_of_the_constructive_programme() -> None:
    """R-73, 6.7 Together no more than Unity: what Congress uses up, the League has not."""
    spaces = {"bihar": {"congress": 1}, "madras": {"league": 1}}
    game = round_at("constructive_congress", spaces, unity=1)
    choose(game, "bihar", "2")
    assert phase_of(game) == "pakistan_movement"
    assert here(game, "madras") == {"league": 1}


# -- 6.3.3, 6.3.4 Bases ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("phase", "rule", "seat", "piece"),
    [
        ("pakistan_movement", "6.3.3", "league", "league_bases"),
        ("secret_societies", "6.3.4", "revolutionaries", "revolutionary_bases"),
    ],
)
def test_a_base_may_be_placed_in_the_support_phase(phase: str, rule: str, seat: str, piece: str) -> None:
    """6.3.3, 6.3.4, R-74 In a City, Province or State with no Raj Control and room; no piece is needed there."""
    spaces = {
        "delhi": {"troops": 1},
        "sind": {"league_bases": 1},
        "punjab": {"revolutionary_bases": 1, "muslim_state": True, "sepoys": 4},
    }
    game = round_at(phase, spaces)
    assert game.decision is not None
    assert game.decision.seat == seat
    assert {"orissa", "madras", "punjab", "bihar", "done"} <= keys(game)
    assert "lahore_delhi" not in keys(game)
    assert why(game, "delhi") == f"why.has_control {rule}"
    assert why(game, "sind") == "why.no_room_for_base 1.4.2"
    choose(game, "orissa")
    assert here(game, "orissa") == {piece: 1}


def test_the_league_places_a_base_before_the_revolutionaries() -> None:
    """R-74 The Muslim League is asked before the Revolutionaries; both may decline."""
    game = round_at("pakistan_movement")
    choose(game, "sind")
    assert phase_of(game) == "secret_societies"
    assert why(game, "sind") == "why.no_room_for_base 1.4.2"
    choose(game, "done")
    assert phase_of(game) == "turn"
    assert now(game)["available"]["revolutionary_bases"] == 5


def test_no_faction_is_asked_for_a_base_when_none_is_available() -> None:
    """R-74, R-03 Only Available Bases: with none the Faction is not asked."""
    bases = {space: {"league_bases": 1} for space in ("sind", "assam", "delhi", "bombay", "madras")}
    game = round_at("pakistan_movement", bases)
    assert phase_of(game) == "secret_societies"


def test_the_game_ends_after_the_support_phase_of_the_final_round_only() -> None:
    """6.3.5, 2.4.1 The final Round ends here, before Redeploy; any other continues."""
    game = round_at("secret_societies", campaigns_left=0)
    choose(game, "done")
    assert game.decision is None
    assert game.result is not None
    game = round_at("secret_societies", {"bihar": {"congress": 1}}, campaigns_left=1)
    choose(game, "done")
    assert game.result is None
