"""3.4.4 Unrest, and the Strike example of 1.12."""

from __future__ import annotations

from engine.gandhi.board import GEOGRAPHY
from engine.gandhi.ids import REVOLUTIONARIES
from tests.playing import choose, game_at, here, keys, now, why


def test_the_example_places_a_strike() -> None:
    """1.12 The example: Unrest on a 5-Econ Railway places a Strike there (R-10)."""
    assert GEOGRAPHY["allahabad_calcutta"].econ == 5
    game = game_at(
        {"allahabad_calcutta": {"underground": 2}},
        REVOLUTIONARIES,
        "operation_only",
        restraint=3,
        resources={"revolutionaries": 3},
    )
    choose(game, "unrest", "allahabad_calcutta")
    assert here(game, "allahabad_calcutta") == {"underground": 1, "active": 1, "strike": True}


def test_the_example_places_unrest_where_both_nv_factions_have_activists() -> None:
    """3.4.4 The example: in a Crisis Bombay is open for its two Activists, without any Guerrilla (R-84)."""
    game = game_at(
        {
            "bombay_presidency": {"underground": 1, "level": "passive_support"},
            "bombay": {"congress": 1, "league": 1, "level": "passive_opposition", "troops": 1},
        },
        REVOLUTIONARIES,
        "operation_only",
        restraint=1,
        unity=1,
        resources={"revolutionaries": 4},
    )
    choose(game, "unrest", "bombay_presidency")
    assert here(game, "bombay_presidency") == {"active": 1, "unrest": 1}
    choose(game, "bombay", "done")
    assert here(game, "bombay") == {"congress": 1, "league": 1, "troops": 1, "unrest": 1}
    position = now(game)
    assert position["resources"]["revolutionaries"] == 2
    assert position["restraint"] == 1


def test_outside_a_crisis_unrest_needs_an_underground_guerrilla() -> None:
    """R-42 Active Guerrillas or the Activists of both NV Factions are not enough while there is no Crisis."""
    game = game_at(
        {"bihar": {"active": 2}, "bombay": {"congress": 1, "league": 1}, "sind": {"underground": 1}},
        REVOLUTIONARIES,
        "operation_only",
        restraint=1,
        unity=2,
        resources={"revolutionaries": 5},
    )
    choose(game, "unrest")
    assert keys(game) - {"remove_own", "transfer"} == {"sind"}
    assert why(game, "bihar") == "why.no_underground_guerrilla 3.4.4"
    assert why(game, "bombay") == "why.no_underground_guerrilla 3.4.4"


def test_in_a_crisis_activists_of_both_factions_open_any_space_to_unrest() -> None:
    """R-42 In a Crisis Railways count too; an Underground Guerrilla that is there Activates; one Faction is too few."""
    game = game_at(
        {
            "lahore_delhi": {"congress": 1, "league": 1},
            "bihar": {"congress": 1, "league": 1, "underground": 2, "level": "active_opposition"},
            "sind": {"league": 4, "active": 1},
        },
        REVOLUTIONARIES,
        "operation_only",
        restraint=1,
        unity=1,
        resources={"revolutionaries": 5},
    )
    choose(game, "unrest")
    assert why(game, "sind") == "why.no_underground_guerrilla_nor_both_activists 3.4.4"
    choose(game, "lahore_delhi", "bihar")
    assert here(game, "lahore_delhi") == {"congress": 1, "league": 1, "strike": True}
    assert here(game, "bihar")["active"] == 1
    assert here(game, "bihar")["level"] == "passive_opposition"
    assert here(game, "bihar")["unrest"] == 1


def test_unrest_costs_restraint_per_space_and_lowers_it_once() -> None:
    """D-25, R-42, 3.1.5 Each space costs Restraint when it is selected; at the end Restraint -1, just once (6.6)."""
    game = game_at(
        {space: {"underground": 1} for space in ("bihar", "orissa", "assam")},
        REVOLUTIONARIES,
        "operation_only",
        restraint=4,
        resources={"revolutionaries": 9},
    )
    choose(game, "unrest")
    assert game.decision is not None
    assert game.decision.remaining == 2
    option = game.decision.option("bihar")
    assert option is not None
    assert option.cost == 4
    choose(game, "bihar", "orissa")
    assert now(game)["restraint"] == 4
    assert why(game, "assam") == "why.cannot_pay 3.4.4"
    choose(game, "done")
    position = now(game)
    assert position["restraint"] == 3
    assert position["resources"]["revolutionaries"] == 1


def test_unrest_is_legal_at_restraint_one() -> None:
    """R-07 At Restraint 1 the closing shift is lost and Unrest is legal all the same."""
    game = game_at(
        {"bihar": {"underground": 1}}, REVOLUTIONARIES, "operation_only", restraint=1, resources={"revolutionaries": 1}
    )
    choose(game, "unrest", "bihar", "done")
    assert now(game)["restraint"] == 1


def test_unrest_without_a_marker_to_place_still_shifts_the_level_and_restraint() -> None:
    """R-09, R-10 No second Strike on a Railway; without a marker left the shift and Restraint -1 still happen."""
    game = game_at(
        {
            "lahore_delhi": {"underground": 1, "strike": True},
            "bihar": {"underground": 1, "level": "active_support"},
            "delhi": {"unrest": 11},
        },
        REVOLUTIONARIES,
        "operation_only",
        restraint=2,
        resources={"revolutionaries": 5},
    )
    choose(game, "unrest", "lahore_delhi", "bihar", "done")
    assert here(game, "lahore_delhi") == {"active": 1, "strike": True}
    assert here(game, "bihar") == {"active": 1, "level": "passive_support"}
    assert now(game)["restraint"] == 1


def test_unrest_may_be_placed_in_a_neutral_space_without_a_shift() -> None:
    """R-20 A Neutral space takes Unrest without a shift; spaces hold any number of markers (1.4.2)."""
    game = game_at(
        {"bihar": {"underground": 1, "unrest": 2}},
        REVOLUTIONARIES,
        "limited_operation",
        resources={"revolutionaries": 3},
    )
    choose(game, "unrest", "bihar", "done")
    assert here(game, "bihar") == {"active": 1, "unrest": 3}
    assert now(game)["restraint"] == 2


def test_example_3_of_3_1_5_starts_a_crisis() -> None:
    """3.1.5 Example 3: Assassinate during Unrest brings Unity to 1; the Crisis opens further spaces at once (R-84)."""
    game = game_at(
        {
            "lahore_delhi": {"underground": 1, "congress": 1},
            "bombay": {"congress": 1, "league": 1},
        },
        REVOLUTIONARIES,
        restraint=1,
        unity=2,
        resources={"revolutionaries": 5},
        out_of_play={"troops": 1},
    )
    choose(game, "unrest", "lahore_delhi")
    assert why(game, "bombay") == "why.no_underground_guerrilla 3.4.4"
    choose(game, "special:assassinate")
    position = now(game)
    assert here(game, "lahore_delhi") == {"active": 1, "strike": True}
    assert position["unity"] == 1
    assert position["crisis"]
    assert "bombay" in keys(game)
    choose(game, "bombay", "done")
    assert here(game, "bombay")["unrest"] == 1
    # The Crisis began in this turn: at its end Raj rolls (6.8).
    assert game.decision is not None
    assert game.decision.seat == "raj"


def test_unrest_is_closed_without_resources_or_a_space() -> None:
    """3.4.4 Without Resources for one space, or without a space, Unrest is closed."""
    game = game_at({"bihar": {"underground": 1}}, REVOLUTIONARIES, restraint=3, resources={"revolutionaries": 2})
    assert why(game, "unrest") == "why.cannot_pay 3.4.4"
    game = game_at({"bihar": {"active": 1}}, REVOLUTIONARIES, restraint=3, resources={"revolutionaries": 3})
    assert why(game, "unrest") == "why.no_space 3.4.4"
