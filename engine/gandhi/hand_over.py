"""8.1 Seats that change hands in mid-game: a person leaves a Faction to Arjuna, or takes it back."""

from __future__ import annotations

from engine.core.text import Text, text
from engine.gandhi.ids import ARJUNA, AWAY, KINDS, SEATS
from engine.gandhi.setup import ARJUNA_STACKS, split_kinds
from engine.gandhi.state import State


def hand_over(state: State, seat: str, kind: str) -> Text | None:
    """8.1 Let "player", "arjuna" or "chanakya" play a seat from now on, or return the reason why not.

    A Faction that its owner gives up to "arjuna" is a Non-player Faction. With "away:arjuna" or "away:chanakya" the
    owner keeps it: it is played for them, and remains theirs for 7.0. Arjuna gets a shuffled stack of the Faction's
    cards (8.3). Raj and Revolutionaries keep their Resources, which Arjuna neither spends nor earns (8.1), until a
    person takes the seat back.
    """
    if seat not in SEATS:
        return text("error.unknown_seat", seat=seat)
    if kind not in KINDS:
        return text("error.unknown_seat_kind", seat=seat, kind=kind)
    kinds = {one: state.kind_of(one) for one in SEATS}
    if kinds[seat] == kind:
        return text("error.hand_over_no_change", seat=seat)
    state.acting = ""
    runner = kind.removeprefix(AWAY)
    if runner != ARJUNA:
        state.arjuna.pop(seat, None)
    elif state.seats[seat] != ARJUNA:
        state.arjuna[seat] = state.dice.shuffle("arjuna", ARJUNA_STACKS[seat])
    state.seats, state.away = split_kinds({**kinds, seat: kind})
    state.note("hand_over", runner, target=seat)
    return None


def is_between_cards(state: State) -> bool:
    """Return whether a card has just ended: no one has acted on the current one yet, or a Campaign Round is under way.

    A table that waits for the end of a card before a seat changes hands waits for this.
    """
    return state.phase != "turn" or not (
        state.first or any(s in ("executed", "passed") for s in state.cylinders.values())
    )
