"""3.3.1 Rally of Congress and the Muslim League."""

from __future__ import annotations

from tests.playing import choose, game_at, here, keys, now, seed_rolling, why


def test_the_example_selects_spaces_for_rally() -> None:
    """3.3.1 example, D-28: Unity 3 gives Sind, Baluchistan and Karachi; Punjab comes on top because of its Base."""
    game = game_at(
        {
            "punjab": {"league": 1, "league_bases": 1, "level": "passive_support"},
            "bihar": {"level": "passive_support"},
            "sind": {"league": 1},
        },
        "league",
        unity=3,
    )
    choose(game, "rally")
    assert why(game, "bihar") == "why.at_support 3.3.1"
    assert "punjab" in keys(game)  # Punjab is at Support, but has a friendly Base.
    choose(game, "sind", "baluchistan", "karachi")
    assert why(game, "assam") == "why.unity_used_up 3.3"
    choose(game, "punjab")
    assert [here(game, space)["league"] for space in ("sind", "baluchistan", "karachi", "punjab")] == [2, 1, 1, 3]
    assert now(game)["available"]["league"] == 16 - 7


def test_congress_rallies_at_support_only_where_a_protest_or_gandhi_is() -> None:
    """3.3.1: no Support for Congress, unless a Protest or Gandhi is there; never a Railway."""
    game = game_at(
        {
            "delhi": {"level": "active_support"},
            "bihar": {"level": "passive_support", "protest": True},
            "orissa": {"level": "active_support", "gandhi": True},
            "sind": {"level": "active_opposition"},
            "lahore_delhi": {"gandhi": False, "protest": True},
        },
        "congress",
    )
    choose(game, "rally")
    assert why(game, "delhi") == "why.at_support 3.3.1"
    assert why(game, "lahore_delhi") == "why.on_railway 3.3.1"
    assert {"bihar", "orissa", "sind", "mysore"} <= keys(game)


def test_a_league_base_does_not_open_support_spaces_for_congress() -> None:
    """3.3.1: each Faction has its own free spaces."""
    game = game_at({"sind": {"level": "active_support", "league_bases": 1}}, "congress")
    choose(game, "rally")
    assert why(game, "sind") == "why.at_support 3.3.1"


def test_congress_places_any_number_up_to_population() -> None:
    """3.3.1, D-27: none, one or two Activists in a space of Population 2; with a Protest they are Active (1.4.3)."""
    game = game_at({"bihar": {"protest": True}}, "congress")
    choose(game, "rally", "bihar")
    assert keys(game) == {"0", "1", "2"}
    assert game.decision is not None
    assert game.decision.default == "2"
    choose(game, "2", "delhi")
    assert keys(game) == {"0", "1"}
    choose(game, "1")
    spaces = game.view().spaces
    assert spaces["bihar"].activists_active
    assert not spaces["delhi"].activists_active


def test_congress_places_only_what_is_available() -> None:
    """1.4.1: with one Activist Available a space of Population 2 gets one at most, and the next space nothing."""
    game = game_at({"mysore": {"congress": 15}}, "congress")
    choose(game, "rally", "bihar")
    assert keys(game) == {"0", "1"}
    choose(game, "1", "delhi")
    assert here(game, "delhi") == {}
    assert why(game, "delhi") == "why.already_selected 3.1.1"


def test_the_league_places_one_activist_plus_one_per_base_or_builds_a_base() -> None:
    """R-34c, 3.3.1, 6.7: Unity Activists of that space are replaced with a Base where there is room."""
    game = game_at({"punjab": {"league": 3, "league_bases": 1}, "sind": {"league": 1}}, "league", unity=3)
    choose(game, "rally", "punjab")
    assert keys(game) == {"activists", "base"}
    other = game.clone()
    choose(game, "base", "done")
    assert here(game, "punjab") == {"league_bases": 2}
    assert now(game)["available"]["league"] == 15
    choose(other, "activists", "done")
    assert here(other, "punjab") == {"league": 5, "league_bases": 1}


def test_a_base_needs_room_activists_and_supply() -> None:
    """R-34c, 1.4.2, R-03: no room, fewer Activists than Unity, or no Base Available: Activists are placed unasked."""
    no_room = game_at({"sind": {"league": 5, "revolutionary_bases": 1}}, "league", unity=2)
    choose(no_room, "rally", "sind")
    assert here(no_room, "sind")["league"] == 6
    too_few = game_at({"sind": {"league": 1}, "punjab": {"league": 5}}, "league", unity=2)
    choose(too_few, "rally", "sind")
    assert here(too_few, "sind")["league"] == 2
    bases = {space: {"league_bases": 1} for space in ("karachi", "baluchistan", "assam", "calcutta", "delhi")}
    no_supply = game_at({**bases, "sind": {"league": 5}}, "league", unity=2)
    choose(no_supply, "rally", "sind")
    assert here(no_supply, "sind") == {"league": 6}


def test_the_league_places_as_many_as_are_available() -> None:
    """1.4.1: one plus the Bases there, as far as Activists are Available."""
    game = game_at({"punjab": {"league_bases": 2}, "mysore": {"league": 14}}, "league", unity=5)
    choose(game, "rally", "punjab")
    assert here(game, "punjab") == {"league": 2, "league_bases": 2}


def test_an_activist_of_the_other_faction_that_enters_after_rally_raises_unity() -> None:
    """R-34b, D-17: the last step brings one Activist in; one of the other NV Faction shifts Unity +1, always."""
    game = game_at({}, "congress", unity=2, out_of_play={"congress": 1, "league": 1})
    choose(game, "rally", "delhi", "1", "done")
    assert keys(game) == {"congress", "league", "no"}
    own = game.clone()
    choose(game, "league")
    assert now(game)["unity"] == 3
    assert now(game)["out_of_play"] == {"congress": 1}
    choose(own, "congress")
    assert now(own)["unity"] == 2
    assert now(own)["available"]["congress"] == 15


def test_the_league_brings_in_a_congress_activist() -> None:
    """3.3.1: the same holds for the Muslim League. Unity stays within its track (R-07)."""
    game = game_at({}, "league", unity=5, out_of_play={"congress": 1})
    choose(game, "rally", "sind", "done", "congress")
    assert now(game)["unity"] == 5
    assert now(game)["available"]["congress"] == 16


def test_an_activist_that_enters_cannot_be_placed_in_the_same_rally() -> None:
    """R-34b: the move from Out of Play comes after all placing."""
    game = game_at({"mysore": {"congress": 15}}, "congress", out_of_play={"congress": 1})
    choose(game, "rally", "delhi", "done", "congress")
    assert here(game, "delhi") == {}
    assert now(game)["available"]["congress"] == 1


def test_release_from_jail_rolls_after_the_choice_and_excludes_gandhi() -> None:
    """R-34a, D-34: exactly the roll, as far as there are prisoners; the Faction chooses whose; Gandhi stays."""
    game = game_at({}, "congress", seed=seed_rolling(3), jail={"congress": 2, "league": 2, "gandhi": True})
    choose(game, "rally", "delhi", "0", "done")
    assert keys(game) == {"release", "no"}
    choose(game, "release")
    assert keys(game) == {"1", "2"}  # The question is how many of the three are Congress Activists.
    assert game.decision is not None
    assert game.decision.default == "2"
    choose(game, "1")
    assert now(game)["jail"] == {"congress": 1, "league": 0, "gandhi": True}
    assert now(game)["available"]["league"] == 16


def test_a_high_roll_releases_all_activists() -> None:
    """R-34a: with fewer prisoners than the roll, all Activists go free and nothing is asked."""
    game = game_at({}, "league", seed=seed_rolling(6), jail={"congress": 2, "league": 2})
    choose(game, "rally", "sind", "done", "release")
    assert now(game)["jail"] == {"congress": 0, "league": 0, "gandhi": False}


def test_gandhi_alone_in_jail_offers_no_release() -> None:
    """R-34a: Rally releases Activists only."""
    game = game_at({}, "congress", jail={"gandhi": True})
    choose(game, "rally", "delhi", "0", "done")
    assert game.decision is not None
    assert game.decision.kind == "turn.after"  # Satyagraha may still follow; Rally has ended.


def test_releasing_or_bringing_in_an_activist_after_rally_is_optional() -> None:
    """3.3.1: the Faction may leave Out of Play and Jail alone."""
    game = game_at({}, "congress", jail={"congress": 1}, out_of_play={"congress": 1})
    choose(game, "rally", "delhi", "0", "done", "no")
    assert now(game)["jail"]["congress"] == 1
    assert now(game)["out_of_play"] == {"congress": 1}
