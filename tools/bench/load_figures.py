"""The figures that `tools.bench.load` gathers, and the table of them."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from tools.bench.benchmark import USUAL_PACE

ACKNOWLEDGE_BUDGET: Final = 100.0
"""Milliseconds: the budget for the 99th percentile of acknowledgements."""
PUBLISH_BUDGET: Final = 300.0
"""Milliseconds: the budget for the 95th percentile from Confirm to the public message with its map."""
CLICK_BUDGET: Final = 20.0
"""Milliseconds of processor time: the budget for a click, pictures included."""
IDLE_BUDGET: Final = 60.0
"""KB: the budget for a table at which no one does anything."""
MEMORY_BUDGET: Final = 250.0
"""MB: the budget for each process of the bot, where a plan has no other."""
MOST_CHANGE: Final = 0.1
"""The greatest change of the machine's pace, as a share of it, in a run whose times are published."""
NO_BUDGETS: Final[Mapping[int, float]] = {}
MILLI: Final = 1000.0
KB: Final = 1024.0


@dataclass
class Figures:
    """The measured figures. Times are lists of seconds, one for each click; sizes are bytes."""

    tables: int
    acknowledged: list[float] = field(default_factory=list)
    answered: list[float] = field(default_factory=list)
    confirmed: list[float] = field(default_factory=list)
    published: list[float] = field(default_factory=list)
    at_once: list[float] = field(default_factory=list)
    advised: list[float] = field(default_factory=list)
    searches: int = 0
    short_searches: int = 0
    missed: int = 0
    seconds: float = 0.0
    pause: float = 0.0
    processor_seconds: float = 0.0
    idle_bytes: float = 0.0
    grown_bytes: float = 0.0
    memory: int = 0
    most_memory: int = 0
    search_memory: int = 0
    memory_budget: float = MEMORY_BUDGET
    database: int = 0
    messages: int = 0
    edits: int = 0
    processes: int = 1
    paces: list[float] = field(default_factory=list)
    """Decisions a second of python-chess before the tables open, before they are played at, and afterwards."""

    @property
    def pace(self) -> float:
        """Return the mean speed of the machine as a share of the usual pace; 1.0 if it was not measured."""
        return statistics.mean(self.paces) / USUAL_PACE if self.paces else 1.0

    @property
    def is_steady(self) -> bool:
        """Return whether the speed of the machine changed by at most `MOST_CHANGE` during the run."""
        return not self.paces or max(self.paces) <= min(self.paces) * (1 + MOST_CHANGE)

    @property
    def presses(self) -> int:
        """Return how often someone clicked or typed something."""
        return len(self.acknowledged)


@dataclass(frozen=True)
class Row:
    """One line of the table. ``budget`` is the most that is allowed, None where there is no budget.

    Times come with the ``pace`` of the machine, as a part of the usual one for which their budgets are meant. A row
    that ``is_timeless`` does not depend on the pace.
    """

    what: str
    figure: float
    unit: str
    budget: float | None = None
    pace: float | None = None
    is_timeless: bool = False

    @property
    def usual(self) -> float:
        """Return the figure as on a machine of the usual pace."""
        return self.figure * (self.pace if self.pace is not None else 1.0)

    @property
    def is_kept(self) -> bool:
        """Return whether the figure is within its budget, or was never measured."""
        return self.budget is None or math.isnan(self.figure) or self.usual <= self.budget


def find_percentile(values: Sequence[float], percent: float) -> float:
    """Return the smallest value that ``percent`` % of the values do not exceed; NaN when there are none."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(len(ordered) * percent / 100) - 1)] if ordered else math.nan


def list_rows(figures: Figures) -> Iterator[Row]:
    """Yield the figures as lines of the table."""
    pace = figures.pace
    if figures.paces:
        yield Row("python-chess, before, between and after", pace * USUAL_PACE, "decisions a second")
        yield Row("a person thinks before a click, on average", figures.pause, "seconds")
    yield from list_times("acknowledged", figures.acknowledged, pace, {99: ACKNOWLEDGE_BUDGET})
    yield from list_times("answered", figures.answered, pace)
    yield from list_times("a turn: Confirm to its player's answer", figures.confirmed, pace)
    public = "a turn: Confirm to its public message with the map"
    yield from list_times(public, figures.published, pace, {95: PUBLISH_BUDGET})
    yield from list_times("acknowledged when all tables click in one moment", figures.at_once, pace)
    yield from list_times("advice, with its search", figures.advised, pace)
    yield Row("searches", float(figures.searches), "searches")
    yield Row("searches with less than half of their time", float(figures.short_searches), "searches")
    yield Row("clicks", figures.presses / figures.seconds, "a second")
    spent = per_press(figures) * MILLI
    yield Row("processor time of the bot for a click, pictures included", spent, "ms", CLICK_BUDGET, pace)
    for what, figure, unit, budget in list_timeless(figures):
        yield Row(what, figure, unit, budget, is_timeless=True)


def list_timeless(figures: Figures) -> Iterator[tuple[str, float, str, float | None]]:
    """Yield the rows that do not depend on the speed of the machine: name, figure, unit and budget."""
    memory = figures.memory / KB / KB
    searching = figures.search_memory / KB / KB
    yield "clicks never answered", float(figures.missed), "clicks", 0.0
    yield "memory for an idle table", figures.idle_bytes / KB, "KB", IDLE_BUDGET
    yield "memory that playing has added, for a table", figures.grown_bytes / KB, "KB", None
    yield "memory of the bot in the end", memory, "MB", figures.memory_budget * figures.processes
    yield "memory of the bot at most", figures.most_memory / KB / KB, "MB", None
    yield "memory of its other processes in the end, for searches and films", searching, "MB", None
    if figures.database:
        yield "the database in the end, for a table", figures.database / figures.tables / KB, "KB", None
    yield "messages posted", float(figures.messages), "messages", None
    yield "messages brought up to date", float(figures.edits), "messages", None


def list_times(
    what: str, seconds: Sequence[float], pace: float, budgets: Mapping[int, float] = NO_BUDGETS
) -> Iterator[Row]:
    """Yield three percentiles of times; ``budgets`` by percentile, in milliseconds."""
    for percent in (50, 95, 99):
        figure = find_percentile(seconds, percent) * MILLI
        yield Row(f"{what}, {percent}th percentile", figure, "ms", budgets.get(percent), pace)


def per_press(figures: Figures) -> float:
    """Return the processor seconds of the bot for each click."""
    return figures.processor_seconds / max(1, figures.presses)


def write_rows(rows: Iterable[Row]) -> list[str]:
    """Return the table as lines of Markdown."""
    lines = ["| what | figure | unit | budget | kept |", "|---|---|---|---|---|"]
    for row in rows:
        budget = "" if row.budget is None else f"at most {row.budget:g}"
        if budget and row.pace is not None:
            budget += f" at the usual pace: {show(row.usual)}"
        kept = "" if row.budget is None else ("yes" if row.is_kept else "**no**")
        lines.append(f"| {row.what} | {show(row.figure)} | {row.unit} | {budget} | {kept} |")
    return lines


def show(figure: float) -> str:
    """Return a figure with about three digits."""
    return f"{figure:,.0f}" if figure >= 100 else f"{figure:.3g}"
