"""5.0 Events 13 to 18: each side where all of its text applies, and where only a part can (5.1.2)."""

from __future__ import annotations

from tests.events.playing import (
    NOT_AS_THE_EVENT_SAYS,
    NOTHING_WOULD_CHANGE,
    ONLY_A_PART,
    PROTESTS_EVERYWHERE,
    available,
    event,
    is_done,
    levels,
    out_of_play,
    resources,
    tracks,
    useful,
    warned,
)
from tests.playing import Spaces, choose, controls, here, keys, why

# -- 13 Ottoman Collapse Creates a Vacuum ------------------------------------------------------------------


def test_card_13_unshaded_may_shift_unity() -> None:
    """13 unshaded, first alternative: Unity -2."""
    game = event(13, "unshaded", "league", {}, "unity")
    assert is_done(game)
    assert tracks(game) == (3, 1)


def test_card_13_unshaded_may_create_a_muslim_state() -> None:
    """13 unshaded, R-11: a State in a Muslim Province without Raj Control; Raj moves each Troop, Sepoys stay."""
    spaces: Spaces = {
        "punjab": {"troops": 2, "sepoys": 1, "league_bases": 2, "active": 1, "protest": True},
        "sind": {"sepoys": 1},
    }
    game = event(13, "unshaded", "league", spaces, "muslim_state")
    assert [why(game, space) for space in ("sind", "bihar", "karachi")] == [NOT_AS_THE_EVENT_SAYS] * 3
    choose(game, "punjab")
    assert game.decision is not None
    assert (game.decision.seat, game.decision.kind) == ("raj", "displace.city")
    choose(game, "delhi", "karachi")
    assert is_done(game)
    assert here(game, "punjab") == {"sepoys": 1, "league_bases": 2, "active": 1, "protest": True, "muslim_state": True}
    assert (here(game, "delhi"), here(game, "karachi")) == ({"troops": 1}, {"troops": 1})
    assert tracks(game) == (3, 3)


def test_card_13_unshaded_warns_of_an_alternative_without_effect() -> None:
    """13 unshaded, R-68: at Unity 1 only the State changes anything; with every Muslim Province Controlled, Unity."""
    game = event(13, "unshaded", "league", {}, unity=1)
    assert warned(game, "unity") == NOTHING_WOULD_CHANGE
    choose(game, "muslim_state")
    assert {"punjab", "assam"} <= keys(game)
    muslim = ("punjab", "sind", "baluchistan", "northwest_frontier", "west_bengal", "east_bengal", "assam")
    game = event(13, "unshaded", "league", {space: {"sepoys": 1} for space in muslim}, unity=2)
    assert useful(game) == {"unity"}
    choose(game, "unity")
    assert tracks(game) == (3, 1)


def test_card_13_shaded_brings_three_pieces_in_and_adds_unity() -> None:
    """13 shaded, 2.3.3, D-17: Unity +2, and one more for the other NV Faction's Activist; three pieces enter."""
    boxes = {"congress": 1, "league": 1, "troops": 1, "revolutionary_bases": 1}
    game = event(13, "shaded", "league", {}, out_of_play=boxes, unity=1)
    assert useful(game) == {"congress", "league", "troops", "revolutionary_bases"}
    choose(game, "congress", "troops", "league")
    assert is_done(game)
    assert (available(game, "congress"), available(game, "troops"), out_of_play(game, "league")) == (16, 15, 0)
    assert tracks(game) == (3, 4)


def test_card_13_shaded_brings_in_the_only_piece() -> None:
    """13 shaded: the one piece Out of Play enters; Raj moving an Activist shifts no Unity beyond the text's."""
    game = event(13, "shaded", "raj", {}, out_of_play={"congress": 1}, unity=4)
    assert is_done(game)
    assert (out_of_play(game, "congress"), tracks(game)) == (0, (3, 5))
    assert tracks(event(13, "shaded", "raj", {}, out_of_play={"league": 1}, unity=1)) == (3, 3)
    assert is_done(event(13, "shaded", "raj", {}))


# -- 14 Independence Fighters Take Up Arms -----------------------------------------------------------------


def test_card_14_unshaded_removes_guerrillas_from_two_spaces_and_takes_resources() -> None:
    """14 unshaded: four Guerrillas, on either side, from two spaces; three Resources."""
    spaces: Spaces = {
        "bihar": {"underground": 2, "active": 1},
        "sind": {"underground": 2},
        "delhi": {"active": 1},
    }
    game = event(14, "unshaded", "congress", spaces, resources={"revolutionaries": 5})
    choose(game, "bihar", "underground", "2", "sind", "1")
    assert useful(game) == {"bihar", "sind", "done"}
    choose(game, "bihar")
    assert is_done(game)
    assert (here(game, "bihar"), here(game, "sind"), here(game, "delhi")) == ({}, {"underground": 1}, {"active": 1})
    assert resources(game, "revolutionaries") == 2


def test_card_14_unshaded_only_takes_resources_if_there_are_no_guerrillas() -> None:
    """14 unshaded: without Guerrillas only the Resources go, down to 0; a Non-player Faction has none to lose."""
    game = event(14, "unshaded", "congress", {}, resources={"revolutionaries": 1})
    assert is_done(game)
    assert resources(game, "revolutionaries") == 0
    seats = {"revolutionaries": "arjuna"}
    alone = event(14, "unshaded", "congress", {}, resources={"revolutionaries": 5}, seats=seats)
    assert resources(alone, "revolutionaries") == 5


def test_card_14_shaded_may_place_guerrillas_in_bengal() -> None:
    """14 shaded, first alternative: five Guerrillas in the two Bengals, split as wanted."""
    game = event(14, "shaded", "revolutionaries", {}, "guerrillas")
    assert keys(game) >= {"west_bengal", "east_bengal"}
    assert "done" not in keys(game)
    choose(game, "west_bengal", "2", "east_bengal", "3")
    assert is_done(game)
    assert (here(game, "west_bengal"), here(game, "east_bengal")) == ({"underground": 2}, {"underground": 3})


def test_card_14_shaded_may_add_resources() -> None:
    """14 shaded, second alternative: five Resources."""
    game = event(14, "shaded", "revolutionaries", {}, "resources", resources={"revolutionaries": 5})
    assert resources(game, "revolutionaries") == 10


def test_card_14_shaded_warns_of_an_alternative_without_effect() -> None:
    """14 shaded, R-68: at 50 Resources only the Guerrillas, as many as are Available; with none, only Resources."""
    few = {"underground": 14}
    game = event(14, "shaded", "raj", {}, resources={"revolutionaries": 50}, out_of_play=few)
    assert useful(game) == {"guerrillas"}
    assert warned(game, "resources") == NOTHING_WOULD_CHANGE
    choose(game, "guerrillas", "east_bengal", "2")
    assert is_done(game)
    assert here(game, "east_bengal") == {"underground": 2}
    game = event(14, "shaded", "raj", {}, out_of_play={"underground": 16}, resources={"revolutionaries": 48})
    assert useful(game) == {"resources"}
    assert warned(game, "guerrillas") == NOTHING_WOULD_CHANGE
    choose(game, "resources")
    assert resources(game, "revolutionaries") == 50


# -- 15 Crackdown at the Qissa Khwani Bazaar ---------------------------------------------------------------


def test_card_15_unshaded_removes_a_piece_for_every_sepoy() -> None:
    """15 unshaded: Unrest, then a piece for each Sepoy; the Base after the Activists, Sepoys themselves allowed."""
    spaces: Spaces = {"orissa": {"sepoys": 3, "congress": 1, "league_bases": 1, "gandhi": True}, "delhi": {"troops": 1}}
    game = event(15, "unshaded", "raj", spaces)
    assert why(game, "delhi") == NOT_AS_THE_EVENT_SAYS
    choose(game, "orissa")
    assert useful(game) == {"sepoys", "congress"}
    choose(game, "congress")
    assert useful(game) == {"sepoys", "league_bases"}
    choose(game, "league_bases")
    assert is_done(game)
    assert here(game, "orissa") == {"sepoys": 2, "gandhi": True, "unrest": 1}


def test_card_15_unshaded_removes_nothing_without_sepoys() -> None:
    """15 unshaded: in a space without Sepoys only the Unrest comes; without a marker left only the removal."""
    assert here(event(15, "unshaded", "raj", {"sind": {"league": 1}}, "sind"), "sind") == {"league": 1, "unrest": 1}
    spaces: Spaces = {"sind": {"league": 1, "sepoys": 1}, "bihar": {"unrest": 12}}
    game = event(15, "unshaded", "raj", spaces)
    assert useful(game) == {"sind"}
    choose(game, "sind", "league")
    assert is_done(game)
    assert here(game, "sind") == {"sepoys": 1}


def test_card_15_shaded_places_unrest_and_shifts_in_spaces_with_cubes() -> None:
    """15 shaded: Unrest and two levels where cubes are."""
    spaces: Spaces = {"orissa": {"sepoys": 1, "level": "passive_support"}, "delhi": {"troops": 1}}
    game = event(15, "shaded", "congress", spaces)
    assert keys(game) >= {"orissa", "delhi"}
    assert why(game, "bihar") == NOT_AS_THE_EVENT_SAYS
    choose(game, "orissa")
    assert is_done(game)
    assert here(game, "orissa") == {"sepoys": 1, "unrest": 1, "level": "passive_opposition"}


def test_card_15_shaded_only_places_unrest_at_active_opposition() -> None:
    """15 shaded: at Active Opposition only the Unrest; on a Railway a Strike; with neither left nothing."""
    spaces: Spaces = {
        "orissa": {"sepoys": 1, "level": "active_opposition"},
        "lahore_delhi": {"sepoys": 1, "strike": True},
    }
    game = event(15, "shaded", "congress", spaces)
    assert [warned(game, space) for space in ("orissa", "lahore_delhi")] == [ONLY_A_PART, NOTHING_WOULD_CHANGE]
    choose(game, "orissa")
    assert is_done(game)
    assert here(game, "orissa") == {"sepoys": 1, "unrest": 1, "level": "active_opposition"}
    railway = event(15, "shaded", "congress", {"lahore_delhi": {"troops": 1}})
    assert here(railway, "lahore_delhi") == {"troops": 1, "strike": True}


# -- 16 Pakistan Declaration Published in London -----------------------------------------------------------


def test_card_16_unshaded_places_unrest_then_removes_one_base() -> None:
    """16 unshaded, 8.8.4, D-70, D-71, D-81: Unrest in two Muslim spaces, then one Base from one of the two."""
    spaces: Spaces = {
        "punjab": {"league_bases": 1, "revolutionary_bases": 1},
        "sind": {"league_bases": 1},
        "karachi": {"league_bases": 1},
    }
    game = event(16, "unshaded", "congress", spaces)
    assert why(game, "bihar") == NOT_AS_THE_EVENT_SAYS
    choose(game, "punjab", "sind")
    assert useful(game) == {"punjab", "sind"}
    assert why(game, "karachi") == NOT_AS_THE_EVENT_SAYS
    choose(game, "punjab", "revolutionary_bases")
    assert is_done(game)
    assert here(game, "punjab") == {"league_bases": 1, "unrest": 1}
    assert here(game, "sind") == {"league_bases": 1, "unrest": 1}
    assert game.view().protests_on_map == 0


def test_card_16_unshaded_works_with_only_unrest_or_only_a_base() -> None:
    """16 unshaded, R-09: without a Base only Unrest; without a marker left only spaces with Bases serve."""
    assert here(event(16, "unshaded", "raj", {}, "assam", "done"), "assam") == {"unrest": 1}
    spaces: Spaces = {"bihar": {"unrest": 12}, "sind": {"league_bases": 1}}
    game = event(16, "unshaded", "raj", spaces)
    assert warned(game, "assam") == NOTHING_WOULD_CHANGE
    choose(game, "sind")
    assert is_done(game)
    assert here(game, "sind") == {}


def test_card_16_shaded_places_two_bases_within_stacking() -> None:
    """16 shaded: Bases of either kind in Muslim Provinces, within stacking (1.4.2)."""
    spaces: Spaces = {"sind": {"league_bases": 1}, "punjab": {"league_bases": 1}, "assam": {"muslim_state": True}}
    game = event(16, "shaded", "league", spaces)
    assert {"punjab", "baluchistan", "east_bengal"} <= keys(game)
    assert not {"sind", "assam", "karachi", "jammu_and_kashmir", "bihar"} & keys(game)
    choose(game, "punjab", "league_bases", "baluchistan", "revolutionary_bases")
    assert is_done(game)
    assert (here(game, "punjab"), here(game, "baluchistan")) == ({"league_bases": 2}, {"revolutionary_bases": 1})


def test_card_16_shaded_places_the_last_base() -> None:
    """16 shaded, 5.1.1: one Base is Available; with none nothing is asked."""
    boxes = {"league_bases": 5, "revolutionary_bases": 4}
    game = event(16, "shaded", "raj", {}, "west_bengal", out_of_play=boxes)
    assert is_done(game)
    assert here(game, "west_bengal") == {"revolutionary_bases": 1}
    boxes = {"league_bases": 5, "revolutionary_bases": 5}
    assert is_done(event(16, "shaded", "raj", {}, out_of_play=boxes))


# -- 17 Khan Abdul Ghaffar Khan ----------------------------------------------------------------------------

FRONTIER: Spaces = {
    "punjab": {"congress": 2, "level": "passive_opposition", "muslim_state": True},
    "sind": {"league": 3, "level": "active_support"},
    "united_provinces": {"congress": 1},
    "rajputana": {"congress": 4},
    "bihar": {"congress": 4},
}


def test_card_17_unshaded_may_remove_activists_around_punjab() -> None:
    """17 unshaded, first alternative: four Activists from Punjab, even a State, and the Provinces beside it."""
    game = event(17, "unshaded", "raj", FRONTIER, "activists")
    assert useful(game) == {"punjab", "sind", "united_provinces", "done"}
    choose(game, "punjab", "2", "sind", "2")
    assert is_done(game)
    assert (here(game, "punjab").get("congress"), here(game, "sind")["league"]) == (None, 1)


def test_card_17_unshaded_may_shift_two_spaces_towards_passive_support() -> None:
    """17 unshaded, second alternative: two of these spaces, one level each, from above as from below."""
    game = event(17, "unshaded", "raj", FRONTIER, "shift")
    assert useful(game) == {"punjab", "sind", "united_provinces", "northwest_frontier", "baluchistan"}
    assert why(game, "rajputana") == NOT_AS_THE_EVENT_SAYS
    choose(game, "punjab", "sind")
    assert is_done(game)
    assert levels(game, "punjab", "sind") == ["neutral", "passive_support"]


def test_card_17_unshaded_only_shifts_if_there_are_no_activists() -> None:
    """17 unshaded: without Activists there only the shift is left, and only where the level is another."""
    quiet = ("punjab", "sind", "northwest_frontier", "baluchistan")
    game = event(17, "unshaded", "raj", {space: {"level": "passive_support"} for space in quiet})
    assert useful(game) == {"shift"}
    choose(game, "shift")
    assert useful(game) == {"united_provinces"}
    choose(game, "united_provinces")
    assert is_done(game)
    assert levels(game, "united_provinces", *quiet) == ["passive_support"] * 5


def test_card_17_shaded_places_two_protests_and_keeps_the_league_eligible() -> None:
    """17 shaded: two Protests where the League's Activists are; it stays Eligible if it executes the Event."""
    spaces: Spaces = {
        "sind": {"league": 1},
        "assam": {"league": 1},
        "delhi": {"league_bases": 1},
        "bihar": {"congress": 1},
    }
    game = event(17, "shaded", "congress", spaces, "sind", eligible=["congress"])
    assert game.view().protests_on_map == 2
    assert here(game, "assam")["protest"]
    own = event(17, "shaded", "league", spaces, "sind", eligible=["league"])
    assert own.view().eligibility["league"] == "eligible"
    assert game.view().eligibility["congress"] == "ineligible"


def test_card_17_shaded_keeps_the_league_eligible_if_no_protest_is_available() -> None:
    """17 shaded, 5.1.2: with no Protest marker left only the Eligibility remains."""
    game = event(17, "shaded", "league", {**PROTESTS_EVERYWHERE, "punjab": {"league": 1}}, eligible=["league"])
    assert "protest" not in here(game, "punjab")
    assert game.view().eligibility["league"] == "eligible"


# -- 18 Jinnah Advocates for Muslim India ------------------------------------------------------------------


def test_card_18_unshaded_places_a_base_and_shifts_its_space_and_a_neighbour() -> None:
    """18 unshaded: a Base where there is room, and a level for that space and for one adjacent to it."""
    spaces: Spaces = {"assam": {"league_bases": 1}, "east_bengal": {"level": "passive_opposition"}}
    game = event(18, "unshaded", "league", spaces)
    assert why(game, "assam") == NOT_AS_THE_EVENT_SAYS
    assert why(game, "lahore_delhi") == NOT_AS_THE_EVENT_SAYS
    choose(game, "east_bengal", "league_bases")
    assert keys(game) >= {"west_bengal", "calcutta", "assam"}
    assert why(game, "bihar") == NOT_AS_THE_EVENT_SAYS
    choose(game, "assam")
    assert is_done(game)
    assert here(game, "east_bengal") == {"league_bases": 1}
    assert levels(game, "assam") == ["passive_support"]


def test_card_18_unshaded_shifts_even_if_no_base_is_available() -> None:
    """18 unshaded, 5.1.1: no Base is Available: both shifts remain; at Active Support the first falls away."""
    boxes = {"league_bases": 5, "revolutionary_bases": 5}
    spaces: Spaces = {"bombay": {"level": "active_support"}}
    game = event(18, "unshaded", "raj", spaces, out_of_play=boxes)
    assert warned(game, "bombay") == ONLY_A_PART
    choose(game, "delhi", "rajputana")
    assert is_done(game)
    assert levels(game, "delhi", "rajputana") == ["passive_support"] * 2
    with_base = event(18, "unshaded", "raj", {**spaces, "bombay_presidency": {"level": "active_support"}}, "bombay")
    choose(with_base, "league_bases")
    assert is_done(with_base)


def test_card_18_shaded_adds_unity_and_places_activists() -> None:
    """18 shaded: Unity +1 and four Activists of either Faction in Muslim spaces."""
    game = event(18, "shaded", "league", {})
    assert not {"bihar", "delhi", "lahore_delhi"} & keys(game)
    choose(game, "jammu_and_kashmir", "league", "3", "karachi", "congress")
    assert is_done(game)
    assert (here(game, "jammu_and_kashmir"), here(game, "karachi")) == ({"league": 3}, {"congress": 1})
    assert tracks(game) == (3, 4)


def test_card_18_shaded_only_shifts_unity_if_no_activist_is_available() -> None:
    """18 shaded: with no Activist Available only Unity shifts, and not above 5."""
    game = event(18, "shaded", "raj", {}, out_of_play={"congress": 16, "league": 16}, unity=5)
    assert is_done(game)
    assert tracks(game) == (3, 5)
    assert not controls(game, "karachi")
