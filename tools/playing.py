"""Random legal play, shared by the fuzzers, the benchmarks and the tests."""

from __future__ import annotations

from random import Random

from engine import Game
from engine.core.decision import Decision

RARE = frozenset({"remove_own", "transfer"})
"""Keys of options that are allowed at almost every decision of a turn, and that people seldom want."""
RARELY = 0.05


def pick(decision: Decision, chance: Random) -> str:
    """Return the key of a random allowed option; those of `RARE` come rarely."""
    options = decision.options
    key = chance.choice(options).key
    if key in RARE and chance.random() > RARELY:
        others = [option.key for option in options if option.key not in RARE]
        return chance.choice(others) if others else key
    return key


def play_on(game: Game, chance: Random, most: int) -> int:
    """Choose at random until the game is over or ``most`` choices are made. Returns the number of choices."""
    made = 0
    while made < most and (decision := game.decision) is not None:
        game.choose(pick(decision, chance))
        made += 1
    return made
