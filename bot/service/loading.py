"""Loading games: the stored snapshot and the keys since, with a small memory of those in use."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakKeyDictionary

import msgspec

from bot.errors import NotStarted, UnreadableTable
from bot.games.front import FrontEnd, front_of
from bot.service.moments import Absence, Table
from engine import Game, rules_of
from engine.core.errors import ReplayFailed
from engine.core.record import Start
from engine.core.text import text
from storage import Arrangement, Reader, Turn, Writer, effective_keys
from storage import Game as StoredGame

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
