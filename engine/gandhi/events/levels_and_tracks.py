"""5.1 The steps of Events about levels, tracks, Resources and eligibility, and the free Attack."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from engine.core.decision import Option
from engine.core.protocol import Rule
from engine.core.text import text
from engine.gandhi.board import GEOGRAPHY
from engine.gandhi.events import data
from engine.gandhi.events.execution import Effect, Execution, Row
from engine.gandhi.ids import LEVELS, MOST_RESOURCES, SEATS
from engine.gandhi.operations.revolutionaries import attack_in


def level_after(execution: Execution, step: data.Shift, space: str) -> int:
    """1.6.1 Return the level a shift leads to: towards its goal, and not past it."""
    level, goal = execution.state.spaces[space].level, LEVELS[step.toward]
    return min(goal, level + step.levels) if goal > level else max(goal, level - step.levels)


def run_shift(execution: Execution, step: data.Shift, space: str) -> Rule:
    """1.6.1 Shift the selected space."""
    yield from ()
    if execution.state.set_level(space, level_after(execution, step, space)):
        execution.count("shifted")


def effects_of_shift(execution: Execution, step: data.Shift, space: str) -> Iterator[Effect]:
    """Yield the level it leads to. Railways have none."""
    yield from effects_of_level(execution, space, level_after(execution, step, space) if space else 0)


def run_set_level(execution: Execution, step: data.SetLevel, space: str) -> Rule:
    """1.6.1 Set the selected space to a level."""
    yield from ()
    execution.state.set_level(space, LEVELS[step.level])


def effects_of_set_level(execution: Execution, step: data.SetLevel, space: str) -> Iterator[Effect]:
    """Yield the level that is set. Railways have none."""
    yield from effects_of_level(execution, space, LEVELS[step.level])


def effects_of_level(execution: Execution, space: str, new: int) -> Iterator[Effect]:
    """Yield the effect of a new level on a space, if it would change."""
    if space and not GEOGRAPHY[space].is_railway and execution.state.spaces[space].level != new:
        yield Effect("level", "", space, new)


def run_track(execution: Execution, step: data.Track, space: str) -> Rule:
    """6.6, 6.7 Shift or set Restraint or Unity, within 1 to 5 (5.1.4)."""
    yield from ()
    state = execution.state
    value = step.to if step.to is not None else getattr(state, step.track) + (step.by or 0)
    (state.set_restraint if step.track == "restraint" else state.set_unity)(value)


def effects_of_track(execution: Execution, step: data.Track, space: str) -> Iterator[Effect]:
    """Yield the track, if its marker would move."""
    value = getattr(execution.state, step.track)
    if value != max(1, min(5, step.to if step.to is not None else value + (step.by or 0))):
        yield Effect(step.track)


def run_resources(execution: Execution, step: data.Resources, space: str) -> Rule:
    """1.8 Change a Faction's Resources. Non-player Factions do not track them (8.1)."""
    if any(effects_of_resources(execution, step, space)):
        change = yield from execution.measure(step.amount, space)
        (execution.state.pay if step.lose is not None else execution.state.earn)(step.seat, change)


def effects_of_resources(execution: Execution, step: data.Resources, space: str) -> Iterator[Effect]:
    """Yield the Resources of a Faction, if they could change."""
    state = execution.state
    if state.is_player(step.seat) and execution.is_worth(step.amount, space):
        left = state.resources[step.seat]
        if left > 0 if step.lose is not None else left < MOST_RESOURCES:
            yield Effect("resources", step.seat)


def run_eligibility(execution: Execution, step: data.Eligibility, space: str) -> Rule:
    """2.3.1 Keep a Faction Eligible after this card, or make it Ineligible through the next one."""
    named = {"acting": [execution.seat], "others": [seat for seat in SEATS if seat != execution.seat]}
    seats = [seat for word in step.seats for seat in named.get(word, [word])]
    options = [Option(seat, text("seat", seat=seat)) for seat in seats]
    prompt = text("ask.event.faction.eligible" if step.stays else "ask.event.faction.ineligible")
    seat = ""
    while not seat:
        seat = yield from execution.ask_plain("event.faction", options, prompt=prompt)
    execution.state.set_eligibility(seat, stays=step.stays)


def effects_of_eligibility(execution: Execution, step: data.Eligibility, space: str) -> Iterator[Effect]:
    """Yield an effect in any case: it always counts."""
    yield Effect("eligibility")


def run_attack(execution: Execution, step: data.Attack, space: str) -> Rule:
    """3.4.3 Attack free in the selected space; the executing Faction chooses the pieces (5.1)."""
    if not any(effects_of_attack(execution, step, space)):
        return
    if execution.is_trial:
        execution.has_attacked = True
        return
    yield from attack_in(execution.turn, space)


def effects_of_attack(execution: Execution, step: data.Attack, space: str) -> Iterator[Effect]:
    """Yield the attack where Guerrillas are: it needs no adversaries (R-20), and is never on Railways (R-39)."""
    if space and not GEOGRAPHY[space].is_railway and execution.state.spaces[space].guerrillas > 0:
        yield Effect("attack", "", space)


ROWS: Final[dict[Any, Row]] = {
    data.Shift: Row(run_shift, effects_of_shift),
    data.SetLevel: Row(run_set_level, effects_of_set_level),
    data.Track: Row(run_track, effects_of_track),
    data.Resources: Row(run_resources, effects_of_resources),
    data.Eligibility: Row(run_eligibility, effects_of_eligibility, ("event.faction",)),
    data.Attack: Row(run_attack, effects_of_attack, ("attack.remove",)),
}
"""The steps about levels, tracks, Resources and eligibility, and the free Attack."""
