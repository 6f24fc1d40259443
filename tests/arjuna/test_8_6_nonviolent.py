"""8.6.4, 8.6.5 Operations of Non-player Congress and the Non-player Muslim League."""

from __future__ import annotations

from typing import Any

import pytest

from engine.gandhi.arjuna.mind import Mind
from engine.gandhi.arjuna.nonviolent import can_demonstrate, can_disobey, can_rally, can_refuse
from engine.gandhi.board import BOARD, GEOGRAPHY
from engine.gandhi.ids import CONGRESS, LEAGUE, RAJ
from tests.arjuna.thinking import Spaces, mind_at, operate, table, told
from tests.playing import here, seed_rolling

LIMITED = "limited_operation"


def chosen(mind: Mind) -> list[str]:
    """Return the spaces that were selected, in order."""
    return [thought.spaces[0] for thought in mind.thoughts if thought.kind == "select"]


# -- 8.6.1 -------------------------------------------------------------------------------------------------


def test_congress_operates_in_as_many_spaces_as_restraint_protests_and_gandhi_allow() -> None:
    """8.6.1, 3.3 The maximum: Restraint 1, a Protest space and Gandhi's."""
    game = table({"bihar": {"protest": True}, "orissa": {"gandhi": True}}, CONGRESS, restraint=1)
    mind, _ = operate(game, "rally")
    assert len(chosen(mind)) == 3
    assert {"bihar", "orissa"} <= set(chosen(mind))


def test_the_muslim_league_operates_in_as_many_spaces_as_bases_and_unity_allow() -> None:
    """8.6.1, D-72 The maximum: Unity 2 and a Base."""
    mind, _ = operate(table({"sind": {"league_bases": 1}}, LEAGUE, unity=2), "rally")
    assert len(chosen(mind)) == 3
    assert "sind" in chosen(mind)


# -- Rally -------------------------------------------------------------------------------------------------


def test_congress_places_activists_up_to_population() -> None:
    """8.6.4 By the Place Activists column."""
    game = table({}, CONGRESS, restraint=1)
    mind, _ = operate(game, "rally")
    (space,) = chosen(mind)
    assert here(game, space) == {"congress": 2}


def test_rally_ends_by_making_an_out_of_play_activist_available() -> None:
    """8.6.5 EXAMPLE of the star, D-100: after placing, a Muslim League Activist from Out of Play to Available."""
    game = table({}, LEAGUE, unity=1, out_of_play={"league": 2, "congress": 2})
    _, keys = operate(game, "rally")
    assert keys[-2:] == ["league", "end"]
    assert game.position()["out_of_play"] == {"league": 1, "congress": 2}


@pytest.mark.parametrize(("seat", "other"), [(CONGRESS, LEAGUE), (LEAGUE, CONGRESS)])
def test_rally_releases_own_prisoners_first_if_three_are_in_jail(seat: str, other: str) -> None:
    """8.6.4, 8.6.5, N-17 Three or more own Activists in Jail."""
    game = table({}, seat, jail={seat: 3, other: 2}, out_of_play={seat: 1})
    game.state.dice.seed = seed_rolling(4)
    operate(game, "rally")
    assert game.position()["jail"] == {seat: 0, other: 1, "gandhi": False}
    assert game.position()["out_of_play"] == {seat: 1}


def test_rally_releases_no_one_if_only_two_own_activists_are_in_jail() -> None:
    """8.6.4, N-17 Otherwise one of its own Activists from Out of Play; if there is none, nothing."""
    game = table({}, CONGRESS, jail={"congress": 2, "league": 4}, out_of_play={"league": 2}, unity=3)
    _, keys = operate(game, "rally")
    assert "no" in keys
    assert game.position()["jail"]["congress"] == 2
    assert game.position()["unity"] == 3


def test_the_muslim_league_first_builds_bases_where_activists_exceed_unity() -> None:
    """8.6.5, N-18 Each is a selected space; Unity Activists go for it; equal to Unity is not enough."""
    spaces = {"sind": {"league": 3}, "punjab": {"league": 2}}
    game = table(spaces, LEAGUE, unity=2)
    mind, _ = operate(game, "rally")
    assert chosen(mind)[0] == "sind"
    assert len(chosen(mind)) == 2, "the Base used one of the two spaces that Unity allows"
    assert here(game, "sind") == {"league": 1, "league_bases": 1}
    assert here(game, "punjab").get("league_bases", 0) == 0


def test_the_place_bases_column_decides_when_few_bases_are_available() -> None:
    """8.6.5 More eligible spaces than Available Bases: by the Place Bases column."""
    spaces: dict[str, dict[str, Any]] = {"sind": {"league": 3}, "punjab": {"league": 3}}
    spaces |= {space: {"league_bases": 1} for space in ("karachi", "assam", "baluchistan", "west_bengal")}
    game = table(spaces, LEAGUE, unity=2)
    mind, _ = operate(game, "rally")
    assert chosen(mind)[0] == "punjab"
    assert here(game, "punjab")["league_bases"] == 1
    assert here(game, "sind").get("league_bases", 0) == 0


def test_rally_needs_a_piece_that_it_can_place() -> None:
    """8.1.5 An Activist or a Base."""
    assert can_rally(mind_at({}, CONGRESS))
    assert not can_rally(mind_at({}, CONGRESS, out_of_play={"congress": 16}))
    assert not can_rally(mind_at({"sind": {"league": 2}}, LEAGUE, unity=2, out_of_play={"league": 14}))
    assert can_rally(mind_at({"sind": {"league": 3}}, LEAGUE, unity=2, out_of_play={"league": 13}))


# -- Demonstrate -------------------------------------------------------------------------------------------


def test_demonstrate_moves_activists_until_they_equal_the_cubes() -> None:
    """8.6.4, N-20 From the origin with the most Activists; a Protest where there is no Raj Control."""
    spaces: Spaces = {
        "bihar": {"sepoys": 3, "active": 3},
        "orissa": {"congress": 6, "level": "active_opposition"},
        "united_provinces": {"congress": 4, "level": "active_opposition"},
    }
    game = table(spaces, CONGRESS, may=LIMITED)
    mind, _ = operate(game, "demonstrate")
    (space,) = chosen(mind)
    assert space == "bihar"
    assert here(game, "bihar")["congress"] == 3
    assert here(game, "bihar")["protest"]
    assert here(game, "orissa")["congress"] == 3
    assert here(game, "united_provinces")["congress"] == 4


def test_demonstrate_moves_at_least_one_activist() -> None:
    """8.6.4 Even where Activists match cubes already."""
    spaces = {"orissa": {"congress": 3, "level": "active_opposition"}}
    game = table(spaces, CONGRESS, may=LIMITED)
    mind, _ = operate(game, "demonstrate")
    (space,) = chosen(mind)
    assert here(game, space)["congress"] == 1


@pytest.mark.parametrize(("extra", "came"), [({}, 5), ({"gandhi": True}, 4), ({"league_bases": 1}, 4)])
def test_gandhi_and_bases_count_before_demonstrate_moves_from_another_origin(extra: dict[str, Any], came: int) -> None:
    """8.6.4, N-20, D-76 Check C counts Gandhi and Bases; while moving from one origin only Activists count."""
    spaces = {
        "bihar": {"sepoys": 5, "active": 5, **extra},
        "orissa": {"congress": 4, "level": "active_opposition"},
        "united_provinces": {"congress": 2, "level": "active_opposition"},
    }
    game = table(spaces, CONGRESS, may=LIMITED)
    operate(game, "demonstrate")
    assert here(game, "bihar")["congress"] == came


def test_congress_brings_muslim_league_activists_along_up_to_unity() -> None:
    """8.6.4, 3.3.2 One for one from the same origin; they count as Activists at the destination."""
    spaces: Spaces = {
        "bihar": {"sepoys": 4, "active": 4},
        "orissa": {"congress": 4, "league": 3, "level": "active_opposition"},
    }
    game = table(spaces, CONGRESS, may=LIMITED, unity=2)
    operate(game, "demonstrate")
    assert (here(game, "bihar")["congress"], here(game, "bihar")["league"]) == (2, 2)


def test_congress_keeps_activists_equal_to_population_unless_at_active_opposition() -> None:
    """8.4.2 Move Priorities: the keep row (inferred)."""
    for origin, left in (({"congress": 3}, 2), ({"congress": 3, "level": "active_opposition"}, 0)):
        game = table({"bihar": origin}, CONGRESS, restraint=5)
        operate(game, "demonstrate")
        assert here(game, "bihar").get("congress", 0) == left


def test_the_muslim_league_keeps_activists_equal_to_population_in_muslim_spaces() -> None:
    """8.4.2, 8.6.5 Move Priorities: the keep row (inferred)."""
    spaces = {"punjab": {"league": 3}, "bihar": {"league": 1}}
    game = table(spaces, LEAGUE, unity=5)
    operate(game, "demonstrate")
    assert here(game, "punjab")["league"] >= 2
    assert here(game, "bihar").get("league", 0) == 0


def test_demonstrate_places_no_protest_where_raj_has_control() -> None:
    """8.6.4 Only when moving into a space with no Raj Control."""
    spaces: dict[str, dict[str, Any]] = {space: {"sepoys": 4} for space in GEOGRAPHY["orissa"].adjacent}
    spaces["orissa"] = {"congress": 2, "level": "active_opposition"}
    game = table(spaces, CONGRESS, may=LIMITED)
    mind, _ = operate(game, "demonstrate")
    (space,) = chosen(mind)
    expected = not (GEOGRAPHY[space].is_province or GEOGRAPHY[space].is_city)
    assert here(game, space).get("protest", False) is expected


def test_a_destination_of_demonstrate_does_not_become_an_origin() -> None:
    """8.4.2 Spaces already selected as destinations are not selected as origins."""
    spaces = {"orissa": {"congress": 6, "level": "active_opposition"}}
    game = table(spaces, CONGRESS, restraint=5)
    mind, _ = operate(game, "demonstrate")
    assert len(chosen(mind)) >= 2
    assert all(here(game, space)["congress"] >= 1 for space in chosen(mind))


def test_demonstrate_needs_a_piece_to_move() -> None:
    """8.1.5 Those that stay where they are do not count."""
    assert can_demonstrate(mind_at({"bihar": {"congress": 3}}, CONGRESS))
    assert not can_demonstrate(mind_at({"bihar": {"congress": 2}}, CONGRESS))


# -- Civil Disobedience ------------------------------------------------------------------------------------


def railways_of(game: Any) -> int:
    """Return the Activists on Railways."""
    return sum(here(game, railway).get("congress", 0) for railway in BOARD.railways)


def test_civil_disobedience_selects_only_spaces_that_can_get_a_protest() -> None:
    """8.6.4, N-19, 8.1.5 Not where one is, not without own Activists, not beyond the Protests Available."""
    spaces = {
        "bihar": {"congress": 1, "protest": True},
        "sind": {"league": 1},
        "punjab": {"congress": 1},
        "assam": {"congress": 1},
    }
    game = table(spaces, CONGRESS, restraint=4)
    mind, _ = operate(game, "civil_disobedience")
    assert chosen(mind) == ["punjab"]
    assert not can_disobey(mind_at(spaces, CONGRESS, restraint=5))


@pytest.mark.parametrize("people", [[], [RAJ]])
def test_civil_disobedience_moves_one_activist_onto_a_railway_only_against_a_player_raj(people: list[str]) -> None:
    """8.6.4, N-19 Three or more own Activists in a space that was selected: one goes, once."""
    spaces = {"bihar": {"congress": 4}, "united_provinces": {"congress": 3}}
    game = table(spaces, CONGRESS, people=people, restraint=3)
    operate(game, "civil_disobedience")
    assert railways_of(game) == len(people)


def test_civil_disobedience_goes_to_the_adjacent_railway_with_the_highest_econ_without_activists() -> None:
    """8.6.4, N-19 "Get" one Activist onto the Railway with the highest Econ and none already."""
    rails = sorted(GEOGRAPHY["united_provinces"].rail_adjacent, key=lambda rail: -GEOGRAPHY[rail].econ)
    spaces: dict[str, dict[str, Any]] = {"united_provinces": {"congress": 3}}
    game = table(spaces, CONGRESS, people=[RAJ])
    operate(game, "civil_disobedience")
    (used,) = [rail for rail in rails if here(game, rail).get("congress")]
    assert GEOGRAPHY[used].econ == GEOGRAPHY[rails[0]].econ
    spaces |= {rail: {"league": 1} for rail in rails}
    game = table(spaces, CONGRESS, people=[RAJ])
    operate(game, "civil_disobedience")
    assert railways_of(game) == 0


def test_three_activists_make_a_space_eligible_for_civil_disobedience_against_a_player_raj() -> None:
    """N-19 Eligible if a Protest can be placed, or if the Railway move applies."""
    spaces = {"bihar": {"congress": 3, "protest": True}}
    assert not can_disobey(mind_at(spaces, CONGRESS, restraint=5))
    assert can_disobey(mind_at(spaces, CONGRESS, restraint=5, people=[RAJ]))
    game = table(spaces, CONGRESS, people=[RAJ], restraint=5)
    mind, _ = operate(game, "civil_disobedience")
    assert chosen(mind) == ["bihar"]
    assert railways_of(game) == 1


def test_civil_disobedience_selects_no_railway_against_non_player_raj() -> None:
    """8.1.3, 8.6.4 Nor one with own Activists already on it."""
    railway = BOARD.railways[0]
    assert not can_disobey(mind_at({railway: {"congress": 1}}, CONGRESS, restraint=3))
    assert can_disobey(mind_at({railway: {"congress": 1}}, CONGRESS, restraint=3, people=[RAJ]))


# -- Non-Cooperation ---------------------------------------------------------------------------------------


def test_non_cooperation_selects_every_eligible_space() -> None:
    """8.6.4 All of them; not at Active Opposition, where nothing would shift (8.1.5)."""
    spaces: Spaces = {
        "bihar": {"congress": 1, "protest": True},
        "sind": {"congress": 1, "protest": True, "level": "active_opposition"},
        "orissa": {"congress": 1, "protest": True, "level": "active_support"},
    }
    game = table(spaces, CONGRESS, restraint=3)
    mind, _ = operate(game, "non_cooperation")
    assert sorted(chosen(mind)) == ["bihar", "orissa"]
    assert game.position()["restraint"] == 2


def test_in_a_crisis_only_congress_uses_non_cooperation_despite_raj_control() -> None:
    """8.6.4 PLAY NOTE, 6.8 Only Congress."""
    spaces = {"punjab": {"congress": 1, "league": 1, "sepoys": 9, "protest": True}}
    assert can_refuse(mind_at(spaces, CONGRESS, restraint=1, unity=1))
    assert not can_refuse(mind_at(spaces, CONGRESS, restraint=2, unity=1))
    assert not can_refuse(mind_at(spaces, LEAGUE, restraint=1, unity=1))


def test_the_league_selects_as_many_non_cooperation_spaces_as_unity_and_bases_allow() -> None:
    """8.6.5, N-21 Muslim spaces only, still within Unity and Bases."""
    spaces = {space: {"league": 1, "protest": True} for space in ("punjab", "sind", "assam", "bihar")}
    spaces["assam"]["league_bases"] = 1
    game = table(spaces, LEAGUE, unity=1)
    mind, _ = operate(game, "non_cooperation")
    assert len(chosen(mind)) == 2
    assert "assam" in chosen(mind)
    assert "bihar" not in chosen(mind)
    assert "met" in told(mind)
