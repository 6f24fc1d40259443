"""Special parts of sentences: names as people typed them, and references to people, places and times.

A name is shown exactly as it was typed: it cannot ping, link, format, hide or reverse the text around it. Discord shows
a reference in its own way.
"""

from __future__ import annotations

import re
import unicodedata
from datetime import datetime
from typing import Any, Final, Literal

import msgspec

from engine.core.text import Text

NAME_SHOWN: Final = 120
"""The most characters of a name, or of other typed text, in a sentence."""
UNNAMED: Final = "?"
JOINERS: Final = frozenset("\u200c\u200d")
"""Invisible letters that some scripts and emoji need."""
BREAK: Final = "\u200b"
"""A space without width: it breaks a link or a mention invisibly."""
ISOLATE, END = "\u2068", "\u2069"
"""Characters that keep a name in a right-to-left script from reordering the text around it."""
_MARKDOWN: Final = re.compile(r"[\\*_~`|<\[\]]|^[#>+-]|^\d+(?=\.)")
_LINK: Final = re.compile(r":(?=//)|(?<=\w)\.(?=[\w-]+/)")


class Said(str):
    """Text of the bot itself, such as a mention. It is inserted into a sentence unchanged."""

    __slots__ = ()


def escape(words: str) -> str:
    """Return text with Discord's markup escaped."""
    return f"{words[:-1]}\\{words[-1]}" if not words.isdecimal() else f"{words}{BREAK}"


def clean(name: str) -> str:
    """Return a name without invisible characters: control characters, marks of direction, needless spaces."""
    seen = "".join(
        " " if letter.isspace() else letter
        for letter in name
        if letter.isspace() or letter in JOINERS or unicodedata.category(letter) not in ("Cc", "Cf", "Co", "Cs", "Cn")
    )
    return " ".join(seen.split())


def plainly(name: str, most: int = NAME_SHOWN) -> str:
    """Return a name for a message that shows exactly its letters. Longer ones are cut."""
    shown = clean(name)
    if not any(unicodedata.category(letter)[0] in "LNPS" for letter in shown):
        return UNNAMED
    if len(shown) > most:
        shown = shown[: most - 1].rstrip() + "…"
    turns = any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in shown)
    shown = _MARKDOWN.sub(lambda match: escape(match[0]), shown)
    shown = _LINK.sub(lambda match: match[0] + BREAK, shown).replace("@", f"@{BREAK}")
    return f"{ISOLATE}{shown}{END}" if turns else shown


class Mention(msgspec.Struct, frozen=True, tag="mention", tag_field="refers"):
    """A person, shown by their name on Discord. It pings no one."""

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


class Role(msgspec.Struct, frozen=True, tag="role", tag_field="refers"):
    """A role of a server, shown by its name. It pings no one."""

    role_id: int


Reference = Mention | Place | Time | Role
KINDS: Final = (Mention, Place, Time, Role)


def show(reference: Reference) -> Said:
    """Return a reference as Discord's markup."""
    match reference:
        case Mention(user_id):
            return Said(f"<@{user_id}>")
        case Place(channel_id):
            return Said(f"<#{channel_id}>")
        case Time(seconds, style):
            return Said(f"<t:{seconds}:{style}>")
        case Role(role_id):
            return Said(f"<@&{role_id}>")


def restore(value: Any) -> Any:
    """Return a parameter of a text from its stored form: JSON keeps texts and references as objects."""
    if not isinstance(value, dict):
        return value
    if "refers" in value:
        return msgspec.convert(value, Reference)
    return msgspec.convert(value, Text) if "key" in value else value
