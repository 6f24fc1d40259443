"""Regular maintenance: old answers and messages are dropped, the automatic player is woken where it waits."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta

from bot.tables.play import Tables
from bot.web.links import UNUSED
from render.pool import give_back
from storage import Storage, StorageError

log = logging.getLogger(__name__)

INTERACTIONS_KEPT = timedelta(days=1)
"""How long the answers to interactions are kept. Discord repeats one within minutes, if at all."""
MESSAGES_KEPT = timedelta(days=1)
"""How long the content of messages is kept after they went out."""
PAUSE = 600.0
"""Seconds between two rounds."""
LISTEN = 30.0
"""Seconds between two looks for messages that another program has queued (`gandhi announce`), and for free memory."""
RECOVERY = 5.0
"""Seconds after which a database is tried again that has refused: a disk that was full may have been freed."""


async def clean(storage: Storage) -> None:
    """Drop what nobody will ask for again. Raises StorageError."""
    now = datetime.now(UTC)
    async with storage.transaction() as tx:
        await tx.forget_interactions(now - INTERACTIONS_KEPT)
        await tx.clear_posts(now - MESSAGES_KEPT)
        await tx.clear_timers(now - MESSAGES_KEPT)
        await tx.clear_web_links(now - UNUSED)


async def listen(tables: Tables) -> None:
    """Wake the outbox where messages are waiting. It only reads, so that nobody waits for it. Raises StorageError."""
    async with tables.storage.read() as reader:
        is_waiting = await reader.next_post_due() is not None
    if is_waiting:
        tables.transactions.wake_outbox()


async def keep_house(tables: Tables, every: float = LISTEN) -> None:
    """Look for messages and free memory ``every`` so many seconds, and clean up now and then, until cancelled.

    A round that fails is made up by the next.
    """
    looks = 0
    while True:
        await asyncio.sleep(every)
        looks += 1
        try:
            give_back()
            await listen(tables)
            if looks * every >= PAUSE:
                looks = 0
                await clean(tables.storage)
                await tables.resume_games()
        except StorageError as error:
            log.error("Housekeeping failed: %s", error)
        except Exception:
            # Whatever it was, the next round must come.
            log.exception("The house cannot be kept.")


class Recovery:
    """Looks, once the database has refused something, when it takes what is written again, and has all go on then."""

    def __init__(self, storage: Storage, go_on: Callable[[], Awaitable[None]]) -> None:
        self._storage = storage
        self._go_on = go_on
        self._running: asyncio.Task[None] | None = None

    def notice(self) -> None:
        """The database has refused something."""
        if self._running is None or self._running.done():
            self._running = asyncio.ensure_future(self._run())

    async def close(self) -> None:
        """Stop looking."""
        if self._running is not None:
            self._running.cancel()
            await asyncio.wait([self._running])

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(RECOVERY)
            try:
                await clean(self._storage)
                await self._go_on()
            except StorageError as error:
                log.error("The database is still of no use: %s", error)
            except Exception:
                log.exception("What has waited for the database cannot go on.")
                return
            else:
                log.info("The database takes what is written again.")
                return
