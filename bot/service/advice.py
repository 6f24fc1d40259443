"""Advice that somebody asks for, and that the table knows of it: who has asked, and how often.

It is counted once for each moment of a game, for the seat whose decision it is, among the options of the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from bot.errors import TableError
from bot.service.moments import Table
from engine.core.text import Text, text
from storage import Writer

ASKED: Final = "advice"
"""The option of a table that tells who has asked, and how often."""
REFUSED: Final = "no_advice"
"""The option of a table at which nobody may ask for advice."""


class Asked(msgspec.Struct, frozen=True, omit_defaults=True):
    """How often a seat has asked for advice, at which version of the game last, and how often the table was told."""

    count: int = 0
    version: int = -1
    told: int = 0


def may_ask(table: Table) -> bool:
    """Whether one may ask for advice at a table."""
    return not table.game.options.get(REFUSED, False)


def check_may_ask(table: Table) -> None:
    """Raise TableError at a table at which nobody may ask for advice."""
    if not may_ask(table):
        raise TableError(text("error.advice_refused", name=table.game.name))


def read_asked(table: Table) -> dict[str, Asked]:
    """Which seats of a table have asked for advice, in the order of the table."""
    stored = table.game.options.get(ASKED, {})
    return {row.seat: msgspec.convert(stored[row.seat], Asked) for row in table.seats if row.seat in stored}


async def count_advice(tx: Writer, table: Table, seat: str) -> int:
    """Count that a seat has asked at this moment, once, and return how often it has asked in all."""
    asked = read_asked(table)
    own = asked.get(seat, Asked())
    if own.version != table.game.version:
        own = msgspec.structs.replace(own, count=own.count + 1, version=table.game.version)
        await _store(tx, table, {**asked, seat: own})
    return own.count


async def tell_advice(tx: Writer, table: Table) -> list[Text]:
    """What the table has not been told yet of who has asked for advice. It counts as told from now on."""
    asked = read_asked(table)
    news = [seat for seat, one in asked.items() if one.count > one.told]
    if news:
        told = {seat: msgspec.structs.replace(one, told=one.count) for seat, one in asked.items()}
        await _store(tx, table, told)
    return [text("ui.public.advice", seat=seat, count=asked[seat].count) for seat in news]


def sum_up_advice(table: Table) -> Sequence[Text]:
    """How often each seat has asked for advice, in one line; nothing where none has."""
    asked = read_asked(table)
    counts = [text("ui.advice.count", seat=seat, count=one.count) for seat, one in asked.items()]
    return [text("ui.advice.counts", what=counts)] if counts else []


async def _store(tx: Writer, table: Table, asked: dict[str, Asked]) -> None:
    options = (await tx.game(table.id)).options
    await tx.update_game(table.id, options={**options, ASKED: msgspec.to_builtins(asked)})
