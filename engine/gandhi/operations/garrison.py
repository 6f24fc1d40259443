"""3.2.2 Garrison: cubes along the Railways."""

from __future__ import annotations

from functools import partial

from engine.core.decision import Option
from engine.core.protocol import Rule
from engine.core.text import Text, why_not
from engine.gandhi.asking import (
    DONE,
    DONE_OPTION,
    SPACE_OPTIONS,
    Asked,
    ask_count,
    ask_option,
    ask_space,
    closed_spaces,
    space_option,
)
from engine.gandhi.board import BOARD, GEOGRAPHY
from engine.gandhi.executing import ask
from engine.gandhi.ids import RAJ, SEPOYS, TROOPS
from engine.gandhi.operations.cubes import (
    CUBES_HAVE_MOVED,
    CUBES_STAY_IN_PROTEST,
    count_movable,
    cube_options,
    movable_cubes,
    move_cubes,
    sepoy_cost,
)
from engine.gandhi.state import State
from engine.gandhi.turn import Turn, why_none_open

GARRISON_NO_CUBES = why_not("no_cubes", "3.2.2")
GARRISON_CANNOT_PAY = why_not("cannot_pay_sepoys", "3.2.2")
GARRISON_SAME_SPACE = why_not("same_space", "3.2.2")
GARRISON_OUT_OF_REACH = why_not("out_of_reach", "3.2.2")
GARRISON_STATE = why_not("state_never_controlled", "3.2.2")
GARRISON_NEEDS_CONTROL = why_not("needs_control", "3.2.2")
NOTHING_GARRISONED = why_not("nothing_done", "3.2.2")
NO_GARRISON = why_not("no_cubes_to_move", "3.2.2")

RAIL_STEPS = {
    space: tuple(other for other in land.adjacent if GEOGRAPHY[other].is_railway or GEOGRAPHY[other].is_city)
    for space, land in GEOGRAPHY.items()
}
"""The Railways and Cities next to a space: Garrison moves along them."""


def follow_rails(state: State, end: str) -> tuple[set[str], set[str]]:
    """3.2.2 Return the Railways and Cities that cubes can come to from a space, and those of them that they can leave.

    They stop at Active adversaries, and at a Protest, which they could not leave. The second set is also that of the
    spaces from where cubes can come to this one.
    """
    seen: set[str] = set()
    passed: set[str] = set()
    waiting = list(RAIL_STEPS[end])
    while waiting:
        space = waiting.pop()
        if space in seen:
            continue
        seen.add(space)
        if not (state.spaces[space].protest or state.active_adversaries_of_raj(space)):
            passed.add(space)
            waiting += RAIL_STEPS[space]
    return seen, passed


def reach_by_rail(state: State, origin: str) -> set[str]:
    """3.2.2 Return where cubes can Garrison to: along Railways and Cities, then into a Province with Raj Control
    (R-31).
    """
    reached, passed = follow_rails(state, origin)
    beside = {space for passing in passed for space in GEOGRAPHY[passing].adjacent} - reached
    return (reached | {space for space in beside if state.has_control(space)}) - {origin}


def origins_by_rail(state: State, target: str) -> set[str]:
    """3.2.2 Return the spaces from which cubes can Garrison to a space: the inverse of `reach_by_rail`."""
    land = GEOGRAPHY[target]
    on_rails = land.is_railway or land.is_city
    if not (on_rails or state.has_control(target)):
        return set()
    _, passed = follow_rails(state, target)
    beside = {target, *passed} if on_rails else passed
    return {origin for passing in beside for origin in GEOGRAPHY[passing].adjacent} - {target}


def why_not_garrison_from(turn: Turn, price: int, reaching: set[str] | None, origin: str) -> Text | None:
    """3.2.2 Return why no cube can Garrison out of a space, or None. ``reaching``: a Limited Operation's origins."""
    here = turn.state.spaces[origin]
    if not (here.troops or here.sepoys):
        return GARRISON_NO_CUBES
    if here.protest:
        return CUBES_STAY_IN_PROTEST
    if not (count_movable(turn, TROOPS, origin) if turn.moved else here.troops):
        if turn.moved and not count_movable(turn, SEPOYS, origin):
            return CUBES_HAVE_MOVED
        if not turn.can_pay(price):
            return GARRISON_CANNOT_PAY
    if reaching is not None and origin not in reaching:
        return GARRISON_SAME_SPACE if origin in turn.selected else GARRISON_OUT_OF_REACH
    return None if RAIL_STEPS[origin] else GARRISON_OUT_OF_REACH


def hiding_railways(state: State) -> list[str]:
    """3.2.2 Return the Railways where Garrison would Activate a Guerrilla now."""
    return [railway for railway in BOARD.railways if state.spaces[railway].underground and state.spaces[railway].cubes]


def garrison(turn: Turn) -> Rule:
    """3.2.2 Move cubes once along the Railways, Sepoys for one payment (R-30), then Activate Guerrillas.

    At least one cube moves or one Guerrilla Activates (R-19). A Limited Operation has one destination.
    """
    state = turn.state
    price = sepoy_cost(turn, "garrison")
    while True:
        target = turn.selected[0] if turn.limited and turn.selected else ""
        origin = yield from ask_garrison_origin(turn, price, target)
        if origin == DONE:
            break
        movable = movable_for(turn, origin, price)
        piece = yield from ask_option(
            RAJ, "garrison.piece", cube_options(movable, price), space=origin, action="garrison"
        )
        count = yield from ask_count(
            RAJ, "garrison.count", movable[piece], 1, space=origin, action="garrison", piece=piece
        )
        if not target:
            target = yield from ask_garrison_destination(state, origin, piece, count)
        if piece == SEPOYS:
            turn.pay(price)
            price = 0
        if target not in turn.selected:
            turn.selected.append(target)
        state.select(target)
        move_cubes(turn, piece, origin, target, count)
    yield from search_railways(turn)


def ask_garrison_origin(turn: Turn, price: int, target: str) -> Asked:
    """3.2.2 Ask where the next cubes come from, or `DONE`."""

    def closed() -> list[Option]:
        rows = closed_spaces(BOARD.everywhere, why)
        if len(rows) < len(BOARD.everywhere) and not may_end_garrison(turn):
            rows.append(Option(DONE, DONE_OPTION.text, 0, NOTHING_GARRISONED, "stop"))
        return rows

    while True:
        reaching = origins_by_rail(turn.state, target) if target else None
        why = partial(why_not_garrison_from, turn, price, reaching)
        options = [
            space_option(space, 0 if count_movable(turn, TROOPS, space) else price)
            for space in BOARD.everywhere
            if why(space) is None
        ]
        if not options or may_end_garrison(turn):
            options.append(DONE_OPTION)
        key = yield from ask(
            turn, "garrison.origin", options, closed=closed, remaining=partial(garrisons_left, turn, price, target)
        )
        if key:
            return key


def movable_for(turn: Turn, origin: str, price: int) -> dict[str, int]:
    """3.2.2 Return how many cubes of each type can Garrison out of a space: Sepoys for a price."""
    movable = movable_cubes(turn, origin)
    if not turn.can_pay(price):
        movable[SEPOYS] = 0
    return movable


def garrisons_left(turn: Turn, price: int, target: str) -> int:
    """3.2.2 Return how often cubes can still move: each cube once, and in a Limited Operation all to one space."""
    origins = {space for space in BOARD.everywhere if why_not_garrison_from(turn, price, None, space) is None}
    movable = {space: sum(movable_for(turn, space, price).values()) for space in origins}
    if not turn.limited:
        return sum(movable.values())
    targets = [target] if target else BOARD.everywhere
    return max(sum(movable[space] for space in origins & origins_by_rail(turn.state, end)) for end in targets)


def may_end_garrison(turn: Turn) -> bool:
    """R-19 Return whether Garrison has done something already, or will at its end."""
    return bool(turn.selected or hiding_railways(turn.state))


def ask_garrison_destination(state: State, origin: str, piece: str, count: int) -> Asked:
    """3.2.2 Ask where the cubes go. States are never Controlled, so no cube can Garrison into one (R-31)."""
    reached = reach_by_rail(state, origin)

    def why(space: str) -> Text | None:
        if space in reached:
            return None
        if space == origin:
            return GARRISON_SAME_SPACE
        if state.is_state(space):
            return GARRISON_STATE
        land = GEOGRAPHY[space]
        on_the_way = land.is_railway or land.is_city or state.has_control(space)
        return GARRISON_OUT_OF_REACH if on_the_way else GARRISON_NEEDS_CONTROL

    target = yield from ask_space(
        RAJ,
        "garrison.destination",
        BOARD.everywhere,
        why,
        action="garrison",
        origin=origin,
        piece=piece,
        count=count,
    )
    return target


def search_railways(turn: Turn) -> Rule:
    """3.2.2 Activate one Guerrilla for every cube on every Railway, moved or not (D-20, R-32).

    Each cube turns an Underground one Active while there are any, even if Active ones lie there already (R-33j). A
    Limited Operation searches only its one space, if that is a Railway (R-25).
    """
    state = turn.state
    railways = hiding_railways(state)
    if turn.limited and railways and not turn.selected:
        options = [SPACE_OPTIONS[railway] for railway in railways]
        railway = yield from ask_option(RAJ, "garrison.railway", options, action="garrison")
        turn.selected.append(railway)
    for railway in railways:
        if not turn.limited or railway in turn.selected:
            state.select(railway)
            state.activate(railway, state.spaces[railway].cubes)


def why_not_begin_garrison(turn: Turn, space: str) -> Text | None:
    """3.2.2 Return why no cube can Garrison out of a space to begin with, or None."""
    return why_not_garrison_from(turn, sepoy_cost(turn, "garrison"), None, space)


def why_garrison_closed(turn: Turn) -> Text | None:
    """3.2.2 Return why Garrison cannot be chosen, or None."""
    reason = why_none_open(turn, why_not_begin_garrison, BOARD.everywhere, NO_GARRISON, GARRISON_CANNOT_PAY)
    return None if reason is None or hiding_railways(turn.state) else reason
