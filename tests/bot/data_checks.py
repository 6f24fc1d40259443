"""Runs ``gandhi check-data`` for many folders of an owner's, each in a process that is forked when libraries are there.

The engine reads its data when it is imported, so that each folder needs an interpreter which has not imported it yet.
"""

from __future__ import annotations

import json
import os
import random
import sys
import traceback
from pathlib import Path

import babel.lists  # noqa: F401
import discord  # noqa: F401
import PIL.Image  # noqa: F401
import prometheus_client  # noqa: F401
import sqlmodel.ext.asyncio.session  # noqa: F401

CHOICES = 40
SCENARIOS = ("short", "main", "rajas:basic", "rajas:navaratnas")


def check(folder: Path) -> int:
    """The exit code of the command; when all is well games are played, and one that fails is a traceback."""
    os.environ["GANDHI_DATA"] = str(folder)
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


def main() -> None:
    """Check every folder named, and print for each its exit code, output and errors as JSON."""
    for folder in map(Path, sys.argv[1:]):
        words = [folder.with_suffix(suffix) for suffix in (".out", ".err")]
        child = os.fork()
        if child == 0:
            for number, path in enumerate(words, 1):
                os.dup2(os.open(path, os.O_CREAT | os.O_TRUNC | os.O_WRONLY), number)
            try:
                code = check(folder)
            except BaseException:
                traceback.print_exc()
                code = 1
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)
        _, status = os.waitpid(child, 0)
        said = [path.read_text(encoding="utf-8") for path in words]
        sys.stdout.write(json.dumps([os.waitstatus_to_exitcode(status), *said]) + "\n")


if __name__ == "__main__":
    main()
