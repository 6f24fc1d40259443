"""8.1 Seats that change hands in mid-game: a person leaves a Faction to Arjuna, or takes it back."""

from __future__ import annotations

from typing import Final

from engine.core.text import Text, text
from engine.gandhi.ids import ARJUNA, AWAY, KINDS, PLAYER, SEATS
from engine.gandhi.setup import ARJUNA_STACKS, split_kinds
from engine.gandhi.state import State

NEWCOMER: Final = "newcomer"
"""Piece of the Change in which another person gets one of two Factions that one person ran."""


def hand_over(state: State, seat: str, kind: str) -> Text | None:
    """8.1 Let "player", "arjuna" or "chanakya" play a seat from now on, or return the reason why not.

    A Faction that its owner gives up to "arjuna" is a Non-player Faction. With "away:arjuna" or "away:chanakya" the
    owner keeps it: it is played for them, and remains theirs for 7.0. Arjuna gets a shuffled stack of the Faction's
    cards (8.3). Raj and Revolutionaries keep their Resources, which Arjuna neither spends nor earns (8.1), until a
    person takes the seat back. If "player" plays one of two Factions that one person runs (1.5), another person now
    plays it, and the two no longer win together.
    """
    if seat not in SEATS:
        return text("error.unknown_seat", seat=seat)
    if kind not in KINDS:
        return text("error.unknown_seat_kind", seat=seat, kind=kind)
    kinds = {one: state.kind_of(one) for one in SEATS}
    if kinds[seat] == kind:
        if kind != PLAYER or (seat,) in state.sides_now():
            return text("error.hand_over_no_change", seat=seat)
        pairs = [side for side in state.sides if len(side) > 1 and seat not in side]
        state.sides = (*pairs, *((one,) for one in SEATS if not any(one in pair for pair in pairs)))
    state.acting = ""
    runner = kind.removeprefix(AWAY)
    if runner != ARJUNA:
        state.arjuna.pop(seat, None)
    elif state.seats[seat] != ARJUNA:
        state.arjuna[seat] = state.dice.shuffle("arjuna", ARJUNA_STACKS[seat])
    state.seats, state.away = split_kinds({**kinds, seat: kind})
    state.note("hand_over", NEWCOMER if kinds[seat] == kind else runner, target=seat)
    return None


def is_between_cards(state: State) -> bool:
    """Return whether a card has just ended: no one has acted on the current one yet, or a Campaign Round is under way.

    A table that waits for the end of a card before a seat changes hands waits for this.
    """
    return state.phase != "turn" or not (
        state.first or any(s in ("executed", "passed") for s in state.cylinders.values())
    )
