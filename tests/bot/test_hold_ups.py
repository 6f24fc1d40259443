"""Random actions of everyone over days: a minute of them, and proof that the search for delays finds faults.

``python -m tools.verify.hold_ups --seconds 3600`` continues for an hour.
"""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

import msgspec
import pytest

from bot.tables.announcements import MOST_CALLS, MOST_NOTICES, announce_notice
from bot.tables.play import Tables
from bot.tables.timers import allot
from engine.core.text import text
from storage import Storage
from tests.bot.clock import Clock
from tests.bot.players import open_table, posts_of
from tools.verify.hold_ups import SEASONS_EVERY, main, watch
from tools.verify.table_watch import Broken, Watch


@pytest.mark.fuzz
@pytest.mark.few("0")
@pytest.mark.parametrize("number", [*range(8), 9, 11, 12])
async def test_random_actions_of_people_delay_neither_a_question_nor_a_game(number: int) -> None:
    """Watch a table, or a season at numbers 3, 7 and 11. Numbers 8, 10 and 13 take long and reach few other lines."""
    report = await watch("minute", 1, number=number)
    assert report.failures == []
    assert report.steps.total() > 20
    assert (report.tables, report.seasons) == ((0, 1) if number % SEASONS_EVERY == SEASONS_EVERY - 1 else (1, 0))


async def test_the_search_for_delays_reports_a_question_whose_time_was_renewed(monkeypatch: pytest.MonkeyPatch) -> None:
    def renew(table: Any, old: Any, question: Any, preferences: Any) -> Any:
        question = allot(table, question, None, preferences, is_undone=False)
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
async def test_pings_of_a_person_are_limited_per_day(storage: Storage, clock: Clock) -> None:
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


def test_the_search_for_delays_prints_each_fault_before_its_summary(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A run of an hour that is stopped early has still written its findings."""

    async def fail(*args: object) -> None:
        raise Broken("something is held up")

    monkeypatch.setattr("tools.verify.hold_ups.watch_table", fail)
    assert main(["--tables", "2", "--seed", "salt"]) == 1
    lines = [line for line in capsys.readouterr().out.splitlines() if line.startswith(("BROKEN", "seed"))]
    assert [line.split()[0] for line in lines] == ["BROKEN", "BROKEN", "seed"]


@pytest.mark.parametrize("is_busy", [True, False])
async def test_the_search_for_delays_reports_where_a_table_is_stuck(
    monkeypatch: pytest.MonkeyPatch, is_busy: bool
) -> None:
    async def hang_here(self: Watch) -> None:
        while is_busy:
            pass
        await asyncio.Event().wait()

    monkeypatch.setattr(Watch, "open", hang_here)
    monkeypatch.setattr("tools.verify.hold_ups.SPARE", 0.1)
    report = await watch("salt", 2, number=8, longest=0.1)
    assert [failure.split()[0] for failure in report.failures] == ["8", "9"]
    assert all("not over after 0.1 s" in failure and "hang_here" in failure for failure in report.failures)
