"""3.3.3 Civil Disobedience."""

from __future__ import annotations

from typing import Any

from tests.playing import choose, controls, game_at, here, keys, why


def test_the_example_moves_an_activist_onto_a_railway() -> None:
    """3.3.3 example: two Protests Available, placed in two spaces; from the third an Activist goes onto the Railway."""
    game = game_at(
        {
            "bombay_presidency": {"congress": 1},
            "coastal_andhra": {"congress": 1},
            "hyderabad": {"congress": 1},
            "assam": {"protest": True},
            "sind": {"protest": True},
            "delhi": {"congress": 1},
        },
        "congress",
        restraint=3,
    )
    assert game.view().protests_available == 2
    choose(game, "civil_disobedience", "bombay_presidency", "done", "coastal_andhra", "done")
    assert game.view().protests_available == 0
    choose(game, "hyderabad")
    assert "bhusawal_guntakal" in keys(game)
    assert "lahore_delhi" not in keys(game)  # This Railway is not adjacent to Hyderabad.
    choose(game, "bhusawal_guntakal")
    assert why(game, "delhi") == "why.restraint_used_up 3.3"
    assert here(game, "bombay_presidency") == {"congress": 1, "protest": True}
    assert here(game, "coastal_andhra") == {"congress": 1, "protest": True}
    assert here(game, "hyderabad") == {}
    assert here(game, "bhusawal_guntakal") == {"congress": 1}
    assert game.view().spaces["bhusawal_guntakal"].activists_active


def test_civil_disobedience_needs_own_activists() -> None:
    """D-29: spaces with Activists means the acting Faction's own; Gandhi alone opens a space for another reason."""
    position: dict[str, dict[str, Any]] = {
        "bihar": {"congress": 1},
        "sind": {"league": 1},
        "orissa": {"gandhi": True},
    }
    congress = game_at(position, "congress")
    choose(congress, "civil_disobedience")
    assert why(congress, "sind") == "why.no_own_activists 3.3.3"
    assert {"bihar", "orissa"} <= keys(congress)
    league = game_at(position, "league")
    choose(league, "civil_disobedience")
    assert why(league, "bihar") == "why.no_own_activists 3.3.3"
    assert why(league, "orissa") == "why.no_own_activists 3.3.3"
    assert "sind" in keys(league)


def test_civil_disobedience_in_free_spaces_needs_no_activists() -> None:
    """R-35: a Protest or Gandhi (Congress), a Base (League) is enough and uses no slot."""
    game = game_at(
        {"bihar": {"congress": 1}, "orissa": {"gandhi": True}, "delhi": {"protest": True}}, "congress", restraint=1
    )
    choose(game, "civil_disobedience", "bihar", "done", "orissa", "delhi")
    assert here(game, "orissa") == {"gandhi": True, "protest": True}
    league = game_at({"sind": {"league_bases": 1}, "punjab": {"league": 1}}, "league", unity=1)
    choose(league, "civil_disobedience", "punjab", "done", "sind")
    assert here(league, "sind") == {"league_bases": 1, "protest": True}


def test_a_protest_gives_the_league_no_free_space() -> None:
    """3.3.3: the Muslim League's free spaces are those with its Bases only."""
    game = game_at({"bihar": {"protest": True}, "sind": {"league": 1}}, "league")
    choose(game, "civil_disobedience")
    assert why(game, "bihar") == "why.no_own_activists 3.3.3"


def test_raj_control_does_not_prevent_a_protest() -> None:
    """R-35: with Raj Control the Protest is placed all the same, and may end the Control it met."""
    game = game_at({"bihar": {"congress": 2, "sepoys": 2}, "delhi": {"congress": 1, "troops": 3}}, "congress")
    assert controls(game, "bihar")
    choose(game, "civil_disobedience", "bihar", "done", "delhi", "done")
    assert here(game, "bihar")["protest"]
    assert not controls(game, "bihar")
    assert here(game, "delhi")["protest"]
    assert controls(game, "delhi")


def test_civil_disobedience_may_select_a_railway() -> None:
    """R-35, 1.10: a Railway with own Activists takes a Protest, and they may then enter adjacent Railways."""
    game = game_at({"lahore_delhi": {"congress": 2}}, "congress")
    choose(game, "civil_disobedience", "lahore_delhi")
    assert keys(game) & set(game.view().spaces) == {"karachi_lahore", "lahore_peshawar"}
    choose(game, "lahore_peshawar", "1", "done", "done")
    assert here(game, "lahore_delhi") == {"congress": 1, "protest": True}
    assert here(game, "lahore_peshawar") == {"congress": 1}


def test_only_an_available_protest_is_placed() -> None:
    """D-97, 1.10: at Restraint 5 one marker is Available; the second space gets none and may still move Activists."""
    game = game_at({"bihar": {"congress": 2}, "delhi": {"congress": 1}}, "congress", restraint=5)
    choose(game, "civil_disobedience", "bihar", "done", "delhi", "done")
    assert here(game, "bihar") == {"congress": 2, "protest": True}
    assert here(game, "delhi") == {"congress": 1}
    assert not game.view().spaces["delhi"].activists_active


def test_a_protest_makes_all_activists_in_its_space_active() -> None:
    """3.3.3, 1.4.3: those of the other Faction as well."""
    game = game_at({"bihar": {"congress": 1, "league": 2}}, "congress")
    assert not game.view().spaces["bihar"].activists_active
    choose(game, "civil_disobedience", "bihar", "done")
    assert game.view().spaces["bihar"].activists_active


def test_civil_disobedience_moves_activists_onto_several_railways() -> None:
    """3.3.3: Congress Activists, but not the League's, onto any adjacent Railways; each moves once (3.1.2)."""
    game = game_at({"united_provinces": {"congress": 3, "league": 2}}, "congress")
    choose(game, "civil_disobedience", "united_provinces")
    assert game.decision is not None
    assert game.decision.remaining == 3
    choose(game, "lahore_delhi", "1")
    assert game.decision.remaining == 2
    choose(game, "delhi_allahabad", "2")
    assert here(game, "united_provinces") == {"league": 2, "protest": True}
    choose(game, "delhi_allahabad")  # Those who have just come have moved: nothing more is asked here.
    assert here(game, "delhi_allahabad") == {"congress": 2, "protest": True}
    assert game.decision.kind == "civil_disobedience.space"


def test_activists_enter_only_adjacent_railways() -> None:
    """3.3.3: Gujarat has one Railway; choosing it or not is a question all the same, because moving is optional."""
    game = game_at({"gujarat": {"congress": 1}}, "congress")
    choose(game, "civil_disobedience", "gujarat")
    assert keys(game) & set(game.view().spaces) == {"delhi_ahmedabad"}


def test_a_limited_civil_disobedience_may_use_several_railways() -> None:
    """R-24: one selected space, from where Activists go onto as many adjacent Railways as they like."""
    game = game_at({"united_provinces": {"league": 2}, "sind": {"league": 1}}, "league", "limited_operation")
    choose(game, "civil_disobedience", "united_provinces", "lahore_delhi", "1", "delhi_allahabad")
    assert here(game, "lahore_delhi") == {"league": 1}
    assert here(game, "delhi_allahabad") == {"league": 1}
    assert why(game, "sind") == "why.limited_operation 2.3.5"


def test_civil_disobedience_may_select_a_space_where_it_has_no_effect() -> None:
    """R-20: a Protest space without own Activists is a legal selection that changes nothing."""
    game = game_at({"bihar": {"protest": True}}, "congress")
    choose(game, "civil_disobedience", "bihar")
    assert here(game, "bihar") == {"protest": True}


def test_civil_disobedience_needs_a_space() -> None:
    """3.3.3: without own Activists and free spaces it is closed."""
    game = game_at({"bihar": {"league": 1}}, "congress")
    assert why(game, "civil_disobedience") == "why.no_space 3.3.3"
