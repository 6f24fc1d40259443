"""Turns that wait for nothing but their Confirm."""

from __future__ import annotations

import random
from dataclasses import dataclass

from bot.tables.draft import KEY_SEPARATOR
from bot.tables.loading import load
from bot.tables.play import Tables
from storage import Play, open_storage
from tests.loopback.ledger import find_play, wait_until_sent
from tests.loopback.people import Panel, Person
from tests.loopback.table import Table

MOST_CONFIRMS = 60
"""Dice, cards and questions to others that a turn may have before it must come to its end."""


@dataclass(frozen=True)
class Ready:
    """A turn that only waits for its Confirm: who clicks what on which panel, and the moment of the game.

    ``messages`` is how many public messages there are, ``then`` the seat that decides next.
    """

    person: Person
    panel: Panel
    custom_id: str
    before: Play
    messages: int
    then: str


async def draft_turn(table: Table) -> Ready:
    """Return a turn whose Confirm will end it."""
    chance = random.Random(len(table.messages()))
    for _ in range(MOST_CONFIRMS):
        person, panel = await table.find_mover()
        panel, custom_id = await table.draft(person, panel, chance)
        before = await find_play(table.program, table.channel_id)
        then = await find_next(table, before.game.id, person.id, custom_id)
        if then is not None:
            await wait_until_sent(table.program)
            return Ready(person, panel, custom_id, before, len(table.messages()), then)
        panel = await person.use(panel, custom_id)
    raise AssertionError(f"The turn never ends. {panel.words}\n{table.program.words()[-3000:]}")


async def find_next(table: Table, game_id: str, user_id: int, custom_id: str) -> str | None:
    """Return who decides after a Confirm; None when that does not end the turn but rolls a die in the middle of one."""
    storage = await open_storage(table.program.database)
    try:
        tables = Tables(storage)
        moment = await tables.moment(game_id, user_id)
        async with storage.read() as reader:
            game = (await load(reader, game_id, tables.cache)).game.clone()
    finally:
        await storage.close()
    number = game.step_number
    press = custom_id.split(":", 4)[4] or moment.draft.armed
    for key in (*moment.draft.keys, *press.split(KEY_SEPARATOR)):
        game.choose(key)
    if game.decision is None or game.step_number == number:
        return None
    return game.decision.seat
