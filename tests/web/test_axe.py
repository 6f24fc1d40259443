"""axe-core finds no fault on any page of ours: each game, light and dark, on every screen.

``.ci/page`` fetches axe-core by npm, and names its file in AXE.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from bot.narrate.replay_page import make_page
from bot.web.seasons import find_season_page
from engine import Game
from engine.core.record import read_record, write_record
from tests.bot.players import PEOPLE, open_table, play_until
from tests.browser import Tab, open_tab
from tests.turns import plainly
from tests.web.conftest import Site
from tests.web.test_screens import READY, SCREENS
from tests.web.test_seasons import play_season
from tests.web.test_states import KINDS, list_states

RUN = """axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations.map((one) => {
  const told = ({ target, any, failureSummary }) => `${target.join(' ')} ${any[0]?.message ?? failureSummary}`
  return [one.id, one.impact, one.nodes.slice(0, 3).map(told)]
}))"""
TABLES = {"gandhi": ("short", "raj", PEOPLE), "rajas": ("basic", "lotus", {"lotus": 11, "peacock": 12})}
FIRST = "replay.turn().options.find((one) => ['action', 'choice', 'space'].includes(one.role)).key"
STATES = {
    "asked": "",
    "drafted": f"document.querySelector(`#asked [data-key='${{CSS.escape({FIRST})}}']`).click()",
    "beside": "document.querySelectorAll('.shelf details').forEach((one) => { one.open = true })",
    "space": "replay.show(3)",
    "log": "document.getElementById('tab-log').click()",
    "table": "document.getElementById('tab-table').click(); document.querySelector('#words summary').click()",
    "folded": "document.getElementById('tab-log').click(); document.getElementById('fold').click()",
}
"""Steps on the page, after each of which axe looks."""


async def find_faults(tab: Tab, name: Sequence[str]) -> list[object]:
    """Return what axe finds wrong in a page in both themes, with the name of the place."""
    found: list[object] = []
    for theme in ("light", "dark"):
        await tab.run(f"window.replay?.dress({json.dumps(theme)})")
        await tab.tell("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": theme}])
        await tab.run("Promise.all(document.getAnimations().map((one) => one.finished.catch(() => null)))")
        found += [[*name, theme, fault] for fault in await tab.run(RUN)]
    return found


@pytest.mark.parametrize("kind", TABLES)
async def test_axe_finds_no_fault_on_the_pages_of_a_table(
    site: Site, chromium: Path, tmp_path: Path, axe: str, kind: str
) -> None:
    scenario, seat, people = TABLES[kind]
    game_id = await open_table(site.tables, people, scenario)
    await play_until(site.tables, game_id, seat)
    faults = []
    private, public = await site.links.make_private(game_id, people[seat]), await site.links.find_page(game_id)
    async with open_tab(chromium, private, tmp_path / "private", 390, 844) as tab:
        await tab.wait_for(READY)
        await tab.run(f"{axe}; 1")
        for screen, (width, height, is_phone) in SCREENS.items():
            await tab.resize(width, height, is_phone=is_phone)
            for state, script in STATES.items():
                await tab.run(f"{script}; 1")
                await tab.wait_for("!document.body.classList.contains('busy')")
                faults += await find_faults(tab, (screen, state))
            await tab.run("document.getElementById('tab-asked').click()")
            await site.tables.at(game_id, people[seat]).reset()
            await tab.wait_for("replay.turn().mine && !replay.turn().drafted")
    async with open_tab(chromium, public, tmp_path / "public", 390, 844) as tab:
        await tab.wait_for("window.replay && document.getElementById('title').textContent")
        await tab.run(f"{axe}; 1")
        for screen, (width, height, is_phone) in SCREENS.items():
            await tab.resize(width, height, is_phone=is_phone)
            faults += await find_faults(tab, (screen, "public"))
    assert not faults, "\n".join(map(str, faults))


@pytest.mark.parametrize("kind", KINDS)
async def test_axe_finds_no_fault_in_any_state_of_a_table(
    site: Site, chromium: Path, tmp_path: Path, axe: str, kind: str
) -> None:
    faults = []
    async with open_tab(chromium, "about:blank", tmp_path, 390, 844) as tab:
        async for state, link, is_there in list_states(site, KINDS[kind]):
            await tab.tell("Page.navigate", url="about:blank")
            await tab.tell("Page.navigate", url=link)
            await tab.wait_for(is_there)
            await tab.run(f"{axe}; 1")
            for screen in ("phone", "laptop"):
                width, height, is_phone = SCREENS[screen]
                await tab.resize(width, height, is_phone=is_phone)
                await tab.run("document.getElementById('fold').click()")
                faults += await find_faults(tab, (state, screen))
    assert not faults, "\n".join(map(str, faults))


async def test_axe_finds_no_fault_on_the_page_of_a_season(site: Site, chromium: Path, tmp_path: Path, axe: str) -> None:
    page = find_season_page(site.links, await play_season(site))
    async with open_tab(chromium, page, tmp_path, 390, 844) as tab:
        await tab.wait_for("document.querySelector('h1')")
        await tab.run(f"{axe}; 1")
        assert not await find_faults(tab, ("season",))


@pytest.mark.parametrize("kind", TABLES)
async def test_axe_finds_no_fault_on_the_replay_page_of_a_game(
    chromium: Path, tmp_path: Path, axe: str, kind: str
) -> None:
    game = Game.new(kind, TABLES[kind][0], seed=bytes(32))
    while game.step_number < 3 and game.decision is not None:
        game.choose(plainly(game.decision))
    page = make_page(read_record(write_record(game.record())))
    assert page is not None
    file = tmp_path / "page.html"
    file.write_bytes(page)
    async with open_tab(chromium, file.as_uri(), tmp_path, 390, 844) as tab:
        await tab.wait_for("window.replay")
        await tab.run(f"{axe}; 1")
        faults = []
        for screen, (width, height, is_phone) in SCREENS.items():
            await tab.resize(width, height, is_phone=is_phone)
            faults += await find_faults(tab, (screen,))
        assert not faults, "\n".join(map(str, faults))
