"""Hidden things of Rajas of the Ganges, and tables in the middle of a game."""

from __future__ import annotations

from random import Random
from typing import Any

from bot.games.rajas.facts import GAME
from engine import Game
from engine.rajas.board import BOARD
from engine.rajas.ids import BASIC, PLAYER, SEATS
from tools.games.rajas.subject import disguise
from tools.playing import play_on
from tools.verify.secrecy import Secrets

MOST_CHOICES = 150
"""Choices before a table is opened, by chance up to so many: most of a game of two."""


class RajasSecrets(Secrets):
    """The dice to come, the stacks below their top tile, and the white pile."""

    seats = SEATS[:2]
    corrections = tuple(f"tops.{stack} {tile}" for stack, tiles in BOARD.stacks.items() for tile in tiles[::3])

    def open_position(self, number: int, chance: Random) -> dict[str, Any]:
        """Return the position of a random game at the start of a placement."""
        while True:
            game = Game.new(GAME, BASIC, dict.fromkeys(self.seats, PLAYER), chance.randbytes(32))
            play_on(game, chance, chance.randint(0, MOST_CHOICES))
            if game.decision is not None:
                return dict(game.rules.position(game.rules.decode(game.snapshot())))

    def hide(self, state: Any, chance: Random, *, is_first: bool) -> None:
        """Hide another order of the stacks and the white pile."""
        disguise(state, chance)


SECRETS = RajasSecrets()
