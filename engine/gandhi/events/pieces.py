"""5.1 The steps of Events that put, take, replace, turn and move pieces and markers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from engine.core.decision import Option
from engine.core.protocol import Rule
from engine.core.text import Text, text
from engine.gandhi.asking import DONE, piece_option
from engine.gandhi.board import BOARD, GEOGRAPHY
from engine.gandhi.events import data
from engine.gandhi.events.execution import Effect, Execution, Row
from engine.gandhi.events.items import MARKERS, Items, count_at, count_in_box, expand, expand_for, expand_placed
from engine.gandhi.forces import create_muslim_state
from engine.gandhi.ids import (
    ACTIVE,
    ACTIVISTS,
    AVAILABLE,
    BASES,
    GANDHI,
    GUERRILLAS,
    JAIL,
    MUSLIM_STATE,
    OUT_OF_PLAY,
    PROTEST,
    REVOLUTIONARY_BASES,
    STRIKE,
    TROOPS,
    UNDERGROUND,
    UNREST,
)
from engine.gandhi.state import State

# -- place -------------------------------------------------------------------------------------------------


def room_for(state: State, kind: str, space: str, box: str = AVAILABLE) -> int:
    """1.4.1, 1.4.2, 5.1.1 Return how many of a kind can be placed in a space from a box."""
    if kind in MARKERS:
        return int(can_add(state, kind, space))
    stock = count_in_box(state, kind, box)
    if kind in BASES:
        return min(stock, GEOGRAPHY[space].population - state.spaces[space].bases)
    return 0 if kind == TROOPS and state.is_state(space) else stock


def can_add(state: State, kind: str, space: str) -> bool:
    """5.1.1 Return whether a marker can be added: a Protest at any Restraint, Unrest on a Railway as a Strike."""
    here = state.spaces[space]
    if kind == PROTEST:
        return not here.protest and state.protests_left() > 0
    if kind == MUSLIM_STATE:
        return state.is_province(space)
    if kind == STRIKE or GEOGRAPHY[space].is_railway:
        return GEOGRAPHY[space].is_railway and not here.strike and state.unrest_available() > 0
    return state.unrest_available() > 0


def boxes_of(step: data.Place) -> tuple[str, ...]:
    """Return the boxes a step places from."""
    return (AVAILABLE, OUT_OF_PLAY) if step.origin == "either" else (step.origin,)


class Placing(Items):
    """5.1.1 The placing of pieces that are Available, or that the text takes from Out of Play, and of markers."""

    may_be_forced = False

    def __init__(self, execution: Execution, step: data.Place, space: str) -> None:
        self.names = expand_placed(step.pieces)
        keys = [kind if box == AVAILABLE else f"{kind}:{box}" for kind in self.names for box in boxes_of(step)]
        where = execution.spaces_of(step.where, space, step.among_selected)
        super().__init__(execution, step, space, where, keys)
        self.from_out_of_play = 0
        self.is_about_markers = all(kind in MARKERS for kind in self.names)
        if self.is_about_markers:
            self.kind_where, self.kind_what, self.one_by_one = "event.marker_to", "event.marker", True

    def stock(self, key: str, place: str) -> int:
        """Return how many can be placed by the rules; from Out of Play no more than the text allows."""
        kind, _, box = key.partition(":")
        room = room_for(self.state, kind, place, box or AVAILABLE)
        return min(room, self.limits.out_of_play - self.from_out_of_play) if box else room

    def room(self, key: str, place: str) -> int:
        """Return the room for a piece; for Unrest all markers that are left, since they come one after another."""
        return self.supply_of(key) if key == UNREST and not GEOGRAPHY[place].is_railway else self.stock(key, place)

    def supply_of(self, key: str) -> int:
        """Return how many of a kind are in the box, or beside the map."""
        kind, _, box = key.partition(":")
        if kind == PROTEST:
            return self.state.protests_left()
        if kind in (UNREST, STRIKE):
            return self.state.unrest_available()
        if kind in MARKERS:
            return super().supply_of(key)
        there = count_at(self.state, kind, box or AVAILABLE)
        return min(there, self.limits.out_of_play - self.from_out_of_play) if box else there

    def find_open(self) -> dict[str, list[str]]:
        """Return the spaces that meet the conditions now, with their kinds: earlier arrivals may have changed that."""
        self.where = self.execution.spaces_of(self.step.where, self.space, self.step.among_selected)
        return super().find_open()

    def take(self, key: str, place: str, count: int) -> Rule:
        """Place pieces, or a marker: a new Muslim State sends its Troops to Cities (1.3.5)."""
        kind, _, box = key.partition(":")
        if kind == MUSLIM_STATE:
            yield from create_muslim_state(self.state, place)
        elif kind == PROTEST:
            self.state.add_protest(place)
        elif kind in MARKERS:
            self.state.add_unrest(place)
        else:
            self.state.place(kind, place, count, box or AVAILABLE)
        self.from_out_of_play += count if box else 0

    def ask_where(self) -> Text:
        """Return the question for the space in which to place pieces or a marker."""
        key = "ask.event.add_marker.to" if self.is_about_markers else "ask.event.place.to"
        return text(key, piece=self.step.pieces)

    def ask_what(self, place: str) -> Text:
        """Return the question for the piece or marker to place."""
        return text("ask.event.add_marker.which" if self.is_about_markers else "ask.event.place.what", where=place)

    def option(self, key: str) -> Option:
        """Return the option for a piece, with the box it comes from."""
        kind, _, box = key.partition(":")
        return (
            piece_option(kind) if kind in MARKERS else Option(key, text(f"option.place.{box or AVAILABLE}", piece=kind))
        )


def effects_of_place(execution: Execution, step: data.Place, space: str) -> Iterator[Effect]:
    """Yield what can come, and where."""
    if execution.is_worth(step.amount, space):
        state, boxes = execution.state, boxes_of(step)
        stocked = [
            (kind, box)
            for kind in expand_placed(step.pieces)
            for box in (boxes[:1] if kind in MARKERS else boxes)
            if kind in MARKERS or count_in_box(state, kind, box)
        ]
        for name in execution.spaces_of(step.where, space, step.among_selected):
            for kind in dict.fromkeys(kind for kind, box in stocked if room_for(state, kind, name, box) > 0):
                yield Effect("place", kind, name)


# -- remove ------------------------------------------------------------------------------------------------

PROMPTS: Final = {AVAILABLE: "remove", JAIL: "arrest", OUT_OF_PLAY: "exile"}
"""Verbs of prompts, by where the pieces go."""


class Taking(Items):
    """5.1.3 The removal of pieces and markers from a space, or from a box where the text says so."""

    kind_where = "event.from"

    def __init__(self, execution: Execution, step: data.Remove, space: str) -> None:
        where = execution.spaces_of(step.where, space, step.among_selected)
        kinds = expand_for(step.pieces, execution.seat)
        super().__init__(execution, step, space, [*where, *(() if space else step.boxes)], kinds)
        self.verb = PROMPTS[step.to] if step.first_to_available == 0 else PROMPTS[AVAILABLE]
        self.is_about_markers = all(kind in MARKERS for kind in kinds)
        if self.is_about_markers:
            self.kind_where, self.kind_what, self.one_by_one = "event.marker_from", "event.marker", True

    def allows(self, key: str, place: str) -> bool:
        """Return whether a piece may be taken now: Bases last, where the text says so."""
        return not (self.step.bases_last and key in BASES and self.is_protected(key, place))

    def is_protected(self, base: str, space: str) -> bool:
        """Return whether pieces that this step may remove still protect the Base (3.2.4, R-33e).

        Guerrillas protect Revolutionaries Bases, Activists of either Faction Muslim League Bases.
        """
        protecting = GUERRILLAS if base == REVOLUTIONARY_BASES else ACTIVISTS
        return any(count_at(self.state, kind, space) for kind in self.kinds if kind in protecting)

    def take(self, key: str, place: str, count: int) -> Rule:
        """Take pieces: arrested ones to Jail, others to Available unless the text says Out of Play."""
        yield from ()
        state, step = self.state, self.step
        if key in MARKERS:
            remove_marker(state, key, place, count)
            return
        self.execution.count("removed", count)
        if place not in GEOGRAPHY:
            state.exile(key, count, place)
        elif step.to == JAIL and (key in ACTIVISTS or key == GANDHI):
            state.arrest(key, place, count)
        elif step.to == OUT_OF_PLAY:
            first = min(count, max(0, step.first_to_available - sum(self.done.values())))
            state.remove(key, place, first)
            state.remove(key, place, count - first, OUT_OF_PLAY)
        else:
            state.remove(key, place, count)

    def ask_where(self) -> Text:
        """Return the question for the place from which to take pieces or a marker."""
        verb = "remove_marker" if self.is_about_markers else self.verb
        return text(f"ask.event.{verb}.from", piece=self.step.pieces)

    def ask_what(self, place: str) -> Text:
        """Return the question for the piece or marker to take."""
        if self.is_about_markers:
            return text("ask.event.remove_marker.which", where=place)
        return text(f"ask.event.{self.verb}.what", where=place)


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


def effects_of_remove(execution: Execution, step: data.Remove, space: str) -> Iterator[Effect]:
    """Yield what can go, and from where."""
    boxes = () if space else step.boxes
    for name in [*execution.spaces_of(step.where, space, step.among_selected), *boxes]:
        if execution.is_worth(step.amount, name if name in GEOGRAPHY else ""):
            for kind in expand_for(step.pieces, execution.seat):
                if count_at(execution.state, kind, name):
                    yield Effect("remove", kind, name)


# -- replace -----------------------------------------------------------------------------------------------


class Replacing(Items):
    """5.1.1 The replacing of pieces one by one, never of new ones; if no new one is Available, the old ones only go."""

    kind_where = "event.from"
    may_be_forced = False
    one_by_one = True

    def __init__(self, execution: Execution, step: data.Replace, space: str) -> None:
        super().__init__(execution, step, space, execution.spaces_of(step.where, space), expand(step.pieces))
        self.new: dict[tuple[str, str], int] = {}

    def stock(self, key: str, place: str) -> int:
        """Return the number of pieces that have not just come."""
        return count_at(self.state, key, place) - self.new.get((key, place), 0)

    def choose(self) -> Any:
        """Ask what is replaced, and then with what."""
        chosen = yield from super().choose()
        if not chosen or chosen[0] == DONE:
            return chosen
        key, place, _ = chosen
        kinds = expand_placed(self.step.by)
        placeable = [kind for kind in kinds if room_for(self.state, kind, place)]
        options = [piece_option(kind) for kind in placeable or kinds[:1]]
        remaining = None if self.has_asked else self.count_left
        self.by = yield from self.execution.ask_plain("event.by", options, space=place, remaining=remaining)
        return (key, place, 1) if self.by else None

    def take(self, key: str, place: str, count: int) -> Rule:
        """Replace one piece, and count the new one."""
        yield from ()
        if self.state.replace(key, place, self.by):
            self.new[self.by, place] = self.new.get((self.by, place), 0) + 1

    def ask_where(self) -> Text:
        """Return the question for the space in which to replace a piece."""
        return text("ask.event.replace.from", piece=self.step.pieces)

    def ask_what(self, place: str) -> Text:
        """Return the question for the piece to replace."""
        return text("ask.event.replace.what", where=place)


def effects_of_replace(execution: Execution, step: data.Replace, space: str) -> Iterator[Effect]:
    """Yield what can be replaced, and where."""
    for name in execution.spaces_of(step.where, space):
        for kind in expand(step.pieces):
            if count_at(execution.state, kind, name):
                yield Effect("replace", kind, name)


# -- enter and release -------------------------------------------------------------------------------------


class Entering(Items):
    """2.3.3 The move of pieces from Out of Play to Available; an Activist of the other NV Faction shifts Unity +1."""

    kind_what = "event.enter"
    one_by_one = True

    def __init__(self, execution: Execution, step: data.Enter, space: str) -> None:
        super().__init__(execution, step, OUT_OF_PLAY, [OUT_OF_PLAY], expand_placed(step.pieces))
        self.supply = sum(self.stock(kind, OUT_OF_PLAY) for kind in self.kinds)

    def named(self, place: str) -> str:
        """Return an empty name: there is no other box."""
        return ""

    def take(self, key: str, place: str, count: int) -> Rule:
        """Move pieces in, one after another."""
        yield from ()
        for _ in range(count):
            if key in ACTIVISTS and self.execution.seat in ACTIVISTS:
                self.state.enter_activist(key, self.execution.seat)
            else:
                self.state.enter(key)

    def option(self, key: str) -> Option:
        """Return the option for a piece that enters."""
        return Option(key, text("option.enter.piece", piece=key))


def effects_of_enter(execution: Execution, step: data.Enter, space: str) -> Iterator[Effect]:
    """Yield what can enter from Out of Play."""
    for kind in expand_placed(step.pieces):
        if execution.state.out_of_play.get(kind, 0):
            yield Effect("enter", kind)


class Releasing(Items):
    """1.3.9 The release of Activists from Jail; the executing Faction chooses whose, and perhaps where."""

    kind_what = "event.release"

    def __init__(self, execution: Execution, step: data.Release, space: str) -> None:
        fixed = {"available": AVAILABLE, "selected": space}.get(step.to, "")
        super().__init__(execution, step, fixed, [fixed] if fixed else list(BOARD.everywhere), ACTIVISTS)
        self.supply = sum(self.stock(kind, "") for kind in self.kinds)

    def stock(self, key: str, place: str) -> int:
        """Return how many are in Jail."""
        return count_at(self.state, key, JAIL)

    def supply_of(self, key: str) -> int:
        """Return how many are in Jail."""
        return self.stock(key, "")

    def named(self, place: str) -> str:
        """Return a space; Available is no place to name."""
        return place if place in GEOGRAPHY else ""

    def take(self, key: str, place: str, count: int) -> Rule:
        """Release this many Activists of a kind."""
        yield from ()
        self.state.release(key, count, place)

    def ask_where(self) -> Text:
        """Return the question for the space to which they go."""
        return text("ask.event.release.to", piece="activists")


def effects_of_release(execution: Execution, step: data.Release, space: str) -> Iterator[Effect]:
    """Yield who can come out of Jail."""
    if execution.is_worth(step.amount, space):
        for kind in ACTIVISTS:
            if execution.state.jail[kind]:
                yield Effect("release", kind, space)


# -- flip and move Gandhi ----------------------------------------------------------------------------------


class Turning(Items):
    """1.4.3 The turning over of Guerrillas.

    Where later steps use the spaces, one may also name a space whose Guerrillas lie the right way already (R-33j).
    """

    kind_where = "event.flip"

    def __init__(self, execution: Execution, step: data.Flip, space: str) -> None:
        self.other = UNDERGROUND if step.to == "active" else ACTIVE
        super().__init__(execution, step, space, execution.spaces_of(step.where, space), (self.other,))
        self.names_spaces = not space and any(data.is_among_selected(later) for later in execution.later)

    def stock(self, key: str, place: str) -> int:
        """Return the number of Guerrillas that lie the other way; 1 where none does, to name a space."""
        there = count_at(self.state, key, place)
        if not there and self.names_spaces and place not in self.execution.selected:
            return int(self.state.spaces[place].guerrillas > 0)
        return there

    def take(self, key: str, place: str, count: int) -> Rule:
        """Turn this many Guerrillas over."""
        yield from ()
        (self.state.hide if key == ACTIVE else self.state.activate)(place, count)

    def ask_where(self) -> Text:
        """Return the question for the space in which to turn Guerrillas over."""
        return text(f"ask.event.flip.{self.step.to}")


def effects_of_flip(execution: Execution, step: data.Flip, space: str) -> Iterator[Effect]:
    """Yield which Guerrillas can be turned, and where."""
    side, verb = (UNDERGROUND, "activate") if step.to == "active" else (ACTIVE, "hide")
    for name in execution.spaces_of(step.where, space):
        if count_at(execution.state, side, name) and execution.is_worth(step.amount, name):
            yield Effect(verb, side, name)


def run_move_gandhi(execution: Execution, step: data.MoveGandhi, space: str) -> Rule:
    """1.4.5 Move Gandhi to the selected space, out of Jail only where the text says so."""
    yield from ()
    state = execution.state
    origin = state.gandhi_space()
    if origin and "map" in step.origins:
        state.move(GANDHI, origin, space)
    elif "jail" in step.origins:
        state.release(GANDHI, 1, space)


def effects_of_move_gandhi(execution: Execution, step: data.MoveGandhi, space: str) -> Iterator[Effect]:
    """Yield Gandhi's move to the selected space, if he would move."""
    state = execution.state
    origin = state.gandhi_space()
    if ("map" in step.origins and origin != space) if origin else ("jail" in step.origins and state.is_gandhi_in_jail):
        yield Effect("move", GANDHI, space)


def run_items(kind: type[Any]) -> Any:
    """Return the function that runs a step which takes or puts a number of pieces."""

    def run(execution: Execution, step: data.EventStep, space: str) -> Rule:
        yield from kind(execution, step, space).run()

    return run


ROWS: Final[dict[Any, Row]] = {
    data.Place: Row(
        run_items(Placing),
        effects_of_place,
        ("event.to", "event.what", "event.count", "event.marker_to", "event.marker"),
    ),
    data.Remove: Row(
        run_items(Taking),
        effects_of_remove,
        ("event.from", "event.what", "event.count", "event.marker_from", "event.marker"),
    ),
    data.Replace: Row(run_items(Replacing), effects_of_replace, ("event.from", "event.what", "event.by")),
    data.Enter: Row(run_items(Entering), effects_of_enter, ("event.enter",)),
    data.Release: Row(run_items(Releasing), effects_of_release, ("event.to", "event.release", "event.count")),
    data.Flip: Row(run_items(Turning), effects_of_flip, ("event.flip", "event.count")),
    data.MoveGandhi: Row(run_move_gandhi, effects_of_move_gandhi),
}
"""The steps about pieces and markers."""
