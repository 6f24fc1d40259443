"""8.7 What every Special Activity of a Non-player Faction has in common."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from engine.core.decision import Decision
from engine.gandhi.arjuna.cards import SpecialOption
from engine.gandhi.arjuna.mind import Mind
from engine.gandhi.arjuna.working import Answerer, Work

SPECIAL = "special:"


class Way(msgspec.Struct, frozen=True):
    """One Special Activity as a card orders it: the engine's name, when it can be executed, how, and its steps."""

    special: str
    is_possible: Callable[[Mind, SpecialOption], bool]
    run: Callable[[Mind, Decision, SpecialOption], Work]
    steps: tuple[str, ...] = ()


def pursue(decision: Decision, action: str, answer: Answerer) -> Work:
    """Answer everything a Special Activity asks until it is over."""
    while decision.kind.startswith(f"{action}."):
        decision = yield answer(decision)
    return decision


def note_selected(mind: Mind, space: str) -> str:
    """Keep a selected space for the explanation, and return it."""
    if space:
        mind.think("select", "select", (space,))
    return space
