"""Corrections by a table: pieces, levels, markers, tracks, Resources, boxes, Eligibility, the next card."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from engine.core.change import Change
from engine.core.errors import BadPosition
from engine.core.putting_right import apply_patch, refuse_fields
from engine.core.text import Text, text
from engine.gandhi.board import GEOGRAPHY
from engine.gandhi.ids import (
    ACTIVE,
    AVAILABLE,
    GANDHI,
    INVENTORY,
    JAIL,
    MUSLIM_STATE,
    OUT_OF_PLAY,
    PROTEST,
    SEATS,
    STRIKE,
    UNDERGROUND,
    UNREST,
)
from engine.gandhi.position import position_of, state_at
from engine.gandhi.sequence import next_seat
from engine.gandhi.state import State, show_order

FIELDS: Final = (
    *("spaces", "jail", "out_of_play", "restraint", "unity", "resources", "next"),
    *("eligible", "executed", "passed", "first", "stays_eligible", "stays_ineligible"),
)
"""The fields of a position that can be corrected."""
COPIED: Final = (
    *("restraint", "unity", "resources", "spaces", "available", "jail", "out_of_play"),
    *("cylinders", "first", "stays_eligible", "stays_ineligible"),
)
"""The parts of the state that corrections replace. The deck is not among them, nor the dice."""
MARKERS: Final = (PROTEST, STRIKE, MUSLIM_STATE)
Place = tuple[str, str]
"""A space or a box, and the piece there: Guerrillas have two sides in a space."""


def put_right(state: State, patch: Mapping[str, Any]) -> Text | None:
    """Apply a correction of the table to the state, or change nothing and return the reason why not.

    The corrected position must pass the checks of any position. No reason depends on hidden information.
    """
    if state.phase != "turn":
        return text("error.put_right_later")
    position = position_of(state)
    try:
        if "by_hand" in patch:
            raise BadPosition(text("error.put_right_by_hand"))
        refuse_fields(patch, FIELDS)
        wanted = state_at(apply_patch(position, patch), b"")
    except BadPosition as error:
        return error.text
    if wanted.upcoming != state.upcoming and wanted.upcoming in state.played:
        return text("error.put_right_played", card=wanted.upcoming)
    if has_gandhi(state) != has_gandhi(wanted):
        return text("error.put_right_gandhi")
    if not next_seat(wanted) and not state.told:
        return text("error.put_right_nobody")
    state.acting = ""
    seen = len(state.log)
    note_differences(state, wanted)
    if len(state.log) == seen:
        return text("error.put_right_nothing")
    state.log.insert(seen, Change("begin", piece="put_right"))
    for name in COPIED:
        setattr(state, name, getattr(wanted, name))
    if wanted.upcoming != state.upcoming:
        swap_next(state, wanted.upcoming)
    return None


def has_gandhi(state: State) -> bool:
    """1.4.5 Return whether Gandhi is in the game."""
    return bool(state.gandhi_space()) or state.is_gandhi_in_jail


def swap_next(state: State, card: int) -> None:
    """2.2 Turn up another card as the next one: the old one takes its place in the deck, if it has one."""
    state.deck = [state.upcoming if other == card else other for other in state.deck]
    state.upcoming = card
    if state.foresight:
        state.foreseen = show_order(state.deck[0]) if state.deck else ()


def note_differences(state: State, wanted: State) -> None:
    """Write a Change for each correction: with the verb that a turn would use, or else ``put_right``."""
    seen = len(state.log)
    for piece in (*INVENTORY, GANDHI):
        note_pieces(state, wanted, piece)
    for space, here in wanted.spaces.items():
        note_markers(state, space, wanted)
        if here.level != state.spaces[space].level:
            state.note("level", target=space, old=state.spaces[space].level, new=here.level)
    order_by_space(state, seen)
    for space in GEOGRAPHY:
        if state.has_control(space) != wanted.has_control(space):
            state.note("control", target=space, old=int(state.has_control(space)), new=int(wanted.has_control(space)))
    for track in ("restraint", "unity"):
        if (old := getattr(state, track)) != (new := getattr(wanted, track)):
            state.note(track, old=old, new=new)
    if state.is_crisis != wanted.is_crisis:
        state.note("crisis", old=int(state.is_crisis), new=int(wanted.is_crisis))
    for seat, coins in wanted.resources.items():
        if (before := state.resources[seat]) != coins:
            state.note("resources", count=abs(coins - before), target=seat, old=before, new=coins)
    for seat in SEATS:
        if wanted.cylinders[seat] != state.cylinders[seat]:
            state.note("put_right", wanted.cylinders[seat], target=seat)
        elif (seat in wanted.stays_eligible) != (seat in state.stays_eligible):
            state.note("put_right", "stays_eligible" if seat in wanted.stays_eligible else "eligible", target=seat)
        elif wanted.stays_ineligible.get(seat) != state.stays_ineligible.get(seat):
            state.note("put_right", wanted.cylinders[seat], target=seat)
    if wanted.first != state.first and not any(change.verb == "put_right" for change in state.log[seen:]):
        state.note("put_right", "first")
    if state.upcoming != wanted.upcoming:
        state.note("put_right", "next", old=state.upcoming, new=wanted.upcoming)


def order_by_space(state: State, seen: int) -> None:
    """Sort the Changes of a correction by space, so that each space is one step on the map."""
    places = list(GEOGRAPHY)

    def place(change: Change) -> int:
        found = [places.index(one) for one in (change.target, change.origin) if one in GEOGRAPHY]
        return found[0] if found else len(places)

    state.log[seen:] = sorted(state.log[seen:], key=place)


def note_markers(state: State, space: str, wanted: State) -> None:
    """1.10 to 1.12, 1.3.5 Write which markers come to a space and which leave it."""
    before, after = state.spaces[space], wanted.spaces[space]
    for marker in (*MARKERS, UNREST):
        more = int(getattr(after, marker)) - int(getattr(before, marker))
        if more > 0:
            state.note("place", marker, more, target=space)
        elif more < 0:
            state.note("remove", marker, -more, origin=space)


def note_pieces(state: State, wanted: State, piece: str) -> None:
    """Write where pieces of a kind come from and go to; those without another origin come from Available."""
    before, after = dict(count_places(state, piece)), dict(count_places(wanted, piece))
    turn_over(state, before, after)
    left = {place: count - after.get(place, 0) for place, count in before.items() if count > after.get(place, 0)}
    for place, count in after.items():
        missing = count - before.get(place, 0)
        while missing > 0:
            source = next(iter(left))
            moved = min(missing, left[source])
            note_way(state, source, place, moved)
            missing -= moved
            left[source] -= moved
            if not left[source]:
                del left[source]


def count_places(state: State, piece: str) -> Iterator[tuple[Place, int]]:
    """Yield the places of a kind of pieces with the number in each, Available last."""
    sides = (UNDERGROUND, ACTIVE) if piece == UNDERGROUND else (piece,)
    for space, here in state.spaces.items():
        for side in sides:
            if count := int(getattr(here, side)):
                yield (space, side), count
    for box, pieces in ((JAIL, state.jail), (OUT_OF_PLAY, state.out_of_play), (AVAILABLE, state.available)):
        if count := int(pieces.get(piece, 0)):
            yield (box, piece), count


def turn_over(state: State, before: dict[Place, int], after: dict[Place, int]) -> None:
    """1.4.3 Write which Guerrillas turn to their other side where they are."""
    for space, side in list(after):
        other = (space, UNDERGROUND if side == ACTIVE else ACTIVE)
        more, fewer = after[space, side] - before.get((space, side), 0), before.get(other, 0) - after.get(other, 0)
        if side in (UNDERGROUND, ACTIVE) and space in GEOGRAPHY and (turned := min(more, fewer)) > 0:
            note_turned(state, space, side, turned)
            before[space, side] = before.get((space, side), 0) + turned
            before[other] -= turned


def note_turned(state: State, space: str, side: str, count: int) -> None:
    """1.4.3 Write that Guerrillas turn to a side."""
    state.note("activate" if side == ACTIVE else "hide", side, count, target=space)


def note_way(state: State, source: Place, target: Place, count: int) -> None:
    """Write that pieces go from one place to another, Guerrillas on their old side; then these turn."""
    (origin, piece), (goal, side) = source, target
    leaves, comes = origin in GEOGRAPHY, goal in GEOGRAPHY
    if goal == JAIL and origin == OUT_OF_PLAY:
        state.note("enter", piece, count, OUT_OF_PLAY, AVAILABLE)
        origin = AVAILABLE
    if leaves and comes:
        verb = "move"
    elif goal == JAIL:
        verb = "arrest"
    elif origin == JAIL and goal != OUT_OF_PLAY:
        verb = "release"
    elif comes:
        verb = "place"
    elif leaves:
        verb = "remove"
    else:
        verb = "enter" if goal == AVAILABLE else "exile"
    state.note(verb, piece, count, origin, goal)
    if comes and piece != side:
        note_turned(state, goal, side, count)
