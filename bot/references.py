"""References in sentences that Discord shows in its own way: a person, a place, a moment in time."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final, Literal

import msgspec

from bot.names import Said
from engine.core.text import Text


class Mention(msgspec.Struct, frozen=True, tag="mention", tag_field="refers"):
    """A person, shown under the name that they have on Discord. It pings nobody by itself."""

    user_id: int | None


class Place(msgspec.Struct, frozen=True, tag="place", tag_field="refers"):
    """A channel or thread, shown as a link."""

    channel_id: int


class Time(msgspec.Struct, frozen=True, tag="time", tag_field="refers"):
    """A moment in seconds since 1970, shown in the reader's time zone: its date (``f``) or its distance (``R``)."""

    seconds: int
    style: Literal["f", "R"] = "f"

    @classmethod
    def of(cls, moment: datetime, style: Literal["f", "R"] = "f") -> Time:
        """Return the reference to a moment."""
        return cls(int(moment.timestamp()), style)


Reference = Mention | Place | Time
KINDS: Final = (Mention, Place, Time)


def show(reference: Reference) -> Said:
    """Return a reference as Discord's markup."""
    match reference:
        case Mention(user_id):
            return Said(f"<@{user_id}>")
        case Place(channel_id):
            return Said(f"<#{channel_id}>")
        case Time(seconds, style):
            return Said(f"<t:{seconds}:{style}>")


def restore(value: Any) -> Any:
    """Return a parameter of a text as it was before it was stored: JSON keeps texts and references as objects."""
    if not isinstance(value, dict):
        return value
    if "refers" in value:
        return msgspec.convert(value, Reference)
    return msgspec.convert(value, Text) if "key" in value else value
