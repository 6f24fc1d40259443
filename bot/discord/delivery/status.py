"""The one status message of a table: made, pinned, and brought up to date; made again when it is gone."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

import discord

from bot.discord.attachments import send_with_files
from bot.discord.context import BotContext
from bot.discord.delivery.finding import find_earlier
from bot.discord.outgoing import fit_message
from bot.discord.panel import public_view, status_view
from bot.discord.permissions import Place
from bot.faultpoints import fault_point
from bot.language import Language, choose_language
from bot.narrate.announcements import list_buttons, speak_at
from bot.narrate.standing import report_status
from bot.tables.announcements import (
    BESIDE,
    STATUS,
    TURN,
    UNDO,
    AnyAnnouncement,
    Attachment,
    Turns,
    read_announcement,
    store_announcement,
)
from bot.tables.table import Table
from bot.tables.undo import find_offered_undo
from render.pictures import Options, Picture
from storage import MessageRef, Post

log = logging.getLogger(__name__)

NOBODY = discord.AllowedMentions.none()


async def deliver_status(bot: BotContext, table: Table, channel: Place, post: Post) -> int:
    """Bring the one status message of a table up to date, or post another when it is gone."""
    await check_undo(bot, table, channel)
    language = choose_language(table.game.language).of_game(*table.voice)
    words, shown = await write_status(bot, language, table)
    picture = None
    if shown is not None:
        scores = await bot.tables.recaps.find_scores(table.id)
        picture = await bot.painter.draw(table.front, shown, (), options=Options(language=language.code, scores=scores))
    view = status_view(language, table)
    await add_page_button(bot, language, table, view)
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
    fault_point("posted")
    await pin(message, table.id)
    fault_point("pinned")
    async with bot.tables.storage.transaction() as tx:
        await tx.put_message_ref(table.id, STATUS, channel.id, message.id)
    return message.id


async def add_page_button(
    bot: BotContext, language: Language, table: Table, view: discord.ui.View, row: int | None = 1
) -> None:
    """Add the link to a table's web page to buttons, where pages are served and the game has begun."""
    if bot.links is not None and table.game.status in ("playing", "over"):
        link = await bot.links.find_page(table.id)
        view.add_item(discord.ui.Button(label=language.say("ui.button.web_page"), url=link, row=row))


async def move_undo(bot: BotContext, table: Table, channel: Place, announced: AnyAnnouncement, message_id: int) -> None:
    """Leave *Undo this turn* under the newest message about turns alone, if it is there.

    It is removed from the one before later: an edit may be put off, and holds up no message.
    """
    async with bot.tables.storage.transaction() as tx:
        await tx.lock_game(table.id)
        ref = await tx.message_ref(table.id, UNDO)
        if ref is not None and ref.message_id != message_id:
            await tx.delete_message_ref(table.id, UNDO)
            old = Attachment(message_id=ref.message_id, language=announced.language)
            await tx.enqueue(table.id, UNDO, BESIDE, store_announcement(old))
        if find_undo(announced) is not None:
            await tx.put_message_ref(table.id, UNDO, channel.id, message_id)


async def check_undo(bot: BotContext, table: Table, channel: Place) -> None:
    """Remove *Undo this turn* from the message that has it, unless the game offers just that."""
    storage = bot.tables.storage
    async with storage.read() as reader:
        ref = await reader.message_ref(table.id, UNDO)
        if ref is None:
            return
        post = await reader.post_of(table.id, TURN, ref.message_id)
        loaded = await bot.tables.automation.load(reader, table.id)
        offered = await find_offered_undo(reader, loaded.table, loaded.game)
    if post is not None and offered is not None and find_undo(read_announcement(post.payload)) == offered:
        return
    await withdraw_undo(bot, table, channel, ref.message_id)
    async with storage.transaction() as tx:
        await tx.delete_message_ref(table.id, UNDO)


async def withdraw_undo(bot: BotContext, table: Table, channel: Place, message_id: int) -> None:
    """Remove *Undo this turn* from a message. It is a courtesy: a click that comes too late is refused anyway."""
    async with bot.tables.storage.read() as reader:
        post = await reader.post_of(table.id, TURN, message_id)
    if post is None:
        return
    announced = read_announcement(post.payload)
    kept = [made for made in list_buttons(announced) if made.partition(":")[0] != "retract"]
    view = public_view(speak_at(table, announced.language), table.id, kept)
    try:
        await channel.get_partial_message(message_id).edit(view=view, allowed_mentions=NOBODY)
    except discord.HTTPException as error:
        log.info("Undo could not be removed from a message of table %s: %s", table.id, error)


def find_undo(announced: AnyAnnouncement) -> int | None:
    """Return the number of the turn that an announcement offers to undo, or None."""
    return announced.undo if isinstance(announced, Turns) else None


async def write_status(bot: BotContext, language: Language, table: Table) -> tuple[str, Any]:
    """Return the words of a table's status message, and the view to draw under them once the game has begun."""
    moment = await bot.tables.moment(table.id) if table.game.status in ("playing", "over") else None
    return report_status(language, table, moment), moment.view if moment is not None else None


async def find_earlier_status(bot: BotContext, channel: Place, table: Table, post: Post) -> discord.Message | None:
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
