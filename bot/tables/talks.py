"""Private talks at a table: who may talk to whom. The threads themselves are Discord's."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from weakref import WeakValueDictionary

from bot.errors import TableError
from bot.games.playing import order_seats
from bot.tables.authorization import TALK, Request, check, list_holders
from bot.tables.loading import load_table
from bot.tables.table import Table
from engine.core.text import text
from storage import MessageRef, Storage

KIND: Final = "talk:"
"""The kind of the stored first message of a private thread. The seats in it follow, each with the time since when its
person has held it: a person who takes a seat over does not read earlier messages."""
MOST: Final = 2
"""The most other people in a talk: anything for everyone is said at the table."""


@dataclass(frozen=True, slots=True)
class Talk:
    """A private talk: the table, the seats in it in their order, and the people who hold them."""

    table: Table
    seats: tuple[str, ...]
    people: tuple[int, ...]

    @property
    def kind(self) -> str:
        """Return the kind under which its thread is stored."""
        since = {row.seat: row.joined for row in self.table.seats}
        parts = (f"{seat}@{joined.timestamp()}" if (joined := since[seat]) else seat for seat in self.seats)
        return f"{KIND}{'+'.join(parts)}"


class Talks:
    """Finds the talks of tables."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def lock(self, talk: Talk) -> asyncio.Lock:
        """Return the lock for finding and opening a talk's thread, so that two clicks open one."""
        return self._locks.setdefault(f"{talk.table.id} {talk.kind}", asyncio.Lock())

    async def begin(self, game_id: str, user_id: int, seats: Sequence[str], own: str = "") -> Talk:
        """Return a person's talk, as the seat ``own`` if they hold it, with one or two other seats.

        Raises TableError for someone without a seat, at a table that forbids it, and for seats that no other person
        holds.
        """
        async with self._storage.read() as reader:
            table = await load_table(reader, game_id)
        check(TALK, Request(table, user_id))
        if table.state.no_talk:
            raise TableError(text("error.no_talk", name=table.game.name))
        mine, holders = table.seats_of(user_id), list_holders(table)
        others = [seat for seat in dict.fromkeys(seats) if seat in holders and seat not in mine]
        if not 0 < len(others) <= MOST or len(others) != len(set(seats)):
            raise TableError(text("error.talk_with_whom", name=table.game.name))
        included = order_seats(table.front.setup, [own if own in mine else mine[0], *others])
        return Talk(table, tuple(included), tuple(dict.fromkeys(holders[seat] for seat in included)))

    async def find_thread(self, talk: Talk) -> int | None:
        """Return the existing thread of a talk, or None."""
        async with self._storage.read() as reader:
            ref = await reader.message_ref(talk.table.id, talk.kind)
        return ref.channel_id if ref is not None else None

    async def keep_thread(self, talk: Talk, thread_id: int) -> None:
        """Remember the thread of a talk."""
        async with self._storage.transaction() as tx:
            await tx.put_message_ref(talk.table.id, talk.kind, thread_id, thread_id)

    async def list_threads(self, game_id: str) -> list[MessageRef]:
        """Return the threads of all talks of a table."""
        async with self._storage.read() as reader:
            return await reader.message_refs(game_id, KIND)

    async def forget_thread(self, ref: MessageRef) -> None:
        """Forget the thread of a talk, which is gone or closed."""
        async with self._storage.transaction() as tx:
            await tx.delete_message_ref(ref.game_id, ref.kind)
