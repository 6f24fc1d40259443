"""3.2.3 Sweep: cubes into neighbouring spaces, and the search for Guerrillas there."""

from __future__ import annotations

from collections.abc import Generator
from functools import partial

from engine.core.decision import Decision
from engine.core.protocol import Rule
from engine.core.text import Text, why_not
from engine.gandhi.asking import (
    DONE,
    DONE_OPTION,
    YES,
    Asked,
    ask_count,
    ask_option,
    ask_yes,
    closed_spaces,
    space_option,
    why_idle,
)
from engine.gandhi.board import BOARD, GEOGRAPHY
from engine.gandhi.executing import select_space
from engine.gandhi.facts import Facts
from engine.gandhi.forces import NO_TROOPS_IN_STATES
from engine.gandhi.ids import RAJ, SEPOYS, TROOPS
from engine.gandhi.operations.cubes import (
    CUBES_HAVE_MOVED,
    CUBES_STAY_IN_PROTEST,
    count_movable,
    cube_options,
    movable_cubes,
    move_cubes,
    selectable_beside,
    sepoy_cost,
)
from engine.gandhi.state import State
from engine.gandhi.turn import Turn, why_none_open

SWEEP_RAILWAY = why_not("on_railway", "3.2.3")
SWEEP_NO_CUBES = why_not("no_cubes", "3.2.3")
SWEEP_CANNOT_PAY = why_not("cannot_pay_sepoys", "3.2.3")
RAILWAY_BLOCKED = why_not("railway_blocked", "3.2.3")
NO_CUBES_IN_REACH = why_not("no_cubes_in_reach", "3.2.3")
NO_SWEEP_SPACE = why_not("no_space", "3.2.3")
IDLE_WITHOUT_GUERRILLAS = why_idle("nobody_to_find", "3.2.3")


def find_ways(target: str) -> dict[str, tuple[str, ...]]:
    """3.2.3 Return the spaces from which cubes can Sweep into one, each with the Railways between (adjacent: none)."""
    land = GEOGRAPHY[target]
    ways: dict[str, tuple[str, ...]] = {}
    for origin in BOARD.everywhere:
        if origin == target:
            continue
        if origin in land.adjacent:
            ways[origin] = ()
            continue
        between = tuple(railway for railway in land.rail_adjacent if origin in GEOGRAPHY[railway].adjacent)
        if between:
            ways[origin] = between
    return ways


WAYS = {space: find_ways(space) for space in BOARD.lands}
"""For every possible destination of Sweep, the spaces from which it can be entered, with the Railways between."""


def is_railway_open(state: Facts, railway: str) -> bool:
    """3.2.3 Return whether cubes may pass a Railway: no Strike, Activist or Active Guerrilla, and no Protest (R-33)."""
    here = state.spaces[railway]
    return not (here.strike or here.congress or here.league or here.active or here.protest)


def why_not_sweep_from(turn: Turn, origin: str, target: str, price: int) -> Text | None:
    """3.2.3 Return why no cube can Sweep from a space into another, or None. ``price`` is what using Sepoys still
    costs.
    """
    state = turn.state
    here = state.spaces[origin]
    if not (here.troops or here.sepoys):
        return SWEEP_NO_CUBES
    if here.protest:
        return CUBES_STAY_IN_PROTEST
    troops, sepoys = here.troops, here.sepoys
    if turn.moved:
        troops, sepoys = count_movable(turn, TROOPS, origin), count_movable(turn, SEPOYS, origin)
        if not (troops or sepoys):
            return CUBES_HAVE_MOVED
    between = WAYS[target][origin]
    if between and not any(is_railway_open(state, railway) for railway in between):
        return RAILWAY_BLOCKED
    if troops:
        if not state.is_state(target):
            return None
        if not sepoys:
            return NO_TROOPS_IN_STATES
    return None if turn.can_pay(price) else SWEEP_CANNOT_PAY


def why_not_sweep(turn: Turn, space: str) -> Text | None:
    """3.2.3 Return why a space cannot be a destination of Sweep, or None. A cube must be there, or able to come."""
    if GEOGRAPHY[space].is_railway:
        return SWEEP_RAILWAY
    if turn.selected and (reason := turn.why_not_selectable(space)) is not None:
        return reason
    here = turn.state.spaces[space]
    if here.troops:
        return None
    price = sepoy_cost(turn, "sweep", space)
    if here.sepoys and turn.can_pay(price):
        return None
    reason = SWEEP_CANNOT_PAY if here.sepoys else NO_CUBES_IN_REACH
    for origin in WAYS[space]:
        why = why_not_sweep_from(turn, origin, space, price)
        if why is None:
            return None
        if why is SWEEP_CANNOT_PAY:
            reason = why
    return reason


def why_sweep_idle(turn: Turn, space: str) -> Text | None:
    """3.2.3 Return why nothing would happen in a destination (no one can come, and no one hides, R-20), or None."""
    if turn.state.spaces[space].underground:
        return None
    price = sepoy_cost(turn, "sweep", space)
    can_come = any(why_not_sweep_from(turn, origin, space, price) is None for origin in WAYS[space])
    return None if can_come else IDLE_WITHOUT_GUERRILLAS


def sweep(turn: Turn) -> Rule:
    """3.2.3 Move cubes into every destination, and only then Activate Guerrillas in each.

    What Sepoys cost in a destination is settled when it is selected (3.1.5).
    """
    prices: dict[str, int] = {}
    paid: dict[str, bool] = {}
    while True:
        space = yield from select_space(
            turn,
            "sweep.space",
            BOARD.everywhere,
            partial(why_not_sweep, turn),
            most=partial(selectable_beside, turn, partial(why_not_sweep, turn)),
            idle=partial(why_sweep_idle, turn),
        )
        if space == DONE:
            break
        prices[space] = sepoy_cost(turn, "sweep", space)
        paid[space] = yield from sweep_into(turn, space, prices[space])
    for space, price in prices.items():
        paid[space] = paid[space] or (yield from use_sepoys_in_place(turn, space, price))
    for space, with_sepoys in paid.items():
        search(turn.state, space, with_sepoys)


def sweep_into(turn: Turn, space: str, price: int) -> Generator[Decision, str, bool]:
    """3.2.3 Move cubes into one destination. Returns whether Sepoys there are paid for, those in place included."""
    paid = False
    while True:
        cost = 0 if paid else price
        origin = yield from ask_sweep_origin(turn, space, cost)
        if origin == DONE:
            break
        movable = movable_into(turn, origin, space, cost)
        piece = yield from ask_option(
            RAJ, "sweep.piece", cube_options(movable, cost), space=space, action="sweep", origin=origin
        )
        count = yield from ask_count(
            RAJ, "sweep.count", movable[piece], 1, space=space, action="sweep", origin=origin, piece=piece
        )
        if piece == SEPOYS and not paid:
            turn.pay(price)
            paid = True
        move_cubes(turn, piece, origin, space, count)
    return paid


def movable_into(turn: Turn, origin: str, space: str, price: int) -> dict[str, int]:
    """3.2.3 Return how many cubes of each type can Sweep from a space into another: no Troops into States.

    Sepoys move only if the price can be paid.
    """
    movable = movable_cubes(turn, origin)
    if turn.state.is_state(space):
        movable[TROOPS] = 0
    if not turn.can_pay(price):
        movable[SEPOYS] = 0
    return movable


def use_sepoys_in_place(turn: Turn, space: str, price: int) -> Generator[Decision, str, bool]:
    """3.2.3 Let Raj pay for the Sepoys of a destination after all moves, if they would find someone.

    Returns whether Raj does. It may prefer not to: Active Guerrillas can end Raj Control.
    """
    here = turn.state.spaces[space]
    if not here.sepoys or here.underground <= here.troops or not turn.can_pay(price):
        return False
    answer = yield from ask_yes(RAJ, "sweep.sepoys", cost=price, space=space, action="sweep", count=here.sepoys)
    if answer == YES:
        turn.pay(price)
    return answer == YES


def ask_sweep_origin(turn: Turn, space: str, price: int) -> Asked:
    """3.2.3 Ask where the next cubes come from, or `DONE`."""

    def why(origin: str) -> Text | None:
        return why_not_sweep_from(turn, origin, space, price)

    no_troops = turn.state.is_state(space)
    options = [
        space_option(origin, price if no_troops or not count_movable(turn, TROOPS, origin) else 0)
        for origin in WAYS[space]
        if why(origin) is None
    ]
    options.append(DONE_OPTION)
    origin = yield from ask_option(
        RAJ,
        "sweep.origin",
        options,
        closed=lambda: closed_spaces(WAYS[space], why),
        default=DONE,
        remaining=lambda: sum(sum(movable_into(turn, option.key, space, price).values()) for option in options[:-1]),
        space=space,
        action="sweep",
    )
    return origin


def search(state: State, space: str, with_sepoys: bool) -> None:
    """3.2.3 Activate one Guerrilla for every cube in a destination, Sepoys only if they are paid for (R-33j)."""
    here = state.spaces[space]
    cubes = here.troops + here.sepoys * with_sepoys
    if cubes and here.underground:
        state.select(space)
        state.activate(space, cubes)


def why_sweep_closed(turn: Turn) -> Text | None:
    """3.2.3 Return why Sweep cannot be chosen, or None."""
    return why_none_open(turn, why_not_sweep, BOARD.lands, NO_SWEEP_SPACE, SWEEP_CANNOT_PAY)
