"""The web pages of tables: what they show, who may act on them, and what they never disclose."""

from __future__ import annotations

import asyncio
import json
from argparse import Namespace
from collections.abc import Hashable, Iterator, Sequence
from datetime import timedelta
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import aiohttp
import pytest
from PIL import Image

from bot.console.keeping import close_table, rename_table
from bot.console.page_server import PageServer
from bot.games.answers import Search
from bot.games.frontend import front_of
from bot.housekeeping import clean
from bot.language import load_language
from bot.narrate.replay_page import make_page
from bot.tables.choices import MOST_WAYS
from bot.tables.closing import abandon
from bot.tables.lessons import list_examples
from bot.tables.loading import load
from bot.tables.play import Tables
from bot.tables.privacy import Privacy
from bot.tables.search import SearchQueue
from bot.web import connections
from bot.web.connections import Buckets
from bot.web.files import draw_boards
from bot.web.links import Links
from bot.web.pages import Page, Pages
from bot.web.server import serve_web
from bot.web.turn import TOLD
from engine import Game
from engine.core.dice import SEED_BYTES
from engine.core.record import read_record
from render.gandhi import stage as gandhi
from storage import Storage
from storage.columns import utc_now
from storage.models import GameTable, TurnTable, WebLinkTable
from tests.bot.players import HOST, PEOPLE, act_plainly, open_lobby, open_table, play_until, seat_people
from tests.bot.test_counts import Calls, near
from tests.turns import draw_turn, plainly, play_to_last_turn
from tests.web.conftest import Site, find_port
from tools.bench.taps import by_chance
from tools.verify.two_worlds import hide_differently

MOST_BYTES = 1_000_000
CALLS_OF_TAPS = {
    "1917": [7_069, 6_059, 10_463],
    "1918": [7_066, 10_963, 11_878],
    "1922": [12_498, 15_101, 13_960],
}
"""Calls of our own functions for the first taps of a turn, in three games: 10,560 on average."""
RAJ, CONGRESS, OUTSIDER = 11, 12, 99


class Instant(SearchQueue):
    """A queue that searches at once, with no time to imagine anything."""

    async def find(self, search: Search, whose: int = 0, key: Hashable = None) -> Any:
        """Return the result of an instant search."""
        return search.function(*search.arguments, 0.0)


async def find_turn(site: Site, link: str) -> Any:
    """Return what a private page shows."""
    return await site.get(link, "turn", language="en")


async def tap(site: Site, link: str, turn: Any, verb: str, *keys: str, once: str = "") -> Any:
    """Do something on a private page, and return what it shows then."""
    body = {
        "verb": verb,
        "keys": keys,
        "token": turn["token"],
        "session": turn["session"],
        "once": once or f"once {turn['token']} {verb} {keys}"[:64],
    }
    status, after = await site.post(link, "do", body)
    assert status == 200, after
    return after


async def start(tables: Tables) -> tuple[str, int]:
    """Return a table at which the game waits for a person, and that person."""
    game_id = await open_table(tables)
    moment = await tables.moment(game_id)
    assert moment.decision is not None
    return game_id, PEOPLE[moment.decision.seat]


@pytest.mark.seed("1918")
async def test_the_page_shows_news_since_the_readers_turn_in_every_phase(site: Site) -> None:
    user_id, seats = PEOPLE["congress"], ["raj", "congress", "league", "revolutionaries"]
    game_id = await open_table(site.tables, {"congress": user_id}, with_automatic=True)
    link = await site.enter(game_id, user_id)
    moment = await site.tables.moment(game_id, user_id)
    phases: dict[str, int] = {}
    while moment.decision is not None and len(phases) < 3:
        turn = await find_turn(site, link)
        phase = moment.game.label.phase
        assert turn["news"]["lines"], phase
        phases[phase] = turns = phases.get(phase, 0) + 1
        while (ending := turn["ending"]) is None:
            turn = await tap(site, link, turn, "choose", turn["options"][-1]["key"])
        finished = moment.game.step_number
        turn = await tap(site, link, turn, "confirm", *([ending] if ending else []))
        moment = await site.tables.moment(game_id, user_id)
        if moment.decision is not None:
            data = await site.get(link, "data", language="en")
            first = data["moments"][turn["news"]["from"] + 1]
            assert first["s"] != seats.index("congress"), (phase, turns, finished)
    assert {"turn", "constructive_congress", "redeploy_congress"} <= set(phases)


async def test_answers_have_the_headers_that_protect_a_page(site: Site) -> None:
    game_id, _ = await start(site.tables)
    page = await site.links.find_page(game_id)
    for path in ("", "/data", "/nothing"):
        async with site.client.get(page + path) as answer:
            rules = answer.headers["Content-Security-Policy"]
            assert "default-src 'none'" in rules
            assert "script-src 'self';" in rules
            assert "unsafe" not in rules
            assert answer.headers["Referrer-Policy"] == "no-referrer"
            assert answer.headers["X-Content-Type-Options"] == "nosniff"
    async with site.client.get(page) as answer:
        shell = await answer.text()
    assert "<script src=" in shell
    assert "<style" not in shell


async def test_only_the_page_of_make_play_may_show_a_board_inside_it(site: Site) -> None:
    game_id, _ = await start(site.tables)
    path = (await site.links.find_page(game_id)).removeprefix(site.origin)
    host, chat = f"127.0.0.1:{find_port()}", "http://127.0.0.1:1947"
    async with (
        serve_web(site.tables, site.links, host, framed_by=chat),
        aiohttp.ClientSession() as client,
        client.get(f"http://{host}{path}") as answer,
    ):
        assert f"frame-ancestors {chat}" in answer.headers["Content-Security-Policy"]
    async with site.client.get(f"{site.origin}{path}") as answer:
        assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
    preview = SimpleNamespace(_media_worker=None, _action=None)
    rules = PageServer(cast("Any", preview), 0, f"http://{host}")._headers["Content-Security-Policy"]
    assert f"frame-src http://{host}" in rules
    assert "frame-ancestors 'none'" in rules


async def test_an_address_has_128_bits_and_a_new_one_ends_the_old_links(site: Site) -> None:
    game_id, person = await start(site.tables)
    page = await site.links.find_page(game_id)
    assert len(page.rpartition("/")[2]) == 22
    link = await site.enter(game_id, person)
    assert (await find_turn(site, link))["mine"]
    renewed = await site.links.renew(game_id, RAJ)
    assert renewed != page
    for old in (page, link):
        async with site.client.get(old) as answer:
            assert answer.status == 404
    await site.get(renewed, "data")


async def test_the_data_of_a_page_is_small_has_one_language_and_hides_the_seed(site: Site) -> None:
    game_id, _ = await start(site.tables)
    page = await site.links.find_page(game_id)
    data = await site.get(page, "data", language="it")
    assert len(json.dumps(data)) < MOST_BYTES
    assert list(data["words"]) == ["it"]
    assert data["title"] == {"it": "Salt"}
    stored = (await site.tables.table(game_id)).game
    assert stored.seed.hex() not in json.dumps(data)
    async with site.client.get(f"{site.origin}{data['source']}/light/board.webp") as answer:
        assert (await answer.read())[:4] == b"RIFF"


async def test_a_page_is_compressed_once_for_simultaneous_requests(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    game_id, _ = await start(site.tables)
    page = await Pages(site.tables).find(game_id, "en")
    assert page is not None
    packed, pack = [], Page._pack

    def count(page: Page, languages: Sequence[str], source: str) -> tuple[bytes, bytes]:
        packed.append(source)
        return pack(page, languages, source)

    monkeypatch.setattr(Page, "_pack", count)
    answers = await asyncio.gather(*(page.pack(["en"], "pictures") for _ in range(3)))
    assert len(set(answers)) == len(packed) == 1


@pytest.fixture
def blank_boards(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Draw boards without land and ink, in a hundredth of the time, and draw every board again afterwards."""
    monkeypatch.setattr(gandhi, "land_layer", lambda *_: Image.new("RGB", (8, 8)))
    monkeypatch.setattr(gandhi, "draw_ink", lambda *_: None)
    gandhi._draw_board.cache_clear()
    yield
    gandhi._draw_board.cache_clear()


@pytest.mark.usefixtures("blank_boards")
def test_boards_are_drawn_before_the_first_page_needs_them() -> None:
    draw_boards()
    drawn = gandhi._draw_board.cache_info().misses
    before = Game.new(front_of("gandhi").setup.kind, "main", seed=bytes(SEED_BYTES)).view()
    stage = front_of("gandhi").pictures.set_stage(before)
    assert stage is not None
    assert all(stage.draw_board(theme)[:4] == b"RIFF" for theme in stage.themes.values())
    assert gandhi._draw_board.cache_info().misses == drawn == len(stage.themes)


async def read_event(stream: aiohttp.StreamReader, kind: str = "message") -> Any:
    """Return what a stream says next: to every reader or, of the kind ``turn``, the token of one's own turn."""
    start = b"data: {" if kind == "message" else b'data: "'
    while True:
        line = await asyncio.wait_for(stream.readline(), 10)
        if line.startswith(start):
            return json.loads(line[6:])


async def test_a_turn_appears_at_once_and_a_stream_resumes(site: Site) -> None:
    game_id, person = await start(site.tables)
    page = await site.links.find_page(game_id)
    data = await site.get(page, "data", language="en")
    async with site.client.get(f"{page}/events", params={"at": data["at"], "language": "en"}) as answer:
        assert (await read_event(answer.content))["rows"] == []
        moment = await site.tables.moment(game_id, person)
        await act_plainly(site.tables, moment, person)
        news = await read_event(answer.content)
    assert news["base"] == len(data["moments"])
    assert news["rows"]
    # A reader who was away gets exactly the missing messages.
    async with site.client.get(f"{page}/events", params={"at": data["at"], "language": "en"}) as answer:
        assert (await read_event(answer.content))["rows"] == news["rows"]
    again = await site.get(page, "data", language="en")
    assert again["moments"] == [*data["moments"], *news["rows"]]
    # A reader whose last message was undone begins again.
    async with site.client.get(f"{page}/events", params={"at": "77.2", "language": "en"}) as answer:
        assert await read_event(answer.content) == {"again": True}


@pytest.mark.parametrize("is_over", [False, True])
async def test_a_page_no_longer_names_a_person_who_has_deleted_their_data(site: Site, is_over: bool) -> None:
    """A page stayed as it was until the next change of its table, and that of a finished game until a restart."""
    game_id = await open_table(site.tables)
    if is_over:
        async with site.tables.transactions.begin(game_id, None) as tx:
            await abandon(tx, "")
    page = await site.links.find_page(game_id)
    data = await site.get(page, "data", language="en")
    assert dict(data["people"])["league"] == "League"
    async with site.client.get(f"{page}/events", params={"at": data["at"], "language": "en"}) as answer:
        assert dict((await read_event(answer.content))["people"])["league"] == "League"
        await Privacy(site.tables).forget(77, PEOPLE["league"])
        assert dict((await read_event(answer.content))["people"])["league"] == ""
    assert dict((await site.get(page, "data", language="en"))["people"])["league"] == ""


async def test_an_open_page_follows_what_the_host_of_the_bot_changes_from_outside(site: Site) -> None:
    """The page used to keep the old name and an ended game until someone changed the table in the bot."""
    game_id = await open_table(site.tables)
    page = await site.links.find_page(game_id)
    data = await site.get(page, "data", language="en")
    assert data["title"] == {"en": "Salt"}
    transactions = site.tables.transactions
    async with site.client.get(f"{page}/events", params={"at": data["at"], "language": "en"}) as answer:
        assert (await read_event(answer.content))["title"] == {"en": "Salt"}
        # The commands have a separate table service, as in another process.
        await rename_table(site.storage, Namespace(table=game_id, name="Dandi"), print)
        transactions.on_status(await site.tables.table(game_id))
        assert (await read_event(answer.content))["title"] == {"en": "Dandi"}
        await close_table(site.storage, Namespace(table=game_id), print)
        transactions.on_status(await site.tables.table(game_id))
        assert "closed unfinished" in (await read_event(answer.content))["waiting"]
    # A message about something that the page shows already is no reason to write it again.
    shown = await site.get(page, "data", language="en")
    transactions.on_change = lambda game_id: pytest.fail("Nothing has changed.")
    transactions.on_status(await site.tables.table(game_id))
    assert await site.get(page, "data", language="en") == shown


async def test_a_page_names_a_newly_chosen_opponent_in_earlier_turns_too(site: Site) -> None:
    """A page in memory told the turns of Chanakya as those of Arjuna until the next start of the bot."""
    game_id = await open_table(site.tables, {"raj": HOST}, with_automatic=True)
    await site.tables.automation.play(game_id)
    page = await site.links.find_page(game_id)
    data = await site.get(page, "data", language="en")
    assert "(Arjuna)" in json.dumps(data["moments"])
    async with site.client.get(f"{page}/events", params={"at": data["at"], "language": "en"}) as answer:
        await read_event(answer.content)
        await site.tables.settings.change(None, game_id, HOST, opponent="chanakya_1")
        # Every sentence is another, so that an open page is loaded again.
        assert await read_event(answer.content) == {"again": True}
    shown = await site.get(page, "data", language="en")
    assert "(Chanakya)" in json.dumps(shown["moments"])
    assert "Arjuna" not in json.dumps(shown["moments"])
    async with site.client.get(f"{page}/events", params={"at": shown["at"], "language": "en"}) as answer:
        assert (await read_event(answer.content))["rows"] == []


async def test_a_name_cannot_reverse_the_direction_of_text_on_a_page(site: Site) -> None:
    game_id = await open_lobby(site.tables)
    names = [("raj", RAJ, "Raj\u202eexe.gnp"), ("congress", CONGRESS, "\u202e\u200b")]
    await seat_people(site.tables, game_id, names)
    await site.tables.start(None, game_id, HOST, with_automatic=True)
    people = dict((await site.get(await site.links.find_page(game_id), "data", language="en"))["people"])
    # No name at all would be that of an empty seat.
    assert (people["raj"], people["congress"]) == ("Rajexe.gnp", "?")


async def test_a_page_learns_at_once_that_a_tap_was_undone(site: Site) -> None:
    game_id, person = await start(site.tables)
    link = await site.enter(game_id, person)
    turn = await find_turn(site, link)
    async with site.client.get(f"{link}/events", params={"at": "", "language": "en"}) as answer:
        await read_event(answer.content)
        assert await read_event(answer.content, "turn") == turn["token"]
        action = next(option for option in turn["options"] if option["role"] == "action")
        assert (await tap(site, link, turn, "choose", action["key"]))["token"] != turn["token"]
        await site.tables.at(game_id, person).reset()
        # The draft that the page shows is outdated, although the stream has sent nothing new.
        assert await read_event(answer.content, "turn") == turn["token"]


async def test_the_page_and_discord_share_one_draft(site: Site) -> None:
    game_id, person = await start(site.tables)
    link = await site.enter(game_id, person)
    turn = await find_turn(site, link)
    action = next(option for option in turn["options"] if option["role"] == "action")
    after = await tap(site, link, turn, "choose", action["key"])
    assert after["drafted"]
    assert (await site.tables.moment(game_id, person)).draft.to_commit == (action["key"],)
    await site.tables.at(game_id, person).reset()
    assert not (await find_turn(site, link))["drafted"]


async def test_the_likely_winner_follows_the_draft_and_the_running_turn(site: Site) -> None:
    """The page used to name the winner as at the start of the turn, beside totals that had changed since."""
    game_id, person = await start(site.tables)
    link = await site.enter(game_id, person)
    turn, chance, lines = await find_turn(site, link), Random(3), set[str]()
    while turn["mine"] and turn["ending"] is None:
        moment = await site.tables.moment(game_id, person)
        assert turn["stakes"] == moment.front.outlook.write_stakes(load_language("en", "gandhi"), moment.game)
        lines.add(turn["stakes"])
        options = [one["key"] for one in turn["options"] if not one["is_confirm"]]
        turn = await tap(site, link, turn, "choose", chance.choice(options))
    assert all(lines)


async def test_readers_see_the_likely_winner_after_the_running_turn_so_far(site: Site) -> None:
    """The board and the totals beside that line are not those of the turn's start."""
    game_id, _ = await start(site.tables)
    page, language, choose = await site.links.find_page(game_id), load_language("en", "gandhi"), by_chance(Random(4))
    moment = await site.tables.moment(game_id)
    write = moment.front.outlook.write_stakes
    while (line := write(language, moment.game)) == write(language, moment.game.at_start()):
        await site.tables.at(game_id, PEOPLE[moment.game.pending_seat]).play(choose(moment.game))
        moment = await site.tables.moment(game_id)
    data = await site.get(page, "data", language="en")
    assert data["now"] is not None
    assert data["stakes"] == line


@pytest.mark.parametrize(
    "kept", [pytest.param(kept, id=word, marks=pytest.mark.seed(word)) for word, kept in CALLS_OF_TAPS.items()]
)
async def test_a_tap_stays_within_its_count_of_calls(site: Site, kept: list[int]) -> None:
    """The places that can be chosen and the view are made once for each moment."""
    game_id, person = await start(site.tables)
    link = await site.enter(game_id, person)
    turn = await find_turn(site, link)
    counts = []
    for number in range(3):
        options = [option for option in (*turn["options"], *turn["plans"]) if not option["is_confirm"]]
        taps = Calls()
        with taps.counting():
            turn = await tap(site, link, turn, "choose", options[number % len(options)]["key"])
        counts.append(taps.count)
    assert counts == [near(calls) for calls in kept]


async def test_a_doubled_tap_acts_once_and_an_outdated_page_gets_a_polite_answer(site: Site) -> None:
    game_id, person = await start(site.tables)
    link = await site.enter(game_id, person)
    turn = await find_turn(site, link)
    keys = [option["key"] for option in turn["options"] if option["role"] == "action"]
    taps = [tap(site, link, turn, "choose", keys[0], once="the same word") for _ in range(3)]
    shown = await asyncio.gather(*taps)
    assert (await site.tables.moment(game_id, person)).draft.to_commit == (keys[0],)
    assert all(after["token"] == shown[0]["token"] for after in shown)
    stale = await tap(site, link, turn, "choose", keys[-1], once="another word")
    assert stale["notes"]
    assert stale["token"] == shown[0]["token"]
    closed = await tap(site, link, stale, "choose", "castle")
    assert closed["notes"]
    assert closed["token"] == stale["token"]


async def test_a_copy_is_played_on_the_page_and_changes_nothing_at_the_table(site: Site) -> None:
    game_id, person = await start(site.tables)
    link = await site.enter(game_id, person)
    turn = await find_turn(site, link)
    assert {way["verb"] for way in turn["ways"]} == {"advise", "whatif", "lesson"}
    copy = await tap(site, link, turn, "whatif")
    assert copy["session"]
    assert copy["heading"]
    after = await tap(site, link, copy, "confirm", "pass")
    assert after["session"] == copy["session"]
    assert "take" in {way["name"] for way in after["ways"]}
    assert await site.get(link, "turn", session=copy["session"]) == after
    # A repeated tap is refused, and the answer says so.
    again = await tap(site, link, copy, "confirm", "pass", once="another word")
    assert (again["notes"] != [], again["token"]) == (True, after["token"])
    back = await tap(site, link, after, "act", "take")
    assert back["token"] == copy["token"]
    assert (await find_turn(site, link))["token"] == turn["token"]
    # No one else has this copy, and it is not shown at another table.
    other = await open_table(site.tables, number=2)
    elsewhere = await site.get(await site.enter(other, person), "turn", session=copy["session"])
    assert elsewhere["session"] == ""
    assert elsewhere["notes"]


async def test_a_lesson_is_played_on_the_page_to_its_end(site: Site) -> None:
    game_id, person = await start(site.tables)
    link = await site.enter(game_id, person)
    turn = lesson = await tap(site, link, await find_turn(site, link), "lesson")
    assert lesson["heading"]
    for _ in range(20):
        way = next(way for way in lesson["ways"] if way["verb"] == "act")
        if way["name"] == "again":
            break
        assert await site.get(link, "turn", session=lesson["session"], token=lesson["token"]) == lesson
        lesson = await tap(site, link, lesson, "act", way["name"])
    assert lesson["question"]
    assert lesson["scene"]["p"] != turn["scene"]["p"]
    assert (await tap(site, link, lesson, "act", "again"))["token"] == turn["token"]
    rule = await site.get(link, "rule", number=list_examples("gandhi")[0].number)
    assert rule["try"]
    assert (await tap(site, link, turn, "lesson", rule["lesson"]))["session"] == rule["lesson"]
    assert (await site.tables.moment(game_id, person)).draft.is_empty


async def test_choosing_another_plan_on_the_page_replaces_the_draft(site: Site) -> None:
    game_id = await open_table(site.tables)
    await play_until(site.tables, game_id, "raj")
    link = await site.enter(game_id, RAJ)
    turn = await tap(site, link, await find_turn(site, link), "choose", "deploy")
    one, other = [plan["key"] for plan in turn["plans"] if plan["of"] == "delhi"][:2]
    after = await tap(site, link, turn, "choose", one)
    assert after["drafted"]
    again = [tap(site, link, after, "instead", other, once="the same word") for _ in range(2)]
    shown = await asyncio.gather(*again)
    assert (await site.tables.moment(game_id, RAJ)).draft.to_commit == ("deploy", *other.split(">"))
    assert shown[0]["token"] == shown[1]["token"]


async def test_a_touch_lists_its_meanings_and_a_chosen_one_becomes_the_draft(site: Site) -> None:
    game_id = await open_table(site.tables)
    await play_until(site.tables, game_id, "raj")
    link = await site.enter(game_id, RAJ)
    data, turn = await site.get(link, "data"), await find_turn(site, link)
    numbers = {space["id"]: str(number) for number, space in enumerate(data["spaces"])}

    async def find_ways(**values: str) -> dict[str, Any]:
        found = await site.get(link, "ways", language="en", token=turn["token"], **values)
        return {way["key"]: way for way in found["ways"]}

    at_delhi = await find_ways(at=numbers["delhi"])
    assert {key.split(">")[0] for key in at_delhi} >= {"deploy", "sweep"}
    assert all(key.split(">")[1] == "delhi" for key in at_delhi)
    # The key is the same as behind the button of the action, where the space has its name.
    behind = await find_ways(key="special:govern")
    assert behind
    assert all(key.startswith("special:govern>") for key in behind)
    # All moves go from Delhi to Punjab, and those of the touched piece come first.
    moves = await find_ways(**{"from": numbers["delhi"], "at": numbers["punjab"], "piece": "troops"})
    assert "troops" in next(iter(moves))
    assert all("Delhi → Punjab" in way["hint"] for way in moves.values())
    assert len(at_delhi) <= MOST_WAYS
    assert (await site.tables.moment(game_id, RAJ)).draft.is_empty
    key = next(iter(moves))
    assert (await tap(site, link, turn, "choose", key))["drafted"]
    assert (await site.tables.moment(game_id, RAJ)).draft.to_commit == tuple(key.split(">"))
    # A key of a past moment is refused.
    assert await find_ways(at=numbers["delhi"]) == {}


async def test_one_tap_may_choose_and_confirm_where_its_effect_is_shown(site: Site) -> None:
    game_id = await open_table(site.tables)
    await play_until(site.tables, game_id, "raj")
    link = await site.enter(game_id, RAJ)
    turn = await find_turn(site, link)
    found = await site.get(link, "ways", language="en", token=turn["token"], key="deploy")
    assert found["ways"]
    for way in found["ways"]:
        # A way ends the turn at once only if its whole effect is shown.
        assert "ending" not in way or 0 < len(way["hint"]) <= TOLD
    turn = await tap(site, link, turn, "choose", "deploy>delhi>troops>1")
    found = await site.get(link, "ways", language="en", token=turn["token"], key="done")
    assert all(way["ending"].startswith(way["key"]) for way in found["ways"] if "ending" in way)


@pytest.mark.parametrize("values", [{}, {"at": "999"}, {"at": "x"}, {"from": "-1", "at": "1"}, {"at": "1", "key": "a"}])
async def test_an_invalid_touch_is_refused(site: Site, values: dict[str, str]) -> None:
    game_id = await open_table(site.tables)
    await play_until(site.tables, game_id, "raj")
    link = await site.enter(game_id, RAJ)
    async with site.client.get(f"{link}/ways", params=values) as answer:
        assert answer.status == 400
        assert (await answer.json())["error"]


async def test_accepted_advice_becomes_the_draft_on_the_page(site: Site) -> None:
    game_id, person = await start(site.tables)
    link = await site.enter(game_id, person)
    moment = await site.tables.moment(game_id, person)
    search = moment.front.lessons.plan_advice(load_language(), moment.game)
    assert search is not None
    site.tables.searches = site.tables.advisers.searches = Instant()
    turn = await tap(site, link, await find_turn(site, link), "advise")
    assert turn["advice"]
    first = turn["advice"][0]
    drafted = await tap(site, link, turn, "heed", first["key"])
    assert drafted["drafted"]
    assert drafted["advice"] == []
    assert (await site.tables.moment(game_id, person)).draft.to_commit
    assert (await site.tables.table(game_id)).state.advice


async def test_a_private_page_is_for_its_person_and_ends_after_a_week(site: Site) -> None:
    game_id, person = await start(site.tables)
    link = await site.enter(game_id, person)
    async with aiohttp.ClientSession() as stranger:
        for path in ("turn", "events"):
            async with stranger.get(f"{link}/{path}") as answer:
                assert answer.status == 403
    status, refused = await site.post(link, "enter", {"secret": "guess"})
    assert (status, list(refused)) == (403, ["error"])
    other = await open_table(site.tables, number=2)
    page = await site.links.find_page(other)
    async with site.client.get(f"{page}/p/{link.rpartition('/')[2]}/turn") as answer:
        assert answer.status == 403
    await clean(site.storage)
    assert (await find_turn(site, link))["mine"]
    async with site.storage.transaction() as tx:
        stored = await tx._session.get(WebLinkTable, link.rpartition("/")[2])
        assert stored is not None
        stored.used = utc_now() - timedelta(days=8)
    async with site.client.get(f"{link}/turn") as answer:
        assert answer.status == 403
    await clean(site.storage)
    async with site.storage.read() as reader:
        assert await reader.web_link(link.rpartition("/")[2]) is None
    async with site.client.get(f"{link}/turn") as answer:
        assert answer.status == 403


async def test_a_page_with_a_new_address_is_gone_from_the_old_one_in_every_process(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process, which had shown the page, served it at the old address, and linked to that, until its end."""
    monkeypatch.setattr(Storage, "is_shared", property(lambda storage: True))
    game_id, _ = await start(site.tables)
    page = await site.links.find_page(game_id)
    await site.get(page, "data")
    renewed = await Links(site.storage, site.links.base).renew(game_id, RAJ)
    async with site.client.get(f"{page}/data") as answer:
        assert answer.status == 404
    assert await site.links.find_page(game_id) == renewed
    await site.get(renewed, "data")


async def test_a_page_shows_what_another_process_has_played(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """A limit that another process rang was seen only after the next change by the process of the page."""
    monkeypatch.setattr(Storage, "is_shared", property(lambda storage: True))
    game_id, person = await start(site.tables)
    page = await site.links.find_page(game_id)
    before = await site.get(page, "data")
    other = Tables(site.storage)
    await other.at(game_id, person).play(draw_turn((await other.moment(game_id)).game, plainly))
    assert len((await site.get(page, "data"))["moments"]) > len(before["moments"])


async def test_each_use_of_a_private_link_renews_its_week(site: Site) -> None:
    """A browser forgot the secret a week after the link was opened, also where its person had played each day."""
    game_id, person = await start(site.tables)
    link = await site.enter(game_id, person)
    (entered,) = site.client.cookie_jar
    async with site.client.get(f"{link}/turn") as answer:
        (again,) = answer.cookies.values()
    kept = ("path", "httponly", "samesite", "max-age")
    assert again.value == entered.value
    assert [again[name] for name in kept] == [entered[name] for name in kept]
    assert again["max-age"] == str(7 * 24 * 3600)
    # A person who is refused gets nothing to keep.
    async with aiohttp.ClientSession(cookies={"page": "guess"}) as stranger, stranger.get(f"{link}/turn") as answer:
        assert (answer.status, dict(answer.cookies)) == (403, {})


async def test_a_page_of_another_person_cannot_act_for_the_player(site: Site) -> None:
    game_id, person = await start(site.tables)
    for other in {RAJ, CONGRESS, OUTSIDER} - {person}:
        link = await site.enter(game_id, other)
        turn = await find_turn(site, link)
        assert not turn["mine"]
        assert "options" not in turn
        after = await tap(site, link, turn, "choose", "pass")
        assert after["notes"]
    assert (await site.tables.moment(game_id, person)).draft.is_empty


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Content-Type": "text/plain"},
    ],
)
async def test_requests_from_other_sites_are_refused(site: Site, headers: dict[str, str]) -> None:
    game_id, person = await start(site.tables)
    link = await site.enter(game_id, person)
    turn = await find_turn(site, link)
    body = {"verb": "choose", "keys": ["pass"], "token": turn["token"], "once": "long enough"}
    status, _ = await site.post(link, "do", body, **headers)
    assert status == 403
    assert (await site.tables.moment(game_id, person)).draft.is_empty


@pytest.mark.parametrize(
    "body",
    [
        [],
        {},
        {"verb": "choose"},
        {"verb": "own", "keys": [], "token": "1-0000", "once": "long enough"},
        # Python reads no number with so many digits.
        {"verb": "correct", "keys": ["9" * 5000], "token": "1-0000", "once": "long enough"},
        {"verb": "putright", "keys": ["9" * 5000], "token": "1-0000", "once": "long enough"},
    ],
    ids=["list", "nothing", "no keys", "unknown verb", "number of a space", "number of a version"],
)
async def test_requests_with_invalid_values_are_refused(site: Site, body: Any) -> None:
    game_id, person = await start(site.tables)
    link = await site.enter(game_id, person)
    status, refused = await site.post(link, "do", body)
    assert (status, list(refused)) == (400, ["error"])


async def test_the_secret_of_a_link_is_in_a_cookie_hidden_from_scripts(site: Site) -> None:
    game_id, person = await start(site.tables)
    link, _, secret = (await site.links.make_private(game_id, person)).partition("#")
    async with site.client.post(f"{link}/enter", json={"secret": secret}, headers={"Origin": site.origin}) as answer:
        cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert f"Path={link.removeprefix(site.origin)}" in cookie
    async with site.storage.read() as reader:
        stored = await reader.web_link(link.rpartition("/")[2])
    assert stored is not None
    assert secret not in stored.digest


async def test_a_flood_of_requests_is_slowed_down(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    # On a busy machine the requests take so long that the bucket fills between them.
    take = Buckets.take
    monkeypatch.setattr(Buckets, "take", lambda buckets, name, size, rate: take(buckets, name, size, 0))
    game_id, person = await start(site.tables)
    link = await site.enter(game_id, person)

    async def ask() -> int:
        async with site.client.get(f"{link}/turn") as answer:
            return answer.status

    assert set(await asyncio.gather(*(ask() for _ in range(100)))) == {200, 429}


def test_a_used_up_allowance_of_requests_returns_with_time() -> None:
    now = 0.0
    buckets = Buckets(lambda: now)
    assert [buckets.take("a", 2, 1) for _ in range(3)] == [True, True, False]
    assert buckets.take("b", 2, 1)
    now = 1.0
    assert [buckets.take("a", 2, 1) for _ in range(2)] == [True, False]


def test_the_allowance_used_least_recently_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "KNOWN", 2)
    buckets = Buckets(lambda: 0.0)
    assert [buckets.take(name, 1, 1) for name in "aba"] == [True, True, False]
    assert [buckets.take(name, 1, 1) for name in "cca"] == [True, False, False]
    assert buckets.take("b", 1, 1)


async def ask_everything(site: Site, game_id: str, person: int, address: str) -> list[bytes]:
    """Return whole answers of a server that knows nothing of the table yet: to a reader, and to who must decide."""
    port = find_port()
    link, _, secret = (await site.links.make_private(game_id, person)).partition("#")
    path, headers = link.removeprefix(site.origin), {"Cookie": f"page={secret}", "Origin": site.origin}
    tables, answers = Tables(site.storage), []
    async with (
        serve_web(tables, Links(site.storage, site.origin), f"127.0.0.1:{port}"),
        aiohttp.ClientSession(f"http://127.0.0.1:{port}", headers=headers) as client,
    ):
        for asked in (f"{address}/data", f"{path}/data", f"{path}/turn"):
            async with client.get(asked) as answer:
                assert answer.status == 200
                answers.append(await answer.read())
        turn = json.loads(answers[-1])
        for number, option in enumerate(turn["options"]):
            once = f"{port} and {number}"
            sent = {"verb": "choose", "keys": [option["key"]], "token": turn["token"], "once": once}
            async with client.post(f"{path}/do", json=sent) as answer:
                answers.append(await answer.read())
            await tables.at(game_id, person).reset()
    return answers


async def test_games_with_different_hidden_data_answer_with_identical_bytes(site: Site) -> None:
    game_id, person = await start(site.tables)
    for _ in range(3):
        moment = await act_plainly(site.tables, await site.tables.moment(game_id, person), person)
        assert moment.decision is not None
        person = PEOPLE[moment.decision.seat]
    address = (await site.links.find_page(game_id)).removeprefix(site.origin)
    async with site.storage.read() as reader:
        game = (await load(reader, game_id, site.tables.cache)).game
    variants = hide_differently(game, Random(1930))
    assert variants is not None
    answers = []
    for seed, snapshot in variants:
        async with site.storage.transaction() as tx:
            stored, play = await tx._session.get(GameTable, game_id), await tx.load_play(game_id)
            assert stored is not None
            assert play.turn is not None
            turn = await tx._session.get(TurnTable, (game_id, play.turn.number))
            assert turn is not None
            stored.seed, turn.snapshot = seed, snapshot
        answers.append(await ask_everything(site, game_id, person, address))
    assert len(answers[0]) > 6
    assert answers[0] == answers[1]


async def test_a_space_can_be_corrected_from_its_sheet(site: Site) -> None:
    game_id, person = await start(site.tables)
    link = await site.enter(game_id, person)
    turn = await find_turn(site, link)
    assert turn["correct"] == "Correct this"
    at = list(gandhi.load_stage().outlines).index("bihar")
    asked = await tap(site, link, turn, "correct", str(at))
    assert asked["tried"]["typed"].startswith("Bihar ")
    assert "ask" not in asked["tried"]
    refused = await tap(site, link, asked, "correct", str(at), "Bihar 99T")
    assert "more Troops than the game has" in refused["tried"]["told"][0]
    assert refused["tried"]["typed"] == "Bihar 99T"
    assert "ask" not in refused["tried"]
    tried = await tap(site, link, refused, "correct", str(at), "Bihar 3C Protest")
    assert any("Bihar" in line for line in tried["tried"]["told"])
    assert tried["tried"]["ask"] == "Ask the table"
    after = await tap(site, link, tried, "putright", tried["tried"]["version"])
    assert "Waiting for" in after["notes"][0]
    for who in set(PEOPLE.values()) - {person}:
        async with site.tables.storage.read() as reader:
            ballot = await reader.ballot(game_id)
        assert ballot is not None
        await site.tables.votes.answer(None, game_id, who, ballot.payload["number"], agree=True)
    position = (await site.tables.moment(game_id)).game.position()
    assert position["spaces"]["bihar"] == {"congress": 3, "protest": True}


async def play_alone_to_the_end(site: Site) -> str:
    """Play a game of one person to its end, and return its id."""
    game_id = await open_table(site.tables, {"raj": RAJ}, with_automatic=True)
    async with site.tables.transactions.begin(game_id, None) as tx:
        loaded = await tx.load_game()
        await tx.play(loaded, loaded.game.clone(), play_to_last_turn(loaded.game, lambda number: plainly))
    while (moment := await site.tables.moment(game_id, RAJ)).decision is not None:
        await site.tables.at(game_id, RAJ).play(draw_turn(moment.game, plainly))
    return game_id


async def test_the_page_shows_the_paragraph_the_sheet_and_the_persons_orders(site: Site) -> None:
    game_id = await open_table(site.tables)
    await play_until(site.tables, game_id, "raj")
    link = await site.enter(game_id, RAJ)
    turn = await find_turn(site, link)
    rule = await site.get(link, "rule", number=turn["rule"])
    assert rule["name"]
    assert "Deploy" in "\n".join((await site.get(link, "beside", what="sheet"))["lines"])
    orders = (await site.get(link, "beside", what="orders"))["lines"]
    assert orders == [load_language("en").say("ui.order.none")]
    async with site.client.get(f"{link}/beside", params={"what": "hands"}) as answer:
        assert answer.status == 400
    # No one else can read the person's orders.
    site.client.cookie_jar.clear()
    async with site.client.get(f"{link}/beside", params={"what": "orders"}) as answer:
        assert answer.status == 403


async def test_a_page_of_a_finished_game_offers_proof_record_and_rematch(site: Site) -> None:
    game_id = await play_alone_to_the_end(site)
    link, public = await site.enter(game_id, RAJ), await site.links.find_page(game_id)
    assert any("seed" in line for line in (await site.get(public, "proof"))["lines"])
    async with site.client.get(f"{public}/record") as answer:
        assert answer.headers["Content-Disposition"] == f'attachment; filename="gandhi-{game_id}.gandhi.jsonl"'
        page = make_page(read_record(await answer.read()))
    # The log is that of the record, line by line.
    assert page is not None
    recorded = json.loads(page.decode().partition('id="data">')[2].partition("</script>")[0])
    shown = await site.get(public, "data", language="en")
    told, wanted = ([one["w"]["en"][:2] for one in data["moments"]] for data in (shown, recorded))
    assert told == wanted
    turn = await find_turn(site, link)
    assert [way["verb"] for way in turn["ways"]] == ["rematch"]
    again = [await tap(site, link, turn, "rematch", once="the same word") for _ in range(2)]
    assert "Salt 2" in again[0]["notes"][0]
    assert [one["link"]["href"] for one in again] == ["https://discord.com/channels/1/5"] * 2
    (made,) = [one for one in await site.tables.lobby.find_tables(guild_id=1) if one.game.name == "Salt 2"]
    assert [row.user_id for row in made.seats if row.user_id] == [RAJ]
    # Once it has begun, the link leads to their page there.
    await site.tables.start(None, made.id, RAJ, with_automatic=True)
    found = await tap(site, link, turn, "rematch", once="another word")
    page, _, secret = found["link"]["href"].partition("#")
    assert (await site.post(page, "enter", {"secret": secret}))[0] == 200
    assert (await find_turn(site, page))["seats"] == ["raj"]


async def test_a_refused_rematch_names_the_channels_where_tables_may_be(site: Site) -> None:
    """The page showed the ids of the channels as Discord has them in its own texts."""
    game_id = await open_table(site.tables, {"raj": RAJ}, with_automatic=True)
    async with site.tables.transactions.begin(game_id, None) as tx:
        await abandon(tx, "")
    for channel in (77, 78):
        await site.tables.servers.change(None, 1, HOST, "manager", {}, channel=channel)
    site.tables.lobby.name_place = lambda channel_id: {77: "board_games"}.get(channel_id, "")
    link = await site.enter(game_id, RAJ)
    (note,) = (await tap(site, link, await find_turn(site, link), "rematch"))["notes"]
    assert "#board\\_games and #?" in note
    assert "<#" not in note


async def test_a_rematch_from_the_page_of_a_host_without_a_seat_names_the_host(site: Site) -> None:
    game_id = await open_table(site.tables, {"congress": PEOPLE["congress"]}, with_automatic=True)
    async with site.tables.transactions.begin(game_id, None) as tx:
        await abandon(tx, "")
    link = await site.enter(game_id, HOST)
    await tap(site, link, await find_turn(site, link), "rematch")
    (made,) = await site.tables.lobby.find_tables(guild_id=1)
    assert (made.game.host_user_id, made.state.host) == (HOST, "Raj")


async def test_a_page_of_a_running_game_offers_neither_proof_nor_record(site: Site) -> None:
    game_id = await open_table(site.tables)
    for path in ("proof", "record"):
        async with site.client.get(f"{await site.links.find_page(game_id)}/{path}") as answer:
            assert answer.status == 409
            assert (await site.tables.table(game_id)).game.seed.hex() not in await answer.text()
