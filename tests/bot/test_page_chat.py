"""The chat of ``gandhi play`` on a phone: pictures, panels that are over, buttons, and no tools of developers."""

from __future__ import annotations

import asyncio
import io
from pathlib import Path
from typing import Any

import discord
import pytest
from PIL import Image

from tests.bot.test_page_commands import IDLE, PHONE, Quick, using
from tests.browser import Tab

PICTURE = (1600, 1300)
SHOWN = 534
"""The width of the picture as the chat has it."""
MANY = 10


class Panel(discord.ui.View):
    """Two buttons, of which the first takes its time and the other answers in private."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        self.pressed: list[str] = []
        self.may_end = asyncio.Event()

    @discord.ui.button(label="Slow", custom_id="slow")
    async def slow(self, interaction: discord.Interaction[Any], item: discord.ui.Button[Any]) -> None:
        """Answer when the test says so."""
        self.pressed.append("slow")
        await interaction.response.defer()
        await self.may_end.wait()

    @discord.ui.button(label="Quick", custom_id="quick")
    async def quick(self, interaction: discord.Interaction[Any], item: discord.ui.Button[Any]) -> None:
        """Answer at once, to one person."""
        self.pressed.append("quick")
        await interaction.response.send_message(f"Answer {len(self.pressed)}.", ephemeral=True)


async def send_picture(bot: Quick, view: discord.ui.View = discord.utils.MISSING) -> None:
    """Have the bot post a picture."""
    data = io.BytesIO()
    Image.new("RGB", PICTURE, "teal").save(data, "PNG")
    channel = bot.get_channel(bot.channel_id)
    assert isinstance(channel, discord.TextChannel)
    file = discord.File(io.BytesIO(data.getvalue()), "map.png", description="The map")
    await channel.send("A turn.", file=file, view=view)


async def post_panel(tab: Tab, bot: Quick) -> Panel:
    """Have the bot post a picture with buttons, and wait until the page shows it."""
    view = Panel()
    await send_picture(bot, view)
    # The bot finds its panels by their custom ids.
    bot._connection._view_store.add_view(view)
    await tab.wait_for(
        "document.querySelector('[alt=\"The map\"]')?.naturalWidth && document.querySelector('#x-never') === null"
    )
    await tab.wait_for(f"{IDLE} && {button('Quick')}")
    return view


def button(label: str) -> str:
    """Return an expression for a button of the chat."""
    parts = "[...document.querySelectorAll('button.component-button')]"
    return f"{parts}.find((one) => one.textContent === '{label}')"


async def touch(tab: Tab, part: str) -> None:
    """Touch the middle of a part of the page once it lies still, since a picture that comes late moves it."""
    await tab.wait_for(f"window.lay === (window.lay = {part}.getBoundingClientRect().top)")
    box = "(({ x, y, width, height }) => [x + width / 2, y + height / 2])"
    await tab.touch(*await tab.run(f"{box}({part}.getBoundingClientRect())"))


async def spread(tab: Tab, x: float, y: float, *apart: float) -> None:
    """Put two fingers on the page, one beside the other, and move them apart."""
    for step, (kind, wide) in enumerate(zip(["touchStart", *["touchMove"] * len(apart)], apart, strict=False)):
        points = [{"x": x - wide / 2, "y": y, "id": 0}, {"x": x + wide / 2, "y": y, "id": 1}]
        assert step == 0 or kind == "touchMove"
        await tab.tell("Input.dispatchTouchEvent", type=kind, touchPoints=points)
    await tab.tell("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])


OPEN = "document.querySelector('.media-lightbox[open] img')"


async def test_a_picture_is_above_its_buttons_fills_the_width_and_can_be_enlarged(
    chromium: Path, tmp_path: Path
) -> None:
    async with using(chromium, tmp_path) as (tab, _, bot):
        await post_panel(tab, bot)
        image = "document.querySelector('[alt=\"The map\"]')"
        below = f"{button('Quick')}.getBoundingClientRect().top - {image}.getBoundingClientRect().bottom"
        assert 0 <= await tab.run(below) < 30
        await tab.wait_for(f"!{image}.closest('button').disabled")
        await touch(tab, image)
        await tab.wait_for(f"{OPEN}?.getBoundingClientRect().width")
        box = await tab.run(f"(({{ left, right }}) => [left, right])({OPEN}.getBoundingClientRect())")
        assert box == [0, PHONE[0]]
        # In the chat the picture is a third as wide, to save the browser's memory; opened, it is shown whole.
        assert await tab.run(f"{image}.naturalWidth") == SHOWN
        await tab.wait_for(f"{OPEN}.naturalWidth === {PICTURE[0]}")
        middle = PHONE[1] / 2
        await spread(tab, 100, middle, 60, 120, 180)
        width, left = await tab.run(f"(({{ width, left }}) => [width, left])({OPEN}.getBoundingClientRect())")
        assert width == pytest.approx(3 * PHONE[0], rel=0.02)
        # The same spot of the picture is still between the fingers.
        assert left + width * 100 / PHONE[0] == pytest.approx(100, abs=3)
        await spread(tab, 100, middle, 180, 20)
        assert await tab.run(f"{OPEN}.getBoundingClientRect().width") == PHONE[0]
        await tab.tap(".media-lightbox [aria-label='Close image preview']")
        await tab.wait_for(f"!{OPEN}")
        assert tab.faults == []


async def test_pictures_out_of_sight_are_removed_and_keep_their_room(chromium: Path, tmp_path: Path) -> None:
    async with using(chromium, tmp_path) as (tab, _, bot):
        images = "[...document.querySelectorAll('[alt=\"The map\"]')]"
        for _ in range(MANY):
            await send_picture(bot)
        await tab.wait_for(f"{images}.length === {MANY}")
        await tab.wait_for(f"{images}[0].dataset.away && {images}.at(-1).naturalWidth")
        await tab.wait_for(f"new Set({images}.map((one) => one.offsetHeight)).size === 1")
        # A late picture may move the page to its end again: a person then goes back up.
        touched = "document.getElementById('channel-timeline').dispatchEvent(new Event('touchmove'))"
        await tab.wait_for(f"({touched}, {images}[0].scrollIntoView(), {images}[0].naturalWidth === {SHOWN})")
        assert tab.faults == []


async def test_a_button_is_disabled_during_its_own_click_and_others_wait(chromium: Path, tmp_path: Path) -> None:
    async with using(chromium, tmp_path) as (tab, _, bot):
        view = await post_panel(tab, bot)
        await touch(tab, button("Slow"))
        await tab.wait_for(f"{button('Slow')}.getAttribute('aria-disabled') === 'true'")
        assert await tab.run(f"{button('Quick')}.getAttribute('aria-disabled')") == "false"
        await touch(tab, button("Slow"))
        await touch(tab, button("Quick"))
        view.may_end.set()
        await tab.wait_for(f"{IDLE} && {button('Slow')}.getAttribute('aria-disabled') === 'false'")
        async with asyncio.timeout(10):
            while "quick" not in view.pressed:  # noqa: ASYNC110
                await asyncio.sleep(0.02)
        assert view.pressed == ["slow", "quick"]


async def test_earlier_answers_fold_and_open_again(chromium: Path, tmp_path: Path) -> None:
    async with using(chromium, tmp_path) as (tab, _, bot):
        await post_panel(tab, bot)
        answers = "[...document.querySelectorAll('article:has(.message-ephemeral-note)')]"
        folded = f"{answers}.map((one) => one.matches('.is-folded'))"
        for count in (1, 2, 3):
            await tab.run(f"{button('Quick')}.click()")
            await tab.wait_for(f"{IDLE} && {folded}.length === {count}")
        await tab.wait_for(f"{folded}.join() === 'true,true,false'")
        assert await tab.run("document.querySelector('.is-folded').offsetHeight") < 40
        await tab.tap(".is-folded")
        await tab.wait_for(f"{folded}.join() === 'false,true,false'")


SAID = """document.body.innerText + [...document.querySelectorAll('button, summary')]
  .filter((one) => one.checkVisibility()).map((one) => one.title + one.ariaLabel).join()"""


@pytest.mark.parametrize("width", [PHONE[0], 1280])
async def test_the_page_has_a_light_and_a_dark_theme_and_no_developer_tools(
    chromium: Path, tmp_path: Path, width: int
) -> None:
    async with using(chromium, tmp_path) as (tab, _, bot):
        await tab.resize(width, PHONE[1], is_phone=width < 1000)
        await post_panel(tab, bot)
        said = await tab.run(SAID)
        for word in ("SimCord", "Inspector", "Capture", "Refresh", "Viewport", "Callback", "Download", "Reply", "Pin"):
            assert word.lower() not in said.lower(), word
        for scheme, is_light in (("light", True), ("dark", False)):
            await tab.tell("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
            for part in ("body", ".preview-toolbar", ".channel-composer", ".component-button"):
                ground, ink = await tab.run(f"(({COLOURS})('{part}'))")
                assert (sum(ground) > sum(ink)) == is_light, (scheme, part, ground, ink)


COLOURS = """(selector) => {
  const read = (value) => value.match(/[\\d.]+/g).slice(0, 3).map(Number);
  const style = getComputedStyle([...document.querySelectorAll(selector)].at(-1));
  return [read(style.backgroundColor), read(style.color)];
}"""
