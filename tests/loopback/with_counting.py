"""``gandhi`` as it is shipped, with the same dice in every game, and beside Gandhi the counting game of the tests.

With the variable ADDED_BY_SERVERS, only servers that have added the counting game offer it.
"""

from __future__ import annotations

import os
from unittest import mock

from tests.core import counting_front

if __name__ == "__main__":
    counting_front.install()
    counting_front.CountingSetup.is_usual = "ADDED_BY_SERVERS" not in os.environ
    from bot.cli import main
    from tests.loopback.same_games import draw

    with mock.patch("bot.tables.lobby.token_bytes", draw):
        raise SystemExit(main())
