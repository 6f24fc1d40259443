"""Measure how much readers of web pages slow down those who play.

``python -m tools.bench.readers [--readers N] [--tables N] [--rounds N] [--write]``

People play random turns at some tables, while readers in another process follow the pages of all of them. Stretches
with readers and without take turns, so that a busy machine harms both alike. A click is timed from the request to its
answer, the whole way of the table service. ``--write`` keeps the figures in ``docs/performance.md``.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from random import Random
from statistics import median, quantiles
from typing import Final

import aiohttp

from bot.client import TableBot
from bot.games.frontend import list_fronts
from bot.web.links import Links
from bot.web.streams import MOST_OF_HOST
from tools.bench.clicks import write_page
from tools.bench.taps import PERSON, by_chance, find_game, open_pages, open_table

PAUSE: Final = 0.02
"""Seconds between two clicks."""
CLICKS: Final = 150
"""Clicks of a stretch."""
SETTLE: Final = 1.0
"""Seconds for readers to load the pages before clicks are measured."""


async def follow(addresses: Sequence[str], count: int) -> None:
    """Read pages until the process is ended, with ``count`` readers spread over the pages."""
    async with aiohttp.ClientSession(
        connector=aiohttp.TCPConnector(limit=0), timeout=aiohttp.ClientTimeout(total=None)
    ) as client:
        ready = asyncio.Semaphore(0)

        async def read(number: int) -> None:
            address = addresses[number % len(addresses)]
            # The readers come from several addresses, as through a proxy: one alone may hold only `MOST_OF_HOST` pages.
            host = {"X-Forwarded-For": f"198.51.{number // MOST_OF_HOST}.1"}
            async with client.get(f"{address}/events", params={"language": "en"}, headers=host) as answer:
                ready.release()
                async for _ in answer.content.iter_any():
                    pass

        readers = [asyncio.ensure_future(read(number)) for number in range(count)]
        for _ in readers:
            await ready.acquire()
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        await asyncio.gather(*readers)


@asynccontextmanager
async def have_readers(addresses: Sequence[str], count: int) -> AsyncIterator[None]:
    """Run ``count`` readers in a separate process during the block."""
    if not count:
        yield
        return
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tools.bench.readers", "--follow", ",".join(addresses), "--readers", str(count)),
        stdout=asyncio.subprocess.PIPE,
    )
    try:
        if process.stdout is None or await process.stdout.readline() != b"ready\n":
            raise ValueError("The readers could not connect.")
        await asyncio.sleep(SETTLE)
        yield
    finally:
        process.terminate()
        await process.wait()


async def click_around(bot: TableBot, tables: Sequence[str], chance: Random) -> list[float]:
    """Play at random at the tables, and return how many seconds each click took."""
    took: list[float] = []
    choose = by_chance(chance)
    while len(took) < CLICKS:
        game_id = chance.choice(tables)
        game = await find_game(bot, game_id)
        if game.decision is None:
            continue
        *drafted, last = choose(game)
        for key in drafted[:8]:
            began = time.perf_counter()
            await bot.tables.at(game_id, PERSON).choose([key])
            took.append(time.perf_counter() - began)
            await asyncio.sleep(PAUSE)
        await bot.tables.at(game_id, PERSON).reset()
        began = time.perf_counter()
        await bot.tables.at(game_id, PERSON).play([*drafted, last])
        took.append(time.perf_counter() - began)
        await asyncio.sleep(PAUSE)
    return took


async def measure(readers: int, count: int, rounds: int) -> list[str]:
    """Return the table: clicks without readers and with them."""
    front, chance = list_fronts()[0], Random(1)
    found: dict[int, list[float]] = {0: [], readers: []}
    spent = dict.fromkeys(found, 0.0)
    async with open_pages() as (bot, links):
        people = dict.fromkeys(front.setup.list_seats(), PERSON)
        tables = [
            await open_table(bot, front.setup.scenarios[0], people, number.to_bytes(32, "big"), number)
            for number in range(1, count + 1)
        ]
        addresses = await find_addresses(links, tables)
        for _ in range(rounds):
            for number in found:
                async with have_readers(addresses, number):
                    began = time.process_time()
                    found[number] += await click_around(bot, tables, chance)
                    spent[number] += time.process_time() - began
    rows = [write_row(number, took, spent[number]) for number, took in found.items()]
    head = "| readers | clicks | median | 95th percentile | processor time of the bot for a click |"
    return [head, "|---|---|---|---|---|", *rows]


async def find_addresses(links: Links, tables: Sequence[str]) -> list[str]:
    """Return the addresses of the pages of tables."""
    return [await links.find_page(game_id) for game_id in tables]


def write_row(readers: int, took: Sequence[float], spent: float) -> str:
    """Return a row of the table: the clicks with so many readers, and their times in milliseconds."""
    figures = [median(took), quantiles(took, n=20)[-1], spent / len(took)]
    return f"| {readers} | {len(took)} | {' | '.join(f'{figure * 1000:.1f} ms' for figure in figures)} |"


def main(arguments: list[str] | None = None) -> int:
    """Run the command line, and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench.readers", description="What do readers cost?")
    parser.add_argument("--readers", type=int, default=500, help="so many readers (default: 500)")
    parser.add_argument("--tables", type=int, default=20, help="at so many tables (default: 20)")
    parser.add_argument("--rounds", type=int, default=4, help="so many stretches of each (default: 4)")
    parser.add_argument("--follow", default="", help=argparse.SUPPRESS)
    parser.add_argument("--write", action="store_true", help="keep the figures in docs/performance.md")
    options = parser.parse_args(arguments)
    if options.follow:
        asyncio.run(follow(options.follow.split(","), options.readers))
        return 0
    rows = asyncio.run(measure(options.readers, options.tables, options.rounds))
    print("\n".join(rows))
    if options.write:
        write_page("readers", "readers", rows)
    return 0


if __name__ == "__main__":
    sys.exit(main())
