"""How many modules a Confirm executes, its public message included. Counted, not timed."""

from __future__ import annotations

import asyncio
import random
import sys
from collections import Counter
from pathlib import Path
from types import FrameType
from typing import Any, Final

from bot.tables.play import Tables
from storage import Storage
from tests.bot.people import World
from tests.bot.players import PEOPLE, open_table
from tests.turns import at_random, draw_turn

ROOT: Final = f"{Path(__file__).resolve().parents[2]}/"
PACKAGES: Final = ("bot/", "engine/", "render/", "storage/", "texts/")
MOST: Final = {"bot": 37, "engine": 23, "storage": 10, "render": 2}
"""The most modules of each package that a reader has to know to follow a Confirm.

Those of `render` write a total as pictures have it.
"""
MOST_TOGETHER: Final = 72
"""The most modules of all packages together."""
MOST_BEFORE_THE_MESSAGE: Final = 48
"""The same without the answer on Discord and the message, which others carry on."""


class Tracer:
    """Collects the modules in which functions are called, in all tasks or in one.

    Drawing happens in other threads, and is not among them.
    """

    def __init__(self, task: asyncio.Task[Any] | None = None) -> None:
        self.modules: set[str] = set()
        self._task = task

    def __call__(self, frame: FrameType, event: str, argument: Any) -> None:
        name = frame.f_code.co_filename.removeprefix(ROOT)
        if event == "call" and name.startswith(PACKAGES) and self._task in (None, asyncio.current_task()):
            self.modules.add(name)


async def test_a_confirm_executes_few_modules(world: World) -> None:
    game_id = await world.start_table(seed="modules")
    name = await world.whose(game_id)
    tables, user_id = world.bot.tables, world.people[name].id
    moment = await tables.moment(game_id, user_id)
    keys = draw_turn(moment.game, at_random(random.Random(2)))
    await tables.at(game_id, user_id).insert(lambda game: keys)
    panel = await world.slash(name, "turn")
    assert panel.has("confirm", "")
    tracer = Tracer()
    sys.setprofile(tracer)
    try:
        await world.press(name, panel, "confirm", "")
        await world.quiet()
    finally:
        sys.setprofile(None)
    assert len(tracer.modules) <= MOST_TOGETHER, "\n".join(sorted(tracer.modules))
    counts = Counter(name.partition("/")[0] for name in tracer.modules)
    assert all(counts[package] <= MOST.get(package, 0) for package in counts), (
        counts,
        "\n".join(sorted(tracer.modules)),
    )


async def test_a_confirm_executes_few_modules_before_its_message(storage: Storage) -> None:
    tables = Tables(storage)
    game_id = await open_table(tables)
    moment = await tables.moment(game_id)
    user_id = PEOPLE[moment.game.pending_seat]
    keys = draw_turn(moment.game, at_random(random.Random(2)))
    await tables.at(game_id, user_id).insert(lambda game: keys)
    tracer = Tracer(asyncio.current_task())
    sys.setprofile(tracer)
    try:
        await tables.at(game_id, user_id).confirm()
    finally:
        sys.setprofile(None)
    assert len(tracer.modules) <= MOST_BEFORE_THE_MESSAGE, "\n".join(sorted(tracer.modules))
