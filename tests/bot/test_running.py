"""``gandhi bot`` as it is shipped: a process, against our own Discord on loopback."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import sys
from asyncio.subprocess import PIPE, STDOUT, Process
from pathlib import Path
from typing import TYPE_CHECKING, cast
from unittest.mock import Mock

import aiohttp
import discord
import pytest

from bot.console.running import log_in, set_aside_loaded
from bot.errors import SettingsError
from storage import held
from tests.bot.discord_stand_in import TOKEN, StandIn, stand_in
from tests.storage.server import find_free_port

if TYPE_CHECKING:
    from bot.client import TableBot

ROOT = Path(__file__).resolve().parent.parent.parent
PATIENCE = 60.0


async def start_bot(stand: StandIn, database: Path, token: str) -> Process:
    """Return the shipped program, pointed at the stand-in."""
    secret = database.with_suffix(".token")
    secret.write_text(token, encoding="utf-8")
    environment = {name: value for name, value in os.environ.items() if name != "DISCORD_TOKEN"}
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bot",
        "bot",
        "--database",
        f"sqlite:///{database}",
        cwd=ROOT,
        env={**environment, **stand.settings, "DISCORD_TOKEN_FILE": str(secret)},
        stdout=PIPE,
        stderr=STDOUT,
    )


async def finish(process: Process) -> tuple[int, str]:
    """Return the exit code of a process, and what it wrote."""
    output, _ = await asyncio.wait_for(process.communicate(), PATIENCE)
    return process.returncode or 0, output.decode()


@pytest.mark.loopback
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_the_bot_connects_with_one_intent_and_stops_cleanly(tmp_path: Path, number: signal.Signals) -> None:
    async with stand_in() as stand:
        process = await start_bot(stand, tmp_path / "games.sqlite3", TOKEN)
        for _ in range(int(PATIENCE * 10)):
            if stand.ready:
                break
            await asyncio.sleep(0.1)
        assert stand.ready == 1
        for _ in range(int(PATIENCE * 10)):
            if stand.commands:
                break
            await asyncio.sleep(0.1)
        process.send_signal(number)
        code, output = await finish(process)
        assert code == 0, output
        assert "Traceback" not in output
        assert TOKEN not in output
        assert stand.closed_with == 1000
        assert stand.intents == 1
        assert {"table", "turn", "rally", "deploy", "pass"} <= {command["name"] for command in stand.commands}


@pytest.mark.loopback
async def test_a_token_unknown_to_discord_is_refused_in_one_sentence(tmp_path: Path) -> None:
    async with stand_in() as stand:
        process = await start_bot(stand, tmp_path / "games.sqlite3", "another.token")
        code, output = await finish(process)
        assert code == 2
        assert output.strip().splitlines()[-1].startswith("gandhi: Discord does not accept the token")
        assert "Traceback" not in output


class Unreachable:
    """A bot whose network comes late. ``errors`` are what its first attempts to log in end with."""

    def __init__(self, *errors: Exception) -> None:
        self.errors = list(errors)
        self.http = self
        self.closed = 0

    async def login(self, token: str) -> None:
        """Fail to log in, with the next error."""
        if self.errors:
            raise self.errors.pop(0)

    async def close(self) -> None:
        """Close what an attempt has opened."""
        self.closed += 1


def refuse(status: int) -> discord.HTTPException:
    """Return a refusal by Discord."""
    return discord.HTTPException(Mock(status=status, reason="no"), {"code": 0, "message": "no"})


async def test_the_start_of_the_bot_waits_for_the_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.console.running.FIRST_WAIT", 0.01)
    bot = Unreachable(aiohttp.ClientConnectionError("no route"), OSError("no name"), refuse(503), refuse(429))
    await asyncio.wait_for(log_in(cast("TableBot", bot), TOKEN), PATIENCE)
    assert bot.closed == 4


async def test_a_login_that_discord_refuses_for_good_is_not_retried() -> None:
    with pytest.raises(SettingsError, match="403"):
        await log_in(cast("TableBot", Unreachable(refuse(403))), TOKEN)
    with pytest.raises(discord.LoginFailure):
        await log_in(cast("TableBot", Unreachable(discord.LoginFailure("no"))), TOKEN)


def test_the_garbage_collector_skips_loaded_modules() -> None:
    set_aside_loaded()
    try:
        assert not any(one is asyncio.__dict__ for one in gc.get_objects())
    finally:
        gc.unfreeze()
    assert any(one is asyncio.__dict__ for one in gc.get_objects())


@pytest.mark.loopback
async def test_the_program_can_be_stopped_while_it_waits_for_the_network(tmp_path: Path) -> None:
    nowhere = StandIn(port=find_free_port())
    process = await start_bot(nowhere, tmp_path / "games.sqlite3", TOKEN)
    assert process.stdout is not None
    words = ""
    while "tried again" not in words:
        words += (await asyncio.wait_for(process.stdout.readline(), PATIENCE)).decode()
    process.send_signal(signal.SIGTERM)
    code, output = await finish(process)
    assert code == 0, output
    assert "Traceback" not in words + output


@pytest.mark.loopback
async def test_a_second_bot_on_the_same_database_file_is_refused(tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite3"
    async with stand_in() as stand:
        with held(f"sqlite:///{database}"):
            code, output = await finish(await start_bot(stand, database, TOKEN))
    assert code == 2
    assert "is in use by a bot that is running" in output
    assert "Traceback" not in output
