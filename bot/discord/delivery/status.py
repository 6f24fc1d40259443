"""The one status message of a table: made, pinned, and brought up to date; made again when it is gone."""

from __future__ import annotations

import logging
from collections.abc import Sequence

import discord

from bot.crash import crash_here
from bot.discord.components import status_view
from bot.discord.delivery.attachments import send_with_files
from bot.discord.delivery.finding import find_earlier
from bot.discord.fitting import fit_message
from bot.discord.hub import Hub
from bot.discord.permissions import Place
from bot.discord.screens.table import write_status
from bot.language import Language, choose_language
from bot.service.moments import Table
from bot.service.posting import STATUS
from render.pictures import Options, Picture
from storage import MessageRef, Post

log = logging.getLogger(__name__)

NOBODY = discord.AllowedMentions.none()


async def deliver_status(bot: Hub, table: Table, channel: Place, post: Post) -> int:
    """Bring the one status message of a table up to date, or post another when it is gone."""
    language = choose_language(table.game.language).of_game(*table.manner)
    words, shown = await write_status(bot, language, table)
    picture = None
    if shown is not None:
        scores = await bot.tables.tales.find_scores(table.id)
        picture = await bot.painter.draw(table.front, shown, (), options=Options(language=language.code, scores=scores))
    view = status_view(language, table)
    async with bot.tables.storage.read() as reader:
        ref = await reader.message_ref(table.id, STATUS)
    is_here = ref is not None and ref.channel_id == channel.id
    if ref is not None and is_here and await edit_status(channel, language, ref, words, picture, view):
        return ref.message_id

    async def send(content: str, files: Sequence[discord.File]) -> discord.Message:
        return await channel.send(
            **fit_message(content=content, files=files, view=view), nonce=post.nonce, allowed_mentions=NOBODY
        )

    message = await find_earlier_status(bot, channel, table, post)
    if message is None:
        message, _ = await send_with_files(channel, language, words, picture, None, send)
    crash_here("posted")
    await pin(message, table.id)
    crash_here("pinned")
    async with bot.tables.storage.transaction() as tx:
        await tx.put_message_ref(table.id, STATUS, channel.id, message.id)
    return message.id


async def find_earlier_status(bot: Hub, channel: Place, table: Table, post: Post) -> discord.Message | None:
    """The status message that an earlier attempt left: the one with the table's id in its title.

    The rest of the title may have changed since.
    """

    def is_it(found: str) -> bool:
        return f"`{table.id}`" in found.partition("\n")[0]

    return await find_earlier(bot.tables.storage, bot.user, channel, post, is_it)


async def edit_status(
    channel: Place,
    language: Language,
    ref: MessageRef,
    words: str,
    picture: Picture | None,
    view: discord.ui.View,
) -> bool:
    """Edit the status message; False when it is gone. Without a new picture the old one would mislead."""
    message = channel.get_partial_message(ref.message_id)

    async def edit(content: str, files: Sequence[discord.File]) -> discord.Message:
        return await message.edit(**fit_message(content=content, attachments=files, view=view), allowed_mentions=NOBODY)

    try:
        await send_with_files(channel, language, words, picture, None, edit)
    except discord.NotFound:
        return False
    return True


async def pin(message: discord.Message | discord.PartialMessage, game_id: str) -> None:
    """Pin a status message. It is a courtesy: it needs a permission, and a channel holds only so many pins."""
    try:
        await message.pin()
    except discord.HTTPException as error:
        log.info("The status of table %s could not be pinned: %s", game_id, error)
