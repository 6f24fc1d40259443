"""5.0 Events 1 to 6: each side where all of its text applies, and where only a part can (5.1.2)."""

from __future__ import annotations

import pytest

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
from tests.playing import Spaces, choose, here, keys, seed_rolling, why

# -- 1 British Indian Army Defends the Empire --------------------------------------------------------------


def test_card_1_unshaded_places_six_cubes_at_most_three_from_out_of_play() -> None:
    """1 unshaded: six cubes to Cities and Provinces, three of them from Out of Play, no more."""
    boxes = {"troops": 2, "sepoys": 2}
    game = event(1, "unshaded", "raj", {"punjab": {"muslim_state": True}}, out_of_play=boxes)
    assert {"delhi", "bihar", "done"} <= keys(game)
    assert not {"orissa", "punjab", "lahore_delhi"} & keys(game)
    choose(game, "bihar", "troops:out_of_play", "2", "delhi", "sepoys:out_of_play")
    assert here(game, "delhi") == {"sepoys": 1}
    choose(game, "sind")
    assert useful(game) == {"troops", "sepoys"}
    choose(game, "sepoys", "3")
    assert is_done(game)
    assert [here(game, space) for space in ("bihar", "sind")] == [{"troops": 2}, {"sepoys": 3}]
    assert out_of_play(game, "sepoys") == 1


def test_card_1_unshaded_places_no_more_than_is_available() -> None:
    """1 unshaded, 5.1.1, D-51: two Sepoys are Available and none Out of Play: two come; "up to" may be none."""
    spaces: Spaces = {"delhi": {"troops": 15, "sepoys": 43}}
    game = event(1, "unshaded", "raj", spaces, "bihar", "2")
    assert is_done(game)
    assert here(game, "bihar") == {"sepoys": 2}
    assert is_done(event(1, "unshaded", "raj", spaces, "done"))


def test_card_1_shaded_removes_sepoys_to_available_then_out_of_play() -> None:
    """1 shaded: five Sepoys, at most two a space; three to Available, two Out of Play."""
    spaces: Spaces = {"punjab": {"sepoys": 3}, "delhi": {"sepoys": 4}, "sind": {"sepoys": 1}}
    game = event(1, "shaded", "congress", spaces, "punjab", "2")
    assert useful(game) == {"delhi", "sind", "done"}
    choose(game, "delhi", "2", "sind")
    assert is_done(game)
    assert (here(game, "punjab"), here(game, "delhi"), here(game, "sind")) == ({"sepoys": 1}, {"sepoys": 2}, {})
    assert out_of_play(game, "sepoys") == 2


def test_card_1_shaded_removes_the_only_sepoy() -> None:
    """1 shaded: one Sepoy on the map goes to Available; with none nothing is asked."""
    game = event(1, "shaded", "congress", {"sind": {"sepoys": 1}}, "sind")
    assert is_done(game)
    assert available(game, "sepoys") == 45
    assert is_done(event(1, "shaded", "congress", {}))


# -- 2 Viceroy Irwin Meets with Gandhi ---------------------------------------------------------------------


def test_card_2_unshaded_arrests_five_activists_at_support() -> None:
    """2 unshaded, R-67, 5.1.3: Inactive Activists are arrested too, at Support only, without a shift of Restraint."""
    spaces: Spaces = {
        "punjab": {"congress": 3, "league": 1, "level": "active_support"},
        "delhi": {"congress": 2, "level": "passive_support"},
        "bihar": {"congress": 2},
    }
    game = event(2, "unshaded", "raj", spaces)
    assert useful(game) == {"punjab", "delhi", "done"}
    choose(game, "punjab", "congress", "3", "punjab", "delhi")
    assert is_done(game)
    assert jail(game) == (4, 1, False)
    assert here(game, "delhi")["congress"] == 1
    assert tracks(game) == (3, 3)


def test_card_2_unshaded_may_leave_the_only_activist() -> None:
    """2 unshaded: a single Activist at Support may be arrested, or left."""
    spaces: Spaces = {"delhi": {"league": 1, "level": "passive_support"}}
    game = event(2, "unshaded", "raj", spaces, "delhi")
    assert is_done(game)
    assert jail(game) == (0, 1, False)
    assert jail(event(2, "unshaded", "raj", spaces, "done")) == (0, 0, False)


def test_card_2_shaded_releases_twice_as_many_activists_as_the_roll() -> None:
    """2 shaded: a roll of 2 releases four Activists, of either Faction, into any spaces."""
    game = event(2, "shaded", "congress", {}, seed=seed_rolling(2), jail={"congress": 3, "league": 2})
    choose(game, "bihar")
    assert useful(game) == {"congress", "league"}
    choose(game, "congress", "3", "lahore_delhi")
    assert is_done(game)
    assert (here(game, "bihar"), here(game, "lahore_delhi")) == ({"congress": 3}, {"league": 1})
    assert jail(game) == (0, 1, False)


def test_card_2_shaded_rolls_no_die_for_an_empty_jail() -> None:
    """2 shaded: a roll of 6 releases the one Activist there is; with none in Jail no die is rolled."""
    game = event(2, "shaded", "congress", {}, "orissa", seed=seed_rolling(6), jail={"league": 1, "gandhi": True})
    assert is_done(game)
    assert here(game, "orissa")["league"] == 1
    assert jail(game) == (0, 0, True)
    assert not [change for change in changes_of(2, "shaded", "congress", {}) if change.verb == "roll"]


# -- 3 India is the Jewel in the Crown ---------------------------------------------------------------------


def test_card_3_unshaded_adds_five_times_restraint_to_raj_resources() -> None:
    """3 unshaded: at Restraint 3 Raj Resources rise by 15."""
    assert resources(event(3, "unshaded", "raj", {}, resources={"raj": 10}), "raj") == 25


def test_card_3_unshaded_stops_at_fifty_resources() -> None:
    """3 unshaded, R-16: what goes above 50 is lost; a Non-player Raj has no Resources."""
    assert resources(event(3, "unshaded", "raj", {}, resources={"raj": 45}, restraint=5), "raj") == 50
    alone = event(3, "unshaded", "congress", {}, resources={"raj": 10}, seats={"raj": "arjuna"})
    assert resources(alone, "raj") == 10


def test_card_3_shaded_costs_raj_twice_the_roll_in_resources() -> None:
    """3 shaded: a roll of 4 costs Raj 8 Resources."""
    assert resources(event(3, "shaded", "congress", {}, seed=seed_rolling(4), resources={"raj": 10}), "raj") == 2


def test_card_3_shaded_stops_at_zero_resources() -> None:
    """3 shaded, R-16: Resources stop at 0; for a Non-player Raj no die is rolled."""
    assert resources(event(3, "shaded", "congress", {}, seed=seed_rolling(4), resources={"raj": 3}), "raj") == 0
    log = changes_of(3, "shaded", "congress", {}, resources={"raj": 10}, seats={"raj": "arjuna"})
    assert not [change for change in log if change.verb in ("roll", "resources")]


# -- 4 Simon Commission Report Published -------------------------------------------------------------------


def test_card_4_unshaded_removes_activists_a_protest_and_unrest() -> None:
    """4 unshaded: four Activists, one Protest and one Unrest leave the map."""
    spaces: Spaces = {
        "bihar": {"congress": 3, "protest": True, "unrest": 1},
        "delhi": {"league": 2, "protest": True},
        "sind": {"unrest": 1},
    }
    game = event(4, "unshaded", "raj", spaces, "bihar", "3", "delhi", "delhi", "sind")
    assert is_done(game)
    assert (here(game, "bihar"), here(game, "delhi")) == ({"protest": True, "unrest": 1}, {"league": 1})
    assert here(game, "sind") == {}
    assert available(game, "congress") == 16


def test_card_4_unshaded_leaves_strikes() -> None:
    """4 unshaded: each part may be left out; a Strike marker is not an Unrest marker."""
    spaces: Spaces = {"karachi_lahore": {"strike": True, "league": 1}}
    game = event(4, "unshaded", "raj", spaces, "karachi_lahore")
    assert is_done(game)
    assert here(game, "karachi_lahore") == {"strike": True}
    assert here(event(4, "unshaded", "raj", spaces, "done"), "karachi_lahore") == spaces["karachi_lahore"]


def test_card_4_shaded_places_activists_and_unrest() -> None:
    """4 shaded, R-10: four Activists, and two Unrest markers of which one becomes a Strike."""
    game = event(4, "shaded", "league", {}, "sind", "league", "2", "karachi_lahore", "congress", "2")
    choose(game, "karachi_lahore", "punjab")
    assert is_done(game)
    assert here(game, "sind") == {"league": 2}
    assert here(game, "karachi_lahore") == {"congress": 2, "strike": True}
    assert here(game, "punjab") == {"unrest": 1}


def test_card_4_shaded_places_the_last_marker() -> None:
    """4 shaded, 5.1.1, R-09: no Activist is Available and one marker is left: one Unrest is placed."""
    boxes = {"congress": 16, "league": 16}
    game = event(4, "shaded", "raj", {"bihar": {"unrest": 11}}, "sind", out_of_play=boxes)
    assert is_done(game)
    assert here(game, "sind") == {"unrest": 1}


# -- 5 1st Round Table Conference in London ----------------------------------------------------------------


def test_card_5_unshaded_removes_a_muslim_state_and_shifts_its_space() -> None:
    """5 unshaded: a Muslim State marker leaves and the space shifts two levels."""
    spaces: Spaces = {"punjab": {"muslim_state": True, "sepoys": 1, "level": "active_opposition"}}
    game = event(5, "unshaded", "raj", spaces)
    assert "jammu_and_kashmir" in keys(game)
    assert why(game, "bihar") == NOT_AS_THE_EVENT_SAYS
    choose(game, "punjab")
    assert is_done(game)
    assert here(game, "punjab") == {"sepoys": 1}
    assert game.position()["control"] == ["punjab"]


def test_card_5_unshaded_shifts_no_further_than_active_support() -> None:
    """5 unshaded: without a State only the shift; one level where Active Support is one away, none where it is."""
    spaces: Spaces = {"sind": {"level": "passive_support"}, "assam": {"level": "active_support"}}
    game = event(5, "unshaded", "raj", spaces)
    assert warned(game, "assam") == NOTHING_WOULD_CHANGE
    choose(game, "sind")
    assert levels(game, "sind") == ["active_support"]


def test_card_5_shaded_sets_three_states_of_either_kind_to_passive_opposition() -> None:
    """5 shaded: Princely States and Muslim States alike."""
    spaces: Spaces = {"punjab": {"muslim_state": True}, "mysore": {"level": "active_support"}}
    game = event(5, "shaded", "congress", spaces)
    assert why(game, "bihar") == NOT_AS_THE_EVENT_SAYS
    choose(game, "punjab", "mysore", "orissa")
    assert is_done(game)
    assert levels(game, "punjab", "mysore", "orissa") == ["passive_opposition"] * 3


def test_card_5_shaded_may_set_one_state() -> None:
    """5 shaded: up to three may be one; a State already at Passive Opposition has a warning."""
    game = event(5, "shaded", "congress", {"gujarat": {"level": "passive_opposition"}})
    assert warned(game, "gujarat") == NOTHING_WOULD_CHANGE
    choose(game, "hyderabad", "done")
    assert is_done(game)
    assert levels(game, "hyderabad", "orissa") == ["passive_opposition", "neutral"]


# -- 6 Chauri Chaura Massacre ------------------------------------------------------------------------------

CROWD: Spaces = {
    "bihar": {
        "protest": True,
        "troops": 2,
        "sepoys": 1,
        "congress": 3,
        "gandhi": True,
        "league": 1,
        "league_bases": 1,
        "underground": 1,
        "active": 1,
        "revolutionary_bases": 1,
    }
}


@pytest.mark.parametrize(
    ("faction", "gone", "prisoners"),
    [
        ("raj", {"troops", "sepoys"}, (0, 0, False)),
        ("congress", {"congress", "gandhi"}, (3, 0, True)),
        ("league", {"league", "league_bases"}, (0, 1, False)),
        ("revolutionaries", {"underground", "active", "revolutionary_bases"}, (0, 0, False)),
    ],
)
def test_card_6_unshaded_removes_all_pieces_of_one_faction(
    faction: str, gone: set[str], prisoners: tuple[int, int, bool]
) -> None:
    """6 unshaded: all pieces of one Faction; Gandhi and Activists to Jail, the rest to Available."""
    game = event(6, "unshaded", "raj", CROWD)
    assert useful(game) == {"raj", "congress", "league", "revolutionaries"}
    choose(game, faction)
    assert is_done(game)
    assert set(here(game, "bihar")) == set(CROWD["bihar"]) - gone
    assert jail(game) == prisoners


def test_card_6_unshaded_arrests_gandhi_without_side_effects() -> None:
    """6 unshaded, 5.1.4: Gandhi's arrest by an Event shifts no Restraint and places no Protest; no Protest, nothing."""
    game = event(6, "unshaded", "raj", {"bihar": {"gandhi": True, "protest": True}})
    assert useful(game) == {"congress"}
    choose(game, "congress")
    assert is_done(game)
    assert tracks(game) == (3, 3)
    assert game.view().protests_on_map == 1
    assert is_done(event(6, "unshaded", "raj", {"bihar": {"gandhi": True}}))


def test_card_6_shaded_places_unrest_removes_two_cubes_and_sets_neutral() -> None:
    """6 shaded: Unrest, two cubes of the executing Faction's choice, Neutral."""
    spaces: Spaces = {
        "delhi": {"troops": 2, "sepoys": 1, "congress": 1, "level": "active_support"},
        "bihar": {"troops": 1},
    }
    game = event(6, "shaded", "congress", spaces, "troops", "1", "sepoys")
    assert is_done(game)
    assert here(game, "delhi") == {"troops": 1, "congress": 1, "unrest": 1}


def test_card_6_shaded_removes_the_only_cube_of_a_railway() -> None:
    """6 shaded: on a Railway with a Strike only the one cube there goes."""
    game = event(6, "shaded", "congress", {"lahore_delhi": {"troops": 1, "congress": 1, "strike": True}})
    assert is_done(game)
    assert here(game, "lahore_delhi") == {"congress": 1, "strike": True}
