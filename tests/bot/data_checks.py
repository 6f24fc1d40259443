"""Run ``gandhi check-data`` for an owner's folder, in an interpreter that has not yet read any data."""

from __future__ import annotations

import os
import random
from pathlib import Path

import render.labels  # noqa: F401
import storage  # noqa: F401
from bot.console import check_data
from texts import find_broken_catalogues

CHOICES = 40
SCENARIOS = ("short", "main", "rajas:basic", "rajas:navaratnas")
BROKEN = list(find_broken_catalogues())
"""The faults of our catalogues. They do not depend on an owner's data, so they are read once for all mistakes."""


def check(folder: Path) -> int:
    """Return the exit code of the command; when all is well games are played, and one that fails is a traceback."""
    os.environ["GANDHI_DATA"] = str(folder)
    check_data.find_broken_catalogues = lambda: iter(BROKEN)  # type: ignore[attr-defined]
    from bot.cli import main

    code = main(["check-data"])
    if code == 0:
        play()
    return code


def play() -> None:
    """Play the first choices of each scenario by chance, then by the automatic player."""
    from bot.games.frontend import find_scenario, front_of
    from engine import Game

    chance = random.Random(1)
    for name in SCENARIOS:
        kind, scenario = find_scenario(name)
        front = front_of(kind)
        for is_automatic in (False, True):
            seats = dict.fromkeys(front.setup.seats[:4], front.player.kind) if is_automatic else {}
            game = Game.new(kind, scenario, seats, b"data")
            player = front.player.make(game) if is_automatic else None
            for _ in range(CHOICES):
                if game.decision is None:
                    break
                if player is not None:
                    player.answer()
                else:
                    game.choose(chance.choice([option.key for option in game.decision.options if option.enabled]))
