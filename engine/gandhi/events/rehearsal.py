"""5.1.2 Find the steps of an Event that have no effect: each side is played on boards with something of everything.

For `engine.gandhi.check`; no game uses it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from engine.core.decision import Decision
from engine.gandhi.asking import DONE, NO
from engine.gandhi.board import BOARD, GEOGRAPHY
from engine.gandhi.events import data
from engine.gandhi.events.execution import NOTHING_WOULD_CHANGE
from engine.gandhi.events.interpreter import begin_event
from engine.gandhi.facts import Here
from engine.gandhi.ids import ACTIVISTS, GANDHI, INVENTORY, RAJ, REVOLUTIONARIES, SEATS
from engine.gandhi.setup import lay_out
from engine.gandhi.state import State

GANDHIS: Final = 7
"""Gandhi's space on a board: its number among the spaces that are not Railways."""
ROUNDS: Final = 4
"""The number of plays of a side for each Faction, with other alternatives each time."""


def find_idle_steps(steps: Sequence[data.EventStep]) -> Iterator[tuple[data.EventStep, str]]:
    """Yield the steps that do nothing in any play of a side, each with its place, such as ``2, in it 1``."""
    acted: set[int] = set()
    named = list(name_steps(steps))
    chosen: Counter[str] = Counter()
    for number in range(ROUNDS):
        for seat in SEATS:
            for board in BOARDS:
                execution = begin_event(make_state(board), seat)
                execution.turn.in_special = True  # This way, no extra action is offered.
                running = execution.run_steps(steps)
                try:
                    decision = next(running)
                    while True:
                        decision = running.send(answer(decision, chosen, number))
                except StopIteration:
                    acted |= execution.acted
                if all(id(step) in acted for step, _ in named):
                    return
    yield from ((step, place) for step, place in named if id(step) not in acted)


def name_steps(steps: Sequence[data.EventStep], outer: str = "") -> Iterator[tuple[data.EventStep, str]]:
    """Yield all steps that do something themselves, each with its place."""
    for index, step in enumerate(steps, 1):
        place = f"{outer}{index}"
        if not isinstance(step, data.Spaces | data.Choose | data.Pay | data.Roll):
            yield step, place
        for inner in data.inner_steps(step):
            yield from name_steps(inner, f"{place}, in it ")


def answer(decision: Decision, chosen: Counter[str], number: int) -> str:
    """Return an answer with an effect, another one each time."""
    warned = decision.warnings()
    keys = [option.key for option in decision.options if option.key not in (DONE, NO)] or [DONE]
    keys = [key for key in keys if warned.get(key) is not NOTHING_WOULD_CHANGE] or keys
    if decision.kind in ("event.choice", "event.what", "event.marker"):
        key = min(keys, key=lambda key: chosen[key])
        chosen[key] += 1
        return key
    default = decision.default or ""
    full = [key for key in keys if key not in warned] or keys
    return default if default in keys else full[number % len(full)]


def make_state(board: int) -> State:
    """Return a state with something of everything, different on every board."""
    state = lay_out("short", {}, bytes(32), {})
    state.card = next(iter(BOARD.events))
    state.restraint = state.unity = 2 + board % 3
    state.resources = {RAJ: 25, REVOLUTIONARIES: 25}
    state.spaces = {space: fill(space, index + board) for index, space in enumerate(BOARD.everywhere)}
    is_free = board % 2 == 0
    state.jail = dict.fromkeys(ACTIVISTS, 3) | {GANDHI: int(not is_free)}
    state.spaces[BOARD.lands[GANDHIS]].gandhi = is_free
    state.available = dict.fromkeys(INVENTORY, 6)
    state.out_of_play = dict.fromkeys(INVENTORY, 6)
    return state


def fill(space: str, index: int) -> Here:
    """Return a space with a mix of pieces and markers: every condition is met in some spaces, and not in others."""
    land = GEOGRAPHY[space]
    here = Here(sepoys=(0, 6, 2, 1)[index % 4], congress=(1, 0, 2, 0)[index % 4], league=(2, 1, 0, 0)[index % 4])
    here.underground, here.active = (2, 0, 1)[index % 3], (1, 2, 0)[index % 3]
    here.protest = index % 7 == 0
    if land.is_railway:
        here.strike = index % 3 == 0
        return here
    here.level = (2, -1, 1, -2, 0)[index % 5]
    here.unrest = int(index % 6 == 0)
    here.muslim_state = land.is_province and index % 5 == 1
    if not land.is_princely_state and not here.muslim_state:
        here.troops = index % 3
    if land.population > 1 and index % 2:
        here.league_bases = 1
    elif index % 4 == 2:
        here.revolutionary_bases = 1
    return here


BOARDS: Final = range(6)
"""The boards that a side is rehearsed on: alternately with Gandhi on the map and in Jail."""
