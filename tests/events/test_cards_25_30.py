"""5.0 Events 25 to 30: each side where all of its text applies, and where only a part can (5.1.2)."""

from __future__ import annotations

from tests.events.playing import (
    NOT_AS_THE_EVENT_SAYS,
    NOTHING_WOULD_CHANGE,
    PROTESTS_EVERYWHERE,
    available,
    event,
    is_done,
    jail,
    levels,
    out_of_play,
    tracks,
    useful,
    warned,
)
from tests.playing import Spaces, asked, choose, controls, here, keys, why

# -- 25 Montagu Declaration Affirms Imperial Rule ----------------------------------------------------------


def test_card_25_unshaded_removes_two_markers() -> None:
    """25 unshaded: Restraint -2 and two markers, Protests and Unrest in any mix; a Strike is neither."""
    spaces: Spaces = {
        "bihar": {"protest": True, "unrest": 2},
        "delhi": {"protest": True},
        "lahore_delhi": {"strike": True},
    }
    game = event(25, "unshaded", "raj", spaces, restraint=4)
    assert useful(game) == {"bihar", "delhi", "done"}
    choose(game, "bihar", "unrest", "delhi")
    assert is_done(game)
    assert (here(game, "bihar"), here(game, "delhi")) == ({"protest": True, "unrest": 1}, {})
    assert tracks(game) == (2, 3)


def test_card_25_unshaded_may_only_shift_restraint() -> None:
    """25 unshaded: without markers only Restraint shifts, not below 1; "up to" may leave the markers."""
    game = event(25, "unshaded", "raj", {}, restraint=2)
    assert is_done(game)
    assert tracks(game) == (1, 3)
    assert here(event(25, "unshaded", "raj", {"bihar": {"unrest": 1}}, "done"), "bihar") == {"unrest": 1}


def test_card_25_shaded_places_markers_in_spaces_with_own_pieces() -> None:
    """25 shaded: Restraint +2, and a marker in each of two spaces with the executing Faction's pieces, Gandhi too."""
    spaces: Spaces = {"bihar": {"congress": 1}, "sind": {"gandhi": True}, "delhi": {"league": 1}}
    game = event(25, "shaded", "congress", spaces)
    assert why(game, "delhi") == NOT_AS_THE_EVENT_SAYS
    choose(game, "bihar")
    assert useful(game) == {"protest", "unrest"}
    choose(game, "protest", "unrest")
    assert is_done(game)
    assert here(game, "bihar") == {"congress": 1, "protest": True}
    assert here(game, "sind") == {"gandhi": True, "unrest": 1}
    assert tracks(game) == (5, 3)


def test_card_25_shaded_places_unrest_in_a_space_that_has_a_protest() -> None:
    """25 shaded: where a Protest is already it must be Unrest; without own pieces nothing but +2."""
    game = event(25, "shaded", "league", {"sind": {"league_bases": 1, "protest": True}}, restraint=4)
    assert is_done(game)
    assert here(game, "sind") == {"league_bases": 1, "protest": True, "unrest": 1}
    assert tracks(game) == (5, 3)
    assert is_done(event(25, "shaded", "revolutionaries", {"sind": {"league": 1}}))


# -- 26 Rowlatt Act Employed in Force ----------------------------------------------------------------------


def test_card_26_unshaded_arrests_an_activist_for_every_cube() -> None:
    """26 unshaded: in two spaces as many Activists as cubes go to Jail, Inactive ones too; Gandhi is not one."""
    spaces: Spaces = {
        "punjab": {"troops": 1, "sepoys": 1, "congress": 3, "gandhi": True},
        "delhi": {"sepoys": 1, "league": 1, "congress": 1},
        "bihar": {"congress": 2},
    }
    game = event(26, "unshaded", "raj", spaces)
    assert useful(game) == {"punjab", "delhi"}
    assert warned(game, "bihar") == NOTHING_WOULD_CHANGE
    choose(game, "punjab", "delhi", "league")
    assert is_done(game)
    assert jail(game) == (2, 1, False)
    assert here(game, "delhi") == {"sepoys": 1, "congress": 1}
    assert tracks(game) == (3, 3)


def test_card_26_unshaded_arrests_all_activists_if_there_are_more_cubes() -> None:
    """26 unshaded: with more cubes than Activists all of them go; a Railway serves; with no such space nothing."""
    game = event(26, "unshaded", "raj", {"lahore_delhi": {"sepoys": 4, "league": 1, "congress": 1}})
    assert useful(game) == {"lahore_delhi"}
    choose(game, "lahore_delhi")
    assert is_done(game)
    assert jail(game) == (1, 1, False)
    assert is_done(event(26, "unshaded", "raj", {"bihar": {"sepoys": 2}}))


def test_card_26_shaded_places_a_marker_and_shifts_the_space() -> None:
    """26 shaded: in two spaces a Protest or Unrest, then one level towards Active Opposition."""
    spaces: Spaces = {"delhi": {"level": "active_support"}}
    game = event(26, "shaded", "congress", spaces, "delhi", "protest", "sind", "unrest")
    assert is_done(game)
    assert here(game, "delhi") == {"protest": True, "level": "passive_support"}
    assert here(game, "sind") == {"unrest": 1, "level": "passive_opposition"}


def test_card_26_shaded_only_shifts_if_no_marker_is_available() -> None:
    """26 shaded, 5.1.2: with all Protests on the map and no Unrest left only the levels shift."""
    spaces: Spaces = {**PROTESTS_EVERYWHERE, "bihar": {"unrest": 12, "level": "active_opposition"}}
    game = event(26, "shaded", "raj", spaces)
    assert warned(game, "bihar") == NOTHING_WOULD_CHANGE
    assert warned(game, "lahore_delhi") == NOTHING_WOULD_CHANGE
    choose(game, "orissa", "delhi")
    assert is_done(game)
    assert levels(game, "orissa", "delhi") == ["passive_opposition"] * 2


# -- 27 2nd Round Table Conference in London ---------------------------------------------------------------


def test_card_27_unshaded_sets_restraint_to_two_and_two_spaces_to_passive_support() -> None:
    """27 unshaded: Restraint is set to 2, two Controlled spaces to Passive Support, from above too."""
    spaces: Spaces = {
        "delhi": {"troops": 1, "level": "active_opposition"},
        "bihar": {"sepoys": 1, "level": "active_support"},
        "sind": {"sepoys": 1, "level": "passive_support"},
        "orissa": {"sepoys": 1},
    }
    game = event(27, "unshaded", "raj", spaces, restraint=5)
    assert warned(game, "sind") == NOTHING_WOULD_CHANGE
    assert why(game, "orissa") == NOT_AS_THE_EVENT_SAYS
    choose(game, "delhi")
    assert useful(game) == {"bihar"}
    choose(game, "bihar")
    assert is_done(game)
    assert levels(game, "delhi", "bihar") == ["passive_support"] * 2
    assert tracks(game) == (2, 3)


def test_card_27_unshaded_only_sets_restraint_if_no_space_has_raj_control() -> None:
    """27 unshaded: without Raj Control only Restraint changes, upward as well."""
    game = event(27, "unshaded", "raj", {}, restraint=1)
    assert is_done(game)
    assert tracks(game) == (2, 3)


def test_card_27_shaded_sets_restraint_and_places_protests() -> None:
    """27 shaded: Restraint is set to 4 and two Controlled spaces get a Protest, which may break the Control."""
    spaces: Spaces = {"delhi": {"troops": 1, "congress": 1}, "bihar": {"sepoys": 1}, "sind": {"sepoys": 1}}
    game = event(27, "shaded", "congress", spaces, "delhi", "bihar")
    assert is_done(game)
    assert here(game, "delhi")["protest"]
    assert not controls(game, "delhi")
    assert controls(game, "bihar")
    assert tracks(game) == (4, 3)


def test_card_27_shaded_warns_where_a_protest_is_already() -> None:
    """27 shaded, R-68: a warning is shown for the Controlled space that has a Protest; the other gets one."""
    spaces: Spaces = {"delhi": {"troops": 1, "protest": True}, "bihar": {"sepoys": 1}}
    game = event(27, "shaded", "congress", spaces, restraint=4)
    assert warned(game, "delhi") == NOTHING_WOULD_CHANGE
    choose(game, "bihar")
    assert is_done(game)
    assert here(game, "bihar")["protest"]
    assert is_done(event(27, "shaded", "league", {}, restraint=4))


# -- 28 British Seek to Divide and Rule --------------------------------------------------------------------


def test_card_28_unshaded_places_a_base_and_shifts_to_support() -> None:
    """28 unshaded: Unity -1, a Base where there is room, and two levels there."""
    spaces: Spaces = {"sind": {"league_bases": 1}, "punjab": {"level": "passive_opposition"}}
    game = event(28, "unshaded", "raj", spaces)
    assert why(game, "sind") == NOT_AS_THE_EVENT_SAYS
    assert {"delhi", "jammu_and_kashmir"} <= keys(game)
    choose(game, "punjab")
    assert useful(game) == {"league_bases", "revolutionary_bases"}
    choose(game, "revolutionary_bases")
    assert is_done(game)
    assert here(game, "punjab") == {"revolutionary_bases": 1, "level": "passive_support"}
    assert tracks(game) == (3, 2)


def test_card_28_unshaded_shifts_even_if_no_base_is_available() -> None:
    """28 unshaded, 5.1.1: with no Base Available the levels still shift; Unity stops at 1."""
    boxes = {"league_bases": 5, "revolutionary_bases": 5}
    game = event(28, "unshaded", "league", {}, "delhi", out_of_play=boxes, unity=1)
    assert is_done(game)
    assert here(game, "delhi") == {"level": "active_support"}
    assert tracks(game) == (3, 1)


def test_card_28_shaded_adds_unity_and_shifts_one_space_with_congress_activists() -> None:
    """28 shaded: Unity +1 and a level in a space with Congress Activists; Gandhi alone does not serve."""
    spaces: Spaces = {
        "bihar": {"congress": 1},
        "delhi": {"congress": 1, "level": "active_support"},
        "sind": {"gandhi": True},
    }
    game = event(28, "shaded", "congress", spaces)
    assert why(game, "sind") == NOT_AS_THE_EVENT_SAYS
    choose(game, "delhi")
    assert is_done(game)
    assert levels(game, "delhi", "bihar") == ["passive_support", "neutral"]
    assert tracks(game) == (3, 4)


def test_card_28_shaded_only_adds_unity_if_no_space_can_shift() -> None:
    """28 shaded: Congress Activists only at Active Opposition and on a Railway: Unity alone."""
    spaces: Spaces = {"bihar": {"congress": 1, "level": "active_opposition"}, "lahore_delhi": {"congress": 1}}
    for unity in (4, 5):
        game = event(28, "shaded", "league", spaces, unity=unity)
        assert is_done(game)
        assert tracks(game) == (3, 5)


# -- 29 1935 Government of India Act -----------------------------------------------------------------------


def test_card_29_unshaded_removes_a_muslim_state_and_makes_a_faction_ineligible() -> None:
    """29 unshaded, 2.3.1: a Muslim State becomes a Province; one NV Faction is Ineligible through the next card."""
    spaces: Spaces = {"sind": {"muslim_state": True, "sepoys": 1}, "punjab": {"muslim_state": True}}
    game = event(29, "unshaded", "raj", spaces, "sind", eligible=["raj"], next=1)
    assert useful(game) == {"congress", "league"}
    choose(game, "congress")
    assert here(game, "sind") == {"sepoys": 1}
    assert controls(game, "sind")
    assert game.view().eligibility["congress"] == "ineligible"
    assert game.view().eligibility["league"] == "eligible"
    assert asked(game) == "league turn.action"
    choose(game, "pass", "pass")
    assert game.view().eligibility["congress"] == "eligible"


def test_card_29_unshaded_makes_a_faction_ineligible_even_without_a_muslim_state() -> None:
    """29 unshaded: without a Muslim State only the Faction is held back, on this card as well."""
    game = event(29, "unshaded", "raj", {}, "congress", next=1)
    assert game.view().eligibility["congress"] == "ineligible"
    assert asked(game) == "revolutionaries turn.action"
    choose(game, "pass")
    assert asked(game) == "league turn.action"
    choose(game, "pass")
    assert game.view().eligibility == {
        "raj": "ineligible",
        "congress": "ineligible",
        "league": "eligible",
        "revolutionaries": "eligible",
    }


def test_card_29_shaded_may_place_a_base() -> None:
    """29 shaded, first alternative: a Base of either kind in a Province without Raj Control, Muslim or not."""
    game = event(29, "shaded", "revolutionaries", {"sind": {"sepoys": 1}})
    assert [why(game, space) for space in ("sind", "delhi", "orissa")] == [NOT_AS_THE_EVENT_SAYS] * 3
    choose(game, "bihar", "base", "revolutionary_bases")
    assert is_done(game)
    assert here(game, "bihar") == {"revolutionary_bases": 1}


def test_card_29_shaded_may_create_a_muslim_state() -> None:
    """29 shaded, second alternative, R-11: a Muslim State in any such Province; its Troops go where Raj says."""
    spaces: Spaces = {"bihar": {"troops": 1, "sepoys": 1, "active": 2, "level": "passive_support"}}
    game = event(29, "shaded", "league", spaces, "bihar", "muslim_state")
    assert asked(game) == "raj displace.city"
    choose(game, "madras")
    assert is_done(game)
    assert here(game, "bihar") == {"sepoys": 1, "active": 2, "muslim_state": True, "level": "passive_support"}


def test_card_29_shaded_creates_a_muslim_state_where_a_base_has_no_room() -> None:
    """29 shaded, 5.1.1: without room for a Base it must be the State; without a Province, nothing."""
    game = event(29, "shaded", "league", {"sind": {"league_bases": 1}}, "sind")
    assert useful(game) == {"muslim_state"}
    choose(game, "muslim_state")
    assert is_done(game)
    assert here(game, "sind") == {"league_bases": 1, "muslim_state": True}
    provinces = "northwest_frontier baluchistan sind punjab united_provinces bihar west_bengal east_bengal assam"
    provinces += " central_provinces bombay_presidency coastal_andhra madras_presidency"
    assert is_done(event(29, "shaded", "league", {space: {"sepoys": 1} for space in provinces.split()}))


# -- 30 Japan Occupies Indochina ---------------------------------------------------------------------------


def test_card_30_unshaded_removes_pieces_under_raj_control() -> None:
    """30 unshaded: five Guerrillas and Activists to Available, two a space at most, only under Raj Control."""
    spaces: Spaces = {
        "delhi": {"troops": 2, "congress": 3, "underground": 1},
        "bihar": {"sepoys": 3, "league": 1, "active": 1},
        "sind": {"sepoys": 1, "underground": 2},
        "orissa": {"sepoys": 1, "congress": 1},
    }
    game = event(30, "unshaded", "raj", spaces)
    assert useful(game) == {"delhi", "bihar", "sind", "done"}
    choose(game, "delhi", "congress", "2", "bihar", "league", "bihar")
    assert useful(game) == {"sind", "done"}
    choose(game, "sind")
    assert is_done(game)
    assert here(game, "delhi") == {"troops": 2, "congress": 1, "underground": 1}
    assert (here(game, "bihar"), here(game, "sind")) == ({"sepoys": 3}, {"sepoys": 1, "underground": 1})
    assert jail(game) == (0, 0, False)


def test_card_30_unshaded_removes_nothing_without_raj_control() -> None:
    """30 unshaded: only what is under Control, and "up to" may stop."""
    assert is_done(event(30, "unshaded", "raj", {"orissa": {"sepoys": 2, "congress": 2}}))
    game = event(30, "unshaded", "congress", {"delhi": {"troops": 2, "league": 2}}, "delhi", "1", "done")
    assert is_done(game)
    assert here(game, "delhi") == {"troops": 2, "league": 1}


def test_card_30_shaded_removes_five_sepoys() -> None:
    """30 shaded: five Sepoys to Available, two a space."""
    spaces: Spaces = {"punjab": {"sepoys": 3}, "delhi": {"sepoys": 2, "troops": 1}, "lahore_delhi": {"sepoys": 2}}
    game = event(30, "shaded", "league", spaces, "punjab", "2", "delhi", "2", "lahore_delhi")
    assert is_done(game)
    assert (here(game, "punjab"), here(game, "delhi")) == ({"sepoys": 1}, {"troops": 1})
    assert (available(game, "sepoys"), out_of_play(game, "sepoys")) == (43, 0)


def test_card_30_shaded_removes_two_sepoys_a_space_at_most() -> None:
    """30 shaded: a single space gives two at most; without Sepoys nothing happens."""
    game = event(30, "shaded", "congress", {"punjab": {"sepoys": 4}}, "punjab", "2")
    assert is_done(game)
    assert here(game, "punjab") == {"sepoys": 2}
    assert is_done(event(30, "shaded", "congress", {"punjab": {"troops": 2}}))
