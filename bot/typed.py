"""Read what people, browsers and hosts typed, and make it harmless: numbers, addresses, text with broken characters.

Not here: names of things in a game (`bot.games.names`), and settings as a whole (`bot.console.settings`).
"""

from __future__ import annotations

from typing import Final, TypeVar

from bot.errors import SettingsError

DIGITS: Final = 19
BEYOND: Final = 1 << 63
"""The most digits of a number, and the first number that fits into no column of a database."""
MOST_PORT: Final = 65535

Default = TypeVar("Default", int, None)


def read_number(words: str, otherwise: Default) -> int | Default:
    """Return the whole number in a text, or ``otherwise`` if there is none or it is too large."""
    found = int(words) if len(words) <= DIGITS and words.isdecimal() else BEYOND
    return found if found < BEYOND else otherwise


def mend(words: str) -> str:
    """Return text with a question mark in place of each half of a surrogate pair, which cannot be stored or sent."""
    return words.encode("utf-8", "replace").decode()


def read_address(name: str, address: str) -> tuple[str, int]:
    """Return the host and port in the ``address`` that the setting ``name`` has. Raises SettingsError."""
    host, _, port = address.rpartition(":")
    if not host or not port.isdecimal() or not 0 < int(port) <= MOST_PORT:
        raise SettingsError(f"{name} is {address!r}, and must be of the form 127.0.0.1:8080.")
    return host.strip("[]"), int(port)
