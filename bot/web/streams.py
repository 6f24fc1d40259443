"""Sends readers what changes at their table, as server-sent events, until they leave."""

from __future__ import annotations

import asyncio
import json
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final

from aiohttp import web

from bot.tables.play import Tables
from bot.web.pages import Page

MOST_STREAMS: Final = 4_000
"""So many readers are connected at a time."""
BEAT: Final = 20.0
"""Seconds after which a stream without news says that it is there."""
GATHER: Final = 0.05
"""Seconds in which changes of a table are gathered before readers hear of them."""


@dataclass(frozen=True, slots=True)
class Reader:
    """A reader of a table's page: the person, on a private page, and the mark up to which the browser has it."""

    game_id: str
    user_id: int | None
    mark: str
    find_page: Callable[[], Awaitable[Page]]


class Streams:
    """The streams that are open."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._waking: dict[str, set[asyncio.Event]] = {}
        self._taps: defaultdict[str, Counter[int]] = defaultdict(Counter)
        self._tasks: set[asyncio.Task[Any]] = set()

    @property
    def is_full(self) -> bool:
        """Whether there is no room for another reader."""
        return len(self._tasks) >= MOST_STREAMS

    def wake(self, game_id: str) -> None:
        """Have the readers of a table sent what has changed there."""
        for event in self._waking.get(game_id, ()):
            event.set()

    def count_tap(self, game_id: str, user_id: int) -> None:
        """Have the pages of a person sent the turn after a tap, even where it is undone on Discord at once."""
        if game_id in self._waking:
            self._taps[game_id][user_id] += 1

    async def close(self) -> None:
        """End every stream."""
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=1.0)

    async def send(self, response: web.StreamResponse, reader: Reader) -> None:
        """Send what changes, from what the reader has until the reader leaves."""
        task, woken = asyncio.current_task(), asyncio.Event()
        if task is not None:
            self._tasks.add(task)
        self._waking.setdefault(reader.game_id, set()).add(woken)
        try:
            await self._follow(response, reader, woken)
        except ConnectionError:
            pass
        finally:
            self._waking[reader.game_id].discard(woken)
            if not self._waking[reader.game_id]:
                del self._waking[reader.game_id]
                self._taps.pop(reader.game_id, None)
            if task is not None:
                self._tasks.discard(task)

    async def _follow(self, response: web.StreamResponse, reader: Reader, woken: asyncio.Event) -> None:
        version, shown, mark, known = -2, ("", 0), reader.mark, b""
        while True:
            woken.clear()
            page = await reader.find_page()
            if page.change != version:
                news, version, mark = page.write_since(mark), page.change, page.mark
                # What somebody drafts changes nothing that readers see.
                if news != known:
                    await response.write(b"id: %s\ndata: %s\n\n" % (mark.encode(), news))
                known = page.write_since(mark)
            if reader.user_id is not None:
                moment = await self._tables.moment(reader.game_id, reader.user_id)
                state = (moment.token, self._taps[reader.game_id][reader.user_id])
                if state != shown:
                    shown = state
                    await response.write(b"event: turn\ndata: %s\n\n" % json.dumps(moment.token).encode())
            try:
                await asyncio.wait_for(woken.wait(), BEAT)
                await asyncio.sleep(GATHER)
            except TimeoutError:
                await response.write(b": here\n\n")
