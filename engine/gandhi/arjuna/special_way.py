"""8.7 Common parts of every Special Activity of a Non-player Faction."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from engine.gandhi.arjuna.cards import SpecialOption
from engine.gandhi.arjuna.mind import Mind
from engine.gandhi.arjuna.working import Answerer, Work

SPECIAL = "special:"


class Way(msgspec.Struct, frozen=True):
    """One Special Activity as a card orders it: the engine's name, when it can be executed, how, and its steps.

    ``run`` looks at the board first: a single space is selected without a question.
    """

    special: str
    is_possible: Callable[[Mind, SpecialOption], bool]
    run: Callable[[Mind, SpecialOption], Work]
    steps: tuple[str, ...] = ()


def pursue(action: str, answer: Answerer) -> Work:
    """Choose a Special Activity and answer everything it asks until it is over."""
    decision = yield f"{SPECIAL}{action}"
    while decision.kind.startswith(f"{action}."):
        decision = yield answer(decision)
    return decision


def note_selected(mind: Mind, space: str, special: str = "") -> str:
    """Keep a selected space for the explanation, and return it. ``special``: the activity, if it has not begun yet."""
    if space:
        mind.think("select", "select_for", (space,), operation=mind.turn.special or special)
    return space
