"""Uploading the icons of all games as emojis of the application: once, by one process; outdated ones are removed."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

import discord

from bot.discord.context import BotContext
from bot.discord.icons import Key
from bot.discord.permissions import is_refusal
from bot.discord.syncing import Chore
from bot.games.frontend import list_fronts

log = logging.getLogger(__name__)

OURS: Final = re.compile(r"bot_[a-z0-9_]{1,18}_[0-9a-f]{8}")
"""The names of emojis that this program has uploaded. All others belong to someone else."""
NAME_LENGTH, DIGEST_BYTES = 18, 4
MOST: Final = 2000
"""The most emojis of an application."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """An icon for Discord: the name of its emoji, which changes with the picture, and its bytes."""

    name: str
    data: bytes


def draw_all() -> dict[Key, Drawn]:
    """Draw the icons of all games."""
    found = {}
    for front in list_fronts():
        for icon in front.icons.names:
            data = front.icons.draw(icon)
            digest = hashlib.blake2b(data, digest_size=DIGEST_BYTES).hexdigest()
            found[front.setup.kind, icon] = Drawn(f"bot_{icon[:NAME_LENGTH]}_{digest}", data)
    return found


class Uploading(Chore):
    """Uploads the icons in the background.

    ``on_add`` is called for each one that Discord has, with its number and bytes.
    """

    what = "the icons"
    claim = "icons_until"

    def __init__(self, bot: BotContext) -> None:
        super().__init__(bot)
        self.on_add: Callable[[int, bytes], None] = lambda number, data: None

    async def _sync(self) -> bool:
        """Return whether Discord has all icons; False while another process uploads them."""
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
        """Register the emojis that exist already. Return the missing ones."""
        numbers = {emoji.name: emoji.id for emoji in there}
        for key, drawn in wanted.items():
            if drawn.name in numbers:
                self._add(key, drawn, numbers[drawn.name])
        return {key: drawn for key, drawn in wanted.items() if drawn.name not in numbers}

    def _add(self, key: Key, drawn: Drawn, number: int) -> None:
        self._bot.icons[key] = discord.PartialEmoji(name=drawn.name, id=number)
        self.on_add(number, drawn.data)

    async def _upload(self, missing: dict[Key, Drawn], names: set[str], there: list[discord.Emoji]) -> None:
        """Upload missing icons, as far as there is room, and remove outdated ones."""
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
