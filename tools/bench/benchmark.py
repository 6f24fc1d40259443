"""The form of a benchmark, and the yardstick for the speed of the machine. `tools.bench.run` runs them."""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random

import chess
import msgspec

YARDSTICK = "python-chess"
"""The benchmark for the present speed of the machine."""
USUAL_PACE = 30_000
"""Decisions a second of python-chess on the machine for which budgets of time are meant."""
SECONDS = 1.5
"""How long one measurement of play lasts."""
MOST_CHESS_MOVES = 300
"""The number of moves after which a random game of chess is stopped; most have ended by then."""


class Benchmark(msgspec.Struct, frozen=True):
    """One figure: its name, its unit, and a function that measures it once (about a second is a good length).

    ``budget`` is the figure to keep (None: only shown), ``more_is_better`` its direction. Where it is ``timed`` the
    figure counts as on a machine of the usual pace: one that is half as fast in the same run has twice the time.
    ``beside`` names another benchmark instead: this figure must be at least ``budget`` (1 if it has none) for every
    ``per`` of the other's in the same run.
    """

    name: str
    unit: str
    measure: Callable[[], float]
    budget: float | None = None
    more_is_better: bool = False
    timed: bool = True
    beside: str = ""
    per: int = 1


def chess_decisions_a_second() -> float:
    """Return random legal moves a second in python-chess, each chosen from the full list of legal moves."""
    chance, made = Random(1), 0
    began = time.perf_counter()
    while time.perf_counter() - began < SECONDS:
        board = chess.Board()
        for _ in range(MOST_CHESS_MOVES):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(chance.choice(moves))
            made += 1
    return made / (time.perf_counter() - began)


BENCHMARKS = (Benchmark(YARDSTICK, "decisions a second", chess_decisions_a_second, more_is_better=True),)
