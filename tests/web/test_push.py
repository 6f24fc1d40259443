"""Notifications in browsers: a push service hears of each decision once for each device, encrypted for it alone."""

from __future__ import annotations

import base64
import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import http_ece
import pytest
from py_vapid import Vapid02

from bot.tables.absences import StandIn
from bot.tables.preferences import Preferences
from bot.tables.privacy import Privacy
from bot.web.answers import Refused
from bot.web.push import (
    MOST_DEVICES,
    PublicResolver,
    is_address,
    read_device,
)
from storage import PushDevice
from tests.bot.players import PEOPLE, act_plainly, open_table, play_until, whose
from tests.browser import open_tab
from tests.web.conftest import Site, find_port
from tests.web.pushing import Browser, Service, notify, settle, subscribe

EVA = 99


def read_claims(authorization: str) -> dict[str, Any]:
    """Return what the token of a sender says to the push service."""
    payload = authorization.partition("t=")[2].split(".")[1]
    claims: dict[str, Any] = json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))
    return claims


async def test_a_decision_is_pushed_once_to_each_device_and_readable_only_there(site: Site, service: Service) -> None:
    game_id = await open_table(site.tables)
    first = await play_until(site.tables, game_id, *PEOPLE)
    async with notify(site) as pushes:
        phone, laptop = service.open("phone"), service.open("laptop")
        for browser in (phone, laptop):
            await subscribe(site, pushes, browser, PEOPLE["raj"])
        if first != "raj":
            await play_until(site.tables, game_id, "raj")
            await settle(pushes)
        else:
            # The person who is asked already sees the question on the page.
            await site.tables.at(game_id, PEOPLE["raj"]).play(["pass"])
            await play_until(site.tables, game_id, "raj")
            await settle(pushes)
        assert sorted(service.names) == ["laptop", "phone"]
        _, body, headers = next(one for one in service.heard if one[0] == "phone")
        told = phone.read(body)
        page = (await site.links.find_page(game_id)).removeprefix(site.origin)
        assert told == {"title": "(!) Your turn: Raj", "body": "Salt", "tag": game_id, "page": page}
        assert b"Salt" not in body
        with pytest.raises(http_ece.ECEException):
            laptop.read(body)
        assert headers["Content-Encoding"] == "aes128gcm"
        assert int(headers["TTL"]) > 0
        assert Vapid02.verify(headers["Authorization"])
        assert f"k={await pushes.find_key()}" in headers["Authorization"]
        # Push services refuse a token for another address, and one that is valid for more than a day (RFC 8292).
        claims = read_claims(headers["Authorization"])
        assert claims["aud"] == service.address
        assert claims["sub"] == f"https://{urlsplit(site.origin).hostname}"
        assert 0 < claims["exp"] - datetime.now(UTC).timestamp() <= timedelta(days=1).total_seconds()
        # A draft, and dropping it, ask nothing new.
        session = site.tables.at(game_id, PEOPLE["raj"])
        await session.choose(["deploy"])
        await session.reset()
        await settle(pushes)
        assert len(service.heard) == 2
        # A start of the program asks nothing new either; the key stays the same.
        async with notify(site) as again:
            await settle(again)
            assert await again.find_key() == await pushes.find_key()
        assert len(service.heard) == 2


async def test_a_missed_question_is_pushed_at_the_next_start(site: Site, service: Service) -> None:
    game_id = await open_table(site.tables)
    await play_until(site.tables, game_id, "raj")
    async with notify(site) as pushes:
        await subscribe(site, pushes, service.open("phone"), PEOPLE["congress"])
        seat = await play_until(site.tables, game_id, "raj")
        await settle(pushes)
    site.tables.transactions.on_change = lambda game_id: None
    assert service.heard == []
    await site.tables.at(game_id, PEOPLE[seat]).play(["pass"])
    await play_until(site.tables, game_id, "congress")
    async with notify(site) as pushes:
        await settle(pushes)
    assert service.names == ["phone"]


async def test_a_stand_in_is_notified_at_the_next_start(site: Site, service: Service) -> None:
    """Only the tables where a person has a seat were looked at, so that a stand-in missed the question."""
    game_id = await open_table(site.tables)
    seat = await play_until(site.tables, game_id, "raj")
    await site.tables.absences.leave(None, game_id, PEOPLE["congress"], StandIn(EVA, "Eva"), None)
    async with notify(site) as pushes:
        await subscribe(site, pushes, service.open("phone"), EVA)
    site.tables.transactions.on_change = lambda game_id: None
    await site.tables.at(game_id, PEOPLE[seat]).play(["pass"])
    for _ in range(20):
        moment = await site.tables.moment(game_id)
        if whose(moment) == "congress":
            break
        await act_plainly(site.tables, moment, PEOPLE[whose(moment)])
    async with notify(site) as pushes:
        await settle(pushes)
    assert service.names == ["phone"]


async def test_quiet_hours_are_kept_and_the_stand_in_is_notified(site: Site, service: Service) -> None:
    game_id = await open_table(site.tables)
    await play_until(site.tables, game_id, "raj")
    minute = site.storage.now().hour * 60 + site.storage.now().minute
    quiet = ((minute - 60) % 1440, (minute + 60) % 1440)
    await site.tables.wishes.change(PEOPLE["congress"], Preferences(quiet=quiet), ("quiet",))
    async with notify(site) as pushes:
        await subscribe(site, pushes, service.open("own"), PEOPLE["congress"])
        await subscribe(site, pushes, service.open("other"), EVA)
        await play_until(site.tables, game_id, "congress")
        await settle(pushes)
        assert service.heard == []
        # A person who is away is not asked: their stand-in is.
        await site.tables.absences.leave(None, game_id, PEOPLE["congress"], StandIn(EVA, "Eva"), None)
        await settle(pushes)
        assert service.names == ["other"]
        await site.tables.absences.come_back(None, game_id, PEOPLE["congress"])
        await settle(pushes)
        assert service.names == ["other"]
        await site.tables.wishes.change(PEOPLE["congress"], Preferences(), ("quiet",))
        pushes.kick()
        await settle(pushes)
        assert service.names == ["other", "own"]


async def test_a_missing_device_is_deleted_and_a_failing_one_delays_no_other_device(
    site: Site, service: Service
) -> None:
    game_id = await open_table(site.tables)
    await play_until(site.tables, game_id, "raj")
    service.answers |= {"gone": 410, "broken": 500}
    async with notify(site) as pushes:
        for name in ("gone", "broken", "phone"):
            await subscribe(site, pushes, service.open(name), PEOPLE["congress"])
        nowhere = Browser(f"http://127.0.0.1:{find_port()}/nowhere")
        await subscribe(site, pushes, nowhere, PEOPLE["congress"])
        await play_until(site.tables, game_id, "congress")
        await settle(pushes)
        assert sorted(service.names) == ["broken", "gone", "phone"]
        async with site.storage.read() as reader:
            left = [one.endpoint.rpartition("/")[2] for one in await reader.push_devices(PEOPLE["congress"])]
        assert sorted(left) == ["broken", "nowhere", "phone"]


async def test_the_devices_of_a_person_are_limited_and_deleted_with_their_data(site: Site, service: Service) -> None:
    await open_table(site.tables)
    privacy = Privacy(site.tables)
    async with notify(site) as pushes:
        for number in range(MOST_DEVICES + 2):
            asked, now = service.open(f"{number}").asked, site.storage.now() + timedelta(seconds=number)
            await pushes.add(read_device(asked, PEOPLE["raj"], now))
        async with site.storage.read() as reader:
            kept = await reader.push_devices(PEOPLE["raj"])
        assert [one.endpoint.rpartition("/")[2] for one in kept] == [f"{number + 2}" for number in range(MOST_DEVICES)]
        assert (await privacy.look(PEOPLE["raj"])).devices == MOST_DEVICES
        await privacy.forget(12345, PEOPLE["raj"])
        async with site.storage.read() as reader:
            assert await reader.push_devices(PEOPLE["raj"]) == []


async def test_only_questions_asked_after_the_subscription_are_pushed(site: Site, service: Service) -> None:
    game_id = await open_table(site.tables)
    await play_until(site.tables, game_id, "raj")
    others = [seat for seat in PEOPLE if seat != "raj"]
    async with notify(site) as pushes:
        for name, user_id in PEOPLE.items():
            await subscribe(site, pushes, service.open(name), user_id)
        pushes.notice(game_id)
        await settle(pushes)
        # The person who is asked already sees that on the page.
        assert service.names == []
        await site.tables.at(game_id, PEOPLE["raj"]).play(["pass"])
        asked = await play_until(site.tables, game_id, *others)
        await settle(pushes)
        assert service.names == [asked]


async def test_a_page_can_turn_notifications_on_and_off(site: Site, service: Service) -> None:
    game_id = await open_table(site.tables)
    link = await site.enter(game_id, PEOPLE["raj"])
    key = (await site.get(link, "push"))["key"]
    assert len(base64.urlsafe_b64decode(key + "=")) == 65
    asked: dict[str, Any] = {**service.open("phone").asked, "language": "it"}

    async def list_devices() -> list[PushDevice]:
        async with site.storage.read() as reader:
            return await reader.push_devices(PEOPLE["raj"])

    assert (await site.post(link, "push", asked, Origin="https://example.org"))[0] == 403
    assert (await site.post(link, "push", {**asked, "auth": "short"}))[0] == 400
    assert await list_devices() == []
    assert (await site.post(link, "push", asked))[0] == 200
    assert [one.language for one in await list_devices()] == ["it"]
    # Another person cannot remove the device.
    other = await site.enter(game_id, PEOPLE["congress"])
    assert (await site.post(other, "push", {"endpoint": asked["endpoint"]}))[0] == 200
    assert len(await list_devices()) == 1
    assert (await site.post(link, "push", {"endpoint": asked["endpoint"]}))[0] == 200
    assert await list_devices() == []
    async with site.client.get(f"{site.origin}/push.js") as answer:
        assert answer.content_type == "text/javascript"
        assert "showNotification" in await answer.text()


@pytest.mark.parametrize(
    ("endpoint", "is_right"),
    [
        ("https://fcm.googleapis.com/fcm/send/abc", True),
        ("https://updates.push.services.mozilla.com/wpush/v2/abc", True),
        ("http://fcm.googleapis.com/fcm/send/abc", False),
        ("https://127.0.0.1/x", False),
        ("https://[::1]/x", False),
        ("https://[::ffff:10.0.0.1]/x", False),
        ("https://localhost/x", False),
        ("https://fcm.googleapis.com:8080/x", False),
        ("https://user@fcm.googleapis.com/x", False),
        ("https://fcm.googleapis.com:port/x", False),
        ("ftp://fcm.googleapis.com/x", False),
        ("https://fcm.googleapis.com/x\r\nHost: y", False),
    ],
)
def test_only_push_addresses_on_the_internet_are_accepted(endpoint: str, is_right: bool) -> None:
    assert is_address(endpoint) == is_right


async def test_a_host_name_of_the_local_network_is_refused(site: Site) -> None:
    with pytest.raises(OSError, match="not a host"):
        await PublicResolver().resolve("localhost", 443)
    with pytest.raises(Refused):
        read_device(Browser("https://localhost/x").asked, 11, site.storage.now())


@pytest.mark.few
async def test_the_bell_button_subscribes_the_browser_to_notifications(
    site: Site, service: Service, chromium: Path, tmp_path: Path
) -> None:
    game_id = await open_table(site.tables)
    link = await site.links.make_private(game_id, PEOPLE["raj"])
    asked = service.open("phone").asked
    keys = json.dumps({"endpoint": asked["endpoint"], "keys": {name: asked[name] for name in ("p256dh", "auth")}})
    # A browser in a test can reach no push service, so a stub invents a subscription.
    found = f"{{ ...{keys}, toJSON: () => ({keys}), unsubscribe: async () => {{ window.left = 1 }} }}"
    stub = f"""PushManager.prototype.subscribe = async (wished) => {{ window.wished = wished; return {found} }}
    PushManager.prototype.getSubscription = async () => ({found})"""

    async def list_devices() -> list[PushDevice]:
        async with site.storage.read() as reader:
            return await reader.push_devices(PEOPLE["raj"])

    async with open_tab(chromium, link, tmp_path, 390, 844) as tab:
        await tab.wait_for("window.replay && replay.turn()")
        allowed = {"permissions": ["notifications"], "origin": site.origin, "browserContextId": tab.context}
        await tab.tell("Browser.grantPermissions", **allowed)
        await tab.run(f"{stub}; 1")
        await tab.run("window.scrollTo(0, 0)")
        await tab.tap("#bell")
        page = (await site.links.find_page(game_id)).removeprefix(site.origin)
        kept = f"caches.open('tables').then((found) => found.match({json.dumps(page)})).then((found) => found?.text())"
        await tab.wait_for("window.wished")
        while await tab.run(kept) is None:
            await tab.run("new Promise((done) => setTimeout(done, 10))")
        # A click on a notification opens the private page.
        assert await tab.run(kept) == link.partition("#")[0].removeprefix(site.origin)
        assert [one.user_id for one in await list_devices()] == [PEOPLE["raj"]]
        # Discord's ping can go off now, and stays on until someone says so.
        await tab.wait_for("document.querySelectorAll('#note button').length === 2")
        assert (await site.tables.wishes.find(PEOPLE["raj"])).ping
        await tab.tap("#note button")
        await tab.wait_for("document.getElementById('note').textContent.includes('no longer pings')")
        assert not (await site.tables.wishes.find(PEOPLE["raj"])).ping
        await tab.run("document.getElementById('note').hidden = true")
        await tab.run("window.scrollTo(0, 0)")
        await tab.tap("#bell")
        await tab.wait_for("window.left")
        assert await list_devices() == []
        assert (await site.tables.wishes.find(PEOPLE["raj"])).ping
        assert tab.faults == []
