"""The board in a frame of Discord's, in a browser: people inside, and another one on the panels of Discord."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.client import TableBot
from bot.console.window import Window
from bot.web import streams
from bot.web.application import Visitor
from bot.web.inside import Inside
from bot.web.links import Links
from bot.web.server import serve_web
from storage import open_storage
from tests.browser import FramedTab, open_frame, open_tab
from tests.web.conftest import find_port
from tools.bench.clicks import CHANNEL
from tools.bench.hands import READY, Hand
from tools.bench.taps import PERSON, as_advised, click, compare_all, compare_now, find_game, open_table
from tools.verify.asking import GUILD, make_bot

SIZES = {"phone": (390, 844), "computer": (1280, 800)}
LISTS = "document.body.classList.contains('listing') && document.querySelector('#inside h1')"


@asynccontextmanager
async def open_window(folder: Path) -> AsyncIterator[tuple[TableBot, Window, Inside]]:
    """Provide a bot that serves its pages in a window of Discord."""
    storage = await open_storage(f"sqlite:///{folder / 'games.sqlite3'}")
    bot = make_bot(storage)
    address = f"127.0.0.1:{find_port()}"
    bot.links = Links(storage, f"http://{address}")
    people = {
        "Asha": Visitor(PERSON, "Asha", "en-GB"),
        "Bilal": Visitor(PERSON + 1, "Bilal", "en-GB"),
        "Emil": Visitor(99, "Emil", "ja"),
    }
    window = Window(bot.links.base, (find_port(), find_port()), people, CHANNEL, GUILD)
    inside = Inside(bot.tables, bot.links, window.find_application())
    async with window.open(), serve_web(bot.tables, bot.links, address, inside=inside):
        yield bot, window, inside
    bot.painter.close()
    await storage.close()


@asynccontextmanager
async def open_inside(
    window: Window, chromium: Path, folder: Path, size: str, name: str = "Asha"
) -> AsyncIterator[FramedTab]:
    """Provide a person's page in the window, on a phone or a computer."""
    width, height = SIZES[size]
    async with open_tab(chromium, f"{window.address}/?as={name}", folder, width, height) as tab:
        async with open_frame(tab, window.proxy) as frame:
            yield frame
            assert frame.faults == []
        assert tab.faults == []


async def play(bot: TableBot, frames: Mapping[str, FramedTab], game_id: str, people: dict[str, int], most: int) -> int:
    """Play ``most`` turns at most: people with a frame, by seat, inside, the others on panels."""
    hands = {seat: Hand(frame, bot.tables, game_id, people[seat]) for seat, frame in frames.items()}
    turns = 0
    while turns < most and (game := await find_game(bot, game_id)).decision is not None:
        answers, seat = as_advised(game), game.pending_seat
        turns += 1
        if seat in hands:
            await hands[seat].give(answers)
        else:
            await click(bot, game_id, answers, turns, people[seat])
        for hand in hands.values():
            await compare_now(bot, game_id, hand)
    for hand in hands.values():
        if game.decision is None:
            await compare_all(bot, game_id, hand)
    return turns


@pytest.mark.few("phone")
@pytest.mark.parametrize("size", SIZES)
async def test_a_person_inside_discord_and_one_on_panels_play_together(
    chromium: Path, tmp_path: Path, size: str
) -> None:
    people = {"lotus": PERSON, "peacock": PERSON + 1}
    async with open_window(tmp_path) as (bot, window, _):
        game_id = await open_table(bot, "basic", people, bytes(32))
        async with open_inside(window, chromium, tmp_path, size) as frame:
            await frame.wait_for(READY)
            assert await frame.run("document.cookie") == ""
            assert await frame.run("document.documentElement.scrollWidth <= innerWidth")
            assert await frame.run("location.pathname.startsWith('/t/')")
            assert await play(bot, {"lotus": frame}, game_id, people, 3) == 3


@pytest.mark.whole_game
async def test_two_people_inside_discord_and_one_on_panels_play_a_whole_game_by_taps(
    chromium: Path, tmp_path: Path
) -> None:
    people = {"lotus": PERSON, "peacock": PERSON + 1, "banyan": PERSON + 2}
    async with open_window(tmp_path) as (bot, window, _):
        game_id = await open_table(bot, "basic", people, bytes(32))
        async with (
            open_inside(window, chromium, tmp_path, "phone") as phone,
            open_inside(window, chromium, tmp_path, "computer", "Bilal") as computer,
        ):
            assert await play(bot, {"lotus": phone, "peacock": computer}, game_id, people, 1000) > 20


async def test_on_a_computer_the_question_is_beside_the_board(chromium: Path, tmp_path: Path) -> None:
    people = {"lotus": PERSON, "peacock": PERSON + 1}
    async with open_window(tmp_path) as (bot, window, _):
        await open_table(bot, "basic", people, bytes(32))
        async with open_inside(window, chromium, tmp_path, "computer") as frame:
            await frame.wait_for(f"{READY} && replay.turn().mine")
            assert await frame.run("document.documentElement.scrollWidth <= innerWidth")
            edges = "['stage', 'asked'].map((id) => document.getElementById(id).getBoundingClientRect())"
            assert await frame.run(f"(([one, other]) => one.right <= other.left)({edges})")
            token = json.dumps(await frame.run("replay.turn().token"))
            await frame.run("document.querySelector('#asked .option').click()")
            await frame.wait_for(f"replay.turn().token !== {token}")


async def test_the_page_polls_if_a_proxy_delays_its_stream(chromium: Path, tmp_path: Path) -> None:
    people = {"lotus": PERSON, "peacock": PERSON + 1}
    async with open_window(tmp_path) as (bot, window, _):
        window.holds_streams = True
        game_id = await open_table(bot, "basic", people, bytes(32))
        async with open_inside(window, chromium, tmp_path, "phone") as frame:
            await frame.wait_for(READY)
            # Both players move, and the page is updated although no stream gets through.
            assert await play(bot, {"lotus": frame}, game_id, people, 2) == 2


async def test_the_page_polls_if_its_stream_is_refused(
    chromium: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "MOST_OF_LINK", 0)
    people = {"lotus": PERSON, "peacock": PERSON + 1}
    async with open_window(tmp_path) as (bot, window, _):
        game_id = await open_table(bot, "basic", people, bytes(32))
        async with open_inside(window, chromium, tmp_path, "phone") as frame:
            await frame.wait_for(READY)
            assert await play(bot, {"lotus": frame}, game_id, people, 2) == 2
            assert all("503" in fault for fault in frame.faults)
            # Two streams are tried, then the page asks at intervals.
            assert len(frame.faults) == 2
            frame.faults.clear()


async def test_the_frame_lists_tables_and_opens_the_table_that_a_person_chooses(chromium: Path, tmp_path: Path) -> None:
    people = {"lotus": PERSON, "peacock": PERSON + 1}
    async with open_window(tmp_path) as (bot, window, _):
        async with open_inside(window, chromium, tmp_path, "phone", "Emil") as frame:
            await frame.wait_for(LISTS)
            # The page has the language of the person's Discord.
            assert await frame.run("document.querySelector('#inside h1').textContent") == "テーブル一覧"
        for number in (1, 2):
            await open_table(bot, "basic", people, bytes(32), number)
        async with open_inside(window, chromium, tmp_path, "phone") as frame:
            await frame.wait_for(READY)
            await frame.run("document.getElementById('tables').click()")
            await frame.wait_for(f"{LISTS} && document.querySelectorAll('#inside .table').length === 2")
            await frame.run("document.getElementById('leaves').click()")
            # Another table is opened by loading the page again.
            await frame.run(
                "window.isOld = true; [...document.querySelectorAll('#inside .table button')].at(-1).click()"
            )
            greeted = "heard.filter(([kind, what]) => what.cmd === 'AUTHORIZE').length"
            await frame.around.wait_for(f"{greeted} === 2")
            await frame.wait_for(f"!window.isOld && {READY}")
            # The page leaves the frame after Confirm if the person wished so.
            await frame.run("window.dispatchEvent(new Event('confirmed'))")
            await frame.around.wait_for("!document.querySelector('iframe')")
            said = json.loads(await frame.around.run("JSON.stringify(heard.map(([kind, what]) => what.cmd ?? kind))"))
            # The page said nothing else to Discord.
            assert said == [0, "AUTHORIZE", 0, "AUTHORIZE", 2]


async def test_the_list_says_in_words_until_when_a_person_cannot_come_back(chromium: Path, tmp_path: Path) -> None:
    """The page used to show the moment as Discord writes it: a number between angle brackets."""
    async with open_window(tmp_path) as (bot, window, _):
        lobby, bilal = bot.tables.lobby, PERSON + 1
        table = await lobby.create(
            1,
            name="Salt",
            scenario="short",
            language="en",
            host_user_id=PERSON,
            host_name="Asha",
            guild_id=GUILD,
            channel_id=CHANNEL,
        )
        await lobby.join(None, table.id, bilal, "Bilal", "")
        await bot.tables.replacing.remove(None, table.id, 5, bilal, "Mina", rank="manager")
        async with open_inside(window, chromium, tmp_path, "phone", "Bilal") as frame:
            await frame.wait_for(LISTS)
            await frame.run("document.querySelector('#inside .table button').click()")
            await frame.wait_for("/removed you/.test(document.querySelector('#inside [role=status]')?.textContent)")
            said = await frame.run("document.querySelector('#inside [role=status]').textContent")
            tomorrow = datetime.now(UTC) + timedelta(days=1)
            assert "<" not in said
            assert str(tomorrow.year) in said
            # The browser logs each refused request.
            frame.faults.clear()


async def test_the_activity_page_in_a_browser_refers_to_the_button_on_the_board(chromium: Path, tmp_path: Path) -> None:
    async with open_window(tmp_path) as (_, window, _), open_tab(chromium, window.proxy, tmp_path, 390, 844) as tab:
        await tab.wait_for("/On the board/.test(document.body?.textContent)")


async def test_a_long_list_of_tables_begins_at_its_top_with_the_way_back_to_the_board(
    tmp_path: Path, chromium: Path
) -> None:
    async with open_window(tmp_path) as (bot, window, _):
        for number in range(1, 13):
            await open_table(bot, "short", {"raj": PERSON}, bytes(32), number)
        async with open_inside(window, chromium, tmp_path, "phone") as frame:
            await frame.wait_for(f"{READY} && scrollY > 0")
            before = await frame.run("scrollY")
            await frame.run("document.getElementById('tables').click()")
            await frame.wait_for(f"{LISTS} && document.querySelectorAll('#inside .table').length === 12")
            assert await frame.run("scrollY") == 0
            back = "document.querySelector('#inside button')"
            assert await frame.run(f"{back}.getBoundingClientRect().bottom <= innerHeight")
            await frame.run("window.scrollTo(0, document.body.scrollHeight)")
            await frame.run(f"{back}.click()")
            await frame.wait_for("!document.body.classList.contains('listing')")
            assert await frame.run("scrollY") == before
