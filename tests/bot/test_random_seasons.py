"""Random seasons: hostile people do what they like, data are deleted, the bot crashes, and the results stay right."""

from __future__ import annotations

import random

import pytest

from storage import open_storage
from tests.bot.clock import NOON, Clock
from tools.verify.season_watch import watch_season

NUMBERS = (0, 1, 3, 4, 5, 6, 7, 9, 10, 11, 16, 17, 21, 23)
"""The others of the first thirty reach no line of seasons or tables that these do not."""


@pytest.mark.fuzz
@pytest.mark.few("3")
@pytest.mark.parametrize("number", NUMBERS)
async def test_a_random_season_breaks_no_rule(database: str, number: int) -> None:
    storage = await open_storage(database, now=(clock := Clock(NOON)))
    try:
        assert await watch_season(storage, clock, random.Random(number))
    finally:
        await storage.close()
