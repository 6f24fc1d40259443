"""The game as the driver sees it (`engine.core.protocol.Rules`)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

import msgspec

from engine.core.decision import Decision
from engine.core.protocol import Label, Result, Rule
from engine.core.text import Text
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

_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(State)


class RajasRules:
    """Rajas of the Ganges."""

    name = "rajas"
    first_scenario = BASIC

    def new(self, scenario: str, seats: Mapping[str, str], seed: bytes, options: Mapping[str, Any]) -> State:
        """Preparazione: return a table set up, before the first dice. Raises BadPosition."""
        return new_state(scenario, seats, seed, options)

    def at(self, position: Mapping[str, Any], seed: bytes) -> State:
        """Return the state of a position. Raises BadPosition."""
        return state_at(position, seed)

    def step(self, state: State) -> Rule:
        """Return the step that the state's phase names, ready to run."""
        return STEPS[state.phase](state)

    def hand_over(self, state: State, seat: str, kind: str) -> Text | None:
        """Give a seat to Birbal, or back to a person; return the reason where that is refused."""
        return hand_over(state, seat, kind)

    def put_right(self, state: State, patch: Mapping[str, Any]) -> Text | None:
        """Correct the state as the table has agreed."""
        return put_right(state, patch)

    def label(self, state: State) -> Label:
        """Return phase and acting seat of the step that begins now; the round takes the place of a card."""
        return Label(state.phase, next_seat(state) if state.phase == PLACE else "", state.round)

    def result(self, state: State) -> Result | None:
        """Return the result of the game, or None while it continues."""
        return result(state)

    def position(self, state: State, seats: Collection[str] = ()) -> dict[str, Any]:
        """Return the public position."""
        return position_of(state)

    def view(self, state: State, decision: Decision | None, seats: Collection[str] = ()) -> View:
        """Return the public view."""
        return view_of(state, decision)

    def blind(self, state: State, seats: Collection[str] = ()) -> None:
        """Take everything hidden out of a state."""
        state.blind()

    def encode(self, state: State) -> bytes:
        """Return the whole state as bytes, secrets included."""
        return _encoder.encode(state)

    def decode(self, data: bytes) -> State:
        """Return the state that `encode` wrote as bytes."""
        return _decoder.decode(data)


refuse_bad_override()


RULES = RajasRules()
