"""8.1 Seats that change hands in mid-game: a person leaves a Faction to Arjuna, or takes it back."""

from __future__ import annotations

from engine.core.text import Text, text
from engine.gandhi.ids import ARJUNA, CHANAKYA, PLAYER, SEATS
from engine.gandhi.setup import ARJUNA_STACKS
from engine.gandhi.state import State


def hand_over(state: State, seat: str, kind: str) -> Text | None:
    """8.1 Let a seat be run by "player", "arjuna" or "chanakya" from now on; a reason why not otherwise.

    Arjuna gets a shuffled stack of the Faction's cards (8.3). Raj and Revolutionaries keep their Resources, which a
    Non-player Faction neither spends nor earns (8.1), until a person takes the seat back. Factions that one person runs
    together (1.5) count on their own while one of them is Arjuna's.
    """
    if seat not in SEATS:
        return text("error.unknown_seat", seat=seat)
    if kind not in (PLAYER, ARJUNA, CHANAKYA):
        return text("error.unknown_seat_kind", seat=seat, kind=kind)
    if state.seats[seat] == kind:
        return text("error.hand_over_no_change", seat=seat)
    state.acting = ""
    state.seats[seat] = kind
    if kind == ARJUNA:
        state.arjuna[seat] = state.dice.shuffle("arjuna", ARJUNA_STACKS[seat])
    else:
        state.arjuna.pop(seat, None)
    state.note("hand_over", kind, target=seat)
    return None


def is_between_cards(state: State) -> bool:
    """Whether a card has just ended: nobody has acted on the current one yet, or a Campaign Round is under way.

    A table that waits for the end of a card before a seat changes hands waits for this.
    """
    return state.phase != "turn" or not (
        state.first or any(s in ("executed", "passed") for s in state.cylinders.values())
    )
