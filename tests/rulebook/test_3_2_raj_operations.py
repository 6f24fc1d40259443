"""3.2 What holds for every Raj Operation, with 3.1.1, 3.1.2 and 3.1.4 as far as they concern Raj."""

from __future__ import annotations

from engine import Game
from tests.playing import Spaces, asked, choose, game_at, here, keys, now, why

TROOPS_EVERYWHERE = {"delhi": {"troops": 1}, "punjab": {"troops": 1}, "sind": {"troops": 1}}


def raj_resources(game: Game) -> int:
    """Return what Raj has left."""
    return int(now(game)["resources"]["raj"])


def test_sepoys_cost_restraint_for_each_selected_space() -> None:
    """3.2: Sepoys cost Restraint in every space they are used in; Troops cost nothing."""
    spaces: Spaces = {"delhi": {"sepoys": 1, "underground": 1}, "sind": {"sepoys": 1, "underground": 1}}
    game = game_at(spaces, "raj", "operation_only", restraint=3, resources={"raj": 10})
    choose(game, "sweep", "delhi", "sind", "done", "yes", "yes")
    assert raj_resources(game) == 4


def test_troops_operate_without_resources() -> None:
    """3.2: with no Resources at all Troops still operate."""
    game = game_at({"delhi": {"troops": 2, "active": 2}}, "raj", "operation_only", resources={"raj": 0})
    choose(game, "assault", "delhi")
    assert here(game, "delhi") == {"troops": 2}
    assert raj_resources(game) == 0


def test_spaces_where_sepoys_cannot_be_paid_for_are_closed() -> None:
    """3.1: Raj must have the Resources when it selects a space for Sepoys."""
    spaces: Spaces = {"delhi": {"sepoys": 3, "active": 1}, "punjab": {"troops": 1}}
    game = game_at(spaces, "raj", "operation_only", restraint=3, resources={"raj": 2})
    choose(game, "assault")
    assert why(game, "delhi") == "why.cannot_pay_sepoys 3.2.4"
    assert "punjab" in keys(game)


def test_a_space_is_selected_only_once() -> None:
    """3.1.1: a space may be selected only once for an Operation."""
    game = game_at(TROOPS_EVERYWHERE, "raj", "operation_only")
    choose(game, "assault", "delhi")
    assert why(game, "delhi") == "why.already_selected 3.1.1"
    assert {"punjab", "sind", "done"} <= keys(game)


def test_a_raj_operation_cannot_end_without_a_space() -> None:
    """3.1, R-19: without a selected space an Operation cannot end, so no one Deploys for Out of Play alone."""
    game = game_at(TROOPS_EVERYWHERE, "raj", "operation_only", out_of_play={"sepoys": 3})
    for operation in ("deploy", "sweep", "assault"):
        choose(game, operation)
        assert "done" not in keys(game)
        game.undo()


def test_an_assault_may_select_spaces_where_it_has_no_effect() -> None:
    """R-20: Assault may be selected where no one can be removed."""
    game = game_at(TROOPS_EVERYWHERE, "raj", "operation_only")
    before = now(game)["spaces"]
    choose(game, "assault", "delhi", "punjab", "done")
    assert now(game)["spaces"] == before


def test_a_limited_raj_operation_has_one_space_and_no_special_activity() -> None:
    """2.3.5: one space only, and no Special Activity before, during or after."""
    spaces: Spaces = {"delhi": {"troops": 1, "active": 1}, "punjab": {"troops": 1, "congress": 1, "active": 1}}
    game = game_at(spaces, "raj", "limited_operation")
    assert why(game, "special:martial_law") == "why.no_special_in_limited 2.3.5"
    choose(game, "assault", "delhi")
    # The Operation is over: no other space could be selected.
    assert not asked(game).startswith("raj ")
    assert here(game, "delhi") == {"troops": 1}
    assert here(game, "punjab")["active"] == 1


def test_the_price_of_sepoys_stays_the_same_within_a_turn() -> None:
    """R-28: no Raj Special Activity changes Restraint, and an arrest does so only after the Operation."""
    spaces: Spaces = {
        "delhi": {"troops": 1, "gandhi": True},
        "punjab": {"troops": 1, "sepoys": 1, "active": 2},
    }
    game = game_at(spaces, "raj", "operation_and_special", restraint=4, resources={"raj": 9})
    choose(game, "assault", "special:govern", "delhi", "done")
    assert now(game)["restraint"] == 4
    assert now(game)["jail"]["gandhi"]
    choose(game, "punjab", "yes", "done", "done")
    assert raj_resources(game) == 5
    assert now(game)["restraint"] == 3


def test_raj_never_removes_own_pieces() -> None:
    """1.4.1, R-04: voluntary removal is not for Raj."""
    game = game_at(TROOPS_EVERYWHERE, "raj", "operation_only")
    assert "remove_own" not in keys(game)
    choose(game, "assault")
    assert "remove_own" not in keys(game)


def test_an_impossible_operation_is_listed_with_its_reason() -> None:
    """3.2: without any cube every Operation of the Raj is closed with its own reason, except Deploy (R-20)."""
    out = {"troops": 15, "sepoys": 45}
    game = game_at({}, "raj", "operation_only", out_of_play=out)
    assert "deploy" in keys(game)
    assert why(game, "garrison") == "why.no_cubes_to_move 3.2.2"
    assert why(game, "sweep") == "why.no_space 3.2.3"
    assert why(game, "assault") == "why.no_space 3.2.4"


def test_sepoys_without_troops_cannot_operate_without_resources() -> None:
    """3.2: when only Sepoys are left and Raj cannot pay, every Operation says so; Deploy may place none."""
    out = {"troops": 15, "sepoys": 43}
    game = game_at({"mysore": {"sepoys": 2}}, "raj", "operation_only", out_of_play=out, restraint=2)
    assert "deploy" in keys(game)
    assert why(game, "garrison") == "why.cannot_pay_sepoys 3.2.2"
    assert why(game, "sweep") == "why.cannot_pay_sepoys 3.2.3"
    assert why(game, "assault") == "why.cannot_pay_sepoys 3.2.4"
