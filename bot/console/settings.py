"""The settings of ``gandhi bot`` from the environment: token, database, web pages, connections and more.

Limits and periods are read in `bot.tables.servers`, which also has the settings of servers.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from bot.errors import SettingsError
from bot.tables.servers import (
    STANDARD_LIMITS,
    STANDARD_PERIODS,
    Limits,
    Periods,
    read_limits,
    read_numbers,
    read_periods,
)

MOST_SEARCHES = 64
"""The most searches at once: each has a process of about 40 MB."""
DEFAULT_DATABASE = "sqlite:///gandhi.sqlite3"


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of the bot. ``api_base`` and ``gateway`` name a stand-in for Discord, for tests.

    ``client_secret`` is set where the board is shown inside Discord.
    """

    token: str
    database: str
    api_base: str = ""
    gateway: str = ""
    pictures: bool = True
    limits: Limits = STANDARD_LIMITS
    periods: Periods = STANDARD_PERIODS
    health: str = ""
    shard: tuple[int, int] | None = None
    shards: bool = False
    web: str = ""
    web_address: str = ""
    client_secret: str = ""
    searches: int = 1


def read_settings(environment: Mapping[str, str] = os.environ, *, database: str | None = None) -> Settings:
    """Return the settings of ``gandhi bot``; ``database`` is used instead of the address in the environment.

    Raises SettingsError when there is no token, or a setting is wrong or cannot be read.
    """
    return Settings(
        token=read_token(environment),
        database=find_database(environment, database),
        api_base=environment.get("DISCORD_API_BASE", "").rstrip("/"),
        gateway=environment.get("DISCORD_GATEWAY", ""),
        pictures=read_switch(environment, "GANDHI_PICTURES"),
        limits=read_limits(environment),
        periods=read_periods(environment),
        health=environment.get("GANDHI_HEALTH", "").strip(),
        shard=read_shard(environment),
        shards=read_shards(environment),
        web=environment.get("GANDHI_WEB", "").strip(),
        web_address=read_web_address(environment),
        client_secret=read_client_secret(environment),
        searches=read_searches(environment),
    )


def read_searches(environment: Mapping[str, str]) -> int:
    """Return the number of searches at once, each in a process: by default one fewer than cores, and at least one.

    Raises SettingsError if it is not a possible number.
    """
    found = read_numbers(environment, ["searches"], MOST_SEARCHES)
    return found.get("searches", min(MOST_SEARCHES, max(1, count_cores() - 1)))


def count_cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def read_web_address(environment: Mapping[str, str]) -> str:
    """Return the address at which browsers find the web pages, or "" when none are served. Raises SettingsError."""
    address = environment.get("GANDHI_WEB_ADDRESS", "").strip().rstrip("/")
    if not environment.get("GANDHI_WEB", "").strip():
        return ""
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.query or parts.fragment:
        raise SettingsError(
            f"GANDHI_WEB_ADDRESS is {address!r}, and must be the address of the web pages, such as https://example.org."
        )
    return address


def read_client_secret(environment: Mapping[str, str]) -> str:
    """Return the secret by which people are recognised inside Discord, or "" unless GANDHI_ACTIVITY is on.

    Raises SettingsError if another setting that it needs is missing.
    """
    if not read_switch(environment, "GANDHI_ACTIVITY", usual="off"):
        return ""
    parts = urlsplit(read_web_address(environment))
    if parts.scheme != "https" or parts.path:
        raise SettingsError(
            "GANDHI_ACTIVITY needs the web pages: set GANDHI_WEB, and GANDHI_WEB_ADDRESS to an address with https and "
            "no path, such as https://example.org."
        )
    secret = environment.get("DISCORD_CLIENT_SECRET", "").strip()
    name = environment.get("DISCORD_CLIENT_SECRET_FILE", "").strip()
    if not secret and not name:
        raise SettingsError(
            "GANDHI_ACTIVITY needs the client secret: put it into DISCORD_CLIENT_SECRET, or the name of a file that "
            "holds it into DISCORD_CLIENT_SECRET_FILE."
        )
    return secret or read_secret("file with the client secret", name)


def find_database(environment: Mapping[str, str], database: str | None = None) -> str:
    """Return the address of the database: the given one, the one in the environment, or a file in this folder.

    GANDHI_DATABASE holds the address, or GANDHI_DATABASE_FILE names a file with it, for an address that holds a
    password. Raises SettingsError when that file cannot be read.
    """
    found = database or environment.get("GANDHI_DATABASE", "").strip()
    name = environment.get("GANDHI_DATABASE_FILE", "").strip()
    if not found and name:
        found = read_secret("file with the address of the database", name)
    return found or DEFAULT_DATABASE


def read_shard(environment: Mapping[str, str]) -> tuple[int, int] | None:
    """Return the share of Discord's servers that this process serves: its number (from 0) and the count of shares.

    Return None if it serves all servers. Raises SettingsError.
    """
    value = environment.get("GANDHI_SHARD", "").strip()
    if not value:
        return None
    number, _, count = value.partition("/")
    if not (number.isdecimal() and count.isdecimal() and int(number) < int(count)):
        raise SettingsError(f"GANDHI_SHARD is {value!r}, and must be of the form 0/2, 1/2: its number and their count.")
    return int(number), int(count)


def read_shards(environment: Mapping[str, str]) -> bool:
    """Return whether this process opens as many connections (shards) as Discord asks for. Raises SettingsError."""
    value = environment.get("GANDHI_SHARDS", "").strip().lower()
    if value not in ("", "auto"):
        raise SettingsError(f"GANDHI_SHARDS is {value!r}, and may only be auto. GANDHI_SHARD is for several processes.")
    if value and environment.get("GANDHI_SHARD", "").strip():
        raise SettingsError("GANDHI_SHARDS is for one process and GANDHI_SHARD for several: set one of them.")
    return bool(value)


def read_switch(environment: Mapping[str, str], name: str, usual: str = "on") -> bool:
    """Return whether a setting is "on"; unset, it counts as ``usual``. Raises SettingsError for other words."""
    value = environment.get(name, "").strip().lower() or usual
    if value not in ("on", "off"):
        raise SettingsError(f"{name} is {value!r}, and may only be on or off.")
    return value == "on"


def read_token(environment: Mapping[str, str]) -> str:
    """Return the bot's token, from the environment or from a file that it names. Raises SettingsError."""
    token = environment.get("DISCORD_TOKEN", "").strip()
    name = environment.get("DISCORD_TOKEN_FILE", "").strip()
    if not token and not name:
        raise SettingsError(
            "No token found. Set DISCORD_TOKEN, or DISCORD_TOKEN_FILE to the path of a file that contains it."
        )
    token = token or read_secret("token file", name)
    if not token.isprintable():
        raise SettingsError("The token has more than one line, or invisible characters: copy it again.")
    return token


def read_secret(what: str, name: str) -> str:
    """Return the text of a file with a secret, without spaces around it.

    Raises SettingsError for an unreadable or empty file. It names the file and never its content.
    """
    try:
        secret = Path(name).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not text"
        raise SettingsError(f"The {what} {name} cannot be read: {reason}.") from error
    if not secret:
        raise SettingsError(f"The {what} {name} is empty.")
    return secret
