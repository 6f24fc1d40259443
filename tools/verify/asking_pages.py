"""People who ask for the web page of a table, as browsers do: whole answers in bytes."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from random import Random
from typing import Any, Final
from unittest import mock

import aiohttp

from bot.tables.play import Tables
from bot.web.connections import Buckets
from bot.web.links import Links
from bot.web.server import serve_web
from tests.storage.server import find_free_port

MOST_OPTIONS: Final = 6
"""Options of a decision that are each tried."""
PLACES: Final = 8
"""The number of spaces that every board has at least."""
MOST_TAPS: Final = 10
"""Taps of a random draft, and in a copy."""


class PageAsker:
    """Asks for the pages of one bot. Two askers send the same if they are used the same way."""

    def __init__(self, client: aiohttp.ClientSession, links: Links) -> None:
        self._client = client
        self._links = links
        self._count = 0
        self._private = ""
        self._cookie = ""

    async def open(self, game_id: str, user_id: int) -> None:
        """Open a person's private page at a table."""
        link, _, secret = (await self._links.make_private(game_id, user_id)).partition("#")
        self._private, self._cookie = link, f"page={secret}"

    async def get(self, path: str, **values: str) -> bytes:
        """Return the server's answer to a page that reads something: status and body."""
        headers = {"Cookie": self._cookie}
        async with self._client.get(f"{self._private}/{path}", params=values, headers=headers) as answer:
            return str(answer.status).encode() + await answer.read()

    async def tap(self, turn: Any, verb: str, *keys: str, language: str = "en") -> bytes:
        """Return the server's answer to a tap on what a page shows: status and body."""
        self._count += 1
        once = f"tap {self._count:08}"
        body = {"verb": verb, "keys": keys, "token": turn["token"], "session": turn["session"], "once": once}
        headers = {"Cookie": self._cookie, "Origin": self._links.base}
        address = f"{self._private}/do?language={language}"
        async with self._client.post(address, headers=headers, json=body) as answer:
            return str(answer.status).encode() + await answer.read()


@asynccontextmanager
async def open_asker(tables: Tables) -> AsyncIterator[PageAsker]:
    """Serve the pages of a bot to an asker, without a limit of requests."""
    address = f"127.0.0.1:{find_free_port()}"
    links = Links(tables.storage, f"http://{address}")
    async with serve_web(tables, links, address), aiohttp.ClientSession() as client:
        with mock.patch.object(Buckets, "take", return_value=True):
            yield PageAsker(client, links)


class PageComparison:
    """Sends every request of the page of a table to two bots, and keeps what differs."""

    def __init__(self, askers: Sequence[PageAsker], language: str, chance: Random, *, is_quick: bool = False) -> None:
        self.askers = askers
        self.options, self.taps = (2, 4) if is_quick else (MOST_OPTIONS, MOST_TAPS)
        self.language = language
        self.chance = chance
        self.asked = 0
        self.differences: list[str] = []

    async def run(self, game_id: str, user_id: int) -> None:
        """Look, choose some options, draft and play by chance, at the table, in a copy and in a lesson."""
        for asker in self.askers:
            await asker.open(game_id, user_id)
        for path in ("data", "reasons"):
            await self.get(path, moment="1")
        turn = await self.get("turn")
        for key in self.pick_some(turn):
            await self.get("ways", key=key, token=turn["token"])
            await self.tap(turn, "choose", key)
            turn = await self.tap(await self.get("turn"), "reset")
        for place in range(0, PLACES, PLACES // self.options):
            await self.get("ways", at=str(place), token=turn["token"])
            await self.get("ways", **{"from": str(place), "at": "0", "token": turn["token"]})
        for verb in (way["verb"] for way in turn["ways"]):
            await self.wander(await self.tap(turn, verb))
            turn = await self.get("turn")
            turn = await self.tap(turn, "reset") if turn.get("drafted") else turn
        await self.wander(turn)
        await self.tap(await self.get("turn"), "reset")

    async def wander(self, turn: Any) -> None:
        """Take advice and choose options at random; in a copy, use its other actions too."""
        for _ in range(self.taps):
            options = [option["key"] for option in turn.get("options", ())]
            acts = [way["name"] for way in turn["ways"] if way["verb"] == "act" and way["name"] != "take"]
            if turn["advice"]:
                turn = await self.tap(turn, "heed", turn["advice"][0]["key"])
            elif turn["session"] and acts and (not options or self.chance.random() < 0.2):
                turn = await self.tap(turn, "act", self.chance.choice(acts))
            elif options:
                turn = await self.tap(turn, "choose", self.chance.choice(options))
            else:
                return

    def pick_some(self, turn: Any) -> list[str]:
        """Return the keys of some options."""
        keys = [option["key"] for option in turn.get("options", ())]
        return self.chance.sample(keys, min(len(keys), self.options))

    async def get(self, path: str, **values: str) -> Any:
        """Ask both bots to read a path, compare, and return the first answer."""
        return self.compare(path, [await asker.get(path, language=self.language, **values) for asker in self.askers])

    async def tap(self, turn: Any, verb: str, *keys: str) -> Any:
        """Tap on the pages of both bots, compare, and return the first answer."""
        return self.compare(
            f"{verb} {keys}", [await asker.tap(turn, verb, *keys, language=self.language) for asker in self.askers]
        )

    def compare(self, what: str, answers: Sequence[bytes]) -> Any:
        """Keep the two answers if they differ, and return the first one."""
        self.asked += 1
        if len(set(answers)) > 1:
            self.differences.append(f"page, {what}\n  " + "\n  ".join(answer.decode() for answer in answers))
        return json.loads(answers[0][3:])
