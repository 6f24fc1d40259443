"""Requests that Discord delays, and broken connections: a turn waits for nothing, and everyone gets an answer."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from bot.discord.reply import PAUSES
from bot.language import load_language
from tests.loopback.conftest import QUICK
from tests.loopback.ledger import check_ledger, wait_until_sent
from tests.loopback.program import run_program
from tests.loopback.stand_in import CALLBACK, HOOK, MESSAGES, Failure, run_stand_in
from tests.loopback.table import Table

ORIGINAL = f"{HOOK}/messages/@original"
EDIT = f"{MESSAGES}/{{message_id}}"
MOST_ATTEMPTS = len(PAUSES) + 1

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def table(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Table]:
    """Provide a game that has begun, for all tests of this file."""
    folder = tmp_path_factory.mktemp("refused")
    async with (
        run_stand_in() as stand_in,
        run_program(stand_in, f"sqlite:///{folder}/games.sqlite3", folder, QUICK) as program,
    ):
        made = Table.gather(stand_in, program)
        await made.begin()
        await made.settle(2)
        yield made
        assert stand_in.faults == []


async def play_until(table: Table, count: int) -> None:
    """Play on until there are ``count`` public messages, without waiting for anything else."""
    chance = random.Random(count)
    while len(table.messages()) < count:
        person, panel = await table.find_mover()
        panel, custom_id = await table.draft(person, panel, chance)
        await person.use(panel, custom_id)
        await asyncio.sleep(0.2)


async def test_a_delayed_edit_of_the_status_does_not_delay_turns(table: Table) -> None:
    await wait_until_sent(table.program)
    stand_in, before = table.stand_in, len(table.messages())
    stand_in.fail_next("PATCH", EDIT, "429 for long")
    await play_until(table, before + 1)
    await asyncio.wait_for(stand_in.failed.wait(), 20)
    edits = [made for made in stand_in.requests if made.path == EDIT]
    await play_until(table, before + 3)
    # Two more turns are reported, and Discord has not yet let the status be edited.
    assert [made for made in stand_in.requests if made.path == EDIT] == edits
    # When it does, the edits of all these turns are one or two. Those without words remove Undo from older messages.
    await wait_until_sent(table.program)
    later = [made for made in stand_in.requests if made.path == EDIT][len(edits) :]
    assert len([made for made in later if "content" in made.body]) <= 2
    await check_ledger(table)


@pytest.mark.parametrize("failure", ["reset_before", "reset_after"])
@pytest.mark.parametrize(("method", "path"), [("POST", CALLBACK), ("PATCH", ORIGINAL)])
async def test_an_answer_whose_connection_breaks_is_sent_again(
    table: Table, failure: Failure, method: str, path: str
) -> None:
    table.stand_in.fail_next(method, path, failure)
    person, panel = await table.find_mover()
    assert table.stand_in.pending_failures == 0
    assert panel.is_asked
    table.stand_in.fail_next(method, path, failure)
    panel = await person.press(panel, "why")
    assert table.stand_in.pending_failures == 0
    assert panel.words
    # The answer that arrived the first time is repeated: wait, so that it does not reach the next test.
    await asyncio.sleep(sum(PAUSES) * 2)
    assert "Incident" not in table.program.words()
    assert "Traceback" not in table.program.words()


async def test_an_answer_that_discord_refuses_is_replaced_by_a_note_that_the_act_is_stored(table: Table) -> None:
    table.stand_in.fail_next("PATCH", ORIGINAL, "reset_before", MOST_ATTEMPTS)
    answer = await table.people["Asha"].slash("turn")
    assert answer.words == load_language().say("ui.answer.stored")
    table.stand_in.fail_next("PATCH", ORIGINAL, "400")
    answer = await table.people["Asha"].slash("turn")
    assert answer.words == load_language().say("ui.answer.stored")
    assert "Incident" not in table.program.words()


@pytest.mark.parametrize("verb", ["undo", "reset"])
async def test_a_panel_that_discord_refuses_is_replaced_by_undo_and_reset(table: Table, verb: str) -> None:
    person, panel = await table.find_mover()
    asked = panel.words
    table.stand_in.fail_next("PATCH", ORIGINAL, "400")
    stuck = await person.slash("pass")
    assert stuck.words == load_language().say("ui.answer.stored")
    assert {made.split(":")[3] for made in stuck.buttons} == {"undo", "reset"}
    panel = await person.press(stuck, verb)
    assert panel.is_asked
    assert panel.words == asked
    assert "Incident" not in table.program.words()


async def test_a_refusal_is_sent_again_if_the_connection_breaks(table: Table) -> None:
    _, panel = await table.find_mover()
    table.stand_in.fail_next("POST", HOOK, "reset_before")
    other = await table.people["Asha"].press(panel, "map")
    assert load_language().say("error.no_picture") in other.words
    assert table.stand_in.pending_failures == 0
