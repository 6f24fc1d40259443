"""What the host of the bot does on the command line while the bot runs and people play, on the same SQLite file."""

from __future__ import annotations

import asyncio
import shutil
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from bot.language import load_language
from bot.tables.lobby import draw_seed
from storage import open_storage
from tests.loopback.conftest import QUICK
from tests.loopback.ledger import check_ledger, find_play
from tests.loopback.people import read_panel
from tests.loopback.program import ROOT, Program, run_program
from tests.loopback.same_games import LISTENS_EVERY
from tests.loopback.stand_in import StandIn
from tests.loopback.table import Table
from tests.loopback.turns import draft_turn
from tests.loopback.world import GUILD

OTHERS = 200
"""Further tables of the database, in a channel that is gone."""
TURNS = 6
LISTEN = 2.0
"""Seconds between two looks of the program for messages of another one."""
PATIENCE = 10 * LISTEN
"""Seconds until such a message must be sent."""


@pytest_asyncio.fixture
async def program(stand_in: StandIn, tmp_path: Path, empty_database: Path) -> AsyncIterator[Program]:
    """Provide the running bot, which looks more often for messages of another program."""
    database = shutil.copy(empty_database, tmp_path / "games.sqlite3")
    settings = {**QUICK, LISTENS_EVERY: str(LISTEN)}
    async with run_program(stand_in, f"sqlite:///{database}", tmp_path, settings) as made:
        yield made


async def run_beside(program: Program, *arguments: str) -> str:
    """Run a command of the program beside it, and return what it prints. Fails unless all goes well."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", *arguments, "--database", program.database),
        cwd=ROOT,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    printed, _ = await process.communicate()
    assert process.returncode == 0, printed.decode()
    return printed.decode()


async def add_others(program: Program) -> None:
    """Give the database many tables that have not begun."""
    storage = await open_storage(program.database)
    async with storage.transaction() as tx:
        for number in range(OTHERS):
            await tx.create_game(
                name=f"Other {number}",
                kind="gandhi",
                scenario="short",
                seats=["raj", "congress"],
                seed=draw_seed(),
                rules_version="1",
                language="en",
                host_user_id=1,
                guild_id=GUILD,
                channel_id=4711,
                options={},
            )
    await storage.close()


async def play(table: Table) -> float:
    """Play some turns, and return how long the slowest Confirm has taken."""
    slowest = 0.0
    for _ in range(TURNS):
        turn = await draft_turn(table)
        begun = time.monotonic()
        shown = await turn.person.use(turn.panel, turn.custom_id)
        slowest = max(slowest, time.monotonic() - begun)
        assert "another program" not in shown.words
    return slowest


async def wait_for_words(table: Table, words: str, seconds: float) -> None:
    """Wait until the channel has a message with some words."""
    deadline = time.monotonic() + seconds
    while not any(words in read_panel(message).words for message in table.messages()):
        assert time.monotonic() < deadline, [read_panel(message).words for message in table.messages()]
        await asyncio.sleep(0.1)


async def test_the_hosts_commands_to_announce_rename_and_close_work_while_people_play(table: Table) -> None:
    program = table.program
    await add_others(program)
    game_id = (await find_play(program, table.channel_id)).game.id
    printed, _ = await asyncio.gather(run_beside(program, "announce", "We upgrade at noon."), play(table))
    assert f"Queued for {OTHERS + 1} tables" in printed
    await wait_for_words(table, "We upgrade at noon.", PATIENCE)
    assert sum("We upgrade at noon." in message["content"] for message in table.messages()) == 1
    # No one acts now: the bot finds the queued message by itself.
    await run_beside(program, "tables", "rename", game_id, "Dandi")
    await wait_for_words(table, "Dandi", PATIENCE)
    printed, _ = await asyncio.gather(run_beside(program, "tables", "list"), play(table))
    assert game_id in printed
    await check_ledger(table)
    await run_beside(program, "tables", "close", game_id)
    await wait_for_words(table, "closed unfinished", PATIENCE)
    said = [(await person.slash("pass", table=game_id)).words for person in table.people.values()]
    assert [load_language().say("error.over", name="Dandi") in words for words in said] == [True] * 4, said
    assert "incident" not in program.words().lower()
