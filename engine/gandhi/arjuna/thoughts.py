"""Why Arjuna does what it does, as data: a list of thoughts for each decision, in the order they were had."""

from __future__ import annotations

from typing import Any

import msgspec

from engine.core.text import Text


class Thought(msgspec.Struct, frozen=True):
    """One step of reasoning: its kind, its message, and the spaces still in the running after it.

    Kinds: eligibility, card, test, instruction, column, row, tie, roll, choice, skip, piece, event, round.
    """

    kind: str
    text: Text
    spaces: tuple[str, ...] = ()


class Explanation(msgspec.Struct, frozen=True):
    """What a Non-player Faction did in one step of the game and why."""

    seat: str
    turn: int
    thoughts: tuple[Thought, ...]
    keys: tuple[str, ...]


def thought(kind: str, key: str, spaces: tuple[str, ...] = (), /, **params: Any) -> Thought:
    """Make a thought from a message key."""
    return Thought(kind, Text(f"arjuna.{key}", params), spaces)
