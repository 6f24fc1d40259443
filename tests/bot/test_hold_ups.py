"""Random acts of everyone over days: a short run, and proof that the watch sees what would be wrong.

``python -m tools.verify.hold_ups --seconds 3600`` continues for an hour.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import msgspec
import pytest

from bot.tables import questions
from bot.tables.announcements import MOST_CALLS, MOST_NOTICES, announce_notice
from bot.tables.play import Tables
from engine.core.text import text
from storage import Storage
from tests.bot.clock import Clock
from tests.bot.players import open_table, posts_of
from tools.verify.hold_ups import watch


@pytest.mark.fuzz
@pytest.mark.few("salt", "rice")
@pytest.mark.parametrize("seed", ["salt", "rice", "jute"])
async def test_whatever_people_do_no_question_is_lengthened_and_no_game_held_up(seed: str) -> None:
    report = await watch(seed, 1, days=5)
    assert report.failures == []
    assert report.steps.total() > 5


async def test_a_question_that_is_renewed_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    def renew(table: Any, old: Any, question: Any, preferences: Any) -> Any:
        question = questions.allot(table, question, None, preferences, is_undone=False)
        return msgspec.structs.replace(table.state, question=question)

    monkeypatch.setattr("bot.tables.timers.put_question", renew)
    monkeypatch.setattr("bot.tables.timers.has_changed", lambda table, old: True)
    failures: list[str] = []
    for seed in "abcdefgh":
        failures += (await watch(seed, 1, days=4)).failures
        if failures:
            break
    assert "moved the end of a question" in failures[0]


@pytest.mark.usefixtures("clock")
async def test_a_person_is_pinged_so_often_a_day_and_no_more(storage: Storage, clock: Clock) -> None:
    tables = Tables(storage)
    game_id = await open_table(tables)

    async def notify(times: int) -> int:
        for _ in range(times):
            async with tables.transactions.begin(game_id, None) as tx:
                await announce_notice(tx, tx.table, text("ui.public.opponent"), pings=[99])
        return sum(99 in post.pings for post in await posts_of(storage, game_id))

    assert await notify(MOST_NOTICES + 10) == MOST_NOTICES < MOST_CALLS
    clock.moment += timedelta(days=1)
    assert await notify(5) == MOST_NOTICES + 5
