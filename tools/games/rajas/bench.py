"""The benchmarks of Rajas: random legal play beside python-chess, Birbal's games, and its pictures after a turn."""

from __future__ import annotations

import functools
import statistics
import time
from collections.abc import Callable
from random import Random

from engine import Game
from engine.core.change import Change
from engine.rajas.birbal.player import Birbal
from engine.rajas.ids import BASIC, BIRBAL, NAVARATNAS, PLACE, SEATS
from engine.rajas.view import View
from render.pictures import Options, Picture
from render.rajas import draw_board, draw_province
from tools.bench.benchmark import SECONDS, YARDSTICK, Benchmark
from tools.playing import play_on

TURNS = 24
"""How many turns of one game are drawn for a figure."""


def begin(scenario: str, players: int, kind: str, seed: bytes) -> Game:
    """Return a new game with one kind of player on all seats."""
    return Game.new("rajas", scenario, dict.fromkeys(SEATS[:players], kind), seed)


def decisions_a_second() -> float:
    """Return random legal choices a second in games of two and of four, each with its full list of options."""
    chance, made = Random(1), 0
    began = time.perf_counter()
    while time.perf_counter() - began < SECONDS:
        for scenario, players in ((BASIC, 2), (NAVARATNAS, 4)):
            made += play_on(begin(scenario, players, "player", chance.randbytes(32)), chance, 100_000)
    return made / (time.perf_counter() - began)


def birbals_games_a_second() -> float:
    """Return games of four Birbals a second, without their reasons."""
    games, began = 0, time.perf_counter()
    while time.perf_counter() - began < SECONDS:
        Birbal(begin(BASIC, 4, BIRBAL, bytes([games]) * 32), explains=False).play()
        games += 1
    return games / (time.perf_counter() - began)


@functools.cache
def turns() -> list[tuple[View, list[Change]]]:
    """Return turns from the end of a game of four Birbals, where the table is fullest, each with the view after it."""
    game = begin(BASIC, 4, BIRBAL, b"pictures".ljust(32, b"."))
    player, found = Birbal(game, explains=False), []
    while player.must_decide:
        number = game.step_number
        player.answer()
        if game.step_number != number and game.steps[number].label.phase == PLACE:
            found.append((game.view(), game.steps[number].changes))
    return found[-TURNS:]


def draw_tables() -> float:
    """Return milliseconds for one picture of the table after a turn, encoded: the median over some turns of a game."""
    return _time(lambda view, changes: draw_board(view, changes))


def draw_provinces() -> float:
    """Return the milliseconds for a picture of one province with its Kali, as a question shows it."""
    return _time(lambda view, changes: draw_province(view, SEATS[0], Options(layout="phone"), squares=("a1",)))


def weigh_tables() -> float:
    """Return the kilobytes of the heaviest of the pictures of a table."""
    return max(len(draw_board(view, changes).data) for view, changes in turns()) / 1000


def _time(draw: Callable[[View, list[Change]], Picture]) -> float:
    times = []
    for view, changes in turns():
        began = time.perf_counter()
        draw(view, changes)
        times.append(1000 * (time.perf_counter() - began))
    return statistics.median(times)


BENCHMARKS = (
    Benchmark(
        "random legal play of Rajas",
        "decisions a second",
        decisions_a_second,
        budget=0.4,
        more_is_better=True,
        beside=YARDSTICK,
    ),
    Benchmark("games of four Birbals", "games a second", birbals_games_a_second, budget=2, more_is_better=True),
    Benchmark("a table of Rajas after a turn", "ms", draw_tables, budget=25),
    Benchmark("a province of Rajas", "ms", draw_provinces, budget=25),
    Benchmark("the heaviest table of Rajas", "kB", weigh_tables, budget=500, timed=False),
)
