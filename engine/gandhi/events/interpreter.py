"""5.0 Executing Events: the steps that hold others, every kind of step by its row, and an Event from its beginning."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, Final

from engine.core.decision import Option
from engine.core.dice import Hidden
from engine.core.protocol import Rule
from engine.core.text import Text, text, why_not
from engine.gandhi.asides import REMOVE_OWN, may_remove_own
from engine.gandhi.asking import DONE, NO, YES
from engine.gandhi.board import BOARD, GEOGRAPHY
from engine.gandhi.events import data, levels_and_tracks, pieces
from engine.gandhi.events.execution import Effect, Execution, Row, Trial, chain_effects, find_best, warn_of
from engine.gandhi.events.places import find_meeting
from engine.gandhi.executing import ask
from engine.gandhi.state import State
from engine.gandhi.turn import Turn

NOT_AS_THE_EVENT_SAYS = why_not("not_as_the_event_says", "5.1.2")
ALREADY_SELECTED = why_not("already_selected", "5.1.2")

SIDES = ("unshaded", "shaded")


# -- an Event ----------------------------------------------------------------------------------------------


def event_options(state: State, seat: str) -> list[Option]:
    """5.2 Return both sides of the current Event: the executing Faction may take either, even without effect (R-68)."""
    if state.card not in data.EVENTS:
        return []
    return [Option(f"event:{side}", text(f"option.event.{side}", card=state.card), role="event") for side in SIDES]


def run_event(state: State, seat: str, side: str) -> Rule:
    """5.1 Execute one side of the current Event as far as it can be carried out."""
    steps = getattr(data.EVENTS[state.card], side).steps
    state.note("begin", f"event:{side}", new=state.card)
    execution = begin_event(state, seat)
    if may_remove_own(execution.turn) and not asks_first(state, seat, steps):
        yield from offer_removal(execution.turn)
    yield from execution.run_steps(steps)


def begin_event(state: State, seat: str) -> Execution:
    """Return the execution of an Event by a Faction, at its beginning."""
    return Execution.of(state, seat, ROWS)


def asks_first(state: State, seat: str, steps: Sequence[data.EventStep]) -> bool:
    """Return whether steps begin with a question of the executing Faction, before any change or die."""
    twin = state.copy()
    try:
        decision = next(begin_event(twin, seat).run_steps(steps), None)
    except Hidden:
        # A die comes first, and a blind copy cannot roll it.
        return False
    return decision is not None and REMOVE_OWN in decision.keys and all(change.verb == "select" for change in twin.log)


def offer_removal(turn: Turn) -> Rule:
    """1.4.1 Offer to remove own pieces before an Event that asks nothing, or not at once (R-04)."""
    key = ""
    while not key and may_remove_own(turn):
        key = yield from ask(turn, "event.begin", [BEGIN_OPTION], default=DONE)


BEGIN_OPTION = Option(DONE, text("option.event.begin"), role="stop")


def is_side_possible(state: State, seat: str, side: str) -> bool:
    """5.1.2 Return whether any part of a side would change anything now."""
    event = data.EVENTS.get(state.card)
    return event is not None and begin_event(state, seat).try_steps(getattr(event, side).steps) is not Trial.NOTHING


# -- spaces ------------------------------------------------------------------------------------------------


def run_spaces(execution: Execution, step: data.Spaces, space: str) -> Rule:
    """5.1.2 Select spaces, and carry out the text in each."""
    near = list(execution.selected)
    later = [one for one in execution.later if data.is_among_selected(one)]
    chosen: list[str] = []

    def why(name: str) -> Text | None:
        if name in chosen:
            return ALREADY_SELECTED
        return None if find_fitting(execution, step, near, (name,)) else NOT_AS_THE_EVENT_SAYS

    def candidates() -> list[str]:
        return [name for name in find_fitting(execution, step, near) if name not in chosen]

    def is_useful(name: str) -> bool:
        return execution.is_useful(step.steps, name, later)

    def test(name: str) -> Trial:
        return execution.try_steps(step.steps, name, later)

    if step.every:
        for name in BOARD.everywhere:
            if why(name) is None and is_useful(name):
                yield from run_in_space(execution, step, name)
        return
    wanted = yield from execution.measure(step.amount, space)
    while len(chosen) < wanted:
        key = yield from execution.ask_space(
            "event.space", candidates, why, is_useful, test, optional=step.is_optional, remaining=wanted - len(chosen)
        )
        if key == DONE:
            execution.falls_short |= not step.is_optional
            return
        chosen.append(key)
        yield from run_in_space(execution, step, key)


def run_in_space(execution: Execution, step: data.Spaces, space: str) -> Rule:
    """5.1.2 Carry out the text in a selected space."""
    execution.remember(space)
    execution.state.select(space)
    yield from execution.run_steps(step.steps, space)


def find_fitting(
    execution: Execution, step: data.Spaces, near: Sequence[str], among: Sequence[str] = BOARD.everywhere
) -> list[str]:
    """5.1.2 Return the spaces that can be selected for a step of an Event, among some. ``near`` were selected before
    it.
    """
    state, seat = execution.state, execution.seat
    spaces = find_meeting(state, seat, among, *step.conditions(seat, is_player=state.is_player(seat)))
    if step.next_to_selected:
        spaces = [space for space in spaces if any(other in near for other in GEOGRAPHY[space].adjacent)]
    return [space for space in spaces if space in near] if step.among_selected else spaces


def effects_of_spaces(execution: Execution, step: data.Spaces, space: str) -> Iterator[Effect]:
    """Yield what the text could change in any space that may be selected."""
    for name in find_fitting(execution, step, execution.selected):
        yield from chain_effects(execution, step.steps, name)


# -- either / or, for Resources, on a roll -----------------------------------------------------------------


def run_choose(execution: Execution, step: data.Choose, space: str) -> Rule:
    """5.1 Let the Faction choose one alternative, and warn of one that would change nothing (R-68)."""
    alternatives = step.alternatives

    def test(key: str) -> Trial:
        return execution.try_steps(alternatives[key], space)

    key = ""
    while not key:
        if execution.is_trial:
            key = find_best(alternatives, test)
            if not key:
                return
            break
        if not any(execution.is_useful(steps, space) for steps in alternatives.values()):
            return
        options = [
            Option(name, text("option.event.choice", key=name, card=execution.state.card)) for name in alternatives
        ]
        key = yield from execution.ask_plain(
            "event.choice", options, space=space, warnings=partial(warn_of, alternatives, test)
        )
    yield from execution.run_steps(alternatives[key], space)


def effects_of_choose(execution: Execution, step: data.Choose, space: str) -> Iterator[Effect]:
    """Yield what any alternative could change."""
    for steps in step.alternatives.values():
        yield from chain_effects(execution, steps, space)


def run_pay(execution: Execution, step: data.Pay, space: str) -> Rule:
    """5.1 Let the executing Faction pay Resources to carry out the steps."""
    answer = ""
    cost = step.amount if execution.state.is_player(execution.seat) else 0
    while not answer:
        if not can_pay(execution, step) or not execution.is_useful(step.steps, space):
            return
        options = [
            Option(YES, text("option.event.pay.yes", space=space), cost),
            Option(NO, text("option.event.pay.no", space=space), role="decline"),
        ]
        answer = yield from ask(execution.turn, "event.pay", options, space=space, default=YES)
    if answer == YES:
        execution.turn.pay(cost)
        yield from execution.run_steps(step.steps, space)


def can_pay(execution: Execution, step: data.Pay) -> bool:
    """Return whether the executing Faction has the Resources, or need not pay."""
    state, seat = execution.state, execution.seat
    return state.resources.get(seat, 0) >= step.amount if state.is_player(seat) else seat in step.free


def effects_of_pay(execution: Execution, step: data.Pay, space: str) -> Iterator[Effect]:
    """Yield what could be paid for."""
    if can_pay(execution, step):
        yield from chain_effects(execution, step.steps, space)


def run_roll(execution: Execution, step: data.Roll, space: str) -> Rule:
    """5.1 Roll a die; at the amount or less the text applies, in which ``roll`` is the roll."""
    execution.counts["roll"] = yield from execution.roll()
    if execution.counts["roll"] <= execution.amount(step.at_most, space):
        yield from execution.run_steps(step.steps, space)


def effects_of_roll(execution: Execution, step: data.Roll, space: str) -> Iterator[Effect]:
    """Yield what a low roll could change."""
    if execution.is_worth(step.at_most, space):
        yield from chain_effects(execution, step.steps, space)


ROWS: Final[dict[Any, Row]] = {
    **pieces.ROWS,
    **levels_and_tracks.ROWS,
    data.Spaces: Row(run_spaces, effects_of_spaces, ("event.space",)),
    data.Choose: Row(run_choose, effects_of_choose, ("event.choice",)),
    data.Pay: Row(run_pay, effects_of_pay, ("event.pay",)),
    data.Roll: Row(run_roll, effects_of_roll),
}
"""Every kind of step: how it runs, what it could change, and what it asks."""
