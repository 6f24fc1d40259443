"""The slash commands at Discord: told again only when they have changed, by one process, while games go on.

Discord allows few changes of commands, and lets a program wait for minutes that asks for too many.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from datetime import timedelta
from typing import Any, Final

import aiohttp
import discord
from discord import app_commands

from bot.discord.context import BotContext
from storage import StorageError

log = logging.getLogger(__name__)

EVERY_SERVER: Final = 0
"""The settings of no server hold what is the same on all of them."""
DIGEST, UNTIL = "commands", "commands_until"
CLAIM: Final = timedelta(minutes=5)
"""How long other processes leave the commands to the one that has begun to tell Discord of them."""
FIRST_WAIT, LONGEST_WAIT = 2.0, 600.0
"""Seconds between attempts: doubled from the first to the longest."""


class Syncing:
    """Tells Discord of the commands, in the background."""

    def __init__(self, bot: BotContext) -> None:
        self._bot = bot
        self._running: asyncio.Task[None] | None = None
        self._has_doubted = False

    def begin(self) -> None:
        """See to it that Discord knows the commands."""
        if self._running is None or self._running.done():
            self._running = asyncio.ensure_future(self._run())

    async def doubt(self) -> None:
        """Somebody has used a command that is not one of ours: what Discord knows is looked after, once in a run."""
        if self._has_doubted:
            return
        self._has_doubted = True
        await self._note({DIGEST: ""})
        self.begin()

    async def forget(self) -> None:
        """What Discord was told before does not count: it is told again."""
        await self._note({DIGEST: "", UNTIL: 0})

    async def close(self) -> None:
        """Stop. What Discord was not told of is told at the next start."""
        if self._running is not None:
            self._running.cancel()
            await asyncio.wait([self._running])

    async def _run(self) -> None:
        wait = FIRST_WAIT
        while True:
            try:
                if await self._sync():
                    return
            except (discord.HTTPException, aiohttp.ClientError, OSError, StorageError) as error:
                # The commands of an earlier start are still there, and games go on by their buttons.
                log.error("Discord did not take the commands: %s", error)
            except Exception:
                log.exception("The commands cannot be told to Discord.")
                return
            await asyncio.sleep(wait)
            wait = min(LONGEST_WAIT, wait * 2)

    async def _sync(self) -> bool:
        """Whether Discord knows the commands as they are now; False while another process tells it of them."""
        payload = await describe_commands(self._bot.tree)
        digest = digest_of(self._bot.application_id, payload)
        now = self._bot.tables.storage.now()
        async with self._bot.tables.storage.transaction() as tx:
            settings = await tx.lock_server_settings(EVERY_SERVER)
            if settings.get(DIGEST) == digest:
                return True
            if float(settings.get(UNTIL) or 0) > now.timestamp():
                return False
            until = (now + CLAIM).timestamp()
            await tx.put_server_settings(EVERY_SERVER, {**settings, UNTIL: until})
        known = ""
        try:
            await self._bot.http.bulk_upsert_global_commands(self._bot.application_id or 0, payload=payload)
            known = digest
        finally:
            await self._note({DIGEST: known, UNTIL: 0})
        log.info("Discord knows the commands.")
        return True

    async def _note(self, found: dict[str, Any]) -> None:
        async with self._bot.tables.storage.transaction() as tx:
            settings = await tx.lock_server_settings(EVERY_SERVER)
            await tx.put_server_settings(EVERY_SERVER, {**settings, **found})


async def describe_commands(tree: app_commands.CommandTree[Any]) -> list[Any]:
    """The commands as Discord is told of them, with their texts in all languages."""
    translator = tree.translator
    return [
        await command.get_translated_payload(tree, translator) if translator else command.to_dict(tree)
        for command in tree.get_commands()
    ]


def digest_of(application_id: int | None, payload: list[Any]) -> str:
    """What tells one set of commands from every other."""
    made = json.dumps([application_id, payload], sort_keys=True, default=str)
    return hashlib.blake2b(made.encode(), digest_size=16).hexdigest()
