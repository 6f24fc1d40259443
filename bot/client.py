"""The Discord client: connects the commands and buttons with the table service."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from functools import partial
from typing import Any, cast

import discord
from discord import app_commands

from bot.discord.capabilities import read_capabilities
from bot.discord.context import BotContext
from bot.discord.delivery.outbox import Outbox
from bot.discord.delivery.seasons import SeasonNews
from bot.discord.features import add_commands
from bot.discord.features.overview import show_mine
from bot.discord.greeting import greet_server
from bot.discord.launching import is_entry, launch
from bot.discord.painter import Painter
from bot.discord.reply import LOST, answer
from bot.discord.router import PressedButton, UsedSelect, submit
from bot.discord.syncing import Syncing
from bot.discord.translating import CatalogueTranslator
from bot.discord.uploading import Uploading
from bot.housekeeping import LISTEN, Housekeeping, Recovery, clean
from bot.metrics import Metrics
from bot.seasons.service import Seasons
from bot.tables.announcements import STATUS, announce_status
from bot.tables.limits import STANDARD, Limits, PictureCount
from bot.tables.loading import load_table
from bot.tables.play import Tables
from bot.tables.privacy import Privacy
from bot.tables.scheduler import Timekeeper
from bot.tables.search import WORKERS, SearchQueue
from bot.tables.servers import STANDARD_PERIODS, Periods
from bot.web.files import draw_pictures
from bot.worker import wait_or_cancel
from engine.core.errors import GameError
from engine.core.text import text
from storage import Storage, StorageError

log = logging.getLogger(__name__)

FIRST_MESSAGES = 60.0
"""Seconds after a start before anything is drawn ahead of time. Waiting messages go out first."""


class CommandTree(app_commands.CommandTree["TableBot"]):
    """The slash commands. Errors of ours never come here; this is the last net under discord.py's own."""

    async def interaction_check(self, interaction: discord.Interaction[TableBot], /) -> bool:
        """Answer the entry in Discord's list of apps, which the library does not know, and pass on everything else."""
        if not is_entry(interaction.data):
            return True
        if not await launch(interaction):
            await answer(interaction, show_mine)
        return False

    async def on_error(
        self, interaction: discord.Interaction[TableBot], error: app_commands.AppCommandError, /
    ) -> None:
        """Tell the person that the command could not be read."""
        if isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
            log.warning("Discord knows a command that is not ours: %s", error)
            with suppress(StorageError):
                await interaction.client.syncing.doubt()
        else:
            log.error("The command of interaction %s failed: %s", interaction.id, error, exc_info=error)
        if interaction.type is discord.InteractionType.autocomplete:
            with suppress(discord.HTTPException, *LOST):
                await interaction.response.autocomplete([])
            return

        async def tell(reply: Any) -> None:
            await reply.say(reply.language.say(text("error.command")))

        if not interaction.response.is_done():
            await answer(interaction, tell)


def make_tree(client: discord.Client) -> CommandTree:
    """Return the slash commands, for servers and for the private conversation with the bot."""
    tree = CommandTree(
        cast("TableBot", client),
        allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False),
        allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
    )
    add_commands(tree)
    return tree


class TableBot(BotContext):
    """The bot. ``threads`` says whether a new table gets its own thread where the bot may make one.

    It needs no privileged intent. The caller closes ``storage``. ``shard`` is the number of this process and the number
    of all processes, where several share Discord's servers.
    """

    listens_every = LISTEN
    """Seconds between two looks for messages of other programs."""

    def __init__(
        self,
        storage: Storage,
        *,
        painter: Painter | None = None,
        threads: bool = True,
        limits: Limits = STANDARD,
        periods: Periods = STANDARD_PERIODS,
        icons: bool = False,
        shard: tuple[int, int] | None = None,
        searches: int = WORKERS,
    ) -> None:
        number, count = shard if shard is not None else (None, None)
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            # Do not wait for the full list of servers: an unknown channel is fetched when it is needed.
            guild_ready_timeout=0.5,
            member_cache_flags=discord.MemberCacheFlags.none(),
            shard_id=number,
            shard_count=count,
        )
        self.metrics = Metrics()
        self.threads = threads
        self.painter = painter if painter is not None else Painter()
        self.icons = {}
        self.uploading = Uploading(self) if icons else None
        self.trouble = {}
        self.outbox = Outbox(self)
        self.tables = Tables(storage, self._on_commit, limits, SearchQueue(searches), periods=periods)
        self.tables.searches.on_failure = partial(self.metrics.count, "searches_failed")
        self.tables.searches.on_search = self._count_search
        self.privacy = Privacy(self.tables)
        self.timekeeper = Timekeeper(self.tables)
        self.tables.timers.on_timer = self.timekeeper.expect
        self.seasons = Seasons(self.tables, limits)
        self.news = SeasonNews(self)
        self.seasons.advancing.make_place, self.seasons.gate.announce = self.news.make_place, self.news.announce
        self.seasons.advancing.on_due = self.timekeeper.expect
        self.timekeeper.seasons = self.seasons.advancing
        self.pictures = PictureCount(limits)
        self._beginning: asyncio.Future[None] | None = None
        self._is_leaving = False
        self.housekeeping = Housekeeping(self.tables, self.listens_every)
        self.recovery = Recovery(storage, self.go_on)
        self.tree = make_tree(self)
        self.syncing = Syncing(self)
        self.tables.servers.on_games = self.syncing.kick

    async def go_on(self) -> None:
        """Resume everything that waited until the database could be written again."""
        self.outbox.kick()
        self.timekeeper.kick()
        await self.tables.resume_games()

    def forget_icons(self) -> None:
        """Continue without icons, and check which of them Discord has."""
        super().forget_icons()
        if self.uploading is not None:
            self.uploading.kick()

    def _on_commit(self, has_queued: bool) -> None:
        self.metrics.count("commits")
        if has_queued:
            self.outbox.kick()

    async def setup_hook(self) -> None:
        """Prepare the buttons, the commands and unfinished work of an earlier run before connecting."""
        self.add_dynamic_items(PressedButton, UsedSelect)
        storage = self.tables.storage
        if not storage.is_shared:
            async with storage.transaction() as tx:
                await tx.release_claims()
        await clean(storage)
        self.capabilities = await read_capabilities(storage)
        self.housekeeping.begin()
        self.timekeeper.kick()
        await self.tree.set_translator(CatalogueTranslator())
        self.syncing.kick()

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        """Dispatch an event, unless the bot is shutting down: no one would wait for what it starts."""
        # discord.py reports a connection as ready after a pause, even if it is being closed by then.
        if not self._is_leaving:
            super().dispatch(event, *args, **kwargs)

    async def on_interaction(self, interaction: discord.Interaction[TableBot]) -> None:
        """Submit a form; the library itself finds the handlers of all other interactions."""
        if interaction.type is discord.InteractionType.modal_submit:
            await submit(interaction)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Greet a server that has added the bot. Discord has forgotten the commands that only this server had."""
        with suppress(StorageError):
            await self.syncing.forget(guild.id)
            self.syncing.kick()
        await greet_server(self, guild)

    async def on_ready(self) -> None:
        """Make sure that every table has its status message, and send waiting messages."""
        log.info("Connected as %s, in %s servers.", self.user, len(self.guilds))
        self._beginning = asyncio.ensure_future(self._begin())
        await asyncio.wait([self._beginning])
        if not self._beginning.cancelled():
            self._beginning.result()

    async def _begin(self) -> None:
        # A separate task, so that a shutdown can wait for it.
        await self.post_missing_statuses()
        await self.tables.resume_games()
        self.outbox.kick()
        await self.tables.reviews.resume()
        # Send waiting messages first; their pictures also load what later pictures need.
        await self.outbox.rest(FIRST_MESSAGES)
        await self.painter.warm_up()
        if self.uploading is not None:
            self.uploading.kick()
        if self.links is not None:
            await asyncio.to_thread(draw_pictures)

    async def post_missing_statuses(self) -> None:
        """Queue the status message of each table that has none, after a crash or if the messages were lost."""
        async with self.tables.storage.read() as reader:
            games = await reader.games_by(statuses=("open", "playing"), without_message=STATUS, limit=None)
        for game in games:
            try:
                async with self.tables.transactions.begin(game.id, None) as tx:
                    await announce_status(tx, await load_table(tx, game.id))
            except (GameError, StorageError):
                # One unreadable table must not hold up the messages of the others.
                log.exception("The status of table %s cannot be posted.", game.id)

    def _count_search(self, is_short: bool) -> None:
        self.metrics.count("searches")
        if is_short:
            self.metrics.count("searches_short")

    async def close(self) -> None:
        """Finish what is being sent, then disconnect."""
        self._is_leaving = True
        # First of all, so that nothing below waits for a search.
        await self.tables.searches.close()
        await self.tables.reviews.close()
        await wait_or_cancel(self._beginning)
        chores = [self.syncing] if self.uploading is None else [self.syncing, self.uploading]
        for worker in (self.housekeeping, *chores, self.recovery, self.timekeeper, self.outbox):
            await worker.close()
        await super().close()
        self.painter.close()


class ShardedBot(TableBot, discord.AutoShardedClient):
    """The bot with as many connections in one process as Discord requires."""
