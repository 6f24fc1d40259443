"""The stored data of a game, read back: its present moment, with a cache, and its turns with the boards around them.

Recaps, the page, the log, announcements, votes to go back and the check of a record read stored turns here. Turns that
a table withdrew when it went back stay readable, and can be played again. This module only reads:
`bot.tables.transaction` writes.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Final
from weakref import WeakKeyDictionary

import msgspec

from bot.errors import UnreadableTable
from bot.games.frontend import Frontend, front_of
from bot.tables.table import Absence, Table, check_under_way, read_state
from engine import Game, rules_of
from engine.core.change import Change
from engine.core.errors import ReplayFailed
from engine.core.inserted import GO_BACK
from engine.core.protocol import Label
from engine.core.record import Start, StepRecord
from render.pictures import Turn as Scene
from storage import Arrangement, Reader, Turn, Writer, effective_keys
from storage import Game as StoredGame

log = logging.getLogger(__name__)


CACHED_GAMES: Final = 32


@dataclass(frozen=True, slots=True)
class Loaded:
    """A game ready to continue: its table, the turn under way (the last one of a finished game), and the game itself.

    ``undo_seat`` is the seat that may undo its last choice, or None if that is not known yet. ``undo_seats`` keeps the
    results, by who has which seat, for everyone who loads the game at this version. If this game is at a person's later
    question (`bot.tables.standing_orders.look_ahead`), ``now`` is the present game.
    """

    table: Table
    turn: Turn
    keys: tuple[str, ...]
    game: Game
    undo_seat: str | None = None
    undo_seats: dict[Hashable, str] = field(default_factory=dict)
    now: Loaded | None = None


@dataclass(slots=True)
class Held:
    """A game in the cache at one version, with its turn and keys (turn None: not read yet) as in `Loaded`."""

    version: int
    game: Game
    turn: Turn | None = None
    keys: tuple[str, ...] = ()
    undo_seats: dict[Hashable, str] = field(default_factory=dict)


class GameCache:
    """The games loaded last, by version. Clone a game before choosing anything in it."""

    def __init__(self, size: int = CACHED_GAMES) -> None:
        self._size = size
        self._games: OrderedDict[str, Held] = OrderedDict()
        self._staged: WeakKeyDictionary[Reader, tuple[str, Held]] = WeakKeyDictionary()

    def find(self, game_id: str, version: int, unit: Reader | None = None) -> Held | None:
        """Return the game at this version, or None. A staged game is found only for its own transaction (``unit``)."""
        staged = self._staged.get(unit) if unit is not None else None
        if staged is not None and (staged[0], staged[1].version) == (game_id, version):
            return staged[1]
        held = self._games.get(game_id)
        if held is None or held.version != version:
            return None
        self._games.move_to_end(game_id)
        return held

    def hold(self, unit: Reader, game_id: str, held: Held) -> None:
        """Cache a game that ``unit`` has read: at once for a reader, after its commit (`settle`) for a transaction."""
        if isinstance(unit, Writer):
            self._staged[unit] = (game_id, held)
        else:
            self.keep(game_id, held)

    def stage(self, tx: Writer, table: Table, game: Game) -> None:
        """Cache the game that a transaction has played, after its commit (`settle`)."""
        self.hold(tx, table.id, Held(table.game.version, game))

    def settle(self, tx: Writer) -> None:
        """Cache the staged game of a transaction: call this after its commit."""
        staged = self._staged.pop(tx, None)
        if staged is not None:
            self.keep(*staged)

    def keep(self, game_id: str, held: Held) -> None:
        """Cache a game. If there are too many, the game that was unused for longest is dropped."""
        self._games[game_id] = held
        self._games.move_to_end(game_id)
        while len(self._games) > self._size:
            self._games.popitem(last=False)

    def forget(self, game_id: str) -> None:
        """Drop a game from the cache."""
        self._games.pop(game_id, None)


def start_of(game: StoredGame) -> Start:
    """Return the start of a stored game, with its secret seed: its scenario and options, or its position."""
    state = read_state(game.options)
    if state.position:
        return Start(game=game.kind, seed=game.seed.hex(), position=state.position, data=state.data)
    return Start(
        game=game.kind,
        seed=game.seed.hex(),
        scenario=game.scenario,
        seats=state.seats,
        options=start_options(front_of(game.kind), state.options),
        data=state.data,
    )


def start_options(front: Frontend, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return those of a table's options that the rules of its game know, without empty ones."""
    return {key: options[key] for key in front.setup.option_keys if options.get(key)}


async def load_table(reader: Reader, game_id: str) -> Table:
    """Return a table with its seats, its absences, and the people of its season. Raises UnknownGame."""
    gathered = await reader.gather(game_id)
    season = str(gathered.game.options.get("season", ""))
    circle = await reader.circle(season) if season else None
    return Table(gathered.game, gathered.seats, read_absences(gathered.away), circle)


async def load_tables(reader: Reader, games: Sequence[StoredGame]) -> list[Table]:
    """Return the tables of any number of games, without the people of their seasons, with two queries in all."""
    ids = [game.id for game in games]
    seats, away = await reader.seats_of(ids), await reader.arrangements_of(ids, "away")
    return [Table(game, tuple(seats.get(game.id, ())), read_absences(away.get(game.id, ()))) for game in games]


async def shares_place(reader: Reader, table: Table) -> bool:
    """Return whether another open or running table is played in the same channel or thread."""
    return any(game.id != table.id for game in await find_tables_at(reader, table.place))


async def find_tables_at(reader: Reader, place: int) -> list[StoredGame]:
    """Return the games of the open or running tables that are played in a channel or thread."""
    games = await reader.games_by(channel_id=place, statuses=("open", "playing"), limit=None)
    return [game for game in games if (game.thread_id or game.channel_id) == place]


def read_absences(rows: Iterable[Arrangement]) -> tuple[Absence, ...]:
    """Return the absences in stored arrangements."""
    return tuple(
        Absence(row.seat, row.user_id, row.other_user_id, str(row.payload.get("name", "")), row.until) for row in rows
    )


async def load(reader: Reader, game_id: str, cache: GameCache) -> Loaded:
    """Return the game of a table, read now. Raises UnknownGame, and as `load_at` does."""
    return await load_at(reader, await load_table(reader, game_id), cache)


async def load_at(reader: Reader, table: Table, cache: GameCache) -> Loaded:
    """Return the game at a table that was just loaded; choose only in a clone of it.

    Raises NotStarted, ReplayFailed when the stored keys no longer fit the rules, and UnreadableTable when the snapshot
    itself cannot be read.
    """
    if not table.has_begun:
        check_under_way(table)
    held = cache.find(table.id, table.game.version, reader)
    if held is None or held.turn is None:
        turn, keys = await find_turn(reader, table)
        if held is None:
            held = Held(table.game.version, resume(table, turn, keys))
            cache.hold(reader, table.id, held)
        held.turn, held.keys = turn, keys
    return Loaded(table, held.turn, held.keys, held.game, undo_seats=held.undo_seats)


async def find_turn(reader: Reader, table: Table) -> tuple[Turn, tuple[str, ...]]:
    """Return the turn under way, or the last one of a finished game, and its keys. Raises UnreadableTable."""
    turn = await find_stored_turn(reader, table)
    return turn, await keys_of(reader, turn)


async def find_stored_turn(reader: Reader, table: Table) -> Turn:
    """Return the turn under way, or the last one of a finished game. Raises UnreadableTable if there is none."""
    turn = await reader.turn_under_way(table.id)
    if turn is not None:
        return turn
    turns = await reader.turns(table.id, last=1)
    if not turns:
        raise UnreadableTable(table.game.name)
    return turns[0]


async def keys_of(reader: Reader, turn: Turn) -> tuple[str, ...]:
    """Return the keys chosen in a stored turn, in order, without those that were undone."""
    return effective_keys(await reader.choices(turn.game_id, turn.number))


def resume(table: Table, turn: Turn, keys: tuple[str, ...]) -> Game:
    """Return the game of a stored turn after the keys chosen in it. Raises ReplayFailed and UnreadableTable."""
    try:
        rules, start = rules_of(table.game.kind), start_of(table.game)
        return Game.resume(rules, turn.snapshot, keys, start=start, number=turn.number)
    except ReplayFailed:
        raise
    except (msgspec.DecodeError, LookupError, ValueError, TypeError) as error:
        log.error("Turn %s of table %s cannot be read: %r", turn.number, table.id, error)
        raise UnreadableTable(table.game.name) from error


class StepLog(msgspec.Struct, frozen=True, omit_defaults=True):
    """A finished step of a stored turn. After its first step, a turn may have others in which no one had to decide.

    ``found`` is the result of the search that chose the step, as plain data of the game.
    """

    label: Label
    changes: list[Change]
    found: Any = None


def encode_steps(steps: Sequence[StepLog]) -> bytes:
    """Return finished steps as bytes for the database."""
    return msgspec.msgpack.encode(list(steps))


def decode_steps(data: bytes | None) -> list[StepLog]:
    """Return the steps that `encode_steps` wrote, or none for an unfinished turn."""
    return msgspec.msgpack.decode(data, type=list[StepLog]) if data else []


def to_log(turns: Sequence[StepRecord]) -> list[StepLog]:
    """Return the finished steps of a game in their stored form."""
    return [StepLog(turn.label, turn.changes) for turn in turns]


@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """A stored turn with its Changes: those so far, if it ``is_running``."""

    turn: Turn
    changes: tuple[Change, ...]
    is_running: bool = False

    @property
    def number(self) -> int:
        """Return the number of the stored turn."""
        return self.turn.number


@dataclass(frozen=True, slots=True)
class Cut:
    """A point in a stored turn: after the first ``changes`` Changes of the step with index ``step``; with its board."""

    step: int
    changes: int
    view: Any


@dataclass(frozen=True, slots=True)
class Recap:
    """Consecutive turns of a table: the board before them, and a scene for each, with its Changes and the board after.

    If the recap begins at a `Cut` of its first turn, ``rest`` has the Changes of the rest of that turn.
    """

    table: Table
    before: Any
    scenes: tuple[Scene, ...]
    turns: tuple[Turn, ...] = ()
    rest: tuple[Change, ...] = ()

    @property
    def after(self) -> Any:
        """Return the board after the last turn."""
        return self.scenes[-1].view if self.scenes else self.before

    @property
    def changes(self) -> list[Change]:
        """Return the Changes of all turns, in order."""
        return [change for scene in self.scenes for change in scene.changes]

    @property
    def views(self) -> list[Any]:
        """Return the boards: before the first turn, then after each turn."""
        return [self.before, *(scene.view for scene in self.scenes)]


def list_steps(turns: Iterable[Turn]) -> list[StepLog]:
    """Return the finished steps of stored turns, in order."""
    return [step for turn in turns for step in decode_steps(turn.changes)]


def list_changes(turns: Iterable[Turn]) -> list[Change]:
    """Return the Changes of the finished steps of stored turns, in order."""
    return [change for step in list_steps(turns) for change in step.changes]


def read_turn(turn: Turn) -> PlayedTurn:
    """Return a finished turn with its Changes."""
    return PlayedTurn(turn, tuple(list_changes([turn])))


def find_phase(turn: Turn) -> str:
    """Return the phase of the first step of a finished turn, or "" for an unfinished one."""
    steps = list_steps([turn])
    return steps[0].label.phase if steps else ""


async def find_last(reader: Reader, game_id: str) -> PlayedTurn | None:
    """Return the last finished turn of a game, or None if there is none."""
    turns = await reader.turns(game_id, last=1)
    return read_turn(turns[0]) if turns else None


def list_boards(table: Table, turns: Iterable[Turn]) -> list[Any]:
    """Return the board at the first question of each of some stored turns. Raises ReplayFailed and UnreadableTable."""
    return [resume(table, turn, ()).view() for turn in turns]


def count_scores(table: Table, played: PlayedTurn) -> Mapping[str, int]:
    """Return each seat's score at the start of a turn. Raises ReplayFailed and UnreadableTable."""
    return table.front.score.list_totals(list_boards(table, [played.turn])[0])


def show_board(table: Table, turn: Turn, keys: tuple[str, ...], step: int) -> Any:
    """Return the board before the step with this index in a stored turn with these ``keys``. Raises as `list_boards`.

    If ``step`` is the number of the turn's steps, this is the board at the end of the turn.
    """
    game = resume(table, turn, keys if step else ())
    # A resumed game has already played everything before its first decision.
    return game.view_after(step - 1) if step or game.steps or game.state.log else game.view()


def find_cut(table: Table, turn: Turn, keys: tuple[str, ...], seen: int) -> Cut:
    """Return the point after the first ``seen`` keys of a turn, and after the certain results of the last of them.

    A die, a card that is turned up and the next step come after this point. Raises as `list_boards` does.
    """
    game = resume(table, turn, keys[: seen - 1])
    outlook = game.look_ahead(keys[seen - 1 : seen])
    return Cut(len(game.steps), len(game.state.log) + len(outlook.changes), outlook.view)


async def find_board(reader: Reader, table: Table, turn: Turn, step: int) -> Any:
    """Return the board before the step with this index in a stored turn. Raises as `list_boards` does."""
    return show_board(table, turn, await keys_of(reader, turn) if step else (), step)


def tell(
    table: Table,
    turns: Sequence[Turn],
    keys: tuple[str, ...],
    since: int = 0,
    before: tuple[str, ...] = (),
    until: int | None = None,
) -> Recap:
    """Return the recap of consecutive turns; ``keys`` are those of the last. Raises ReplayFailed and UnreadableTable.

    It begins before step ``since`` of the first turn, whose keys are ``before``, and ends after step ``until`` of the
    last (None: its last step). Steps are counted from 0.
    """
    views = [show_board(table, turns[0], before, since), *(show_board(table, turn, (), 0) for turn in turns[1:])]
    end = until + 1 if until is not None else None
    views.append(resume(table, turns[-1], keys).view() if end is None else show_board(table, turns[-1], keys, end))
    logs = [list_steps([turn]) for turn in turns]
    logs[-1] = logs[-1][:end]
    logs[0] = logs[0][since:]
    told = [tuple(change for step in log for change in step.changes) for log in logs]
    return Recap(table, views[0], tuple(map(Scene, views[1:], told)), tuple(turns))


def tell_rest(table: Table, turns: Sequence[Turn], keys: tuple[str, ...], own: tuple[str, ...], seen: int) -> Recap:
    """Return the recap of turns as `tell` does, but without the results of the first ``seen`` keys (`find_cut`).

    ``own`` are all keys of the first turn. This turn is left out if nothing happened in it after those keys.
    """
    cut = find_cut(table, turns[0], own, seen)
    cut_step, *later = list_steps(turns[:1])[cut.step :]
    rest = (*cut_step.changes[cut.changes :], *(change for step in later for change in step.changes))
    whole = tell(table, turns, keys)
    first, *others = whole.scenes
    if not rest:
        return Recap(table, first.view, tuple(others), tuple(turns[1:]))
    return Recap(table, cut.view, (Scene(first.view, rest), *others), tuple(turns), rest)


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """A turn that was withdrawn, with its keys, and the number of the turn (``by``) in which the game went back."""

    turn: Turn
    keys: tuple[str, ...]
    by: int


async def list_withdrawn(reader: Reader, table: Table) -> list[Withdrawn]:
    """Return the turns that a table has withdrawn by votes to go back, in order, but not those that players undid.

    The database is not read for a table that has never gone back.
    """
    if not table.state.gone_back:
        return []
    rows = await reader.choices(table.id)
    turns = {turn.number: turn for turn in await reader.turns(table.id, statuses=["rolled_back"])}
    found: list[Withdrawn] = []
    for row, after in pairwise(rows):
        if row.kind != "rewind":
            continue
        gone = [turns.pop(number) for number in sorted(turns) if int(row.key) <= number <= row.turn_number]
        if not after.key.startswith(GO_BACK):
            continue
        for turn in gone:
            own = [one for one in rows if one.turn_number == turn.number and one.seq < row.seq]
            if keys := effective_keys(own):
                found.append(Withdrawn(turn, keys, after.turn_number))
    return found


async def find_again(reader: Reader, table: Table, game: Game) -> tuple[str, ...]:
    """Return the keys of the last withdrawn turn of the same phase, seat and card, as `fit_draft` returns them.

    ``game`` is at the start of a turn. If no such turn was withdrawn, there are none.
    """
    for withdrawn in reversed(await list_withdrawn(reader, table)):
        if msgspec.convert(withdrawn.turn.label, Label) == game.label:
            return fit_draft(game, withdrawn.keys)
    return ()


def fit_draft(game: Game, keys: Sequence[str]) -> tuple[str, ...]:
    """Return the keys that can be drafted: no key after the first that crosses a barrier; none if one is forbidden."""
    twin = game.blind((game.pending_seat,))
    fitting: list[str] = []
    for key in keys:
        if twin.decision is None or not twin.decision.allows(key):
            return ()
        fitting.append(key)
        if twin.draft(key) is None:
            break
    return tuple(fitting)
