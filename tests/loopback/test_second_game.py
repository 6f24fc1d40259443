"""A second game at the tables of the same bot: the counting game, of which no line of the bot knows."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from engine.core.record import read_record
from tests.core import counting_front
from tests.core.counting import TURNS
from tests.loopback.conftest import QUICK
from tests.loopback.people import PATIENCE, Panel, Person
from tests.loopback.program import Program, run_program
from tests.loopback.stand_in import StandIn
from tests.loopback.table import Table

WITH_COUNTING = "tests.loopback.with_counting"


@pytest_asyncio.fixture
async def program(stand_in: StandIn, tmp_path: Path) -> AsyncIterator[Program]:
    """Provide the running bot, with the counting game installed."""
    database = f"sqlite:///{tmp_path}/games.sqlite3"
    async with run_program(stand_in, database, tmp_path, QUICK, module=WITH_COUNTING) as made:
        yield made


async def take_turn(person: Person, number: str) -> Panel:
    """Take a turn on the panel: add a number, end the turn, and return the panel that follows."""
    panel = await person.press(await person.slash("turn"), "choose", number)
    return await person.press(panel, "confirm", "done")


async def test_a_second_game_is_opened_played_undone_recorded_verified_and_finished(table: Table) -> None:
    counting = await table.gather_elsewhere("counting")
    asha = counting.people["Asha"]
    await counting.open("count", name="Count on me")
    await asha.slash("table join", seat="left")
    panel = await asha.press(await asha.slash("table start"), "fill")

    panel = await asha.slash("turn")
    assert "What now?" in panel.words
    panel = await asha.press(panel, "choose", "2")
    assert "+2: 0 to 2" in panel.words
    panel = await asha.press(panel, "undo")
    assert "+2" not in panel.words
    assert "Add 4 is too much (1.1)." in (await asha.press(panel, "why")).words
    await take_turn(asha, "3")
    assert "+3: 0 to 3" in counting.messages()[-1]["content"] or any(
        "+3: 0 to 3" in message["content"] for message in counting.messages()
    )

    # A command asks the automatic player of the other seat in the middle of the turn, and it refuses.
    panel = await asha.slash("ask")
    panel = await asha.press(panel, "confirm")
    assert "doubled" not in panel.words
    await asha.press(await asha.slash("turn"), "confirm", "done")
    assert "Three is the most" in (await asha.slash("why")).words

    for _ in range(TURNS // 2 - 2):
        await take_turn(asha, "1")
    messages = await counting.settle(3)
    async with asyncio.timeout(PATIENCE):
        while not (files := counting.stand_in.world.sent[int(counting.messages()[-1]["id"])].files):  # noqa: ASYNC110
            await asyncio.sleep(0.05)
    messages = counting.messages()
    ending = messages[-1]
    assert any("wins the count" in message["content"] for message in messages)
    ((name, data),) = files.items()
    assert name.endswith(".counting.jsonl")
    record = read_record(data)
    assert record.start.game == "counting"
    assert record.result is not None
    proof = await asha.press(counting.panel_of(ending), "verify")
    assert "agree" in proof.words or "fair" in proof.words, proof.words

    # The table of Gandhi beside it is not affected.
    person, panel = await table.find_mover()
    assert panel.is_asked
    assert person.name in table.people


def test_the_front_end_of_a_small_game_has_fewer_than_200_lines() -> None:
    assert len(Path(counting_front.__file__).read_text(encoding="utf-8").splitlines()) < 200


@pytest.mark.parametrize("name", ["counting", "Counting"])
def test_the_code_of_the_bot_does_not_name_the_second_game(name: str) -> None:
    root = Path(__file__).resolve().parents[2]
    for path in (root / "bot").rglob("*.py"):
        assert f"{name}_front" not in path.read_text(encoding="utf-8")
        assert f'"{name}"' not in path.read_text(encoding="utf-8")
