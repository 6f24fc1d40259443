"""The script that plays many tables at once measures what it says."""

from __future__ import annotations

import math

from tests.loopback.exchange import PATIENT_SECONDS
from tools.bench.load import measure
from tools.bench.load_figures import Figures, Row, find_percentile, list_rows, write_rows


async def test_a_few_tables_are_played_and_measured() -> None:
    figures = await measure(3, 1.0, 0.05, 1930, "sqlite", turns=3, acknowledge_seconds=PATIENT_SECONDS)
    assert len(figures.confirmed) >= 3
    assert len(figures.answered) == figures.presses
    assert len(figures.at_once) == 3
    assert figures.published
    assert figures.missed == 0
    assert all(0 < early <= late for early, late in zip(figures.acknowledged, figures.answered, strict=True))
    assert figures.messages >= 6
    assert min(figures.memory, figures.database, figures.processor_seconds) > 0
    lines = write_rows(list_rows(figures))
    assert len({line.count("|") for line in lines}) == 1


def test_percentiles_are_values_that_were_measured() -> None:
    values = [float(number) for number in range(1, 201)]
    assert [find_percentile(values, percent) for percent in (50, 95, 99)] == [100.0, 190.0, 198.0]
    assert find_percentile([7.0], 99) == 7.0
    assert math.isnan(find_percentile([], 50))


def test_a_budget_that_is_missed_is_seen() -> None:
    assert Row("a", 300.0, "ms", 300.0).is_kept
    assert not Row("a", 300.1, "ms", 300.0).is_kept
    slow = Figures(2, acknowledged=[0.001] * 90 + [0.5] * 10, seconds=1.0)
    assert [row.what for row in list_rows(slow) if not row.is_kept] == ["acknowledged, 99th percentile"]
    assert "**no**" in "".join(write_rows(list_rows(slow)))
