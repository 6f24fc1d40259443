"""Two clicks at once, in one process and in two over one database: one wins, the other is shown how things are."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.loopback.conftest import QUICK
from tests.loopback.exchange import COMMAND, COMPONENT, Exchange
from tests.loopback.ledger import check_ledger, find_play
from tests.loopback.people import Panel, Person, wait_for
from tests.loopback.program import Program, run_program
from tests.loopback.stand_in import run_stand_in
from tests.loopback.table import Table
from tests.loopback.turns import draft_turn
from tests.loopback.world import BUTTON
from tests.storage.conftest import make_database

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def table(server: str | None, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Table]:
    """Provide a game that has begun, for all tests of this file."""
    folder = tmp_path_factory.mktemp("first")
    address = await make_database(server, folder, "template0")
    async with run_stand_in() as stand_in, run_program(stand_in, address, folder, QUICK) as first:
        table = Table.gather(stand_in, first)
        for person in table.people.values():
            person.session = first.session
        await table.begin()
        await table.settle(2)
        yield table
        assert stand_in.faults == []


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def two(table: Table, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[tuple[Table, Program, Program]]:
    """Provide the game, and two programs that serve it."""
    first = table.program
    # Two programs on one file of SQLite are refused by its lock. Here both must write all the same.
    for lock in first.folder.glob("*.lock"):
        lock.unlink()
    async with run_program(table.stand_in, first.database, tmp_path_factory.mktemp("second"), QUICK) as second:
        yield table, first, second


async def press_twice(person: Person, panel: Panel, custom_id: str, programs: tuple[Program, Program]) -> list[Panel]:
    """Click the same button on the same panel at two programs at once."""
    exchanges = []
    for program in programs:
        exchange = Exchange(COMPONENT, person.id, person.channel_id, source=panel.message)
        data = {"custom_id": custom_id, "component_type": BUTTON, "id": 1}
        await person.stand_in.send(exchange, data, program.session)
        exchanges.append(exchange)
    return list(await asyncio.gather(*(person.wait(exchange) for exchange in exchanges)))


@pytest.mark.few("sqlite")
async def test_one_button_clicked_twice_plays_one_turn(table: Table) -> None:
    turn = await draft_turn(table)
    await press_twice(turn.person, turn.panel, turn.custom_id, (table.program, table.program))
    await table.settle(turn.messages + 1)
    assert (await find_play(table.program)).game.version == turn.before.game.version + 1
    await check_ledger(table)


async def test_one_button_clicked_at_two_processes_plays_one_turn(two: tuple[Table, Program, Program]) -> None:
    table, *programs = two
    for _ in range(3):
        turn = await draft_turn(table)
        await press_twice(turn.person, turn.panel, turn.custom_id, (programs[0], programs[1]))
        await table.settle(turn.messages + 1)
        assert (await find_play(table.program)).game.version == turn.before.game.version + 1
        await check_ledger(table)
        assert "Incident" not in programs[0].words() + programs[1].words()


async def test_an_interaction_that_reaches_two_processes_is_answered_once(
    two: tuple[Table, Program, Program],
) -> None:
    table, *programs = two
    turn = await draft_turn(table)
    exchange = Exchange(COMPONENT, turn.person.id, turn.person.channel_id, source=turn.panel.message)
    data = {"custom_id": turn.custom_id, "component_type": BUTTON, "id": 1}
    for program in programs:
        await table.stand_in.send(exchange, data, program.session)
    await wait_for(exchange.answered.wait())
    await table.settle(turn.messages + 1)
    assert (await find_play(table.program)).game.version == turn.before.game.version + 1
    await check_ledger(table)


async def test_only_one_of_two_people_who_ask_at_once_gets_the_seat(two: tuple[Table, Program, Program]) -> None:
    table, *programs = two
    stand_in = table.stand_in
    here = await table.gather_elsewhere("second")
    await here.open()
    await here.settle(1)
    exchanges = []
    for person, program in zip((here.people["Asha"], here.people["Bilal"]), programs, strict=True):
        exchange = Exchange(COMMAND, person.id, here.channel_id)
        data = person.command("table join", {"seat": "raj"})
        await stand_in.send(exchange, data, program.session)
        exchanges.append((person, exchange))
    panels = await asyncio.gather(*(person.wait(exchange) for person, exchange in exchanges))
    assert sorted("You now play Raj" in panel.words for panel in panels) == [False, True]
    await check_ledger(here)


async def test_people_whose_clicks_reach_two_processes_play_together(two: tuple[Table, Program, Program]) -> None:
    table, *programs = two
    chance = random.Random(1942)
    for number in range(8):
        person, panel = await table.find_mover()
        panel, custom_id = await table.draft(person, panel, chance)
        # Each Confirm may reach the other process: what one wrote, the other reads.
        person.session = programs[number % 2].session
        await person.use(panel, custom_id)
        person.session = programs[0].session
    await check_ledger(table)
    assert "Incident" not in programs[0].words() + programs[1].words()
