"""Games that are played by taps on a phone: after every turn the page shows the game, and in the end the record.

A whole game of Rajas for several people is in `test_frame`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from bot.client import TableBot
from bot.games.frontend import front_of
from bot.language import load_language
from engine import Game
from engine.gandhi.chanakya import advising
from engine.gandhi.chanakya.plans import CARDS_PLAN, list_sober_plans
from tests.browser import Tab
from tests.web.test_news import READ
from tools.bench.hands import READY
from tools.bench.taps import PERSON, as_advised, by_chance, play_alone, play_together

SEED = (1).to_bytes(32, "big")
FEW = 4
WHOLE = 1000


@pytest.fixture(autouse=True)
def own_advice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have Arjuna's own turn advised without a search for others, since `as_advised` would not take them."""

    def list_plans(seat: str, *, is_begun: bool) -> Iterable[str]:
        return list_sober_plans(seat, is_begun=True) if is_begun else [CARDS_PLAN]

    monkeypatch.setattr(advising, "list_sober_plans", list_plans)


GAMES = {
    "some turns": ("short", "congress", FEW),
    "some turns of Rajas": ("basic", "lotus", FEW),
    "a whole game": ("short", "revolutionaries", WHOLE),
    "a whole game of Rajas": ("basic", "peacock", WHOLE),
}


@dataclass
class Reader:
    """A person who only uses the page, and reads before each of their turns what the others have done.

    ``compared`` counts the turns before which there was news.
    """

    seat: str
    compared: int = 0

    async def read(self, bot: TableBot, game_id: str, game: Game, tab: Tab) -> None:
        """Compare the news with what was played, and look for the result of a finished game."""
        if game.decision is None:
            assert await tab.run("Boolean(document.querySelector('.ending li'))")
            return
        language = load_language("en", game.rules.name)
        await tab.wait_for(f"{READY} && replay.turn().mine")
        async with bot.tables.storage.read() as reader:
            played, chosen = await reader.turns(game_id), await reader.choices(game_id)
        # The news begins after the person's last choice: their turn may have ended with it.
        own = [one.turn_number for one in chosen if one.user_id == PERSON and one.kind == "choose"]
        last = max(own, default=0)
        since = [turn.label for turn in played if turn.number > last]
        others = {label.get("seat", "") for label in since} - {"", self.seat}
        # A Campaign Round is named as a whole.
        phase = front_of(game.rules.name).setup.turn_phase
        named = others & {label.get("seat", "") for label in since if label.get("phase") == phase}
        # In the middle of one's own turn there is no news.
        if game.label.seat == self.seat and game.state.log:
            return
        if game.label.seat not in ("", self.seat) and game.state.log:
            others.add(game.label.seat)
            named |= {game.label.seat} if game.label.phase == phase else set()
        lines = json.loads(await tab.run(READ))
        told = " ".join(lines)
        assert not [one for one in named if language.word(f"seat.{one}") not in told], (len(played), told)
        assert len(lines) <= 3
        assert bool(lines) or not others
        if lines and not others:
            assert await bot.tables.recaps.tell_since(game_id, PERSON) is not None
        self.compared += bool(lines)


@pytest.mark.whole_game
@pytest.mark.few("some turns", "some turns of Rajas")
@pytest.mark.parametrize(("scenario", "seat", "most"), GAMES.values(), ids=GAMES)
async def test_a_game_is_played_by_taps_alone_with_news_of_everyone_since_the_last_turn(
    scenario: str, seat: str, most: int, chromium: Path
) -> None:
    reader = Reader(seat)
    count = await play_alone(chromium, scenario, seat, SEED, as_advised, most, reader.read)
    assert count.turns == FEW or most == WHOLE
    # A finger needs about 24 pixels.
    assert count.small >= 24
    assert reader.compared > (0 if most == FEW else FEW)


@pytest.mark.whole_game
async def test_random_turns_can_be_played_by_taps(chromium: Path) -> None:
    for seat in ("raj", "league"):
        count = await play_alone(chromium, "short", seat, SEED, by_chance(Random(7)), FEW)
        assert count.turns == FEW


TOGETHER = {
    "some turns": ("short", ("raj", "congress", "league"), 1, 3 * FEW),
    "some turns of Rajas": ("basic", ("lotus", "peacock"), 1, 3 * FEW),
    "a whole game with other seats": ("short", ("congress", "revolutionaries", "raj"), 2, WHOLE),
}


@pytest.mark.whole_game
@pytest.mark.parametrize(("scenario", "seats", "number", "most"), TOGETHER.values(), ids=TOGETHER)
async def test_people_on_pages_and_one_on_discord_play_together(
    scenario: str, seats: tuple[str, ...], number: int, most: int, chromium: Path
) -> None:
    turns = await play_together(chromium, scenario, seats, number.to_bytes(32, "big"), as_advised, most)
    assert turns == most or most == WHOLE
    assert turns > FEW
