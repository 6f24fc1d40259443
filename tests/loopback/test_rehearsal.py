"""``gandhi rehearse`` at the stand-in: as documented, and with each answer turned into its opposite."""

from __future__ import annotations

import argparse
import asyncio
import json
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any
from unittest.mock import patch

import discord
import pytest
import pytest_asyncio

from bot.console import probes, rehearsal
from bot.console.probes import PROBES
from bot.console.rehearsal import AS_EXPECTED, NOT_ASKED, OTHERWISE, Result, rehearse, write_page
from bot.console.settings import Settings
from bot.discord.context import Capabilities, read_capabilities
from storage import open_storage
from tests.loopback.exchange import SUBMIT, Exchange
from tests.loopback.people import Person, read_panel
from tests.loopback.stand_in import CALLBACK, EMOJIS, HOOK, MESSAGES, THREADS, Failure, StandIn, run_stand_in
from tests.loopback.world import CHANNEL, FORUM, OWNER, Json

pytestmark = pytest.mark.asyncio(loop_scope="module")

ORIGINAL = f"{HOOK}/messages/@original"
MESSAGE = f"{MESSAGES}/{{message_id}}"
PIN = f"{MESSAGES}/pins/{{message_id}}"
Turn = Callable[[StandIn], None]


def refuse(method: str, path: str, how: Failure = "400") -> Turn:
    """Have the next request to a path refused."""
    return lambda stand_in: stand_in.fail_next(method, path, how)


def turn(name: str, value: object) -> Turn:
    """Give what the documents leave open its other value."""
    return lambda stand_in: setattr(stand_in.world, name, value)


OPPOSITES: dict[str, Turn] = {
    "connection": turn("knows_me", False),
    "own thread": refuse("POST", THREADS, "403"),
    "commands": turn("keeps_ids", False),
    "languages": turn("commands", []),
    "classic message": refuse("POST", MESSAGES, "413"),
    "Components V2": turn("lists_all_files", True),
    "edit with a new picture": refuse("PATCH", MESSAGE),
    "edit that keeps a picture": refuse("PATCH", MESSAGE),
    "description of a kept picture": turn("edits_descriptions", False),
    "silent message": turn("may_be_silent", False),
    "icons": refuse("POST", EMOJIS, "403"),
    "private thread": refuse("POST", THREADS, "403"),
    "mention in a private thread": turn("mention_adds", False),
    "archived thread": turn("edits_archived", True),
    "locking by the owner": turn("owner_may_lock", False),
    "pin": refuse("PUT", PIN, "403"),
    "nonce": turn("nonce_seconds", 0.0),
    "quick edits": refuse("PATCH", MESSAGE),
    "large file": refuse("POST", MESSAGES, "413"),
    "history": lambda stand_in: stand_in.world.forbid(CHANNEL, "read_message_history"),
    "limits": turn("has_limits", False),
    "forum post": refuse("POST", THREADS, "403"),
    "tags by the owner": turn("owner_may_tag", False),
    "picture after a defer": refuse("PATCH", ORIGINAL),
    "answer at once": refuse("POST", CALLBACK),
    "change in place": refuse("POST", CALLBACK),
    "change after a defer": refuse("PATCH", ORIGINAL),
    "sentence beside": refuse("POST", HOOK),
    "board inside Discord": refuse("POST", CALLBACK),
    "form": refuse("POST", CALLBACK),
    "old panel": refuse("PATCH", ORIGINAL),
}


@pytest_asyncio.fixture(loop_scope="module")
async def stand_in() -> AsyncIterator[StandIn]:
    """Provide a stand-in with a forum that has a tag."""
    async with run_stand_in() as made:
        made.world.add_user("Asha", OWNER)
        forum = made.world.add_channel("tables", kind=FORUM)
        made.world.has_activities = True
        made.world.put_tags(forum, [{"name": "Open"}])
        yield made
        assert made.faults == []


async def click(stand_in: StandIn) -> None:
    """Click each button of a rehearsal once, and fill in each form, until cancelled."""
    touched: set[str] = set()
    while True:
        await asyncio.sleep(0.01)
        sources = [message for messages in stand_in.world.messages.values() for message in messages.values()]
        sources += [exchange.message for exchange in stand_in.exchanges.values() if exchange.message is not None]
        for message in [*sources]:
            for custom_id in read_panel(message).buttons:
                if custom_id.startswith("rehearse:") and ":icon:" not in custom_id and custom_id not in touched:
                    touched.add(custom_id)
                    person = Person(stand_in, OWNER, "Asha", int(message["channel_id"]))
                    exchange = await person.touch(read_panel(message), custom_id)
                    if custom_id.startswith("rehearse:7:"):
                        await submit(stand_in, person, exchange)


async def submit(stand_in: StandIn, person: Person, exchange: Exchange) -> None:
    """Tick all boxes of a form, once it is shown."""
    for _ in range(100):
        if exchange.form is not None:
            break
        await asyncio.sleep(0.01)
    else:
        return
    labels: list[Json] = exchange.form["components"]
    filled = [
        {
            "type": 18,
            "id": 1,
            "component": {
                "type": label["component"]["type"],
                "id": 2,
                "custom_id": label["component"]["custom_id"],
                "values": [option["value"] for option in label["component"]["options"]],
            },
        }
        for label in labels
    ]
    sent = Exchange(SUBMIT, person.id, person.channel_id)
    await stand_in.send(sent, {"custom_id": exchange.form["custom_id"], "components": filled})


async def hold(stand_in: StandIn, folder: Path, *names: str, **options: Any) -> list[Result]:
    """Hold a rehearsal of some probes, or of all."""
    chosen = [probe for probe in PROBES if not names or probe.name in names]
    address = f"sqlite:///{folder}/games.sqlite3"
    settings = Settings(stand_in.token, address, stand_in.api_base, stand_in.gateway.address, client_secret=str(OWNER))
    forum = next(number for number, channel in stand_in.world.channels.items() if channel["type"] == FORUM)
    given = {"channel": CHANNEL, "forum": forum, "clicks": 10, "long": True} | options
    clicking = asyncio.ensure_future(click(stand_in))
    with (
        patch.object(discord.http.Route, "BASE", discord.http.Route.BASE),
        patch.object(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", None),
        patch.object(probes, "QUARTER", 0.0),
        patch.object(probes, "MOMENT", 0.0),
    ):
        try:
            return await rehearse(settings, argparse.Namespace(**given), lambda line: None, chosen)
        finally:
            clicking.cancel()


@pytest.mark.few
async def test_every_probe_of_a_rehearsal_finds_the_documented_result(stand_in: StandIn, tmp_path: Path) -> None:
    before = {*stand_in.world.channels}
    results = await hold(stand_in, tmp_path)
    assert [(one.probe, one.came) for one in results if one.result != AS_EXPECTED] == []
    assert {one.probe for one in results} == {*OPPOSITES}
    # Nothing is left but threads that the bot may not delete, and these are archived.
    assert stand_in.world.posted(CHANNEL) == []
    left = {*stand_in.world.channels} - before
    assert all(stand_in.world.channels[one]["thread_metadata"]["archived"] for one in left)
    assert stand_in.world.emojis == {}
    page = write_page(results)
    data = json.dumps([one.came for one in results])
    for secret in (stand_in.token, "Asha", str(OWNER), str(CHANNEL)):
        assert secret not in page + data
    assert await read(tmp_path) == Capabilities(True, True, True, True)


@pytest.mark.few("nonce", "locking by the owner", "form")
@pytest.mark.parametrize("name", OPPOSITES)
async def test_a_rehearsal_reports_each_unexpected_answer(stand_in: StandIn, tmp_path: Path, name: str) -> None:
    (probe,) = [one for one in PROBES if one.name == name]
    OPPOSITES[name](stand_in)
    (result,) = await hold(stand_in, tmp_path, name)
    assert (result.result, bool(result.came)) == (OTHERWISE, True), result
    assert probe.then in write_page([result])
    if probe.capability:
        assert getattr(await read(tmp_path), probe.capability) is False
    assert stand_in.pending_failures == 0


async def test_a_rehearsal_names_each_skipped_probe_and_keeps_its_known_answer(
    stand_in: StandIn, tmp_path: Path
) -> None:
    await hold(stand_in, tmp_path, "form")
    (result,) = await hold(stand_in, tmp_path, "form", clicks=0)
    assert result.result == NOT_ASKED
    assert (await read(tmp_path)).boxes is True


async def test_a_rehearsal_writes_a_page_and_a_data_file(
    stand_in: StandIn, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = await hold(stand_in, tmp_path, "limits")

    async def give(*arguments: object) -> list[Result]:
        return found

    monkeypatch.setattr(rehearsal, "rehearse", give)
    monkeypatch.setenv("DISCORD_TOKEN", stand_in.token)
    options = argparse.Namespace(database=None, output=tmp_path / "out")
    said: list[str] = []
    await asyncio.to_thread(rehearsal.run_rehearsal, options, said.append)
    assert "limits" in (tmp_path / "out" / "rehearsal.md").read_text(encoding="utf-8")
    assert json.loads((tmp_path / "out" / "rehearsal.json").read_text(encoding="utf-8"))[0]["result"] == AS_EXPECTED
    assert "rehearsal.md" in said[0]


async def read(folder: Path) -> Capabilities:
    """Return what the bot would read at its start."""
    storage = await open_storage(f"sqlite:///{folder}/games.sqlite3")
    try:
        return await read_capabilities(storage)
    finally:
        await storage.close()
