"""The message after the end of a game: sentences that need the whole game, and the files that are added later.

The outbox adds the chart, the page and the recap one by one, because each takes long to make.
"""

from __future__ import annotations

import io
import logging
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final

import discord
import msgspec

from bot.discord.context import BotContext
from bot.discord.delivery.sent import add_file, list_files
from bot.discord.painter import to_file
from bot.discord.places import Place
from bot.language import Language, choose_language
from bot.narrate.records import write_turning_point
from bot.tables.announcements import PICTURE, Attachment, Ending, store_announcement
from bot.tables.table import Table
from engine import Game
from engine.core.errors import GameError
from storage import Post

log = logging.getLogger(__name__)

CHART = "chart"
PAGE = "page"
RECAP = "recap"
KEPT: Final = "kept"
"""The key in the payload of a sent post under which the ids of all files on its message are stored."""
ALBUM = (CHART, PAGE, RECAP)
"""Files that show a whole game, in the order in which they are added to the message after its end."""


async def find_finished(bot: BotContext, table: Table) -> Game | None:
    """Return a table's finished game, or None if it cannot be replayed after a change of the rules."""
    try:
        return (await bot.tables.moment(table.id)).game
    except GameError as error:
        log.warning("The end of table %s cannot be loaded: %s", table.id, error)
        return None


async def finish_words(bot: BotContext, table: Table, language: Language, words: str) -> str:
    """Return ``words``, the announcement of a finished game, with the turning point (if known), thanks and the seed."""
    try:
        turning = write_turning_point(language, await bot.tables.recaps.tell_last(table.id, None))
    except GameError as error:
        # After a change of the rules the game cannot be replayed, so its turning point is unknown.
        log.warning("The turning point of table %s is not known: %s", table.id, error)
        turning = []
    return "\n".join([words, *turning, language.say("ui.ending", name=table.game.name, seed=table.game.seed.hex())])


async def queue_album(
    bot: BotContext, table: Table, ending: Ending, message: discord.Message, *, needs_map: bool = False
) -> None:
    """Queue the chart, the page and the recap of a finished game, to be added to ``message``, its last one.

    With ``needs_map``, queue the map too. If files were queued for this message before, nothing is queued.
    """
    later = Attachment(message_id=message.id, language=ending.language, kept=list_files(message))
    shown = {PICTURE: msgspec.structs.replace(later, view=ending.view)} if needs_map else {}
    await queue_files(bot, table, {**shown, **dict.fromkeys(ALBUM, later)})


async def queue_files(
    bot: BotContext, table: Table, later: Mapping[str, Attachment], not_before: datetime | None = None
) -> None:
    """Queue files to be added to one message, unless files were queued for it before.

    ``later`` has the files, all for the same message, by the kind of their post. If the bot draws no pictures, nothing
    is queued.
    """
    if not bot.painter.is_on:
        return
    target = str(next(iter(later.values())).message_id)
    async with bot.tables.storage.transaction() as tx:
        await tx.lock_game(table.id)
        if not any(post.target == target for post in await tx.posts(table.id)):
            for kind, added in later.items():
                await tx.enqueue(table.id, kind, target, store_announcement(added), not_before=not_before)


async def deliver_album(
    bot: BotContext, table: Table, channel: Place, added: Attachment, post: Post
) -> Sequence[int] | None:
    """Make the chart, page or recap of a game, by the kind of the post, and add it to the message after its end.

    A page is only made for a game that offers one. Return the ids of all files on the message, or None if they are
    unknown. Raises TimeoutError as `add_file` does.
    """
    kept = await find_kept(bot, added, post)
    code = choose_language(added.language).code
    page = name_page(table.id)

    async def draw() -> discord.File | None:
        tale = await bot.tables.recaps.tell_last(table.id, None)
        drawing = bot.painter.draw_chart if post.kind == CHART else bot.painter.animate
        picture = await drawing(tale, code)
        return to_file(picture, post.kind) if picture is not None else None

    async def write() -> discord.File | None:
        record = await bot.record_bytes(table.id)
        data = await bot.painter.write_page(record[1], table.game.name, code) if record is not None else None
        return discord.File(io.BytesIO(data), filename=page) if data is not None else None

    if post.kind == PAGE:
        if "page" not in table.front.offers:
            return kept
        return await add_file(channel, added, write, page, post, kept)
    return await add_file(channel, added, draw, post.kind, post, kept)


async def find_kept(bot: BotContext, added: Attachment, post: Post) -> Sequence[int] | None:
    """Return the ids of the files on the message to which ``post`` adds a file, or None if they are unknown."""
    async with bot.tables.storage.read() as reader:
        posts = await reader.posts(post.game_id)
    known = [
        one.payload[KEPT] for one in posts if one.target == post.target and one.status == "sent" and KEPT in one.payload
    ]
    return known[-1] if known else added.kept


def name_page(game_id: str) -> str:
    """Return the file name of a game's page."""
    return f"gandhi-{game_id}.html"
