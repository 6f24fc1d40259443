"""Steps that no decision offers, between two others: a seat changes hands, the game goes back, or is corrected.

Each of them is one key.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from engine.core.change import Change
from engine.core.errors import BadPosition, IllegalChoice
from engine.core.protocol import Label, Rules
from engine.core.putting_right import PUT_RIGHT, PUT_RIGHT_PHASE, read_patch
from engine.core.text import text

HAND_OVER = "hand_over:"
"""Prefix of the key that gives a seat to another kind of player: ``hand_over:SEAT:KIND``."""

GO_BACK = "go_back:"
"""Prefix of the key that begins a step again after a game was rewound to it: ``go_back:dice=17``.

The key holds the count of numbers seen from each stream of dice, so that the game continues with new ones.
"""

_SEEN = re.compile(r"([a-z_:]+=\d{1,9}(,[a-z_:]+=\d{1,9})*)?")


def write_go_back(seen: Mapping[str, int]) -> str:
    """Return the key of `Game.go_back` for the count of numbers seen from each stream of dice.

    >>> write_go_back({"dice": 17, "deck": 98})
    'go_back:deck=98,dice=17'
    """
    return GO_BACK + ",".join(f"{stream}={count}" for stream, count in sorted(seen.items()))


def is_inserted(key: str) -> bool:
    """Return whether a key inserts a step, which it may do at any question."""
    return key.startswith((HAND_OVER, GO_BACK, PUT_RIGHT))


def change_state(rules: Rules, state: Any, key: str, *, is_under_way: bool) -> Label:
    """Change the state at the start of a step by a key, and return the label of the step that is inserted before it.

    Raises IllegalChoice, also for a step in which something has been chosen (``is_under_way``).
    """
    if key.startswith(HAND_OVER):
        return _hand_over(rules, state, key, is_under_way=is_under_way)
    if key.startswith(GO_BACK):
        return _go_back(state, key, is_under_way=is_under_way)
    return _put_right(rules, state, key, is_under_way=is_under_way)


def _hand_over(rules: Rules, state: Any, key: str, *, is_under_way: bool) -> Label:
    if is_under_way:
        raise IllegalChoice(key, text("error.hand_over_in_turn"))
    seat, _, kind = key.removeprefix(HAND_OVER).partition(":")
    reason = rules.hand_over(state, seat, kind)
    if reason is not None:
        raise IllegalChoice(key, reason)
    return Label("hand_over", seat)


def _go_back(state: Any, key: str, *, is_under_way: bool) -> Label:
    seen = _SEEN.fullmatch(key.removeprefix(GO_BACK))
    if is_under_way or seen is None:
        raise IllegalChoice(key, text("error.unknown_key", key=key))
    counters = state.dice.counters
    for part in seen[0].split(",") if seen[0] else []:
        stream, _, count = part.partition("=")
        counters[stream] = max(counters.get(stream, 0), int(count))
    state.log.append(Change("go_back"))
    return Label("go_back")


def _put_right(rules: Rules, state: Any, key: str, *, is_under_way: bool) -> Label:
    if is_under_way:
        raise IllegalChoice(key, text("error.put_right_later"))
    try:
        patch = read_patch(key)
    except BadPosition as error:
        raise IllegalChoice(key, error.text) from error
    reason = rules.put_right(state, patch)
    if reason is not None:
        raise IllegalChoice(key, reason)
    return Label(PUT_RIGHT_PHASE)
