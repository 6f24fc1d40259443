"""A queue in which people take turns: a person who asks for much waits for it, and nobody else does."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from contextvars import ContextVar
from typing import Final

EVERYBODY: Final = 0
"""Asker of what a whole table waits for: a public picture, a move. It comes before what single people ask for."""

WHOSE: ContextVar[int] = ContextVar("WHOSE", default=EVERYBODY)
"""The id of the person whose interaction this task answers."""


class FairQueue:
    """A number of places, and those who wait for one. People take turns, however much each of them has asked for."""

    def __init__(self, places: int) -> None:
        self._free = places
        self._waiting: OrderedDict[int, deque[asyncio.Future[None]]] = OrderedDict()

    async def enter(self, whose: int) -> None:
        """Wait for a place. It is given back by `leave`, once."""
        if self._free:
            self._free -= 1
            return
        place = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(whose, deque()).append(place)
        try:
            await place
        except asyncio.CancelledError:
            if place.done() and not place.cancelled():
                # The place came at the very moment in which it was given up.
                self.leave()
            raise

    def leave(self) -> None:
        """Give the place to the next in the queue."""
        while self._waiting:
            whose = EVERYBODY if EVERYBODY in self._waiting else next(iter(self._waiting))
            queue = self._waiting.pop(whose)
            place = queue.popleft()
            if queue:
                self._waiting[whose] = queue
            if not place.done():
                place.set_result(None)
                return
        self._free += 1
