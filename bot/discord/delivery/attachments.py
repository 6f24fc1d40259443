"""Files on public messages: what cannot be attached is left out and said, and what takes long follows later.

A message never waits for a picture, nor fails for the lack of the permission to attach one.
"""

from __future__ import annotations

import io
import logging
from collections.abc import Awaitable, Callable, Sequence
from datetime import timedelta

import discord

from bot.discord.delivery.painter import to_file
from bot.discord.hub import Hub
from bot.discord.permissions import ATTACH, Place, do_without, may_attach
from bot.language import Language, choose_language
from bot.narrate.report import CONTENT_LIMIT
from bot.service.moments import Table
from bot.service.posting import Payload
from render.pictures import Picture
from storage import Post
from storage.columns import utc_now

log = logging.getLogger(__name__)

CHART = "chart"
RECAP = "recap"
ALBUM = (CHART, RECAP)
"""The pictures of a whole game, in the order in which they are added to the message after its end."""

PICTURE_ATTEMPTS = 4
PERMISSION_WAIT = timedelta(days=1)
"""How long a picture waits for the permission to be attached."""

Send = Callable[[str, Sequence[discord.File]], Awaitable[discord.Message]]


async def send_with_files(
    channel: Place,
    language: Language,
    words: str,
    picture: Picture | None,
    record: tuple[str, bytes] | None,
    send: Send,
) -> tuple[discord.Message, bool]:
    """Send a message with its picture and record, or without them where they may not be attached: says so then.

    Returns the message, and whether the files are on it. Raises what ``send`` raises for other reasons.
    """

    def make_files() -> list[discord.File]:
        files = [to_file(picture)] if picture is not None else []
        return files + ([discord.File(io.BytesIO(record[1]), filename=record[0])] if record is not None else [])

    if picture is None and record is None:
        return await send(words, []), True
    if may_attach(channel):
        try:
            return await send(words, make_files()), True
        except discord.Forbidden:
            # Perhaps for the files alone: what the bot knows of its permissions may be out of date.
            log.info("Channel %s refuses a message with files: tried without.", channel.id)
    remark = f"\n-# {language.say(do_without(ATTACH))}"
    return await send(words[: CONTENT_LIMIT - len(remark)] + remark, []), False


async def add_picture(
    channel: Place, message_id: int, drawing: Callable[[], Awaitable[Picture | None]], name: str, post: Post
) -> int | None:
    """Draw a picture and add it to a message that went out without it, once.

    Raises TimeoutError to be tried again later.
    """
    if not may_attach(channel):
        if utc_now() - post.created < PERMISSION_WAIT:
            raise TimeoutError("Files may not be attached.")
        return None
    picture = await drawing()
    if picture is None:
        if post.attempts < PICTURE_ATTEMPTS:
            raise TimeoutError("The picture could not be drawn.")
        return None
    try:
        message = await channel.fetch_message(message_id)
        if not has_file(message, name):
            await message.add_files(to_file(picture, name))
    except discord.NotFound:
        return None
    return message_id


def has_file(message: discord.Message, name: str) -> bool:
    """Whether a message has the attachment of this name, whatever its kind."""
    return any(attachment.filename.startswith(f"{name}.") for attachment in message.attachments)


async def queue_album(bot: Hub, table: Table, payload: Payload, message_id: int) -> None:
    """Have the chart and the recap of a game added to the message after its end, once."""
    if not bot.painter.is_on:
        return
    later = Payload(message_id=message_id, language=payload.language)
    async with bot.tables.storage.transaction() as tx:
        await tx.lock_game(table.id)
        if any(post.target == str(message_id) for post in await tx.posts(table.id)):
            return
        for kind in ALBUM:
            await tx.enqueue(table.id, kind, str(message_id), later.store())


async def deliver_album(bot: Hub, table: Table, channel: Place, payload: Payload, post: Post) -> int | None:
    """Draw the chart or the recap of a game, and add it to the message after its end."""
    code = choose_language(payload.language).code

    async def draw() -> Picture | None:
        tale = await bot.tables.tales.tell_last(table.id, None)
        return await (bot.painter.draw_chart(tale, code) if post.kind == CHART else bot.painter.animate(tale, code))

    return await add_picture(channel, payload.message_id, draw, post.kind, post)
