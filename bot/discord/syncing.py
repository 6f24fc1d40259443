"""Background work at Discord, done by one process at a time: register the slash commands, and upload icons as emojis.

Discord allows few changes of commands, and makes a program that asks for too many wait for minutes: they are sent only
when they have changed. The commands that all games share, and those of the usual games, are registered for all servers.
Other games have their commands only on servers that offer them, or where one of their tables is running. Outdated icons
are removed.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import re
from abc import abstractmethod
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, ClassVar, Final

import aiohttp
import discord
from discord import app_commands

from bot.discord.common import localise, translate
from bot.discord.context import EVERY_SERVER, BotContext
from bot.discord.feature import find_game
from bot.discord.icons import Key
from bot.discord.places import is_refusal
from bot.games.frontend import list_fronts
from bot.tables.servers import ONGOING, list_games, list_usual, read_server
from bot.worker import BackgroundWorker
from storage import StorageError

log = logging.getLogger(__name__)

DIGEST, UNTIL = "commands", "commands_until"
CLAIM: Final = timedelta(minutes=5)
"""How long a process that has claimed a `Chore` has it to itself. After that it may have died, and another process may
claim the work."""
REFUSED: Final = 400
ENTRY: Final = 4
"""The type of the command with which Discord opens an Activity. An application has at most one."""
BY_US: Final = 1
"""The value for the handler of that command which says that the bot answers it, and not Discord."""
ONLY_EVERYWHERE: Final = ("contexts", "dm_permission", "integration_types")
"""The keys that the data of a command may have only if it is for all servers."""


class Chore(BackgroundWorker):
    """Work for Discord in the background, by one process at a time, until Discord has accepted the result.

    ``claim`` is the name of the setting that says until when a process has claimed the work.
    """

    claim: ClassVar[str]
    # None of these errors stops a game: Discord keeps what it received at an earlier start.
    failures = (discord.HTTPException, aiohttp.ClientError, OSError, StorageError)
    waits = (2.0, 600.0)
    stumbled = None

    def __init__(self, bot: BotContext) -> None:
        super().__init__()
        self._bot = bot

    async def _work(self) -> float | None:
        return None if await self._sync() else self._wait_longer()

    @abstractmethod
    async def _sync(self) -> bool:
        """Do the work, and return True; return False while another process does it."""

    async def _take(self, done: Callable[[dict[str, Any]], bool] = lambda settings: False) -> bool | None:
        """Claim the work and return True; return None if it is ``done`` already, False while another process has it."""
        now = self._bot.tables.storage.now()
        async with self._bot.tables.storage.transaction() as tx:
            settings = await tx.lock_server_settings(EVERY_SERVER)
            if done(settings):
                return None
            if float(settings.get(self.claim) or 0) > now.timestamp():
                return False
            until = (now + CLAIM).timestamp()
            await tx.put_server_settings(EVERY_SERVER, {**settings, self.claim: until})
        return True

    async def _note(self, found: dict[str, Any], guild_id: int = EVERY_SERVER) -> None:
        async with self._bot.tables.storage.transaction() as tx:
            settings = await tx.lock_server_settings(guild_id)
            await tx.put_server_settings(guild_id, {**settings, **found})


class Syncing(Chore):
    """Registers the commands with Discord, in the background."""

    what = "the commands"
    claim = UNTIL

    def __init__(self, bot: BotContext) -> None:
        super().__init__(bot)
        self._has_doubted = False

    async def doubt(self) -> None:
        """Register the commands again, at most once in a process. Call this when an unknown command was used."""
        if self._has_doubted:
            return
        self._has_doubted = True
        await self._note({DIGEST: ""})
        self.kick()

    async def forget(self, guild_id: int = EVERY_SERVER) -> None:
        """Forget which commands were registered, everywhere or on one server, so that they are registered again."""
        await self._note({DIGEST: "", **({UNTIL: 0} if guild_id == EVERY_SERVER else {})}, guild_id)

    async def _sync(self) -> bool:
        payload = await describe_commands(self._bot.tree)
        if self._bot.inside is not None:
            payload = [*payload, describe_entry()]
        digest = digest_of(self._bot.application_id, payload)
        servers = await self._find_servers()
        known = ""

        def is_done(settings: dict[str, Any]) -> bool:
            nonlocal known
            known = str(settings.get(DIGEST) or "")
            return known == digest and not servers

        is_ours = await self._take(is_done)
        if not is_ours:
            return is_ours is None
        had_doubted = self._has_doubted
        try:
            if known != digest:
                known = ""
                await register_commands(self._bot.http, self._bot.application_id or 0, payload)
                known = digest
            for guild_id, own in servers.items():
                await self._register_at(guild_id, own)
        finally:
            # A doubt that arose meanwhile asks for another round, which must find the commands unknown.
            await self._note({DIGEST: known if self._has_doubted == had_doubted else "", UNTIL: 0})
        log.info("Discord knows the commands.")
        return True

    async def _find_servers(self) -> dict[int, list[Any]]:
        """Return the additional commands of each server where Discord does not have the present ones."""
        found = {}
        described: dict[frozenset[str], list[Any]] = {frozenset(): []}
        async with self._bot.tables.storage.read() as reader:
            for guild_id, stored in (await reader.servers_with("games", DIGEST)).items():
                if guild_id == EVERY_SERVER:
                    continue
                kinds = {*read_server(stored).games}
                if stored.get(DIGEST):
                    # A game that the server no longer offers keeps its commands until its last table is over.
                    running = await reader.games_by(guild_id=guild_id, statuses=ONGOING, limit=None)
                    kinds |= {game.kind for game in running}
                wanted = frozenset(kinds.difference(list_usual()))
                if wanted not in described:
                    described[wanted] = await describe_commands(self._bot.tree, wanted)
                own = described[wanted]
                if (stored.get(DIGEST) or "") != (digest_of(self._bot.application_id, own) if own else ""):
                    found[guild_id] = own
        return found

    async def _register_at(self, guild_id: int, own: list[Any]) -> None:
        """Register the additional commands of one server. A server that the bot has left needs none."""
        application_id = self._bot.application_id or 0
        try:
            await self._bot.http.bulk_upsert_guild_commands(application_id, guild_id, payload=own)
        except (discord.Forbidden, discord.NotFound):
            log.info("The bot is not on server %s any more: it gets no commands.", guild_id)
        await self._note({DIGEST: digest_of(self._bot.application_id, own) if own else ""}, guild_id)


async def register_commands(http: discord.http.HTTPClient, application_id: int, payload: list[Any]) -> list[Any]:
    """Register the commands with Discord, and return them as Discord describes them. Raises discord.HTTPException.

    Where Activities are enabled, Discord adds an entry to its list of apps and refuses commands without it. Where they
    are not, it may refuse the entry.
    """
    plain = [command for command in payload if not is_entry(command)]
    has_entry = any(is_entry(command) for command in await http.get_global_commands(application_id))
    wanted = [*plain, describe_entry()] if has_entry else payload
    try:
        return await http.bulk_upsert_global_commands(application_id, payload=wanted)
    except discord.HTTPException as error:
        if error.status != REFUSED or has_entry or len(plain) == len(payload):
            raise
        log.warning("Discord does not take the entry of the Activity. Is it enabled in the developer portal? %s", error)
    return await http.bulk_upsert_global_commands(application_id, payload=plain)


async def describe_commands(tree: app_commands.CommandTree[Any], games: Collection[str] = ()) -> list[Any]:
    """Return the commands for all servers as Discord's API expects them, with their texts in all languages.

    With ``games`` beyond the usual ones, return only the additional commands of a server that offers them.
    """
    translator = tree.translator
    beside = {kind for kind in list_games() if kind not in list_usual()}
    made = []
    for command in tree.get_commands():
        game = find_game(command)
        if game in games or not (games or game in beside):
            payload = await command.get_translated_payload(tree, translator) if translator else command.to_dict(tree)
            made.append({key: value for key, value in payload.items() if not games or key not in ONLY_EVERYWHERE})
    return made


def digest_of(application_id: int | None, payload: list[Any]) -> str:
    """Return a digest of an application's id and commands, which changes when they change."""
    made = json.dumps([application_id, payload], sort_keys=True, default=str)
    return hashlib.blake2b(made.encode(), digest_size=16).hexdigest()


def is_entry(command: Any) -> bool:
    """Return whether a command, or an interaction with one, is the entry in the list of apps."""
    return bool(command) and command.get("type") == ENTRY


def describe_entry() -> dict[str, Any]:
    """Return the entry in the list of apps as Discord's API expects it, with its texts in all languages."""
    words = localise("command.launch")
    told = {locale.value: found for locale in discord.Locale if (found := translate(words, locale)) is not None}
    return {
        "type": ENTRY,
        "name": "launch",
        "description": words.message,
        "description_localizations": told,
        "handler": BY_US,
        "contexts": [0, 1],
        "integration_types": [0],
    }


OURS: Final = re.compile(r"bot_[a-z0-9_]{1,18}_[0-9a-f]{8}")
"""The names of emojis that this program has uploaded. All others belong to someone else."""
NAME_LENGTH, DIGEST_BYTES = 18, 4
MOST: Final = 2000
"""The most emojis that an application may have."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """An icon for Discord: the name of its emoji, which changes with the picture, and its bytes."""

    name: str
    data: bytes


def draw_all() -> dict[Key, Drawn]:
    """Return the drawn icons of all games, by the game and the name of the icon."""
    found = {}
    for front in list_fronts():
        for icon in front.icons.names:
            data = front.icons.draw(icon)
            digest = hashlib.blake2b(data, digest_size=DIGEST_BYTES).hexdigest()
            found[front.setup.kind, icon] = Drawn(f"bot_{icon[:NAME_LENGTH]}_{digest}", data)
    return found


class Uploading(Chore):
    """Uploads the icons in the background.

    ``on_add`` is called for each icon that Discord has, with the id of its emoji and its bytes.
    """

    what = "the icons"
    claim = "icons_until"

    def __init__(self, bot: BotContext) -> None:
        super().__init__(bot)
        self.on_add: Callable[[int, bytes], None] = lambda number, data: None

    async def _sync(self) -> bool:
        """Upload the missing icons, and return True; return False while another process does it.

        If Discord refuses icons, return True: text is enough without them.
        """
        wanted = await asyncio.to_thread(draw_all)
        try:
            there = await self._bot.fetch_application_emojis()
            missing = self._learn(wanted, there)
            if not missing:
                return True
            if not await self._take():
                return False
            try:
                await self._upload(missing, {drawn.name for drawn in wanted.values()}, there)
            finally:
                await self._note({self.claim: 0})
        except discord.HTTPException as error:
            if not is_refusal(error):
                raise
            log.warning("Discord does not take the icons, so there is nothing but words: %s", error)
            return True
        log.info("Discord has the icons.")
        return True

    def _learn(self, wanted: dict[Key, Drawn], there: Iterable[discord.Emoji]) -> dict[Key, Drawn]:
        """Note the ids of the icons that Discord has already. Return the missing icons."""
        numbers = {emoji.name: emoji.id for emoji in there}
        for key, drawn in wanted.items():
            if drawn.name in numbers:
                self._add(key, drawn, numbers[drawn.name])
        return {key: drawn for key, drawn in wanted.items() if drawn.name not in numbers}

    def _add(self, key: Key, drawn: Drawn, number: int) -> None:
        self._bot.icons[key] = discord.PartialEmoji(name=drawn.name, id=number)
        self.on_add(number, drawn.data)

    async def _upload(self, missing: dict[Key, Drawn], names: set[str], there: list[discord.Emoji]) -> None:
        old = [emoji for emoji in there if OURS.fullmatch(emoji.name) and emoji.name not in names]
        room = MOST - len(there)
        made: dict[str, int] = {}
        for key, drawn in missing.items():
            if drawn.name not in made:
                if room <= 0 and old:
                    await old.pop().delete()
                    room += 1
                if room <= 0:
                    log.warning("The application has %s emojis: there is no room for all icons.", MOST)
                    break
                made[drawn.name] = (await self._bot.create_application_emoji(name=drawn.name, image=drawn.data)).id
                room -= 1
            self._add(key, drawn, made[drawn.name])
        for emoji in old:
            await emoji.delete()
