"""The public page of a season: standings, who meets whom, links to the pages of its tables."""

from __future__ import annotations

import re
from datetime import timedelta
from html.parser import HTMLParser
from typing import Any

import pytest

from bot.language import list_languages
from bot.seasons.club import Club
from bot.seasons.service import Seasons
from bot.tables.servers import Limits
from bot.web.seasons import find_season_page
from tests.web.conftest import Site

PEOPLE = {7210001: "Asha", 7210002: "<b>Bilal</b> & Co", 7210003: "*Charu*", 7210004: "Dev"}


class Reader(HTMLParser):
    """Reads a page: its elements, its links, and its words. Fails for an element that is not closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.links: list[str] = []
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin an element."""
        if tag not in ("meta", "link"):
            self.open.append(tag)
        self.links += [value or "" for name, value in attrs if tag == "a" and name == "href"]

    def handle_endtag(self, tag: str) -> None:
        """End an element."""
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        """Keep words."""
        self.words.append(data.strip())


async def play_season(site: Site) -> Club:
    """Return a season of two rounds; the only game of the first is over."""
    seasons = Seasons(site.tables, Limits())
    club = await seasons.open(
        1,
        guild_id=1,
        channel_id=5,
        name="Spring <i>",
        scenario="short",
        language="it",
        host_user_id=7210001,
        ends=site.storage.now() + timedelta(days=60),
        rounds=2,
        rank="manager",
    )
    season_id = club.season.id
    for number, (user_id, name) in enumerate(PEOPLE.items(), start=2):
        await seasons.enter(number, season_id, user_id, name, [])
    club = await seasons.start(None, season_id, 7210001)
    (game_id,) = club.running
    async with site.tables.transactions.begin(game_id, None) as tx:
        seats = [row.seat for row in tx.table.seats]
        await tx.finish_game(game_id, {"ranking": seats, "margins": dict(zip(seats, (3, 2, 1, 0), strict=True))})
    await seasons.advancing.look_at_due()
    return await seasons.find(season_id)


async def fetch(site: Site, address: str, **values: str) -> tuple[int, str, Any]:
    """Return the status, the text and the headers of a page."""
    async with site.client.get(address, params=values) as answer:
        return answer.status, await answer.text(), answer.headers


async def test_a_season_has_a_page_with_standings_pairings_and_links(site: Site) -> None:
    club = await play_season(site)
    page = find_season_page(site.links, club)
    status, text, headers = await fetch(site, page, language="en")
    assert (status, headers["Content-Type"]) == (200, "text/html; charset=utf-8")
    assert headers["Cache-Control"] == "no-store"
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert "<script" not in text
    reader = Reader()
    reader.feed(text)
    assert reader.open == []
    words = "\n".join(reader.words)
    for name in PEOPLE.values():
        assert name in words
    assert ("Round 1 of 2" in words, "Standings" in words, "Spring <i>" in words) == (True, True, True)
    assert re.findall(r"<tr><td>(\d)</td>.*?<td>(\d)</td>", text) == [("1", "4"), ("2", "2"), ("3", "1"), ("4", "0")]
    played = [game.game_id for game, status in club.games if status in ("playing", "over")]
    assert {await site.links.find_page(game_id) for game_id in played} <= {*reader.links}
    assert f"Ends on {club.season.ends.day} " in words
    # Nothing of the server or of its people is there but names.
    assert not any(str(user_id) in text for user_id in PEOPLE)
    style = re.findall(r'href="(/static/[^"]+)"', text)
    assert (await fetch(site, site.origin + style[0]))[0] == 200


@pytest.mark.parametrize("code", list_languages())
async def test_a_season_page_has_the_language_of_the_season_or_another_on_request(site: Site, code: str) -> None:
    club = await play_season(site)
    page = find_season_page(site.links, club)
    assert '<html lang="it">' in (await fetch(site, page))[1]
    _, text, _ = await fetch(site, page, language=code)
    assert f'<html lang="{code}">' in text
    assert "ui." not in text


async def test_a_wrong_address_of_a_season_page_shows_nothing(site: Site) -> None:
    club = await play_season(site)
    page = find_season_page(site.links, club)
    assert len(page.rpartition("/")[2]) == 22
    for address in (page[:-1] + ("A" if page[-1] != "A" else "B"), page.replace(club.season.id, "zzzzzz")):
        assert (await fetch(site, address))[0] == 404
