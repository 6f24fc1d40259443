"""The secret seed of a new game, from which all its dice and cards follow."""

from __future__ import annotations

from secrets import token_bytes

from engine.core.dice import SEED_BYTES


def draw_seed() -> bytes:
    """A new seed, from the operating system: nobody can know it before the game is over."""
    return token_bytes(SEED_BYTES)
