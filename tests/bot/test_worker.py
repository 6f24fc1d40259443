"""The run loop of background work: one round at a time, again when kicked, later after a failure, not after the end."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from bot.worker import BackgroundWorker
from storage import StorageError


class Rounds(BackgroundWorker):
    """A worker whose rounds are given, and which notes for how long it waits after each."""

    what = "rounds"
    waits = (2.0, 5.0)
    stumbled = 60.0

    def __init__(self, work: Callable[[], Awaitable[float | None]]) -> None:
        super().__init__()
        self.work = work
        self.waited: list[float] = []

    async def _work(self) -> float | None:
        return await self.work()

    def _wake_in(self, seconds: float) -> None:
        self.waited.append(seconds)
        super()._wake_in(seconds)


@pytest.fixture
def errors() -> list[Exception | None]:
    return []


@pytest.fixture
def worker(errors: list[Exception | None]) -> Rounds:
    async def fail() -> float | None:
        if (error := errors.pop(0)) is not None:
            raise error
        return None

    return Rounds(fail)


async def test_the_wait_doubles_after_each_failure_until_a_success(
    worker: Rounds, errors: list[Exception | None]
) -> None:
    full = StorageError("The disk is full.", "full")
    errors += [full, full, full, full, None, full]
    while errors:
        worker.kick()
        await worker.rest(5)
    assert worker.waited == [2.0, 4.0, 5.0, 5.0, 2.0]
    await worker.close()


async def test_an_error_does_not_end_the_work(worker: Rounds, errors: list[Exception | None]) -> None:
    errors += [ValueError("wrong"), None]
    worker.kick()
    await worker.rest(5)
    assert worker.waited == [60.0]
    worker.kick()
    await worker.rest(5)
    assert errors == []
    await worker.close()


async def test_a_kick_during_a_round_causes_exactly_one_more_round() -> None:
    rounds = 0
    begun, go_on = asyncio.Event(), asyncio.Event()

    async def work() -> None:
        nonlocal rounds
        rounds += 1
        begun.set()
        await go_on.wait()

    worker = Rounds(work)
    worker.kick()
    await asyncio.wait_for(begun.wait(), 5)
    worker.kick()
    worker.kick()
    assert rounds == 1
    go_on.set()
    await worker.rest(5)
    assert rounds == 2
    await worker.close()


async def test_a_worker_wakes_at_the_earliest_time_and_never_after_closing() -> None:
    done = asyncio.Event()

    async def work() -> None:
        done.set()

    worker = Rounds(work)
    worker._wake_in(0.01)
    worker._wake_in(600)
    await asyncio.wait_for(done.wait(), 5)
    done.clear()
    worker._wake_in(0)
    await worker.close()
    worker.kick()
    worker._wake_in(0)
    for _ in range(3):
        await asyncio.sleep(0)
    assert not done.is_set()
