"""Why Birbal does what it does, as data: a list of thoughts for each decision, in their order."""

from __future__ import annotations

import msgspec

from engine.core.text import Text

Terms = dict[str, float]
"""Arguments for an answer and against it, by name, in points of fame."""


class Thought(msgspec.Struct, frozen=True):
    """One step of reasoning: its kind, its message, and its squares.

    Kinds: choose (what was chosen, with its total), term (what made up that total), other (the alternatives).
    """

    kind: str
    text: Text
    spaces: tuple[str, ...] = ()


class Explanation(msgspec.Struct, frozen=True):
    """The actions of a seat in one step of the game, with reasons. ``keys`` are its own answers in that step.

    ``turn`` is the number of the step, ``phase`` what the step was.
    """

    seat: str
    turn: int
    phase: str
    thoughts: tuple[Thought, ...]
    keys: tuple[str, ...]


def summarise(explanation: Explanation) -> list[Text]:
    """Return an explanation in short: the text of each choice."""
    return [thought.text for thought in explanation.thoughts if thought.kind == "choose"]


def total(terms: Terms) -> float:
    """Return the sum of some terms, in points of fame."""
    return sum(terms.values())


def merge(*parts: Terms) -> Terms:
    """Return the sums of several sets of terms, by name."""
    merged: Terms = {}
    for part in parts:
        for name, value in part.items():
            merged[name] = merged.get(name, 0.0) + value
    return merged
