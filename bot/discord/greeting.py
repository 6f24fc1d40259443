"""The first message of the bot in a channel: one picture, one sentence, and buttons to begin."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

import discord

from bot.discord.context import BotContext
from bot.discord.outgoing import fit_message
from bot.discord.painter import to_file
from bot.discord.panel import NO_GAME, public_view
from bot.discord.permissions import SEND, look_up, may_attach
from bot.language import Language, choose_language
from engine import Game
from engine.core.dice import SEED_BYTES
from storage import StorageError

VERBS: Final = ("alone", "new", "lesson")
"""The buttons, beginning with the one that leads to a decision at once."""


async def greet(bot: BotContext, channel: discord.TextChannel, language: Language, key: str) -> None:
    """Say a sentence, with the board of the server's usual game.

    Raises HTTPException where Discord does not take it, and StorageError.
    """
    front = (await bot.tables.servers.find(channel.guild.id)).find_usual()
    view = Game.new(front.setup.kind, front.setup.scenarios[0], seed=bytes(SEED_BYTES)).view()
    picture = await bot.painter.draw(front, view, language=language.code) if may_attach(channel) else None
    files = [to_file(picture)] if picture is not None else []
    buttons = public_view(language, NO_GAME, VERBS)
    await channel.send(**fit_message(content=language.say(key), files=files, view=buttons))


async def greet_server(bot: BotContext, guild: discord.Guild) -> None:
    """Say what can be played here, in the channel where a server welcomes people, if the bot may write there."""
    channel = guild.system_channel
    if channel is not None and getattr(look_up(channel), SEND, False):
        with suppress(discord.HTTPException, StorageError):
            await greet(bot, channel, choose_language(guild.preferred_locale.value), "ui.greeting")
