"""The queue of searches: moves first, then people by turns, one search for all who ask, and hung processes killed."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.client import TableBot
from bot.errors import TableError
from bot.games.answers import Search
from bot.language import load_language
from bot.metrics import Metrics
from bot.tables.play import Tables
from bot.tables.search import MOST_PENDING, SearchFailed, SearchQueue
from bot.worker import FairQueue
from render.worker import Worker
from storage import Storage
from tests.bot.players import PEOPLE, open_table, posts_of, whose
from tests.bot.searches import find_pid, hang, try_plans
from tests.bot.test_opponents import EASY, ME, play_some
from tests.bot.test_opponents import open_table as open_solo
from tests.turns import draw_turn, plainly

STOP_SECONDS = 10.0
"""The longest that stopping the bot may take."""
HANGING = 0.3
"""Seconds after which a search of these tests counts as hanging."""


class Stub(Worker):
    """A worker without a process, which keeps what it was asked for and answers one search for each permit.

    ``seconds`` are those that each search had.
    """

    def __init__(self) -> None:
        super().__init__()
        self.made: list[Any] = []
        self.seconds: list[float] = []
        self.permits = asyncio.Semaphore(0)
        self.called = asyncio.Event()
        self.given_up = 0

    async def run(self, function: Callable[..., Any], *arguments: Any, limit: float) -> Any:
        """Return the name of the search; what is asked for at a table is looked for as shortly as can be."""
        self.made.append(arguments[0])
        self.seconds.append(arguments[-1])
        self.called.set()
        try:
            await self.permits.acquire()
        except asyncio.CancelledError:
            self.given_up += 1
            raise
        return arguments[0] if function is name_turn else function(*arguments[:-1], 0.0)


def name_turn(name: str, seconds: float) -> str:
    """Return a search that is never made."""
    return name


@pytest.mark.program
async def test_when_memory_runs_out_linux_kills_a_worker_before_the_bot() -> None:
    worker = Worker()
    try:
        assert await worker.run(read_score, limit=30.0) == 1000
    finally:
        worker.kill()
    assert read_score() < 1000


def read_score() -> int:
    """Return how likely Linux is to end this process where memory runs out, from -1000 to 1000."""
    return int(Path("/proc/self/oom_score_adj").read_text(encoding="utf-8"))


def queue_with(stub: Stub) -> SearchQueue:
    """Return a queue with one stub for a process."""
    searches = SearchQueue(workers=0)
    searches._workers, searches._idle, searches._queue = [stub], [stub], FairQueue(1)
    return searches


def begin(searches: SearchQueue, name: str, whose: int = 0) -> asyncio.Task[Any]:
    """Ask for a search."""
    return asyncio.ensure_future(searches.find(Search(name_turn, (name,)), whose))


async def settle() -> None:
    """Let everything continue that can."""
    for _ in range(20):
        await asyncio.sleep(0)


async def test_moves_are_searched_before_advice_and_people_take_turns() -> None:
    stub = Stub()
    searches = queue_with(stub)
    asked = [("a1", 1), ("a2", 1), ("b1", 2), ("b2", 2), ("c1", 3), ("move 1", 0), ("move 2", 0)]
    tasks = [begin(searches, *one) for one in asked]
    await settle()
    for _ in asked:
        stub.permits.release()
    assert await asyncio.gather(*tasks) == [name for name, _ in asked]
    assert stub.made == ["a1", "move 1", "move 2", "a2", "b1", "c1", "b2"]


@pytest.mark.parametrize("count", [25, 60])
async def test_a_move_is_searched_before_any_number_of_waiting_requests_for_advice(count: int) -> None:
    stub = Stub()
    searches = queue_with(stub)
    tasks = [begin(searches, f"advice {person}", person) for person in range(1, count + 1)]
    await settle()
    move = begin(searches, "move")
    await settle()
    assert len(stub.made) == 1
    stub.permits.release()
    await settle()
    assert stub.made == ["advice 1", "move"]
    stub.permits.release()
    assert await move
    # A move has its whole time; people who ask for advice share theirs.
    assert stub.seconds[1] == max(stub.seconds)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def test_equal_requests_share_one_search() -> None:
    stub = Stub()
    searches = queue_with(stub)
    tasks = [begin(searches, "same", person) for person in (1, 1, 1, 2)]
    await settle()
    tasks[0].cancel()
    stub.permits.release()
    assert len(await asyncio.gather(*tasks[1:])) == 3
    assert stub.made == ["same"]
    assert stub.given_up == 0
    # A later request searches again: the caller keeps a result if it is needed.
    again = begin(searches, "same", 1)
    stub.permits.release()
    await again
    assert stub.made == ["same", "same"]


async def test_searches_that_no_one_waits_for_are_stopped() -> None:
    stub = Stub()
    searches = queue_with(stub)
    running, waiting, last = (begin(searches, name, number) for number, name in enumerate(("a", "b", "c"), start=1))
    await settle()
    waiting.cancel()
    running.cancel()
    stub.permits.release()
    assert await last
    assert stub.made == ["a", "c"]
    assert stub.given_up == 1


async def test_a_person_has_a_limit_of_pending_searches() -> None:
    stub = Stub()
    searches = queue_with(stub)
    tasks = [begin(searches, f"advice {number}", 7) for number in range(MOST_PENDING)]
    await settle()
    with pytest.raises(TableError) as refused:
        await searches.find(Search(name_turn, ("one more",)), 7)
    assert refused.value.text.key == "error.advice_pending"
    # The same search again does not count, and the limit concerns neither other people nor moves.
    tasks += [begin(searches, "advice 0", 7), begin(searches, "advice of another", 8), begin(searches, "move")]
    for _ in range(MOST_PENDING + 2):
        stub.permits.release()
    await asyncio.gather(*tasks)
    stub.permits.release()
    assert await searches.find(Search(name_turn, ("one more",)), 7)


async def test_a_search_with_less_than_half_of_its_time_is_reported() -> None:
    stub = Stub()
    searches = queue_with(stub)
    begun: list[bool] = []
    searches.on_search = begun.append
    asked = [Search(name_turn, (f"move {number}",)) for number in range(4)]
    tasks = [asyncio.ensure_future(searches.find(one)) for one in asked]
    await settle()
    assert searches.waiting == 3
    for _ in asked:
        stub.permits.release()
        await settle()
    await asyncio.gather(*tasks)
    assert searches.waiting == 0
    # A search that has just ended still counts: the shares are a quarter, a quarter, a third and half of the time.
    assert begun == [True, True, True, False]
    assert [searches.was_short(one) for one in asked] == [True, True, True, False]
    assert not any(searches.was_short(one) for one in asked)


# -- processes -------------------------------------------------------------------------------------------------


def is_there(pid: int) -> bool:
    """Return whether there is such a process."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


async def test_a_process_that_hangs_is_killed_and_the_next_search_is_made() -> None:
    searches = SearchQueue()
    try:
        pid = await searches.find(Search(find_pid, ()))
        os.kill(pid, signal.SIGSTOP)
        searches._limit = HANGING
        hung = asyncio.ensure_future(searches.find(Search(find_pid, ()), 1))
        await settle()
        searches._limit = 60.0
        # Only the hung search has used up its time: those behind it still wait.
        others = [searches.find(Search(find_pid, ()), person, key=person) for person in (2, 3)]
        one, other = await asyncio.gather(*others)
        assert one == other != pid
        with pytest.raises(SearchFailed):
            await hung
        assert not is_there(pid)
    finally:
        await searches.close()
    assert not is_there(one)


async def test_two_search_processes_find_the_same_turns_as_one() -> None:
    """The number of processes changes when a search is made, and not its result: each is made by one process."""
    found = []
    for workers in (1, 2):
        searches = SearchQueue(workers)
        try:
            tasks = [searches.find(Search(try_plans, (number,)), number) for number in (1, 2)]
            found.append(await asyncio.gather(*tasks))
        finally:
            await searches.close()
    alone, together = found
    assert [plans for plans, _ in alone] == [plans for plans, _ in together]
    assert len({pid for _, pid in alone}) == 1
    assert len({pid for _, pid in together}) == 2


async def test_a_lost_process_is_started_again() -> None:
    searches = SearchQueue()
    try:
        pid = await searches.find(Search(find_pid, ()))
        os.kill(pid, signal.SIGKILL)
        await asyncio.to_thread(os.waitid, os.P_PID, pid, os.WEXITED | os.WNOWAIT)
        assert await searches.find(Search(find_pid, ())) != pid
    finally:
        await searches.close()


async def test_a_process_without_a_search_ends_after_a_while() -> None:
    searches = SearchQueue(linger=0.02)
    try:
        pid = await searches.find(Search(find_pid, ()))
        async with asyncio.timeout(60):
            while is_there(pid):  # noqa: ASYNC110
                await asyncio.sleep(0.005)
        assert await searches.find(Search(find_pid, ())) != pid
    finally:
        await searches.close()


@pytest.mark.parametrize("is_stopped", [False, True])
async def test_a_search_under_way_does_not_keep_the_bot_from_stopping(simcord_bot: TableBot, is_stopped: bool) -> None:
    searches = simcord_bot.tables.searches
    pid = await searches.find(Search(find_pid, ()))
    hung = [asyncio.ensure_future(searches.find(Search(hang, ()), person, key=person)) for person in (0, 1)]
    await settle()
    if is_stopped:
        os.kill(pid, signal.SIGSTOP)
    await asyncio.wait_for(simcord_bot.close(), STOP_SECONDS)
    assert not is_there(pid)
    assert all(one.cancelled() for one in hung)
    with pytest.raises(asyncio.CancelledError):
        await searches.find(Search(find_pid, ()))


# -- at tables -------------------------------------------------------------------------------------------------


async def test_people_who_ask_at_one_moment_share_a_search_and_delay_no_confirm(storage: Storage) -> None:
    stub = Stub()
    tables = Tables(storage, searches=queue_with(stub))
    asked, other = [await open_table(tables, number=number) for number in (1, 2)]
    seat = whose(await tables.moment(asked))
    languages = [load_language(code, "gandhi") for code in ("en", "it", "en")]
    asking = [asyncio.ensure_future(tables.advisers.ask(asked, PEOPLE[seat], one)) for one in languages]
    await stub.called.wait()
    moment = await tables.moment(other)
    moment = await tables.at(other, PEOPLE[whose(moment)]).play(draw_turn(moment.game, plainly))
    assert moment.is_confirmed
    assert not any(one.done() for one in asking)
    stub.permits.release()
    assert [one.count for one in await asyncio.gather(*asking)] == [1, 1, 1]
    await tables.advisers.ask(asked, PEOPLE[seat], languages[0])
    assert len(stub.made) == 1


async def test_a_failed_search_is_counted_and_announced(storage: Storage) -> None:
    class Failing(Stub):
        async def run(self, function: Callable[..., Any], *arguments: Any, limit: float) -> Any:
            raise TimeoutError

    searches, metrics = queue_with(Failing()), Metrics()
    searches.on_failure = lambda: metrics.count("searches_failed")
    tables = Tables(storage, searches=searches)
    table = await open_solo(tables, EASY)
    await play_some(tables, await tables.start(3, table.id, ME, with_automatic=True), 2)
    told = [post.content for post in await posts_of(storage, table.id)]
    assert sum(words.count("Chanakya’s search for a turn failed") for words in told) > 0
    assert metrics.find_count("searches_failed") > 0


def test_a_process_for_searches_loads_no_database_no_pictures_and_no_discord() -> None:
    """Each of them would use memory a second time without need."""
    modules = [f"bot.games.{game}.{part}" for game in ("gandhi", "rajas") for part in ("advising", "rival")]
    asks = f"import sys, {', '.join(modules)}; print(*{{name.partition('.')[0] for name in sys.modules}})"
    done = subprocess.run([sys.executable, "-c", asks], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert "engine" in loaded
    assert not loaded & {"storage", "sqlalchemy", "sqlmodel", "pydantic", "discord", "aiohttp", "PIL"}
