"""5.0 Events 37 to 42: each side where all of its text applies, and where only a part can (5.1.2)."""

from __future__ import annotations

from engine.gandhi.board import BOARD, GEOGRAPHY
from tests.events.playing import (
    NOT_AS_THE_EVENT_SAYS,
    NOTHING_WOULD_CHANGE,
    available,
    event,
    is_done,
    jail,
    levels,
    out_of_play,
    rolls,
    tracks,
    useful,
    warned,
)
from tests.playing import Spaces, asked, choose, controls, here, keys, remaining, seed_rolling, why

PROVINCES = [space for space in BOARD.lands if GEOGRAPHY[space].is_province]
MUSLIM = [space for space in BOARD.lands if GEOGRAPHY[space].muslim]

# -- 37 Delhi Proposals Foster Muslim Independence ---------------------------------------------------------


def test_card_37_unshaded_creates_a_muslim_state_and_sets_two_spaces_to_passive_support() -> None:
    """37 unshaded, R-11: a State where Raj has no Control, its Troop to a City; two Muslim spaces; League Eligible."""
    spaces: Spaces = {
        "united_provinces": {"troops": 1, "sepoys": 1, "active": 2, "protest": True},
        "sind": {"sepoys": 1},
        "karachi": {"level": "active_opposition"},
    }
    game = event(37, "unshaded", "league", spaces, eligible=["league"])
    assert "bihar" in keys(game)
    assert [why(game, space) for space in ("sind", "karachi", "orissa")] == [NOT_AS_THE_EVENT_SAYS] * 3
    choose(game, "united_provinces")
    assert asked(game) == "raj displace.city"
    choose(game, "delhi")
    assert why(game, "united_provinces") == NOT_AS_THE_EVENT_SAYS
    choose(game, "karachi", "jammu_and_kashmir")
    assert is_done(game)
    assert here(game, "united_provinces") == {"sepoys": 1, "active": 2, "protest": True, "muslim_state": True}
    assert levels(game, "karachi", "jammu_and_kashmir", "sind") == ["passive_support", "passive_support", "neutral"]
    assert game.view().eligibility["league"] == "eligible"


def test_card_37_unshaded_creates_no_muslim_state_under_raj_control() -> None:
    """37 unshaded: with every Province under Control no State comes; one Muslim space is left to set."""
    spaces: Spaces = {space: {"sepoys": 1} for space in PROVINCES}
    for space in MUSLIM:
        spaces.setdefault(space, {})["level"] = "passive_support"
    spaces["assam"]["level"] = "neutral"
    game = event(37, "unshaded", "raj", spaces, eligible=["raj", "league"])
    assert useful(game) == {"assam"}
    choose(game, "assam")
    assert is_done(game)
    assert here(game, "assam") == {"sepoys": 1, "level": "passive_support"}
    assert asked(game) == "league turn.action"


def test_card_37_shaded_replaces_a_muslim_state_with_a_base() -> None:
    """37 shaded: one Muslim State marker gives way to a Revolutionaries Base; its level stays."""
    spaces: Spaces = {
        "punjab": {"muslim_state": True, "league_bases": 1, "level": "passive_opposition"},
        "sind": {"muslim_state": True},
    }
    game = event(37, "shaded", "revolutionaries", spaces)
    assert useful(game) == {"punjab", "sind"}
    choose(game, "punjab")
    assert is_done(game)
    assert here(game, "punjab") == {"league_bases": 1, "revolutionary_bases": 1, "level": "passive_opposition"}


def test_card_37_shaded_only_removes_the_marker_if_there_is_no_room() -> None:
    """37 shaded, 1.4.2: without room only the marker goes, and Raj may Control; without a State nothing happens."""
    spaces: Spaces = {"sind": {"muslim_state": True, "league_bases": 1, "sepoys": 2}}
    game = event(37, "shaded", "congress", spaces)
    assert is_done(game)
    assert here(game, "sind") == {"league_bases": 1, "sepoys": 2}
    assert controls(game, "sind")
    assert is_done(event(37, "shaded", "revolutionaries", {}))


# -- 38 Lahore Resolution ----------------------------------------------------------------------------------


def test_card_38_unshaded_removes_a_muslim_state_or_a_base() -> None:
    """38 unshaded: one Muslim State marker or one Base of either kind, and Passive Support in that space."""
    spaces: Spaces = {
        "punjab": {"muslim_state": True, "league_bases": 1, "revolutionary_bases": 1, "level": "active_opposition"},
        "bombay": {"league_bases": 1},
    }
    game = event(38, "unshaded", "raj", spaces)
    assert why(game, "bihar") == NOT_AS_THE_EVENT_SAYS
    choose(game, "punjab", "base", "revolutionary_bases")
    assert is_done(game)
    assert here(game, "punjab") == {"muslim_state": True, "league_bases": 1, "level": "passive_support"}
    marker = event(38, "unshaded", "raj", spaces, "punjab", "muslim_state")
    assert here(marker, "punjab") == {"league_bases": 1, "revolutionary_bases": 1, "level": "passive_support"}


def test_card_38_unshaded_sets_no_space_without_a_marker_or_base() -> None:
    """38 unshaded: only one Base is on the map, at Passive Support already; without one no space is set."""
    game = event(38, "unshaded", "congress", {"bombay": {"league_bases": 1, "level": "passive_support"}})
    assert useful(game) == {"base"}
    choose(game, "base")
    assert is_done(game)
    assert here(game, "bombay") == {"level": "passive_support"}
    nothing = event(38, "unshaded", "congress", {"bihar": {"level": "active_opposition"}})
    assert levels(nothing, "bihar") == ["active_opposition"]


def test_card_38_shaded_creates_a_muslim_state_even_under_raj_control() -> None:
    """38 shaded: a State even under Raj Control; the Troops leave, and none come among the two pieces."""
    spaces: Spaces = {"punjab": {"troops": 2, "sepoys": 1}, "sind": {"muslim_state": True}}
    game = event(38, "shaded", "league", spaces, out_of_play={"troops": 3, "sepoys": 1, "league": 2, "league_bases": 1})
    assert [why(game, space) for space in ("sind", "bihar", "karachi")] == [NOT_AS_THE_EVENT_SAYS] * 3
    choose(game, "punjab", "calcutta", "delhi")
    assert useful(game) == {"sepoys:out_of_play", "league:out_of_play", "league_bases:out_of_play"}
    choose(game, "league:out_of_play", "1", "league_bases:out_of_play")
    assert is_done(game)
    assert here(game, "punjab") == {"sepoys": 1, "league": 1, "league_bases": 1, "muslim_state": True}
    assert (here(game, "calcutta"), out_of_play(game, "league")) == ({"troops": 1}, 1)


def test_card_38_shaded_brings_no_troops_into_the_state() -> None:
    """38 shaded: only Troops are Out of Play: the State comes alone. One piece there is all that can follow."""
    game = event(38, "shaded", "league", {}, "assam", out_of_play={"troops": 2})
    assert is_done(game)
    assert here(game, "assam") == {"muslim_state": True}
    game = event(38, "shaded", "league", {}, "assam", out_of_play={"underground": 1})
    assert here(game, "assam") == {"muslim_state": True, "underground": 1}


# -- 39 Khudai Khidmatgars Active in Northwest -------------------------------------------------------------


def test_card_39_unshaded_counts_cubes_or_guerrillas_in_each_space() -> None:
    """39 unshaded: in each of two Muslim spaces the count is chosen again, and the Activists too."""
    spaces: Spaces = {
        "punjab": {"troops": 1, "underground": 2, "active": 1, "congress": 2, "league": 2},
        "sind": {"sepoys": 2, "underground": 1, "league": 3},
        "bihar": {"sepoys": 2, "congress": 2},
    }
    game = event(39, "unshaded", "revolutionaries", spaces)
    assert why(game, "bihar") == NOT_AS_THE_EVENT_SAYS
    choose(game, "punjab")
    assert useful(game) == {"cubes", "guerrillas"}
    choose(game, "guerrillas", "league", "2")
    assert here(game, "punjab")["congress"] == 1
    assert useful(game) == {"sind"}
    choose(game, "sind", "cubes")
    assert is_done(game)
    assert here(game, "sind") == {"sepoys": 2, "underground": 1, "league": 1}
    assert jail(game) == (0, 0, False)


def test_card_39_unshaded_needs_cubes_or_guerrillas_beside_activists() -> None:
    """39 unshaded: one Muslim space has Activists beside cubes; beside neither cubes nor Guerrillas none go."""
    spaces: Spaces = {"karachi": {"sepoys": 2, "league": 1}, "assam": {"league": 4}}
    game = event(39, "unshaded", "raj", spaces)
    assert useful(game) == {"karachi"}
    choose(game, "karachi")
    assert useful(game) == {"cubes"}
    choose(game, "cubes")
    assert is_done(game)
    assert (here(game, "karachi"), here(game, "assam")) == ({"sepoys": 2}, {"league": 4})


def test_card_39_shaded_replaces_sepoys_and_guerrillas_with_activists() -> None:
    """39 shaded: Sepoys and Guerrillas of one Muslim space become Activists; Troops do not."""
    spaces: Spaces = {"punjab": {"troops": 1, "sepoys": 2, "active": 1, "underground": 1}, "bihar": {"sepoys": 1}}
    game = event(39, "shaded", "congress", spaces)
    assert useful(game) == {"punjab"}
    choose(game, "punjab")
    assert useful(game) == {"sepoys", "active", "underground", "done"}
    choose(game, "sepoys", "congress", "active", "congress", "underground", "league")
    assert is_done(game)
    assert here(game, "punjab") == {"troops": 1, "sepoys": 1, "congress": 2, "league": 1}
    assert available(game, "underground") == 16


def test_card_39_shaded_removes_pieces_that_it_cannot_replace() -> None:
    """39 shaded, 5.1.1: with no Activist Available the pieces are only removed; "up to" may stop after one."""
    spaces: Spaces = {"sind": {"sepoys": 3}}
    game = event(39, "shaded", "raj", spaces, "sind", "sepoys", "done", out_of_play={"congress": 16, "league": 16})
    assert is_done(game)
    assert here(game, "sind") == {"sepoys": 2}
    assert is_done(event(39, "shaded", "congress", {"bihar": {"sepoys": 1}}))


# -- 40 1939 Defence of India Act --------------------------------------------------------------------------


def test_card_40_unshaded_lowers_restraint_and_arrests_activists_in_protest_spaces() -> None:
    """40 unshaded: Restraint -2; all Activists of three Protest spaces to Jail, Gandhi stays; no side effects."""
    spaces: Spaces = {
        "bihar": {"protest": True, "congress": 2, "gandhi": True},
        "sind": {"protest": True, "league": 1},
        "lahore_delhi": {"protest": True, "congress": 1},
        "delhi": {"protest": True},
        "orissa": {"congress": 1},
    }
    game = event(40, "unshaded", "raj", spaces)
    assert warned(game, "delhi") == NOTHING_WOULD_CHANGE
    assert why(game, "orissa") == NOT_AS_THE_EVENT_SAYS
    choose(game, "bihar", "sind", "lahore_delhi")
    assert is_done(game)
    assert (jail(game), tracks(game)) == ((3, 1, False), (1, 3))
    assert here(game, "bihar") == {"protest": True, "gandhi": True}


def test_card_40_unshaded_only_lowers_restraint_if_there_are_no_protests() -> None:
    """40 unshaded: without Protests only Restraint shifts, and not below 1; "up to" may leave spaces alone."""
    assert tracks(event(40, "unshaded", "raj", {"bihar": {"congress": 2}}, restraint=2)) == (1, 3)
    spaces: Spaces = {"bihar": {"protest": True, "congress": 2}}
    assert jail(event(40, "unshaded", "revolutionaries", spaces, "done")) == (0, 0, False)


def test_card_40_shaded_raises_restraint_and_shifts_two_spaces() -> None:
    """40 shaded: Restraint +2 and two spaces of any kind one level each; Railways have none."""
    game = event(40, "shaded", "congress", {"bihar": {"level": "active_opposition"}, "delhi": {"level": "neutral"}})
    assert [warned(game, space) for space in ("bihar", "lahore_delhi")] == [NOTHING_WOULD_CHANGE] * 2
    assert remaining(game) == 2
    choose(game, "delhi", "orissa")
    assert is_done(game)
    assert levels(game, "delhi", "orissa") == ["passive_opposition"] * 2
    assert tracks(game) == (5, 3)


def test_card_40_shaded_shifts_the_only_space_that_can_shift() -> None:
    """40 shaded: only one space is not at Active Opposition; Restraint stops at 5."""
    spaces: Spaces = {space: {"level": "active_opposition"} for space in BOARD.lands if space != "delhi"}
    game = event(40, "shaded", "league", spaces, restraint=4)
    assert useful(game) == {"delhi"}
    choose(game, "delhi")
    assert is_done(game)
    assert levels(game, "delhi") == ["passive_opposition"]
    assert tracks(game) == (5, 3)


# -- 41 Preemptive Strike on Movement Leaders --------------------------------------------------------------


def test_card_41_unshaded_arrests_twice_as_many_activists_as_the_roll() -> None:
    """41 unshaded, R-67: a roll of 2 arrests up to four Activists anywhere, on Railways too."""
    spaces: Spaces = {"bihar": {"congress": 3}, "sind": {"league": 2}, "lahore_delhi": {"congress": 1}}
    game = event(41, "unshaded", "raj", spaces, seed=seed_rolling(2))
    assert remaining(game) == 4
    choose(game, "bihar", "3", "lahore_delhi")
    assert is_done(game)
    assert jail(game) == (4, 0, False)
    assert tracks(game) == (3, 3)


def test_card_41_unshaded_may_arrest_fewer_activists_than_twice_the_roll() -> None:
    """41 unshaded: a roll of 6 finds two Activists, and may leave one; without any no one rolls."""
    game = event(41, "unshaded", "raj", {"sind": {"league": 2}}, seed=seed_rolling(6))
    choose(game, "sind", "1", "done")
    assert is_done(game)
    assert jail(game) == (0, 1, False)
    assert is_done(event(41, "unshaded", "raj", {"bihar": {"gandhi": True}}))


def test_card_41_shaded_releases_prisoners_into_three_spaces() -> None:
    """41 shaded: a roll of 4 releases four into three spaces, at least one into each."""
    prisoners = {"congress": 5, "league": 1}
    game = event(41, "shaded", "congress", {}, "bihar", "congress", seed=seed_rolling(4), jail=prisoners)
    assert useful(game) == {"1", "2"}
    choose(game, "2")
    assert "bihar" not in keys(game)
    choose(game, "delhi", "league", "lahore_delhi")
    assert is_done(game)
    assert (here(game, "bihar"), here(game, "delhi")) == ({"congress": 2}, {"league": 1})
    assert here(game, "lahore_delhi") == {"congress": 1}
    assert jail(game) == (2, 0, False)


def test_card_41_shaded_releases_two_prisoners_into_two_spaces() -> None:
    """41 shaded: only two are in Jail: into two spaces; the third stays empty. An empty Jail rolls no die."""
    game = event(41, "shaded", "league", {}, "bihar", seed=seed_rolling(5), jail={"league": 2})
    assert "bihar" not in keys(game)
    choose(game, "sind")
    assert is_done(game)
    assert (here(game, "bihar"), here(game, "sind")) == ({"league": 1}, {"league": 1})
    empty = event(41, "shaded", "league", {})
    assert is_done(empty)
    assert rolls(empty, "pass") == []


# -- 42 Sir Michael O'Dwyer Assassinated -------------------------------------------------------------------


def test_card_42_unshaded_removes_active_and_activates_underground_guerrillas() -> None:
    """42 unshaded: where Guerrillas and Troops are, the Active ones go and the Underground ones turn Active."""
    spaces: Spaces = {
        "punjab": {"troops": 1, "active": 2, "underground": 1},
        "delhi": {"troops": 1, "underground": 2},
        "bombay": {"troops": 2},
        "sind": {"sepoys": 2, "active": 1},
    }
    game = event(42, "unshaded", "raj", spaces)
    assert useful(game) == {"punjab", "delhi", "done"}
    choose(game, "punjab", "delhi")
    assert is_done(game)
    assert here(game, "punjab") == {"troops": 1, "active": 1}
    assert here(game, "delhi") == {"troops": 1, "active": 2}


def test_card_42_unshaded_may_select_one_space() -> None:
    """42 unshaded: with Active Guerrillas only they just go; "up to" may select one space; without Troops none."""
    spaces: Spaces = {"punjab": {"troops": 1, "active": 2}, "delhi": {"troops": 1, "active": 1}}
    game = event(42, "unshaded", "raj", spaces, "punjab", "done")
    assert (here(game, "punjab"), here(game, "delhi")["active"]) == ({"troops": 1}, 1)
    assert is_done(event(42, "unshaded", "raj", {"sind": {"sepoys": 2, "active": 1}}))


def test_card_42_shaded_removes_a_troop_or_three_sepoys() -> None:
    """42 shaded: in each of two spaces with a Protest or Unrest marker a Troop, or three Sepoys, of one's choice."""
    spaces: Spaces = {
        "delhi": {"troops": 2, "sepoys": 4, "protest": True},
        "orissa": {"sepoys": 4, "unrest": 1},
        "bombay": {"troops": 3},
    }
    game = event(42, "shaded", "revolutionaries", spaces)
    assert why(game, "bombay") == NOT_AS_THE_EVENT_SAYS
    choose(game, "delhi")
    assert useful(game) == {"troops", "sepoys"}
    choose(game, "troops", "orissa")
    assert useful(game) == {"sepoys"}
    choose(game, "sepoys")
    assert is_done(game)
    assert here(game, "delhi") == {"troops": 1, "sepoys": 4, "protest": True}
    assert here(game, "orissa") == {"sepoys": 1, "unrest": 1}


def test_card_42_shaded_removes_fewer_than_three_sepoys() -> None:
    """42 shaded: two Sepoys are as many as there are; a Strike is no Unrest marker."""
    spaces: Spaces = {"sind": {"sepoys": 2, "unrest": 1}, "lahore_delhi": {"sepoys": 3, "strike": True}}
    game = event(42, "shaded", "congress", spaces)
    assert useful(game) == {"sind", "done"}
    choose(game, "sind", "sepoys")
    assert is_done(game)
    assert here(game, "sind") == {"unrest": 1}
    assert here(game, "lahore_delhi") == {"sepoys": 3, "strike": True}
