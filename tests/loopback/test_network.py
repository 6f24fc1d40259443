"""Network and database fail in the worst moments, and nothing is missing or double; the program stops well."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import time
from contextlib import suppress
from pathlib import Path

import pytest

from bot.discord.delivery.outbox import FAREWELL
from bot.language import load_language
from tests.loopback.ledger import check_ledger, find_play
from tests.loopback.people import PATIENCE, wait_for
from tests.loopback.stand_in import MESSAGES, Failure
from tests.loopback.table import Table
from tests.loopback.turns import draft_turn

CONTAINER_SECONDS = 10.0
"""Seconds that a container has to stop."""


async def test_messages_survive_failures_of_the_network(table: Table) -> None:
    failures: list[Failure] = ["reset_before", "reset_after", "500", "429"]
    for failure in failures:
        # Discord has forgotten the nonce by the time that the bot tries again.
        table.stand_in.world.nonce_seconds = 0.0
        turn = await draft_turn(table)
        table.stand_in.fail_next("POST", MESSAGES, failure)
        await turn.person.use(turn.panel, turn.custom_id)
        await table.settle(turn.messages + 1)
        assert table.stand_in.pending_failures == 0
        await check_ledger(table)


async def test_events_during_a_lost_connection_arrive_afterwards(table: Table) -> None:
    turn = await draft_turn(table)
    session = table.program.session
    assert session is not None
    assert session.socket is not None
    await session.socket.close(1012)
    session.socket = None
    turn.person.session = session
    await turn.person.use(turn.panel, turn.custom_id)
    await table.settle(turn.messages + 1)
    assert table.stand_in.gateway.resumed == 1
    await check_ledger(table)


@pytest.mark.few
async def test_a_stopped_bot_closes_its_connection(table: Table) -> None:
    assert await table.program.stop() == 0
    assert "Stopping." in table.program.words()
    assert "Traceback" not in table.program.words()
    assert "never retrieved" not in table.program.words()
    # The connection was closed properly, and not dropped (1006).
    assert 1006 not in table.stand_in.gateway.close_codes


async def test_a_bot_stopped_while_a_message_hangs_sends_it_at_the_next_start(table: Table) -> None:
    turn = await draft_turn(table)
    table.stand_in.fail_next("POST", MESSAGES, "hang")
    await turn.person.use(turn.panel, turn.custom_id)
    await wait_for(table.stand_in.failed.wait())
    # The hanging request would last longer than the stop may take.
    assert FAREWELL < CONTAINER_SECONDS - 2
    assert await table.program.stop() == 0
    await table.program.start()
    await table.settle(turn.messages + 1)
    await check_ledger(table)


async def test_the_bot_stops_in_time_while_a_search_hangs(table: Table) -> None:
    mover, _ = await table.find_mover()
    await mover.type("advice", {})
    worker = await asyncio.to_thread(wait_for_child, table.program.running.pid)
    os.kill(worker, signal.SIGSTOP)
    async with asyncio.timeout(CONTAINER_SECONDS):
        assert await table.program.stop() == 0
    assert "Traceback" not in table.program.words()
    with pytest.raises(ProcessLookupError):
        os.kill(worker, 0)


def wait_for_child(pid: int) -> int:
    """Return the process that a process has started, as soon as there is one."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        for path in Path("/proc").glob("[0-9]*/stat"):
            with suppress(OSError):
                # Behind the name, which is in parentheses and may contain anything, are the state and the parent.
                if path.read_text().rpartition(")")[2].split()[1] == str(pid):
                    return int(path.parent.name)
        time.sleep(0.02)
    raise AssertionError("No process has been started.")


async def test_a_locked_database_refuses_a_click_and_keeps_the_draft(table: Table) -> None:
    turn = await draft_turn(table)
    other = sqlite3.connect(table.program.database.removeprefix("sqlite:///"), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    refused = await turn.person.use(turn.panel, turn.custom_id)
    assert load_language().say("error.storage.locked") in refused.words
    assert str(table.program.folder) not in refused.words
    other.execute("ROLLBACK")
    other.close()
    assert await find_play(table.program) == turn.before
    assert "locked by another program" in table.program.words()
    await turn.person.use(turn.panel, turn.custom_id)
    await table.settle(turn.messages + 1)
    await check_ledger(table)


async def test_a_message_that_hangs_holds_up_no_other_table(table: Table) -> None:
    stand_in = table.stand_in
    other = await table.gather_elsewhere("other")
    turn = await draft_turn(table)
    stand_in.fail_next("POST", MESSAGES, "hang")
    await turn.person.use(turn.panel, turn.custom_id)
    await wait_for(stand_in.failed.wait())
    await other.begin()
    await other.settle(2)
    assert len(table.messages()) == turn.messages
