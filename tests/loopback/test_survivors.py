"""Of two processes over one database one is killed: the other continues the game, and sends what the dead one left.

On SQLite, where one process serves a database, the one that continues is the same program, started again.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta

import pytest
import pytest_asyncio
from sqlalchemy import text

from storage import open_storage
from storage.columns import utc_now
from tests.loopback.conftest import QUICK
from tests.loopback.ledger import check_ledger, find_play
from tests.loopback.program import Program, run_program
from tests.loopback.stand_in import run_stand_in
from tests.loopback.table import Table
from tests.loopback.turns import draft_turn
from tests.storage.conftest import make_database

BEFORE_COMMIT = ("chosen", "worked")
AFTER_COMMIT = ("committed", "claimed", "sent", "marked")
"""The steps after which another process can continue; `test_crashes` tries all of them."""

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def programs(
    server: str | None, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[tuple[Program, Program | None]]:
    """Provide two programs over one PostgreSQL database, or one over an SQLite file."""
    folders = tmp_path_factory.mktemp("first"), tmp_path_factory.mktemp("second")
    address = await make_database(server, folders[0], "template0")
    async with run_stand_in() as stand_in, run_program(stand_in, address, folders[0], QUICK) as first:
        if server is None:
            yield first, None
        else:
            async with run_program(stand_in, address, folders[1], QUICK) as second:
                yield first, second
        assert stand_in.faults == []


@pytest_asyncio.fixture(loop_scope="module")
async def table(programs: tuple[Program, Program | None]) -> Table:
    """Return a new game, of which the first program hears what people do."""
    first, _ = programs
    if first.running.returncode is not None:
        first.crash_file.unlink(missing_ok=True)
        await first.start()
    world = first.stand_in.world
    table = Table.gather(first.stand_in, first)
    for person in table.people.values():
        person.session = first.session
    made = await table.gather_elsewhere(f"game-{len(world.channels)}")
    await made.begin()
    await made.settle(2)
    return made


async def go_on(table: Table, second: Program | None) -> Table:
    """Return the table of the process that continues, after the leases of the dead one have run out."""
    if second is None:
        await table.program.start()
        table.program.session = table.stand_in.gateway.live[-1]
        survivor = table.program
    else:
        storage = await open_storage(second.database)
        async with storage._writer.begin() as connection:
            past = int((utc_now() - timedelta(seconds=1)).timestamp() * 1_000_000)
            await connection.execute(
                text("UPDATE outbox SET claimed_until = :past WHERE status = 'sending'"), {"past": past}
            )
        await storage.close()
        survivor = second
    there = Table(table.stand_in, survivor, table.people, table.channel_id)
    for person in there.people.values():
        person.session = survivor.session
    return there


@pytest.mark.parametrize("point", [*BEFORE_COMMIT, *AFTER_COMMIT])
async def test_unfinished_work_of_a_killed_process_is_finished_once(
    programs: tuple[Program, Program | None], table: Table, point: str
) -> None:
    turn = await draft_turn(table)
    table.program.crash_at(point)
    await turn.person.touch(turn.panel, turn.custom_id)
    await table.program.wait_for_crash()
    there = await go_on(table, programs[1])
    after = await find_play(there.program, there.channel_id)
    if point in BEFORE_COMMIT:
        assert after == turn.before
        # The button of the panel works at the other process, and plays the stored draft of the dead one.
        await turn.person.use(turn.panel, turn.custom_id)
    else:
        assert after.game.version > turn.before.game.version
        # Any action makes the surviving process look for waiting messages.
        asked = await there.people["Asha"].slash("table leave", seat="raj")
        await there.people["Asha"].press(asked, "quit")
        await there.people["Asha"].slash("table join", seat="raj")
    await there.settle(turn.messages + 1)
    await check_ledger(there)
