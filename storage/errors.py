"""Errors of stored games, each one sentence that may be shown to a person."""

from __future__ import annotations

from typing import Literal

Trouble = Literal["locked", "full", "read_only", "unreachable", "damaged", "other"]


class StorageError(Exception):
    """The database cannot be used. The text is one clear sentence, and holds no password.

    It may name files and servers, and so is for the host only; ``trouble`` says in one word what is wrong.
    """

    def __init__(self, sentence: str, trouble: Trouble = "other") -> None:
        super().__init__(sentence)
        self.trouble = trouble


class UnknownGame(StorageError):
    """No game with this id is stored."""

    def __init__(self, game_id: str) -> None:
        super().__init__(f"There is no game {game_id!r}.")
        self.game_id = game_id


class StaleVersion(StorageError):
    """Someone acted since the caller looked: ``expected`` is the version that it saw, ``actual`` the present one."""

    def __init__(self, game_id: str, expected: int, actual: int) -> None:
        super().__init__(f"Game {game_id!r} has moved on from version {expected} to {actual}.")
        self.game_id = game_id
        self.expected = expected
        self.actual = actual


class SeatTaken(StorageError):
    """The seat already has someone, or the game has no such seat."""

    def __init__(self, game_id: str, seat: str) -> None:
        super().__init__(f"The seat {seat!r} of game {game_id!r} is not free.")
        self.game_id = game_id
        self.seat = seat


class NoOpenTurn(StorageError):
    """The game has no turn under way: it has not started, or it is over."""

    def __init__(self, game_id: str) -> None:
        super().__init__(f"Game {game_id!r} has no turn under way.")
        self.game_id = game_id


class InteractionSeen(StorageError):
    """This interaction was answered before; its answer is stored."""

    def __init__(self, interaction_id: int) -> None:
        super().__init__(f"Interaction {interaction_id} was answered before.")
        self.interaction_id = interaction_id
