"""Tables of Rajas of the Ganges for tests: a position, and what lies before a player afterwards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine import Game
from engine.core.decision import Decision
from engine.rajas.facts import Player
from engine.rajas.ids import PLAYER, SEATS
from tests.playing import SEED

Row = Mapping[str, Any]

CORNER: dict[str, dict[str, str]] = {
    "c2": {"tile": "purple_03", "roads": "NS"},
    "c3": {"tile": "blue_02", "roads": "NW"},
    "b3": {"tile": "green_03", "roads": "EW"},
}
"""A road from the residence to the square in the left corner (a3)."""
RIGHT_CORNER: dict[str, dict[str, str]] = {
    "c2": {"tile": "purple_03", "roads": "NS"},
    "c3": {"tile": "blue_02", "roads": "NE"},
    "d3": {"tile": "green_03", "roads": "EW"},
}
MARKETS: dict[str, dict[str, str]] = {
    "b1": {"tile": "orange_04", "roads": "EW"},
    "a1": {"tile": "purple_01", "roads": "ES"},
    "c2": {"tile": "orange_09", "roads": "NES"},
    "d1": {"tile": "orange_01", "roads": "SW"},
}
"""Rajesh's: tea for 2, 2 and 3 coins, and silk for 2."""


def table(
    players: Mapping[str, Row] | None = None, acting: str = "lotus", count: int = 2, seed: bytes = SEED, **more: Any
) -> Game:
    """Return a game of two to four at a position in which a seat is about to act. The first seat is first player."""
    seats = dict.fromkeys(SEATS[:count], PLAYER)
    position = {"game": "rajas", "seats": seats, "players": dict(players or {}), "acting": acting, **more}
    return Game.at(position, seed=seed)


def player(game: Game, seat: str = "lotus") -> Player:
    """Return what lies before a player now."""
    found: Player = game.state.players[seat]
    return found


def dice(game: Game, seat: str = "lotus") -> list[str]:
    """Return the dice on a player's Kali."""
    return list(player(game, seat).dice)


def pending(game: Game) -> Decision:
    """Return the question that the game asks."""
    assert game.decision is not None
    return game.decision
