"""6.5 Reset Phase."""

from __future__ import annotations

import pytest

from engine import Game
from engine.gandhi.ids import SEATS
from tests.playing import SEED, asked, choose, here, keys
from tests.rulebook.rounds import phase_of, round_at


def test_the_reset_phase_takes_its_five_steps_in_order() -> None:
    """6.5 Protests off; one Unrest off where no Guerrilla is, Guerrillas hidden; Strikes off; tracks; Eligibility."""
    game = round_at(
        "reset",
        {
            "bihar": {"protest": True, "congress": 2, "unrest": 2},
            "delhi": {"unrest": 1, "troops": 1},
            "sind": {"unrest": 2, "active": 1},
            "assam": {"unrest": 1, "underground": 2, "active": 1},
            "lahore_delhi": {"strike": True, "protest": True},
        },
        restraint=5,
        unity=1,
        eligible=["raj"],
        played=[1, 2],
    )
    assert here(game, "bihar") == {"congress": 2, "unrest": 1}
    assert here(game, "delhi") == {"troops": 1}
    assert here(game, "sind") == {"unrest": 2, "underground": 1}
    assert here(game, "assam") == {"unrest": 1, "underground": 3}
    assert here(game, "lahore_delhi") == {}
    assert not game.state.are_activists_active("bihar")
    position = game.position()
    assert position["eligible"] == list(SEATS)
    # The Event that waited is current, and the deck's next card lies open (2.3.7).
    assert position["card"] == 30
    assert position["next"] not in (0, 30)
    assert position["phase"] == "turn"
    assert game.state.protests_on_map() == 0
    assert game.state.unrest_available() == 12 - 4


@pytest.mark.parametrize("left", [3, 2, 1])
def test_restraint_and_unity_become_the_number_of_remaining_campaigns(left: int) -> None:
    """6.5, D-58, R-78 Restraint and Unity both become the number of Campaign cards in the deck: 3, 2, 1."""
    game = round_at("reset", restraint=4, unity=5, campaigns_left=left)
    position = game.position()
    assert (position["restraint"], position["unity"]) == (left, left)


def test_the_reset_may_start_a_crisis() -> None:
    """6.8, R-78, R-82, D-60 With one Campaign left the Reset starts a Crisis: Raj rolls before anyone acts."""
    for restraint, unity in ((4, 4), (1, 1)):
        game = round_at(
            "reset", restraint=restraint, unity=unity, campaigns_left=1, out_of_play={"sepoys": 3, "troops": 1}
        )
        assert game.position()["crisis"]
        assert game.decision is not None
        assert (game.decision.seat, game.decision.kind) == ("raj", "crisis.piece")
        # The whole Reset is done: the first card lies there already.
        assert game.position()["card"] == 30
        choose(game, "done")
        assert game.decision.kind == "turn.action"
        assert "pass" in keys(game)


def test_a_position_saved_during_the_crisis_continues_it() -> None:
    """6.8, R-82 While Raj places the cubes the phase is the Crisis: a game opened at that position rolls for it."""
    game = round_at("reset", campaigns_left=1, out_of_play={"sepoys": 9})
    assert phase_of(game) == "crisis"
    position = game.position()
    assert position["phase"] == "crisis"
    again = Game.at(position, seed=SEED)
    assert (asked(again), again.position()["card"]) == ("raj crisis.piece", 30)
    choose(again, "done")
    assert asked(again).endswith("turn.action")


def test_a_reset_that_ends_a_crisis_rolls_no_die() -> None:
    """6.5 Leaving a Crisis by Reset rolls nothing."""
    game = round_at("reset", restraint=1, unity=1, campaigns_left=2, out_of_play={"sepoys": 3})
    assert game.decision is not None
    assert game.decision.kind == "turn.action"
