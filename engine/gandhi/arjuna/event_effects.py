"""8.8.3, 8.8.5 Which actions of an Event are effective for a Non-player Faction, where, and by which column.

An action is effective when it matches a column of the Faction's own table (8.8.5) and would change something now.
Everything follows from the steps of the Event's data and from the board; nothing is tried out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, cast

from engine.gandhi.arjuna.mind import Mind
from engine.gandhi.arjuna.priorities import COLUMNS
from engine.gandhi.arjuna.revolutionaries import may_hit
from engine.gandhi.board import BOARD, GEOGRAPHY
from engine.gandhi.events import data
from engine.gandhi.events.execution import expand, expand_placed
from engine.gandhi.events.markers import can_add
from engine.gandhi.events.pieces import can_place
from engine.gandhi.events.places import AMOUNTS, meets
from engine.gandhi.ids import (
    ACTIVE,
    ACTIVISTS,
    AVAILABLE,
    BASES,
    CONGRESS,
    FACTION_OF,
    LEAGUE,
    LEVELS,
    MUSLIM_STATE,
    OUT_OF_PLAY,
    PROTEST,
    RAJ,
    REVOLUTIONARIES,
    STRIKE,
    UNDERGROUND,
    UNREST,
)
from engine.gandhi.state import State

Columns = frozenset[str]
NONE: Columns = frozenset()

PLACING = {
    RAJ: "place_cubes",
    CONGRESS: "place_activists",
    LEAGUE: "place_activists",
    REVOLUTIONARIES: "place_guerrillas",
}
REMOVING: Columns = frozenset({"remove_or_replace"})
HIDING: Columns = frozenset({"attack_or_go_underground"})

OWN_MARKERS = {CONGRESS: (PROTEST,), LEAGUE: (PROTEST, MUSLIM_STATE), REVOLUTIONARIES: (UNREST, STRIKE), RAJ: ()}
"""8.5.3, 8.8.3 Markers that serve a Faction: it is glad to place them, and never takes them away by choice."""
MARKERS_REMOVED = {RAJ: (UNREST, MUSLIM_STATE, PROTEST, STRIKE), CONGRESS: (MUSLIM_STATE,)}
"""8.8.3 Markers whose removal is effective (inferred)."""
MARKER_COLUMNS = {
    PROTEST: "place_protests",
    UNREST: "place_unrest",
    STRIKE: "place_unrest",
    MUSLIM_STATE: "place_muslim_states",
}


def state_of(mind: Mind) -> State:
    """The state for the questions of the Event rules, which only read it."""
    return cast("State", mind.state)


def is_worth(mind: Mind, amount: int | str, space: str) -> bool:
    """Whether an amount of the data is above zero; a die always is, and what will be counted may be."""
    if isinstance(amount, int):
        return amount > 0
    name = amount.rpartition("*")[2]
    if name == "die" or name.startswith("counted:"):
        return True
    return AMOUNTS[name](state_of(mind), mind.seat, space) > 0


def places(mind: Mind, where: tuple[str, ...], space: str) -> Iterable[str]:
    """The selected space, or all spaces that meet conditions."""
    if space:
        return (space,)
    return [name for name in BOARD.everywhere if meets(state_of(mind), mind.seat, name, where)]


def may_enter(mind: Mind, space: str) -> bool:
    """8.1.3 Non-player Factions put forces and Strikes on Railways only if Raj is a player."""
    return not GEOGRAPHY[space].is_railway or mind.state.is_player(RAJ)


# -- steps about pieces ------------------------------------------------------------------------------------


def own_kinds(mind: Mind, words: Sequence[str]) -> list[str]:
    """The Faction's own pieces among those the data names, as they come from a box."""
    return [kind for kind in expand_placed(words) if FACTION_OF[kind] == mind.seat]


def boxes_of(step: data.Place) -> tuple[str, ...]:
    """The boxes a step places from."""
    return (AVAILABLE, OUT_OF_PLAY) if step.origin == "either" else (step.origin,)


def of_place(mind: Mind, step: data.Place, space: str) -> Columns:
    """Own pieces that can come."""
    if not is_worth(mind, step.at_most, space):
        return NONE
    columns = set()
    for kind in own_kinds(mind, step.pieces):
        column = "place_bases" if kind in BASES else PLACING[mind.seat]
        if column not in columns and any(
            may_enter(mind, name) and can_place(state_of(mind), kind, name, box)
            for name in places(mind, step.where, space)
            for box in boxes_of(step)
        ):
            columns.add(column)
    return frozenset(columns)


def adversaries_in(mind: Mind, words: Sequence[str], space: str) -> list[str]:
    """The kinds of other Factions' pieces in a space, and of markers whose removal is effective, among those named."""
    here = mind.state.spaces[space]
    welcome = MARKERS_REMOVED.get(mind.seat, ())
    return [
        kind
        for kind in expand(words)
        if getattr(here, kind) and (FACTION_OF.get(kind, mind.seat) != mind.seat or kind in welcome)
    ]


def of_remove(mind: Mind, step: data.Remove, space: str) -> Columns:
    """Adversaries that can go."""
    if any(
        is_worth(mind, step.at_most, name) and adversaries_in(mind, step.pieces, name)
        for name in places(mind, step.where, space)
    ):
        return REMOVING
    if space:
        return NONE
    foreign = [kind for kind in expand(step.pieces) if FACTION_OF.get(kind, mind.seat) != mind.seat]
    stocks = {AVAILABLE: mind.state.available, "jail": mind.state.jail}
    return REMOVING if any(stocks[box].get(kind, 0) for box in step.boxes for kind in foreign) else NONE


def of_replace(mind: Mind, step: data.Replace, space: str) -> Columns:
    """Adversaries that can be replaced."""
    return REMOVING if any(adversaries_in(mind, step.pieces, n) for n in places(mind, step.where, space)) else NONE


def of_enter(mind: Mind, step: data.Enter, space: str) -> Columns:
    """Own Activists or Guerrillas that can come from Out of Play."""
    kinds = own_kinds(mind, step.pieces) if mind.seat != RAJ else []
    return frozenset({PLACING[mind.seat]}) if any(mind.state.out_of_play.get(kind, 0) for kind in kinds) else NONE


def of_release(mind: Mind, step: data.Release, space: str) -> Columns:
    """Own Activists that can come out of Jail."""
    is_own = mind.seat in ACTIVISTS and mind.state.jail[mind.seat] > 0 and (not space or may_enter(mind, space))
    return frozenset({"place_activists"}) if is_own and is_worth(mind, step.at_most, space) else NONE


def of_flip(mind: Mind, step: data.Flip, space: str) -> Columns:
    """Guerrillas that can be turned the way that serves the Faction."""
    is_rebel = mind.seat == REVOLUTIONARIES
    if is_rebel == (step.to == "active"):
        return NONE
    side = UNDERGROUND if step.to == "active" else ACTIVE
    if any(
        getattr(mind.state.spaces[name], side) and is_worth(mind, step.at_most, name)
        for name in places(mind, step.where, space)
    ):
        return HIDING if is_rebel else REMOVING
    return NONE


def of_move_gandhi(mind: Mind, step: data.MoveGandhi, space: str) -> Columns:
    """Congress moves or releases Gandhi."""
    if mind.seat != CONGRESS or (space and not may_enter(mind, space)):
        return NONE
    now = mind.state.gandhi_space()
    moves = step.from_map and now != space if now else step.from_jail and mind.state.is_gandhi_in_jail
    return frozenset({"move_or_release_gandhi"}) if moves else NONE


# -- steps about markers and levels ------------------------------------------------------------------------


def level_column(mind: Mind, space: str, new: int) -> Columns:
    """A new level that serves the Faction: the Raj's up, Congress's down, the Muslim League's down where it counts."""
    old = mind.state.spaces[space].level
    if GEOGRAPHY[space].is_railway or new == old or mind.seat == REVOLUTIONARIES:
        return NONE
    if mind.seat == RAJ:
        return frozenset({"shift_to_support"}) if new > old else NONE
    if new > old:
        return NONE
    if mind.seat == LEAGUE and not (GEOGRAPHY[space].muslim or (old > 0 and mind.state.is_player(RAJ))):
        return NONE
    return frozenset({"shift_to_opposition"})


def of_shift(mind: Mind, step: data.Shift, space: str) -> Columns:
    """A shift in a selected space."""
    if not space:
        return NONE
    old = mind.state.spaces[space].level
    if step.toward:
        goal = LEVELS[step.toward]
        return level_column(mind, space, old + (goal > old) - (goal < old))
    return level_column(mind, space, max(-2, min(2, old + step.by)))


def of_set_level(mind: Mind, step: data.SetLevel, space: str) -> Columns:
    """A level that is set in a selected space."""
    return level_column(mind, space, LEVELS[step.level]) if space else NONE


def of_add_marker(mind: Mind, step: data.AddMarker, space: str) -> Columns:
    """Markers of the Faction's own kind that can come."""
    columns = set()
    for kind in step.kinds:
        if kind not in OWN_MARKERS[mind.seat]:
            continue
        for name in places(mind, step.where, space):
            is_strike = GEOGRAPHY[name].is_railway and kind in (UNREST, STRIKE)
            if can_add(state_of(mind), kind, name) and (not is_strike or may_enter(mind, name)):
                columns.add(MARKER_COLUMNS[kind])
                break
    return frozenset(columns)


def of_remove_marker(mind: Mind, step: data.RemoveMarker, space: str) -> Columns:
    """Markers that the Faction is glad to see go, and what follows where one goes that it may take (8.5.3)."""
    welcome = MARKERS_REMOVED.get(mind.seat, ())
    others = [kind for kind in step.kinds if kind not in OWN_MARKERS[mind.seat]]
    columns: set[str] = set()
    for name in places(mind, step.where, space):
        present = [kind for kind in others if getattr(mind.state.spaces[name], kind)]
        if any(kind in welcome for kind in present):
            columns |= REMOVING
        if present:
            columns |= of_steps(mind, step.steps, name)
    return frozenset(columns)


# -- steps that hold others --------------------------------------------------------------------------------


def of_steps(mind: Mind, steps: Iterable[data.EventStep], space: str) -> Columns:
    """The columns of all effective actions of some steps in a space."""
    columns: set[str] = set()
    for step in steps:
        columns |= of_step(mind, step, space)
    return frozenset(columns)


def of_spaces(mind: Mind, step: data.Spaces, space: str) -> Columns:
    """What is effective in any space that can be selected. Among spaces selected before: see `columns_at`."""
    if step.among_selected:
        return NONE
    columns: set[str] = set()
    where = step.conditions(mind.seat, is_player=False)
    for name in BOARD.everywhere:
        if meets(state_of(mind), mind.seat, name, where):
            columns |= of_steps(mind, step.steps, name)
    return frozenset(columns)


def replaces(mind: Mind, steps: Iterable[data.EventStep]) -> bool:
    """8.5.2 Whether adversaries are replaced, with own pieces that are Available."""
    return any(
        isinstance(step, data.Replace) and any(mind.state.available.get(kind, 0) for kind in own_kinds(mind, step.by))
        for step in steps
    )


def alternative(mind: Mind, step: data.Choose, space: str) -> str:
    """8.8.4 The alternative a Faction takes: its card's own word, or the effective one with the leftmost column.

    Of two with the same column it replaces rather than removes (8.5.2). An empty string when none is effective.
    """
    named = step.non_players.get(mind.seat)
    best, least = "", (len(COLUMNS[mind.seat]), False)
    for key, steps in zip(step.keys, step.options, strict=True):
        columns = side_columns(mind, steps, space)
        rank = (rank_of(mind, columns), not replaces(mind, steps))
        if columns and (named in (None, key)) and rank < least:
            best, least = key, rank
    return best


def of_choose(mind: Mind, step: data.Choose, space: str) -> Columns:
    """What the alternative that would be taken is good for."""
    key = alternative(mind, step, space)
    return side_columns(mind, step.options[step.keys.index(key)], space) if key else NONE


def of_pay(mind: Mind, step: data.Pay, space: str) -> Columns:
    """What need not be paid for (8.1)."""
    return of_steps(mind, step.steps, space) if mind.seat in step.free else NONE


def of_when(mind: Mind, step: data.When, space: str) -> Columns:
    """What the space's condition allows."""
    return of_steps(mind, step.steps, space) if meets(state_of(mind), mind.seat, space, step.where) else NONE


def of_test(mind: Mind, step: data.Test, space: str) -> Columns:
    """What a die may allow."""
    return of_steps(mind, step.steps, space) if is_worth(mind, step.at_most, space) else NONE


def of_named(mind: Mind, step: data.Named, space: str) -> Columns:
    """A free Attack serves the Revolutionaries."""
    return HIDING if mind.seat == REVOLUTIONARIES and bool(space) and may_hit(mind, space) else NONE


def of_nothing(mind: Mind, step: Any, space: str) -> Columns:
    """Tracks, Resources and Eligibility are never effective."""
    return NONE


EFFECTS: dict[Any, Callable[[Mind, Any, str], Columns]] = {
    data.Place: of_place,
    data.Remove: of_remove,
    data.Replace: of_replace,
    data.Enter: of_enter,
    data.Release: of_release,
    data.Flip: of_flip,
    data.MoveGandhi: of_move_gandhi,
    data.Shift: of_shift,
    data.SetLevel: of_set_level,
    data.AddMarker: of_add_marker,
    data.RemoveMarker: of_remove_marker,
    data.Spaces: of_spaces,
    data.Choose: of_choose,
    data.Pay: of_pay,
    data.When: of_when,
    data.Test: of_test,
    data.Named: of_named,
    data.Track: of_nothing,
    data.Resources: of_nothing,
    data.Eligibility: of_nothing,
}
"""8.8.3 What each kind of step is good for."""


def of_step(mind: Mind, step: data.EventStep, space: str) -> Columns:
    """8.8.5 The columns of the effective actions of a step, in the selected space or wherever it may act."""
    return EFFECTS[type(step)](mind, step, space)


# -- whole sides -------------------------------------------------------------------------------------------


def is_selecting(step: data.EventStep) -> bool:
    """Whether the spaces in which a step acts count as selected for later steps."""
    return isinstance(step, data.Spaces) or bool(getattr(step, "remember", False))


def is_among_selected(step: data.EventStep) -> bool:
    """Whether a step acts only in spaces that earlier steps have selected."""
    return bool(getattr(step, "among_selected", False))


def gains_at(mind: Mind, step: data.EventStep, later: Sequence[data.EventStep], space: str) -> list[Columns]:
    """8.8.4 What selecting a space for a step is good for: its own actions there, and those of later steps.

    One entry for each effective action. Guerrillas that turn Active there can be removed later.
    """
    inner = step.steps if isinstance(step, data.Spaces) else (step,)
    gains = [of_step(mind, one, space) for one in inner]
    if isinstance(step, data.Remove) and not any(gains):
        return []
    found = any(gain and isinstance(one, data.Flip) for one, gain in zip(inner, gains, strict=True))
    for one in later:
        if not is_among_selected(one):
            continue
        following: Sequence[data.EventStep] = (one,)
        if isinstance(one, data.Spaces):
            where = one.conditions(mind.seat, is_player=False)
            following = one.steps if meets(state_of(mind), mind.seat, space, where) else ()
        gains += [
            REMOVING if found and is_worth_on_active(mind, deeper, space) else of_step(mind, deeper, space)
            for deeper in following
        ]
    return [columns for columns in gains if columns]


def is_worth_on_active(mind: Mind, step: data.EventStep, space: str) -> bool:
    """Whether a step would remove Active Guerrillas if there were any."""
    return isinstance(step, data.Remove) and ACTIVE in expand(step.pieces) and is_worth(mind, step.at_most, space)


def side_columns(mind: Mind, steps: Sequence[data.EventStep], space: str = "") -> Columns:
    """8.8.3, 8.8.5 The columns of all effective actions of a list of steps."""
    columns: set[str] = set()
    for index, step in enumerate(steps):
        if is_among_selected(step):
            continue
        if is_selecting(step) and not space:
            where: tuple[str, ...] = getattr(step, "where", ())
            if isinstance(step, data.Spaces):
                where = step.conditions(mind.seat, is_player=False)
            for name in BOARD.everywhere:
                if meets(state_of(mind), mind.seat, name, where):
                    columns.update(*gains_at(mind, step, steps[index + 1 :], name))
        else:
            columns |= of_step(mind, step, space)
    return frozenset(columns)


def rank_of(mind: Mind, columns: Columns) -> int:
    """8.8.5, N-15 The place of the leftmost of some columns in the Faction's table."""
    order = list(COLUMNS[mind.seat])
    return min((order.index(column) for column in columns if column in order), default=len(order))


def leftmost(mind: Mind, columns: Columns) -> str:
    """8.8.5, N-15 The leftmost of some columns in the Faction's table, or an empty string."""
    order = list(COLUMNS[mind.seat])
    place = rank_of(mind, columns)
    return order[place] if place < len(order) else ""
