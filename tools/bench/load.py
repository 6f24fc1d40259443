"""Play many tables at once through the real bot, and measure it: ``make load`` or ``python -m tools.bench.load``.

The bot runs as it is shipped, in a process of its own, against the stand-in for Discord of ``tests/loopback``, which
runs in this process together with the people. Each person thinks for a while before each click; times are what they
see: from the click to Discord's knowing that an answer comes, to the answer, and to the public message of the turn.
``--write`` keeps the figures in ``docs/performance.md``.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

from bot.console.progress import Progress
from tests.loopback.exchange import ACKNOWLEDGE_SECONDS
from tests.loopback.ledger import wait_until_sent
from tests.loopback.program import SHIPPED, Program, run_program
from tests.storage.conftest import run_sql
from tests.storage.server import find_binaries, run_postgresql
from tools.bench.load_figures import Figures, list_rows, write_rows
from tools.bench.load_tables import Crowd, Listener, PlayedTable

PAGE = Path(__file__).resolve().parent.parent.parent / "docs" / "performance.md"
BEGIN, END = "<!-- load: written by tools/bench/load.py -->", "<!-- /load -->"
PLENTY = dict.fromkeys(("GANDHI_TABLES_PER_USER", "GANDHI_TABLES_PER_SERVER"), "1000000")
"""Limits of the bot that a whole crowd in one server must not meet."""
OPENING_AT_ONCE = 4
BEFORE_IDLE = 4
"""The memory for an idle table is measured when one in so many has begun, and when all have."""
REST = 3.0
"""Seconds in which the bot comes to rest before its memory is read."""


@asynccontextmanager
async def open_database(kind: str, folder: Path) -> AsyncIterator[str]:
    """An empty database of a kind, "sqlite" or "postgresql": its address."""
    if kind == "sqlite":
        yield f"sqlite:///{folder}/games.sqlite3"
        return
    binaries = find_binaries()
    if binaries is None:
        raise SystemExit("load: There is no PostgreSQL server on this machine: leave out --database.")
    with run_postgresql(binaries) as server:
        await run_sql(f"{server}/postgres", "CREATE DATABASE load")
        yield f"{server}/load"


async def measure(
    tables: int,
    seconds: float,
    pause: float,
    seed: int,
    database: str,
    *,
    turns: int = 0,
    acknowledge_seconds: float = ACKNOWLEDGE_SECONDS,
) -> Figures:
    """Open the tables, let everybody play for a while, and return the measurements. Raises Unanswered at the opening.

    The while is so many seconds, and as much longer as it takes for so many turns. Discord forgets a click that the
    bot has not acknowledged in time.
    """
    figures, progress = Figures(tables), Progress()
    listener = Listener(figures, acknowledge_seconds)
    crowd = Crowd(listener, tables, pause, seed)
    await listener.start()
    try:
        with tempfile.TemporaryDirectory(prefix="gandhi-load-") as name:
            folder = Path(name)
            async with (
                open_database(database, folder) as address,
                run_program(listener, address, folder, PLENTY, ("--log-level", "warning"), SHIPPED) as program,
            ):
                await open_tables(crowd, program, progress)
                await play(crowd, program, seconds, turns, progress)
                await crowd.press_at_once()
                await wait_until_sent(program, 300)
                figures.memory = read_memory(program)
                figures.database = find_size(address, folder)
    finally:
        progress.close()
        await listener.close()
    figures.messages, figures.edits = listener.counts["posted"], listener.counts["edited"]
    return figures


async def open_tables(crowd: Crowd, program: Program, progress: Progress) -> None:
    """Open and begin every table, and measure what each adds to the bot's memory."""
    first = max(1, len(crowd.tables) // BEFORE_IDLE)
    groups = crowd.tables[:first], crowd.tables[first:]
    memory: list[int] = []
    done = 0
    for group in groups:
        waiting = list(reversed(group))

        async def work(waiting: list[PlayedTable] = waiting) -> None:
            nonlocal done
            while waiting:
                await waiting.pop().begin()
                done += 1
                progress.show(done / len(crowd.tables), f"{done} tables have begun")

        await asyncio.gather(*(work() for _ in range(OPENING_AT_ONCE)))
        await wait_until_sent(program, 300)
        await asyncio.sleep(REST)
        memory.append(read_memory(program))
    crowd.figures.idle_bytes = max(0, memory[1] - memory[0]) / max(1, len(groups[1]))


async def play(crowd: Crowd, program: Program, seconds: float, turns: int, progress: Progress) -> None:
    """Let everybody play for so many seconds, and until so many turns are confirmed."""
    figures = crowd.figures
    memory, processor, begun = read_memory(program), read_processor(program), time.monotonic()

    def is_over() -> bool:
        return time.monotonic() - begun >= seconds and len(figures.confirmed) >= turns

    playing = asyncio.gather(*(table.play(is_over) for table in crowd.tables))
    while not playing.done():
        note = f"{figures.presses} clicks, {len(figures.confirmed)} of them a Confirm"
        progress.show((time.monotonic() - begun) / seconds, note)
        await asyncio.wait([playing], timeout=0.5)
    await playing
    figures.seconds = time.monotonic() - begun
    await wait_until_sent(program, 300)
    figures.processor_seconds = read_processor(program) - processor
    await asyncio.sleep(REST)
    figures.grown_bytes = (read_memory(program) - memory) / len(crowd.tables)


def read_memory(program: Program) -> int:
    """The memory that the bot holds, in bytes, as Linux counts it."""
    for line in Path(f"/proc/{program.running.pid}/status").read_text(encoding="utf-8").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024
    return 0


def read_processor(program: Program) -> float:
    """The processor time that the bot has used, in seconds."""
    fields = Path(f"/proc/{program.running.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def find_size(address: str, folder: Path) -> int:
    """The size of the database in bytes, an SQLite log beside it included; 0 where a server keeps it."""
    if not address.startswith("sqlite"):
        return 0
    return sum(path.stat().st_size for path in folder.glob("games.sqlite3*"))


def write_page(lines: Sequence[str], note: str) -> None:
    """Put the table into the page, between its two marks."""
    page = PAGE.read_text("utf-8")
    head, rest = page.split(BEGIN)
    tail = rest.split(END)[1]
    PAGE.write_text(head + "\n".join([BEGIN, note, "", *lines, END]) + tail, "utf-8")


def main(arguments: list[str] | None = None) -> int:
    """The command line. Returns 1 when a budget is missed."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.bench.load", description="Play many tables at once, and measure."
    )
    parser.add_argument("--tables", type=int, default=200, metavar="N", help="so many tables (%(default)s)")
    parser.add_argument("--seconds", type=float, default=60.0, metavar="S", help="play for so long (%(default)s)")
    parser.add_argument(
        "--pause", type=float, default=8.0, metavar="S", help="what a person thinks before a press (%(default)s)"
    )
    parser.add_argument("--seed", type=int, default=1930, help="for the random choices (%(default)s)")
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite", help="(%(default)s)")
    parser.add_argument("--write", action="store_true", help="keep the table in docs/performance.md")
    options = parser.parse_args(arguments)
    if options.tables < 2 or options.seconds <= 0 or options.pause < 0:
        parser.error("there must be two tables at least, some time to play, and no negative pause")
    figures = asyncio.run(measure(options.tables, options.seconds, options.pause, options.seed, options.database))
    rows = list(list_rows(figures))
    lines = write_rows(rows)
    print("\n".join(lines))
    if options.write:
        machine = f"CPython {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores"
        day = datetime.now(UTC).date().isoformat()
        note = (
            f"{options.tables} tables on {options.database} for {options.seconds:g} seconds, {options.pause:g} seconds "
            f"between two clicks of a person, on {day}: {machine}."
        )
        write_page(lines, note)
    return 0 if all(row.is_kept for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
