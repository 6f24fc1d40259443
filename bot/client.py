"""The Discord client: it connects commands, buttons, lists and forms with the table service, and greets servers.

It also starts and stops the background work. Buttons are found by custom id, so they survive restarts. The handlers of
verbs and commands are in `bot.discord.features`.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Final, cast

import discord
from discord import app_commands

from bot.discord.common import CatalogueTranslator
from bot.discord.context import BotContext, read_capabilities
from bot.discord.delivery.outbox import Outbox
from bot.discord.delivery.seasons import SeasonNews
from bot.discord.feature import SESSION_VERBS, VERBS, launch
from bot.discord.features import add_commands
from bot.discord.features.overview import show_mine
from bot.discord.forms import SUBMITTED, read_form, show_form
from bot.discord.outgoing import fit_message
from bot.discord.painter import Painter, to_file
from bot.discord.panel import NO_GAME, PREFIX, Press, public_view
from bot.discord.places import LOST, SEND, list_table_places, look_up, may_attach, name_place
from bot.discord.reply import Answer, answer
from bot.discord.syncing import Syncing, Uploading, is_entry
from bot.errors import StaleButton
from bot.housekeeping import LISTEN, Housekeeping, Recovery, clean
from bot.language import Language, choose_language
from bot.metrics import Metrics
from bot.seasons.service import Seasons
from bot.tables.announcements import STATUS
from bot.tables.play import Tables, is_private
from bot.tables.privacy import Privacy
from bot.tables.scheduler import Timekeeper
from bot.tables.search import WORKERS, SearchQueue
from bot.tables.servers import STANDARD_LIMITS, STANDARD_PERIODS, Limits, Periods, PictureCount
from bot.web.files import draw_boards
from bot.worker import wait_or_cancel
from engine import Game
from engine.core.dice import SEED_BYTES
from engine.core.errors import GameError
from engine.core.text import text
from storage import Storage, StorageError

log = logging.getLogger(__name__)

_REST = r":(?P<game>[a-z0-9]{1,12}):(?P<token>[0-9a-z-]{1,64})"
COMPONENT = re.compile(rf"{PREFIX}{_REST}:(?P<verb>[a-z]+):(?P<key>.*)")


class Pressed(discord.ui.DynamicItem[discord.ui.Item[Any]], template=COMPONENT):
    """A button or list in a message of the bot, which someone has used. discord.py makes it from its custom id."""

    def __init__(self, item: discord.ui.Item[Any], press: Press) -> None:
        super().__init__(item)
        self.press = press

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Pressed:
        """Return the button or list ``item``, whose custom id has matched `COMPONENT`."""
        return cls(item, Press(match, match["verb"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Answer a click on a button with the key in its custom id, or on a list with the picked options."""
        # A button has no values, even if its custom id has the verb of a list.
        is_list = self.press.verb == "pick"
        await carry_out(interaction, self.press, getattr(self.item, "values", []) if is_list else [self.press.key])


async def submit(interaction: discord.Interaction[BotContext]) -> None:
    """Process a submitted form by the verb in its custom id; ignore a form that is not the bot's.

    The forms of discord.py itself would stop working at a restart.
    """
    data: Any = interaction.data or {}
    if match := SUBMITTED.fullmatch(str(data.get("custom_id", ""))):
        await carry_out(interaction, Press(match, match["verb"]), read_form(data))


async def carry_out(interaction: discord.Interaction[BotContext], press: Press, keys: Sequence[str]) -> None:
    """Answer a click or submitted form by its verb: show a form, open Discord's window, or call the handler.

    ``keys`` are the chosen keys, or the values of the form (`read_form`). The handler finds them in ``press``.
    """
    press.keys = [*keys]
    verbs = SESSION_VERBS if is_private(press.game_id) else VERBS
    maker = verbs.forms.get(press.verb)
    if maker is not None and await show_form(Answer(interaction), press, maker):
        return
    if press.verb in verbs.launching and await launch(interaction, press.game_id):
        return
    work = verbs.get(press.verb)

    async def run(reply: Answer) -> None:
        if work is None:
            # The button is from an older version. Its click must be answered too.
            raise StaleButton
        await work(reply, press)

    await answer(interaction, run, in_place=press.verb in verbs.in_place, press=press)


GREETING_VERBS: Final = ("alone", "new", "lesson")
"""The verbs of the greeting's buttons: play alone, open a table, take a lesson."""


async def greet(bot: BotContext, channel: discord.TextChannel, language: Language, key: str) -> None:
    """Post the sentence with this ``key``, the board of the server's usual game if the bot may attach it, and buttons.

    Raises HTTPException if Discord refuses the message, and StorageError.
    """
    front = (await bot.tables.servers.find(channel.guild.id)).find_usual()
    view = Game.new(front.setup.kind, front.setup.scenarios[0], seed=bytes(SEED_BYTES)).view()
    picture = await bot.painter.draw(front, view, language=language.code) if may_attach(channel) else None
    files = [to_file(picture)] if picture is not None else []
    buttons = public_view(language, NO_GAME, GREETING_VERBS)
    await channel.send(**fit_message(content=language.say(key), files=files, view=buttons))


async def greet_server(bot: BotContext, guild: discord.Guild) -> None:
    """Post the greeting in the channel where the server welcomes people, if the bot may. Failures are ignored."""
    channel = guild.system_channel
    if channel is not None and getattr(look_up(channel), SEND, False):
        with suppress(discord.HTTPException, StorageError):
            await greet(bot, channel, choose_language(guild.preferred_locale.value), "ui.greeting")


FIRST_MESSAGES = 60.0
"""The most seconds after a start for which drawing in advance waits for queued messages to be sent."""


class CommandTree(app_commands.CommandTree["TableBot"]):
    """The slash commands, and a handler for errors of discord.py; `answer` handles the errors of the bot."""

    async def interaction_check(self, interaction: discord.Interaction[TableBot], /) -> bool:
        """Answer a click on the bot's entry in Discord's list of apps, and return False. Return True for a command.

        discord.py does not know the entry, and would report an unknown command.
        """
        if not is_entry(interaction.data):
            return True
        if not await launch(interaction):
            await answer(interaction, show_mine)
        return False

    async def on_error(
        self, interaction: discord.Interaction[TableBot], error: app_commands.AppCommandError, /
    ) -> None:
        """Say that the command could not be read, unless it has been answered. While a person types, suggest nothing.

        If Discord offers a command that the bot does not have, the bot's commands are registered again.
        """
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
    """The bot. It needs no privileged intent. The caller closes ``storage``.

    ``threads`` says whether a new table gets its own thread where the bot may make one, ``icons`` whether icons are
    uploaded to Discord. ``shard`` is the number of this process and the number of all processes, where several share
    Discord's servers. ``searches`` is the number of processes for searches.
    """

    listens_every = LISTEN
    """Seconds between two rounds of housekeeping, which looks for messages that another program has queued."""

    def __init__(
        self,
        storage: Storage,
        *,
        painter: Painter | None = None,
        threads: bool = True,
        limits: Limits = STANDARD_LIMITS,
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
        self.tables.lobby.list_places = partial(list_table_places, self)
        self.tables.lobby.name_place = partial(name_place, self)
        self.privacy = Privacy(self.tables)
        self.timekeeper = Timekeeper(self.tables)
        self.tables.timers.on_timer = self.timekeeper.expect
        self.seasons = Seasons(self.tables, limits)
        self.news = SeasonNews(self)
        self.seasons.advancing.make_place, self.seasons.gate.announce = self.news.make_place, self.news.announce
        self.seasons.advancing.on_due = self.timekeeper.expect
        self.timekeeper.look_at_seasons = self.seasons.advancing.look_at_due
        self.pictures = PictureCount(limits)
        self._beginning: asyncio.Future[None] | None = None
        self._is_leaving = False
        self.housekeeping = Housekeeping(self.tables, self.listens_every)
        self.recovery = Recovery(storage, self.go_on)
        self.tree = make_tree(self)
        self.syncing = Syncing(self)
        self.tables.servers.on_games = self.syncing.kick

    async def go_on(self) -> None:
        """Resume messages, timers and automatic players after a failure of the database. Raises StorageError."""
        self.outbox.kick()
        self.timekeeper.kick()
        await self.tables.automation.resume()

    def forget_icons(self) -> None:
        """Forget all icons. If the bot uploads icons, it then finds them at Discord again, and uploads missing ones."""
        super().forget_icons()
        if self.uploading is not None:
            self.uploading.kick()

    def _on_commit(self, has_queued: bool) -> None:
        self.metrics.count("commits")
        if has_queued:
            self.outbox.kick()

    async def setup_hook(self) -> None:
        """Register buttons and commands, delete old data, and start the background work. Raises StorageError."""
        self.add_dynamic_items(Pressed)
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
        """Dispatch an event, unless `close` has been called, which would not wait for the tasks of the event."""
        # discord.py reports a connection as ready after a pause, even if it is being closed by then.
        if not self._is_leaving:
            super().dispatch(event, *args, **kwargs)

    async def on_interaction(self, interaction: discord.Interaction[TableBot]) -> None:
        """Process a submitted form. discord.py finds the handlers of all other interactions."""
        if interaction.type is discord.InteractionType.modal_submit:
            await submit(interaction)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Greet a server that has added the bot, and register the commands that only this server has."""
        with suppress(StorageError):
            await self.syncing.forget(guild.id)
            self.syncing.kick()
        await greet_server(self, guild)

    async def on_ready(self) -> None:
        """Queue missing statuses, resume automatic players and reviews, send messages, and draw boards in advance."""
        log.info("Connected as %s, in %s servers.", self.user, len(self.guilds))
        self._beginning = asyncio.ensure_future(self._begin())
        await asyncio.wait([self._beginning])
        if not self._beginning.cancelled():
            self._beginning.result()

    async def _begin(self) -> None:
        # This runs as a separate task, so that a shutdown can wait for its end.
        await self.post_missing_statuses()
        await self.tables.automation.resume()
        self.outbox.kick()
        await self.tables.reviews.resume()
        # Waiting messages are sent first, and their pictures load the parts that later pictures need.
        await self.outbox.rest(FIRST_MESSAGES)
        await self.painter.warm_up()
        if self.uploading is not None:
            self.uploading.kick()
        if self.links is not None:
            await asyncio.to_thread(draw_boards)

    async def post_missing_statuses(self) -> None:
        """Queue the status message of each open or running table that has none, except tables that cannot be read.

        Raises StorageError if the tables cannot be listed.
        """
        async with self.tables.storage.read() as reader:
            games = await reader.games_by(statuses=("open", "playing"), without_message=STATUS, limit=None)
        for game in games:
            try:
                # The bot may have stopped before it settled a table.
                await self.tables.lobby.settle_again(game.id)
            except (GameError, StorageError):
                # One unreadable table must not hold up the messages of the others.
                log.exception("The status of table %s cannot be posted.", game.id)

    def _count_search(self, is_short: bool) -> None:
        self.metrics.count("searches")
        if is_short:
            self.metrics.count("searches_short")

    async def close(self) -> None:
        """Stop searches and background work, wait briefly for messages that are being sent, and disconnect."""
        self._is_leaving = True
        # Searches are closed first, so that nothing below waits for one.
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
