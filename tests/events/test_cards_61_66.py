"""5.0 Events 61 to 66: each side where all of its text applies, and where only a part can (5.1.2)."""

from __future__ import annotations

from engine.gandhi.board import BOARD, GEOGRAPHY
from tests.events.playing import (
    NOT_AS_THE_EVENT_SAYS,
    NOTHING_WOULD_CHANGE,
    ONLY_A_PART,
    PROTESTS_EVERYWHERE,
    available,
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
from tests.playing import Spaces, asked, choose, controls, here, keys, why

MUSLIM_PROVINCES = [space for space in BOARD.lands if GEOGRAPHY[space].is_province and GEOGRAPHY[space].muslim]

# -- 61 Simla Conference Divides India ---------------------------------------------------------------------


def test_card_61_unshaded_shifts_two_provinces_and_lowers_unity_for_each() -> None:
    """61 unshaded: two Muslim Provinces towards Passive Support, from either side, and Unity -1 for each."""
    spaces: Spaces = {
        "punjab": {"level": "active_opposition"},
        "sind": {"level": "active_support"},
        "assam": {"level": "passive_support"},
        "baluchistan": {"muslim_state": True},
    }
    game = event(61, "unshaded", "raj", spaces, unity=4)
    closed = ("baluchistan", "bihar", "karachi")
    assert [why(game, space) for space in closed] == [NOT_AS_THE_EVENT_SAYS] * 3
    assert warned(game, "assam") == ONLY_A_PART, "Unity falls for every Province that is selected"
    choose(game, "punjab", "sind")
    assert is_done(game)
    assert levels(game, "punjab", "sind") == ["passive_opposition", "passive_support"]
    assert tracks(game) == (3, 2)


def test_card_61_unshaded_costs_no_unity_without_a_province() -> None:
    """61 unshaded: one Province costs one Unity, also where it cannot shift; none costs none; Unity stops at 1."""
    assert tracks(event(61, "unshaded", "raj", {}, "punjab", "done")) == (3, 2)
    assert tracks(event(61, "unshaded", "league", {}, "done")) == (3, 3)
    game = event(61, "unshaded", "raj", {}, "punjab", "sind", unity=1)
    assert (tracks(game), levels(game, "punjab", "sind")) == ((3, 1), ["passive_support"] * 2)
    spaces: Spaces = {space: {"level": "passive_support"} for space in MUSLIM_PROVINCES}
    assert tracks(event(61, "unshaded", "raj", spaces, "punjab", "done")) == (3, 2)


def test_card_61_shaded_sets_unity_and_places_two_bases() -> None:
    """61 shaded: Unity becomes 3; two Bases where Raj has no Control, Muslim or not, within stacking."""
    spaces: Spaces = {"sind": {"league_bases": 1}, "assam": {"sepoys": 1}, "punjab": {"muslim_state": True}}
    game = event(61, "shaded", "league", spaces, unity=1)
    assert not {"sind", "assam", "punjab", "karachi", "orissa", "lahore_delhi"} & keys(game)
    choose(game, "bihar", "league_bases", "2")
    assert is_done(game)
    assert here(game, "bihar") == {"league_bases": 2}
    assert tracks(game) == (3, 3)


def test_card_61_shaded_only_sets_unity_if_no_base_is_available() -> None:
    """61 shaded: Unity falls from 5 to 3 as well; with no Base Available that is all."""
    boxes = {"league_bases": 5, "revolutionary_bases": 5}
    game = event(61, "shaded", "raj", {}, unity=5, out_of_play=boxes)
    assert is_done(game)
    assert tracks(game) == (3, 3)
    assert is_done(event(61, "shaded", "raj", {}, "done"))


# -- 62 Great Bengal Famine --------------------------------------------------------------------------------


def test_card_62_unshaded_sets_east_bengal_and_a_neighbour_to_passive_support() -> None:
    """62 unshaded: East Bengal and one space beside it, whatever their levels were."""
    spaces: Spaces = {"east_bengal": {"level": "active_opposition"}, "calcutta": {"level": "active_support"}}
    game = event(62, "unshaded", "raj", spaces)
    assert useful(game) == {"west_bengal", "calcutta", "assam"}
    assert why(game, "bihar") == NOT_AS_THE_EVENT_SAYS
    assert warned(game, "calcutta_chittagong") == NOTHING_WOULD_CHANGE
    choose(game, "calcutta")
    assert is_done(game)
    assert levels(game, "east_bengal", "calcutta") == ["passive_support"] * 2


def test_card_62_unshaded_sets_only_a_neighbour_if_east_bengal_is_set_already() -> None:
    """62 unshaded: East Bengal is at Passive Support already: only a neighbour is set; or none is left to set."""
    spaces: Spaces = {"east_bengal": {"level": "passive_support"}}
    game = event(62, "unshaded", "congress", spaces, "assam")
    assert is_done(game)
    assert levels(game, "assam") == ["passive_support"]
    spaces = {space: {"level": "passive_support"} for space in ("west_bengal", "calcutta", "assam")}
    game = event(62, "unshaded", "congress", spaces)
    assert is_done(game)
    assert levels(game, "east_bengal") == ["passive_support"]


def test_card_62_shaded_may_set_two_spaces_to_passive_opposition() -> None:
    """62 shaded, first alternative: two spaces with Raj Control become Passive Opposition."""
    spaces: Spaces = {"delhi": {"troops": 1, "level": "active_support"}, "bihar": {"sepoys": 2}, "sind": {"sepoys": 1}}
    game = event(62, "shaded", "league", spaces)
    assert useful(game) == {"opposition", "unrest"}
    choose(game, "opposition")
    assert why(game, "punjab") == NOT_AS_THE_EVENT_SAYS
    choose(game, "delhi", "sind")
    assert is_done(game)
    assert levels(game, "delhi", "sind", "bihar") == ["passive_opposition", "passive_opposition", "neutral"]


def test_card_62_shaded_may_place_unrest_in_two_spaces() -> None:
    """62 shaded, second alternative: an Unrest marker in both."""
    game = event(62, "shaded", "revolutionaries", {"delhi": {"troops": 1}, "bihar": {"sepoys": 2}}, "unrest", "delhi")
    assert is_done(game)
    assert (here(game, "delhi"), here(game, "bihar")) == ({"troops": 1, "unrest": 1}, {"sepoys": 2, "unrest": 1})


def test_card_62_shaded_sets_the_only_space_under_raj_control() -> None:
    """62 shaded, R-09: one space is Controlled and no marker left: that one is set; without Control nothing."""
    spaces: Spaces = {"delhi": {"troops": 1}, "assam": {"unrest": BOARD.unrest_markers}}
    game = event(62, "shaded", "congress", spaces)
    assert useful(game) == {"opposition"}
    choose(game, "opposition")
    assert is_done(game)
    assert levels(game, "delhi") == ["passive_opposition"]
    assert is_done(event(62, "shaded", "congress", {"orissa": {"sepoys": 2}}))


# -- 63 Ambedkar Advocates for Untouchables ----------------------------------------------------------------


def test_card_63_unshaded_pays_raj_three_resources_for_each_shift() -> None:
    """63 unshaded: three spaces towards Passive Opposition, from either side, 3 Raj Resources for each shift."""
    spaces: Spaces = {"bihar": {"level": "active_support"}, "delhi": {"level": "active_opposition"}}
    game = event(63, "unshaded", "raj", spaces, "bihar", "delhi", "sind", resources={"raj": 10})
    assert is_done(game)
    assert levels(game, "bihar", "delhi", "sind") == ["passive_support", "passive_opposition", "passive_opposition"]
    assert resources(game, "raj") == 19


def test_card_63_unshaded_pays_nothing_without_a_shift() -> None:
    """63 unshaded, R-16: a shift pays 3, up to 50; without one Raj gets nothing, and a space has a warning."""
    game = event(63, "unshaded", "raj", {"sind": {"level": "passive_opposition"}}, resources={"raj": 48})
    assert [warned(game, space) for space in ("sind", "lahore_delhi")] == [NOTHING_WOULD_CHANGE] * 2
    choose(game, "bihar", "done")
    assert resources(game, "raj") == 50
    assert resources(event(63, "unshaded", "congress", {}, "done", resources={"raj": 10}), "raj") == 10


def test_card_63_shaded_brings_in_three_activists_or_guerrillas() -> None:
    """63 shaded, 6.7: Activists and Guerrillas become Available; the other NV Faction's shifts Unity +1."""
    boxes = {"congress": 1, "league": 2, "underground": 1, "troops": 3}
    game = event(63, "shaded", "congress", {}, out_of_play=boxes, eligible=["congress"])
    assert useful(game) == {"congress", "league", "underground", "done"}
    choose(game, "congress", "league", "underground")
    assert is_done(game)
    assert [out_of_play(game, piece) for piece in ("congress", "league", "underground", "troops")] == [0, 1, 0, 3]
    assert tracks(game) == (3, 4)
    assert game.view().eligibility["congress"] == "eligible"


def test_card_63_shaded_keeps_the_faction_eligible_with_only_cubes_out_of_play() -> None:
    """63 shaded: with only cubes Out of Play the Faction stays Eligible. Activists brought in by Raj shift no Unity."""
    game = event(63, "shaded", "revolutionaries", {}, out_of_play={"sepoys": 2}, eligible=["revolutionaries"])
    assert is_done(game)
    assert game.view().eligibility["revolutionaries"] == "eligible"
    game = event(63, "shaded", "raj", {}, "league", "done", out_of_play={"league": 2})
    assert (tracks(game), available(game, "league")) == ((3, 3), 15)


# -- 64 Communal Award Solidifies Caste --------------------------------------------------------------------


def test_card_64_unshaded_replaces_three_congress_activists() -> None:
    """64 unshaded: three Congress Activists become Sepoys, League Activists or Guerrillas; Unity -1."""
    spaces: Spaces = {"bihar": {"congress": 2, "gandhi": True}, "delhi": {"congress": 2}, "sind": {"league": 1}}
    game = event(64, "unshaded", "raj", spaces)
    assert useful(game) == {"bihar", "delhi", "done"}
    choose(game, "bihar")
    assert useful(game) == {"sepoys", "league", "underground"}
    choose(game, "sepoys", "bihar", "league", "delhi", "underground")
    assert is_done(game)
    assert here(game, "bihar") == {"gandhi": True, "sepoys": 1, "league": 1}
    assert here(game, "delhi") == {"congress": 1, "underground": 1}
    assert tracks(game) == (3, 2)
    assert not controls(game, "bihar")


def test_card_64_unshaded_only_lowers_unity_if_there_are_no_congress_activists() -> None:
    """64 unshaded, 5.1.1: without Congress Activists only Unity shifts; without new pieces they are removed."""
    assert tracks(event(64, "unshaded", "league", {"bihar": {"gandhi": True}})) == (3, 2)
    boxes = {"sepoys": 45, "league": 16, "underground": 16}
    game = event(64, "unshaded", "raj", {"bihar": {"congress": 2}}, "bihar", "done", out_of_play=boxes)
    assert is_done(game)
    assert here(game, "bihar") == {"congress": 1}


def test_card_64_shaded_removes_three_protests_and_shifts_their_spaces() -> None:
    """64 shaded: three Protest spaces shift and lose their Protest."""
    spaces: Spaces = {
        "bihar": {"protest": True, "level": "active_support"},
        "delhi": {"protest": True},
        "sind": {"protest": True},
        "assam": {"protest": True},
    }
    game = event(64, "shaded", "congress", spaces, "bihar", "delhi", "sind")
    assert is_done(game)
    assert here(game, "bihar") == {"level": "passive_support"}
    assert levels(game, "delhi", "sind", "assam") == ["passive_opposition", "passive_opposition", "neutral"]
    assert game.view().protests_on_map == 1


def test_card_64_shaded_only_removes_the_protest_at_active_opposition() -> None:
    """64 shaded: at Active Opposition and on Railways only the Protest goes; without Protests nothing."""
    spaces: Spaces = {"bihar": {"protest": True, "level": "active_opposition"}, "lahore_delhi": {"protest": True}}
    game = event(64, "shaded", "raj", spaces, "bihar", "lahore_delhi")
    assert is_done(game)
    assert (here(game, "bihar"), here(game, "lahore_delhi")) == ({"level": "active_opposition"}, {})
    assert is_done(event(64, "shaded", "league", {}))


# -- 65 United Bengal --------------------------------------------------------------------------------------


def test_card_65_unshaded_may_remove_a_muslim_state() -> None:
    """65 unshaded, first alternative: one Muslim State marker goes; Raj may Control the Province again."""
    spaces: Spaces = {"punjab": {"muslim_state": True, "sepoys": 1}, "orissa": {"congress": 2}}
    game = event(65, "unshaded", "raj", spaces)
    assert useful(game) == {"muslim_state", "arrest"}
    choose(game, "muslim_state")
    assert is_done(game)
    assert here(game, "punjab") == {"sepoys": 1}
    assert controls(game, "punjab")


def test_card_65_unshaded_may_arrest_activists_in_two_states() -> None:
    """65 unshaded, second alternative: all Activists of two States to Jail, Inactive ones too (R-67)."""
    spaces: Spaces = {
        "punjab": {"muslim_state": True, "league": 2},
        "orissa": {"congress": 2, "gandhi": True},
        "mysore": {"congress": 1},
        "bihar": {"congress": 1},
    }
    game = event(65, "unshaded", "revolutionaries", spaces, "arrest")
    assert why(game, "bihar") == NOT_AS_THE_EVENT_SAYS
    choose(game, "punjab", "orissa")
    assert is_done(game)
    assert (jail(game), here(game, "orissa")) == ((2, 2, False), {"gandhi": True})


def test_card_65_unshaded_warns_if_there_is_no_muslim_state_to_remove() -> None:
    """65 unshaded, R-68: a warning is shown for what is not possible; "up to" may arrest in one State."""
    game = event(65, "unshaded", "raj", {"orissa": {"congress": 1}, "mysore": {"congress": 1}})
    assert warned(game, "muslim_state") == NOTHING_WOULD_CHANGE
    choose(game, "arrest", "orissa", "done")
    assert is_done(game)
    assert jail(game) == (1, 0, False)
    assert is_done(event(65, "unshaded", "raj", {"bihar": {"congress": 1}}))


def test_card_65_shaded_creates_a_muslim_state_or_places_protests() -> None:
    """65 shaded: a State in any Province without Control, its Troops to Cities; or three Protests in States."""
    spaces: Spaces = {"bihar": {"troops": 1, "active": 1}, "sind": {"sepoys": 1}}
    game = event(65, "shaded", "league", spaces, "muslim_state")
    assert why(game, "sind") == NOT_AS_THE_EVENT_SAYS
    choose(game, "bihar")
    assert asked(game) == "raj displace.city"
    choose(game, "bombay")
    assert is_done(game)
    assert here(game, "bihar") == {"active": 1, "muslim_state": True}
    game = event(65, "shaded", "congress", {}, "protests", "orissa", "mysore", "gujarat", restraint=5)
    assert is_done(game)
    assert game.view().protests_on_map == 3


def test_card_65_shaded_places_the_protests_that_are_still_available() -> None:
    """65 shaded, 5.1.2: two Protests are left for three States; with none only a State can come."""
    most: Spaces = {space: {"protest": True} for space in list(PROTESTS_EVERYWHERE)[:6]}
    game = event(65, "shaded", "congress", most, "protests", "orissa", "mysore")
    assert is_done(game)
    assert here(game, "orissa") == {"protest": True}
    game = event(65, "shaded", "congress", PROTESTS_EVERYWHERE)
    assert useful(game) == {"muslim_state"}
    choose(game, "muslim_state", "punjab")
    assert here(game, "punjab") == {"muslim_state": True}


# -- 66 Gandhi's Fast Unto Death ---------------------------------------------------------------------------


def test_card_66_unshaded_places_unrest_where_congress_and_the_league_have_activists() -> None:
    """66 unshaded: Unrest in two spaces with Activists of both Factions, a Strike on a Railway; Unity -1."""
    spaces: Spaces = {
        "calcutta": {"congress": 1, "league": 1, "unrest": 1},
        "lahore_delhi": {"congress": 1, "league": 1},
        "punjab": {"gandhi": True, "league": 1},
    }
    game = event(66, "unshaded", "revolutionaries", spaces)
    assert why(game, "punjab") == NOT_AS_THE_EVENT_SAYS
    choose(game, "calcutta", "lahore_delhi")
    assert is_done(game)
    assert (here(game, "calcutta")["unrest"], here(game, "lahore_delhi")["strike"]) == (2, True)
    assert tracks(game) == (3, 2)


def test_card_66_unshaded_only_lowers_unity_if_no_unrest_can_be_placed() -> None:
    """66 unshaded, R-09: no space with Activists of both Factions, or no marker: only Unity shifts, not below 1."""
    assert tracks(event(66, "unshaded", "raj", {"bihar": {"congress": 1}}, unity=1)) == (3, 1)
    spaces: Spaces = {"bihar": {"congress": 1, "league": 1}, "assam": {"unrest": BOARD.unrest_markers}}
    game = event(66, "unshaded", "league", spaces)
    assert is_done(game)
    assert (here(game, "bihar"), tracks(game)) == ({"congress": 1, "league": 1}, (3, 2))


def test_card_66_shaded_replaces_three_guerrillas_and_raises_restraint() -> None:
    """66 shaded: three Guerrillas anywhere become Activists of either Faction; Restraint +1."""
    spaces: Spaces = {"calcutta": {"underground": 1, "active": 1}, "delhi": {"underground": 2}}
    game = event(66, "shaded", "congress", spaces, "calcutta", "active", "congress", "delhi", "league")
    choose(game, "delhi", "congress")
    assert is_done(game)
    assert here(game, "calcutta") == {"underground": 1, "congress": 1}
    assert here(game, "delhi") == {"congress": 1, "league": 1}
    assert tracks(game) == (4, 3)


def test_card_66_shaded_only_raises_restraint_if_there_are_no_guerrillas() -> None:
    """66 shaded: without Guerrillas only Restraint shifts, not above 5; "up to" may replace none."""
    assert tracks(event(66, "shaded", "league", {}, restraint=5)) == (5, 3)
    game = event(66, "shaded", "revolutionaries", {"delhi": {"active": 1}}, "done")
    assert is_done(game)
    assert (here(game, "delhi"), tracks(game)) == ({"active": 1}, (4, 3))
