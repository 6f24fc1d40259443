"""6.2 Resources Phase: Strikes (6.2.1), Raj earnings (6.2.2), Revolutionaries earnings (6.2.3)."""

from __future__ import annotations

from typing import Any

from engine import Game
from engine.gandhi.board import BOARD
from tests.playing import choose, here, keys
from tests.rulebook.rounds import phase_of, round_at

HELD = {city: {"sepoys": 1} for city in BOARD.cities}
"""Raj Control in every City, so that no Railway has a Strike for its City."""


def strikes(game: Game) -> set[str]:
    """Return the Railways with a Strike."""
    return {railway for railway in BOARD.railways if here(game, railway).get("strike")}


def test_a_strike_is_placed_for_each_of_three_reasons() -> None:
    """6.2.1, D-50, R-70 A Protest, or more Activists than cubes, or a City beside it without Raj Control."""
    game = round_at(
        "resources",
        {
            **HELD,
            "lahore_peshawar": {"protest": True, "sepoys": 9},
            "allahabad_bhusawal": {"congress": 1, "league": 1, "sepoys": 1},
            # With as many cubes as Activists there is no Strike, in spite of Gandhi and Guerrillas.
            "bhusawal_guntakal": {"congress": 1, "sepoys": 1, "gandhi": True, "underground": 3},
        },
    )
    assert strikes(game) == {"lahore_peshawar", "allahabad_bhusawal"}
    assert here(game, "lahore_peshawar") == {"sepoys": 9, "strike": True}

    lost: dict[str, dict[str, Any]] = {city: dict(row) for city, row in HELD.items() if city != "bombay"}
    assert strikes(round_at("resources", lost)) == {"bombay_bhusawal"}
    lost["bombay"] = {"sepoys": 2, "congress": 2, "protest": True}
    assert strikes(round_at("resources", lost)) == {"bombay_bhusawal"}


def test_a_railway_with_a_strike_gets_no_second_one() -> None:
    """6.2.1, R-70, 1.12 A Railway with a Strike is done; its Protest, if any, stays until Reset."""
    game = round_at("resources", {**HELD, "lahore_peshawar": {"protest": True, "strike": True}})
    assert here(game, "lahore_peshawar") == {"protest": True, "strike": True}
    assert game.state.unrest_available() == 11


def test_congress_chooses_the_railways_when_strikes_are_scarce() -> None:
    """6.2.1, R-70 With fewer markers than Railways Congress chooses; a Protest without a marker stays."""
    game = round_at(
        "resources",
        {
            **HELD,
            "bihar": {"unrest": 11},
            "lahore_peshawar": {"protest": True},
            "allahabad_bhusawal": {"protest": True},
        },
    )
    assert game.decision is not None
    assert (game.decision.seat, game.decision.remaining) == ("congress", 1)
    assert keys(game) == {"lahore_peshawar", "allahabad_bhusawal"}
    choose(game, "allahabad_bhusawal")
    assert strikes(game) == {"allahabad_bhusawal"}
    assert here(game, "lahore_peshawar") == {"protest": True}
    assert phase_of(game) != "resources"

    game = round_at("resources", {**HELD, "bihar": {"unrest": 12}, "lahore_peshawar": {"protest": True}})
    assert strikes(game) == set()
    assert here(game, "lahore_peshawar") == {"protest": True}


def test_raj_earns_econ_less_strikes_and_prisoners() -> None:
    """6.2.2, D-61, R-70a Forty less struck Econ, at most 50; then 2 less for each Activist and Gandhi in Jail."""
    spaces: dict[str, dict[str, Any]] = {
        **HELD,
        "delhi_allahabad": {"strike": True},
        "lahore_peshawar": {"strike": True},
    }
    game = round_at(
        "resources", spaces, resources={"raj": 3}, jail={"congress": 2, "league": 1, "gandhi": True}, campaigns_left=0
    )
    assert game.position()["resources"]["raj"] == 3 + 40 - 7 - 8
    game = round_at("resources", HELD, resources={"raj": 30}, jail={"congress": 2}, campaigns_left=0)
    assert game.position()["resources"]["raj"] == 50 - 4
    every = {railway: {"strike": True} for railway in BOARD.railways}
    game = round_at("resources", every, resources={"raj": 3}, jail={"league": 2}, campaigns_left=0)
    assert game.position()["resources"]["raj"] == 0


def test_the_revolutionaries_earn_twice_their_bases() -> None:
    """6.2.3, R-16 Twice the Revolutionaries Bases on the map, up to 50."""
    spaces = {**HELD, "bihar": {"revolutionary_bases": 2}, "sind": {"revolutionary_bases": 1, "league_bases": 0}}
    game = round_at("resources", spaces, resources={"revolutionaries": 4})
    assert game.position()["resources"]["revolutionaries"] == 10
    game = round_at("resources", spaces, resources={"revolutionaries": 47})
    assert game.position()["resources"]["revolutionaries"] == 50
