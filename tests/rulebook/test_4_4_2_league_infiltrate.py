"""4.4.2 Infiltrate of the Muslim League."""

from __future__ import annotations

import pytest

from tests.playing import answers, choose, controls, game_at, here, now, why

INFILTRATE = "special:infiltrate"


def test_the_example_creates_a_muslim_state_in_a_crisis() -> None:
    """4.4.2 example, R-52: in Crisis Sind, uncontrolled because of the Base, becomes a Muslim State."""
    position = {"sepoys": 1, "underground": 1, "league_bases": 1, "league": 1, "level": "passive_opposition"}
    game = game_at({"sind": position}, "league", restraint=1, unity=1)
    assert not controls(game, "sind")
    choose(game, INFILTRATE)
    assert answers(game) == {"sepoys", "underground", "muslim_state"}
    choose(game, "muslim_state")
    assert here(game, "sind") == {**position, "muslim_state": True}  # The level of Sind is unchanged.


@pytest.mark.parametrize("piece", ["sepoys", "underground", "active"])
def test_infiltrate_replaces_a_piece_with_an_activist(piece: str) -> None:
    """R-53: a Sepoy, or a Guerrilla on either side, goes to Available and an Activist comes. Unity is unchanged."""
    game = game_at({"sind": {"league": 1, "sepoys": 1, "underground": 1, "active": 1}}, "league")
    choose(game, INFILTRATE)
    assert answers(game) == {"sepoys", "underground", "active"}
    assert why(game, "muslim_state") == "why.no_crisis 4.4.2"
    choose(game, piece)
    assert here(game, "sind")["league"] == 2
    assert piece not in here(game, "sind")
    pool = "sepoys" if piece == "sepoys" else "underground"
    assert now(game)["available"][pool] == (45 if piece == "sepoys" else 15)
    assert now(game)["unity"] == 3
    assert now(game)["jail"] == {"congress": 0, "league": 0, "gandhi": False}


def test_infiltrate_replaces_a_protest_with_an_activist() -> None:
    """R-53: the Protest returns to its box; the Activists become Inactive, and Control may follow (1.7.1)."""
    game = game_at({"sind": {"league": 2, "sepoys": 2, "protest": True}}, "league")
    assert not controls(game, "sind")
    choose(game, INFILTRATE, "protest")
    assert here(game, "sind") == {"league": 3, "sepoys": 2}
    assert controls(game, "sind")
    assert game.view().protests_on_map == 0


def test_infiltrate_removes_the_target_even_without_an_available_activist() -> None:
    """R-03, 1.4.1: with no Activist Available the Sepoy, or the Protest, is removed and nothing comes."""
    game = game_at({"sind": {"league": 16, "sepoys": 2, "protest": True}}, "league")
    other = game.clone()
    choose(game, INFILTRATE, "sepoys")
    assert here(game, "sind") == {"league": 16, "sepoys": 1, "protest": True}
    choose(other, INFILTRATE, "protest")
    assert here(other, "sind") == {"league": 16, "sepoys": 2}


def test_infiltrate_needs_a_league_activist_and_replaces_no_troop_activist_base_or_strike() -> None:
    """4.4.2: a Base alone opens no space; Troops, Activists, Bases and Strikes are no targets (R-10)."""
    game = game_at(
        {
            "punjab": {"league_bases": 1, "sepoys": 1},
            "delhi": {"league": 1, "troops": 1, "congress": 1, "revolutionary_bases": 1},
            "lahore_delhi": {"league": 1, "strike": True},
        },
        "league",
    )
    choose(game, INFILTRATE)
    assert why(game, "punjab") == "why.no_own_activists 4.4.2"
    other = game.clone()
    choose(game, "delhi")  # A legal selection without effect.
    assert here(game, "delhi") == {"league": 1, "troops": 1, "congress": 1, "revolutionary_bases": 1}
    choose(other, "lahore_delhi")
    assert here(other, "lahore_delhi") == {"league": 1, "strike": True}


def test_infiltrate_is_closed_without_activists() -> None:
    """4.4.2: no Activist on the map, no Infiltrate."""
    game = game_at({"punjab": {"league_bases": 1}}, "league")
    assert why(game, INFILTRATE) == "why.no_space 4.4.2"


@pytest.mark.parametrize(
    ("space", "row", "reason"),
    [
        ("karachi", {"league_bases": 1}, "why.not_a_province"),
        ("mysore", {"league_bases": 1}, "why.not_a_province"),
        ("sind", {"league_bases": 1, "muslim_state": True}, "why.not_a_province"),
        ("sind", {}, "why.no_league_base"),
        ("sind", {"league_bases": 1, "troops": 3}, "why.has_control"),
    ],
)
def test_a_muslim_state_needs_a_province_with_a_league_base_and_no_raj_control(
    space: str, row: dict[str, object], reason: str
) -> None:
    """R-52: the selected space must be a Province with a Muslim League Base and no Raj Control."""
    game = game_at({space: {"league": 1, "sepoys": 1, "underground": 1, **row}}, "league", restraint=1, unity=1)
    choose(game, INFILTRATE)
    assert why(game, "muslim_state") == f"{reason} 4.4.2"


def test_a_non_muslim_province_may_become_a_muslim_state_despite_a_protest() -> None:
    """D-04, R-52: the Province need not be green. R-11: Troops leave at once despite the Protest; Sepoys stay."""
    game = game_at(
        {"bihar": {"league": 1, "league_bases": 1, "troops": 1, "sepoys": 1, "protest": True}},
        "league",
        restraint=1,
        unity=1,
    )
    choose(game, INFILTRATE, "muslim_state", "delhi")
    assert here(game, "bihar") == {
        "league": 1,
        "league_bases": 1,
        "sepoys": 1,
        "protest": True,
        "muslim_state": True,
    }
    assert here(game, "delhi") == {"troops": 1}
