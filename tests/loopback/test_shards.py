"""Many servers: one process with several connections, and what a host reads whose bot needs them."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.cli import NO_RESTART, main
from bot.client import ShardedBot
from bot.console import running
from bot.console.settings import read_settings
from bot.errors import NoRestart, SettingsError
from tests.loopback.inside import run_inside, settle
from tests.loopback.people import Person
from tests.loopback.stand_in import StandIn

SERVICE = Path(__file__).resolve().parents[2] / "docs" / "gandhi.service"


async def test_one_process_has_as_many_connections_as_discord_asks_for(stand_in: StandIn, tmp_path: Path) -> None:
    stand_in.world.shards = 2
    stand_in.world.add_user("Asha", 1000)
    async with run_inside(stand_in, tmp_path, kind=ShardedBot) as bot:
        assert sorted(session.shard for session in stand_in.gateway.live) == [[0, 2], [1, 2]]
        assert len(bot.guilds) == 1
        asha = Person(stand_in, 1000, "Asha")
        opened = await asha.slash("table new", scenario="short", name="Salt March", thread=False)
        assert "Salt March" in opened.words
        await settle(bot)
        assert len(stand_in.world.posted(asha.channel_id)) == 1


async def test_too_many_servers_stop_the_bot_with_one_sentence_and_no_restart(
    stand_in: StandIn, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert f"RestartPreventExitStatus={NO_RESTART}\n" in SERVICE.read_text(encoding="utf-8")
    monkeypatch.setattr(running, "HOUR", 0.0)
    stand_in.gateway.refusals.append(running.TOO_FEW_SHARDS)
    with pytest.raises(SettingsError, match="GANDHI_SHARDS=auto"):
        async with run_inside(stand_in, tmp_path):
            pass


def test_the_exit_code_for_too_many_servers_prevents_a_restart(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    async def refuse(settings: object) -> None:
        raise NoRestart(running.TOO_MANY_SERVERS)

    monkeypatch.setattr(running, "run_bot", refuse)
    monkeypatch.setenv("DISCORD_TOKEN", "salt")
    assert main(["bot", "--database", f"sqlite:///{tmp_path}/games.sqlite3"]) == NO_RESTART
    assert capsys.readouterr().err.count("GANDHI_SHARDS=auto") == 1


def test_invalid_settings_of_shards_are_refused() -> None:
    assert read_settings({"DISCORD_TOKEN": "salt", "GANDHI_SHARDS": "auto"}).shards
    for wrong in ({"GANDHI_SHARDS": "3"}, {"GANDHI_SHARDS": "auto", "GANDHI_SHARD": "0/2"}):
        with pytest.raises(SettingsError, match="GANDHI_SHARD"):
            read_settings({"DISCORD_TOKEN": "salt", **wrong})
