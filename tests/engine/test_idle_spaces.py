"""A space has the warning exactly where no answers can have an effect in it (R-20)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from engine import Game
from engine.core.change import Change
from engine.core.decision import Decision
from engine.core.dice import Hidden
from engine.gandhi.board import BOARD
from engine.gandhi.ids import PLAYER, SEATS
from tests.playing import game_at
from tools.games.gandhi.positions import random_position

KINDS = {
    "raj": ("deploy", "sweep", "assault"),
    "congress": ("rally", "civil_disobedience", "non_cooperation"),
    "league": ("rally", "civil_disobedience", "non_cooperation", "special:infiltrate", "special:persuade"),
    "revolutionaries": ("rally",),
}
"""What may be done in a space to no effect, by the Faction that does it."""
BESIDE = ("remove_own", "transfer")
QUIET = ("select", "begin", "resume", "control")
MOST_WAYS = 400


def open_at(number: int, seat: str, action: str) -> Game | None:
    """Return a game at some position in which a Faction has begun something; None where it cannot."""
    position = random_position(random.Random(number))
    position["seats"] = dict.fromkeys(SEATS, PLAYER)
    position["turn"] = {"seat": seat, "may": "any"}
    if position.get("viceroy") == "wavell":
        # Wavell's free Sweep may still find someone to remove (3.2.4).
        position["viceroy"] = "irwin"
    game = Game.at(position, seed=bytes(32)).blind()
    assert game.decision is not None
    if game.decision.seat != seat or action not in game.decision.keys:
        return None
    game.choose(action)
    return game


def happens(game: Game, space: str) -> bool:
    """Return whether anything can happen in a space that is chosen now, whatever is answered after it."""
    decision = game.decision
    assert decision is not None
    ways = follow(game, [space], decision)
    for _, changes in zip(range(MOST_WAYS), ways, strict=False):
        for change in changes:
            if change.verb not in QUIET and space in (change.target, change.origin):
                return True
    return False


def follow(game: Game, keys: list[str], first: Decision) -> Iterator[list[Change]]:
    """Yield the changes of some answers, and of every continuation up to the end of the action."""
    twin = game.clone()
    number, seen = twin.step_number, len(twin.state.log)
    try:
        for key in keys:
            twin.choose(key)
    except Hidden:
        yield twin.state.log[seen:]
        return
    if twin.step_number != number:
        yield twin.steps[-1].changes[seen:]
        return
    yield twin.state.log[seen:]
    decision = twin.decision
    if decision is None or decision.seat != first.seat or decision.kind == "turn.operation":
        return
    stop = decision.key_of("stop")
    if decision.kind in (first.kind, "turn.after"):
        if stop:
            yield from follow(game, [*keys, stop], first)
        return
    choices = [option.key for option in decision.options if option.key not in BESIDE and option.role != "special"]
    for key in choices[::-1] if len(choices) < 6 else (choices[0], choices[-1]):
        yield from follow(game, [*keys, key], first)


@pytest.mark.parametrize("number", range(6))
def test_a_space_is_marked_as_ineffective_exactly_where_selecting_it_has_no_effect(number: int) -> None:
    chance = random.Random(number)
    tried = 0
    for place in range(12):
        for seat, actions in KINDS.items():
            game = open_at(100 * number + place, seat, chance.choice(actions))
            if game is None or game.decision is None:
                continue
            decision = game.decision
            spaces = [option.key for option in decision.options if option.role == "space"]
            idle = {space for space, why in decision.warnings().items() if why.key == "why.idle"}
            assert idle <= set(spaces)
            for space in chance.sample(sorted(spaces), min(4, len(spaces))):
                assert happens(game, space) == (space not in idle), (number, place, seat, decision.kind, space)
                tried += 1
    assert tried > 40


def test_a_space_warns_that_restraint_allows_no_further_protest() -> None:
    allowed = sum(boxes for row, boxes in BOARD.protest_boxes.items() if row >= 4)
    protested = ("delhi", "bihar", "sind", "assam", "orissa", "bombay", "madras", "calcutta")[:allowed]
    spaces: dict[str, dict[str, Any]] = {
        "hyderabad": {"congress": 1},
        **{space: {"protest": True} for space in protested},
    }
    game = game_at(spaces, "congress", restraint=4)
    assert not game.state.protests_available()
    game.choose("civil_disobedience")
    assert game.decision is not None
    reason = game.decision.warnings()["hyderabad"].params["reason"]
    assert (reason.key, reason.params) == ("idle.no_protest", {"restraint": 4})
