"""The parts of the running bot that commands, buttons and messages need; `bot.client` makes them.

A rehearsal (``gandhi rehearse``) finds out facts about Discord that its documents leave unclear. The bot reads them
when it starts.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Final, Protocol

import discord
from discord import app_commands

from bot.discord.icons import Key
from bot.discord.painter import Painter
from bot.housekeeping import Recovery
from bot.metrics import Metrics
from bot.seasons.club import Club, News
from bot.seasons.service import Seasons
from bot.tables.play import Tables
from bot.tables.privacy import Privacy
from bot.tables.records import record_game
from bot.tables.servers import PictureCount
from bot.web.inside import Inside
from bot.web.links import Links
from engine.core.errors import GameError
from engine.core.text import Text
from storage import Post, Storage

log = logging.getLogger(__name__)

EVERY_SERVER: Final = 0
"""The server id under which settings that are the same on all servers are stored."""
KEPT: Final = "capabilities"


@dataclass(frozen=True, slots=True)
class Capabilities:
    """Facts about Discord that its documents leave unclear. None means unknown: then the bot tries."""

    pictures_after_defer: bool | None = None
    """Whether a picture may be added when a deferred answer is edited."""
    own_tags: bool | None = None
    """Whether the owner of a post may set its tags without Manage Threads."""
    own_locks: bool | None = None
    """Whether the owner of a thread may lock it."""
    boxes: bool | None = None
    """Whether forms may have groups of checkboxes."""


UNKNOWN: Final = Capabilities()


async def read_capabilities(storage: Storage) -> Capabilities:
    """Return the stored findings of rehearsals, the newest for each fact. Raises StorageError."""
    async with storage.transaction() as tx:
        known = (await tx.lock_server_settings(EVERY_SERVER)).get(KEPT) or {}
    return Capabilities(**{one.name: known[one.name] for one in fields(Capabilities) if one.name in known})


async def keep_capabilities(storage: Storage, answers: Mapping[str, bool]) -> None:
    """Store the findings of a rehearsal, by field of `Capabilities`. Facts without a new finding stay unchanged."""
    async with storage.transaction() as tx:
        settings = await tx.lock_server_settings(EVERY_SERVER)
        await tx.put_server_settings(EVERY_SERVER, {**settings, KEPT: {**(settings.get(KEPT) or {}), **answers}})


CommandTree = app_commands.CommandTree[Any]


class SeasonMessages(Protocol):
    """Sends the public messages of seasons."""

    async def announce(self, club: Club, news: News) -> None:
        """Send news of a season at once: of its opening, or of events before its first round."""

    async def deliver(self, post: Post) -> int | None:
        """Send queued news, and return the id of the message, or None if the season's channel is gone."""


class BotContext(discord.Client):
    """The running bot, as commands, buttons and messages use it.

    ``trouble`` has, by the id of a table, the reason why its messages cannot be sent. ``links`` makes addresses of web
    pages; it is None if the bot serves none. ``inside`` shows the pages inside Discord, and is None unless the host has
    turned that on. ``threads`` says whether a new table gets its own thread. ``icons`` are the emojis that Discord has;
    ``capabilities`` are the findings of rehearsals.
    """

    tree: CommandTree
    tables: Tables
    painter: Painter
    icons: dict[Key, discord.PartialEmoji]
    pictures: PictureCount
    privacy: Privacy
    seasons: Seasons
    news: SeasonMessages
    metrics: Metrics
    recovery: Recovery
    threads: bool
    links: Links | None = None
    inside: Inside | None = None
    capabilities: Capabilities = UNKNOWN
    trouble: dict[str, Text]

    def forget_icons(self) -> None:
        """Forget all icons, because Discord has refused one: someone may have deleted it."""
        self.icons.clear()

    async def record_bytes(self, game_id: str) -> tuple[str, bytes] | None:
        """Return file name and bytes of a finished game's record, or None if the present rules cannot replay it."""
        try:
            return await record_game(self.tables.storage, game_id)
        except GameError:
            log.exception("The record of table %s cannot be written.", game_id)
            return None
