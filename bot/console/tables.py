"""Tables in the terminal, for the commands that print some: rich is loaded for them only."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.table import Table

WIDTH = 200
"""Characters in a line at most: a table is as wide as its words, in a terminal and in a file."""


def draw_table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Draw rows under headings, without frames or colours; the first column to the left, the others to the right."""
    table = Table(box=None, pad_edge=False)
    for number, heading in enumerate(headings):
        table.add_column(heading, justify="right" if number else "left", no_wrap=True)
    for row in rows:
        table.add_row(*row)
    lines = io.StringIO()
    Console(file=lines, width=WIDTH, color_system=None, markup=False, emoji=False, highlight=False).print(table)
    return "\n".join(line.rstrip() for line in lines.getvalue().splitlines())
