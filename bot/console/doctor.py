"""``gandhi doctor``: check everything that the bot needs, and say what is wrong and how to fix it."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import aiohttp
import discord

from bot.console.check_data import check as check_data
from bot.console.running import point_at
from bot.console.settings import Settings, find_database, read_settings
from bot.discord.places import MANAGE_CHANNELS, SEND, SEND_IN_THREADS, VIEW, WISHED, list_missing
from bot.discord.syncing import is_entry
from bot.errors import SettingsError
from bot.games.frontend import find_lacks, list_fronts
from bot.tables.servers import find_server
from bot.web.application import FRAMES
from engine.core.errors import BadData
from render.fonts import FILES, load_font
from storage import Storage, StorageError, open_to_read
from storage.connections import PRIVATE, read_url

LEAST_SPACE: Final = 100 * 1024 * 1024
"""Bytes that must be free beside the database."""
PATIENCE: Final = 10.0
"""Seconds that a web server may take to answer."""
SUCCESS, REFUSED = 200, 401
MANY_WAITING: Final = 100
"""The most messages that may wait before this is reported as wrong."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Result of a check: its subject, whether it is fine, and details or advice."""

    subject: str
    is_fine: bool
    words: str

    def __str__(self) -> str:
        """Return the finding as a line of the report."""
        return f"{'ok   ' if self.is_fine else 'WRONG'} {self.subject}: {self.words}"


async def examine(
    environment: Mapping[str, str] = os.environ, *, database: str | None = None, asks_discord: bool = True
) -> AsyncIterator[Finding]:
    """Yield the findings of all checks; without ``asks_discord``, leave out those that ask Discord."""
    settings = None
    try:
        settings = read_settings(environment, database=database)
    except SettingsError as error:
        yield Finding("settings", False, str(error))
    else:
        yield Finding("settings", True, "every variable can be read.")
    yield examine_data()
    yield examine_fonts()
    for front in list_fronts():
        if lacks := find_lacks(front):
            # Nothing that a game lacks here is needed to play it.
            yield Finding("game", True, lacks)
    address = find_database(environment, database)
    for finding in examine_file(address):
        yield finding
    try:
        storage = await open_to_read(address)
    except StorageError as error:
        yield Finding("database", can_be_made(address), str(error))
        return
    try:
        yield await examine_tables(storage)
        if settings is not None and asks_discord:
            async for finding in examine_discord(settings, storage):
                yield finding
    finally:
        await storage.close()


def can_be_made(address: str) -> bool:
    """Return whether an SQLite database that does not exist can be created at its address."""
    with suppress(StorageError):
        url = read_url(address)
        path = Path(url.database or "").resolve()
        if url.get_backend_name() == "sqlite" and not path.exists():
            return os.access(path.parent, os.W_OK)
    return False


def examine_data() -> Finding:
    """Check the data of the games, with the host's files in GANDHI_DATA in place of ours."""
    try:
        return Finding("data", True, " ".join(check_data()))
    except BadData as error:
        return Finding("data", False, f"{error.faults[0]} “gandhi check-data” lists every fault.")


def examine_fonts() -> Finding:
    """Check that every font can be read."""
    broken = []
    for name in FILES:
        try:
            load_font(name, 12)
        except (OSError, ValueError):
            broken.append(name)
    if broken:
        return Finding("fonts", False, f"{', '.join(broken)} cannot be read: install the bot again.")
    return Finding("fonts", True, f"all {len(FILES)} can be read.")


def examine_file(address: str) -> Iterator[Finding]:
    """Check the file of an SQLite database and its disk. For other databases, do nothing."""
    try:
        url = read_url(address)
    except StorageError as error:
        yield Finding("database", False, str(error))
        return
    if url.get_backend_name() != "sqlite":
        return
    path = Path(url.database or "").resolve()
    folder = path.parent
    free = shutil.disk_usage(folder if folder.exists() else Path("/")).free
    words = f"{free // 1024**2} MB are free in {folder}."
    yield Finding(
        "disk", free >= LEAST_SPACE, words if free >= LEAST_SPACE else f"{words} Make room: games stop without."
    )
    if not path.is_file():
        return
    if path.stat().st_mode & 0o077:
        yield Finding("rights", False, f"others may read {path}, which holds secrets: chmod {PRIVATE:o} {path}")
    if not os.access(path, os.W_OK) or not os.access(folder, os.W_OK):
        yield Finding("rights", False, f"this user may not write to {path} and its folder: run this as the bot's user.")
    try:
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as database:
            found = database.execute("PRAGMA quick_check(1)").fetchone()[0]
    except sqlite3.Error as error:
        found = str(error)
    if found != "ok":
        yield Finding("file", False, f"the database is damaged ({found}): stop the bot and put a backup back.")


async def examine_tables(storage: Storage) -> Finding:
    """Check that the database answers, and that few messages wait to be sent."""
    async with storage.read() as reader:
        counts = {status: await reader.count_games(statuses=[status]) for status in ("open", "playing", "archived")}
        waiting = await reader.count_waiting()
    words = (
        f"{counts['open']} open, {counts['playing']} playing, {counts['archived']} archived, {waiting} messages wait."
    )
    if waiting > MANY_WAITING:
        return Finding("database", False, f"{words} Is the bot running, and may it write in its channels?")
    return Finding("database", True, words)


async def examine_discord(settings: Settings, storage: Storage) -> AsyncIterator[Finding]:
    """Check the token, and the permissions on each server and in each channel with active tables."""
    point_at(settings)
    client = discord.Client(intents=discord.Intents.none())
    try:
        await client.login(settings.token)
    except discord.LoginFailure:
        yield Finding("token", False, "Discord does not accept it: copy it again from the developer portal.")
    except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
        yield Finding("Discord", False, f"it cannot be reached: {error}. Is there a network?")
    else:
        yield Finding("token", True, f"Discord knows the bot as {client.user}.")
        async for finding in examine_servers(client, storage):
            yield finding
        if settings.client_secret:
            async for finding in examine_activity(client, settings):
                yield finding
    finally:
        await client.close()


async def examine_activity(client: discord.Client, settings: Settings) -> AsyncIterator[Finding]:
    """Check what the board inside Discord needs: portal, client secret, the entry in the list of apps, domain."""
    number = client.application_id or 0
    try:
        info: Any = await client.http.application_info()
        commands = await client.http.get_global_commands(number)
    except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
        yield Finding("Activity", False, f"Discord does not say how it is set up: {error}.")
        return
    if not discord.ApplicationFlags._from_value(info.get("flags") or 0).embedded:
        yield Finding("Activity", False, "it is not enabled: turn it on in the developer portal, under Activities.")
    elif not any(is_entry(command) for command in commands):
        yield Finding("Activity", False, "the list of apps has no entry for it: start the bot, and look again.")
    else:
        yield Finding("Activity", True, "it is enabled, and the list of apps has its entry.")
    async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(PATIENCE)) as session:
        yield await examine_secret(session, number, settings.client_secret)
        yield await examine_domain(session, settings.web_address)


async def examine_secret(session: aiohttp.ClientSession, number: int, secret: str) -> Finding:
    """Check that the client secret belongs to the application."""
    form = {"grant_type": "client_credentials", "scope": "identify"}
    headers = {"Authorization": aiohttp.encode_basic_auth(str(number), secret)}
    try:
        async with session.post(f"{discord.http.Route.BASE}/oauth2/token", data=form, headers=headers) as answer:
            if answer.status == REFUSED:
                return Finding("client secret", False, "Discord does not accept it: copy it again, under OAuth2.")
            # For a team's application, Discord may refuse the question although the secret is right.
            return Finding("client secret", True, "Discord knows it.")
    except (aiohttp.ClientError, OSError, TimeoutError) as error:
        return Finding("client secret", False, f"Discord cannot be asked: {error!r}.")


async def examine_domain(session: aiohttp.ClientSession, address: str) -> Finding:
    """Check that the page for Discord answers at the address of the web pages."""
    try:
        async with session.get(f"{address}/") as answer:
            rules = answer.headers.get("Content-Security-Policy", "")
    except (aiohttp.ClientError, OSError, TimeoutError) as error:
        return Finding("domain", False, f"{address} does not answer: {error!r}. Is the bot running, behind a proxy?")
    if answer.status != SUCCESS or f"frame-ancestors {FRAMES[0]}" not in rules:
        return Finding("domain", False, f"{address} answers {answer.status}, not with the page for Discord.")
    return Finding("domain", True, f"{address} answers with the page for Discord; map the prefix / to it.")


async def examine_servers(client: discord.Client, storage: Storage) -> AsyncIterator[Finding]:
    """Check the permissions on each server with active tables, in their channels and where new tables may open."""
    async with storage.read() as reader:
        games = await reader.games_by(statuses=("open", "playing"), limit=None)
        servers = {game.guild_id for game in games if game.guild_id is not None}
        places = {guild_id: {*(await find_server(reader, guild_id)).channels} for guild_id in servers}
    for game in games:
        if game.guild_id is not None:
            places[game.guild_id].add(game.channel_id)
    for guild_id, channels in sorted(places.items()):
        yield await examine_server(client, guild_id, channels)


async def examine_server(client: discord.Client, guild_id: int, wanted: Iterable[int]) -> Finding:
    """Check the bot's permissions on a server and in some of its channels."""
    subject = f"server {guild_id}"
    try:
        guild = await client.fetch_guild(guild_id)
        me = await guild.fetch_member(client.user.id if client.user is not None else 0)
        channels = {channel.id: channel for channel in await guild.fetch_channels()}
    except discord.HTTPException as error:
        return Finding(subject, False, f"the bot is not on it any more ({error.text}): invite it again.")
    missing: list[str] = []
    for channel_id in sorted(wanted):
        channel = channels.get(channel_id)
        if channel is None:
            # Tables in threads have the id of their channel, so a channel that is not found was deleted or is hidden.
            missing.append(f"channel {channel_id} is gone or hidden")
            continue
        granted = channel.permissions_for(me)
        in_posts, tags = [], []
        if isinstance(channel, discord.ForumChannel):
            in_posts, tags = [SEND_IN_THREADS], list_missing(channel)
        needed = (VIEW, SEND, *in_posts, *WISHED)
        lacking = [name for name in needed if not getattr(granted, name, True)]
        if lacking:
            missing.append(f"#{channel.name} lacks {', '.join(lacking)}")
        if tags and not granted.manage_channels:
            missing.append(
                f"#{channel.name} has no tags {', '.join(tags)} for its posts, and the bot may not make them: "
                f"make them yourself, or grant {MANAGE_CHANNELS} there"
            )
    if missing:
        return Finding(subject, False, f"{'; '.join(missing)}. Grant it in the settings of the channel.")
    return Finding(subject, True, f"{guild.name}: every permission is there.")
