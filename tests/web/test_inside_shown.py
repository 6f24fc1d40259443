"""The board inside Discord while it is shown: who may watch, how a game ends there, and what the page may ask for."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import aiohttp
import pytest
from msgspec.structs import replace

from bot.tables.closing import abandon
from bot.tables.loading import load_table
from bot.tables.table import put_state
from bot.web import streams
from bot.web.application import Visitor
from bot.web.connections import Buckets
from bot.web.seasons import find_season_page
from tests.bot.players import HOST, PEOPLE, open_table, play_until
from tests.turns import draw_turn, plainly, play_to_last_turn
from tests.web.conftest import STRANGER, Frame, Within
from tests.web.test_inside import read_turn
from tests.web.test_seasons import play_season
from tests.web.test_server import read_event, start


@asynccontextmanager
async def listen(within: Within, frame: Frame, page: str) -> AsyncIterator[aiohttp.ClientResponse]:
    """Open the stream of a page that is up to date, as its browser does, through the proxy."""
    _, data, _ = await frame.send("GET", f"{page}/data?language=en")
    known = {name: value for name, (value, at) in frame.cookies.items() if page.startswith(at)}
    address = f"{within.window.proxy}{page}/events?language=en&at={data['at']}"
    async with within.site.client.get(address, cookies=known) as stream:
        yield stream


async def test_a_moderator_without_a_seat_has_a_spectators_rights_inside_discord(within: Within) -> None:
    tables = within.site.tables
    game_id = await open_table(tables, {"congress": 12, "league": 13, "revolutionaries": 14, "raj": 15})
    within.window.people["Fatma"] = Visitor(HOST, "Fatma", "en-US")
    within.window.people["Emil"] = Visitor(STRANGER, "Emil", "en-US")
    within.window.present.add(HOST)
    for name in ("Emil", "Fatma"):
        frame, told = await within.enter(name)
        assert "/p/" not in told["page"]
        assert "page" not in frame.cookies
        for path in ("data", "since", "reasons"):
            assert (await frame.send("GET", f"{told['page']}/{path}?moment=0"))[0] == 200, path
        assert (await frame.send("GET", f"{told['page']}/proof"))[0] == 409
    # Anything that takes a seat is refused, even to people with a high rank on Discord.
    private = (await within.site.links.make_private(game_id, 12, is_inside=True)).partition("#")[0]
    theirs = private.removeprefix(within.site.origin)
    frame, told = await within.enter("Emil")
    body = {"verb": "reset", "keys": [], "token": "", "session": "", "once": "a word of ours"}
    for path in ("turn", "ways?at=1", "beside?what=orders", "events"):
        assert (await frame.send("GET", f"{theirs}/{path}"))[0] == 403, path
    assert (await frame.send("POST", f"{theirs}/do", body))[0] == 403
    assert (await frame.send("POST", "/inside/join", {"game": game_id}))[0] == 409
    # A private table is shown to its people and its host only; a moderator does not learn that it exists.
    async with within.site.storage.transaction() as tx:
        await put_state(tx, game_id, replace((await load_table(tx, game_id)).state, private=True))
    frame, told = await within.enter("Emil")
    assert "page" not in told
    assert (await frame.send("GET", "/inside/tables"))[1]["groups"] == []
    for verb in ("open", "join", "browse", "share"):
        invented = await frame.send("POST", f"/inside/{verb}", {"game": "zzzzzz"})
        assert (await frame.send("POST", f"/inside/{verb}", {"game": game_id}))[:2] == invented[:2], verb
        assert invented[0] == 404
    frame, told = await within.enter("Fatma")
    _, found, _ = await frame.send("POST", "/inside/open", {"game": game_id})
    assert "/p/" not in found["page"]
    assert (await frame.send("GET", f"{found['page']}/data"))[0] == 200


async def test_every_open_page_says_that_the_last_person_has_closed_the_table(within: Within) -> None:
    tables = within.site.tables
    game_id = await open_table(tables, {"raj": PEOPLE["raj"]}, with_automatic=True)
    frame, told = await within.enter()
    reader, seen = await within.enter("Emil")
    async with listen(within, frame, told["page"]) as mine, listen(within, reader, seen["page"]) as theirs:
        before = await read_event(mine.content, "turn")
        assert (await read_event(theirs.content))["stakes"]
        await tables.lobby.close(None, game_id, PEOPLE["raj"], "Asha")
        closed = await read_event(theirs.content)
        assert "Asha" in closed["waiting"]
        assert not closed["stakes"]
        assert await read_event(mine.content, "turn") != before
    turn = await read_turn(frame, told["page"])
    assert not turn["mine"]
    assert "Asha" in "\n".join(turn["question"])
    assert [way["verb"] for way in turn["ways"]] == ["rematch"]
    assert "correct" not in turn
    body = {"verb": "confirm", "keys": [], "token": before, "session": "", "once": "a word of ours"}
    _, after, _ = await frame.send("POST", f"{told['page']}/do", body)
    assert after["notes"]
    # The table is no longer one of theirs.
    assert (await frame.send("GET", "/inside/tables"))[1]["groups"] == []


async def test_an_open_page_shows_the_end_of_its_game_and_a_rematch(within: Within) -> None:
    tables = within.site.tables
    game_id = await open_table(tables, {"raj": PEOPLE["raj"]}, with_automatic=True)
    async with tables.transactions.begin(game_id, None) as tx:
        loaded = await tx.load_game()
        await tx.play(loaded, loaded.game.clone(), play_to_last_turn(loaded.game, lambda number: plainly))
    await play_until(tables, game_id, "raj")
    frame, told = await within.enter()
    page = told["page"]
    async with listen(within, frame, page) as stream:
        assert (await read_event(stream.content))["ending"] == {"en": []}
        while (moment := await tables.moment(game_id, PEOPLE["raj"])).decision is not None:
            await tables.at(game_id, PEOPLE["raj"]).play(draw_turn(moment.game, plainly))
        async with asyncio.timeout(10):
            while not (await read_event(stream.content))["ending"]["en"]:
                pass
    turn = await read_turn(frame, page)
    assert not turn["mine"]
    assert [way["verb"] for way in turn["ways"]] == ["rematch"]
    body = {"verb": "rematch", "keys": [], "token": turn["token"], "session": "", "once": "a word of ours"}
    status, after, _ = await frame.send("POST", f"{page}/do", body)
    assert status == 200
    assert "Salt 2" in after["notes"][0]
    # The list of tables leads there: Discord's window opens no other link.
    assert "link" not in after
    _, listed, _ = await frame.send("GET", "/inside/tables?language=en")
    assert [one["name"] for group in listed["groups"] for one in group["tables"]] == ["Salt 2"]
    # All come from Discord's own address, so requests are counted for each person.
    emil, _ = await within.enter("Emil")
    _, seen, _ = await emil.send("POST", "/inside/open", {"game": game_id})
    while (await emil.send("GET", f"{seen['page']}/proof"))[0] == 200:
        pass
    assert (await frame.send("GET", f"{page}/proof"))[0] == 200
    assert (await frame.send("GET", f"{page}/record"))[0] == 200


async def test_archiving_a_game_ends_its_streams(within: Within) -> None:
    tables = within.site.tables
    game_id, _ = await start(tables)
    await play_until(tables, game_id, "raj")
    frame, told = await within.enter()
    async with listen(within, frame, told["page"]) as stream:
        await read_event(stream.content, "turn")
        async with tables.transactions.begin(game_id, None) as tx:
            await tx.update_game(game_id, status="archived")
        rest = (await asyncio.wait_for(stream.read(), 10)).decode()
    assert "HTTP/" not in rest
    assert "error" not in rest
    status, refused, _ = await frame.send("GET", f"{told['page']}/turn?language=en")
    assert (status, set(refused)) == (409, {"error"})
    assert (await frame.send("POST", "/inside/open", {"game": game_id}))[0] == 409
    # After more silence the table is closed, in no one's name.
    async with tables.transactions.begin(game_id, None) as tx:
        await abandon(tx, "", "ui.ending.expired")
    _, data, _ = await frame.send("GET", f"{told['page']}/data?language=en")
    assert data["waiting"] == (await read_turn(frame, told["page"]))["question"][0]
    assert "closed unfinished" in data["waiting"]


async def test_a_season_page_through_the_proxy_has_no_script_frame_or_cookie(
    within: Within, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = await play_season(within.site)
    link = find_season_page(within.site.links, club)
    frame, _ = await within.enter("Emil")
    other, _ = await within.enter()
    path = link.removeprefix(within.site.origin)
    status, words, headers = await frame.send("GET", f"{path}?language=en")
    assert status == 200
    assert "Standings" in words
    assert "<script" not in words
    # The page of a season is not part of the Activity: Discord opens it in a browser, with links to its tables.
    assert "frame-ancestors 'none'" in headers.getall("Content-Security-Policy")[0]
    assert "Set-Cookie" not in headers
    assert all(one.startswith(f"{within.site.origin}/t/") for one in re.findall(r'href="(http[^"]+)"', words))
    (style,) = re.findall(r'href="(/static/[^"]+)"', words)
    assert (await frame.send("GET", style))[0] == 200
    assert (await frame.send("GET", path[:-1] + "_"))[0] == 404
    # Reads of a file are counted for each person, since all have the same address.
    taken: list[str] = []

    def take(self: Buckets, name: str, size: float, rate: float) -> bool:
        taken.append(name)
        return True

    monkeypatch.setattr(Buckets, "take", take)
    for guest in (frame, other):
        assert (await guest.send("GET", path))[0] == 200
    assert taken == [f"guest {STRANGER}", f"guest {PEOPLE['raj']}"]


async def test_a_page_whose_stream_is_refused_may_poll(within: Within, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "MOST_OF_LINK", 1)
    monkeypatch.setattr(streams, "MOST_OF_HOST", 1)
    tables = within.site.tables
    game_id, _ = await start(tables)
    await play_until(tables, game_id, "raj")
    for name in ("Asha", "Emil"):
        frame, told = await within.enter(name)
        page = told["page"]
        _, data, _ = await frame.send("GET", f"{page}/data?language=en")
        async with listen(within, frame, page) as stream:
            await read_event(stream.content)
            status, refused, _ = await frame.send("GET", f"{page}/events")
            assert (status, set(refused)) == (503, {"error"})
            # Another device of the same person has another link, and another person has a separate limit.
            another, elsewhere = await within.enter("Bilal" if name == "Emil" else name)
            async with listen(within, another, elsewhere["page"]) as also:
                assert also.status == 200
            asked = await frame.send("GET", f"{page}/since?language=en&at={data['at']}")
            assert asked[0] == 200
            assert asked[1]["page"]["rows"] == []
            seat = (await tables.moment(game_id)).game.pending_seat
            await tables.at(game_id, PEOPLE[seat]).play(["pass"])
            _, news, _ = await frame.send("GET", f"{page}/since?language=en&at={data['at']}")
            assert news["page"]["rows"] or news["page"]["now"] != asked[1]["page"]["now"]
            assert news["turn"] != asked[1]["turn"] or name == "Emil"
