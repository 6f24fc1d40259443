"""Games that are played by taps on a phone: after every turn the page shows the game, and in the end the record."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tools.bench.taps import as_advised, by_chance, play_alone, play_together

SEED = (1).to_bytes(32, "big")
FEW = 4
WHOLE = 1000

GAMES = {
    "some turns": ("short", "congress", FEW),
    "some turns of Rajas": ("basic", "lotus", FEW),
    "a whole game": ("short", "revolutionaries", WHOLE),
    "a whole game of Rajas": ("basic", "peacock", WHOLE),
}


@pytest.mark.whole_game
@pytest.mark.few("some turns")
@pytest.mark.parametrize(("scenario", "seat", "most"), GAMES.values(), ids=GAMES)
async def test_a_game_is_played_by_taps_alone(scenario: str, seat: str, most: int, chromium: Path) -> None:
    count = await play_alone(chromium, scenario, seat, SEED, as_advised, most)
    assert count.turns == FEW or most == WHOLE
    # A finger needs about 24 pixels.
    assert count.small >= 24


@pytest.mark.whole_game
async def test_random_turns_can_be_played_by_taps(chromium: Path) -> None:
    for seat in ("raj", "league"):
        count = await play_alone(chromium, "short", seat, SEED, by_chance(Random(7)), FEW)
        assert count.turns == FEW


TOGETHER = {
    "some turns": ("short", ("raj", "congress", "league"), 1, 3 * FEW),
    "some turns of Rajas": ("basic", ("lotus", "peacock"), 1, 3 * FEW),
    "other seats": ("short", ("congress", "revolutionaries", "raj"), 2, 3 * FEW),
    "a whole game": ("short", ("raj", "congress", "league"), 2, WHOLE),
    "a whole game of Rajas": ("basic", ("lotus", "peacock", "banyan"), 2, WHOLE),
}


@pytest.mark.whole_game
@pytest.mark.parametrize(("scenario", "seats", "number", "most"), TOGETHER.values(), ids=TOGETHER)
async def test_people_on_pages_and_one_on_discord_play_together(
    scenario: str, seats: tuple[str, ...], number: int, most: int, chromium: Path
) -> None:
    turns = await play_together(chromium, scenario, seats, number.to_bytes(32, "big"), as_advised, most)
    assert turns == most or most == WHOLE
    assert turns > FEW
