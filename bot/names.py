"""What people call themselves, their tables and their orders, as plain data: shown as it was typed, and nothing else.

A name cannot ping, link, format, hide or turn round anything that stands beside it.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

NAME_SHOWN: Final = 120
"""So many characters of a name, or of what somebody has typed, are shown in a sentence."""
UNNAMED: Final = "?"
JOINERS: Final = frozenset("\u200c\u200d")
"""Invisible letters that some scripts need, and emoji too."""
BREAK: Final = "\u200b"
"""A space without width, which breaks a link or a mention without being seen."""
ISOLATE, END = "\u2068", "\u2069"
"""What keeps a name in a script from right to left from turning round the words beside it."""
_MARKDOWN: Final = re.compile(r"[\\*_~`|<\[\]]|^[#>+-]|^\d+(?=\.)")
_LINK: Final = re.compile(r":(?=//)|(?<=\w)\.(?=[\w-]+/)")


class Said(str):
    """Words that are the bot's own, such as a mention: no name, and put into a sentence as they are."""

    __slots__ = ()


def mention(user_id: int | None) -> Said:
    """A person as Discord shows one, under whatever name they have there. It pings nobody by itself."""
    return Said(f"<@{user_id}>")


def escape(words: str) -> str:
    """What Discord would take for a sign of its own, taken literally."""
    return f"{words[:-1]}\\{words[-1]}" if not words.isdecimal() else f"{words}{BREAK}"


def clean(name: str) -> str:
    """A name without what cannot be seen: control characters, marks that change the direction, needless spaces."""
    seen = "".join(
        " " if letter.isspace() else letter
        for letter in name
        if letter.isspace() or letter in JOINERS or unicodedata.category(letter) not in ("Cc", "Cf", "Co", "Cs", "Cn")
    )
    return " ".join(seen.split())


def plainly(name: str, most: int = NAME_SHOWN) -> str:
    """A name to be put into a message: it shows exactly what it says. Longer ones are cut."""
    shown = clean(name)
    if not any(unicodedata.category(letter)[0] in "LNPS" for letter in shown):
        return UNNAMED
    if len(shown) > most:
        shown = shown[: most - 1].rstrip() + "…"
    turns = any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in shown)
    shown = _MARKDOWN.sub(lambda match: escape(match[0]), shown)
    shown = _LINK.sub(lambda match: match[0] + BREAK, shown).replace("@", f"@{BREAK}")
    return f"{ISOLATE}{shown}{END}" if turns else shown
