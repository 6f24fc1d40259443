"""A hand on the page of a table, in a browser: it touches what gives the answers of a person, and counts the touches.
It knows which answers it wants, and takes the shortest way to them that the page shows. A part that is out of sight is
brought into it with a swipe, which is counted by itself.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any, Final

from bot.language import load_language
from bot.tables.choices import BEGINNINGS
from bot.tables.draft import KEY_SEPARATOR
from bot.tables.moments import TableMoment
from bot.tables.play import Tables
from bot.web.acting import Touch
from bot.web.acting import find_ways as find_touch_ways
from bot.web.turn import write_way
from render.page import read_script
from tests.browser import Tab

WIDTH, HEIGHT = 390, 844
READY: Final = "window.replay && replay.turn() && !document.body.classList.contains('busy')"
LEAST: Final = 24
"""The least pixels that a finger needs."""
FIND_PART: Final = """((node) => {
  if (!node) return null
  const { left, top, width, height } = node.getBoundingClientRect()
  const [x, y] = [left + width / 2, top + height / 2]
  const hit = y > 0 && y < innerHeight ? document.elementFromPoint(x, y) : null
  return { x, y, isFree: hit !== null && (hit === node || node.contains(hit)), small: Math.min(width, height) }
})"""
FIND_SPOT: Final = """((key) => {
  const all = document.querySelector('.targets')
  const node = [...all.children].find((one) => one.dataset.key === key)
  if (!node) return null
  const { left, top, width, height } = node.getBoundingClientRect()
  const spots = []
  if (node.classList.contains('rail')) {
    const [long, turn] = [node.getTotalLength(), node.getScreenCTM()]
    for (let at = 1; at < 40; at += 1) spots.push(node.getPointAtLength(long * at / 40).matrixTransform(turn))
  } else {
    for (let at = 0; at < 225; at += 1) {
      spots.push({ x: left + width * (1 + at % 15) / 16, y: top + height * (1 + Math.floor(at / 15)) / 16 })
    }
  }
  const middle = [left + width / 2, top + height / 2]
  const away = ({ x, y }) => Math.hypot(x - middle[0], y - middle[1])
  for (const { x, y } of spots.sort((a, b) => away(a) - away(b))) {
    const hits = document.elementsFromPoint(x, y)
    const first = hits.find((one) => all.contains(one) && one.dataset.key)
    const isFree = first === node && document.getElementById('board').contains(hits[0])
    if (isFree) return { x, y }
  }
  return null
})"""
FIND_PLACE: Final = """((place) => {
  const all = [...document.querySelectorAll('.reach path')]
  const node = all[[...document.querySelectorAll('[data-space]')].findIndex((one) => one.dataset.space === place)]
  const { left, top, width, height } = node.getBoundingClientRect()
  const [isLine, matrix] = [node.classList.contains('rail'), node.getScreenCTM()]
  for (let at = 0; at < 400; at += 1) {
    // From the middle outwards, or along the line.
    const turn = at * 2.4, far = Math.sqrt(at / 400) / 2
    const point = isLine ? node.getPointAtLength(node.getTotalLength() * at / 400).matrixTransform(matrix)
      : { x: left + width * (0.5 + far * Math.cos(turn)), y: top + height * (0.5 + far * Math.sin(turn)) }
    const [x, y] = [point.x, point.y]
    const hit = document.elementFromPoint(x, y)
    if (hit && document.getElementById('board').contains(hit) && replay.place(x, y) === place) return { x, y }
  }
  return null
})"""
FIND_ICON: Final = """((place, icon) => {
  const node = document.querySelector(`[data-space="${place}"] [data-icon="${icon}"] use`)
  if (!node) return null
  const { left, top, width, height } = node.getBoundingClientRect()
  const [x, y] = [left + width / 2, top + height / 2]
  const hit = document.elementFromPoint(x, y)
  return hit && document.getElementById('board').contains(hit) && replay.place(x, y) === place ? { x, y } : null
})"""
HOLD: Final = int(read_script().partition("const HOLD = ")[2].split()[0])
"""After how many milliseconds a page takes a touch for one that stays."""
RUSH: Final = f"""window.calmly = setTimeout
window.setTimeout = (does, after) => calmly(does, after === {HOLD} ? 0 : after)"""
"""Lets a page take the next touch for one that stays, without waiting."""
CALM: Final = "window.setTimeout = calmly"
NEAR: Final = 6
"""How many of the next answers are searched for the places where a move begins and ends."""
STEPPERS: Final = "[...document.querySelectorAll('#asked .stepper')]"
READ_BOARD: Final = """JSON.stringify(Object.fromEntries([...document.querySelectorAll('[data-space]')].map((space) => [
  space.dataset.space,
  [...space.children].map((one) => [one.dataset.icon, Number(one.dataset.count)]).filter(([, count]) => count > 0),
])))"""

Pieces = dict[str, list[list[Any]]]
"""The icons in each space, with their counts."""


class Unreachable(Exception):
    """No touch on the page gives the next answers, or a part of it cannot be touched."""


@dataclass(frozen=True, slots=True)
class Way:
    """A touch that gives answers: where it is, and whether it confirms them.

    ``places`` are the spaces where it begins and ends, ``piece`` the icon where it begins. ``touches`` is 2 where the
    page takes another way at first, which a second touch replaces.
    """

    answers: tuple[str, ...]
    kind: str
    key: str = ""
    is_confirm: bool = False
    places: tuple[str, ...] = ()
    piece: str = ""
    touches: int = 1


class Hand:
    """A person's hand on their page. ``small`` is the width in pixels of the narrowest button it has touched.

    ``counts`` has its taps, holds (a finger stays, and slides to a line), drags (from space to space) and swipes, and
    ``spent`` those that chose something, by the kind of the question. On the board, what is touched may be smaller: the
    page takes a touch beside it, too.
    """

    def __init__(self, tab: Tab, tables: Tables, game_id: str, user_id: int) -> None:
        self.tab = tab
        self.tables = tables
        self.game_id = game_id
        self.user_id = user_id
        self.counts = Counter[str]()
        self.spent = Counter[str]()
        self.small = 1000.0

    @property
    def touches(self) -> int:
        """Return the number of all touches but swipes."""
        return self.counts.total() - self.counts["swipe"]

    async def give(self, answers: Sequence[str]) -> int:
        """Give answers and confirm them; return the touches that it took. Raises Unreachable."""
        before, version = self.touches, (await self.tables.table(self.game_id)).game.version
        await self.tab.wait_for(f"{READY} && replay.turn().token.startsWith('{version}-')")
        while (await self.tables.table(self.game_id)).game.version == version:
            moment = await self.tables.moment(self.game_id, self.user_id)
            left = list(answers[len(moment.draft.to_commit) :])
            turn, since = await self.read(), self.touches
            way = self.find_best(moment, turn, await self.read_board(), left)
            await self.touch(turn, way)
            asked = moment.decision.kind if moment.decision is not None else ""
            self.spent[f"{asked}, {way.kind}"] += self.touches - since
        return self.touches - before

    async def read(self) -> dict[str, Any]:
        """Return the person's moment as the page has it."""
        read: dict[str, Any] = json.loads(await self.tab.run("JSON.stringify(replay.turn())"))
        return read

    async def read_board(self) -> Pieces:
        """Return the icons that the page shows in each space of the board."""
        shown: Pieces = json.loads(await self.tab.run(READ_BOARD))
        return shown

    def find_best(self, moment: TableMoment, turn: dict[str, Any], shown: Pieces, left: list[str]) -> Way:
        """Return the touch that gives most of the answers that are left, and nothing else. Raises Unreachable."""
        wanted = tuple(left)
        fitting = [
            way
            for way in (*find_ways(moment, turn), *find_long_ways(moment, turn, shown, wanted))
            if way.answers == wanted[: len(way.answers)] and (not way.is_confirm or way.answers == wanted)
        ]
        if not fitting:
            raise Unreachable(f"Nothing gives {left}: {turn['title']}, {turn['question']}, {turn['notes']}")
        # Of two touches that give as many answers, the quicker one is taken.
        return max(fitting, key=lambda way: (len(way.answers) / way.touches, way.is_confirm, way.kind != "hold"))

    async def touch(self, turn: dict[str, Any], way: Way) -> None:
        """Make the touch of a `Way`, and wait until the page shows the next moment."""
        if way.kind == "confirm":
            await self.tap_part("document.querySelector('#bar .confirm:not(.option)')")
        elif way.kind == "short":
            await self.tap_part(f"document.querySelectorAll('#asked .short button')[{way.key}]")
        elif way.kind == "instead":
            await self.take_instead(turn, way.key)
            return
        elif way.kind == "hold":
            await self.hold(way)
        elif way.kind == "drag":
            await self.drag(turn, way)
            return
        else:
            await self.take(turn, next(one for one in list_options(turn) if one["key"] == way.key))
        await self.tab.wait_for(f"{READY} && replay.turn().token !== {json.dumps(turn['token'])}")

    async def take(self, turn: dict[str, Any], option: dict[str, Any]) -> None:
        """Touch an option, on the board or beside it."""
        if is_on_board(option):
            await self.tap_place(turn, option)
        else:
            await self.tap_button(turn, option)

    async def take_instead(self, turn: dict[str, Any], key: str) -> None:
        """Touch a place, which drafts its first option, and then the button of the option with this key."""
        wanted = next(one for one in list_options(turn) if one["key"] == key)
        await self.take(turn, find_ways_at(turn, wanted)[0])
        await self.take_other(key)

    async def take_other(self, key: str) -> None:
        """Touch the button that drafts the option with this key in place of the drafted one."""
        button = f"document.querySelector('#asked [data-instead={json.dumps(key)}]')"
        await self.tab.wait_for(f"{READY} && {button}")
        token = await self.tab.run("replay.turn().token")
        await self.tap_part(button)
        await self.tab.wait_for(f"{READY} && replay.turn().token !== {json.dumps(token)}")

    async def hold(self, way: Way) -> None:
        """Stay on a space or a button until its menu is open, slide to a line of it, and let go."""
        if way.places:
            spot = await self.find_spot(f"{FIND_PLACE}({json.dumps(way.places[0])})")
        else:
            key = json.dumps(way.answers[0])
            spot = await self.find_part(f"document.querySelector('#asked [data-key={key}], #bar [data-key={key}]')")
        part = "ending" if way.is_confirm else "way"
        line = f"document.querySelector('#menu [data-{part}={json.dumps(way.key)}]')"
        await self.tab.run(RUSH)
        await self.tab.hold(spot["x"], spot["y"], line)
        await self.tab.run(CALM)
        self.counts["hold"] += 1

    async def drag(self, turn: dict[str, Any], way: Way) -> None:
        """Drag a piece, or else from a space, to another space; replace the drafted option if it is wrong."""
        source, target = way.places
        icon = f"{FIND_ICON}({json.dumps(source)}, {json.dumps(way.piece)})"
        begin = await self.find_spot(icon if way.piece else f"{FIND_PLACE}({json.dumps(source)})")
        end = await self.find_spot(f"{FIND_PLACE}({json.dumps(target)})")
        await self.tab.drag((begin["x"], begin["y"]), (end["x"], end["y"]))
        self.counts["drag"] += 1
        await self.tab.wait_for(f"{READY} && replay.turn().token !== {json.dumps(turn['token'])}")
        if way.touches > 1:
            await self.take_other(way.key)

    async def find_spot(self, find: str) -> dict[str, Any]:
        """Return the free spot that a script finds on the board, if necessary after a swipe. Raises Unreachable."""
        spot = await self.tab.run(find)
        if spot is None:
            await self.tab.run("window.scrollTo(0, 0)")
            self.counts["swipe"] += 1
            spot = await self.tab.run(find)
        if spot is None:
            raise Unreachable(f"No spot is free: {find}")
        found: dict[str, Any] = spot
        return found

    async def tap_place(self, turn: dict[str, Any], option: dict[str, Any]) -> None:
        """Touch the board where an option is; where no spot of it is free, its button in the list."""
        same = [one for one in list_options(turn) if has_place(one) and place_of(one) == place_of(option)]
        find = f"{FIND_SPOT}({json.dumps(same[0]['key'])})"
        spot = await self.tab.run(find)
        if spot is None:
            await self.tab.run("window.scrollTo(0, 0)")
            self.counts["swipe"] += 1
            spot = await self.tab.run(find)
        if spot is not None:
            await self.press(spot)
        if spot is None or (len(same) > 1 and not find_ways_at(turn, option)):
            await self.tap_button(turn, option)

    async def tap_button(self, turn: dict[str, Any], option: dict[str, Any]) -> None:
        """Touch the button of an option; a number without a button is set by the stepper."""
        key = json.dumps(option["key"])
        node = f"document.querySelector('#asked [data-key={key}], #bar [data-key={key}]')"
        if not await self.tab.run(f"Boolean({node})"):
            await self.count_to(turn, option)
            return
        folded = f"{node}.closest('details:not([open])')"
        if await self.tab.run(f"Boolean({folded})"):
            await self.tap_part(f"{folded}.querySelector('summary')")
        await self.tap_part(node)

    async def count_to(self, turn: dict[str, Any], option: dict[str, Any]) -> None:
        """Set the stepper of an option to its number and choose it. Raises Unreachable."""
        numbers = [one for one in turn["options"] if one.get("of") == option.get("of") and "count" in one]
        labels = [one["label"] for one in sorted(numbers, key=lambda one: one["count"])]
        shown = json.loads(await self.tab.run(f"JSON.stringify({STEPPERS}.map((one) => one.children[1].textContent))"))
        found = next((place for place, label in enumerate(shown) if label in labels), None)
        if found is None:
            raise Unreachable(f"No button is called {option['label']!r}.")
        at, to = labels.index(shown[found]), labels.index(option["label"])
        if to == len(labels) - 1 and at != to:
            await self.tap_part(f"{STEPPERS}[{found}].children[3]")
            return
        for _ in range(abs(to - at)):
            await self.tap_part(f"{STEPPERS}[{found}].children[{2 if to > at else 0}]")
        await self.tap_part(f"{STEPPERS}[{found}].children[1]")

    async def tap_part(self, node: str) -> None:
        """Touch a part of the page, in the middle. Raises Unreachable where another part lies above it."""
        await self.press(await self.find_part(node))

    async def find_part(self, node: str) -> dict[str, Any]:
        """Return the middle of a part of the page, brought into sight. Raises Unreachable."""
        found = await self.tab.run(f"{FIND_PART}({node})")
        if found is not None and not found["isFree"]:
            await self.tab.run(f"{node}.scrollIntoView({{ block: 'nearest', behavior: 'instant' }})")
            self.counts["swipe"] += 1
            found = await self.tab.run(f"{FIND_PART}({node})")
        if found is None or not found["isFree"]:
            raise Unreachable(f"{node} cannot be touched: {found}")
        part: dict[str, Any] = found
        return part

    async def press(self, spot: dict[str, Any]) -> None:
        """Touch a spot of the screen, and count it as a tap."""
        self.counts["tap"] += 1
        self.small = min(self.small, spot.get("small", self.small))
        await self.tab.touch(spot["x"], spot["y"])


def list_options(turn: dict[str, Any]) -> list[dict[str, Any]]:
    """Return all options that a page shows; plans, which include what usually follows an option, come last."""
    return [*turn["options"], *turn["plans"]]


def find_ways_at(turn: dict[str, Any], option: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the options that a tap at the place of an option lists, in order; none for an option without a place."""
    if not has_place(option):
        return []
    same = [one for one in list_options(turn) if has_place(one) and place_of(one) == place_of(option)]
    if len(same) < 2 or all("icon" in one for one in same):
        return []
    plans = [one for one in same if one["role"] == "plan"]
    whole = [plan["of"] for plan in plans if plan["whole"]]
    return [*plans, *(one for one in same if one["role"] != "plan" and one["key"] not in whole)]


def has_place(option: dict[str, Any]) -> bool:
    """Return whether an option is on the board."""
    return "at" in option or "path" in option


def is_on_board(option: dict[str, Any]) -> bool:
    """Return whether an option is touched on the board; one that begins an action is touched by its button."""
    return option["role"] in ("space", "plan") and has_place(option)


def place_of(option: dict[str, Any]) -> Any:
    """Return the path or the spot of an option on the board."""
    return option["path"] if "path" in option else option["at"]


def find_ways(moment: TableMoment, turn: dict[str, Any]) -> Iterator[Way]:
    """Yield every touch that the page offers, with the answers that it gives."""
    if not turn["mine"]:
        return
    for option in list_options(turn):
        if option["role"] == "stop" and option["is_confirm"]:
            continue
        ways = find_ways_at(turn, option)
        kind = "option" if option in ways[:1] or not ways else "instead"
        if ways and option not in ways:
            continue
        answers, touches = tuple(option["key"].split(KEY_SEPARATOR)), 1 + (kind == "instead")
        yield Way(answers, kind, option["key"], option["is_confirm"], touches=touches)
    shortcuts = moment.front.orders.list_shortcuts(load_language(), moment.game)
    names = [short["name"] for short in turn["shortcuts"]]
    for short in shortcuts:
        if short.name in names:
            yield Way(short.keys, "short", str(names.index(short.name)), short.is_end)
    if turn["ending"] is not None:
        yield Way(tuple(turn["ending"].split(KEY_SEPARATOR)) if turn["ending"] else (), "confirm", "", True)


def find_long_ways(moment: TableMoment, turn: dict[str, Any], shown: Pieces, wanted: Sequence[str]) -> Iterator[Way]:
    """Yield holds and drags, with the next answers that each of them gives."""
    if not turn["mine"] or moment.draft.armed or moment.decision is None:
        return
    buttons = [one["key"] for one in turn["options"] if not is_on_board(one) and not one["is_confirm"]]
    if wanted[0] in buttons and turn["options"][0].get("count") is None:
        yield from write_holds(moment, Touch(key=wanted[0]))
    places = [place for place in dict.fromkeys([moment.decision.space, *wanted[:NEAR]]) if place in shown]
    begins = [one["key"] for one in turn["options"] if one["role"] in BEGINNINGS]
    for place in places:
        if place == wanted[0] or wanted[0] in begins:
            yield from write_holds(moment, Touch((place,)))
    for source, target in permutations(places[:3], 2):
        held = [icon for icon, _ in shown[source]]
        piece = next((key for key in wanted[:NEAR] if key in held), "")
        ways = find_touch_ways(moment, Touch((source, target), piece=piece))
        for way in ways:
            yield Way(way.keys, "drag", way.press, places=(source, target), piece=piece, touches=1 + (way != ways[0]))


def write_holds(moment: TableMoment, touch: Touch) -> Iterator[Way]:
    """Yield holds on a place or a button with their answers, also those that confirm at once."""
    language = load_language().of_game(*moment.voice)
    for way in find_touch_ways(moment, touch):
        yield Way(way.keys, "hold", way.press, places=touch.spaces)
        if ending := write_way(language, moment, way, touch.places).get("ending"):
            yield Way(tuple(ending.split(KEY_SEPARATOR)), "hold", way.press, is_confirm=True, places=touch.spaces)
