"""Rewards: whatever a space, a tile or a bonus gives. Every kind is a rule, entered here under its name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.core.protocol import Step
from engine.rajas.board import Reward
from engine.rajas.state import State

Rule = Callable[[State, str, Reward], Step]

RULES: Final[dict[str, Rule]] = {}
"""The rule of every kind of reward."""


def reward(*kinds: str) -> Callable[[Rule], Rule]:
    """Enter a rule as that of some kinds of reward."""

    def enter(rule: Rule) -> Rule:
        RULES.update(dict.fromkeys(kinds, rule))
        return rule

    return enter


def gain(state: State, seat: str, what: Reward) -> Step:
    """Give a seat a reward."""
    yield from RULES[what.kind](state, seat, what)
