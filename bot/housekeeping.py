"""Regular maintenance: delete old data, free memory, and resume automatic players and messages of other programs.

After a failure of the database, all work that waits for it is resumed.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from datetime import timedelta

from bot.tables.play import Tables
from bot.web.links import UNUSED
from bot.worker import BackgroundWorker
from render.pool import give_back
from storage import Storage

log = logging.getLogger(__name__)

INTERACTIONS_KEPT = timedelta(days=1)
"""How long the answers to interactions are kept. If Discord repeats an interaction, it does so within minutes."""
MESSAGES_KEPT = timedelta(days=1)
"""How long the content of a message is kept after it was sent, and a timer after it has rung."""
PAUSE = 600.0
"""Seconds between two rounds of deleting, and of resuming automatic players."""
LISTEN = 30.0
"""Seconds between two checks for messages of another program (`gandhi announce`); free memory is given back then."""


async def clean(storage: Storage) -> None:
    """Delete old interactions, contents of sent messages, timers that have rung, and unused private links.

    Raises StorageError.
    """
    async with storage.transaction() as tx:
        now = tx.now
        await tx.forget_interactions(now - INTERACTIONS_KEPT)
        await tx.clear_posts(now - MESSAGES_KEPT)
        await tx.clear_timers(now - MESSAGES_KEPT)
        await tx.clear_web_links(now - UNUSED)


async def listen(tables: Tables) -> None:
    """Wake the outbox if messages are waiting. The database is only read, so no writer waits. Raises StorageError."""
    async with tables.storage.read() as reader:
        is_waiting = await reader.next_post_due() is not None
    if is_waiting:
        tables.transactions.wake_outbox()


class Housekeeping(BackgroundWorker):
    """Checks for messages and frees memory each ``every`` seconds, and cleans up every `PAUSE` seconds."""

    what = "the house"
    waits = (LISTEN, LISTEN)

    def __init__(self, tables: Tables, every: float = LISTEN) -> None:
        super().__init__()
        self._tables = tables
        self._every = every
        self._looks = 0

    def begin(self) -> None:
        """Start the rounds. The first one begins after ``every`` seconds."""
        self._wake_in(self._every)

    async def _work(self) -> float:
        self._looks += 1
        give_back()
        await listen(self._tables)
        if self._looks * self._every >= PAUSE:
            self._looks = 0
            await clean(self._tables.storage)
            await self._tables.automation.resume()
        return self._every


class Recovery(BackgroundWorker):
    """Waits until a database that has failed can be written again, and then calls ``go_on`` to resume all work."""

    what = "what waits for the database"
    stumbled = None

    def __init__(self, storage: Storage, go_on: Callable[[], Awaitable[None]]) -> None:
        super().__init__()
        self._storage = storage
        self._go_on = go_on

    def notice(self) -> None:
        """Begin to check whether the database can be written. Call this after a write has failed."""
        self._wake_in(self.waits[0])

    async def _work(self) -> None:
        await clean(self._storage)
        await self._go_on()
        log.info("The database takes what is written again.")
