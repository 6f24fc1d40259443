"""The one road of every interaction that changes something: a queue for each game, then one write transaction.

The queue waits and never refuses. Inside the transaction the interaction is checked first: one that was seen before
gets its stored answer and does nothing. No Discord call and no drawing happens on the road.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary

from bot.crash import crash_here
from bot.errors import StaleButton
from storage import InteractionSeen, StaleVersion, Storage, Writer


class SeenBefore(Exception):
    """The interaction has been dealt with. Ends the transaction without a trace."""


class Road:
    """Orders what people do to each game. ``on_commit`` is called after every transaction: have messages been queued?

    ``at_end`` is the last work of every transaction: what follows from the others, whatever they did. ``settle`` hears
    of every transaction that is committed.
    """

    def __init__(self, storage: Storage, on_commit: Callable[[bool], None]) -> None:
        self._storage = storage
        self._on_commit = on_commit
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self.at_end: Callable[[Writer, str, int | None], Awaitable[None]] = leave_alone
        self.settle: Callable[[Writer], None] = lambda tx: None

    def tell(self) -> None:
        """Say that something was committed beside the road, messages perhaps."""
        self._on_commit(True)

    @asynccontextmanager
    async def enter(
        self, game_id: str, interaction_id: int | None, user_id: int | None = None
    ) -> AsyncIterator[Writer]:
        """A transaction for one game, in its turn. Raises SeenBefore for an interaction that was dealt with.

        ``user_id`` is the person who acts on the game in it, for what follows from that.

        The interaction counts as dealt with when the block ends without an error. The game is locked from the start,
        so that of several processes over one database only one is on this game's road. Raises UnknownGame and
        StorageError, and StaleButton when the game has moved on all the same.
        """
        lock = self._locks.setdefault(game_id, asyncio.Lock())
        async with lock:
            try:
                async with self._storage.transaction() as tx:
                    await tx.lock_game(game_id)
                    if interaction_id is not None:
                        await tx.remember_interaction(interaction_id, {})
                    crash_here("entered")
                    yield tx
                    await self.at_end(tx, game_id, user_id)
                    crash_here("worked")
            except InteractionSeen as error:
                raise SeenBefore from error
            except StaleVersion as error:
                raise StaleButton from error
            self.settle(tx)
            crash_here("committed")
            self._on_commit(tx.has_queued)


async def leave_alone(tx: Writer, game_id: str, user_id: int | None) -> None:
    """Nothing follows."""
