"""A private page in a browser, on a phone: spaces are tapped, and the draft is that of Discord."""

from __future__ import annotations

import json
from pathlib import Path

from tests.bot.players import PEOPLE, open_table, play_until
from tests.browser import open_tab
from tests.web.conftest import Site

WIDTH, HEIGHT = 390, 844
READY = "window.replay && replay.turn()"


async def test_a_turn_is_played_by_taps_on_the_board(site: Site, chromium: Path, tmp_path: Path) -> None:
    game_id = await open_table(site.tables)
    await play_until(site.tables, game_id, "raj")
    person = PEOPLE["raj"]
    link = await site.links.make_private(game_id, person)
    async with open_tab(chromium, link, tmp_path, WIDTH, HEIGHT) as tab:
        await tab.wait_for(f"{READY} && replay.turn().mine")
        # The secret has left the address bar, and no script can read it.
        assert await tab.run("location.href") == link.partition("#")[0]
        assert await tab.run("document.cookie") == ""
        assert await tab.run("document.documentElement.scrollWidth") <= WIDTH
        await tab.tap('#asked [data-key="deploy"]')
        await tab.wait_for("replay.turn().drafted && document.querySelector('.targets path')")
        asked = (await site.tables.moment(game_id, person)).decision
        assert asked is not None
        spaces = {option.key for option in asked.options if option.role == "space"}
        shown = await tab.run(
            "JSON.stringify([...document.querySelectorAll('.targets path')].map((one) => one.dataset.key))"
        )
        assert set(json.loads(shown)) == spaces
        before = await tab.run("replay.turn().token")
        await tab.tap('.targets path[data-key="delhi"]')
        await tab.wait_for(f"replay.turn().token !== {json.dumps(before)}")
        assert (await site.tables.moment(game_id, person)).draft.to_commit[:2] == ("deploy", "delhi")
        # What is undone on Discord is undone here too.
        await site.tables.at(game_id, person).reset()
        await tab.wait_for("!replay.turn().drafted")
        # A space that is closed says why.
        await tab.tap('#asked [data-key="deploy"]')
        await tab.wait_for("replay.turn().drafted")
        order = "[...document.querySelectorAll('[data-space]')].map((one) => one.dataset.space)"
        number = (await tab.run(order)).index("rajputana")
        await tab.tap(f'.reach path[data-number="{number}"]')
        await tab.wait_for("document.querySelector('#space .refused')")
        assert tab.faults == []


async def test_a_reader_stays_in_the_past_while_the_game_goes_on(site: Site, chromium: Path, tmp_path: Path) -> None:
    game_id = await open_table(site.tables)
    await play_until(site.tables, game_id, "raj")
    page = await site.links.find_page(game_id)
    async with open_tab(chromium, page, tmp_path, WIDTH, HEIGHT) as tab:
        await tab.wait_for("window.replay && replay.last >= 0 && document.querySelector('#entries button')")
        await tab.run("replay.go(0)")
        last = await tab.run("replay.last")
        moment = await site.tables.moment(game_id)
        assert moment.decision is not None
        await site.tables.at(game_id, PEOPLE["raj"]).play(["pass"])
        await tab.wait_for(f"replay.last > {last}")
        assert await tab.run("replay.seen()") == 0
        await tab.run("document.getElementById('newest').click()")
        assert await tab.run("replay.seen() === replay.last")
        assert tab.faults == []


async def test_a_link_that_has_ended_says_so_and_shows_the_log(site: Site, chromium: Path, tmp_path: Path) -> None:
    game_id = await open_table(site.tables)
    link = await site.links.make_private(game_id, PEOPLE["raj"])
    await site.links.renew(game_id, PEOPLE["raj"])
    page = await site.links.find_page(game_id)
    ended = f"{page}/p/{link.rpartition('/')[2]}"
    async with open_tab(chromium, ended, tmp_path, WIDTH, HEIGHT) as tab:
        await tab.wait_for("window.replay && document.querySelector('#note b')")
        await tab.wait_for("document.body.dataset.tab === 'log'")
        # The stream is refused too, and puts no other words in their place.
        while not any("/events" in fault for fault in tab.faults):
            await tab.run("new Promise((done) => setTimeout(done, 10))")
        await tab.wait_for("document.querySelector('#note b')")
        assert "**" not in await tab.run("document.getElementById('note').textContent")
        assert await tab.run("document.querySelector('#note b').checkVisibility()")


async def test_what_zooms_out_covers_the_board_only_when_it_is_near(site: Site, chromium: Path, tmp_path: Path) -> None:
    game_id = await open_table(site.tables)
    page = await site.links.find_page(game_id)
    shown = "[...document.querySelectorAll('.zoom button')].filter((one) => one.checkVisibility()).length"
    async with open_tab(chromium, page, tmp_path, WIDTH, HEIGHT) as tab:
        await tab.wait_for("window.replay && replay.last >= 0 && document.querySelector('#entries button')")
        assert await tab.run(shown) == 1
        await tab.tap("#closer")
        await tab.wait_for(f"{shown} === 3")
        await tab.run("document.getElementById('whole').focus(); document.getElementById('whole').click()")
        assert await tab.run(shown) == 1
        assert await tab.run("document.activeElement.id") == "closer"
