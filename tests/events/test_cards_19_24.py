"""5.0 Events 19 to 24: each side where all of its text applies, and where only a part can (5.1.2)."""

from __future__ import annotations

import pytest

from tests.events.playing import (
    NOT_AS_THE_EVENT_SAYS,
    NOTHING_WOULD_CHANGE,
    available,
    event,
    is_done,
    levels,
    out_of_play,
    resources,
    rolls,
    useful,
    warned,
)
from tests.playing import Spaces, choose, here, keys, seed_rolling, why

# -- 19 Attack on the Central Assembly in Delhi ------------------------------------------------------------


def test_card_19_unshaded_removes_three_underground_or_all_active_guerrillas() -> None:
    """19 unshaded: in one space up to three Underground Guerrillas, or all Active ones."""
    spaces: Spaces = {"bihar": {"underground": 4, "active": 2}, "delhi": {"active": 1}}
    game = event(19, "unshaded", "raj", spaces, "bihar")
    assert useful(game) == {"underground", "active"}
    choose(game, "underground")
    assert useful(game) == {"underground", "done"}
    choose(game, "underground", "3")
    assert is_done(game)
    assert here(game, "bihar") == {"underground": 1, "active": 2}
    other = event(19, "unshaded", "raj", spaces, "bihar", "active")
    assert is_done(other)
    assert here(other, "bihar") == {"underground": 4}


def test_card_19_unshaded_removes_the_only_kind_of_guerrilla() -> None:
    """19 unshaded: where only Active Guerrillas are they all go; without Guerrillas nothing is asked."""
    game = event(19, "unshaded", "congress", {"delhi": {"active": 4}})
    assert useful(game) == {"delhi"}
    choose(game, "delhi")
    assert useful(game) == {"active"}
    choose(game, "active")
    assert is_done(game)
    assert (here(game, "delhi"), available(game, "underground")) == ({}, 16)
    assert is_done(event(19, "unshaded", "congress", {}))


def test_card_19_shaded_places_unrest_and_guerrillas_under_raj_control() -> None:
    """19 shaded: Unrest and an Underground Guerrilla in two spaces with Raj Control."""
    spaces: Spaces = {
        "delhi": {"troops": 1},
        "bihar": {"sepoys": 2},
        "orissa": {"sepoys": 2},
        "sind": {"sepoys": 1, "active": 1},
    }
    game = event(19, "shaded", "revolutionaries", spaces)
    assert [why(game, space) for space in ("orissa", "sind")] == [NOT_AS_THE_EVENT_SAYS] * 2
    choose(game, "delhi")
    assert is_done(game)
    assert here(game, "delhi") == {"troops": 1, "underground": 1, "unrest": 1}
    assert here(game, "bihar") == {"sepoys": 2, "underground": 1, "unrest": 1}


def test_card_19_shaded_places_unrest_even_if_no_guerrilla_is_available() -> None:
    """19 shaded, 5.1.1: one Controlled space, no Guerrilla Available: Unrest alone; and without Control nothing."""
    game = event(19, "shaded", "raj", {"delhi": {"troops": 1}}, out_of_play={"underground": 16})
    assert is_done(game)
    assert here(game, "delhi") == {"troops": 1, "unrest": 1}
    assert is_done(event(19, "shaded", "raj", {}))


# -- 20 Jugantar Formed in Bengal --------------------------------------------------------------------------


def test_card_20_unshaded_removes_a_guerrilla_for_every_cube_in_both_bengals() -> None:
    """20 unshaded: a Guerrilla less for every cube in each Bengal, then the others there Activate, and nowhere else."""
    spaces: Spaces = {
        "west_bengal": {"troops": 1, "underground": 2, "active": 1},
        "east_bengal": {"sepoys": 2, "underground": 4},
        "bihar": {"sepoys": 1, "underground": 1},
    }
    game = event(20, "unshaded", "raj", spaces)
    assert useful(game) == {"underground", "active"}
    choose(game, "active")
    assert is_done(game)
    assert here(game, "west_bengal") == {"troops": 1, "active": 2}
    assert here(game, "east_bengal") == {"sepoys": 2, "active": 2}
    assert here(game, "bihar") == {"sepoys": 1, "underground": 1}


def test_card_20_unshaded_only_activates_guerrillas_if_there_are_no_cubes() -> None:
    """20 unshaded: without cubes nothing is removed and all Activate; more cubes than Guerrillas take them all."""
    spaces: Spaces = {"west_bengal": {"underground": 2}, "east_bengal": {"sepoys": 5, "underground": 1}}
    game = event(20, "unshaded", "congress", spaces)
    assert is_done(game)
    assert (here(game, "west_bengal"), here(game, "east_bengal")) == ({"active": 2}, {"sepoys": 5})


def test_card_20_shaded_places_guerrillas_and_turns_all_underground() -> None:
    """20 shaded: three Guerrillas come to the Bengals, then every Guerrilla in both goes Underground."""
    spaces: Spaces = {"west_bengal": {"active": 1}, "east_bengal": {"active": 2}, "bihar": {"active": 1}}
    game = event(20, "shaded", "revolutionaries", spaces, "east_bengal", "2", "west_bengal")
    assert is_done(game)
    assert (here(game, "west_bengal"), here(game, "east_bengal")) == ({"underground": 2}, {"underground": 4})
    assert here(game, "bihar") == {"active": 1}


def test_card_20_shaded_turns_guerrillas_underground_even_if_none_is_available() -> None:
    """20 shaded: without a Guerrilla Available the others still go Underground; "up to" may be none."""
    game = event(20, "shaded", "raj", {"east_bengal": {"active": 1}}, out_of_play={"underground": 15})
    assert is_done(game)
    assert here(game, "east_bengal") == {"underground": 1}
    assert here(event(20, "shaded", "raj", {"east_bengal": {"active": 1}}, "done"), "east_bengal") == {"underground": 1}


# -- 21 Bhagat Singh Frustrates the Empire -----------------------------------------------------------------


@pytest.mark.parametrize("card", [21, 22])
def test_cards_21_22_unshaded_remove_two_guerrillas_and_put_two_out_of_play(card: int) -> None:
    """21 and 22 unshaded: two Guerrillas to Available, then two Out of Play, from any spaces."""
    spaces: Spaces = {"bihar": {"underground": 3, "active": 1}, "lahore_delhi": {"active": 2}}
    game = event(card, "unshaded", "raj", spaces, "bihar", "active", "lahore_delhi", "bihar", "2")
    assert is_done(game)
    assert (here(game, "bihar"), here(game, "lahore_delhi")) == ({"underground": 1}, {"active": 1})
    assert (available(game, "underground"), out_of_play(game, "underground")) == (12, 2)


@pytest.mark.parametrize("card", [21, 22])
def test_cards_21_22_unshaded_may_remove_or_put_out_of_play_the_only_guerrilla(card: int) -> None:
    """21 and 22 unshaded: a single Guerrilla goes to Available or Out of Play as the executing Faction chooses."""
    spaces: Spaces = {"bihar": {"underground": 1}}
    assert available(event(card, "unshaded", "raj", spaces, "bihar"), "underground") == 16
    game = event(card, "unshaded", "raj", spaces, "done", "bihar")
    assert is_done(game)
    assert out_of_play(game, "underground") == 1
    assert is_done(event(card, "unshaded", "raj", {}))


def test_card_21_shaded_places_guerrillas_and_unrest_in_punjab() -> None:
    """21 shaded: four Guerrillas and Unrest in Punjab."""
    game = event(21, "shaded", "revolutionaries", {})
    assert useful(game) == {"underground", "done"}
    choose(game, "underground", "4")
    assert is_done(game)
    assert here(game, "punjab") == {"underground": 4, "unrest": 1}


def test_card_21_shaded_may_place_only_unrest_or_only_guerrillas() -> None:
    """21 shaded: no Guerrilla, by choice or for lack of one Available, leaves the Unrest; no marker, the Guerrillas."""
    assert here(event(21, "shaded", "congress", {}, "done"), "punjab") == {"unrest": 1}
    assert here(event(21, "shaded", "congress", {}, out_of_play={"underground": 16}), "punjab") == {"unrest": 1}
    game = event(21, "shaded", "congress", {"bihar": {"unrest": 12}}, "underground", "2", "done")
    assert here(game, "punjab") == {"underground": 2}


# -- 22 Subhas Chandra Bose Conspires with Japan -----------------------------------------------------------


def test_card_22_shaded_places_guerrillas_and_removes_an_adversary() -> None:
    """22 shaded: in each of two spaces without Raj Control two Guerrillas, and an adversary piece less, a Base too."""
    spaces: Spaces = {
        "orissa": {"sepoys": 1, "congress": 1, "gandhi": True},
        "sind": {"league": 1, "league_bases": 1},
        "delhi": {"troops": 1},
    }
    game = event(22, "shaded", "revolutionaries", spaces)
    assert why(game, "delhi") == NOT_AS_THE_EVENT_SAYS
    choose(game, "orissa")
    assert useful(game) == {"sepoys", "congress"}
    choose(game, "sepoys", "sind")
    assert useful(game) == {"league", "league_bases"}
    choose(game, "league_bases")
    assert is_done(game)
    assert here(game, "orissa") == {"congress": 1, "gandhi": True, "underground": 2}
    assert here(game, "sind") == {"league": 1, "underground": 2}


def test_card_22_shaded_removes_adversaries_of_the_executing_faction() -> None:
    """22 shaded: adversaries are those of the executing Faction; without any, the Guerrillas still come."""
    spaces: Spaces = {"sind": {"league": 1, "league_bases": 1}}
    game = event(22, "shaded", "league", spaces, "sind")
    assert here(game, "sind") == {"league": 1, "league_bases": 1, "underground": 1}
    few = event(22, "shaded", "revolutionaries", {}, "lahore_delhi", out_of_play={"underground": 15})
    assert is_done(few)
    assert here(few, "lahore_delhi") == {"underground": 1}


# -- 23 Kakori Train Robbery -------------------------------------------------------------------------------


def test_card_23_unshaded_activates_then_removes_guerrillas() -> None:
    """23 unshaded: a Guerrilla Activates for every cube in three spaces; then five Active ones in total leave those."""
    spaces: Spaces = {
        "bihar": {"troops": 2, "underground": 3},
        "delhi": {"sepoys": 1, "underground": 1, "active": 2},
        "sind": {"sepoys": 4, "underground": 2},
        "assam": {"active": 3},
    }
    game = event(23, "unshaded", "raj", spaces, "bihar", "delhi", "sind")
    assert here(game, "bihar") == {"troops": 2, "underground": 1, "active": 2}
    assert useful(game) == {"bihar", "delhi", "sind", "done"}
    choose(game, "delhi", "3", "bihar", "2")
    assert is_done(game)
    assert (here(game, "bihar"), here(game, "delhi")) == ({"troops": 2, "underground": 1}, {"sepoys": 1})
    assert here(game, "sind") == {"sepoys": 4, "active": 2}


def test_card_23_unshaded_may_remove_active_guerrillas_in_spaces_without_cubes() -> None:
    """23 unshaded: a space without cubes serves if Active Guerrillas are there already; others have a warning."""
    spaces: Spaces = {"assam": {"active": 1}, "orissa": {"underground": 2}}
    game = event(23, "unshaded", "raj", spaces)
    assert warned(game, "orissa") == NOTHING_WOULD_CHANGE
    choose(game, "assam", "assam")
    assert is_done(game)
    assert here(game, "assam") == {}
    assert here(event(23, "unshaded", "raj", spaces, "done"), "assam") == {"active": 1}


def test_card_23_shaded_attacks_for_free_and_hides_guerrillas() -> None:
    """23 shaded, 3.4.3: Attacks by its own rules at no cost, then the Guerrillas there go Underground."""
    spaces: Spaces = {
        "bihar": {"sepoys": 1, "troops": 1, "underground": 3},
        "orissa": {"congress": 1, "active": 2},
        "lahore_delhi": {"underground": 5},
    }
    game = event(23, "shaded", "revolutionaries", spaces, seed=seed_rolling(3, 5), resources={"revolutionaries": 4})
    assert why(game, "lahore_delhi") == NOT_AS_THE_EVENT_SAYS
    assert rolls(game, "bihar") == [3]
    assert why(game, "troops") == "why.sepoys_first 3.4.3"
    choose(game, "sepoys", "troops")
    assert here(game, "bihar") == {"underground": 3, "unrest": 1}
    assert rolls(game, "orissa") == [5]
    assert is_done(game)
    assert here(game, "orissa") == {"congress": 1, "underground": 2}
    assert resources(game, "revolutionaries") == 4


def test_card_23_shaded_lets_the_executing_faction_choose_what_to_remove() -> None:
    """23 shaded, 5.1: the executing Faction chooses what the Attack removes: adversaries of the Revolutionaries."""
    game = event(
        23, "shaded", "league", {"bihar": {"sepoys": 1, "congress": 1, "active": 2}}, "bihar", seed=seed_rolling(2)
    )
    assert game.decision is not None
    assert (game.decision.seat, game.decision.kind) == ("league", "attack.remove")
    assert why(game, "congress") == "why.not_active 3.4.3"
    choose(game, "done")
    assert is_done(game)
    assert here(game, "bihar") == {"sepoys": 1, "congress": 1, "underground": 2, "unrest": 1}


def test_card_23_shaded_attacks_even_without_adversaries() -> None:
    """23 shaded, R-20: an Attack without adversaries may still bring Unrest; without Guerrillas nothing happens."""
    game = event(23, "shaded", "raj", {"sind": {"underground": 1}}, "sind", seed=seed_rolling(1))
    assert is_done(game)
    assert here(game, "sind") == {"underground": 1, "unrest": 1}
    assert is_done(event(23, "shaded", "raj", {}))


# -- 24 Raid on the Chittagong Armoury ---------------------------------------------------------------------


def test_card_24_unshaded_activates_then_removes_guerrillas() -> None:
    """24 unshaded: five Guerrillas Activate; in three of those spaces an Active one leaves for every cube."""
    spaces: Spaces = {
        "bihar": {"troops": 1, "sepoys": 1, "underground": 3},
        "delhi": {"sepoys": 1, "underground": 1, "active": 1},
        "sind": {"underground": 2},
        "assam": {"sepoys": 3, "active": 3},
    }
    game = event(24, "unshaded", "raj", spaces, "bihar", "3", "delhi", "sind")
    assert useful(game) == {"bihar", "delhi", "done"}
    assert why(game, "assam") == NOT_AS_THE_EVENT_SAYS
    assert warned(game, "sind") == NOTHING_WOULD_CHANGE
    choose(game, "bihar", "delhi")
    assert is_done(game)
    assert here(game, "bihar") == {"troops": 1, "sepoys": 1, "active": 1}
    assert here(game, "delhi") == {"sepoys": 1, "active": 1}
    assert here(game, "sind") == {"underground": 1, "active": 1}


def test_card_24_unshaded_only_activates_guerrillas_if_there_are_no_cubes() -> None:
    """24 unshaded: without cubes the Guerrillas only Activate; without Guerrillas nothing happens."""
    game = event(24, "unshaded", "raj", {"sind": {"underground": 1}}, "sind")
    assert is_done(game)
    assert here(game, "sind") == {"active": 1}
    assert is_done(event(24, "unshaded", "raj", {"sind": {"congress": 2, "sepoys": 2}}))


def test_card_24_unshaded_may_select_a_guerrilla_that_is_active_already() -> None:
    """24 unshaded, 1.4.3: one of the five may be Active already; its space is asked for once."""
    spaces: Spaces = {"sind": {"active": 2, "sepoys": 2}, "bihar": {"underground": 5, "sepoys": 1}}
    game = event(24, "unshaded", "raj", spaces, "sind")
    assert useful(game) == {"bihar", "done"}
    choose(game, "bihar")
    assert max(map(int, keys(game))) == 4, "the one in Sind counts among the five"
    choose(game, "4", "sind", "bihar")
    assert is_done(game)
    assert here(game, "sind") == {"sepoys": 2}
    assert here(game, "bihar") == {"underground": 1, "active": 3, "sepoys": 1}


def test_card_24_shaded_places_guerrillas_from_out_of_play() -> None:
    """24 shaded: two Guerrillas from Out of Play, Unrest, and Neutral."""
    spaces: Spaces = {"east_bengal": {"level": "active_support"}}
    game = event(24, "shaded", "revolutionaries", spaces, "east_bengal", out_of_play={"underground": 3})
    assert is_done(game)
    assert here(game, "east_bengal") == {"underground": 2, "unrest": 1}
    assert out_of_play(game, "underground") == 1


def test_card_24_shaded_never_places_available_guerrillas() -> None:
    """24 shaded: Available Guerrillas do not come; on a Railway there is a Strike and no level."""
    game = event(24, "shaded", "congress", {"sind": {"level": "passive_opposition"}}, "sind")
    assert is_done(game)
    assert (here(game, "sind"), levels(game, "sind")) == ({"unrest": 1}, ["neutral"])
    railway = event(24, "shaded", "raj", {}, "calcutta_chittagong", out_of_play={"underground": 1})
    assert here(railway, "calcutta_chittagong") == {"underground": 1, "strike": True}
