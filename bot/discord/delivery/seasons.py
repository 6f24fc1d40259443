"""The public messages of seasons, and the threads of their tables."""

from __future__ import annotations

import logging

import aiohttp
import discord

from bot.discord.context import BotContext
from bot.discord.delivery.sent import find_earlier
from bot.discord.outgoing import fit_message
from bot.discord.panel import public_view
from bot.discord.places import PLACES, SEND_IN_THREADS, THREADS, Place, find_forum, find_place, look_up, make_thread
from bot.language import Language, choose_language
from bot.narrate.seasons import announce_end, announce_round, announce_season, write_news
from bot.narrate.standing import CONTENT_LIMIT
from bot.seasons.club import Club, News, read_news
from bot.tables.table import Spot, Table
from storage import Post

log = logging.getLogger(__name__)


class SeasonNews:
    """Posts the news of seasons, and makes the threads of their tables."""

    def __init__(self, bot: BotContext) -> None:
        self._bot = bot

    async def make_place(self, club: Club, table: Table) -> Spot | None:
        """Make the thread or forum post of a season's table. Return None if the bot may not make one, or that fails.

        If the table was created in an earlier check of the season, its thread may exist: it is looked up first.
        """
        may_exist = any(game.game_id == table.id for game, _ in club.games)
        channel = await self._find_channel(club)
        forum = find_forum(self._bot, await self._bot.tables.servers.find(club.season.guild_id), channel)
        if forum is not None:
            return await make_thread(self._bot, forum, table, may_exist=may_exist)
        channel = channel if self._bot.threads else None
        granted = look_up(channel) if channel is not None else None
        if granted is not None and not all(getattr(granted, name) for name in (THREADS, SEND_IN_THREADS)):
            return None
        return await make_thread(self._bot, channel, table, may_exist=may_exist)

    async def announce(self, club: Club, news: News) -> None:
        """Send news of a season at once: that it is open, or events before its first round. Log failures."""
        try:
            channel = await self._find_channel(club)
            if channel is not None:
                await self._send(channel, club, news, await self._write(club, news), f"s{club.season.id}{news.about}")
        except (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError) as error:
            log.warning("News of season %s could not be posted: %r", club.season.id, error)

    async def deliver(self, post: Post) -> int | None:
        """Send queued news, and return the id of the message, or None if the bot cannot see the season's channel.

        A message that an earlier attempt left in the channel is not sent again. Raises discord.HTTPException.
        """
        news = read_news(post)
        club = await self._bot.seasons.find(news.season)
        channel = await self._find_channel(club)
        if channel is None:
            return None
        words = await self._write(club, news)
        if post.attempts > 1:
            # Only the first line is compared: the others describe the present, which may have changed since the first
            # attempt.
            head = words.strip().partition("\n")[0][: CONTENT_LIMIT // 2]
            storage, me = self._bot.tables.storage, self._bot.user
            earlier = await find_earlier(
                storage, me, channel, post, lambda found: found.content.startswith(head), club.season.id
            )
            if earlier is not None:
                return earlier.id
        return (await self._send(channel, club, news, words, post.nonce)).id

    async def _write(self, club: Club, news: News) -> str:
        language = speak(club)
        if news.about == "end":
            standings, _ = await self._bot.seasons.rank(club)
            return announce_end(language, club, standings, news.by)
        if news.about == "entrance":
            return announce_season(language, club)
        if news.about == "round":
            return announce_round(language, club, news.number, await self._bot.seasons.find_places(club))
        return write_news(language, club, news)

    async def _send(self, channel: Place, club: Club, news: News, words: str, nonce: str) -> discord.Message:
        """Send news of a season with buttons, and return the message.

        Ping the person concerned, but not one who is no longer a substitute; at the end, everyone still in the season.
        """
        verbs = {"entrance": ["enroll", "season"], "end": ["standings", "season"]}.get(news.about, ["season"])
        people = [news.who] if news.who and news.about != "withdrawn" else []
        if news.about == "end":
            people = [one.user_id for one in club.active if one.user_id is not None]
        if news.about in ("asked", "again"):
            verbs = ["staysin", "season"]
        message = fit_message(content=words, view=public_view(speak(club), club.season.id, verbs))
        pinged = discord.AllowedMentions(
            everyone=False, roles=False, replied_user=False, users=[discord.Object(one) for one in people]
        )
        return await channel.send(**message, nonce=nonce, allowed_mentions=pinged)

    async def _find_channel(self, club: Club) -> Place | None:
        """Return the channel of a season, or None if it is gone, or if the bot may not see it."""
        channel = await find_place(self._bot, club.season.channel_id)
        return channel if isinstance(channel, PLACES) else None


def speak(club: Club) -> Language:
    """Return the language of a season's public messages, with the terms of its game."""
    return choose_language(club.season.language).of_game(club.season.kind)
