"""Earlier turns on the page: the reader sees what happened where they look, and nothing moves or is covered by that."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.bot.players import PEOPLE, open_table, whose
from tests.browser import open_tab
from tests.web.conftest import Site
from tests.web.test_screens import SCREENS, sees
from tools.bench.hands import READY
from tools.bench.taps import by_chance

ENTRY = "document.querySelector(`#entries [data-index='${%s}']`)"
TOLD = "document.querySelector('#entries .opened') ?? document.getElementById('turn')"
NUMBERS = """new Set([...document.querySelectorAll('.order text')]
  .flatMap((one) => one.textContent.split(' '))).size"""
COVERED = """(() => {
  const covered = []
  const boxes = (parts) => [...document.querySelectorAll(parts)]
    .map((one) => [one.textContent, one.getBoundingClientRect()])
  for (let index = 0; index <= replay.last; index += 1) {
    replay.go(index)
    for (const [number, a] of boxes('.order g')) {
      for (const [name, b] of boxes('.names text:not(.far)')) {
        const broad = Math.min(a.right, b.right) - Math.max(a.left, b.left)
        const tall = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
        if (broad > 3 && tall > 5) covered.push([index, number, name, broad, tall])
      }
    }
  }
  return covered
})()"""
"""Goes through all turns, and lists the names that the number of a line covers."""


async def play_on(site: Site) -> tuple[str, str]:
    """Play turns with numbered lines until someone decides after others have acted, and return where and who."""
    game_id = await open_table(site.tables)
    choose = by_chance(Random(5))
    moment = await site.tables.moment(game_id)
    first = whose(moment)
    turns = 0
    while turns < 6 or moment.game.pending_seat == first or moment.step:
        await site.tables.at(game_id, PEOPLE[whose(moment)]).play(choose(moment.game))
        moment = await site.tables.moment(game_id)
        turns += 1
    return game_id, moment.game.pending_seat


@pytest.mark.seed("1919")
async def test_a_turn_of_the_log_opens_where_the_reader_sees_it(site: Site, chromium: Path, tmp_path: Path) -> None:
    game_id, seat = await play_on(site)
    link = await site.links.make_private(game_id, PEOPLE[seat])
    async with open_tab(chromium, link, tmp_path, 390, 844) as tab:
        await tab.wait_for(f"{READY} && document.querySelector('.news li')")
        last = await tab.run("replay.last")
        for name, (width, height, is_phone) in SCREENS.items():
            await tab.resize(width, height, is_phone=is_phone)
            await tab.run("document.getElementById('tab-log').click()")
            told = set()
            for index in (last - 1, last):
                await tab.run(f"{ENTRY % index}.scrollIntoView({{ block: 'center', behavior: 'instant' }})")
                await tab.run(f"{ENTRY % index}.click()")
                assert await sees(tab, "#entries .opened" if width < 1000 else "#turn h2"), (name, index)
                lines = await tab.run(f"({TOLD}).querySelector('ul').textContent")
                told.add(lines)
                # The numbers of the lines are on the board, also those of the last turn beside a question.
                count = await tab.run(NUMBERS)
                assert count == await tab.run(f"({TOLD}).querySelectorAll('ul > li > .mark').length"), (name, index)
            assert len(told) == 2
            # A second touch closes it.
            await tab.run(f"{ENTRY % last}.click()")
            assert await tab.run("!document.querySelector('.opened') && !document.body.matches('.looking')"), name
            await tab.run("document.getElementById('tab-asked').click()")
            assert await sees(tab, ".question"), name
        assert tab.faults == []


@pytest.mark.seed("1920")
async def test_turns_that_are_shown_do_not_move_the_question(site: Site, chromium: Path, tmp_path: Path) -> None:
    game_id, seat = await play_on(site)
    link = await site.links.make_private(game_id, PEOPLE[seat])
    top = "Math.round(document.querySelector('.question').getBoundingClientRect().top)"
    async with open_tab(chromium, link, tmp_path, 390, 844) as tab:
        await tab.wait_for(f"{READY} && document.querySelector('.news li')")
        for name, (width, height, is_phone) in SCREENS.items():
            await tab.resize(width, height, is_phone=is_phone)
            await tab.run("document.querySelector('.news .shows').click()")
            await tab.wait_for("document.querySelector('.news.running')")
            before = await tab.run(top)
            seen = set()
            while await tab.run("replay.seen() < replay.last"):
                seen.add(await tab.run("document.getElementById('news').textContent"))
                assert await tab.run(top) == before, name
                await tab.run("replay.go(replay.seen() + 1)")
            assert len(seen) > 1
            await tab.run("document.querySelector('.news .shows').click()")
            await tab.wait_for("!document.querySelector('.news.running')")
        assert tab.faults == []


async def test_the_step_numbers_on_the_board_cover_no_names(site: Site, chromium: Path, tmp_path: Path) -> None:
    game_id, seat = await play_on(site)
    link = await site.links.make_private(game_id, PEOPLE[seat])
    async with open_tab(chromium, link, tmp_path, 1280, 800) as tab:
        await tab.wait_for(READY)
        assert await tab.run("replay.go(2) ?? document.querySelectorAll('.order g').length")
        assert await tab.run(COVERED) == []
