"""docs/records.md: its examples are real, and its table knows every field."""

from __future__ import annotations

import json
import re
from pathlib import Path

from engine import Game
from engine.core.dice import Dice
from engine.core.record import read_record
from engine.gandhi.position import KEYS

PAGE = Path(__file__).resolve().parents[2] / "docs" / "records.md"


def block(kind: str) -> str:
    """Return the example of a kind."""
    found = re.search(rf"```json {kind}\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert found is not None
    return found[1]


def test_the_example_position_of_the_page_can_be_played() -> None:
    position = json.loads(block("position"))
    game = Game.at(position, seed=bytes(32))
    assert game.decision is not None
    assert game.decision.seat == "raj"
    said = game.position()
    for space, row in position["spaces"].items():
        assert said["spaces"][space] == row
    assert (said["card"], said["next"]) == (12, 30)


def test_the_example_record_of_the_page_can_be_read() -> None:
    record = read_record(block("record").encode())
    assert [step.label.seat for step in record.steps] == ["league", "raj"]
    assert record.result is not None
    assert record.result.ranking[0] == "league"


def test_every_field_of_a_position_is_explained() -> None:
    explained = set(re.findall(r"`([a-z_]+)`", PAGE.read_text("utf-8")))
    assert KEYS - {"game"} <= explained


def test_the_random_number_computed_on_the_page_is_that_of_the_engine() -> None:
    """Worked out with OpenSSL by the command of the page, with an all-zero seed."""
    (printed,) = re.findall(r"^([0-9A-F]{16})$", PAGE.read_text("utf-8"), re.MULTILINE)
    assert Dice(bytes(32)).number("dice", 2**64) == int(printed, 16)
