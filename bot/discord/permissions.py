"""The bot's permissions in a channel: required ones, optional ones, and which are missing.

It must see the channel and write there. Without the others it does less, and says what is missing.
"""

from __future__ import annotations

from dataclasses import dataclass

import discord

from bot.errors import TableError
from engine.core.text import Text, text

VIEW = "view_channel"
SEND = "send_messages"
SEND_IN_THREADS = "send_messages_in_threads"
THREADS = "create_public_threads"
PRIVATE_THREADS = "create_private_threads"
ATTACH = "attach_files"
HISTORY = "read_message_history"
PIN = "pin_messages"
MANAGE_CHANNELS = "manage_channels"
MANAGE_THREADS = "manage_threads"

WISHED = (ATTACH, PIN, HISTORY)
"""Without these a table works with limits: no pictures, no pin, and perhaps a repeated message."""

ARCHIVED, LOCKED = 50083, 160005
"""Discord's codes for an archived thread, and for one that only moderators may write in."""

Place = discord.TextChannel | discord.VoiceChannel | discord.StageChannel | discord.Thread | discord.DMChannel
"""Places for tables. Voice channels have a chat too, and a person may play alone in private with the bot."""
PLACES = (discord.TextChannel, discord.VoiceChannel, discord.StageChannel, discord.Thread, discord.DMChannel)


@dataclass(frozen=True, slots=True)
class NewPlace:
    """The place of a new table, a thread or not, and its missing optional permissions."""

    in_thread: bool
    missed: tuple[str, ...]


def find_home(granted: discord.Permissions, *, wants_thread: bool, is_thread: bool) -> NewPlace:
    """Return where a table can be opened with these permissions. Raises TableError if it can be nowhere.

    ``is_thread`` means that it is opened inside a thread, which has no threads.
    """
    if not granted.view_channel:
        raise TableError(cannot_post(VIEW))
    missed: list[str] = []
    in_thread = False
    if wants_thread and not is_thread:
        lacking = [name for name in (THREADS, SEND_IN_THREADS) if not getattr(granted, name)]
        in_thread, missed = not lacking, lacking
    wanted = SEND_IN_THREADS if is_thread else SEND
    if not in_thread and not getattr(granted, wanted):
        raise TableError(cannot_post(wanted))
    return NewPlace(in_thread, (*missed, *find_wished(granted)))


def find_home_in_forum(granted: discord.Permissions) -> NewPlace:
    """Return the home of a table as a post of a forum channel. Raises TableError if the bot cannot make one there."""
    for name in (VIEW, SEND, SEND_IN_THREADS):
        if not getattr(granted, name):
            raise TableError(cannot_post(name))
    # Its status is the first message there, which needs no pin.
    return NewPlace(True, tuple(name for name in find_wished(granted) if name != PIN))


def find_wished(granted: discord.Permissions) -> list[str]:
    """Return the missing optional permissions of a table."""
    return [name for name in WISHED if not getattr(granted, name)]


def find_needed(channel: Place | discord.ForumChannel) -> Text:
    """Return which permissions the bot lacks if it cannot post, as a sentence for the players."""
    granted = look_up(channel)
    if isinstance(channel, discord.Thread) and channel.locked and not (granted and granted.manage_threads):
        return text("error.thread_locked")
    if granted is not None:
        for name in (VIEW, SEND_IN_THREADS if isinstance(channel, discord.Thread) else SEND):
            if not getattr(granted, name):
                return cannot_post(name)
    return text("error.no_channel")


def may_attach(channel: Place) -> bool:
    """Return whether pictures may be sent to a channel. If that is unknown, it is tried."""
    granted = look_up(channel)
    return granted is None or granted.attach_files


def may_read(channel: Place) -> bool:
    """Return whether earlier messages of a channel may be read: without permission, Discord shows an empty channel."""
    granted = look_up(channel)
    return granted is None or granted.read_message_history


def is_refusal(error: Exception) -> bool:
    """Return whether Discord's refusal is final, so that trying again is useless.

    After a 401 the token may be replaced. A 403 without a code is from something between the bot and Discord.
    """
    if not isinstance(error, discord.HTTPException) or error.status in (401, 429):
        return False
    return 400 <= error.status < 500 and not (error.status == 403 and not error.code)


def look_up(channel: Place | discord.ForumChannel) -> discord.Permissions | None:
    """Return the bot's permissions in a channel, or None if they are unknown, as in private or in another process."""
    if isinstance(channel, discord.DMChannel) or getattr(channel.guild, "me", None) is None:
        return None
    try:
        return channel.permissions_for(channel.guild.me)
    except discord.ClientException:
        return None


def cannot_post(name: str) -> Text:
    """Return the sentence that the bot may not post here."""
    return text("error.missing_permission", permission=text(f"permission.{name}"))


def cannot_talk(name: str) -> Text:
    """Return the sentence that private talks are impossible because the bot lacks a permission."""
    return text("error.cannot_talk", permission=text(f"permission.{name}"))


def do_without(name: str) -> Text:
    """Return the effect of a missing optional permission, and that people may ask for it."""
    return text(f"ui.without.{name}", permission=text(f"permission.{name}"))
