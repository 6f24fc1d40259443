"""A finger on the chat of ``gandhi play``, in a browser: it touches what gives a person's answers, and counts clicks.

It touches only what a person sees: the newest panel, its buttons, lists and forms. From the bot, which runs in this
process, it learns whether an answer has arrived.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from bot.console.preview import PreviewBot
from tests.browser import Tab
from tools.bench.clicks import BUTTON, Finger, Way
from tools.bench.hands import Unreachable

IDLE: Final = "window.simcordPreview?.ready && !simcordPreview.pendingAction"
PATIENCE: Final = 5.0
"""Seconds that the page may take to show the part to touch."""
MOST_MISSED: Final = 20
OPENED: Final = "document.querySelector('.media-lightbox[open]')"
FIND: Final = """((selector, label, isFirst) => {
  const seen = [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility() && !one.disabled
    && one.getAttribute('aria-disabled') !== 'true' && !one.closest('.is-folded')
    && (!label || one.textContent.trim() === label))
  const last = (one) => [Number(one.closest('article')?.style.order || 0), one.getBoundingClientRect().top]
  seen.sort((one, other) => last(one)[0] - last(other)[0] || last(one)[1] - last(other)[1])
  const node = seen.at(isFirst ? 0 : -1)
  if (!node) return null
  const free = () => {
    const { left, top, width, height } = node.getBoundingClientRect()
    const [x, y] = [left + width / 2, top + height / 2]
    const hit = y > 0 && y < innerHeight ? document.elementFromPoint(x, y) : null
    return { x, y, height, isFree: hit !== null && (hit === node || node.contains(hit)) }
  }
  const first = free()
  if (first.isFree) return { ...first, swiped: 0 }
  // As a finger does: the page follows the news no longer.
  document.getElementById('channel-timeline').dispatchEvent(new Event('touchmove'))
  node.scrollIntoView({ block: 'center', behavior: 'instant' })
  return { ...free(), swiped: 1 }
})"""
PANEL: Final = """(() => {
  const panel = document.querySelector('.is-in-hand')
  const keys = panel ? [...panel.querySelectorAll('button.component-button, .preview-select')] : []
  return keys.map((one) => one.dataset.controlKey)
})()"""
VALUES: Final = """Object.fromEntries([...document.querySelectorAll('.is-in-hand .preview-select')].map((one) => [
  one.dataset.controlKey, [...one.querySelectorAll('.select-option')].map((part) => part.dataset.value)]))"""


@dataclass
class Count:
    """The cost of a game: its turns, clicks and swipes, the touches that missed, and the browser's most memory in MB.

    ``small`` is the height in pixels of the lowest part that was touched, ``slowest`` the longest answer in seconds.
    """

    name: str
    turns: int = 0
    clicks: int = 0
    swipes: int = 0
    missed: int = 0
    memory: float = 0.0
    small: float = field(default=1000.0)
    slowest: float = 0.0


class ChatFinger(Finger):
    """A person's finger on the chat: it touches what gives the answers on the newest panel, and counts the touches."""

    def __init__(self, bot: PreviewBot, tab: Tab, count: Count, pictures: Path | None = None) -> None:
        super().__init__(bot, "", 0, ())
        self.tab = tab
        self.count = count
        self.pictures = pictures
        self.shot: set[str] = set()

    async def begin(self, game_id: str) -> None:
        """Use the panels of this table from now on."""
        self.game_id = game_id

    async def give(self, user_id: int, answers: Sequence[str]) -> None:
        """Give answers and confirm them. Raises Unreachable."""
        self.user_id, self.left = user_id, list(answers)
        version = await self.read_version()
        while await self.read_version() == version:
            shown = await self.wait_for_ways()
            if shown is None:
                await self.touch(f"[data-control-key$=':g1:{self.game_id}:-:turn:']")
                continue
            before = len(self.left)
            try:
                await self.use(shown)
            except Unreachable:
                # The answer to the previous click came late, and shows another panel.
                if self.count.missed > MOST_MISSED:
                    raise
            if await self.read_version() == version:
                moment = await self.bot.tables.moment(self.game_id, self.user_id)
                self.left = list(answers[len(moment.draft.to_commit) :])
                self.count.missed += len(self.left) == before

    async def read_version(self) -> int:
        """Return the version of the game: how often its table has changed."""
        return (await self.bot.tables.table(self.game_id)).game.version

    async def read_status(self) -> str:
        """Return whether the table is open, playing or over."""
        return (await self.bot.tables.table(self.game_id)).game.status

    async def wait_for_ways(self) -> Way | None:
        """Return the touch that gives most of the answers left, or None if the panel offers none for 1.5 seconds."""
        until, way = time.monotonic() + 1.5, None
        while way is None and time.monotonic() < until:
            ways = [one async for one in self.find_ways(await self.read_panel())]
            way = max(ways, key=lambda one: one.weigh(with_fields=True), default=None)
            await asyncio.sleep(0.05)
        return way

    async def read_panel(self) -> list[dict[str, Any]]:
        """Return what can be touched on the panel in hand, as the parts of a message."""
        await self.tab.wait_for(IDLE)
        keys, values = await self.tab.run(PANEL), await self.tab.run(VALUES)
        parts = []
        for key in keys:
            custom_id = key.partition(":component:")[2]
            if custom_id.startswith(f"g1:{self.game_id}:"):
                options = [{"value": value} for value in values.get(key, ())]
                parts.append({"custom_id": custom_id, "options": options})
        return [{"parts": parts}]

    async def use(self, way: Way) -> list[dict[str, Any]]:
        """Touch a button, choose from a list, or fill in a form."""
        key = f"[data-control-key$=':component:{way.custom_id}']"
        verb = way.custom_id.split(":")[3]
        await self.keep(f"{self.game_id}-{verb}-{len(way.picked)}" + ("-form" if way.form else ""))
        if way.form is not None:
            await self.touch(f".is-in-hand button.component-button{key}")
            await self.tab.wait_for("document.querySelector('.modal-dialog')")
            await self.keep(f"{self.game_id}-form-open")
            for value in way.picked:
                await self.pick_in_form(value)
            await self.keep(f"{self.game_id}-form-filled")
            await self.touch(".modal-dialog button[type=submit]")
            await self.tab.wait_for(f"{IDLE} && !document.querySelector('.modal-dialog')")
        elif way.picked:
            await self.touch(f".is-in-hand .select-trigger{key}", wait=False)
            await self.tab.wait_for("document.querySelector('.select-list:not([hidden])')")
            await self.keep(f"{self.game_id}-list-open-{len(way.picked)}")
            is_several = await self.tab.run(
                "Boolean(document.querySelector('.select-list:not([hidden]) .select-apply'))"
            )
            for value in way.picked:
                await self.touch(
                    f".select-list:not([hidden]) .select-option[data-value='{value}']", wait=not is_several
                )
            if is_several:
                await self.touch(".select-list:not([hidden]) .select-apply")
        else:
            await self.touch(f".is-in-hand button.component-button{key}")
        return []

    async def pick_in_form(self, value: str) -> None:
        """Choose a value in a form: a box, or an option of a list."""
        box = f".modal-dialog label.modal-choice:has(input[value='{value}'])"
        if await self.tab.run(f"Boolean(document.querySelector({json.dumps(box)}))"):
            await self.touch(box, wait=False)
            return
        trigger = f".modal-dialog .preview-select:has([data-value='{value}']) .select-trigger"
        if not await self.tab.run(
            f"Boolean(document.querySelector({json.dumps(trigger)})?.closest('.preview-select').matches('.is-open'))"
        ):
            await self.touch(trigger, wait=False)
        await self.touch(f".select-list:not([hidden]) .select-option[data-value='{value}']", wait=False)
        apply = ".select-list:not([hidden]) .select-apply"
        if await self.tab.run(f"Boolean(document.querySelector({json.dumps(apply)}))"):
            await self.touch(apply, wait=False)

    async def touch(self, selector: str, label: str = "", *, wait: bool = True, is_first: bool = False) -> None:
        """Touch the last part of the page that a selector finds, or the first. Raises Unreachable."""
        until = time.monotonic() + PATIENCE
        found: dict[str, Any] | None = None
        find = f"{FIND}({json.dumps(selector)}, {json.dumps(label)}, {json.dumps(is_first)})"
        while time.monotonic() < until:
            before, found = found, await self.tab.run(find)
            if found is not None:
                self.count.swipes += found["swiped"]
                # A part is touched only once it has stopped moving.
                if found["isFree"] and before is not None and before["y"] == found["y"]:
                    break
            if await self.tab.run(f"Boolean({OPENED})"):
                # A touch that missed has opened a picture.
                self.count.missed += 1
                await self.tab.run(f"{OPENED}.close()")
            await asyncio.sleep(0.05)
        if found is None or not found["isFree"]:
            await self.keep("unreachable", again=True)
            raise Unreachable(f"{selector} {label} cannot be touched: {found}")
        self.count.clicks += BUTTON
        self.count.small = min(self.count.small, found["height"])
        began = time.monotonic()
        await self.tab.touch(found["x"], found["y"])
        if wait:
            await asyncio.sleep(0.02)
            await self.tab.wait_for(IDLE)
            self.count.slowest = max(self.count.slowest, time.monotonic() - began)

    async def view_as(self, user_id: int) -> None:
        """Choose another person in the list *Viewing as* at the top."""
        picker = "document.getElementById('viewer-picker')"
        if await self.tab.run(f"{picker}.value") != str(user_id):
            await self.tab.run(f"{picker}.value = '{user_id}'; {picker}.dispatchEvent(new Event('change'))")
            await asyncio.sleep(0.05)
            await self.tab.wait_for(f"{IDLE} && {picker}.value === '{user_id}'")

    async def keep(self, name: str, *, again: bool = False) -> None:
        """Keep a picture of the visible part of the page, once for each name unless ``again`` is true."""
        if self.pictures is None or (name in self.shot and not again):
            return
        self.shot.add(name)
        await asyncio.sleep(0.6)
        (self.pictures / f"{len(self.shot):02}-{name}.png").write_bytes(await self.tab.picture())
