"""The outbox: sends queued messages, each game's in order, pictures drawn on the way. Nothing is sent twice.

There is no standing worker. `Outbox.kick` starts a run, which ends when nothing is due; a post that must wait sets a
timer for the next run. A post that was claimed when the program died is taken up again at the next start; its nonce
lets Discord know it as the same.
"""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import aiohttp
import discord

from bot.attaching import ALBUM, add_picture, deliver_album, queue_album, send_with_files
from bot.crash import crash_here
from bot.farewell import see_off
from bot.language import Language, choose_language
from bot.looking import write_status
from bot.panels import public_view, status_view
from bot.permissions import find_needed
from bot.resending import find_earlier, has_map
from bot.service.moments import Table
from bot.service.posting import ENDING, PICTURE, REMINDER, STATUS, TURN, Payload
from engine.core.text import Text, text
from render.picture import Picture
from storage import MessageRef, Post, StorageError

if TYPE_CHECKING:
    from bot.client import TableBot

log = logging.getLogger(__name__)

GAMES_AT_ONCE = 8
"""Messages on their way at a time, each of another game."""
LONGEST_SENDING = 90.0
"""Seconds that sending one message may take, drawing included: less than the lease of a claim, after which another
process, or this one, takes the message up again."""
FIRST_WAIT = 2.0
LONGEST_WAIT = 600.0
"""Seconds between attempts: doubled from the first to the longest."""
ROUND = 60.0
"""Seconds after which one of several processes looks for messages that another, now gone, has left."""
FAREWELL = 5.0
"""Seconds that a message on its way is given when the program is told to stop. Whoever stops it waits ten."""
PICTURE_WAIT = timedelta(seconds=30)
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
        self._kicked = asyncio.Event()
        self._is_closing = False
        self._timer: asyncio.TimerHandle | None = None

    def kick(self) -> None:
        """Messages may be waiting: see to them."""
        if not self.bot.is_ready():
            return
        self._kicked.set()
        if self._is_closing or (self._running is not None and not self._running.done()):
            return
        self._running = asyncio.get_running_loop().create_task(self._run())

    async def close(self) -> None:
        """Stop. What is being sent is given a moment to arrive; what does not is sent at the next start."""
        self._is_closing = True
        self._kicked.set()
        if self._timer is not None:
            self._timer.cancel()
        await see_off(self._running, FAREWELL)

    async def _run(self) -> None:
        sending: set[asyncio.Task[None]] = set()
        try:
            while True:
                self._kicked.clear()
                if len(sending) < GAMES_AT_ONCE and not self._is_closing:
                    posts = await self._claim(GAMES_AT_ONCE - len(sending))
                    sending |= {asyncio.ensure_future(self._send(post)) for post in posts}
                if sending:
                    sending = await self._wait(sending)
                elif self._is_closing or not self._kicked.is_set():
                    break
            await self._set_timer()
        except StorageError as error:
            log.error("The outbox cannot use the database: %s", error)
            await asyncio.gather(*sending, return_exceptions=True)
            self._wake_in(LONGEST_WAIT / 10)
        finally:
            for task in sending:
                task.cancel()
            await asyncio.gather(*sending, return_exceptions=True)

    async def _wait(self, sending: set[asyncio.Task[None]]) -> set[asyncio.Task[None]]:
        """Wait until a message has been seen to or, if there is room for one, more may be waiting: those left.

        Raises StorageError when the database did not take what became of one.
        """
        kicked = asyncio.ensure_future(self._kicked.wait())
        is_full = len(sending) >= GAMES_AT_ONCE or self._is_closing
        news = sending if is_full else {*sending, kicked}
        try:
            done, _ = await asyncio.wait(news, return_when=asyncio.FIRST_COMPLETED)
        finally:
            kicked.cancel()
        for task in done & sending:
            task.result()
        return sending - done

    async def _claim(self, room: int) -> list[Post]:
        async with self.bot.tables.storage.transaction() as tx:
            posts = await tx.claim_due(limit=room)
        if posts:
            crash_here("claimed")
        return posts

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
            async with asyncio.timeout(LONGEST_SENDING):
                message_id = await self._deliver(post)
        except CannotReach as error:
            self.trouble[post.game_id] = error.reason
            log.warning("Table %s cannot be reached: %s", post.game_id, error.reason)
            async with storage.transaction() as tx:
                await tx.mark_failed(post.id, str(error.reason))
        except (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError) as error:
            await self._give_up_or_retry(post, error)
        except StorageError:
            # Nothing is known of the message: its claim runs out, and it is taken up again.
            raise
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
            if post.kind == REMINDER:
                return await self._deliver_reminder(table, channel, payload, post)
            if post.kind in ALBUM:
                return await deliver_album(self.bot, table, channel, payload, post)
            return await self._deliver_message(table, channel, payload, post)
        except discord.Forbidden as error:
            raise CannotReach(find_needed(channel)) from error

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
            if post.kind == ENDING:
                await queue_album(self.bot, table, payload, earlier.id)
            return earlier.id
        language = choose_language(payload.language)
        picture = None
        if payload.view is not None:
            picture = await self.bot.painter.draw(payload.view, payload.changes, language.code)
        record = await self.bot.record_bytes(table.id) if payload.is_end else None
        crash_here("drawn")
        users = [discord.Object(user) for user in (payload.ping, *payload.pings) if user is not None]

        async def send(content: str, files: Sequence[discord.File]) -> discord.Message:
            return await channel.send(
                content,
                files=files,
                view=public_view(language, table.id, payload.buttons),
                nonce=post.nonce,
                allowed_mentions=discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=users),
            )

        message, has_files = await send_with_files(channel, language, payload.content, picture, record, send)
        if post.kind == TURN and payload.view is not None and not (picture is not None and has_files):
            await self._queue_picture(table, payload, message.id)
        if post.kind == ENDING:
            await queue_album(self.bot, table, payload, message.id)
        return message.id

    async def _find_earlier(self, channel: Channel, post: Post, content: str) -> discord.Message | None:
        """The message that an earlier attempt left: the one with this text, stripped as Discord strips it."""
        if post.attempts < 2:
            return None

        def is_it(found: str) -> bool:
            # What had to be said about missing permissions may stand after it.
            return found.strip().startswith(content.strip())

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

        async def draw() -> Picture | None:
            if payload.view is None:
                return None
            code = choose_language(payload.language).code
            return await self.bot.painter.draw(payload.view, payload.changes, code)

        return await add_picture(channel, payload.message_id, draw, "map", post)

    # -- reminders -----------------------------------------------------------------------------------------

    async def _deliver_reminder(self, table: Table, channel: Channel, payload: Payload, post: Post) -> int | None:
        """Post a reminder in place of the one before or, without content, only take that one away."""
        if not payload.content:
            await self._take_reminder_away(table)
            return None
        if await self._find_earlier(channel, post, payload.content) is None:
            await self._take_reminder_away(table)
        message_id = await self._deliver_message(table, channel, payload, post)
        async with self.bot.tables.storage.transaction() as tx:
            await tx.put_message_ref(table.id, REMINDER, channel.id, message_id)
        return message_id

    async def _take_reminder_away(self, table: Table) -> None:
        """Delete the reminder that stands in the channel, if one does: it has been answered, or a newer one comes."""
        async with self.bot.tables.storage.read() as reader:
            ref = await reader.message_ref(table.id, REMINDER)
        if ref is None:
            return
        with suppress(discord.NotFound, discord.Forbidden):
            await self.bot.get_partial_messageable(ref.channel_id).get_partial_message(ref.message_id).delete()
        async with self.bot.tables.storage.transaction() as tx:
            await tx.delete_message_ref(table.id, REMINDER)

    # -- the status message --------------------------------------------------------------------------------

    async def _deliver_status(self, table: Table, channel: Channel, post: Post) -> int:
        """Bring the one status message of a table up to date, or make it again when it is gone."""
        language = choose_language(table.game.language)
        words, shown = await write_status(self.bot, language, table)
        picture = await self.bot.painter.draw(shown, (), language.code) if shown is not None else None
        view = status_view(language, table)
        async with self.bot.tables.storage.read() as reader:
            ref = await reader.message_ref(table.id, STATUS)
        is_here = ref is not None and ref.channel_id == channel.id
        if ref is not None and is_here and await self._edit_status(channel, language, ref, words, picture, view):
            return ref.message_id

        async def send(content: str, files: Sequence[discord.File]) -> discord.Message:
            return await channel.send(content, files=files, view=view, nonce=post.nonce, allowed_mentions=NOBODY)

        message = await self._find_earlier_status(channel, post, words)
        if message is None:
            message, _ = await send_with_files(channel, language, words, picture, None, send)
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
        self,
        channel: Channel,
        language: Language,
        ref: MessageRef,
        words: str,
        picture: Picture | None,
        view: discord.ui.View,
    ) -> bool:
        """Edit the status message; False when it is gone. Without a new picture the old one would mislead."""
        message = channel.get_partial_message(ref.message_id)

        async def edit(content: str, files: Sequence[discord.File]) -> discord.Message:
            return await message.edit(content=content, attachments=files, view=view, allowed_mentions=NOBODY)

        try:
            await send_with_files(channel, language, words, picture, None, edit)
        except discord.NotFound:
            return False
        return True


async def pin(message: discord.Message | discord.PartialMessage, game_id: str) -> None:
    """Pin a status message. It is a courtesy: it needs a permission, and a channel holds only so many pins."""
    try:
        await message.pin()
    except discord.HTTPException as error:
        log.info("The status of table %s could not be pinned: %s", game_id, error)
