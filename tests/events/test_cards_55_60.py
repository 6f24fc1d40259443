"""5.0 Events 55 to 60: each side where all of its text applies, and where only a part can (5.1.2)."""

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
from tests.playing import Spaces, choose, here, keys, why

PRINCELY_STATES = [space for space in BOARD.lands if GEOGRAPHY[space].is_princely_state]

# -- 55 The Salt March -------------------------------------------------------------------------------------


def test_card_55_unshaded_arrests_activists_and_shifts_the_space_of_gandhi() -> None:
    """55 unshaded, R-67: his Protest goes, all Activists to Jail, one level; Gandhi himself stays."""
    spaces: Spaces = {"gujarat": {"gandhi": True, "protest": True, "congress": 2, "league": 1, "unrest": 1}}
    game = event(55, "unshaded", "raj", spaces)
    assert is_done(game)
    assert here(game, "gujarat") == {"gandhi": True, "unrest": 1, "level": "passive_support"}
    assert (jail(game), tracks(game)) == ((2, 1, False), (3, 3))


def test_card_55_unshaded_does_nothing_with_gandhi_in_jail() -> None:
    """55 unshaded: on a Railway no level shifts; with Gandhi in Jail nothing happens."""
    spaces: Spaces = {"lahore_delhi": {"gandhi": True, "congress": 1}}
    game = event(55, "unshaded", "raj", spaces)
    assert is_done(game)
    assert (here(game, "lahore_delhi"), jail(game)) == ({"gandhi": True}, (1, 0, False))
    game = event(55, "unshaded", "raj", {"bihar": {"protest": True, "congress": 1}}, jail={"gandhi": True})
    assert is_done(game)
    assert here(game, "bihar") == {"protest": True, "congress": 1}


def test_card_55_shaded_places_two_protests_and_moves_gandhi() -> None:
    """55 shaded: Protests in two spaces adjacent to each other; Gandhi goes to one of them with two Activists."""
    game = event(55, "shaded", "congress", {"bihar": {"gandhi": True}, "bombay": {"protest": True}}, restraint=5)
    assert warned(game, "bombay") == ONLY_A_PART
    choose(game, "gujarat")
    assert {"sind", "rajputana", "bombay_presidency", "delhi_ahmedabad"} <= keys(game)
    assert why(game, "punjab") == NOT_AS_THE_EVENT_SAYS
    choose(game, "sind")
    assert useful(game) == {"gujarat", "sind"}
    choose(game, "gujarat", "congress", "1", "league")
    assert is_done(game)
    assert here(game, "gujarat") == {"gandhi": True, "congress": 1, "league": 1, "protest": True}
    assert (here(game, "sind"), here(game, "bihar")) == ({"protest": True}, {})


def test_card_55_shaded_leaves_gandhi_in_jail() -> None:
    """55 shaded: from Jail he does not march, and no Activists come; the Protests do."""
    game = event(55, "shaded", "league", {}, "gujarat", "sind", jail={"gandhi": True})
    assert is_done(game)
    assert (here(game, "gujarat"), here(game, "sind")) == ({"protest": True}, {"protest": True})
    assert jail(game) == (0, 0, True)


def test_card_55_shaded_warns_where_every_neighbour_has_a_protest() -> None:
    """55 shaded, 5.1.2: the two spaces should be able to take a Protest each: Bombay's neighbours all have one."""
    spaces: Spaces = {"bombay_presidency": {"protest": True}, "bombay_bhusawal": {"protest": True}}
    game = event(55, "shaded", "congress", spaces)
    assert warned(game, "bombay") == ONLY_A_PART
    assert warned(game, "delhi") == ""


def test_card_55_shaded_moves_gandhi_even_if_no_protest_is_available() -> None:
    """55 shaded, 5.1.2: with one Protest left one space gets it; with none Gandhi still marches."""
    seven = {space: row for space, row in PROTESTS_EVERYWHERE.items() if space != "madras"}
    game = event(55, "shaded", "congress", seven, "orissa", "bihar", "bihar", "league", "2")
    assert is_done(game)
    assert (here(game, "orissa"), here(game, "bihar")) == ({"protest": True}, {"league": 2})
    spaces: Spaces = {**PROTESTS_EVERYWHERE, "gujarat": {"gandhi": True}}
    game = event(55, "shaded", "congress", spaces, "orissa", "bihar", "orissa", "congress", "2")
    assert is_done(game)
    assert here(game, "orissa") == {"gandhi": True, "congress": 2}
    assert is_done(event(55, "shaded", "congress", PROTESTS_EVERYWHERE, jail={"gandhi": True}))


# -- 56 Telangana Peasant Rebellion ------------------------------------------------------------------------


def test_card_56_unshaded_removes_markers_and_shifts_three_princely_states() -> None:
    """56 unshaded: every Protest and Unrest marker of three Princely States, and a level each."""
    spaces: Spaces = {
        "hyderabad": {"protest": True, "unrest": 2, "level": "active_opposition"},
        "mysore": {"unrest": 1},
        "punjab": {"muslim_state": True, "unrest": 1},
    }
    game = event(56, "unshaded", "raj", spaces)
    assert why(game, "punjab") == NOT_AS_THE_EVENT_SAYS
    choose(game, "hyderabad", "mysore", "orissa")
    assert is_done(game)
    assert here(game, "hyderabad") == {"level": "passive_opposition"}
    assert here(game, "mysore") == {"level": "passive_support"}
    assert levels(game, "orissa") == ["passive_support"]


def test_card_56_unshaded_only_removes_markers_at_active_support() -> None:
    """56 unshaded: at Active Support only the markers go; a State with nothing to do has a warning."""
    spaces: Spaces = {space: {"level": "active_support"} for space in PRINCELY_STATES}
    spaces["mysore"]["protest"] = True
    game = event(56, "unshaded", "raj", spaces)
    assert warned(game, "orissa") == NOTHING_WOULD_CHANGE
    choose(game, "mysore")
    assert is_done(game)
    assert here(game, "mysore") == {"level": "active_support"}


def test_card_56_shaded_shifts_three_princely_states() -> None:
    """56 shaded: three Princely States, no fewer while there are any; Muslim States are not Princely."""
    game = event(56, "shaded", "congress", {"punjab": {"muslim_state": True}})
    assert keys(game) == set(PRINCELY_STATES)
    choose(game, "hyderabad", "mysore", "jammu_and_kashmir")
    assert is_done(game)
    assert levels(game, "hyderabad", "mysore", "jammu_and_kashmir") == ["passive_opposition"] * 3


def test_card_56_shaded_shifts_the_only_two_states_that_can_shift() -> None:
    """56 shaded: two Princely States can still shift: both do; with none nothing is asked."""
    spaces: Spaces = {space: {"level": "active_opposition"} for space in PRINCELY_STATES}
    assert is_done(event(56, "shaded", "league", spaces))
    del spaces["mysore"], spaces["orissa"]
    game = event(56, "shaded", "league", spaces, "mysore")
    assert useful(game) == {"orissa"}
    choose(game, "orissa")
    assert is_done(game)
    assert levels(game, "mysore", "orissa") == ["passive_opposition"] * 2


# -- 57 Sarojini Naidu Inspires the Masses -----------------------------------------------------------------


def test_card_57_unshaded_puts_activists_out_of_play_then_places_pieces_from_there() -> None:
    """57 unshaded: two Activists leave the game for now, then two cubes or Guerrillas come; no Troops in States."""
    spaces: Spaces = {"bihar": {"congress": 2}, "sind": {"league": 1}}
    game = event(57, "unshaded", "raj", spaces, "bihar", "1", out_of_play={"troops": 2, "underground": 1})
    choose(game, "sind", "orissa")
    assert here(game, "orissa") == {"underground": 1}
    assert "mysore" not in keys(game)
    choose(game, "delhi")
    assert is_done(game)
    assert here(game, "delhi") == {"troops": 1}
    assert [out_of_play(game, piece) for piece in ("congress", "league", "troops")] == [1, 1, 1]


def test_card_57_unshaded_still_places_pieces_without_activists() -> None:
    """57 unshaded: without Activists only pieces come; with nothing Out of Play those who went stay there."""
    game = event(57, "unshaded", "raj", {}, "delhi", out_of_play={"sepoys": 1})
    assert is_done(game)
    assert here(game, "delhi") == {"sepoys": 1}
    game = event(57, "unshaded", "revolutionaries", {"bihar": {"congress": 1}}, "bihar")
    assert is_done(game)
    assert out_of_play(game, "congress") == 1


def test_card_57_shaded_places_four_activists_in_protest_spaces() -> None:
    """57 shaded: four Activists in Protest spaces, two at most from Out of Play."""
    spaces: Spaces = {"bihar": {"protest": True}, "lahore_delhi": {"protest": True}}
    game = event(57, "shaded", "congress", spaces, "bihar", out_of_play={"congress": 5})
    assert useful(game) == {"congress", "league", "congress:out_of_play"}
    choose(game, "congress:out_of_play")
    assert useful(game) == {"1", "2"}
    choose(game, "2", "lahore_delhi")
    assert useful(game) == {"congress", "league"}
    choose(game, "league", "2")
    assert is_done(game)
    assert here(game, "bihar") == {"protest": True, "congress": 2}
    assert here(game, "lahore_delhi") == {"protest": True, "league": 2}
    assert (out_of_play(game, "congress"), tracks(game)) == (3, (3, 3))


def test_card_57_shaded_places_no_activist_without_protests() -> None:
    """57 shaded: without Protest spaces no one comes; "up to" may stop at one."""
    assert is_done(event(57, "shaded", "congress", {"bihar": {"congress": 1}}))
    game = event(57, "shaded", "league", {"sind": {"protest": True}}, "sind", "league", "1", "done")
    assert is_done(game)
    assert here(game, "sind") == {"protest": True, "league": 1}


# -- 58 Vallabhbhai Patel Agitates in Gujarat --------------------------------------------------------------


def test_card_58_unshaded_offers_alternatives_in_each_of_three_states() -> None:
    """58 unshaded: at Restraint 3 three States, each with its own alternative."""
    spaces: Spaces = {
        "gujarat": {"congress": 2, "level": "active_opposition"},
        "punjab": {"muslim_state": True, "level": "active_opposition"},
        "orissa": {},
        "bihar": {"congress": 1},
    }
    game = event(58, "unshaded", "raj", spaces)
    assert why(game, "bihar") == NOT_AS_THE_EVENT_SAYS
    choose(game, "gujarat")
    assert useful(game) == {"guerrilla", "activist", "neutral"}
    choose(game, "activist", "punjab", "neutral", "orissa")
    assert useful(game) == {"guerrilla"}
    choose(game, "guerrilla")
    assert is_done(game)
    assert here(game, "gujarat") == {"congress": 1, "level": "active_opposition"}
    assert here(game, "punjab") == {"muslim_state": True}
    assert here(game, "orissa") == {"underground": 1}


def test_card_58_unshaded_offers_no_guerrilla_without_one_available() -> None:
    """58 unshaded: with no Guerrilla Available a Neutral State without Activists is of no use; one State."""
    spaces: Spaces = {"gujarat": {"league": 1}}
    game = event(58, "unshaded", "raj", spaces, restraint=1, out_of_play={"underground": 16})
    assert useful(game) == {"gujarat", "done"}
    choose(game, "gujarat")
    assert useful(game) == {"activist"}
    choose(game, "activist")
    assert is_done(game)
    assert (here(game, "gujarat"), available(game, "league")) == ({}, 16)


def test_card_58_shaded_replaces_a_piece_in_each_of_three_spaces() -> None:
    """58 shaded: one Guerrilla or Sepoy in each of three spaces becomes an Activist."""
    spaces: Spaces = {
        "gujarat": {"sepoys": 2, "active": 1},
        "delhi": {"troops": 1, "underground": 1},
        "lahore_delhi": {"sepoys": 1},
        "bombay": {"troops": 1},
    }
    game = event(58, "shaded", "congress", spaces)
    assert warned(game, "bombay") == NOTHING_WOULD_CHANGE
    choose(game, "gujarat", "sepoys", "congress", "delhi", "league", "lahore_delhi", "congress")
    assert is_done(game)
    assert here(game, "gujarat") == {"sepoys": 1, "active": 1, "congress": 1}
    assert here(game, "delhi") == {"troops": 1, "league": 1}
    assert here(game, "lahore_delhi") == {"congress": 1}


def test_card_58_shaded_removes_pieces_that_it_cannot_replace() -> None:
    """58 shaded, 5.1.1: with no Activist Available the piece only goes; "up to" may leave all as it is."""
    boxes = {"congress": 16, "league": 16}
    game = event(58, "shaded", "revolutionaries", {"delhi": {"sepoys": 2}}, "delhi", out_of_play=boxes)
    assert is_done(game)
    assert here(game, "delhi") == {"sepoys": 1}
    assert is_done(event(58, "shaded", "congress", {"delhi": {"sepoys": 2}}, "done"))


# -- 59 Khadi Spinning Wheels ------------------------------------------------------------------------------


def test_card_59_unshaded_adds_three_resources_for_each_railway_without_strike_or_activists() -> None:
    """59 unshaded: 3 Resources for each of nine Railways with neither Strike nor Activists; Restraint -1."""
    spaces: Spaces = {
        "lahore_delhi": {"strike": True},
        "bombay_bhusawal": {"league": 1},
        "karachi_lahore": {"active": 1},
    }
    game = event(59, "unshaded", "raj", spaces, resources={"raj": 2})
    assert is_done(game)
    assert (resources(game, "raj"), tracks(game)) == (29, (2, 3))


def test_card_59_unshaded_keeps_resources_and_restraint_within_their_limits() -> None:
    """59 unshaded, R-16: Resources stop at 50 and Restraint at 1."""
    game = event(59, "unshaded", "congress", {}, resources={"raj": 30}, restraint=1)
    assert (resources(game, "raj"), tracks(game)) == (50, (1, 3))


def test_card_59_shaded_costs_raj_three_resources_for_each_railway_with_strike_or_activists() -> None:
    """59 shaded: 3 Resources for each Railway with a Strike or Activists, counted once; Restraint +1."""
    spaces: Spaces = {"lahore_delhi": {"strike": True, "congress": 1}, "bombay_bhusawal": {"league": 1}}
    game = event(59, "shaded", "congress", spaces, resources={"raj": 20})
    assert is_done(game)
    assert (resources(game, "raj"), tracks(game)) == (14, (4, 3))


def test_card_59_shaded_keeps_resources_and_restraint_within_their_limits() -> None:
    """59 shaded: without such Railways only Restraint shifts, not above 5; Resources never fall below 0."""
    game = event(59, "shaded", "league", {}, resources={"raj": 4}, restraint=5)
    assert (resources(game, "raj"), tracks(game)) == (4, (5, 3))
    poor = event(59, "shaded", "league", {"lahore_delhi": {"strike": True}}, resources={"raj": 2})
    assert resources(poor, "raj") == 0


# -- 60 Gandhi's Young India Newspaper ---------------------------------------------------------------------


def test_card_60_unshaded_removes_activists_and_guerrillas_from_railways() -> None:
    """60 unshaded: Activists and Guerrillas leave all Railways for Available; Gandhi, cubes and markers stay."""
    spaces: Spaces = {
        "lahore_delhi": {"congress": 1, "underground": 1, "active": 1, "sepoys": 1, "strike": True},
        "bombay_bhusawal": {"league": 2, "gandhi": True},
        "bihar": {"congress": 1},
    }
    game = event(60, "unshaded", "raj", spaces)
    assert is_done(game)
    assert here(game, "lahore_delhi") == {"sepoys": 1, "strike": True}
    assert (here(game, "bombay_bhusawal"), here(game, "bihar")) == ({"gandhi": True}, {"congress": 1})
    assert (available(game, "league"), jail(game)) == (16, (0, 0, False))


def test_card_60_unshaded_does_nothing_on_empty_railways() -> None:
    """60 unshaded: with no one on Railways nothing happens; one kind alone goes."""
    assert is_done(event(60, "unshaded", "raj", {"bihar": {"congress": 1}}))
    game = event(60, "unshaded", "congress", {"lahore_delhi": {"active": 2, "troops": 1}})
    assert here(game, "lahore_delhi") == {"troops": 1}


def test_card_60_shaded_places_pieces_on_railways_beside_opposition() -> None:
    """60 shaded: a piece on each of four Railways next to Opposition."""
    spaces: Spaces = {"punjab": {"level": "active_opposition"}, "bombay": {"level": "passive_opposition"}}
    game = event(60, "shaded", "congress", spaces)
    assert useful(game) == {"karachi_lahore", "lahore_peshawar", "lahore_delhi", "bombay_bhusawal", "done"}
    assert why(game, "guntakal_madras") == NOT_AS_THE_EVENT_SAYS
    choose(game, "karachi_lahore", "congress", "lahore_peshawar", "underground")
    choose(game, "lahore_delhi", "league", "bombay_bhusawal", "congress")
    assert is_done(game)
    assert here(game, "lahore_peshawar") == {"underground": 1}
    assert here(game, "bombay_bhusawal") == {"congress": 1}


def test_card_60_shaded_is_limited_by_opposition_and_available_guerrillas() -> None:
    """60 shaded: without Opposition no Railway is open; only one Guerrilla is Available."""
    assert is_done(event(60, "shaded", "revolutionaries", {"punjab": {"level": "active_support"}}))
    spaces: Spaces = {"bombay": {"level": "passive_opposition"}}
    boxes = {"congress": 16, "league": 16, "underground": 15}
    game = event(60, "shaded", "revolutionaries", spaces, "bombay_bhusawal", out_of_play=boxes)
    assert is_done(game)
    assert here(game, "bombay_bhusawal") == {"underground": 1}
