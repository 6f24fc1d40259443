"""On a phone, the text of a copy or lesson and its way back stay visible beside the question."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.bot.players import PEOPLE, open_table, play_until
from tests.browser import open_tab
from tests.web.conftest import Site
from tests.web.test_screens import sees
from tools.bench.hands import READY

PHONES = {"phone": (390, 844), "small phone": (360, 640), "phone on its side": (844, 390)}
TOOL = "[...document.querySelectorAll('.tools button')].find((one) => one.textContent.startsWith(%s))"


@pytest.mark.parametrize("begins", ["What if?", "First turn"])
async def test_the_text_and_the_exit_of_a_copy_or_lesson_stay_visible_on_phones(
    site: Site, chromium: Path, tmp_path: Path, begins: str
) -> None:
    game_id = await open_table(site.tables)
    await play_until(site.tables, game_id, "congress")
    link = await site.links.make_private(game_id, PEOPLE["congress"])
    async with open_tab(chromium, link, tmp_path, 390, 844) as tab:
        await tab.wait_for(READY)
        assert await tab.run("document.querySelector('details.rule summary').textContent") == "Rule § 2.3.4"
        for name, (width, height) in PHONES.items():
            await tab.resize(width, height)
            tool = TOOL % json.dumps(begins)
            await tab.run(f"{tool}.click()")
            await tab.wait_for("replay.turn().session && document.querySelector('.aside .leave')")
            for answers in (".ways.acts button", ".spaces summary"):
                assert await sees(tab, ".aside p"), (name, answers)
                assert await sees(tab, ".aside .leave"), (name, answers)
                assert await sees(tab, ".question"), (name, answers)
                assert await tab.run("document.documentElement.scrollWidth") <= width, name
                if answers == ".ways.acts button":
                    assert await sees(tab, f"#asked {answers}"), name
                    await tab.run("""document.querySelector('#asked [data-key="civil_disobedience"]').click()""")
                    await tab.wait_for("document.querySelector('.targets path')")
            # Places are tapped here, and not picked from a list as in Discord.
            told = await tab.run("document.getElementById('asked').innerText")
            assert "Tap a space to do the maximum in it." in told
            assert "from the list" not in told
            # They stay while the reader looks further down.
            await tab.run("window.scrollTo(0, document.body.scrollHeight)")
            assert await sees(tab, ".aside .leave"), name
            await tab.run("document.querySelector('.leave').click()")
            await tab.wait_for("!replay.turn().session && !document.body.matches('.busy')")
        assert tab.faults == []
