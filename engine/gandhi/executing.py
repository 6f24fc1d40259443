"""3.1, 4.1 Executing: questions for spaces and everything else, each with the extra actions that it allows."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from functools import cache, partial

from engine.core.decision import Decision, Option, Remaining
from engine.core.protocol import Rule
from engine.core.text import Text, text
from engine.gandhi.asides import (
    REMOVE_OWN,
    REMOVE_OWN_OPTION,
    TRANSFER,
    TRANSFER_OPTION,
    closed_asides,
    may_remove_own,
    may_transfer,
    remove_own,
    transfer,
)
from engine.gandhi.asking import (
    DONE,
    DONE_OPTION,
    SPACE_OPTIONS,
    SPACE_TEXTS,
    Reason,
    closed_spaces,
    idle_spaces,
    nothing_idle,
)
from engine.gandhi.turn import Operation, SpecialActivity, Turn

SPECIAL = "special:"
END_OPTION = Option("end", text("option.end"), role="stop")

Cost = Callable[[str], int]
"""A function that returns the Resources that selecting a space costs."""


def select_space(
    turn: Turn,
    kind: str,
    spaces: Iterable[str],
    why: Reason,
    *,
    cost: Cost | None = None,
    most: Callable[[Sequence[str]], int] = len,
    besides: Callable[[], list[Option]] = list,
    idle: Reason = nothing_idle,
    useful: Callable[[Sequence[str]], int] = len,
) -> Generator[Decision, str, str]:
    """3.1.1 Ask for the next space of the Operation, or `DONE`. ``why`` says why a space is closed.

    ``most`` says how many of the open spaces can be selected at most, one after the other (`Decision.remaining`);
    in a Limited Operation it is one.
    ``besides`` are options of the Operation that select nothing by themselves (a Viceroy's Sweep, 3.2.4).
    ``idle`` says why nothing would happen in an open space (R-20), for the person who is asked; ``useful`` is the most
    of them in which something can happen, one after the other. In between, the Faction may execute its Special Activity
    (4.1), remove own pieces (1.4.1) or transfer Resources (1.5.2). An Operation must select at least one space (R-19)
    unless none is left to select. The space is noted as selected.
    """
    candidates = tuple(spaces)
    while True:
        found = OpenSpaces(candidates, why, cost, besides(), may_end=bool(turn.selected))
        key = yield from ask(
            turn,
            kind,
            found.list_options if found.first else found.others,
            closed=lambda: closed_spaces(candidates, why),
            warnings=partial(found.list_idle, idle),
            remaining=partial(found.count, take_one if turn.limited else most),
            useful=partial(found.count, useful),
        )
        if not key:
            continue
        if key in candidates:
            turn.selected.append(key)
            turn.state.select(key)
        return key


class OpenSpaces:
    """The spaces that may be selected now, and the options beside them. All but the first are found on request.

    A copy of the game repeats the questions of the turn, and reads only the answers that were given.
    """

    def __init__(
        self, spaces: Sequence[str], why: Reason, cost: Cost | None, others: Iterable[Option], *, may_end: bool
    ) -> None:
        self.first = ""
        self._rest: Sequence[str] = ()
        self._why = why
        self._cost = cost
        self._all: list[str] | None = None
        for place, space in enumerate(spaces, 1):
            if why(space) is None:
                self.first, self._rest = space, spaces[place:]
                break
        self.others = [*others]
        if may_end or not (self.first or self.others):
            self.others.append(DONE_OPTION)

    def list_spaces(self) -> Sequence[str]:
        """Return all open spaces."""
        if self._all is None:
            why, begun = self._why, [self.first] if self.first else []
            self._all = begun + [space for space in self._rest if why(space) is None]
        return self._all

    def list_options(self) -> list[Option]:
        """Return the spaces as options, then the other options."""
        if self._cost is None:
            return [SPACE_OPTIONS[space] for space in self.list_spaces()] + self.others
        cost = self._cost
        priced = [Option(space, SPACE_TEXTS[space], cost(space), role="space") for space in self.list_spaces()]
        return priced + self.others

    def list_idle(self, idle: Reason) -> Mapping[str, Text]:
        """Return the spaces in which nothing would happen, each with the reason."""
        return idle_spaces(self.list_options(), idle)

    def count(self, most: Callable[[Sequence[str]], int]) -> int:
        """Return how many of the open spaces can be selected, as ``most`` counts them."""
        return most(self.list_spaces())


def take_one(spaces: Sequence[str]) -> int:
    """2.3.5 Return how many of some spaces a Limited Operation may select: one at most."""
    return min(1, len(spaces))


def ask(
    turn: Turn,
    kind: str,
    options: list[Option] | Callable[[], list[Option]],
    *,
    closed: Callable[[], Iterable[Option]] = tuple,
    warnings: Callable[[], Mapping[str, Text]] = dict,
    remaining: Remaining = None,
    useful: Remaining = None,
    default: str | None = None,
    space: str = "",
    prompt: Text | None = None,
) -> Generator[Decision, str, str]:
    """Ask the executing Faction, and offer the extra actions that are allowed here (4.1, 1.4.1, 1.5.2).

    ``prompt`` says more than ``kind`` alone. Returns the key, or an empty string after an extra action: then the caller
    asks again, because the options may have changed. Does not ask when `DONE` is the only answer.
    """
    if not callable(options) and [option.key for option in options] == [DONE] and not interjections(turn):
        return DONE

    def every_closed() -> list[Option]:
        return [*closed(), *closed_specials(turn), *closed_asides(turn)]

    key = yield Decision(
        turn.seat,
        kind,
        prompt or (text(f"ask.{kind}", space=space) if space else text(f"ask.{kind}")),
        options,
        besides=partial(interjections, turn),
        closed=every_closed,
        warnings=warnings,
        remaining=remaining,
        useful=useful,
        default=default,
        space=space,
        action=turn.operation,
    )
    if key.startswith(SPECIAL) or key in (REMOVE_OWN, TRANSFER):
        yield from interject(turn, key)
        return ""
    return key


# -- 4.1 before, during and immediately after the Operation ---------------------------------------------------


def interjections(turn: Turn) -> list[Option]:
    """Return the extra actions that the executing Faction may take before its Operation, or at any question of it."""
    if turn.in_special:
        return []
    extra: list[Option] = []
    if turn.may_special and not turn.special:
        for special in turn.specials.values():
            if turn.why_special_closed(special) is None:
                extra.append(special_option(special.id))
    if turn.operation and may_remove_own(turn):
        extra.append(REMOVE_OWN_OPTION)
    if may_transfer(turn):
        extra.append(TRANSFER_OPTION)
    return extra


def interject(turn: Turn, key: str) -> Rule:
    """Carry out the extra action of a key that `interjections` offered."""
    if key == REMOVE_OWN:
        yield from remove_own(turn)
    elif key == TRANSFER:
        yield from transfer(turn)
    else:
        yield from run_special(turn, turn.specials[key.removeprefix(SPECIAL)])
    if turn.operation and key != REMOVE_OWN:
        # Later lines of the log belong to the Operation again.
        turn.state.note("resume", turn.operation)


def run_operation(turn: Turn, operation: Operation) -> Rule:
    """3.1, 4.1 Execute an Operation. Extra actions come at its questions (`ask`).

    Where it has a closing step, a Special Activity may still follow immediately after that (R-45).
    """
    turn.operation = operation.id
    turn.state.begin(operation.id)
    yield from operation.run(turn)
    while operation.closes and any(option.key.startswith(SPECIAL) for option in interjections(turn)):
        key = yield from ask(turn, "turn.after", [END_OPTION])
        if key:
            return


def run_special(turn: Turn, special: SpecialActivity) -> Rule:
    """4.1 Execute a Special Activity whole; nothing interrupts it but the removal of own pieces (1.4.1).

    In an Operation, the question before it has just offered removals; at the start of a turn, none has.
    """
    turn.special = special.id
    turn.in_special = True
    turn.owes_removal = not turn.operation
    turn.state.begin(special.id)
    yield from special.run(turn)
    turn.in_special = turn.owes_removal = False


def closed_specials(turn: Turn) -> list[Option]:
    """Return every Special Activity of the Faction that is closed here, with the reason."""
    if turn.in_special:
        return []
    closed = []
    for special in turn.specials.values():
        reason = turn.why_special_closed(special)
        if reason is not None:
            option = special_option(special.id)
            closed.append(Option(option.key, option.text, 0, reason, option.role))
    return closed


@cache
def special_option(special: str) -> Option:
    """Return the option to execute a Special Activity now."""
    return Option(SPECIAL + special, text("action", action=special), role="special")
