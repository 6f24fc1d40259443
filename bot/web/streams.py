"""Sends readers the changes of their table, as server-sent events, until they leave."""

from __future__ import annotations

import asyncio
import json
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from aiohttp import web

from bot.tables.authorization import PLAY, find_seats
from bot.tables.play import Tables
from bot.web.answers import Refused
from bot.web.connections import count_files
from bot.web.pages import Page

MOST_STREAMS: Final = 4_000
"""The most readers at a time, if the process may open twice as many files."""
FOR_PLAYERS: Final = 0.25
"""The share of `MOST_STREAMS` that is only for readers of private pages."""
MOST_OF_HOST: Final = 100
MOST_OF_LINK: Final = 8
"""The most readers from one address, or by one private link."""
BEAT: Final = 20.0
"""Seconds between two signs of life on a stream without news, so that nothing closes it."""
GATHER: Final = 0.05
"""Seconds in which changes of a table are gathered before readers get them."""
SLOW: Final = 30.0
"""Seconds after which a reader that receives nothing counts as gone."""


@dataclass(frozen=True, slots=True)
class Reader:
    """A reader of a table's page: ``user_id`` on a private page, None on a public one.

    ``mark`` says what the browser has (`Page.mark`). ``whose`` names the private link, or the reader of a public page,
    for limits. ``may_read`` returns whether the page is still theirs to read, ``is_here`` whether the browser is still
    connected.
    """

    game_id: str
    user_id: int | None
    whose: str
    mark: str
    find_page: Callable[[], Awaitable[Page]]
    may_read: Callable[[], Awaitable[bool]]
    is_here: Callable[[], bool]


class Streams:
    """Sends the changes of pages to their readers, each by a separate stream."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._waking: dict[str, set[asyncio.Event]] = {}
        self._taps: defaultdict[str, Counter[int]] = defaultdict(Counter)
        self._tasks: dict[asyncio.Task[Any], Reader] = {}
        self._most = min(MOST_STREAMS, count_files() // 2)

    @contextmanager
    def hold_place(self, reader: Reader) -> Iterator[None]:
        """Hold a place for a reader during the block. Some are for players only. Raises Refused if none is free."""
        task, is_player = asyncio.current_task(), reader.user_id is not None
        most = self._most if is_player else int(self._most * (1 - FOR_PLAYERS))
        held = sum(other.whose == reader.whose and other.is_here() for other in self._tasks.values())
        # Nothing is awaited between counting and taking a place, or several readers would get the same one.
        if task is None or len(self._tasks) >= most or held >= (MOST_OF_LINK if is_player else MOST_OF_HOST):
            raise Refused(503, "page.error.too_many")
        self._tasks[task] = reader
        try:
            yield
        finally:
            del self._tasks[task]

    def wake(self, game_id: str) -> None:
        """Have the changes of a table sent to its readers."""
        for event in self._waking.get(game_id, ()):
            event.set()

    def count_tap(self, game_id: str, user_id: int) -> None:
        """Count a tap, so that a person's other pages receive the turn after it, even if it is undone at once."""
        if game_id in self._waking:
            self._taps[game_id][user_id] += 1

    async def close(self) -> None:
        """End every stream."""
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=1.0)

    async def send(self, response: web.StreamResponse, reader: Reader) -> None:
        """Send a reader the changes after their mark until they leave, or may no longer read the page."""
        woken = asyncio.Event()
        self._waking.setdefault(reader.game_id, set()).add(woken)
        try:
            await self._follow(response, reader, woken)
        except (ConnectionError, TimeoutError):
            pass
        finally:
            self._waking[reader.game_id].discard(woken)
            if not self._waking[reader.game_id]:
                del self._waking[reader.game_id]
                self._taps.pop(reader.game_id, None)

    async def _follow(self, response: web.StreamResponse, reader: Reader, woken: asyncio.Event) -> None:
        version, shown, mark, known = -2, ("", 0), reader.mark, b""
        seats: set[str] = set()

        async def write(words: bytes) -> None:
            async with asyncio.timeout(SLOW):
                await response.write(words)

        while await reader.may_read():
            woken.clear()
            page = await reader.find_page()
            if page.change != version:
                news, version, mark = page.write_since(mark), page.change, page.mark
                # A draft changes nothing that readers see.
                if news != known:
                    await write(b"id: %s\ndata: %s\n\n" % (mark.encode(), news))
                known = page.write_since(mark)
            if reader.user_id is not None:
                moment = await self._tables.moment(reader.game_id, reader.user_id)
                had, seats = seats, set(find_seats(PLAY, moment.table, reader.user_id))
                if had - seats:
                    return
                state = (moment.token, self._taps[reader.game_id][reader.user_id])
                if state != shown:
                    shown = state
                    await write(b"event: turn\ndata: %s\n\n" % json.dumps(moment.token).encode())
            try:
                await asyncio.wait_for(woken.wait(), BEAT)
                await asyncio.sleep(GATHER)
            except TimeoutError:
                await write(b": here\n\n")
