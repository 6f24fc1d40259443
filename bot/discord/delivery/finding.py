"""Messages that may or may not have arrived: they are looked up in the channel before they are sent again.

Discord refuses a repeated nonce for a few minutes only, and a bot that was killed may be away for longer.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

import discord

from bot.discord.limits import CLOCKS_DIFFER
from bot.discord.outgoing import list_custom_ids
from bot.discord.permissions import Place, may_read
from storage import Post, Storage

log = logging.getLogger(__name__)

IsIt = Callable[[discord.Message], bool]
LOOKED_THROUGH = 200
"""The most messages that are read, beginning with the last one from before."""


async def find_earlier(
    storage: Storage,
    me: discord.ClientUser | None,
    channel: Place,
    post: Post,
    is_it: Callable[[discord.Message], bool],
    owner: str = "",
) -> discord.Message | None:
    """Return the message that an earlier attempt to send a post left in the channel, or None.

    ``is_it`` recognises it. A message that is known as another post's does not count, nor does one whose buttons belong
    to another table or season than ``owner``.
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
    """Return whether a post was sent only after another one, so that its message is newer.

    Posts to other targets may overtake it.
    """
    return other.seq < post.seq and (post.target == other.target or post.target.startswith(f"{other.target}/"))


def is_of(message: discord.Message, game_id: str) -> bool:
    """Return whether all buttons under a message belong to this table."""
    return all(custom_id.split(":")[1:2] == [game_id] for custom_id in list_custom_ids(message))


def has_map(message: discord.Message) -> bool:
    """Return whether a message shows a map already."""
    return any(attachment.filename.startswith("map.") for attachment in message.attachments)
