"""Files on public messages: what cannot be attached is left out and said, and what takes long follows later.

A message never waits for a picture, nor fails for the lack of the permission to attach one.
"""

from __future__ import annotations

import io
import logging
from collections.abc import Awaitable, Callable, Sequence
from datetime import timedelta
from enum import Enum, auto
from typing import NamedTuple, cast

import discord

from bot.discord.limits import cut, measure
from bot.discord.painter import Painter, to_file
from bot.discord.permissions import ARCHIVED, ATTACH, LOCKED, Place, do_without, is_refusal, may_attach
from bot.language import Language, choose_language
from bot.narrate.standing import CONTENT_LIMIT
from bot.tables.announcements import Attachment
from bot.tables.table import Table
from engine.core.text import text
from render.pictures import Options, Picture
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


async def draw_shown(painter: Painter, table: Table, shown: Attachment) -> Picture | None:
    """Return the board as a public message shows it, or None when it could not be drawn."""
    code = choose_language(shown.language).code
    options = Options(language=code, totals=shown.is_round, scores=shown.scores)
    view = table.front.setup.read_view(shown.view)
    return await painter.draw(table.front, view, shown.changes, options=options)


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
    """Return whether Discord may have refused a message for its files alone: then its words are tried without them.

    It says so with 413, with code 40005, with a 400 about the whole request, or with 403 where what the bot knows of
    its permissions is out of date.
    """
    return error.status in (400, 403, 413) and is_refusal(error) and error.code not in (ARCHIVED, LOCKED)


class Kept(NamedTuple):
    """A file that stays on a message when that is edited: Discord needs no more than its number.

    With a description, that of the file is replaced.
    """

    id: int
    description: str = ""

    def to_dict(self) -> dict[str, int | str]:
        """Return it as Discord receives it."""
        return {"id": self.id, "description": self.description} if self.description else {"id": self.id}


async def add_file(
    channel: Place,
    added: Attachment,
    making: Callable[[], Awaitable[discord.File | None]],
    name: str,
    post: Post,
    kept: Sequence[int] | None,
) -> Sequence[int] | None:
    """Make a file, add it to a message that went out without it, and return the numbers of all files there.

    ``name`` is its name, or what it begins with. The message is not read, which needs a permission: it keeps the files
    ``kept``. Of a message of an earlier version these are not known (None). Raises TimeoutError to be tried again.
    """
    if not may_attach(channel):
        if utc_now() - post.created < PERMISSION_WAIT:
            raise TimeoutError("Files may not be attached.")
        return kept
    file = await making()
    if file is None:
        if post.attempts < PICTURE_ATTEMPTS:
            raise TimeoutError(f"The {name} could not be made.")
        return kept
    message: discord.Message | discord.PartialMessage = channel.get_partial_message(added.message_id)
    try:
        if kept is None:
            message = await channel.fetch_message(added.message_id)
            kept = list_files(message)
            if has_file(message, name):
                return kept
        # The list is what stays: a file that arrived at an earlier attempt is replaced by this one.
        attachments = cast("list[discord.Attachment]", [Kept(number) for number in kept])
        return list_files(await message.edit(attachments=[*attachments, file]))
    except discord.NotFound:
        return kept


def list_files(message: discord.Message) -> list[int]:
    """Return the numbers of the files on a message."""
    return [attachment.id for attachment in message.attachments]


def has_file(message: discord.Message, name: str) -> bool:
    """Return whether a message has the attachment of this name, or of this name whatever its kind."""
    return any(f"{attachment.filename}.".startswith(f"{name}.") for attachment in message.attachments)
