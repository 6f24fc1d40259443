"""The game as the driver sees it (`engine.core.protocol.Rules`)."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

import msgspec

from engine.core.decision import Decision
from engine.core.protocol import Label, Rule
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


class GandhiRules:
    """The rules of Gandhi: The Decolonization of British India."""

    name = "gandhi"
    first_scenario = "short"

    new = staticmethod(new_state)
    at = staticmethod(state_at)
    hand_over = staticmethod(hand_over)
    put_right = staticmethod(put_right)
    result = staticmethod(result)
    encode = staticmethod(msgspec.msgpack.Encoder().encode)
    decode = staticmethod(msgspec.msgpack.Decoder(State).decode)

    def step(self, state: State) -> Rule:
        """Return the step that the state's phase names."""
        if state.phase not in ("turn", "gandhi_placed"):
            state.note("phase", state.phase)
        rule = STEPS[state.phase](state)
        return hear(state, rule) if state.by_hand else rule

    def label(self, state: State) -> Label:
        """Return the phase, acting seat and card of the step that begins now."""
        seat = next_seat(state) if state.phase == "turn" else PHASE_SEATS.get(state.phase, "")
        return Label(state.phase, seat, state.card)

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


RULES = GandhiRules()
