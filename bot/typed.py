"""Read text that people, browsers and hosts have sent: numbers, addresses, and text with broken characters.

Names in a game are read in `bot.games.names`, settings of the bot in `bot.console.settings`.
"""

from __future__ import annotations

from typing import Final, TypeVar

from bot.errors import SettingsError

DIGITS: Final = 19
BEYOND: Final = 1 << 63
"""`DIGITS` is the most digits of a number, and `BEYOND` the first number that is too large for a database column."""
MOST_PORT: Final = 65535

Default = TypeVar("Default", int, None)


def read_number(typed: str, otherwise: Default) -> int | Default:
    """Return a typed number of 0 or more, or ``otherwise`` if the text is something else or the number too large."""
    found = int(typed) if len(typed) <= DIGITS and typed.isdecimal() else BEYOND
    return found if found < BEYOND else otherwise


def mend(typed: str) -> str:
    """Return text with a question mark in place of each half of a surrogate pair, which cannot be stored or sent."""
    return typed.encode("utf-8", "replace").decode()


def read_address(name: str, address: str) -> tuple[str, int]:
    """Return host and port of an address such as 127.0.0.1:8080. Raises SettingsError for anything else.

    The error names the setting ``name``.
    """
    host, _, port = address.rpartition(":")
    if not host or not port.isdecimal() or not 0 < int(port) <= MOST_PORT:
        raise SettingsError(f"{name} is {address!r}, and must be of the form 127.0.0.1:8080.")
    return host.strip("[]"), int(port)
