"""The script that plays many tables at once measures what it says."""

from __future__ import annotations

import math
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tests.loopback.exchange import PATIENT_SECONDS
from tools.bench import benchmark, load
from tools.bench.load import Plan, confine, describe_figures, measure
from tools.bench.load_figures import Figures, Row, find_percentile, list_rows, write_rows
from tools.bench.load_tables import GAMES, SEATINGS, Burst, Crowd, Listener


async def test_a_few_tables_are_played_and_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(benchmark, "SECONDS", 0.05)
    monkeypatch.setattr(load, "REST", 0.1)
    figures = await measure(Plan(3, 1.0, 0.05, turns=3), acknowledge_seconds=PATIENT_SECONDS)
    assert len(figures.confirmed) >= 3
    assert len(figures.answered) == figures.presses
    assert len(figures.at_once) == 3
    assert figures.published
    assert figures.missed == 0
    assert all(0 < early <= late for early, late in zip(figures.acknowledged, figures.answered, strict=True))
    assert figures.messages >= 6
    assert min(figures.memory, figures.database, figures.processor_seconds) > 0
    before = sum(figures.paces[:2]) / 2
    assert figures.pause == pytest.approx(0.05 * benchmark.USUAL_PACE / before)
    lines = write_rows(list_rows(figures))
    assert len({line.count("|") for line in lines}) == 1


def test_a_pause_between_clicks_is_shorter_during_a_burst() -> None:
    burst = Burst(100.0, 200.0, 10.0)
    assert burst.find_end(0.0, 60.0) == 60.0
    assert burst.find_end(0.0, 600.0) == 150.0
    assert burst.find_end(150.0, 400.0) == 190.0
    assert burst.find_end(150.0, 600.0) == 300.0
    assert burst.find_end(250.0, 600.0) == 850.0


def test_the_crowd_of_a_load_test_has_every_game_with_each_number_of_people() -> None:
    crowd = Crowd(Listener(Figures(6), 1.0), len(GAMES) * len(SEATINGS), 0.0, 1)
    found = [(table.setup.kind, len(table.people)) for table in crowd.tables]
    assert sorted(found) == sorted((game.kind, count) for game in GAMES for count in SEATINGS)
    assert len({person.id for table in crowd.tables for person in table.people}) == sum(count for _, count in found)


def test_the_bot_in_a_load_test_has_one_core_and_limited_memory() -> None:
    if Path("/run/systemd/system").is_dir():
        assert "--property=MemoryMax=256M" in confine(256)
        return
    asks = "import os, resource; print(resource.getrlimit(resource.RLIMIT_DATA)[0], os.sched_getaffinity(0))"
    done = subprocess.run([*confine(256), sys.executable, "-c", asks], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == f"{256 << 20} {{0}}"


def test_a_percentile_is_one_of_the_measured_values() -> None:
    values = [float(number) for number in range(1, 201)]
    assert [find_percentile(values, percent) for percent in (50, 95, 99)] == [100.0, 190.0, 198.0]
    assert find_percentile([7.0], 99) == 7.0
    assert math.isnan(find_percentile([], 50))


def test_a_time_budget_is_for_a_machine_of_the_usual_pace() -> None:
    fast = Figures(2, published=[0.25] * 100, seconds=1.0, memory=100, paces=[45_000.0, 44_000.0, 46_000.0])
    missed = [row for row in list_rows(fast) if not row.is_kept]
    assert [row.what for row in missed] == ["a turn: Confirm to its public message with the map, 95th percentile"]
    assert "at most 300 at the usual pace: 375 | **no**" in "".join(write_rows(missed))
    slow = replace(fast, published=[0.5] * 100, paces=[15_000.0] * 3)
    assert all(row.is_kept for row in list_rows(slow))
    assert fast.is_steady
    assert not replace(fast, paces=[30_000.0, 33_100.0, 30_000.0]).is_steady


def test_figures_omit_times_if_the_pace_of_the_machine_changed() -> None:
    steady = Figures(2, published=[0.25] * 100, seconds=1.0, memory=300 << 20, search_memory=30 << 20, paces=[3e4] * 3)
    lines, note = describe_figures(Plan(2), steady)
    assert "Times" not in note
    assert sum("Confirm to its public message" in line for line in lines) == 3
    lines, note = describe_figures(Plan(2), replace(steady, paces=[30_000.0, 33_100.0, 30_000.0]))
    assert "Times are left out" in note
    assert "30,000, 33,100, 30,000" in note
    assert not any("| ms |" in line or "a second |" in line for line in lines)
    assert "| memory of the bot in the end | 300 | MB | at most 250 | **no** |" in lines
    assert "| memory of its other processes in the end, for searches and films | 30 | MB |  |  |" in lines


def test_the_figures_mark_a_missed_budget() -> None:
    assert Row("a", 300.0, "ms", 300.0).is_kept
    assert not Row("a", 300.1, "ms", 300.0).is_kept
    slow = Figures(2, acknowledged=[0.001] * 90 + [0.5] * 10, seconds=1.0)
    assert [row.what for row in list_rows(slow) if not row.is_kept] == ["acknowledged, 99th percentile"]
    assert "**no**" in "".join(write_rows(list_rows(slow)))
