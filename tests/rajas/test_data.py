"""Contenuto: the data of Rajas of the Ganges is whole, and an owner's corrections are used or refused."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engine.core.errors import BadPosition
from engine.rajas.board import BOARD, FILES, build_board, read_file
from engine.rajas.catalogue import MODULES, RULES
from engine.rajas.check import check_data, refuse_bad_override, summarise
from engine.rajas.tracks import COUNTS

ROOT = Path(__file__).resolve().parent.parent.parent

DEARER = '[[tile]]\nid = "orange_05"\ncolour = "orange"\nback = "snake"\ncost = 5\nroad = "tee"\n'
DEARER += 'buildings = []\nmarkets = ["spices:2"]\nsource = "rules"\n'
LAST = {"fame": BOARD.fame_last, "money": BOARD.money_last, "river": BOARD.river_last - 1}
"""The last space of each track on which a worker may wait."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder of an owner's data files for this game, in the one that GANDHI_DATA names."""
    monkeypatch.setenv("GANDHI_DATA", str(tmp_path))
    (tmp_path / "rajas").mkdir()
    return tmp_path / "rajas"


def test_the_shipped_data_has_no_fault() -> None:
    assert check_data() == []
    assert "64 province tiles" in summarise()


def test_every_row_names_its_source() -> None:
    """The rulebook states some rows of the board, the river and the yields, and no row of a tile."""
    sources = {name: {row["source"] for rows in read_file(name).values() for row in as_rows(rows)} for name in FILES}
    assert sources["tiles.toml"] == {"inferred"}
    assert sources["board.toml"] == {"rules", "public", "inferred"}
    assert sources["river.toml"] == sources["yields.toml"] == {"rules", "inferred"}


def as_rows(rows: Any) -> list[dict[str, Any]]:
    """Return the rows of a table, or the table itself as one."""
    return rows if isinstance(rows, list) else [rows]


def test_a_data_file_may_replace_a_row(folder: Path) -> None:
    (folder / "tiles.toml").write_text(DEARER, encoding="utf-8")
    assert check_data() == []
    board = build_board(*(read_file(name) for name in FILES))
    assert board.tiles["orange_05"].cost == 5
    assert len(board.tiles) == 64
    refuse_bad_override()


@pytest.mark.parametrize(
    ("name", "written", "fault"),
    [
        ("tiles.toml", DEARER.replace("tee", "crossing"), "unknown road 'crossing'"),
        ("tiles.toml", DEARER.replace("cost = 5", "cost = 0"), "costs 0"),
        ("tiles.toml", DEARER.replace('"orange"', '"blue"'), "15 orange tiles"),
        ("tiles.toml", DEARER.replace("spices:2", "salt:2"), "unknown good 'salt'"),
        ("tiles.toml", DEARER.replace('["spices:2"]', "[]"), "one or two markets"),
        ("tiles.toml", DEARER.replace('"rules"', '"hearsay"'), "source must be"),
        ("tiles.toml", DEARER.replace('road = "tee"\n', ""), "tile orange_05, road: is missing"),
        ("board.toml", '[province]\nroads = ["S"]\n', "three roads"),
        ("board.toml", '[province]\nresidence = "z9"\n', "residence lies on no square"),
        ("board.toml", '[[price]]\nid = "quarry_2"\ncoins = [4, 1]\nsource = "rules"\n', "must not fall"),
        ("board.toml", '[[gallery]]\nid = "blue"\ntakes = "blue"\nsource = "rules"\n', "another colour"),
        ("board.toml", '[[chamber]]\nid = "yogi"\ndie = 4\nsource = "rules"\n', "a die of 1 to 6"),
        *(
            (
                "board.toml",
                f'[[waiting_worker]]\nid = "{track}"\nspace = {last + 1}\nsource = "rules"\n',
                f"waiting_worker {track}, space: must be {last} or less",
            )
            for track, last in LAST.items()
        ),
        ("river.toml", '[[space]]\nnumber = 4\nreward = "gold:2"\nsource = "rules"\n', "unknown reward 'gold'"),
        ("river.toml", '[[space]]\nnumber = 4\nreward = "karma_dice"\nsource = "rules"\n', "must name the colours"),
        (
            "river.toml",
            '[[river_tile]]\nid = "raja"\nreward = "chamber:raja"\ncount = 3\nsource = "rules"\n',
            "8 river",
        ),
        (
            "yields.toml",
            '[[yield_tile]]\nid = "red_boat"\ncolour = "red"\nreward = "boat"\ncount = 0\nsource = "rules"\n',
            "should be",
        ),
    ],
)
def test_the_check_names_invalid_values_of_the_data(folder: Path, name: str, written: str, fault: str) -> None:
    (folder / name).write_text(written, encoding="utf-8")
    assert [message for message in check_data() if fault in message]
    with pytest.raises(BadPosition):
        refuse_bad_override()


def test_a_faulty_data_file_stops_the_program_with_the_reason(tmp_path: Path) -> None:
    (tmp_path / "rajas").mkdir()
    (tmp_path / "rajas" / "tiles.toml").write_text(DEARER.replace("tee", "crossing"), encoding="utf-8")
    environment = {**os.environ, "GANDHI_DATA": str(tmp_path)}
    command = [sys.executable, "-c", "import engine; engine.GAMES['rajas']"]
    ended = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert ended.returncode != 0
    assert "crossing" in ended.stderr


def test_every_kind_of_reward_has_a_rule() -> None:
    """Every reward that the data may name has a rule, and every module with rules is in the catalogue."""
    assert {f"{what}_per_{name}" for what in ("coins", "fame") for name in COUNTS} < set(RULES)
    assert {rule.__module__ for rule in RULES.values()} == {module.__name__ for module in MODULES}
