"""``gandhi play`` as a process: it prints an address, serves the page, ends when told, and finds its games again."""

from __future__ import annotations

import asyncio
import io
import os
import re
import signal
import sys
import threading
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime
from importlib.resources import files
from pathlib import Path
from typing import Any

import aiohttp
import discord
import pytest
import simcord
from PIL import Image
from simcord.preview import _action_plans, _component_projection

from bot.console.page_server import PageServer, tell_parts_apart
from bot.console.preview import GUILD_ID, PreviewBot
from bot.console.world import KEPT_EVENTS, Notes, Shelf, World
from bot.console.world import PATIENCE as PATIENCE_OF_ITS_STAND_IN
from bot.tables.play import Tables
from engine.gandhi.ids import SEATS
from storage import open_storage
from tests.browser import look_at
from tests.loopback.forking import Forked, fork_program

ROOT = Path(__file__).resolve().parent.parent.parent
PATIENCE = 120.0


@asynccontextmanager
async def playing(
    folder: Path, *, is_forked: bool = True
) -> AsyncIterator[tuple[asyncio.subprocess.Process | Forked, Path]]:
    """Provide the program, started: its process, and the file of what it prints, up to the end of its greeting.

    ``is_forked`` starts it from a process that has loaded everything, which is faster; otherwise as it is shipped.
    """
    log = folder / "play.log"
    process = await start(folder, log, is_forked=is_forked)
    try:
        async with asyncio.timeout(PATIENCE):
            while "\nCtrl+C" not in (words := read(log)):
                assert process.returncode is None, f"The program did not get ready: {words}"
                await asyncio.sleep(0.05)
        yield process, log
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


def read(log: Path) -> str:
    """Return what the program has printed so far."""
    return log.read_text(encoding="utf-8") if log.exists() else ""


async def start(folder: Path, log: Path, *options: str, is_forked: bool) -> asyncio.subprocess.Process | Forked:
    """Start the program with its database in a folder; what it prints goes into a file."""
    arguments = ("play", "--database", f"sqlite:///{folder / 'games.sqlite3'}", *options)
    if is_forked:
        return await fork_program("bot", arguments, os.environ, log)
    with log.open("ab") as output:
        return await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bot", *arguments, cwd=ROOT, stdout=output, stderr=output
        )


async def begin_game(database: Path) -> None:
    """Begin a game, as an earlier run would have."""
    storage = await open_storage(f"sqlite:///{database}")
    lobby = Tables(storage).lobby
    table = await lobby.create(
        1,
        name="Salt March",
        scenario="short",
        language="en",
        host_user_id=5,
        host_name="A",
        guild_id=GUILD_ID,
        channel_id=9,
    )
    for number, seat in enumerate(SEATS):
        await lobby.join(10 + number, table.id, 5, "A", seat)
    await lobby.start(20, table.id, 5)
    await storage.close()


async def status_of(database: Path) -> tuple[bool, str]:
    """Return whether the table has a status message, and the status of its game."""
    storage = await open_storage(f"sqlite:///{database}")
    tables = await Tables(storage).lobby.find_tables(guild_id=GUILD_ID)
    async with storage.read() as reader:
        ref = await reader.message_ref(tables[0].id, "status")
    await storage.close()
    return ref is not None, tables[0].game.status


@pytest.mark.loopback
@pytest.mark.few("15")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_the_program_serves_a_page_and_ends_on_request(tmp_path: Path, number: signal.Signals) -> None:
    """The one that Ctrl+C ends is started as it is shipped."""
    async with playing(tmp_path, is_forked=number != signal.SIGINT) as (process, log):
        match = re.search(r"^Open (http://127\.0\.0\.1:\d+/)#\S+$", read(log), re.MULTILINE)
        assert match is not None
        async with aiohttp.ClientSession() as session, session.get(match[1]) as page:
            assert page.status == 200
        process.send_signal(number)
        assert await asyncio.wait_for(process.wait(), 60) == 0


@pytest.mark.loopback
async def test_the_program_finds_the_games_of_an_earlier_run(tmp_path: Path) -> None:
    await begin_game(tmp_path / "games.sqlite3")
    async with playing(tmp_path) as (process, log):
        lines = read(log).splitlines()
        assert "Tables from before: 1. Their games continue where they were." in lines
        process.send_signal(signal.SIGTERM)
        assert await asyncio.wait_for(process.wait(), 60) == 0
    assert await status_of(tmp_path / "games.sqlite3") == (True, "playing")


@pytest.mark.loopback
async def test_a_port_in_use_is_refused_in_one_sentence(tmp_path: Path) -> None:
    async with playing(tmp_path) as (_, log):
        port = re.search(r":(\d+)/", read(log))
        assert port is not None
        (tmp_path / "other").mkdir()
        refused = tmp_path / "refused.log"
        again = await start(tmp_path / "other", refused, "--port", port[1], is_forked=True)
        assert await asyncio.wait_for(again.wait(), PATIENCE) == 2
    last = read(refused).strip().splitlines()[-1]
    assert last.startswith(f"gandhi: The port {port[1]} cannot be used")


async def test_a_restarted_preview_gets_the_commands_again(tmp_path: Path) -> None:
    storage = await open_storage(f"sqlite:///{tmp_path / 'games.sqlite3'}")
    for _ in range(2):
        nobody = discord.Client(intents=discord.Intents.none())
        world = simcord.Env(nobody, check_errors=False, settle_timeout=PATIENCE)
        channel = world.create_guild("India", id=GUILD_ID).create_text_channel("gandhi")
        world.bot = bot = PreviewBot(storage, channel.id)
        await world.start()
        assert bot.syncing._running is not None
        await bot.syncing._running
        assert ("turn", 1) in world.backend.commands[None]
        await world.shutdown()
    await storage.close()


def test_the_page_forgets_the_oldest_files() -> None:
    shelf = Shelf(3)
    made = [shelf.store_attachment(number, 1, "map.png", b"%d" % number, None) for number in range(4)]
    assert [shelf.get(one["url"]) for one in made] == [None, b"1", b"2", b"3"]
    heavy = shelf.store_attachment(9, 1, "recap.gif", b"123456", None)
    assert [shelf.get(one["url"]) for one in [*made, heavy]] == [None] * 4 + [b"123456"]


def test_the_page_forgets_the_oldest_events() -> None:
    world = World()
    for number in range(KEPT_EVENTS + 2):
        world.backend.emit("MESSAGE_CREATE", {"id": number})
    assert world.backend.transcript[0][2] == {"id": 2}
    assert isinstance(world.backend.http_requests, Notes)


def test_the_page_treats_a_list_with_another_custom_id_as_a_new_list() -> None:
    """A list with the custom id of an earlier one would show the earlier choice, and picking it again would drop it."""
    tell_parts_apart()
    before, after = ({"type": 3, "custom_id": f"g1:abc:{moment}:pick:0"} for moment in ("7-aaaa", "8-bbbb"))
    key = _component_projection._control_key
    assert key("message:5", before, "0.components.0") == key("message:5", before, "1.components.0")
    assert key("message:5", before, "0.components.0") != key("message:5", after, "0.components.0")
    assert key("message:5", after, "0") == _action_plans._component_key(after, "0", 5)
    assert key("message:5", {"type": 2, "style": 5}, "0") == "message:5:component:0"


async def test_a_picture_is_shown_as_the_bot_has_drawn_it() -> None:
    """Unpacked pictures are ten times as large, and a process for each delays a page of maps by half a minute."""
    world = World()
    guild = world.create_guild("India", id=GUILD_ID)
    world.bot = Slow()
    await world.start()
    channel, person = guild.create_text_channel("gandhi"), guild.add_member(world.create_user("asha"))
    page = world.preview(channel, viewers=[person], layout="channel")
    page._server = PageServer(page, 0)
    buffer = io.BytesIO()
    Image.new("P", (40, 30)).save(buffer, "PNG")
    async with page:
        posted = await world.bot.get_channel(channel.id).send(  # type: ignore[union-attr]
            file=discord.File(io.BytesIO(buffer.getvalue()), "map.png")
        )
        await page.refresh()
        shown = page._python
        assert shown is not None
        assert str(posted.id) in shown.snapshot["messages"]
        found = [await page._prepare_asset(shown.id, name) for name, one in shown.assets.items() if one.available]
        assert ("image/png", buffer.getvalue(), "map.png") in found
    await world.shutdown()


class Slow(discord.Client):
    """Answers a click at once, and then has work for a long time, a message at its end."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents.default())
        self.gate = threading.Event()
        self.is_done = asyncio.Event()
        self.posted: list[int] = []
        self._work: asyncio.Task[None] | None = None

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Answer, and begin what follows."""
        await interaction.response.send_message("Done.", ephemeral=True)
        assert isinstance(interaction.channel, discord.TextChannel)
        self._work = asyncio.ensure_future(self._tell(interaction.channel))

    async def _tell(self, channel: discord.TextChannel) -> None:
        await asyncio.get_running_loop().run_in_executor(None, self.gate.wait, PATIENCE)
        self.posted.append((await channel.send("What followed.")).id)
        self.is_done.set()


async def test_a_click_on_the_page_waits_for_its_answer_and_news_appears() -> None:
    world = World()
    guild = world.create_guild("India", id=GUILD_ID)
    channel, person = guild.create_text_channel("gandhi"), guild.add_member(world.create_user("asha"))
    world.bot = bot = Slow()
    world.set_clock()
    await world.start()
    message = await bot.get_channel(channel.id).send(  # type: ignore[union-attr]
        "A button", view=discord.ui.View().add_item(discord.ui.Button(label="Go", custom_id="go"))
    )
    page = world.preview(channel, viewers=[person], layout="channel")
    page._server = PageServer(page, 0)
    async with page:
        world.go_live()
        # This timer rings long after anyone has stopped waiting for a click.
        asyncio.get_running_loop().call_later(120, bot.posted.append, 0)
        shown = simcord.results.ResponseMessage(world, world.backend.get_message(channel.id, message.id))
        await person.click(shown, custom_id="go")
        assert not bot.is_done.is_set()
        bot.gate.set()
        await asyncio.wait_for(bot.is_done.wait(), 10)
        await asyncio.sleep(0.3)
        assert page._python is not None
        assert str(bot.posted[0]) in page._python.snapshot["messages"]
        assert abs((datetime.now(UTC) - world.now()).total_seconds()) < 2, "the clock of the page goes"
        await world.rest()
    await world.shutdown()


async def test_the_page_closes_soon_although_a_click_is_not_finished() -> None:
    world = World()
    guild = world.create_guild("India", id=GUILD_ID)
    channel, person = guild.create_text_channel("gandhi"), guild.add_member(world.create_user("asha"))
    world.bot = Slow()
    await world.start()
    page = world.preview(channel, viewers=[person], layout="channel")
    page._server = server = PageServer(page, 0)
    begun = asyncio.Event()

    async def never_end(context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        begun.set()
        await asyncio.Event().wait()
        return {}

    server._act = never_end
    async with aiohttp.ClientSession(headers={"X-Simcord-Capability": page.capability}) as session, page:
        asking = asyncio.ensure_future(session.post(f"http://127.0.0.1:{server.port}/api/action", json={}))
        await begun.wait()
        before = time.monotonic()
    assert time.monotonic() - before < 10
    with suppress(aiohttp.ClientError):
        await asking
    await world.shutdown()


SHOWN = b"""<head></head><body><div id="channel-message-list"></div><script>"""

LOOK = """
  const show = (id, words, isMine) => {
    const one = document.getElementById(id) ?? list.appendChild(document.createElement('article'));
    one.id = one.dataset.messageId = id;
    one.className = 'channel-message';
    one.innerHTML = words + (isMine ? '<div class="message-ephemeral-note"></div>' : '');
    arrange();
    return [...list.children].sort((a, b) => a.style.order - b.style.order).map((one) => one.id).join();
  };
  const button = '<button class="component-button" data-control-key="message:5:component:g1:abc:7-aa:choose:rally">';
  const map = '<button class="component-button" data-control-key="message:5:component:g1:abc:7-aa:map:">';
  const seen = {};
  show('call', 'Your turn');
  show('panel', 'What?' + button, true);
  seen.news = show('news', 'Congress: Demonstrate');
  seen.answer = show('why', 'Why not?', true);
  seen.step = show('panel', 'Where?' + button, true);
  seen.idle = show('panel', 'Waiting' + map, true);
  show('advice', 'Draft' + button, true);
  show('advice', 'Waiting' + map, true);
  seen.stale = show('panel', 'What?' + button, true) && show('advice', 'Confirmed' + map, true);
  const soon = new Date(Date.now() + 121000).toISOString();
  show('call', `<time class="discord-timestamp" datetime="${soon}">in 4 minutes</time>`
    + `<time class="discord-timestamp" datetime="${soon}">Nov 22, 2026, 7:21 PM</time>`);
  tick();
  seen.times = [...document.querySelectorAll('time')].map((one) => one.textContent);
  return seen;
"""


@pytest.mark.few
def test_the_panel_is_below_the_news_and_timestamps_are_readable(chromium: Path, tmp_path: Path) -> None:
    script = files("bot.console").joinpath("page", "page.js").read_bytes()
    seen = look_at(chromium, SHOWN + script + b"</script></body>", tmp_path, LOOK)
    assert seen == {
        "news": "call,news,panel",
        "answer": "call,news,panel,why",
        "step": "call,news,why,panel",
        "idle": "call,panel,news,why",
        "stale": "call,panel,news,why,advice",
        "times": ["in 2 minutes", "Nov 22, 2026, 7:21 PM"],
    }


def test_the_bot_polls_for_messages_less_often_than_the_stand_in_waits() -> None:
    # The page's stand-in for Discord waits, at its start and its end, for timers that ring within its patience.
    assert PreviewBot.listens_every > PATIENCE_OF_ITS_STAND_IN
