"""Write the database of an older version that the upgrade tests start from.

`python -m tools.games.gandhi.store_old_database`

It was run once for each step of the tables, with the version that had it. Run it again only while no version has been
published: from then on, a stored game that can no longer be read is a defect, and not a reason to store another one.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sqlite3
import tempfile
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from bot.tables.play import Tables
from engine.gandhi.ids import SEATS
from storage import open_storage
from storage.connections import read_url
from storage.migrations import downgrade

ROOT = Path(__file__).resolve().parents[3]
HOST, CHANNEL, SERVER = 100, 2, 1
PEOPLE = {seat: HOST + number for number, seat in enumerate(SEATS)}
TURNS = 9
MOST_CHOICES = 400


async def open_table(tables: Tables, number: int, name: str, people: dict[str, int]) -> str:
    """Open a table with people on some of its seats, and return its id."""
    table = await tables.lobby.create(
        number,
        name=name,
        scenario="short",
        language="en",
        host_user_id=HOST,
        host_name="Asha",
        guild_id=SERVER,
        channel_id=CHANNEL,
    )
    for seat, user in people.items():
        await tables.lobby.join(None, table.id, user, f"Player {user}", seat)
    return table.id


async def choose_at_random(tables: Tables, game_id: str, chance: random.Random, *, confirm: bool) -> int:
    """Choose at random for the person who must decide, confirm if possible, and return the number of finished turns."""
    moment = await tables.moment(game_id)
    decision = moment.decision
    holder = moment.table.holder(decision.seat) if decision is not None else None
    if holder is None or holder.user_id is None:
        raise SystemExit("The game is over, or waits for nobody: take another seed.")
    mine = await tables.moment(game_id, holder.user_id)
    if mine.draft.armed:
        if confirm:
            await tables.at(game_id, holder.user_id, None, mine.token).confirm()
    elif mine.decision is not None:
        await tables.at(game_id, holder.user_id, None, mine.token).choose([chance.choice(mine.decision.options).key])
    async with tables.storage.read() as reader:
        return len(await reader.turns(game_id))


async def play(path: Path, seed: int) -> None:
    """Create a database with a game in mid-turn, a draft on top of it, and a table that has not begun."""
    storage = await open_storage(f"sqlite:///{path}")
    tables, chance = Tables(storage), random.Random(seed)
    game_id = await open_table(tables, 1, "Salt March", PEOPLE)
    await tables.lobby.start(None, game_id, HOST)
    for _ in range(MOST_CHOICES):
        if await choose_at_random(tables, game_id, chance, confirm=True) >= TURNS:
            break
    for _ in range(2):
        await choose_at_random(tables, game_id, chance, confirm=False)
    await open_table(tables, 2, "Quit India", {"raj": HOST, "league": HOST + 2})
    await storage.close()


def write(revision: str, path: Path, seed: int) -> None:
    """Play, take the tables back to a revision, and pack the database into one small file."""
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "games.sqlite3"
        asyncio.run(play(made, seed))
        asyncio.run(downgrade(read_url(f"sqlite:///{made}"), revision))
        path.unlink(missing_ok=True)
        path.parent.mkdir(exist_ok=True)
        with closing(sqlite3.connect(made, isolation_level=None)) as database:
            database.execute("PRAGMA journal_mode = DELETE")
            # Sent messages keep no content; here none has been sent, and two are enough.
            database.execute("DELETE FROM outbox WHERE id NOT IN (SELECT id FROM outbox ORDER BY id DESC LIMIT 2)")
            database.execute("PRAGMA page_size = 1024")
            database.execute("VACUUM INTO ?", (str(path),))


def main(arguments: Sequence[str] | None = None) -> None:
    """Write one file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--revision", default="0001", help="the step of the tables to go back to (%(default)s)")
    parser.add_argument("--seed", type=int, default=7, help="of the random choices (%(default)s)")
    options = parser.parse_args(arguments)
    path = ROOT / "tests" / "storage" / "data" / f"version-{options.revision}.sqlite"
    write(options.revision, path, options.seed)
    print(f"{path.relative_to(ROOT)}: {path.stat().st_size // 1024} KB")


if __name__ == "__main__":
    main()
