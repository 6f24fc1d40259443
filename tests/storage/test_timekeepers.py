"""Several processes over one database look for timers: each fires once, also when one of them is killed."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest

from storage import open_storage
from storage.columns import utc_now
from tests.storage.helpers import start_game

ROOT = Path(__file__).resolve().parents[2]
TIMERS = 60


async def launch(address: str) -> asyncio.subprocess.Process:
    """Return a process that waits for the signal to begin."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tests.storage.timekeeper",
        address,
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert process.stdout is not None
    assert await process.stdout.readline() == b"ready\n"
    return process


@pytest.mark.program
async def test_each_timer_fires_once_even_if_one_of_two_processes_is_killed(address: str) -> None:
    storage = await open_storage(address)
    games = [await start_game(storage) for _ in range(3)]
    async with storage.transaction() as tx:
        due = utc_now() - timedelta(hours=1)
        ids = [(await tx.set_timer(games[number % 3].id, "reminder", due, 0)).id for number in range(TIMERS)]
    async with asyncio.timeout(120):
        killed, other = await asyncio.gather(launch(address), launch(address))
        for process in (killed, other):
            assert process.stdin is not None
            process.stdin.write(b"\n")
            await process.stdin.drain()
        assert killed.stdout is not None
        # The process is killed at any point of its work.
        await asyncio.sleep(0.1)
        if killed.returncode is None:
            killed.kill()
        await asyncio.gather(killed.communicate(), other.communicate())
        assert other.returncode == 0
        # Timers that the killed process was firing are due as before.
        last = await launch(address)
        await last.communicate(b"\n")
    async with storage.read() as view:
        told = [int(post.payload["timer"]) for game in games for post in await view.posts(game.id)]
        assert await view.next_due() is None
    await storage.close()
    assert sorted(told) == sorted(ids)
