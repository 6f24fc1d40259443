"""One change of one table, from a click to the database: everything that changes a table is a `TableTransaction`.

How a Confirm becomes a stored turn and a message:

1. `Transactions.begin` waits until no other change of this table is under way, opens a database transaction, locks the
   game, and remembers the interaction, so that the same click counts once. The table with its seats, absences and
   drafts is read by one query; what the transaction has read or written, it does not read again.
2. `TableTransaction.load_game` takes the game from the cache, or makes it from the stored snapshot and keys.
3. `bot.tables.play.TableSession.confirm` checks that the decision is this person's and the button of this moment, and
   takes their draft (`bot.tables.moments`).
4. `TableTransaction.play` chooses the keys in a copy of the game, and stores them with the finished turns, the snapshot
   of the next turn, and the result of a finished game.
5. Standing orders answer what they can (`bot.tables.standing_orders`), and what has become public is queued as an
   announcement (`bot.tables.pending`).
6. At the end of the block votes and timers are updated (`Transactions.before_commit`), and the transaction is
   committed: all of it or, after an error or a crash, nothing. The game goes into the cache, and the outbox is woken
   (`bot.discord.delivery`), which writes the announcements as messages and draws their pictures.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakValueDictionary

import msgspec

from bot.errors import StaleButton
from bot.faultpoints import fault_point
from bot.tables.loading import GameCache, Loaded, StepLog, encode_steps, load_at, load_table, to_log
from bot.tables.table import Table
from engine import Game
from engine.core.change import Change
from engine.core.protocol import Result
from storage import InteractionSeen, Reader, StaleVersion, Storage, Writer
from storage.columns import utc_now


@dataclass(frozen=True, slots=True)
class WrittenSteps:
    """The result of playing keys: the new version, the finished steps, and the Changes of all keys.

    ``places`` has for each step the number of its stored turn, and its index there: a turn may be followed by steps in
    which no one had to decide.
    """

    version: int
    steps: list[StepLog]
    changes: list[Change]
    places: list[tuple[int, int]] = field(default_factory=list)


class TableTransaction(Writer):
    """One change of one table: a `Writer` with the ``table``, as it was at the beginning or at the last `reload`."""

    table: Table
    cache: GameCache

    async def reload(self) -> Table:
        """Read the table again, after a change of it, its seats or its absences, and return it."""
        self.table = await load_table(self, self.table.id)
        return self.table

    async def load_game(self) -> Loaded:
        """Return the present game of the table; choose only in a clone of it. Raises as `load_at` does."""
        return await load_at(self, self.table, self.cache)

    async def play(
        self,
        loaded: Loaded,
        game: Game,
        answers: Sequence[tuple[str, str]],
        user_id: int | None = None,
        *,
        found: Any = None,
    ) -> WrittenSteps:
        """Choose keys in ``game``, a clone of the loaded one, and store them with their consequences.

        ``answers`` are seats with keys, ``user_id`` is the person who chose (None: a standing order or the program).
        ``found`` is the result of a search for these answers; it is stored with the step that they finish. Raises
        IllegalChoice for a key that is not allowed, and StaleVersion if someone else has changed the game.
        """
        game_id, version = loaded.table.id, loaded.table.game.version
        steps: list[StepLog] = []
        changes: list[Change] = []
        waiting: list[str] = []
        seat = ""
        places: list[tuple[int, int]] = []
        for whose, key in answers:
            if waiting and whose != seat:
                version = await self.append_choices(game_id, version, seat, waiting, user_id=user_id)
                waiting = []
            seat = whose
            done = len(game.steps)
            changes += game.choose(key)
            waiting.append(key)
            finished = to_log(game.steps[done:])
            if not finished:
                continue
            finished[0], found = msgspec.structs.replace(finished[0], found=found), None
            version = await self.append_choices(game_id, version, seat, waiting, user_id=user_id)
            waiting = []
            fault_point("chosen")
            turn = await self.finish_turn(game_id, encode_steps(finished))
            places += [(turn.number, index) for index in range(len(finished))]
            fault_point("finished")
            steps += finished
            if game.decision is not None:
                await open_step(self, game_id, game)
        if waiting:
            version = await self.append_choices(game_id, version, seat, waiting, user_id=user_id)
        if game.decision is None and (result := game.result) is not None:
            await self.finish_game(game_id, await gather_facts(self, loaded.table, result))
        return WrittenSteps(version, steps, changes, places)

    def keep(self, table: Table, game: Game) -> None:
        """Cache ``game``, as it is stored by this transaction, after the commit."""
        self.cache.stage(self, table, game)


class Transactions:
    """The transactions of all tables, one after the other at each table.

    ``on_commit`` is called after each transaction, and its parameter says whether messages were queued; then
    ``on_change`` with the id of the table. ``on_status`` is called with a table before its status message is updated:
    another program may have changed the table. ``before_commit`` is called at the end of each transaction, with the
    person who acts on the game, or None.
    """

    def __init__(self, storage: Storage, on_commit: Callable[[bool], None]) -> None:
        self.storage = storage
        self._on_commit = on_commit
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self.cache = GameCache()
        self.on_change: Callable[[str], None] = lambda game_id: None
        self.on_status: Callable[[Table], None] = lambda table: None
        self.before_commit: Callable[[TableTransaction, int | None], Awaitable[None]] = do_nothing

    async def find(self, game_id: str) -> Table:
        """Return a table with its seats, outside any transaction. Raises UnknownGame."""
        async with self.storage.read() as reader:
            return await load_table(reader, game_id)

    @asynccontextmanager
    async def begin(
        self, game_id: str, interaction_id: int | None, user_id: int | None = None
    ) -> AsyncIterator[TableTransaction]:
        """Begin a transaction of one table; it is committed at the end of the block, unless the block raises.

        The same ``interaction_id`` acts only once: InteractionSeen is raised the second time (see `once`). ``user_id``
        is the person who acts on the game. The game is locked, so that only one of several processes on one database
        changes it. Raises UnknownGame and StorageError, and StaleButton if the game has changed nevertheless.
        """
        async with self._open([game_id], interaction_id) as tx:
            tx.table = await load_table(tx, game_id)
            yield tx
            await self.before_commit(tx, user_id)
            fault_point("worked")

    async def at_all(
        self,
        game_ids: Collection[str],
        interaction_id: int | None,
        user_id: int,
        work: Callable[[TableTransaction], Awaitable[None]],
    ) -> None:
        """Do ``work`` at several tables in one database transaction: at all of them or, where it raises, at none.

        Raises as `begin` does, and what ``work`` raises.
        """
        in_order = sorted(set(game_ids))
        async with self._open(in_order, interaction_id) as tx:
            for game_id in in_order:
                tx.table = await load_table(tx, game_id)
                await work(tx)
                await self.before_commit(tx, user_id)
                fault_point("worked")

    @asynccontextmanager
    async def _open(self, game_ids: Sequence[str], interaction_id: int | None) -> AsyncIterator[TableTransaction]:
        """Open a database transaction in which games are locked, in this order; commit it, and call the callbacks.

        Its ``table`` is not set. Raises as `begin` does.
        """
        async with AsyncExitStack() as stack:
            for game_id in game_ids:
                await stack.enter_async_context(self._locks.setdefault(game_id, asyncio.Lock()))
            async with as_table_errors(), self.storage.transaction(TableTransaction) as tx:
                tx.cache = self.cache
                for game_id in game_ids:
                    await tx.lock_game(game_id)
                if interaction_id is not None:
                    await tx.remember_interaction(interaction_id, {})
                fault_point("entered")
                yield tx
            self.cache.settle(tx)
            fault_point("committed")
            self._on_commit(tx.has_queued)
            for game_id in game_ids:
                self.on_change(game_id)

    def wake_outbox(self) -> None:
        """Wake the outbox after a commit that was not made by `begin`, and may have queued messages."""
        self._on_commit(True)


@asynccontextmanager
async def once() -> AsyncIterator[None]:
    """End the block without an error if `Transactions.begin` in it finds that the interaction has acted already."""
    with suppress(InteractionSeen):
        yield


@asynccontextmanager
async def as_table_errors() -> AsyncIterator[None]:
    """Raise StaleButton where the block raises StaleVersion, because someone else has changed the game."""
    try:
        yield
    except StaleVersion as error:
        raise StaleButton from error


async def do_nothing(*about: object) -> None:
    """Do nothing: this is the default of a callback."""


async def open_step(tx: Writer, game_id: str, game: Game) -> None:
    """Store the running step of a game as an open turn. Its snapshot is secret, because it contains the seed."""
    snapshot = game.snapshot()
    await tx.open_turn(
        game_id,
        label=msgspec.to_builtins(game.label),
        snapshot=snapshot,
        digest=hashlib.blake2b(snapshot, digest_size=8).hexdigest(),
    )


async def gather_facts(reader: Reader, table: Table, result: Result) -> dict[str, Any]:
    """Return the facts of a finished game that are kept permanently, without names and ids of people."""
    choices = Counter(choice.kind for choice in await reader.choices(table.id))
    turns = await reader.turns(table.id, statuses=("done", "rolled_back"))
    return {
        **msgspec.to_builtins(result),
        "scenario": table.game.scenario,
        "seats": {seat.seat: seat.kind for seat in table.seats},
        "turns": sum(turn.status == "done" for turn in turns),
        "rolled_back": sum(turn.status == "rolled_back" for turn in turns),
        "choices": choices["choose"],
        "taken_back": choices["undo"] + choices["rewind"],
        "seconds": int((utc_now() - table.game.created).total_seconds()),
        "rules_version": table.game.rules_version,
    }
