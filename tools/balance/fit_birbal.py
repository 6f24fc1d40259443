"""Look for better weights for Birbal, by games against itself and against the older weights. Writes nothing.

``python -m tools.balance.fit_birbal [--rounds N] [--games N] [--seed WORD]``

In each game everyone plays with weights a little above or below the present ones, at random; their results say in which
direction each weight should go. Kinds of spaces that are used too seldom are leaned to until they are used in
`LEAST_USE` of the turns at which they are open. After each round the present weights are printed, and at the end the
mean of the second half of the rounds, as a row for `engine.rajas.birbal.weights`.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections import Counter
from collections.abc import Mapping
from random import Random
from statistics import fmean

from engine.rajas.birbal.weights import OLDER, Weights
from engine.rajas.ids import BASIC, NAVARATNAS, SEATS
from tools.balance.birbal import Usage, answer_by, play

FACTORS = (
    "coin",
    "crowded",
    "karma",
    "karma_fade",
    "upgrade",
    "worker",
    "market",
    "road",
    "yield_ahead",
    "sail",
    "first",
    "white_tile",
    "need",
    "reroll",
    "late",
    "finish",
    "progress",
)
"""The weights that are varied by a factor, beside those of the pips."""
WIDTH = 0.15
"""How far each weight is varied: the logarithm of the factor."""
STEP = 0.5
"""The greatest step of a round, in widths."""
TABLES = (2, 2, 3, 2, 3, 4)
"""How many players the games have, in turn."""
LEAD = 20.0
"""The lead in points of fame that counts as much as a victory."""
LEAST_USE = 0.025
"""The least share of the turns at which a kind of space is open in which it should be used."""
LEAN_STEP = 0.06

Vector = dict[str, float]
"""Weights by name: logarithms, except leans, which are points of fame."""


def read_weights(weights: Weights) -> Vector:
    """Return weights as numbers that can be varied."""
    found = {name: math.log(getattr(weights, name)) for name in FACTORS}
    return found | {f"pips {value}": math.log(worth) for value, worth in enumerate(weights.pips, 1)}


def make_weights(vector: Vector, leans: Mapping[str, float]) -> Weights:
    """Return the weights for numbers in the form of `read_weights`, with these leans."""
    factors = {name: math.exp(vector[name]) for name in FACTORS}
    pips = tuple(math.exp(vector[f"pips {value}"]) for value in range(1, 7))
    return Weights(**factors, pips=pips, leans={kind: lean for kind, lean in leans.items() if lean})


def vary(vector: Vector, chance: Random) -> tuple[Vector, Vector]:
    """Return the numbers, each varied up or down at random, and the sign of each change."""
    signs = {name: chance.choice((-1.0, 1.0)) for name in vector}
    return {name: value + WIDTH * signs[name] for name, value in vector.items()}, signs


def find_direction(
    vector: Vector, leans: Mapping[str, float], games: int, seed: str, usage: Usage
) -> tuple[Vector, float]:
    """Return in standard errors how far each number should go up or down, and the share won beyond a fair one.

    That is the share of the games with one player of the older weights that another player has won.
    """
    sums: dict[str, list[float]] = {name: [] for name in vector}
    beaten: list[float] = []
    for number in range(games):
        chance = Random(f"{seed}-{number}")
        count = TABLES[number % len(TABLES)]
        older = chance.choice(SEATS[:count]) if chance.random() < 0.25 else ""
        varied = {seat: vary(vector, chance) for seat in SEATS[:count]}
        answers = {
            seat: answer_by(OLDER if seat == older else make_weights(varied[seat][0], leans)) for seat in SEATS[:count]
        }
        scenario = NAVARATNAS if chance.random() < 0.2 else BASIC
        played = play(answers, chance, scenario, usage)
        worth = {seat: played.margins[seat] / LEAD + float(seat == played.winner) for seat in answers}
        if older:
            beaten.append(float(played.winner != older) - (count - 1) / count)
        for seat in answers:
            if seat != older:
                ahead = worth[seat] - fmean(worth[other] for other in answers if other != seat)
                for name, sign in varied[seat][1].items():
                    sums[name].append(ahead * sign)
    found = {}
    for name, values in sums.items():
        mean = fmean(values)
        error = math.sqrt(fmean((value - mean) ** 2 for value in values) / len(values))
        found[name] = mean / error if error else 0.0
    return found, fmean(beaten) if beaten else 0.0


def adjust_leans(leans: dict[str, float], usage: Usage) -> None:
    """Raise the leans to kinds of spaces that are used too seldom, and lower those to kinds used often enough."""
    for kind in usage.open:
        share = usage.share(kind)
        if share < LEAST_USE:
            leans[kind] = leans.get(kind, 0.0) + LEAN_STEP
        elif leans.get(kind) and share > 1.3 * LEAST_USE:
            leans[kind] = max(0.0, leans[kind] - LEAN_STEP / 2)


def show(weights: Weights) -> str:
    """Return weights as the arguments of `Weights` in Python, a line each."""
    rows = [f"    {name}={getattr(weights, name):.3f}," for name in FACTORS]
    pips = ", ".join(f"{worth:.3f}" for worth in weights.pips)
    leans = ", ".join(f'"{kind}": {lean:.2f}' for kind, lean in weights.leans.items())
    return "\n".join([*rows, f"    pips=({pips}),", f"    leans={{{leans}}},"])


def main(arguments: list[str] | None = None) -> int:
    """Run the command line, and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.balance.fit_birbal", description="Fit Birbal's weights.")
    parser.add_argument("--rounds", type=int, default=30, help="steps towards better weights (%(default)s)")
    parser.add_argument("--games", type=int, default=1000, help="games before each step (%(default)s)")
    parser.add_argument("--seed", default="1", help="any word (%(default)s)")
    options = parser.parse_args(arguments)
    vector, leans = read_weights(OLDER), dict[str, float]()
    seen: list[tuple[Vector, dict[str, float]]] = []
    for step in range(options.rounds):
        usage = Usage(Counter(), Counter())
        sure, ahead = find_direction(vector, leans, options.games, f"{options.seed}-{step}", usage)
        pace = STEP * WIDTH * (1 - 0.7 * step / options.rounds)
        vector = {name: value + pace * math.tanh(sure[name] / 2) for name, value in vector.items()}
        adjust_leans(leans, usage)
        seen.append((vector, dict(leans)))
        print(f"step {step + 1}: {ahead:+.3f} more than a fair share won against the older; used where open:")
        print("  " + ", ".join(f"{kind} {usage.share(kind):.3f}" for kind in sorted(usage.open)))
        print(show(make_weights(vector, leans)), flush=True)
    late = seen[len(seen) // 2 :]
    mean = {name: fmean(one[name] for one, _ in late) for name in vector}
    mean_leans = {kind: fmean(one.get(kind, 0.0) for _, one in late) for kind in leans}
    print("the mean of the second half:")
    print(show(make_weights(mean, mean_leans)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
