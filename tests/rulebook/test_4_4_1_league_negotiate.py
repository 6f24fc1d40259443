"""4.4.1 Negotiate of the Muslim League, and 1.3.5 Troops leaving a new Muslim State."""

from __future__ import annotations

import pytest

from tests.playing import answers, choose, game_at, here, now, why

NEGOTIATE = "special:negotiate"


def test_the_example_creates_a_muslim_state() -> None:
    """4.4.1 example, D-46, R-51: East Bengal, uncontrolled, at Opposition, becomes a State; the Troop leaves."""
    game = game_at(
        {
            "east_bengal": {
                "league": 3,
                "congress": 1,
                "troops": 1,
                "protest": True,
                "level": "passive_opposition",
            }
        },
        "league",
        restraint=3,
    )
    choose(game, NEGOTIATE)
    assert here(game, "east_bengal").get("protest") is None
    assert not game.view().spaces["east_bengal"].activists_active
    assert now(game)["restraint"] == 4
    assert answers(game) == {"muslim_state", "done"}
    assert why(game, "remove_unrest") == "why.no_unrest 4.4.1"
    choose(game, "muslim_state")
    assert here(game, "east_bengal")["level"] == "passive_support"
    assert game.decision is not None
    assert (game.decision.seat, game.decision.kind) == ("raj", "displace.city")
    assert answers(game) == {"karachi", "delhi", "bombay", "calcutta", "madras"}
    choose(game, "calcutta")
    assert here(game, "calcutta") == {"troops": 1}
    assert here(game, "east_bengal") == {"league": 3, "congress": 1, "muslim_state": True, "level": "passive_support"}
    assert game.decision.seat == "league"


def test_1_3_5_each_troop_may_go_to_another_city() -> None:
    """1.3.5, D-05, D-45: Troops only, each to a City of Raj's choice; Sepoys stay, and the space has no Control."""
    position = {"league": 2, "troops": 2, "sepoys": 3, "active": 5, "level": "active_opposition"}
    game = game_at({"punjab": position}, "league")
    choose(game, NEGOTIATE, "muslim_state")
    assert game.decision is not None
    assert game.decision.remaining == 2
    assert "muslim_state" not in here(game, "punjab")  # No State holds Troops, not even while Raj decides.
    choose(game, "delhi")
    assert here(game, "delhi") == {"troops": 1}
    changes = choose(game, "madras")
    assert [(change.verb, change.seat) for change in changes if change.verb in ("move", "place")] == [
        ("move", "raj"),
        ("place", "league"),
    ]
    assert here(game, "madras") == {"troops": 1}
    assert here(game, "punjab")["sepoys"] == 3
    assert here(game, "punjab")["muslim_state"]
    assert "punjab" not in now(game)["control"]


def test_negotiating_unrest_shifts_a_level_first_and_removes_one_marker() -> None:
    """R-51: one level towards Active Support, then one Unrest; D-40: neither is allowed too."""
    position = {"league": 1, "unrest": 2, "level": "passive_support"}
    game = game_at({"bihar": position}, "league")
    other = game.clone()
    choose(game, NEGOTIATE, "remove_unrest")
    assert here(game, "bihar") == {"league": 1, "unrest": 1, "level": "active_support"}
    choose(other, NEGOTIATE, "done")
    assert here(other, "bihar") == position


def test_at_active_support_negotiate_still_removes_unrest() -> None:
    """R-51: the shift may be nil."""
    game = game_at({"bihar": {"league": 1, "unrest": 1, "level": "active_support"}}, "league")
    choose(game, NEGOTIATE, "remove_unrest")
    assert here(game, "bihar") == {"league": 1, "level": "active_support"}


@pytest.mark.parametrize(
    ("space", "row", "reason"),
    [
        ("bihar", {"league": 2, "level": "passive_opposition"}, "why.not_a_muslim_province"),
        ("karachi", {"league": 2, "level": "passive_opposition"}, "why.not_a_muslim_province"),
        ("jammu_and_kashmir", {"league": 2, "level": "passive_opposition"}, "why.not_a_muslim_province"),
        ("sind", {"league": 2, "level": "passive_opposition", "muslim_state": True}, "why.not_a_muslim_province"),
        ("sind", {"league": 2}, "why.not_at_opposition"),
        ("sind", {"league": 2, "level": "passive_support"}, "why.not_at_opposition"),
        ("sind", {"league": 1, "congress": 1, "level": "active_opposition"}, "why.league_does_not_exceed"),
        ("sind", {"league": 1, "gandhi": True, "level": "active_opposition"}, "why.league_does_not_exceed"),
    ],
)
def test_a_muslim_state_needs_a_muslim_province_at_opposition_that_the_league_leads(
    space: str, row: dict[str, object], reason: str
) -> None:
    """R-51: a green Province that is no State yet, at Opposition, with more Muslim League than Congress pieces."""
    game = game_at({space: {**row, "unrest": 1}}, "league")
    choose(game, NEGOTIATE)
    assert answers(game) == {"remove_unrest", "done"}
    assert why(game, "muslim_state") == f"{reason} 4.4.1"


def test_league_bases_count_as_pieces_for_a_muslim_state() -> None:
    """R-51: Activists plus Bases against Activists plus Gandhi."""
    game = game_at({"sind": {"league": 1, "league_bases": 1, "congress": 1, "level": "passive_opposition"}}, "league")
    choose(game, NEGOTIATE, "muslim_state")
    assert here(game, "sind")["muslim_state"]


def test_activists_on_a_railway_stay_active_after_negotiate() -> None:
    """R-49, D-41, R-10: the Protest goes, the Strike stays, nothing else can follow, so nothing is asked."""
    game = game_at({"lahore_delhi": {"league": 1, "protest": True, "strike": True}}, "league", restraint=2)
    choose(game, NEGOTIATE)
    assert here(game, "lahore_delhi") == {"league": 1, "strike": True}
    assert game.view().spaces["lahore_delhi"].activists_active
    assert now(game)["restraint"] == 3


def test_negotiate_needs_league_activists_and_no_raj_control() -> None:
    """4.4.1: a Base alone is not enough; Raj Control closes a space."""
    game = game_at(
        {
            "sind": {"league_bases": 1},
            "punjab": {"league": 1, "sepoys": 1},
            "assam": {"league": 1},
            "delhi": {"league": 1},
        },
        "league",
    )
    choose(game, NEGOTIATE)
    assert why(game, "sind") == "why.no_own_activists 4.4.1"
    assert why(game, "punjab") == "why.has_control 4.4.1"
    assert answers(game) == {"assam", "delhi"}


def test_a_muslim_state_scores_twice_its_population_for_the_league() -> None:
    """R-12, 1.9: Sind at Passive Opposition gives 1 before; as a State twice its Population of 1."""
    game = game_at({"sind": {"league": 1, "level": "passive_opposition"}}, "league")
    assert now(game)["totals"]["league"] == 1
    choose(game, NEGOTIATE, "muslim_state")
    assert now(game)["totals"]["league"] == 2
