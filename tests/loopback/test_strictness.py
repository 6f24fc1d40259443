"""The stand-in refuses what Discord refuses, with its codes. Whatever is assumed of Discord has a test or a probe."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aiohttp
import pytest
import pytest_asyncio

from bot.console.probes import PROBES
from tests.loopback.stand_in import StandIn
from tests.loopback.world import CHANNEL, COMPONENTS_V2, FORUM, PRIVATE_THREAD, Json

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "discord.md").read_text(encoding="utf-8")
HERE = f"/channels/{CHANNEL}"
OLD = "2026-01-01T00:00:00+00:00"


@dataclass
class Client:
    """Asks the stand-in, as the bot."""

    stand_in: StandIn
    session: aiohttp.ClientSession

    @property
    def world(self) -> Any:
        """Return what the stand-in remembers."""
        return self.stand_in.world

    async def ask(self, method: str, path: str, body: Json | None = None) -> tuple[int, Any]:
        """Return the status and the body of a reply."""
        headers = {"Authorization": f"Bot {self.stand_in.token}"}
        async with self.session.request(method, self.stand_in.api_base + path, json=body, headers=headers) as reply:
            return reply.status, await reply.json() if reply.status != 204 else None

    async def refuse(self, method: str, path: str, body: Json | None = None) -> tuple[int, int]:
        """Return the status and the code of a refusal."""
        status, said = await self.ask(method, path, body)
        return status, said["code"]

    async def post(self, content: str = "Salt.", place: str = HERE) -> str:
        """Post a message, and return its address."""
        status, made = await self.ask("POST", f"{place}/messages", {"content": content})
        assert status == 200, made
        return f"{place}/messages/{made['id']}"


@pytest_asyncio.fixture
async def client(stand_in: StandIn) -> AsyncIterator[Client]:
    """Provide a client of a stand-in."""
    async with aiohttp.ClientSession() as session:
        yield Client(stand_in, session)


async def test_without_read_message_history_the_list_is_empty_and_no_message_can_be_read(client: Client) -> None:
    message = await client.post()
    assert len((await client.ask("GET", f"{HERE}/messages"))[1]) == 1
    client.world.forbid(CHANNEL, "read_message_history")
    assert await client.ask("GET", f"{HERE}/messages") == (200, [])
    assert await client.refuse("GET", message) == (403, 50013)
    # A message whose number the bot knows can still be edited.
    assert (await client.ask("PATCH", message, {"content": "Salt and sea."}))[0] == 200


async def test_a_hidden_channel_counts_as_missing_access(client: Client) -> None:
    message = await client.post()
    client.world.forbid(CHANNEL, "view_channel")
    for method, path, body in (
        ("GET", HERE, None),
        ("GET", f"{HERE}/messages", None),
        ("GET", message, None),
        ("POST", f"{HERE}/messages", {"content": "Salt."}),
        ("PATCH", message, {"content": "Salt."}),
        ("POST", f"{HERE}/threads", {"name": "Salt", "type": 11}),
    ):
        assert await client.refuse(method, path, body) == (403, 50001), (method, path)


@pytest.mark.parametrize(
    ("missing", "method", "path", "body"),
    [
        ("send_messages", "POST", f"{HERE}/messages", {"content": "Salt."}),
        ("create_public_threads", "POST", f"{HERE}/threads", {"name": "Salt", "type": 11}),
        ("create_private_threads", "POST", f"{HERE}/threads", {"name": "Salt", "type": PRIVATE_THREAD}),
        ("manage_channels", "PATCH", HERE, {"name": "salt"}),
    ],
)
async def test_a_route_needs_its_permission(client: Client, missing: str, method: str, path: str, body: Json) -> None:
    client.world.forbid(CHANNEL, missing)
    assert await client.refuse(method, path, body) == (403, 50013)
    client.world.forbid(CHANNEL)
    assert (await client.ask(method, path, body))[0] in (200, 201)


async def test_pinning_needs_its_own_permission_and_has_a_limit(client: Client) -> None:
    first, second = await client.post(), await client.post("Sea.")
    assert client.world.most_pins == 250
    client.world.granted |= 1 << 13
    client.world.forbid(CHANNEL, "pin_messages")
    pin = first.replace("/messages/", "/messages/pins/")
    assert await client.refuse("PUT", pin) == (403, 50013)
    client.world.forbid(CHANNEL)
    client.world.most_pins = 1
    assert (await client.ask("PUT", pin))[0] == 204
    assert await client.refuse("PUT", second.replace("/messages/", "/messages/pins/")) == (400, 30003)


async def test_old_messages_can_be_edited_three_times_in_six_seconds(client: Client) -> None:
    message = await client.post()
    for _ in range(5):
        assert (await client.ask("PATCH", message, {"content": "New."}))[0] == 200
    client.world.messages[CHANNEL][int(message.rpartition("/")[2])]["timestamp"] = OLD
    for _ in range(3):
        assert (await client.ask("PATCH", message, {"content": "Old."}))[0] == 200
    status, said = await client.ask("PATCH", message, {"content": "Too old."})
    assert (status, said["code"]) == (429, 30046)
    assert 0 < said["retry_after"] <= 6


async def test_messages_of_components_v2_list_no_attachments(client: Client) -> None:
    form = aiohttp.FormData()
    gallery = {"type": 12, "items": [{"media": {"url": "attachment://map.png"}}]}
    body = {"flags": COMPONENTS_V2, "components": [gallery], "attachments": [{"id": 0, "filename": "map.png"}]}
    form.add_field("payload_json", aiohttp.JsonPayload(body))
    form.add_field("files[0]", b"1", filename="map.png")
    headers = {"Authorization": f"Bot {client.stand_in.token}"}
    address = f"{client.stand_in.api_base}{HERE}/messages"
    async with client.session.post(address, data=form, headers=headers) as reply:
        made = await reply.json()
    assert (reply.status, made["attachments"]) == (200, [])
    assert made["components"][0]["items"][0]["media"]["url"].endswith("/map.png")


async def test_threads_are_archived_and_locked(client: Client) -> None:
    _, made = await client.ask("POST", f"{HERE}/threads", {"name": "Salt", "type": 11})
    thread = f"/channels/{made['id']}"
    message = await client.post(place=thread)
    assert (await client.ask("PATCH", thread, {"archived": True}))[0] == 200
    assert await client.refuse("PATCH", message, {"content": "Sea."}) == (400, 50083)
    await client.post(place=thread)
    assert (await client.ask("PATCH", message, {"content": "Sea."}))[0] == 200
    assert (await client.ask("PATCH", thread, {"locked": True}))[0] == 200
    assert await client.refuse("POST", f"{thread}/messages", {"content": "Salt."}) == (403, 160005)
    assert await client.refuse("PATCH", thread, {"locked": False}) == (403, 50013)
    client.world.granted |= 1 << 34
    assert (await client.ask("PATCH", thread, {"locked": False}))[0] == 200


async def test_moderators_tags_and_too_many_tags_are_refused(client: Client) -> None:
    forum = client.world.add_channel("tables", kind=FORUM)
    names = [{"name": f"{number}", "moderated": number == 0} for number in range(7)]
    client.world.put_tags(forum, names)
    tags = [tag["id"] for tag in client.world.channels[forum]["available_tags"]]

    def make(*applied: str) -> Json:
        return {"name": "Salt", "message": {"content": "Salt."}, "applied_tags": list(applied)}

    path = f"/channels/{forum}/threads"
    assert await client.refuse("POST", path, make(tags[0])) == (403, 50013)
    assert await client.refuse("POST", path, make(*tags[1:])) == (400, 50035)
    status, made = await client.ask("POST", path, make(tags[1]))
    assert (status, made["message"]["id"]) == (201, made["id"])
    assert await client.refuse("PATCH", f"/channels/{made['id']}", {"applied_tags": tags[:1]}) == (403, 50013)
    client.world.granted |= 1 << 34
    assert (await client.ask("POST", path, make(tags[0])))[0] == 201


def test_every_assumption_about_discord_has_a_test_or_a_probe() -> None:
    rows = [line for line in PAGE.splitlines() if line.startswith("| ")][1:]
    assert len(rows) > 25
    known = {probe.name for probe in PROBES}
    named: set[str] = set()
    for row in rows:
        held = row.split("|")[3]
        tests, probes = re.findall(r"`(tests/[\w/]+\.py)`", held), re.findall(r'probe "([^"]+)"', held)
        assert tests or probes, row
        assert all((ROOT / path).is_file() for path in tests), row
        assert {*probes} <= known, row
        named |= {*probes}
    assert named == known
