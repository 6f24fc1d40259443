"""Attack the board inside Discord as a stranger: other headers, links, codes and servers, and old sessions."""

from __future__ import annotations

import asyncio
from typing import Any

from bot.tables.privacy import Privacy
from tests.bot.players import HOST, PEOPLE, open_table, play_until
from tests.web.conftest import CHANNEL, GUILD, STRANGER, Frame, Within, open_window
from tests.web.test_inside import read_turn
from tests.web.test_server import start

RESET = {"verb": "reset", "keys": [], "token": "", "session": "", "once": "a word of ours"}


async def enter_own(within: Within) -> tuple[str, Frame, str]:
    """Return a table that waits for Asha, their frame, and their page in it."""
    game_id, _ = await start(within.site.tables)
    await play_until(within.site.tables, game_id, "raj")
    frame, told = await within.enter()
    return game_id, frame, told["page"]


FOREIGN: tuple[dict[str, str], ...] = (
    {"Origin": "null"},
    {"Origin": ""},
    {"Origin": "https://discord.com"},
    {"Origin": "{proxy}.evil.example"},
    {"Origin": "{proxy}/"},
    {"Origin": "https{proxy}"},
    {"Origin": "{site}", "Host": "evil.example"},
    {"Origin": "http://evil.example", "Host": "evil.example", "X-Forwarded-Host": "evil.example"},
    {"Origin": "{site}", "X-Forwarded-Host": "{proxy}", "X-Forwarded-Proto": "https", "Referer": "{proxy}/"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"Sec-Fetch-Site": "none"},
    {"Content-Type": "text/plain"},
    {"Content-Type": "application/x-www-form-urlencoded"},
)
"""Headers that pages of others send, or with which they pose as ours."""


async def test_requests_of_a_foreign_page_are_refused_with_any_headers(within: Within) -> None:
    """Ask one table and one frame for all cases: a refusal changes nothing."""
    game_id, frame, page = await enter_own(within)
    known = {"proxy": within.window.proxy, "site": within.site.origin}
    paths: dict[str, Any] = {f"{page}/do": RESET, f"{page}/enter": {"secret": frame.cookies["page"][0]}}
    paths |= {f"/inside/{verb}": {"game": game_id} for verb in ("open", "join", "browse", "share")}
    paths |= {"/inside/alone": {"kind": "rajas"}, "/inside/arrive": {}}
    for headers in FOREIGN:
        sent = {name: value.format(**known) for name, value in headers.items()}
        for path, body in paths.items():
            assert (await frame.send("POST", path, body, **sent))[0] == 403, (headers, path)


async def test_a_host_named_in_a_header_is_ignored(within: Within) -> None:
    game_id, frame, page = await enter_own(within)
    lies = {"Host": "evil.example", "X-Forwarded-Host": "evil.example", "Forwarded": "host=evil.example"}
    address = within.site.origin
    known = "; ".join(f"{name}={value}" for name, (value, _) in frame.cookies.items())
    sent = {**lies, "Cookie": known, "Origin": within.window.proxy}
    for path in ("/", page, f"{page}/data", f"{page}/turn", f"{page}/manifest.json", "/inside/tables"):
        async with within.site.client.get(address + path, headers=sent) as answer:
            assert answer.status == 200, path
            assert "evil.example" not in await answer.text() + str(answer.headers), path
    async with within.site.client.post(f"{address}/inside/browse", json={"game": game_id}, headers=sent) as answer:
        assert (await answer.json())["link"].startswith(f"{address}/t/")


async def test_sessions_of_browsers_and_of_the_frame_cannot_be_exchanged(within: Within) -> None:
    game_id, frame, page = await enter_own(within)
    link, _, secret = (await within.site.links.make_private(game_id, PEOPLE["raj"])).partition("#")
    other = link.removeprefix(within.site.origin)
    # The private link of a browser is refused in the frame, even to its own person.
    assert (await frame.send("POST", f"{other}/enter", {"secret": secret}))[0] == 403
    assert (await frame.send("GET", f"{other}/turn"))[0] == 403
    # The link of the frame is refused in a browser, even with the right secret.
    held = frame.cookies["page"][0]
    assert (await within.site.post(f"{within.site.origin}{page}", "enter", {"secret": held}))[0] == 403
    assert (await within.site.post(f"{within.site.origin}{page}", "do", RESET))[0] == 403
    # A secret belongs to one link, no matter which link has it in its cookie.
    for path, wrong in ((page, secret), (other, held)):
        frame.cookies["page"] = (wrong, path)
        assert (await frame.send("GET", f"{path}/turn"))[0] == 403
    # A session in the frame gives no access to pages in browsers, and one in a browser none to the frame.
    frame.cookies = {"guest": (held, "/"), "page": (frame.cookies["page"][0], page)}
    assert (await frame.send("GET", "/inside/tables"))[0] == 403


async def test_a_code_sent_many_times_at_once_admits_one_page(within: Within) -> None:
    await start(within.site.tables)
    frames = [within.frame() for _ in range(6)]
    for frame in frames:
        await frame.load()
    code = within.window.make_code("Asha")
    let_in = await asyncio.gather(*(frame.arrive(code=code) for frame in frames))
    assert sorted(status for status, _ in let_in) == [200, *[403] * 5]
    # A state can be used only once, too.
    frame = within.frame()
    await frame.load()
    let_in = await asyncio.gather(*(frame.arrive() for _ in range(6)))
    assert sorted(status for status, _ in let_in) == [200, *[403] * 5]


async def test_the_sign_in_ignores_ids_that_a_page_claims(within: Within) -> None:
    await start(within.site.tables)
    frame = within.frame()
    await frame.load()
    mine: Any = {"user": str(PEOPLE["raj"]), "user_id": PEOPLE["raj"], "channel_id": "77", "guild_id": "2"}
    _, told = await frame.arrive("Emil", **mine)
    assert "/p/" not in told["page"]
    path = f"/inside/tables?user_id={PEOPLE['raj']}&channel_id=77&guild_id=2&instance_id=i-other"
    _, listed, _ = await frame.send("GET", path)
    assert [[one["game"] for one in group["tables"]] for group in listed["groups"]] == [[told["game"]]]


async def test_a_person_who_has_left_cannot_play_on_an_open_page(within: Within) -> None:
    game_id, frame, page = await enter_own(within)
    turn = await read_turn(frame, page)
    option = next(one for one in turn["options"] if one["role"] == "action")
    await within.site.tables.lobby.leave(None, game_id, PEOPLE["raj"], "raj")
    body = {**RESET, "verb": "choose", "keys": [option["key"]], "token": turn["token"]}
    _, after, _ = await frame.send("POST", f"{page}/do", body)
    assert not after.get("mine")
    assert "options" not in after
    assert (await within.site.tables.moment(game_id)).draft.is_empty
    assert not (await read_turn(frame, page))["mine"]
    # The next page is the public one.
    _, told, _ = await frame.send("POST", "/inside/open", {"game": game_id})
    assert "/p/" not in told["page"]
    # The next person on the seat has other links, and the old one shows nothing of theirs.
    await within.site.tables.lobby.join(None, game_id, STRANGER, "Emil", "raj")
    assert not (await read_turn(frame, page))["mine"]
    _, told = await within.enter("Emil")
    theirs, _ = await within.enter("Emil")
    assert (await read_turn(theirs, (await theirs.send("POST", "/inside/open", {"game": game_id}))[1]["page"]))["mine"]


async def test_cookies_of_a_person_who_deletes_everything_open_nothing(within: Within) -> None:
    game_id, frame, page = await enter_own(within)
    frame_before = dict(frame.cookies)
    waiting = within.frame()
    await waiting.load()
    within.inside.guests.want(PEOPLE["raj"], game_id)
    privacy = Privacy(within.site.tables)
    privacy.on_forget = within.inside.guests.forget
    await privacy.forget(5, PEOPLE["raj"])
    for path in (f"{page}/turn", f"{page}/events", f"{page}/beside?what=orders", f"{page}/ways?at=1"):
        assert (await frame.send("GET", path))[0] == 403, path
    assert (await frame.send("POST", f"{page}/do", RESET))[0] == 403
    # A page loaded before lets them in like anyone else, and the old secret does not become valid by that.
    _, told = await waiting.arrive()
    assert "/p/" not in told.get("page", "")
    frame.cookies = frame_before
    assert (await frame.send("GET", f"{page}/turn"))[0] == 403
    assert (await frame.send("GET", "/inside/tables"))[0] == 403


async def test_a_restart_ends_sign_ins_but_keeps_open_pages(within: Within) -> None:
    game_id, frame, page = await enter_own(within)
    loaded, stranger = within.frame(), within.frame()
    await loaded.load()
    async with open_window(within.site.storage) as again:
        for one in (frame, loaded, stranger):
            one.window = again.window
        # Loaded pages must be loaded again, and people must sign in again.
        assert (await loaded.arrive())[0] == 403
        assert (await frame.send("GET", "/inside/tables"))[0] == 403
        assert (await frame.send("POST", "/inside/open", {"game": game_id}))[0] == 403
        # The open page continues for the browser that has its cookie.
        assert (await read_turn(frame, page))["mine"]
        assert (await frame.send("POST", f"{page}/do", {**RESET, "once": "another word"}))[0] == 200
        assert (await stranger.send("GET", f"{page}/turn"))[0] == 403
        await loaded.load()
        assert (await loaded.arrive())[0] == 200


async def test_an_activity_of_one_server_shows_nothing_of_another(within: Within) -> None:
    tables = within.site.tables
    here = await open_table(tables)
    lobby = await tables.lobby.create(
        1930,
        name="Elsewhere",
        scenario="short",
        language="en",
        host_user_id=HOST,
        host_name="Raj",
        guild_id=GUILD + 1,
        channel_id=CHANNEL,
    )
    there = lobby.id
    for seat in ("raj", "congress"):
        await tables.lobby.join(None, there, PEOPLE[seat], seat, seat)
    watching, _ = await within.enter("Emil")
    for game_id, status in ((here, 200), (there, 404)):
        assert (await watching.send("POST", "/inside/share", {"game": game_id}))[0] == status
    for verb in ("open", "join", "browse"):
        assert (await watching.send("POST", f"/inside/{verb}", {"game": there}))[0] == 404, verb
    # An Activity does not move to another server, but a page might claim so: this person is not in the other one.
    within.window.guild_id, within.window.instance_id = GUILD + 1, "i-1930-other"
    within.window.present.discard(STRANGER)
    assert (await watching.send("POST", "/inside/join", {"game": there}))[0] == 404
    frame = within.frame()
    await frame.load()
    assert (await frame.arrive("Emil"))[0] == 403
    # One’s own tables are listed on every server; those of the first server are no longer listed for others.
    mine, _ = await within.enter()
    _, listed, _ = await mine.send("GET", "/inside/tables?language=en")
    assert {one["game"] for group in listed["groups"] for one in group["tables"]} == {here, there}
    within.window.present.add(STRANGER)
    other, _ = await within.enter("Emil")
    assert (await other.send("POST", "/inside/open", {"game": here}))[0] == 404


async def test_repeated_guesses_of_a_cookie_are_slowed_down(within: Within) -> None:
    _, _, page = await enter_own(within)
    stranger = within.frame()
    for path in (f"{page}/turn", "/inside/tables"):
        statuses = []
        for number in range(60):
            stranger.cookies = {"page": (f"guess-{number}", "/"), "guest": (f"guess-{number}", "/")}
            statuses.append((await stranger.send("GET", path, **{"X-Forwarded-For": f"9.9.9.{number}"}))[0])
        assert set(statuses) == {403, 429}, path
    # The owner of the page is not slowed down.
    frame, told = await within.enter()
    assert (await frame.send("GET", f"{told['page']}/turn"))[0] == 200
