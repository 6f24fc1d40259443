"""5.0 Events 43 to 48: each side where all of its text applies, and where only a part can (5.1.2)."""

from __future__ import annotations

from engine.gandhi.board import BOARD
from tests.events.playing import (
    NOT_AS_THE_EVENT_SAYS,
    NOTHING_WOULD_CHANGE,
    PROTESTS_EVERYWHERE,
    available,
    event,
    is_done,
    levels,
    resources,
    tracks,
    useful,
    warned,
)
from tests.playing import Spaces, choose, here, remaining, why

# -- 43 Textile Workers Strike -----------------------------------------------------------------------------


def test_card_43_unshaded_removes_activists_in_two_spaces_and_lowers_restraint() -> None:
    """43 unshaded: an Activist for each cube or for each Guerrilla in two spaces, Railways too; Restraint -1."""
    spaces: Spaces = {
        "bombay": {"troops": 1, "sepoys": 1, "active": 1, "congress": 3},
        "lahore_delhi": {"underground": 2, "congress": 1, "league": 1},
        "orissa": {"congress": 2},
    }
    game = event(43, "unshaded", "raj", spaces)
    assert warned(game, "orissa") == NOTHING_WOULD_CHANGE
    choose(game, "bombay", "cubes", "lahore_delhi")
    assert useful(game) == {"guerrillas"}
    choose(game, "guerrillas")
    assert is_done(game)
    assert here(game, "bombay") == {"troops": 1, "sepoys": 1, "active": 1, "congress": 1}
    assert here(game, "lahore_delhi") == {"underground": 2}
    assert (available(game, "congress"), tracks(game)) == (13, (2, 3))


def test_card_43_unshaded_may_lower_only_restraint() -> None:
    """43 unshaded: with no Activists beside cubes or Guerrillas only Restraint shifts; "up to" may leave them."""
    assert tracks(event(43, "unshaded", "raj", {"bihar": {"congress": 2}}, restraint=1)) == (1, 3)
    game = event(43, "unshaded", "revolutionaries", {"bihar": {"congress": 2, "active": 1}}, "done")
    assert (here(game, "bihar")["congress"], tracks(game)) == (2, (2, 3))


def test_card_43_shaded_replaces_guerrillas_with_activists() -> None:
    """43 shaded: two Guerrillas in each of two spaces with a Protest or Unrest marker."""
    spaces: Spaces = {
        "bombay": {"protest": True, "underground": 2, "active": 1},
        "sind": {"unrest": 1, "active": 1},
        "bihar": {"underground": 2},
    }
    game = event(43, "shaded", "congress", spaces)
    assert why(game, "bihar") == NOT_AS_THE_EVENT_SAYS
    choose(game, "bombay", "underground", "congress", "active", "league")
    choose(game, "sind", "active", "congress")
    assert is_done(game)
    assert here(game, "bombay") == {"protest": True, "underground": 1, "congress": 1, "league": 1}
    assert here(game, "sind") == {"unrest": 1, "congress": 1}


def test_card_43_shaded_leaves_spaces_with_only_a_strike() -> None:
    """43 shaded: one Guerrilla and one kind of Activist Available; a Strike is no Unrest marker."""
    spaces: Spaces = {"bombay": {"protest": True, "active": 1}, "lahore_delhi": {"strike": True, "active": 1}}
    game = event(43, "shaded", "league", spaces, "bombay", "active", out_of_play={"congress": 16})
    assert is_done(game)
    assert here(game, "bombay") == {"protest": True, "league": 1}
    assert here(game, "lahore_delhi") == {"strike": True, "active": 1}


# -- 44 Hindustan Socialist Republican Association ---------------------------------------------------------


def test_card_44_unshaded_removes_two_guerrillas_and_shifts_their_spaces() -> None:
    """44 unshaded: one Guerrilla from each of two spaces, and only these spaces shift."""
    spaces: Spaces = {
        "punjab": {"active": 2, "level": "passive_opposition"},
        "delhi": {"underground": 1},
        "sind": {"underground": 1},
    }
    game = event(44, "unshaded", "raj", spaces)
    assert useful(game) == {"punjab", "delhi", "sind", "done"}
    choose(game, "punjab", "1", "delhi")
    assert is_done(game)
    assert levels(game, "punjab", "delhi", "sind") == ["neutral", "passive_support", "neutral"]
    assert (here(game, "punjab"), here(game, "delhi")) == ({"active": 1}, {"level": "passive_support"})


def test_card_44_unshaded_shifts_one_space_only_once() -> None:
    """44 unshaded: both from one space shift it once; a Railway has no level; at Active Support nothing shifts."""
    game = event(44, "unshaded", "congress", {"punjab": {"active": 2}}, "punjab", "2")
    assert is_done(game)
    assert levels(game, "punjab") == ["passive_support"]
    game = event(44, "unshaded", "league", {"lahore_delhi": {"underground": 1}}, "lahore_delhi")
    assert is_done(game)
    assert here(game, "lahore_delhi") == {}
    game = event(44, "unshaded", "raj", {"delhi": {"active": 1, "level": "active_support"}}, "delhi")
    assert here(game, "delhi") == {"level": "active_support"}


def test_card_44_shaded_places_four_guerrillas_and_shifts_two_spaces() -> None:
    """44 shaded: two spaces, four Guerrillas between them, and one level each."""
    game = event(44, "shaded", "revolutionaries", {"bihar": {"level": "passive_support"}})
    assert remaining(game) == 2
    choose(game, "bihar", "sind")
    assert useful(game) == {"bihar", "sind", "done"}
    choose(game, "bihar", "3", "sind")
    assert is_done(game)
    assert here(game, "bihar") == {"underground": 3}
    assert here(game, "sind") == {"underground": 1, "level": "passive_opposition"}


def test_card_44_shaded_shifts_even_if_no_guerrilla_is_available() -> None:
    """44 shaded, 5.1.1: with no Guerrilla Available the two spaces still shift; elsewhere nothing would change."""
    spaces: Spaces = {"delhi": {"level": "active_opposition"}}
    game = event(44, "shaded", "congress", spaces, out_of_play={"underground": 16})
    assert [warned(game, space) for space in ("delhi", "lahore_delhi")] == [NOTHING_WOULD_CHANGE] * 2
    choose(game, "bihar", "orissa")
    assert is_done(game)
    assert levels(game, "bihar", "orissa") == ["passive_opposition"] * 2
    game = event(44, "shaded", "revolutionaries", spaces, "delhi", "lahore_delhi", "done")
    assert is_done(game)
    assert here(game, "delhi") == {"level": "active_opposition"}


# -- 45 Gandhi Calls for Liquor Boycott --------------------------------------------------------------------


def test_card_45_unshaded_makes_another_faction_ineligible() -> None:
    """45 unshaded: another Faction is Ineligible at once and on the next card; the executing one stays Eligible."""
    game = event(45, "unshaded", "congress", {}, eligible=["congress", "raj"])
    assert useful(game) == {"raj", "league", "revolutionaries"}
    choose(game, "raj")
    assert is_done(game)
    assert game.view().eligibility["raj"] == "ineligible"
    assert game.view().eligibility["congress"] == "eligible"
    assert game.view().eligibility["league"] == "eligible"


def test_card_45_unshaded_keeps_a_faction_ineligible_through_the_next_card() -> None:
    """45 unshaded: a Faction that is Ineligible on this card anyway stays so on the next."""
    game = event(45, "unshaded", "raj", {}, "revolutionaries", eligible=["raj"])
    assert is_done(game)
    assert game.view().eligibility["revolutionaries"] == "ineligible"
    assert game.view().eligibility["raj"] == "eligible"


def test_card_45_shaded_costs_raj_three_resources_for_each_protest() -> None:
    """45 shaded: Raj loses 3 Resources for each Protest marker, Railways included."""
    spaces: Spaces = {"bihar": {"protest": True}, "lahore_delhi": {"protest": True}}
    game = event(45, "shaded", "congress", spaces, resources={"raj": 20})
    assert is_done(game)
    assert resources(game, "raj") == 14


def test_card_45_shaded_stops_at_zero_resources() -> None:
    """45 shaded, R-16: eight Protests would cost 24, but Raj has 5; without Protests nothing is lost."""
    assert resources(event(45, "shaded", "league", PROTESTS_EVERYWHERE, resources={"raj": 5}), "raj") == 0
    assert resources(event(45, "shaded", "league", {}, resources={"raj": 5}), "raj") == 5


# -- 46 Bardoli Satyagraha for Rent Relief -----------------------------------------------------------------


def test_card_46_unshaded_shifts_three_princely_states() -> None:
    """46 unshaded: Princely States only; Muslim States and Provinces are closed."""
    spaces: Spaces = {"punjab": {"muslim_state": True}, "mysore": {"level": "active_support"}}
    game = event(46, "unshaded", "raj", spaces)
    assert [why(game, space) for space in ("punjab", "bihar", "delhi")] == [NOT_AS_THE_EVENT_SAYS] * 3
    assert warned(game, "mysore") == NOTHING_WOULD_CHANGE
    choose(game, "orissa", "gujarat", "hyderabad")
    assert is_done(game)
    assert levels(game, "orissa", "gujarat", "hyderabad") == ["passive_support"] * 3


def test_card_46_unshaded_asks_nothing_if_no_princely_state_can_shift() -> None:
    """46 unshaded: at Active Support everywhere nothing is asked; otherwise fewer than three may do."""
    states = ("jammu_and_kashmir", "rajputana", "central_india_agency", "orissa", "gujarat", "hyderabad", "mysore")
    assert is_done(event(46, "unshaded", "raj", {space: {"level": "active_support"} for space in states}))
    game = event(46, "unshaded", "raj", {}, "orissa", "done")
    assert levels(game, "orissa") == ["passive_support"]


def test_card_46_shaded_shifts_two_states_of_either_kind() -> None:
    """46 shaded: States of both kinds; a Province is not one."""
    game = event(46, "shaded", "congress", {"punjab": {"muslim_state": True, "level": "active_support"}})
    assert why(game, "sind") == NOT_AS_THE_EVENT_SAYS
    choose(game, "punjab", "orissa")
    assert is_done(game)
    assert levels(game, "punjab", "orissa") == ["passive_support", "passive_opposition"]


def test_card_46_shaded_may_leave_the_only_state_that_can_shift() -> None:
    """46 shaded: one State is not at Active Opposition, and "up to" may leave it."""
    states = ("jammu_and_kashmir", "rajputana", "central_india_agency", "orissa", "gujarat", "hyderabad")
    spaces: Spaces = {space: {"level": "active_opposition"} for space in states}
    game = event(46, "shaded", "league", spaces, "mysore")
    assert is_done(game)
    assert levels(game, "mysore") == ["passive_opposition"]
    assert levels(event(46, "shaded", "league", spaces, "done"), "mysore") == ["neutral"]


# -- 47 Lala Lajpat Rai Killed During Protest --------------------------------------------------------------


def test_card_47_unshaded_removes_a_piece_or_marker_in_spaces_with_cubes() -> None:
    """47 unshaded: in two spaces with cubes a Guerrilla, Activist, Protest or Unrest marker; never Gandhi."""
    spaces: Spaces = {
        "bihar": {"sepoys": 1, "underground": 1, "congress": 1, "protest": True, "unrest": 2, "gandhi": True},
        "delhi": {"troops": 1, "league": 2},
        "sind": {"congress": 1},
    }
    game = event(47, "unshaded", "raj", spaces)
    assert useful(game) == {"bihar", "delhi", "done"}
    choose(game, "bihar")
    assert useful(game) == {"underground", "congress", "protest", "unrest"}
    choose(game, "unrest", "delhi")
    assert is_done(game)
    assert here(game, "bihar")["unrest"] == 1
    assert here(game, "delhi") == {"troops": 1, "league": 1}


def test_card_47_unshaded_never_removes_strikes_or_gandhi() -> None:
    """47 unshaded: cubes alone, or beside a Strike or Gandhi only, offer nothing; one space may be enough."""
    spaces: Spaces = {"lahore_delhi": {"sepoys": 1, "strike": True}, "delhi": {"troops": 1, "gandhi": True}}
    assert is_done(event(47, "unshaded", "raj", spaces))
    game = event(47, "unshaded", "raj", {**spaces, "sind": {"sepoys": 1, "protest": True}}, "sind")
    assert is_done(game)
    assert here(game, "sind") == {"sepoys": 1}


def test_card_47_shaded_may_remove_three_pieces() -> None:
    """47 shaded, first alternative: three pieces where Underground Guerrillas are, one Base at most."""
    spaces: Spaces = {
        "punjab": {"underground": 1, "troops": 1, "league_bases": 1, "revolutionary_bases": 1, "gandhi": True},
        "delhi": {"underground": 1, "sepoys": 1},
        "sind": {"active": 1, "sepoys": 4},
    }
    game = event(47, "shaded", "raj", spaces, "remove")
    assert useful(game) == {"punjab", "delhi"}
    choose(game, "punjab")
    assert useful(game) == {"underground", "troops", "league_bases", "revolutionary_bases"}
    choose(game, "league_bases", "punjab")
    assert useful(game) == {"underground", "troops"}
    # The text asks where Underground Guerrillas were when it began: one that goes does not close its space.
    choose(game, "underground", "punjab")
    assert is_done(game)
    assert here(game, "punjab") == {"revolutionary_bases": 1, "gandhi": True}


def test_card_47_shaded_may_replace_two_pieces() -> None:
    """47 shaded, second alternative: two pieces become Guerrillas or Activists, a Base among them at most once."""
    spaces: Spaces = {"punjab": {"underground": 1, "troops": 1, "league_bases": 2}}
    game = event(47, "shaded", "congress", spaces, "replace", "league_bases", "congress")
    assert useful(game) == {"underground", "troops"}
    choose(game, "troops", "underground")
    assert is_done(game)
    assert here(game, "punjab") == {"underground": 2, "congress": 1, "league_bases": 1}


def test_card_47_shaded_removes_fewer_than_three_pieces() -> None:
    """47 shaded: two pieces are all there are: both go; without Underground Guerrillas nothing is asked."""
    game = event(47, "shaded", "raj", {"lahore_delhi": {"underground": 1, "sepoys": 1}}, "remove")
    assert is_done(game)
    assert here(game, "lahore_delhi") == {}
    assert is_done(event(47, "shaded", "raj", {"sind": {"active": 1, "sepoys": 4}}))


# -- 48 Harijan Campaign to End Untouchability -------------------------------------------------------------


def test_card_48_unshaded_shifts_three_spaces_towards_neutral() -> None:
    """48 unshaded: three spaces without Congress Activists, from either side; Gandhi does not count as one."""
    spaces: Spaces = {
        "bihar": {"level": "active_opposition", "gandhi": True},
        "delhi": {"level": "passive_support"},
        "orissa": {"level": "active_support", "league": 1},
        "sind": {"level": "passive_opposition", "congress": 1},
    }
    game = event(48, "unshaded", "raj", spaces)
    assert why(game, "sind") == NOT_AS_THE_EVENT_SAYS
    choose(game, "bihar", "delhi", "orissa")
    assert is_done(game)
    assert levels(game, "bihar", "delhi", "orissa") == ["passive_opposition", "neutral", "passive_support"]


def test_card_48_unshaded_leaves_neutral_spaces() -> None:
    """48 unshaded: Neutral spaces do not shift; one space may be left as it is."""
    assert is_done(event(48, "unshaded", "raj", {}))
    game = event(48, "unshaded", "raj", {"bihar": {"level": "active_opposition"}}, "done")
    assert levels(game, "bihar") == ["active_opposition"]


def test_card_48_shaded_places_unrest_or_shifts_the_space() -> None:
    """48 shaded: in two spaces with pieces of several Factions, each time Unrest or a level."""
    spaces: Spaces = {
        "bihar": {"congress": 1, "league": 1, "level": "active_opposition"},
        "delhi": {"troops": 1, "gandhi": True},
        "sind": {"league": 2, "league_bases": 1},
    }
    game = event(48, "shaded", "revolutionaries", spaces)
    assert useful(game) == {"bihar", "delhi"}
    choose(game, "bihar", "shift", "unrest")
    assert is_done(game)
    assert levels(game, "bihar") == ["passive_opposition"]
    assert here(game, "delhi") == {"troops": 1, "gandhi": True, "unrest": 1}


def test_card_48_shaded_only_shifts_if_no_marker_is_available() -> None:
    """48 shaded, R-09: with no marker left only the shift; on a Railway then nothing."""
    spaces: Spaces = {
        "bihar": {"congress": 1, "active": 1},
        "lahore_delhi": {"congress": 1, "active": 1},
        "assam": {"unrest": BOARD.unrest_markers},
    }
    game = event(48, "shaded", "league", spaces)
    assert warned(game, "lahore_delhi") == NOTHING_WOULD_CHANGE
    choose(game, "bihar")
    assert useful(game) == {"shift"}
    choose(game, "shift")
    assert is_done(game)
    assert levels(game, "bihar") == ["passive_opposition"]
    railway = event(48, "shaded", "league", {"lahore_delhi": {"congress": 1, "active": 1}})
    assert useful(railway) == {"unrest"}
    choose(railway, "unrest")
    assert here(railway, "lahore_delhi") == {"congress": 1, "active": 1, "strike": True}
