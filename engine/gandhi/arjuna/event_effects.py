"""8.8.3, 8.8.5 Which actions of an Event are effective for a Non-player Faction, where, and by which column.

An action is effective when it matches a column of the Faction's own table (8.8.5) and would change something now.
Everything follows from the steps of the Event's data and from the board; nothing is tried out. ``event`` is always the
Event as it would begin now, for a Faction: it is only looked at, never run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec

from engine.gandhi.arjuna.priorities import COLUMNS
from engine.gandhi.arjuna.revolutionaries import may_hit
from engine.gandhi.board import BOARD, GEOGRAPHY
from engine.gandhi.events import data
from engine.gandhi.events.execution import Effect, Execution
from engine.gandhi.events.interpreter import ROWS
from engine.gandhi.events.items import expand, expand_placed
from engine.gandhi.events.places import find_meeting, meets
from engine.gandhi.ids import (
    ACTIVE,
    BASES,
    CONGRESS,
    FACTION_OF,
    LEAGUE,
    MUSLIM_STATE,
    PROTEST,
    RAJ,
    REVOLUTIONARIES,
    STRIKE,
    UNREST,
)
from engine.gandhi.state import State

Columns = frozenset[str]
NONE: Columns = frozenset()

PLACING: dict[str, Columns] = {
    RAJ: frozenset({"place_cubes"}),
    CONGRESS: frozenset({"place_activists"}),
    LEAGUE: frozenset({"place_activists"}),
    REVOLUTIONARIES: frozenset({"place_guerrillas"}),
}
FOUNDING: Columns = frozenset({"place_bases"})
MOVING: Columns = frozenset({"move_or_release_gandhi"})
REMOVING: Columns = frozenset({"remove_or_replace"})
HIDING: Columns = frozenset({"attack_or_go_underground"})
SUPPORTING: Columns = frozenset({"shift_to_support"})
OPPOSING: Columns = frozenset({"shift_to_opposition"})

OWN_MARKERS = {CONGRESS: (PROTEST,), LEAGUE: (PROTEST, MUSLIM_STATE), REVOLUTIONARIES: (UNREST, STRIKE), RAJ: ()}
"""8.5.3, 8.8.3 Markers that help a Faction: it places them if it can, and never chooses to remove them."""
MARKERS_REMOVED = {RAJ: (UNREST, MUSLIM_STATE, PROTEST, STRIKE), CONGRESS: (MUSLIM_STATE,)}
"""8.8.3 Markers whose removal is effective (inferred)."""
MARKER_COLUMNS: dict[str, Columns] = {
    PROTEST: frozenset({"place_protests"}),
    UNREST: frozenset({"place_unrest"}),
    STRIKE: frozenset({"place_unrest"}),
    MUSLIM_STATE: frozenset({"place_muslim_states"}),
}


def may_enter(state: State, space: str) -> bool:
    """8.1.3 Return whether a Non-player Faction may enter a space: a Railway only if Raj is a player."""
    return not GEOGRAPHY[space].is_railway or state.is_player(RAJ)


# -- steps without inner steps ---------------------------------------------------------------------------------


def own_kinds(event: Execution, words: tuple[str, ...]) -> list[str]:
    """Return the Faction's own kinds of pieces among those in the data, as they come from a box."""
    return [kind for kind in expand_placed(words) if FACTION_OF[kind] == event.seat]


def adversaries_in(event: Execution, words: tuple[str, ...], space: str) -> list[str]:
    """Return the named kinds in a space that are other Factions' pieces, or markers whose removal is effective."""
    here = event.state.spaces[space]
    welcome = MARKERS_REMOVED.get(event.seat, ())
    return [
        kind
        for kind in expand(words)
        if getattr(here, kind) and (FACTION_OF.get(kind, event.seat) != event.seat or kind in welcome)
    ]


def of_effects(event: Execution, step: data.EventStep, space: str) -> Columns:
    """Return the columns of a step's possible changes."""
    columns = NONE
    served: set[tuple[str, str]] = set()
    for effect in ROWS[type(step)].effects(event, step, space):
        what = effect[:2]
        # One space is enough: neither whether a change helps nor its column depends on the space.
        if what not in served:
            found = column_of(event, effect)
            if found:
                columns |= found
                served.add(what)
    return columns


def column_of(event: Execution, effect: Effect) -> Columns:
    """8.8.3, 8.8.5 Return the column of one possible change, or none if it does not help the Faction."""
    verb, piece, place, level = effect
    seat = event.seat
    if verb == "level":
        return level_column(event, place, level)
    if verb == "place" and piece in MARKER_COLUMNS:
        is_strike = GEOGRAPHY[place].is_railway and piece in (UNREST, STRIKE)
        is_welcome = piece in OWN_MARKERS[seat] and (not is_strike or may_enter(event.state, place))
        return MARKER_COLUMNS[piece] if is_welcome else NONE
    if verb in ("place", "enter", "release"):
        return coming_column(event, verb, piece, place)
    if verb in ("remove", "replace"):
        is_foreign = FACTION_OF.get(piece, seat) != seat
        return REMOVING if is_foreign or piece in MARKERS_REMOVED.get(seat, ()) else NONE
    if verb == "move":
        return MOVING if seat == CONGRESS and may_enter(event.state, place) else NONE
    is_rebel = seat == REVOLUTIONARIES
    if verb == "activate":
        return NONE if is_rebel else REMOVING
    return HIDING if is_rebel and (verb == "hide" or (verb == "attack" and may_hit(event.state, place))) else NONE


def coming_column(event: Execution, verb: str, piece: str, place: str) -> Columns:
    """Return the column of one of the seat's pieces that could come to a place, if it may (8.1.3); otherwise none."""
    if FACTION_OF[piece] != event.seat or (place and not may_enter(event.state, place)):
        return NONE
    if verb == "enter":
        return PLACING[event.seat] if event.seat != RAJ else NONE
    return FOUNDING if piece in BASES else PLACING[event.seat]


def level_column(event: Execution, space: str, new: int) -> Columns:
    """Return the column of a change of level that helps the Faction: up for Raj, down for Congress and the League.

    For the Muslim League it must be a Muslim space, or one in which a Raj played by a person loses Support.
    """
    old = event.state.spaces[space].level
    if GEOGRAPHY[space].is_railway or new == old or event.seat == REVOLUTIONARIES:
        return NONE
    if event.seat == RAJ:
        return SUPPORTING if new > old else NONE
    if new > old:
        return NONE
    if event.seat == LEAGUE and not (GEOGRAPHY[space].muslim or (old > 0 and event.state.is_player(RAJ))):
        return NONE
    return OPPOSING


# -- steps with inner steps ------------------------------------------------------------------------------------


def of_steps(event: Execution, steps: Iterable[data.EventStep], space: str) -> Columns:
    """Return the columns of all effective actions of some steps in a space."""
    columns: set[str] = set()
    for step in steps:
        columns |= of_step(event, step, space)
    return frozenset(columns)


def of_spaces(event: Execution, step: data.Spaces, space: str) -> Columns:
    """Return what is effective in any space that can be selected.

    Nothing is returned for spaces that earlier steps have selected: `gains_of` judges these.
    """
    if step.among_selected:
        return NONE
    columns: set[str] = set()
    where = step.conditions(event.seat, is_player=False)
    for name in find_meeting(event.state, event.seat, BOARD.everywhere, *where):
        columns |= of_steps(event, step.steps, name)
    return frozenset(columns)


def replaces(event: Execution, steps: Iterable[data.EventStep]) -> bool:
    """8.5.2 Return whether adversaries are replaced, with own pieces that are Available."""
    return any(
        isinstance(step, data.Replace) and any(event.state.available.get(kind, 0) for kind in own_kinds(event, step.by))
        for step in steps
    )


def alternative(event: Execution, step: data.Choose, space: str) -> str:
    """8.8.4 Return the alternative that a Faction takes: what the card names, or the effective one furthest left.

    Of two with the same column it replaces rather than removes (8.5.2). An empty string when none is effective.
    """
    named = step.non_players.get(event.seat)
    best, least = "", (len(COLUMNS[event.seat]), False)
    for key, steps in step.alternatives.items():
        columns = side_columns(event, steps, space)
        rank = (rank_of(event.seat, columns), not replaces(event, steps))
        if columns and (named in (None, key)) and rank < least:
            best, least = key, rank
    return best


def of_choose(event: Execution, step: data.Choose, space: str) -> Columns:
    """Return the columns of the alternative that would be taken."""
    key = alternative(event, step, space)
    return side_columns(event, step.alternatives[key], space) if key else NONE


def of_pay(event: Execution, step: data.Pay, space: str) -> Columns:
    """Return the columns of steps that need no payment (8.1)."""
    return of_steps(event, step.steps, space) if event.seat in step.free else NONE


def of_roll(event: Execution, step: data.Roll, space: str) -> Columns:
    """Return the columns of steps that a die may allow."""
    return of_steps(event, step.steps, space) if event.is_worth(step.at_most, space) else NONE


EFFECTS: dict[Any, Callable[[Execution, Any, str], Columns]] = {
    **dict.fromkeys(ROWS, of_effects),
    data.Spaces: of_spaces,
    data.Choose: of_choose,
    data.Pay: of_pay,
    data.Roll: of_roll,
}
"""8.8.3 The function that returns the effective columns of a step, by its kind."""


def of_step(event: Execution, step: data.EventStep, space: str) -> Columns:
    """8.8.5 Return the columns of the effective actions of a step, in the selected space or wherever it may act."""
    return EFFECTS[type(step)](event, step, space)


# -- whole sides -------------------------------------------------------------------------------------------


def is_among_selected(step: data.EventStep) -> bool:
    """Return whether a step acts only in spaces that earlier steps have selected."""
    return bool(getattr(step, "among_selected", False))


def names_spaces(step: data.EventStep, later: Sequence[data.EventStep]) -> bool:
    """Return whether later steps use the spaces of a step that does not select any itself."""
    is_naming = not isinstance(step, data.Spaces) and not is_among_selected(step)
    return is_naming and any(map(is_among_selected, later))


def gains_of(event: Execution, step: data.EventStep, later: Sequence[data.EventStep]) -> Callable[[str], list[Columns]]:
    """8.8.4 Return a function that returns the gains from selecting a space for a step, there and in later steps.

    The gains of a space have one entry for each effective action. Guerrillas that turn Active there can be removed
    later.
    """
    inner = step.steps if isinstance(step, data.Spaces) else (anywhere(step),)
    following: list[tuple[tuple[str, ...], Sequence[data.EventStep]]] = [
        (one.conditions(event.seat, is_player=False), one.steps) if isinstance(one, data.Spaces) else ((), (one,))
        for one in later
        if is_among_selected(one)
    ]
    turns = [isinstance(one, data.Flip) for one in inner]

    def gains_at(space: str) -> list[Columns]:
        gains = [of_step(event, one, space) for one in inner]
        if isinstance(step, data.Remove) and not any(gains) and not takes_marker(event, step, space):
            return []
        found = any(gain and turn for turn, gain in zip(turns, gains, strict=True)) if following else False
        for where, steps in following:
            if meets(event.state, event.seat, space, *where):
                gains += [
                    REMOVING if found and is_worth_on_active(event, deeper, space) else of_step(event, deeper, space)
                    for deeper in steps
                ]
        return [columns for columns in gains if columns]

    return gains_at


def takes_marker(event: Execution, step: data.Remove, space: str) -> bool:
    """8.5.3 Return whether a step would remove a marker that the Faction does not need from a space."""
    here = event.state.spaces[space]
    others = [piece for piece in step.pieces if piece in MARKER_COLUMNS and piece not in OWN_MARKERS[event.seat]]
    return any(getattr(here, marker) for marker in others)


def anywhere(step: data.EventStep) -> data.EventStep:
    """Return a step without its conditions on spaces, which an offered space has already met."""
    return msgspec.structs.replace(step, where="") if getattr(step, "where", "") else step


def is_worth_on_active(event: Execution, step: data.EventStep, space: str) -> bool:
    """Return whether a step would remove Active Guerrillas if there were any."""
    return isinstance(step, data.Remove) and ACTIVE in expand(step.pieces) and event.is_worth(step.amount, space)


def side_columns(event: Execution, steps: Sequence[data.EventStep], space: str = "") -> Columns:
    """8.8.3, 8.8.5 Return the columns of all effective actions of a list of steps."""
    columns: set[str] = set()
    for index, step in enumerate(steps):
        later = steps[index + 1 :]
        if is_among_selected(step):
            continue
        if (isinstance(step, data.Spaces) or names_spaces(step, later)) and not space:
            where: tuple[str, ...] = (getattr(step, "where", ""),)
            if isinstance(step, data.Spaces):
                where = step.conditions(event.seat, is_player=False)
            gains_at = gains_of(event, step, later)
            for name in find_meeting(event.state, event.seat, BOARD.everywhere, *where):
                columns.update(*gains_at(name))
        else:
            columns |= of_step(event, step, space)
    return frozenset(columns)


def rank_of(seat: str, columns: Columns) -> int:
    """8.8.5, N-15 Return the place of the leftmost of some columns in a Faction's table."""
    order = list(COLUMNS[seat])
    return min((order.index(column) for column in columns if column in order), default=len(order))


def leftmost(seat: str, columns: Columns) -> str:
    """8.8.5, N-15 Return the leftmost of some columns in a Faction's table, or an empty string."""
    order = list(COLUMNS[seat])
    place = rank_of(seat, columns)
    return order[place] if place < len(order) else ""
