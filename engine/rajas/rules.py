"""The game as the driver sees it (`engine.core.protocol.Rules`)."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

import msgspec

from engine.core.decision import Decision
from engine.core.protocol import Label, Rule
from engine.rajas.check import refuse_bad_override
from engine.rajas.hand_over import hand_over
from engine.rajas.ids import BASIC, PLACE, ROUND_END, SETUP
from engine.rajas.position import position_of, state_at, view_of
from engine.rajas.putting_right import put_right
from engine.rajas.sequence import end_round, next_seat, place_turn
from engine.rajas.setup import new_state, set_up
from engine.rajas.state import State
from engine.rajas.victory import result
from engine.rajas.view import View

STEPS: dict[str, Callable[[State], Rule]] = {SETUP: set_up, PLACE: place_turn, ROUND_END: end_round}
"""Every kind of step by the phase of the state."""


class RajasRules:
    """The rules of Rajas of the Ganges."""

    name = "rajas"
    first_scenario = BASIC

    new = staticmethod(new_state)
    at = staticmethod(state_at)
    hand_over = staticmethod(hand_over)
    put_right = staticmethod(put_right)
    result = staticmethod(result)
    encode = staticmethod(msgspec.msgpack.Encoder().encode)
    decode = staticmethod(msgspec.msgpack.Decoder(State).decode)

    def step(self, state: State) -> Rule:
        """Return the step that the state's phase names, ready to run."""
        return STEPS[state.phase](state)

    def label(self, state: State) -> Label:
        """Return phase and acting seat of the step that begins now; the round takes the place of a card."""
        return Label(state.phase, next_seat(state) if state.phase == PLACE else "", state.round)

    def position(self, state: State, seats: Collection[str] = ()) -> dict[str, Any]:
        """Return the public position."""
        return position_of(state)

    def view(self, state: State, decision: Decision | None, seats: Collection[str] = ()) -> View:
        """Return the public view."""
        return view_of(state, decision)

    def blind(self, state: State, seats: Collection[str] = ()) -> None:
        """Take everything hidden out of a state."""
        state.blind()


refuse_bad_override()


RULES = RajasRules()
