"""Read the addresses at which the bot serves pages from the settings. A separate module, because two servers use it."""

from __future__ import annotations

from bot.errors import SettingsError

MOST_PORT = 65535


def read_address(name: str, address: str) -> tuple[str, int]:
    """Return the host and port of the setting with a name. Raises SettingsError."""
    host, _, port = address.rpartition(":")
    if not host or not port.isdecimal() or not 0 < int(port) <= MOST_PORT:
        raise SettingsError(f"{name} is {address!r}, and must be of the form 127.0.0.1:8080.")
    return host.strip("[]"), int(port)
