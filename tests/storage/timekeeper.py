"""A program that fires the timers that are due, one transaction each: one of several at once."""

from __future__ import annotations

import asyncio
import sys

from storage import open_storage


async def fire(address: str) -> None:
    """Fire until nothing is due; what a timer asks for is done in the transaction that fires it.

    Starts at a line of input, and says which timers it has fired once the database has acknowledged them.
    """
    storage = await open_storage(address)
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    await asyncio.to_thread(sys.stdin.readline)
    while True:
        async with storage.transaction() as tx:
            timers = await tx.fire_timers(limit=1)
            for timer in timers:
                await tx.lock_game(timer.game_id)
                await tx.enqueue(timer.game_id, "notice", "public", {"timer": timer.id})
        if not timers:
            break
        sys.stdout.write(f"{timers[0].id}\n")
    await storage.close()


if __name__ == "__main__":
    asyncio.run(fire(sys.argv[1]))
