"""Counts of what the bot does, in the text format that Prometheus reads. Kept always, shown only where a host asks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

BUCKETS: Final = (0.01, 0.03, 0.1, 0.3, 1.0, 3.0)
"""Upper limits of the histogram of acknowledgements, in seconds. Discord waits three."""

COUNTERS: Final = {
    "interactions": "Interactions acknowledged",
    "late": "Interactions that could not be acknowledged in time",
    "incidents": "Mistakes of the program that a player was told of",
    "commits": "Committed changes of tables",
    "messages_sent": "Messages that have arrived at Discord",
    "messages_failed": "Attempts to send a message that failed",
}


class Metrics:
    """What is counted in this process since its start."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()
        self._buckets = [0] * len(BUCKETS)
        self._seconds = 0.0

    def count(self, name: str) -> None:
        """Count one of `COUNTERS`."""
        self._counts[name] += 1

    def acknowledged(self, seconds: float) -> None:
        """Count an interaction that was acknowledged so many seconds after the bot heard of it."""
        self.count("interactions")
        self._seconds += seconds
        for index, limit in enumerate(BUCKETS):
            self._buckets[index] += seconds <= limit

    def write(self, gauges: Mapping[str, tuple[str, float]]) -> str:
        """Everything as text; ``gauges`` are further values of this moment, each with what it means."""
        return "\n".join([*self._lines(gauges), ""])

    def _lines(self, gauges: Mapping[str, tuple[str, float]]) -> Iterator[str]:
        for name, meaning in COUNTERS.items():
            yield from head(f"gandhi_{name}_total", "counter", meaning)
            yield f"gandhi_{name}_total {self._counts[name]}"
        name = "gandhi_acknowledge_seconds"
        yield from head(name, "histogram", "Time until an interaction was acknowledged")
        for limit, count in zip(BUCKETS, self._buckets, strict=True):
            yield f'{name}_bucket{{le="{limit:g}"}} {count}'
        yield f'{name}_bucket{{le="+Inf"}} {self._counts["interactions"]}'
        yield f"{name}_sum {self._seconds:.6f}"
        yield f"{name}_count {self._counts['interactions']}"
        for gauge, (meaning, value) in gauges.items():
            yield from head(f"gandhi_{gauge}", "gauge", meaning)
            yield f"gandhi_{gauge} {value:g}"


def head(name: str, kind: str, meaning: str) -> Iterator[str]:
    """The two lines before a metric."""
    yield f"# HELP {name} {meaning}"
    yield f"# TYPE {name} {kind}"
