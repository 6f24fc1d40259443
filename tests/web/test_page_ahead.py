"""The live page shows the same as the panel to those who redeploy later in a Campaign Round."""

from __future__ import annotations

from tests.bot.players import PEOPLE, open_position
from tests.bot.test_answering_ahead import ROUND, act
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
