"""The benchmarks of Gandhi: random legal play, whole games, loading in mid-turn, Arjuna, and annotated maps."""

from __future__ import annotations

import functools
import statistics
import time
from random import Random

from engine import Game
from engine.core.change import Change
from engine.core.record import Start
from engine.gandhi.arjuna.player import Arjuna
from engine.gandhi.ids import SEATS
from engine.gandhi.view import View
from render import gandhi as render
from render.gandhi import annotate, base
from tools.bench.benchmark import SECONDS, YARDSTICK, Benchmark
from tools.playing import pick, play_on

GAMES_TO_LOAD = 4

Loading = tuple[bytes, tuple[str, ...], Start]


def decisions_a_second() -> float:
    """Return random legal choices a second in games of both scenarios, each with its full list of options."""
    chance, made = Random(1), 0
    began = time.perf_counter()
    while time.perf_counter() - began < SECONDS:
        for scenario in ("short", "main"):
            made += play_on(Game.new(scenario=scenario, seed=chance.randbytes(32)), chance, 100_000)
    return made / (time.perf_counter() - began)


def whole_game() -> float:
    """Return the milliseconds for one random Main game from its set-up to its end."""
    chance, games = Random(2), 0
    began = time.perf_counter()
    while time.perf_counter() - began < SECONDS:
        play_on(Game.new(scenario="main", seed=chance.randbytes(32)), chance, 100_000)
        games += 1
    return 1000 * (time.perf_counter() - began) / games


@functools.cache
def games_in_mid_turn() -> list[Loading]:
    """Return every moment of some random games after at least one choice of the running step."""
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
    """Return the milliseconds to load a game in mid-turn, on average over all moments of some random games."""
    moments = games_in_mid_turn()
    began = time.perf_counter()
    for moment in moments:
        load(moment)
    return 1000 * (time.perf_counter() - began) / len(moments)


def load_the_longest_turn() -> float:
    """Return the milliseconds to load the game whose running step has the most keys."""
    longest = max(games_in_mid_turn(), key=lambda moment: len(moment[1]))
    began = time.perf_counter()
    for _ in range(20):
        load(longest)
    return 1000 * (time.perf_counter() - began) / 20


ARJUNA_GAMES = 12


def whole_games_a_second() -> float:
    """Return Arjuna-only Main games a second on one core."""
    began = time.perf_counter()
    for number in range(ARJUNA_GAMES):
        game = Game.new(scenario="main", seats=dict.fromkeys(SEATS, "arjuna"), seed=number.to_bytes(32, "big"))
        Arjuna(game).play()
    return ARJUNA_GAMES / (time.perf_counter() - began)


TURNS = 24
"""How many turns of one game are drawn for a figure."""


@functools.cache
def annotated_turns() -> list[tuple[View, list[Change]]]:
    """Return turns from the middle of an Arjuna-only game, each with the view after it and its Changes."""
    game = Game.new(scenario="short", seats=dict.fromkeys(SEATS, "arjuna"), seed=b"pictures")
    player = Arjuna(game)
    turns: list[tuple[View, list[Change]]] = []
    while player.must_decide and len(turns) < TURNS:
        number = game.step_number
        player.answer()
        if game.step_number != number and game.steps[number].label.phase == "turn":
            turns.append((game.view(), game.steps[number].changes))
    return turns


def draw_annotated() -> float:
    """Return milliseconds for one annotated map, encoded: the median over some turns of a game."""
    times = []
    for view, changes in annotated_turns():
        began = time.perf_counter()
        render.draw(view, changes)
        times.append(1000 * (time.perf_counter() - began))
    return statistics.median(times)


def draw_from_nothing() -> float:
    """Return the milliseconds for one annotated map without cached layers of earlier pictures."""
    view, changes = annotated_turns()[-1]
    for module in (base, annotate):
        for kept in vars(module).values():
            if hasattr(kept, "cache_clear"):
                kept.cache_clear()
    began = time.perf_counter()
    render.draw(view, changes)
    return 1000 * (time.perf_counter() - began)


def weigh_annotated() -> float:
    """Return the kilobytes of the heaviest picture of `annotated_turns`."""
    return max(len(render.draw(view, changes).data) for view, changes in annotated_turns()) / 1000


BENCHMARKS = (
    Benchmark(
        "random legal play",
        "decisions a second",
        decisions_a_second,
        budget=1.5,
        more_is_better=True,
        beside=YARDSTICK,
    ),
    Benchmark("a random Main game", "ms", whole_game),
    Benchmark("load a game in mid-turn", "ms", load_in_mid_turn, budget=10),
    Benchmark("load the longest turn of four games", "ms", load_the_longest_turn, budget=10),
    Benchmark(
        "Arjuna-only Main games",
        "games a second",
        whole_games_a_second,
        budget=1.2,
        more_is_better=True,
        beside=YARDSTICK,
        per=1000,
    ),
    Benchmark("an annotated map", "ms", draw_annotated, budget=25),
    Benchmark("an annotated map, nothing cached", "ms", draw_from_nothing),
    Benchmark("the heaviest annotated map", "kB", weigh_annotated, budget=500, timed=False),
)
