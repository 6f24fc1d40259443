"""5.1.2 A side that is said to change something, or nothing, does so when it is executed."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest

from engine import Game
from engine.gandhi.events.data import EVENTS
from engine.gandhi.events.interpreter import SIDES, is_side_possible
from engine.gandhi.ids import SEATS
from engine.gandhi.position import state_at

GAMES = 5
KEPT = ("scenario", "restraint", "unity", "viceroy", "resources", "spaces", "jail", "out_of_play")
NOTES = {"begin", "select", "eligibility", "control", "crisis"}
"""Verbs that change nothing by themselves."""
MOST_ANSWERS = 200


@cache
def positions() -> tuple[dict[str, Any], ...]:
    """Return boards from the middle of random games."""
    boards = []
    for number in range(GAMES):
        chance = random.Random(number)
        game = Game.new(scenario=("short", "main")[number % 2], seed=bytes([number]) * 32)
        for _ in range(chance.randrange(50, 700)):
            if game.decision is None:
                break
            game.choose(chance.choice(sorted(game.decision.keys)))
        position = game.position()
        boards.append({name: position[name] for name in KEPT})
    return tuple(boards)


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("card", EVENTS)
def test_an_event_side_is_called_possible_exactly_when_it_can_change_the_game(card: int, side: str) -> None:
    """5.1.2: a side that could change something does so (unless a die decides), and one that could not does not."""
    for number, board in enumerate(positions()):
        chance = random.Random(card * GAMES + number)
        seat = chance.choice(SEATS)
        position = {**board, "card": card, "turn": {"seat": seat, "may": "event"}}
        possible = is_side_possible(state_at(position, bytes(32)), seat, side)
        game = Game.at(position, seed=bytes(32))
        changes = game.choose(f"event:{side}")
        for _ in range(MOST_ANSWERS):
            if game.decision is None or game.decision.kind == "turn.action":
                break
            idle = {key for key, text in game.decision.warnings().items() if text.key == "why.nothing_would_change"}
            keys = sorted(game.decision.keys - {"remove_own", "transfer", "done"} - idle) or ["done"]
            changes += game.choose(chance.choice(keys))
        assert game.decision is None or game.decision.kind == "turn.action"
        ended = next(i for i, change in enumerate(changes) if change.piece == "executed")
        verbs = {change.verb for change in changes[:ended]}
        decided_otherwise = "roll" in verbs or "eligibility" in verbs
        assert bool(verbs - NOTES) == possible or (possible and decided_otherwise)
