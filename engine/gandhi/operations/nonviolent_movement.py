"""3.3.2, 3.3.3 Nonviolent Operations that move Activists: Demonstrate and Civil Disobedience."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from engine.core.decision import Option
from engine.core.protocol import Rule
from engine.core.text import Text, text, why_not
from engine.gandhi.asking import DONE, DONE_OPTION, SPACE_OPTIONS, Asked, ask_count, count_served, why_idle, why_part
from engine.gandhi.board import BOARD, GEOGRAPHY
from engine.gandhi.executing import SPECIAL, ask, interjections, select_space
from engine.gandhi.forces import HAS_PROTEST
from engine.gandhi.ids import CONGRESS, LEAGUE, PROTEST
from engine.gandhi.operations.nonviolent_selection import (
    has_activists_on_map,
    is_free_space,
    slots_left,
    take_slot,
    why_no_slot,
)
from engine.gandhi.state import State
from engine.gandhi.turn import Turn, why_none_open

NOT_A_DESTINATION = why_not("railway_is_no_destination", "3.3.2")
NOBODY_CAN_MOVE_IN = why_not("nobody_can_move_in", "3.3.2")
NO_ACTIVISTS_TO_MOVE = why_not("no_activists_on_map", "3.3.2")
NO_DESTINATION = why_not("no_destination", "3.3.2")
NOBODY_HAS_MOVED_IN = why_not("nobody_has_moved_in", "3.3.2")
PROTEST_UNDER_CONTROL = why_not("no_protest_under_control", "3.3.2")
NO_PROTEST_AVAILABLE = why_not("no_protest_available", "1.10")
NO_OWN_ACTIVISTS = why_not("no_own_activists", "3.3.3")
NO_SPACE_TO_DISOBEY = why_not("no_space", "3.3.3")

IDLE_PROTESTED = why_idle("has_protest", "3.3.3")

PROTEST_OPTION = Option(PROTEST, text("option.demonstrate.protest"))


# -- 3.1.2 moving once -------------------------------------------------------------------------------------


def count_movable(turn: Turn, seat: str, space: str) -> int:
    """3.1.2 Return how many of a Faction's Activists in a space have not moved in this Operation."""
    present: int = getattr(turn.state.spaces[space], seat)
    return max(0, present - turn.moved.get((seat, space), 0))


def move_activists(turn: Turn, seat: str, origin: str, target: str, count: int) -> None:
    """3.1.2 Move Activists that have not moved yet, and remember that they have."""
    moved = turn.state.move(seat, origin, target, count)
    turn.moved[seat, target] = turn.moved.get((seat, target), 0) + moved


# -- 3.3.2 Demonstrate -------------------------------------------------------------------------------------


def why_not_demonstrate(turn: Turn, space: str) -> Text | None:
    """3.3.2 Return why a space cannot be a destination of Demonstrate, or None.

    Any space but a Railway may be one, if a friendly Activist that has not moved yet is adjacent (R-34d).
    """
    land = GEOGRAPHY[space]
    if land.is_railway:
        return NOT_A_DESTINATION
    reason = why_no_slot(turn, space)
    if reason is not None:
        return reason
    spaces, moved, seat = turn.state.spaces, turn.moved, turn.seat
    for origin in land.adjacent:
        present: int = getattr(spaces[origin], seat)
        if present and (not moved or present > moved.get((seat, origin), 0)):
            return None
    return NOBODY_CAN_MOVE_IN


def why_no_demonstrators_protest(state: State, space: str) -> Text | None:
    """3.3.2 Return why a Protest cannot be placed in a destination, or None.

    One must be Available, none may be there, and Raj may have no Control. Those who moved in are Inactive while there
    is no Protest, so they do not deny Control (R-34e).
    """
    if state.spaces[space].protest:
        return HAS_PROTEST
    if state.has_control(space):
        return PROTEST_UNDER_CONTROL
    return None if state.protests_available() else NO_PROTEST_AVAILABLE


def demonstrate(turn: Turn) -> Rule:
    """3.3.2 Move Activists into each destination, and place a Protest there if wished."""
    while True:
        space = yield from select_space(
            turn,
            "demonstrate.space",
            BOARD.everywhere,
            partial(why_not_demonstrate, turn),
            most=partial(destinations_left, turn),
        )
        if space == DONE:
            return
        take_slot(turn, space)
        yield from demonstrate_in(turn, space)


def destinations_left(turn: Turn, spaces: Sequence[str]) -> int:
    """3.3.2 Return how many of some open spaces can be destinations: an Activist must move into each."""
    supply = {space: count_movable(turn, turn.seat, space) for space in BOARD.everywhere}
    free = [GEOGRAPHY[space].adjacent for space in spaces if is_free_space(turn, space)]
    others = [GEOGRAPHY[space].adjacent for space in spaces if not is_free_space(turn, space)]
    return min(count_served([*free, *others], supply), count_served(free, supply) + slots_left(turn))


def demonstrate_in(turn: Turn, space: str) -> Rule:
    """3.3.2 Move Activists into one destination from adjacent spaces; then the Faction may place a Protest.

    At least one must have come in this Operation (R-34d); the Protest comes after all moves into it (R-34e).
    """
    entered = False
    while True:
        key = yield from ask_demonstrators(turn, space, entered=entered)
        if key == DONE:
            return
        if key == PROTEST:
            turn.state.add_protest(space)
            return
        if key:
            yield from demonstrate_from(turn, key, space)
            entered = True


def ask_demonstrators(turn: Turn, space: str, *, entered: bool) -> Asked:
    """3.3.2 Ask from where the next Activists come, or for the Protest, or `DONE`; nothing after an extra action.

    The first come without a question where only one space can send any.
    """
    movable = {origin: count_movable(turn, turn.seat, origin) for origin in GEOGRAPHY[space].adjacent}
    options = [SPACE_OPTIONS[origin] for origin, count in movable.items() if count]
    no_protest = why_no_demonstrators_protest(turn.state, space) if entered else NOBODY_HAS_MOVED_IN
    if not entered and len(options) < 2:
        return options[0].key if options else DONE
    if no_protest is None:
        options.append(PROTEST_OPTION)
    elif not options and not (no_protest is PROTEST_UNDER_CONTROL and may_slip_in_special(turn)):
        return DONE
    if entered:
        options.append(DONE_OPTION)
    key = yield from ask(
        turn,
        "demonstrate.move",
        options,
        closed=lambda: [Option(PROTEST, PROTEST_OPTION.text, 0, no_protest)] if no_protest else [],
        remaining=lambda: sum(movable.values()) + may_protest(turn.state, space),
        space=space,
        prompt=None if no_protest is None else text("ask.demonstrate.move.only", space=space),
    )
    return key


def may_protest(state: State, space: str) -> bool:
    """3.3.2 Return whether a Protest can be placed in a destination once Activists have come."""
    return why_no_demonstrators_protest(state, space) is None


def may_slip_in_special(turn: Turn) -> bool:
    """4.1 Return whether a Special Activity is possible now: it could end Raj Control before a Protest is placed
    (R-44).
    """
    return any(option.key.startswith(SPECIAL) for option in interjections(turn))


def demonstrate_from(turn: Turn, origin: str, space: str) -> Rule:
    """3.3.2 Move Activists from one origin. Congress may take as many of the League along, up to Unity in all (R-34f).

    They share origin and destination with the Congress Activists, and the Muslim League is not asked.
    """
    most = count_movable(turn, turn.seat, origin)
    count = yield from ask_count(
        turn.seat, "demonstrate.count", most, 1, space=space, action="demonstrate", origin=origin, piece=turn.seat
    )
    escorts = 0
    if turn.seat == CONGRESS:
        escorts = yield from ask_count(
            CONGRESS,
            "demonstrate.escort",
            min(count, count_movable(turn, LEAGUE, origin), max(0, turn.state.unity - count_escorted(turn))),
            0,
            default=0,
            space=space,
            action="demonstrate",
            origin=origin,
            piece=LEAGUE,
        )
    move_activists(turn, turn.seat, origin, space, count)
    if escorts:
        move_activists(turn, LEAGUE, origin, space, escorts)


def count_escorted(turn: Turn) -> int:
    """3.3.2 Return how many Muslim League Activists Congress has moved in this Operation."""
    return sum(count for (piece, _), count in turn.moved.items() if piece == LEAGUE)


def why_demonstrate_closed(turn: Turn) -> Text | None:
    """3.3.2 Return why Demonstrate cannot be chosen, or None."""
    if not has_activists_on_map(turn.state, turn.seat):
        return NO_ACTIVISTS_TO_MOVE
    return why_none_open(turn, why_not_demonstrate, BOARD.lands, NO_DESTINATION)


# -- 3.3.3 Civil Disobedience ------------------------------------------------------------------------------


def why_not_civil_disobedience(turn: Turn, space: str) -> Text | None:
    """3.3.3 Return why a space cannot be selected for Civil Disobedience, or None.

    It needs the Faction's own Activists (D-29), unless it is one of the spaces that do not count against the limit
    (R-35). Railways may be selected.
    """
    if not getattr(turn.state.spaces[space], turn.seat) and not is_free_space(turn, space):
        return NO_OWN_ACTIVISTS
    return why_no_slot(turn, space)


def civil_disobedience(turn: Turn) -> Rule:
    """3.3.3 Place a Protest in each space, and move Activists from there onto Railways."""
    while True:
        space = yield from select_space(
            turn,
            "civil_disobedience.space",
            BOARD.everywhere,
            partial(why_not_civil_disobedience, turn),
            most=partial(disobedient_left, turn),
            idle=partial(why_disobedience_idle, turn),
            useful=partial(count_disobedient, turn),
        )
        if space == DONE:
            return
        take_slot(turn, space)
        yield from civil_disobedience_in(turn, space)


def disobedient_left(turn: Turn, spaces: Sequence[str]) -> int:
    """3.3.3 Return how many spaces can be selected: some open ones, and Railways that Activists from there open."""
    supply = {space: count_movable(turn, turn.seat, space) for space in spaces}
    closed = [space for space in BOARD.railways if space not in spaces and space not in turn.selected]
    beside = [[space for space in spaces if railway in GEOGRAPHY[space].rail_adjacent] for railway in closed]
    opened = count_served(beside, supply)
    free = sum(is_free_space(turn, space) for space in spaces)
    return free + min(slots_left(turn), len(spaces) - free + opened)


def count_disobedient(turn: Turn, spaces: Sequence[str]) -> int:
    """3.3.3 Return in how many spaces something can happen: where Activists can leave, or a Protest is left."""
    leaving = [space for space in spaces if GEOGRAPHY[space].rail_adjacent and count_movable(turn, turn.seat, space)]
    return min(len(spaces), len(leaving) + turn.state.protests_available())


def why_disobedience_idle(turn: Turn, space: str) -> Text | None:
    """3.3.3 Return why nothing would happen in a space (R-35), or None; and why no Protest comes where Activists could
    move.

    A space that has a Protest may be selected for its Activists: there is no reason against it.
    """
    state = turn.state
    protested = state.spaces[space].protest
    if not protested and state.protests_available():
        return None
    if GEOGRAPHY[space].rail_adjacent and count_movable(turn, turn.seat, space):
        return None if protested else why_part("no_protest", "1.10", restraint=state.restraint)
    return IDLE_PROTESTED if protested else why_idle("no_protest", "1.10", restraint=state.restraint)


def civil_disobedience_in(turn: Turn, space: str) -> Rule:
    """3.3.3 Place a Protest if one is Available (D-97) and none there; then own Activists may move onto Railways.

    Raj Control does not matter (R-35). Where Activists are decides whether they are Active (R-02), so none is flipped
    here.
    """
    state = turn.state
    if not state.spaces[space].protest and state.protests_available():
        state.add_protest(space)
    railways = [SPACE_OPTIONS[railway] for railway in GEOGRAPHY[space].rail_adjacent]
    while railways:
        left = count_movable(turn, turn.seat, space)
        if not left:
            return
        key = yield from ask(
            turn, "civil_disobedience.railway", [*railways, DONE_OPTION], remaining=left, default=DONE, space=space
        )
        if key == DONE:
            return
        if key:
            count = yield from ask_count(
                turn.seat,
                "civil_disobedience.count",
                left,
                1,
                space=space,
                action="civil_disobedience",
                railway=key,
                piece=turn.seat,
            )
            move_activists(turn, turn.seat, space, key, count)


def why_civil_disobedience_closed(turn: Turn) -> Text | None:
    """3.3.3 Return why Civil Disobedience cannot be chosen, or None."""
    return why_none_open(turn, why_not_civil_disobedience, BOARD.everywhere, NO_SPACE_TO_DISOBEY)
