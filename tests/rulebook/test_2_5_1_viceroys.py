"""2.5.1 The seven Viceroys and what each means for Raj Operations and Special Activities."""

from __future__ import annotations

import pytest

from engine import Game
from engine.gandhi.board import BOARD
from tests.playing import Spaces, asked, choose, game_at, here, keys, now, why

VICEROYS = ("chelmsford", "reading", "irwin", "willingdon", "linlithgow", "wavell", "mountbatten")
RESTRAINT = 4
RESOURCES = 20


def game_under(viceroy: str, spaces: Spaces, may: str = "operation_only") -> Game:
    """Return a Raj turn under a Viceroy at Restraint 4 with 20 Resources."""
    return game_at(spaces, "raj", may, viceroy=viceroy, restraint=RESTRAINT, resources={"raj": RESOURCES})


def spent(game: Game) -> int:
    """Return what the turn has cost Raj so far."""
    return RESOURCES - int(now(game)["resources"]["raj"])


def test_there_are_seven_campaign_cards_each_with_its_viceroy() -> None:
    """2.5: seven Campaign cards, each with its Viceroy."""
    assert tuple(BOARD.viceroys) == VICEROYS
    assert len(BOARD.campaign_cards) == 7


# What Sepoys cost in each of two spaces, by Operation.
EXPECTED = {
    "chelmsford": {"deploy": (4, 4), "sweep": (4, 4), "assault": (1, 1), "garrison": (4,)},
    "reading": {"deploy": (0, 4), "sweep": (0, 4), "assault": (0, 4), "garrison": (0,)},
    "irwin": {"deploy": (4, 4), "sweep": (1, 1), "assault": (4, 4), "garrison": (4,)},
    "willingdon": {"deploy": (1, 1), "sweep": (4, 4), "assault": (4, 4), "garrison": (4,)},
    "linlithgow": {"deploy": (4, 4), "sweep": (4, 4), "assault": (4, 4), "garrison": (4,)},
    "wavell": {"deploy": (4, 4), "sweep": (4, 4), "assault": (4, 4), "garrison": (4,)},
    "mountbatten": {"deploy": (4, 4), "sweep": (4, 4), "assault": (4, 4), "garrison": (4,)},
}


@pytest.mark.parametrize("viceroy", VICEROYS)
def test_sepoys_cost_restraint_or_the_price_of_the_viceroy(viceroy: str) -> None:
    """3.2.1, 3.2.2, 3.2.3, 3.2.4, D-18, D-23: Restraint, or the Viceroy's price, in each of two spaces."""
    expected = EXPECTED[viceroy]
    game = game_under(viceroy, {})
    choose(game, "deploy", "delhi", "sepoys", "6")
    first = spent(game)
    choose(game, "bombay", "sepoys", "6")
    assert (first, spent(game) - first) == expected["deploy"]

    spaces: Spaces = {
        "delhi": {"troops": 1, "sepoys": 1, "underground": 2},
        "madras": {"troops": 1, "sepoys": 1, "underground": 2},
    }
    game = game_under(viceroy, spaces)
    choose(game, "sweep", "delhi", "madras", "done", "yes")
    first = spent(game)
    choose(game, "yes")
    assert (first, spent(game) - first) == expected["sweep"]

    spaces = {"delhi": {"sepoys": 4, "active": 2}, "madras": {"sepoys": 4, "active": 2}}
    game = game_under(viceroy, spaces)
    choose(game, "assault", "delhi", "yes")
    first = spent(game)
    choose(game, "madras", "yes")
    assert (first, spent(game) - first) == expected["assault"]

    game = game_under(viceroy, spaces)
    choose(game, "garrison", "delhi", "4", "bombay")
    assert (spent(game),) == expected["garrison"]


@pytest.mark.parametrize("viceroy", VICEROYS)
def test_imperialism_costs_three_resources_or_two_under_lord_mountbatten(viceroy: str) -> None:
    """4.2.2: 3 Resources for a purchase, 2 under Lord Mountbatten."""
    game = game_under(viceroy, {"delhi": {"troops": 1}}, "operation_and_special")
    choose(game, "special:govern", "2")
    assert spent(game) == (4 if viceroy == "mountbatten" else 6)
    assert here(game, "delhi")["level"] == "active_support"


@pytest.mark.parametrize("viceroy", VICEROYS)
def test_martial_law_adds_unrest_except_under_lord_linlithgow(viceroy: str) -> None:
    """4.2.3: one Unrest marker, none under Lord Linlithgow."""
    game = game_under(viceroy, {"delhi": {"troops": 1, "congress": 1}}, "operation_and_special")
    choose(game, "special:martial_law")
    assert here(game, "delhi").get("unrest", 0) == (0 if viceroy == "linlithgow" else 1)


def test_under_lord_reading_the_first_selected_space_is_free() -> None:
    """R-33i: a first space where only Troops are used takes the free selection with it; order matters."""
    spaces: Spaces = {"delhi": {"troops": 1, "active": 1}, "madras": {"sepoys": 2, "active": 1}}
    game = game_under("reading", spaces)
    choose(game, "assault", "delhi", "madras", "yes")
    assert spent(game) == RESTRAINT
    game = game_under("reading", spaces)
    choose(game, "assault", "madras", "yes", "delhi")
    assert spent(game) == 0


def test_lord_reading_makes_garrison_free() -> None:
    """3.2.2, R-33i: without any Resources Sepoys still ride."""
    game = game_at({"delhi": {"sepoys": 1}}, "raj", "operation_only", viceroy="reading", restraint=5)
    choose(game, "garrison", "delhi", "bombay")
    assert here(game, "bombay") == {"sepoys": 1}


def test_viceroy_prices_hold_in_a_limited_operation() -> None:
    """R-24: a Limited Operation keeps the Viceroy's price."""
    game = game_under("irwin", {"delhi": {"sepoys": 1, "underground": 1}}, "limited_operation")
    choose(game, "sweep", "delhi", "done", "yes")
    assert spent(game) == 1


@pytest.mark.parametrize("viceroy", VICEROYS)
def test_no_viceroy_changes_the_prices_of_the_revolutionaries(viceroy: str) -> None:
    """2.5.1: the Revolutionaries pay their own prices under every Viceroy."""
    spaces: Spaces = {"punjab": {"underground": 1}, "sind": {"underground": 1}}
    game = game_at(spaces, "revolutionaries", "operation_only", viceroy=viceroy, resources={"revolutionaries": 5})
    choose(game, "rally", "punjab")
    assert now(game)["resources"]["revolutionaries"] == 4


# -- Lord Wavell -------------------------------------------------------------------------------------------

WAVELL = {
    "punjab": {"troops": 1, "underground": 2},
    "delhi": {"troops": 1, "sepoys": 1},
    "bombay": {"troops": 1},
}


def test_lord_wavell_grants_a_free_sweep_before_the_removal() -> None:
    """R-33h: the free Sweep opens the Assault in its space; moved Sepoys are free in it, and pay for the Assault."""
    game = game_under("wavell", WAVELL)
    choose(game, "assault", "free_sweep", "punjab", "delhi", "sepoys", "done")
    # Two cubes have found two Guerrillas; now the Assault there asks for its own price.
    assert here(game, "punjab") == {"troops": 1, "sepoys": 1, "active": 2}
    assert spent(game) == 0
    assert asked(game) == "raj assault.sepoys"
    choose(game, "yes")
    assert here(game, "punjab") == {"troops": 1, "sepoys": 1}
    assert spent(game) == RESTRAINT
    assert why(game, "punjab") == "why.already_selected 3.1.1"


def test_lord_wavell_grants_a_free_sweep_after_the_removal() -> None:
    """R-33h: it may also go into a space whose removal is over, and between two spaces."""
    game = game_under("wavell", WAVELL)
    choose(game, "assault", "punjab", "bombay", "free_sweep")
    assert keys(game) == {"punjab", "bombay", "delhi"}
    choose(game, "punjab", "delhi", "troops", "delhi")
    assert here(game, "punjab") == {"troops": 2, "sepoys": 1, "active": 2}
    assert spent(game) == 0


def test_the_free_sweep_of_lord_wavell_is_possible_without_resources() -> None:
    """3.2.4, R-33h: with Sepoys alone and no Resources Assault begins with the free Sweep, and removes no one."""
    spaces: Spaces = {"punjab": {"sepoys": 2, "underground": 1, "active": 1}}
    game = game_at(spaces, "raj", "operation_only", viceroy="wavell", restraint=2)
    choose(game, "assault")
    assert why(game, "punjab") == "why.cannot_pay_sepoys 3.2.4"
    choose(game, "free_sweep", "yes")
    assert here(game, "punjab") == {"sepoys": 2, "active": 2}
    # With a Troop elsewhere it is the same.
    game = game_at({**spaces, "madras": {"troops": 1}}, "raj", "operation_only", viceroy="wavell", restraint=2)
    choose(game, "assault", "free_sweep")
    assert {"punjab", "madras"} <= keys(game)


def test_lord_wavell_grants_only_one_free_sweep_in_an_assault() -> None:
    """R-33h: once per Operation, into one space of this Assault that is no Railway; it is no Special Activity."""
    spaces: Spaces = {**WAVELL, "lahore_delhi": {"troops": 1}, "assam": {"underground": 1}}
    game = game_under("wavell", spaces, "operation_and_special")
    choose(game, "assault", "free_sweep")
    assert why(game, "lahore_delhi") == "why.on_railway 3.2.3"
    assert why(game, "assam") == "why.no_cubes 3.2.4"
    choose(game, "punjab", "done")
    assert "free_sweep" not in keys(game)
    assert "special:govern" in keys(game)


def test_lord_wavell_grants_a_free_sweep_in_a_limited_operation() -> None:
    """R-24: a Limited Assault keeps the free Sweep, into its only space."""
    game = game_under("wavell", WAVELL, "limited_operation")
    choose(game, "assault", "punjab", "free_sweep", "delhi", "sepoys", "done")
    assert here(game, "punjab") == {"troops": 1, "sepoys": 1, "active": 2}
    assert spent(game) == 0


@pytest.mark.parametrize("viceroy", [viceroy for viceroy in VICEROYS if viceroy != "wavell"])
def test_only_lord_wavell_grants_a_free_sweep(viceroy: str) -> None:
    """2.5.1: under any other Viceroy there is none."""
    game = game_under(viceroy, WAVELL)
    choose(game, "assault")
    assert "free_sweep" not in keys(game)
