"""Files on public messages: what cannot be attached is left out and said, and what takes long follows later.

A message never waits for a picture, nor fails for the lack of the permission to attach one.
"""

from __future__ import annotations

import io
import logging
from collections.abc import Awaitable, Callable, Sequence
from datetime import timedelta
from enum import Enum, auto

import discord

from bot.discord.limits import cut, measure
from bot.discord.painter import to_file
from bot.discord.permissions import ARCHIVED, ATTACH, LOCKED, Place, do_without, may_attach
from bot.language import Language
from bot.narrate.standing import CONTENT_LIMIT
from engine.core.text import text
from render.pictures import Picture
from storage import Post
from storage.columns import utc_now

log = logging.getLogger(__name__)


class Files(Enum):
    """The state of a message's files: on it, not allowed (they may be later), or not taken (nor will they be)."""

    SENT = auto()
    FORBIDDEN = auto()
    REFUSED = auto()


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
) -> tuple[discord.Message, Files]:
    """Send a message with its picture and record, or without them where they are refused: says so then.

    Returns the message, and what became of the files. Raises what ``send`` raises for other reasons.
    """

    def make_files() -> list[discord.File]:
        files = [to_file(picture)] if picture is not None else []
        return files + ([discord.File(io.BytesIO(record[1]), filename=record[0])] if record is not None else [])

    if picture is None and record is None:
        return await send(words, []), Files.SENT
    why = Files.FORBIDDEN
    if may_attach(channel):
        try:
            return await send(words, make_files()), Files.SENT
        except discord.HTTPException as error:
            if not may_be_for_files(error):
                raise
            why = Files.FORBIDDEN if isinstance(error, discord.Forbidden) else Files.REFUSED
            log.warning("Channel %s refuses a message with files: tried without. %s", channel.id, error)
    remark = f"\n-# {language.say(do_without(ATTACH) if why is Files.FORBIDDEN else text('ui.without.refused_files'))}"
    return await send(cut(words, CONTENT_LIMIT - measure(remark)) + remark, []), why


def may_be_for_files(error: discord.HTTPException) -> bool:
    """Whether Discord may have refused a message for its files alone: then its words are tried without them.

    It says so with 413, with code 40005, with a 400 about the whole request, or with 403 where what the bot knows of
    its permissions is out of date.
    """
    return error.status in (400, 403, 413) and error.code not in (ARCHIVED, LOCKED)


async def add_file(
    channel: Place, message_id: int, making: Callable[[], Awaitable[discord.File | None]], name: str, post: Post
) -> int | None:
    """Make a file and add it to a message that went out without it, once. ``name`` is its name, or what it begins with.

    Raises TimeoutError to be tried again later.
    """
    if not may_attach(channel):
        if utc_now() - post.created < PERMISSION_WAIT:
            raise TimeoutError("Files may not be attached.")
        return None
    file = await making()
    if file is None:
        if post.attempts < PICTURE_ATTEMPTS:
            raise TimeoutError(f"The {name} could not be made.")
        return None
    try:
        message = await channel.fetch_message(message_id)
        if not has_file(message, name):
            await message.add_files(file)
    except discord.NotFound:
        return None
    return message_id


def has_file(message: discord.Message, name: str) -> bool:
    """Whether a message has the attachment of this name, or of this name whatever its kind."""
    return any(f"{attachment.filename}.".startswith(f"{name}.") for attachment in message.attachments)
