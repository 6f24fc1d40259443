"""Notifications that a push service does not take: tried again, as long as the question waits for the same person."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any
from unittest import mock

import aiohttp
import pytest

from bot.errors import TableError
from bot.tables.absences import StandIn
from bot.tables.announcements import REMINDER
from bot.tables.closing import abandon
from bot.tables.preferences import Preferences
from bot.tables.privacy import Privacy
from bot.web.push import LAST, PAUSES, Pushes, is_notified_instead, name_device
from tests.bot.players import PEOPLE, act_plainly, open_table, play_until, posts_of
from tests.web.conftest import Site
from tests.web.pushing import Clock, Service, notify, settle, subscribe

EVA = 99
ASKED = PEOPLE["congress"]
SEED = (1).to_bytes(32, "big")
"""A game in which congress is asked first after a turn that can be undone."""


async def wait_for(pushes: Pushes, clock: Clock, seconds: float) -> None:
    """Put the clock forward, and wait until everyone is notified."""
    clock.ahead += seconds
    pushes.kick()
    await settle(pushes)


@pytest.mark.parametrize("status", [500, 503, 429])
async def test_a_notification_is_sent_again_until_the_push_service_accepts_it(
    site: Site, service: Service, clock: Clock, status: int
) -> None:
    game_id = await open_table(site.tables)
    await play_until(site.tables, game_id, "raj")
    service.answers["slow"] = status
    async with notify(site) as pushes:
        for name in ("slow", "phone"):
            await subscribe(site, pushes, service.open(name), ASKED)
        await play_until(site.tables, game_id, "congress")
        await settle(pushes)
        assert sorted(service.names) == ["phone", "slow"]
        # A notification is sent again when it is due, and only to a browser that has refused it.
        await wait_for(pushes, clock, PAUSES[0] - 5)
        assert len(service.heard) == 2
        await wait_for(pushes, clock, 10)
        assert service.names[2:] == ["slow"]
        await wait_for(pushes, clock, PAUSES[0] + 5)
        assert service.names[2:] == ["slow"]
        del service.answers["slow"]
        await wait_for(pushes, clock, PAUSES[1])
        assert service.names[2:] == ["slow", "slow"]
        for _ in range(3):
            await wait_for(pushes, clock, PAUSES[2] + LAST)
        assert len(service.heard) == 4


async def test_a_push_service_that_does_not_answer_is_tried_a_few_times(
    site: Site, service: Service, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_id = await open_table(site.tables)
    await play_until(site.tables, game_id, "raj")
    tried = []

    async def wait_too_long(session: aiohttp.ClientSession, endpoint: str, **other: Any) -> None:
        tried.append(endpoint)
        raise TimeoutError

    monkeypatch.setattr(aiohttp.ClientSession, "post", wait_too_long)
    async with notify(site) as pushes:
        await subscribe(site, pushes, service.open("phone"), ASKED)
        await play_until(site.tables, game_id, "congress")
        await settle(pushes)
        for _ in range(2 * len(PAUSES)):
            await wait_for(pushes, clock, PAUSES[-1] + LAST)
    assert len(tried) == 1 + len(PAUSES)


async def test_only_a_stop_between_sending_and_storing_sends_a_notification_again(
    site: Site, service: Service, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_id = await open_table(site.tables)
    await play_until(site.tables, game_id, "raj")

    async def stop(*_: Any) -> None:
        raise RuntimeError("The program stops.")

    async with notify(site) as pushes:
        phone = service.open("phone")
        await subscribe(site, pushes, phone, ASKED)
        with monkeypatch.context() as stopped:
            stopped.setattr(pushes, "_settle", stop)
            await play_until(site.tables, game_id, "congress")
            await settle(pushes)
    assert service.names == ["phone"]
    async with notify(site) as pushes:
        await settle(pushes)
        assert service.names == ["phone"]
        await wait_for(pushes, clock, PAUSES[0] + 5)
    # Of two notifications with the same tag, the browser shows one.
    first, second = (phone.read(body) for _, body, _ in service.heard)
    assert first == second
    async with notify(site) as pushes:
        await wait_for(pushes, clock, PAUSES[-1])
    assert len(service.heard) == 2


async def answer(site: Site, game_id: str) -> None:
    """Answer the question."""
    await act_plainly(site.tables, await site.tables.moment(game_id), ASKED)


async def undo(site: Site, game_id: str) -> None:
    """Undo the turn before the question."""
    for user_id in PEOPLE.values():
        if (await site.tables.moment(game_id, user_id)).undo_seat and user_id != ASKED:
            await site.tables.at(game_id, user_id).undo()
            return
    raise AssertionError("Nothing can be undone.")


async def leave(site: Site, game_id: str) -> None:
    """Leave the table."""
    await site.tables.leave(None, game_id, ASKED, "congress")


async def close(site: Site, game_id: str) -> None:
    """Close the game."""
    async with site.tables.transactions.begin(game_id, None) as tx:
        await abandon(tx, "Asha")


async def be_away(site: Site, game_id: str) -> None:
    """Be away, with a stand-in."""
    await site.tables.absences.leave(None, game_id, ASKED, StandIn(EVA, "Eva"), None)


async def forget(site: Site, game_id: str) -> None:
    """Have everything deleted that is known of the person."""
    await Privacy(site.tables).forget(12345, ASKED)


@pytest.mark.parametrize("happens", [answer, undo, leave, close, be_away, forget])
async def test_a_notification_is_not_sent_again_once_its_person_is_no_longer_asked(
    site: Site, service: Service, clock: Clock, happens: Callable[[Site, str], Awaitable[None]]
) -> None:
    with mock.patch("bot.tables.lobby.token_bytes", return_value=SEED):
        game_id = await open_table(site.tables)
    async with notify(site) as pushes:
        await subscribe(site, pushes, service.open("phone"), ASKED)
        service.answers["phone"] = 503
        await play_until(site.tables, game_id, "congress")
        await settle(pushes)
        assert service.names == ["phone"]
        await happens(site, game_id)
        for pause in PAUSES:
            await wait_for(pushes, clock, pause + 5)
        assert service.names == ["phone"]


async def test_discords_ping_stays_off_only_while_a_browser_can_be_notified(
    site: Site, service: Service, clock: Clock
) -> None:
    with mock.patch("bot.tables.lobby.token_bytes", return_value=SEED):
        game_id = await open_table(site.tables)
    await play_until(site.tables, game_id, "raj")
    wishes, off = site.tables.wishes, Preferences(ping=False)

    async def list_reminders() -> list[int]:
        return [post.ping or 0 for post in await posts_of(site.storage, game_id) if post.kind == REMINDER]

    async with notify(site) as pushes:
        with pytest.raises(TableError, match="no_browser"):
            await wishes.change(ASKED, off, ("ping",))
        phone, laptop = service.open("phone"), service.open("laptop")
        for browser in (phone, laptop):
            await subscribe(site, pushes, browser, ASKED)
        assert not await is_notified_instead(site.tables, ASKED)
        await wishes.change(ASKED, off, ("ping",))
        assert await is_notified_instead(site.tables, ASKED)
        # One reachable browser of two is enough.
        service.answers["laptop"] = 410
        await play_until(site.tables, game_id, "congress")
        await settle(pushes)
        assert await is_notified_instead(site.tables, ASKED)
        assert await list_reminders() == []
        # The last one fails: the person is pinged for this question, once, and at every later turn.
        service.answers["phone"] = 503
        clock.ahead += 60
        await answer(site, game_id)
        await play_until(site.tables, game_id, "congress")
        await settle(pushes)
        for pause in PAUSES:
            assert await is_notified_instead(site.tables, ASKED)
            await wait_for(pushes, clock, pause + 5)
        for _ in range(2):
            await wait_for(pushes, clock, LAST + 5)
        assert (await wishes.find(ASKED)).ping
        assert await list_reminders() == [ASKED]
        # The same happens when the last browser is gone or given up.
        await wishes.change(ASKED, off, ("ping",))
        await pushes.remove(name_device(phone.asked["endpoint"]), ASKED)
        assert (await wishes.find(ASKED)).ping
        await subscribe(site, pushes, phone, ASKED)
        await wishes.change(ASKED, off, ("ping",))
        service.answers["phone"] = 404
        clock.ahead += 60
        await answer(site, game_id)
        await play_until(site.tables, game_id, "congress")
        await settle(pushes)
        assert (await wishes.find(ASKED)).ping
        assert await list_reminders() == [ASKED]
