"""6.6 Restraint, 6.7 Unity, 6.8 Crisis."""

from __future__ import annotations

from engine import Game
from engine.gandhi.ids import LEAGUE, REVOLUTIONARIES
from engine.gandhi.sequence import end_turn
from tests.playing import choose, game_at, here, keys, now, seed_rolling, why


def test_restraint_sets_the_price_of_unrest_and_opens_protest_boxes() -> None:
    """6.6 Unrest costs Restraint, and the lower it is the more Protests are Available."""
    game = game_at({"bihar": {"underground": 1}}, REVOLUTIONARIES, restraint=4, resources={"revolutionaries": 9})
    choose(game, "unrest")
    assert game.decision is not None
    option = game.decision.option("bihar")
    assert option is not None
    assert option.cost == 4
    available = [game_at({}, restraint=restraint).state.protests_available() for restraint in (5, 4, 3, 2, 1)]
    assert available == sorted(available)


def test_assassinating_an_activist_lowers_unity_and_may_bring_a_crisis() -> None:
    """6.7 Unity falls when the Revolutionaries assassinate an NV piece; with Restraint at 1 too a Crisis begins."""
    game = game_at(
        {"punjab": {"league": 2, "underground": 2, "protest": True}},
        REVOLUTIONARIES,
        unity=2,
        restraint=2,
        resources={"revolutionaries": 9},
    )
    choose(game, "unrest", "punjab", "special:assassinate")
    assert now(game)["unity"] == 1
    choose(game, "done")
    # Restraint fell to 1 as well, so a Crisis has begun.
    assert now(game)["crisis"]


def crisis_game(**position: object) -> Game:
    """Return the Revolutionaries about to spread Unrest at Restraint 2 and Unity 1."""
    full: dict[str, object] = {"restraint": 2, "unity": 1, "out_of_play": {"troops": 2, "sepoys": 4}, **position}
    return game_at(
        {"bihar": {"underground": 1}},
        REVOLUTIONARIES,
        "operation_only",
        seed_rolling(3),
        resources={"revolutionaries": 9},
        **full,
    )


def test_a_crisis_begins_when_restraint_and_unity_are_both_one() -> None:
    """6.8, R-79, R-81 At the end of that turn Raj rolls and moves up to so many cubes from Out of Play, anywhere."""
    game = crisis_game()
    assert not now(game)["crisis"]
    choose(game, "unrest", "bihar", "done")
    assert game.decision is not None
    assert (game.decision.seat, game.decision.remaining) == ("raj", 3)
    choose(game, "troops")
    assert why(game, "orissa") == "why.no_troops_in_states 1.3.5"
    assert {"lahore_delhi", "bihar", "delhi"} <= keys(game)
    choose(game, "lahore_delhi", "1")
    assert game.decision.remaining == 2
    choose(game, "sepoys", "orissa", "2")
    assert here(game, "orissa") == {"sepoys": 2}
    assert here(game, "lahore_delhi") == {"troops": 1}
    assert now(game)["out_of_play"] == {"troops": 1, "sepoys": 2}
    assert game.decision.kind == "turn.action"


def test_raj_may_move_fewer_cubes_than_the_roll() -> None:
    """R-81 None to the roll, into Protest spaces too."""
    game = crisis_game()
    choose(game, "unrest", "bihar", "done", "done")
    assert now(game)["out_of_play"] == {"troops": 2, "sepoys": 4}


def test_a_crisis_that_lasts_through_a_turn_is_not_triggered_again() -> None:
    """R-79 A turn that begins and ends in a Crisis triggers none; D-59 a Crisis ends when a track rises above one."""
    game = crisis_game(restraint=1)
    assert now(game)["crisis"]
    choose(game, "unrest", "bihar", "done")
    assert game.decision is not None
    assert game.decision.kind == "turn.action"
    state = game.state
    state.crisis_triggered = False
    state.shift_unity(1)
    assert not state.is_crisis
    assert not state.crisis_triggered
    state.shift_unity(-1)
    assert state.is_crisis
    assert state.crisis_triggered


def test_several_triggers_of_a_crisis_lead_to_one_roll() -> None:
    """R-80 In and out and in again, or over by the end of the turn: one roll all the same."""
    state = crisis_game().state
    state.shift_restraint(-1)
    state.shift_restraint(1)
    state.shift_restraint(-1)
    state.shift_unity(1)
    assert not state.is_crisis
    asked = end_turn(state)
    assert next(asked).kind == "crisis.piece"
    assert [change.verb for change in state.log].count("roll") == 1
    try:
        asked.send("done")
    except StopIteration:
        assert not state.crisis_triggered
    else:
        raise AssertionError("Raj is asked again.")


def test_without_cubes_out_of_play_a_crisis_rolls_no_die() -> None:
    """6.8 Without cubes Out of Play the trigger has no effect."""
    game = crisis_game(out_of_play={})
    choose(game, "unrest", "bihar", "done")
    assert game.decision is not None
    assert game.decision.kind == "turn.action"


def test_the_additional_options_of_a_crisis_apply_immediately() -> None:
    """6.8, R-84 The Muslim League's own Non-Cooperation brings the Crisis that opens Infiltrate afterwards (3.1.5)."""
    game = game_at(
        {"sind": {"league": 1, "league_bases": 1, "protest": True}},
        LEAGUE,
        unity=1,
        restraint=2,
    )
    choose(game, "non_cooperation", "sind", "done", "special:infiltrate")
    choose(game, "muslim_state")
    assert here(game, "sind")["muslim_state"]
