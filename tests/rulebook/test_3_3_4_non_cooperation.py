"""3.3.4 Non-Cooperation."""

from __future__ import annotations

from tests.playing import choose, controls, game_at, here, keys, now, why


def test_the_example_selects_only_coastal_andhra() -> None:
    """3.3.4 example, D-30, D-31: only Coastal Andhra; Control closes one space, and Gandhi is no Activist."""
    game = game_at(
        {
            "coastal_andhra": {"congress": 2, "protest": True, "sepoys": 2, "level": "passive_opposition"},
            "bombay_presidency": {"congress": 1, "protest": True, "troops": 1, "sepoys": 2},
            "hyderabad": {"gandhi": True, "protest": True},
            "mysore": {"congress": 1},
        },
        "congress",
        restraint=3,
        unity=2,
    )
    assert controls(game, "bombay_presidency")
    choose(game, "non_cooperation")
    assert why(game, "bombay_presidency") == "why.has_control 3.3.4"
    assert why(game, "hyderabad") == "why.no_own_activists 3.3.4"
    assert why(game, "mysore") == "why.no_protest 3.3.4"
    assert "done" not in keys(game)
    choose(game, "coastal_andhra")
    assert now(game)["restraint"] == 3
    choose(game, "done")
    assert here(game, "coastal_andhra")["level"] == "active_opposition"
    assert now(game)["restraint"] == 2


def test_non_cooperation_of_congress_has_no_numeric_limit() -> None:
    """R-36: all its spaces are Protest spaces, so Restraint 1 does not stop it."""
    spaces = ("delhi", "bihar", "orissa")
    game = game_at({space: {"congress": 1, "protest": True} for space in spaces}, "congress", restraint=1, unity=2)
    choose(game, "non_cooperation")
    assert game.decision is not None
    assert game.decision.remaining == 3
    choose(game, *spaces, "done")
    assert [here(game, space)["level"] for space in spaces] == ["passive_opposition"] * 3


def test_unity_limits_the_league_except_in_spaces_with_bases() -> None:
    """R-36: Base spaces with Activists and a Protest on top of Unity others; a Base without Activists is not enough."""
    game = game_at(
        {
            "sind": {"league": 1, "protest": True},
            "delhi": {"league": 1, "protest": True},
            "punjab": {"league": 1, "league_bases": 1, "protest": True},
            "assam": {"league_bases": 1, "protest": True},
        },
        "league",
        restraint=4,
        unity=1,
    )
    choose(game, "non_cooperation", "sind")
    assert why(game, "delhi") == "why.unity_used_up 3.3"
    assert why(game, "assam") == "why.no_own_activists 3.3.4"
    choose(game, "punjab", "done")
    assert here(game, "punjab")["level"] == "passive_opposition"


def test_non_cooperation_cannot_select_a_railway() -> None:
    """R-36: a Railway with Protest and Activists cannot be selected."""
    game = game_at(
        {"lahore_delhi": {"congress": 1, "protest": True}, "bihar": {"congress": 1, "protest": True}}, "congress"
    )
    choose(game, "non_cooperation")
    assert why(game, "lahore_delhi") == "why.on_railway 3.3.4"


def test_6_8_in_crisis_congress_ignores_control_and_the_league_does_not() -> None:
    """3.3.4, 6.8, R-36: the exception in Crisis is for Congress only."""
    position = {
        "bihar": {"congress": 1, "league": 1, "protest": True, "troops": 3},
        "sind": {"congress": 1, "league": 1, "protest": True},
    }
    congress = game_at(position, "congress", restraint=1, unity=1)
    assert controls(congress, "bihar")
    choose(congress, "non_cooperation", "bihar", "done")
    assert here(congress, "bihar")["level"] == "passive_opposition"
    league = game_at(position, "league", restraint=1, unity=1)
    choose(league, "non_cooperation")
    assert why(league, "bihar") == "why.has_control 3.3.4"


def test_a_crisis_during_an_operation_opens_controlled_spaces_to_it() -> None:
    """R-84: Persuade in the middle brings a Crisis, and the Controlled space opens at once."""
    game = game_at(
        {
            "bihar": {"congress": 1, "league": 1, "protest": True, "troops": 3},
            "sind": {"congress": 1, "league": 1, "protest": True},
        },
        "congress",
        restraint=1,
        unity=2,
    )
    choose(game, "non_cooperation", "sind")
    assert why(game, "bihar") == "why.has_control 3.3.4"
    choose(game, "special:persuade", "sind", "done")
    assert now(game)["crisis"]
    assert "bihar" in keys(game)


def test_a_space_at_active_opposition_is_legal_for_non_cooperation() -> None:
    """R-20, R-07: nothing shifts at Active Opposition, and Restraint 1 cannot go lower; the Operation is legal."""
    game = game_at(
        {"bihar": {"congress": 1, "protest": True, "level": "active_opposition"}}, "congress", restraint=1, unity=2
    )
    choose(game, "non_cooperation", "bihar", "done")
    assert here(game, "bihar")["level"] == "active_opposition"
    assert now(game)["restraint"] == 1


def test_restraint_falls_once_for_any_number_of_spaces() -> None:
    """D-25, 6.6: -1, once per Operation."""
    spaces = ("delhi", "bihar")
    game = game_at({space: {"league": 1, "protest": True} for space in spaces}, "league", restraint=4)
    choose(game, "non_cooperation", *spaces, "done", "end")
    assert now(game)["restraint"] == 3


def test_restraint_falls_only_at_the_end_of_non_cooperation() -> None:
    """R-45: during the Operation Restraint is still the old one; after it the new one."""
    game = game_at({"bihar": {"congress": 1, "protest": True, "sepoys": 1}}, "congress", restraint=3)
    choose(game, "non_cooperation", "bihar")
    assert "special:persuade" in keys(game)
    assert now(game)["restraint"] == 3
    choose(game, "done")
    assert now(game)["restraint"] == 2
    assert "special:persuade" in keys(game)
    choose(game, "special:persuade")
    assert here(game, "bihar").get("sepoys") is None


def test_sepoys_in_a_state_do_not_prevent_non_cooperation() -> None:
    """1.3.5: Sepoys in a State never keep Non-Cooperation out."""
    game = game_at({"mysore": {"congress": 1, "protest": True, "sepoys": 4}}, "congress")
    choose(game, "non_cooperation", "mysore", "done")
    assert here(game, "mysore")["level"] == "passive_opposition"


def test_non_cooperation_needs_a_space() -> None:
    """3.3.4: closed without a Protest space that has own Activists."""
    game = game_at({"bihar": {"congress": 1}, "delhi": {"protest": True}}, "congress")
    assert why(game, "non_cooperation") == "why.no_space 3.3.4"
