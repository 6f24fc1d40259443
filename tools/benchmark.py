"""What a benchmark is. `tools.bench` runs them."""

from __future__ import annotations

from collections.abc import Callable

import msgspec


class Benchmark(msgspec.Struct, frozen=True):
    """One figure: its name, its unit, and a function that measures it once (about a second is a good length).

    ``budget`` is the figure to keep (None: only shown), ``more_is_better`` its direction. ``beside`` names another
    benchmark whose figure, measured in the same run, must not be above this one's.
    """

    name: str
    unit: str
    measure: Callable[[], float]
    budget: float | None = None
    more_is_better: bool = False
    beside: str = ""
