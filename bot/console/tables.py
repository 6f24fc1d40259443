"""Tables in the terminal. A separate module, because only some commands need rich."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.table import Table

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
