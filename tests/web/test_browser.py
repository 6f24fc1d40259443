"""A private page in a browser, on a phone: spaces are tapped, and the draft is that of Discord."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from aiohttp import web

from bot.tables.closing import abandon
from bot.web.pages import Page
from bot.web.server import WebServer
from tests.bot.players import PEOPLE, open_table, play_until
from tests.browser import open_tab
from tests.web.conftest import Site
from tools.bench.hands import FIND_ICON, FIND_PLACE
from tools.bench.taps import by_chance

WIDTH, HEIGHT = 390, 844
WIDE, HIGH = 1280, 900
READY = "window.replay && replay.turn()"


async def open_for_raj(site: Site) -> tuple[str, int, str]:
    """Open a table and play until Raj must decide. Return its id, Raj's person, and the link to their page."""
    game_id = await open_table(site.tables)
    await play_until(site.tables, game_id, "raj")
    return game_id, PEOPLE["raj"], await site.links.make_private(game_id, PEOPLE["raj"])


@pytest.mark.few
async def test_a_turn_is_played_by_taps_on_the_board(site: Site, chromium: Path, tmp_path: Path) -> None:
    game_id, person, link = await open_for_raj(site)
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
        # An undo on Discord is an undo here too.
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


TELL_LINES = """
  window.kept ??= window.fetch
  window.fetch = async (address, ...more) => {
    const answer = await kept(address, ...more)
    if (!address.includes('/turn?')) return answer
    return new Response(JSON.stringify({ ...await answer.json(), told: LINES }), { status: answer.status })
  }
  window.dispatchEvent(new Event('online'))
"""


async def test_a_long_turn_hides_its_middle_unless_that_is_one_line(site: Site, chromium: Path, tmp_path: Path) -> None:
    game_id, person, link = await open_for_raj(site)
    async with open_tab(chromium, link, tmp_path, WIDTH, HEIGHT) as tab:
        await tab.wait_for(f"{READY} && replay.turn().mine")
        await site.tables.at(game_id, person).choose(["deploy"])
        await tab.wait_for("replay.turn().drafted")
        for count, hidden in ((6, 0), (7, 2), (9, 4)):
            lines = [f"Line {number}" for number in range(count)]
            await tab.run(TELL_LINES.replace("LINES", json.dumps(lines)))
            await tab.wait_for(f"replay.turn().told?.length === {count}")
            shown = "[...document.querySelectorAll('#asked .drafted li')].map((one) => one.textContent)"
            assert await tab.run(shown) == lines
            assert await tab.run("document.querySelectorAll('#asked .earlier li').length") == hidden
        assert tab.faults == []


async def test_a_long_tap_slides_to_an_action_that_may_begin_in_the_space(
    site: Site, chromium: Path, tmp_path: Path
) -> None:
    game_id, person, link = await open_for_raj(site)
    async with open_tab(chromium, link, tmp_path, WIDTH, HEIGHT) as tab:
        await tab.wait_for(f"{READY} && replay.turn().mine")
        spot = await tab.run(f"{FIND_PLACE}('delhi')")
        way = "document.querySelector('#menu [data-way=\"sweep>delhi\"]')"
        await tab.hold(spot["x"], spot["y"], way)
        await tab.wait_for("replay.turn().drafted && document.getElementById('menu').hidden")
        assert (await site.tables.moment(game_id, person)).draft.to_commit == ("sweep", "delhi")
        await site.tables.at(game_id, person).reset()
        await tab.wait_for("!replay.turn().drafted")
        await tab.run("window.scrollTo(0, 0)")
        spot = await tab.run(f"{FIND_PLACE}('punjab')")
        # A finger lifted where it touched leaves the menu open; a touch beside the menu closes it without a choice.
        await tab.tell("Input.dispatchTouchEvent", type="touchStart", touchPoints=[spot])
        await tab.wait_for("!document.getElementById('menu').hidden")
        await tab.tell("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
        # It is right above or below the finger, and in the window.
        left, top, right, bottom = await tab.run(
            "(({ left, top, right, bottom }) => [left, top, right, bottom])(menu.getBoundingClientRect())"
        )
        assert left >= 0
        assert right <= WIDTH
        assert top >= 0
        assert bottom <= HEIGHT
        assert 20 <= max(top - spot["y"], spot["y"] - bottom) <= 28
        # Its lines have the height of a finger.
        heights = await tab.run("[...document.querySelectorAll('#menu button')].map((one) => one.offsetHeight)")
        assert heights
        assert min(heights) >= 44
        # The menu may appear below the finger, which has not chosen anything in it.
        assert not await tab.run("document.getElementById('menu').hidden")
        assert (await site.tables.moment(game_id, person)).draft.is_empty
        await tab.tap("#title")
        await tab.wait_for("document.getElementById('menu').hidden")
        assert (await site.tables.moment(game_id, person)).draft.is_empty
        # The keyboard opens the same menu.
        await tab.run("document.querySelector('#asked [data-key=\"special:govern\"]').focus()")
        await tab.run("document.activeElement.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true }))")
        await tab.wait_for("document.activeElement.dataset.way")
        assert (await tab.run("document.activeElement.dataset.way")).startswith("special:govern>")
        await tab.press("Escape")
        await tab.wait_for("document.getElementById('menu').hidden")
        # A change of the draft on Discord closes the menu, whose lines belong to the earlier question.
        await tab.run("document.activeElement.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true }))")
        await tab.wait_for("document.activeElement.dataset.way")
        await site.tables.at(game_id, person).choose(["sweep"])
        await tab.wait_for("replay.turn().drafted && document.getElementById('menu').hidden")
        assert tab.faults == []


async def test_a_rematch_on_the_page_leads_to_its_table(site: Site, chromium: Path, tmp_path: Path) -> None:
    """The page only said that there was one. A refusal had the ids of channels, and a name a backslash."""
    game_id, person, link = await open_for_raj(site)
    async with site.tables.transactions.begin(game_id, None) as tx:
        await tx.update_game(game_id, name="my_game")
        await tx.reload()
        await abandon(tx, "")
    await site.tables.servers.change(None, 1, person, "manager", {}, channel=77)
    site.tables.lobby.name_place = lambda channel_id: "board_games"
    async with open_tab(chromium, link, tmp_path, WIDTH, HEIGHT) as tab:
        await tab.wait_for("document.querySelector('#asked .ways.tools button')")
        await tab.run("document.querySelector('#asked .ways.tools button').click()")
        await tab.wait_for("document.querySelector('#asked .notes')")
        told = await tab.run("document.querySelector('#asked .notes').textContent")
        assert "#board_games" in told
        await site.tables.servers.change(None, 1, person, "manager", {}, channel=77)
        await tab.run("document.querySelector('#asked .ways.tools button').click()")
        await tab.wait_for("document.querySelector('#asked .ways.tools a[target]')")
        assert "my_game 2" in await tab.run("document.querySelector('#asked .notes').textContent")
        opener = "document.querySelector('#asked .ways.tools a[target]')"
        assert await tab.run(f"{opener}.href") == "https://discord.com/channels/1/5"
        assert await tab.run(f"{opener}.textContent") == "Open in Discord"
        assert await tab.run(f"{opener}.offsetHeight") >= 44
        assert tab.faults == []


async def test_a_piece_is_dragged_from_space_to_space(site: Site, chromium: Path, tmp_path: Path) -> None:
    game_id, person, link = await open_for_raj(site)
    async with open_tab(chromium, link, tmp_path, WIDTH, HEIGHT) as tab:
        await tab.wait_for(f"{READY} && replay.turn().mine")

        async def bring(target: str) -> None:
            await tab.run("window.scrollTo(0, 0)")
            begin, end = await tab.run(f"{FIND_ICON}('delhi', 'troops')"), await tab.run(f"{FIND_PLACE}('{target}')")
            await tab.drag((begin["x"], begin["y"]), (end["x"], end["y"]))

        await bring("punjab")
        await tab.wait_for("replay.turn().drafted && !document.querySelector('.moving path')")
        drafted = (await site.tables.moment(game_id, person)).draft.to_commit
        assert {"delhi", "punjab", "troops"} <= set(drafted)
        # Other meanings of the touch are offered beside it.
        assert await tab.run("document.querySelectorAll('#asked [data-instead]').length")
        await site.tables.at(game_id, person).reset()
        await tab.wait_for("!replay.turn().drafted")
        # Where no piece can go, the page says so.
        await bring("assam")
        await tab.wait_for("/Delhi → Assam/.test(document.getElementById('note').textContent)")
        assert (await site.tables.moment(game_id, person)).draft.is_empty
        assert tab.faults == []


async def test_a_turn_can_be_played_by_keyboard_without_losing_the_focus(
    site: Site, chromium: Path, tmp_path: Path
) -> None:
    game_id, person, link = await open_for_raj(site)
    async with open_tab(chromium, link, tmp_path, WIDE, HIGH) as tab:
        await tab.resize(WIDE, HIGH, is_phone=False)
        await tab.wait_for(f"{READY} && replay.turn().mine")
        await tab.run("document.querySelector('#asked [data-key=\"deploy\"]').focus()")
        await tab.press("Enter")
        await tab.wait_for("replay.turn().drafted && document.activeElement.tagName === 'H2'")
        # The screen reader says the question that follows.
        assert "deploy" in (await tab.run("document.getElementById('told').textContent")).lower()
        for _ in range(40):
            await tab.press("Tab")
            if await tab.run("document.activeElement.matches('#asked summary')"):
                break
        await tab.press("Enter")
        await tab.press("Tab")
        key = await tab.run("document.activeElement.dataset.key")
        await tab.press("Enter")
        await tab.wait_for("document.activeElement.tagName === 'H2'")
        assert (await site.tables.moment(game_id, person)).draft.to_commit[:2] == ("deploy", key)
        roles = "[...document.querySelectorAll('[aria-selected]')].map((one) => one.getAttribute('role')).join()"
        assert await tab.run(roles) == "tab,tab,tab"
        assert tab.faults == []


async def test_the_printed_page_is_dark_on_white_and_has_the_log(site: Site, chromium: Path, tmp_path: Path) -> None:
    game_id = await open_table(site.tables)
    await play_until(site.tables, game_id, "raj")
    link = await site.links.make_private(game_id, PEOPLE["raj"])
    async with open_tab(chromium, link, tmp_path, WIDTH, HEIGHT) as tab:
        await tab.wait_for(f"{READY} && document.querySelector('#entries button')")
        await tab.run("replay.dress('dark')")
        await tab.tell("Emulation.setEmulatedMedia", media="print")
        shown = (
            "['turn', 'standing', 'log', 'asked', 'bar'].filter((id) => document.getElementById(id).checkVisibility())"
        )
        assert await tab.run(f"{shown}.join()") == "turn,standing,log"
        assert await tab.run("getComputedStyle(document.querySelector('#log h2')).color") == "rgb(0, 0, 0)"
        assert await tab.run("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"


async def test_a_reader_keeps_an_earlier_turn_while_the_game_continues(
    site: Site, chromium: Path, tmp_path: Path
) -> None:
    game_id = await open_table(site.tables)
    # Another person has played before, so there is a past moment to look at.
    await site.tables.at(game_id, PEOPLE[await play_until(site.tables, game_id, *PEOPLE)]).play(["pass"])
    await play_until(site.tables, game_id, "raj")
    page = await site.links.find_page(game_id)
    async with open_tab(chromium, page, tmp_path, WIDTH, HEIGHT) as tab:
        await tab.wait_for("window.replay && replay.last > 0 && document.querySelector('#entries button')")
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


@pytest.mark.few
async def test_changes_since_ones_last_turn_are_marked_and_listed(site: Site, chromium: Path, tmp_path: Path) -> None:
    game_id = await open_table(site.tables)
    await play_until(site.tables, game_id, "raj")
    await site.tables.at(game_id, PEOPLE["raj"]).play(["pass"])
    choose = by_chance(Random(3))
    # Many turns later, spaces have changed and Raj is not asked again.
    for _ in range(9):
        moment = await site.tables.moment(game_id)
        assert moment.decision is not None
        await site.tables.at(game_id, PEOPLE[moment.decision.seat]).play(choose(moment.game))
    link = await site.links.make_private(game_id, PEOPLE["raj"])
    async with open_tab(chromium, link, tmp_path, WIDE, HIGH) as tab:
        await tab.resize(WIDE, HIGH, is_phone=False)
        await tab.wait_for(f"{READY} && replay.last > 1")
        await tab.run("document.getElementById('since').click()")
        await tab.wait_for("document.getElementById('told').textContent && replay.seen() === replay.last")
        assert await tab.run("document.getElementById('since').getAttribute('aria-pressed')") == "true"
        told = await tab.run("document.getElementById('told').textContent")
        marked = await tab.run("document.querySelectorAll('.lights .since').length")
        assert marked == len(told.partition(": ")[2].split(", ")) > 0, told
        assert "Nothing" not in told
        await tab.run("document.getElementById('since').click()")
        await tab.wait_for("!document.querySelector('.lights .since')")
        assert tab.faults == []


async def test_on_a_computer_the_page_itself_does_not_scroll(site: Site, chromium: Path, tmp_path: Path) -> None:
    tables = [("short", PEOPLE), ("basic", {"lotus": PEOPLE["raj"], "peacock": PEOPLE["congress"]})]
    for number, (scenario, people) in enumerate(tables, 1):
        game_id = await open_table(site.tables, people, scenario, number=number)
        link = await site.links.make_private(game_id, PEOPLE["raj"])
        async with open_tab(chromium, link, tmp_path / scenario, WIDE, HIGH) as tab:
            await tab.resize(WIDE, HIGH, is_phone=False)
            await tab.wait_for(f"{READY} && document.querySelector('#entries button')")
            assert await tab.run("document.documentElement.scrollWidth") <= WIDE
            assert await tab.run("document.documentElement.scrollHeight") <= HIGH


@pytest.mark.few
async def test_an_ended_link_shows_a_message_and_the_log(site: Site, chromium: Path, tmp_path: Path) -> None:
    game_id = await open_table(site.tables)
    link = await site.links.make_private(game_id, PEOPLE["raj"])
    await site.links.renew(game_id, PEOPLE["raj"])
    page = await site.links.find_page(game_id)
    ended = f"{page}/p/{link.rpartition('/')[2]}"
    async with open_tab(chromium, ended, tmp_path, WIDTH, HEIGHT) as tab:
        await tab.wait_for("window.replay && document.querySelector('#note b')")
        await tab.wait_for("document.body.dataset.tab === 'log'")
        # The stream is refused too, and does not replace that message.
        while not any("/events" in fault for fault in tab.faults):
            await tab.run("new Promise((done) => setTimeout(done, 10))")
        await tab.wait_for("document.querySelector('#note b')")
        assert "**" not in await tab.run("document.getElementById('note').textContent")
        assert await tab.run("document.querySelector('#note b').checkVisibility()")


async def test_a_whole_board_has_one_zoom_button_and_an_enlarged_board_three(
    site: Site, chromium: Path, tmp_path: Path
) -> None:
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


async def test_a_person_tries_a_copy_on_the_board_and_returns_to_the_table(
    site: Site, chromium: Path, tmp_path: Path
) -> None:
    game_id = await open_table(site.tables)
    await play_until(site.tables, game_id, "raj")
    link = await site.links.make_private(game_id, PEOPLE["raj"])
    async with open_tab(chromium, link, tmp_path, WIDTH, HEIGHT) as tab:
        await tab.wait_for(f"{READY} && replay.turn().mine")
        token = await tab.run("replay.turn().token")
        what_if = "[...document.querySelectorAll('.tools button')].find((one) => /What if/.test(one.textContent))"
        await tab.run(f"{what_if}.scrollIntoView({{ block: 'nearest' }})")
        await tab.run(f"{what_if}.click()")
        await tab.wait_for("replay.turn().session && document.querySelector('.aside .leave')")
        assert await tab.run("document.documentElement.scrollWidth") <= WIDTH
        await tab.run("document.querySelector('#asked [data-key=\"deploy\"]').click()")
        await tab.wait_for("document.querySelectorAll('.targets path').length > 3")
        await tab.run("document.querySelector('.leave').click()")
        await tab.wait_for(f"replay.turn().session === '' && replay.turn().token === {json.dumps(token)}")
        assert not await tab.run("document.querySelector('.aside')")
        assert (await site.tables.moment(game_id, PEOPLE["raj"])).draft.is_empty
        assert tab.faults == []


async def test_a_page_reconnects_after_a_refused_stream(
    site: Site, chromium: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_id = await open_table(site.tables)
    page = await site.links.find_page(game_id)
    refused = {"left": 2}
    find_page = WebServer._find_page

    async def stumble(server: WebServer, request: web.Request, found: str) -> Page:
        if request.path.endswith("/events") and refused["left"]:
            refused["left"] -= 1
            raise web.HTTPBadGateway
        return await find_page(server, request, found)

    monkeypatch.setattr(WebServer, "_find_page", stumble)
    async with open_tab(chromium, page, tmp_path, WIDTH, HEIGHT) as tab:
        await tab.wait_for("window.replay && replay.last >= 0 && document.querySelector('#entries button')")
        await play_until(site.tables, game_id, "raj")
        await site.tables.at(game_id, PEOPLE["raj"]).play(["pass"])
        await tab.wait_for("replay.last > 0 && document.getElementById('note').hidden")
        assert refused["left"] == 0


async def test_a_space_is_corrected_from_its_sheet_on_the_page(site: Site, chromium: Path, tmp_path: Path) -> None:
    game_id = await open_table(site.tables)
    await play_until(site.tables, game_id, "raj")
    link = await site.links.make_private(game_id, PEOPLE["raj"])
    async with open_tab(chromium, link, tmp_path, WIDTH, HEIGHT) as tab:
        await tab.wait_for(f"{READY} && replay.turn().mine")
        order = "[...document.querySelectorAll('[data-space]')].map((one) => one.dataset.space)"
        number = (await tab.run(order)).index("bihar")
        await tab.tap(f'.reach path[data-number="{number}"]')

        def named(words: str) -> str:
            return f"[...document.querySelectorAll('#space button')].find((one) => one.textContent === '{words}')"

        await tab.wait_for(named("Correct this"))
        await tab.run(f"{named('Correct this')}.click()")
        await tab.wait_for("document.querySelector('#space form.correct input')")
        assert str(await tab.run("document.querySelector('.correct input').value")).startswith("Bihar 2S")
        # A line that is refused stays, with the reason in sight.
        await tab.run("document.querySelector('.correct input').value = 'Bihar 99T'")
        await tab.run("document.querySelector('.correct button').click()")
        await tab.wait_for("/more Troops/.test(document.querySelector('.correct + p')?.textContent)")
        assert await tab.run("document.querySelector('.correct input').value") == "Bihar 99T"
        assert await tab.run("document.querySelector('.correct + p').getBoundingClientRect().bottom <= innerHeight")
        await tab.run("document.querySelector('.correct input').value = 'Bihar 3C Protest PO'")
        await tab.run("document.querySelector('.correct button').click()")
        await tab.wait_for(named("Ask the table"))
        assert "Bihar" in await tab.run("document.querySelector('#space').textContent")
        await tab.run(f"{named('Ask the table')}.click()")
        await tab.wait_for("replay.turn().notes.some((note) => note.includes('Waiting for'))")
        assert tab.faults == []
