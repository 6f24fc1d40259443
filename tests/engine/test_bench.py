"""The bench: it measures, compares, judges and keeps its table."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.bench import benchmark as yardstick
from tools.bench import run as bench
from tools.bench.benchmark import USUAL_PACE, YARDSTICK, Benchmark
from tools.games.gandhi import bench as of_gandhi


def steady(name: str, figure: float, **rest: object) -> Benchmark:
    """Return a benchmark that always measures the same."""
    return Benchmark(name, "units", lambda: figure, **rest)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("benchmark", "kept"),
    [
        (steady("free", 5), True),
        (steady("fast enough", 5, budget=10), True),
        (steady("too slow", 15, budget=10), False),
        (steady("much enough", 15, budget=10, more_is_better=True), True),
        (steady("too little", 5, budget=10, more_is_better=True), False),
        (steady("ahead", 120, more_is_better=True, beside="yardstick"), True),
        (steady("behind", 80, more_is_better=True, beside="yardstick"), False),
        (steady("not far enough ahead", 120, budget=1.5, more_is_better=True, beside="yardstick"), False),
        (steady("a few for many", 12, budget=1.2, more_is_better=True, beside="yardstick", per=10), True),
        (steady("too few for many", 11, budget=1.2, more_is_better=True, beside="yardstick", per=10), False),
    ],
)
def test_the_table_of_benchmarks_says_whether_each_budget_is_kept(benchmark: Benchmark, kept: bool) -> None:
    benchmarks = [benchmark, steady("yardstick", 100)]
    lines, all_kept = bench.table(benchmarks, bench.measure(benchmarks, 2))
    assert all_kept is kept
    assert len(lines) == 4
    assert lines[2].startswith(f"| {benchmark.name} | ")


@pytest.mark.parametrize(("pace", "kept"), [(0.4, True), (0.6, False), (1.0, False)])
def test_a_budget_of_time_is_scaled_by_the_pace_of_the_machine(pace: float, kept: bool) -> None:
    """A slow hour fails no budget, a fast machine hides no slow code, and sizes are not scaled."""
    chess = steady(YARDSTICK, pace * USUAL_PACE)
    slow = steady("ms of work", 20, budget=10)
    rate = steady("games", 5, budget=10, more_is_better=True)
    size = steady("kB", 20, budget=30, timed=False)
    for benchmark, as_wanted in ((slow, kept), (rate, kept), (size, True)):
        benchmarks = [benchmark, chess]
        assert bench.table(benchmarks, bench.measure(benchmarks, 2))[1] is as_wanted


def test_the_yardstick_is_measured_with_any_chosen_benchmark() -> None:
    assert [one.name for one in bench.choose("heaviest annotated")] == [YARDSTICK, "the heaviest annotated map"]
    assert bench.choose("nonsense") == []


def test_the_table_of_benchmarks_replaces_the_old_one_on_the_page(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    page = tmp_path / "performance.md"
    page.write_text(f"before\n{bench.BEGIN}\nold\n{bench.END}\nafter\n", "utf-8")
    monkeypatch.setattr(bench, "PAGE", page)
    bench.write_page(["| new |"], 3)
    text = page.read_text("utf-8")
    assert text.startswith(f"before\n{bench.BEGIN}\nMedians of 3 runs on ")
    assert text.endswith(f"\n\n| new |\n{bench.END}\nafter\n")
    assert "old" not in text


def test_a_benchmark_table_older_than_the_code_fails_the_check(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page, code = tmp_path / "performance.md", tmp_path / "engine" / "rules.py"
    page.write_text(f"{bench.BEGIN}\n{bench.END}\n", "utf-8")
    code.parent.mkdir()
    code.write_text("MOST = 1\n", "utf-8")
    monkeypatch.setattr(bench, "PAGE", page)
    monkeypatch.setattr(bench, "ROOT", tmp_path)
    monkeypatch.setattr(bench, "choose", lambda word: [steady("free", 5)])
    assert bench.main(["--runs", "1"]) == 1
    assert bench.main(["--runs", "1", "--write"]) == 0
    assert bench.main(["--runs", "1"]) == 0
    capsys.readouterr()
    code.write_text("MOST = 2\n", "utf-8")
    assert bench.main(["--runs", "1"]) == 1
    assert "older than the code" in capsys.readouterr().out


def test_the_page_lists_every_benchmark_in_its_table() -> None:
    text = bench.PAGE.read_text("utf-8")
    assert text.count(bench.BEGIN) == text.count(bench.END) == 1
    for benchmark in bench.list_benchmarks():
        assert f"| {benchmark.name} |" in text, "Keep the table: make bench ARGS=--write"


@pytest.mark.parametrize("wrong", [["--runs", "0"], ["--only", "nonsense"], ["--only", "load", "--write"]])
def test_a_wrong_benchmark_command_is_refused(wrong: list[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        bench.main(wrong)
    assert caught.value.code == 2


def test_every_benchmark_of_gandhi_measures_a_positive_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (yardstick, of_gandhi):
        monkeypatch.setattr(module, "SECONDS", 0.01)
    for name in ("GAMES_TO_LOAD", "ARJUNA_GAMES", "TURNS"):
        monkeypatch.setattr(of_gandhi, name, 1)
    kept = (of_gandhi.games_in_mid_turn, of_gandhi.annotated_turns)
    for function in kept:
        function.cache_clear()
    try:
        figures = {benchmark.name: benchmark.measure() for benchmark in (*yardstick.BENCHMARKS, *of_gandhi.BENCHMARKS)}
    finally:
        for function in kept:
            function.cache_clear()
    assert all(figure > 0 for figure in figures.values())
