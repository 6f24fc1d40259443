"""People do anything they can at a table, in any order: a short run, and proof that the ledger finds faults.

``python -m tools.verify.fuzz_service`` runs for as long as you say.
"""

from __future__ import annotations

import pytest

from bot.tables import announcements as posting
from bot.tables import committing as commit
from bot.tables.table import Table
from storage import Writer
from tools.verify.fuzz_service import fuzz

STEPS = 25


@pytest.mark.fuzz
@pytest.mark.few("gandhi")
@pytest.mark.parametrize("game", ["gandhi", "rajas"])
async def test_random_actions_of_people_cause_no_failure(game: str) -> None:
    report = await fuzz("salt", STEPS, at_first=True, game=game)
    assert report.failures == []
    assert report.total == STEPS


async def test_the_service_fuzzer_finds_an_unannounced_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    async def keep_quiet(*given: object, **options: object) -> None:
        return None

    monkeypatch.setattr(commit, "announce", keep_quiet)
    report = await fuzz("salt", STEPS, at_first=True, game="gandhi")
    assert any("every finished turn has been told" in failure for failure in report.failures)


async def test_the_service_fuzzer_finds_a_message_queued_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = posting.announce_status

    async def stutter(tx: Writer, table: Table) -> None:
        await honest(tx, table)
        await tx.enqueue(table.id, posting.ENDING, posting.PUBLIC, {})

    monkeypatch.setattr(posting, "announce_status", stutter)
    report = await fuzz("salt", STEPS, at_first=True, game="gandhi")
    assert any("one ending" in failure for failure in report.failures)
