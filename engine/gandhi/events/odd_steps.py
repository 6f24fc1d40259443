"""5.1 The odd steps of a few Events that data cannot say, each a function of its own named by the data."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from engine.core.protocol import Step
from engine.gandhi.board import GEOGRAPHY
from engine.gandhi.events.execution import Execution
from engine.gandhi.operations.revolutionaries import attack_in


class NamedStep(msgspec.Struct, frozen=True):
    """A step by name: how it runs in a space (or none), and whether it would change anything there."""

    run: Callable[[Execution, str], Step]
    is_possible: Callable[[Execution, str], bool]


def run_attack(execution: Execution, space: str) -> Step:
    """3.4.3 A free Attack in the selected space; the executing Faction chooses the pieces (5.1)."""
    yield from attack_in(execution.state, space, execution.seat, execution.ask_again)


def attack_possible(execution: Execution, space: str) -> bool:
    """Whether Guerrillas are there. Attack needs no adversaries (R-20), and does not happen on Railways (R-39)."""
    return not GEOGRAPHY[space].is_railway and execution.state.spaces[space].guerrillas > 0


NAMED: dict[str, NamedStep] = {
    "attack": NamedStep(run_attack, attack_possible),
}
"""The named steps of the data."""
