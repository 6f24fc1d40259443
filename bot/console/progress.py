"""A progress bar on standard error, for anything that takes longer than a moment."""

from __future__ import annotations

import atexit
import sys
import time

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bar

SECONDS_BETWEEN = 0.1


class Progress:
    """One line that shows the progress of some work. Nothing is drawn into a pipe or a file."""

    def __init__(self) -> None:
        columns = (BarColumn(), TimeRemainingColumn(), TextColumn("{task.description}"))
        # No separate thread: processes started meanwhile would be copies of a program with threads.
        self._bar = Bar(
            *columns,
            console=Console(stderr=True),
            transient=True,
            auto_refresh=False,
            disable=not sys.stderr.isatty(),
        )
        self._task = self._bar.add_task("", total=1.0)
        self._drawn = 0.0
        # A program that is stopped in the middle shows the cursor of the terminal again.
        atexit.register(self.close)

    def show(self, done: float, note: str) -> None:
        """Draw the bar: ``done`` from 0 to 1, and a note behind it."""
        now = time.monotonic()
        if now - self._drawn < SECONDS_BETWEEN:
            return
        self._drawn = now
        self._bar.start()
        self._bar.update(self._task, completed=min(1.0, done), description=escape(note), refresh=True)

    def close(self) -> None:
        """Wipe the line."""
        self._bar.stop()
