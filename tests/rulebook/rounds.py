"""Positions inside a Campaign Round, for the tests of chapters 6 and 7."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine import Game
from tests.playing import SEED

CAMPAIGN = 75
"""Lord Irwin's Campaign card: his capability touches Sweep only."""


def round_at(
    phase: str, spaces: Mapping[str, Mapping[str, Any]] | None = None, seed: bytes = SEED, **position: Any
) -> Game:
    """Return a game in a phase of a Campaign Round, with an Event waiting and two Campaigns left."""
    full: dict[str, Any] = {"card": CAMPAIGN, "next": 30, "campaigns_left": 2, "viceroy": "wavell", **position}
    return Game.at({"phase": phase, "spaces": dict(spaces or {}), **full}, seed=seed)


def phase_of(game: Game) -> str:
    """Return the phase of the running step."""
    return game.label.phase
