"""The counters of the bot, for Prometheus. They always count, but are shown only if the host turns on `bot.health`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

BUCKETS: Final = (0.01, 0.03, 0.1, 0.3, 1.0, 3.0)
"""Upper limits of the histogram of acknowledgements, in seconds. Discord waits three."""

COUNTERS: Final = {
    "interactions": "Interactions acknowledged",
    "late": "Interactions that could not be acknowledged in time",
    "incidents": "Errors of the program that were shown to a player",
    "commits": "Committed changes of tables",
    "messages_sent": "Messages that have arrived at Discord",
    "messages_failed": "Attempts to send a message that failed",
    "searches": "Searches for a move or for advice that were begun",
    "searches_short": "Searches of these that had less than half of their time, because others waited",
    "searches_failed": "Searches for a move or for advice that failed",
}


class Metrics:
    """The counters of a bot since its start, and how long acknowledgements took."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self._counters = {
            name: Counter(f"gandhi_{name}", meaning, registry=self._registry) for name, meaning in COUNTERS.items()
        }
        self._acknowledged = Histogram(
            "gandhi_acknowledge_seconds",
            "Time until an interaction was acknowledged",
            buckets=BUCKETS,
            registry=self._registry,
        )

    def count(self, name: str) -> None:
        """Add 1 to the counter with this name in `COUNTERS`."""
        self._counters[name].inc()

    def find_count(self, name: str) -> int:
        """Return the value of the counter with this name in `COUNTERS`, since the process started."""
        return int(self._registry.get_sample_value(f"gandhi_{name}_total") or 0)

    def acknowledged(self, seconds: float) -> None:
        """Count an acknowledged interaction, with the seconds since the bot received it."""
        self.count("interactions")
        self._acknowledged.observe(seconds)

    def write(self, gauges: Mapping[str, tuple[str, float]]) -> bytes:
        """Return all figures as text for Prometheus. ``gauges`` are present values by name, each with its meaning."""
        moment = CollectorRegistry()
        for name, (meaning, value) in gauges.items():
            Gauge(f"gandhi_{name}", meaning, registry=moment).set(value)
        return generate_latest(self._registry) + generate_latest(moment)
