"""The private copy of a table behind ``/whatif``: one person plays every seat in it, looks, and discards it.

A copy is made from what the person may see, at the start of the running step. Its dice, its face-down cards and the
hands of others are invented, and say nothing about those of the table. It exists only in memory, as a snapshot and the
keys since.
"""

from __future__ import annotations

import asyncio
import hashlib
import zlib
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final
from weakref import WeakValueDictionary

import msgspec

from bot.errors import StaleButton, TableError
from bot.games.frontend import Frontend, front_of
from bot.games.playing import AUTOMATIC
from bot.games.showing import list_runners
from bot.tables.advice import Advisers
from bot.tables.draft import KEY_SEPARATOR, Draft, extend
from bot.tables.moments import Moment, TableMoment, find_shortcut
from bot.tables.table import Table
from engine import Game, rules_of
from engine.core.change import Change
from engine.core.errors import BadPosition, GameError
from engine.core.inserted import HAND_OVER
from engine.core.record import Start
from engine.core.text import text

PRACTICE: Final = "whatif0"
"""The id in place of a table's in the custom ids of copies. No table's id contains a 0."""
MOST_PRACTICES: Final = 200
"""The most copies in memory; a further copy replaces the copy that was unused for longest."""
MOST_MOVES: Final = 200
"""The most clicks in a copy that can be undone."""
MOST_ANSWERS: Final = 400
"""The most answers of the automatic player to one click."""


class PracticePlace(msgspec.Struct, frozen=True):
    """A position of a game: the snapshot at the start of its running step, the step's number, and the keys since."""

    snapshot: bytes
    number: int
    keys: tuple[str, ...] = ()


class Move(msgspec.Struct, frozen=True):
    """A click in a copy. ``is_from_start`` means that the running step was begun again before its keys."""

    keys: tuple[str, ...]
    is_from_start: bool = False


@dataclass
class Practice:
    """A copy of the table with the id ``source``. It stores its game as data, a hundredth of the size of a `Game`.

    ``origin`` is the position when the game was copied, ``now`` the present position. ``moves`` lead from ``base`` to
    ``now``, and can be undone; ``dropped`` is the number of earlier moves, which cannot. ``automatic`` has the name of
    the automatic player for each seat that one had at the table.
    """

    source: str
    name: str
    automatic: Mapping[str, str]
    begun: Start
    origin: PracticePlace
    base: PracticePlace
    now: PracticePlace
    serial: str
    moves: list[Move] = field(default_factory=list)
    dropped: int = 0
    packed: bytes = b""

    @property
    def token(self) -> str:
        """Return the token of the present moment: the serial of the copy, and the number of clicks in it."""
        return f"{self.serial}-{self.dropped + len(self.moves)}"

    @property
    def front(self) -> Frontend:
        """Return the front end of the game."""
        return front_of(self.begun.game)

    @property
    def game(self) -> Game:
        """Return the present game of the copy. It is made again for each caller, who may change it."""
        return self.resume(self.now)

    @property
    def start(self) -> Any:
        """Return the view of the game when it was copied."""
        return self.resume(self.origin).view()

    @property
    def changes(self) -> list[Change]:
        """Return the Changes of the last click, or none after an undo."""
        return msgspec.json.decode(zlib.decompress(self.packed), type=list[Change]) if self.packed else []

    def resume(self, place: PracticePlace) -> Game:
        """Return the game at a position of the copy. It has no hidden data: even the other hands are invented."""
        rules, seats = rules_of(self.begun.game), self.front.setup.seats
        return Game.resume(rules, place.snapshot, place.keys, start=self.begun, number=place.number, seen_by=seats)

    def move(self, game: Game, move: Move, changes: Sequence[Change]) -> None:
        """Store a click, the game after it, and its Changes. Beyond `MOST_MOVES`, the oldest click cannot be undone."""
        self.moves.append(move)
        if len(self.moves) > MOST_MOVES:
            self.base = place_of(play_again(self.resume(self.base), self.moves.pop(0)))
            self.dropped += 1
        self.now = place_of(game)
        self.packed = zlib.compress(msgspec.json.encode(changes))


@dataclass(slots=True, kw_only=True)
class PracticeMoment(Moment):
    """The moment of a copy. There is no draft: each choice is played at once."""

    practice: Practice

    @property
    def id(self) -> str:
        """Return the id that all copies share: a person has only one copy."""
        return PRACTICE

    @property
    def token(self) -> str:
        """Return the serial of the copy, and the number of clicks in it."""
        return self.practice.token

    @property
    def asked(self) -> str:
        """Return the name of the automatic player for the seat that decides. It is shown only for automatic seats."""
        return self.practice.automatic.get(self.game.pending_seat, self.front.player.name)

    @property
    def actions(self) -> Sequence[str]:
        """Return the names of actions: “take” (undo), “entrust” or “goon” (play automatically), “drop”."""
        undo = ["take"] if self.practice.moves else []
        can_play = self.decision is not None and "automatic player" in self.front.offers
        play = ["entrust" if self.is_mine else "goon"] if can_play else []
        return [*undo, *play, "drop"]

    def find_scene(self) -> tuple[Sequence[Change], Any]:
        """Return the Changes of the last click, and the view after it."""
        return self.practice.changes, self.view


class PracticeGames:
    """The copies of all people, at most one for each person."""

    def __init__(self) -> None:
        self._games: OrderedDict[int, Practice] = OrderedDict()
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._made = 0

    def lock(self, user_id: int) -> asyncio.Lock:
        """Return the lock for a change of a person's copy, so that two clicks at once do not both change it."""
        return self._locks.setdefault(user_id, asyncio.Lock())

    def open(self, moment: TableMoment, user_id: int) -> Practice:
        """Make a copy of a table, in place of the person's last copy. Raises TableError if that is impossible."""
        return self.open_at(moment.table, moment.game, user_id)

    def open_at(self, table: Table, game: Game, user_id: int) -> Practice:
        """Make a copy of a table at an earlier moment, in place of the person's last copy. Raises as `open` does."""
        practice = copy_table(table, game, user_id, self._made)
        self._made += 1
        self._games[user_id] = practice
        self._games.move_to_end(user_id)
        while len(self._games) > MOST_PRACTICES:
            self._games.popitem(last=False)
        return practice

    def find(self, user_id: int) -> Practice:
        """Return a person's copy. Raises TableError if there is none."""
        if user_id not in self._games:
            raise TableError(text("error.no_trial"))
        self._games.move_to_end(user_id)
        return self._games[user_id]

    def drop(self, user_id: int) -> None:
        """Discard a person's copy, if there is one."""
        self._games.pop(user_id, None)


def copy_table(table: Table, original: Game, user_id: int, number: int) -> Practice:
    """Return a copy of a table at the start of the running step, in which one person plays the seats of all people.

    ``number`` makes its random numbers differ from those of other copies. Raises TableError for a game that is over or
    cannot be copied.
    """
    if original.result is not None:
        raise TableError(text("error.over", name=table.game.name))
    public = msgspec.json.encode((original.at_start().view(), user_id, number))
    seed = hashlib.blake2b(public, digest_size=32).digest()
    try:
        game = table.front.setup.copy_game(original, seed)
    except BadPosition as error:
        raise TableError(text("error.cannot_copy", name=table.game.name)) from error
    place = place_of(game)
    serial = hashlib.blake2b(seed, digest_size=4).hexdigest()
    automatic = {
        row.seat: row.display_name if row.kind == AUTOMATIC else table.front.player.name
        for row in table.seats
        if table.front.player.is_automatic(original, row.seat)
    }
    return Practice(table.id, table.game.name, automatic, game.start, place, place, place, serial)


def place_of(game: Game) -> PracticePlace:
    """Return the position of a game as data."""
    return PracticePlace(game.snapshot(), game.step_number, game.keys)


def play_again(game: Game, move: Move) -> Game:
    """Play a move, and return the game after it: ``game`` itself, changed, or its clone from the start of the step."""
    game = game.at_start() if move.is_from_start else game
    for key in move.keys:
        game.choose(key)
    return game


def look(practice: Practice) -> PracticeMoment:
    """Return the present moment of a copy."""
    game = practice.game
    decision = game.decision
    is_mine = decision is not None and not practice.front.player.is_automatic(game, decision.seat)
    return PracticeMoment(game, Draft(), game.view(), [], list(game.state.log), is_mine, practice=practice)


def choose(practice: Practice, keys: Sequence[str]) -> None:
    """Play the keys of a click in a copy, even if one of them crosses a `Barrier`.

    Raises IllegalChoice, and then changes nothing.
    """
    game = practice.game
    chosen = extend(game.clone(), Draft(), keys).draft.to_commit
    practice.move(game, Move(chosen), [change for key in chosen for change in game.choose(key)])


def play_on(practice: Practice) -> None:
    """Let the automatic player answer in a copy until a person must; if it plays every seat, until a step has ended.

    All answers are stored as one click. Raises TableError for a game without an automatic player.
    """
    game = practice.game
    keys, changes = let_play(practice.front, game)
    practice.move(game, Move(keys), changes)


def entrust(practice: Practice) -> None:
    """Begin the running step of a copy again with the deciding seat automatic, and play it as `play_on` does.

    Raises TableError as `play_on` does, and if the seat cannot become automatic.
    """
    game = practice.game.at_start()
    key = f"{HAND_OVER}{game.pending_seat}:{practice.front.player.kind_of('', is_owned=True)}"
    try:
        game.choose(key)
    except GameError as error:
        raise TableError(error.text) from error
    keys, changes = let_play(practice.front, game)
    practice.move(game, Move((key, *keys), is_from_start=True), changes)


def let_play(front: Frontend, game: Game) -> tuple[tuple[str, ...], list[Change]]:
    """Answer automatically in a game as in `play_on`, and return the keys and their Changes. Raises TableError."""
    player = front.player.make(game)
    if player is None:
        raise TableError(text("error.no_automatic_player"))
    done, seen = len(game.steps), len(game.state.log)
    is_alone = all(front.player.is_automatic(game, seat) for seat in list_runners(game.view()))
    keys: list[str] = []
    while len(keys) < MOST_ANSWERS:
        decision = game.decision
        if decision is None or not front.player.is_automatic(game, decision.seat):
            break
        if is_alone and len(game.steps) > done:
            break
        keys.append(player.answer())
    made = [change for step in game.steps[done:] for change in step.changes] + list(game.state.log)
    return tuple(keys), made[seen:]


def take_back(practice: Practice) -> None:
    """Undo the last click in a copy, if one can be undone."""
    if practice.moves:
        practice.moves.pop()
        game = practice.resume(practice.base)
        for move in practice.moves:
            game = play_again(game, move)
        practice.now = place_of(game)
    practice.packed = b""


def take_all_back(practice: Practice) -> None:
    """Undo all clicks in a copy that can be undone."""
    practice.moves.clear()
    practice.now, practice.packed = practice.base, b""


@dataclass(frozen=True, slots=True)
class PracticeSession:
    """A `PlaySession` in a person's copy of a table."""

    practices: PracticeGames
    advisers: Advisers
    user_id: int
    token: str | None = None

    @property
    def id(self) -> str:
        """Return the id that all copies share."""
        return PRACTICE

    async def moment(self) -> PracticeMoment:
        """Return the present moment. Raises TableError if there is no copy."""
        return look(self.practices.find(self.user_id))

    async def choose(self, keys: Sequence[str]) -> PracticeMoment:
        """Choose keys: they are played at once. Raises StaleButton, IllegalChoice and TableError."""
        return await self._do(lambda practice: choose(practice, keys))

    async def take_shortcut(self, name: str) -> PracticeMoment:
        """Choose all answers of a shortcut. Raises as `choose` does."""
        shortcut = KEY_SEPARATOR.join(find_shortcut(self._find().game, name))
        return await self._do(lambda practice: choose(practice, [shortcut]))

    async def undo(self, number: int | None = None) -> PracticeMoment:
        """Undo the last click. Raises StaleButton and TableError."""
        return await self._do(take_back)

    async def reset(self) -> PracticeMoment:
        """Undo every click that can be undone. Raises StaleButton and TableError."""
        return await self._do(take_all_back)

    async def confirm(self, key: str = "") -> PracticeMoment:
        """Choose the keys of a click. Raises as `choose` does."""
        return await self.choose([key])

    async def act(self, name: str) -> PracticeMoment | None:
        """Carry out one of `PracticeMoment.actions`. Return None if that discards the copy.

        Raises StaleButton, also for another name, and TableError if there is no copy, or the automatic player's turn
        would be advice where that is not allowed.
        """
        match name:
            case "take":
                return await self.undo()
            case "entrust":
                return await self._let_play(entrust)
            case "goon":
                return await self._let_play(play_on)
            case "drop":
                self.practices.drop(self.user_id)
                return None
        raise StaleButton

    def _find(self) -> Practice:
        practice = self.practices.find(self.user_id)
        if self.token not in (None, practice.token):
            raise StaleButton
        return practice

    async def _do(self, work: Callable[[Practice], None]) -> PracticeMoment:
        async with self.practices.lock(self.user_id):
            practice = self._find()
            work(practice)
            return look(practice)

    async def _let_play(self, work: Callable[[Practice], None]) -> PracticeMoment:
        """Let the automatic player answer. For the person's own seat, that counts as advice, and a note says so."""
        async with self.practices.lock(self.user_id):
            practice = self._find()
            seat, note = practice.game.pending_seat, None
            if seat not in practice.automatic:
                note = await self.advisers.count_sight(practice.source, self.user_id, seat)
            await asyncio.to_thread(work, practice)
            moment = look(practice)
        moment.notes = [note] if note is not None else []
        return moment
