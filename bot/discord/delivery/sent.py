"""Messages that were sent: add a slow file to one, or find the one that an earlier attempt to send a post left.

A message that may or may not have arrived is looked up before it is sent again: Discord refuses a repeated nonce for a
few minutes only, and a bot that was killed may be away for longer. This module only reads the database.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from datetime import timedelta
from typing import NamedTuple, cast

import discord

from bot.discord.limits import CLOCKS_DIFFER
from bot.discord.outgoing import list_custom_ids
from bot.discord.places import Place, may_attach, may_read
from bot.tables.announcements import Attachment
from storage import Post, Storage
from storage.columns import utc_now

log = logging.getLogger(__name__)


PICTURE_ATTEMPTS = 4
PERMISSION_WAIT = timedelta(days=1)
"""The longest time that a picture waits for the permission to be attached."""


class Kept(NamedTuple):
    """A file that stays on a message when the message is edited: Discord only needs its id.

    A ``description`` replaces the alt text of the file.
    """

    id: int
    description: str = ""

    def to_dict(self) -> dict[str, int | str]:
        """Return the file as Discord's API expects it in an edited message."""
        return {"id": self.id, "description": self.description} if self.description else {"id": self.id}


async def add_file(
    channel: Place,
    added: Attachment,
    making: Callable[[], Awaitable[discord.File | None]],
    name: str,
    post: Post,
    kept: Sequence[int] | None,
) -> Sequence[int] | None:
    """Make a file, add it to a message that was sent without it, and return the ids of all files on the message.

    ``name`` is the name of the file, with or without its extension. ``kept`` are the ids of the files that the message
    has already. If it is None, as for a message of an earlier version, the message is read, which needs a permission.
    Return ``kept`` if the file cannot be added at all. Raises TimeoutError if a later attempt may succeed.
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
        # Discord keeps the files in this list, and drops all others, such as the file of an earlier attempt.
        attachments = cast("list[discord.Attachment]", [Kept(number) for number in kept])
        return list_files(await message.edit(attachments=[*attachments, file]))
    except discord.NotFound:
        return kept


def list_files(message: discord.Message) -> list[int]:
    """Return the ids of the files on a message."""
    return [attachment.id for attachment in message.attachments]


def has_file(message: discord.Message, name: str) -> bool:
    """Return whether a message has a file of this name, with or without an extension."""
    return any(f"{attachment.filename}.".startswith(f"{name}.") for attachment in message.attachments)


LOOKED_THROUGH = 200
"""The most messages that `find_earlier` reads, from the oldest possible one on."""


async def find_earlier(
    storage: Storage,
    me: discord.ClientUser | None,
    channel: Place,
    post: Post,
    is_it: Callable[[discord.Message], bool],
    owner: str = "",
) -> discord.Message | None:
    """Return the message that an earlier attempt to send a post left in the channel, or None.

    ``is_it`` recognises the message. Messages of other posts do not count. Nor do those whose buttons belong to another
    table or season than ``owner``, by default the post's table.
    """
    if me is None:
        return None
    if not may_read(channel):
        log.warning("Without the right to read the history of channel %s, a message may come twice.", channel.id)
        return None
    async with storage.read() as reader:
        posts = await reader.posts(post.game_id)
    arrived = {other.message_id for other in posts if other.message_id is not None and other.seq != post.seq}
    before = [other.message_id for other in posts if other.message_id is not None and was_waited_for(post, other)]
    start = discord.Object(max(before)) if before else post.created - CLOCKS_DIFFER
    async for message in channel.history(limit=LOOKED_THROUGH, after=start, oldest_first=True):
        if message.author.id != me.id or message.type is not discord.MessageType.default or message.id in arrived:
            continue
        if is_it(message) and is_of(message, owner or post.game_id):
            return message
    return None


def was_waited_for(post: Post, other: Post) -> bool:
    """Return whether ``post`` was sent only after ``other``, so that its message is newer.

    Posts to different targets may overtake each other.
    """
    return other.seq < post.seq and (post.target == other.target or post.target.startswith(f"{other.target}/"))


def is_of(message: discord.Message, game_id: str) -> bool:
    """Return whether no button under a message belongs to another table or season than ``game_id``."""
    return all(custom_id.split(":")[1:2] == [game_id] for custom_id in list_custom_ids(message))
