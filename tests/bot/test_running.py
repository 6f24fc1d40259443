"""``gandhi bot`` as it is shipped: a process, against a Discord of our own on loopback."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from asyncio.subprocess import PIPE, STDOUT, Process
from pathlib import Path

import pytest

from tests.bot.discord_stand_in import TOKEN, StandIn, stand_in

ROOT = Path(__file__).resolve().parent.parent.parent
PATIENCE = 60.0


async def start_bot(stand: StandIn, database: Path, token: str) -> Process:
    """The shipped program, pointed at the stand-in."""
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
    """The exit code of a process, and what it wrote."""
    output, _ = await asyncio.wait_for(process.communicate(), PATIENCE)
    return process.returncode or 0, output.decode()


@pytest.mark.loopback
@pytest.mark.few("15")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_it_connects_with_one_intent_and_leaves_cleanly_when_told(tmp_path: Path, number: signal.Signals) -> None:
    async with stand_in() as stand:
        process = await start_bot(stand, tmp_path / "games.sqlite3", TOKEN)
        for _ in range(int(PATIENCE * 10)):
            if stand.ready:
                break
            await asyncio.sleep(0.1)
        assert stand.ready == 1
        await asyncio.sleep(0.5)
        process.send_signal(number)
        code, output = await finish(process)
        assert code == 0, output
        assert "Traceback" not in output
        assert TOKEN not in output
        assert stand.closed_with == 1000
        assert stand.intents == 1
        assert {"table", "turn", "rally", "deploy", "pass"} <= {command["name"] for command in stand.commands}


@pytest.mark.loopback
async def test_a_token_that_discord_does_not_know_is_one_sentence(tmp_path: Path) -> None:
    async with stand_in() as stand:
        process = await start_bot(stand, tmp_path / "games.sqlite3", "another.token")
        code, output = await finish(process)
        assert code == 2
        assert output.strip().splitlines()[-1].startswith("gandhi: Discord does not accept the token")
        assert "Traceback" not in output
