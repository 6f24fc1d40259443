"""Random seasons: hostile people do what they like, data are deleted, the bot crashes, and the results stay right."""

from __future__ import annotations

import random

import pytest

from storage import open_storage
from tests.bot.clock import NOON, Clock
from tools.verify.season_watch import watch_season


@pytest.mark.fuzz
@pytest.mark.few("0", "1", "2")
@pytest.mark.parametrize("number", range(30))
async def test_a_random_season_breaks_no_rule(database: str, number: int) -> None:
    storage = await open_storage(database, now=(clock := Clock(NOON)))
    try:
        assert await watch_season(storage, clock, random.Random(number))
    finally:
        await storage.close()
