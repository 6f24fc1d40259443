"""Play many tables at once through the real bot, and measure it: ``make load`` or ``python -m tools.bench.load``.

The bot runs as it is shipped, in a separate process, against the stand-in for Discord of ``tests/loopback``, which
runs in this process together with the people. Each person thinks for a while before each click; times are what they
see: from the click to the acknowledgement, to the answer, and to the public message of the turn. ``--write`` keeps the
figures in ``docs/performance.md``.

``--evening`` is a load with many tables: 1,000 of them in two processes over PostgreSQL, ten minutes between two clicks
of a person, and a part of the time in which everyone clicks eight times as often. ``--club`` is a load with few, ten
for an hour, on the smallest machine: the bot has one core and 512 MB, its other processes included.
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
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import aiohttp
import asyncpg

from bot.console.terminal import Progress
from bot.games.registry import FRONTS
from tests.loopback.exchange import ACKNOWLEDGE_SECONDS
from tests.loopback.ledger import wait_until_sent
from tests.loopback.program import SHIPPED, Program, run_program
from tests.storage.conftest import run_sql
from tests.storage.server import find_binaries, find_free_port, run_postgresql
from tools.bench.benchmark import chess_decisions_a_second
from tools.bench.load_figures import MEMORY_BUDGET, Figures, list_rows, write_rows
from tools.bench.load_tables import Burst, Crowd, Listener, PlayedTable

PAGE = Path(__file__).resolve().parent.parent.parent / "docs" / "performance.md"
SETTINGS = {
    "GLIBC_TUNABLES": "glibc.malloc.hugetlb=1",
    "GANDHI_TABLES_PER_USER": "1000000",
    "GANDHI_TABLES_PER_SERVER": "1000000",
}
"""Large pages, as in the container, and limits that a whole crowd in one server does not reach."""
OPENING_AT_ONCE = 4
BEFORE_IDLE = 4
"""An idle table's memory is measured from when one in this many tables has begun until all have."""
REST = 3.0
"""Seconds for which the bot rests before its memory is read."""
MANY = 100
"""The fewest tables for a fair figure: with fewer, the first pictures take most of the memory for a table."""
TRIM = 32.0
"""Seconds after which the bot has certainly returned free memory to the system."""


@dataclass(frozen=True)
class Plan:
    """A load to measure: how many tables, for how long, and how long a person thinks before a click, on average.

    A person thinks for ``pause`` seconds at a machine of the usual pace, and longer at a slower one: clicks that come
    faster than they can be answered only queue, and their times say nothing about another machine. In the middle third
    of the ``seconds`` everyone clicks ``burst`` times as often. ``name`` marks the place of the figures on the page.
    ``turns`` is how many must be confirmed before it may end. With a ``limit`` the bot has one core and so many MB,
    with 0 the whole machine; each of its processes should keep to ``memory`` MB. Only ``game`` is played, or all of
    them.
    """

    tables: int = 200
    seconds: float = 90.0
    pause: float = 8.0
    burst: float = 1.0
    database: str = "sqlite"
    processes: int = 1
    seed: int = 1930
    turns: int = 0
    limit: int = 0
    memory: float = MEMORY_BUDGET
    name: str = "load"
    game: str = ""

    @property
    def marks(self) -> tuple[str, str]:
        """Return the lines between which the figures are on the page."""
        return f"<!-- {self.name}: written by tools/bench/load.py -->", f"<!-- /{self.name} -->"

    def describe(self) -> str:
        """Describe the load that was measured, without the machine."""
        burst = f", {self.burst:g} times as often in the middle third" if self.burst != 1 else ""
        processes = f" in {self.processes} processes" if self.processes > 1 else ""
        limit = f", with one core and {self.limit} MB" if self.limit else ""
        game = f" of {self.game}" if self.game else ""
        return (
            f"{self.tables} tables{game} on {self.database}{processes} for {self.seconds:g} seconds, "
            f"{self.pause:g} seconds between two clicks of a person at the usual pace{burst}{limit}"
        )


EVENING: Final = Plan(1000, 300.0, 600.0, 8.0, "postgresql", 2, name="load of an evening")
CLUB: Final = Plan(10, 3600.0, 30.0, limit=512, memory=200.0, name="load of a club")


@asynccontextmanager
async def open_database(kind: str, folder: Path) -> AsyncIterator[str]:
    """Yield the address of an empty database of a kind: "sqlite" or "postgresql"."""
    if kind == "sqlite":
        yield f"sqlite:///{folder}/games.sqlite3"
        return
    binaries = find_binaries()
    if binaries is None:
        raise SystemExit("load: There is no PostgreSQL server on this machine: leave out --database.")
    with run_postgresql(binaries) as server:
        await run_sql(f"{server}/postgres", "CREATE DATABASE load")
        yield f"{server}/load"


async def measure(plan: Plan, *, acknowledge_seconds: float = ACKNOWLEDGE_SECONDS) -> Figures:
    """Open the tables, let everyone play for a while, and return the measurements. Raises Unanswered at the opening.

    The stand-in forgets a click that the bot has not acknowledged in ``acknowledge_seconds``, as Discord does.
    """
    figures, progress = Figures(plan.tables, processes=plan.processes, memory_budget=plan.memory), Progress()
    listener = Listener(figures, acknowledge_seconds)
    crowd = Crowd(listener, plan.tables, plan.pause, plan.seed, plan.game)
    await listener.start()
    try:
        with tempfile.TemporaryDirectory(prefix="gandhi-load-") as name:
            folder = Path(name)
            async with AsyncExitStack() as stack:
                address = await stack.enter_async_context(open_database(plan.database, folder))
                programs = await start_programs(stack, listener, address, folder, plan)
                crowd.spread([program.session for program in programs])
                await measure_pace(figures)
                await open_tables(crowd, programs, progress, TRIM if plan.tables >= MANY else REST)
                await measure_pace(figures)
                crowd.pause = figures.pause = plan.pause / figures.pace
                await play(crowd, programs, plan, progress)
                await measure_pace(figures)
                await crowd.press_at_once()
                await wait_until_sent(programs[0], 300)
                figures.memory, figures.most_memory = read_memory(programs), read_memory(programs, "VmHWM")
                figures.search_memory = sum(read_status(child) for child in list_children(programs))
                figures.searches, figures.short_searches = await count_searches(programs)
                figures.database = await find_server_size(address) or find_file_size(folder)
    finally:
        progress.close()
        await listener.close()
    figures.messages, figures.edits = listener.counts["posted"], listener.counts["edited"]
    return figures


async def start_programs(
    stack: AsyncExitStack, listener: Listener, address: str, folder: Path, plan: Plan
) -> list[Program]:
    """Start the processes of the bot over one database. Each serves its share of the tables."""
    programs, count = [], plan.processes
    confined = confine(plan.limit) if plan.limit else ()
    for number in range(count):
        place = folder / f"bot-{number}"
        place.mkdir()
        environment = {**SETTINGS, "GANDHI_SHARD": f"{number}/{count}"} if count > 1 else SETTINGS
        environment = {**environment, "GANDHI_HEALTH": f"127.0.0.1:{find_free_port()}"}
        running = run_program(listener, address, place, environment, ("--log-level", "warning"), SHIPPED, confined)
        programs.append(await stack.enter_async_context(running))
    return programs


def confine(limit: int) -> tuple[str, ...]:
    """Return the command that begins another on one core with ``limit`` MB, as in a container or on a small machine.

    Systemd limits all of its processes together; without it, each may write to as much memory.
    """
    if Path("/run/systemd/system").is_dir():
        whose = () if os.geteuid() == 0 else ("--user",)
        limits = (f"MemoryMax={limit}M", "MemorySwapMax=0", "CPUQuota=100%")
        return ("systemd-run", "--quiet", "--scope", *whose, *(f"--property={each}" for each in limits), "--")
    return ("prlimit", f"--data={limit << 20}", "--", "taskset", "--cpu-list", "0")


async def measure_pace(figures: Figures) -> None:
    """Measure how fast the machine is while the bot rests."""
    figures.paces.append(await asyncio.to_thread(chess_decisions_a_second))


async def open_tables(crowd: Crowd, programs: Sequence[Program], progress: Progress, rest: float) -> None:
    """Open and begin every table, and measure what each adds to the bot's memory after a rest of ``rest`` seconds."""
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
        await wait_until_sent(programs[0], 300)
        await asyncio.sleep(rest)
        memory.append(read_memory(programs))
    crowd.figures.idle_bytes = max(0, memory[1] - memory[0]) / max(1, len(groups[1]))


async def play(crowd: Crowd, programs: Sequence[Program], plan: Plan, progress: Progress) -> None:
    """Let everyone play for the seconds of a plan, and until its number of turns are confirmed."""
    figures, seconds = crowd.figures, plan.seconds
    memory, processor, begun = read_memory(programs), read_processor(programs), time.monotonic()
    crowd.burst = Burst(begun + seconds / 3, begun + 2 * seconds / 3, plan.burst)

    def is_over() -> bool:
        return time.monotonic() - begun >= seconds and len(figures.confirmed) >= plan.turns

    playing = asyncio.gather(*(table.play(is_over) for table in crowd.tables))
    while not playing.done():
        note = f"{figures.presses} clicks, {len(figures.confirmed)} of them a Confirm"
        progress.show((time.monotonic() - begun) / seconds, note)
        await asyncio.wait([playing], timeout=0.5)
        if is_over():
            crowd.is_over.set()
    await playing
    figures.seconds = time.monotonic() - begun
    await wait_until_sent(programs[0], 300)
    figures.processor_seconds = read_processor(programs) - processor
    await asyncio.sleep(REST)
    figures.grown_bytes = (read_memory(programs) - memory) / len(crowd.tables)


async def count_searches(programs: Sequence[Program]) -> tuple[int, int]:
    """Return how many searches the bot has begun, and how many of them had less than half of their time."""
    sums = dict.fromkeys(("gandhi_searches_total", "gandhi_searches_short_total"), 0)
    async with aiohttp.ClientSession() as client:
        for program in programs:
            async with client.get(f"http://{program.environment['GANDHI_HEALTH']}/metrics") as answer:
                lines = (await answer.text()).splitlines()
            for name, _, value in (line.partition(" ") for line in lines):
                if name in sums:
                    sums[name] += int(float(value))
    begun, short = sums.values()
    return begun, short


def read_memory(programs: Sequence[Program], what: str = "VmRSS") -> int:
    """Return the memory that the processes of the bot hold together, or held at most, in bytes, as Linux counts it."""
    return sum(read_status(program.running.pid, what) for program in programs)


def read_status(pid: int, what: str = "VmRSS") -> int:
    """Return the memory of one process in bytes; 0 of one that has ended."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines()
    except (FileNotFoundError, ProcessLookupError):
        return 0
    return sum(int(line.split()[1]) * 1024 for line in lines if line.startswith(f"{what}:"))


def list_children(programs: Sequence[Program]) -> list[int]:
    """Return the child processes of the bot: for searches and for slow pictures."""
    threads = [path for program in programs for path in Path(f"/proc/{program.running.pid}/task").iterdir()]
    return [int(pid) for thread in threads for pid in (thread / "children").read_text(encoding="utf-8").split()]


def read_processor(programs: Sequence[Program]) -> float:
    """Return the processor time that the processes of the bot have used, in seconds."""
    stats = [Path(f"/proc/{program.running.pid}/stat").read_text(encoding="utf-8") for program in programs]
    fields = [stat.rpartition(")")[2].split() for stat in stats]
    return sum(int(of_one[11]) + int(of_one[12]) for of_one in fields) / os.sysconf("SC_CLK_TCK")


def find_file_size(folder: Path) -> int:
    """Return the size of an SQLite database in bytes, a log beside it included."""
    return sum(path.stat().st_size for path in folder.glob("games.sqlite3*"))


async def find_server_size(address: str) -> int:
    """Return the size of a database in bytes; 0 where no server keeps it."""
    if address.startswith("sqlite"):
        return 0
    connection = await asyncpg.connect(address.replace("+asyncpg", ""))
    try:
        return int(await connection.fetchval("SELECT pg_database_size(current_database())"))
    finally:
        await connection.close()


def write_page(plan: Plan, lines: Sequence[str], note: str) -> None:
    """Put the table into the page, between its two marks."""
    page = PAGE.read_text("utf-8")
    begin, end = plan.marks
    head, rest = page.split(begin)
    tail = rest.split(end)[1]
    PAGE.write_text(head + "\n".join([begin, note, "", *lines, end]) + tail, "utf-8")


def write_paces(figures: Figures) -> str:
    """Return the paces of the machine in the order in which they were measured."""
    return ", ".join(f"{pace:,.0f}" for pace in figures.paces)


def main(arguments: list[str] | None = None) -> int:
    """Run the command line. Returns 1 when a budget is missed."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.bench.load", description="Play many tables at once, and measure."
    )
    plans = parser.add_mutually_exclusive_group()
    for name, plan in (("--evening", EVENING), ("--club", CLUB)):
        described = plan.describe().replace("%", "%%")
        plans.add_argument(name, dest="plan", action="store_const", const=plan, default=Plan(), help=described)
    parser.add_argument("--game", choices=tuple(FRONTS), help="only this game")
    parser.add_argument("--tables", type=int, metavar="N", help="so many tables")
    parser.add_argument("--seconds", type=float, metavar="S", help="play for so long")
    parser.add_argument(
        "--pause",
        type=float,
        metavar="S",
        help="so long a person thinks before a click, on a machine of the usual pace",
    )
    parser.add_argument("--burst", type=float, metavar="B", help="so many times as often in the middle third")
    parser.add_argument("--seed", type=int, help="for the random choices")
    parser.add_argument("--database", choices=("sqlite", "postgresql"))
    parser.add_argument("--processes", type=int, metavar="P", help="so many processes of the bot, over PostgreSQL")
    parser.add_argument("--limit", type=int, metavar="MB", help="the memory that the bot has, on one core; 0: no limit")
    parser.add_argument("--write", action="store_true", help="keep the table in docs/performance.md")
    options = parser.parse_args(arguments)
    given = {name: value for name, value in vars(options).items() if name not in ("plan", "write")}
    chosen = {name: value for name, value in given.items() if value is not None}
    plan = replace(options.plan, **chosen)
    if plan.tables < 2 or plan.seconds <= 0 or plan.pause < 0 or plan.burst <= 0:
        parser.error("there must be two tables at least, some time to play, and no negative pause")
    if plan.processes < 1 or (plan.processes > 1 and plan.database == "sqlite"):
        parser.error("several processes need --database postgresql")
    figures = asyncio.run(measure(plan))
    rows = list(list_rows(figures))
    print("\n".join(write_rows(rows)))
    if not figures.is_steady:
        print(f"The machine has changed its pace ({write_paces(figures)}): times are not kept.")
    if options.write:
        write_page(plan, *describe_figures(plan, figures))
    return 0 if figures.is_steady and all(row.is_kept for row in rows) else 1


def describe_figures(plan: Plan, figures: Figures) -> tuple[list[str], str]:
    """Return the lines of the table for the page, and the note above them.

    Where the machine has changed its pace, only figures that do not depend on it are listed.
    """
    machine = f"CPython {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores"
    day = datetime.now(UTC).date().isoformat()
    note = f"{plan.describe()}, on {day}: {machine}."
    rows = list(list_rows(figures))
    if not figures.is_steady:
        rows = [row for row in rows if row.is_timeless]
        paces = write_paces(figures)
        note += f" Times are left out: the pace of the machine has changed (python-chess: {paces} decisions a second)."
    return write_rows(rows), note


if __name__ == "__main__":
    sys.exit(main())
