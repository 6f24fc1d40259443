"""5.0 Events 7 to 12: each side where all of its text applies, and where only a part can (5.1.2)."""

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
from tests.playing import Spaces, choose, controls, here, keys, why

# -- 7 Jawaharlal Nehru Rises to Prominence ----------------------------------------------------------------


def test_card_7_unshaded_places_sepoys_in_spaces_with_congress_activists() -> None:
    """7 unshaded: Sepoys from Out of Play, only where Congress Activists are; States too."""
    spaces: Spaces = {
        "bihar": {"congress": 1},
        "orissa": {"congress": 1},
        "sind": {"gandhi": True},
        "assam": {"league": 1},
    }
    game = event(7, "unshaded", "raj", spaces, out_of_play={"sepoys": 6})
    assert useful(game) == {"bihar", "orissa", "done"}
    choose(game, "bihar", "1", "orissa", "4")
    assert is_done(game)
    assert (here(game, "bihar")["sepoys"], here(game, "orissa")["sepoys"]) == (1, 4)
    assert out_of_play(game, "sepoys") == 1


def test_card_7_unshaded_never_places_available_sepoys() -> None:
    """7 unshaded: two Out of Play are all that can come; Available ones never do."""
    game = event(7, "unshaded", "raj", {"bihar": {"congress": 1}}, "bihar", "2", out_of_play={"sepoys": 2})
    assert is_done(game)
    assert is_done(event(7, "unshaded", "raj", {"bihar": {"congress": 1}}))


def test_card_7_shaded_places_four_pieces_in_spaces_with_congress_pieces() -> None:
    """7 shaded: four pieces where Congress pieces are, Gandhi among them; two of the four from Out of Play."""
    spaces: Spaces = {"bihar": {"congress": 1}, "sind": {"gandhi": True}, "delhi": {"league": 1}}
    boxes = {"underground": 2, "league": 1}
    game = event(7, "shaded", "congress", spaces, "sind", out_of_play=boxes)
    assert useful(game) == {"congress", "league", "underground", "underground:out_of_play", "league:out_of_play"}
    choose(game, "underground:out_of_play", "2")
    assert "delhi" not in keys(game)
    choose(game, "bihar")
    assert useful(game) == {"congress", "league", "underground"}
    choose(game, "congress", "2")
    assert is_done(game)
    assert (here(game, "sind"), here(game, "bihar")) == ({"gandhi": True, "underground": 2}, {"congress": 3})
    assert tracks(game) == (3, 3)


def test_card_7_shaded_places_nothing_without_congress() -> None:
    """7 shaded: without Congress pieces on the map nothing can be placed; "up to" may stop at one."""
    assert is_done(event(7, "shaded", "league", {"delhi": {"league": 1}}))
    game = event(7, "shaded", "congress", {"bihar": {"congress": 1}}, "bihar", "league", "1", "done")
    assert here(game, "bihar") == {"congress": 1, "league": 1}


# -- 8 Webb Miller Interviews Gandhi -----------------------------------------------------------------------


def test_card_8_unshaded_removes_a_piece_for_every_cube_then_a_marker() -> None:
    """8 unshaded: two cubes remove two of the pieces, then one marker of the executing Faction's choice."""
    spaces: Spaces = {
        "bihar": {"troops": 1, "sepoys": 1, "congress": 2, "underground": 1, "unrest": 1, "protest": True},
        "delhi": {"troops": 1, "congress": 1},
    }
    game = event(8, "unshaded", "raj", spaces)
    assert useful(game) == {"congress", "underground"}
    choose(game, "underground", "protest")
    assert is_done(game)
    assert here(game, "bihar") == {"troops": 1, "sepoys": 1, "congress": 1, "unrest": 1}
    assert available(game, "congress") == 14


def test_card_8_unshaded_removes_only_a_marker_without_cubes() -> None:
    """8 unshaded: without cubes only the marker goes; a space without a marker is closed."""
    spaces: Spaces = {"delhi": {"unrest": 2, "congress": 1}, "bihar": {"protest": True}}
    game = event(8, "unshaded", "raj", spaces)
    assert why(game, "sind") == NOT_AS_THE_EVENT_SAYS
    choose(game, "delhi")
    assert is_done(game)
    assert here(game, "delhi") == {"unrest": 1, "congress": 1}


def test_card_8_shaded_shifts_two_protest_spaces() -> None:
    """8 shaded: two Protest spaces shift; Active Opposition and Railways have no level to shift."""
    spaces: Spaces = {
        "bihar": {"protest": True, "level": "passive_support"},
        "delhi": {"protest": True},
        "sind": {"protest": True, "level": "active_opposition"},
        "lahore_delhi": {"protest": True},
        "assam": {},
    }
    game = event(8, "shaded", "congress", spaces)
    assert [warned(game, space) for space in ("sind", "lahore_delhi")] == [NOTHING_WOULD_CHANGE] * 2
    assert why(game, "assam") == NOT_AS_THE_EVENT_SAYS
    choose(game, "bihar", "delhi")
    assert is_done(game)
    assert levels(game, "bihar", "delhi") == ["neutral", "passive_opposition"]


def test_card_8_shaded_may_leave_the_only_protest_space() -> None:
    """8 shaded: one Protest space is all there is, and "up to" may leave it."""
    spaces: Spaces = {"bihar": {"protest": True}}
    assert levels(event(8, "shaded", "congress", spaces, "bihar"), "bihar") == ["passive_opposition"]
    assert levels(event(8, "shaded", "congress", spaces, "done"), "bihar") == ["neutral"]


# -- 9 Jallianwala Bagh Assault Shocks India ---------------------------------------------------------------


def test_card_9_unshaded_places_unrest_and_removes_pieces_in_spaces_with_troops() -> None:
    """9 unshaded: Unrest in both, and a Guerrilla or Activist less for every cube, Sepoys included."""
    spaces: Spaces = {
        "delhi": {"troops": 1, "sepoys": 1, "congress": 3},
        "bombay": {"troops": 1, "underground": 1, "league": 1},
        "bihar": {"sepoys": 2, "congress": 1},
    }
    game = event(9, "unshaded", "raj", spaces)
    assert useful(game) == {"delhi", "bombay"}
    choose(game, "delhi", "underground")
    assert is_done(game)
    assert here(game, "delhi") == {"troops": 1, "sepoys": 1, "congress": 1, "unrest": 1}
    assert here(game, "bombay") == {"troops": 1, "league": 1, "unrest": 1}
    assert jail(game) == (0, 0, False)


def test_card_9_unshaded_only_removes_pieces_if_no_marker_is_available() -> None:
    """9 unshaded, R-09: one space with Troops, no marker left: only the removal."""
    game = event(9, "unshaded", "raj", {"delhi": {"troops": 2, "active": 1}, "bihar": {"unrest": 12}})
    assert is_done(game)
    assert here(game, "delhi") == {"troops": 2}


def test_card_9_shaded_removes_bases_last() -> None:
    """9 shaded: Unrest, up to four pieces with the Base after its Activists, then two levels."""
    spaces: Spaces = {"delhi": {"troops": 1, "sepoys": 1, "congress": 1, "league_bases": 1, "level": "active_support"}}
    game = event(9, "shaded", "league", spaces)
    assert useful(game) == {"troops", "sepoys", "congress", "done"}
    choose(game, "congress")
    assert useful(game) == {"troops", "sepoys", "league_bases", "done"}
    choose(game, "league_bases", "troops", "sepoys")
    assert is_done(game)
    assert here(game, "delhi") == {"unrest": 1}


def test_card_9_shaded_may_remove_nothing_on_a_railway() -> None:
    """9 shaded: on a Railway a Strike comes and no level shifts; the removal may stop at once. Gandhi stays."""
    game = event(9, "shaded", "revolutionaries", {"lahore_delhi": {"sepoys": 2, "gandhi": True}})
    assert useful(game) == {"sepoys", "done"}
    choose(game, "done")
    assert is_done(game)
    assert here(game, "lahore_delhi") == {"sepoys": 2, "gandhi": True, "strike": True}
    assert is_done(event(9, "shaded", "revolutionaries", {"bihar": {"congress": 2}}))


# -- 10 Aundh Experiment in Home Rule ----------------------------------------------------------------------


def test_card_10_unshaded_shifts_states_towards_neutral() -> None:
    """10 unshaded: at Restraint 2 two States shift, from either side."""
    spaces: Spaces = {
        "orissa": {"level": "active_support"},
        "mysore": {"level": "passive_opposition"},
        "hyderabad": {"level": "passive_support"},
        "bihar": {"level": "active_opposition"},
    }
    game = event(10, "unshaded", "raj", spaces, restraint=2)
    assert useful(game) == {"orissa", "mysore", "hyderabad", "done"}
    choose(game, "orissa", "mysore")
    assert is_done(game)
    assert levels(game, "orissa", "mysore", "hyderabad") == ["passive_support", "neutral", "passive_support"]


def test_card_10_unshaded_leaves_neutral_states() -> None:
    """10 unshaded: Neutral States cannot shift; fewer than Restraint may."""
    assert is_done(event(10, "unshaded", "raj", {}, restraint=4))
    game = event(10, "unshaded", "raj", {"orissa": {"level": "active_support"}}, "done", restraint=4)
    assert levels(game, "orissa") == ["active_support"]


def test_card_10_shaded_places_three_protests_even_at_restraint_five() -> None:
    """10 shaded, D-53: at Restraint 5 one Protest at most is Available, yet the Event places three; Restraint +2."""
    spaces: Spaces = {"delhi": {"protest": True}, "punjab": {"muslim_state": True}}
    game = event(10, "shaded", "congress", spaces, "orissa", "punjab", "mysore", restraint=5)
    assert is_done(game)
    assert game.view().protests_on_map == 4
    assert tracks(game) == (5, 3)
    assert tracks(event(10, "shaded", "congress", {}, "orissa", "done", restraint=2)) == (4, 3)


def test_card_10_shaded_only_shifts_restraint_if_no_protest_is_available() -> None:
    """10 shaded, 5.1.2: all eight Protests are on the map: only Restraint shifts."""
    game = event(10, "shaded", "congress", PROTESTS_EVERYWHERE, restraint=1)
    assert is_done(game)
    assert tracks(game) == (3, 3)


# -- 11 Aga Khan Palace Made a Prison ----------------------------------------------------------------------


def test_card_11_unshaded_arrests_gandhi_without_side_effects() -> None:
    """5.1.4 example, R-67: the arrest shifts no Restraint and places no Protest; all Activists with him go too."""
    game = event(11, "unshaded", "raj", {"bihar": {"gandhi": True, "congress": 2, "league": 1, "sepoys": 1}})
    assert is_done(game)
    assert here(game, "bihar") == {"sepoys": 1}
    assert jail(game) == (2, 1, True)
    assert tracks(game) == (3, 2)
    assert game.view().protests_on_map == 0


def test_card_11_unshaded_shifts_only_unity_with_gandhi_in_jail() -> None:
    """11 unshaded: with Gandhi in Jail already only Unity shifts, and not below 1."""
    jailed = {"gandhi": True}
    game = event(11, "unshaded", "raj", {"bihar": {"congress": 2}}, jail=jailed, unity=2)
    assert is_done(game)
    assert (here(game, "bihar"), tracks(game)) == ({"congress": 2}, (3, 1))
    assert tracks(event(11, "unshaded", "raj", {}, jail=jailed, unity=1)) == (3, 1)


def test_card_11_shaded_empties_the_jail() -> None:
    """11 shaded: Gandhi and three Activists of the executing Faction's choice to one space, the others to Available."""
    prisoners = {"congress": 4, "league": 2, "gandhi": True}
    game = event(11, "shaded", "congress", {}, "delhi", "congress", "2", "league", jail=prisoners)
    assert is_done(game)
    assert here(game, "delhi") == {"gandhi": True, "congress": 2, "league": 1}
    assert jail(game) == (0, 0, False)
    assert (available(game, "congress"), available(game, "league")) == (14, 15)


def test_card_11_shaded_leaves_gandhi_on_the_map() -> None:
    """11 shaded: Gandhi on the map stays where he is; an empty Jail asks nothing."""
    game = event(11, "shaded", "league", {"bihar": {"gandhi": True}}, "lahore_delhi", jail={"league": 1})
    assert is_done(game)
    assert (here(game, "bihar"), here(game, "lahore_delhi")) == ({"gandhi": True}, {"league": 1})
    assert is_done(event(11, "shaded", "league", {"bihar": {"gandhi": True}}))


# -- 12 Assault on the Dharasana Salt Works ----------------------------------------------------------------


def test_card_12_unshaded_replaces_protests_and_arrests_activists() -> None:
    """12 unshaded: in both spaces Unrest for the Protest and all Activists to Jail; Gandhi is no Activist."""
    spaces: Spaces = {
        "bihar": {"sepoys": 1, "protest": True, "congress": 2},
        "delhi": {"troops": 1, "protest": True, "league": 1, "gandhi": True},
        "sind": {"protest": True, "congress": 1},
    }
    game = event(12, "unshaded", "raj", spaces)
    assert useful(game) == {"bihar", "delhi"}
    choose(game, "bihar")
    assert is_done(game)
    assert here(game, "bihar") == {"sepoys": 1, "unrest": 1}
    assert here(game, "delhi") == {"troops": 1, "gandhi": True, "unrest": 1}
    assert jail(game) == (2, 1, False)
    assert controls(game, "bihar")


def test_card_12_unshaded_removes_protests_that_it_cannot_replace() -> None:
    """12 unshaded, 5.1.1, D-52: with no marker left, or a Strike there already, the Protest is only removed."""
    spaces: Spaces = {"delhi": {"troops": 1, "protest": True}, "bihar": {"unrest": 12}}
    assert here(event(12, "unshaded", "raj", spaces), "delhi") == {"troops": 1}
    railway: Spaces = {"lahore_delhi": {"troops": 1, "protest": True, "strike": True}}
    assert here(event(12, "unshaded", "raj", railway), "lahore_delhi") == {"troops": 1, "strike": True}


def test_card_12_shaded_places_three_protests_and_keeps_the_faction_eligible() -> None:
    """12 shaded: Protests where Activists of either Faction are, Restraint -1, and the Faction stays Eligible."""
    spaces: Spaces = {
        "bihar": {"congress": 1},
        "sind": {"league": 1},
        "delhi": {"congress": 1},
        "assam": {"underground": 1},
    }
    game = event(12, "shaded", "congress", spaces, "bihar", "sind", "delhi", eligible=["congress"])
    assert game.view().protests_on_map == 3
    assert tracks(game) == (2, 3)
    assert game.view().eligibility["congress"] == "eligible"


def test_card_12_shaded_places_no_protest_without_activists() -> None:
    """12 shaded: nowhere to place a Protest: Restraint stops at 1, and the Faction still stays Eligible."""
    game = event(12, "shaded", "raj", {}, eligible=["raj"], restraint=1)
    assert (game.view().protests_on_map, tracks(game)) == (0, (1, 3))
    assert game.view().eligibility["raj"] == "eligible"
