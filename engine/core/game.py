"""The driver of a game: it asks one decision at a time, takes the answer, and undoes choices up to the last barrier."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from typing import Any, Self, TypeVar

import msgspec

from engine.core.change import Change
from engine.core.course import Course, Undoable, interpose
from engine.core.decision import Decision
from engine.core.dice import Hidden
from engine.core.errors import BadPosition, CannotUndo, GameError, IllegalChoice, ReplayFailed
from engine.core.inserted import HAND_OVER, change_state, is_inserted, write_go_back
from engine.core.protocol import Barrier, Foresight, Outlook, Rules
from engine.core.putting_right import write_patch
from engine.core.record import Start
from engine.core.text import Text, text


class Game(Course):
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
        twin._repeat(self._keys)
        if self._is_blind:
            twin._cover()
        return twin

    def _repeat(self, keys: Sequence[str]) -> None:
        """Choose keys that were allowed at the same place before, without checking them again."""
        for key in keys:
            decision = self.decision
            if decision is None or decision.aside is not None or self._is_sketch:
                self.choose(key)
            else:
                self._take(decision, key, key)

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
        """Return a copy in which the deciding seat tries something, with that seat's own knowledge."""
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

    # -- choosing ------------------------------------------------------------------------------------------

    def choose(self, key: str) -> list[Change]:
        """Answer the pending decision and return the changes. Raises IllegalChoice, and then changes nothing.

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
            if is_inserted(key):
                return self._insert(key)
            aside = decision.aside(key) if decision.aside is not None else None
            if aside is None or self._rule is None:
                raise self.refuse(key)
            self._rule, answer = interpose(self._rule, aside, decision), None
        if self._is_sketch:
            self._advance(answer)
            return []
        state, first, seen = self.state, len(self.steps), len(self.state.log)
        self._take(decision, key, answer)
        changes: list[Change] = []
        for step in self.steps[first:]:
            changes += step.changes[seen:]
            seen = 0
        changes += state.log[seen:]
        return changes

    def _take(self, decision: Decision, key: str, answer: str | None) -> None:
        """Note a key that is allowed, and send the answer to the running step; None if the key asks a question."""
        trail, state = self._trail, self.state
        if trail and trail[-1].seat != decision.seat:
            trail.clear()
        trail.append(Undoable(decision.seat, self.step_number, len(self._keys), self._snapshot))
        reveals = state.reveals
        self._keys.append(key)
        self._advance(answer)
        if state.reveals != reveals:
            trail.clear()

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
        step begins again up to its first decision. It cannot be undone. Raises IllegalChoice, and then changes nothing.

        >>> from engine import Game
        >>> game = Game.new("gandhi", seed=b"example")
        >>> changes = game.hand_over("raj", "arjuna")
        >>> game.steps[0].label, game.position()["seats"]["raj"]
        (Label(phase='hand_over', seat='raj', card=0), 'arjuna')
        """
        return self.choose(f"{HAND_OVER}{seat}:{kind}")

    def go_back(self, seen: Mapping[str, int]) -> list[Change]:
        """Begin the running step again with new dice, after a game was rewound to here, and return the changes.

        ``seen`` holds the counters of the dice (`engine.core.dice.Dice`) before the game was rewound. This inserts a
        finished step before the running one, as `hand_over` does. Raises IllegalChoice, and then changes nothing.

        >>> from engine import Game
        >>> game = Game.new("gandhi", seed=b"example")
        >>> changes = game.go_back({"dice": 17})
        >>> game.state.dice.counters["dice"]
        17
        """
        return self.choose(write_go_back(seen))

    def put_right(self, patch: Mapping[str, Any]) -> list[Change]:
        """Correct the position as the table has agreed (`engine.core.putting_right`), and return the changes.

        This inserts a finished step before the running one, as `hand_over` does. Seed and dice stay as they are. Raises
        IllegalChoice, and then changes nothing.

        >>> from engine import Game
        >>> game = Game.new("gandhi", seed=b"example")
        >>> [change.verb for change in game.put_right({"restraint": 2})]
        ['begin', 'restraint']
        >>> game.steps[0].keys, game.position()["restraint"]
        (('put_right:{"restraint":2}',), 2)
        """
        return self.choose(write_patch(patch))

    def _insert(self, key: str) -> list[Change]:
        """Insert a finished step before the running one, which begins again from a new state."""
        state = self.rules.decode(self._snapshot)
        self._label = change_state(self.rules, state, key, is_under_way=bool(self._keys))
        self.state = state
        self._trail.clear()
        self._keys = [key]
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
        """Return the barrier that a key would cross. What may be disclosed of a choice depends on this alone.

        The key is tried on a copy without hidden information, so that the result cannot depend on any. Raises
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

        The keys are tried on a copy without hidden information. The trial stops at the end of the running step, where
        another seat is asked, and before a die is rolled or a card turned up: the result names that barrier and nothing
        behind it. Only the last key may cross a barrier. Raises IllegalChoice.

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
            # Effects of the last key up to this point do not depend on a die or card.
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
        self._repeat(keys)
        if self._is_blind:
            self._cover()


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
