"""3.2.4, 6.8 What follows at the end of a turn: Gandhi's arrest, and a Crisis that began in it."""

from __future__ import annotations

from engine.core.protocol import Rule
from engine.gandhi.board import BOARD
from engine.gandhi.forces import NOT_ON_RAILWAY, place_cubes_out_of_play, place_protests
from engine.gandhi.ids import CONGRESS, CUBES, RAJ
from engine.gandhi.state import State


def end_turn(state: State) -> Rule:
    """R-33g The order at the end of a turn: the shift for Gandhi's arrest, Congress's Protests, the Crisis roll."""
    if state.gandhi_arrested:
        state.acting = RAJ
        state.shift_restraint(-1)
        state.acting = CONGRESS
        yield from place_protests(state, CONGRESS, "arrest.protest", 2, BOARD.lands, NOT_ON_RAILWAY)
    if state.crisis_triggered:
        yield from roll_for_crisis(state)
    state.gandhi_arrested = state.crisis_triggered = False


def roll_for_crisis(state: State) -> Rule:
    """6.8 Crisis triggered: Raj rolls and brings that many cubes from Out of Play, or fewer (R-80, R-81)."""
    state.acting = RAJ
    if not any(state.out_of_play.get(piece, 0) for piece in CUBES):
        return
    yield from place_cubes_out_of_play(state, "crisis", state.roll("crisis"))
