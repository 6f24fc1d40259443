"""The stand-in's routes about channels, threads and messages, as strict as Discord's documents."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from aiohttp import web

from tests.loopback.gateway import Gateway
from tests.loopback.permissions import (
    Refused,
    check,
    check_open,
    check_tags,
    check_thread_edit,
    check_writing,
    find_permissions,
)
from tests.loopback.world import BOT, FORUM, PRIVATE, PRIVATE_THREAD, Files, Json, World, stamp

OLD: Final = timedelta(hours=1)
"""The age from which a message can be edited less often (30046)."""
OLD_EDITS, OLD_SECONDS = 3, 6.0
"""Edits of such messages, and in how many seconds, for a channel: no one publishes the number."""
MOST_PINS: Final = 250


class Channels:
    """Answers requests about channels. ``posted`` is set when a message has come or changed."""

    def __init__(self, world: World, gateway: Gateway, posted: asyncio.Event) -> None:
        self.world = world
        self.gateway = gateway
        self.posted = posted
        self._old_edits: dict[int, deque[float]] = {}

    def find(self, request: web.Request) -> int:
        """Return the channel of a request. Raises Refused."""
        channel_id = int(request.match_info["channel_id"])
        if channel_id not in self.world.channels:
            raise Refused(404, 10003, "Unknown Channel")
        check(self.world, channel_id)
        return channel_id

    def find_message(self, request: web.Request) -> Json:
        """Return the message of a request. Raises Refused."""
        message = self.world.messages[self.find(request)].get(int(request.match_info["message_id"]))
        if message is None:
            raise Refused(404, 10008, "Unknown Message")
        return message

    # -- channels and threads ------------------------------------------------------------------------------

    async def get_channel(self, request: web.Request, body: Any, files: Files) -> Json:
        return self.world.channels[self.find(request)]

    async def make_thread(self, request: web.Request, body: Any, files: Files) -> Json:
        channel_id = self.find(request)
        parent = self.world.channels[channel_id]
        is_forum = parent["type"] == FORUM
        if is_forum != ("message" in body) or parent["type"] not in self.world.with_threads:
            raise Refused(400, 50024, "Cannot execute action on this channel type")
        if is_forum:
            check(self.world, channel_id, "send_messages", *(["attach_files"] if files else []))
            check_tags(self.world, parent, [str(tag) for tag in body.get("applied_tags") or ()], [])
            thread = self.world.open_post(channel_id, body, files)
        else:
            is_private = body.get("type") == PRIVATE_THREAD
            check(self.world, channel_id, "create_private_threads" if is_private else "create_public_threads")
            thread = self.world.add_thread(channel_id, body["name"], kind=body.get("type"))
        for session in self.gateway.live:
            made = {name: value for name, value in thread.items() if name != "message"}
            await session.tell("THREAD_CREATE", {**made, "newly_created": True})
        return thread

    async def list_threads(self, request: web.Request, body: Any, files: Files) -> Json:
        return {"threads": self.world.list_active_threads(), "members": [], "has_more": False}

    async def edit_channel(self, request: web.Request, body: Any, files: Files) -> Json:
        channel_id = self.find(request)
        channel = self.world.channels[channel_id]
        metadata = channel.get("thread_metadata", {})
        if metadata:
            check_thread_edit(self.world, channel, body)
        else:
            check(self.world, channel_id, "manage_channels")
        if "applied_tags" in body:
            wanted = [str(tag) for tag in body["applied_tags"]]
            check_tags(self.world, self.world.channels[int(channel["parent_id"])], wanted, channel["applied_tags"])
            channel["applied_tags"] = wanted
        if "available_tags" in body:
            self.world.put_tags(channel_id, body["available_tags"])
        metadata.update({name: body[name] for name in ("archived", "locked") if name in body})
        for session in self.gateway.live:
            await session.tell("THREAD_UPDATE" if metadata else "CHANNEL_UPDATE", channel)
        return channel

    async def delete_channel(self, request: web.Request, body: Any, files: Files) -> Json:
        channel_id = self.find(request)
        channel = self.world.channels[channel_id]
        check(self.world, channel_id, "manage_threads" if "thread_metadata" in channel else "manage_channels")
        self.world.remove_channel(channel_id)
        return channel

    async def add_member(self, request: web.Request, body: Any, files: Files) -> None:
        channel_id = self.find(request)
        check(self.world, channel_id, "send_messages_in_threads")
        check_open(self.world, channel_id)
        self.world.members.setdefault(channel_id, set()).add(int(request.match_info["user_id"]))

    async def get_member(self, request: web.Request, body: Any, files: Files) -> Json:
        channel_id, user_id = self.find(request), request.match_info["user_id"]
        if int(user_id) not in self.world.members.get(channel_id, ()):
            raise Refused(404, 10007, "Unknown Member")
        return {"id": str(channel_id), "user_id": user_id, "join_timestamp": stamp(), "flags": 0}

    # -- messages ------------------------------------------------------------------------------------------

    async def post(self, request: web.Request, body: Any, files: Files) -> Json:
        channel_id = self.find(request)
        check_writing(self.world, channel_id, has_files=bool(files))
        if not any(body.get(name) for name in ("content", "embeds", "components", "attachments", "poll")):
            raise Refused(400, 50006, "Cannot send an empty message")
        message = self.world.post(channel_id, body, files)
        if self.world.channels[channel_id]["type"] == PRIVATE_THREAD and self.world.mention_adds:
            self.world.members.setdefault(channel_id, set()).update(self.world.sent[int(message["id"])].pings)
        self.posted.set()
        return message

    async def read_history(self, request: web.Request, body: Any, files: Files) -> list[Json]:
        channel_id = self.find(request)
        if not find_permissions(self.world, channel_id).read_message_history:
            return []
        messages = self.world.messages[channel_id]
        limit = int(request.query.get("limit", 50))
        after, before = int(request.query.get("after", 0)), int(request.query.get("before", 1 << 63))
        found = [message for key, message in messages.items() if after < key < before]
        newest_first = found[::-1]
        # After a message, Discord gives those that come next; they too are listed newest first.
        return found[:limit][::-1] if "after" in request.query else newest_first[:limit]

    async def pin(self, request: web.Request, body: Any, files: Files) -> None:
        message = self.find_message(request)
        channel_id = int(message["channel_id"])
        if self.world.channels[channel_id]["type"] != PRIVATE:
            check(self.world, channel_id, "pin_messages")
        check_open(self.world, channel_id)
        if sum(one["pinned"] for one in self.world.messages[channel_id].values()) >= self.world.most_pins:
            raise Refused(400, 30003, f"Maximum number of pins reached ({self.world.most_pins})")
        self.world.pin(channel_id, int(message["id"]))

    async def get_message(self, request: web.Request, body: Any, files: Files) -> Json:
        channel_id = self.find(request)
        if self.world.channels[channel_id]["type"] != PRIVATE:
            check(self.world, channel_id, "read_message_history")
        return self.find_message(request)

    async def edit(self, request: web.Request, body: Any, files: Files) -> Json:
        message = self.find_message(request)
        channel_id = int(message["channel_id"])
        if message["author"]["id"] != str(BOT):
            raise Refused(403, 50005, "Cannot edit a message authored by another user")
        check(self.world, channel_id, *(["attach_files"] if files else []))
        if not self.world.edits_archived:
            check_open(self.world, channel_id)
        self._count_old_edit(channel_id, message)
        self.world.change(message, body, files)
        self.posted.set()
        return message

    async def delete(self, request: web.Request, body: Any, files: Files) -> None:
        message = self.find_message(request)
        check_open(self.world, int(message["channel_id"]))
        self.world.delete(int(message["channel_id"]), int(message["id"]))

    def _count_old_edit(self, channel_id: int, message: Json) -> None:
        """Raise Refused for one edit too many of messages that are old."""
        if datetime.now(UTC) - datetime.fromisoformat(message["timestamp"]) < OLD:
            return
        now, edits = time.monotonic(), self._old_edits.setdefault(channel_id, deque())
        while edits and now - edits[0] > OLD_SECONDS:
            edits.popleft()
        if len(edits) >= OLD_EDITS:
            wait = OLD_SECONDS - (now - edits[0])
            raise Refused(429, 30046, "Maximum number of edits to messages older than 1 hour reached.", wait)
        edits.append(now)
