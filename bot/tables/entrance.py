"""The people around a table: reserved seats, newcomers whom its host must admit, pings, spectators, private talks.

Private talks happen in threads of Discord. Only the ids of the threads are stored here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, Literal, NamedTuple
from weakref import WeakValueDictionary

from bot.errors import TableError
from bot.games.playing import order_seats
from bot.language import Mention
from bot.tables.announcements import NOTICE, Notice, announce_notice, announce_status, queue
from bot.tables.authorization import (
    ADMIT,
    DAY,
    KNOW,
    LOOK,
    RESERVE,
    TALK,
    WATCH,
    Rank,
    Request,
    check,
    is_allowed,
    list_holders,
)
from bot.tables.closing import free_reserved, permit, tell_seat
from bot.tables.loading import load_table
from bot.tables.servers import call, count_ping, find_server
from bot.tables.table import Table, change_state
from bot.tables.transaction import TableTransaction, Transactions, once
from engine.core.text import text
from storage import Arrangement, MessageRef, Reader, Storage, Writer

Ping = Literal["never", "card", "game"]

MOST_WATCHERS = 20
"""The most people that a table pings at a card's end: more would not fit into a message."""


class Door(NamedTuple):
    """The entrance of a new table: whether it is unlisted (``private``), and whether its host must admit newcomers.

    ``until`` is the time until which it looks for players (None: always). A seat is kept for each person in
    ``reserve``.
    """

    private: bool = False
    consent: bool = False
    until: datetime | None = None
    reserve: tuple[int, ...] = ()


OPEN_TO_ALL = Door()


class Entrances:
    """Changes the entrances of tables, reserves seats, admits newcomers, and stores which spectators want pings."""

    def __init__(self, transactions: Transactions) -> None:
        self._transactions = transactions

    async def change(
        self,
        interaction_id: int | None,
        game_id: str,
        user_id: int,
        *,
        private: bool | None = None,
        consent: bool | None = None,
        until: datetime | None = None,
        talk: bool | None = None,
    ) -> Table:
        """Change those settings of a table's entrance that are not None, and return the table.

        ``private``: the table is not listed; ``consent``: its host must admit newcomers; ``until``: it looks for
        players until then; ``talk``: its people may open private threads. Raises TableError for anyone but the host,
        once the game has begun, and for a time that has passed.
        """
        async with once(), self._transactions.begin(game_id, interaction_id) as tx:
            check(LOOK, Request(tx.table, user_id))
            check_until(until, tx.now)
            changes: dict[str, Any] = {"private": private, "consent": consent}
            changes["no_talk"] = None if talk is None else not talk
            changes["looking"] = int(until.timestamp()) if until is not None else None
            named = {name: value for name, value in changes.items() if value is not None}
            await change_state(tx, game_id, **named)
            await announce_status(tx, await tx.reload())
        return await self._transactions.find(game_id)

    async def reserve(self, interaction_id: int | None, game_id: str, user_id: int, person: int, seat: str = "") -> str:
        """Reserve an empty seat (any, if none is named) for a person, who is pinged, and return the seat.

        The person's earlier reservation at the table is dropped. Raises TableError for anyone but the host, once the
        game has begun, without such a seat, and for too many pings. Return "" if the interaction has acted already.
        """
        found = ""
        async with once(), self._transactions.begin(game_id, interaction_id) as tx:
            table = tx.table
            check(RESERVE, Request(table, user_id))
            await tx.drop_arrangements(game_id, kind="reserve", user_id=person)
            taken = await find_reserved(tx, table)
            free = [row.seat for row in table.seats if table.is_open_to_all(row) and row.seat not in taken]
            if not free or (seat and seat not in free):
                raise TableError(text("error.no_seat_to_reserve", name=table.game.name))
            found = seat or free[0]
            if table.holder(found) is not None:
                await tx.leave_seat(game_id, found)
            await call(tx, game_id, user_id, person, Mention(person))
            await tx.arrange(game_id, person, "reserve", seat=found)
            await change_state(tx, game_id, reserved=[*taken, found])
            await announce_reserved(tx, table, found, person)
            await announce_status(tx, await tx.reload())
        return found

    async def release(self, interaction_id: int | None, game_id: str, user_id: int, person: int) -> str:
        """Drop the reservation of a seat for a person, who is not pinged, and return the seat.

        Raises TableError for anyone but the host, once the game has begun, and if no seat is reserved for the person.
        Return "" if the interaction has acted already.
        """
        found = ""
        async with once(), self._transactions.begin(game_id, interaction_id) as tx:
            check(RESERVE, Request(tx.table, user_id))
            kept, taken = await find_reserved(tx, tx.table), tx.table.seats_of(person)
            found = next((seat for seat, whom in kept.items() if whom == person and seat not in taken), "")
            if not found:
                raise TableError(text("error.not_reserved", name=tx.table.game.name, who=Mention(person)))
            await tx.drop_arrangements(game_id, kind="reserve", user_id=person)
            await free_reserved(tx, tx.table)
            await announce_status(tx, await tx.reload())
        return found

    async def answer(
        self, interaction_id: int | None, game_id: str, user_id: int, number: int, *, agree: bool, rank: Rank = ""
    ) -> Table:
        """Admit or refuse the person whose request for a seat has this number, announce that, and return the table.

        Raises TableError for anyone but host and moderators, if the request was answered or has run out, if its person
        has a seat by now, and if no seat is free.
        """
        async with once(), self._transactions.begin(game_id, interaction_id) as tx:
            table = tx.table
            found = {row.id: row for row in await tx.arrangements(game_id, "request")}
            asked = found.get(number)
            name, whom = (str(asked.payload["name"]), asked.user_id) if asked is not None else ("", None)
            await permit(tx, ADMIT, Request(table, user_id, rank=rank), whom=name, whom_id=whom)
            # A person who has sat down by another way waits for no answer.
            if asked is None or asked.payload.get("answered") or table.seats_of(asked.user_id):
                raise TableError(text("error.no_request", name=table.game.name))
            await close_request(tx, asked)
            if agree:
                seat = await choose_seat(tx, table, asked.user_id, asked.seat, is_any=True)
                await sit_down(tx, seat, asked.user_id, name)
                await tell_seat(tx, "ui.public.joined", seat, name)
            words = text("ui.public.admitted" if agree else "ui.public.not_admitted", name=table.game.name)
            await announce_notice(tx, await tx.reload(), words, "", user_id, ["show"], pings=[asked.user_id])
        return await self._transactions.find(game_id)

    async def take_ping(self, interaction_id: int | None, game_id: str, user_id: int) -> int:
        """Return the role that the table may ping once when it looks for players, and note that it has been pinged.

        Return 0 if the interaction has acted already. Raises TableError if the person is not the host, the game has
        begun, the server has no such role, this table has pinged it already, or another table has pinged it recently.
        """
        role = 0
        async with once(), self._transactions.begin(game_id, interaction_id) as tx:
            table = tx.table
            check(LOOK, Request(table, user_id))
            role = (await find_server(tx, table.game.guild_id)).ping
            if not role:
                raise TableError(text("error.no_role_to_ping"))
            if table.state.pinged:
                raise TableError(text("error.pinged_already", name=table.game.name))
            await count_ping(tx, table.game.guild_id)
            await change_state(tx, game_id, pinged=True)
        return role

    async def watch(self, interaction_id: int | None, game_id: str, user_id: int, ping: Ping) -> Table:
        """Set when a person is pinged: for each new card, only at the end of the game, or never. Return the table.

        Raises TableError when the game is over or archived, or `MOST_WATCHERS` watch already.
        """
        async with once(), self._transactions.begin(game_id, interaction_id) as tx:
            table = tx.table
            check(WATCH, Request(table, user_id))
            await tx.drop_arrangements(game_id, kind="watch", user_id=user_id)
            if ping != "never":
                if len(await tx.arrangements(game_id, "watch")) >= MOST_WATCHERS:
                    raise TableError(text("error.too_many_watch", at_most=MOST_WATCHERS))
                await tx.arrange(game_id, user_id, "watch", payload={"ping": ping})
        return await self._transactions.find(game_id)


def check_until(until: datetime | None, now: datetime) -> None:
    """Raise TableError for a time that has passed."""
    if until is not None and until <= now:
        raise TableError(text("error.until_passed"))


async def announce_reserved(tx: Writer, table: Table, seat: str, person: int) -> None:
    """Announce to a person that a seat is kept for them."""
    words = text("ui.public.reserved", seat=seat, name=table.game.name, who=table.state.host)
    await queue(tx, table, NOTICE, Notice(text=words, pings=[person], offers=["show"]))


async def find_reserved(reader: Reader, table: Table) -> dict[str, int]:
    """Return the people with reserved seats at a table, by seat; none once its game has begun."""
    if table.game.status != "open" or not table.state.reserved:
        return {}
    return {row.seat: row.user_id for row in await reader.arrangements(table.id, "reserve")}


async def choose_seat(reader: Reader, table: Table, user_id: int, seat: str, *, is_any: bool = False) -> str:
    """Return the seat that a person takes: ``seat`` if it is not "", else one reserved for them, or another free one.

    If ``seat`` is taken or reserved, return another free seat with ``is_any``; without, a taken ``seat`` all the same.
    Raises TableError without ``is_any`` if ``seat`` is reserved for someone else, and if no seat is free.
    """
    kept = await find_reserved(reader, table)
    rows = sorted(table.seats, key=lambda row: row.kind != "empty")
    free = [row.seat for row in rows if table.is_open_to_all(row) and kept.get(row.seat, user_id) == user_id]
    free.sort(key=lambda one: one not in kept)
    if seat in kept and seat not in free and not is_any:
        raise TableError(text("error.seat_reserved", seat=seat, name=table.game.name))
    if seat and (seat in free or not is_any):
        return seat
    if not free:
        raise TableError(text("error.no_seat_free", name=table.game.name))
    return free[0]


async def sit_down(tx: TableTransaction, seat: str, user_id: int, name: str) -> None:
    """Put a person on a seat; before the game, in place of an automatic player. Raises SeatTaken."""
    holder = tx.table.holder(seat)
    if holder is not None and tx.table.is_open_to_all(holder):
        await tx.leave_seat(tx.table.id, seat)
    await tx.take_seat(tx.table.id, seat, user_id, name)


async def is_admitted(reader: Reader, table: Table, user_id: int) -> bool:
    """Return whether a person may take a seat without asking the host.

    That is so if the host need not admit newcomers, or if the person belongs to the table or has a seat reserved.
    """
    if not table.state.consent or is_allowed(KNOW, Request(table, user_id)):
        return True
    return user_id in (await find_reserved(reader, table)).values()


async def ask_for_seat(tx: TableTransaction, user_id: int, name: str, seat: str) -> None:
    """Store a request for a seat, or with "" for any, and ask the host. Raises TableError for a second one in a day."""
    table = tx.table
    await tx.drop_lapsed(table.id, "request")
    if await tx.arrangements(table.id, "request", user_id=user_id):
        raise TableError(text("error.asked_already", name=table.game.name))
    row = await tx.arrange(table.id, user_id, "request", seat=seat, until=tx.now + DAY, payload={"name": name})
    key = "ui.public.asks_for_seat" if seat else "ui.public.asks_to_join"
    words = text(key, who=name, seat=seat, name=table.game.name)
    asked = Notice(text=words, pings=[table.game.host_user_id], offers=["request"], vote=row.id)
    await queue(tx, table, NOTICE, asked)


async def close_request(tx: TableTransaction, asked: Arrangement) -> None:
    """Store that a request was answered. It stays until its day is over, so that the person cannot ask again."""
    await tx.drop_arrangements(asked.game_id, arrangement_id=asked.id)
    payload = {**asked.payload, "answered": True}
    await tx.arrange(asked.game_id, asked.user_id, "request", seat=asked.seat, until=asked.until, payload=payload)


def is_looking(table: Table, now: datetime) -> bool:
    """Return whether a table looks for players: it is open and listed, its time is not over, and a seat is free."""
    has_seat = any(row.kind == "empty" and row.seat not in table.state.reserved for row in table.seats)
    is_over = 0 < table.state.looking <= now.timestamp()
    return table.game.status == "open" and has_seat and not table.state.private and not is_over


THREAD: Final = "talk:"
"""The beginning of the kind under which a private thread is stored. The seats in it follow, each with the time since
when its person has held it: a person who takes over a seat gets a new thread, and cannot read earlier messages."""
MOST_IN_TALK: Final = 2
"""The most other people in a talk. People who want to reach everyone write at the table."""


@dataclass(frozen=True, slots=True)
class Talk:
    """A private talk: the table, the seats in it in their order, and the people who hold them."""

    table: Table
    seats: tuple[str, ...]
    people: tuple[int, ...]

    @property
    def kind(self) -> str:
        """Return the kind of message reference under which the talk's thread is stored."""
        since = {row.seat: row.joined for row in self.table.seats}
        parts = (f"{seat}@{joined.timestamp()}" if (joined := since[seat]) else seat for seat in self.seats)
        return f"{THREAD}{'+'.join(parts)}"


class Talks:
    """Begins the private talks of tables, and stores their threads."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def lock(self, talk: Talk) -> asyncio.Lock:
        """Return the lock for finding and opening a talk's thread, so that two clicks do not open two threads."""
        return self._locks.setdefault(f"{talk.table.id} {talk.kind}", asyncio.Lock())

    async def begin(self, game_id: str, user_id: int, seats: Sequence[str], own: str = "") -> Talk:
        """Return a person's talk, in which they have the seat ``own`` or else their first, with one or two other seats.

        Raises TableError for a person without a seat, at a table that forbids talks, and for seats that no other person
        holds.
        """
        async with self._storage.read() as reader:
            table = await load_table(reader, game_id)
        check(TALK, Request(table, user_id))
        if table.state.no_talk:
            raise TableError(text("error.no_talk", name=table.game.name))
        mine, holders = table.seats_of(user_id), list_holders(table)
        others = [seat for seat in dict.fromkeys(seats) if seat in holders and seat not in mine]
        if not 0 < len(others) <= MOST_IN_TALK or len(others) != len(set(seats)):
            raise TableError(text("error.talk_with_whom", name=table.game.name))
        included = order_seats(table.front.setup, [own if own in mine else mine[0], *others])
        return Talk(table, tuple(included), tuple(dict.fromkeys(holders[seat] for seat in included)))

    async def find_thread(self, talk: Talk) -> int | None:
        """Return the id of a talk's thread, or None if the talk has no thread yet."""
        async with self._storage.read() as reader:
            ref = await reader.message_ref(talk.table.id, talk.kind)
        return ref.channel_id if ref is not None else None

    async def keep_thread(self, talk: Talk, thread_id: int) -> None:
        """Store the thread of a talk."""
        async with self._storage.transaction() as tx:
            await tx.put_message_ref(talk.table.id, talk.kind, thread_id, thread_id)

    async def list_threads(self, game_id: str) -> list[MessageRef]:
        """Return the stored references to the threads of all talks of a table."""
        async with self._storage.read() as reader:
            return await reader.message_refs(game_id, THREAD)

    async def forget_thread(self, ref: MessageRef) -> None:
        """Delete the stored reference to the thread of a talk, because the thread is gone or closed."""
        async with self._storage.transaction() as tx:
            await tx.delete_message_ref(ref.game_id, ref.kind)
