"""What a benchmark is. `tools.bench.run` runs them."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

YARDSTICK = "python-chess"
"""The benchmark for the present speed of the machine."""
USUAL_PACE = 30_000
"""What the yardstick shows on the machine for which budgets of time are meant, in decisions a second."""


class Benchmark(msgspec.Struct, frozen=True):
    """One figure: its name, its unit, and a function that measures it once (about a second is a good length).

    ``budget`` is the figure to keep (None: only shown), ``more_is_better`` its direction. Where it is ``timed`` the
    figure counts as on a machine of the usual pace: one that is half as fast in the same run has twice the time.
    ``beside`` names another benchmark instead: this figure must be at least ``budget`` (1 if it has none) for every
    ``per`` of the other's in the same run.
    """

    name: str
    unit: str
    measure: Callable[[], float]
    budget: float | None = None
    more_is_better: bool = False
    timed: bool = True
    beside: str = ""
    per: int = 1
