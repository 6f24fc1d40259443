"""Killed in the middle of Arjuna's turn, or before it: the next start finds the game waiting, and Arjuna continues.

So does Birbal, who plays Rajas of the Ganges.
"""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from storage import open_storage
from tests.loopback.conftest import QUICK
from tests.loopback.ledger import check_ledger, find_play, wait_until_sent
from tests.loopback.people import Person
from tests.loopback.program import run_program
from tests.loopback.stand_in import run_stand_in
from tests.loopback.table import Table
from tests.loopback.turns import draft_turn

ON_THE_ROAD = ("entered", "chosen", "finished", "worked", "committed")
BEFORE_COMMIT = ON_THE_ROAD[:-1]
ON_THE_WAY_OUT = ("claimed", "drawn", "sent", "marked")

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def served(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Table]:
    """Provide a program that runs, for all tests of this file, and one person."""
    folder = tmp_path_factory.mktemp("arjuna")
    async with (
        run_stand_in() as stand_in,
        run_program(stand_in, f"sqlite:///{folder}/games.sqlite3", folder, QUICK) as program,
    ):
        table = Table.gather(stand_in, program)
        del table.people["Bilal"], table.people["Dev"]
        yield table
        assert stand_in.faults == []


@pytest_asyncio.fixture(loop_scope="module")
async def table(served: Table, game: str) -> Table:
    """Begin a game of one person against the automatic player, for each test, as such a game may end early."""
    served.program.crash_file.unlink(missing_ok=True)
    if served.program.running.returncode is not None:
        await served.program.start()
    name = f"solo-{len(served.stand_in.world.channels)}"
    if game == "rajas":
        return await served.begin_rajas(name, is_alone=True)
    made = await served.gather_elsewhere(name)
    await made.begin_with_arjuna("Asha", "raj")
    return made


async def wait_for(person: Person, table: Table) -> None:
    """Wait until the automatic player has played and everything has gone out."""
    async with table.patience():
        while not (await person.slash("turn")).is_asked:
            pass
    await wait_until_sent(table.program)


@pytest.mark.parametrize(
    ("point", "game"),
    [*((point, "gandhi") for point in (*ON_THE_ROAD, *ON_THE_WAY_OUT)), ("worked", "rajas"), ("committed", "rajas")],
)
async def test_an_automatic_turn_cut_by_a_kill_is_played_once_and_announced_once(
    table: Table, point: str, game: str
) -> None:
    name, seat = ("Charu", "lotus") if game == "rajas" else ("Asha", "raj")
    person = table.people[name]
    await wait_for(person, table)
    turn = await draft_turn(table)
    while turn.then in (seat, ""):
        # The person plays again, for example on the next card.
        await turn.person.use(turn.panel, turn.custom_id)
        await wait_for(person, table)
        turn = await draft_turn(table)
    # The person's turn reaches the crash point first, then Arjuna's: crash at the second.
    table.program.crash_at(point, 2)
    await turn.person.touch(turn.panel, turn.custom_id)
    await table.program.wait_for_crash()
    left = await find_play(table.program, table.channel_id)
    assert left.game.version > turn.before.game.version, f"{name}'s turn is committed"
    await table.program.start()
    await wait_for(person, table)
    after = await find_play(table.program, table.channel_id)
    assert after.game.version > left.game.version or point not in BEFORE_COMMIT
    await check_ledger(table)
    await check_turns(table)


async def check_turns(table: Table) -> None:
    """Check that each finished turn of the game is reported in one message, without a missing step."""
    storage = await open_storage(table.program.database)
    try:
        async with storage.read() as reader:
            (game,) = await reader.games_by(channel_id=table.channel_id)
            turns = await reader.turns(game.id)
            posts = [post for post in await reader.posts(game.id) if post.kind == "turn"]
    finally:
        await storage.close()
    assert [turn.number for turn in turns] == list(range(1, len(turns) + 1))
    # One message reports the start, and one may report several finished steps or a question in mid-turn.
    assert len({post.message_id for post in posts}) == len(posts)
