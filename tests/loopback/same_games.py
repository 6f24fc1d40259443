"""``gandhi`` as it is shipped, except that every game has the same dice and cards: a test that fails fails again."""

from __future__ import annotations

import hashlib
from unittest import mock

from bot.cli import main


def draw(size: int) -> bytes:
    """Return the seed of every game."""
    return hashlib.blake2b(b"Salt March", digest_size=size).digest()


if __name__ == "__main__":
    with mock.patch("bot.tables.lobby.token_bytes", draw):
        raise SystemExit(main())
