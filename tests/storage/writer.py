"""A program that is killed: chooses without end, and says each choice once the database has acknowledged it."""

from __future__ import annotations

import asyncio
import sys

from storage import open_storage


async def write(address: str, game_id: str) -> None:
    """Choose ``key 0``, ``key 1``, ... in the game, one transaction each."""
    storage = await open_storage(address)
    number = 0
    while True:
        async with storage.transaction() as tx:
            await tx.append_choices(game_id, number, "raj", [f"key {number}"])
            await tx.enqueue(game_id, "turn", "thread", {"number": number})
        sys.stdout.write(f"{number}\n")
        sys.stdout.flush()
        number += 1


if __name__ == "__main__":
    asyncio.run(write(*sys.argv[1:]))
