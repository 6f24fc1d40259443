"""Play whole games in the chat of ``gandhi play``, in Chromium with a finger on 390 x 844 pixels, and count the clicks.

``python -m tools.bench.chat [--game NAME] [--people N] [--turns N] [--pictures FOLDER] [--write]``

Someone begins as the page offers it, answers as the game advises, and touches only what can be seen: buttons, lists
and forms of the newest panel. Two people share the page by *Viewing as*. A click is a touch, also one that opens a
list; a swipe brings a part into sight. ``--pictures`` keeps a screenshot of each kind of decision. ``--write`` keeps
the table in ``docs/clicks.md``. Exit code 0: every game was played to its end. 1: one was not.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import sys
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final
from unittest import mock

from bot.client import TableBot
from bot.console.page_server import PageServer
from bot.console.preview import BOT_NAME, GUILD_ID, LOCAL, PEOPLE, PreviewBot, find_free_port
from bot.console.world import World
from bot.discord.features.opening import BETWEEN
from bot.games.frontend import front_of, list_fronts
from bot.tables.loading import load
from bot.web.links import Links
from engine import Game
from storage import open_storage
from tests.browser import Tab, find_chromium, open_tab, start_browser
from tools.bench.chat_finger import IDLE, ChatFinger, Count
from tools.bench.clicks import write_page
from tools.bench.hands import HEIGHT, WIDTH, Unreachable
from tools.bench.taps import as_advised

VIEWERS: Final = "[...document.getElementById('viewer-picker').options].map((one) => one.value)"
SEED: Final = (1).to_bytes(32, "big")


@asynccontextmanager
async def open_chat(chromium: Path) -> AsyncIterator[tuple[PreviewBot, Tab]]:
    """Open the page of ``gandhi play`` in a browser, with its bot, for the length of the block."""
    with tempfile.TemporaryDirectory() as folder:
        storage = await open_storage(f"sqlite:///{Path(folder) / 'chat.sqlite3'}")
        world = World()
        guild = world.create_guild("India", id=GUILD_ID)
        channel = guild.create_text_channel(BOT_NAME.lower())
        people = [guild.add_member(world.create_user(name.lower(), global_name=name)) for name in PEOPLE]
        world.set_clock()
        bot = PreviewBot(storage, channel.id)
        if bot.uploading is not None:
            bot.uploading.on_add = world.keep_emoji
        bot.links = Links(storage, f"http://{LOCAL}:{find_free_port()}")
        world.bot = bot
        await world.start()
        page = world.preview(channel, viewers=people, layout="channel")
        page._server = PageServer(page, 0)
        try:
            async with page:
                world.go_live()
                async with open_tab(chromium, page.url, Path(folder), WIDTH, HEIGHT) as tab:
                    await tab.wait_for(IDLE)
                    yield bot, tab
                await world.rest()
        finally:
            await world.shutdown()
            await storage.close()


async def find_table(bot: TableBot) -> str:
    """Wait until a table has been opened, and return its id."""
    tables: list[Any] = []
    while not tables:
        tables = await bot.tables.lobby.find_tables(guild_id=GUILD_ID)
        await asyncio.sleep(0.05)
    return str(tables[0].id)


def read_memory(folder: Path) -> float:
    """Return the memory, in MB, of the browser with a profile in this folder; 0 where the system does not show it."""
    found: dict[int, tuple[int, float, bool]] = {}
    for place in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError, StopIteration):
            parent = int((place / "stat").read_text("utf-8").rpartition(")")[2].split()[1])
            lines = (place / "smaps_rollup").read_text("utf-8").splitlines()
            used = next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
            is_root = str(folder) in (place / "cmdline").read_text("utf-8")
            found[int(place.name)] = (parent, used / 1000, is_root)
    kept = {number for number, (_, _, is_root) in found.items() if is_root}
    for _ in range(4):
        kept |= {number for number, (parent, _, _) in found.items() if parent in kept}
    return sum(found[number][1] for number in kept)


async def open_game(finger: ChatFinger, kind: str, people: int, users: Sequence[int]) -> None:
    """Begin a game of one or two people as the page offers it."""
    front = front_of(kind)
    if people == 1:
        await finger.touch("button.component-button", "Play alone")
        if kind != list_fronts()[0].setup.kind:
            await finger.touch(f"[data-control-key*=':solo:game.{kind}']")
        seat = "" if front.setup.player_counts else front.setup.list_seats()[-1]
        if seat:
            await finger.touch(f"[data-control-key*=':solo:seat.'][data-control-key*='.{seat}.']")
        await finger.keep(f"{kind}-{people}-alone")
        await finger.touch("[data-control-key*=':beginalone:']")
    else:
        await finger.touch("button.component-button", "Open a table")
        await finger.tab.wait_for("document.querySelector('.modal-dialog')")
        await finger.keep(f"{kind}-{people}-which")
        counts = front.setup.player_counts or (0,)
        if kind != list_fronts()[0].setup.kind:
            await finger.pick_in_form(f"{front.setup.scenarios[0]}{BETWEEN}{counts[0]}")
        await finger.touch(".modal-dialog button[type=submit]")
        game_id = await find_table(finger.bot)
        seats = front.setup.list_seats()[-2:] if not front.setup.player_counts else front.setup.list_seats()[:2]
        for user_id, seat in zip(users, seats, strict=False):
            await finger.view_as(user_id)
            while not (await finger.bot.tables.table(game_id)).seats_of(user_id):
                await finger.touch(f"[data-control-key$=':g1:{game_id}:-:take:{seat}']")
        await finger.keep(f"{kind}-{people}-lobby")
        await finger.view_as(users[0])
        start = f"[data-control-key*=':g1:{game_id}:-:VERB:']"
        await finger.touch(start.replace("VERB", "start"))
        if len(front.setup.list_seats(counts[0])) > people:
            await finger.keep(f"{kind}-{people}-fill")
            await finger.touch(start.replace("VERB", "fill"))
    await finger.begin(await find_table(finger.bot))
    while await finger.read_status() != "playing":  # noqa: ASYNC110
        await asyncio.sleep(0.1)


async def play(chromium: Path, kind: str, people: int, most: int, pictures: Path | None) -> Count:
    """Play a game of one or two people for at most ``most`` turns; return what it cost. Raises Unreachable."""
    front = front_of(kind)
    count = Count(f"{front.setup.scenarios[0]}, {'alone' if people == 1 else 'two people'}")
    async with open_chat(chromium) as (bot, tab):
        finger = ChatFinger(bot, tab, count, pictures)
        users = [int(one) for one in await tab.run(VIEWERS)]
        await finger.keep(f"{kind}-{people}-welcome")
        with mock.patch("bot.tables.lobby.token_bytes", return_value=SEED):
            await open_game(finger, kind, people, users)
        count.clicks = count.swipes = 0
        while count.turns < most:
            async with bot.tables.storage.read() as reader:
                game: Game = (await load(reader, finger.game_id, bot.tables.cache)).game
            if game.decision is None:
                break
            table = await bot.tables.table(finger.game_id)
            holder = table.holder(game.pending_seat or "")
            if holder is None or holder.user_id is None:
                await asyncio.sleep(0.1)
                continue
            await finger.view_as(holder.user_id)
            answers = as_advised(game)
            count.turns += 1
            await finger.give(holder.user_id, answers)
            count.memory = max(count.memory, read_memory(start_browser(chromium)))
            if count.turns % 10 == 0:
                await finger.keep(f"{kind}-{people}-turn-{count.turns}")
                print(count, flush=True)
        await asyncio.sleep(2)
        await finger.keep(f"{kind}-{people}-end")
        faults = [fault for fault in tab.faults if "favicon" not in fault]
        if faults:
            print("faults:", faults[:3])
        if pictures is not None:
            (pictures / f"{kind}-{people}-whole.png").write_bytes(await photograph(tab))
    return count


async def photograph(tab: Tab) -> bytes:
    """Return a picture of the end of the chat, several screens high."""
    await tab.resize(WIDTH, HEIGHT * 4)
    await asyncio.sleep(1)
    made = await tab.picture()
    await tab.resize(WIDTH, HEIGHT)
    return made


def write_rows(counts: Sequence[Count]) -> list[str]:
    """Return the table, a row for each game."""
    return [
        "| game | turns | clicks | clicks for a turn | swipes | memory of the browser |",
        "|---|---|---|---|---|---|",
        *(
            f"| {one.name} | {one.turns} | {one.clicks} | {one.clicks / max(one.turns, 1):.1f} | {one.swipes} "
            f"| {one.memory:.0f} MB |"
            for one in counts
        ),
    ]


def main(arguments: list[str] | None = None) -> int:
    """Run the command line, and return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.bench.chat", description="How many clicks does a game take in the chat?"
    )
    parser.add_argument("--game", default="", help="one game only")
    parser.add_argument("--people", type=int, default=0, help="so many people only, 1 or 2")
    parser.add_argument("--turns", type=int, default=1000, help="at most so many turns of each")
    parser.add_argument("--pictures", type=Path, help="keep screenshots in this folder")
    parser.add_argument("--write", action="store_true", help="keep the tables in docs/clicks.md")
    options = parser.parse_args(arguments)
    chromium = find_chromium()
    if chromium is None:
        parser.error("no Chromium is installed")
    if options.pictures is not None:
        options.pictures.mkdir(parents=True, exist_ok=True)
    is_kept = True
    for front in list_fronts():
        kind, counts = front.setup.kind, []
        for people in (1, 2) if options.game in ("", kind) else ():
            if options.people in (0, people):
                try:
                    counts.append(asyncio.run(play(chromium, kind, people, options.turns, options.pictures)))
                    print(counts[-1], flush=True)
                except Unreachable as error:
                    print(f"{kind}, {people}: {error}", flush=True)
                    is_kept = False
        if counts:
            print("\n".join([*write_rows(counts), ""]))
        if options.write and counts:
            write_page(f"chat of {kind}", "chat", write_rows(counts))
    return int(not is_kept)


if __name__ == "__main__":
    sys.exit(main())
