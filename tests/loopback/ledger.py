"""Compares the messages in the database with those in the channel: none is missing or double."""

from __future__ import annotations

import asyncio
import time

from bot.tables.announcements import NOTICE, PICTURE, PUBLIC, STATUS, UNDO, Written, store_announcement
from storage import Play, open_storage
from tests.loopback.people import PATIENCE
from tests.loopback.program import Program
from tests.loopback.table import Table
from tests.loopback.world import CHANNEL


async def find_play(program: Program, channel_id: int = CHANNEL) -> Play:
    """Return the present moment of the game in a channel."""
    storage = await open_storage(program.database)
    try:
        async with storage.read() as reader:
            (game,) = await reader.games_by(channel_id=channel_id)
            return await reader.load_play(game.id)
    finally:
        await storage.close()


async def queue_notice(program: Program, channel_id: int, words: str) -> None:
    """Queue a message for the table in a channel, of which the program hears at its next start."""
    storage = await open_storage(program.database)
    try:
        async with storage.transaction() as tx:
            (game,) = await tx.games_by(channel_id=channel_id)
            await tx.lock_game(game.id)
            await tx.enqueue(game.id, NOTICE, PUBLIC, store_announcement(Written(content=words)))
    finally:
        await storage.close()


async def wait_until_sent(program: Program, seconds: float = PATIENCE) -> None:
    """Wait until nothing is left to send."""
    deadline = time.monotonic() + seconds
    storage = await open_storage(program.database)
    try:
        while True:
            async with storage.read() as reader:
                if await reader.next_post_due() is None:
                    return
            assert time.monotonic() < deadline, program.words()
            await asyncio.sleep(0.02)
    finally:
        await storage.close()


async def check_ledger(table: Table) -> None:
    """Check that each queued message is in the channel once, and no other message is."""
    await wait_until_sent(table.program)
    storage = await open_storage(table.program.database)
    try:
        async with storage.read() as reader:
            games = await reader.games_by(channel_id=table.channel_id)
            expected: list[int] = []
            for game in games:
                posts = await reader.posts(game.id)
                assert {post.status for post in posts} <= {"sent", "superseded"}, posts
                expected += [
                    post.message_id or 0
                    for post in posts
                    if post.status == "sent" and post.kind not in (STATUS, PICTURE, UNDO)
                ]
                ref = await reader.message_ref(game.id, STATUS)
                assert ref is not None
                expected.append(ref.message_id)
    finally:
        await storage.close()
    found = [int(message["id"]) for message in table.messages()]
    assert sorted(found) == sorted(expected)
    pinned = [int(message["id"]) for message in table.messages() if message["pinned"]]
    assert len(pinned) == len(games)
