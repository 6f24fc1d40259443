"""The page of a whole game, in a browser: what it shows at every moment is what the record says, in four languages."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bot.games.frontend import Frontend
from bot.games.playing import Setup
from bot.language import load_language
from bot.narrate.replay_page import ReviewedSteps, make_page
from bot.narrate.standing import write_places
from engine import Game
from engine.core.record import RecordFile, read_record, write_record
from engine.gandhi.arjuna.player import Arjuna
from engine.gandhi.arjuna.thoughts import Explanation, summarise
from engine.gandhi.board import GEOGRAPHY
from engine.gandhi.ids import ARJUNA, SEATS
from engine.gandhi.view import View
from render.gandhi.stage import load_stage
from render.page import Moment, Scene, Show, write_page
from tests.browser import look_at
from tests.playing import SEED
from texts import list_languages

GAMES = Path(__file__).resolve().parent.parent / "fixtures" / "games"
MOST_BYTES = 2_000_000
PHONE = (390, 844)

READ_EVERYTHING = """
  const moments = [];
  for (let index = 0; index <= replay.last; index += 1) {
    replay.go(index);
    const spaces = {};
    for (const group of document.querySelectorAll('[data-space]')) {
      for (const thing of group.querySelectorAll('[data-icon]')) {
        const { icon, count } = thing.dataset;
        if (count === '0') continue;
        spaces[group.dataset.space] ??= {};
        spaces[group.dataset.space][icon] = Number(count);
      }
    }
    const rows = [...document.querySelectorAll('#standing table')].map((table) => (
      [...table.querySelectorAll("tbody tr")].map((row) => (
        [...row.querySelectorAll("td")].map((cell) => cell.textContent.trim())))));
    moments.push({ spaces, rows });
  }
  return moments;
"""


@cache
def read_game(name: str) -> RecordFile:
    """Return a recorded game."""
    return read_record((GAMES / f"{name}.gandhi.jsonl").read_bytes())


@cache
def page_of(name: str) -> bytes:
    """Return the page of a recorded game."""
    page = make_page(read_game(name))
    assert page is not None
    return page


def views_of(record: RecordFile) -> Iterator[View]:
    """Yield the view at the start of a recorded game, and after each step that a choice has ended."""
    game = Game.from_start(record.start)
    yield game.view()
    for step in record.steps:
        for key in step.keys:
            done = len(game.steps)
            game.choose(key)
            if len(game.steps) > done:
                yield game.view()


def expected(view: View) -> dict[str, Any]:
    """Return what the page must show of a view: every icon with its count, and the numbers beside the board."""
    spaces: dict[str, dict[str, int]] = {}
    for key, here in view.spaces.items():
        row = {name: int(value) for name, value in msgspec.structs.asdict(here).items() if name not in ("level",)}
        raised = row.pop("activists_active")
        row |= {f"{name}_active": row.pop(name) for name in ("congress", "league") if raised}
        row[f"{here.level}_{GEOGRAPHY[key].population}"] = here.level != "neutral"
        things = {name: int(count) for name, count in row.items() if count}
        if things:
            spaces[key] = things
    boxes = [view.available, view.out_of_play, view.jail]
    numbers = [[box.get("troops", 0), box.get("sepoys", 0), box.get("congress", 0)] for box in boxes]
    return {
        "spaces": spaces,
        "victory": [f"{row.value} / {row.threshold}" for row in view.victory.values()],
        "margins": [row.margin for row in view.victory.values()],
        "tracks": [
            view.restraint,
            view.unity,
            *view.resources.values(),
            view.protests_available,
            view.campaigns_left,
            view.cards_left,
        ],
        "boxes": [*numbers[:2], numbers[2][2:]],
        "card": view.card.number if view.card is not None else None,
    }


def shown(moment: dict[str, Any]) -> dict[str, Any]:
    """Return what the page shows, in the same form."""
    cards, victory, tracks, forces = moment["rows"]
    number = re.match(r"\d+", cards[0][0])
    return {
        "spaces": moment["spaces"],
        "victory": [row[0] for row in victory],
        "margins": [int(row[1].replace("−", "-")) for row in victory],
        "tracks": [int(tracks[line][0]) for line in (0, 1, 2, 3, 6, 7, 8)],
        "boxes": [[int(forces[line][box]) for line in range(3)] for box in (0, 1)] + [[int(forces[2][2])]],
        "card": int(number[0]) if number else None,
    }


def without_repeats(rows: Sequence[Any]) -> list[Any]:
    """Return positions of which none equals the one before it: a phase without effect needs no separate moment."""
    return [row for index, row in enumerate(rows) if index == 0 or row != rows[index - 1]]


@pytest.mark.whole_game
@pytest.mark.parametrize("name", ["short", "main"])
def test_every_position_on_the_page_equals_the_position_in_the_record(
    chromium: Path, name: str, tmp_path: Path
) -> None:
    moments = look_at(chromium, page_of(name), tmp_path, READ_EVERYTHING)
    assert "error" not in moments
    told = without_repeats([shown(moment) for moment in moments])
    assert told == without_repeats([expected(view) for view in views_of(read_game(name))])
    assert len(told) > 20


def test_the_page_of_a_reviewed_game_shows_the_chances_to_win(chromium: Path, tmp_path: Path) -> None:
    look = """
      replay.go(replay.last);
      const chances = document.getElementById('chances');
      return {
        shown: chances.getBoundingClientRect().height > 0, lines: chances.querySelectorAll('polyline').length,
        grey: Number(chances.querySelector('rect')?.getAttribute('width') ?? 0) > 0,
        label: chances.getAttribute('aria-label'),
      };
    """
    begin = dict.fromkeys(SEATS, 0.25)
    review = ReviewedSteps({0: begin, 7: begin | {"raj": 0.43}}, unsaid=4)
    page = make_page(read_game("short"), review=review)
    assert page is not None
    for size in (PHONE, (1280, 800)):
        assert look_at(chromium, page, tmp_path, look, size) == {
            "shown": True,
            "lines": 4,
            "grey": True,
            "label": "Chances to win in percent, if everyone plays like Arjuna: "
            "Raj 43, Congress 25, Muslim League 25, Revolutionaries 25",
        }
    assert not look_at(chromium, page_of("short"), tmp_path, look, PHONE)["shown"]


def test_the_keys_and_buttons_of_the_replay_page_play_and_seek(chromium: Path, tmp_path: Path) -> None:
    press = """
      const key = (key) => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
      const at = () => Number(document.getElementById('slider').value);
      const seen = {};
      const chapter = () => document.querySelector('#turn .chapter').textContent;
      replay.go(0); key('ArrowRight'); key('ArrowRight'); key('ArrowLeft'); seen.turn = at();
      const before = chapter(); key('ArrowDown'); seen.card = chapter() !== before; key('ArrowUp');
      seen.back = at(); key('End'); seen.end = at() === replay.last; key('Home'); seen.home = at();
      document.querySelectorAll('#entries button')[3].click(); seen.click = at();
      seen.current = [...document.querySelectorAll('[aria-current]')].map((node) => Number(node.dataset.index));
      key(' '); seen.plays = document.getElementById('play').getAttribute('aria-label'); key(' ');
      seen.stops = document.getElementById('play').getAttribute('aria-label');
      document.getElementById('closer').click(); seen.near = document.getElementById('board').getAttribute('viewBox');
      document.getElementById('whole').click(); seen.whole = document.getElementById('board').getAttribute('viewBox');
      const slider = document.getElementById('slider'); slider.value = 5; slider.oninput(); seen.slid = at();
      seen.address = location.hash;
      return seen;
    """
    seen = look_at(chromium, page_of("short"), tmp_path, press, PHONE)
    assert seen == {
        "turn": 1,
        "card": True,
        "back": 0,
        "end": True,
        "home": 0,
        "click": 3,
        "current": [3],
        "plays": "Pause",
        "stops": "Play",
        "near": seen["near"],
        "whole": "0 0 1600 1620",
        "slid": 5,
        "address": "#5",
    }
    assert seen["near"] != seen["whole"]


@pytest.mark.parametrize(("at", "moment"), [("#5", 5), ("", 0), ("#x", 0), ("#-1", 0), ("#99999", -1)])
def test_the_address_of_a_replay_page_may_name_a_moment(chromium: Path, tmp_path: Path, at: str, moment: int) -> None:
    look = """
      const first = replay.seen();
      location.hash = '#7';
      window.dispatchEvent(new Event('hashchange'));
      return [first, replay.seen(), replay.last];
    """
    first, then, last = look_at(chromium, page_of("short"), tmp_path, look, at=at)
    assert (first, then) == (moment if moment >= 0 else last, 7)


def test_pointing_at_the_log_highlights_the_board_and_the_reverse(chromium: Path, tmp_path: Path) -> None:
    look = """
      const { moments, spaces, size } = JSON.parse(document.getElementById('data').textContent);
      const board = document.getElementById('board');
      const feel = (node, type, more = {}) => node.dispatchEvent(new PointerEvent(type, { bubbles: true, ...more }));
      const pointed = () => [...board.querySelectorAll('.pointed')].map((node) => node.getAttribute('d')).sort();
      const pathsOf = (numbers) => numbers.map((number) => spaces[number].path).sort();
      const seen = [];
      for (const [index, { h, l = {} }] of moments.entries()) {
        replay.go(index);
        feel(document.querySelector(`#entries [data-index="${index}"]`), 'pointerover');
        seen.push({ told: pointed(), wanted: pathsOf(h) });
        feel(document.getElementById('entries'), 'pointerleave');
        seen.push({ told: pointed(), wanted: [] });
        for (const line of document.querySelectorAll('#turn li:has(.mark)')) {
          feel(line, 'pointerover');
          const own = [...line.querySelectorAll('.mark')].map((mark) => Number(mark.textContent));
          const about = Object.keys(l).filter((number) => l[number].some((one) => own.includes(one)));
          seen.push({ told: pointed(), wanted: pathsOf(about) });
        }
      }
      const lit = () => [...document.querySelectorAll('#entries .lit')].map((node) => Number(node.dataset.index));
      const { left, top, width, height } = board.getBoundingClientRect();
      for (const [number, { middle: [x, y] }] of spaces.entries()) {
        const at = { clientX: left + x * width / size[0], clientY: top + y * height / size[1] };
        if (replay.place(at.clientX, at.clientY) !== spaces[number].id) continue;
        feel(board, 'pointermove', { ...at, pointerType: 'mouse' });
        const acted = moments.map(({ h, a }) => [h, a].flat(2).includes(number));
        seen.push({ told: lit(), wanted: [...acted.keys()].filter((index) => index && acted[index]) });
      }
      feel(board, 'pointerleave');
      seen.push({ told: lit(), wanted: [] });
      return seen;
    """
    seen = look_at(chromium, page_of("short"), tmp_path, look)
    assert [one for one in seen if one["told"] != one["wanted"]] == []
    assert sum(bool(one["wanted"]) for one in seen) > 100


def test_the_chart_is_read_out_and_a_space_has_its_history(chromium: Path, tmp_path: Path) -> None:
    look = """
      const { moments, spaces } = JSON.parse(document.getElementById('data').textContent);
      const margins = moments.map(({ m }, index) => {
        replay.go(index);
        return [document.getElementById('chart').getAttribute('aria-label'), m];
      });
      const histories = spaces.map((_, number) => {
        replay.show(number);
        const acted = moments.map(({ h, a }) => [h, a].flat(2).includes(number));
        const listed = [...document.querySelectorAll('#space .turns button')].map((one) => Number(one.dataset.index));
        const heads = document.querySelectorAll('#space h3').length;
        return [listed, [...acted.keys()].filter((index) => index && acted[index]).reverse(), heads];
      });
      return { margins, histories };
    """
    seen = look_at(chromium, page_of("main"), tmp_path, look)
    for label, margins in seen["margins"]:
        told = [f"{margin:+}".replace("-", "−") if margin else "0" for margin in margins]
        assert re.findall(r" ([+−]?\d+)\b", label) == told
    assert any(0 in margins for _, margins in seen["margins"])
    for listed, acted, heads in seen["histories"]:
        assert (listed, heads) == (acted, bool(acted))
    assert any(len(acted) > 5 for _, acted, _ in seen["histories"])


def test_pieces_that_stay_are_not_drawn_again(chromium: Path, tmp_path: Path) -> None:
    """They would move there again."""
    look = """
      const { moments } = JSON.parse(document.getElementById('data').textContent);
      const groups = [...document.querySelectorAll('#board [data-space]')];
      return moments.flatMap(({ p }, index) => {
        const before = groups.map((group) => group.firstChild);
        replay.go(index);
        replay.go(index);
        return groups.map((group, number) => number in p || group.firstChild === before[number]);
      });
    """
    kept = look_at(chromium, page_of("short"), tmp_path, look)
    assert len(kept) > 1000
    assert all(kept)


def test_the_wheel_and_a_double_tap_enlarge_what_they_point_at(chromium: Path, tmp_path: Path) -> None:
    """On a phone, and where the whole board is shown, the wheel moves the page."""
    look = """
      const board = document.getElementById('board');
      const { left, top, width, height } = board.getBoundingClientRect();
      const at = { clientX: left + width / 4, clientY: top + height / 2, bubbles: true, cancelable: true };
      const shown = () => {
        const [x, y, w, h] = board.getAttribute('viewBox').split(' ').map(Number);
        return [w, x + w / 4, y + h / 2].map((number) => Math.round(number / 10) * 10);
      };
      const wheel = (deltaY, more = {}) => {
        const moves = board.dispatchEvent(new WheelEvent('wheel', { ...at, deltaY, ...more }));
        return [moves, ...shown()];
      };
      const seen = {
        whole: wheel(300), near: wheel(-277.26), far: wheel(400), pinched: wheel(-69.315, { ctrlKey: true }),
        again: wheel(69.315, { ctrlKey: true }),
      };
      for (const type of ['pointerdown', 'pointerup', 'pointerdown', 'pointerup']) {
        const event = new PointerEvent(type, { ...at, pointerId: 5, isPrimary: true });
        // The taps are as quick on a slow machine.
        Object.defineProperty(event, 'timeStamp', { value: 5000 });
        board.dispatchEvent(event);
      }
      return { ...seen, tapped: shown() };
    """
    spot = [400, 810]
    whole, half = [1600, *spot], [800, *spot]
    seen = {"whole": [True, *whole], "near": [False, *half], "far": [False, *whole], "pinched": [False, *half]}
    seen |= {"again": [False, *whole], "tapped": [640, *spot]}
    assert look_at(chromium, page_of("short"), tmp_path, look) == seen
    seen |= {"near": [True, *whole], "far": [True, *whole]}
    assert look_at(chromium, page_of("short"), tmp_path, look, PHONE) == seen


def test_the_page_has_every_language_and_a_name_for_each_control(chromium: Path, tmp_path: Path) -> None:
    read = """
      const told = {};
      for (const code of [...document.querySelectorAll('#language option')].map((node) => node.value)) {
        const nameless = new Set();
        for (const [theme, index] of [['light', 0], ['dark', replay.last], ['light', Math.floor(replay.last / 2)]]) {
          replay.dress(theme); replay.speak(code); replay.go(index);
          document.getElementById('words').open = true;
          for (const node of document.querySelectorAll('button, select, input, [role=img]')) {
            if (!(node.getAttribute('aria-label') ?? node.textContent).trim()) nameless.add(node.outerHTML);
          }
        }
        told[code] = {
          nameless: [...nameless], lang: document.documentElement.lang, label: document.getElementById('play').title,
          live: document.querySelectorAll('[aria-live]').length, text: document.body.innerText,
          heads: [...document.querySelectorAll('h1, h2, h3')].filter((node) => !node.textContent.trim()).length,
          wide: document.documentElement.scrollWidth - innerWidth,
        };
      }
      return told;
    """
    told = look_at(chromium, page_of("short"), tmp_path, read, PHONE)
    assert sorted(told) == sorted(list_languages())
    for code, seen in told.items():
        assert (seen["nameless"], seen["heads"], seen["live"]) == ([], 0, 1), code
        assert (seen["lang"], seen["label"]) == (code, load_language(code).word("page.play"))
        assert seen["wide"] <= 0, f"{code} is wider than a phone"
        # A key without a text would be shown as it is.
        assert re.findall(r"\b(?:page|seat|piece|space|card|level|status|viceroy)\.\w+", seen["text"]) == [], code
        assert load_language(code).word("space.punjab") in seen["text"]


@pytest.mark.parametrize("name", ["short", "main"])
def test_the_replay_page_is_small_and_needs_no_other_file(name: str) -> None:
    page = page_of(name)
    assert len(page) < MOST_BYTES
    text = page.decode()
    assert "default-src 'none'" in text
    assert set(re.findall(r"https?://[\w./]+", text)) == {"http://www.w3.org/2000/svg"}
    assert read_game(name).start.seed not in text


def let_arjuna_play(steps: int = 3) -> tuple[list[Explanation], bytes]:
    """Return what Arjuna thought in some turns of a game, and the page of these turns."""
    game = Game.new(scenario="short", seats=dict.fromkeys(SEATS, ARJUNA), seed=SEED)
    told = []
    while len(game.steps) < steps:
        player = Arjuna(game)
        player.answer()
        told += player.finished()
    page = make_page(read_record(write_record(game.record())))
    assert page is not None
    return told, page


def test_opened_reasons_name_and_highlight_the_candidate_spaces(chromium: Path, tmp_path: Path) -> None:
    look = """
      const { moments, spaces, words } = JSON.parse(document.getElementById('data').textContent);
      const seen = [];
      for (const [index, { o = [] }] of moments.entries()) {
        replay.go(index);
        const why = document.querySelector('#turn .why');
        if (!why) continue;
        const told = [];
        for (const isOpen of [true, false, true]) {
          why.open = isOpen;
          why.dispatchEvent(new Event('toggle'));
          told.push(document.querySelectorAll('#board .candidate').length);
        }
        const between = [...why.querySelectorAll('.between')].map((node) => node.textContent);
        const names = o.map((number) => words.en[`space.${spaces[number].id}`]);
        seen.push({
          lit: told.join(), wanted: [names.length, 0, names.length].join(), between: between.length,
          isNamed: names.every((name) => between.join().includes(name)), count: names.length,
        });
      }
      return seen;
    """
    seen = look_at(chromium, let_arjuna_play(6)[1], tmp_path, look)
    assert all(one["lit"] == one["wanted"] and one["isNamed"] for one in seen)
    assert {(one["between"], bool(one["count"])) for one in seen} == {(0, False), (1, True)}


def test_the_replay_page_shows_the_reasons_of_arjuna() -> None:
    told, page = let_arjuna_play()
    for code in list_languages():
        language = load_language(code)
        for line in (line for one in told for line in summarise(one)):
            assert json.dumps(str(language.say(line)), ensure_ascii=False).strip('"') in page.decode()
    assert any(summarise(one) for one in told)


@pytest.mark.parametrize("name", ["short", "main"])
def test_the_replay_page_has_a_text_for_every_step_and_result(name: str, caplog: pytest.LogCaptureFixture) -> None:
    record = read_game(name)
    assert record.result is not None
    lost = msgspec.structs.replace(record.result, all_players_lose=True)
    for code in list_languages():
        for result in (record.result, lost):
            assert len(write_places(load_language(code), result)) == 1 + len(SEATS)
    assert make_page(record) is not None
    assert [one.getMessage() for one in caplog.records] == []


def test_markup_in_a_tables_name_cannot_change_the_page() -> None:
    """A name may hold whatever someone types: it is shown, and does nothing."""
    nasty = "</script><img src=x onerror=alert(1)>/*DATA*/"
    page = make_page(read_game("short"), nasty)
    assert page is not None
    assert page.decode().count("<img") == 0
    assert page.decode().count("</script>") == page_of("short").decode().count("</script>")


def test_a_running_game_has_a_replay_page() -> None:
    game = Game.new(scenario="short", seed=SEED)
    page = make_page(read_record(write_record(game.record())))
    assert page is not None
    assert load_language().word("page.beginning") in page.decode()


def test_a_game_without_a_stage_has_no_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.narrate.replay_page.front_of", lambda kind: Frontend(Setup()))
    assert make_page(read_game("short")) is None


def test_a_replay_page_needs_at_least_one_moment() -> None:
    with pytest.raises(ValueError, match="moment"):
        write_page(load_stage(), Show({}, {}, {}, {}, []))


def test_another_language_adds_words_to_a_page_but_no_pictures() -> None:
    stage, scene = load_stage(), Scene({}, [], {"raj": 0})
    one, four = (
        write_page(stage, Show({"en": "a"}, {}, {}, {code: {} for code in codes}, [Moment(scene, 0, {})]))
        for codes in (["en"], list_languages())
    )
    assert len(four) - len(one) < 50_000
