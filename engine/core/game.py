"""The driver of a game: it asks one decision at a time, takes the answer, and undoes choices up to the last barrier."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from typing import Any, Self, TypeVar

import msgspec

from engine.core.change import Change
from engine.core.decision import Decision
from engine.core.dice import Hidden, RepeatedDice, commit
from engine.core.errors import BadPosition, CannotUndo, GameError, IllegalChoice, ReplayFailed
from engine.core.protocol import Barrier, Foresight, Label, Outlook, Result, Rule, Rules
from engine.core.putting_right import PUT_RIGHT, PUT_RIGHT_PHASE, read_patch, write_patch
from engine.core.record import Record, Start, StepRecord, digest_bytes
from engine.core.text import Text, text

HAND_OVER = "hand_over:"
"""Prefix of the key that gives a seat to another kind of player: ``hand_over:SEAT:KIND``. No decision offers it."""

GO_BACK = "go_back:"
"""Prefix of the key that rewinds a game: ``go_back:dice=17``. No decision offers it.

The key holds the count of numbers seen from each stream of dice, so that the game continues with new ones.
"""

STEPS_WITHOUT_DECISION = 1000
"""Limit of successive steps without a decision. More of them mean that the rules are in an endless loop."""


_SEEN = re.compile(r"([a-z_:]+=\d{1,9}(,[a-z_:]+=\d{1,9})*)?")


class _Choice(msgspec.Struct):
    """Choice that can still be undone: its seat, its step, the number of keys before it, the snapshot of its step."""

    seat: str
    step: int
    before: int
    snapshot: bytes


class Game:
    """Game in progress. `decision` is the pending question (None when the game is over); `choose` answers it.

    A game is the snapshot of the state at the start of the running step plus the keys chosen since. ``steps`` holds
    the steps that were finished since this object was created, and ``step_number`` is the number of the running step,
    counted from 0 at the start of the game.

    >>> from engine import Game
    >>> game = Game.new("gandhi", seed=b"example")
    >>> game.decision.seat, game.decision.kind
    ('congress', 'turn.action')
    >>> changes = game.choose("rally")
    >>> game.decision.kind, game.keys
    ('rally.space', ('rally',))
    """

    def __init__(
        self,
        rules: Rules,
        state: Any,
        *,
        start: Start,
        number: int = 0,
        shown: Sequence[Any] | None = None,
        seen_by: Collection[str] = (),
    ) -> None:
        self.rules = rules
        self.seen_by = seen_by
        """The seats whose secrets this game shows in its views and keeps in its copies: by default none."""
        self._shown = shown
        if shown is not None:
            state.dice = RepeatedDice(b"", shown=list(shown))
        self.state = state
        self.start = start
        self.steps: list[StepRecord] = []
        self.decision: Decision | None = None
        self._first = self.step_number = number
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
        seen_by: Collection[str] = (),
    ) -> Self:
        """Return a game from a stored snapshot of a step and the keys chosen since, as some seats see it (`seen_by`).

        ``number`` is the number of the step. With ``shown`` the snapshot has no hidden information, and these
        are the numbers and cards that the step has shown. Raises BadPosition if the snapshot cannot be read. Raises
        ReplayFailed for the first key that no longer fits, after a change of the rules.

        >>> from engine import Game
        >>> game = Game.new("gandhi", seed=b"example")
        >>> changes = game.choose("rally")
        >>> again = Game.resume(game.rules, game.snapshot(), game.keys, start=game.start, number=game.step_number)
        >>> again.decision.kind, again.digest() == game.digest()
        ('rally.space', True)
        """
        try:
            state = rules.decode(snapshot)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise BadPosition(text("error.bad_snapshot")) from error
        game = cls(rules, state, start=start, number=number, shown=shown, seen_by=seen_by)
        for index, key in enumerate(keys):
            try:
                game.choose(key)
            except GameError as error:
                raise ReplayFailed(error.text, index) from error
        return game

    def clone(self) -> Self:
        """Return an independent copy of the game. Choices in it do not change this one.

        >>> from engine import Game
        >>> game = Game.new("gandhi", seed=b"example")
        >>> changes = game.clone().choose("rally")
        >>> game.keys
        ()
        """
        twin = self.at_start()
        for key in self._keys:
            twin.choose(key)
        if self._is_blind:
            twin._cover()
        return twin

    def at_start(self) -> Self:
        """Return an independent copy of the game at the first decision of the running step."""
        state = self.rules.decode(self._snapshot)
        number, shown, seen_by = self.step_number, self._shown, self.seen_by
        return type(self)(self.rules, state, start=self.start, number=number, shown=shown, seen_by=seen_by)

    def blind(self, seen_by: Collection[str] | None = None) -> Self:
        """Return a copy without hidden information, for everything that is tried or drafted in private.

        It knows what some seats know, by default those whose secrets this game shows. A choice that would roll a die or
        turn up a card raises Hidden; the copy cannot be used after that. Its `snapshot` still holds the secrets: a
        game from `resume` has them again.

        >>> from engine import Game
        >>> game = Game.new("gandhi", seed=b"example")
        >>> game.is_blind, game.blind().is_blind
        (False, True)
        """
        twin = self.clone()
        if seen_by is not None:
            twin.seen_by = seen_by
        twin._cover()
        return twin

    def _try_out(self) -> Self:
        """Return a copy in which the seat that decides tries something: it knows what that seat knows."""
        return self.blind(self.seen_by or (self.pending_seat,))

    @property
    def is_blind(self) -> bool:
        """Return whether this is a copy without hidden information."""
        return self._is_blind

    def sketch(self) -> Self:
        """Return a blind copy that keeps no record, for simulated play: it is faster.

        It cannot undo or be copied, and it counts finished steps without keeping them.
        """
        twin = self.blind()
        twin._is_sketch = True
        return twin

    def _cover(self) -> None:
        self._is_blind = True
        self.rules.blind(self.state, self.seen_by)

    # -- the one door --------------------------------------------------------------------------------------

    def choose(self, key: str) -> list[Change]:
        """Answer the pending decision and return the changes. Raises IllegalChoice and changes nothing.

        The keys of `hand_over`, `go_back` and `put_right` are accepted too, so that records can be replayed.

        >>> from engine import Game
        >>> game = Game.new("gandhi", seed=b"example")
        >>> [change.verb for change in game.choose("rally")]
        ['begin']
        >>> game.choose("castle")
        Traceback (most recent call last):
            ...
        engine.core.errors.IllegalChoice: error.unknown_key(key=castle)
        """
        decision = self.decision
        answer: str | None = key
        if decision is None:
            raise IllegalChoice(key, text("error.game_over"))
        if not decision.allows(key):
            if key.startswith(HAND_OVER):
                return self._hand_over(key)
            if key.startswith(GO_BACK):
                return self._go_back(key)
            if key.startswith(PUT_RIGHT):
                return self._put_right(key)
            aside = decision.aside(key) if decision.aside is not None else None
            if aside is None or self._rule is None:
                raise self.refuse(key)
            self._rule, answer = interpose(self._rule, aside, decision), None
        if self._is_sketch:
            self._advance(answer)
            return []
        trail, state, first = self._trail, self.state, len(self.steps)
        if trail and trail[-1].seat != decision.seat:
            trail.clear()
        trail.append(_Choice(decision.seat, self.step_number, len(self._keys), self._snapshot))
        reveals, seen = state.reveals, len(state.log)
        self._keys.append(key)
        self._advance(answer)
        if state.reveals != reveals:
            trail.clear()
        changes: list[Change] = []
        for step in self.steps[first:]:
            changes += step.changes[seen:]
            seen = 0
        changes += state.log[seen:]
        return changes

    def choose_all(self, keys: Sequence[str]) -> list[Change]:
        """Answer several decisions of one seat in a row, and return the changes. Either all keys are chosen or none.

        Raises IllegalChoice for the first key that is not allowed; ``index`` of the error is its place. Only the last
        key may cross a barrier. A key behind a die, a revealed card or another seat's decision is refused without
        trying it, because the result would disclose hidden information.

        >>> from engine import Game
        >>> game = Game.new("gandhi", seed=b"example")
        >>> [change.target for change in game.choose_all(["rally", "bihar"])]
        ['', 'bihar']
        >>> try:
        ...     game.choose_all(["1", "castle"])
        ... except IllegalChoice as error:
        ...     error.index, game.keys
        (1, ('rally', 'bihar'))
        """
        self.try_all(keys)
        changes: list[Change] = []
        for key in keys:
            changes += self.choose(key)
        return changes

    def try_all(self, keys: Sequence[str]) -> Self:
        """Return a copy of the game after these keys. Raises IllegalChoice as `choose_all` does."""
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
        """Give a seat to another kind of player from now on, and return the changes.

        This inserts a finished step before the running one, in which nothing may have been chosen yet. The running
        step begins again up to its first decision. It cannot be undone. Raises IllegalChoice and changes nothing.

        >>> from engine import Game
        >>> game = Game.new("gandhi", seed=b"example")
        >>> changes = game.hand_over("raj", "arjuna")
        >>> game.steps[0].label, game.position()["seats"]["raj"]
        (Label(phase='hand_over', seat='raj', card=0), 'arjuna')
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
        """Begin the running step again with new dice, after a game was rewound to here, and return the changes.

        ``seen`` holds the counters of the dice (`engine.core.dice.Dice`) before the game was rewound. This inserts a
        finished step before the running one, as `hand_over` does. Raises IllegalChoice and changes nothing.

        >>> from engine import Game
        >>> game = Game.new("gandhi", seed=b"example")
        >>> changes = game.go_back({"dice": 17})
        >>> game.state.dice.counters["dice"]
        17
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

    def put_right(self, patch: Mapping[str, Any]) -> list[Change]:
        """Correct the position as the table has agreed (`engine.core.putting_right`), and return the changes.

        This inserts a finished step before the running one, as `hand_over` does. Seed and dice stay as they are. Raises
        IllegalChoice and changes nothing.

        >>> from engine import Game
        >>> game = Game.new("gandhi", seed=b"example")
        >>> [change.verb for change in game.put_right({"restraint": 2})]
        ['begin', 'restraint']
        >>> game.steps[0].keys, game.position()["restraint"]
        (('put_right:{"restraint":2}',), 2)
        """
        return self.choose(write_patch(patch))

    def _put_right(self, key: str) -> list[Change]:
        if self._keys:
            raise IllegalChoice(key, text("error.put_right_later"))
        try:
            patch = read_patch(key)
        except BadPosition as error:
            raise IllegalChoice(key, error.text) from error
        state = self.rules.decode(self._snapshot)
        reason = self.rules.put_right(state, patch)
        if reason is not None:
            raise IllegalChoice(key, reason)
        return self._insert(state, key, Label(PUT_RIGHT_PHASE))

    def _insert(self, state: Any, key: str, label: Label) -> list[Change]:
        """Insert a finished step before the running one, which begins again from a new state."""
        self.state = state
        self._trail.clear()
        self._keys = [key]
        self._label = label
        first = len(self.steps)
        self._close()
        self._advance(None)
        return [change for step in self.steps[first:] for change in step.changes] + list(state.log)

    def refusal(self, key: str) -> Text:
        """Return the reason why a key is not allowed now.

        >>> from engine import Game
        >>> game = Game.at({"spaces": {"delhi": {"troops": 2}}, "turn": {"seat": "raj", "may": "any"}})
        >>> str(game.refusal("special:treaty"))
        'why.no_space(rule=4.2.1)'
        """
        option = self.decision.option(key) if self.decision else None
        if option is None:
            return text("error.unknown_key", key=key)
        return option.why or text("error.unknown_key", key=key)

    def foresee(self, key: str) -> Foresight:
        """Return the barrier that a key would cross. Nothing else decides what may be disclosed of a choice.

        The key is tried on a copy without hidden information, so that the answer cannot depend on it. Raises
        IllegalChoice.

        >>> from engine import Game
        >>> game = Game.new("gandhi", seed=b"example")
        >>> game.foresee("rally")
        Foresight(barrier=<Barrier.NONE: 'none'>, seat='', what='')
        """
        twin = self._try_out()
        number, seat = twin.step_number, twin.decision.seat if twin.decision else ""
        try:
            twin.choose(key)
        except Hidden as hidden:
            return Foresight(Barrier.REVEALS, what=hidden.what)
        return twin._find_barrier(number, seat)

    def _find_barrier(self, number: int, seat: str) -> Foresight:
        """Return the barrier that was crossed by a choice of ``seat`` in step ``number`` that revealed nothing."""
        if self.decision is None:
            return Foresight(Barrier.GAME)
        if self.step_number != number:
            return Foresight(Barrier.END)
        if self.decision.seat != seat:
            return Foresight(Barrier.OTHER, self.decision.seat)
        return Foresight(Barrier.NONE)

    def look_ahead(self, keys: Sequence[str]) -> Outlook:
        """Return the certain consequences of several keys before the first of them is chosen.

        They are tried on a copy without hidden information. It stops at the end of the running step, where another
        seat is asked, and before a die is rolled or a card turned up: the result names that barrier and nothing behind
        it. Only the last key may cross a barrier. Raises IllegalChoice.

        >>> from engine import Game
        >>> game = Game.new("gandhi", seed=b"example")
        >>> [change.verb for change in game.look_ahead(["rally", "bihar"]).changes]
        ['begin', 'select']
        >>> game.keys
        ()
        """
        twin = self._try_out()
        twin._ends_with_step = True
        seen, number, seat = len(twin.state.log), twin.step_number, twin.pending_seat
        try:
            for key in keys:
                twin.choose(key)
        except Hidden as hidden:
            # What the last key has done up to here needs no die and no card.
            foresight = Foresight(Barrier.REVEALS, what=hidden.what)
            return Outlook(twin.state.log[seen:], self.rules.view(twin.state, None, twin.seen_by), foresight)
        changes, view = twin.state.log[seen:], twin.view()
        if twin.decision is None:
            twin._ends_with_step = False
            try:
                twin._close()
                twin._advance(None)
            except Hidden as hidden:
                return Outlook(changes, view, Foresight(Barrier.REVEALS, what=hidden.what))
        return Outlook(changes, view, twin._find_barrier(number, seat))

    def refuse(self, key: str) -> IllegalChoice:
        """Return the error that refuses a key now, with the reason and the text of the option."""
        option = self.decision.option(key) if self.decision else None
        return IllegalChoice(key, self.refusal(key), name=option.text if option is not None else None)

    def crosses_barrier(self, key: str) -> bool:
        """Return whether a key rolls a die, reveals a card, ends the step or asks another seat. Raises IllegalChoice.

        A private draft stops before such a choice, because the result may only be seen by making it.

        >>> from engine import Game
        >>> game = Game.new("gandhi", seed=b"example")
        >>> changes = game.choose("pass")
        >>> game.crosses_barrier("no")
        True
        """
        return self.foresee(key).barrier is not Barrier.NONE

    def draft(self, key: str) -> list[Change] | None:
        """Choose a key in private and return the changes, or change nothing and return None if it crosses a barrier.

        It combines `crosses_barrier` and `choose`. A blind game needs no copy for each key. Raises IllegalChoice.

        >>> from engine import Game
        >>> game = Game.new("gandhi", seed=b"example")
        >>> changes = game.choose("pass")
        >>> game.draft("no") is None, game.keys
        (True, ('pass',))
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
        """Return the seat whose choice `undo` would undo, or an empty string if there is none."""
        return self._trail[-1].seat if self._trail else ""

    def undo(self) -> None:
        """Undo the last choice. Raises CannotUndo at a barrier: a die, a revealed card, another seat's choice.

        >>> from engine import Game
        >>> game = Game.new("gandhi", seed=b"example")
        >>> changes = game.choose_all(["rally", "bihar"])
        >>> game.undo()
        >>> game.keys, game.undo_seat
        (('rally',), 'congress')
        """
        if not self._trail:
            raise CannotUndo(text("error.nothing_to_undo"))
        *trail, last = self._trail
        index = last.step - self._first
        keys = self.steps[index].keys if index < len(self.steps) else self._keys
        self._return_to(index, last.snapshot, keys[: last.before])
        self._trail = trail

    def _return_to(self, index: int, snapshot: bytes, keys: Sequence[str]) -> None:
        """Return to a step that began with this snapshot, and choose these keys of it again."""
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
    def label(self) -> Label:
        """Return the label of the running step."""
        return self._label

    @property
    def pending_seat(self) -> str:
        """Return the seat whose decision is pending, or an empty string if the game is over."""
        return self.decision.seat if self.decision is not None else ""

    @property
    def keys(self) -> tuple[str, ...]:
        """Return the keys chosen in the running step."""
        return tuple(self._keys)

    @property
    def result(self) -> Result | None:
        """Return the result of the game, or None if it is not over."""
        return self.rules.result(self.state)

    @property
    def seed_digest(self) -> str:
        """Return the published digest of the secret seed.

        >>> from engine import Game
        >>> Game.new("gandhi", seed=b"example").seed_digest == commit(b"example")
        True
        """
        return commit(self.state.dice.seed)

    def snapshot(self) -> bytes:
        """Return the state at the start of the running step, as bytes for `resume`. It is secret: it holds the seed."""
        return self._snapshot

    def digest(self) -> str:
        """Return a short digest of the present state. Equal states have equal digests."""
        log, self.state.log = self.state.log, []
        try:
            return digest_bytes(self.rules.encode(self.state))
        finally:
            self.state.log = log

    def position(self) -> dict[str, Any]:
        """Return the public position with derived totals, as JSON data that `engine.Game.at` accepts.

        >>> from engine import Game
        >>> game = Game.at({"spaces": {"delhi": {"troops": 2}}, "turn": {"seat": "raj", "may": "any"}})
        >>> position = game.position()
        >>> position["spaces"], position["available"]["troops"], position["control"]
        ({'delhi': {'troops': 2}}, 13, ['delhi'])
        >>> Game.at(position).decision.kind
        'turn.action'

        It is that of the start of the running step: what the step has done already would be done again by a game at a
        later one.
        """
        is_at_start = not (self._keys or self.state.log) or not self._snapshot
        return self.rules.position(self.state if is_at_start else self.rules.decode(self._snapshot))

    def view(self, seats: Collection[str] | None = None) -> Any:
        """Return what everyone sees, with what only some seats see: by default those of `seen_by`."""
        return self.rules.view(self.state, self.decision, self.seen_by if seats is None else seats)

    def view_after(self, index: int) -> Any:
        """Return the public view after ``steps[index]``, before the next step has changed anything."""
        after = index + 1
        snapshot = self._starts[after] if after < len(self._starts) else self._snapshot
        return self.rules.view(self.rules.decode(snapshot), None)

    def record(self) -> Record:
        """Return the record of this game since it was created. It holds the seed: publish it after the game only."""
        return Record(self.start, list(self.steps), self.result)

    # -- running -------------------------------------------------------------------------------------------

    def _begin(self) -> None:
        """Start the next step of the state and run to the first decision."""
        self._open()
        self._advance(None)

    def _open(self) -> None:
        self._snapshot = b"" if self._is_sketch else self.rules.encode(self.state)
        self.step_number = self._first + len(self.steps)
        self._keys = []
        self._label = self.rules.label(self.state)
        self._rule = None if self.rules.result(self.state) else self.rules.step(self.state)

    def _advance(self, key: str | None) -> None:
        """Send a key to the running step. If the step ends, run the next ones up to a decision. Raises RuntimeError."""
        for _ in range(STEPS_WITHOUT_DECISION):
            if self._rule is None:
                self.decision = None
                return
            try:
                if key is not None:
                    self.decision = self._rule.send(key)
                else:
                    self.decision = next(self._rule)
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


def interpose(rule: Rule, aside: Rule, decision: Decision) -> Rule:
    """Ask something beside the pending decision of a rule, then that decision again, and continue the rule."""
    yield from aside
    key = yield decision
    while True:
        try:
            following = rule.send(key)
        except StopIteration:
            return
        key = yield following


def write_go_back(seen: Mapping[str, int]) -> str:
    """Return the key of `Game.go_back` for the count of numbers seen from each stream of dice.

    >>> write_go_back({"dice": 17, "deck": 98})
    'go_back:deck=98,dice=17'
    """
    return GO_BACK + ",".join(f"{stream}={count}" for stream, count in sorted(seen.items()))


def replay(game: Playing, steps: Sequence[Sequence[str]]) -> Playing:
    """Choose the keys of recorded steps in order and return the game. Raises ReplayFailed for a step that does not fit.

    >>> from engine import Game
    >>> game = replay(Game.new("gandhi", seed=b"example"), [("pass", "no")])
    >>> game.step_number, game.steps[0].label.seat
    (1, 'congress')
    """
    for index, keys in enumerate(steps):
        for key in keys:
            try:
                game.choose(key)
            except IllegalChoice as error:
                raise stop_replay(index, error) from error
    return game


def stop_replay(step: int, error: GameError) -> ReplayFailed:
    """Return the error for a recorded step with a key that no longer fits."""
    return ReplayFailed(text("error.replay_stops", step=step, why=error.text), step)


Playing = TypeVar("Playing", bound=Game)
