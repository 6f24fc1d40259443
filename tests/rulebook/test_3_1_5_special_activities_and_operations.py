"""3.1.5 Effects of Special Activities on Operations."""

from __future__ import annotations

from tests.playing import choose, game_at, here, keys, now, seed_rolling, why


def test_example_1_negotiate_raises_the_number_of_spaces() -> None:
    """3.1.5 example 1: at Restraint 2 Congress Negotiates in Bihar; three spaces may be selected, and the free ones."""
    others = ("delhi", "bombay", "madras", "assam")
    game = game_at(
        {
            **{space: {"congress": 1} for space in others},
            "bihar": {"congress": 1, "protest": True},
            "mysore": {"gandhi": True},
            "sind": {"protest": True},
        },
        "congress",
        restraint=2,
    )
    choose(game, "civil_disobedience", "delhi", "done", "bombay", "done")
    assert why(game, "madras") == "why.restraint_used_up 3.3"
    choose(game, "special:negotiate", "bihar")
    assert here(game, "bihar") == {"congress": 1}
    assert now(game)["restraint"] == 3
    choose(game, "madras", "done")
    assert why(game, "assam") == "why.restraint_used_up 3.3"
    assert why(game, "bihar") == "why.selected_for_negotiate 3.1.1"
    assert {"mysore", "sind"} <= keys(game)


def test_example_2_infiltrate_may_place_a_muslim_state_after_non_cooperation_brings_crisis() -> None:
    """3.1.5 example 2, R-45: Non-Cooperation ends with Restraint 1: in Crisis Infiltrate may place a Muslim State."""
    game = game_at(
        {
            "punjab": {"league": 1, "protest": True},
            "sind": {"league": 1, "league_bases": 1, "troops": 1, "sepoys": 1, "underground": 1, "active": 1},
        },
        "league",
        restraint=2,
        unity=1,
        out_of_play={"sepoys": 3},
        seed=seed_rolling(2),
    )
    during = game.clone()
    choose(during, "non_cooperation", "punjab", "special:infiltrate", "sind")
    assert why(during, "muslim_state") == "why.no_crisis 4.4.2"  # Restraint shifts at the end of the Operation.
    choose(game, "non_cooperation", "punjab", "done")
    assert now(game)["crisis"]
    choose(game, "special:infiltrate", "sind", "muslim_state")
    assert game.decision is not None
    assert (game.decision.seat, game.decision.kind) == ("raj", "displace.city")
    choose(game, "karachi")
    assert here(game, "sind")["muslim_state"]
    assert game.decision.kind == "crisis.piece"  # Crisis began in this turn: Raj rolled a 2 and has Sepoys to bring.
    choose(game, "sepoys", "sind", "2")
    assert here(game, "sind")["sepoys"] == 3


def test_a_space_selected_with_gandhi_stays_free_after_he_leaves() -> None:
    """3.1.5: a space selected while Gandhi was there used no slot, and still uses none when he has moved on."""
    game = game_at({"bihar": {"gandhi": True}, "delhi": {"congress": 1}}, "congress", restraint=1)
    choose(game, "rally", "bihar", "0", "special:satyagraha", "orissa", "remove", "delhi", "0")
    assert why(game, "bombay") == "why.restraint_used_up 3.3"
    assert "orissa" in keys(game)


def test_example_3_assassinate_brings_crisis_in_the_middle_of_unrest() -> None:
    """3.1.5 example 3, R-84: the Congress piece goes, Unity falls to 1, and spaces with both Activists are open."""
    game = game_at(
        {
            "delhi": {"underground": 1, "congress": 1, "protest": True},
            "bombay": {"congress": 1, "league": 1},
        },
        "revolutionaries",
        restraint=1,
        unity=2,
        resources={"revolutionaries": 5},
    )
    choose(game, "unrest")
    assert "bombay" not in keys(game)
    choose(
        game, "delhi", "special:assassinate"
    )  # Delhi is the only space of this Unrest, its Activist the only target.
    assert here(game, "delhi") == {"active": 1, "unrest": 1, "protest": True}
    assert now(game)["unity"] == 1
    assert now(game)["crisis"]
    choose(game, "bombay", "done")
    assert here(game, "bombay") == {"congress": 1, "league": 1, "unrest": 1}
    assert now(game)["resources"]["revolutionaries"] == 3
