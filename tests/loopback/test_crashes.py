"""The program is killed between two steps and started again: the game continues, no message is missing or double."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from bot.faultpoints import POINTS
from tests.loopback.conftest import QUICK
from tests.loopback.ledger import check_ledger, find_play, queue_notice, wait_until_sent
from tests.loopback.people import read_panel
from tests.loopback.program import run_program
from tests.loopback.stand_in import run_stand_in
from tests.loopback.table import Table
from tests.loopback.turns import Ready, draft_turn
from tests.loopback.world import SILENT

BEFORE_COMMIT = ("acknowledged", "entered", "chosen", "finished", "worked")
AFTER_COMMIT = ("committed", "showing", "claimed", "drawn", "sent", "marked")
OF_THE_STATUS = ("claimed", "sent", "marked")
OF_A_NEW_TABLE = ("opened", "claimed", "posted", "pinned", "sent")
REMEMBERED, FORGOTTEN = 180.0, 0.0
"""How long Discord knows a nonce, in seconds: as it says, and not at all."""

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shared(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[list[Table]]:
    """Provide one game for all tests of this file, the last of a list: each kills the program, the next continues."""
    folder = tmp_path_factory.mktemp("crashes")
    async with (
        run_stand_in() as stand_in,
        run_program(stand_in, f"sqlite:///{folder}/games.sqlite3", folder, QUICK) as program,
    ):
        table = Table.gather(stand_in, program)
        await table.begin()
        await table.settle(2)
        yield [table]
        assert stand_in.faults == []


@pytest_asyncio.fixture(loop_scope="module")
async def table(shared: list[Table]) -> Table:
    """Return the shared game, served, with a Discord that remembers nonces as the real one does."""
    newest = shared[-1]
    newest.stand_in.world.nonce_seconds = REMEMBERED
    newest.program.crash_file.unlink(missing_ok=True)
    if newest.program.running.returncode is not None:
        await newest.program.start()
    if (await find_play(newest.program, newest.channel_id)).game.status == "over":
        # Random play has ended the newest game: the tests continue with another one.
        newest = await newest.gather_elsewhere(f"game-{len(shared)}")
        await newest.begin()
        await newest.settle(2)
        shared.append(newest)
    return newest


async def test_every_crash_point_is_tested() -> None:
    assert {*BEFORE_COMMIT, *AFTER_COMMIT, *OF_A_NEW_TABLE} == set(POINTS)


async def confirm_and_crash(table: Table, turn: Ready, point: str, time: int = 1) -> None:
    """Click Confirm on a program that dies at a point on the way, and start it again."""
    table.program.crash_at(point, time)
    await turn.person.touch(turn.panel, turn.custom_id)
    await table.program.wait_for_crash()
    await table.program.start()


@pytest.mark.parametrize("point", BEFORE_COMMIT)
async def test_a_kill_before_the_commit_changes_nothing_and_keeps_the_draft(table: Table, point: str) -> None:
    turn = await draft_turn(table)
    await confirm_and_crash(table, turn, point)
    assert await find_play(table.program, table.channel_id) == turn.before
    assert len(table.messages()) == turn.messages
    # The panel's own buttons have outlived the program, and its draft has too.
    await turn.person.use(turn.panel, turn.custom_id)
    await table.settle(turn.messages + 1)
    assert (await find_play(table.program, table.channel_id)).game.version > turn.before.game.version
    await check_ledger(table)


@pytest.mark.few("sent-1-180.0-gandhi")
@pytest.mark.parametrize(
    ("point", "time", "nonce_seconds", "game"),
    [
        *((point, 1, REMEMBERED, "gandhi") for point in AFTER_COMMIT),
        # The second waiting message is the table's status.
        *((point, 2, REMEMBERED, "gandhi") for point in OF_THE_STATUS),
        ("sent", 1, FORGOTTEN, "gandhi"),
        ("committed", 1, REMEMBERED, "rajas"),
    ],
)
async def test_a_kill_after_the_commit_keeps_the_turn_and_announces_it_once(
    table: Table, point: str, time: int, nonce_seconds: float, game: str
) -> None:
    if game == "rajas":
        table = await table.begin_rajas()
        await table.settle(2)
    table.stand_in.world.nonce_seconds = nonce_seconds
    turn = await draft_turn(table)
    await confirm_and_crash(table, turn, point, time)
    await table.settle(turn.messages + 1)
    after = await find_play(table.program, table.channel_id)
    assert after.game.version > turn.before.game.version
    await check_ledger(table)
    # If the panel still has the button, clicking it again is politely refused, and shows the present state.
    if turn.custom_id in read_panel(turn.panel.message).buttons:
        late = await turn.person.use(turn.panel, turn.custom_id)
        assert "⚠️" in late.words
    assert await find_play(table.program, table.channel_id) == after
    await check_ledger(table)


async def test_a_kill_during_a_choice_leaves_a_valid_draft(table: Table) -> None:
    person, panel = await table.find_mover()
    custom_id, values = panel.choose(random.Random(5))
    for point, is_kept in (("worked", False), ("committed", True)):
        table.program.crash_at(point)
        await person.touch(panel, custom_id, values)
        await table.program.wait_for_crash()
        await table.program.start()
        now = await person.slash("turn")
        assert (now.words != panel.words) is is_kept
    await check_ledger(table)


@pytest.mark.parametrize(
    ("point", "nonce_seconds"), [*((point, REMEMBERED) for point in OF_A_NEW_TABLE), ("posted", FORGOTTEN)]
)
async def test_a_kill_at_the_opening_of_a_table_leaves_one_status_message(
    table: Table, point: str, nonce_seconds: float
) -> None:
    table.stand_in.world.nonce_seconds = nonce_seconds
    here = await table.gather_elsewhere(f"new-{point}")
    table.program.crash_at(point)
    await here.people["Asha"].type("table new", {"scenario": "short", "name": "Salt March", "thread": False})
    await table.program.wait_for_crash()
    await table.program.start()
    await here.settle(1)
    joined = await here.people["Bilal"].slash("table join", seat="congress")
    assert "Congress" in joined.words
    await here.settle(1)
    await check_ledger(here)
    await here.people["Asha"].slash("table close")
    await wait_until_sent(table.program)


@pytest.mark.parametrize("nonce_seconds", [REMEMBERED, FORGOTTEN])
async def test_a_status_lost_in_a_crash_is_found_behind_a_later_message(table: Table, nonce_seconds: float) -> None:
    """The status was posted before the message, and its table has asked for a newer one since."""
    table.stand_in.world.nonce_seconds = nonce_seconds
    here = await table.gather_elsewhere(f"behind-{nonce_seconds}")
    table.program.crash_at("posted")
    await here.people["Asha"].type("table new", {"scenario": "short", "name": "Salt March", "thread": False})
    await table.program.wait_for_crash()
    await queue_notice(table.program, here.channel_id, "A message in between.")
    await table.program.start()
    await here.settle(2)
    await here.people["Bilal"].slash("table join", seat="congress")
    await here.settle(2)
    await check_ledger(here)
    await here.people["Asha"].slash("table close")
    await wait_until_sent(table.program)


@pytest.mark.parametrize("point", ["posted", "pinned"])
async def test_a_status_that_was_deleted_comes_back_once(table: Table, point: str) -> None:
    table.stand_in.world.nonce_seconds = FORGOTTEN
    turn = await draft_turn(table)
    (status,) = [message for message in table.messages() if message["pinned"]]
    table.stand_in.world.delete(table.channel_id, int(status["id"]))
    await confirm_and_crash(table, turn, point)
    # The turn is posted below the messages that are left, and a new status replaces the deleted one.
    await table.settle(turn.messages + 1)
    await check_ledger(table)
    (again,) = [message for message in table.messages() if message["pinned"]]
    assert again["id"] != status["id"]
    # The new status is silent: it pings no one.
    assert again["flags"] & SILENT


async def test_deleted_messages_are_not_posted_again_and_the_game_continues(table: Table) -> None:
    # This test has a separate game, as the others check that every message is there.
    table = await table.gather_elsewhere("deleted")
    await table.begin()
    await table.settle(2)
    turn = await draft_turn(table)
    for message in table.messages():
        table.stand_in.world.delete(table.channel_id, int(message["id"]))
    await turn.person.use(turn.panel, turn.custom_id)
    # Only the turn and a new status are posted; messages that someone deleted are not.
    await table.settle(2)
    await wait_until_sent(table.program)
    assert len(table.messages()) == 2
    assert len([message for message in table.messages() if message["pinned"]]) == 1
