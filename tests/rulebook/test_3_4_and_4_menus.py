"""3.2 - 3.4, 4.2 - 4.5: each Faction's menu of Operations and Special Activities."""

from __future__ import annotations

import pytest

from engine import Game
from engine.gandhi.catalogue import OPERATIONS, SPECIAL_ACTIVITIES
from tests.playing import choose, controls, game_at, keys, why

MENUS = {
    "raj": (("deploy", "garrison", "sweep", "assault"), ("treaty", "govern", "martial_law")),
    "congress": (
        ("rally", "demonstrate", "civil_disobedience", "non_cooperation"),
        ("negotiate", "satyagraha", "persuade"),
    ),
    "league": (
        ("rally", "demonstrate", "civil_disobedience", "non_cooperation"),
        ("negotiate", "infiltrate", "persuade"),
    ),
    "revolutionaries": (("rally", "march", "attack", "unrest"), ("aid", "infiltrate", "assassinate")),
}
PARAGRAPHS = {"raj": "2", "congress": "3", "league": "3", "revolutionaries": "4"}
SPECIAL_PARAGRAPHS = {"raj": "2", "congress": "3", "league": "4", "revolutionaries": "5"}


def crowded(seat: str, may: str = "operation_and_special") -> Game:
    """Return a board on which much is possible, in Crisis."""
    return game_at(
        {
            "punjab": {
                "troops": 1,
                "sepoys": 2,
                "congress": 1,
                "league": 2,
                "underground": 2,
                "active": 1,
                "unrest": 1,
            },
            "bihar": {"sepoys": 1, "congress": 2, "league": 1, "league_bases": 1, "protest": True, "gandhi": True},
            "orissa": {"sepoys": 2, "congress": 1, "league": 1, "active": 1, "protest": True},
        },
        seat,
        may,
        restraint=1,
        unity=1,
        resources={"raj": 10, "revolutionaries": 10},
    )


@pytest.mark.parametrize("seat", MENUS)
def test_each_faction_has_its_operations_and_special_activities(seat: str) -> None:
    """3.2, 3.3, 3.4, 4.2, 4.3, 4.4, 4.5: four Operations and three Special Activities each, and no others."""
    operations, specials = MENUS[seat]
    assert tuple(OPERATIONS[seat]) == operations
    assert tuple(SPECIAL_ACTIVITIES[seat]) == specials
    for operation in OPERATIONS[seat].values():
        assert operation.rule.startswith(f"3.{PARAGRAPHS[seat]}.")
    for special in SPECIAL_ACTIVITIES[seat].values():
        assert special.rule.startswith(f"4.{SPECIAL_PARAGRAPHS[seat]}.")


@pytest.mark.parametrize("seat", MENUS)
def test_every_operation_and_special_activity_is_shown_open_or_closed(seat: str) -> None:
    """3.4, 4.3, 4.4, 4.5: what cannot be done now is shown closed, so that every entry is either open or says why."""
    game = crowded(seat)
    assert game.decision is not None
    closed = {option.key for option in game.decision.closed()}
    operations, specials = MENUS[seat]
    menu = {*operations, *(f"special:{special}" for special in specials)}
    assert menu <= keys(game) | closed
    assert not keys(game) & closed
    assert set(operations) <= keys(game), "On this board all four can be executed."


def test_3_4_revolutionaries_without_resources_can_only_march_off_railways() -> None:
    """3.4 Without Resources the Revolutionaries can do nothing but march off Railways, which is free (3.4.2)."""
    poor = game_at(
        {"punjab": {"underground": 2}, "karachi_lahore": {"underground": 1}}, "revolutionaries", "operation_only"
    )
    assert keys(poor) & set(MENUS["revolutionaries"][0]) == {"march"}
    choose(poor, "march")
    assert why(poor, "punjab").endswith("3.4.2")
    assert "karachi_lahore" in keys(poor)


def test_4_3_to_4_5_a_limited_operation_has_no_special_activity() -> None:
    """4.3, 4.4, 4.5, 2.3.5: the three entries of the menu are closed, with their reason."""
    for seat in ("congress", "league", "revolutionaries"):
        game = crowded(seat, "limited_operation")
        for special in MENUS[seat][1]:
            assert why(game, f"special:{special}") == "why.no_special_in_limited 2.3.5"


def test_only_active_pieces_end_raj_control() -> None:
    """D-94, 1.7.1: any number of Underground Guerrillas and Inactive Activists leaves Raj Control alone."""
    quiet = game_at({"punjab": {"sepoys": 1, "underground": 3, "congress": 3, "league": 3}}, "raj")
    assert controls(quiet, "punjab")
    for active in ({"active": 1}, {"gandhi": True}, {"league_bases": 1}, {"congress": 1, "protest": True}):
        assert not controls(game_at({"punjab": {"sepoys": 1, **active}}, "raj"), "punjab")
