"""How much things count for Birbal: the weights in use, and those of the first Birbal."""

from __future__ import annotations

from typing import Final

import msgspec


class Weights(msgspec.Struct, frozen=True):
    """How much things count. Fame is 1; what is spent later is worth less when few rounds are left.

    ``pips`` is the worth of a die by its pips, ``crowded`` the share of it that is left without a free hand.
    ``karma_fade`` is what each further level of karma is worth beside the one below it. ``leans`` adds to an action,
    named by its key or by the first word of it.
    """

    coin: float = 0.5
    pips: tuple[float, ...] = (1.25, 1.5, 1.75, 2.0, 2.25, 2.5)
    crowded: float = 0.3
    karma: float = 0.8
    karma_fade: float = 1.0
    upgrade: float = 0.35
    worker: float = 1.6
    market: float = 0.2
    road: float = 0.3
    yield_ahead: float = 0.16
    sail: float = 0.16
    first: float = 0.5
    white_tile: float = 1.2
    need: float = 0.08
    reroll: float = 0.25
    late: float = 1.6
    finish: float = 8.0
    progress: float = 8.0
    leans: dict[str, float] = {}


OLDER: Final = Weights()
"""The weights of the first Birbal, for comparison."""
WEIGHTS: Final = Weights(
    coin=0.53,
    pips=(1.35, 1.55, 1.7, 1.95, 2.2, 2.4),
    karma=0.9,
    karma_fade=0.85,
    worker=1.5,
    leans={"chamber:yogi": 0.6, "chamber:great_mogul": 0.9},
)
"""The weights in use. The leans make Birbal use the whole board, and lose no games."""
