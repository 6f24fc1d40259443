"""The board inside Discord: who arrives there, what they see, and what strangers get, which is nothing."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from bot.tables.loading import load, load_table
from bot.tables.privacy import Privacy
from bot.tables.table import put_state
from storage.models import GameTable, TurnTable
from tests.bot.players import PEOPLE, open_table, play_until
from tests.web.conftest import CHANNEL, GUILD, NAMES, STRANGER, Frame, Site, Within, open_window
from tests.web.test_server import start
from tools.verify.two_worlds import hide_differently


async def read_turn(frame: Frame, page: str) -> Any:
    """Return the turn of a private page, which must not be refused."""
    status, turn, _ = await frame.send("GET", f"{page}/turn?language=en")
    assert status == 200, turn
    return turn


async def test_a_person_in_the_activity_plays_as_by_a_private_link(within: Within) -> None:
    game_id, _ = await start(within.site.tables)
    await play_until(within.site.tables, game_id, "raj")
    frame, told = await within.enter()
    assert told["game"] == game_id
    assert told["language"] == "it"
    turn = await read_turn(frame, told["page"])
    assert turn["mine"]
    option = next(one for one in turn["options"] if one["role"] == "action")
    body = {"verb": "choose", "keys": [option["key"]], "token": turn["token"], "session": "", "once": "a word of ours"}
    status, after, _ = await frame.send("POST", f"{told['page']}/do", body)
    assert status == 200
    assert after["drafted"]
    assert (await within.site.tables.moment(game_id, PEOPLE["raj"])).draft.to_commit == (option["key"],)
    # On a second device the person has another link, and the first one stays valid.
    other, again = await within.enter()
    assert again["page"] != told["page"]
    assert (await read_turn(frame, told["page"]))["drafted"] == (await read_turn(other, again["page"]))["drafted"]


async def test_only_discord_may_embed_the_entry_page_and_no_site_may_embed_another_page(within: Within) -> None:
    game_id, _ = await start(within.site.tables)
    frame = within.frame()
    _, words, headers = await frame.send("GET", "/")
    ours = headers.getall("Content-Security-Policy")[0]
    assert f"frame-ancestors {within.window.address}" in ours
    assert "frame-ancestors 'none'" not in ours
    assert "unsafe" not in ours
    assert "inside.js" in words
    assert words.count("<script src=") == 1
    page = (await within.site.links.find_page(game_id)).removeprefix(within.site.origin)
    _, words, headers = await frame.send("GET", page)
    assert "frame-ancestors 'none'" in headers.getall("Content-Security-Policy")[0]
    # Other pages load nothing of the program for the frame.
    assert "inside" not in words
    assert all("; Partitioned" not in one for one in headers.getall("Set-Cookie", []))


async def test_a_site_without_the_activity_has_no_entry_page(site: Site) -> None:
    async with site.client.get(site.origin) as answer:
        assert answer.status == 404


@pytest.mark.parametrize(
    "other",
    [
        {"state": "invented"},
        {"code": "invented"},
        {"code": "../../users/@me"},
        {"instance": "i-other"},
        {"instance": "../../../users/@me"},
        {"instance": ""},
        {"state": "ö"},
    ],
)
async def test_the_sign_in_refuses_invented_codes_states_and_instances(within: Within, other: dict[str, str]) -> None:
    await start(within.site.tables)
    frame = within.frame()
    await frame.load()
    status, told = await frame.arrive(**other)
    assert status in (400, 403)
    assert set(told) == {"error"}
    assert "guest" not in frame.cookies
    status, _, _ = await frame.send("GET", "/inside/tables")
    assert status == 403


async def test_a_state_and_a_code_of_the_sign_in_work_once_in_one_browser(within: Within) -> None:
    await start(within.site.tables)
    mine, theirs = within.frame(), within.frame()
    await mine.load()
    await theirs.load()
    # The state of another browser is refused, even with one's own code.
    assert (await theirs.arrive(state=mine.state))[0] == 403
    await mine.load()
    code = within.window.make_code("Asha")
    assert (await mine.arrive(code=code))[0] == 200
    assert (await mine.arrive(code=code))[0] == 403
    await mine.load()
    assert (await mine.arrive(code=code))[0] == 403


async def test_a_state_of_the_sign_in_expires_after_ten_minutes(within: Within) -> None:
    frame = within.frame()
    await frame.load()
    now = within.inside.guests.clock()
    within.inside.guests.clock = lambda: now + 601
    assert (await frame.arrive())[0] == 403


async def test_a_person_outside_the_activity_is_not_admitted(within: Within) -> None:
    await start(within.site.tables)
    within.window.present.discard(PEOPLE["raj"])
    frame = within.frame()
    await frame.load()
    assert (await frame.arrive())[0] == 403


async def test_requests_from_pages_of_other_sites_are_refused(within: Within) -> None:
    game_id, _ = await start(within.site.tables)
    await play_until(within.site.tables, game_id, "raj")
    frame, told = await within.enter()
    turn = await read_turn(frame, told["page"])
    body = {"verb": "reset", "keys": [], "token": turn["token"], "session": "", "once": "a word of ours"}
    wrong = ({"Origin": "https://evil.example"}, {"Origin": within.site.origin}, {"Sec-Fetch-Site": "cross-site"})
    for headers in wrong:
        for path, sent in ((f"{told['page']}/do", body), ("/inside/open", {"game": game_id}), ("/inside/arrive", {})):
            assert (await frame.send("POST", path, sent, **headers))[0] == 403, (path, headers)
    # A link of the frame is not valid in a browser, nor one of a browser in the frame.
    link, _, secret = (await within.site.links.make_private(game_id, PEOPLE["raj"])).partition("#")
    path = link.removeprefix(within.site.origin)
    frame.cookies["page"] = (secret, path)
    assert (await frame.send("POST", f"{path}/do", body))[0] == 403
    assert (await frame.send("POST", f"{path}/do", body, Origin=within.site.origin))[0] == 200


async def test_cookies_of_other_people_and_invented_cookies_are_refused(within: Within) -> None:
    game_id, _ = await start(within.site.tables)
    await play_until(within.site.tables, game_id, "raj")
    frame, told = await within.enter()
    theirs, other = await within.enter("Bilal")
    # One's own cookie is not valid at the address of someone else.
    theirs.cookies["page"] = (theirs.cookies["page"][0], told["page"])
    assert (await theirs.send("GET", f"{told['page']}/turn"))[0] == 403
    assert other["page"] != told["page"]
    frame.cookies["guest"] = ("invented", "/")
    assert (await frame.send("GET", "/inside/tables"))[0] == 403


async def test_a_person_without_a_seat_watches_the_tables_of_their_channel(within: Within) -> None:
    game_id, _ = await start(within.site.tables)
    frame, told = await within.enter("Emil")
    assert told["language"] == "es"
    assert "/p/" not in told["page"]
    status, data, _ = await frame.send("GET", f"{told['page']}/data?language=es")
    assert status == 200
    assert data["title"]
    assert "page" not in frame.cookies
    _, listed, _ = await frame.send("GET", "/inside/tables")
    assert [[one["game"] for one in group["tables"]] for group in listed["groups"]] == [[game_id]]
    # In other channels they cannot find the table by any name.
    within.window.channel_id = 77
    other, told = await within.enter("Emil")
    assert "page" not in told
    _, listed, _ = await other.send("GET", "/inside/tables")
    assert listed["groups"] == []
    assert (await other.send("POST", "/inside/open", {"game": game_id}))[0] == 404
    assert (await other.send("POST", "/inside/share", {"game": game_id}))[0] == 404
    # On another server the id of the channel gives no access.
    within.window.channel_id, within.window.guild_id = CHANNEL, GUILD + 1
    _, told = await within.enter("Emil")
    assert "page" not in told


async def test_a_private_table_and_one_in_a_private_thread_are_shown_to_their_people_only(within: Within) -> None:
    game_id, _ = await start(within.site.tables)
    async with within.site.storage.transaction() as tx:
        await tx.update_game(game_id, thread_id=500)
    frame, told = await within.enter("Emil")
    assert "page" not in told
    assert (await frame.send("POST", "/inside/open", {"game": game_id}))[0] == 404
    within.hands.public.add(500)
    assert (await frame.send("POST", "/inside/open", {"game": game_id}))[0] == 200
    async with within.site.storage.transaction() as tx:
        await put_state(tx, game_id, replace((await load_table(tx, game_id)).state, private=True))
    assert (await frame.send("POST", "/inside/open", {"game": game_id}))[0] == 404
    _, told = await within.enter("Bilal")
    assert told["game"] == game_id


async def test_a_person_who_leaves_the_activity_sees_no_more_of_its_channel(within: Within) -> None:
    game_id, _ = await start(within.site.tables)
    frame, _ = await within.enter("Emil")
    within.window.present.discard(STRANGER)
    now = within.inside.guests.clock()
    within.inside.guests.clock = lambda: now + 61
    assert (await frame.send("POST", "/inside/open", {"game": game_id}))[0] == 404


async def test_the_frame_opens_the_clicked_table_or_one_that_waits_for_the_person(within: Within) -> None:
    tables = within.site.tables
    first, second = await open_table(tables), await open_table(tables, number=2)
    await play_until(tables, first, "raj")
    await play_until(tables, second, "raj")
    _, told = await within.enter()
    waiting = told["game"]
    other = second if waiting == first else first
    within.inside.guests.want(PEOPLE["raj"], other)
    assert (await within.enter())[1]["game"] == other
    # The wish is used once, and only by that person.
    assert (await within.enter())[1]["game"] == waiting
    within.inside.guests.want(STRANGER, "nothing")
    assert "game" not in (await within.enter("Emil"))[1]


async def test_the_list_has_waiting_tables_then_open_tables_and_games_to_play_alone(within: Within) -> None:
    tables = within.site.tables
    running = await open_table(tables)
    await play_until(tables, running, "raj")
    lobby = await tables.lobby.create(
        1930,
        name="A free seat",
        scenario="short",
        language="en",
        host_user_id=12,
        host_name="B",
        guild_id=GUILD,
        channel_id=CHANNEL,
    )
    frame, _ = await within.enter()
    _, listed, _ = await frame.send("GET", "/inside/tables?language=en")
    titles = {group["title"]: [one["game"] for one in group["tables"]] for group in listed["groups"]}
    assert list(titles.items()) == [("Waiting for you", [running]), ("Looking for players", [lobby.id])]
    assert [one["kind"] for one in listed["alone"]] == ["gandhi", "rajas"]
    assert (await frame.send("POST", "/inside/join", {"game": lobby.id}))[0] == 200
    assert PEOPLE["raj"] in (await tables.table(lobby.id)).people
    # Joining twice is joining once, and a table that has not begun has no page.
    assert (await frame.send("POST", "/inside/join", {"game": lobby.id}))[0] == 200
    assert sum(row.user_id == PEOPLE["raj"] for row in (await tables.table(lobby.id)).seats) == 1
    assert (await frame.send("POST", "/inside/open", {"game": lobby.id}))[0] == 409
    assert (await frame.send("POST", "/inside/alone", {"kind": "chess"}))[0] == 400
    assert (await frame.send("POST", "/inside/alone", {"kind": "rajas"}))[0] == 200


async def test_a_person_who_deletes_their_data_must_sign_in_again(within: Within) -> None:
    game_id, _ = await start(within.site.tables)
    await play_until(within.site.tables, game_id, "raj")
    frame, told = await within.enter()
    privacy = Privacy(within.site.tables)
    privacy.on_forget = within.inside.guests.forget
    await privacy.forget(5, PEOPLE["raj"])
    assert (await frame.send("GET", f"{told['page']}/turn"))[0] == 403
    assert (await frame.send("GET", "/inside/tables"))[0] == 403


async def test_a_new_address_also_ends_the_links_of_the_frame(within: Within) -> None:
    game_id, _ = await start(within.site.tables)
    await play_until(within.site.tables, game_id, "raj")
    frame, told = await within.enter()
    await within.site.links.renew(game_id, PEOPLE["raj"])
    assert (await frame.send("GET", f"{told['page']}/turn"))[0] == 404
    _, again, _ = await frame.send("POST", "/inside/open", {"game": game_id})
    assert (await read_turn(frame, again["page"]))["mine"]


async def test_links_of_the_activity_never_displace_links_of_browsers(within: Within) -> None:
    game_id, _ = await start(within.site.tables)
    links = within.site.links
    link, _, secret = (await links.make_private(game_id, PEOPLE["raj"])).partition("#")
    made = [await links.make_private(game_id, PEOPLE["raj"], is_inside=True) for _ in range(10)]
    assert await links.find_person(game_id, link.rpartition("/")[2], secret) == PEOPLE["raj"]
    first, _, secret = made[0].partition("#")
    assert await links.find_person(game_id, first.rpartition("/")[2], secret) is None


async def test_the_activity_shares_a_picture_and_gives_links_for_a_browser(within: Within) -> None:
    game_id, _ = await start(within.site.tables)
    frame, _ = await within.enter("Emil")
    _, told, _ = await frame.send("POST", "/inside/share", {"game": game_id})
    assert told["url"].startswith("https://cdn.discordapp.com/")
    assert within.window.uploads == [b"a picture"]
    within.hands.picture = None
    assert (await frame.send("POST", "/inside/share", {"game": game_id}))[0] == 404
    _, told, _ = await frame.send("POST", "/inside/browse", {"game": game_id})
    assert told["link"] == await within.site.links.find_page(game_id)
    mine, _ = await within.enter()
    _, told, _ = await mine.send("POST", "/inside/browse", {"game": game_id})
    assert "#" in told["link"]


async def test_an_unreachable_discord_gives_one_sentence_without_a_secret(
    within: Within, caplog: pytest.LogCaptureFixture
) -> None:
    await start(within.site.tables)
    within.inside.application._api_base = "http://127.0.0.1:9"
    frame = within.frame()
    await frame.load()
    status, told = await frame.arrive()
    assert status == 403
    assert set(told) == {"error"}
    assert "Traceback" not in caplog.text
    assert "the client secret" not in caplog.text


async def test_games_with_different_hidden_data_have_the_same_pages_inside_discord(within: Within) -> None:
    tables, storage = within.site.tables, within.site.storage
    game_id, _ = await start(tables)
    await play_until(tables, game_id, "raj")
    async with storage.read() as reader:
        game = (await load(reader, game_id, tables.cache)).game
    variants = hide_differently(game, Random(1930))
    assert variants is not None
    answers = []
    for seed, snapshot in variants:
        async with storage.transaction() as tx:
            stored, play = await tx._session.get(GameTable, game_id), await tx.load_play(game_id)
            assert stored is not None
            assert play.turn is not None
            turn = await tx._session.get(TurnTable, (game_id, play.turn.number))
            assert turn is not None
            stored.seed, turn.snapshot = seed, snapshot
        async with open_window(storage) as made:
            answers.append([await ask_everything(made, name) for name in ("Asha", "Bilal", "Emil")])
    assert len(answers[0][0]) > 6
    assert answers[0] == answers[1]


async def ask_everything(within: Within, name: str) -> list[Any]:
    """Return every answer that a person gets inside, except for what is made by chance for each arrival."""
    frame, told = await within.enter(name)
    page = told["page"]
    found = [told["game"], told["language"], (await frame.send("GET", "/inside/tables"))[1]]
    found += [(await frame.send("GET", f"{page}/{path}?language=en"))[1] for path in ("data", "since", "turn")]
    if "/p/" not in page:
        return found
    for number, option in enumerate(found[-1].get("options", [])):
        turn = await read_turn(frame, page)
        body = {"verb": "choose", "keys": [option["key"]], "token": turn["token"], "once": f"once for all {number}"}
        found.append((await frame.send("POST", f"{page}/do", body))[1])
        await within.site.tables.at(told["game"], PEOPLE[NAMES[name]]).reset()
    return found


async def test_a_stream_passes_the_proxy_or_is_replaced_by_requests(within: Within) -> None:
    game_id, _ = await start(within.site.tables)
    await play_until(within.site.tables, game_id, "raj")
    frame, told = await within.enter()
    _, data, _ = await frame.send("GET", f"{told['page']}/data?language=en")
    before = (await frame.send("GET", f"{told['page']}/since?language=en&at={data['at']}"))[1]
    assert before["page"]["rows"] == []
    assert before["turn"] == (await read_turn(frame, told["page"]))["token"]
    cookies = {"page": frame.cookies["page"][0]}
    async with within.site.client.get(f"{within.window.proxy}{told['page']}/events", cookies=cookies) as stream:
        assert (await stream.content.readline()).startswith(b"id: ")
