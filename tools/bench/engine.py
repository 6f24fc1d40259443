"""The engine's benchmarks: random legal play beside python-chess, whole games, and loading in mid-turn."""

from __future__ import annotations

import functools
import time
from random import Random

import chess

from engine import Game
from engine.core.record import Start
from tools.bench.benchmark import YARDSTICK, Benchmark
from tools.playing import pick, play_on

SECONDS = 1.5
"""How long one measurement of play lasts."""
MOST_CHESS_MOVES = 300
"""A random game of chess is stopped here; most have ended or have few pieces left."""
GAMES_TO_LOAD = 4

Loading = tuple[bytes, tuple[str, ...], Start]


def decisions_a_second() -> float:
    """Random legal choices a second in games of both scenarios, each with its full list of options."""
    chance, made = Random(1), 0
    began = time.perf_counter()
    while time.perf_counter() - began < SECONDS:
        for scenario in ("short", "main"):
            made += play_on(Game.new(scenario=scenario, seed=chance.randbytes(32)), chance, 100_000)
    return made / (time.perf_counter() - began)


def chess_decisions_a_second() -> float:
    """Random legal moves a second in python-chess, each chosen from the full list of legal moves."""
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


def whole_game() -> float:
    """Milliseconds for one random Main game from its set-up to its end."""
    chance, games = Random(2), 0
    began = time.perf_counter()
    while time.perf_counter() - began < SECONDS:
        play_on(Game.new(scenario="main", seed=chance.randbytes(32)), chance, 100_000)
        games += 1
    return 1000 * (time.perf_counter() - began) / games


@functools.cache
def games_in_mid_turn() -> list[Loading]:
    """Every moment of some random games at which at least one choice of the running step has been made."""
    chance, moments = Random(3), []
    for number in range(GAMES_TO_LOAD):
        game = Game.new(scenario=("short", "main")[number % 2], seed=chance.randbytes(32))
        while game.decision is not None:
            game.choose(pick(game.decision, chance))
            if game.keys:
                moments.append((game.snapshot(), game.keys, game.start))
    return moments


def load(loading: Loading) -> None:
    """Load one game: its stored snapshot, and the keys chosen since."""
    snapshot, keys, start = loading
    Game.resume(RULES, snapshot, keys, start=start, number=0)


RULES = Game.new(seed=b"any").rules


def load_in_mid_turn() -> float:
    """Milliseconds to load a game in mid-turn, on average over all moments of some random games."""
    moments = games_in_mid_turn()
    began = time.perf_counter()
    for moment in moments:
        load(moment)
    return 1000 * (time.perf_counter() - began) / len(moments)


def load_the_longest_turn() -> float:
    """Milliseconds to load the game whose running step has the most keys."""
    longest = max(games_in_mid_turn(), key=lambda moment: len(moment[1]))
    began = time.perf_counter()
    for _ in range(20):
        load(longest)
    return 1000 * (time.perf_counter() - began) / 20


BENCHMARKS = (
    Benchmark(
        "random legal play",
        "decisions a second",
        decisions_a_second,
        budget=1.5,
        more_is_better=True,
        beside=YARDSTICK,
    ),
    Benchmark(YARDSTICK, "decisions a second", chess_decisions_a_second, more_is_better=True),
    Benchmark("a random Main game", "ms", whole_game),
    Benchmark("load a game in mid-turn", "ms", load_in_mid_turn, budget=10),
    Benchmark("load the longest turn of four games", "ms", load_the_longest_turn, budget=10),
)
