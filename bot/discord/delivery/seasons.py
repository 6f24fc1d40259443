"""The public messages of seasons, and the threads of their tables."""

from __future__ import annotations

import logging

import aiohttp
import discord

from bot.discord.context import BotContext
from bot.discord.forums import find_forum
from bot.discord.outgoing import fit_message
from bot.discord.panel import public_view
from bot.discord.permissions import PLACES, SEND_IN_THREADS, THREADS, Place, is_refusal, look_up
from bot.discord.threads import make_thread
from bot.language import Language, choose_language
from bot.narrate.seasons import announce_end, announce_round, announce_season
from bot.seasons.club import Club
from bot.seasons.service import FINAL
from bot.tables.table import Spot, Table

log = logging.getLogger(__name__)

ENTRANCE = 0
"""The number of the news that people may enter."""


class SeasonNews:
    """Posts what happens in seasons, and makes the threads of their tables."""

    def __init__(self, bot: BotContext) -> None:
        self._bot = bot

    async def make_place(self, club: Club, table: Table) -> Spot | None:
        """Make the thread of a table of a season, or its post; None where tables have none, or there can be none."""
        channel = await self._find_channel(club)
        forum = find_forum(self._bot, await self._bot.tables.servers.find(club.season.guild_id), channel)
        if forum is not None:
            return await make_thread(self._bot, forum, speak(club), table)
        channel = channel if self._bot.threads else None
        granted = look_up(channel) if channel is not None else None
        if granted is not None and not all(getattr(granted, name) for name in (THREADS, SEND_IN_THREADS)):
            return None
        return await make_thread(self._bot, channel, speak(club), table)

    async def announce(self, club: Club, number: int) -> bool:
        """Post that people may enter, that a round has begun, or that the season is over.

        Returns whether that need not be tried again: it was posted, or Discord refuses it for good.
        """
        season, language = club.season, speak(club)
        verbs = ["season"]
        if number == FINAL:
            standings, _ = await self._bot.seasons.rank(club)
            words, verbs = announce_end(language, club, standings), ["standings", "season"]
        elif number == ENTRANCE:
            words, verbs = announce_season(language, club), ["enroll", "season"]
        else:
            words = announce_round(language, club, number, await self._bot.seasons.find_places(club))
        people = [discord.Object(one.user_id) for one in club.active if one.user_id is not None]
        pinged = discord.AllowedMentions(users=people if number > ENTRANCE else False)
        try:
            channel = await self._find_channel(club)
            if channel is None:
                return True
            view = public_view(language, season.id, verbs)
            message = fit_message(content=words, view=view)
            await channel.send(**message, nonce=f"s{season.id}{number}", allowed_mentions=pinged)
        except discord.HTTPException as error:
            log.warning("News of season %s could not be posted: %s", season.id, error)
            return is_refusal(error)
        except (aiohttp.ClientError, OSError, TimeoutError) as error:
            log.warning("News of season %s could not be posted: %r", season.id, error)
            return False
        return True

    async def _find_channel(self, club: Club) -> Place | None:
        """Return the channel of a season, or None where it is gone or closed to the bot."""
        place = club.season.channel_id
        try:
            channel = self._bot.get_channel(place) or await self._bot.fetch_channel(place)
        except (discord.NotFound, discord.Forbidden):
            return None
        return channel if isinstance(channel, PLACES) else None


def speak(club: Club) -> Language:
    """Return the language of a season's public messages."""
    return choose_language(club.season.language).of_game(club.season.kind)
