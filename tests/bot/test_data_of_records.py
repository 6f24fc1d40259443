"""A record says with which data its game was played, and Verify names what differs."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from bot.cli import main
from bot.console.transfer import export_table
from bot.games.frontend import list_fronts
from engine.core.data import WHOLE, digest_files, find_differences
from engine.core.record import read_record
from tests.bot.people import World

OVERRIDE = """
[[event]]
number = 12
title = "Another Title"
order = ["league", "raj", "congress", "revolutionaries"]
"""


def run(record: Path, data: Path) -> subprocess.CompletedProcess[str]:
    """Check a record with an owner's data, which a program reads at its start."""
    return subprocess.run(
        [sys.executable, "-m", "bot", "replay", str(record), "--verify"],
        env={"PATH": "/usr/bin:/bin", "GANDHI_DATA": str(data)},
        capture_output=True,
        text=True,
        check=False,
    )


async def test_a_table_records_the_data_that_it_began_with(world: World) -> None:
    game_id = await world.start_table()
    start = read_record((await export_table(world.storage, game_id)).data).start
    assert start.data == digest_files(list_fronts()[0].positions.read_files())
    assert list(start.data) == [WHOLE]


async def test_replaying_a_record_names_the_data_row_that_has_changed(world: World, tmp_path: Path) -> None:
    game_id = await world.start_table(seed="order")
    for _ in range(4):
        await world.pass_turn(game_id)
    record = tmp_path / "game.gandhi.jsonl"
    record.write_bytes((await export_table(world.storage, game_id)).data)
    folder = tmp_path / "data"
    folder.mkdir()
    moment = await world.bot.tables.moment(game_id)
    async with world.storage.read() as reader:
        card = (await reader.turns(game_id))[0].label["card"]
    order = list(reversed(moment.game.rules.view(moment.game.state, None).card.order))
    row = OVERRIDE.replace("12", str(card)).replace(OVERRIDE.split("order = ")[1].strip(), json.dumps(order))
    (folder / "cards.toml").write_text(row)
    assert main(["replay", str(record), "--verify"]) == 0
    failed = run(record, folder)
    assert failed.returncode == 2
    assert f"cards.toml, card {card}" in failed.stderr


@pytest.mark.program
def test_a_host_who_keeps_the_older_data_can_still_check_its_games(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With the present data the check names the row that differs; with the older data it succeeds."""
    older, record = tmp_path / "older", tmp_path / "evening.gandhi.jsonl"
    older.mkdir()
    (older / "cards.toml").write_text(OVERRIDE)
    lines = ["companion", str(record), "--people", "league", "--set-up", "card 12; next 30; viceroy irwin"]
    played = subprocess.run(
        [sys.executable, "-m", "bot", *lines],
        env={"PATH": "/usr/bin:/bin", "GANDHI_DATA": str(older)},
        input="= League has acted\n55\n",
        capture_output=True,
        text=True,
        check=False,
    )
    assert "55" in played.stdout
    assert main(["replay", str(record), "--verify"]) == 2
    assert "cards.toml, card 12" in capsys.readouterr().err
    assert run(record, older).returncode == 0


def test_differences_between_data_files_are_listed_row_by_row() -> None:
    shipped = {"event": [{"number": 1, "a": 1}, {"number": 2, "a": 1}], "rate": 3}
    used = {"event": [{"number": 1, "a": 1}, {"number": 2, "a": 9}], "rate": 3}
    other = {"event": [{"number": 1, "a": 5}, {"number": 2, "a": 9}], "rate": 4}
    digests = [digest_files({"x.toml": (data, shipped)}) for data in (shipped, used, other)]
    assert find_differences(digests[0], digests[0]) == []
    assert find_differences(digests[0], digests[1]) == ["x.toml, card 2"]
    assert find_differences(digests[1], digests[2]) == ["x.toml, card 1", "x.toml, rate"]
    assert find_differences({}, digests[0]) == []
    newer = digest_files({"x.toml": (other, other)})
    assert find_differences(digests[0], newer) == [WHOLE]
