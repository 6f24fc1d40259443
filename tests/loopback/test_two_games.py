"""Two people at one table play Gandhi and two at the next Rajas of the Ganges, on one bot that is killed in between."""

from __future__ import annotations

import random

from tests.loopback.people import Panel, Person
from tests.loopback.program import Program
from tests.loopback.stand_in import StandIn
from tests.loopback.table import Table

TURNS = 4
"""The turns that are played at each table before the program is killed, and again afterwards."""


async def open_gandhi(table: Table) -> Table:
    """Return two people with two seats each at a table of Gandhi."""
    await table.open()
    for name, seats in (("Asha", ("raj", "congress")), ("Bilal", ("league", "revolutionaries"))):
        for seat in seats:
            await table.people[name].slash("table join", seat=seat)
    await table.people["Asha"].slash("table start")
    return table


async def find_mover(table: Table, *names: str) -> tuple[Person, Panel] | None:
    """Return who is asked now, with their panel; None when no one is."""
    for name in names:
        panel = await table.people[name].slash("turn")
        if panel.is_asked:
            return table.people[name], panel
    return None


async def play(table: Table, chance: random.Random, turns: int, *names: str) -> int:
    """Let people click at random for ``turns`` turns, and return how many there were."""
    for done in range(turns):
        found = await find_mover(table, *names)
        if found is None:
            return done
        person, panel = found
        while panel.is_asked:
            custom_id, values = panel.choose(chance)
            panel = await person.use(panel, custom_id, values)
    return turns


async def test_both_games_continue_in_a_restarted_process(stand_in: StandIn, program: Program) -> None:
    table = await open_gandhi(Table.gather(stand_in, program))
    rajas = await table.begin_rajas()
    assert "Place a worker" in (await rajas.people["Charu"].slash("turn")).words
    chance = random.Random(7)
    assert await play(table, chance, TURNS, "Asha", "Bilal") == TURNS
    assert await play(rajas, chance, TURNS, "Charu", "Dev") == TURNS
    before = (await rajas.people["Charu"].slash("status")).words
    assert "Lotus" in before
    assert "Raj" in (await table.people["Asha"].slash("status")).words

    await program.kill()
    await program.start()

    assert (await rajas.people["Charu"].slash("status")).words == before
    assert await play(table, chance, TURNS, "Asha", "Bilal") == TURNS
    assert await play(rajas, chance, TURNS, "Charu", "Dev") == TURNS
    # A command of one game at the table of the other changes nothing.
    assert "Another game" in (await rajas.people["Charu"].slash("rally")).words
    assert "Another game" in (await table.people["Asha"].slash("quarry")).words
