"""5.0 Executing Events: one interpreter for the steps of `data`, with the general rules of 5.1."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from engine.core.decision import Option
from engine.core.protocol import Step
from engine.core.text import Text, text, why_not
from engine.gandhi.asides import REMOVE_OWN
from engine.gandhi.asking import DONE, NO, YES
from engine.gandhi.board import BOARD, GEOGRAPHY
from engine.gandhi.check import refuse_bad_override
from engine.gandhi.events import data, markers, pieces, removal
from engine.gandhi.events.execution import NOTHING_WOULD_CHANGE, ONLY_A_PART, Execution, Procedure, warn_of
from engine.gandhi.events.odd_steps import NAMED
from engine.gandhi.events.places import meets
from engine.gandhi.state import State
from engine.gandhi.turn import Turn

NOT_AS_THE_EVENT_SAYS = why_not("not_as_the_event_says", "5.1.2")
ALREADY_SELECTED = why_not("already_selected", "5.1.2")

SIDES = ("unshaded", "shaded")


def event_options(state: State, seat: str) -> list[Option]:
    """5.2 Both sides of the current Event: the executing Faction may take either, even without effect (R-68)."""
    if state.card not in data.EVENTS:
        return []
    return [Option(f"event:{side}", text(f"option.event.{side}", card=state.card), role="event") for side in SIDES]


def run_event(state: State, seat: str, side: str) -> Step:
    """5.1 Execute one side of the current Event as far as it can be carried out."""
    event = data.EVENTS[state.card]
    state.note("begin", f"event:{side}", new=state.card)
    turn = Turn(state, seat, {}, may_special=False)
    turn.operation = "event"
    steps = getattr(event, side).steps
    if turn.may_remove_own() and not asks_first(state, seat, side):
        yield from offer_removal(turn)
    yield from Execution(turn, PROCEDURES).run_steps(steps)


def asks_first(state: State, seat: str, side: str) -> bool:
    """Whether a side begins with a question of the executing Faction, before it changes anything or rolls a die."""
    twin = state.copy()
    running = Execution(Turn(twin, seat, {}, may_special=False), PROCEDURES).run_steps(
        getattr(data.EVENTS[state.card], side).steps
    )
    decision = next(running, None)
    return decision is not None and REMOVE_OWN in decision.keys and all(change.verb == "select" for change in twin.log)


def offer_removal(turn: Turn) -> Step:
    """1.4.1 Before an Event that asks nothing, or not at once, own pieces may be removed too (R-04)."""
    key = ""
    while not key and turn.may_remove_own():
        key = yield from turn.ask("event.begin", [BEGIN_OPTION], default=DONE)


BEGIN_OPTION = Option(DONE, text("option.event.begin"), role="stop")


def is_side_possible(state: State, seat: str, side: str) -> bool:
    """5.1.2 Whether any part of a side would change anything now."""
    event = data.EVENTS.get(state.card)
    if event is None:
        return False
    execution = Execution(Turn(state, seat, {}, may_special=False), PROCEDURES)
    return any(execution.is_possible(step) for step in getattr(event, side).steps)


def run_spaces(execution: Execution, step: data.Spaces, space: str) -> Step:
    """5.1.2 Select spaces in which at least a part of the text applies, and carry out the text in each."""
    near = list(execution.selected)
    if step.every:
        for name in BOARD.everywhere:
            if is_of_use(execution, step, name, near):
                yield from run_in_space(execution, step, name)
        return
    wanted = execution.amount(step.at_most, space)
    chosen: list[str] = []

    def why(name: str) -> Text | None:
        return ALREADY_SELECTED if name in chosen else why_not_space(execution, step, name, near)

    while len(chosen) < wanted:
        left = wanted - len(chosen)
        key = yield from execution.ask_space(
            "event.space", why, partial(warn_of_space, execution, step), optional=step.up_to, remaining=left
        )
        if key == DONE:
            return
        chosen.append(key)
        yield from run_in_space(execution, step, key)


def run_in_space(execution: Execution, step: data.Spaces, space: str) -> Step:
    """5.1.2 Carry out the text in a selected space."""
    if space not in execution.selected:
        execution.selected.append(space)
    execution.state.select(space)
    yield from execution.run_steps(step.steps, space)


def why_not_space(execution: Execution, step: data.Spaces, space: str, near: Sequence[str]) -> Text | None:
    """5.1.2 Why a space cannot be selected for a step of an Event, or None."""
    where = step.conditions(execution.seat, is_player=execution.state.is_player(execution.seat))
    if not meets(execution.state, execution.seat, space, where):
        return NOT_AS_THE_EVENT_SAYS
    if step.near and not any(other in near for other in GEOGRAPHY[space].adjacent):
        return NOT_AS_THE_EVENT_SAYS
    if step.among_selected and space not in near:
        return NOT_AS_THE_EVENT_SAYS
    return None


def warn_of_space(execution: Execution, step: data.Spaces, space: str) -> Text | None:
    """5.1.2, R-68 That nothing would change in a space, or that only a part of the text applies there, or None."""
    possible = [execution.is_possible(inner, space) for inner in step.steps]
    if all(possible):
        return None
    later = bool(step.or_where) and meets(execution.state, execution.seat, space, step.or_where)
    return ONLY_A_PART if later or any(possible) else NOTHING_WOULD_CHANGE


def is_of_use(execution: Execution, step: data.Spaces, space: str, near: Sequence[str]) -> bool:
    """5.1.2 Whether a space may be selected and at least a part of the text applies there."""
    return (
        why_not_space(execution, step, space, near) is None
        and warn_of_space(execution, step, space) is not NOTHING_WOULD_CHANGE
    )


def can_select(execution: Execution, step: data.Spaces, space: str) -> bool:
    """Whether any space can be selected."""
    near = execution.selected
    return any(is_of_use(execution, step, name, near) for name in BOARD.everywhere)


def run_choose(execution: Execution, step: data.Choose, space: str) -> Step:
    """5.1 Either / or. Of an alternative that would change nothing the Faction is warned (R-68)."""
    alternatives = dict(zip(step.keys, step.options, strict=True))

    def warn(key: str) -> Text | None:
        possible = [execution.is_possible(inner, space) for inner in alternatives[key]]
        if all(possible):
            return None
        return ONLY_A_PART if any(possible) else NOTHING_WOULD_CHANGE

    key = ""
    while not key:
        if not choose_possible(execution, step, space):
            return
        options = [Option(name, text("option.event.choice", key=name, card=execution.state.card)) for name in step.keys]
        key = yield from execution.ask_plain(
            "event.choice", options, space=space, warnings=partial(warn_of, step.keys, warn)
        )
    yield from execution.run_steps(alternatives[key], space)


def choose_possible(execution: Execution, step: data.Choose, space: str) -> bool:
    """Whether any alternative would change something."""
    return any(execution.is_possible(inner, space) for alternative in step.options for inner in alternative)


def run_pay(execution: Execution, step: data.Pay, space: str) -> Step:
    """5.1 The executing Faction may pay Resources to carry out the steps."""
    answer = ""
    while not answer:
        if not pay_possible(execution, step, space):
            return
        cost = step.amount if execution.state.is_player(execution.seat) else 0
        options = [
            Option(YES, text("option.event.pay.yes", space=space), cost),
            Option(NO, text("option.event.pay.no", space=space), role="decline"),
        ]
        answer = yield from execution.turn.ask("event.pay", options, space=space, default=YES)
    if answer == YES:
        execution.turn.pay(cost)
        yield from execution.run_steps(step.steps, space)


def pay_possible(execution: Execution, step: data.Pay, space: str) -> bool:
    """Whether the executing Faction has the Resources, or need not pay, and the steps would change anything."""
    state, seat = execution.state, execution.seat
    can_pay = state.resources.get(seat, 0) >= step.amount if state.is_player(seat) else seat in step.free
    return can_pay and any(execution.is_possible(inner, space) for inner in step.steps)


def run_when(execution: Execution, step: data.When, space: str) -> Step:
    """5.1 Steps that the text ties to a condition on the selected space."""
    if meets(execution.state, execution.seat, space, step.where):
        yield from execution.run_steps(step.steps, space)


def when_possible(execution: Execution, step: data.When, space: str) -> bool:
    """Whether the space meets the condition and the steps would change anything."""
    return meets(execution.state, execution.seat, space, step.where) and any(
        execution.is_possible(inner, space) for inner in step.steps
    )


def run_test(execution: Execution, step: data.Test, space: str) -> Step:
    """5.1 Roll a die; at the amount or less the text applies, with the roll as ``counted:roll``."""
    execution.counts["roll"] = execution.state.roll("event")
    if execution.counts["roll"] <= execution.amount(step.at_most, space):
        yield from execution.run_steps(step.steps, space)


def test_possible(execution: Execution, step: data.Test, space: str) -> bool:
    """Whether the roll can succeed and would then change anything. Does not roll."""
    return execution.is_worth(step.at_most, space) and any(execution.is_possible(inner, space) for inner in step.steps)


def run_named(execution: Execution, step: data.Named, space: str) -> Step:
    """5.1 A step that is a function of its own."""
    yield from NAMED[step.name].run(execution, space)


def named_possible(execution: Execution, step: data.Named, space: str) -> bool:
    """Whether the named step would change anything."""
    return NAMED[step.name].is_possible(execution, space)


PROCEDURES: dict[Any, Procedure] = {
    **pieces.PROCEDURES,
    **removal.PROCEDURES,
    **markers.PROCEDURES,
    data.Spaces: Procedure(run_spaces, can_select),
    data.Choose: Procedure(run_choose, choose_possible),
    data.Pay: Procedure(run_pay, pay_possible),
    data.When: Procedure(run_when, when_possible),
    data.Test: Procedure(run_test, test_possible),
    data.Named: Procedure(run_named, named_possible),
}
"""How each kind of step runs, and whether it would change anything (5.1.2)."""

refuse_bad_override()
