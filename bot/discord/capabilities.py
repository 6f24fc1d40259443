"""Findings of a rehearsal on the real Discord, read at the start of the bot. Without them, the bot takes no risks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Final

from storage import Storage

EVERY_SERVER: Final = 0
"""The server number 0: it keeps what is the same on all servers."""
KEPT: Final = "capabilities"


@dataclass(frozen=True, slots=True)
class Capabilities:
    """Facts about Discord that its documents leave unclear. None means unknown: the bot tries it carefully."""

    pictures_after_defer: bool | None = None
    """A picture may be added when a deferred answer is edited."""
    own_tags: bool | None = None
    """The owner of a post may set its tags without Manage Threads."""
    own_locks: bool | None = None
    """The owner of a thread may lock it."""
    boxes: bool | None = None
    """Whether groups of boxes can be used in forms."""


UNKNOWN: Final = Capabilities()


async def read_capabilities(storage: Storage) -> Capabilities:
    """Return the findings of the last rehearsal."""
    async with storage.transaction() as tx:
        known = (await tx.lock_server_settings(EVERY_SERVER)).get(KEPT) or {}
    return Capabilities(**{one.name: known[one.name] for one in fields(Capabilities) if one.name in known})


async def keep_capabilities(storage: Storage, answers: Mapping[str, bool]) -> None:
    """Store the findings of a rehearsal. What it did not ask stays unchanged."""
    async with storage.transaction() as tx:
        settings = await tx.lock_server_settings(EVERY_SERVER)
        await tx.put_server_settings(EVERY_SERVER, {**settings, KEPT: {**(settings.get(KEPT) or {}), **answers}})
