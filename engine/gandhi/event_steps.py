"""5.1 The odd steps of a few Events that data cannot say, each a function of its own named by the data."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from engine.core.protocol import Step
from engine.gandhi.execution import Execution


class NamedStep(msgspec.Struct, frozen=True):
    """A step by name: how it runs in a space (or none), and whether it would change anything there."""

    run: Callable[[Execution, str], Step]
    is_possible: Callable[[Execution, str], bool]


NAMED: dict[str, NamedStep] = {}
"""The named steps of the data."""
