"""Commands on the page of ``gandhi play``, as people on a phone send them: from the list, typed, and pasted."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import discord
import pytest
import simcord.preview
from discord import app_commands
from simcord.preview._server import PreviewServer

from bot.console.page_server import EDITED, PATCHES, PageServer
from bot.console.preview import GUILD_ID, PreviewBot
from bot.console.world import World
from storage import Storage, open_storage
from tests.browser import Tab, open_tab

PHONE = (390, 844)
WITH_KEYBOARD = (390, 430)
"""The size of the page above an open keyboard."""
LINE = "#channel-composer-input"


class Quick(PreviewBot):
    """The bot, with one answer for every command, since these tests are about what it receives."""

    def __init__(self, storage: Storage, channel_id: int) -> None:
        super().__init__(storage, channel_id)
        self.asked: list[tuple[str, dict[str, Any]]] = []
        self.tree.interaction_check = self._answer  # type: ignore[method-assign]

    async def _answer(self, interaction: discord.Interaction[Any]) -> bool:
        if interaction.type is discord.InteractionType.autocomplete:
            return True
        assert isinstance(interaction.command, app_commands.Command)
        self.asked.append((interaction.command.qualified_name, dict(iter(interaction.namespace))))
        await interaction.response.send_message("Done.", ephemeral=True)
        # The page of the stand-in writes all messages again at every change.
        await interaction.delete_original_response()
        return False


@asynccontextmanager
async def serving(folder: Path) -> AsyncIterator[tuple[World, Quick, str]]:
    """Provide the page of a world, its bot, and its address."""
    storage = await open_storage(f"sqlite:///{folder / 'games.sqlite3'}")
    world = World()
    guild = world.create_guild("India", id=GUILD_ID)
    guild.create_role("Keepers")
    channel = guild.create_text_channel("gandhi")
    people = [guild.add_member(world.create_user(name.lower(), global_name=name)) for name in ("Asha", "Bilal")]
    world.bot = bot = Quick(storage, channel.id)
    await world.start()
    assert bot.syncing._running is not None
    await bot.syncing._running
    page = world.preview(channel, viewers=people, layout="channel")
    page._server = PageServer(page, 0)
    try:
        async with page:
            world.go_live()
            yield world, bot, page.url
            await world.rest()
    finally:
        await world.shutdown()
        await storage.close()


@asynccontextmanager
async def using(chromium: Path, folder: Path) -> AsyncIterator[tuple[Tab, World, Quick]]:
    """Provide the page on a phone, ready."""
    async with serving(folder) as (world, bot, address), open_tab(chromium, address, folder, *PHONE) as tab:
        await tab.wait_for(f"window.simcordPreview?.ready && document.querySelector('{LINE}').checkVisibility()")
        yield tab, world, bot


def read_posts(world: World) -> list[str]:
    """Return what people have posted, for all to read."""
    users = world.backend.users
    messages = [message for kept in world.backend.messages.values() for message in kept.values()]
    return [message.content for message in messages if not users[message.author_id].bot]


@pytest.mark.parametrize("path", PATCHES)
def test_each_patch_of_the_preview_page_matches_exactly_once(path: str) -> None:
    static = Path(simcord.preview.__file__).parent / "static"
    words = (static / PreviewServer._STATIC_FILES[path]).read_text(encoding="utf-8")
    assert {old: words.count(old) for old, _ in PATCHES[path]} == {old: 1 for old, _ in PATCHES[path]}


OUTSIDE = """(() => {
  const outside = [];
  const seen = '#toolbar *, .channel-composer, .channel-composer *';
  for (const part of document.querySelectorAll(seen)) {
    const box = part.getBoundingClientRect();
    if (!box.width || !part.checkVisibility() || part.matches('.visually-hidden, option')) continue;
    if (box.left < -0.5 || box.right > innerWidth + 0.5) outside.push(part.className || part.tagName);
    const hides = getComputedStyle(part).overflowX !== 'visible' && !part.matches('input, textarea, select');
    if (hides && part.scrollWidth > part.clientWidth + 1) outside.push(`cut: ${part.className}`);
  }
  for (const name of ['#send-message', '.command-pill.is-focused', '.command-context']) {
    const part = document.querySelector(name);
    if (!part) continue;
    const box = part.getBoundingClientRect();
    const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    if (!top || !part.contains(top)) outside.push(`hidden: ${name}`);
  }
  if (document.documentElement.scrollWidth > innerWidth) outside.push('page');
  return outside;
})()"""
"""What of the line lies beyond an edge, is cut off, or is covered."""

LIST = """(() => {
  const line = document.querySelector('#channel-composer-input');
  line.focus(); line.value = '/'; line.dispatchEvent(new Event('input', { bubbles: true }));
  return [...document.querySelectorAll('.command-entry strong')].map((one) => one.textContent);
})"""
FILL = """(async (name) => {
  const find = (selector) => document.querySelector(`.command-popup:not([hidden]) ${selector}`);
  const later = () => new Promise((done) => setTimeout(done, 5));
  const outside = [];
  [...document.querySelectorAll('.command-entry')].find((one) => one.textContent.startsWith(name)).click();
  outside.push(...OUTSIDE);
  for (;;) {
    const field = document.activeElement;
    if (!field.matches('.command-option-input') || field.value) {
      if (!find('.command-suggestion-ellipsis')) document.querySelector('.command-ghost')?.click();
      if (!find('.command-suggestion-ellipsis')) return outside;
      find('.command-suggestion').click();
      continue;
    }
    outside.push(...OUTSIDE);
    const listed = ['MEMBERS', 'ROLES', 'CHANNELS'].includes(find('.command-popup-heading')?.textContent);
    while (listed && !find('.command-suggestion')) await later();
    if (find('.command-suggestion')) find('.command-suggestion').click();
    else { field.value = '2'; field.dispatchEvent(new Event('input', { bubbles: true })); }
    outside.push(...OUTSIDE);
  }
})""".replace("OUTSIDE", OUTSIDE)
"""Chooses a command of the list, adds all its options, and gives each the first value that is offered, or a number."""
SEND = "document.querySelector('#send-message')"
IDLE = "!simcordPreview.pendingAction && !simcordPreview.commandPicker.draft"


@pytest.mark.loopback
async def test_every_command_of_the_list_can_be_filled_and_sent(chromium: Path, tmp_path: Path) -> None:
    async with using(chromium, tmp_path) as (tab, world, bot):
        names = await tab.run(f"{LIST}()")
        assert {name for name, _ in world.backend.commands[None]} == {name[1:].split()[0] for name in names}
        await tab.resize(*WITH_KEYBOARD)
        outside = {}
        for name in names:
            await tab.run(f"{LIST}()")
            outside[name] = await tab.run(f"{FILL}({name!r})")
            # The button is not covered. It is clicked by script, because a finger's click is lost while suggestions are
            # fetched.
            await tab.wait_for(
                "((send) => !send.disabled && (send.click(), true))(document.querySelector('#send-message'))"
            )
            await tab.wait_for(IDLE)
            assert bot.asked[-1][0] == name[1:], outside
        assert {name: found for name, found in outside.items() if found} == {}
        assert read_posts(world) == []
        assert tab.faults == []


COMPOSER = "document.querySelector('.channel-composer').getBoundingClientRect()"


async def test_a_command_form_fits_into_windows_of_phones_and_computers(chromium: Path, tmp_path: Path) -> None:
    async with using(chromium, tmp_path) as (tab, _, bot):
        for width in (320, 360, 430, 1280):
            await tab.resize(width, PHONE[1], is_phone=width < 1000)
            # The page measures its window, and asks for a layout of that size.
            await tab.wait_for(f"innerWidth === {width} && Math.abs({COMPOSER}.right - innerWidth) < 20")
            for name in ("/advice", "/away", "/standing pass", "/table settings"):
                await tab.run(f"{LIST}()")
                assert await tab.run(f"{FILL}({name!r})") == [], (width, name)
                await tab.tap(".command-context-close")
                await tab.wait_for("!simcordPreview.commandPicker.draft")
        assert bot.asked == []


async def enter(tab: Tab, words: str) -> None:
    """Paste a line into the empty composer, send it with Enter, and wait for what follows."""
    await tab.run(f"document.querySelector('{LINE}').focus()")
    await tab.write(words)
    await tab.press("Enter")
    await tab.wait_for(IDLE)


async def test_a_command_line_runs_or_is_refused_and_only_chat_is_posted(chromium: Path, tmp_path: Path) -> None:
    async with using(chromium, tmp_path) as (tab, world, bot):
        await enter(tab, "/civil-disobedience orders: bihar, bombay > punjab 1; satyagraha delhi: place")
        await enter(tab, "  /Table NEW  Scenario: main, 1917-1947 name: Salt: a march, by sea")
        await enter(tab, "/settings pictures: Colour-blind SAFE")
        assert bot.asked == [
            ("civil-disobedience", {"orders": "bihar, bombay > punjab 1; satyagraha delhi: place"}),
            # A suggestion is sent as it was typed, which the bot understands, and a fixed choice by its value.
            ("table new", {"scenario": "main, 1917-1947", "name": "Salt: a march, by sea"}),
            ("settings", {"pictures": "colour_blind"}),
        ]
        assert await tab.run(f"document.querySelector('{LINE}').value") == ""
        for line, why in REFUSED.items():
            await enter(tab, line)
            await tab.wait_for("!document.querySelector('.line-refusal').hidden")
            assert await tab.run("document.querySelector('.line-refusal').textContent") == f"Not sent. {why}"
            assert await tab.run(f"document.querySelector('{LINE}').value") == line
            assert await tab.run(OUTSIDE) == []
            await tab.run(f"document.querySelector('{LINE}').select()")
        await tab.write("/ or nothing")
        assert await tab.run("document.querySelector('.line-refusal').hidden")
        await tab.tap("#send-message")
        await tab.wait_for(f"{IDLE} && !document.querySelector('{LINE}').value")
        assert read_posts(world) == ["/ or nothing"]
        assert len(bot.asked) == 3
        assert tab.faults == []


REFUSED = {
    "/civil-disobediance orders: bihar": "There is no command /civil-disobediance. Did you mean /civil-disobedience?",
    "/rally spaces: bihar place: up": "/rally has no option “place:”, only “spaces:”, “orders:” and “table:”.",
    "/transfer way: give": "/transfer also needs “amount:”.",
    "/settings pictures: sepia": "“sepia” is not possible for “pictures:”: classic, dark, colour-blind safe.",
    "/log 1000": "The value of “turns:” is not possible.",
}


async def test_commands_can_be_sent_by_keyboard_alone(chromium: Path, tmp_path: Path) -> None:
    async with using(chromium, tmp_path) as (tab, world, bot):
        await tab.run(f"document.querySelector('{LINE}').focus()")
        await tab.press(*"/turn", "Enter", "Enter")
        await tab.wait_for(IDLE)
        await tab.run(f"document.querySelector('{LINE}').focus()")
        await tab.press(*"/settings", "Tab", "ArrowDown", "ArrowDown", "Enter", "ArrowDown", "Enter", "Enter")
        await tab.wait_for(IDLE)
        assert bot.asked == [("turn", {}), ("settings", {"reminders": 0})]
        assert read_posts(world) == []


async def test_a_message_cannot_be_edited_into_a_command(tmp_path: Path) -> None:
    async with serving(tmp_path) as (world, bot, _):
        page = world._preview
        assert page is not None
        assert page._python is not None
        receipt = await page._action(page._python.id, {"kind": "edit_message", "content": "/turn"})
        assert receipt["rejected"]
        assert receipt["refusal"] == EDITED
        assert bot.asked == []
