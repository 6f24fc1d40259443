"""Searches that end at once or never, in a module that a process imports quickly."""

from __future__ import annotations

import os
import time

from engine import Game
from engine.gandhi.chanakya.plans import list_plans
from engine.gandhi.chanakya.search import Search


def find_pid(seconds: float) -> int:
    """Return the id of the process that searches."""
    return os.getpid()


def hang(seconds: float) -> None:
    """Take too long."""
    time.sleep(600)


def try_plans(number: int, seconds: float) -> tuple[list[tuple[str, float]], int]:
    """Return the first plans for a game's first turn, with their worth in four imagined games, and the process's id.

    It takes a moment, so that several searches made at once are seen in several processes.
    """
    game = Game.new(scenario="short", seed=bytes([number]))
    search = Search(game, plans=tuple(list_plans(game.pending_seat))[:3])
    for _ in range(4):
        search.try_once()
    time.sleep(0.3)
    return [(one.plan, one.total) for one in search.candidates], os.getpid()
