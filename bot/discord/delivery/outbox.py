"""The outbox sends queued messages, those of each game in order, and draws their pictures.

A round ends when nothing is due. If the program dies after claiming a post, the next start claims the post again. It
first looks for the message that the earlier attempt may have left; also, Discord recognises a repeated nonce.

After a status, the outbox tags the forum post of the table; after the end of a game, it archives that post. `status`
has the status, `ending` the files of a finished game, and `seasons` the news of seasons.
"""

from __future__ import annotations

import asyncio
import logging
import math
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple

import aiohttp
import discord
import msgspec

from bot.discord.context import BotContext
from bot.discord.delivery.ending import (
    ALBUM,
    KEPT,
    deliver_album,
    find_finished,
    find_kept,
    finish_words,
    queue_album,
    queue_files,
)
from bot.discord.delivery.sent import add_file, find_earlier, has_file, list_files
from bot.discord.delivery.status import Write, deliver_status, move_undo
from bot.discord.outgoing import Files, fit_message, send_with_files
from bot.discord.painter import draw_shown, to_file
from bot.discord.panel import public_view
from bot.discord.places import (
    ACTIVE,
    ARCHIVED,
    LOCKED,
    CannotReach,
    Place,
    TablePlaces,
    close_post,
    close_talks,
    find_needed,
    is_refusal,
    mark_post,
    rename_thread,
    unfold,
)
from bot.faultpoints import fault_point
from bot.language import plainly
from bot.narrate.announcements import find_picture, list_buttons, speak_at, write_announcement
from bot.narrate.standing import CONTENT_LIMIT
from bot.seasons.club import SEASON
from bot.tables.announcements import (
    BESIDE,
    ENDING,
    PICTURE,
    PUBLIC,
    REMINDER,
    STATUS,
    TURN,
    AnyAnnouncement,
    Attachment,
    Ending,
    Notice,
    Start,
    Turns,
    Written,
    read_announcement,
)
from bot.tables.loading import load_table, shares_place
from bot.tables.table import Table
from bot.web.push import is_notified_instead
from bot.worker import ROUND, BackgroundWorker
from engine.core.text import text
from storage import Post, StorageError, Writer

log = logging.getLogger(__name__)


ROOMS: Final = {PUBLIC: 8, BESIDE: 4}
"""The most posts under way at once, by target: messages (`PUBLIC`), and edits of a status (`BESIDE`), which Discord may
delay by half a minute."""
OTHERS: Final = 2
"""The most posts to all other targets under way at once: files that are added later, because they take long to make."""
LONGEST_SENDING = 90.0
"""Seconds that sending one post may take, drawing included. It is less than the lease of a claim, after which this or
another process claims the post again."""
FIRST_WAIT = 2.0
LONGEST_WAIT = 600.0
"""Seconds between the attempts to send a post: the wait doubles from `FIRST_WAIT` up to this."""
FAREWELL = 5.0
"""Seconds to wait for messages under way when the program stops. Process managers wait ten."""
PICTURE_WAIT = timedelta(seconds=30)
MAP: Final = "map"
"""The name of the picture of the board on a message (`to_file`), without its extension."""


class Claimed(NamedTuple):
    """A post to send, its table (None if it could not be read), and whether another table uses the same channel."""

    post: Post
    table: Table | None
    shares_place: bool = False


class Sent(NamedTuple):
    """The result of a post that was sent: the id of its message and, if it added a file, the ids of all files there.

    ``write`` stores further data about the message.
    """

    message_id: int | None = None
    kept: Sequence[int] | None = None
    write: Write | None = None


class Attempt(NamedTuple):
    """The result of an attempt to send a post: ``sent``, or an ``error`` and when to try again (None: never).

    If it has neither, the result is unknown.
    """

    post: Post
    table: Table | None = None
    sent: Sent | None = None
    error: str = ""
    retry_at: datetime | None = None


class Outbox(BackgroundWorker):
    """Sends the posts that the table service has queued."""

    what = "messages"
    farewell = FAREWELL

    def __init__(self, bot: BotContext) -> None:
        super().__init__()
        self.bot = bot
        self._outcomes: list[Attempt] = []
        self._places = TablePlaces(bot)

    def kick(self) -> None:
        """Begin a round, if the bot is connected."""
        if self.bot.is_ready():
            super().kick()

    async def _work(self) -> float | None:
        """Send all posts that are due, also those that become due meanwhile. Return the seconds until the next round.

        Without a next round (None), the outbox waits for a kick. When the program stops, begin nothing more, and wait
        for messages under way.
        """
        sending: dict[asyncio.Task[None], str] = {}
        try:
            while True:
                self._kicked.clear()
                claimed, due = await self._mark_and_claim(sending)
                for one in claimed:
                    target = one.post.target
                    sending[asyncio.ensure_future(self._send(one))] = target if target in ROOMS else ""
                if not sending:
                    return self._find_wait(due)
                await self._wait(sending)
        except StorageError:
            self.bot.recovery.notice()
            await asyncio.gather(*sending, return_exceptions=True)
            raise
        finally:
            for task in sending:
                task.cancel()
            await asyncio.gather(*sending, return_exceptions=True)

    async def _wait(self, sending: dict[asyncio.Task[None], str]) -> None:
        """Wait until a task in ``sending`` has ended, or a kick says that more posts may be due.

        Remove tasks that have ended from ``sending``. Raises StorageError if one of them has raised it.
        """
        kicked = asyncio.ensure_future(self._kicked.wait())
        news = set(sending) if self._is_closing else {*sending, kicked}
        try:
            done, _ = await asyncio.wait(news, return_when=asyncio.FIRST_COMPLETED)
        finally:
            kicked.cancel()
        ended = [task for task in sending if task in done]
        for task in ended:
            del sending[task]
        for task in ended:
            task.result()

    async def _mark_and_claim(self, sending: dict[asyncio.Task[None], str]) -> tuple[list[Claimed], datetime | None]:
        """Store the results of finished posts, and claim due posts, as many as there is room for.

        Return the claimed posts. If there are none, and none is under way, also return when the next one is due,
        otherwise None. The forum posts of games that are over are archived too, by tasks in ``sending``.
        """
        outcomes, claimed = list(self._outcomes), list[Claimed]()
        if self._is_closing and not outcomes:
            return [], None
        under_way = Counter(sending.values())
        # Most posts wait for a public message ahead of them. If none was sent, nothing else is likely to be due, and
        # reading the next due time is cheaper than a claim.
        is_last = not under_way and bool(outcomes) and all(outcome.post.target != PUBLIC for outcome in outcomes)
        due: datetime | None = None
        async with self.bot.tables.storage.transaction() as tx:
            for outcome in outcomes:
                await mark(tx, outcome)
            if is_last and not self._is_closing:
                due = await tx.next_post_due()
            if not self._is_closing and (not is_last or (due is not None and due <= tx.now)):
                rooms = {target: room - under_way[target] for target, room in ROOMS.items()}
                posts = await tx.claim_due(limit=OTHERS - under_way[""], rooms=rooms)
                claimed = [await self._read(tx, post) for post in posts]
                due = await tx.next_post_due() if not posts and not under_way else None
        del self._outcomes[: len(outcomes)]
        if any(outcome.sent is not None for outcome in outcomes):
            fault_point("marked")
        for post, table, sent, *_ in outcomes:
            if (
                sent is not None
                and table is not None
                and post.kind != SEASON
                and table.game.thread_id is not None
                and table.game.status not in ACTIVE
            ):
                sending[asyncio.ensure_future(close_post(self.bot, table))] = "closing"
        if claimed:
            fault_point("claimed")
        return claimed, due

    async def _read(self, tx: Writer, post: Post) -> Claimed:
        """Return a post with its table, or None in place of an unreadable table."""
        try:
            table = await load_table(tx, post.game_id)
        except ValueError:
            return Claimed(post, None)
        return Claimed(post, table, post.target == PUBLIC and await shares_place(tx, table))

    def _find_wait(self, due: datetime | None) -> float | None:
        wait = ROUND if self.bot.tables.storage.is_shared else math.inf
        if due is not None:
            wait = min(wait, max(0.05, (due - datetime.now(UTC)).total_seconds()))
        return wait if wait < math.inf else None

    # -- one post ------------------------------------------------------------------------------------------

    async def _send(self, claimed: Claimed) -> None:
        """Send one post, and keep the result until it is stored with the next claim. Raises StorageError."""
        try:
            self._outcomes.append(await self._try(claimed))
        except StorageError:
            # The result is unknown: the post is queued again.
            self._outcomes.append(Attempt(claimed.post))
            raise

    async def _try(self, claimed: Claimed) -> Attempt:
        """Send a post, and return the result. It holds any error except StorageError, which is raised."""
        post, table = claimed.post, claimed.table
        try:
            async with asyncio.timeout(LONGEST_SENDING):
                # An unreadable table is loaded again here, so that its error is recorded for this post alone.
                table = table if table is not None else await self.bot.tables.table(post.game_id)
                sent = await self._deliver(claimed, table)
        except CannotReach as error:
            self.bot.trouble[post.game_id] = error.reason
            log.warning("Table %s cannot be reached: %s", post.game_id, error.reason)
            return Attempt(post, error=str(error.reason))
        except (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError) as error:
            return self._give_up_or_retry(post, error)
        except StorageError:
            raise
        except Exception as error:
            # A post that can never be made must not hold up those behind it.
            log.exception("Post %s of table %s cannot be made.", post.id, post.game_id)
            return Attempt(post, error=repr(error))
        fault_point("sent")
        self.bot.metrics.count("messages_sent")
        if post.kind not in (STATUS, SEASON):
            # Editing is allowed even where posting is not: only a new message shows that the trouble is over.
            self.bot.trouble.pop(post.game_id, None)
        return Attempt(post, table, sent)

    def _give_up_or_retry(self, post: Post, error: Exception) -> Attempt:
        """Log and count a failed attempt. Return its result, with the time of the next one unless Discord refuses."""
        wait = min(LONGEST_WAIT, FIRST_WAIT * 2 ** min(post.attempts - 1, 16))
        log.warning("Post %s of table %s failed (attempt %s): %r", post.id, post.game_id, post.attempts, error)
        self.bot.metrics.count("messages_failed")
        if is_refusal(error):
            return Attempt(post, error=repr(error))
        # Other messages may be under way for longer than this wait: a timer begins the next attempt meanwhile.
        self._wake_in(wait)
        return Attempt(post, error=repr(error), retry_at=datetime.now(UTC) + timedelta(seconds=wait))

    async def _deliver(self, claimed: Claimed, table: Table) -> Sent:
        if claimed.post.kind == SEASON:
            return Sent(await self.bot.news.deliver(claimed.post))
        channel = await self._places.find(table)
        try:
            return await self._deliver_to(channel, table, claimed)
        except discord.HTTPException as error:
            if error.code == ARCHIVED and isinstance(channel, discord.Thread):
                await unfold(channel)
                return await self._deliver_to(channel, table, claimed)
            if error.code == LOCKED:
                raise CannotReach(text("error.thread_locked")) from error
            if isinstance(error, discord.Forbidden) and is_refusal(error):
                raise CannotReach(find_needed(channel)) from error
            raise

    async def _deliver_to(self, channel: Place, table: Table, claimed: Claimed) -> Sent:
        post = claimed.post
        if post.kind == STATUS:
            self.bot.tables.transactions.on_status(table)
            if table.game.status in ("over", "closed"):
                await close_talks(self.bot, table)
            message_id, write = await deliver_status(self.bot, table, channel, post)
            if table.game.thread_id is not None:
                await mark_post(self.bot, channel, table)
                await rename_thread(channel, table)
            return Sent(message_id, write=write)
        announced = read_announcement(post.payload)
        if isinstance(announced, Attachment):
            if post.kind in ALBUM:
                kept = await deliver_album(self.bot, table, channel, announced, post)
            else:
                kept = await self._deliver_picture(table, channel, announced, post)
            return Sent(announced.message_id, kept)
        if post.kind == REMINDER:
            return await self._deliver_reminder(table, channel, announced, claimed)
        message_id = await self._deliver_message(table, channel, announced, claimed)
        if post.kind != TURN:
            return Sent(message_id)
        return Sent(message_id, write=lambda tx: move_undo(tx, table, channel.id, announced, message_id))

    async def _deliver_message(self, table: Table, channel: Place, announced: AnyAnnouncement, claimed: Claimed) -> int:
        """Post a public message, unless an earlier attempt did, and return its id. A missing picture follows later."""
        post = claimed.post
        language = speak_at(table, announced.language)
        finished = await find_finished(self.bot, table) if post.kind == ENDING else None
        words = write_announcement(language, table, announced, finished)
        head = write_head(table, words) if claimed.shares_place else ""
        shown = find_picture(table.front, announced)
        earlier = await self._find_earlier(channel, post, words, write_head(table, ""))
        if earlier is not None:
            is_wanted = not has_file(earlier, MAP)
            if post.kind == TURN and shown is not None and is_wanted:
                await self._queue_picture(table, shown, earlier)
            if isinstance(announced, Ending):
                await queue_album(self.bot, table, announced, earlier, needs_map=is_wanted)
            return earlier.id
        picture = await draw_shown(self.bot.painter, table, shown) if shown is not None else None
        if isinstance(announced, Ending):
            words = await finish_words(self.bot, table, language, words)
        is_end = isinstance(announced, Ending) or (isinstance(announced, Notice | Written) and announced.is_end)
        record = await self.bot.record_bytes(table.id) if is_end else None
        fault_point("drawn")
        view = public_view(language, table.id, list_buttons(table.front, announced))
        users = [discord.Object(user) for user in await self._list_pinged(announced)]
        # A notice that pings no one, such as that a person has undone their own turn, is sent without a sound.
        silent = isinstance(announced, Notice) and not users

        async def send(content: str, files: Sequence[discord.File]) -> discord.Message:
            return await channel.send(
                **fit_message(content=content, files=files, view=view),
                nonce=post.nonce,
                silent=silent,
                allowed_mentions=discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=users),
            )

        message, files = await send_with_files(channel, language, head + words, picture, record, send)
        is_wanted = picture is None or files is Files.FORBIDDEN
        if post.kind == TURN and shown is not None and is_wanted:
            await self._queue_picture(table, shown, message)
        if isinstance(announced, Ending):
            await queue_album(self.bot, table, announced, message, needs_map=is_wanted)
        return message.id

    async def _list_pinged(self, announced: AnyAnnouncement) -> list[int]:
        """Return the ids of the people whom a message pings, without the person to move if a browser notifies them."""
        asked = announced.ping if isinstance(announced, Turns | Start) and self.bot.links is not None else None
        if asked is None or not await is_notified_instead(self.bot.tables, asked):
            return announced.everybody
        return announced.pings

    async def _find_earlier(self, channel: Place, post: Post, content: str, head: str) -> discord.Message | None:
        """Return the message that an earlier attempt left, or None: one with ``content``, perhaps after ``head``."""
        if post.attempts < 2:
            return None

        def is_it(found: discord.Message) -> bool:
            # The remark about missing permissions may follow the text, and the table's name may precede it.
            return found.content.strip().removeprefix(head).strip().startswith(content.strip()[: CONTENT_LIMIT // 2])

        return await find_earlier(self.bot.tables.storage, self.bot.user, channel, post, is_it)

    async def _queue_picture(self, table: Table, shown: Attachment, message: discord.Message) -> None:
        """Queue a picture, to be added to ``message`` in half a minute, unless files were queued for it before."""
        later = msgspec.structs.replace(shown, message_id=message.id, kept=list_files(message))
        await queue_files(self.bot, table, {PICTURE: later}, datetime.now(UTC) + PICTURE_WAIT)

    async def _deliver_picture(
        self, table: Table, channel: Place, shown: Attachment, post: Post
    ) -> Sequence[int] | None:
        """Add a picture to a message that was sent without it. Return the ids of the message's files (None: unknown).

        Raises TimeoutError as `add_file` does.
        """

        async def draw() -> discord.File | None:
            picture = await draw_shown(self.bot.painter, table, shown)
            return to_file(picture) if picture is not None else None

        return await add_file(channel, shown, draw, MAP, post, await find_kept(self.bot, shown, post))

    # -- reminders -----------------------------------------------------------------------------------------

    async def _deliver_reminder(
        self, table: Table, channel: Place, announced: AnyAnnouncement, claimed: Claimed
    ) -> Sent:
        """Post a reminder in place of the previous one or, without a text, only remove the previous one."""
        words = write_announcement(speak_at(table, announced.language), table, announced)
        if not words:
            await self._remove_reminder(table)
            return Sent()
        if await self._find_earlier(channel, claimed.post, words, write_head(table, "")) is None:
            await self._remove_reminder(table)
        message_id = await self._deliver_message(table, channel, announced, claimed)
        return Sent(message_id, write=lambda tx: tx.put_message_ref(table.id, REMINDER, channel.id, message_id))

    async def _remove_reminder(self, table: Table) -> None:
        """Delete the reminder in the channel, if there is one, because it was answered or a newer one is coming."""
        async with self.bot.tables.storage.read() as reader:
            ref = await reader.message_ref(table.id, REMINDER)
        if ref is None:
            return
        with suppress(discord.NotFound, discord.Forbidden):
            await self.bot.get_partial_messageable(ref.channel_id).get_partial_message(ref.message_id).delete()
        async with self.bot.tables.storage.transaction() as tx:
            await tx.delete_message_ref(table.id, REMINDER)


async def mark(tx: Writer, outcome: Attempt) -> None:
    """Store the result of a post. A post with an unknown result is queued again."""
    post, sent = outcome.post, outcome.sent
    if sent is not None:
        if sent.write is not None:
            await sent.write(tx)
        await tx.mark_sent(post.id, sent.message_id, None if sent.kept is None else {KEPT: [*sent.kept]})
    elif outcome.error:
        await tx.mark_failed(post.id, outcome.error, retry_at=outcome.retry_at)
    else:
        await tx.release_claims([post.id])


def write_head(table: Table, content: str) -> str:
    """Return the table's name in bold, for a place with several tables; "" if the message's first line has the name."""
    name = plainly(table.game.name)
    return "" if name in content.partition("\n")[0] else f"**{name}**\n"
