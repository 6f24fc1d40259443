"""Upgrade a database of the first version with many tables while a club plays: ``python -m tools.bench.upgrade``.

The bot runs as it is shipped, against the stand-in for Discord of ``tests/loopback``. It prints how long the upgrade of
the database takes, how long it is until Discord is answered again, until every table has its timers and until every
status message is up to date, and how long people wait for their answers meanwhile. The figures are in
``docs/backups.md``.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import shutil
import sqlite3
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path
from typing import Final

from storage import open_storage
from tests.loopback.people import Person
from tests.loopback.program import SHIPPED, run_program
from tests.loopback.stand_in import StandIn, run_stand_in
from tests.storage.test_large_upgrade import OLD, multiply
from tools.bench.load_figures import find_percentile

TABLES: Final = 5000
CHANNEL: Final = 2
"""The channel of the old tables."""
FIRST_PERSON, PEOPLE = 100, 4
"""The ids of the people who sit at the old tables."""
PAUSE: Final = 1.0
"""Seconds between two clicks of a person."""
FIRST_MESSAGE: Final = 10**17
LONGEST: Final = 3600.0


def post_statuses(path: Path, stand_in: StandIn) -> None:
    """Post the status message of every table, as the old bot did."""
    with closing(sqlite3.connect(path)) as database:
        games = [row[0] for row in database.execute("SELECT id FROM game")]
        messages = stand_in.world.messages[CHANNEL]
        for number, game_id in enumerate(games, FIRST_MESSAGE):
            made = stand_in.world.compose(CHANNEL, {"content": f"**Table** `{game_id}`"}, {})
            messages[number] = {**made, "id": str(number)}
            stand_in.world.sent[number] = stand_in.world.sent.pop(int(made["id"]))
            database.execute("INSERT INTO message_ref VALUES (?, 'status', ?, ?)", (game_id, CHANNEL, number))
        database.commit()


async def click(stand_in: StandIn, number: int, waits: list[float]) -> None:
    """Open the turn at one table after another, as a person does, and note how long each answer takes."""
    person = Person(stand_in, FIRST_PERSON + number % PEOPLE, f"Player {number}", CHANNEL)
    for table in range(number + 1, TABLES, 37):
        begun = time.monotonic()
        await person.slash("turn", table=f"t{table}")
        waits.append(time.monotonic() - begun)
        await asyncio.sleep(PAUSE)


async def count_left(address: str) -> tuple[int, int]:
    """Return how many tables have no expiry timer yet, and how many messages wait."""
    storage = await open_storage(address)
    async with storage.read() as reader:
        without = len(await reader.games_without_timer("expire", ("open", "playing")))
        waiting = await reader.count_waiting()
    await storage.close()
    return without, waiting


async def measure(count: int) -> None:
    """Upgrade a database with ``count`` tables, and print the times."""
    with tempfile.TemporaryDirectory() as name:
        path = Path(shutil.copyfile(OLD, Path(name) / "games.sqlite3"))
        multiply(path, count)
        address = f"sqlite:///{path}"
        trial = shutil.copyfile(path, Path(name) / "trial.sqlite3")
        begun = time.monotonic()
        await (await open_storage(f"sqlite:///{trial}")).close()
        print(f"tables of the database: {time.monotonic() - begun:.1f} s", flush=True)
        async with run_stand_in() as stand_in:
            stand_in.is_judging = False
            stand_in.world.add_channel("club", CHANNEL)
            for number in range(PEOPLE):
                stand_in.world.add_user(f"Player {number}", FIRST_PERSON + number)
            post_statuses(path, stand_in)
            begun = time.monotonic()
            async with run_program(stand_in, address, Path(name), {"GANDHI_PICTURES": "off"}, module=SHIPPED):
                print(f"connected after {time.monotonic() - begun:.1f} s", flush=True)
                waits: list[float] = []
                club = [asyncio.ensure_future(click(stand_in, number, waits)) for number in range(PEOPLE)]
                await watch(address, begun)
                for one in club:
                    one.cancel()
                await asyncio.gather(*club, return_exceptions=True)
                usual, slow = find_percentile(waits, 50), find_percentile(waits, 99)
                print(f"{len(waits)} answers: median {usual:.2f} s, 99 % {slow:.2f} s")
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")


async def watch(address: str, begun: float) -> None:
    """Print when every table has its timers, and when no message waits any more."""
    has_timers = False
    while time.monotonic() - begun < LONGEST:
        await asyncio.sleep(2)
        without, waiting = await count_left(address)
        if not without and not has_timers:
            has_timers = True
            print(f"every table has its timers after {time.monotonic() - begun:.0f} s", flush=True)
        if has_timers and not waiting:
            print(f"every status message is up to date after {time.monotonic() - begun:.0f} s", flush=True)
            return


def main(arguments: list[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description="Upgrade an old database with many tables while a club plays.")
    parser.add_argument("--tables", type=int, default=TABLES)
    asyncio.run(measure(parser.parse_args(arguments).tables))
    return 0


if __name__ == "__main__":
    sys.exit(main())
