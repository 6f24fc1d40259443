"""The news on the page: what the others have done since a person's turn. `test_taps` compares it with whole games."""

from __future__ import annotations

import json
from pathlib import Path
from unittest import mock

import pytest

from tests.bot.players import PEOPLE, act_plainly, whose
from tests.bot.players import open_table as open_for_people
from tests.browser import Tab, open_tab
from tests.turns import draw_turn, plainly, play_to_last_turn
from tests.web.conftest import Site
from tests.web.test_screens import SCREENS, sees
from tools.bench.hands import READY
from tools.bench.taps import PERSON

TOLD = """((lines) => {
  const more = document.querySelector('.news .more')
  if (more.getAttribute('aria-expanded') === 'true') more.click()
  replay.turn().news.lines = lines
  replay.dress('light')
})"""
"""Gives a page other news."""
SEEN = """(() => {
  const [more, part] = [document.querySelector('.news .more'), document.querySelector('.news')]
  const isSeen = (one) => one.scrollHeight <= one.clientHeight + 1 && one.scrollWidth <= one.clientWidth + 1
  const areWhole = (selector) => [...document.querySelectorAll(selector)].every(isSeen)
  const isToldWhole = areWhole('.news li')
  const isWhole = isToldWhole && areWhole('#asked .stakes li, #asked .mine')
  const box = (selector) => document.querySelector(selector).getBoundingClientRect()
  const isBelow = getComputedStyle(document.getElementById('stage')).position === 'sticky'
  const room = innerWidth < 1000 ? box('#tabs').top - (isBelow ? box('#stage').height : 0) : box('#side').height
  const top = innerWidth < 1000 ? box('.news').top : box('#asked').top
  const hasAnswers = box('#asked .ways button').bottom - top <= room
  return { isWhole, isToldWhole, hasMore: more.checkVisibility(), hasAnswers }
})()"""
"""Whether the news is complete, whether a button opens more of it, and whether there is room for the first answers."""
READ = "JSON.stringify([...document.querySelectorAll('.news li')].map((one) => one.textContent))"


async def tell(tab: Tab, *lines: str) -> dict[str, bool]:
    """Have a page tell these news, and return what is seen of them."""
    await tab.run(f"{TOLD}({json.dumps(lines)})")
    found: dict[str, bool] = await tab.run(SEEN)
    return found


@pytest.mark.seed("1918")
async def test_long_news_is_cut_so_that_the_first_answers_stay_visible(
    site: Site, chromium: Path, tmp_path: Path
) -> None:
    game_id = await open_for_people(site.tables)
    moment = await site.tables.moment(game_id)
    first = whose(moment)
    while (moment := await site.tables.moment(game_id)).game.pending_seat == first:
        await act_plainly(site.tables, moment, PEOPLE[first])
    link = await site.links.make_private(game_id, PEOPLE[moment.game.pending_seat])
    async with open_tab(chromium, link, tmp_path, 390, 844) as tab:
        await tab.wait_for(f"{READY} && document.querySelector('.news li')")
        for name, (width, height, is_phone) in SCREENS.items():
            await tab.resize(width, height, is_phone=is_phone)
            # One line is never cut.
            alone = await tell(tab, "and so on " * 60)
            assert alone["isToldWhole"], name
            assert alone["isWhole"] != alone["hasMore"], name
            cut = 0
            for words in range(1, 40, 3):
                seen = await tell(tab, *["and so on " * words] * 3)
                assert seen["isWhole"] != seen["hasMore"], (name, words)
                assert seen["hasAnswers"], (name, words)
                cut += seen["hasMore"]
            # There is room for three rows on a phone, and for more on a larger screen.
            assert not (await tell(tab, *["and so on " * (2 if is_phone else 12)] * 3))["hasMore"], name
            assert cut > 0 or not is_phone, name
        # A keyboard opens the rest, and closes it.
        await tab.resize(390, 844)
        assert (await tell(tab, *["and so on " * 30] * 3))["hasMore"]
        assert await sees(tab, ".news .more")
        await tab.run("document.querySelector('.news .more').focus()")
        for is_open in (True, False):
            await tab.press("Enter")
            assert (await tab.run(SEEN))["isWhole"] == is_open
            state = "((one) => [one.getAttribute('aria-expanded'), one.textContent])(document.activeElement)"
            assert await tab.run(state) == [str(is_open).lower(), "Less" if is_open else "More"]
        # The lines of a turn that is shown on the board are not cut.
        await tab.run("document.querySelector('.news .shows').click()")
        assert await tab.run("document.querySelector('.news').matches('.running:not(.cut)')")
        assert tab.faults == []


@pytest.mark.few
async def test_the_news_of_a_finished_game_begins_with_its_result(site: Site, chromium: Path, tmp_path: Path) -> None:
    """Automatic players end the game after one's own Confirm."""
    with mock.patch("bot.tables.lobby.token_bytes", return_value=(4).to_bytes(32, "big")):
        game_id = await open_for_people(site.tables, {"congress": PERSON}, with_automatic=True)
    async with site.tables.transactions.begin(game_id, None) as tx:
        loaded = await tx.load_game()
        await tx.play(loaded, loaded.game.clone(), play_to_last_turn(loaded.game, lambda number: plainly))
    site.tables.cache.forget(game_id)
    link = await site.links.make_private(game_id, PERSON)
    async with open_tab(chromium, link, tmp_path, 390, 844) as tab:
        await tab.wait_for(READY)
        for key in draw_turn((await site.tables.moment(game_id)).game, plainly)[:-1]:
            await site.tables.at(game_id, PERSON).choose([key])
        confirm = "document.querySelector('#bar .confirm, #asked .confirm')"
        await tab.wait_for(f"{READY} && {confirm}")
        # A person who has read to the end of their panel sees the beginning of the other one.
        await tab.run("window.scrollTo(0, document.body.scrollHeight)")
        await tab.run(f"{confirm}.click()")
        await tab.wait_for(f"{READY} && replay.turn().result")
        assert await sees(tab, "#asked h2")
        assert await tab.run("document.querySelector('#asked h2').textContent") == "The game is over"
        assert await sees(tab, ".ending")
        assert await tab.run("document.querySelectorAll('.ending').length") == 1
        # The news go back to one's own Confirm, and Show begins with one's own turn.
        version = (await site.tables.table(game_id)).game.version
        await tab.wait_for(f"replay.version === {version} && replay.seen() === replay.last")
        lines = json.loads(await tab.run(READ))
        assert 0 < len(lines) <= 3
        await tab.tap(".news .shows")
        await tab.wait_for("document.querySelector('.news.running')")
        unseen = "Number(document.querySelector('#entries .unseen').dataset.index)"
        own = f"document.querySelector(`#entries [data-index='${{{unseen} - 1}}']`).textContent"
        assert "Congress" in await tab.run(own)
        assert await tab.run(f"replay.seen() === Math.min({unseen}, replay.last - 1)")
        await tab.tap(".news .shows")
        await tab.wait_for("!document.querySelector('.news.running') && replay.seen() === replay.last")
        assert await sees(tab, "#asked h2")
        assert json.loads(await tab.run(READ)) == lines
        # The log has the last turn, and does not tell the end again.
        await tab.run("document.getElementById('tab-log').click()")
        assert await tab.run("document.querySelector('#turn h2').checkVisibility()")
        assert not await tab.run("document.querySelector('.ending').checkVisibility()")
        assert tab.faults == []
