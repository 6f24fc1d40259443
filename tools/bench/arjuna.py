"""The benchmark of Arjuna: whole games in which it plays all four Factions."""

from __future__ import annotations

import time

from engine import Game
from engine.gandhi.arjuna.player import Arjuna
from engine.gandhi.ids import SEATS
from tools.bench.benchmark import YARDSTICK, Benchmark

GAMES = 12


def whole_games_a_second() -> float:
    """Arjuna-only Main games a second on one core."""
    began = time.perf_counter()
    for number in range(GAMES):
        game = Game.new(scenario="main", seats=dict.fromkeys(SEATS, "arjuna"), seed=number.to_bytes(32, "big"))
        Arjuna(game).play()
    return GAMES / (time.perf_counter() - began)


BENCHMARKS = (
    Benchmark(
        "Arjuna-only Main games",
        "games a second",
        whole_games_a_second,
        budget=1.2,
        more_is_better=True,
        beside=YARDSTICK,
        per=1000,
    ),
)
