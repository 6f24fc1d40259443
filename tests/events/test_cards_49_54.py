"""5.0 Events 49 to 54: each side where all of its text applies, and where only a part can (5.1.2)."""

from __future__ import annotations

from tests.events.playing import (
    NOT_AS_THE_EVENT_SAYS,
    NOTHING_WOULD_CHANGE,
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
from tests.playing import Spaces, asked, choose, controls, costs, here, keys, why

# -- 49 Independence Day Defiantly Declared ----------------------------------------------------------------


def test_card_49_unshaded_removes_markers_and_offers_shifts_for_resources() -> None:
    """49 unshaded: a Protest or an Unrest marker from each of two spaces, and a level for 2 Resources where wanted."""
    spaces: Spaces = {
        "bihar": {"protest": True, "unrest": 1, "level": "passive_opposition"},
        "delhi": {"unrest": 2},
        "sind": {"level": "passive_opposition"},
    }
    game = event(49, "unshaded", "raj", spaces, resources={"raj": 5})
    assert why(game, "sind") == NOT_AS_THE_EVENT_SAYS
    choose(game, "bihar", "protest")
    assert asked(game) == "raj event.pay"
    assert costs(game) == {"yes": 2, "no": 0, "transfer": 0}
    choose(game, "yes", "delhi", "no")
    assert is_done(game)
    assert (here(game, "bihar"), here(game, "delhi")) == ({"unrest": 1}, {"unrest": 1})
    assert resources(game, "raj") == 3


def test_card_49_unshaded_asks_only_those_who_can_pay() -> None:
    """49 unshaded: Congress has no Resources and 1 is too few; a Non-player Raj pays nothing; Support has a top."""
    spaces: Spaces = {"bihar": {"unrest": 1}}
    for seat, purse in (("congress", 9), ("raj", 1)):
        game = event(49, "unshaded", seat, spaces, "bihar", resources={"raj": purse})
        assert is_done(game)
        assert here(game, "bihar") == {}
    seats = {"raj": "arjuna"}
    game = event(49, "unshaded", "raj", spaces, "bihar", seats=seats)
    assert costs(game) == {"yes": 0, "no": 0}
    choose(game, "yes")
    assert levels(game, "bihar") == ["passive_support"]
    top = event(49, "unshaded", "raj", {"bihar": {"unrest": 1, "level": "active_support"}}, "bihar")
    assert is_done(top)


def test_card_49_unshaded_lets_the_revolutionaries_pay_for_a_shift() -> None:
    """49 unshaded: the executing Faction pays, so a player of the Revolutionaries may; a Non-player one may not."""
    spaces: Spaces = {"bihar": {"unrest": 1}}
    game = event(49, "unshaded", "revolutionaries", spaces, "bihar", "yes", resources={"revolutionaries": 4})
    assert is_done(game)
    assert (levels(game, "bihar"), resources(game, "revolutionaries")) == (["passive_support"], 2)
    seats = {"revolutionaries": "arjuna"}
    game = event(49, "unshaded", "revolutionaries", spaces, "bihar", seats=seats)
    assert asked(game) != "revolutionaries event.pay"
    assert here(game, "bihar") == {}


def test_card_49_shaded_removes_three_protests_and_shifts_their_spaces() -> None:
    """49 shaded: each space that loses its Protest shifts; a Railway has no level."""
    spaces: Spaces = {
        "bihar": {"protest": True},
        "delhi": {"protest": True, "level": "passive_support"},
        "lahore_delhi": {"protest": True},
        "sind": {"protest": True},
    }
    game = event(49, "shaded", "congress", spaces, "bihar", "delhi", "lahore_delhi")
    assert is_done(game)
    assert levels(game, "bihar", "delhi", "sind") == ["passive_opposition", "neutral", "neutral"]
    assert game.view().protests_on_map == 1


def test_card_49_shaded_may_leave_the_only_protest() -> None:
    """49 shaded: one Protest is all there is; without Protests nothing shifts; "up to" may stop at once."""
    spaces: Spaces = {"bihar": {"protest": True, "level": "active_opposition"}}
    assert here(event(49, "shaded", "league", spaces, "bihar"), "bihar") == {"level": "active_opposition"}
    assert here(event(49, "shaded", "league", spaces, "done"), "bihar")["protest"]
    assert is_done(event(49, "shaded", "league", {}))


# -- 50 RSS Paramilitaries ---------------------------------------------------------------------------------


def test_card_50_unshaded_takes_the_last_piece_from_another_faction() -> None:
    """50 unshaded: when three pieces of one Faction have gone, the fourth must be of another."""
    spaces: Spaces = {"delhi": {"sepoys": 5, "congress": 1}, "sind": {"league": 1}, "bihar": {"sepoys": 2}}
    game = event(50, "unshaded", "raj", spaces, "delhi", "sepoys")
    assert useful(game) == {"1", "2", "3"}
    choose(game, "3")
    assert useful(game) == {"delhi", "sind"}
    choose(game, "delhi")
    assert is_done(game)
    assert here(game, "delhi") == {"sepoys": 2}
    alone = event(50, "unshaded", "raj", {"delhi": {"sepoys": 5}}, "delhi", "1")
    assert "done" in keys(alone), "with pieces of one Faction only, one may stop"


def test_card_50_unshaded_puts_four_pieces_of_two_factions_out_of_play() -> None:
    """50 unshaded: four pieces of two Factions, at least one of each; no Base, no Gandhi."""
    spaces: Spaces = {
        "punjab": {"sepoys": 4, "league": 2, "league_bases": 1, "gandhi": True},
        "delhi": {"active": 1},
    }
    game = event(50, "unshaded", "raj", spaces, "punjab")
    assert useful(game) == {"sepoys", "league"}
    choose(game, "sepoys")
    assert useful(game) == {"1", "2", "3"}
    choose(game, "3")
    assert useful(game) == {"punjab", "delhi"}
    choose(game, "delhi")
    assert is_done(game)
    assert (out_of_play(game, "sepoys"), out_of_play(game, "underground")) == (3, 1)
    assert here(game, "punjab") == {"sepoys": 1, "league": 2, "league_bases": 1, "gandhi": True}


def test_card_50_unshaded_may_put_pieces_of_a_single_faction_out_of_play() -> None:
    """50 unshaded: one Faction alone has such pieces; up to four of them go. Nothing at all may go."""
    game = event(50, "unshaded", "congress", {"delhi": {"troops": 2}}, "delhi", "2")
    assert is_done(game)
    assert out_of_play(game, "troops") == 2
    assert is_done(event(50, "unshaded", "raj", {"delhi": {"troops": 2}}, "done"))


def test_card_50_shaded_brings_in_four_pieces_of_two_factions() -> None:
    """50 shaded: four pieces of two Factions become Available; the last one must be of the second Faction."""
    boxes = {"troops": 2, "sepoys": 5, "underground": 2, "league": 1}
    game = event(50, "shaded", "revolutionaries", {}, "troops", "sepoys", out_of_play=boxes)
    assert "done" not in keys(game)
    choose(game, "sepoys")
    assert useful(game) == {"underground", "league"}
    choose(game, "underground")
    assert is_done(game)
    assert [out_of_play(game, piece) for piece in ("troops", "sepoys", "underground", "league")] == [1, 3, 1, 1]


def test_card_50_shaded_may_bring_in_pieces_of_a_single_faction() -> None:
    """50 shaded, 2.3.3: Raj's pieces alone are Out of Play: they may enter; a League Activist shifts Unity +1."""
    game = event(50, "shaded", "raj", {}, "troops", "done", out_of_play={"troops": 3})
    assert is_done(game)
    assert (available(game, "troops"), out_of_play(game, "troops")) == (13, 2)
    game = event(50, "shaded", "congress", {}, "league", "done", out_of_play={"league": 1, "congress": 2})
    assert is_done(game)
    assert (tracks(game), out_of_play(game, "congress")) == ((3, 4), 1)
    assert is_done(event(50, "shaded", "raj", {}))


# -- 51 Britain Maintains the Salt Tax ---------------------------------------------------------------------


def test_card_51_unshaded_arrests_activists_on_railways_and_adds_resources() -> None:
    """51 unshaded: all Activists on Railways to Jail; 2 Resources for each of nine Railways without a Strike."""
    spaces: Spaces = {
        "lahore_delhi": {"congress": 2, "strike": True},
        "bombay_bhusawal": {"league": 1, "active": 1},
        "karachi_lahore": {"strike": True},
        "bihar": {"congress": 1},
    }
    game = event(51, "unshaded", "raj", spaces, resources={"raj": 10})
    assert is_done(game)
    assert jail(game) == (2, 1, False)
    assert here(game, "bombay_bhusawal") == {"active": 1}
    assert resources(game, "raj") == 28


def test_card_51_unshaded_stops_at_fifty_resources() -> None:
    """51 unshaded, R-16: no Activists on Railways; Resources stop at 50."""
    game = event(51, "unshaded", "congress", {"bihar": {"congress": 1}}, resources={"raj": 40})
    assert is_done(game)
    assert (jail(game), resources(game, "raj")) == ((0, 0, False), 50)


def test_card_51_shaded_places_three_pieces_on_railways() -> None:
    """51 shaded: Activists and Guerrillas in any mix on Railways only, then Restraint -2."""
    game = event(51, "shaded", "congress", {})
    assert "bihar" not in keys(game)
    choose(game, "lahore_delhi", "underground", "1", "bombay_bhusawal", "congress", "2")
    assert is_done(game)
    assert here(game, "lahore_delhi") == {"underground": 1}
    assert here(game, "bombay_bhusawal") == {"congress": 2}
    assert tracks(game) == (1, 3)


def test_card_51_shaded_only_lowers_restraint_with_nothing_available() -> None:
    """51 shaded: without pieces Available only Restraint shifts, not below 1; one piece may be enough."""
    boxes = {"congress": 16, "league": 16, "underground": 16}
    assert tracks(event(51, "shaded", "raj", {}, out_of_play=boxes, restraint=2)) == (1, 3)
    game = event(51, "shaded", "league", {}, "lahore_delhi", "league", "1", "done")
    assert (here(game, "lahore_delhi"), tracks(game)) == ({"league": 1}, (1, 3))


# -- 52 Provincial Elections Cool Tensions -----------------------------------------------------------------


def test_card_52_unshaded_shifts_two_spaces_and_makes_congress_ineligible() -> None:
    """52 unshaded: spaces with Congress Activists (not with Gandhi alone) shift; Congress waits out the next card."""
    spaces: Spaces = {
        "bihar": {"congress": 1, "level": "passive_opposition"},
        "delhi": {"congress": 2},
        "sind": {"gandhi": True},
    }
    game = event(52, "unshaded", "raj", spaces, eligible=["raj", "congress"])
    assert why(game, "sind") == NOT_AS_THE_EVENT_SAYS
    choose(game, "bihar", "delhi")
    assert is_done(game)
    assert levels(game, "bihar", "delhi") == ["neutral", "passive_support"]
    eligibility = game.view().eligibility
    assert (eligibility["congress"], eligibility["league"]) == ("ineligible", "eligible")


def test_card_52_unshaded_makes_congress_ineligible_without_its_activists() -> None:
    """52 unshaded: nowhere to shift: only the eligibility remains."""
    game = event(52, "unshaded", "league", {"bihar": {"league": 1}}, eligible=["league", "congress"])
    assert is_done(game)
    assert levels(game, "bihar") == ["neutral"]
    assert game.view().eligibility["congress"] == "ineligible"


def test_card_52_shaded_shifts_two_spaces_and_places_a_piece_in_each() -> None:
    """52 shaded: two spaces with Congress pieces, Gandhi too: a level and an Activist or Guerrilla each."""
    spaces: Spaces = {"bihar": {"congress": 1}, "delhi": {"gandhi": True}, "sind": {"league": 1}}
    game = event(52, "shaded", "congress", spaces)
    assert why(game, "sind") == NOT_AS_THE_EVENT_SAYS
    choose(game, "bihar", "underground", "congress")
    assert is_done(game)
    assert here(game, "bihar") == {"congress": 1, "underground": 1, "level": "passive_opposition"}
    assert here(game, "delhi") == {"gandhi": True, "congress": 1, "level": "passive_opposition"}


def test_card_52_shaded_does_one_part_where_the_other_is_impossible() -> None:
    """52 shaded: at Active Opposition only the piece comes; with no piece Available only the level shifts."""
    spaces: Spaces = {"bihar": {"congress": 1, "level": "active_opposition"}}
    game = event(52, "shaded", "revolutionaries", spaces, "underground")
    assert is_done(game)
    assert here(game, "bihar") == {"congress": 1, "underground": 1, "level": "active_opposition"}
    boxes = {"congress": 15, "league": 16, "underground": 16}
    game = event(52, "shaded", "congress", {"delhi": {"congress": 1}}, out_of_play=boxes)
    assert is_done(game)
    assert here(game, "delhi") == {"congress": 1, "level": "passive_opposition"}


# -- 53 Rent Strike in the United Provinces ----------------------------------------------------------------


def test_card_53_unshaded_puts_two_pieces_out_of_play_and_keeps_the_faction_eligible() -> None:
    """53 unshaded: two pieces from the map, no Base; the executing Faction stays Eligible."""
    spaces: Spaces = {"bihar": {"congress": 1, "league": 1}, "punjab": {"active": 1, "league_bases": 1}}
    game = event(53, "unshaded", "raj", spaces, "bihar", "league", eligible=["raj"])
    assert useful(game) == {"bihar", "punjab", "done"}
    choose(game, "punjab")
    assert is_done(game)
    assert (out_of_play(game, "league"), out_of_play(game, "underground")) == (1, 1)
    assert here(game, "punjab") == {"league_bases": 1}
    assert game.view().eligibility["raj"] == "eligible"


def test_card_53_unshaded_keeps_the_faction_eligible_without_a_piece() -> None:
    """53 unshaded: with no such piece on the map, or by choice, only the eligibility remains."""
    game = event(53, "unshaded", "congress", {"punjab": {"league_bases": 1}}, eligible=["congress"])
    assert is_done(game)
    assert game.view().eligibility["congress"] == "eligible"
    assert is_done(event(53, "unshaded", "league", {"bihar": {"league": 1}}, "done"))


def test_card_53_shaded_places_three_pieces_from_out_of_play() -> None:
    """53 shaded: three pieces from Out of Play anywhere, Troops never in States; Raj waits out the next card."""
    boxes = {"troops": 1, "underground": 2, "revolutionary_bases": 1}
    game = event(53, "shaded", "revolutionaries", {}, "orissa", out_of_play=boxes, eligible=["revolutionaries", "raj"])
    assert useful(game) == {"underground:out_of_play", "revolutionary_bases:out_of_play"}
    choose(game, "underground:out_of_play", "1", "orissa", "revolutionary_bases:out_of_play")
    choose(game, "lahore_delhi", "troops:out_of_play")
    assert is_done(game)
    assert here(game, "orissa") == {"underground": 1, "revolutionary_bases": 1}
    assert here(game, "lahore_delhi") == {"troops": 1}
    assert game.view().eligibility["raj"] == "ineligible"


def test_card_53_shaded_places_a_base_only_where_there_is_room() -> None:
    """53 shaded: the one Base that is Out of Play needs room; an empty box leaves only the eligibility."""
    spaces: Spaces = {"bombay": {"league_bases": 1}}
    game = event(53, "shaded", "raj", spaces, out_of_play={"league_bases": 1}, eligible=["raj"])
    assert not {"bombay", "lahore_delhi"} & keys(game)
    choose(game, "delhi")
    assert is_done(game)
    assert here(game, "delhi") == {"league_bases": 1}
    assert game.view().eligibility["raj"] == "ineligible"
    assert is_done(event(53, "shaded", "congress", {}))


# -- 54 Hyderabad Defends its Independence -----------------------------------------------------------------


def test_card_54_unshaded_places_sepoys_then_removes_a_guerrilla_for_every_cube() -> None:
    """54 unshaded: six Sepoys in three States, then a Guerrilla less for each cube in each of them."""
    spaces: Spaces = {
        "hyderabad": {"underground": 2, "active": 2, "sepoys": 1},
        "punjab": {"muslim_state": True, "active": 3},
        "mysore": {"underground": 1},
    }
    game = event(54, "unshaded", "raj", spaces)
    assert [why(game, space) for space in ("bihar", "delhi")] == [NOT_AS_THE_EVENT_SAYS] * 2
    choose(game, "hyderabad", "punjab", "orissa")
    assert useful(game) == {"hyderabad", "punjab", "orissa", "done"}
    choose(game, "hyderabad", "2", "punjab", "2", "orissa", "2")
    choose(game, "active", "2")
    assert is_done(game)
    assert here(game, "hyderabad") == {"sepoys": 3, "underground": 1}
    assert here(game, "punjab") == {"muslim_state": True, "sepoys": 2, "active": 1}
    assert here(game, "orissa") == {"sepoys": 2}
    assert here(game, "mysore") == {"underground": 1}


def test_card_54_unshaded_removes_guerrillas_even_if_no_sepoy_is_available() -> None:
    """54 unshaded, 5.1.1: no Sepoy is Available: only States with cubes and Guerrillas serve, or none."""
    spaces: Spaces = {"hyderabad": {"sepoys": 2, "active": 1}, "delhi": {"sepoys": 43}, "orissa": {"active": 1}}
    game = event(54, "unshaded", "raj", spaces)
    assert useful(game) == {"hyderabad", "done"}
    choose(game, "hyderabad")
    assert is_done(game)
    assert here(game, "hyderabad") == {"sepoys": 2}
    assert is_done(event(54, "unshaded", "raj", {"delhi": {"sepoys": 45}}))


def test_card_54_shaded_removes_all_sepoys_but_one_or_shifts_the_space() -> None:
    """54 shaded: each of three Princely States keeps one Sepoy or shifts a level."""
    spaces: Spaces = {
        "hyderabad": {"sepoys": 4, "active": 1},
        "mysore": {"sepoys": 2, "level": "active_opposition"},
        "punjab": {"muslim_state": True, "sepoys": 3},
    }
    game = event(54, "shaded", "revolutionaries", spaces)
    assert why(game, "punjab") == NOT_AS_THE_EVENT_SAYS
    choose(game, "hyderabad", "sepoys", "mysore")
    assert useful(game) == {"sepoys"}
    choose(game, "sepoys", "orissa")
    assert useful(game) == {"shift"}
    choose(game, "shift")
    assert is_done(game)
    assert here(game, "hyderabad") == {"sepoys": 1, "active": 1}
    assert here(game, "mysore") == {"sepoys": 1, "level": "active_opposition"}
    assert levels(game, "orissa") == ["passive_opposition"]
    assert not controls(game, "hyderabad")


def test_card_54_shaded_leaves_the_only_sepoy() -> None:
    """54 shaded: a single Sepoy stays, and at Active Opposition nothing is left to do; "up to" may stop."""
    spaces: Spaces = {"hyderabad": {"sepoys": 1, "level": "active_opposition"}}
    game = event(54, "shaded", "congress", spaces)
    assert warned(game, "hyderabad") == NOTHING_WOULD_CHANGE
    choose(game, "orissa", "shift", "done")
    assert is_done(game)
    assert levels(game, "orissa", "mysore") == ["passive_opposition", "neutral"]
