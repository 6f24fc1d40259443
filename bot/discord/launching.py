"""Opening the board inside Discord: the first answer to a click or a command, and the entry in the list of apps."""

from __future__ import annotations

import logging
from typing import Any, Final

import discord

from bot.discord.common import find_table
from bot.discord.context import BotContext
from bot.discord.reply import LOST, Answer
from bot.discord.translating import localise, translate
from engine.core.errors import GameError
from storage import StorageError

log = logging.getLogger(__name__)

ENTRY: Final = 4
"""The type of the command with which Discord opens an Activity. An application has at most one."""
BY_US: Final = 1
"""The bot answers it itself."""


async def launch(interaction: discord.Interaction[BotContext], game_id: str = "") -> bool:
    """Open the board inside Discord, at a table if one is named. Return False if there is none, or if Discord refuses.

    It must be the first answer.
    """
    inside = interaction.client.inside
    if inside is None:
        return False
    if game_id:
        inside.guests.want(interaction.user.id, game_id)
    try:
        await interaction.response.launch_activity()
    except (discord.HTTPException, *LOST) as error:
        log.warning("Discord does not open the board inside its window: %s", error)
        return False
    return True


async def launch_table(reply: Answer, wanted: str | None) -> bool:
    """Open the table that a command means. Return False if the command has to be answered in another way."""
    if reply.bot.inside is None:
        return False
    try:
        table = await find_table(reply, wanted, is_over_fine=True)
    except (GameError, StorageError):
        return False
    return await launch(reply.interaction, table.id)


def is_entry(command: Any) -> bool:
    """Return whether a command, or an interaction with one, is the entry in the list of apps."""
    return bool(command) and command.get("type") == ENTRY


def describe_entry() -> dict[str, Any]:
    """Return the entry in the list of apps in the form for Discord, with its texts in all languages."""
    words = localise("command.launch")
    told = {locale.value: found for locale in discord.Locale if (found := translate(words, locale)) is not None}
    return {
        "type": ENTRY,
        "name": "launch",
        "description": words.message,
        "description_localizations": told,
        "handler": BY_US,
        "contexts": [0, 1],
        "integration_types": [0],
    }
