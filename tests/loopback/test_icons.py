"""Icons are uploaded once, and shown on buttons, in lists and in titles; without them there are words."""

from __future__ import annotations

import asyncio
import io
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest_asyncio
from PIL import Image

from bot.discord.outgoing import walk
from bot.discord.syncing import MOST, OURS
from tests.loopback.conftest import QUICK
from tests.loopback.people import PATIENCE, Panel, read_panel, wait_for
from tests.loopback.program import Program, run_program
from tests.loopback.stand_in import EMOJIS, StandIn
from tests.loopback.table import SEATS, Table
from tests.loopback.world import BUTTON, SELECT

WITH_PICTURES = {**QUICK, "GANDHI_PICTURES": "on"}


def count_requests(stand_in: StandIn, method: str) -> int:
    """Return how many requests about emojis there were."""
    return sum(made.method == method and made.path.startswith(EMOJIS) for made in stand_in.requests)


def count_icons(panel: Panel) -> int:
    """Return how many buttons and lists of a panel have an icon."""
    return sum(part.get("emoji") is not None for part in walk(panel.message["components"]))


async def until_uploaded(program: Program) -> None:
    """Wait until a program says that Discord has its icons, or does not take them."""
    async with asyncio.timeout(PATIENCE):
        while "icons" not in program.words():  # noqa: ASYNC110
            await asyncio.sleep(0.05)


@pytest_asyncio.fixture
async def with_icons(stand_in: StandIn, tmp_path: Path) -> AsyncIterator[Program]:
    """Provide a program that has uploaded its icons."""
    async with run_program(stand_in, f"sqlite:///{tmp_path}/games.sqlite3", tmp_path, WITH_PICTURES) as program:
        await until_uploaded(program)
        yield program


async def test_buttons_lists_and_titles_have_icons(stand_in: StandIn, with_icons: Program) -> None:
    names = {made["name"].rpartition("_")[0] for made in stand_in.world.emojis.values()}
    assert {"bot_seat_raj", "bot_troops", "bot_active_support", "bot_die_orange5", "bot_tea"} <= names
    assert all(OURS.fullmatch(made["name"]) for made in stand_in.world.emojis.values())
    for data in stand_in.world.drawn.values():
        assert len(data) < 256_000
        assert Image.open(io.BytesIO(data)).size == (128, 128)
    table = Table.gather(stand_in, with_icons)
    await table.open()
    asha = table.people["Asha"]
    await asha.slash("table join", seat="raj")
    panel = await asha.press(await asha.slash("table start"), "fill")
    panel = await asha.slash("turn")
    assert "### <:bot_seat_raj_" in panel.words
    seen: Counter[str] = Counter()
    for key in ("deploy", "sweep"):
        panel = await asha.press(await asha.slash("turn"), "choose", key)
        for part in walk(panel.message["components"]):
            if part["type"] == SELECT:
                seen += Counter(option["emoji"]["name"] for option in part["options"] if option.get("emoji"))
            elif part["type"] == BUTTON and part.get("emoji"):
                seen[part["emoji"]["name"]] += 1
        await asha.press(panel, "undo")
    assert any(name.startswith(("bot_active_", "bot_passive_")) for name in seen), seen
    status = next(message for message in await table.settle(2) if message["pinned"])
    assert all(f"<:bot_seat_{seat[:10]}" in read_panel(status).words for seat in SEATS.values())
    assert count_icons(await table.people["Bilal"].slash("alone")) == len(SEATS)
    # The first line of a message that pings has no icon: a notification would show the icon's name.
    for message in await table.settle(2):
        assert "<:" not in message["content"].partition("\n")[0]


async def test_icons_are_uploaded_once_by_one_process_and_outdated_ones_are_removed(
    stand_in: StandIn, tmp_path: Path
) -> None:
    address = f"sqlite:///{tmp_path}/games.sqlite3"
    (tmp_path / "second").mkdir()
    world = stand_in.world
    outdated = int(world.add_emoji("bot_seat_raj_00000000")["id"])
    foreign = int(world.add_emoji("bot_of_somebody")["id"])
    async with (
        run_program(stand_in, address, tmp_path, WITH_PICTURES) as first,
        AsyncExitStack() as stack,
    ):
        # Two programs on one file of SQLite are refused by its lock. Here both must write all the same.
        (tmp_path / "games.sqlite3.lock").unlink()
        second = await stack.enter_async_context(run_program(stand_in, address, tmp_path / "second", WITH_PICTURES))
        await until_uploaded(first)
        await second.stop()
        uploaded = count_requests(stand_in, "POST")
        assert uploaded == len(world.emojis) - 1 > 50
        assert outdated not in world.emojis
        assert foreign in world.emojis
        await first.stop()
        listed = count_requests(stand_in, "GET")
        await first.start()
        async with asyncio.timeout(PATIENCE):
            while count_requests(stand_in, "GET") == listed:  # noqa: ASYNC110
                await asyncio.sleep(0.05)
        # The next start finds them at Discord, and shows them.
        asha = Table.gather(stand_in, first).people["Asha"]
        async with asyncio.timeout(PATIENCE):
            while not count_icons(await asha.slash("alone")):
                pass
        assert count_icons(await asha.slash("alone")) == len(SEATS)
        assert count_requests(stand_in, "POST") == uploaded


async def test_text_replaces_icons_that_discord_forbids(stand_in: StandIn, tmp_path: Path) -> None:
    stand_in.fail_next("GET", EMOJIS, "403")
    async with run_program(stand_in, f"sqlite:///{tmp_path}/games.sqlite3", tmp_path, WITH_PICTURES) as program:
        await wait_for(stand_in.failed.wait())
        await until_uploaded(program)
        table = Table.gather(stand_in, program)
        await table.begin()
        _, panel = await table.find_mover()
        assert "<:" not in panel.words
        assert not any(part.get("emoji") for part in walk(panel.message["components"]))
        assert "Traceback" not in program.words()


async def test_icons_beyond_discords_limit_are_left_out(stand_in: StandIn, tmp_path: Path) -> None:
    for number in range(MOST - 3):
        stand_in.world.add_emoji(f"theirs_{number}")
    async with run_program(stand_in, f"sqlite:///{tmp_path}/games.sqlite3", tmp_path, WITH_PICTURES) as program:
        await until_uploaded(program)
        assert len(stand_in.world.emojis) == MOST
        assert count_requests(stand_in, "DELETE") == 0


async def test_buttons_show_only_words_after_someone_deleted_their_emoji(
    stand_in: StandIn, with_icons: Program
) -> None:
    table = Table.gather(stand_in, with_icons)
    await table.begin()
    stand_in.world.emojis.clear()
    # The status of a new table has buttons with icons, and is posted all the same.
    await table.open(name="Dandi")
    await table.settle(3)
    assert any("Dandi" in read_panel(message).words for message in table.messages())
    _, panel = await table.find_mover()
    assert panel.is_asked
    assert not any(part.get("emoji") for part in walk(panel.message["components"]))
