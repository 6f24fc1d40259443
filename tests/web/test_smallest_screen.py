"""The private page on the smallest phone, in the language with the longest words: the question stays in sight."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.bot.players import PEOPLE, open_table, play_until
from tests.browser import Tab, open_tab
from tests.web.conftest import Site
from tests.web.test_screens import READY, check_the_first_answers, sees
from tools.bench.taps import by_chance

SMALLEST = (360, 640)
SPANISH = "document.documentElement.lang === 'es'"


async def speak_spanish(tab: Tab) -> None:
    """Choose Spanish on the page, as a person does, and wait until the question is written in it."""
    await tab.wait_for(READY)
    await tab.run("(language.value = 'es', language.dispatchEvent(new Event('change')), 0)")
    await tab.wait_for(f"{SPANISH} && document.querySelector('#tab-asked').textContent === 'Tu turno'")
    await tab.wait_for("replay.turn().ways.some(({ label }) => label.startsWith('¿'))")


async def test_the_first_question_of_a_game_is_in_sight_with_its_first_answers(
    site: Site, chromium: Path, tmp_path: Path
) -> None:
    game_id = await open_table(site.tables)
    seat = await play_until(site.tables, game_id, *PEOPLE)
    link = await site.links.make_private(game_id, PEOPLE[seat])
    async with open_tab(chromium, link, tmp_path, *SMALLEST) as tab:
        await speak_spanish(tab)
        await tab.wait_for("scrollY > 0")
        assert await sees(tab, ".question")
        await check_the_first_answers(tab)
        for name in ("log", "asked"):
            await tab.run(f"document.getElementById('tab-{name}').click()")
        assert await sees(tab, ".question")
        await check_the_first_answers(tab)
        # After a reload, the browser would scroll to where the page was before.
        await tab.run("window.scrollTo(0, document.body.scrollHeight)")
        await tab.tell("Page.reload")
        await tab.wait_for(f"document.readyState === 'complete' && {READY} && {SPANISH}")
        assert await sees(tab, ".question")
        assert tab.faults == []


async def test_the_button_that_ends_a_part_of_a_turn_is_beside_undo(site: Site, chromium: Path, tmp_path: Path) -> None:
    game_id = await open_table(site.tables)
    await play_until(site.tables, game_id, "raj")
    await site.tables.at(game_id, PEOPLE["raj"]).choose(["sweep"])
    link = await site.links.make_private(game_id, PEOPLE["raj"])
    async with open_tab(chromium, link, tmp_path, *SMALLEST) as tab:
        await speak_spanish(tab)
        # The longest words that end a part of a turn.
        await tab.run("""(() => {
          for (const node of document.querySelectorAll('#bar button:not(.back)')) node.remove()
          const last = document.createElement('button')
          Object.assign(last, { className: 'option', textContent: 'No eliminar nada' })
          document.querySelector('#bar .back').parentNode.append(last)
        })()""")
        tops = "new Set([...document.querySelectorAll('#bar button')].map((one) => one.offsetTop)).size"
        assert await tab.run(tops) == 1
        assert await tab.run("[...document.querySelectorAll('#bar .back')].every((one) => one.offsetHeight === 44)")


@pytest.mark.seed("1919")
async def test_the_question_is_in_sight_below_long_news(site: Site, chromium: Path, tmp_path: Path) -> None:
    game_id = await open_table(site.tables)
    choose = by_chance(Random(12))
    moment = await site.tables.moment(game_id)
    while moment.decision is not None and moment.decision.kind != "imperialism.space":
        await site.tables.at(game_id, PEOPLE[moment.game.pending_seat]).play(choose(moment.game))
        moment = await site.tables.moment(game_id)
    link = await site.links.make_private(game_id, PEOPLE["raj"])
    async with open_tab(chromium, link, tmp_path, *SMALLEST) as tab:
        await speak_spanish(tab)
        await tab.wait_for("document.querySelector('.news li')")
        inside = """(() => {
          const [question, bars] = [document.querySelector('.question'), document.getElementById('bar')]
          return question.getBoundingClientRect().bottom <= bars.getBoundingClientRect().top
        })()"""
        assert await sees(tab, ".news")
        assert await sees(tab, ".question")
        assert await tab.run(inside)


async def test_after_confirm_the_page_says_so_below_the_board(site: Site, chromium: Path, tmp_path: Path) -> None:
    game_id = await open_table(site.tables)
    await play_until(site.tables, game_id, "raj")
    await site.tables.at(game_id, PEOPLE["raj"]).choose(["pass"])
    link = await site.links.make_private(game_id, PEOPLE["raj"])
    async with open_tab(chromium, link, tmp_path, *SMALLEST) as tab:
        await tab.wait_for(f"{READY} && document.querySelector('#bar .confirm') && scrollY > 0")
        await tab.run("window.scrollTo(0, document.body.scrollHeight)")
        await tab.run("document.querySelector('#bar .confirm').click()")
        await tab.wait_for(
            "!replay.turn().mine && document.querySelector('#asked h2').textContent.includes('Confirmed')"
        )
        assert await sees(tab, "#asked h2")
        assert await sees(tab, "#asked .question")


async def test_the_log_has_lines_between_the_board_and_the_chart(site: Site, chromium: Path, tmp_path: Path) -> None:
    game_id = await open_table(site.tables)
    await play_until(site.tables, game_id, "raj")
    await site.tables.at(game_id, PEOPLE["raj"]).play(["pass"])
    link = (await site.links.make_private(game_id, PEOPLE["raj"])).partition("/p/")[0]
    async with open_tab(chromium, link, tmp_path, *SMALLEST) as tab:
        await tab.wait_for("window.replay && replay.last > 0")
        await tab.run("(language.value = 'es', language.dispatchEvent(new Event('change')), 0)")
        await tab.wait_for(SPANISH)
        for name in ("log", "table"):
            await tab.run(f"document.getElementById('tab-{name}').click()")
            edges = "['stage', 'controls'].map((one) => document.getElementById(one).getBoundingClientRect())"
            assert await tab.run(f"(([stage, chart]) => chart.top - stage.bottom)({edges})") >= 100, name


async def test_answers_each_of_which_confirms_have_no_other_confirm_beside_them(
    site: Site, chromium: Path, tmp_path: Path
) -> None:
    game_id = await open_table(site.tables)
    await play_until(site.tables, game_id, "congress")
    await site.tables.at(game_id, PEOPLE["congress"]).choose(["pass"])
    link = await site.links.make_private(game_id, PEOPLE["congress"])
    async with open_tab(chromium, link, tmp_path, 390, 844) as tab:
        await tab.wait_for(READY)
        assert await tab.run("document.querySelectorAll('#asked .confirm').length") > 1
        assert await tab.run("document.querySelector('#bar .confirm')") is None


async def test_with_letters_of_twice_the_size_the_tabs_cover_no_button_and_the_title_stays_whole(
    site: Site, chromium: Path, tmp_path: Path
) -> None:
    game_id = await open_table(site.tables)
    await play_until(site.tables, game_id, "raj")
    await site.tables.at(game_id, PEOPLE["raj"]).choose(["sweep"])
    link = await site.links.make_private(game_id, PEOPLE["raj"])
    async with open_tab(chromium, link, tmp_path, 390, 844) as tab:
        await tab.wait_for(f"{READY} && document.querySelector('#bar button')")
        await tab.run("(document.documentElement.style.fontSize = '200%', 0)")
        await tab.wait_for("document.getElementById('tab-asked').offsetHeight > 0")
        edges = "['bar', 'tabs'].map((one) => document.getElementById(one).getBoundingClientRect())"
        await tab.wait_for(f"(([bar, tabs]) => bar.bottom <= tabs.top + 1)({edges})")
        await tab.run("document.getElementById('tab-log').click()")
        longest = "Math.max(...[...document.querySelectorAll('h1')].map((one) => one.scrollWidth - one.clientWidth))"
        assert await tab.run(longest) <= 0
        assert await tab.run("document.querySelector('header').offsetHeight") < 200


async def test_the_smallest_phone_on_its_side_shows_no_part_beyond_its_edge(
    site: Site, chromium: Path, tmp_path: Path
) -> None:
    game_id = await open_table(site.tables)
    await play_until(site.tables, game_id, "raj")
    link = await site.links.make_private(game_id, PEOPLE["raj"])
    async with open_tab(chromium, link, tmp_path, 640, 360) as tab:
        await tab.wait_for(READY)
        for name in ("asked", "log", "table"):
            await tab.run(f"document.getElementById('tab-{name}').click()")
            assert await tab.run("document.documentElement.scrollWidth") <= 640, name
            apart = "(([names, choices]) => names.right <= choices.left)"
            edges = "['.names', '.choices'].map((one) => document.querySelector(one).getBoundingClientRect())"
            assert await tab.run(f"{apart}({edges})"), name
