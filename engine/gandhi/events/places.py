"""5.1.2 Where an Event may act: named conditions on spaces, and amounts that the board decides."""

from __future__ import annotations

from collections.abc import Callable

from engine.gandhi.board import BOARD, GEOGRAPHY
from engine.gandhi.ids import (
    ACTIVE_OPPOSITION,
    CONGRESS,
    LEAGUE,
    OWN_PIECES,
    PASSIVE_SUPPORT,
    RAJ,
    SEPOYS,
    UNDERGROUND,
)
from engine.gandhi.state import State

Condition = Callable[[State, str, str], bool]
"""(state, executing seat, space) -> whether the space meets the condition."""


def has_pieces_of(state: State, seat: str, space: str) -> bool:
    """Whether a Faction has pieces in a space, Gandhi included."""
    here = state.spaces[space]
    return any(getattr(here, piece) for piece in OWN_PIECES[seat]) or (seat == CONGRESS and here.gandhi)


def factions_present(state: State, space: str) -> int:
    """How many Factions have pieces in a space."""
    return sum(has_pieces_of(state, seat, space) for seat in OWN_PIECES)


def friendly_pieces(state: State, seat: str, space: str) -> int:
    """How many pieces a Faction has in a space, Gandhi included (1.4.5)."""
    here = state.spaces[space]
    return sum(int(getattr(here, piece)) for piece in OWN_PIECES[seat]) + int(here.gandhi and seat == CONGRESS)


CONDITIONS: dict[str, Condition] = {
    "land": lambda state, seat, space: not GEOGRAPHY[space].is_railway,
    "railway": lambda state, seat, space: GEOGRAPHY[space].is_railway,
    "city": lambda state, seat, space: GEOGRAPHY[space].is_city,
    "province": lambda state, seat, space: state.is_province(space),
    "state": lambda state, seat, space: state.is_state(space),
    "princely_state": lambda state, seat, space: GEOGRAPHY[space].is_princely_state,
    "muslim": lambda state, seat, space: GEOGRAPHY[space].muslim,
    "muslim_state": lambda state, seat, space: state.spaces[space].muslim_state,
    "control": lambda state, seat, space: state.has_control(space),
    "support": lambda state, seat, space: state.spaces[space].level > 0,
    "opposition": lambda state, seat, space: state.spaces[space].level < 0,
    "passive_support": lambda state, seat, space: state.spaces[space].level == PASSIVE_SUPPORT,
    "active_opposition": lambda state, seat, space: state.spaces[space].level == ACTIVE_OPPOSITION,
    "protest": lambda state, seat, space: state.spaces[space].protest,
    "unrest": lambda state, seat, space: state.spaces[space].unrest > 0,
    "strike": lambda state, seat, space: state.spaces[space].strike,
    "cubes": lambda state, seat, space: state.spaces[space].cubes > 0,
    "troops": lambda state, seat, space: state.spaces[space].troops > 0,
    "sepoys": lambda state, seat, space: state.spaces[space].sepoys > 0,
    "activists": lambda state, seat, space: state.spaces[space].activists > 0,
    "congress_activists": lambda state, seat, space: state.spaces[space].congress > 0,
    "congress_pieces": lambda state, seat, space: state.spaces[space].congress_pieces > 0,
    "league_activists": lambda state, seat, space: state.spaces[space].league > 0,
    "both_activists": lambda state, seat, space: state.spaces[space].congress > 0 and state.spaces[space].league > 0,
    "gandhi": lambda state, seat, space: state.spaces[space].gandhi,
    "guerrillas": lambda state, seat, space: state.spaces[space].guerrillas > 0,
    "underground": lambda state, seat, space: state.spaces[space].underground > 0,
    "active_guerrillas": lambda state, seat, space: state.spaces[space].active > 0,
    "bases": lambda state, seat, space: state.spaces[space].bases > 0,
    "room_for_base": lambda state, seat, space: state.has_room_for_base(space),
    "own_pieces": lambda state, seat, space: has_pieces_of(state, seat, space),
    "several_factions": lambda state, seat, space: factions_present(state, space) > 1,
    "next_to_opposition": lambda state, seat, space: any(
        state.spaces[other].level < 0 for other in GEOGRAPHY[space].adjacent
    ),
    "next_to_no_protest": lambda state, seat, space: (
        not all(state.spaces[other].protest for other in GEOGRAPHY[space].adjacent)
    ),
    "protests_left": lambda state, seat, space: state.protests_left() > 0,
    "gandhi_in_jail": lambda state, seat, space: state.is_gandhi_in_jail,
    "guerrillas_available": lambda state, seat, space: state.available[UNDERGROUND] > 0,
    "sepoys_available": lambda state, seat, space: state.available[SEPOYS] > 0,
    "raj_plays": lambda state, seat, space: state.is_player(RAJ),
}
"""Conditions by name; some hold for every space or for none. In data, ``!name`` denies one, ``a|b`` asks for either."""


def meets(state: State, seat: str, space: str, where: tuple[str, ...]) -> bool:
    """Whether a space meets every condition. ``in:punjab``, ``near:punjab`` (adjacent to it) name spaces themselves."""
    return all(any(_meets(state, seat, space, one) for one in condition.split("|")) for condition in where)


def _meets(state: State, seat: str, space: str, condition: str) -> bool:
    if condition.startswith("!"):
        return not _meets(state, seat, space, condition[1:])
    if condition.startswith("in:"):
        return space == condition[3:]
    if condition.startswith("near:"):
        return space in GEOGRAPHY[condition[5:]].adjacent
    return CONDITIONS[condition](state, seat, space)


def is_condition(condition: str) -> bool:
    """Whether a condition of the data is one that `meets` knows."""
    for one in condition.split("|"):
        name = one.removeprefix("!")
        if name.startswith(("in:", "near:")):
            if name.split(":", 1)[1] not in GEOGRAPHY:
                return False
        elif name not in CONDITIONS:
            return False
    return True


Measure = Callable[[State, str, str], int]

AMOUNTS: dict[str, Measure] = {
    "restraint": lambda state, seat, space: state.restraint,
    "unity": lambda state, seat, space: state.unity,
    "cubes": lambda state, seat, space: state.spaces[space].cubes,
    "sepoys": lambda state, seat, space: state.spaces[space].sepoys,
    "troops": lambda state, seat, space: state.spaces[space].troops,
    "guerrillas": lambda state, seat, space: state.spaces[space].guerrillas,
    "own_pieces": friendly_pieces,
    "all": lambda state, seat, space: 99,
    "all_but_one": lambda state, seat, space: max(0, state.spaces[space].sepoys - 1),
    "jailed_activists": lambda state, seat, space: state.jail[CONGRESS] + state.jail[LEAGUE],
    "protests": lambda state, seat, space: state.protests_on_map(),
    "quiet_railways": lambda state, seat, space: sum(
        not here.strike and not here.activists for here in map(state.spaces.__getitem__, BOARD.railways)
    ),
    "troubled_railways": lambda state, seat, space: sum(
        here.strike or here.activists > 0 for here in map(state.spaces.__getitem__, BOARD.railways)
    ),
    "railways_without_strike": lambda state, seat, space: sum(
        not state.spaces[railway].strike for railway in BOARD.railways
    ),
}
"""What an amount in the data may be counted from, besides a number and a die."""
