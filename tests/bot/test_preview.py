"""``gandhi play`` as a process: it prints an address, serves the page, ends when told, and finds its games again."""

from __future__ import annotations

import asyncio
import http.client
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import discord
import pytest
import simcord

from bot.console.preview import GUILD_ID, PreviewBot, keep_newest_events, keep_newest_files
from bot.service.tables import Tables
from engine.gandhi.ids import SEATS
from storage import open_storage

ROOT = Path(__file__).resolve().parent.parent.parent
PATIENCE = 120.0


@contextmanager
def playing(database: Path) -> Iterator[tuple[subprocess.Popen[str], list[str]]]:
    """The program, started: its process, and the lines it has printed up to the last of its greeting."""
    process = subprocess.Popen(
        [sys.executable, "-m", "bot", "play", "--database", f"sqlite:///{database}"],
        cwd=ROOT,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        yield process, read_greeting(process)
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()
        if process.stdout is not None:
            process.stdout.close()


def read_greeting(process: subprocess.Popen[str]) -> list[str]:
    """The lines up to the one that tells how to end."""
    lines: list[str] = []
    until = time.monotonic() + PATIENCE
    assert process.stdout is not None
    while time.monotonic() < until and process.poll() is None:
        lines.append(process.stdout.readline().strip())
        if lines[-1].startswith("Ctrl+C"):
            return lines
    raise AssertionError(f"The program did not get ready: {lines}")


async def begin_game(database: Path) -> None:
    """A game that an earlier run left behind."""
    storage = await open_storage(f"sqlite:///{database}")
    lobby = Tables(storage).lobby
    table = await lobby.create(
        1,
        name="Salt March",
        scenario="short",
        language="en",
        host_user_id=5,
        host_name="A",
        guild_id=GUILD_ID,
        channel_id=9,
    )
    for number, seat in enumerate(SEATS):
        await lobby.join(10 + number, table.id, 5, "A", seat)
    await lobby.start(20, table.id, 5)
    await storage.close()


async def status_of(database: Path) -> tuple[bool, str]:
    """Whether the table has a status message, and the status of its game."""
    storage = await open_storage(f"sqlite:///{database}")
    tables = await Tables(storage).lobby.find_tables(guild_id=GUILD_ID)
    async with storage.read() as reader:
        ref = await reader.message_ref(tables[0].id, "status")
    await storage.close()
    return ref is not None, tables[0].game.status


@pytest.mark.loopback
@pytest.mark.few("15")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_serves_a_page_and_ends_when_told(tmp_path: Path, number: signal.Signals) -> None:
    with playing(tmp_path / "games.sqlite3") as (process, lines):
        address = next(line for line in lines if line.startswith("Open "))
        match = re.fullmatch(r"Open http://127\.0\.0\.1:(\d+)/#\S+", address)
        assert match is not None
        page = http.client.HTTPConnection("127.0.0.1", int(match[1]), timeout=30)
        page.request("GET", "/")
        assert page.getresponse().status == 200
        page.close()
        process.send_signal(number)
        assert process.wait(timeout=60) == 0


@pytest.mark.loopback
def test_it_finds_the_games_of_an_earlier_run(tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite3"
    asyncio.run(begin_game(database))
    with playing(database) as (process, lines):
        assert "Tables from before: 1. Their games go on where they were." in lines
        process.terminate()
        assert process.wait(timeout=60) == 0
    assert asyncio.run(status_of(database)) == (True, "playing")


@pytest.mark.loopback
def test_a_port_in_use_is_one_sentence(tmp_path: Path) -> None:
    with playing(tmp_path / "one.sqlite3") as (_, lines):
        port = re.search(r":(\d+)/", "".join(lines))
        assert port is not None
        again = subprocess.run(
            [sys.executable, "-m", "bot", "play", "--port", port[1], "--database", f"sqlite:///{tmp_path}/two.sqlite3"],
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
    assert again.returncode == 2
    assert again.stderr.strip().splitlines()[-1].startswith(f"gandhi: The port {port[1]} cannot be used")


async def test_every_new_page_knows_the_commands(tmp_path: Path) -> None:
    storage = await open_storage(f"sqlite:///{tmp_path / 'games.sqlite3'}")
    for _ in range(2):
        nobody = discord.Client(intents=discord.Intents.none())
        world = simcord.Env(nobody, check_errors=False, settle_timeout=PATIENCE)
        channel = world.create_guild("India", id=GUILD_ID).create_text_channel("gandhi")
        world.bot = bot = PreviewBot(storage, channel.id)
        await world.start()
        assert bot.syncing._running is not None
        await bot.syncing._running
        assert ("turn", 1) in world.backend.commands[None]
        await world.shutdown()
    await storage.close()


def test_the_page_forgets_the_oldest_files() -> None:
    world = simcord.Env(discord.Client(intents=discord.Intents.none()))
    keep_newest_files(world, 2)
    made = [world.backend.cdn.store_attachment(number, 1, "map.png", b"%d" % number, None) for number in range(4)]
    assert [world.backend.cdn.get(one["url"]) for one in made] == [None, None, b"2", b"3"]


def test_the_page_forgets_the_oldest_events() -> None:
    world = simcord.Env(discord.Client(intents=discord.Intents.none()))
    keep_newest_events(world, 2)
    for number in range(4):
        world.backend.emit("MESSAGE_CREATE", {"id": number})
    assert [payload["id"] for _, _, payload in world.backend.transcript] == [2, 3]
    assert isinstance(world.backend.http_requests, list)
