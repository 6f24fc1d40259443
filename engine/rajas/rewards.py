"""Rewards of spaces, tiles and bonuses. Each kind has a rule, registered here under its name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.core.protocol import Rule
from engine.rajas.board import Reward
from engine.rajas.state import State

RewardRule = Callable[[State, str, Reward], Rule]

RULES: Final[dict[str, RewardRule]] = {}
"""The rule of every kind of reward, by its name."""


def reward(*kinds: str) -> Callable[[RewardRule], RewardRule]:
    """Register a rule for some kinds of reward."""

    def enter(rule: RewardRule) -> RewardRule:
        RULES.update(dict.fromkeys(kinds, rule))
        return rule

    return enter


def gain(state: State, seat: str, what: Reward) -> Rule:
    """Give a reward to a seat by the rule of its kind."""
    yield from RULES[what.kind](state, seat, what)
