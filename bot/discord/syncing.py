"""The slash commands on Discord: sent only when they have changed, by one process, while games continue.

Discord allows few changes of commands, and makes a program that asks for too many wait for minutes. The commands that
all games share, and those of the usual games, are everywhere. Those of another game are only on the servers that offer
it, or where one of its tables is still running.
"""

from __future__ import annotations

import hashlib
import json
import logging
from abc import abstractmethod
from collections.abc import Callable, Collection
from datetime import timedelta
from typing import Any, ClassVar, Final

import aiohttp
import discord
from discord import app_commands

from bot.discord.capabilities import EVERY_SERVER
from bot.discord.context import BotContext
from bot.discord.feature import find_game
from bot.discord.launching import describe_entry, is_entry
from bot.tables.servers import ONGOING, list_games, list_usual, read_server
from bot.worker import BackgroundWorker
from storage import StorageError

log = logging.getLogger(__name__)

DIGEST, UNTIL = "commands", "commands_until"
CLAIM: Final = timedelta(minutes=5)
"""How long other processes leave the commands to the process that has begun to send them."""
REFUSED: Final = 400
ONLY_EVERYWHERE: Final = ("contexts", "dm_permission", "integration_types")
"""The keys that only a command for all servers has."""


class Chore(BackgroundWorker):
    """Work for Discord in the background, by one process at a time, until Discord has accepted it.

    ``claim`` is the setting that says until when another process works on it.
    """

    claim: ClassVar[str]
    # Discord still has the state from an earlier start, and games continue.
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
        """Return whether Discord has everything, or False while another process works on it."""

    async def _take(self, done: Callable[[dict[str, Any]], bool] = lambda settings: False) -> bool | None:
        """Claim the work for this process. Return None if it is ``done``, and False while another process has it."""
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
        """Compare Discord's commands with ours, once in a run, when someone has used an unknown one."""
        if self._has_doubted:
            return
        self._has_doubted = True
        await self._note({DIGEST: ""})
        self.kick()

    async def forget(self, guild_id: int = EVERY_SERVER) -> None:
        """Forget what was registered before, everywhere or on one server, so that it is registered again."""
        await self._note({DIGEST: "", **({UNTIL: 0} if guild_id == EVERY_SERVER else {})}, guild_id)

    async def _sync(self) -> bool:
        """Return whether Discord has the present commands, or False while another process registers them."""
        payload = await describe_commands(self._bot.tree)
        if self._bot.inside is not None:
            payload.append(describe_entry())
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
        try:
            if known != digest:
                known = ""
                await register_commands(self._bot.http, self._bot.application_id or 0, payload)
                known = digest
            for guild_id, own in servers.items():
                await self._register_at(guild_id, own)
        finally:
            await self._note({DIGEST: known, UNTIL: 0})
        log.info("Discord knows the commands.")
        return True

    async def _find_servers(self) -> dict[int, list[Any]]:
        """Return the commands of the servers where Discord does not have the present ones."""
        found = {}
        described: dict[frozenset[str], list[Any]] = {frozenset(): []}
        async with self._bot.tables.storage.read() as reader:
            for guild_id, stored in (await reader.servers_with("games", DIGEST)).items():
                if guild_id == EVERY_SERVER:
                    continue
                kinds = {*read_server(stored).games}
                if stored.get(DIGEST):
                    # A game in play keeps its commands.
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
        """Register the commands of one server. A server that the bot has left needs none."""
        application_id = self._bot.application_id or 0
        try:
            await self._bot.http.bulk_upsert_guild_commands(application_id, guild_id, payload=own)
        except (discord.Forbidden, discord.NotFound):
            log.info("The bot is not on server %s any more: it gets no commands.", guild_id)
        await self._note({DIGEST: digest_of(self._bot.application_id, own) if own else ""}, guild_id)


async def register_commands(http: discord.http.HTTPClient, application_id: int, payload: list[Any]) -> list[Any]:
    """Register the commands with Discord, and return its version of them. Raises discord.HTTPException.

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
    """Return the commands for all servers in the form for Discord, with their texts in all languages.

    With ``games``, which are not usual, return the additional ones that a server needs.
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
    """Return the identifier of a set of commands."""
    made = json.dumps([application_id, payload], sort_keys=True, default=str)
    return hashlib.blake2b(made.encode(), digest_size=16).hexdigest()
