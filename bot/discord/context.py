"""What commands, buttons and messages need of the running bot: `bot.client` makes it, and it is handed to them."""

from __future__ import annotations

import logging
from typing import Any

import discord
from discord import app_commands

from bot.discord.painter import Painter
from bot.housekeeping import Recovery
from bot.metrics import Metrics
from bot.tables.limits import Pictures
from bot.tables.play import Tables
from bot.tables.privacy import Privacy
from bot.tables.records import record_game
from bot.web.links import Links
from engine.core.errors import GameError
from engine.core.text import Text

log = logging.getLogger(__name__)

CommandTree = app_commands.CommandTree[Any]


class BotContext(discord.Client):
    """The running bot as its parts see it.

    ``trouble`` holds, by table, why messages do not get through. ``links`` lead to the web pages of tables; None where
    none are served.
    """

    tree: CommandTree
    tables: Tables
    painter: Painter
    pictures: Pictures
    privacy: Privacy
    metrics: Metrics
    recovery: Recovery
    threads: bool
    links: Links | None = None
    trouble: dict[str, Text]

    async def record_bytes(self, game_id: str) -> tuple[str, bytes] | None:
        """The record of a finished game, its name first; None when this version of the rules cannot play it again."""
        try:
            return await record_game(self.tables.storage, game_id)
        except GameError:
            log.exception("The record of table %s cannot be written.", game_id)
            return None
