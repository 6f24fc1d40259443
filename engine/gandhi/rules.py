"""The game as the driver sees it (`engine.core.protocol.Rules`)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

import msgspec

from engine.core.decision import Decision
from engine.core.protocol import Label, Result, Rule
from engine.core.text import Text
from engine.gandhi.by_hand import hear
from engine.gandhi.campaign.redeploy import ROUND_PHASES
from engine.gandhi.campaign.rounds import PHASE_SEATS, begin_crisis
from engine.gandhi.check import refuse_bad_override
from engine.gandhi.hand_over import hand_over
from engine.gandhi.position import position_of, state_at, view_of
from engine.gandhi.putting_right import put_right
from engine.gandhi.sequence import next_seat, play_turn
from engine.gandhi.setup import new_state, place_gandhi
from engine.gandhi.state import State
from engine.gandhi.victory import result
from engine.gandhi.view import View

STEPS: dict[str, Callable[[State], Rule]] = {
    "gandhi_placed": place_gandhi,
    "turn": play_turn,
    **ROUND_PHASES,
    "crisis": begin_crisis,
}
"""Every kind of step by the phase of the state."""

_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(State)


class GandhiRules:
    """Gandhi: The Decolonization of British India."""

    name = "gandhi"
    first_scenario = "short"

    def new(self, scenario: str, seats: Mapping[str, str], seed: bytes, options: Mapping[str, Any]) -> State:
        """2.1 Return a scenario, set up. Raises BadPosition."""
        return new_state(scenario, seats, seed, options)

    def at(self, position: Mapping[str, Any], seed: bytes) -> State:
        """Return the state of a position. Raises BadPosition."""
        return state_at(position, seed)

    def step(self, state: State) -> Rule:
        """Return the step that the state's phase names."""
        if state.phase not in ("turn", "gandhi_placed"):
            state.note("phase", state.phase)
        rule = STEPS[state.phase](state)
        return hear(state, rule) if state.by_hand else rule

    def hand_over(self, state: State, seat: str, kind: str) -> Text | None:
        """8.1 Give a seat to Arjuna, or back to a person; return the reason where that is refused."""
        return hand_over(state, seat, kind)

    def put_right(self, state: State, patch: Mapping[str, Any]) -> Text | None:
        """Correct the state as the table has agreed."""
        return put_right(state, patch)

    def label(self, state: State) -> Label:
        """Return the phase, acting seat and card of the step that begins now."""
        seat = next_seat(state) if state.phase == "turn" else PHASE_SEATS.get(state.phase, "")
        return Label(state.phase, seat, state.card)

    def result(self, state: State) -> Result | None:
        """Return how the game ended, or None."""
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
        """Return the state from bytes."""
        return _decoder.decode(data)


refuse_bad_override()


RULES = GandhiRules()
