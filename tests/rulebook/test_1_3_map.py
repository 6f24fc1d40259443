"""1.1 to 1.3 The map and its boxes."""

from __future__ import annotations

import pytest

from engine import Game
from engine.core.errors import BadPosition
from engine.gandhi.board import BOARD, GEOGRAPHY
from engine.gandhi.ids import INVENTORY, SEATS
from tests.playing import controls, game_at, here


def test_the_game_has_as_many_cards_and_pieces_as_the_box() -> None:
    """1.1, 1.2 Four Factions; 72 Events, 7 Campaign cards; 15 Troops, 45 Sepoys, 3 x 16 cylinders, 2 x 5 Bases."""
    assert SEATS == ("raj", "congress", "league", "revolutionaries")
    assert sorted(BOARD.events) == list(range(1, 73))
    assert len(BOARD.viceroys) == 7
    assert INVENTORY == {
        "troops": 15,
        "sepoys": 45,
        "congress": 16,
        "league": 16,
        "underground": 16,
        "league_bases": 5,
        "revolutionary_bases": 5,
    }


def test_the_map_has_the_printed_spaces_and_populations() -> None:
    """1.3.1, 1.3.2, 1.3.3 Five Cities of 1, thirteen Provinces of 1 or 2, seven Princely States, eleven Railways."""
    kinds = [GEOGRAPHY[space].kind for space in BOARD.everywhere]
    assert {kind: kinds.count(kind) for kind in kinds} == {
        "city": 5,
        "province": 13,
        "princely_state": 7,
        "railway": 11,
    }
    assert all(GEOGRAPHY[city].population == 1 for city in BOARD.cities)
    assert {GEOGRAPHY[space].population for space in BOARD.lands if GEOGRAPHY[space].is_province} == {1, 2}
    assert sum(GEOGRAPHY[space].population for space in BOARD.lands) == 32


def test_the_ten_muslim_spaces_are_those_printed() -> None:
    """1.3.2, 1.3.3, 1.3.4, 1.3.5, D-03 The ten Muslim spaces are printed; a Muslim State marker makes none."""
    muslim = {space for space in BOARD.everywhere if GEOGRAPHY[space].muslim}
    assert muslim == {
        "karachi",
        "calcutta",
        "northwest_frontier",
        "baluchistan",
        "sind",
        "punjab",
        "west_bengal",
        "east_bengal",
        "assam",
        "jammu_and_kashmir",
    }
    game = game_at({"bihar": {"muslim_state": True, "level": "active_opposition"}})
    assert game.state.total_muslim_opposition() == 0


def test_states_are_never_controlled_and_hold_no_troops() -> None:
    """1.3.5, D-04 Princely and Muslim States alike; a Muslim State may be in any Province, and nowhere else."""
    game = game_at({"bihar": {"muslim_state": True, "sepoys": 5}, "orissa": {"sepoys": 5}, "delhi": {"troops": 1}})
    assert game.position()["control"] == ["delhi"]
    assert game.state.is_state("bihar")
    assert not game.state.is_province("bihar")
    assert game.state.place("troops", "bihar") == 0
    assert game.state.move("troops", "delhi", "orissa") == 0
    assert not game.state.add_muslim_state("delhi")
    assert not game.state.add_muslim_state("orissa")
    assert game.state.remove_muslim_state("bihar")
    assert controls(game, "bihar")
    for space in ("bihar", "orissa"):
        with pytest.raises(BadPosition):
            Game.at({"spaces": {space: {"troops": 1, "muslim_state": space == "bihar"}}})


def test_troops_leave_a_new_muslim_state() -> None:
    """1.3.5, R-11, D-05 Each Troop goes to a City of Raj's choice, past a Protest too; Sepoys stay; Control is lost."""
    from engine.gandhi.forces import create_muslim_state

    state = game_at({"punjab": {"troops": 2, "sepoys": 3, "protest": True, "level": "active_opposition"}}).state
    asked = create_muslim_state(state, "punjab")
    decision = next(asked)
    assert decision.seat == "raj"
    assert decision.keys == {"karachi", "delhi", "bombay", "calcutta", "madras"}
    assert asked.send("karachi").remaining == 1
    with pytest.raises(StopIteration):
        asked.send("madras")
    assert state.spaces["karachi"].troops == 1
    assert state.spaces["madras"].troops == 1
    space = state.spaces["punjab"]
    assert (space.troops, space.sepoys, space.protest, space.level, space.muslim_state) == (0, 3, True, -2, True)
    assert not state.has_control("punjab")


def test_railways_have_econ_but_no_population_level_bases_or_control() -> None:
    """1.3.6 Railways have an Econ of 40 together, no Population, no level, no Bases and no Control."""
    assert sum(GEOGRAPHY[railway].econ for railway in BOARD.railways) == 40
    game = game_at({"lahore_delhi": {"troops": 5, "congress": 1}})
    assert game.position()["control"] == []
    assert game.state.are_activists_active("lahore_delhi")
    assert game.state.place("league_bases", "lahore_delhi") == 0
    assert not game.state.set_level("lahore_delhi", 1)
    assert game.view().spaces["lahore_delhi"].activists_active


def test_a_space_holds_one_protest_and_any_number_of_unrest_markers() -> None:
    """1.3.7 Markers make Protest spaces and Unrest spaces; a space holds one Protest and any Unrest (1.4.2)."""
    state = game_at({}).state
    assert state.add_protest("bihar")
    assert not state.add_protest("bihar")
    assert state.add_unrest("bihar")
    assert state.add_unrest("bihar")
    assert (state.spaces["bihar"].protest, state.spaces["bihar"].unrest) == (True, 2)


def test_adjacency_is_mutual() -> None:
    """1.3.8, R-14 Adjacency is mutual; by a Town only two pairs of Provinces and States; Cities join no neighbours."""
    for space, land in GEOGRAPHY.items():
        for other in land.adjacent:
            assert space in GEOGRAPHY[other].adjacent, f"{space} and {other}"
        assert space not in land.adjacent
        assert len(set(land.adjacent)) == len(land.adjacent)
    assert "coastal_andhra" in GEOGRAPHY["bombay_presidency"].adjacent
    assert "mysore" in GEOGRAPHY["hyderabad"].adjacent
    assert "guntakal_madras" in GEOGRAPHY["bhusawal_guntakal"].adjacent
    assert "mysore" in GEOGRAPHY["bhusawal_guntakal"].adjacent
    # Railways that share a City only do not meet: the City lies between.
    assert "delhi_allahabad" not in GEOGRAPHY["lahore_delhi"].adjacent
    assert "calcutta_chittagong" not in GEOGRAPHY["allahabad_calcutta"].adjacent


def test_pieces_in_jail_are_neither_on_the_map_nor_available() -> None:
    """1.3.9 Pieces in Jail are neither on the map nor Available."""
    game = game_at({}, jail={"congress": 2, "league": 1, "gandhi": True})
    position = game.position()
    assert position["available"]["congress"] == 14
    assert position["available"]["league"] == 15
    assert game.state.prisoners() == 4
    assert game.state.gandhi_space() == ""
    assert game.state.is_gandhi_in_jail
    assert game.state.arrest("gandhi", "bihar") == 0
    assert game.state.release("gandhi", 1, "available") == 0
    assert game.state.release("gandhi", 1, "bihar") == 1
    assert here(game, "bihar") == {"gandhi": True}
    assert game.state.arrest("gandhi", "bihar") == 1
    assert game.position()["jail"] == {"congress": 2, "league": 1, "gandhi": True}


def test_pieces_out_of_play_are_not_available() -> None:
    """1.3.10 Pieces Out of Play are not Available until they enter."""
    game = game_at({}, out_of_play={"troops": 15})
    assert game.state.place("troops", "delhi") == 0
    assert game.state.enter("troops", 2) == 2
    assert game.state.place("troops", "delhi", 3) == 2


@pytest.mark.parametrize("track", ["restraint", "unity"])
def test_tracks_run_from_one_to_five(track: str) -> None:
    """1.3.11, 1.3.12, R-07 A shift past either end is lost, from whatever source."""
    state = game_at({}, restraint=5, unity=5).state
    shift = state.shift_restraint if track == "restraint" else state.shift_unity
    assert not shift(1)
    assert getattr(state, track) == 5
    for _ in range(6):
        shift(-1)
    assert getattr(state, track) == 1
    assert not shift(-1)


def test_a_game_in_a_campaign_round_names_its_phase() -> None:
    """1.13 The Campaign marker only shows the phase: a game says its own."""
    spaces = {"delhi": {"troops": 1, "sepoys": 1}}
    game = Game.at({"phase": "imperialism", "card": 75, "spaces": spaces, "resources": {"raj": 9}})
    assert game.position()["phase"] == game.view().phase == game.label.phase == "imperialism"
    assert (game.label.seat, game.label.card) == ("raj", 75)
