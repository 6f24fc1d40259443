"""5.1 An Event while it is executed: what it has selected, how it counts, and how it asks."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from functools import partial
from typing import Any

import msgspec

from engine.core.decision import Decision, Option
from engine.core.protocol import Step
from engine.core.text import Text, text, why_not
from engine.gandhi.asking import DONE, DONE_OPTION, NUMBER_OPTIONS, SPACE_OPTIONS, closed_spaces
from engine.gandhi.board import BOARD
from engine.gandhi.events.data import EventStep
from engine.gandhi.events.places import AMOUNTS
from engine.gandhi.ids import ACTIVISTS, BASES, CUBES, GUERRILLAS, UNDERGROUND
from engine.gandhi.turn import Turn

Asked = Generator[Decision, str, str]
AskedCount = Generator[Decision, str, int]
Warnings = Callable[[], Mapping[str, Text]]

NOTHING_WOULD_CHANGE = why_not("nothing_would_change", "5.1.2")
ONLY_A_PART = why_not("only_a_part", "5.1.2")

GROUPS: dict[str, tuple[str, ...]] = {
    "cubes": CUBES,
    "activists": ACTIVISTS,
    "guerrillas": GUERRILLAS,
    "bases": BASES,
    "pieces": (*CUBES, *ACTIVISTS, *GUERRILLAS, *BASES),
}
"""Words of the data for several kinds of pieces. Gandhi is named on his own."""


def expand(words: Sequence[str]) -> tuple[str, ...]:
    """The kinds of pieces on the map that the words of the data mean."""
    return tuple(kind for word in words for kind in GROUPS.get(word, (word,)))


def expand_placed(words: Sequence[str]) -> tuple[str, ...]:
    """The kinds as they come from a box: Guerrillas Underground (1.4.3)."""
    return tuple(dict.fromkeys(UNDERGROUND if kind in GUERRILLAS else kind for kind in expand(words)))


class Procedure(msgspec.Struct, frozen=True):
    """How a kind of step runs in a space (or none), and whether it would change anything there now."""

    run: Callable[[Execution, Any, str], Step]
    is_possible: Callable[[Execution, Any, str], bool]


class Carrying(msgspec.Struct, frozen=True):
    """What asks a question in an Event: the step being carried out, and the space selected for it (or none)."""

    step: EventStep
    space: str = ""


class Execution:
    """One Event being executed by one Faction. ``counts`` keeps what later steps of the text count."""

    def __init__(self, turn: Turn, procedures: Mapping[Any, Procedure]) -> None:
        self.turn = turn
        self.procedures = procedures
        self.state = turn.state
        self.seat = turn.seat
        self.selected: list[str] = []
        self.counts: dict[str, int] = {}

    def run_steps(self, steps: Sequence[EventStep], space: str = "") -> Step:
        """5.1 Carry out steps in order, in a space if one is selected. What cannot be done is left out (5.1.2)."""
        for step in steps:
            yield from name_subject(Carrying(step, space), self.procedures[type(step)].run(self, step, space))

    def is_possible(self, step: EventStep, space: str = "") -> bool:
        """5.1.2 Whether a step would change anything now."""
        return self.procedures[type(step)].is_possible(self, step, space)

    def amount(self, amount: int | str, space: str) -> int:
        """The number an amount of the data means now; a die is rolled. ``2*die``, ``restraint``, ``counted:x``."""
        if isinstance(amount, int):
            return amount
        times, name = amount.split("*", 1) if "*" in amount else ("1", amount)
        if name == "die":
            return int(times) * self.state.roll("event")
        if name.startswith("counted:"):
            return int(times) * self.counts.get(name.removeprefix("counted:"), 0)
        return int(times) * AMOUNTS[name](self.state, self.seat, space)

    def is_worth(self, amount: int | str, space: str) -> bool:
        """Whether an amount is above zero, without rolling. What a step counts is nothing before that step."""
        if isinstance(amount, str) and amount.rpartition("*")[2] in ("die", "counted:roll"):
            return True
        return self.amount(amount, space) > 0

    def ask_plain(
        self,
        kind: str,
        options: list[Option],
        *,
        space: str = "",
        remaining: int | None = None,
        warnings: Warnings = dict,
        prompt: Text | None = None,
    ) -> Asked:
        """Ask the executing Faction for one of some options; not when only one is there.

        An empty string after something was slipped in (1.4.1): the options may have changed, so ask again.
        """
        if len(options) == 1:
            return options[0].key
        key = yield from self.turn.ask(
            kind, options, space=space, remaining=remaining, warnings=warnings, prompt=prompt
        )
        return key

    def ask_count(self, most: int, least: int, *, space: str, piece: str) -> AskedCount:
        """Ask for a number of pieces; not when only one number is possible. 0 after something was slipped in."""
        if least >= most:
            return most
        key = yield from self.turn.ask(
            "event.count",
            NUMBER_OPTIONS[least : most + 1],
            default=str(most),
            space=space,
            prompt=text("ask.event.count", at_least=least, at_most=most, space=space, piece=piece),
        )
        return int(key or 0)

    def ask_again(self, ask: Callable[[], Asked]) -> Asked:
        """Ask a question of another chapter, made again after anything that is slipped in (1.4.1)."""
        turn = self.turn
        while True:
            asking = ask()
            try:
                decision = next(asking)
            except StopIteration as answered:
                return str(answered.value)
            extra = turn.interjections()
            decision.options += extra
            key = yield decision
            if any(key == option.key for option in extra):
                yield from turn.interject(key)
                continue
            try:
                asking.send(key)
            except StopIteration as answered:
                return str(answered.value)

    def ask_candidates(
        self,
        kind: str,
        candidates: Callable[[], list[str]],
        *,
        optional: bool,
        remaining: int | None = None,
        space: str = "",
        prompt: Text | None = None,
    ) -> Asked:
        """Ask for one of some spaces or boxes, or `DONE`.

        `DONE` at once when none is left, and no question when only one is, or when the ``space`` is selected already:
        whether to stop there is then part of the next question.
        """
        while True:
            spaces = candidates()
            if not spaces:
                return DONE
            if space or (len(spaces) == 1 and not optional):
                return spaces[0]
            options = [SPACE_OPTIONS.get(place) or Option(place, text("box", box=place)) for place in spaces]
            if optional:
                options.append(DONE_OPTION)
            key = yield from self.turn.ask(kind, options, remaining=remaining, prompt=prompt)
            if key:
                return key

    def ask_space(
        self,
        kind: str,
        why: Callable[[str], Text | None],
        warn: Callable[[str], Text | None],
        *,
        optional: bool,
        remaining: int | None = None,
    ) -> Asked:
        """Ask for a space that ``why`` leaves open, or `DONE`: also when nothing would change in any of them.

        ``warn`` says of a space that nothing would change there, or that only a part of the text applies.
        """
        while True:
            spaces = [space for space in BOARD.everywhere if why(space) is None]
            if all(warn(space) is NOTHING_WOULD_CHANGE for space in spaces):
                return DONE
            if len(spaces) == 1 and not optional:
                return spaces[0]
            left = remaining and min(remaining, len(spaces))
            options = [SPACE_OPTIONS[space] for space in spaces]
            if optional:
                options.append(DONE_OPTION)
            key = yield from self.turn.ask(
                kind,
                options,
                closed=lambda: closed_spaces(BOARD.everywhere, why),
                warnings=partial(warn_of, spaces, warn),
                remaining=left,
            )
            if key:
                return key


def warn_of(keys: Sequence[str], warn: Callable[[str], Text | None]) -> dict[str, Text]:
    """What is to be said of some answers (R-68)."""
    warnings = {key: warn(key) for key in keys}
    return {key: warning for key, warning in warnings.items() if warning is not None}


def name_subject(subject: Carrying, running: Step) -> Step:
    """Say of every question that a step asks that it is this step's, unless a step within it has said so already."""
    try:
        decision = next(running)
        while True:
            if decision.subject is None:
                decision.subject = subject
            decision = running.send((yield decision))
    except StopIteration:
        return
