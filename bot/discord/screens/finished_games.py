"""Finished games, privately: the proof that one was fair, one again with its chart and record, and all of a server."""

from __future__ import annotations

import io
import logging
from typing import TYPE_CHECKING

import discord

from bot.discord.components import public_view
from bot.discord.delivery.painter import to_file
from bot.discord.reply import Answer
from bot.discord.sight import sees
from bot.errors import TableError
from bot.games.front import PLAIN_COLOUR
from bot.names import plainly
from bot.narrate.ending import write_proof, write_turning_point
from bot.narrate.records import write_past, write_records
from bot.narrate.report import report_end
from bot.narrate.standing import write_seats
from bot.service.history.proving import prove
from bot.service.history.records import find_past
from bot.service.moments import ABANDONED, Table
from engine.core.errors import GameError, ReplayFailed
from engine.core.text import text

if TYPE_CHECKING:
    from bot.service.history.records import Past

log = logging.getLogger(__name__)

LISTED = 500
"""Finished games that are added up, the newest first."""


async def show_proof(reply: Answer, game_id: str) -> None:
    """Check a finished game against its seed, and say what was found. Raises TableError while the game is on."""
    table = await reply.bot.tables.table(game_id)
    try:
        proof = await prove(reply.bot.tables.storage, game_id)
    except ReplayFailed as error:
        version = table.game.rules_version
        raise TableError(text("error.not_proved", name=table.game.name, why=error.text, version=version)) from error
    await reply.say(write_proof(reply.language, proof))


async def show_records(reply: Answer, user_id: int | None) -> None:
    """The finished games of this server, or a person's among them, added up."""
    found = await find_past(
        reply.bot.tables.storage, guild_id=reply.interaction.guild_id, user_id=user_id, limit=LISTED
    )
    found = [past for past in found if may_know(reply, past)]
    embed = discord.Embed(
        title=reply.language.say("ui.records.title"),
        description=write_records(reply.language, found, user_id),
        colour=PLAIN_COLOUR,
    )
    await reply.show(embed=embed)


def may_know(reply: Answer, past: Past) -> bool:
    """Whether the person sat at a finished game, or sees where it was played."""
    sat = any(row.user_id == reply.user_id for row in past.seats)
    return sat or sees(reply.interaction, past.game.channel_id, past.game.thread_id)


async def show_past(reply: Answer, table: Table) -> None:
    """A finished game: how it ended, its chart, and its record as a file.

    Raises TableError while the game is on, and for a picture too many.
    """
    if table.game.status != "over":
        raise TableError(text("error.record_only_when_over", name=table.game.name))
    reply.count_picture()
    bot, language = reply.bot, reply.language
    files: list[discord.File] = []
    end: list[str] = []
    chart = None
    try:
        tale = await bot.tables.tales.tell_last(table.id, None)
        game = (await bot.tables.moment(table.id)).game
        if game.result is not None:
            end = [*report_end(language, table, game), *write_turning_point(language, tale)]
        chart = await bot.painter.draw_chart(tale, language.code, reply.theme)
    except GameError as error:
        log.info("Finished table %s cannot be played again: %s", table.id, error)
    if table.is_abandoned:
        lines = [language.say("ui.waiting.abandoned", who=str(table.game.options[ABANDONED]))]
        lines += write_seats(language, table)
    else:
        lines = write_past(language, await one_of(reply, table), end)
    embed = discord.Embed(title=plainly(table.game.name), description="\n".join(lines), colour=PLAIN_COLOUR)
    if chart is not None:
        files.append(to_file(chart, "chart"))
    record = await bot.record_bytes(table.id)
    if record is not None:
        files.append(discord.File(io.BytesIO(record[1]), filename=record[0]))
    view = public_view(language, table.id, ["board", "log", "verify", "rematch"])
    await reply.show(embed=embed, view=view, files=files)


async def one_of(reply: Answer, table: Table) -> Past:
    """The facts of one finished game. Raises TableError for one without: it ended before facts were kept."""
    for past in await find_past(reply.bot.tables.storage, game_id=table.id):
        return past
    raise TableError(text("error.no_records", name=table.game.name))
