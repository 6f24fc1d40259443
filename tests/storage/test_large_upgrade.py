"""A host upgrades a database of the first version with 5,000 tables, while people are in the middle of their turns."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import time
from contextlib import closing, suppress
from pathlib import Path

import pytest

from bot.tables.play import Tables
from bot.tables.scheduler import Timekeeper
from storage import open_storage
from tests.bot.players import act_plainly

OLD = Path(__file__).parent / "data" / "version-0001.sqlite"
TABLES = 5000
LONGEST, PATIENCE = 60.0, 10.0
"""Seconds that the upgrade and a turn may take on a busy machine. docs/backups.md has the usual figures."""


def multiply(path: Path, count: int) -> str:
    """Give an old database ``count`` copies of its running game with all its rows; return the id of the original."""
    with closing(sqlite3.connect(path)) as database:
        (game_id,) = database.execute("SELECT id FROM game WHERE status = 'playing'").fetchone()
        database.execute(
            "CREATE TEMP TABLE numbers AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n "
            "WHERE i < ?) SELECT i FROM n",
            (count - 1,),
        )
        for table, key in (
            ("game", "id"),
            ("seat", "game_id"),
            ("turn", "game_id"),
            ("choice", "game_id"),
            ("draft", "game_id"),
        ):
            columns = [row[1] for row in database.execute(f"PRAGMA table_info({table})")]
            copied = ", ".join("'t' || i" if one == key else f'"{one}"' for one in columns)
            database.execute(
                f"INSERT INTO {table} SELECT {copied} FROM {table}, numbers WHERE {key} = ?",  # noqa: S608
                (game_id,),
            )
        database.commit()
    return str(game_id)


@pytest.mark.whole_game
async def test_five_thousand_tables_of_the_first_version_continue(tmp_path: Path) -> None:
    path = shutil.copyfile(OLD, tmp_path / "games.sqlite3")
    game_id = multiply(path, TABLES)
    begun = time.monotonic()
    storage = await open_storage(f"sqlite:///{path}")
    assert time.monotonic() - begun < LONGEST
    try:
        tables = Tables(storage)
        first, copy = await tables.moment(game_id), await tables.moment("t4711")
        assert copy.game.digest() == first.game.digest()
        async with storage.read() as reader:
            assert await reader.count_games(statuses=["playing"]) == TABLES
        # People play on while the bot sets the timers of all tables.
        adopting = asyncio.ensure_future(Timekeeper(tables).adopt())
        await asyncio.sleep(0.2)
        for turn in ("t4711", "t7", game_id):
            begun = time.monotonic()
            moment = await tables.moment(turn)
            assert moment.decision is not None
            holder = moment.table.holder(moment.decision.seat)
            assert holder is not None
            assert holder.user_id is not None
            await act_plainly(tables, moment, holder.user_id)
            assert time.monotonic() - begun < PATIENCE
        assert not adopting.done()
        adopting.cancel()
        with suppress(asyncio.CancelledError):
            await adopting
    finally:
        await storage.close()
