"""Undo, promises and rollback: which choices can be undone, promises of Resources, and choices that no longer replay.

A choice cannot be undone after a die, a revealed card or another person's choice. After an automatic answer, it can be
undone only by a person who plays alone, and only if this answer revealed nothing new: no die, card or hidden data.
Undoing itself, and votes to go back further, are in `bot.tables.rewinding`.

All agreements are open (1.5.1 of Gandhi), so a promise is announced to the table with its purpose. No promise is
binding. A step whose choices no longer fit the rules is rolled back to its start.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import msgspec

from bot.games.frontend import Frontend
from bot.tables.announcements import announce_notice, announce_status
from bot.tables.authorization import is_owner
from bot.tables.draft import Draft, Promise, is_proposed
from bot.tables.loading import Loaded, resume
from bot.tables.standing_orders import hold_orders
from bot.tables.table import Table, change_state, name_of
from bot.tables.transaction import TableTransaction
from engine import Game
from engine.core.change import Change
from engine.core.dice import Hidden
from engine.core.errors import GameError, ReplayFailed
from engine.core.text import Text, text
from storage import Arrangement, Choice, Reader, Turn, Writer, effective_choices

log = logging.getLogger(__name__)

LOOKED_THROUGH: Final = 8
"""The most stored turns in which a person's last turn is looked for: automatic turns may come after it."""


@dataclass(frozen=True, slots=True)
class TakeBack:
    """The undo of a seat's last choices in a turn: the choices that stay (``kept``), the undone keys (``returned``).

    ``with_answers`` means that the automatic player's answers since then are undone too.
    """

    seat: str
    turn: Turn
    kept: tuple[Choice, ...]
    returned: tuple[str, ...]
    with_answers: bool = False


@dataclass(frozen=True, slots=True)
class _Found:
    """The choices of a turn up to one that can be undone, and the game after that choice (`TakeBack.with_answers`)."""

    turn: Turn
    choices: list[Choice]
    game: Game
    with_answers: bool = False


async def find_undo_seat(reader: Reader, loaded: Loaded) -> str:
    """Return the seat that may undo its last choice, or "" if there is no choice, or a barrier protects it.

    The result is kept for this version of the game, as long as the same people have the seats.
    """
    if loaded.undo_seat is not None:
        return loaded.undo_seat
    people = loaded.table.people_by_seat
    if people not in loaded.undo_seats:
        found = await _find(reader, loaded)
        loaded.undo_seats[people] = found.game.undo_seat if found is not None else ""
    return loaded.undo_seats[people]


async def find_offered_undo(reader: Reader, table: Table, game: Game, loaded: Loaded | None = None) -> int | None:
    """Return the number of the turn whose last choice can be undone, or None; also None while no person is asked.

    ``loaded`` is the game as loaded. Without it, ``game`` must have just been stored, and its turn is read.
    """
    if game.decision is None or table.front.player.is_automatic(game, game.pending_seat):
        return None
    if loaded is None:
        play = await reader.load_play(table.id)
        if play.turn is None:
            return None
        loaded = Loaded(table, play.turn, play.keys, game)
    if game.undo_seat and not table.front.player.is_automatic(game, game.undo_seat):
        turns = [loaded.turn] if loaded.keys else await reader.turns(table.id, last=1)
        return turns[-1].number if turns else None
    found = await _look_behind_automatic(reader, loaded)
    return found.turn.number if found is not None else None


async def find_take_back(reader: Reader, loaded: Loaded) -> TakeBack | None:
    """Return the undo of all choices before the present decision that no barrier protects; None if there are none."""
    found = await _find(reader, loaded)
    if found is None:
        return None
    game, choices = found.game, found.choices
    seat, count = game.undo_seat, 0
    while game.undo_seat:
        game.undo()
        count += 1
    kept, returned = choices[:-count], choices[-count:]
    return TakeBack(seat, found.turn, tuple(kept), tuple(choice.key for choice in returned), found.with_answers)


async def _find(reader: Reader, loaded: Loaded) -> _Found | None:
    """Return the choices of the running turn or, if it has none, of the previous one; the last can be undone.

    If there are none, return those that a person who plays alone can undo with the automatic answers to them, or None.
    """
    turn, front = loaded.turn, loaded.table.front
    if is_proposed(loaded.table, loaded.game):
        # The proposal may depend on cards and dice, so it has shown something about them.
        return None
    if not loaded.keys:
        turns = await reader.turns(loaded.table.id, last=1)
        if not turns:
            return None
        turn = turns[0]
    choices = effective_choices(await reader.choices(turn.game_id, turn.number))
    game = replay_to(loaded.table, turn, choices)
    if game is not None and game.undo_seat and not front.player.is_automatic(loaded.game, game.undo_seat):
        return _Found(turn, choices, game)
    return await _look_behind_automatic(reader, loaded)


def replay_to(table: Table, turn: Turn, choices: Sequence[Choice]) -> Game | None:
    """Return the game after some choices of a turn, or None if they no longer fit the rules."""
    try:
        return resume(table, turn, tuple(choice.key for choice in choices))
    except ReplayFailed:
        return None


async def _look_behind_automatic(reader: Reader, loaded: Loaded) -> _Found | None:
    """Return the choices that a person who plays alone can undo with the automatic player's answers, or None."""
    person = find_lone_person(loaded.table)
    if person is None or loaded.game.decision is None:
        return None
    last = await _find_last_turn_of(reader, loaded, person)
    if last is None:
        return None
    turn, choices = last
    game = replay_to(loaded.table, turn, choices)
    if game is None or game.state.reveals != loaded.game.state.reveals:
        return None
    if not is_owner(loaded.table, game.undo_seat, person):
        return None
    if not await asyncio.to_thread(is_certain, loaded.table.front, game, loaded.game):
        return None
    return _Found(turn, choices, game, with_answers=True)


def find_lone_person(table: Table) -> int | None:
    """Return the only person at a table, where stand-ins count too; None if there is no person, or more than one."""
    people = table.people | {one.stand_in_id for one in table.absences if one.stand_in_id is not None}
    return next(iter(people)) if len(people) == 1 else None


async def _find_last_turn_of(reader: Reader, loaded: Loaded, person: int) -> tuple[Turn, list[Choice]] | None:
    """Return the last turn with a choice for a person's seat, and all choices in it up to the last of these.

    Return None if another person made that choice, or if the last `LOOKED_THROUGH` turns have none.
    """
    front, running = loaded.table.front, [loaded.turn] if loaded.keys else []

    def is_automatic(choice: Choice) -> bool:
        return choice.user_id is None and front.player.is_automatic(loaded.game, choice.seat)

    for turn in [*running, *reversed(await reader.turns(loaded.table.id, last=LOOKED_THROUGH))]:
        choices = effective_choices(await reader.choices(turn.game_id, turn.number))
        while choices and is_automatic(choices[-1]):
            choices.pop()
        if choices:
            # A choice without an author was made for the person by a standing order, or at the limit.
            return (turn, choices) if choices[-1].user_id in (None, person) else None
    return None


def is_certain(front: Frontend, game: Game, now: Game) -> bool:
    """Return whether automatic answers lead from ``game`` to ``now`` without chance and hidden data."""
    twin, goal = game.blind(), now.blind()
    player = front.player.make(twin)
    try:
        while player is not None and player.must_decide:
            player.answer()
    except (Hidden, GameError):
        return False
    return twin.keys == goal.keys and twin.digest() == goal.digest()


SHOWN = 15
"""The most promises in a list, the newest first."""


class KeptPromise(msgspec.Struct, frozen=True):
    """A stored promise: its turn, the index of its key in the turn, who made it, the number of Resources, its text."""

    turn: int
    place: int
    who: str
    count: int
    words: str


async def keep_promises(tx: TableTransaction, loaded: Loaded, user_id: int, draft: Draft) -> list[Text]:
    """Store the promises of a draft that has been played, and return a message to the table for each."""
    game, table = loaded.game, loaded.table
    remarks = []
    for promise in draft.promises:
        kept = KeptPromise(
            turn=loaded.turn.number,
            place=len(loaded.keys) + promise.place,
            who=name_of(table.actor(game.pending_seat)),
            count=promise.count,
            words=promise.words,
        )
        await tx.arrange(table.id, user_id, "promise", seat=game.pending_seat, payload=msgspec.to_builtins(kept))
        remarks.append(write_promise(kept))
    return remarks


async def drop_refused(tx: Writer, loaded: Loaded, changes: Sequence[Change]) -> None:
    """Delete the last promise of the running turn if ``changes`` show that another seat has refused its request."""
    if any(change.verb == "refuse" for change in changes):
        rows = await tx.arrangements(loaded.table.id, "promise", seat=loaded.game.label.seat)
        for row in [row for row in rows if read_promise(row).turn == loaded.turn.number][-1:]:
            await tx.drop_arrangements(loaded.table.id, arrangement_id=row.id)


async def take_back_promises(tx: TableTransaction, turn: Turn, kept: int, new_turn: int) -> tuple[Promise, ...]:
    """Return the promises of a turn's undone choices, as promises of the draft that these become.

    The promises of the first ``kept`` keys stay stored, for the turn ``new_turn`` in which these keys are played again.
    """
    returned = []
    for row in await tx.arrangements(turn.game_id, "promise"):
        promise = read_promise(row)
        if promise.turn != turn.number:
            continue
        await tx.drop_arrangements(turn.game_id, arrangement_id=row.id)
        if promise.place < kept:
            payload = msgspec.to_builtins(msgspec.structs.replace(promise, turn=new_turn))
            await tx.arrange(turn.game_id, row.user_id, "promise", seat=row.seat, payload=payload)
        else:
            returned.append(Promise(promise.place - kept, promise.count, promise.words))
    return tuple(returned)


async def list_promises(reader: Reader, game_id: str) -> Sequence[Text]:
    """Return the last `SHOWN` promises at a table, the newest first, without those of undone turns."""
    found: list[Text] = []
    for row in reversed(await reader.arrangements(game_id, "promise")):
        promise = read_promise(row)
        turn = await reader.turn(game_id, promise.turn)
        if turn is not None and turn.status != "rolled_back":
            found.append(write_promise(promise))
        if len(found) == SHOWN:
            break
    return found


def read_promise(row: Arrangement) -> KeptPromise:
    """Return the promise in a stored arrangement."""
    return msgspec.convert(row.payload, KeptPromise)


def write_promise(promise: KeptPromise) -> Text:
    """Return the text that says who promises how many Resources, and for what."""
    return text("ui.public.promise", who=promise.who, count=promise.count, what=promise.words)


async def roll_back(tx: TableTransaction, game_id: str) -> None:
    """Undo all choices of a game's running step, because they no longer fit the rules, and announce that."""
    play = await tx.load_play(game_id)
    if play.turn is None:
        return
    log.warning("Turn %s of table %s no longer replays: it is rolled back.", play.turn.number, game_id)
    seat = str(play.turn.label.get("seat", ""))
    await tx.rewind(game_id, play.game.version, play.turn.number, seat)
    for row in await tx.seats(game_id):
        await tx.delete_draft(game_id, row.seat)
    await change_state(tx, game_id, proposal=None)
    table = await tx.reload()
    await hold_orders(tx, table, seat)
    await announce_notice(tx, table, text("ui.public.rolled_back"), seat, None)
    await announce_status(tx, table)
