"""The driver: one pending decision, one door to answer it, and the way back to the last barrier."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, Self, TypeVar

import msgspec

from engine.core.change import Change
from engine.core.decision import Decision
from engine.core.dice import Hidden, RepeatedDice, commit
from engine.core.errors import BadPosition, CannotUndo, GameError, IllegalChoice, ReplayFailed
from engine.core.protocol import Barrier, Foresight, Label, Outlook, Result, Rule, Rules
from engine.core.record import Record, Start, StepRecord, digest_bytes
from engine.core.text import Text, text

HAND_OVER = "hand_over:"
"""The key of a step in which a seat changes hands: ``hand_over:SEAT:KIND``. No decision offers it."""

GO_BACK = "go_back:"
"""The key of a step that begins again what was played before: ``go_back:dice=17``. No decision offers it.

It names for each stream of dice how many numbers have been seen, so that what follows is rolled with others.
"""

STEPS_WITHOUT_DECISION = 1000
"""More steps in a row than this without a decision mean that the rules run in a circle."""


_SEEN = re.compile(r"([a-z_:]+=\d{1,9}(,[a-z_:]+=\d{1,9})*)?")


class _Choice(msgspec.Struct):
    """A choice that can still be taken back: whose, in which step, how many keys came before it, and its snapshot."""

    seat: str
    step: int
    before: int
    snapshot: bytes


class Game:
    """A game in progress. `decision` is what it waits for (None when over); `choose` is the only way on.

    A game is the snapshot of the state at the start of the running step plus the keys chosen since. The finished
    steps since this object was made are kept in `steps`.
    """

    def __init__(
        self, rules: Rules, state: Any, *, start: Start, number: int = 0, shown: Sequence[Any] | None = None
    ) -> None:
        self.rules = rules
        self._shown = shown
        if shown is not None:
            state.dice = RepeatedDice(b"", shown=list(shown))
        self.state = state
        self.start = start
        self.steps: list[StepRecord] = []
        self.decision: Decision | None = None
        self._first = number
        self._keys: list[str] = []
        self._trail: list[_Choice] = []
        self._snapshot = b""
        self._starts: list[bytes] = []
        self._label = Label("")
        self._rule: Rule | None = None
        self._is_blind = False
        self._ends_with_step = False
        self._is_sketch = False
        self._begin()

    # -- making a game -------------------------------------------------------------------------------------

    @classmethod
    def resume(
        cls,
        rules: Rules,
        snapshot: bytes,
        keys: Sequence[str],
        *,
        start: Start,
        number: int,
        shown: Sequence[Any] | None = None,
    ) -> Self:
        """Load a game in the middle of a step: the stored snapshot, then the keys chosen since.

        With ``shown`` the snapshot knows nothing hidden, and these are the numbers and cards that the step has shown.
        Raises BadPosition when the snapshot cannot be read, and ReplayFailed, naming the first key that no longer
        fits, after a change of the rules.
        """
        try:
            state = rules.decode(snapshot)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise BadPosition(text("error.bad_snapshot")) from error
        game = cls(rules, state, start=start, number=number, shown=shown)
        for index, key in enumerate(keys):
            try:
                game.choose(key)
            except GameError as error:
                raise ReplayFailed(error.text, index) from error
        return game

    def clone(self) -> Self:
        """An independent game in the same place. Choices in it do not touch this one."""
        twin = self.at_start()
        for key in self._keys:
            twin.choose(key)
        if self._is_blind:
            twin._cover()
        return twin

    def at_start(self) -> Self:
        """An independent game at the first decision of the running step."""
        state = self.rules.decode(self._snapshot)
        return type(self)(self.rules, state, start=self.start, number=self.step_number, shown=self._shown)

    def blind(self) -> Self:
        """A clone that knows nothing hidden, for everything that is tried or drafted in private.

        A choice that would roll a die or turn up a card raises Hidden, and ends the copy's use. The snapshot at the
        start of its step still holds the secrets: `resume` sees everything again.
        """
        twin = self.clone()
        twin._cover()
        return twin

    @property
    def is_blind(self) -> bool:
        """Whether this is a copy that knows nothing hidden."""
        return self._is_blind

    def sketch(self) -> Self:
        """A blind copy that keeps no record of what is played in it, for play that is only imagined: it is faster.

        Nothing can be taken back in it, there are no copies of it, and finished steps are counted but not kept.
        """
        twin = self.blind()
        twin._is_sketch = True
        return twin

    def _cover(self) -> None:
        self._is_blind = True
        self.rules.blind(self.state)

    # -- the one door --------------------------------------------------------------------------------------

    def choose(self, key: str) -> list[Change]:
        """Answer the pending decision and return what changed. Raises IllegalChoice and changes nothing.

        The keys of a hand-over and of going back are taken too, so that records replay: see `hand_over`, `go_back`.
        """
        decision = self.decision
        if decision is None:
            raise IllegalChoice(key, text("error.game_over"))
        if not decision.allows(key):
            if key.startswith(HAND_OVER):
                return self._hand_over(key)
            if key.startswith(GO_BACK):
                return self._go_back(key)
            raise self.refuse(key)
        if self._is_sketch:
            self._advance(key)
            return []
        trail, state, first = self._trail, self.state, len(self.steps)
        if trail and trail[-1].seat != decision.seat:
            trail.clear()
        trail.append(_Choice(decision.seat, self._first + first, len(self._keys), self._snapshot))
        reveals, seen = state.reveals, len(state.log)
        self._keys.append(key)
        self._advance(key)
        if state.reveals != reveals:
            trail.clear()
        changes: list[Change] = []
        for step in self.steps[first:]:
            changes += step.changes[seen:]
            seen = 0
        changes += state.log[seen:]
        return changes

    def choose_all(self, keys: Sequence[str]) -> list[Change]:
        """Answer several decisions of one seat in a row: all or nothing.

        Raises IllegalChoice for the first key that is not allowed; its ``index`` tells which, and the game is as
        it was. Only the last key may cross a barrier: a key behind a die, a revealed card or another seat's
        decision is refused unseen, because its refusal or success would tell what lies there.
        """
        self.try_all(keys)
        changes: list[Change] = []
        for key in keys:
            changes += self.choose(key)
        return changes

    def try_all(self, keys: Sequence[str]) -> Self:
        """Play keys on a copy and return the copy. Raises IllegalChoice as `choose_all` does."""
        twin = self.clone()
        seat, reveals = twin.decision.seat if twin.decision else "", twin.state.reveals
        for index, key in enumerate(keys):
            if twin.decision is not None and (twin.decision.seat != seat or twin.state.reveals != reveals):
                raise IllegalChoice(key, text("error.beyond_barrier", key=key), index)
            try:
                twin.choose(key)
            except IllegalChoice as error:
                raise IllegalChoice(key, error.text, index, error.name) from error
        return twin

    def hand_over(self, seat: str, kind: str) -> list[Change]:
        """Let a seat be run by another kind of player from now on, and return what changed.

        It is a step of its own, before the running one, in which nothing may have been chosen yet; whatever the
        running step did by itself up to its first decision is done again. It cannot be undone. Raises IllegalChoice
        and changes nothing.
        """
        return self.choose(f"{HAND_OVER}{seat}:{kind}")

    def _hand_over(self, key: str) -> list[Change]:
        if self._keys:
            raise IllegalChoice(key, text("error.hand_over_in_turn"))
        seat, _, kind = key.removeprefix(HAND_OVER).partition(":")
        state = self.rules.decode(self._snapshot)
        reason = self.rules.hand_over(state, seat, kind)
        if reason is not None:
            raise IllegalChoice(key, reason)
        return self._insert(state, key, Label("hand_over", seat))

    def go_back(self, seen: Mapping[str, int]) -> list[Change]:
        """Begin again where the game stands, with other dice than those that were ``seen`` on the way given up.

        ``seen`` are the counters of the dice (`engine.core.dice.Dice`) before going back. It is a step of its own,
        before the running one, as a `hand_over` is. Raises IllegalChoice and changes nothing.
        """
        return self.choose(write_go_back(seen))

    def _go_back(self, key: str) -> list[Change]:
        seen = _SEEN.fullmatch(key.removeprefix(GO_BACK))
        if self._keys or seen is None:
            raise IllegalChoice(key, text("error.unknown_key", key=key))
        state = self.rules.decode(self._snapshot)
        counters = state.dice.counters
        for part in key.removeprefix(GO_BACK).split(",") if seen[0] else []:
            stream, _, count = part.partition("=")
            counters[stream] = max(counters.get(stream, 0), int(count))
        state.log.append(Change("go_back"))
        return self._insert(state, key, Label("go_back"))

    def _insert(self, state: Any, key: str, label: Label) -> list[Change]:
        """Put a finished step before the running one, which begins again from a new state."""
        self.state = state
        self._trail.clear()
        self._keys = [key]
        self._label = label
        first = len(self.steps)
        self._close()
        self._advance(None)
        return [change for step in self.steps[first:] for change in step.changes] + list(state.log)

    def refusal(self, key: str) -> Text:
        """The reason why a key is not allowed now."""
        option = self.decision.option(key) if self.decision else None
        if option is None:
            return text("error.unknown_key", key=key)
        return option.why or text("error.unknown_key", key=key)

    def foresee(self, key: str) -> Foresight:
        """What is known of choosing a key before it is chosen: the one place that decides what may be told of it.

        The key is tried on a copy that knows nothing hidden, so that the answer cannot depend on it. Raises
        IllegalChoice.
        """
        twin = self.blind()
        number, seat = twin.step_number, twin.decision.seat if twin.decision else ""
        try:
            twin.choose(key)
        except Hidden:
            return Foresight(Barrier.REVEALS)
        return twin._find_barrier(number, seat)

    def _find_barrier(self, number: int, seat: str) -> Foresight:
        """What has been crossed by a choice of a seat in a step, where nothing was revealed."""
        if self.decision is None:
            return Foresight(Barrier.GAME)
        if self.step_number != number:
            return Foresight(Barrier.END)
        if self.decision.seat != seat:
            return Foresight(Barrier.OTHER, self.decision.seat)
        return Foresight(Barrier.NONE)

    def look_ahead(self, keys: Sequence[str]) -> Outlook:
        """What is certain of choosing keys one after the other, before the first of them is chosen.

        They are tried on a copy that knows nothing hidden. It ends with the running step, where somebody else is
        asked, and before a die is rolled or a card turned up: what comes behind those is left out, but for the name of
        the barrier. Only the last key may cross one. Raises IllegalChoice.
        """
        twin = self.blind()
        twin._ends_with_step = True
        seen, number, seat = len(twin.state.log), twin.step_number, twin.pending_seat
        try:
            for key in keys:
                twin.choose(key)
        except Hidden:
            # What the last key has done up to here needs no die and no card.
            return Outlook(twin.state.log[seen:], self.rules.view(twin.state, None), Foresight(Barrier.REVEALS))
        changes, view = twin.state.log[seen:], twin.view()
        if twin.decision is None:
            twin._ends_with_step = False
            try:
                twin._close()
                twin._advance(None)
            except Hidden:
                return Outlook(changes, view, Foresight(Barrier.REVEALS))
        return Outlook(changes, view, twin._find_barrier(number, seat))

    def refuse(self, key: str) -> IllegalChoice:
        """The error that refuses a key now, with the reason and the words of the option."""
        option = self.decision.option(key) if self.decision else None
        return IllegalChoice(key, self.refusal(key), name=option.text if option is not None else None)

    def crosses_barrier(self, key: str) -> bool:
        """Whether choosing this key rolls a die, reveals a card, ends the step or asks another seat.

        A private draft stops before such a choice: what lies behind it may only be seen by going there.
        """
        return self.foresee(key).barrier is not Barrier.NONE

    def draft(self, key: str) -> list[Change] | None:
        """Choose a key in private and return what changed; None, and nothing has changed, where it crosses a barrier.

        It is `crosses_barrier` and `choose` in one. A blind game goes on itself, without a copy for each key. Raises
        IllegalChoice.
        """
        if not self._is_blind:
            return None if self.crosses_barrier(key) else self.choose(key)
        first, snapshot, keys, trail = len(self.steps), self._snapshot, tuple(self._keys), list(self._trail)
        seat = self.pending_seat
        with suppress(Hidden):
            changes = self.choose(key)
            if len(self.steps) == first and self.pending_seat == seat:
                return changes
        self._return_to(first, snapshot, keys)
        self._trail = trail
        return None

    # -- taking back ---------------------------------------------------------------------------------------

    @property
    def undo_seat(self) -> str:
        """The seat whose choice `undo` would take back, or an empty string when there is none."""
        return self._trail[-1].seat if self._trail else ""

    def undo(self) -> None:
        """Take back the last choice. Raises CannotUndo at a barrier: a die, a revealed card, another's choice."""
        if not self._trail:
            raise CannotUndo(text("error.nothing_to_undo"))
        *trail, last = self._trail
        index = last.step - self._first
        keys = self.steps[index].keys if index < len(self.steps) else self._keys
        self._return_to(index, last.snapshot, keys[: last.before])
        self._trail = trail

    def _return_to(self, index: int, snapshot: bytes, keys: Sequence[str]) -> None:
        """Go back to a step, which began with this snapshot, and to where these keys of it lead."""
        del self.steps[index:]
        del self._starts[index:]
        self.state = self.rules.decode(snapshot)
        self._begin()
        for key in keys:
            self.choose(key)
        if self._is_blind:
            self._cover()

    # -- what a caller may read ----------------------------------------------------------------------------

    @property
    def step_number(self) -> int:
        """The number of the running step, counted from 0 at the start of the game."""
        return self._first + len(self.steps)

    @property
    def label(self) -> Label:
        """What the running step is."""
        return self._label

    @property
    def pending_seat(self) -> str:
        """The seat whose decision is pending, or an empty string when the game is over."""
        return self.decision.seat if self.decision is not None else ""

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys chosen in the running step."""
        return tuple(self._keys)

    @property
    def result(self) -> Result | None:
        """How the game ended, or None."""
        return self.rules.result(self.state)

    @property
    def seed_digest(self) -> str:
        """The published digest of the secret seed."""
        return commit(self.state.dice.seed)

    def snapshot(self) -> bytes:
        """The state at the start of the running step, as bytes for `resume`. Secret: it holds the seed."""
        return self._snapshot

    def digest(self) -> str:
        """A short digest of the present state; equal states have equal digests."""
        log, self.state.log = self.state.log, []
        try:
            return digest_bytes(self.rules.encode(self.state))
        finally:
            self.state.log = log

    def position(self) -> dict[str, Any]:
        """The public position with derived totals, in the position format of the design."""
        return self.rules.position(self.state)

    def view(self, seat: str | None = None) -> Any:
        """What a seat may see. In an open-information game every seat sees the same."""
        return self.rules.view(self.state, self.decision)

    def view_after(self, index: int) -> Any:
        """The public view as one of the finished `steps` left the game, before anything of the next."""
        after = index + 1
        snapshot = self._starts[after] if after < len(self._starts) else self._snapshot
        return self.rules.view(self.rules.decode(snapshot), None)

    def record(self) -> Record:
        """The record of this game since it was made. It holds the seed: publish it only when the game is over."""
        return Record(self.start, list(self.steps), self.result)

    # -- running -------------------------------------------------------------------------------------------

    def _begin(self) -> None:
        """Start the step that the state says is next, and run to the first decision."""
        self._open()
        self._advance(None)

    def _open(self) -> None:
        self._snapshot = b"" if self._is_sketch else self.rules.encode(self.state)
        self._keys = []
        self._label = self.rules.label(self.state)
        self._rule = None if self.rules.result(self.state) else self.rules.step(self.state)

    def _advance(self, key: str | None) -> None:
        """Send a key into the running step; when it ends, go on to the next until somebody must decide."""
        for _ in range(STEPS_WITHOUT_DECISION):
            if self._rule is None:
                self.decision = None
                return
            try:
                self.decision = self._rule.send(key) if key is not None else next(self._rule)
                return
            except StopIteration:
                if self._ends_with_step:
                    self._rule = None
                    continue
                self._close()
                key = None
        raise RuntimeError("The rules ran on without a decision.")

    def _close(self) -> None:
        changes = self.state.log
        if self._is_sketch:
            self._first += 1
            self.state.log = []
            self._open()
            return
        self.steps.append(
            StepRecord(
                number=self.step_number,
                label=self._label,
                keys=tuple(self._keys),
                changes=changes,
                start=self._snapshot,
            )
        )
        self._starts.append(self._snapshot)
        self.state.log = []
        self._open()


def write_go_back(seen: Mapping[str, int]) -> str:
    """The key of going back when so many numbers of each stream of dice have been seen."""
    return GO_BACK + ",".join(f"{stream}={count}" for stream, count in sorted(seen.items()))


def replay(game: Playing, steps: Sequence[Sequence[str]]) -> Playing:
    """Choose the keys of recorded steps in order. Raises ReplayFailed, naming the step that no longer fits."""
    for index, keys in enumerate(steps):
        for key in keys:
            try:
                game.choose(key)
            except IllegalChoice as error:
                raise ReplayFailed(error.text, index) from error
    return game


Playing = TypeVar("Playing", bound=Game)
