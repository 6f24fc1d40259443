"""What a key would do beyond the draft, told without showing what lies there."""

from __future__ import annotations

from enum import StrEnum

from engine import Game


class Barrier(StrEnum):
    """Why a key needs Confirm."""

    NONE = "none"
    END = "end"
    DIE = "die"
    OTHER = "other"
    GAME = "game"


def find_barrier(game: Game, key: str) -> tuple[Barrier, str]:
    """Why choosing a key cannot be private, and which seat is asked where that is the reason.

    Nothing that only the choice itself may reveal is told: neither a die nor whose turn a new card brings.
    """
    twin = game.clone()
    turn, reveals = twin.turn_number, twin.state.reveals
    seat = twin.pending_seat
    twin.choose(key)
    if twin.decision is None:
        return Barrier.GAME, ""
    if twin.turn_number != turn:
        return Barrier.END, ""
    if twin.state.reveals != reveals:
        return Barrier.DIE, ""
    if twin.decision.seat != seat:
        return Barrier.OTHER, twin.decision.seat
    return Barrier.NONE, ""
