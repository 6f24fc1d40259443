"""The pages of health and metrics: off by default, true when on, and a share of Discord's servers for each process."""

from __future__ import annotations

import json
import os
from pathlib import Path

import aiohttp
import pytest

from bot.console.settings import read_settings
from bot.errors import SettingsError
from bot.typed import read_address
from tests.loopback.conftest import QUICK
from tests.loopback.program import Program, run_program
from tests.loopback.stand_in import StandIn
from tests.loopback.table import Table
from tests.storage.server import find_free_port


async def fetch(port: int, page: str) -> tuple[int, str]:
    """Return a page of the program: its status and text."""
    async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{port}/{page}") as response:
        return response.status, await response.text()


async def test_the_bot_serves_health_and_metrics_with_json_logs_and_a_shard(stand_in: StandIn, tmp_path: Path) -> None:
    port = find_free_port()
    settings = {
        **QUICK,
        "GANDHI_HEALTH": f"127.0.0.1:{port}",
        "GANDHI_LOG_FORMAT": "json",
        "GANDHI_SHARD": "1/3",
    }
    address = f"sqlite:///{tmp_path}/games.sqlite3"
    async with run_program(stand_in, address, tmp_path, settings) as program:
        table = Table.gather(stand_in, program)
        await table.begin()
        await table.settle(2)
        status, text = await fetch(port, "health")
        assert (status, json.loads(text)) == (200, {"well": True, "discord": True, "database": True})
        status, text = await fetch(port, "metrics")
        assert status == 200
        lines = [line.split(" ") for line in text.splitlines() if not line.startswith("#")]
        found = {name: float(value) for name, value in lines}
        # Six interactions: opening the table, taking four seats, starting.
        assert found["gandhi_interactions_total"] == 6
        assert found['gandhi_acknowledge_seconds_bucket{le="+Inf"}'] == 6
        assert found["gandhi_messages_sent_total"] >= 2
        assert found["gandhi_tables_playing"] == 1
        assert found["gandhi_messages_waiting"] == 0
        assert found["gandhi_incidents_total"] == 0
        for name in table.people:
            assert name not in text
        assert (await fetch(port, "games"))[0] == 404
        assert program.session is not None
        assert program.session.shard == [1, 3]
        assert await program.stop() == 0
    logged = [json.loads(line) for line in program.words().splitlines()]
    assert "bot.client" in {line["logger"] for line in logged}
    assert {"time", "level", "logger", "message"} <= set(logged[0])


async def test_no_port_is_open_unless_the_host_sets_one(program: Program) -> None:
    assert find_listening(program.running.pid) == set()
    assert find_listening(os.getpid()), "the stand-in listens, in this process"


def find_listening(pid: int) -> set[str]:
    """Return the TCP sockets on which a process listens, as Linux lists them."""
    sockets = [line.split() for name in ("tcp", "tcp6") for line in Path(f"/proc/net/{name}").read_text().splitlines()]
    # Listening sockets have the state 0A.
    listening = {f"socket:[{fields[9]}]" for fields in sockets if fields[3] == "0A"}
    return listening & {link.readlink().name for link in Path(f"/proc/{pid}/fd").iterdir() if link.is_symlink()}


async def test_an_address_that_cannot_be_served_is_reported(stand_in: StandIn, tmp_path: Path) -> None:
    port = stand_in.api_base.split(":")[2].partition("/")[0]
    settings = {**QUICK, "GANDHI_HEALTH": f"127.0.0.1:{port}"}
    program = Program(stand_in, f"sqlite:///{tmp_path}/games.sqlite3", tmp_path, settings)
    await program.launch()
    assert await program.running.wait() == 2
    assert "The health page cannot be served" in program.words().splitlines()[-1]


@pytest.mark.parametrize("address", ["8080", "127.0.0.1:", "127.0.0.1:http", "127.0.0.1:0", "127.0.0.1:70000"])
def test_an_invalid_address_is_refused(address: str) -> None:
    with pytest.raises(SettingsError, match="GANDHI_HEALTH"):
        read_address("GANDHI_HEALTH", address)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("GANDHI_SHARD", "2/2"),
        ("GANDHI_SHARD", "one"),
        ("GANDHI_PICTURES", "maybe"),
        ("GANDHI_TABLES_PER_USER", "0"),
        ("GANDHI_SEARCHES", "0"),
        ("GANDHI_SEARCHES", "all"),
    ],
)
def test_invalid_settings_are_refused_by_name(name: str, value: str) -> None:
    with pytest.raises(SettingsError, match=name):
        read_settings({"DISCORD_TOKEN": "salt", name: value})


def test_unset_settings_have_defaults_and_an_ipv6_address_is_read() -> None:
    settings = read_settings({"DISCORD_TOKEN": "salt"})
    assert (settings.health, settings.shard, settings.pictures) == ("", None, True)
    assert read_address("GANDHI_HEALTH", "[::1]:8080") == ("::1", 8080)
