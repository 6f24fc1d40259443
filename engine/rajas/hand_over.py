"""Seats that change hands in mid-game: a person leaves a seat to Birbal, or takes it back."""

from __future__ import annotations

from engine.core.text import Text, text
from engine.rajas.ids import BIRBAL, PLAYER
from engine.rajas.state import State


def hand_over(state: State, seat: str, kind: str) -> Text | None:
    """Let "player" or "birbal" play a seat from now on, or return the reason why not."""
    if seat not in state.seats:
        return text("error.unknown_seat", seat=seat)
    if kind not in (PLAYER, BIRBAL):
        return text("error.unknown_seat_kind", seat=seat, kind=kind)
    if state.seats[seat] == kind:
        return text("error.hand_over_no_change", seat=seat)
    state.seats[seat] = kind
    state.note("hand_over", kind, target=seat, seat="")
    return None
