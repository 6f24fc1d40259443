"""8.9 Campaign Rounds of Non-player Factions, and what others' turns ask of them."""

from __future__ import annotations

from typing import Any

import pytest

from engine import Game
from engine.gandhi.arjuna.player import Arjuna
from engine.gandhi.arjuna.rounds import REACTIONS
from engine.gandhi.board import BOARD, GEOGRAPHY
from engine.gandhi.ids import CONGRESS, LEAGUE, RAJ, REVOLUTIONARIES, TROOPS
from tests.arjuna.thinking import mind_of, players, rolling, table
from tests.playing import controls, game_at, here, seed_rolling

Rows = dict[str, dict[str, Any]]


def at_phase(phase: str, spaces: Rows, seed: bytes = b"any", people: tuple[str, ...] = (), **position: Any) -> Game:
    """Return a game at the beginning of a phase of a Campaign Round."""
    return Game.at({"phase": phase, "spaces": spaces, "seats": players(*people), **position}, seed=seed)


def play_phase(phase: str, spaces: Rows, seed: bytes = b"any", people: tuple[str, ...] = (), **position: Any) -> Game:
    """Play one phase: Arjuna for its seats, others take the default."""
    game = at_phase(phase, spaces, seed, people, **position)
    play_on(game, phase)
    return game


def play_on(game: Game, phase: str) -> None:
    """Answer everything up to the end of a phase."""
    arjuna = Arjuna(game)
    while game.decision is not None and game.label.phase == phase:
        if arjuna.must_decide:
            arjuna.answer()
        else:
            game.choose(game.decision.default or game.decision.options[-1].key)


# -- 8.9.1 -------------------------------------------------------------------------------------------------


def test_non_player_congress_places_strikes_where_econ_is_highest() -> None:
    """8.9.1, N-23 When markers are short; only if Raj is a player (8.1.3)."""
    spaces: Rows = {"orissa": {"unrest": 11}}
    game = play_phase("resources", spaces, people=(RAJ,))
    struck = [rail for rail in BOARD.railways if here(game, rail).get("strike")]
    assert len(struck) == 1
    next_to_city = [rail for rail in BOARD.railways if GEOGRAPHY[rail].city_adjacent]
    assert GEOGRAPHY[struck[0]].econ == max(GEOGRAPHY[rail].econ for rail in next_to_city)


def test_with_non_player_raj_non_player_congress_places_no_strikes() -> None:
    """8.1.3, 8.9.1, N-23 And neither Raj nor Revolutionaries earn anything."""
    game = play_phase("resources", {"bihar": {"revolutionary_bases": 1}}, resources={"raj": 5, "revolutionaries": 5})
    assert not any(here(game, rail).get("strike") for rail in BOARD.railways)
    assert game.position()["resources"] == {"raj": 5, "revolutionaries": 5}


def test_congress_played_by_a_person_still_places_strikes_against_non_player_raj() -> None:
    """N-23 The restriction is Non-player Factions' own."""
    game = play_phase("resources", {}, people=(CONGRESS,))
    assert any(here(game, rail).get("strike") for rail in BOARD.railways)


# -- 8.9.2 -------------------------------------------------------------------------------------------------

HELD = {"troops": 1, "sepoys": 1}


@pytest.mark.parametrize(("roll", "bought"), [(1, 2), (2, 4), (6, 8)])
def test_non_player_raj_shifts_levels_by_imperialism_up_to_twice_a_die_roll(roll: int, bought: int) -> None:
    """8.9.2, N-24, D-83 Unrest first, then two levels, in up to four spaces; twice the die is the limit."""
    spaces: Rows = {
        space: {**HELD, "level": "active_opposition"} for space in ("bihar", "punjab", "sind", "assam", "delhi")
    }
    game = play_phase("imperialism", spaces, rolling(RAJ, roll))
    names = ["active_opposition", "passive_opposition", "neutral"]
    levels = [names.index(here(game, space).get("level", "neutral")) for space in spaces]
    assert sum(levels) == bought
    assert sum(level > 0 for level in levels) <= 4


def test_imperialism_removes_all_unrest_of_a_space_first() -> None:
    """8.9.2 In each space selected: any Unrest, then up to two levels."""
    game = play_phase("imperialism", {"bihar": {**HELD, "unrest": 2}, "sind": dict(HELD)}, rolling(RAJ, 2))
    assert here(game, "bihar") == {**HELD, "level": "active_support"}
    assert here(game, "sind") == HELD


def test_imperialism_releases_one_prisoner_of_each_faction_if_possible() -> None:
    """8.9.2, D-84 Two for each space, one Congress and one Muslim League Activist if possible."""
    spaces: Rows = {"bihar": dict(HELD)}
    game = play_phase("imperialism", spaces, rolling(RAJ, 6), jail={"congress": 3, "league": 3})
    assert game.position()["jail"] == {"congress": 2, "league": 2, "gandhi": False}
    game = play_phase("imperialism", spaces, rolling(RAJ, 6), jail={"congress": 3, "league": 0})
    assert game.position()["jail"]["congress"] == 1


def test_a_released_gandhi_goes_to_a_random_space_without_raj_control() -> None:
    """8.9.2 Railways last (8.1.3)."""
    game = play_phase("imperialism", {"east_bengal": {"sepoys": 1}}, rolling(RAJ, 3, 5), jail={"gandhi": True})
    assert here(game, "calcutta")["gandhi"]


@pytest.mark.parametrize("seat", [CONGRESS, LEAGUE])
def test_the_constructive_programme_shifts_as_many_spaces_as_unity_allows(seat: str) -> None:
    """8.9.2 By Shift to Opposition, each as far as it goes; not only Muslim spaces."""
    spaces: Rows = {space: {seat: 1} for space in ("bihar", "punjab", "sind", "orissa")}
    game = play_phase(f"constructive_{seat}", spaces, unity=3)
    shifted = [space for space in spaces if here(game, space).get("level") == "active_opposition"]
    assert sorted(shifted) == ["bihar", "punjab", "sind"]


@pytest.mark.parametrize(
    ("phase", "base"), [("pakistan_movement", "league_bases"), ("secret_societies", "revolutionary_bases")]
)
def test_a_campaign_round_places_a_base_in_a_space_without_raj_control(phase: str, base: str) -> None:
    """8.9.2 A non-Railway space with no Raj Control."""
    game = play_phase(phase, {"bihar": {"sepoys": 1}})
    (space,) = [space for space in BOARD.lands if here(game, space).get(base)]
    assert not controls(game, space)


# -- 8.9.3 Raj ---------------------------------------------------------------------------------------------


def redeployed(seat: str, spaces: Rows, **position: Any) -> Game:
    """Return a game after a Faction's Redeploy."""
    return play_phase(f"redeploy_{seat}", spaces, **position)


def test_redeploy_sends_a_sepoy_to_a_lone_troop_in_a_province() -> None:
    """8.9.3 Raj 1, D-88 From Provinces with no Raj Control first, then from the space with the most Sepoys."""
    spaces: Rows = {
        "bihar": {"troops": 1},
        "sind": {"sepoys": 2, "active": 3},
        **{city: {"troops": 1, "sepoys": 1} for city in BOARD.cities},
        **{state: {"level": "passive_support"} for state in BOARD.lands if GEOGRAPHY[state].is_princely_state},
    }
    spaces["mysore"]["sepoys"] = 5
    game = redeployed(RAJ, spaces)
    assert here(game, "bihar")["sepoys"] >= 1
    assert not here(game, "sind").get("sepoys")
    assert here(game, "mysore")["sepoys"] == 5


def test_redeploy_gives_each_city_a_troop_and_leaves_provinces_what_raj_control_needs() -> None:
    """8.9.3 Raj 2 Troops not needed to retain Raj Control, and all but one in each City, go to Available."""
    spaces: Rows = {
        "bihar": {"troops": 4, "sepoys": 2, "active": 3},
        "punjab": {"troops": 2},
        "delhi": {"troops": 3, "sepoys": 1},
        **{city: {"troops": 1, "sepoys": 1} for city in ("bombay", "calcutta", "madras")},
    }
    game = redeployed(RAJ, spaces)
    assert here(game, "karachi")["troops"] == 1
    assert all(here(game, city)["troops"] == 1 for city in BOARD.cities)
    assert controls(game, "bihar")
    assert controls(game, "punjab")
    assert here(game, "bihar").get("troops", 0) + here(game, "bihar")["sepoys"] == 4


def test_redeploy_gives_each_city_a_sepoy_and_then_as_many_as_raj_control_needs() -> None:
    """8.9.3 Raj 3 Counting only the one Troop that stays."""
    spaces: Rows = {
        "delhi": {"troops": 3, "active": 2},
        "mysore": {"sepoys": 9},
        **{city: {"troops": 1, "sepoys": 1} for city in ("karachi", "bombay", "calcutta")},
    }
    game = redeployed(RAJ, spaces)
    assert here(game, "madras")["sepoys"] == 1
    assert here(game, "delhi") == {"troops": 1, "sepoys": 2, "active": 2}
    assert controls(game, "delhi")


def test_redeploy_gives_a_sepoy_to_each_of_three_states_without_support() -> None:
    """8.9.3 Raj 4, D-99 Any three of them."""
    spaces: Rows = {
        "bihar": {"sepoys": 12},
        "orissa": {"level": "passive_support"},
        **{city: {"troops": 1, "sepoys": 1} for city in BOARD.cities},
    }
    game = redeployed(RAJ, spaces)
    states = [space for space in BOARD.lands if GEOGRAPHY[space].is_princely_state and here(game, space).get("sepoys")]
    assert len(states) == 3
    assert "orissa" not in states


def test_pieces_left_in_uncontrolled_provinces_are_spread_over_controlled_spaces() -> None:
    """8.9.3 Raj 5 Evenly, 2-Pop first."""
    spaces: Rows = {
        "sind": {"sepoys": 9, "active": 9},
        "bihar": {"sepoys": 1},
        "punjab": {"sepoys": 1},
        **{city: {"troops": 1, "sepoys": 1} for city in BOARD.cities},
        **{state: {"level": "passive_support"} for state in BOARD.lands if GEOGRAPHY[state].is_princely_state},
    }
    game = redeployed(RAJ, spaces)
    assert not here(game, "sind").get("sepoys")
    assert here(game, "bihar")["sepoys"] >= 2
    assert here(game, "punjab")["sepoys"] >= 2
    assert sum(row.get("sepoys", 0) for row in game.position()["spaces"].values()) == 16


def test_non_player_raj_pays_nothing_for_redeploy_and_loses_no_control() -> None:
    """8.9.3, N-26 Then 6.4.2's removals: cubes in Provinces with no Raj Control."""
    spaces: Rows = {
        "bihar": {"troops": 2, "sepoys": 2, "active": 3},
        "assam": {"troops": 1, "active": 2},
        **{city: {"troops": 1, "sepoys": 1} for city in BOARD.cities},
    }
    game = redeployed(RAJ, spaces, resources={"raj": 1})
    assert game.position()["resources"]["raj"] == 1
    assert controls(game, "bihar")
    assert here(game, "assam") == {"active": 2}


# -- 8.9.3 Congress ----------------------------------------------------------------------------------------


def test_gandhi_redeploys_to_the_space_with_the_greatest_support() -> None:
    """8.9.3 Congress 1 2-Pop first; no Raj Control there (6.4.3)."""
    spaces: Rows = {
        "orissa": {"gandhi": True},
        "sind": {"level": "active_support"},
        "punjab": {"level": "active_support"},
        "bihar": {"level": "active_support", "sepoys": 1},
    }
    game = redeployed(CONGRESS, spaces)
    assert here(game, "punjab")["gandhi"]
    stays: Rows = {"bihar": {"gandhi": True, "level": "active_support", "sepoys": 3}}
    assert here(redeployed(CONGRESS, stays), "bihar")["gandhi"], "he may stay under Raj Control"


def test_congress_moves_two_activists_to_each_two_pop_space_non_muslim_first() -> None:
    """8.9.3 Congress 2 Activists equal to Population stay where it is not at Active Opposition."""
    spaces: Rows = {"mysore": {"congress": 5}, "bihar": {"congress": 1}}
    game = redeployed(CONGRESS, spaces)
    assert here(game, "mysore")["congress"] == 1
    others = [space for space in BOARD.lands if here(game, space).get("congress") and space != "mysore"]
    assert all(GEOGRAPHY[space].population == 2 and not GEOGRAPHY[space].muslim for space in others)
    assert sorted(here(game, space)["congress"] for space in others)[-1] == 2


def test_activists_may_all_leave_a_space_at_active_opposition() -> None:
    """8.9.3 Congress: "in each space not at Active Opposition"."""
    game = redeployed(CONGRESS, {"mysore": {"congress": 2, "level": "active_opposition"}})
    assert not here(game, "mysore").get("congress")


def test_redeploy_spreads_the_remaining_congress_pieces_evenly() -> None:
    """8.9.3 Congress 4, 6.4.3 The others evenly over 2-Pop spaces, as far as they are open; Railways are left."""
    ones = {space: {"sepoys": 1} for space in BOARD.lands if GEOGRAPHY[space].population == 1}
    ones |= {space: {"congress": 1} for space in ones if GEOGRAPHY[space].is_princely_state}
    spaces: Rows = {**ones, "bihar": {"congress": 5}, "punjab": {"sepoys": 1}, BOARD.railways[0]: {"congress": 4}}
    spaces |= {space: {"sepoys": 1} for space in ("west_bengal", "east_bengal", "bombay_presidency")}
    game = redeployed(CONGRESS, spaces)
    open_twos = [space for space in BOARD.lands if GEOGRAPHY[space].population == 2 and not controls(game, space)]
    assert sorted(here(game, space).get("congress", 0) for space in open_twos) == [3, 3, 3]
    assert not any(here(game, rail).get("congress") for rail in BOARD.railways)


# -- 8.9.3 Muslim League -----------------------------------------------------------------------------------


def test_the_league_redeploys_first_to_lead_in_two_pop_muslim_spaces() -> None:
    """8.9.3 Muslim League 1, D-85 Activists plus Bases exceed Activists plus Gandhi."""
    spaces: Rows = {"punjab": {"congress": 2, "gandhi": True, "league_bases": 1}, "bihar": {"league": 3}}
    game = redeployed(LEAGUE, spaces)
    assert here(game, "punjab")["league"] == 3


def test_the_league_redeploys_to_other_muslim_spaces_by_support() -> None:
    """8.9.3 Muslim League 2 and 3 Two to each 2-Pop Muslim space, one to each 1-Pop one, most Support first."""
    spaces: Rows = {
        "bihar": {"league": 8},
        "east_bengal": {"level": "passive_support"},
        "sind": {"level": "active_support"},
    }
    game = redeployed(LEAGUE, spaces)
    assert all(here(game, space)["league"] == 2 for space in ("punjab", "west_bengal", "east_bengal"))
    assert here(game, "sind")["league"] == 1
    assert not here(game, "bihar").get("league")


# -- 8.9.3 Revolutionaries ---------------------------------------------------------------------------------


def test_guerrillas_go_to_unrest_then_bases_then_two_pop_spaces_without_unrest() -> None:
    """8.9.3 Revolutionaries 1 to 3, D-86, D-87 Three to 2-Pop spaces without Unrest, most Support first."""
    spaces: Rows = {
        "orissa": {"underground": 8},
        "sind": {"unrest": 1},
        "assam": {"unrest": 1, "sepoys": 1},
        "bihar": {"revolutionary_bases": 1},
        "punjab": {"level": "passive_support"},
        "united_provinces": {"unrest": 1},
        "west_bengal": {"level": "active_support", "sepoys": 1},
    }
    game = redeployed(REVOLUTIONARIES, spaces)
    assert here(game, "sind")["underground"] == 1
    assert here(game, "united_provinces")["underground"] == 1
    assert not here(game, "assam").get("underground"), "Raj Control"
    assert here(game, "punjab")["underground"] == 3
    assert here(game, "bihar")["underground"] >= 1
    assert not here(game, "orissa").get("underground")


def test_redeploy_leaves_one_guerrilla_with_unrest_or_a_base() -> None:
    """8.9.3 Revolutionaries: keep one in each of them."""
    spaces: Rows = {"orissa": {"active": 2, "unrest": 1}, "mysore": {"underground": 1, "revolutionary_bases": 1}}
    game = redeployed(REVOLUTIONARIES, spaces)
    assert sum(here(game, "orissa").get(side, 0) for side in ("active", "underground")) == 1
    assert here(game, "mysore")["underground"] == 1


# -- 8.9.4 and Crisis --------------------------------------------------------------------------------------


def test_non_player_congress_places_a_protest_at_the_end_of_the_reset() -> None:
    """8.9.4, N-27 Where it has Activists, by Place Protests; before the Crisis roll."""
    spaces: Rows = {"bihar": {"congress": 1}, "sind": {"congress": 1}, "punjab": {"congress": 1}}
    game = play_phase("reset", spaces, campaigns_left=2)
    assert [space for space in BOARD.lands if here(game, space).get("protest")] == ["bihar"]
    order = [change.verb for step in game.steps for change in step.changes if change.verb in ("place", "roll")]
    assert order == ["place"]


def test_in_the_reset_the_protest_is_placed_before_the_crisis_roll() -> None:
    """N-27, 6.8 In the Reset that leads into the last Campaign."""
    game = play_phase("reset", {"bihar": {"congress": 1}}, campaigns_left=1, out_of_play={"sepoys": 9})
    order = [
        (change.verb, change.piece)
        for change in [*(change for step in game.steps for change in step.changes), *game.state.log]
        if change.verb in ("place", "roll")
    ]
    assert order[:2] == [("place", "protest"), ("roll", "crisis")]


def test_a_reset_shuffles_arjunas_cards() -> None:
    """8.9.4, 8.3, N-08 For each Non-player Faction again."""
    game = at_phase("reset", {"bihar": {"congress": 1}, "sind": {"congress": 1}}, campaigns_left=2)
    counted = game.state.dice.counters["arjuna"]
    play_on(game, "reset")
    assert game.state.dice.counters["arjuna"] >= counted + 20, "four stacks of six cards"
    assert sorted(game.state.arjuna) == [CONGRESS, LEAGUE, RAJ, REVOLUTIONARIES]


def test_in_a_crisis_non_player_raj_brings_the_most_cubes_allowed_troops_first() -> None:
    """8.1.4, 8.8.6, N-22 Each cube on its own, by Place Cubes."""
    spaces = {"bihar": {"underground": 1}, "punjab": {"active": 1}}
    game = game_at(
        spaces,
        REVOLUTIONARIES,
        seed=seed_rolling(4),
        seats=players(REVOLUTIONARIES),
        restraint=2,
        unity=1,
        out_of_play={"troops": 2, "sepoys": 9},
        resources={"revolutionaries": 9},
    )
    arjuna = Arjuna(game)
    for key in ("unrest", "bihar", "done"):
        game.choose(key)
    if game.decision is not None and "end" in game.decision.keys:
        game.choose("end")
    while game.decision is not None and game.decision.kind.startswith("crisis."):
        arjuna.answer()
    assert game.position()["out_of_play"] == {"sepoys": 7}
    assert sum(row.get(TROOPS, 0) for row in game.position()["spaces"].values()) == 2


def test_after_gandhis_arrest_non_player_congress_places_two_protests() -> None:
    """N-16 As many of the two as possible, by Place Protests."""
    spaces = {"mysore": {"sepoys": 2, "gandhi": True}, "bihar": {"congress": 1}, "punjab": {"congress": 1}}
    game = table(spaces, RAJ, people=[RAJ], restraint=3, resources={"raj": 9})
    for key in ("assault", "mysore", "yes", "done"):
        if game.decision is not None and key in game.decision.keys:
            game.choose(key)
    assert game.decision is not None
    assert (game.decision.seat, game.decision.kind) == (CONGRESS, "arrest.protest")
    assert REACTIONS["arrest.protest"](mind_of(game, CONGRESS), game.decision) in BOARD.lands
    Arjuna(game).play()
    assert sum(row.get("protest", False) for row in game.position()["spaces"].values()) == 2
