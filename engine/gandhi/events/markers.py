"""5.1 The steps of Events about levels, markers, tracks, Resources and eligibility."""

from __future__ import annotations

from collections.abc import Callable

from engine.core.decision import Option
from engine.core.protocol import Step
from engine.core.text import text
from engine.gandhi.asking import DONE, DONE_OPTION, piece_option
from engine.gandhi.board import GEOGRAPHY
from engine.gandhi.events import data
from engine.gandhi.events.execution import Execution, Procedure
from engine.gandhi.events.pieces import spaces_of
from engine.gandhi.forces import create_muslim_state
from engine.gandhi.ids import LEVELS, MOST_RESOURCES, MUSLIM_STATE, PROTEST, SEATS, STRIKE, UNREST
from engine.gandhi.state import State


def level_after(execution: Execution, step: data.Shift, space: str) -> int:
    """1.6.1 The level a shift leads to."""
    level = execution.state.spaces[space].level
    if step.toward:
        goal = LEVELS[step.toward]
        return level + (goal > level) - (goal < level)
    return max(-2, min(2, level + step.by))


def run_shift(execution: Execution, step: data.Shift, space: str) -> Step:
    """1.6.1 Shift the selected space."""
    yield from ()
    if execution.state.set_level(space, level_after(execution, step, space)):
        execution.counts["shifts"] = execution.counts.get("shifts", 0) + 1


def shift_possible(execution: Execution, step: data.Shift, space: str) -> bool:
    """Whether the level would change. Railways have none."""
    return (
        not GEOGRAPHY[space].is_railway and level_after(execution, step, space) != execution.state.spaces[space].level
    )


def run_set_level(execution: Execution, step: data.SetLevel, space: str) -> Step:
    """1.6.1 Set the selected space to a level."""
    yield from ()
    execution.state.set_level(space, LEVELS[step.level])


def set_level_possible(execution: Execution, step: data.SetLevel, space: str) -> bool:
    """Whether the level would change."""
    return not GEOGRAPHY[space].is_railway and execution.state.spaces[space].level != LEVELS[step.level]


def can_add(state: State, kind: str, space: str) -> bool:
    """5.1.1 Whether a marker can be added: any Protest whatever Restraint is, Unrest on a Railway as a Strike."""
    here = state.spaces[space]
    if kind == PROTEST:
        return not here.protest and state.protests_left() > 0
    if kind == MUSLIM_STATE:
        return state.is_province(space)
    if kind == STRIKE or GEOGRAPHY[space].is_railway:
        return GEOGRAPHY[space].is_railway and not here.strike and state.unrest_available() > 0
    return state.unrest_available() > 0


def add_marker(state: State, kind: str, space: str) -> Step:
    """5.1.4 Add a marker. A new Muslim State sends its Troops to Cities (1.3.5)."""
    if kind == MUSLIM_STATE:
        yield from create_muslim_state(state, space)
    elif kind == PROTEST:
        state.add_protest(space)
    else:
        state.add_unrest(space)


def run_add_marker(execution: Execution, step: data.AddMarker, space: str) -> Step:
    """5.1.1 Add markers: in the selected space, or in spaces that meet the conditions."""
    state = execution.state
    left = execution.amount(step.at_most, space)

    def candidates() -> list[str]:
        return [
            name
            for name in spaces_of(execution, step.where, space)
            if any(can_add(state, kind, name) for kind in step.kinds)
        ]

    while left > 0:
        there = yield from execution.ask_candidates(
            "event.marker_to",
            candidates,
            optional=step.up_to,
            remaining=left,
            space=space,
            prompt=text("ask.event.add_marker.to", piece=step.kinds),
        )
        if there == DONE:
            return
        options = [piece_option(kind) for kind in step.kinds if can_add(state, kind, there)]
        if step.up_to and space:
            options.append(DONE_OPTION)
        prompt = text("ask.event.add_marker.which", where=there)
        kind = yield from execution.ask_plain("event.marker", options, space=there, prompt=prompt)
        if kind == DONE:
            return
        if not kind:
            continue
        yield from add_marker(state, kind, there)
        left -= 1


def add_marker_possible(execution: Execution, step: data.AddMarker, space: str) -> bool:
    """Whether any marker can be added."""
    return any(
        can_add(execution.state, kind, name) for name in spaces_of(execution, step.where, space) for kind in step.kinds
    )


MARKER_COUNTS: dict[str, Callable[[State, str], int]] = {
    PROTEST: lambda state, space: int(state.spaces[space].protest),
    UNREST: lambda state, space: state.spaces[space].unrest,
    STRIKE: lambda state, space: int(state.spaces[space].strike),
    MUSLIM_STATE: lambda state, space: int(state.spaces[space].muslim_state),
}


def remove_marker(state: State, kind: str, space: str, count: int = 1) -> None:
    """Take markers of a kind off a space."""
    if kind == PROTEST:
        state.remove_protest(space)
    elif kind == UNREST:
        state.remove_unrest(space, count)
    elif kind == STRIKE:
        state.remove_strike(space)
    else:
        state.remove_muslim_state(space)


def run_remove_marker(execution: Execution, step: data.RemoveMarker, space: str) -> Step:
    """5.1 Remove markers, all of their kinds or a number of the executing Faction's choice."""
    state = execution.state

    def candidates() -> list[str]:
        return [
            name
            for name in spaces_of(execution, step.where, space)
            if any(MARKER_COUNTS[kind](state, name) for kind in step.kinds)
        ]

    if step.every:
        for there in candidates():
            for kind in step.kinds:
                remove_marker(state, kind, there, 99)
            yield from execution.run_steps(step.steps, there)
        return
    left = execution.amount(step.at_most, space)
    while left > 0:
        there = yield from execution.ask_candidates(
            "event.marker_from",
            candidates,
            optional=step.up_to,
            remaining=left,
            space=space,
            prompt=text("ask.event.remove_marker.from", piece=step.kinds),
        )
        if there == DONE:
            return
        options = [piece_option(kind) for kind in step.kinds if MARKER_COUNTS[kind](state, there)]
        if step.up_to and space:
            options.append(DONE_OPTION)
        prompt = text("ask.event.remove_marker.which", where=there)
        kind = yield from execution.ask_plain("event.marker", options, space=there, prompt=prompt)
        if kind == DONE:
            return
        if not kind:
            continue
        remove_marker(state, kind, there)
        yield from execution.run_steps(step.steps, there)
        left -= 1


def remove_marker_possible(execution: Execution, step: data.RemoveMarker, space: str) -> bool:
    """Whether any such marker is there."""
    return any(
        MARKER_COUNTS[kind](execution.state, name)
        for name in spaces_of(execution, step.where, space)
        for kind in step.kinds
    )


def run_track(execution: Execution, step: data.Track, space: str) -> Step:
    """6.6, 6.7 Shift or set Restraint or Unity, within 1 to 5 (5.1.4)."""
    yield from ()
    state = execution.state
    value = step.to or getattr(state, step.track) + step.by
    (state.set_restraint if step.track == "restraint" else state.set_unity)(value)


def track_possible(execution: Execution, step: data.Track, space: str) -> bool:
    """Whether the track's marker would move."""
    value = getattr(execution.state, step.track)
    return bool(value != max(1, min(5, step.to or value + step.by)))


def run_resources(execution: Execution, step: data.Resources, space: str) -> Step:
    """1.8 Resources up or down. Non-player Factions do not track them (8.1)."""
    yield from ()
    state = execution.state
    if not resources_possible(execution, step, space):
        return
    change = step.times * execution.amount(step.amount, space)
    if change > 0:
        state.earn(step.seat, change)
    else:
        state.pay(step.seat, -change)


def resources_possible(execution: Execution, step: data.Resources, space: str) -> bool:
    """Whether the Faction's Resources could change."""
    state = execution.state
    if not state.is_player(step.seat) or not execution.is_worth(step.amount, space):
        return False
    return state.resources[step.seat] < MOST_RESOURCES if step.times > 0 else state.resources[step.seat] > 0


def run_eligibility(execution: Execution, step: data.Eligibility, space: str) -> Step:
    """2.3.1 A Faction stays Eligible after this card, or is Ineligible through the next one."""
    named = {"acting": [execution.seat], "others": [seat for seat in SEATS if seat != execution.seat]}
    seats = [seat for word in step.seats for seat in named.get(word, [word])]
    options = [Option(seat, text("seat", seat=seat)) for seat in seats]
    prompt = text("ask.event.faction.eligible" if step.stays else "ask.event.faction.ineligible")
    seat = ""
    while not seat:
        seat = yield from execution.ask_plain("event.faction", options, prompt=prompt)
    execution.state.set_eligibility(seat, stays=step.stays)


def always(execution: Execution, step: data.EventStep, space: str) -> bool:
    """A step that always has an effect."""
    return True


PROCEDURES = {
    data.Shift: Procedure(run_shift, shift_possible),
    data.SetLevel: Procedure(run_set_level, set_level_possible),
    data.AddMarker: Procedure(run_add_marker, add_marker_possible),
    data.RemoveMarker: Procedure(run_remove_marker, remove_marker_possible),
    data.Track: Procedure(run_track, track_possible),
    data.Resources: Procedure(run_resources, resources_possible),
    data.Eligibility: Procedure(run_eligibility, always),
}
"""How each kind of step about markers runs, and whether it would change anything."""
