"""Measure speed against the budgets of the design, and keep the figures in ``docs/performance.md``.

``python -m tools.bench.run [--runs N] [--only WORD] [--write]``

Each benchmark measures once a run; the runs of all benchmarks take turns, so that other work of the machine slows them
all alike. A budget of time is for a machine of the usual pace, and is scaled by python-chess in the same run: a slow
hour fails nothing, and a fast machine hides nothing. The table shows medians. The benchmarks of a game are the
``BENCHMARKS`` of the module ``bench`` in its folder of `tools.games`.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import platform
import statistics
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import tools.games
from bot.console.terminal import Progress
from engine.core.discovery import Discovered
from tools.bench.benchmark import BENCHMARKS, USUAL_PACE, YARDSTICK, Benchmark

SUITES: Discovered[tuple[Benchmark, ...]] = Discovered(
    tools.games.__name__, tools.games.__path__, "bench", "BENCHMARKS"
)
"""The benchmarks of each game that has any."""
ROOT = Path(__file__).resolve().parent.parent.parent
PAGE = ROOT / "docs" / "performance.md"
MEASURED = ("engine", "render")
"""The folders whose code is measured."""
BEGIN, END = "<!-- bench: written by tools/bench/run.py -->", "<!-- /bench -->"

Figures = dict[str, list[float]]


def measure(benchmarks: Sequence[Benchmark], runs: int) -> Figures:
    """Measure every benchmark ``runs`` times, in turns, after one run that does not count."""
    figures: Figures = {benchmark.name: [] for benchmark in benchmarks}
    progress, total = Progress(), (runs + 1) * len(benchmarks)
    for run in range(runs + 1):
        for index, benchmark in enumerate(benchmarks):
            progress.show((run * len(benchmarks) + index) / total, benchmark.name)
            figure = benchmark.measure()
            if run:
                figures[benchmark.name].append(figure)
    progress.close()
    return figures


def verdict(benchmark: Benchmark, figures: Figures) -> tuple[str, bool]:
    """Return the budget as the table shows it, and whether the median of the figures keeps it."""
    own = figures[benchmark.name]
    if benchmark.beside in figures:
        others, least = figures[benchmark.beside], benchmark.budget or 1
        ratio = statistics.median(benchmark.per * mine / other for mine, other in zip(own, others, strict=True))
        many = f"times {benchmark.beside}" if benchmark.per == 1 else f"for {benchmark.per:,} of {benchmark.beside}"
        return f"at least {least:.2f} {many}: {ratio:.2f}", ratio >= least
    if benchmark.budget is None:
        return "", True
    words = f"at {'least' if benchmark.more_is_better else 'most'} {show(benchmark.budget)} {benchmark.unit}"
    if benchmark.timed and YARDSTICK in figures:
        pace = [chess / USUAL_PACE for chess in figures[YARDSTICK]]
        own = [one / at if benchmark.more_is_better else one * at for one, at in zip(own, pace, strict=True)]
        words += f" at the usual pace: {show(statistics.median(own))}"
    middle = statistics.median(own)
    return words, middle >= benchmark.budget if benchmark.more_is_better else middle <= benchmark.budget


def show(figure: float) -> str:
    """Return a figure with about three digits."""
    return f"{figure:,.0f}" if figure >= 100 else f"{figure:.3g}"


def table(benchmarks: Sequence[Benchmark], figures: Figures) -> tuple[list[str], bool]:
    """Return the table as lines of Markdown, and whether every budget is kept."""
    lines = ["| what | median | lowest to highest | unit | budget | kept |", "|---|---|---|---|---|---|"]
    all_kept = True
    for benchmark in benchmarks:
        own = figures[benchmark.name]
        budget, kept = verdict(benchmark, figures)
        all_kept = all_kept and kept
        mark = ("yes" if kept else "**no**") if budget else ""
        spread = f"{show(min(own))} to {show(max(own))}"
        lines.append(
            f"| {benchmark.name} | {show(statistics.median(own))} | {spread} | {benchmark.unit} | {budget} | {mark} |"
        )
    return lines, all_kept


def write_page(lines: Sequence[str], runs: int) -> None:
    """Put the table into the page, between its two marks."""
    page = PAGE.read_text("utf-8")
    head, rest = page.split(BEGIN)
    tail = rest.split(END)[1]
    day = datetime.now(UTC).date().isoformat()
    machine = f"CPython {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores"
    note = f"Medians of {runs} runs on {day}: {machine}. Code: `{digest_code()}`."
    PAGE.write_text(head + "\n".join([BEGIN, note, "", *lines, END]) + tail, "utf-8")


def list_benchmarks() -> list[Benchmark]:
    """Return the yardstick, and the benchmarks of all games."""
    return [*BENCHMARKS, *(one for suite in SUITES.values() for one in suite)]


def digest_code() -> str:
    """Return a short digest of the code and the data that are measured."""
    digest = hashlib.sha256()
    for folder in MEASURED:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in (".py", ".toml"):
                digest.update(path.relative_to(ROOT).as_posix().encode())
                digest.update(path.read_bytes().replace(b"\r\n", b"\n"))
    return digest.hexdigest()[:12]


def is_table_old() -> bool:
    """Return whether the code has changed since the table in the page was measured."""
    return f"Code: `{digest_code()}`." not in PAGE.read_text("utf-8")


def choose(word: str) -> list[Benchmark]:
    """Return the benchmarks whose name contains a word, and the yardstick by which budgets are scaled."""
    every = list_benchmarks()
    chosen = [benchmark for benchmark in every if word in benchmark.name]
    return [one for one in every if one in chosen or one.name == YARDSTICK] if chosen else []


def main(arguments: list[str] | None = None) -> int:
    """Run the command line. Returns 1 when a budget is missed, or the table in the page is older than the code."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench.run", description="Measure speed against the budgets.")
    parser.add_argument("--runs", type=int, default=5, help="measure this often (default: 5)")
    parser.add_argument("--only", default="", metavar="WORD", help="only benchmarks with this word in their name")
    parser.add_argument("--write", action="store_true", help="keep the table in docs/performance.md")
    options = parser.parse_args(arguments)
    if options.runs < 1:
        parser.error("--runs must be above zero")
    if options.write and options.only:
        parser.error("--write keeps the whole table: leave out --only")
    benchmarks = choose(options.only)
    if not benchmarks:
        parser.error(f"no benchmark has {options.only!r} in its name")
    lines, kept = table(benchmarks, measure(benchmarks, options.runs))
    print("\n".join(lines))
    if options.write:
        write_page(lines, options.runs)
    elif not options.only and is_table_old():
        print("The table in docs/performance.md is older than the code. Write it again: make bench ARGS=--write")
        kept = False
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
