"""8.1 What holds for every Non-player Faction: random spaces, "get", Railways, passing, Viceroys."""

from __future__ import annotations

import pytest

from engine import Game
from engine.gandhi.arjuna.rounds import REACTIONS, place_gandhi
from engine.gandhi.arjuna.working import allowed_by_railway_rule
from engine.gandhi.board import BOARD, GEOGRAPHY
from engine.gandhi.ids import CONGRESS, LEAGUE, RAJ, REVOLUTIONARIES
from tests.arjuna.thinking import ALL_ARJUNA, Spaces, carry_out, mind_at, mind_of, operate, rolling, table, texts
from tests.playing import choose, here, keys, now

# -- 8.1.2 -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("closed", "space"),
    [
        ((), "east_bengal"),
        (("east_bengal",), "calcutta"),
        (("east_bengal", "calcutta"), "delhi"),
        (("east_bengal", "calcutta", "delhi"), "rajputana"),
    ],
)
def test_the_example_of_random_spaces_selects_the_printed_spaces(closed: tuple[str, ...], space: str) -> None:
    """8.1.2 EXAMPLE, D-66: blue region and East Bengal; then Calcutta, Delhi, Rajputana."""
    mind = mind_at({}, REVOLUTIONARIES, 3, 5)
    assert mind.random_space(name for name in BOARD.lands if name not in closed) == space


def test_the_walk_over_the_random_spaces_wraps_from_the_last_region_to_the_first() -> None:
    """8.1.2, D-66 After the last space of the orange region comes the first of the red one."""
    last = BOARD.random_spaces[5].spaces[5]
    first = BOARD.random_spaces[0].spaces[0]
    mind = mind_at({}, RAJ, 6, 6)
    assert mind.random_space(space for space in BOARD.lands if space != last) == first


def test_the_random_spaces_map_contains_every_land_and_the_known_cells() -> None:
    """8.1.2, D-66 3-5 East Bengal, 3-6 Calcutta, 4-1 Delhi, 4-2 Rajputana."""
    assert {space for region in BOARD.random_spaces for space in region.spaces} == set(BOARD.lands)
    assert BOARD.random_spaces[2].spaces[4:] == ("east_bengal", "calcutta")
    assert BOARD.random_spaces[3].spaces[:2] == ("delhi", "rajputana")


# -- 8.1.3 -------------------------------------------------------------------------------------------------


def test_railways_come_last_among_equal_candidates() -> None:
    """8.1.3 A Railway is chosen only where no City, Province or State is."""
    mind = mind_at({}, RAJ)
    assert mind.random_space([BOARD.railways[0], "bihar"]) == "bihar"


def test_the_railway_with_the_highest_econ_comes_first() -> None:
    """8.1.3 First the highest Econ."""
    mind = mind_at({}, CONGRESS)
    best = max(GEOGRAPHY[railway].econ for railway in BOARD.railways)
    assert GEOGRAPHY[mind.random_space(BOARD.railways)].econ == best


def test_among_equal_railways_the_one_next_to_a_random_city_comes_first() -> None:
    """8.1.3 Then next to a Random City (8.1.2)."""
    fives = [railway for railway in BOARD.railways if GEOGRAPHY[railway].econ == 5 and GEOGRAPHY[railway].city_adjacent]
    cities = {city for railway in fives for city in GEOGRAPHY[railway].city_adjacent}
    mind = mind_at({}, CONGRESS, 3, 6)
    assert "calcutta" in cities
    assert "calcutta" in GEOGRAPHY[mind.random_railway(fives)].city_adjacent


def test_guerrillas_march_onto_railways_only_against_a_player_raj() -> None:
    """8.1.3, D-67 With NP Raj no Non-player Faction puts forces on Railways."""
    spaces = ["bihar", BOARD.railways[0]]
    assert allowed_by_railway_rule(mind_at({}, REVOLUTIONARIES), spaces) == ["bihar"]
    assert allowed_by_railway_rule(mind_at({}, REVOLUTIONARIES, people=[RAJ]), spaces) == spaces


# -- 8.1.4 -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seat", "other"), [(CONGRESS, LEAGUE), (LEAGUE, CONGRESS)])
def test_a_passing_nonviolent_non_player_faction_makes_only_its_own_activist_available(seat: str, other: str) -> None:
    """8.1.4, 2.3.3, N-29, D-65 One of its own Activists, never the other NV Faction's; nothing when none is there."""
    game = table({}, seat, out_of_play={seat: 2, other: 2})
    choose(game, "pass")
    assert now(game)["out_of_play"] == {seat: 1, other: 2}
    game = table({}, seat, out_of_play={other: 2}, unity=3)
    choose(game, "pass")
    assert now(game)["out_of_play"] == {other: 2}
    assert now(game)["unity"] == 3


@pytest.mark.parametrize("seat", [RAJ, REVOLUTIONARIES])
def test_non_player_raj_and_revolutionaries_gain_nothing_by_passing(seat: str) -> None:
    """8.1.4, N-29 NP Raj and NP Revolutionaries gain nothing."""
    game = table({}, seat, resources={RAJ: 7, REVOLUTIONARIES: 7})
    choose(game, "pass")
    assert now(game)["resources"] == {RAJ: 7, REVOLUTIONARIES: 7}


def test_troops_in_a_new_muslim_state_move_by_the_place_cubes_column() -> None:
    """8.1.4 Each Troop on its own, by the Place Cubes column among all Cities."""
    spaces: Spaces = {
        "sind": {"league": 2, "troops": 1, "level": "passive_opposition", "protest": True},
        "delhi": {"congress": 1, "protest": True},
        "madras": {"troops": 2},
    }
    game = table(spaces, LEAGUE, people=[LEAGUE])
    choose(game, "special:negotiate", "muslim_state")
    assert game.decision is not None
    assert (game.decision.seat, game.decision.kind) == (RAJ, "displace.city")
    mind = mind_of(game, RAJ)
    assert REACTIONS["displace.city"](mind, game.decision) in ("karachi", "bombay", "calcutta", "delhi")
    assert texts(mind, "column")


def test_non_player_raj_refuses_to_release_gandhi_for_satyagraha() -> None:
    """8.1.4, N-30 NP Raj always refuses."""
    game = table({"bihar": {"congress": 1}}, CONGRESS, people=[CONGRESS], jail={"gandhi": True})
    choose(game, "special:satyagraha", "bihar")
    assert game.decision is not None
    assert game.decision.kind == "satyagraha.release"
    assert REACTIONS["satyagraha.release"](mind_of(game, RAJ), game.decision) == "no"


# -- 8.1.5 -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("out_of_play", "placed"), [(0, 5), (42, 3)])
def test_deploy_counts_the_troops_already_in_a_city_towards_three(out_of_play: int, placed: int) -> None:
    """8.1.5 EXAMPLE: two Troops are in Delhi, so one is added; then five Sepoys, or as many as are Available."""
    spaces: Spaces = {
        "delhi": {"troops": 2, "active": 3},
        **{city: {"troops": 3} for city in ("karachi", "calcutta", "bombay", "madras")},
    }
    game = table(spaces, RAJ, 1, out_of_play={"sepoys": out_of_play, "troops": 0}, restraint=3)
    operate(game, "deploy")
    assert (here(game, "delhi")["troops"], here(game, "delhi")["sepoys"]) == (3, placed)


# -- 8.1.6 -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("viceroy", "operation", "number"),
    [
        ("chelmsford", "assault", 1),
        ("irwin", "sweep", 1),
        ("willingdon", "deploy", 1),
        ("mountbatten", "deploy", 4),
        ("reading", "sweep", 4),
        ("reading", "assault", 4),
        ("linlithgow", "assault", 4),
    ],
)
def test_the_activation_number_is_one_under_a_fitting_viceroy_and_otherwise_restraint(
    viceroy: str, operation: str, number: int
) -> None:
    """8.1.6, 8.6.2, N-02, D-68 One under the fitting Viceroy, otherwise Restraint, also under Reading."""
    spaces = {
        "punjab": {"sepoys": 4, "active": 2, "underground": 2},
        "bihar": {"sepoys": 4, "active": 2, "underground": 2},
        "orissa": {"sepoys": 2},
    }
    game = table(spaces, RAJ, viceroy=viceroy, restraint=4)
    mind, _ = operate(game, operation)
    numbers = {
        params["number"] for key in ("activation.goes_on", "activation.sepoys_stop") for params in texts(mind, key)
    }
    assert numbers == {number}


def test_a_non_player_faction_is_not_asked_to_remove_its_own_pieces() -> None:
    """8.1, N-31 A Non-player Faction is not even offered to remove its own pieces."""
    people = table({"bihar": {"congress": 3}}, CONGRESS, people=[CONGRESS])
    choose(people, "rally")
    assert "remove_own" in keys(people)
    arjuna = table({"bihar": {"congress": 3}}, CONGRESS)
    choose(arjuna, "rally")
    assert "remove_own" not in keys(arjuna)


def test_non_player_congress_sets_up_gandhi_in_a_random_two_pop_space() -> None:
    """2.1 "If using any NP Factions": Gandhi begins in a random 2-Pop space."""
    game = Game.new(scenario="main", seats=ALL_ARJUNA, seed=rolling(CONGRESS, 3, 5))
    assert game.decision is not None
    carry_out(game, mind := mind_of(game, CONGRESS), place_gandhi(mind, game.decision))
    assert here(game, "east_bengal")["gandhi"]
