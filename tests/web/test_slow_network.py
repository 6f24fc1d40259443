"""The private page on a slow or broken network: what it shows meanwhile, and that nothing is played twice."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bot.players import PEOPLE, open_table, play_until
from tests.browser import open_tab
from tests.web.conftest import Site
from tests.web.test_screens import READY

LOSE = """((arrives) => {
  const real = window.ask ??= fetch
  window.sent = []
  window.noted = false
  const note = document.getElementById('note')
  new MutationObserver(() => { noted ||= !note.hidden }).observe(note, { attributes: true })
  window.fetch = async (address, given) => {
    if (!String(address).includes('/do?')) return real(address, given)
    sent.push(given.body)
    if (sent.length > 1) return real(address, given)
    if (arrives) await real(address, given)
    throw new TypeError('lost')
  }
})"""
"""Loses the first tap on its way to the server, or the answer to it."""

COUNT_TURNS = """((real) => {
  window.arrived = 0
  window.fetch = async (address, given) => {
    const answer = await real(address, given)
    if (String(address).includes('/turn?')) setTimeout(() => { arrived += 1 }, 50)
    return answer
  }
})(fetch), 0"""
"""Counts the answers to the question what the turn is, once the page has had time to show them."""


@pytest.mark.seed("1919")
@pytest.mark.parametrize("arrives", ["true", "false"], ids=["a lost answer", "a lost tap"])
async def test_a_tap_that_was_lost_is_sent_again_and_played_once(
    arrives: str, site: Site, chromium: Path, tmp_path: Path
) -> None:
    game_id = await open_table(site.tables)
    await play_until(site.tables, game_id, "raj")
    link = await site.links.make_private(game_id, PEOPLE["raj"])
    async with open_tab(chromium, link, tmp_path, 390, 844) as tab:
        await tab.wait_for(READY)
        before = (await site.tables.table(game_id)).game.version
        await tab.run(f"({LOSE}({arrives}), 0)")
        await tab.run("""document.querySelector('#asked [data-key="sweep"]').click()""")
        # Another answer may have taken the note back already.
        await tab.wait_for("noted")
        await tab.wait_for(f"sent.length === 2 && {READY}")
        assert await tab.run("sent[0] === sent[1]")
        await tab.wait_for("replay.turn().drafted")
        assert await tab.run("document.getElementById('note').hidden")
        await tab.run("document.querySelector('#bar .back').click()")
        await tab.wait_for(f"{READY} && !replay.turn().drafted")
        await tab.run(f"({LOSE}({arrives}), 0)")
        # A pass is confirmed by one click.
        await tab.run("""document.querySelector('#asked [data-key="pass"]').click()""")
        await tab.wait_for("sent.length === 2 && !replay.turn().mine")
        assert await tab.run("document.getElementById('note').hidden")
        assert (await site.tables.table(game_id)).game.version == before + 1
        assert tab.faults == []


async def test_the_outlines_of_the_spaces_are_shown_until_the_picture_of_the_board_is_here(
    site: Site, chromium: Path, tmp_path: Path
) -> None:
    game_id = await open_table(site.tables)
    seat = await play_until(site.tables, game_id, *PEOPLE)
    link = await site.links.make_private(game_id, PEOPLE[seat])
    line = "getComputedStyle(document.querySelector('.reach path')).stroke"
    async with open_tab(chromium, "about:blank", tmp_path, 390, 844) as tab:
        await tab.tell("Network.enable")
        await tab.tell("Network.setBlockedURLs", urls=["*/board.webp"])
        await tab.tell("Page.navigate", url=link)
        await tab.wait_for(READY)
        assert await tab.run(line) not in ("none", "rgba(0, 0, 0, 0)")
        await tab.tell("Network.setBlockedURLs", urls=[])
        await tab.tell("Page.reload")
        await tab.wait_for(f"{READY} && !document.getElementById('board').matches('.bare')")
        assert await tab.run(line) == "none"


@pytest.mark.parametrize("theme", ["light", "dark"])
async def test_a_page_without_its_program_yet_is_a_ring_in_the_colours_of_the_system(
    theme: str, site: Site, chromium: Path, tmp_path: Path
) -> None:
    game_id = await open_table(site.tables)
    link = await site.links.make_private(game_id, PEOPLE["raj"])
    async with open_tab(chromium, "about:blank", tmp_path, 390, 844) as tab:
        wanted = [{"name": "prefers-color-scheme", "value": theme}]
        await tab.tell("Emulation.setEmulatedMedia", features=wanted)
        await tab.tell("Network.enable")
        await tab.tell("Network.setBlockedURLs", urls=["*/page.js"])
        await tab.tell("Page.navigate", url=link)
        await tab.wait_for("document.readyState === 'complete' && document.querySelector('main')")
        ground = await tab.run("getComputedStyle(document.body).backgroundColor")
        assert ground == {"light": "rgb(239, 230, 210)", "dark": "rgb(23, 24, 27)"}[theme]
        assert not await tab.run("document.querySelector('main').checkVisibility({ visibilityProperty: true })")
        assert await tab.run("getComputedStyle(document.body, '::before').width") == "44px"


async def test_a_button_under_a_finger_stays_until_the_finger_is_lifted(
    site: Site, chromium: Path, tmp_path: Path
) -> None:
    game_id = await open_table(site.tables)
    await play_until(site.tables, game_id, "raj")
    link = await site.links.make_private(game_id, PEOPLE["raj"])
    async with open_tab(chromium, link, tmp_path, 390, 844) as tab:
        await tab.wait_for(READY)
        await tab.run(COUNT_TURNS)
        await tab.run("(window.button = document.querySelector('#asked .tools button')).scrollIntoView(), 0")
        x, y = await tab.run("(({ x, y }) => [x + 9, y + 9])(button.getBoundingClientRect())")
        await tab.tell("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        # The same person chooses on another device.
        await site.tables.at(game_id, PEOPLE["raj"]).choose(["sweep"])
        await tab.wait_for("arrived")
        assert await tab.run("button.isConnected && !replay.turn().drafted")
        await tab.tell("Input.dispatchTouchEvent", type="touchCancel", touchPoints=[])
        await tab.wait_for("!button.isConnected && replay.turn().drafted")
        assert tab.faults == []
