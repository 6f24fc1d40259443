"""How many modules of the bot a Confirm executes, its public message included. Counted, not timed."""

from __future__ import annotations

import random
import sys
from collections import Counter
from pathlib import Path
from types import FrameType
from typing import Any, Final

from tests.bot.people import World
from tests.turns import at_random, draw_turn

BOT: Final = str(Path(__file__).resolve().parents[2] / "bot")
MOST: Final = 60
"""The most modules that a reader has to know to follow a Confirm."""


class Tracer:
    """Counts the functions that are called in modules of the bot."""

    def __init__(self) -> None:
        self.functions: Counter[tuple[str, str]] = Counter()

    def __call__(self, frame: FrameType, event: str, argument: Any) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(BOT):
            self.functions[code.co_filename.removeprefix(BOT), code.co_qualname] += 1

    @property
    def modules(self) -> list[str]:
        """The modules in which something was called."""
        return sorted({module for module, _ in self.functions})


async def test_a_confirm_executes_few_modules(world: World) -> None:
    game_id = await world.start_table(seed="modules")
    name = await world.whose(game_id)
    tables, user_id = world.bot.tables, world.people[name].id
    moment = await tables.moment(game_id, user_id)
    keys = draw_turn(moment.game, at_random(random.Random(2)))
    await tables.insert(None, game_id, user_id, lambda game: keys)
    panel = await world.slash(name, "turn")
    assert panel.has("confirm", "")
    tracer = Tracer()
    sys.setprofile(tracer)
    try:
        await world.press(name, panel, "confirm", "")
        await world.quiet()
    finally:
        sys.setprofile(None)
    assert len(tracer.modules) <= MOST, tracer.modules
