"""4.3.1 Negotiate of Congress."""

from __future__ import annotations

import pytest

from tests.playing import answers, choose, controls, game_at, here, now, seed_rolling, why

NEGOTIATE = "special:negotiate"


def test_the_example_removes_a_muslim_state() -> None:
    """4.3.1 example, R-50: Restraint +1, the Muslim State goes, Raj gains Control, the space becomes Neutral."""
    game = game_at(
        {
            "west_bengal": {
                "congress": 2,
                "league": 1,
                "sepoys": 2,
                "muslim_state": True,
                "level": "passive_support",
            }
        },
        "congress",
        restraint=2,
    )
    choose(game, NEGOTIATE)  # West Bengal is the only space.
    assert answers(game) == {"remove_muslim_state", "done"}
    assert why(game, "release_gandhi") == "why.gandhi_not_in_jail 4.3.1"
    choose(game, "remove_muslim_state")
    assert now(game)["restraint"] == 3
    assert here(game, "west_bengal") == {"congress": 2, "league": 1, "sepoys": 2}
    assert controls(game, "west_bengal")


def test_negotiate_needs_activists_and_no_raj_control() -> None:
    """4.3.1: Gandhi is no Activist; Raj Control closes a space; States and Railways never have it."""
    game = game_at(
        {
            "bihar": {"congress": 1, "sepoys": 1},
            "orissa": {"gandhi": True},
            "mysore": {"congress": 1, "sepoys": 3},
            "lahore_delhi": {"congress": 1, "sepoys": 3},
        },
        "congress",
    )
    choose(game, NEGOTIATE)
    assert why(game, "bihar") == "why.has_control 4.3.1"
    assert why(game, "orissa") == "why.no_own_activists 4.3.1"
    assert answers(game) == {"mysore", "lahore_delhi"}


def test_negotiate_is_closed_without_a_space() -> None:
    """4.3.1: no space, no Negotiate."""
    game = game_at({"orissa": {"gandhi": True}}, "congress")
    assert why(game, NEGOTIATE) == "why.no_space 4.3.1"


def test_negotiate_removes_the_protest_even_if_that_gives_raj_control() -> None:
    """R-47, 1.7.1: Control is tested on selection only; without the Protest the Activists no longer deny it."""
    game = game_at({"bihar": {"congress": 3, "sepoys": 2, "protest": True}}, "congress", restraint=3)
    choose(game, NEGOTIATE)
    assert here(game, "bihar") == {"congress": 3, "sepoys": 2}
    assert not game.view().spaces["bihar"].activists_active
    assert controls(game, "bihar")
    assert now(game)["restraint"] == 4


def test_at_restraint_five_negotiate_stays_legal() -> None:
    """R-07: the shift past the end is lost, the rest is done."""
    game = game_at({"bihar": {"congress": 1, "protest": True}}, "congress", restraint=5)
    choose(game, NEGOTIATE)
    assert here(game, "bihar") == {"congress": 1}
    assert now(game)["restraint"] == 5


@pytest.mark.parametrize(("roll", "free"), [(3, True), (2, False)])
def test_the_roll_to_release_gandhi_must_exceed_the_protests_on_the_map(roll: int, free: bool) -> None:
    """R-48: two Protests are left, one on a Railway; this space's own is gone already. 3 releases, 2 does not."""
    game = game_at(
        {
            "bihar": {"congress": 1, "protest": True, "level": "passive_opposition"},
            "delhi": {"protest": True},
            "lahore_delhi": {"protest": True},
        },
        "congress",
        seed=seed_rolling(roll),
        jail={"gandhi": True},
    )
    choose(game, NEGOTIATE)
    assert why(game, "remove_muslim_state") == "why.no_muslim_state 4.3.1"
    choose(game, "release_gandhi")
    expected = {"congress": 1, "gandhi": True} if free else {"congress": 1, "level": "passive_opposition"}
    assert here(game, "bihar") == expected
    assert now(game)["jail"]["gandhi"] is not free


def test_negotiate_may_use_neither_of_its_two_options() -> None:
    """D-40: Congress may do one of two things, so it may also do neither."""
    game = game_at(
        {"sind": {"congress": 2, "muslim_state": True}}, "congress", jail={"gandhi": True}, seed=seed_rolling(6)
    )
    choose(game, NEGOTIATE)
    assert answers(game) == {"release_gandhi", "remove_muslim_state", "done"}
    choose(game, "done")
    assert here(game, "sind") == {"congress": 2, "muslim_state": True}
    assert now(game)["jail"]["gandhi"]


def test_removing_a_muslim_state_needs_more_congress_than_league_pieces() -> None:
    """4.3.1: Gandhi counts for Congress, Bases for the League; a tie is not enough."""
    tie = {"congress": 2, "league": 1, "league_bases": 1, "muslim_state": True, "level": "passive_support"}
    game = game_at({"sind": tie}, "congress", jail={"gandhi": True})
    choose(game, NEGOTIATE)
    assert why(game, "remove_muslim_state") == "why.congress_does_not_exceed 4.3.1"
    with_gandhi = game_at({"sind": {**tie, "gandhi": True}}, "congress")
    choose(with_gandhi, NEGOTIATE, "remove_muslim_state")
    assert here(with_gandhi, "sind") == {"congress": 2, "league": 1, "league_bases": 1, "gandhi": True}


def test_negotiate_is_legal_on_a_railway() -> None:
    """R-49, D-41: legal on a Railway: Activists stay Active, Gandhi may come, there is no level to shift."""
    game = game_at(
        {"lahore_delhi": {"congress": 1, "protest": True}},
        "congress",
        seed=seed_rolling(1),
        jail={"gandhi": True},
    )
    choose(game, NEGOTIATE, "release_gandhi")
    assert here(game, "lahore_delhi") == {"congress": 1, "gandhi": True}
    assert game.view().spaces["lahore_delhi"].activists_active


def test_negotiate_leaves_a_strike_on_its_railway() -> None:
    """R-10: Negotiate takes no Strike off a Railway."""
    game = game_at({"lahore_delhi": {"congress": 1, "strike": True}}, "congress")
    choose(game, NEGOTIATE)
    assert here(game, "lahore_delhi") == {"congress": 1, "strike": True}
