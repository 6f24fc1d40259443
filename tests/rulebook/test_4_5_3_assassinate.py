"""4.5.3 Assassinate."""

from __future__ import annotations

import pytest

from engine.gandhi.ids import REVOLUTIONARIES
from tests.playing import answers, choose, controls, game_at, here, now, seed_rolling, why


def test_the_example_removes_a_troop() -> None:
    """4.5.3 The example: a Troop in United Provinces, selected for Unrest, goes to Available."""
    game = game_at(
        {"united_provinces": {"underground": 1, "troops": 1, "sepoys": 2}},
        REVOLUTIONARIES,
        restraint=2,
        resources={"revolutionaries": 2},
    )
    choose(game, "unrest", "united_provinces", "special:assassinate")
    assert answers(game) == {"troops", "sepoys"}
    choose(game, "troops")
    assert here(game, "united_provinces") == {"active": 1, "sepoys": 2, "unrest": 1}
    assert now(game)["available"]["troops"] == 15
    assert now(game)["unity"] == 3
    assert controls(game, "united_provinces")


@pytest.mark.parametrize("piece", ["congress", "league", "league_bases"])
def test_assassinating_nonviolent_pieces_lowers_unity(piece: str) -> None:
    """R-65, 6.7, D-48 Any Active piece, a Base at once; Unity -1 for any NV piece; all to Available; not Gandhi."""
    game = game_at(
        {
            "bihar": {
                "underground": 1,
                "troops": 1,
                "sepoys": 1,
                "congress": 1,
                "league": 1,
                "league_bases": 1,
                "gandhi": True,
                "protest": True,
            }
        },
        REVOLUTIONARIES,
        restraint=2,
        resources={"revolutionaries": 2},
    )
    choose(game, "unrest", "bihar", "special:assassinate")
    assert answers(game) == {"troops", "sepoys", "congress", "league", "league_bases"}
    assert why(game, "gandhi") == "why.not_gandhi 4.5.3"
    choose(game, piece)
    assert piece not in here(game, "bihar")
    assert now(game)["unity"] == 2
    assert now(game)["jail"] == {"congress": 0, "league": 0, "gandhi": False}


def test_assassinate_is_possible_only_after_unrest_in_its_space() -> None:
    """R-65, 4.1.1, 4.1.2 It goes with Unrest only, and only where Unrest has already selected the space."""
    spaces = {"bihar": {"underground": 1, "sepoys": 1}, "sind": {"underground": 1, "sepoys": 1, "league": 1}}
    game = game_at(spaces, REVOLUTIONARIES, resources={"revolutionaries": 9})
    assert why(game, "special:assassinate") == "why.not_selected_for_unrest 4.5.3"
    choose(game, "unrest")
    assert why(game, "special:assassinate") == "why.not_selected_for_unrest 4.5.3"
    choose(game, "sind", "bihar", "special:assassinate")
    assert answers(game) == {"sind", "bihar"}
    assert why(game, "orissa") == "why.not_selected_for_unrest 4.5.3"
    choose(game, "sind")
    # The only other piece of Sind is an Inactive Activist: the Sepoy is the one target, so nothing is asked.
    assert here(game, "sind") == {"active": 1, "league": 1, "unrest": 1}

    game = game_at(spaces, REVOLUTIONARIES, seed=seed_rolling(6), resources={"revolutionaries": 9})
    choose(game, "attack", "bihar")
    assert why(game, "special:assassinate") == "why.not_with_this_operation 4.1.2"


def test_assassinate_removes_only_active_pieces() -> None:
    """4.5.3 Inactive Activists are safe; with no one Active Assassinate is closed."""
    game = game_at(
        {"bihar": {"underground": 1, "congress": 1}}, REVOLUTIONARIES, restraint=2, resources={"revolutionaries": 9}
    )
    choose(game, "unrest", "bihar")
    assert why(game, "special:assassinate") == "why.no_active_adversary 4.5.3"


def test_activists_on_a_railway_can_be_assassinated() -> None:
    """1.4.3, R-65 On a Railway an Activist can be assassinated; Unity stops at 1 (R-07)."""
    game = game_at(
        {"lahore_delhi": {"underground": 1, "league": 1}},
        REVOLUTIONARIES,
        restraint=3,
        unity=1,
        resources={"revolutionaries": 3},
    )
    choose(game, "unrest", "lahore_delhi", "special:assassinate")
    assert here(game, "lahore_delhi") == {"active": 1, "strike": True}
    assert now(game)["unity"] == 1


def test_assassinate_after_the_operation_uses_the_new_restraint() -> None:
    """R-45, R-44 Assassinate after the Operation sees the new Restraint, during it the old one."""
    spaces = {"bihar": {"underground": 1, "league_bases": 1}}
    game = game_at(spaces, REVOLUTIONARIES, restraint=2, unity=2, resources={"revolutionaries": 9})
    choose(game, "unrest", "bihar", "done")
    assert now(game)["restraint"] == 1
    assert game.decision is not None
    assert game.decision.kind == "turn.after"
    choose(game, "special:assassinate")
    assert now(game)["unity"] == 1
    assert now(game)["crisis"]
