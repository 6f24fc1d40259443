"""The content of the stand-in: one server with channels, people and messages, all in memory."""

from __future__ import annotations

import itertools
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import discord

from bot.discord.outgoing import walk

Json = dict[str, Any]

EPOCH = 1_420_070_400_000
"""The first millisecond of Discord's ids."""
APPLICATION, BOT = 900_000_000_000_000_001, 900_000_000_000_000_001
GUILD, ROLE = 194_700_000_000_000_001, 194_700_000_000_000_001
CHANNEL = 194_700_000_000_000_100
ALL_PERMISSIONS = str((1 << 53) - 1 - (1 << 3))
"""Every permission of a person but that of an administrator, for whom nothing is hidden."""
INVITED = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    attach_files=True,
    read_message_history=True,
    pin_messages=True,
)
"""What the bot is given by its invite."""
OPTIONAL = discord.Permissions(create_private_threads=True, manage_channels=True)
"""What a host may give it beside that."""
OWNER = 194_700_000_000_000_002
"""The owner of the server."""
Files = dict[str, tuple[str, bytes]]
EPHEMERAL, LOADING, SILENT, COMPONENTS_V2 = 1 << 6, 1 << 7, 1 << 12, 1 << 15
TEXT, PRIVATE, VOICE, NEWS, NEWS_THREAD, PUBLIC_THREAD, PRIVATE_THREAD, FORUM = 0, 1, 2, 5, 10, 11, 12, 15
THREAD_KINDS = (NEWS_THREAD, PUBLIC_THREAD, PRIVATE_THREAD)
IN_PRIVATE = str(1 << 15 | 1 << 14 | 1 << 17 | 1 << 18)
"""The permissions that Discord names in private: files, embeds, mentions of everyone, emojis of other servers."""
SEE = str(1 << 10)
"""The permission to view a channel."""
BUTTON, SELECT = 2, 3
PINNED_NOTICE = 6
NONCE_SECONDS = 180.0
"""How long a nonce is remembered; the real one is kept "for a few minutes"."""

_counter = itertools.count()


def next_id() -> int:
    """Return a new id that holds the present time, as Discord's do."""
    return ((time.time_ns() // 1_000_000 - EPOCH) << 22) | (next(_counter) & 0x3FFFFF)


def stamp() -> str:
    """Return the present time as Discord writes it."""
    return datetime.now(UTC).isoformat()


def make_user(user_id: int, name: str, *, bot: bool = False) -> Json:
    """Return a user as Discord shows one."""
    return {
        "id": str(user_id),
        "username": name.lower(),
        "global_name": name,
        "discriminator": "0",
        "avatar": None,
        "bot": bot,
        "public_flags": 0,
        "flags": 0,
        "primary_guild": None,
    }


@dataclass
class Sent:
    """The hidden side of a message: the people it really pinged, its files, and the bytes of small ones."""

    attached: list[Json] = field(default_factory=list)
    pings: list[int] = field(default_factory=list)
    pings_all: bool = False
    files: dict[str, bytes] = field(default_factory=dict)


class World:
    """Everything that Discord remembers.

    ``granted`` is what the role that everyone has allows the bot, ``members`` are those of private threads. The last
    attributes are what documents leave open or may change.
    """

    def __init__(self) -> None:
        self.bot = make_user(BOT, "Gandhi", bot=True)
        self.users: dict[int, Json] = {}
        self.channels: dict[int, Json] = {}
        self.messages: dict[int, dict[int, Json]] = {}
        self.sent: dict[int, Sent] = {}
        self.commands: list[Json] = []
        self.guild_commands: list[Json] = []
        self.emojis: dict[int, Json] = {}
        self.drawn: dict[int, bytes] = {}
        self.granted = (INVITED | OPTIONAL).value
        self.members: dict[int, set[int]] = {}
        self.nonce_seconds = NONCE_SECONDS
        self.most_tags, self.most_pins = 5, 250
        self.owner_may_lock = self.owner_may_tag = True
        self.lists_all_files = self.edits_archived = False
        self.mention_adds = self.has_limits = self.knows_me = self.keeps_ids = True
        self.may_be_silent = self.edits_descriptions = True
        self.has_activities = False
        self.present: set[int] = set()
        self.shards = 1
        self.with_threads = {TEXT, NEWS, FORUM}
        self._nonces: dict[tuple[int, str], tuple[float, int]] = {}
        self.add_channel("gandhi", CHANNEL)

    # -- adding people, channels and threads ------------------------------------------------------------------

    def add_user(self, name: str, user_id: int | None = None) -> Json:
        """Return a new person."""
        made = make_user(user_id or next_id(), name)
        self.users[int(made["id"])] = made
        return made

    def add_channel(
        self, name: str, channel_id: int | None = None, *, kind: int = TEXT, is_hidden: bool = False
    ) -> int:
        """Add a channel, and return its id. Only the bot and people whose role shows it know a hidden one."""
        made = channel_id or next_id()
        self.channels[made] = {
            "id": str(made),
            "type": kind,
            "guild_id": str(GUILD),
            "position": len(self.channels),
            "permission_overwrites": [
                {"id": str(ROLE), "type": 0, "allow": "0", "deny": SEE},
                {"id": str(BOT), "type": 1, "allow": SEE, "deny": "0"},
            ]
            if is_hidden
            else [],
            "name": name,
            "nsfw": False,
            "flags": 0,
            "rate_limit_per_user": 0,
            **({"bitrate": 64000, "user_limit": 0, "rtc_region": None} if kind == VOICE else {}),
            **(
                {"available_tags": [], "default_reaction_emoji": None, "default_sort_order": None}
                if kind == FORUM
                else {}
            ),
        }
        self.messages[made] = {}
        return made

    def add_private(self, user: Json) -> int:
        """Add the private conversation of a person with the bot, and return its id."""
        made = next_id()
        self.channels[made] = {
            "id": str(made),
            "type": PRIVATE,
            "last_message_id": None,
            "flags": 0,
            "recipients": [user],
        }
        self.messages[made] = {}
        return made

    def add_thread(self, parent: int, name: str, tags: Sequence[str] = (), kind: int | None = None) -> Json:
        """Make a thread of a kind, or a public one. A post of a forum has the tags with these ids."""
        made = next_id()
        self.channels[made] = {
            "id": str(made),
            "type": kind or PUBLIC_THREAD,
            "guild_id": str(GUILD),
            "parent_id": str(parent),
            "owner_id": str(BOT),
            "name": name,
            "flags": 0,
            "rate_limit_per_user": 0,
            "message_count": 0,
            "member_count": 1,
            "total_message_sent": 0,
            **({"applied_tags": list(tags)} if self.channels[parent]["type"] == FORUM else {}),
            "thread_metadata": {
                "archived": False,
                "auto_archive_duration": 10080,
                "archive_timestamp": stamp(),
                "locked": False,
                "create_timestamp": stamp(),
            },
        }
        self.messages[made] = {}
        return self.channels[made]

    def add_emoji(self, name: str, data: bytes = b"") -> Json:
        """Return a new emoji of the application, and its picture."""
        made = next_id()
        self.emojis[made] = {
            "id": str(made),
            "name": name,
            "roles": [],
            "user": self.bot,
            "require_colons": True,
            "managed": False,
            "animated": False,
            "available": True,
        }
        self.drawn[made] = data
        return self.emojis[made]

    def forbid(self, channel_id: int, *names: str) -> None:
        """Take permissions from the bot in a channel; without names, give them back."""
        denied = discord.Permissions(**dict.fromkeys(names, True)).value
        mine = {"id": str(BOT), "type": 1, "allow": "0", "deny": str(denied)}
        others = [one for one in self.channels[channel_id]["permission_overwrites"] if one["id"] != str(BOT)]
        self.channels[channel_id]["permission_overwrites"] = [*others, mine]

    def remove_channel(self, channel_id: int) -> None:
        """Delete a channel or thread, with everything in it."""
        del self.channels[channel_id]
        del self.messages[channel_id]

    @property
    def people(self) -> set[str]:
        """Return the ids of all people, as options of commands hold them."""
        return {str(user_id) for user_id in self.users}

    # -- messages ------------------------------------------------------------------------------------------

    def open_post(self, parent: int, body: Json, files: dict[str, tuple[str, bytes]]) -> Json:
        """Return a new post of a forum, with its first message, which has the same id."""
        thread = self.add_thread(parent, body["name"], [str(tag) for tag in body.get("applied_tags") or ()])
        message = self.compose(int(thread["id"]), body["message"], files)
        self.sent[int(thread["id"])] = self.sent.pop(int(message["id"]))
        message["id"] = thread["id"]
        self.messages[int(thread["id"])][int(thread["id"])] = message
        return {**thread, "message": message}

    def put_tags(self, channel_id: int, tags: Sequence[Json]) -> None:
        """Give a forum these tags in place of those that it has; new ones get an id."""
        blank = {"moderated": False, "emoji_id": None, "emoji_name": None}
        self.channels[channel_id]["available_tags"] = [
            {**blank, **tag, "id": str(tag.get("id") or next_id())} for tag in tags
        ]

    def post(self, channel_id: int, body: Json, files: dict[str, tuple[str, bytes]]) -> Json:
        """Return the bot's message in a channel. One with a nonce that is still known comes back as it was."""
        nonce = body.get("nonce")
        if nonce is not None and body.get("enforce_nonce"):
            when, known = self._nonces.get((channel_id, str(nonce)), (float("-inf"), 0))
            if time.monotonic() - when < self.nonce_seconds and known in self.messages[channel_id]:
                return self.messages[channel_id][known]
        message = self.compose(channel_id, body, files)
        message["flags"] |= (body.get("flags") or 0) & SILENT * self.may_be_silent
        self.messages[channel_id][int(message["id"])] = message
        if nonce is not None:
            self._nonces[channel_id, str(nonce)] = (time.monotonic(), int(message["id"]))
            message = {**message, "nonce": nonce}
        return message

    def compose(self, channel_id: int, body: Json, files: dict[str, tuple[str, bytes]], *, flags: int = 0) -> Json:
        """Make a message by the bot from the body of a request, without posting it."""
        made: Json = {
            "id": str(next_id()),
            "channel_id": str(channel_id),
            "type": 0,
            "author": self.bot,
            "content": "",
            "timestamp": stamp(),
            "edited_timestamp": None,
            "tts": False,
            "mention_everyone": False,
            "mentions": [],
            "mention_roles": [],
            "attachments": [],
            "embeds": [],
            "components": [],
            "pinned": False,
            "flags": flags,
        }
        self.sent[int(made["id"])] = Sent()
        self.change(made, body, files)
        made["edited_timestamp"] = None
        self._note_pings(made, body)
        return made

    def change(self, message: Json, body: Json, files: dict[str, tuple[str, bytes]]) -> None:
        """Edit a message: what the body names is replaced, and of the attachments only those listed are kept."""
        if "content" in body:
            # Discord takes away white space at both ends.
            message["content"] = (body["content"] or "").strip()
        if "embeds" in body:
            message["embeds"] = [{"type": "rich", **embed} for embed in body["embeds"] or []]
        sent = self.sent[int(message["id"])]
        if "attachments" in body or files:
            sent.attached = self._attach(message, body.get("attachments"), files)
        # A message that has once had components of the second kind keeps them.
        message["flags"] |= (body.get("flags") or 0) & COMPONENTS_V2
        # Files that are shown by components are not listed beside them.
        is_hidden = message["flags"] & COMPONENTS_V2 and not self.lists_all_files
        message["attachments"] = [] if is_hidden else sent.attached
        if "components" in body:
            urls = {f"attachment://{file['filename']}": file["url"] for file in sent.attached}
            numbers = itertools.count(1)
            message["components"] = [resolve(number(part, numbers), urls) for part in body["components"] or []]
        message["edited_timestamp"] = stamp()
        message["flags"] &= ~LOADING

    def delete(self, channel_id: int, message_id: int) -> None:
        """Delete a message."""
        self.messages[channel_id].pop(message_id, None)

    def pin(self, channel_id: int, message_id: int) -> None:
        """Pin a message; the channel says so once."""
        message = self.messages[channel_id][message_id]
        if message["pinned"]:
            return
        message["pinned"] = True
        notice = self.compose(channel_id, {}, {})
        notice["type"] = PINNED_NOTICE
        self.messages[channel_id][int(notice["id"])] = notice

    def posted(self, channel_id: int) -> list[Json]:
        """Return the bot's own messages in a channel, oldest first, without Discord's notices about pins."""
        return [message for message in self.messages[channel_id].values() if message["type"] == 0]

    def everywhere(self) -> Iterator[Json]:
        """Yield every message of the bot in every channel."""
        for channel_id in self.channels:
            yield from self.posted(channel_id)

    def _attach(self, message: Json, listed: list[Json] | None, files: dict[str, tuple[str, bytes]]) -> list[Json]:
        before = {attachment["id"]: attachment for attachment in self.sent[int(message["id"])].attached}
        if listed is None:
            listed = [{"id": number} for number in range(len(files))]
        kept = []
        for item in listed:
            held = before.get(str(item["id"]))
            if held is not None:
                is_new = self.edits_descriptions and item.get("description")
                kept.append(held | {"description": item["description"]} if is_new else held)
                continue
            name, data = files[f"files[{item['id']}]"]
            self.sent[int(message["id"])].files[name] = data if len(data) < 1 << 16 else b""
            attachment_id = str(next_id())
            url = f"http://127.0.0.1/{attachment_id}/{name}"
            kept.append(
                {
                    "id": attachment_id,
                    "filename": name,
                    "size": len(data),
                    "url": url,
                    "proxy_url": url,
                    **({"description": item["description"]} if item.get("description") else {}),
                }
            )
        return kept

    def _note_pings(self, message: Json, body: Json) -> None:
        """Note whom a message pings, by the rules of allowed mentions."""
        allowed = body.get("allowed_mentions")
        texts = [message["content"], *(part.get("content", "") for part in walk(message["components"]))]
        named = [int(found) for found in re.findall(r"<@!?(\d+)>", " ".join(texts))]
        sent = self.sent[int(message["id"])]
        parse = allowed.get("parse", []) if allowed is not None else ["users", "roles", "everyone"]
        users = named if "users" in parse else [int(user) for user in (allowed or {}).get("users", [])]
        # Someone who is named twice is pinged once.
        sent.pings = [user for user in dict.fromkeys(named) if user in users]
        sent.pings_all = "everyone" in parse or "roles" in parse
        message["mentions"] = [self.users[user] for user in dict.fromkeys(named) if user in self.users]

    # -- what the gateway says ----------------------------------------------------------------------------

    def guild(self) -> Json:
        """Return the server, whole."""
        return {
            "id": str(GUILD),
            "name": "India",
            "owner_id": str(OWNER),
            "icon": None,
            "splash": None,
            "discovery_splash": None,
            "afk_channel_id": None,
            "afk_timeout": 300,
            "verification_level": 0,
            "default_message_notifications": 1,
            "explicit_content_filter": 0,
            "roles": [self.role()],
            "emojis": [],
            "stickers": [],
            "features": [],
            "mfa_level": 0,
            "application_id": None,
            "system_channel_id": None,
            "system_channel_flags": 0,
            "rules_channel_id": None,
            "vanity_url_code": None,
            "description": None,
            "banner": None,
            "premium_tier": 0,
            "premium_subscription_count": 0,
            "preferred_locale": "en-US",
            "public_updates_channel_id": None,
            "nsfw_level": 0,
            "premium_progress_bar_enabled": False,
            "joined_at": stamp(),
            "large": False,
            "unavailable": False,
            "member_count": len(self.users) + 1,
            "voice_states": [],
            "members": [self.member(self.bot)] if self.knows_me else [],
            "channels": [
                channel for channel in self.channels.values() if channel["type"] in (TEXT, NEWS, VOICE, FORUM)
            ],
            "threads": self.list_active_threads(),
            "presences": [],
            "stage_instances": [],
            "guild_scheduled_events": [],
            "soundboard_sounds": [],
        }

    def list_active_threads(self) -> list[Json]:
        """Return the threads and posts that are not archived."""
        threads = (channel for channel in self.channels.values() if channel["type"] in THREAD_KINDS)
        return [thread for thread in threads if not thread["thread_metadata"]["archived"]]

    def role(self) -> Json:
        """Return the role that everyone has."""
        return {
            "id": str(ROLE),
            "name": "@everyone",
            "color": 0,
            "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
            "hoist": False,
            "position": 0,
            "permissions": str(self.granted),
            "managed": False,
            "mentionable": False,
            "flags": 0,
        }

    def member(self, user: Json) -> Json:
        """Return a user as a member of the server."""
        return {
            "user": user,
            "nick": None,
            "avatar": None,
            "banner": None,
            "roles": [],
            "joined_at": stamp(),
            "deaf": False,
            "mute": False,
            "flags": 0,
            "pending": False,
            "permissions": ALL_PERMISSIONS,
        }


def number(part: Json, numbers: Iterator[int]) -> Json:
    """Return a component with an id, as Discord gives every one that has none; its children too."""
    made = {"id": next(numbers), **part}
    if "components" in part:
        made["components"] = [number(child, numbers) for child in part["components"]]
    if "accessory" in part:
        made["accessory"] = number(part["accessory"], numbers)
    return made


def resolve(part: Any, urls: Mapping[str, str]) -> Any:
    """Return a component as Discord gives it: with the addresses of the attachments that it shows, and ids as text."""
    if isinstance(part, list):
        return [resolve(child, urls) for child in part]
    if not isinstance(part, dict):
        return part
    made = {name: resolve(value, urls) for name, value in part.items()}
    if "file" in part:
        made = {"name": part["file"]["url"].rpartition("/")[2], "size": None, **made}
    if "media" in part:
        made = {"description": None, "spoiler": False, **made}
    if isinstance(emoji := part.get("emoji"), dict) and emoji.get("id"):
        made["emoji"] = {**emoji, "id": str(emoji["id"])}
    if isinstance(url := part.get("url"), str) and "custom_id" not in part and part.get("type") != BUTTON:
        address = urls.get(url, url)
        made |= {"id": address.rpartition("/")[0].rpartition("/")[2], "url": address, "proxy_url": address}
    return made
