"""What has to be done now and then: old answers and messages dropped, Arjuna woken where it waits."""

from __future__ import annotations

import asyncio
import logging
from datetime import UTC, datetime, timedelta

from bot.tables import Tables
from storage import Storage, StorageError

log = logging.getLogger(__name__)

INTERACTIONS_KEPT = timedelta(days=1)
"""How long the answers to interactions are kept. Discord repeats one within minutes, if at all."""
MESSAGES_KEPT = timedelta(days=1)
"""How long the content of messages is kept after they went out."""
PAUSE = 600.0
"""Seconds between two rounds."""


async def clean(storage: Storage) -> None:
    """Drop what nobody will ask for again. Raises StorageError."""
    now = datetime.now(UTC)
    async with storage.transaction() as tx:
        await tx.forget_interactions(now - INTERACTIONS_KEPT)
        await tx.clear_posts(now - MESSAGES_KEPT)
        await tx.clear_timers(now - MESSAGES_KEPT)


async def keep_house(tables: Tables) -> None:
    """Go round until cancelled. A round that fails is made up by the next."""
    while True:
        await asyncio.sleep(PAUSE)
        try:
            await clean(tables.storage)
            await tables.wake_arjuna()
        except StorageError as error:
            log.error("Housekeeping failed: %s", error)
        except Exception:
            # Whatever it was, the next round must come.
            log.exception("Housekeeping failed.")
