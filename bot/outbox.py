"""The outbox: sends queued messages, each game's in order, pictures drawn on the way. Nothing is sent twice.

There is no standing worker. `Outbox.kick` starts a run, which ends when nothing is due; a post that must wait sets a
timer for the next run. A post that was claimed when the program died is taken up again at the next start; its nonce
lets Discord know it as the same.
"""

from __future__ import annotations

import asyncio
import logging
import math
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import aiohttp
import discord

from bot.crash import crash_here
from bot.language import choose_language
from bot.looking import write_status
from bot.moments import Table
from bot.panels import public_view, status_view
from bot.pictures import to_file
from bot.posting import PICTURE, STATUS, TURN, Payload
from bot.resending import find_earlier, has_map
from engine.core.text import Text, text
from render.picture import Picture
from storage import MessageRef, Post, StorageError

if TYPE_CHECKING:
    from bot.client import TableBot

log = logging.getLogger(__name__)

GAMES_AT_ONCE = 4
FIRST_WAIT = 2.0
LONGEST_WAIT = 600.0
"""Seconds between attempts: doubled from the first to the longest."""
ROUND = 60.0
"""Seconds after which one of several processes looks for messages that another, now gone, has left."""
FAREWELL = 5.0
"""Seconds that a message on its way is given when the program is told to stop. Whoever stops it waits ten."""
PICTURE_WAIT = timedelta(seconds=30)
PICTURE_ATTEMPTS = 4
NOBODY = discord.AllowedMentions.none()

Channel = discord.TextChannel | discord.Thread


class CannotReach(Exception):
    """The channel of a table is gone, or closed to the bot. ``reason`` is told to the players on their panels."""

    def __init__(self, reason: Text) -> None:
        super().__init__(str(reason))
        self.reason = reason


class Outbox:
    """Sends what the table service has queued. ``trouble`` holds, by table, why messages do not get through."""

    def __init__(self, bot: TableBot) -> None:
        self.bot = bot
        self.trouble: dict[str, Text] = {}
        self._running: asyncio.Task[None] | None = None
        self._again = False
        self._timer: asyncio.TimerHandle | None = None

    def kick(self) -> None:
        """Messages may be waiting: see to them."""
        if not self.bot.is_ready():
            return
        if self._running is not None and not self._running.done():
            self._again = True
            return
        self._running = asyncio.get_running_loop().create_task(self._run())

    async def close(self) -> None:
        """Stop. What is being sent is given a moment to arrive; what does not is sent at the next start."""
        if self._timer is not None:
            self._timer.cancel()
        if self._running is not None and not self._running.done():
            await asyncio.wait([self._running], timeout=FAREWELL)
            self._running.cancel()
            await asyncio.wait([self._running])

    async def _run(self) -> None:
        try:
            self._again = True
            while self._again:
                self._again = False
                while posts := await self._claim():
                    crash_here("claimed")
                    await asyncio.gather(*(self._send(post) for post in posts))
            await self._set_timer()
        except StorageError as error:
            log.error("The outbox cannot use the database: %s", error)
            self._wake_in(LONGEST_WAIT / 10)

    async def _claim(self) -> list[Post]:
        async with self.bot.tables.storage.transaction() as tx:
            return await tx.claim_due(limit=GAMES_AT_ONCE)

    async def _set_timer(self) -> None:
        async with self.bot.tables.storage.read() as reader:
            due = await reader.next_post_due()
        wait = self.bot.tables.storage.is_shared * ROUND
        if due is not None:
            wait = min(wait or math.inf, max(0.05, (due - datetime.now(UTC)).total_seconds()))
        if wait:
            self._wake_in(wait)

    def _wake_in(self, seconds: float) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(seconds, self.kick)

    # -- one post ------------------------------------------------------------------------------------------

    async def _send(self, post: Post) -> None:
        """Send one post and say in the database what became of it."""
        storage = self.bot.tables.storage
        try:
            message_id = await self._deliver(post)
        except CannotReach as error:
            self.trouble[post.game_id] = error.reason
            log.warning("Table %s cannot be reached: %s", post.game_id, error.reason)
            async with storage.transaction() as tx:
                await tx.mark_failed(post.id, str(error.reason))
        except (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError) as error:
            await self._give_up_or_retry(post, error)
        except Exception as error:
            # A post that can never be made must not hold up those behind it.
            log.exception("Post %s of table %s cannot be made.", post.id, post.game_id)
            async with storage.transaction() as tx:
                await tx.mark_failed(post.id, repr(error))
        else:
            crash_here("sent")
            self.bot.metrics.count("messages_sent")
            if post.kind != STATUS:
                # To edit is allowed where to post is not: only a new message shows that the trouble is over.
                self.trouble.pop(post.game_id, None)
            async with storage.transaction() as tx:
                await tx.mark_sent(post.id, message_id)
            crash_here("marked")

    async def _give_up_or_retry(self, post: Post, error: Exception) -> None:
        """A refusal by Discord is final; a failure of the network or of Discord itself is tried again."""
        is_final = isinstance(error, discord.HTTPException) and 400 <= error.status < 500 and error.status != 429
        wait = min(LONGEST_WAIT, FIRST_WAIT * 2 ** min(post.attempts - 1, 16))
        log.warning("Post %s of table %s failed (attempt %s): %r", post.id, post.game_id, post.attempts, error)
        self.bot.metrics.count("messages_failed")
        retry_at = None if is_final else datetime.now(UTC) + timedelta(seconds=wait)
        async with self.bot.tables.storage.transaction() as tx:
            await tx.mark_failed(post.id, repr(error), retry_at=retry_at)

    async def _deliver(self, post: Post) -> int | None:
        table = await self.bot.tables.table(post.game_id)
        channel = await self._find_channel(table)
        payload = Payload.read(post.payload)
        try:
            if post.kind == STATUS:
                return await self._deliver_status(table, channel, post)
            if post.kind == PICTURE:
                return await self._deliver_picture(channel, payload, post)
            return await self._deliver_message(table, channel, payload, post)
        except discord.Forbidden as error:
            raise CannotReach(find_missing(channel)) from error

    async def _find_channel(self, table: Table) -> Channel:
        """Where the table is played. A thread that was deleted gives way to the channel it was in."""
        place = table.place
        try:
            channel = self.bot.get_channel(place) or await self.bot.fetch_channel(place)
        except discord.NotFound as error:
            if table.game.thread_id is None:
                raise CannotReach(text("error.no_channel")) from error
            async with self.bot.tables.storage.transaction() as tx:
                await tx.update_game(table.id, thread_id=None)
            return await self._find_channel(await self.bot.tables.table(table.id))
        except discord.Forbidden as error:
            raise CannotReach(text("error.no_channel")) from error
        if not isinstance(channel, discord.TextChannel | discord.Thread):
            raise CannotReach(text("error.no_channel"))
        return channel

    async def _deliver_message(self, table: Table, channel: Channel, payload: Payload, post: Post) -> int:
        """Post a public message. A picture that cannot be drawn follows later."""
        earlier = await self._find_earlier(channel, post, payload.content)
        if earlier is not None:
            if post.kind == TURN and payload.view is not None and not has_map(earlier):
                await self._queue_picture(table, payload, earlier.id)
            return earlier.id
        language = choose_language(payload.language)
        picture = None
        if payload.view is not None:
            picture = await self.bot.painter.draw(payload.view, payload.changes, language.code)
        files = [to_file(picture)] if picture is not None else []
        if payload.is_end:
            files.append(await self.bot.record_file(table.id))
        crash_here("drawn")
        users = [discord.Object(user) for user in (payload.ping, *payload.pings) if user is not None]
        message = await channel.send(
            payload.content,
            files=files,
            view=public_view(language, table.id, payload.buttons),
            nonce=post.nonce,
            allowed_mentions=discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=users),
        )
        if post.kind == TURN and payload.view is not None and picture is None:
            await self._queue_picture(table, payload, message.id)
        return message.id

    async def _find_earlier(self, channel: Channel, post: Post, content: str) -> discord.Message | None:
        """The message that an earlier attempt left: the one with this text, stripped as Discord strips it."""
        if post.attempts < 2:
            return None

        def is_it(found: str) -> bool:
            return found.strip() == content.strip()

        return await find_earlier(self.bot.tables.storage, self.bot.user, channel, post, is_it)

    async def _queue_picture(self, table: Table, payload: Payload, message_id: int) -> None:
        """Have a picture added to a message later, once."""
        if not self.bot.painter.is_on:
            return
        later = Payload(view=payload.view, changes=payload.changes, message_id=message_id, language=payload.language)
        async with self.bot.tables.storage.transaction() as tx:
            await tx.lock_game(table.id)
            if any(post.target == str(message_id) for post in await tx.posts(table.id)):
                return
            await tx.enqueue(
                table.id, PICTURE, str(message_id), later.store(), not_before=datetime.now(UTC) + PICTURE_WAIT
            )

    async def _deliver_picture(self, channel: Channel, payload: Payload, post: Post) -> int | None:
        """Add a picture to a message that went out without it."""
        picture = None
        if payload.view is not None:
            language = choose_language(payload.language)
            picture = await self.bot.painter.draw(payload.view, payload.changes, language.code)
        if picture is None:
            if post.attempts < PICTURE_ATTEMPTS:
                raise TimeoutError("The picture could not be drawn.")
            return None
        try:
            message = await channel.fetch_message(payload.message_id)
            if not has_map(message):
                await message.add_files(to_file(picture))
        except discord.NotFound:
            return None
        return payload.message_id

    # -- the status message --------------------------------------------------------------------------------

    async def _deliver_status(self, table: Table, channel: Channel, post: Post) -> int:
        """Bring the one status message of a table up to date, or make it anew when it is gone."""
        language = choose_language(table.game.language)
        words, shown = await write_status(self.bot, language, table)
        picture = await self.bot.painter.draw(shown, (), language.code) if shown is not None else None
        view = status_view(language, table)
        async with self.bot.tables.storage.read() as reader:
            ref = await reader.message_ref(table.id, STATUS)
        is_here = ref is not None and ref.channel_id == channel.id
        if ref is not None and is_here and await self._edit_status(channel, ref, words, picture, view):
            return ref.message_id
        message = await self._find_earlier_status(channel, post, words) or await channel.send(
            words,
            files=[to_file(picture)] if picture is not None else [],
            view=view,
            nonce=post.nonce,
            allowed_mentions=NOBODY,
        )
        crash_here("posted")
        await pin(message, table.id)
        crash_here("pinned")
        async with self.bot.tables.storage.transaction() as tx:
            await tx.put_message_ref(table.id, STATUS, channel.id, message.id)
        return message.id

    async def _find_earlier_status(self, channel: Channel, post: Post, words: str) -> discord.Message | None:
        """The status message that an earlier attempt left, perhaps for another post: the one with this title."""
        title = words.partition("\n")[0]

        def is_it(found: str) -> bool:
            return found.partition("\n")[0] == title

        return await find_earlier(self.bot.tables.storage, self.bot.user, channel, post, is_it)

    async def _edit_status(
        self, channel: Channel, ref: MessageRef, words: str, picture: Picture | None, view: discord.ui.View
    ) -> bool:
        """Edit the status message; False when it is gone. Without a new picture the old one would mislead."""
        files = [to_file(picture)] if picture is not None else []
        try:
            await channel.get_partial_message(ref.message_id).edit(
                content=words, attachments=files, view=view, allowed_mentions=NOBODY
            )
        except discord.NotFound:
            return False
        return True


async def pin(message: discord.Message | discord.PartialMessage, game_id: str) -> None:
    """Pin a status message. It is a courtesy: it needs a permission, and a channel holds only so many pins."""
    try:
        await message.pin()
    except discord.HTTPException as error:
        log.info("The status of table %s could not be pinned: %s", game_id, error)


def find_missing(channel: Channel) -> Text:
    """Which permission the bot lacks where it may not post."""
    # Where another process of ours serves the server, this one does not know what the bot may do there.
    if getattr(channel.guild, "me", None) is None:
        return text("error.no_channel")
    mine = channel.permissions_for(channel.guild.me)
    wanted = "send_messages_in_threads" if isinstance(channel, discord.Thread) else "send_messages"
    for name in ("view_channel", wanted, "attach_files"):
        if not getattr(mine, name):
            return text("error.missing_permission", permission=name.replace("_", " "))
    return text("error.no_channel")
