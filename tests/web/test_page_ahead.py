"""The live page shows the same as the panel to those who redeploy later in a Campaign Round."""

from __future__ import annotations

from pathlib import Path

from bot.tables.table import Pace
from tests.bot.players import PEOPLE, open_position
from tests.bot.test_answering_ahead import ROUND, act
from tests.browser import open_tab
from tests.web.conftest import Site
from tests.web.test_server import find_turn, tap


async def test_a_redeploy_is_planned_on_the_page_and_planned_again(site: Site) -> None:
    game_id = await open_position(site.tables, ROUND)
    link = await site.enter(game_id, PEOPLE["congress"])
    turn = await find_turn(site, link)
    assert turn["mine"]
    assert turn["seat"] == "congress"
    assert turn["heading"][0].startswith("Your part of this phase comes later")
    # Advice is about what is asked now.
    assert "advise" not in [way["verb"] for way in turn["ways"]]
    for key in ("bihar", "1", "sind"):
        turn = await tap(site, link, turn, "choose", key)
    turn = await tap(site, link, turn, "confirm", "done")
    assert not turn["mine"]
    assert "Bihar → Sind" in turn["heading"][0]
    assert ("replan", "act") in [(way["name"], way["verb"]) for way in turn["ways"]]
    turn = await tap(site, link, turn, "act", "replan")
    assert turn["mine"]
    turn = await tap(site, link, turn, "confirm", "done")
    assert await act(site.tables, game_id) == "league"
    # The one who is asked, and those without a seat, see no plan.
    other = await find_turn(site, await site.enter(game_id, PEOPLE["raj"]))
    assert not other["mine"]
    assert other["heading"] == []


ASIDE = "[...document.querySelectorAll('#asked .aside p')].map((one) => one.textContent).join(' ')"


async def read_aside(site: Site, chromium: Path, folder: Path, game_id: str, person: int) -> str:
    """Return what a person's page says above the question, and check that nothing there is cut off."""
    link = await site.links.make_private(game_id, person)
    async with open_tab(chromium, link, folder, 390, 844) as tab:
        await tab.wait_for("window.replay && replay.turn()?.mine")
        assert not await tab.run("document.querySelector('#asked .aside .leave')")
        cut = "[...document.querySelectorAll('#asked .aside p')].some((one) => one.scrollWidth > one.clientWidth)"
        assert not await tab.run(cut)
        assert tab.faults == []
        said: str = await tab.run(ASIDE)
        return said


async def test_the_page_says_above_a_question_what_the_panel_says_there(
    site: Site, chromium: Path, tmp_path: Path
) -> None:
    """At a table the page used to name no plan, no clock, and not who proposes a turn."""
    game_id = await open_position(site.tables, ROUND)
    assert await read_aside(site, chromium, tmp_path, game_id, PEOPLE["raj"]) == ""
    said = await read_aside(site, chromium, tmp_path, game_id, PEOPLE["congress"])
    assert said.startswith("Your part of this phase comes later, but you can plan it now.")
    async with site.tables.transactions.begin(game_id, None) as tx:
        await site.tables.settings._set_pace(tx, game_id, Pace(0, 0, "remind", bank=72))
    # Discord shows a moment in the words of its reader, and so does the page.
    assert await read_aside(site, chromium, tmp_path, game_id, PEOPLE["raj"]) == "Your clock runs out in 3 days."
