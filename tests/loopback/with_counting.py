"""``gandhi`` as it is shipped, with the same dice in every game, and beside Gandhi the counting game of the tests."""

from __future__ import annotations

from unittest import mock

from tests.core import counting_front

if __name__ == "__main__":
    counting_front.install()
    from bot.cli import main
    from tests.loopback.same_games import draw

    with mock.patch("bot.tables.lobby.token_bytes", draw):
        raise SystemExit(main())
