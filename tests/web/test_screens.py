"""The private page on every screen: the question is in sight, the board is large, nothing covers what is needed."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random

import pytest

from tests.bot.players import PEOPLE, act_plainly, open_table, play_until, whose
from tests.browser import Tab, open_tab
from tests.web.conftest import Site
from tools.bench.taps import by_chance

READY = "window.replay && replay.turn() && replay.turn().mine"
SCREENS = {
    "phone": (390, 844, True),
    "phone on its side": (844, 390, True),
    "laptop": (1280, 800, False),
    "large screen": (1920, 1080, False),
}
WATCH = """window.moved = 0
new PerformanceObserver((list) => { for (const one of list.getEntries()) if (!one.hadRecentInput) moved += one.value })
  .observe({ type: 'layout-shift', buffered: true })"""
"""Adds up how far visible parts have moved while a page was loading."""
IS_SEEN = """((selector) => {
  const node = document.querySelector(selector)
  const { left, top, width, height } = node.getBoundingClientRect()
  const hit = document.elementFromPoint(left + width / 2, top + Math.min(height / 2, 12))
  return top >= 0 && top + Math.min(height, 24) <= innerHeight && Boolean(hit) && (hit === node || node.contains(hit))
})"""
"""Whether the beginning of a part of the page is in the window, with nothing above it."""
WAITS = """(window.waits = [], window.clock = setTimeout, window.setTimeout = (does, wait) => {
  waits.push([does.name, wait])
  return clock(does, wait)
}, 0)"""
"""Records the delays of the page's timers."""
HELD = """(window.ask = fetch, window.held = new Promise((done) => { window.release = done }),
  window.fetch = (...what) => held.then(() => ask(...what)), 0)"""
"""Delays requests to the server until they are released, as on a slow network."""


async def sees(tab: Tab, selector: str) -> bool:
    """Return whether a part of the page can be seen."""
    seen: bool = await tab.run(f"{IS_SEEN}({json.dumps(selector)})")
    return seen


@pytest.mark.few
async def test_the_question_and_the_board_are_in_sight_on_every_screen(
    site: Site, chromium: Path, tmp_path: Path
) -> None:
    tables = [("short", PEOPLE), ("basic", {"lotus": PEOPLE["raj"], "peacock": PEOPLE["congress"]})]
    for number, (scenario, people) in enumerate(tables, 1):
        game_id = await open_table(site.tables, people, scenario, number=number)
        user_id = PEOPLE["raj"]
        if scenario == "short":
            await play_until(site.tables, game_id, "raj")
        else:
            await play_until(site.tables, game_id, "lotus")
        link = await site.links.make_private(game_id, user_id)
        async with open_tab(chromium, link, tmp_path / scenario, 390, 844) as tab:
            await tab.wait_for(READY)
            for name, (width, height, is_phone) in SCREENS.items():
                await tab.resize(width, height, is_phone=is_phone)
                assert await tab.run("document.documentElement.scrollWidth") <= width, name
                assert await sees(tab, ".question"), (scenario, name)
                high = await tab.run("document.getElementById('board').getBoundingClientRect().height")
                assert high >= (0.88 * height if width > height else 0.4 * height), (scenario, name)
                if not is_phone:
                    assert await tab.run("document.documentElement.scrollHeight") <= height
                    # A high board has the whole window; a square one leaves room for the text.
                    assert high >= height - 24 or scenario == "short", (scenario, name)
                    first = await tab.run("document.querySelector('#asked .ways button').getBoundingClientRect().top")
                    assert first <= 0.63 * height, (scenario, name)
                # The sign of a seat is a drawing, since not every machine has the letter.
                assert not {"🪷", "🦚"} & set(await tab.run("document.querySelector('main').innerText"))
            if scenario == "short":
                await check_answers_and_sheets(tab)
            assert tab.faults == []


async def check_answers_and_sheets(tab: Tab) -> None:
    """Check that after an answer the question is below the board, and a sheet above everything."""
    for name, (width, height, is_phone) in SCREENS.items():
        await tab.resize(width, height, is_phone=is_phone)
        await tab.run("""document.querySelector('#asked [data-key="sweep"]').click()""")
        await tab.wait_for("replay.turn().drafted && document.querySelector('.targets path')")
        assert await sees(tab, ".question"), name
        assert await sees(tab, "#bar .back"), name
        order = "[...document.querySelectorAll('[data-space]')].findIndex((one) => one.dataset.space === 'rajputana')"
        await tab.run(f"replay.show({order})")
        await tab.wait_for("!document.getElementById('space').hidden")
        assert await sees(tab, "#space h2"), name
        assert await sees(tab, "#space .quiet"), name
        # Pieces of which there are several have their number.
        told = await tab.run("document.querySelector('#space p').textContent")
        counts = "[...document.querySelectorAll('[data-space=rajputana] .count')].map((one) => one.textContent)"
        assert set(await tab.run(counts)) <= set(re.findall(r"\d+", told)), (name, told)
        await tab.run("document.querySelector('#space .quiet').click()")
        await tab.run("document.querySelectorAll('#bar .back')[1].click()")
        await tab.wait_for("!replay.turn().drafted && !document.body.classList.contains('busy')")


async def test_the_numbers_on_the_board_are_in_the_lines_of_the_drafted_turn(
    site: Site, chromium: Path, tmp_path: Path
) -> None:
    game_id = await open_table(site.tables)
    await play_until(site.tables, game_id, "raj")
    link = await site.links.make_private(game_id, PEOPLE["raj"])
    async with open_tab(chromium, link, tmp_path, 1280, 800) as tab:
        await tab.resize(1280, 800, is_phone=False)
        await tab.wait_for(READY)
        counted = 0
        # Spaces from which pieces only come have no line, and no number.
        for seed in range(1, 6):
            session = site.tables.at(game_id, PEOPLE["raj"])
            answers = by_chance(Random(seed))((await site.tables.moment(game_id, PEOPLE["raj"])).game)
            for key in answers[: min(len(answers) - 1, 14)]:
                await session.choose([key])
            token = (await site.tables.moment(game_id, PEOPLE["raj"])).token
            await tab.wait_for(f"replay.turn().token === {json.dumps(token)}")
            listed = "[...document.querySelectorAll('#asked .drafted .mark')].map((one) => one.textContent)"
            lines = {number for text in await tab.run(listed) for number in text.split()}
            shown = "[...document.querySelectorAll('#board .order text')].map((one) => one.textContent)"
            numbers = {number for text in await tab.run(shown) for number in text.split()}
            # A line to which something may be added has the number that it will get.
            assert numbers <= lines
            assert len(lines - numbers) <= 1
            counted += len(numbers)
            await session.reset()
            await tab.wait_for("!replay.turn().drafted")
        assert counted > 5


async def test_turns_of_others_are_shown_first_and_one_by_one(site: Site, chromium: Path, tmp_path: Path) -> None:
    game_id = await open_table(site.tables)
    await play_until(site.tables, game_id, "raj")
    await site.tables.at(game_id, PEOPLE["raj"]).play(["pass"])
    choose, turns = by_chance(Random(3)), 0
    moment = await site.tables.moment(game_id)
    # In the middle of one's own turn there is no news.
    while turns < 3 or moment.game.pending_seat != "raj" or moment.game.label.seat != "raj" or moment.step:
        await site.tables.at(game_id, PEOPLE[moment.game.pending_seat]).play(choose(moment.game))
        moment = await site.tables.moment(game_id)
        turns += 1
    link = await site.links.make_private(game_id, PEOPLE["raj"])
    async with open_tab(chromium, link, tmp_path, 390, 844) as tab:
        await tab.wait_for(f"{READY} && document.querySelector('.news li')")
        assert await sees(tab, ".news")
        lines = await tab.run("[...document.querySelectorAll('.news li')].map((one) => one.textContent)")
        assert 0 < len(lines) <= 3
        # Changed spaces are outlined, and a screen reader reads them.
        assert await tab.run("document.querySelectorAll('.lights .since').length")
        told = await tab.run("document.getElementById('told').textContent")
        assert lines[0] in told
        assert ".. " not in told
        await check_the_first_answers(tab)
        assert "would not end the game" in await tab.run("document.querySelector('.stakes').textContent")
        last = await tab.run("replay.last")
        # The title and the icon of the window call the person.
        assert await tab.run("document.title") == "(!) Your turn: Raj · Salt"
        await tab.wait_for("document.getElementById('favicon').href.startsWith('data:image/png')")
        manifest = await tab.run("fetch(document.querySelector('[rel=manifest]').href).then((found) => found.json())")
        assert manifest["start_url"] == link.partition("#")[0].removeprefix(site.origin)
        assert await tab.run(f"fetch({json.dumps(manifest['icons'][0]['src'])}).then((found) => found.status)") == 200
        at = await tab.run("scrollY")
        await tab.tap(".news .shows")
        await tab.wait_for("document.querySelector('.news.running') && replay.seen() < replay.last")
        first = await tab.run("replay.seen()")
        await tab.wait_for(f"replay.seen() === {first + 1}")
        await tab.tap(".news .shows")
        await tab.wait_for("!document.querySelector('.news.running') && replay.seen() === replay.last")
        assert await tab.run("replay.last") == last
        # The question is where it was before.
        assert await tab.run("scrollY") == at
        assert await sees(tab, ".question")
        await check_the_first_answers(tab)
        assert await tab.run("[...document.querySelectorAll('.news li')].map((one) => one.textContent)") == lines
        await tab.run("document.querySelector('#asked .acts button').click()")
        await tab.wait_for("replay.turn().drafted && !document.querySelector('.lights .since')")
        assert not await tab.run("document.querySelector('.news')")
        assert tab.faults == []


async def test_the_replay_of_news_begins_after_the_readers_last_choice(
    site: Site, chromium: Path, tmp_path: Path
) -> None:
    game_id, tale = await open_table(site.tables), None
    choose = by_chance(Random(3))
    while tale is None or len(tale.turns) == 1 or not any(change.verb == "reveal" for change in tale.rest):
        moment = await site.tables.moment(game_id)
        await site.tables.at(game_id, PEOPLE[whose(moment)]).play(choose(moment.game))
        asked = PEOPLE[whose(await site.tables.moment(game_id))]
        tale = await site.tables.recaps.tell_since(game_id, asked)
    link = await site.links.make_private(game_id, asked)
    async with open_tab(chromium, link, tmp_path, 390, 844) as tab:
        await tab.wait_for(f"{READY} && document.querySelector('.news li')")
        # Restraint and Unity are in sight beside the news.
        assert "Restraint" in await tab.run("document.querySelector('.mine span').textContent")
        assert await sees(tab, ".mine span")
        shown = "[...document.querySelectorAll('.news li')].map((one) => one.textContent)"
        lines = await tab.run(f"(document.querySelector('.news .shows').click(), {shown})")
        assert lines[1:] == ["Current card: " + lines[1].removeprefix("Current card: ")]
        assert tab.faults == []


@pytest.mark.seed("1919")
async def test_a_single_turn_of_another_person_is_shown(site: Site, chromium: Path, tmp_path: Path) -> None:
    game_id = await open_table(site.tables)
    moment = await site.tables.moment(game_id)
    first = whose(moment)
    while (moment := await site.tables.moment(game_id)).game.pending_seat == first:
        await act_plainly(site.tables, moment, PEOPLE[first])
    link = await site.links.make_private(game_id, PEOPLE[moment.game.pending_seat])
    async with open_tab(chromium, link, tmp_path, 390, 844) as tab:
        await tab.wait_for(f"{READY} && document.querySelector('.news li')")
        assert await tab.run("replay.last") == 1
        await tab.run(WAITS)
        shown = "[replay.seen(), document.querySelector('.news').classList.contains('running')]"
        assert await tab.run(f"(document.querySelector('.news .shows').click(), {shown})") == [0, True]
        await tab.wait_for("replay.seen() === 1 && !document.querySelector('.news.running')")
        # A turn with many lines is shown for longer than one with few, and all of them for ten seconds at most.
        empty, told = await tab.run("waits.filter(([does]) => does === 'step').map(([, wait]) => wait)")
        assert empty < told
        assert empty + told <= 10_000
        assert tab.faults == []


async def test_the_page_says_that_a_confirmed_turn_is_being_played(site: Site, chromium: Path, tmp_path: Path) -> None:
    game_id = await open_table(site.tables)
    await play_until(site.tables, game_id, "raj")
    await site.tables.at(game_id, PEOPLE["raj"]).choose(["pass"])
    link = await site.links.make_private(game_id, PEOPLE["raj"])
    async with open_tab(chromium, link, tmp_path, 390, 844) as tab:
        await tab.wait_for(f"{READY} && replay.turn().ending !== null")
        await tab.run(HELD)
        await tab.run("document.querySelector('#bar .confirm').click()")
        await tab.wait_for("!document.getElementById('note').hidden")
        assert "being played" in await tab.run("document.getElementById('note').textContent")
        assert await sees(tab, "#note")
        await tab.run("release()")
        await tab.wait_for("!replay.turn().mine && document.getElementById('note').hidden")
        assert tab.faults == []


async def test_a_page_can_be_used_while_another_language_is_loaded(site: Site, chromium: Path, tmp_path: Path) -> None:
    game_id = await open_table(site.tables)
    await play_until(site.tables, game_id, "raj")
    link = await site.links.make_private(game_id, PEOPLE["raj"])
    async with open_tab(chromium, link, tmp_path, 390, 844) as tab:
        await tab.wait_for(READY)
        await tab.run(HELD)
        await tab.run("(replay.speak('it'), 0)")
        for moment in ("0", "replay.last"):
            assert await tab.run(f"(replay.go({moment}), true)")
        await tab.run("release()")
        await tab.wait_for("document.documentElement.lang === 'it' && replay.turn().title.startsWith('Raj')")
        assert tab.faults == []


@pytest.mark.seed("1919")
async def test_news_comes_first_for_a_person_asked_in_anothers_turn(site: Site, chromium: Path, tmp_path: Path) -> None:
    """The events of that turn once pushed the news off the screen of a phone."""
    game_id = await open_table(site.tables)
    choose = by_chance(Random(4))
    moment = await site.tables.moment(game_id)
    while not (moment.is_beside and len(moment.step) > 8):
        await site.tables.at(game_id, PEOPLE[moment.game.pending_seat]).play(choose(moment.game))
        moment = await site.tables.moment(game_id)
        assert moment.decision is not None
    link = await site.links.make_private(game_id, PEOPLE[moment.game.pending_seat])
    async with open_tab(chromium, link, tmp_path, 390, 844) as tab:
        await tab.wait_for(f"{READY} && document.querySelector('.news li')")
        assert len(await tab.run("replay.turn().told")) > 1
        assert await sees(tab, ".news")
        assert await sees(tab, ".question")
        assert await tab.run("document.querySelector('#asked .question ~ details.earlier li') !== null")


async def check_the_first_answers(tab: Tab) -> None:
    """Check that a phone shows the first answers whole below the news, however long these are."""
    row = """(() => {
      const bars = document.getElementById('tabs').getBoundingClientRect().top
      const first = document.querySelector('#asked .ways button').getBoundingClientRect()
      const hit = document.elementFromPoint(first.left + first.width / 2, first.bottom - 4)
      return first.bottom <= bars && Boolean(hit.closest('#asked .ways button'))
    })()"""
    assert await tab.run(row)


async def test_the_icons_beside_the_chart_lines_are_completely_visible(
    site: Site, chromium: Path, tmp_path: Path
) -> None:
    game_id = await open_table(site.tables)
    await play_until(site.tables, game_id, "raj")
    link = await site.links.make_private(game_id, PEOPLE["raj"])
    async with open_tab(chromium, link, tmp_path, 1280, 800) as tab:
        await tab.resize(1280, 800, is_phone=False)
        await tab.wait_for(f"{READY} && document.querySelectorAll('#signs img').length === 4")
        lowest = (
            "Math.max(...[...document.querySelectorAll('#signs img')].map((one) => one.getBoundingClientRect().bottom))"
        )
        assert await tab.run(f"{lowest} <= document.getElementById('controls').getBoundingClientRect().bottom - 1")
        # The chart is as high as its frame, so the signs are beside the ends of its lines.
        heights = "['.chart', '#chart'].map((one) => document.querySelector(one).getBoundingClientRect().height)"
        whole, drawn = await tab.run(heights)
        assert whole == drawn


@pytest.mark.few
async def test_text_for_screen_readers_has_no_emblems_of_seats(site: Site, chromium: Path, tmp_path: Path) -> None:
    people = {"lotus": PEOPLE["raj"], "peacock": PEOPLE["congress"]}
    game_id = await open_table(site.tables, people, "basic")
    await play_until(site.tables, game_id, "lotus")
    choose, seen = by_chance(Random(3)), set()
    moment = await site.tables.moment(game_id)
    while "peacock" not in seen or moment.game.pending_seat != "lotus" or moment.step:
        seen.add(moment.game.pending_seat)
        await site.tables.at(game_id, people[moment.game.pending_seat]).play(choose(moment.game))
        moment = await site.tables.moment(game_id)
    link = await site.links.make_private(game_id, PEOPLE["raj"])
    async with open_tab(chromium, link, tmp_path, 390, 844) as tab:
        await tab.wait_for(f"{READY} && document.querySelector('.news li')")
        told = await tab.run("document.getElementById('told').textContent")
        assert "Peacock" in told
        assert not {"🪷", "🦚"} & set(told)


@pytest.mark.few
async def test_a_page_is_small_does_not_shift_and_says_that_it_is_offline(
    site: Site, chromium: Path, tmp_path: Path
) -> None:
    game_id = await open_table(site.tables)
    await play_until(site.tables, game_id, "raj")
    for width, height, is_phone in (SCREENS["phone"], SCREENS["laptop"]):
        link = await site.links.make_private(game_id, PEOPLE["raj"])
        async with open_tab(chromium, "about:blank", tmp_path / str(width), width, height) as tab:
            await tab.resize(width, height, is_phone=is_phone)
            await tab.tell("Page.addScriptToEvaluateOnNewDocument", source=WATCH)
            await tab.tell("Page.navigate", url=link)
            await tab.wait_for(f"{READY} && document.querySelector('.question')")
            assert await tab.run("moved") < 0.05
            loaded = "performance.getEntriesByType('resource').map((one) => [one.name, one.encodedBodySize])"
            sizes = dict(await tab.run(loaded))
            program = [size for name, size in sizes.items() if name.endswith(("page.js", "page.css"))]
            assert len(program) == 2
            assert 0 < sum(program) < 40_000
            network = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
            await tab.tell("Network.enable")
            await tab.tell("Network.emulateNetworkConditions", offline=True, **network)
            await tab.wait_for("!document.getElementById('note').hidden")
            await tab.tell("Network.emulateNetworkConditions", offline=False, **network)
            await tab.wait_for("document.getElementById('note').hidden")


async def test_the_keyboard_reaches_confirm_before_the_log(site: Site, chromium: Path, tmp_path: Path) -> None:
    game_id = await open_table(site.tables)
    await play_until(site.tables, game_id, "raj")
    await site.tables.at(game_id, PEOPLE["raj"]).choose(["pass"])
    link = await site.links.make_private(game_id, PEOPLE["raj"])
    async with open_tab(chromium, link, tmp_path, 1280, 800) as tab:
        await tab.resize(1280, 800, is_phone=False)
        await tab.wait_for(f"{READY} && document.querySelector('#bar .confirm')")
        await tab.run("[...document.querySelectorAll('#asked :is(button, summary)')].pop().focus()")
        for _ in range(8):
            await tab.press("Tab")
            assert not await tab.run("document.getElementById('log').contains(document.activeElement)")
            if await tab.run("document.activeElement.matches('#bar .confirm')"):
                break
        assert await tab.run("document.activeElement.matches('#bar .confirm')")
        assert await sees(tab, "#bar .confirm")


SMALL = """[...document.querySelectorAll('button, summary, select, a')].filter((one) => one.checkVisibility())
  .map((one) => [one, Math.max(one.offsetHeight, parseFloat(getComputedStyle(one, '::after').height) || 0)])
  .filter(([, height]) => height < 44).map(([one, height]) => [one.id || one.className, one.textContent, height])"""
"""The controls that a finger would miss: less than 44 pixels high, including the room around them."""


async def test_buttons_on_a_phone_have_the_height_of_a_finger(site: Site, chromium: Path, tmp_path: Path) -> None:
    game_id = await open_table(site.tables)
    choose = by_chance(Random(3))
    moment = await site.tables.moment(game_id)
    first = whose(moment)
    while (moment := await site.tables.moment(game_id)).game.pending_seat == first:
        await site.tables.at(game_id, PEOPLE[first]).play(choose(moment.game))
    link = await site.links.make_private(game_id, PEOPLE[moment.game.pending_seat])
    async with open_tab(chromium, link, tmp_path, 360, 640) as tab:
        await tab.wait_for(f"{READY} && document.querySelector('.news li')")
        for size in ((360, 640), (390, 844), (844, 390)):
            await tab.resize(*size)
            for name in ("asked", "log", "table"):
                await tab.run(f"document.getElementById('tab-{name}').click()")
                assert await tab.run(SMALL) == [], (size, name)


async def test_a_phone_that_is_turned_shows_the_question_again(site: Site, chromium: Path, tmp_path: Path) -> None:
    game_id = await open_table(site.tables)
    await play_until(site.tables, game_id, "raj")
    link = await site.links.make_private(game_id, PEOPLE["raj"])
    async with open_tab(chromium, link, tmp_path, 390, 844) as tab:
        await tab.wait_for(READY)
        for width, height, kind, angle in ((844, 390, "landscapePrimary", 90), (390, 844, "portraitPrimary", 0)):
            await tab.run("window.scrollTo(0, document.body.scrollHeight)")
            assert not await sees(tab, ".question")
            size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": True}
            turned = {"type": kind, "angle": angle}
            await tab.tell("Emulation.setDeviceMetricsOverride", **size, screenOrientation=turned)
            await tab.wait_for(f"{IS_SEEN}('.question')")
