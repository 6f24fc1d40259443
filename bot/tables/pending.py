"""Pending announcements: steps that were played but not announced yet, and their division into messages (chapters).

Automatic turns are announced when a person is asked: they are played one after the other, each in a separate
transaction, and the last of these queues one message for all of them. Until then the table stores the first unannounced
step, so that a crash loses nothing and announces nothing twice.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Final, Literal

from bot.games.playing import TURN_PHASE
from bot.tables.announcements import (
    ENDING,
    NOBODY,
    TURN,
    Offer,
    Turns,
    announce_status,
    describe_ending,
    describe_next,
    find_person_asked,
    find_ping,
    queue,
)
from bot.tables.draft import is_for_everyone, is_proposed, list_confirmers
from bot.tables.loading import Loaded, StepLog, find_board, list_steps
from bot.tables.preferences import list_unannounced_advice
from bot.tables.standing_orders import find_planners
from bot.tables.table import Pending, Table, change_state
from bot.tables.transaction import WrittenSteps
from bot.tables.undo import drop_refused, find_offered_undo
from engine import Game
from engine.core.change import Change
from engine.core.text import Text, text
from storage import Reader, Writer

BETWEEN: Final = frozenset({"hand_over", "go_back"})
"""Phases of steps between turns, which are announced with the steps before them."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A finished step, with the number of its stored turn and its index in that turn.

    ``is_own`` means that it belongs to a person's own turn, ``ends_turn`` that it is the last step of its stored turn.
    """

    turn: int
    index: int
    log: StepLog
    is_own: bool = False
    ends_turn: bool = True


@dataclass(slots=True)
class Chapter:
    """The steps of one message, with the board before and after them.

    All steps are of people's own turns, of automatic turns, or of a round.
    """

    is_round: bool
    is_own: bool
    before: Any
    steps: list[Placed] = field(default_factory=list)
    after: Any = None

    @property
    def changes(self) -> list[Change]:
        """Return the Changes of its steps, in order."""
        return [change for step in self.steps for change in step.log.changes]

    @property
    def span(self) -> str:
        """Return the numbers of the first and last stored turn, such as “12-14”, with steps if a turn is not complete.

        “12.1-14.3” begins at step 1 of turn 12, and ends with step 3 of turn 14. Steps are counted from 0.
        """
        first, last = self.steps[0], self.steps[-1]
        since = f".{first.index}" if first.index else ""
        until = "" if last.ends_turn else f".{last.index}"
        return f"{first.turn}{since}-{last.turn}{until}"

    def find_style(self, *, goes_on: bool) -> Literal["full", "brief", "round"]:
        """Return the `Turns.style` of the chapter; ``goes_on``: a turn under way follows in the same message."""
        if self.is_round:
            return "round"
        turns = sum(step.log.label.phase == TURN_PHASE for step in self.steps)
        return "brief" if not self.is_own and turns + goes_on > 1 else "full"


def find_asked(game: Game) -> list[tuple[str, int]]:
    """Return the seats that have been asked in the running step, in order, each with the number of Changes before it.

    Whenever another seat is asked, the Changes since the question before are announced.
    """
    twin = game.at_start()
    asked = [(twin.pending_seat, 0)]
    for key in game.keys:
        twin.choose(key)
        if twin.pending_seat != asked[-1][0]:
            asked.append((twin.pending_seat, len(twin.state.log)))
    return asked


def find_news(game: Game, seats: Collection[str]) -> int:
    """Return the index of the first of the running step's Changes that is new to a person who decides for ``seats``.

    Changes are new after the last decision of these seats. To the seat whose turn it is, and to a seat that is asked
    for the first time, all of them are new.
    """
    if not game.keys or game.label.seat in seats:
        return 0
    asked = find_asked(game)
    answered = [after for (seat, _), (_, after) in pairwise(asked) if seat in seats]
    return answered[-1] if answered else 0


async def gather(
    reader: Reader, table: Table, game: Game, written: WrittenSteps, pending: Pending | None, *, by_person: bool
) -> list[Placed]:
    """Return the unannounced finished steps in order. The steps in ``written``, played ``by_person`` or not, are last.

    A turn of a person's seat is their own turn only if a person has chosen anything in it.
    """
    found = [(*place, step) for place, step in zip(written.places, written.steps, strict=True)]
    if pending is not None:
        found = [
            (turn.number, index, step)
            for turn in await reader.turns(table.id, first=pending.turn)
            for index, step in enumerate(list_steps([turn]))
            if (turn.number, index) >= (pending.turn, pending.step)
        ]
    ends = {number: index for number, index, _ in found}
    steps = []
    for number, index, step in found:
        label = step.label
        is_own = label.phase == TURN_PHASE and not table.front.player.is_automatic(game, label.seat)
        if is_own and not (by_person and (number, index) in written.places):
            is_own = any(row.user_id is not None for row in await reader.choices(table.id, number))
        steps.append(Placed(number, index, step, is_own, ends[number] == index))
    return steps


async def divide(
    reader: Reader, loaded: Loaded, game: Game, written: WrittenSteps, steps: Sequence[Placed], pending: Pending | None
) -> list[Chapter]:
    """Return the unannounced finished ``steps`` divided into chapters.

    The last steps were just ``written``, and ``game`` is the game after them. ``pending`` is the first step; with None
    it is the step that runs in ``loaded``.
    """
    front = loaded.table.front
    chapters: list[Chapter] = []
    for step in steps:
        phase = step.log.label.phase
        kind = (phase in front.words.rounds, step.is_own)
        if not chapters or (phase not in BETWEEN and kind != (chapters[-1].is_round, chapters[-1].is_own)):
            if chapters:
                chapters[-1].after = await _find_view(reader, loaded.table, game, written, chapters[-1].steps[-1])
            before = chapters[-1].after if chapters else await _find_start(reader, loaded, pending)
            chapters.append(Chapter(*kind, before))
        chapters[-1].steps.append(step)
    if chapters:
        chapters[-1].after = await _find_view(reader, loaded.table, game, written, steps[-1])
    return chapters


async def _find_start(reader: Reader, loaded: Loaded, pending: Pending | None) -> Any:
    """Return the board before the first unannounced step: ``pending`` or, with None, the step that runs."""
    turn = await reader.turn(loaded.table.id, pending.turn) if pending is not None else None
    if pending is None or turn is None:
        return loaded.game.at_start().view()
    return await find_board(reader, loaded.table, turn, pending.step)


async def _find_view(reader: Reader, table: Table, game: Game, written: WrittenSteps, step: Placed) -> Any:
    """Return the board after a step, which was just ``written`` or is read from the database."""
    place = (step.turn, step.index)
    if place in written.places:
        return game.view_after(written.places.index(place))
    turn = await reader.turn(table.id, step.turn)
    if turn is None:
        return game.view()
    return await find_board(reader, table, turn, step.index + 1)


async def announce(
    tx: Writer,
    loaded: Loaded,
    table: Table,
    game: Game,
    written: WrittenSteps,
    actor_id: int,
    remarks: Sequence[Text] = (),
    asides: Sequence[Text] = (),
    *,
    goes_on: bool = False,
    missed: Sequence[int] = (),
    offers: Sequence[Offer] = (),
) -> None:
    """Queue the public part of a commit: finished turns with the map, or who is asked in the middle of one.

    A choice after which the same person continues the same turn is announced only at the end of the turn, unless there
    are ``remarks``: sentences about its cause. ``asides`` are added to any announcement. While a game ``goes_on``
    automatically, only a person's own turn is announced; the rest, and the status, wait until someone is asked. People
    who have ``missed`` their time are pinged, and ``offers`` are the buttons for them.
    """
    await drop_refused(tx, loaded, written.changes)
    pending = table.state.pending
    is_asked = loaded.game.pending_seat != game.pending_seat
    if not (written.steps or is_asked or remarks or (pending is not None and not goes_on)):
        return
    steps = await gather(tx, table, game, written, pending, by_person=actor_id != NOBODY)
    advice = await list_unannounced_advice(tx, table)
    notes = [*(pending.lines if pending is not None else ()), *remarks, *asides, *advice]
    own = max((number for number, step in enumerate(steps, 1) if step.is_own), default=0)
    now = steps[:own] if goes_on else steps
    missed = list(dict.fromkeys([*(pending.missed if pending is not None else ()), *missed]))
    composer = Composer(tx, loaded, table, game, written, actor_id, pending, missed, offers)
    if now:
        await composer.announce_steps(now, notes, is_last=not goes_on)
    elif not goes_on:
        await composer.announce_so_far(notes)
    rest = None
    if goes_on:
        later = steps[len(now)] if len(now) < len(steps) else None
        turn, step = (later.turn, later.index) if later is not None else (await find_open_turn(tx, table, loaded), 0)
        rest = Pending(turn, step, () if now else tuple(notes), tuple(missed))
    if rest is not None or pending is not None:
        await change_state(tx, table.id, pending=rest)
    if game.decision is None:
        watching = await find_watchers(tx, table, game, 0, (actor_id,))
        if (ending := describe_ending(table, game, watching)) is not None:
            await queue(tx, table, ENDING, ending)
    if not goes_on:
        await announce_status(tx, table)


async def put_off(tx: Writer, loaded: Loaded, remark: Text, missed: Sequence[int]) -> None:
    """Store a remark for the next announcement, and the people who have ``missed`` their time, whom it will ping."""
    turn = await find_open_turn(tx, loaded.table, loaded)
    await change_state(tx, loaded.table.id, pending=Pending(turn, 0, (remark,), tuple(missed)))


async def find_open_turn(tx: Writer, table: Table, loaded: Loaded) -> int:
    """Return the number of the stored turn under way, or of the loaded turn if the game is over."""
    turn = await tx.turn_under_way(table.id) or loaded.turn
    return turn.number


@dataclass(frozen=True, slots=True)
class Composer:
    """Composes and queues the announcements that follow a commit. Its fields are parameters of `announce`."""

    tx: Writer
    loaded: Loaded
    table: Table
    game: Game
    written: WrittenSteps
    actor_id: int
    pending: Pending | None
    missed: Sequence[int] = ()
    offers: Sequence[Offer] = ()

    async def announce_steps(self, steps: Sequence[Placed], notes: Sequence[Text | str], *, is_last: bool) -> None:
        """Queue an announcement for each chapter of these steps; with ``is_last``, the last one says who is asked."""
        chapters = await divide(self.tx, self.loaded, self.game, self.written, steps, self.pending)
        for chapter in chapters:
            turns = await self._compose(chapter, is_last=is_last and chapter is chapters[-1])
            if chapter is chapters[-1]:
                turns.notes = list(notes)
                if is_last:
                    await self._call(turns, steps[0].log.label.card)
                    await self._call_others(turns, steps)
            await queue(self.tx, self.table, TURN, turns)

    async def _compose(self, chapter: Chapter, *, is_last: bool) -> Turns:
        game, first, last = self.game, chapter.steps[0].turn, chapter.steps[-1].turn
        view = game.view() if is_last else chapter.after
        under_way = self._find_under_way() if is_last and not chapter.is_round else []
        return Turns(
            style=chapter.find_style(goes_on=bool(under_way)),
            before=chapter.before,
            view=view,
            changes=chapter.changes,
            under_way=under_way,
            result=game.result if is_last and game.decision is None else None,
            span=chapter.span,
            has_reasons=await self._has_reasons(first, last),
        )

    async def announce_so_far(self, notes: Sequence[Text | str]) -> None:
        """Queue an announcement that someone is asked in the middle of a turn, with the Changes not announced yet."""
        game, view, number = self.game, self.game.view(), self.loaded.turn.number
        seen = find_asked(self.loaded.game)[-1][1] if self.pending is None else 0
        turns = Turns(
            style="so_far",
            before=view,
            view=view,
            changes=game.state.log[seen:],
            notes=list(notes),
            span=f"{number}-{number}",
            has_reasons=await self._has_reasons(number, number),
        )
        await self._call(turns, game.label.card)
        await queue(self.tx, self.table, TURN, turns)

    def _find_under_way(self) -> list[Change]:
        """Return the Changes so far of the running turn if someone other than its owner is asked in it, else none."""
        game = self.game
        is_asked = game.decision is not None and game.keys and game.pending_seat != game.label.seat
        return list(game.state.log) if is_asked else []

    async def _call(self, turns: Turns, card: int) -> None:
        """Add to an announcement who decides next, whom to ping, and which turn can be undone.

        ``card`` is the card at the beginning of the announced steps. At the end of a game nothing is added, because the
        message about the end has the pings.
        """
        table, game = self.table, self.game
        if game.decision is None:
            return
        turns.next = describe_next(table, game, self.actor_id)
        turns.ping = find_ping(table, game, self.actor_id)
        missed = [person for person in self.missed if person != turns.ping]
        turns.offers = ["back"] if self.pending is not None and self.pending.missed else list(self.offers)
        watching = await find_watchers(self.tx, table, game, card, (self.actor_id, turns.ping, *missed))
        turns.pings = [*missed, *watching]
        turns.is_called = find_person_asked(table, game) is not None
        if is_proposed(table, game) or is_for_everyone(table, game):
            turns.pings = list(dict.fromkeys([*turns.pings, *list_confirmers(table)]))
            turns.is_called = True
        turns.undo = await find_offered_undo(self.tx, table, game)

    async def _call_others(self, turns: Turns, steps: Sequence[Placed]) -> None:
        """Ping, and name in a note, the people who can plan their later questions in a round that has just begun."""
        phases = self.table.front.planning.phases
        if self.game.label.phase not in phases or all(step.log.label.phase in (*phases, *BETWEEN) for step in steps):
            return
        planners = await find_planners(self.tx, self.table, self.game)
        planners = {seat: person for seat, person in planners.items() if person != turns.ping}
        if planners:
            turns.notes.append(text("ui.next.ahead", seat=list(planners)))
            called = [person for person in planners.values() if person not in (self.actor_id, *turns.pings)]
            turns.pings = list(dict.fromkeys([*turns.pings, *called]))

    async def _has_reasons(self, first: int, last: int) -> bool:
        """Return whether an automatic player may have decided anything in these turns."""
        front, game = self.table.front, self.game
        if any(front.player.is_automatic(game, row.seat) for row in self.table.seats):
            for number in range(first, last + 1):
                if any(choice.user_id is None for choice in await self.tx.choices(self.table.id, number)):
                    return True
        return False


async def find_watchers(tx: Writer, table: Table, game: Game, card: int, others: Sequence[int | None]) -> list[int]:
    """Return the spectators, except ``others``, who want a ping now: at the end of the game, or for a new card.

    ``card`` is the card, or round, at the beginning of the announced steps.
    """
    if game.decision is None:
        wanted = {"card", "game"}
    elif card != game.label.card:
        wanted = {"card"}
    else:
        return []
    rows = await tx.arrangements(table.id, "watch")
    return [row.user_id for row in rows if row.payload.get("ping") in wanted and row.user_id not in others]
