"""``gandhi`` as it is shipped, except that every game has the same dice and cards: a test that fails fails again.

A test may say in the environment how often the program looks for messages of another one.
"""

from __future__ import annotations

import hashlib
import os
from unittest import mock

from bot.cli import main
from bot.housekeeping import LISTEN

LISTENS_EVERY = "GANDHI_LISTENS_EVERY"
"""The variable of the environment with the seconds between two looks."""


def draw(size: int) -> bytes:
    """Return the seed of every game."""
    return hashlib.blake2b(b"Salt March", digest_size=size).digest()


if __name__ == "__main__":
    every = float(os.environ.get(LISTENS_EVERY, LISTEN))
    with (
        mock.patch("bot.tables.lobby.token_bytes", draw),
        mock.patch("bot.client.TableBot.listens_every", every),
    ):
        raise SystemExit(main())
