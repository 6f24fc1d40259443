"""5.1 An Event during its execution: its selections and counts, its questions, and trials of it."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from enum import IntEnum
from functools import partial
from typing import Any, Final, NamedTuple

import msgspec

from engine.core.decision import Decision, Option, Remaining
from engine.core.protocol import Rule
from engine.core.text import Text, text, why_not
from engine.gandhi.asking import DONE, DONE_OPTION, NO, NUMBER_OPTIONS, SPACE_OPTIONS, closed_spaces, roll
from engine.gandhi.board import BOARD
from engine.gandhi.events.data import EventStep
from engine.gandhi.events.places import AMOUNTS, DIE, find_meeting, read_amount
from engine.gandhi.executing import ask
from engine.gandhi.state import State
from engine.gandhi.turn import Turn

Asked = Generator[Decision, str, str]
AskedCount = Generator[Decision, str, int]
Warnings = Callable[[], Mapping[str, Text]]

NOTHING_WOULD_CHANGE = why_not("nothing_would_change", "5.1.2")
ONLY_A_PART = why_not("only_a_part", "5.1.2")

QUIET: Final = frozenset({"begin", "resume", "select", "roll"})
"""Verbs of the log that change nothing on the board."""


class Trial(IntEnum):
    """5.1.2 How much of some steps can be carried out: nothing, a part, or all of it."""

    NOTHING = 0
    PART = 1
    ALL = 2

    @property
    def warning(self) -> Text | None:
        """R-68 Return the warning before a space or an alternative is chosen."""
        return (NOTHING_WOULD_CHANGE, ONLY_A_PART, None)[self]


class Effect(NamedTuple):
    """One thing that a step could change: a verb of the log, a piece or marker, where, and the level it leads to."""

    verb: str
    piece: str = ""
    place: str = ""
    level: int = 0


class Row(msgspec.Struct, frozen=True):
    """Everything about a kind of step.

    ``run`` carries it out in a space (or none), ``effects`` says what it could change there, and ``asks`` names the
    questions that it may put. Whether it can act at all is found by a trial (`Execution.try_steps`).
    """

    run: Callable[[Execution, Any, str], Rule]
    effects: Callable[[Execution, Any, str], Iterable[Effect]]
    asks: tuple[str, ...] = ()


class Carrying(msgspec.Struct, frozen=True):
    """The source of a question in an Event: the present step, and the space selected for it (or none)."""

    step: EventStep
    space: str = ""


class Execution:
    """One Event being executed by one Faction.

    ``selected`` are the spaces that steps have selected, or in which they did something, ``counts`` what later amounts
    count, ``later`` the steps that follow the running one in its list, ``acted`` those (by identity) that have changed
    anything. In a trial no one is asked and no die rolled.
    """

    def __init__(self, turn: Turn, rows: Mapping[Any, Row], *, is_trial: bool = False) -> None:
        self.turn = turn
        self.rows = rows
        self.state = turn.state
        self.seat = turn.seat
        self.selected: list[str] = []
        self.counts: dict[str, int] = {}
        self.later: Sequence[EventStep] = ()
        self.is_trial = is_trial
        self.falls_short = False
        self.has_attacked = False
        self.acted: set[int] = set()

    @classmethod
    def of(cls, state: State, seat: str, rows: Mapping[Any, Row]) -> Execution:
        """Return the execution of an Event that is about to begin."""
        turn = Turn(state, seat, {}, may_special=False)
        turn.operation = "event"
        return cls(turn, rows)

    def run_steps(self, steps: Sequence[EventStep], space: str = "") -> Rule:
        """5.1 Carry out steps in order, in a space if one is selected. What cannot be done is left out (5.1.2)."""
        outer = self.later
        for index, step in enumerate(steps):
            self.later = steps[index + 1 :]
            before = len(self.state.log)
            yield from name_subject(Carrying(step, space), self.rows[type(step)].run(self, step, space))
            if self.has_changed(before):
                self.acted.add(id(step))
            elif self.is_trial:
                self.falls_short = True
        self.later = outer

    # -- 5.1.2 trials --------------------------------------------------------------------------------------

    def has_changed(self, since: int = 0) -> bool:
        """Return whether anything on the board, the tracks or the cards has changed since a line of the log."""
        return self.has_attacked or any(change.verb not in QUIET for change in self.state.log[since:])

    def twin(self) -> Execution:
        """Return a copy for a trial: nothing done in it counts."""
        turn = Turn(self.state.copy(), self.seat, {}, may_special=False)
        turn.operation = self.turn.operation
        turn.in_special = True  # This way, no extra action is offered.
        twin = Execution(turn, self.rows, is_trial=True)
        twin.selected = list(self.selected)
        twin.counts = dict(self.counts)
        twin.later = self.later
        return twin

    def try_steps(self, steps: Sequence[EventStep], space: str = "", later: Sequence[EventStep] = ()) -> Trial:
        """5.1.2 Return how much of some steps can be carried out now, in a space if one is given.

        ``later`` are steps that use the selection of this space: what they could do here makes it useful too, and those
        that need a space next to it must find one.
        """
        twin = self.twin()
        carry_out(twin.run_steps(steps, space))
        if twin.has_changed():
            if not twin.falls_short:
                twin.selected = [space]
                carry_out(twin.run_steps([step for step in later if getattr(step, "next_to_selected", False)]))
            return Trial.PART if twin.falls_short else Trial.ALL
        if later:
            twin.selected = [space]
            carry_out(twin.run_steps(later))
            if twin.has_changed():
                return Trial.PART if steps else Trial.ALL
        return Trial.NOTHING

    def is_useful(self, steps: Sequence[EventStep], space: str = "", later: Sequence[EventStep] = ()) -> bool:
        """5.1.2 Return whether any part of some steps can be carried out, at a glance or by a trial."""
        if any(True for _ in chain_effects(self, steps, space)):
            return True
        return self.try_steps(steps, space, later) is not Trial.NOTHING

    # -- amounts and places --------------------------------------------------------------------------------

    def roll(self) -> AskedCount:
        """Roll a die for the Event."""
        return 1 if self.is_trial else (yield from roll(self.state, "event"))

    def measure(self, amount: int | str, space: str) -> AskedCount:
        """Return the number an amount of the data means now; a die is rolled: ``2*die``, ``restraint``."""
        expression = None if isinstance(amount, int) else read_amount(amount)
        die = (yield from self.roll()) if expression is not None and expression.name == DIE else 0
        return self.amount(amount, space, die)

    def amount(self, amount: int | str, space: str, die: int = 0) -> int:
        """Return the number an amount of the data means now, with a die that has been rolled: ``sepoys-1``."""
        if isinstance(amount, int):
            return amount
        expression = read_amount(amount)
        if expression is None:
            return 0
        name = expression.name
        if name == DIE:
            number = die
        elif name in AMOUNTS:
            number = AMOUNTS[name].number(self.state, self.seat, space)
        else:
            number = self.counts.get(name, 0)
        return max(0, expression.times * number - expression.less)

    def is_worth(self, amount: int | str, space: str) -> bool:
        """Return whether an amount may be above zero, without rolling. A step's own count may be, before that step."""
        if isinstance(amount, int):
            return amount > 0
        expression = read_amount(amount)
        if expression is not None and expression.name not in AMOUNTS and expression.name not in self.counts:
            return True
        return self.amount(amount, space) > 0

    def count(self, name: str, number: int = 1) -> None:
        """Count something for the amounts of later steps."""
        self.counts[name] = self.counts.get(name, 0) + number

    def spaces_of(self, where: str, space: str, among_selected: bool = False) -> list[str]:
        """Return the selected space, or every space, perhaps only among those selected before, if it meets a phrase."""
        names = (space,) if space else self.selected if among_selected else BOARD.everywhere
        return find_meeting(self.state, self.seat, names, where)

    def remember(self, space: str) -> None:
        """Remember a space for later steps that use the selection."""
        if space not in self.selected:
            self.selected.append(space)

    # -- asking --------------------------------------------------------------------------------------------

    def ask_plain(
        self,
        kind: str,
        options: list[Option],
        *,
        space: str = "",
        remaining: Remaining = None,
        warnings: Warnings = dict,
        prompt: Text | None = None,
    ) -> Asked:
        """Ask the executing Faction for one of some options; not when only one is there.

        Returns an empty string after an extra action (1.4.1): the options may have changed, so ask again.
        """
        if len(options) == 1:
            return options[0].key
        key = yield from ask(
            self.turn, kind, options, space=space, remaining=remaining, warnings=warnings, prompt=prompt
        )
        return key

    def ask_count(self, most: int, least: int, *, space: str, piece: str) -> AskedCount:
        """Ask for a number of pieces; not when only one number is possible. 0 after an extra action."""
        if least >= most:
            return most
        key = yield from ask(
            self.turn,
            "event.count",
            NUMBER_OPTIONS[least : most + 1],
            default=str(most),
            space=space,
            prompt=text(
                "ask.event.count" if space else "ask.event.count.all",
                at_least=least,
                at_most=most,
                space=space,
                piece=piece,
            ),
        )
        return int(key or 0)

    def ask_candidates(
        self,
        kind: str,
        spaces: list[str],
        candidates: Callable[[], list[str]],
        *,
        optional: bool,
        remaining: Remaining = None,
        space: str = "",
        prompt: Text | None = None,
    ) -> Asked:
        """Ask for one of some spaces or boxes, or `DONE`. ``candidates`` computes them again after an extra action.

        `DONE` at once when none is left, and no question when only one is, or when the ``space`` is selected already:
        whether to stop there is then part of the next question.
        """
        while True:
            if not spaces:
                return DONE
            if space or (len(spaces) == 1 and not optional):
                return spaces[0]
            options = [SPACE_OPTIONS.get(place) or Option(place, text("box", box=place)) for place in spaces]
            if optional:
                options.append(DONE_OPTION)
            key = yield from ask(self.turn, kind, options, remaining=remaining, prompt=prompt)
            if key:
                return key
            spaces = candidates()

    def ask_space(
        self,
        kind: str,
        candidates: Callable[[], list[str]],
        why: Callable[[str], Text | None],
        is_useful: Callable[[str], bool],
        test: Callable[[str], Trial],
        *,
        optional: bool,
        remaining: int | None = None,
    ) -> Asked:
        """Ask for one of the ``candidates`` now, or `DONE`: also when none of them ``is_useful``.

        ``why`` says of any other space why it is closed, ``test`` says how much of the text applies in a space. In a
        trial the best space is taken.
        """
        while True:
            spaces = candidates()
            if self.is_trial:
                return find_best(spaces, test) or DONE
            if not any(map(is_useful, spaces)):
                return DONE
            if len(spaces) == 1 and not optional:
                return spaces[0]
            left = remaining and min(remaining, len(spaces))
            options = [SPACE_OPTIONS[space] for space in spaces]
            if optional:
                options.append(DONE_OPTION)
            key = yield from ask(
                self.turn,
                kind,
                options,
                closed=partial(closed_spaces, BOARD.everywhere, why),
                warnings=partial(warn_of, spaces, test),
                remaining=left,
            )
            if key:
                return key


def find_best(keys: Iterable[str], test: Callable[[str], Trial]) -> str:
    """Return the first answer with which most of the text applies, or "" if no answer changes anything."""
    best, most = "", Trial.NOTHING
    for key in keys:
        found = test(key)
        if found > most:
            best, most = key, found
        if most is Trial.ALL:
            break
    return best


def warn_of(keys: Iterable[str], test: Callable[[str], Trial]) -> dict[str, Text]:
    """R-68 Return what to warn of before one of some answers is chosen."""
    warnings = {key: test(key).warning for key in keys}
    return {key: warning for key, warning in warnings.items() if warning is not None}


def carry_out(running: Rule) -> None:
    """Carry out steps in a trial: every question gets its default, or its first answer that does something."""
    try:
        decision = next(running)
        while True:
            keys = [option.key for option in decision.options if option.key not in (DONE, NO)]
            decision = running.send(decision.default or (keys or [DONE])[0])
    except StopIteration:
        return


def name_subject(subject: Carrying, running: Rule) -> Rule:
    """Mark every question that a step asks as this step's, unless a step within it has marked it already."""
    try:
        decision = next(running)
        while True:
            if decision.subject is None:
                decision.subject = subject
            decision = running.send((yield decision))
    except StopIteration:
        return


def chain_effects(execution: Execution, steps: Iterable[EventStep], space: str) -> Iterator[Effect]:
    """Yield what some steps could change in a space (or anywhere)."""
    for step in steps:
        yield from execution.rows[type(step)].effects(execution, step, space)
