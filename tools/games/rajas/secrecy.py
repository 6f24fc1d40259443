"""The hidden things of Rajas of the Ganges, and lines with which someone may try to find them out."""

from __future__ import annotations

from bot.games.rajas.facts import GAME
from engine.rajas.board import BOARD
from tools.verify.two_worlds import Secrets


class RajasSecrets(Secrets):
    """The dice to come, the stacks below their top tile, and the white pile."""

    corrections = tuple(f"tops.{stack} {tile}" for stack, tiles in BOARD.stacks.items() for tile in tiles[::3])


SECRETS = RajasSecrets(GAME)
