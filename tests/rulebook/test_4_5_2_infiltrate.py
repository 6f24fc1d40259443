"""4.5.2 Revolutionaries Infiltrate."""

from __future__ import annotations

from typing import Any

import pytest

from engine.gandhi.ids import REVOLUTIONARIES
from tests.playing import answers, choose, game_at, here, now, why

CRISIS: dict[str, Any] = {"restraint": 1, "unity": 1}


def test_the_example_replaces_an_activist() -> None:
    """4.5.2 The example: Sind has no room for a second Base, so an Activist becomes an Underground Guerrilla."""
    game = game_at(
        {"sind": {"underground": 1, "league": 1, "league_bases": 1, "sepoys": 1}},
        REVOLUTIONARIES,
        resources={"revolutionaries": 1},
        **CRISIS,
    )
    choose(game, "special:infiltrate")
    assert answers(game) == {"sepoys", "league"}
    assert why(game, "base") == "why.no_room_for_base 1.4.2"
    choose(game, "league")
    assert here(game, "sind") == {"underground": 2, "league_bases": 1, "sepoys": 1}
    position = now(game)
    assert position["available"]["league"] == 16
    assert position["jail"]["league"] == 0
    assert position["unity"] == 1


@pytest.mark.parametrize("what", ["sepoys", "congress", "league", "protest"])
def test_a_sepoy_activist_or_protest_may_be_replaced(what: str) -> None:
    """R-53 A Sepoy, an Activist on either side or a Protest gives way to an Underground Guerrilla; Unity stays."""
    space = {"underground": 1, "active": 1, "sepoys": 2, "troops": 1, "congress": 2, "league": 2, "protest": True}
    game = game_at({"bihar": dict(space)}, REVOLUTIONARIES, resources={"revolutionaries": 1})
    choose(game, "special:infiltrate")
    assert answers(game) == {"sepoys", "congress", "league", "protest"}
    assert why(game, "base") == "why.only_in_crisis 4.5.2"
    choose(game, what)
    left: dict[str, object] = {**space, "underground": 2}
    if what == "protest":
        del left["protest"]
    else:
        left[what] = 1
    assert here(game, "bihar") == left
    assert now(game)["unity"] == 3


def test_infiltrate_may_replace_an_inactive_activist() -> None:
    """R-53 An Inactive Activist can be replaced."""
    game = game_at({"bihar": {"underground": 1, "congress": 1}}, REVOLUTIONARIES, resources={"revolutionaries": 1})
    choose(game, "special:infiltrate")
    assert here(game, "bihar") == {"underground": 2}


def test_infiltrate_removes_the_target_even_without_an_available_guerrilla() -> None:
    """R-03 With all Guerrillas in play the target is still removed, and nothing comes."""
    game = game_at(
        {"bihar": {"underground": 1, "sepoys": 1}, "orissa": {"active": 15}},
        REVOLUTIONARIES,
        resources={"revolutionaries": 1},
    )
    choose(game, "special:infiltrate")
    assert here(game, "bihar") == {"underground": 1}


def test_infiltrate_needs_an_underground_guerrilla_and_a_target() -> None:
    """4.5.2 An Underground Guerrilla is needed, and something to replace."""
    game = game_at(
        {
            "bihar": {"active": 1, "sepoys": 1},
            "orissa": {"underground": 1, "troops": 0},
            "delhi": {"underground": 1, "troops": 3},
            "lahore_delhi": {"underground": 1, "congress": 1},
            "sind": {"underground": 1, "league": 1},
        },
        REVOLUTIONARIES,
        resources={"revolutionaries": 1},
    )
    choose(game, "special:infiltrate")
    assert answers(game) == {"lahore_delhi", "sind"}
    assert why(game, "bihar") == "why.no_underground_guerrilla 4.5.2"
    assert why(game, "orissa") == "why.nothing_to_replace 4.5.2"
    assert why(game, "delhi") == "why.nothing_to_replace 4.5.2"


def test_infiltrate_may_place_a_base_in_a_crisis() -> None:
    """R-54, D-47 In a Crisis a State or Province without Raj Control and with room takes a Base; Cities do not."""
    game = game_at(
        {
            "orissa": {"underground": 1},
            "punjab": {"underground": 2, "muslim_state": True, "sepoys": 1, "league_bases": 1},
            "delhi": {"underground": 1},
            "bihar": {"underground": 1, "sepoys": 1},
            "assam": {"underground": 1, "revolutionary_bases": 1},
        },
        REVOLUTIONARIES,
        resources={"revolutionaries": 1},
        **CRISIS,
    )
    choose(game, "special:infiltrate")
    assert answers(game) == {"orissa", "punjab", "bihar"}
    assert why(game, "delhi") == "why.nothing_to_replace 4.5.2"
    assert why(game, "assam") == "why.nothing_to_replace 4.5.2"
    choose(game, "punjab")
    assert answers(game) == {"sepoys", "base"}
    choose(game, "base")
    row = here(game, "punjab")
    assert row["revolutionary_bases"] == 1
    assert row["underground"] == 2


def test_infiltrate_places_no_base_under_raj_control_or_if_none_is_available() -> None:
    """R-54, R-03 Raj Control closes the Base, and so does an empty box."""
    game = game_at(
        {"bihar": {"underground": 1, "sepoys": 1}}, REVOLUTIONARIES, resources={"revolutionaries": 1}, **CRISIS
    )
    choose(game, "special:infiltrate")
    assert here(game, "bihar") == {"underground": 2}

    bases = {"revolutionary_bases": 1}
    game = game_at(
        {space: dict(bases) for space in ("sind", "assam", "karachi", "delhi", "madras")}
        | {"orissa": {"underground": 1}},
        REVOLUTIONARIES,
        resources={"revolutionaries": 1},
        **CRISIS,
    )
    assert why(game, "special:infiltrate") == "why.nothing_to_replace 4.5.2"
    game = game_at({}, REVOLUTIONARIES, resources={"revolutionaries": 1})
    assert why(game, "special:infiltrate") == "why.no_underground_guerrilla 4.5.2"
