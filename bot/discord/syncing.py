"""The slash commands at Discord: told again only when they have changed, by one process, while games go on.

Discord allows few changes of commands, and lets a program wait for minutes that asks for too many.
"""

from __future__ import annotations

import hashlib
import json
import logging
from abc import abstractmethod
from collections.abc import Callable
from datetime import timedelta
from typing import Any, ClassVar, Final

import aiohttp
import discord
from discord import app_commands

from bot.discord.capabilities import EVERY_SERVER
from bot.discord.context import BotContext
from bot.discord.launching import describe_entry, is_entry
from bot.worker import BackgroundWorker
from storage import StorageError

log = logging.getLogger(__name__)

DIGEST, UNTIL = "commands", "commands_until"
CLAIM: Final = timedelta(minutes=5)
"""How long other processes leave the commands to the one that has begun to tell Discord of them."""
REFUSED: Final = 400


class Chore(BackgroundWorker):
    """Something that Discord is given in the background, by one process at a time, until it has taken it.

    ``claim`` is the setting that says until when another process is at it.
    """

    claim: ClassVar[str]
    # What Discord was given at an earlier start is still there, and games go on.
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
        """Return whether Discord has everything; False while another process is at it."""

    async def _take(self, done: Callable[[dict[str, Any]], bool] = lambda settings: False) -> bool | None:
        """Claim the work for this process. Return None where it is ``done``, and False while another process has it."""
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

    async def _note(self, found: dict[str, Any]) -> None:
        async with self._bot.tables.storage.transaction() as tx:
            settings = await tx.lock_server_settings(EVERY_SERVER)
            await tx.put_server_settings(EVERY_SERVER, {**settings, **found})


class Syncing(Chore):
    """Registers the commands with Discord, in the background."""

    what = "the commands"
    claim = UNTIL

    def __init__(self, bot: BotContext) -> None:
        super().__init__(bot)
        self._has_doubted = False

    async def doubt(self) -> None:
        """Someone has used a command that is not one of ours: what Discord knows is looked after, once in a run."""
        if self._has_doubted:
            return
        self._has_doubted = True
        await self._note({DIGEST: ""})
        self.kick()

    async def forget(self) -> None:
        """Forget what was registered before, so that it is registered again."""
        await self._note({DIGEST: "", UNTIL: 0})

    async def _sync(self) -> bool:
        """Return whether Discord knows the commands as they are now; False while another process registers them."""
        payload = await describe_commands(self._bot.tree)
        if self._bot.inside is not None:
            payload.append(describe_entry())
        digest = digest_of(self._bot.application_id, payload)
        is_ours = await self._take(lambda settings: settings.get(DIGEST) == digest)
        if not is_ours:
            return is_ours is None
        known = ""
        try:
            await register_commands(self._bot.http, self._bot.application_id or 0, payload)
            known = digest
        finally:
            await self._note({DIGEST: known, UNTIL: 0})
        log.info("Discord knows the commands.")
        return True


async def register_commands(http: discord.http.HTTPClient, application_id: int, payload: list[Any]) -> list[Any]:
    """Register the commands with Discord, and return them as it has them. Raises discord.HTTPException.

    Discord makes an entry in its list of apps where Activities are enabled, and refuses commands without it. Where they
    are not enabled it may refuse the entry.
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


async def describe_commands(tree: app_commands.CommandTree[Any]) -> list[Any]:
    """Return the commands as Discord receives them, with their texts in all languages."""
    translator = tree.translator
    return [
        await command.get_translated_payload(tree, translator) if translator else command.to_dict(tree)
        for command in tree.get_commands()
    ]


def digest_of(application_id: int | None, payload: list[Any]) -> str:
    """Return what identifies a set of commands."""
    made = json.dumps([application_id, payload], sort_keys=True, default=str)
    return hashlib.blake2b(made.encode(), digest_size=16).hexdigest()
