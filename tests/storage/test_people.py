"""Timers fire once; preferences and settings are kept."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from storage import Storage
from storage.columns import utc_now
from tests.storage.helpers import start_game

HOUR = timedelta(hours=1)


async def test_a_timer_fires_once_it_is_due(storage: Storage) -> None:
    game = await start_game(storage)
    async with storage.transaction() as tx:
        later = await tx.set_timer(game.id, "default", utc_now() + HOUR, 0)
        due = await tx.set_timer(game.id, "reminder", utc_now() - HOUR, 0, seat="raj", payload={"text": "your turn"})
        assert [timer.id for timer in await tx.timers(game.id)] == [due.id, later.id]
        assert await tx.next_due() == due.due
    async with storage.transaction() as tx:
        (fired,) = await tx.fire_timers()
        assert await tx.fire_timers() == []
    assert (fired.id, fired.kind, fired.seat, fired.version) == (due.id, "reminder", "raj", 0)
    assert (fired.payload, fired.status) == ({"text": "your turn"}, "fired")
    async with storage.read() as view:
        assert await view.next_due() == later.due


async def test_a_timer_whose_work_fails_fires_again(storage: Storage) -> None:
    game = await start_game(storage)
    async with storage.transaction() as tx:
        await tx.set_timer(game.id, "reminder", utc_now() - HOUR, 0)
    with pytest.raises(RuntimeError, match="no"):
        async with storage.transaction() as tx:
            assert len(await tx.fire_timers()) == 1
            raise RuntimeError("no")
    async with storage.transaction() as tx:
        assert len(await tx.fire_timers()) == 1


async def test_each_timer_fires_in_only_one_of_many_transactions(storage: Storage) -> None:
    game = await start_game(storage)
    async with storage.transaction() as tx:
        ids = {(await tx.set_timer(game.id, "reminder", utc_now() - HOUR, 0)).id for _ in range(20)}

    async def fire() -> list[int]:
        async with storage.transaction() as tx:
            return [timer.id for timer in await tx.fire_timers(limit=3)]

    fired = [timer_id for batch in await asyncio.gather(*(fire() for _ in range(10))) for timer_id in batch]
    assert len(fired) == 20
    assert set(fired) == ids


async def test_timers_are_cancelled_by_game_kind_and_seat(storage: Storage) -> None:
    first, second = await start_game(storage), await start_game(storage)
    async with storage.transaction() as tx:
        for game in (first, second):
            for kind, seat in (("reminder", "raj"), ("default", "raj"), ("reminder", "league")):
                await tx.set_timer(game.id, kind, utc_now() - HOUR, 0, seat=seat)
        assert await tx.cancel_timers(first.id, kinds=["default"], seat="league") == 0
        assert await tx.cancel_timers(first.id, kinds=["default", "reminder"], seat="league") == 1
        assert await tx.cancel_timers(first.id) == 2
        assert await tx.timers(first.id) == []
        assert len(await tx.timers(second.id)) == 3
        assert {timer.game_id for timer in await tx.fire_timers()} == {second.id}
        assert await tx.next_due() is None


async def test_preferences_and_settings_are_kept_and_replaced(storage: Storage) -> None:
    async with storage.transaction() as tx:
        assert await tx.user_preferences(2**62) == {}
        assert await tx.lock_server_settings(2**62) == {}
        await tx.put_user_preferences(2**62, {"language": "it", "quiet": [22, 7]})
        await tx.put_server_settings(2**62, {"pictures": False})
        assert await tx.user_preferences(2**62) == {"language": "it", "quiet": [22, 7]}
        await tx.put_user_preferences(2**62, {"language": "ja"})
        assert await tx.user_preferences(2**62) == {"language": "ja"}
    async with storage.read() as view:
        assert await view.user_preferences(2**62) == {"language": "ja"}
    async with storage.transaction() as tx:
        assert await tx.lock_server_settings(2**62) == {"pictures": False}
        assert await tx.lock_server_settings(1) == {}


async def test_timers_of_one_game_fire_alone_and_old_ones_are_dropped(storage: Storage) -> None:
    first, second = await start_game(storage), await start_game(storage)
    now = utc_now()
    async with storage.transaction() as tx:
        await tx.set_timer(second.id, "reminder", now - 2 * HOUR, 0)
        await tx.set_timer(first.id, "reminder", now - HOUR, 0)
        await tx.set_timer(first.id, "limit", now + HOUR, 0)
        assert await tx.games_due() == [second.id, first.id]
        assert [timer.game_id for timer in await tx.fire_timers(game_id=first.id)] == [first.id]
        assert await tx.games_due() == [second.id]
        assert await tx.clear_timers(now - 2 * HOUR) == 0
        assert await tx.clear_timers(now) == 1
        assert await tx.games_due() == [second.id]
        assert len(await tx.timers(first.id)) == 1
