"""What the bot may do at the stand-in, by the permissions of its role, of channels and of threads."""

from __future__ import annotations

from typing import Any, Final

import discord

from tests.loopback.world import BOT, PRIVATE, ROLE, THREAD_KINDS, World

Json = dict[str, Any]

MISSING_ACCESS: Final = 50001
MISSING_PERMISSIONS: Final = 50013
ARCHIVED: Final = 50083
LOCKED: Final = 160005


class Refused(Exception):
    """Discord's refusal of a request; ``wait`` are the seconds after which it may be made again."""

    def __init__(self, status: int, code: int, message: str, wait: float | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.wait = wait


def find_permissions(world: World, channel_id: int) -> discord.Permissions:
    """Return what the bot may do in a channel or thread, as Discord computes it from the roles and the overwrites."""
    channel = world.channels[channel_id]
    if channel["type"] == PRIVATE:
        return discord.Permissions.all()
    is_thread = channel["type"] in THREAD_KINDS
    parent = world.channels[int(channel["parent_id"])] if is_thread else channel
    bits = world.granted
    # First the overwrites for everyone, then those for the bot.
    for target in (str(ROLE), str(BOT)):
        for overwrite in parent["permission_overwrites"]:
            if overwrite["id"] == target:
                bits = bits & ~int(overwrite["deny"]) | int(overwrite["allow"])
    granted = discord.Permissions(bits)
    may_write = granted.send_messages_in_threads if is_thread else granted.send_messages
    if not granted.view_channel:
        return discord.Permissions.none()
    if not may_write:
        granted.update(attach_files=False, embed_links=False, mention_everyone=False, send_tts_messages=False)
    return granted


def check(world: World, channel_id: int, *names: str) -> discord.Permissions:
    """Return what the bot may do in a channel. Raises Refused unless it sees it, and may do all that is named."""
    granted = find_permissions(world, channel_id)
    if not granted.view_channel:
        raise Refused(403, MISSING_ACCESS, "Missing Access")
    if not all(getattr(granted, name) for name in names):
        raise Refused(403, MISSING_PERMISSIONS, "Missing Permissions")
    return granted


def check_writing(world: World, channel_id: int, *, has_files: bool) -> None:
    """Open an archived thread for a message. Raises Refused where the bot may not write, nor attach its files."""
    channel = world.channels[channel_id]
    if channel["type"] == PRIVATE:
        return
    is_thread = channel["type"] in THREAD_KINDS
    writing = "send_messages_in_threads" if is_thread else "send_messages"
    granted = check(world, channel_id, writing, *(["attach_files"] if has_files else []))
    metadata = channel.get("thread_metadata", {})
    if metadata.get("locked") and not granted.manage_threads:
        raise Refused(403, LOCKED, "Thread is locked")
    if metadata.get("archived"):
        metadata["archived"] = False


def check_open(world: World, channel_id: int) -> None:
    """Raise Refused for anything but a message in an archived thread."""
    if world.channels[channel_id].get("thread_metadata", {}).get("archived"):
        raise Refused(400, ARCHIVED, "Thread is archived")


def check_tags(world: World, forum: Json, wanted: list[str], before: list[str]) -> None:
    """Raise Refused for tags that a forum does not have or demands, for too many, and for those of moderators."""
    known = {tag["id"]: tag for tag in forum.get("available_tags", ())}
    if not {*wanted} <= {*known} or len(wanted) > world.most_tags:
        raise Refused(400, 50035, "Invalid Form Body: applied_tags: Unknown tag, or too many")
    if not wanted and forum["flags"] & discord.ChannelFlags.require_tag.flag:
        raise Refused(400, 40067, "A tag is required to create a forum post in this channel")
    changed = {*wanted} ^ {*before}
    if any(known[tag]["moderated"] for tag in changed if tag in known):
        check(world, int(forum["id"]), "manage_threads")


def check_thread_edit(world: World, channel: Json, body: Json) -> None:
    """Raise Refused for changes of a thread that the bot may not make: it may do more in its own."""
    channel_id, metadata = int(channel["id"]), channel["thread_metadata"]
    granted = check(world, channel_id)
    is_owner = channel["owner_id"] == str(BOT)
    if metadata["locked"] and not granted.manage_threads:
        raise Refused(403, MISSING_PERMISSIONS, "Missing Permissions")
    if metadata["archived"] and body.get("archived") is not False:
        raise Refused(400, ARCHIVED, "Thread is archived")
    if granted.manage_threads:
        return
    is_opened = metadata["archived"] and body.get("archived") is False
    if is_opened and not granted.send_messages_in_threads:
        raise Refused(403, MISSING_PERMISSIONS, "Missing Permissions")
    needs_owner = {"archived": not is_opened, "applied_tags": True, "name": True, "auto_archive_duration": True}
    if not is_owner and any(needs_owner.get(name) for name in body):
        raise Refused(403, MISSING_PERMISSIONS, "Missing Permissions")
    if body.get("locked") and not (is_owner and world.owner_may_lock):
        raise Refused(403, MISSING_PERMISSIONS, "Missing Permissions")
    if "applied_tags" in body and not world.owner_may_tag:
        raise Refused(403, MISSING_PERMISSIONS, "Missing Permissions")
