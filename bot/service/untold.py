"""What has been played and not told yet, and how it falls into messages.

What goes on by itself is told when it comes to a person: the turns of an automatic player are played one after the
other, each in a transaction of its own, and the last of these queues one message for all of them. Until then the table
keeps among its options from which step on nothing has been told, so that a crash loses nothing and tells nothing twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Final

import msgspec

from bot.games.front import TURN_PHASE
from bot.service.loading import Loaded, keys_of, resume
from bot.service.moments import Table
from bot.service.writing import StepLog, Written, decode_steps
from engine import Game
from engine.core.change import Change
from storage import Reader, Writer

_KEY: Final = "untold"
BETWEEN: Final = frozenset({"hand_over", "go_back"})
"""Phases of steps that are put between others, and told with those before."""


def find_asked(game: Game) -> list[tuple[str, int]]:
    """Who has been asked in the running step, one after the other, and how much had happened in it before each of them.

    Every time it comes to another seat the table is told what has happened since the last time.
    """
    twin = game.at_start()
    asked = [(twin.pending_seat, 0)]
    for key in game.keys:
        twin.choose(key)
        if twin.pending_seat != asked[-1][0]:
            asked.append((twin.pending_seat, len(twin.state.log)))
    return asked


def find_news(game: Game) -> int:
    """From where on what has happened in the running step is news to the seat that must decide: since it decided last.

    Whose turn it is sees all of it, and so does a seat that is asked for the first time.
    """
    if not game.keys or game.pending_seat == game.label.seat:
        return 0
    asked = find_asked(game)
    answered = [after for (seat, _), (_, after) in pairwise(asked) if seat == game.pending_seat]
    return answered[-1] if answered else 0


class Untold(msgspec.Struct, frozen=True, omit_defaults=True):
    """That nothing has been told from a step of a turn on; ``lines`` are remarks to be told with it."""

    turn: int
    step: int = 0
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Placed:
    """A finished step, with the number of its stored turn and its index there; ``is_own`` for a person's own turn.

    ``ends_turn``: no other step of its stored turn follows.
    """

    turn: int
    index: int
    log: StepLog
    is_own: bool = False
    ends_turn: bool = True


@dataclass(slots=True)
class Chapter:
    """Steps that one message tells, with the board before and after them.

    A person's own turn, turns that were taken without asking anybody, or a stretch of a round.
    """

    is_round: bool
    is_own: bool
    before: Any
    steps: list[Placed] = field(default_factory=list)
    after: Any = None

    @property
    def changes(self) -> list[Change]:
        """Everything that happened in it."""
        return [change for step in self.steps for change in step.log.changes]

    @property
    def turns(self) -> int:
        """How many turns of seats are in it."""
        return sum(step.log.label.phase == TURN_PHASE for step in self.steps)

    @property
    def span(self) -> str:
        """The numbers of its stored turns, first and last: "12-14"; with a step where it has only a part of one.

        "12.1-14.3" begins at step 1 of turn 12, and ends with step 3 of turn 14.
        """
        first, last = self.steps[0], self.steps[-1]
        since = f".{first.index}" if first.index else ""
        until = "" if last.ends_turn else f".{last.index}"
        return f"{first.turn}{since}-{last.turn}{until}"


def read_untold(table: Table) -> Untold | None:
    """What a table has not been told yet, or None when it knows everything."""
    try:
        return msgspec.convert(table.game.options[_KEY], Untold)
    except (KeyError, msgspec.ValidationError):
        return None


async def keep_untold(tx: Writer, table: Table, untold: Untold | None) -> None:
    """Store what a table has not been told yet."""
    now = (await tx.game(table.id)).options
    options = {name: value for name, value in now.items() if name != _KEY}
    if untold is not None:
        options[_KEY] = msgspec.to_builtins(untold)
    if options != now:
        await tx.update_game(table.id, options=options)


async def gather(
    reader: Reader, table: Table, game: Game, written: Written, untold: Untold | None, *, by_person: bool
) -> list[Placed]:
    """The finished steps that have not been told, those that were just written, ``by_person`` or not, last.

    A turn of a seat that a person runs is their own if they have chosen anything in it: a standing order may not have
    asked them.
    """
    found = [(*place, step) for place, step in zip(written.places, written.steps, strict=True)]
    if untold is not None:
        found = [
            (turn.number, index, step)
            for turn in await reader.turns(table.id, first=untold.turn)
            for index, step in enumerate(decode_steps(turn.changes))
            if (turn.number, index) >= (untold.turn, untold.step)
        ]
    ends = {number: index for number, index, _ in found}
    steps = []
    for number, index, step in found:
        label = step.label
        is_own = label.phase == TURN_PHASE and not table.front.is_automatic(game, label.seat)
        if is_own and not (by_person and (number, index) in written.places):
            is_own = any(row.user_id is not None for row in await reader.choices(table.id, number))
        steps.append(Placed(number, index, step, is_own, ends[number] == index))
    return steps


async def divide(
    reader: Reader,
    loaded: Loaded,
    game: Game,
    written: Written,
    steps: Sequence[Placed],
    untold: Untold | None,
) -> list[Chapter]:
    """Finished steps as chapters. ``game`` is where those just ``written`` lead; they are the last of ``steps``."""
    front = loaded.table.front
    chapters: list[Chapter] = []
    for step in steps:
        phase = step.log.label.phase
        kind = (front.is_round(phase), step.is_own)
        if not chapters or (phase not in BETWEEN and kind != (chapters[-1].is_round, chapters[-1].is_own)):
            if chapters:
                chapters[-1].after = await _find_view(reader, loaded.table, game, written, chapters[-1].steps[-1])
            before = chapters[-1].after if chapters else await _find_start(reader, loaded, untold)
            chapters.append(Chapter(*kind, before))
        chapters[-1].steps.append(step)
    if chapters:
        chapters[-1].after = await _find_view(reader, loaded.table, game, written, steps[-1])
    return chapters


async def _find_start(reader: Reader, loaded: Loaded, untold: Untold | None) -> Any:
    """The board before the first step that has not been told."""
    turn = await reader.turn(loaded.table.id, untold.turn) if untold is not None else None
    if untold is None or turn is None:
        return loaded.game.at_start().view()
    game = resume(loaded.table, turn, await keys_of(reader, turn) if untold.step else ())
    return game.view_after(untold.step - 1) if untold.step else game.view()


async def _find_view(reader: Reader, table: Table, game: Game, written: Written, step: Placed) -> Any:
    """The board as a step has left it."""
    place = (step.turn, step.index)
    if place in written.places:
        return game.view_after(written.places.index(place))
    turn = await reader.turn(table.id, step.turn)
    if turn is None:
        return game.view()
    return resume(table, turn, await keys_of(reader, turn)).view_after(step.index)
