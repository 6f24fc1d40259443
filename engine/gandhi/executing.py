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


def select_space(
    turn: Turn,
    kind: str,
    spaces: Iterable[str],
    why: Reason,
    *,
    cost: Callable[[str], int] | None = None,
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
        spaces_open = [space for space in candidates if why(space) is None]
        if cost is None:
            options = [SPACE_OPTIONS[space] for space in spaces_open]
        else:
            options = [Option(space, SPACE_TEXTS[space], cost(space), role="space") for space in spaces_open]
        options += besides()
        if turn.selected or not options:
            options.append(DONE_OPTION)
        key = yield from ask(
            turn,
            kind,
            options,
            closed=lambda: closed_spaces(candidates, why),
            warnings=partial(idle_spaces, options, idle),
            remaining=partial(min, 1, len(spaces_open)) if turn.limited else partial(most, spaces_open),
            useful=partial(useful, spaces_open),
        )
        if not key:
            continue
        if key in candidates:
            turn.selected.append(key)
            turn.state.select(key)
        return key


def ask(
    turn: Turn,
    kind: str,
    options: list[Option],
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
    if len(options) == 1 and options[0].key == DONE and not interjections(turn):
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
