"""The benchmarks of pictures: an annotated map from warm caches, its size, and the same drawn from nothing."""

from __future__ import annotations

import functools
import statistics
import time

from engine import Game
from engine.core.change import Change
from engine.gandhi.arjuna.player import Arjuna
from engine.gandhi.ids import SEATS
from engine.gandhi.view import View
from render import gandhi as render
from render.gandhi import annotate, base
from tools.bench.benchmark import Benchmark

TURNS = 24
"""How many turns of one game are drawn for a figure."""


@functools.cache
def annotated_turns() -> list[tuple[View, list[Change]]]:
    """Turns from the middle of an Arjuna-only game, each with the view after it and its Changes."""
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
    """Milliseconds for one annotated map, encoded: the median over some turns of a game."""
    times = []
    for view, changes in annotated_turns():
        began = time.perf_counter()
        render.draw(view, changes)
        times.append(1000 * (time.perf_counter() - began))
    return statistics.median(times)


def draw_from_nothing() -> float:
    """Milliseconds for one annotated map when no layer and no shape is kept from an earlier one."""
    view, changes = annotated_turns()[-1]
    for module in (base, annotate):
        for kept in vars(module).values():
            if hasattr(kept, "cache_clear"):
                kept.cache_clear()
    began = time.perf_counter()
    render.draw(view, changes)
    return 1000 * (time.perf_counter() - began)


def weigh_annotated() -> float:
    """Kilobytes of the heaviest of these pictures."""
    return max(len(render.draw(view, changes).data) for view, changes in annotated_turns()) / 1000


BENCHMARKS = (
    Benchmark("an annotated map", "ms", draw_annotated, budget=120),
    Benchmark("an annotated map, nothing kept", "ms", draw_from_nothing),
    Benchmark("the heaviest annotated map", "kB", weigh_annotated, budget=700, timed=False),
)
