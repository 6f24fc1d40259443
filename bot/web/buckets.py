"""Limits how often something may be asked for: a bucket for each who asks, which fills up again with time."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

KNOWN: Final = 10_000
"""The most buckets that are kept; the one unused for longest goes first."""


class Buckets:
    """Buckets by name."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, name: str, size: float, rate: float) -> bool:
        """Take one from a bucket of a ``size`` that fills at a ``rate`` a second; return False where it is empty."""
        now = self._clock()
        left, since = self._left.get(name, (size, now))
        left = min(size, left + (now - since) * rate)
        is_free = left >= 1
        self._left[name] = (left - 1 if is_free else left, now)
        self._left.move_to_end(name)
        while len(self._left) > KNOWN:
            self._left.popitem(last=False)
        return is_free
