"""The page in every state of a table: nothing on it is an empty heading, list or paragraph."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.bot.players import PEOPLE, open_table, play_until
from tests.browser import open_tab
from tests.turns import draw_turn, plainly
from tests.web.conftest import Site
from tests.web.test_screens import READY, SCREENS

SHOWN = "window.replay && document.getElementById('title').textContent"
EMPTY = """[...document.querySelectorAll(
  'h1, h2, h3, p, ul, ol, li, dl, caption, th, summary, button, a, tbody, section')]
  .filter((one) => one.checkVisibility() && !one.textContent.trim() && !one.matches('[aria-label], [role=log]')
    && !one.querySelector('img, svg, input, button'))
  .map((one) => `${one.tagName} #${one.id} .${one.className} in ${one.parentNode.id || one.parentNode.className}`)"""
"""Parts of a page that can be seen, and in which there is nothing."""


@dataclass(frozen=True)
class Kind:
    """A game: its scenario, its people, and the owner of the page."""

    scenario: str
    people: Mapping[str, int]
    seat: str


KINDS = {
    "gandhi": Kind("short", PEOPLE, "raj"),
    "rajas": Kind("basic", {"lotus": 11, "peacock": 12}, "lotus"),
}


async def play_to_the_end(site: Site, game_id: str) -> None:
    """Play a game of people to its end."""
    async with site.tables.transactions.begin(game_id, None) as tx:
        loaded = await tx.load_game()
        twin, answers = loaded.game.clone(), list[tuple[str, str]]()
        while twin.decision is not None:
            seat = twin.decision.seat
            last = len(answers)
            for key in draw_turn(twin, plainly):
                answers.append((seat, key))
                twin.choose(key)
        await tx.play(loaded, loaded.game.clone(), answers[:last])
    while (moment := await site.tables.moment(game_id)).decision is not None:
        user_id = next(row.user_id for row in moment.table.seats if row.seat == moment.decision.seat)
        assert user_id is not None
        await site.tables.at(game_id, user_id).play(draw_turn(moment.game, plainly))


async def list_states(site: Site, kind: Kind) -> AsyncIterator[tuple[str, str, str]]:
    """Bring a table from its beginning to its end: each state, with a page that shows it, and when it is there."""
    game_id = await open_table(site.tables, kind.people, kind.scenario)
    user_id = kind.people[kind.seat]
    public = await site.links.find_page(game_id)
    yield "nothing was played, a reader", public, SHOWN
    yield "nothing was played", await site.links.make_private(game_id, user_id), f"{SHOWN} && replay.turn()"
    await play_until(site.tables, game_id, kind.seat)
    yield "one's turn", await site.links.make_private(game_id, user_id), READY
    moment = await site.tables.moment(game_id, user_id)
    await site.tables.at(game_id, user_id).play(draw_turn(moment.game, plainly))
    yield "another's turn", await site.links.make_private(game_id, user_id), f"{SHOWN} && replay.turn()"
    yield "a reader", public, SHOWN
    yield "a link that has ended", f"{public}/p/{user_id}", f"{SHOWN} && document.querySelector('#note b')"
    await play_to_the_end(site, game_id)
    yield "the end", await site.links.make_private(game_id, user_id), f"{SHOWN} && document.querySelector('.ending')"
    yield "the end, a reader", public, f"{SHOWN} && document.querySelector('.ending')"


@pytest.mark.whole_game
@pytest.mark.parametrize("name", KINDS)
async def test_no_part_of_the_page_is_empty_in_any_state_of_a_table(
    site: Site, chromium: Path, tmp_path: Path, name: str
) -> None:
    found = []
    async with open_tab(chromium, "about:blank", tmp_path, 390, 844) as tab:
        async for state, link, is_there in list_states(site, KINDS[name]):
            await tab.tell("Page.navigate", url="about:blank")
            await tab.tell("Page.navigate", url=link)
            await tab.wait_for(is_there)
            for screen in ("phone", "laptop"):
                width, height, is_phone = SCREENS[screen]
                await tab.resize(width, height, is_phone=is_phone)
                for part in ("asked", "log", "table"):
                    await tab.run(f"document.getElementById('tab-{part}').click()")
                    found += [(state, screen, part, one) for one in await tab.run(EMPTY)]
    assert not found, "\n".join(map(str, found))


@pytest.mark.few
@pytest.mark.seed("1922")
async def test_turns_that_change_no_space_are_named_in_the_news(site: Site, chromium: Path, tmp_path: Path) -> None:
    game_id = await open_table(site.tables)
    for seat in ("raj", "congress"):
        await site.tables.at(game_id, PEOPLE[seat]).play(["pass"])
    async with open_tab(chromium, await site.links.find_page(game_id), tmp_path, 390, 844) as tab:
        await tab.wait_for(SHOWN)
        await tab.run("document.getElementById('since').click()")
        told = await tab.run("document.getElementById('told').textContent")
        assert told == "What’s new: Raj: Pass, Congress: Pass"
