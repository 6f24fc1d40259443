"""5.0 Events 67 to 72: each side where all of its text applies, and where only a part can (5.1.2)."""

from __future__ import annotations

from engine.gandhi.board import BOARD, GEOGRAPHY
from tests.events.playing import (
    NOT_AS_THE_EVENT_SAYS,
    NOTHING_WOULD_CHANGE,
    available,
    changes_of,
    event,
    is_done,
    jail,
    levels,
    out_of_play,
    resources,
    tracks,
    useful,
    warned,
)
from tests.playing import Spaces, choose, controls, here, keys, remaining, seed_rolling, why

PRINCELY_STATES = [space for space in BOARD.lands if GEOGRAPHY[space].is_princely_state]

# -- 67 Land Reform Demanded -------------------------------------------------------------------------------


def test_card_67_unshaded_shifts_three_states_then_removes_a_muslim_state() -> None:
    """67 unshaded: three States of either kind shift, then one Muslim State marker of the Faction's choice goes."""
    spaces: Spaces = {
        "punjab": {"muslim_state": True, "level": "active_opposition", "sepoys": 1},
        "sind": {"muslim_state": True},
    }
    game = event(67, "unshaded", "raj", spaces)
    assert why(game, "bihar") == NOT_AS_THE_EVENT_SAYS
    choose(game, "punjab", "orissa", "mysore")
    assert useful(game) == {"punjab", "sind"}
    choose(game, "punjab")
    assert is_done(game)
    assert here(game, "punjab") == {"level": "passive_opposition", "sepoys": 1}
    assert levels(game, "orissa", "mysore") == ["passive_support"] * 2
    assert controls(game, "punjab")


def test_card_67_unshaded_does_one_part_where_the_other_is_impossible() -> None:
    """67 unshaded: without a Muslim State only shifts; without a State to shift only the marker goes."""
    game = event(67, "unshaded", "congress", {}, "orissa", "done")
    assert is_done(game)
    assert levels(game, "orissa") == ["passive_support"]
    spaces: Spaces = {space: {"level": "active_support"} for space in (*PRINCELY_STATES, "punjab")}
    spaces["punjab"]["muslim_state"] = True
    game = event(67, "unshaded", "raj", spaces)
    assert is_done(game)
    assert here(game, "punjab") == {"level": "active_support"}


def test_card_67_shaded_shifts_three_states_and_removes_four_sepoys() -> None:
    """67 shaded: three States shift; four Sepoys in total leave these States, and only these."""
    spaces: Spaces = {
        "hyderabad": {"sepoys": 3, "level": "active_support"},
        "punjab": {"muslim_state": True, "sepoys": 2},
        "orissa": {"sepoys": 2, "level": "active_opposition"},
        "mysore": {"sepoys": 5},
    }
    game = event(67, "shaded", "revolutionaries", spaces, "hyderabad", "punjab", "orissa")
    assert useful(game) == {"hyderabad", "punjab", "orissa", "done"}
    choose(game, "hyderabad", "3", "orissa")
    assert is_done(game)
    assert here(game, "hyderabad") == {"level": "passive_support"}
    assert here(game, "punjab") == {"muslim_state": True, "sepoys": 2, "level": "passive_opposition"}
    assert here(game, "orissa") == {"sepoys": 1, "level": "active_opposition"}


def test_card_67_shaded_only_shifts_if_there_are_no_sepoys() -> None:
    """67 shaded: without Sepoys only shifts; a State at Active Opposition without Sepoys has a warning."""
    game = event(67, "shaded", "congress", {"orissa": {"level": "active_opposition"}})
    assert warned(game, "orissa") == NOTHING_WOULD_CHANGE
    choose(game, "mysore", "done")
    assert is_done(game)
    assert levels(game, "mysore") == ["passive_opposition"]


# -- 68 Red Fort Trials ------------------------------------------------------------------------------------


def test_card_68_unshaded_removes_as_many_guerrillas_as_the_roll() -> None:
    """68 unshaded: a roll of 3 removes up to three Guerrillas, Active or not; Restraint -2."""
    spaces: Spaces = {"delhi": {"underground": 2}, "lahore_delhi": {"active": 1}, "sind": {"underground": 2}}
    game = event(68, "unshaded", "raj", spaces, seed=seed_rolling(3))
    assert remaining(game) == 3
    choose(game, "delhi", "2", "lahore_delhi")
    assert is_done(game)
    assert (here(game, "delhi"), here(game, "sind"), available(game, "underground")) == ({}, {"underground": 2}, 14)
    assert tracks(game) == (1, 3)


def test_card_68_unshaded_rolls_no_die_without_guerrillas() -> None:
    """68 unshaded: without Guerrillas no die, only Restraint, not below 1; "up to" may remove none."""
    assert [change.verb for change in changes_of(68, "unshaded", "raj", {}) if change.verb == "roll"] == []
    assert tracks(event(68, "unshaded", "raj", {}, restraint=2)) == (1, 3)
    game = event(68, "unshaded", "congress", {"delhi": {"active": 2}}, "done")
    assert here(game, "delhi") == {"active": 2}


def test_card_68_shaded_raises_restraint_and_costs_raj_twice_the_new_restraint() -> None:
    """68 shaded: Restraint rises first, and Raj loses twice the new Restraint."""
    game = event(68, "shaded", "congress", {}, restraint=2, resources={"raj": 20})
    assert is_done(game)
    assert (tracks(game), resources(game, "raj")) == ((4, 3), 12)


def test_card_68_shaded_keeps_resources_and_restraint_within_their_limits() -> None:
    """68 shaded, R-16: Restraint stops at 5, Resources at 0; a Non-player Raj has none to lose (8.1)."""
    game = event(68, "shaded", "league", {}, restraint=5, resources={"raj": 7})
    assert (tracks(game), resources(game, "raj")) == ((5, 3), 0)
    game = event(68, "shaded", "league", {}, restraint=4, seats={"raj": "arjuna"})
    assert tracks(game) == (5, 3)


# -- 69 Indian National Army -------------------------------------------------------------------------------


def test_card_69_unshaded_places_three_pieces_around_east_bengal() -> None:
    """69 unshaded: three cubes or Activists, from either box, in East Bengal, beside it, or on its Railway."""
    game = event(69, "unshaded", "raj", {"assam": {"muslim_state": True}}, out_of_play={"troops": 15, "congress": 1})
    places = {"east_bengal", "west_bengal", "calcutta", "assam", "calcutta_chittagong", "done"}
    assert keys(game) == places
    choose(game, "assam")
    assert useful(game) == {"sepoys", "congress", "congress:out_of_play", "league"}
    choose(game, "congress:out_of_play", "calcutta_chittagong")
    choose(game, "troops:out_of_play", "1", "east_bengal", "sepoys")
    assert is_done(game)
    assert here(game, "assam") == {"muslim_state": True, "congress": 1}
    assert (here(game, "calcutta_chittagong"), here(game, "east_bengal")) == ({"troops": 1}, {"sepoys": 1})
    assert out_of_play(game, "troops") == 14


def test_card_69_unshaded_may_leave_the_only_piece() -> None:
    """69 unshaded: only one Activist is in either box; "up to" may leave it there."""
    spaces: Spaces = {"bihar": {"troops": 15, "sepoys": 45, "congress": 15, "league": 16}}
    game = event(69, "unshaded", "congress", spaces, "calcutta")
    assert is_done(game)
    assert here(game, "calcutta") == {"congress": 1}
    assert is_done(event(69, "unshaded", "league", spaces, "done"))


def test_card_69_shaded_may_turn_all_guerrillas_underground() -> None:
    """69 shaded, first alternative: every Guerrilla on the map turns Underground, on Railways too."""
    spaces: Spaces = {"delhi": {"active": 2, "underground": 1}, "lahore_delhi": {"active": 1}}
    game = event(69, "shaded", "revolutionaries", spaces, "hide")
    assert is_done(game)
    assert (here(game, "delhi"), here(game, "lahore_delhi")) == ({"underground": 3}, {"underground": 1})


def test_card_69_shaded_may_place_guerrillas_in_muslim_spaces() -> None:
    """69 shaded, second alternative: four Guerrillas in Muslim spaces only."""
    game = event(69, "shaded", "revolutionaries", {"delhi": {"active": 1}}, "guerrillas")
    assert not {"delhi", "bihar", "karachi_lahore"} & keys(game)
    choose(game, "karachi", "3", "punjab")
    assert is_done(game)
    assert (here(game, "karachi"), here(game, "punjab")) == ({"underground": 3}, {"underground": 1})


def test_card_69_shaded_warns_of_an_alternative_without_effect() -> None:
    """69 shaded: with none Active only placing is left, with none Available only hiding, with neither nothing."""
    game = event(69, "shaded", "congress", {"delhi": {"underground": 15}})
    assert warned(game, "hide") == NOTHING_WOULD_CHANGE
    choose(game, "guerrillas", "assam")
    assert is_done(game)
    assert here(game, "assam") == {"underground": 1}
    game = event(69, "shaded", "raj", {"delhi": {"active": 1}}, out_of_play={"underground": 15})
    assert useful(game) == {"hide"}
    choose(game, "hide")
    assert is_done(game)
    assert here(game, "delhi") == {"underground": 1}
    assert is_done(event(69, "shaded", "raj", {"delhi": {"underground": 16}}))


# -- 70 All India Forward Bloc -----------------------------------------------------------------------------


def test_card_70_unshaded_puts_two_pieces_from_anywhere_out_of_play() -> None:
    """70 unshaded: two cubes, Activists or Guerrillas from the map, Jail or Available; Revolutionaries lose 3."""
    spaces: Spaces = {"delhi": {"troops": 1, "active": 1, "league_bases": 1}}
    game = event(70, "unshaded", "raj", spaces, jail={"congress": 2}, resources={"revolutionaries": 5})
    assert {"delhi", "jail", "available"} <= keys(game)
    choose(game, "delhi")
    assert useful(game) == {"troops", "active"}
    choose(game, "active", "jail")
    assert is_done(game)
    assert (out_of_play(game, "underground"), out_of_play(game, "congress")) == (1, 1)
    assert (jail(game), resources(game, "revolutionaries")) == ((1, 0, False), 2)
    assert here(game, "delhi") == {"troops": 1, "league_bases": 1}


def test_card_70_unshaded_puts_the_only_piece_in_play_out_of_play() -> None:
    """70 unshaded: one piece is left in all boxes and on the map: it goes. Resources stop at 0."""
    boxes = {"troops": 15, "sepoys": 44, "congress": 16, "league": 16, "underground": 16}
    game = event(70, "unshaded", "congress", {}, out_of_play=boxes, resources={"revolutionaries": 1})
    assert is_done(game)
    assert (out_of_play(game, "sepoys"), resources(game, "revolutionaries")) == (45, 0)


def test_card_70_shaded_places_pieces_from_out_of_play_in_three_spaces() -> None:
    """70 shaded: a Guerrilla or Activist from Out of Play in each of three spaces; no cubes."""
    boxes = {"underground": 1, "congress": 1, "league": 2, "troops": 2}
    game = event(70, "shaded", "revolutionaries", {}, "orissa", out_of_play=boxes)
    assert useful(game) == {"underground:out_of_play", "congress:out_of_play", "league:out_of_play"}
    choose(game, "underground:out_of_play", "lahore_delhi", "league:out_of_play", "delhi", "league:out_of_play")
    assert is_done(game)
    assert here(game, "orissa") == {"underground": 1}
    assert (here(game, "lahore_delhi"), here(game, "delhi")) == ({"league": 1}, {"league": 1})
    assert tracks(game) == (3, 3)


def test_card_70_shaded_places_no_cubes() -> None:
    """70 shaded: one Activist is Out of Play; with cubes only, nothing."""
    game = event(70, "shaded", "congress", {}, "bihar", out_of_play={"congress": 1})
    assert is_done(game)
    assert here(game, "bihar") == {"congress": 1}
    assert is_done(event(70, "shaded", "congress", {}, out_of_play={"sepoys": 5}))


# -- 71 Nankana Massacre Stuns India -----------------------------------------------------------------------


def test_card_71_unshaded_places_unrest_in_punjab_and_a_neighbour() -> None:
    """71 unshaded: Unrest in Punjab, with Troops or not, and beside it where no Troops are."""
    spaces: Spaces = {"punjab": {"troops": 1}, "delhi": {"troops": 1}, "sind": {"sepoys": 1}}
    game = event(71, "unshaded", "revolutionaries", spaces)
    assert {"sind", "rajputana", "jammu_and_kashmir", "lahore_delhi"} <= keys(game)
    assert [why(game, space) for space in ("delhi", "bihar")] == [NOT_AS_THE_EVENT_SAYS] * 2
    choose(game, "sind")
    assert is_done(game)
    assert here(game, "punjab") == {"troops": 1, "unrest": 1}
    assert here(game, "sind") == {"sepoys": 1, "unrest": 1}


def test_card_71_unshaded_places_a_strike_on_a_railway() -> None:
    """71 unshaded, R-09, R-10: on a Railway a Strike; one marker left goes to Punjab; with none nothing happens."""
    game = event(71, "unshaded", "raj", {}, "lahore_delhi")
    assert here(game, "lahore_delhi") == {"strike": True}
    game = event(71, "unshaded", "raj", {"assam": {"unrest": BOARD.unrest_markers - 1}})
    assert is_done(game)
    assert here(game, "punjab") == {"unrest": 1}
    assert is_done(event(71, "unshaded", "raj", {"assam": {"unrest": BOARD.unrest_markers}}))


def test_card_71_shaded_moves_gandhi_to_punjab_and_shifts_it() -> None:
    """71 shaded: Gandhi goes to Punjab from the map or out of Jail, and Punjab shifts two levels."""
    game = event(71, "shaded", "congress", {"bihar": {"gandhi": True}, "punjab": {"level": "passive_support"}})
    assert is_done(game)
    assert (here(game, "bihar"), here(game, "punjab")) == ({}, {"gandhi": True, "level": "passive_opposition"})
    game = event(71, "shaded", "congress", {}, jail={"gandhi": True, "congress": 1})
    assert is_done(game)
    assert here(game, "punjab") == {"gandhi": True, "level": "active_opposition"}
    assert jail(game) == (1, 0, False)


def test_card_71_shaded_only_moves_gandhi_at_active_opposition() -> None:
    """71 shaded: he is there already and one level is left; at Active Opposition he only moves."""
    game = event(71, "shaded", "league", {"punjab": {"gandhi": True, "level": "passive_opposition"}})
    assert is_done(game)
    assert here(game, "punjab") == {"gandhi": True, "level": "active_opposition"}
    game = event(71, "shaded", "raj", {"sind": {"gandhi": True}, "punjab": {"level": "active_opposition"}})
    assert here(game, "punjab") == {"gandhi": True, "level": "active_opposition"}


# -- 72 Direct Action Day ----------------------------------------------------------------------------------


def test_card_72_unshaded_removes_active_guerrillas_and_pays_the_revolutionaries_for_each() -> None:
    """72 unshaded: where Activists are, all Active Guerrillas go; the Revolutionaries earn 1 for each."""
    spaces: Spaces = {
        "calcutta": {"congress": 1, "active": 2, "underground": 1},
        "delhi": {"league": 1, "active": 1},
        "bihar": {"active": 3},
        "sind": {"league": 1},
    }
    game = event(72, "unshaded", "congress", spaces, resources={"revolutionaries": 4})
    assert why(game, "bihar") == NOT_AS_THE_EVENT_SAYS
    assert warned(game, "sind") == NOTHING_WOULD_CHANGE
    choose(game, "calcutta", "delhi")
    assert is_done(game)
    assert here(game, "calcutta") == {"congress": 1, "underground": 1}
    assert here(game, "delhi") == {"league": 1}
    assert resources(game, "revolutionaries") == 7


def test_card_72_unshaded_does_nothing_without_active_guerrillas() -> None:
    """72 unshaded: without Active Guerrillas beside Activists nothing happens; one space may be left alone."""
    game = event(72, "unshaded", "raj", {"bihar": {"active": 3}}, resources={"revolutionaries": 4})
    assert is_done(game)
    assert resources(game, "revolutionaries") == 4
    spaces: Spaces = {"calcutta": {"congress": 1, "active": 2}}
    game = event(72, "unshaded", "raj", spaces, "done", resources={"revolutionaries": 4})
    assert (here(game, "calcutta")["active"], resources(game, "revolutionaries")) == (2, 4)


def test_card_72_shaded_places_a_guerrilla_or_unrest() -> None:
    """72 shaded: beside Underground Guerrillas another one, or Unrest where Raj has no Control."""
    spaces: Spaces = {
        "calcutta": {"underground": 1},
        "delhi": {"underground": 1, "troops": 1},
        "lahore_delhi": {"underground": 1, "sepoys": 1},
        "bihar": {"active": 1},
    }
    game = event(72, "shaded", "revolutionaries", spaces)
    assert why(game, "bihar") == NOT_AS_THE_EVENT_SAYS
    choose(game, "calcutta")
    assert useful(game) == {"guerrilla", "unrest"}
    choose(game, "unrest", "delhi")
    # Delhi is under Control: only a Guerrilla can come there.
    assert useful(game) == {"guerrilla"}
    choose(game, "guerrilla", "lahore_delhi", "unrest")
    assert is_done(game)
    assert here(game, "calcutta") == {"underground": 1, "unrest": 1}
    assert here(game, "delhi") == {"underground": 2, "troops": 1}
    assert here(game, "lahore_delhi") == {"underground": 1, "sepoys": 1, "strike": True}


def test_card_72_shaded_only_places_unrest_if_no_guerrilla_is_available() -> None:
    """72 shaded: with no Guerrilla Available only Unrest can come, and under Control nothing."""
    spaces: Spaces = {"delhi": {"underground": 1, "troops": 1}, "sind": {"underground": 1}}
    game = event(72, "shaded", "league", spaces, out_of_play={"underground": 14})
    assert warned(game, "delhi") == NOTHING_WOULD_CHANGE
    choose(game, "sind")
    assert useful(game) == {"unrest"}
    choose(game, "unrest")
    assert is_done(game)
    assert here(game, "sind") == {"underground": 1, "unrest": 1}
    assert is_done(event(72, "shaded", "congress", {"bihar": {"active": 2}}))
