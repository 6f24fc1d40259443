"""Rate limits: a bucket for each person or address, which is refilled over time."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

KNOWN: Final = 10_000
"""The most buckets in memory; the one unused for longest goes first."""


class Buckets:
    """Buckets by name."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, name: str, size: float, rate: float) -> bool:
        """Take one from a bucket of a ``size`` that fills at a ``rate`` a second. Return False if it is empty."""
        now = self._clock()
        left, since = self._left.get(name, (size, now))
        left = min(size, left + (now - since) * rate)
        is_free = left >= 1
        self._left[name] = (left - 1 if is_free else left, now)
        self._left.move_to_end(name)
        while len(self._left) > KNOWN:
            self._left.popitem(last=False)
        return is_free
