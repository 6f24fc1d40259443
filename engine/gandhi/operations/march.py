"""3.4.2 March, and what a Revolutionaries Operation costs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import msgspec

from engine.core.protocol import Rule
from engine.core.text import Text, why_not
from engine.gandhi.asking import DONE, DONE_OPTION, ask_count, ask_option, ask_space, piece_option
from engine.gandhi.board import BOARD, GEOGRAPHY
from engine.gandhi.executing import select_space
from engine.gandhi.ids import ACTIVE, GUERRILLAS, REVOLUTIONARIES, UNDERGROUND
from engine.gandhi.turn import Turn, why_none_open

MARCH_COST = 1
UNNOTICED = 3
"""3.4.2 The highest sum of moving Guerrillas and cubes with which the Guerrillas stay Underground."""

MARCH_NO_GUERRILLAS = why_not("no_guerrillas", "3.4.2")
MARCH_ALREADY_MOVED = why_not("already_moved", "3.1.2")
MARCH_CANNOT_PAY = why_not("cannot_pay", "3.4.2")
NO_MARCH_SPACE = why_not("no_space", "3.4.2")
SAME_SPACE = why_not("same_space", "3.4.2")
ACTIVE_NEED_ADJACENT = why_not("active_move_to_adjacent", "3.4.2")
OUT_OF_REACH = why_not("out_of_reach", "3.4.2")


# -- 3.1 costs ---------------------------------------------------------------------------------------------


def price(turn: Turn, cost: int) -> int:
    """3.1 Return the Resources that the Revolutionaries pay: none when Arjuna plays them (8.1)."""
    return cost if turn.uses_resources else 0


def count_affordable(turn: Turn, cost: int, spaces: Sequence[str]) -> int:
    """3.1 Return how many of some open spaces can be selected, at a cost each."""
    return min(len(spaces), turn.state.resources[REVOLUTIONARIES] // cost) if cost else len(spaces)


# -- 3.4.2 where Guerrillas can go -------------------------------------------------------------------------


def follow_chains(origin: str) -> frozenset[str]:
    """3.4.2 Return where an Underground Guerrilla can go: along Railways and Cities, then one space further (R-37)."""
    seen = {origin}
    waiting = [origin]
    while waiting:
        for space in GEOGRAPHY[waiting.pop()].adjacent:
            if space not in seen:
                seen.add(space)
                if GEOGRAPHY[space].is_railway or GEOGRAPHY[space].is_city:
                    waiting.append(space)
    return frozenset(seen - {origin})


ADJACENT = {space: frozenset(GEOGRAPHY[space].adjacent) for space in BOARD.everywhere}
REACH = {
    ACTIVE: ADJACENT,
    UNDERGROUND: {space: follow_chains(space) for space in BOARD.everywhere},
}
"""Where Guerrillas of each side can go from a space. Nothing on the way stops them (R-37)."""


class Arrivals(msgspec.Struct):
    """The Guerrillas that March has moved into a space, by the side on which they lie now."""

    underground: int = 0
    active: int = 0


def count_arrivals(turn: Turn, space: str) -> Arrivals:
    """Return the moved Guerrillas of a space by state, after a Special Activity may have turned some over."""
    here = turn.state.spaces[space]
    underground, active = turn.moved.get((UNDERGROUND, space), 0), turn.moved.get((ACTIVE, space), 0)
    if not (underground or active):
        return Arrivals()
    total = min(underground + active, here.guerrillas)
    underground = min(max(underground, total - here.active), here.underground, total)
    return Arrivals(underground, total - underground)


def count_movable(turn: Turn, space: str) -> dict[str, int]:
    """3.1.2 Return how many Guerrillas of each side in a space have not moved in this Operation."""
    here = turn.state.spaces[space]
    came = count_arrivals(turn, space)
    return {UNDERGROUND: here.underground - came.underground, ACTIVE: here.active - came.active}


# -- 3.4.2 March -------------------------------------------------------------------------------------------


def march_cost(turn: Turn, origin: str) -> int:
    """3.4.2 Return what an origin costs: 1 Resource, nothing on a Railway."""
    return 0 if GEOGRAPHY[origin].is_railway else price(turn, MARCH_COST)


def origins_left(turn: Turn, spaces: Sequence[str]) -> int:
    """3.4.2 Return how many of some open origins can be selected: those that can be paid for, and every Railway."""
    paid = [space for space in spaces if not GEOGRAPHY[space].is_railway]
    return len(spaces) - len(paid) + count_affordable(turn, price(turn, MARCH_COST), paid)


def why_not_march(turn: Turn, origin: str) -> Text | None:
    """3.4.2 Return why a space cannot be an origin of March, or None: it needs Guerrillas that have not moved yet."""
    here = turn.state.spaces[origin]
    if not (here.underground or here.active):
        return MARCH_NO_GUERRILLAS
    if turn.selected and (reason := turn.why_not_selectable(origin)) is not None:
        return reason
    if turn.moved and not any(count_movable(turn, origin).values()):
        return MARCH_ALREADY_MOVED
    return None if turn.can_pay(march_cost(turn, origin)) else MARCH_CANNOT_PAY


def march(turn: Turn) -> Rule:
    """3.4.2 March from each selected origin; after all moves Guerrillas that are noticed Activate (R-38)."""
    while True:
        origin = yield from select_space(
            turn,
            "march.origin",
            BOARD.everywhere,
            partial(why_not_march, turn),
            cost=partial(march_cost, turn),
            most=partial(origins_left, turn),
        )
        if origin == DONE:
            break
        turn.pay(march_cost(turn, origin))
        yield from march_from(turn, origin)
    for space in dict.fromkeys(space for _, space in turn.moved):
        activate_arrivals(turn, space)


def march_from(turn: Turn, origin: str) -> Rule:
    """3.4.2 Move Guerrillas of one origin, each to a space of its own choice; at least one moves."""
    started = False
    while True:
        movable = count_movable(turn, origin)
        options = [piece_option(piece) for piece in GUERRILLAS if movable[piece]]
        if not options:
            return
        if started:
            options.append(DONE_OPTION)
        piece = yield from ask_option(
            REVOLUTIONARIES,
            "march.piece",
            options,
            remaining=sum(movable.values()),
            space=origin,
            action="march",
        )
        if piece == DONE:
            return
        count = yield from ask_count(
            REVOLUTIONARIES, "march.count", movable[piece], 1, space=origin, action="march", piece=piece
        )
        reach = REACH[piece][origin]
        too_far = ACTIVE_NEED_ADJACENT if piece == ACTIVE else OUT_OF_REACH

        def why(
            space: str, origin: str = origin, reach: frozenset[str] = reach, too_far: Text = too_far
        ) -> Text | None:
            if space in reach:
                return None
            return SAME_SPACE if space == origin else too_far

        target = yield from ask_space(
            REVOLUTIONARIES,
            "march.destination",
            BOARD.everywhere,
            why,
            action="march",
            origin=origin,
            piece=piece,
            count=count,
        )
        turn.state.move(piece, origin, target, count)
        turn.moved[piece, target] = turn.moved.get((piece, target), 0) + count
        started = True


def activate_arrivals(turn: Turn, space: str) -> None:
    """3.4.2 Activate arrivals at Support or on a Railway if they and the cubes there are more than three (R-38)."""
    here = turn.state.spaces[space]
    if here.level <= 0 and not GEOGRAPHY[space].is_railway:
        return
    came = count_arrivals(turn, space)
    if came.underground + came.active + here.cubes > UNNOTICED:
        turn.state.activate(space, came.underground)


def why_march_closed(turn: Turn) -> Text | None:
    """3.4.2 Return why March cannot be chosen, or None."""
    return why_none_open(turn, why_not_march, BOARD.everywhere, NO_MARCH_SPACE, MARCH_CANNOT_PAY)
