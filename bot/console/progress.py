"""A progress bar on standard error, for whatever takes longer than a moment."""

from __future__ import annotations

import sys
import time

WIDTH = 30
SECONDS_BETWEEN = 0.1


class Progress:
    """One line that shows how far a piece of work is. Nothing is drawn when nobody watches (a pipe, a file)."""

    def __init__(self) -> None:
        self._watched = sys.stderr.isatty()
        self._drawn = 0.0

    def show(self, done: float, note: str) -> None:
        """Draw the bar: ``done`` from 0 to 1, and a note behind it."""
        now = time.monotonic()
        if not self._watched or now - self._drawn < SECONDS_BETWEEN:
            return
        self._drawn = now
        filled = round(WIDTH * min(1.0, done))
        sys.stderr.write(f"\r\033[K[{'#' * filled}{'.' * (WIDTH - filled)}] {note}")
        sys.stderr.flush()

    def close(self) -> None:
        """Wipe the line."""
        if self._watched:
            sys.stderr.write("\r\033[K")
            sys.stderr.flush()
