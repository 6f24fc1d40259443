"""Fine del gioco: who has won, and in which order the others come."""

from __future__ import annotations

from engine.core.protocol import Result
from engine.rajas.facts import Facts
from engine.rajas.ids import OVER


def ranked(state: Facts) -> tuple[str, ...]:
    """Fine del gioco: return the greatest overlap among those who crossed, ties to who crossed first; then the others.

    The others rank by the fame that still parts their markers; a tie goes to who sits later in the round, who had the
    last word no sooner.
    """
    order = state.order()

    def place(seat: str) -> tuple[bool, int, int]:
        if seat in state.crossed:
            return (False, -state.players[seat].overlap, state.crossed.index(seat))
        return (True, -state.players[seat].overlap, -order.index(seat))

    return tuple(sorted(state.seats, key=place))


def result(state: Facts) -> Result | None:
    """Return how the game ended: margins are overlaps in points of fame. None while it continues."""
    if state.phase != OVER:
        return None
    return Result(state.ranking, {seat: player.overlap for seat, player in state.players.items()}, "crossed")
