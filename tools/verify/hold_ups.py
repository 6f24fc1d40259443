"""Let host, players, stand-ins, a moderator and an outsider do anything they can for days, and check the time limits.

``python -m tools.verify.hold_ups [--tables N | --seconds S] [--seed X] [--number N]``

At every table (`tools.verify.table_watch`), in any order and with hours passing: turns, drafts, undo, absences,
settings, offers, votes, seats that change hands. Nothing may move the end of an open question, hold a game up for
longer than `docs/clubs.md` says, or ping a person more often in a day than `bot.tables.announcements` allows. Every
fourth time it is a season (`tools.verify.season_watch`): no one may have two results in a round, or take another's seat
or result, and it ends. One that takes longer than five minutes is stopped, and counts as broken.
With ``--seconds``, it prints its progress every minute, and ends in time. The same ``--seed`` does the same, and
``--number`` begins at one of its tables. Exit code 0: nothing broke. 1: something did. 2: the command was wrong.
"""

from __future__ import annotations

import argparse
import asyncio
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from datetime import timedelta
from math import inf
from pathlib import Path
from random import Random
from typing import Any, Final
from unittest import mock

from storage import Storage, open_storage
from tests.bot.clock import Clock
from tools.verify.asking import without_threads
from tools.verify.season_watch import watch_season
from tools.verify.table_watch import DAYS, Report, watch_table

SEASONS_EVERY: Final = 4
"""One of this many runs is a season."""
MINUTE: Final = 60
LONGEST: Final = 300.0
"""The seconds that one table or season may take; on a slow machine it takes about ten."""
SPARE: Final = 5.0
"""Seconds for cancelled work to end."""
MOST_SHOWN: Final = 10
"""The most failures that are printed in full."""


class Hanging(BaseException):
    """A table that does not end. It is no Exception, so that no code under watch catches it and tries again."""


@contextmanager
def alarm(seconds: float) -> Iterator[None]:
    """Raise Hanging inside the block after ``seconds``, where the system has alarms."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def ring(*given: object) -> None:
        raise Hanging

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


async def limit(work: Coroutine[Any, Any, None], seconds: float) -> None:
    """Do a piece of work. Raises TimeoutError when it waits too long, and Hanging when it computes too long."""
    # `wait_for` works only where the work awaits something; the alarm also ends work that never does.
    with alarm(seconds + SPARE):
        await asyncio.wait_for(work, seconds)


async def watch_one(
    storage: Storage, clock: Clock, chance: Random, report: Report, days: int, deadline: float, *, is_season: bool
) -> None:
    """Watch a table or a season. Raises Broken or SeasonBroken."""
    if is_season:
        report.steps.update(f"season {one.split()[0]}" for one in await watch_season(storage, clock, chance))
    else:
        await watch_table(storage, clock, chance, report, days, deadline)


def describe(error: BaseException, longest: float) -> str:
    """Return an error with the last lines of its traceback; for a table that hangs, where it was stopped."""
    is_hanging = isinstance(error, TimeoutError | Hanging)
    lines = traceback.format_exception(error.__cause__ or error if is_hanging else error)[-3:]
    return (f"not over after {longest:g} s:\n" if is_hanging else "") + "".join(lines)


async def watch(
    seed: str,
    tables: int = 0,
    seconds: float = 0.0,
    show: Callable[[Report], None] = lambda report: None,
    *,
    days: int = DAYS,
    number: int = 0,
    longest: float = LONGEST,
) -> Report:
    """Watch a number of tables and seasons, or watch for a time, beginning with a numbered run."""
    report, began = Report(seed, show=show), time.monotonic()
    deadline = inf if tables else began + seconds
    while report.tables + report.seasons < tables if tables else time.monotonic() < deadline:
        current = number + report.tables + report.seasons
        is_season = current % SEASONS_EVERY == SEASONS_EVERY - 1
        chance, clock = Random(f"{seed} {current}"), Clock()
        clock.moment += timedelta(minutes=chance.randrange(3000))

        with (
            tempfile.TemporaryDirectory() as folder,
            without_threads(),
            mock.patch("bot.tables.lobby.token_bytes", chance.randbytes),
        ):
            storage = await open_storage(f"sqlite:///{Path(folder) / 'games.sqlite3'}", now=clock)
            try:
                await limit(watch_one(storage, clock, chance, report, days, deadline, is_season=is_season), longest)
            except (Exception, Hanging) as error:  # Any error but a polite refusal is a finding.
                report.failures.append(f"{current} at {clock():%d %H:%M}: {describe(error, longest)}")
            finally:
                await storage.close()
        report.seasons += is_season
        report.tables += not is_season
        show(report)
    return report


def write(report: Report) -> str:
    """Return the numbers of watched tables and seasons, of actions, and of failures as a text."""
    acts = report.steps.total()
    return f"{report.tables:,} tables, {report.seasons:,} seasons, {acts:,} acts, {len(report.failures)} broken"


def main(arguments: list[str] | None = None) -> int:
    """Run the command line and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.verify.hold_ups", description="Time at tables, under watch.")
    length = parser.add_mutually_exclusive_group()
    length.add_argument("--tables", type=int, default=0, help="watch so many tables and seasons (default: 20)")
    length.add_argument("--seconds", type=float, default=0.0, help="go on for so long")
    parser.add_argument("--seed", default="", help="do the same again (default: another each time)")
    parser.add_argument("--number", type=int, default=0, help="begin at this table of the seed (default: 0)")
    options = parser.parse_args(arguments)
    if options.tables < 0 or options.seconds < 0 or options.number < 0:
        parser.error("--tables, --seconds and --number must not be negative")
    tables, began = options.tables or (0 if options.seconds else 20), time.monotonic()
    told, broken = began, 0

    def show(report: Report) -> None:
        nonlocal told, broken
        for failure in report.failures[broken:MOST_SHOWN]:
            # Failures are printed at once, since a run of an hour may be stopped before its end.
            print(f"\nBROKEN with seed {report.seed}: {failure}", flush=True)
        broken = len(report.failures)
        if time.monotonic() - told >= MINUTE:
            told = time.monotonic()
            print(f"{(told - began) / MINUTE:.0f} min: {write(report)}", flush=True)

    seed = options.seed or f"{time.time_ns():x}"
    report = asyncio.run(watch(seed, tables, options.seconds, show, number=options.number))
    print(f"seed {report.seed}: {write(report)}")
    print("acts: " + ", ".join(f"{name} {count:,}" for name, count in report.steps.most_common()))
    print("refused: " + ", ".join(f"{name} {count:,}" for name, count in report.refused.most_common(30)))
    print(f"longest hold-up where a limit acts {report.longest}, most pings of a person in a day {report.pings}")
    return 1 if report.failures else 0


if __name__ == "__main__":
    sys.exit(main())
