"""1.5 Players and Factions: who runs what, agreements (1.5.1), transfers (1.5.2)."""

from __future__ import annotations

from typing import Any

import pytest

from engine import Game
from engine.core.errors import BadPosition
from engine.gandhi.ids import CONGRESS, LEAGUE, RAJ, REVOLUTIONARIES
from tests.playing import asked, choose, game_at, keys, now, why


def resources(game: Game) -> tuple[int, int]:
    """Return the Resources of Raj and of the Revolutionaries."""
    purse = now(game)["resources"]
    return purse["raj"], purse["revolutionaries"]


def test_one_person_may_play_raj_with_revolutionaries_or_congress_with_the_league() -> None:
    """1.5, D-92 Raj with Revolutionaries, Congress with the Muslim League, and no other pair; only players' seats."""
    both = Game.new(options={"sides": [["revolutionaries", "raj"], ["congress", "league"]]})
    assert both.state.sides == (("raj", "revolutionaries"), ("congress", "league"))
    three = Game.new(options={"sides": [["congress", "league"]]})
    assert three.state.sides == (("congress", "league"), ("raj",), ("revolutionaries",))
    assert Game.at(now(both)).state.sides == both.state.sides
    bad: list[Any] = [[["raj", "congress"]], [["raj"]], [["raj", "league", "congress"]], "raj", [[1, 2]], ["raj"], 7]
    for sides in bad:
        with pytest.raises(BadPosition, match=r"error\.bad_sides"):
            Game.new(options={"sides": sides})
    with pytest.raises(BadPosition, match=r"error\.bad_sides"):
        Game.new(seats={"raj": "arjuna"}, options={"sides": [["raj", "revolutionaries"]]})


def test_choices_that_are_not_committed_can_be_undone() -> None:
    """1.5.1, R-17 The engine holds no one to an agreement, and lets what is not yet committed be undone."""
    game = game_at({"bihar": {"congress": 1}}, CONGRESS)
    before = now(game)
    choose(game, "rally", "bihar")
    game.undo()
    game.undo()
    assert now(game) == before


def test_raj_may_transfer_any_amount_while_it_executes() -> None:
    """1.5.2, R-15 While Raj executes it may give any amount, again and again, up to 50 for the receiver (1.8)."""
    game = game_at({"delhi": {"troops": 1}}, RAJ, resources={"raj": 30, "revolutionaries": 40})
    choose(game, "deploy", "transfer", "give")
    assert max(int(key) for key in keys(game)) == 10
    choose(game, "4", "transfer", "give", "6")
    assert resources(game) == (20, 50)
    choose(game, "transfer")
    # The other Faction has 50, so nothing more can be given: Resources can only be requested.
    assert game.decision is not None
    assert game.decision.kind == "transfer.request"


def test_a_transfer_needs_the_consent_of_the_giver() -> None:
    """R-15 A player who is asked for Resources is asked for consent; after a refusal giving is still possible."""
    game = game_at({"bihar": {"underground": 1}}, REVOLUTIONARIES, resources={"raj": 9, "revolutionaries": 2})
    choose(game, "attack", "transfer", "request", "5")
    assert game.decision is not None
    assert (game.decision.seat, game.decision.kind) == (RAJ, "transfer.consent")
    choose(game, "yes")
    assert resources(game) == (4, 7)
    choose(game, "transfer", "request", "1", "no")
    assert resources(game) == (4, 7)
    choose(game, "transfer")
    assert game.decision.kind == "transfer.give"
    choose(game, "1")
    assert resources(game) == (5, 6)


def test_after_a_refusal_fewer_resources_may_be_requested() -> None:
    """1.5.2, R-15 A player who is refused an amount may ask for less in the same turn, but not for as much or more."""
    game = game_at({"bihar": {"underground": 1}}, REVOLUTIONARIES, resources={"raj": 9, "revolutionaries": 2})
    choose(game, "attack", "transfer", "request", "5", "no", "transfer", "request")
    assert keys(game) == {"1", "2", "3", "4"}
    choose(game, "2", "yes")
    assert resources(game) == (7, 4)
    choose(game, "transfer", "request", "1", "no")
    refused = game.clone()
    choose(game, "transfer")
    assert asked(game) == "revolutionaries transfer.give"
    choose(refused, "bihar")


def test_a_transfer_may_not_spend_resources_that_the_operation_needs() -> None:
    """1.5.2, 4.1, R-44 What is given away before the first space may not be what that space costs."""
    game = game_at({"bihar": {"underground": 1}}, REVOLUTIONARIES, resources={"revolutionaries": 3})
    choose(game, "rally", "transfer")
    assert keys(game) == {"1", "2"}
    choose(game, "2", "transfer")
    assert asked(game) == "revolutionaries transfer.request"  # The last one is the price of the space.
    choose(game, "1", "no", "bihar")
    assert resources(game) == (2, 0)

    game = game_at({"bihar": {"underground": 1}}, REVOLUTIONARIES, resources={"revolutionaries": 2})
    choose(game, "rally", "bihar")
    assert "transfer" in keys(game)  # The Operation has its space now.

    game = game_at({"delhi": {"sepoys": 2}}, RAJ, restraint=2, resources={"raj": 3})
    choose(game, "assault", "transfer", "1")
    assert resources(game) == (2, 1)
    choose(game, "transfer", "no")  # Asked for the one Resource they have, the Revolutionaries refuse.
    assert why(game, "transfer") == "why.nothing_left_for_operation 4.1"


@pytest.mark.parametrize("may", ["operation_only", "operation_and_special", "limited_operation"])
def test_a_transfer_before_the_operation_keeps_an_operation_possible(may: str) -> None:
    """1.5.2, 4.1, R-44 Resources change hands only while a Faction executes: some Operation must stay possible."""
    game = game_at({"bihar": {"level": "active_support"}}, REVOLUTIONARIES, may, resources={"revolutionaries": 2})
    choose(game, "transfer", "1")
    assert resources(game) == (1, 1)
    assert why(game, "pass") == "why.pass_after_transfer 1.5.2"
    choose(game, "transfer", "no")
    assert why(game, "transfer") == "why.nothing_left_for_operation 4.1"
    assert "rally" in keys(game)
    # Where the Event is still open, nothing has to be left for an Operation.
    game = game_at({"bihar": {"underground": 1}}, REVOLUTIONARIES, resources={"revolutionaries": 2}, card=30)
    choose(game, "transfer", "2")
    assert "event:shaded" in keys(game)
    assert "pass" not in keys(game)


def test_a_transfer_may_pay_for_the_operation() -> None:
    """1.5.2, R-15 Without Resources the Revolutionaries may ask before the first space; then they cannot pass."""
    game = game_at({"bihar": {"underground": 1}}, REVOLUTIONARIES, resources={"raj": 9})
    assert why(game, "attack") == "why.cannot_pay 3.4.3"
    choose(game, "transfer", "2", "no")
    assert "pass" in keys(game)
    choose(game, "transfer", "no")  # One Resource is the only smaller request.
    assert "pass" in keys(game)
    assert "transfer" not in keys(game)

    game = game_at({"bihar": {"underground": 1}}, REVOLUTIONARIES, resources={"raj": 9})
    choose(game, "transfer", "2", "yes")
    assert why(game, "pass") == "why.pass_after_transfer 1.5.2"
    assert {"attack", "rally", "march"} <= keys(game)


def test_a_person_who_plays_both_factions_is_not_asked_about_a_transfer() -> None:
    """1.5, 1.5.2 Who runs Raj and Revolutionaries moves Resources between them without a question."""
    game = game_at(
        {"bihar": {"underground": 1}},
        REVOLUTIONARIES,
        resources={"raj": 9},
        sides=[["raj", "revolutionaries"]],
    )
    choose(game, "transfer", "3")
    assert resources(game) == (6, 3)


def test_nonviolent_factions_and_partners_of_a_non_player_cannot_transfer() -> None:
    """R-15 Neither NV Faction, no one with a Non-player partner, and not in Campaign Rounds."""
    for seat in (CONGRESS, LEAGUE):
        game = game_at({"bihar": {seat: 1}}, seat, resources={"raj": 9, "revolutionaries": 9})
        assert "transfer" not in keys(game)
    for other in (RAJ, REVOLUTIONARIES):
        game = game_at(
            {"bihar": {"underground": 1}},
            REVOLUTIONARIES,
            resources={"raj": 9, "revolutionaries": 9},
            seats={other: "arjuna"},
        )
        assert "transfer" not in keys(game)
    game = Game.at({"phase": "imperialism", "card": 75, "spaces": {"delhi": {"troops": 1, "sepoys": 1}}})
    assert "transfer" not in keys(game)
