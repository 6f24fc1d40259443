"""The course of a game: its state, the steps that are finished, and the one that runs up to its next decision."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import msgspec

from engine.core.decision import Decision
from engine.core.dice import RepeatedDice, commit
from engine.core.protocol import Label, Result, Rule, Rules
from engine.core.record import Record, Start, StepRecord, digest_bytes

STEPS_WITHOUT_DECISION = 1000
"""Limit of successive steps without a decision. More of them mean that the rules are in an endless loop."""


class Undoable(msgspec.Struct):
    """Choice that can still be undone: its seat, its step, the number of keys before it, the snapshot of its step."""

    seat: str
    step: int
    before: int
    snapshot: bytes


class Course:
    """The state of a game, its finished steps and the running one. `engine.core.game.Game` adds the choices."""

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
        self._trail: list[Undoable] = []
        self._snapshot = b""
        self._starts: list[bytes] = []
        self._label = Label("")
        self._rule: Rule | None = None
        self._is_blind = False
        self._ends_with_step = False
        self._is_sketch = False
        self._begin()

    # -- what a caller may read ------------------------------------------------------------------------------------

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

        The position is that of the start of the running step: a game from a later one would do again what the step has
        already done.
        """
        is_at_start = not (self._keys or self.state.log)
        return self.rules.position(self.state if is_at_start else self.rules.decode(self._snapshot))

    def view(self, seats: Collection[str] | None = None) -> Any:
        """Return the view of everyone, with what some seats may see (default: those in `seen_by`)."""
        return self.rules.view(self.state, self.decision, self.seen_by if seats is None else seats)

    def view_after(self, index: int) -> Any:
        """Return the public view after ``steps[index]``, before the next step has changed anything."""
        after = index + 1
        snapshot = self._starts[after] if after < len(self._starts) else self._snapshot
        return self.rules.view(self.rules.decode(snapshot), None)

    def record(self) -> Record:
        """Return the record of all steps of this object. It holds the seed: publish it after the game only."""
        return Record(self.start, list(self.steps), self.result)

    # -- running ---------------------------------------------------------------------------------------------------

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
    """Ask an interrupting question, then the pending decision of a rule again, and continue the rule."""
    yield from aside
    key = yield decision
    while True:
        try:
            following = rule.send(key)
        except StopIteration:
            return
        key = yield following
