"""Someone who only looks at the page hears, before each of their turns, what the others have done meanwhile."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bot.games.frontend import front_of
from bot.language import load_language
from tests.browser import open_tab
from tools.bench.hands import HEIGHT, READY, WIDTH, Hand
from tools.bench.taps import PERSON, as_advised, compare_all, compare_now, find_game, open_pages, open_table

FEW = 3
WHOLE = 1000
READ = "JSON.stringify([...document.querySelectorAll('.news li')].map((one) => one.textContent))"
GAMES = {
    "some turns": ("short", "congress", FEW),
    "some turns of Rajas": ("basic", "lotus", FEW),
    "a whole game": ("short", "congress", WHOLE),
    "a whole game of Rajas": ("basic", "peacock", WHOLE),
}


@pytest.mark.whole_game
@pytest.mark.few("some turns", "some turns of Rajas")
@pytest.mark.parametrize(("scenario", "seat", "most"), GAMES.values(), ids=GAMES)
async def test_the_news_name_everyone_who_played_since_ones_own_turn(
    scenario: str, seat: str, most: int, chromium: Path, tmp_path: Path
) -> None:
    async with open_pages() as (bot, links):
        game_id = await open_table(bot, scenario, {seat: PERSON}, (1).to_bytes(32, "big"))
        link = await links.make_private(game_id, PERSON)
        async with open_tab(chromium, link, tmp_path, WIDTH, HEIGHT) as tab:
            hand, turns, compared = Hand(tab, bot.tables, game_id, PERSON), 0, 0
            while turns < most and (game := await find_game(bot, game_id)).decision is not None:
                language = load_language("en", game.rules.name)
                await tab.wait_for(f"{READY} && replay.turn().mine")
                async with bot.tables.storage.read() as reader:
                    played, chosen = await reader.turns(game_id), await reader.choices(game_id)
                # The news begins with the turn in which the person was last asked something.
                own = [one.turn_number for one in chosen if one.user_id == PERSON and one.kind == "choose"]
                last = max(own, default=0)
                since = [turn.label for turn in played if turn.number >= last]
                others = {label.get("seat", "") for label in since} - {"", seat}
                # A Campaign Round is named as a whole.
                phase = front_of(game.rules.name).setup.turn_phase
                named = others & {label.get("seat", "") for label in since if label.get("phase") == phase}
                # In the middle of one's own turn there is no news.
                if not (game.label.seat == seat and game.state.log):
                    if game.label.seat not in ("", seat) and game.state.log:
                        others.add(game.label.seat)
                        named |= {game.label.seat} if game.label.phase == phase else set()
                    lines = json.loads(await tab.run(READ))
                    told = " ".join(lines)
                    assert not [one for one in named if language.word(f"seat.{one}") not in told], (turns, told)
                    assert len(lines) <= 3
                    assert bool(lines) == bool(others)
                    compared += bool(lines)
                turns += 1
                await hand.give(as_advised(game))
                await compare_now(bot, game_id, hand)
            if game.decision is None:
                await compare_all(bot, game_id, hand)
                assert await tab.run("Boolean(document.querySelector('.ending li'))")
            assert compared > (0 if most == FEW else FEW)
            assert tab.faults == []
