"""Fine del gioco: who has won, and in which order the others come."""

from __future__ import annotations

from engine.core.protocol import Result
from engine.rajas.facts import Facts
from engine.rajas.ids import OVER


def ranked(state: Facts) -> tuple[str, ...]:
    """Fine del gioco: return the ranking: the greatest overlap, ties by who crossed first; then those who did not.

    The others rank by the fame between their markers, the least first; a tie goes to the player later in the round.
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
