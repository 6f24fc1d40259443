"""Draw in a terminal: tables, and a progress bar on standard error for work that takes longer than a moment.

This is a separate module because only some commands need rich.
"""

from __future__ import annotations

import atexit
import io
import sys
import time
from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bar
from rich.table import Table

SECONDS_BETWEEN = 0.1
WIDTH = 200
"""The most characters of a line. A table is only as wide as its text."""


def draw_table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Draw rows under headings without frames or colours, the first column left-aligned, the others right-aligned."""
    table = Table(box=None, pad_edge=False)
    for number, heading in enumerate(headings):
        table.add_column(heading, justify="right" if number else "left", no_wrap=True)
    for row in rows:
        table.add_row(*row)
    lines = io.StringIO()
    Console(file=lines, width=WIDTH, color_system=None, markup=False, emoji=False, highlight=False).print(table)
    return "\n".join(line.rstrip() for line in lines.getvalue().splitlines())


class Progress:
    """One line that shows the progress of some work. Nothing is drawn into a pipe or a file."""

    def __init__(self) -> None:
        columns = (BarColumn(), TimeRemainingColumn(), TextColumn("{task.description}"))
        # The bar has no separate thread: processes started meanwhile would be copies of a program with threads.
        self._bar = Bar(
            *columns, console=Console(stderr=True), transient=True, auto_refresh=False, disable=not sys.stderr.isatty()
        )
        self._task = self._bar.add_task("", total=1.0)
        self._drawn = 0.0
        # A program that is stopped in the middle shows the cursor of the terminal again.
        atexit.register(self.close)

    def show(self, done: float, note: str) -> None:
        """Draw the bar, ``done`` from 0 to 1, and a note after it, at most every `SECONDS_BETWEEN`."""
        now = time.monotonic()
        if now - self._drawn < SECONDS_BETWEEN:
            return
        self._drawn = now
        self._bar.start()
        self._bar.update(self._task, completed=min(1.0, done), description=escape(note), refresh=True)

    def close(self) -> None:
        """Wipe the line."""
        self._bar.stop()
