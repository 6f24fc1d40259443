"""Earlier turns on the page: the numbers of their lines cover no names."""

from __future__ import annotations

from pathlib import Path
from random import Random

from tests.bot.players import PEOPLE, open_table, whose
from tests.browser import open_tab
from tests.web.conftest import Site
from tools.bench.hands import READY
from tools.bench.taps import by_chance

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
    """Play turns with numbered lines until somebody is asked after others have acted, and return where and who."""
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


async def test_the_numbers_of_lines_cover_no_names(site: Site, chromium: Path, tmp_path: Path) -> None:
    game_id, seat = await play_on(site)
    link = await site.links.make_private(game_id, PEOPLE[seat])
    async with open_tab(chromium, link, tmp_path, 1280, 800) as tab:
        await tab.wait_for(READY)
        assert await tab.run("replay.go(2) ?? document.querySelectorAll('.order g').length")
        assert await tab.run(COVERED) == []
