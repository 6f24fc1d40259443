"""What the host of the bot does on the command line: tables, announcements, and the check of everything."""

from __future__ import annotations

import asyncio
import re
import shutil
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from bot.cli import main
from bot.console import doctor
from bot.tables.announcements import NOTICE
from bot.tables.play import Tables
from storage import Storage, open_storage
from tests.bot.people import World
from tests.bot.players import open_table, posts_of

ROOT = Path(__file__).parents[2]


def do(address: str, work: Callable[[Storage], Awaitable[Any]]) -> Any:
    """Do something with the database, as the bot would."""

    async def run() -> Any:
        storage = await open_storage(address)
        try:
            return await work(storage)
        finally:
            await storage.close()

    return asyncio.run(run())


@pytest.fixture
def game_id(database: str) -> str:
    """Return a running game in the database."""
    found: str = do(database, lambda storage: open_table(Tables(storage)))
    return found


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    """Run a command, and return its exit code and everything that it prints."""
    try:
        code = main(list(arguments))
    except SystemExit as error:
        code = int(error.code or 0)
    printed = capsys.readouterr()
    return code, printed.out + printed.err


def test_the_host_commands_list_and_show_tables_without_secrets(
    capsys: pytest.CaptureFixture[str], database: str, game_id: str
) -> None:
    code, words = run(capsys, "tables", "list", "--database", database)
    assert code == 0
    assert game_id in words
    assert "Salt" in words
    assert run(capsys, "tables", "list", "--status", "over", "--database", database)[1] == "There are no such tables.\n"
    code, words = run(capsys, "tables", "show", game_id, "--database", database)
    assert code == 0
    assert "raj: player Raj 11" in words
    seed = do(database, lambda storage: Tables(storage).table(game_id)).game.seed.hex()
    assert seed not in words
    code, words = run(capsys, "tables", "show", "zzzzzz", "--database", database)
    assert code == 2
    assert len(words.splitlines()) == 1


def test_a_host_renames_moves_and_closes_a_table_by_command(
    capsys: pytest.CaptureFixture[str], database: str, game_id: str
) -> None:
    where = ("--database", database)
    assert run(capsys, "tables", "rename", game_id, "Dandi", *where) == (0, f"The table {game_id} is called Dandi.\n")
    assert run(capsys, "tables", "rename", game_id, " ", *where)[0] == 2
    assert run(capsys, "tables", "move", game_id, "--channel", "77", *where)[0] == 0
    table = do(database, lambda storage: Tables(storage).table(game_id))
    assert (table.game.name, table.place, table.game.guild_id) == ("Dandi", 77, 1)
    assert "is over" in run(capsys, "tables", "close", game_id, *where)[1]
    assert "already" in run(capsys, "tables", "close", game_id, *where)[1]

    async def look(storage: Storage) -> tuple[str, list[tuple[str, int | None]]]:
        async with storage.read() as reader:
            entries = await reader.audit_entries(game_id=game_id)
        words = (await posts_of(storage, game_id))[-1].content
        return words, [(one.action, one.user_id) for one in reversed(entries)]

    words, entries = do(database, look)
    assert "closed unfinished by the host of the bot" in words
    assert entries == [("rename", None), ("move", None), ("close", None)]


def test_an_announcement_is_queued_once_for_each_active_table(
    capsys: pytest.CaptureFixture[str], database: str, game_id: str
) -> None:
    other = do(database, lambda storage: open_table(Tables(storage), number=2))
    run(capsys, "tables", "close", other, "--database", database)
    words = "We upgrade at noon: games go on afterwards."
    assert run(capsys, "announce", words, "--database", database) == (0, "Queued for 1 tables.\n")
    assert "1 had it already" in run(capsys, "announce", words, "--database", database)[1]
    found = do(database, lambda storage: posts_of(storage, game_id))
    assert [post.content for post in found if words in post.content] == [f"**From the host of the bot:** {words}"]
    assert not any(post.pings for post in found if words in post.content)
    assert run(capsys, "announce", "  ", "--database", database)[0] == 2


def test_only_the_same_sentence_counts_as_an_announcement_that_was_made_already(
    capsys: pytest.CaptureFixture[str], database: str, game_id: str
) -> None:
    for words in ("""Host: "It's noon".""", "Host: ", "It's noon"):
        assert run(capsys, "announce", words, "--database", database) == (0, "Queued for 1 tables.\n")
    for words in ("It's noon", """Host: "It's noon"."""):
        assert "1 had it already" in run(capsys, "announce", words, "--database", database)[1]


async def test_a_running_bot_sends_messages_that_another_process_queued(world: World) -> None:
    game_id = await world.start_table()

    async def queue() -> None:
        async with world.storage.transaction() as tx:
            await tx.lock_game(game_id)
            await tx.enqueue(game_id, NOTICE, "public", {"announces": "notice", "text": {"key": "ui.public.opponent"}})

    await queue()
    before = len(world.messages())
    world.bot.tables.transactions.wake_outbox()
    await world.quiet()
    assert len(world.messages()) == before + 1


def test_the_doctor_reports_no_fault_of_a_healthy_installation(
    capsys: pytest.CaptureFixture[str], database: str, game_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "token")
    Path(database.removeprefix("sqlite:///")).chmod(0o600)
    code, words = run(capsys, "doctor", "--offline", "--database", database)
    assert code == 0, words
    assert "WRONG" not in words
    assert "0 open, 1 playing, 0 archived" in words


def test_the_doctor_names_faults_of_settings_disk_and_database_with_their_remedies(
    capsys: pytest.CaptureFixture[str], database: str, game_id: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("DISCORD_TOKEN", raising=False)
    monkeypatch.setattr(doctor, "LEAST_SPACE", shutil.disk_usage(tmp_path).total * 2)
    path = Path(database.removeprefix("sqlite:///"))
    path.chmod(0o644)
    data = bytearray(path.read_bytes())
    data[4096 * 3 : 4096 * 4] = b"\xff" * 4096
    path.write_bytes(data)
    code, words = run(capsys, "doctor", "--offline", "--database", database)
    assert code == 2
    for wrong in ("WRONG settings: No token found", "WRONG disk", f"chmod 600 {path}", "WRONG file"):
        assert wrong in words
    code, words = run(capsys, "doctor", "--offline", "--database", f"sqlite:///{tmp_path}/none.sqlite3")
    assert code == 2
    assert "ok    database: There is no database" in words
    assert "makes it at its first start" in words
    assert "WRONG database" in run(capsys, "doctor", "--offline", "--database", f"sqlite:///{tmp_path}/no/no.db")[1]
    assert not (tmp_path / "none.sqlite3").exists()


async def test_the_doctor_names_a_channel_that_is_gone_or_hidden(world: World) -> None:
    await world.open_table()
    findings = [found async for found in doctor.examine_servers(world.bot, world.storage)]
    assert [found.is_fine for found in findings] == [True], findings
    wrong = await doctor.examine_server(world.bot, world.guild.id, [4711])
    assert "channel 4711 is gone or hidden" in wrong.words


def test_the_systemd_unit_and_alert_rules_name_existing_commands_metrics_and_settings(
    capsys: pytest.CaptureFixture[str],
) -> None:
    unit = (ROOT / "docs" / "gandhi.service").read_text(encoding="utf-8")
    commands = re.findall(r"-m bot ([\w-]+)", unit)
    assert commands == ["check-data", "bot"]
    for command in commands:
        assert run(capsys, command, "--help")[0] == 0
    metrics_page = (ROOT / "docs" / "watching.md").read_text(encoding="utf-8")
    settings_page = (ROOT / "docs" / "settings.md").read_text(encoding="utf-8")
    rules = (ROOT / "docs" / "prometheus-rules.yml").read_text(encoding="utf-8")
    metrics = re.findall(r"gandhi_[a-z_]+", "\n".join(re.findall(r"expr: (.*)", rules)))
    assert len(metrics) > 4
    for metric in metrics:
        assert f"`{metric}`" in metrics_page
    for name in re.findall(r"Environment=([A-Z_]+)=", unit):
        assert f"`{name}`" in settings_page
