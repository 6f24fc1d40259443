"""Loading games: the stored snapshot and the keys since, with a small memory of those in use."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from statistics import median
from typing import Any
from weakref import WeakKeyDictionary, WeakValueDictionary

import msgspec

from bot.errors import NotStarted, StaleButton, UnreadableTable
from bot.faultpoints import crash_here
from bot.games.front import FrontEnd, front_of
from bot.tables.table import Absence, Table
from engine import Game, rules_of
from engine.core.change import Change
from engine.core.errors import ReplayFailed
from engine.core.protocol import Label, Result
from engine.core.record import Start, StepRecord
from engine.core.text import text
from storage import Arrangement, InteractionSeen, Reader, StaleVersion, Statistic, Storage, Turn, Writer, effective_keys
from storage import Game as StoredGame
from storage.columns import utc_now

DAY = 86_400.0


async def gather_facts(reader: Reader, table: Table, result: Result) -> dict[str, Any]:
    """What is kept of a game for good: its result, who ran each seat, and how long it took. No names, no ids."""
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


def add_up(statistics: Iterable[Statistic]) -> dict[str, Any]:
    """Finished games by scenario: how many, who came first as a person's and as Arjuna's Faction, and how long."""
    by_scenario: dict[str, list[dict[str, Any]]] = {}
    for statistic in statistics:
        by_scenario.setdefault(str(statistic.facts.get("scenario", "")), []).append(statistic.facts)
    return {scenario: add_up_one(games) for scenario, games in sorted(by_scenario.items())}


def add_up_one(games: list[dict[str, Any]]) -> dict[str, Any]:
    """The finished games of one scenario."""
    first = Counter((facts["ranking"][0], facts.get("seats", {}).get(facts["ranking"][0], "player")) for facts in games)
    return {
        "games": len(games),
        "first": {f"{seat} ({kind})": count for (seat, kind), count in sorted(first.items())},
        "nobody": sum(bool(facts.get("all_players_lose")) for facts in games),
        "median_turns": median(facts.get("turns", 0) for facts in games),
        "median_days": round(median(facts.get("seconds", 0) for facts in games) / DAY, 1),
    }


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


log = logging.getLogger(__name__)

GAMES_IN_MEMORY = 32


@dataclass(frozen=True, slots=True)
class Loaded:
    """A game ready to go on: its table, the turn under way (the last one when it is over), and the game itself.

    ``undo_seat`` is the seat that may take its last choice back; None where that has to be looked up. ``undo_seats``
    keeps what was found, by who sits where; it is shared by all who load the game at this version.
    """

    table: Table
    turn: Turn
    keys: tuple[str, ...]
    game: Game
    undo_seat: str | None = None
    undo_seats: dict[Hashable, str] = field(default_factory=dict)


@dataclass(slots=True)
class Held:
    """A game in memory at one version, with its turn and keys (turn None: not read yet) as in `Loaded`."""

    version: int
    game: Game
    turn: Turn | None = None
    keys: tuple[str, ...] = ()
    undo_seats: dict[Hashable, str] = field(default_factory=dict)


class Memory:
    """The games loaded last, by version. A game out of here must be cloned before anything is chosen in it."""

    def __init__(self, size: int = GAMES_IN_MEMORY) -> None:
        self._size = size
        self._games: OrderedDict[str, Held] = OrderedDict()
        self._staged: WeakKeyDictionary[Reader, tuple[str, Held]] = WeakKeyDictionary()

    def find(self, game_id: str, version: int, unit: Reader | None = None) -> Held | None:
        """The game at this version, or None. What ``unit`` has staged is known to it alone."""
        staged = self._staged.get(unit) if unit is not None else None
        if staged is not None and (staged[0], staged[1].version) == (game_id, version):
            return staged[1]
        held = self._games.get(game_id)
        if held is None or held.version != version:
            return None
        self._games.move_to_end(game_id)
        return held

    def hold(self, unit: Reader, game_id: str, held: Held) -> None:
        """Remember a game that was read: at once, or, where a transaction has read it, once that is committed."""
        if isinstance(unit, Writer):
            self._staged[unit] = (game_id, held)
        else:
            self.keep(game_id, held)

    def stage(self, tx: Writer, table: Table, game: Game) -> None:
        """Have a game remembered as a transaction leaves it, once it is committed."""
        self.hold(tx, table.id, Held(table.game.version, game))

    def settle(self, tx: Writer) -> None:
        """A transaction is committed: what it has staged is so."""
        staged = self._staged.pop(tx, None)
        if staged is not None:
            self.keep(*staged)

    def keep(self, game_id: str, held: Held) -> None:
        """Remember a game; the one unused for longest is forgotten."""
        self._games[game_id] = held
        self._games.move_to_end(game_id)
        while len(self._games) > self._size:
            self._games.popitem(last=False)

    def forget(self, game_id: str) -> None:
        """Drop a game."""
        self._games.pop(game_id, None)


def start_of(game: StoredGame) -> Start:
    """How a stored game began, with its seed."""
    return Start(
        game=game.kind,
        seed=game.seed.hex(),
        scenario=game.scenario,
        seats=dict(game.options.get("seats", {})),
        options=start_options(front_of(game.kind), game.options),
    )


def start_options(front: FrontEnd, options: Mapping[str, Any]) -> dict[str, Any]:
    """Those of a table's options that the rules want to know, as far as they say something."""
    return {key: options[key] for key in front.option_keys if options.get(key)}


async def load_table(reader: Reader, game_id: str) -> Table:
    """A table with its seats. Raises UnknownGame."""
    return await _with_seats(reader, await reader.game(game_id))


async def load_tables(reader: Reader, games: Sequence[StoredGame]) -> list[Table]:
    """The tables of several games, with as few questions to the database as for one."""
    ids = [game.id for game in games]
    seats, away = await reader.seats_of(ids), await reader.arrangements_of(ids, "away")
    return [Table(game, tuple(seats.get(game.id, ())), read_absences(away.get(game.id, ()))) for game in games]


async def _with_seats(reader: Reader, game: StoredGame) -> Table:
    absences = read_absences(await reader.arrangements(game.id, "away"))
    return Table(game, tuple(await reader.seats(game.id)), absences)


def read_absences(rows: Iterable[Arrangement]) -> tuple[Absence, ...]:
    """Who is away from a table, as it is stored."""
    return tuple(
        Absence(row.seat, row.user_id, row.other_user_id, str(row.payload.get("name", "")), row.until) for row in rows
    )


async def load(reader: Reader, game_id: str, memory: Memory) -> Loaded:
    """A game where it stands; do not choose in it, but in a clone.

    Raises UnknownGame, NotStarted, ReplayFailed when the stored keys no longer fit the rules, and UnreadableTable when
    the snapshot itself cannot be read.
    """
    table = await load_table(reader, game_id)
    if table.game.status not in ("playing", "over"):
        raise NotStarted(text("error.not_started", name=table.game.name))
    held = memory.find(game_id, table.game.version, reader)
    if held is None or held.turn is None:
        turn, keys = await find_turn(reader, table)
        if held is None:
            held = Held(table.game.version, resume(table, turn, keys))
            memory.hold(reader, game_id, held)
        held.turn, held.keys = turn, keys
    return Loaded(table, held.turn, held.keys, held.game, undo_seats=held.undo_seats)


async def find_turn(reader: Reader, table: Table) -> tuple[Turn, tuple[str, ...]]:
    """The turn that is under way, the last one when the game is over, with its keys. Raises UnreadableTable."""
    play = await reader.load_play(table.id)
    return (play.turn, play.keys) if play.turn is not None else await last_turn(reader, table)


async def last_turn(reader: Reader, table: Table) -> tuple[Turn, tuple[str, ...]]:
    """The last turn that holds, with its keys. Raises UnreadableTable when there is none."""
    turns = await reader.turns(table.id, last=1)
    if not turns:
        raise UnreadableTable(table.game.name)
    return turns[0], await keys_of(reader, turns[0])


async def keys_of(reader: Reader, turn: Turn) -> tuple[str, ...]:
    """The keys of a turn that hold."""
    return effective_keys(await reader.choices(turn.game_id, turn.number))


def resume(table: Table, turn: Turn, keys: tuple[str, ...]) -> Game:
    """A game from a stored turn and the keys chosen in it. Raises ReplayFailed and UnreadableTable."""
    try:
        return Game.resume(
            rules_of(table.game.kind), turn.snapshot, keys, start=start_of(table.game), number=turn.number
        )
    except ReplayFailed:
        raise
    except (msgspec.DecodeError, LookupError, ValueError, TypeError) as error:
        log.error("Turn %s of table %s cannot be read: %r", turn.number, table.id, error)
        raise UnreadableTable(table.game.name) from error


class StepLog(msgspec.Struct, frozen=True, omit_defaults=True):
    """One finished step as a stored turn keeps it. A turn ends with the steps in which nobody had to decide.

    ``found`` is what a search had come to that chose the step, as plain data of the game.
    """

    label: Label
    changes: list[Change]
    found: Any = None


@dataclass(frozen=True, slots=True)
class Written:
    """What a commit did: the new version, the steps it finished, and the Changes of all its keys.

    A turn ends with the steps in which nobody had to decide: ``places`` tells for each step the number of its stored
    turn, and its index there.
    """

    version: int
    steps: list[StepLog]
    changes: list[Change]
    places: list[tuple[int, int]] = field(default_factory=list)


def encode_steps(steps: Sequence[StepLog]) -> bytes:
    """Finished steps as bytes for the database."""
    return msgspec.msgpack.encode(list(steps))


def decode_steps(data: bytes | None) -> list[StepLog]:
    """The steps that `encode_steps` wrote; none for a turn that was never finished."""
    return msgspec.msgpack.decode(data, type=list[StepLog]) if data else []


def to_log(turns: Sequence[StepRecord]) -> list[StepLog]:
    """The finished steps of a game as they are stored."""
    return [StepLog(turn.label, turn.changes) for turn in turns]


async def open_step(tx: Writer, game_id: str, game: Game) -> None:
    """Store the step that the game has come to. Its snapshot is secret: it holds the seed."""
    snapshot = game.snapshot()
    await tx.open_turn(
        game_id,
        label=msgspec.to_builtins(game.label),
        snapshot=snapshot,
        digest=hashlib.blake2b(snapshot, digest_size=8).hexdigest(),
    )


async def write_choices(
    tx: Writer, loaded: Loaded, game: Game, seat: str, keys: Sequence[str], user_id: int | None
) -> Written:
    """Choose a person's keys in a game (a clone of the loaded one) and store them with all that follows from them.

    Raises IllegalChoice for a key that is not allowed, StaleVersion when somebody was faster.
    """
    return await write_answers(tx, loaded, game, [(seat, key) for key in keys], user_id)


async def write_answers(
    tx: Writer,
    loaded: Loaded,
    game: Game,
    answers: Sequence[tuple[str, str]],
    user_id: int | None,
    *,
    found: Any = None,
) -> Written:
    """Choose the keys of one seat after the other, and store them with all that follows from them.

    ``found`` is what a search had come to for them; it is kept with the step that they finish.

    Raises IllegalChoice for a key that is not allowed, StaleVersion when somebody was faster.
    """
    game_id, version = loaded.table.id, loaded.table.game.version
    steps: list[StepLog] = []
    changes: list[Change] = []
    waiting: list[str] = []
    seat = ""
    places: list[tuple[int, int]] = []
    for whose, key in answers:
        if waiting and whose != seat:
            version = await tx.append_choices(game_id, version, seat, waiting, user_id=user_id)
            waiting = []
        seat = whose
        done = len(game.steps)
        changes += game.choose(key)
        waiting.append(key)
        finished = to_log(game.steps[done:])
        if not finished:
            continue
        finished[0], found = msgspec.structs.replace(finished[0], found=found), None
        version = await tx.append_choices(game_id, version, seat, waiting, user_id=user_id)
        waiting = []
        crash_here("chosen")
        turn = await tx.finish_turn(game_id, encode_steps(finished))
        places += [(turn.number, index) for index in range(len(finished))]
        crash_here("finished")
        steps += finished
        if game.decision is not None:
            await open_step(tx, game_id, game)
    if waiting:
        version = await tx.append_choices(game_id, version, seat, waiting, user_id=user_id)
    if game.decision is None and (result := game.result) is not None:
        await tx.finish_game(game_id, await gather_facts(tx, loaded.table, result))
    return Written(version, steps, changes, places)
