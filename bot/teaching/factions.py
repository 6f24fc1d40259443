"""A Faction's sheet as a private message: its picture, or its words where no picture can be drawn."""

from __future__ import annotations

import discord

from bot.answering import Answer
from bot.errors import StaleButton
from bot.gandhi import COLOURS, order_seats
from bot.language import Language
from bot.panels import NO_GAME, NO_TOKEN, Components, button
from bot.presenters.panel import BODY_LIMIT
from bot.presenters.report import fit
from bot.service.moments import Moment, Table
from bot.teaching.signposts import rule_buttons
from render.sheets import write_sheet

CHAPTERS = {
    "raj": ("3.2", "4.2"),
    "congress": ("3.3", "4.3"),
    "league": ("3.3", "4.4"),
    "revolutionaries": ("3.4", "4.5"),
}
"""The paragraphs with which a Faction's Operations and Special Activities begin."""


async def show_faction(reply: Answer, seat: str) -> None:
    """A Faction's sheet. Raises TableError for a picture too many, and StaleButton for an unknown Faction."""
    if seat not in COLOURS:
        raise StaleButton
    reply.count_picture()
    picture = await reply.bot.painter.draw_sheet(seat, reply.language.code, reply.theme)
    embed = None if picture is not None else write_faction(reply.language, seat)
    await reply.show(embed=embed, view=faction_view(reply.language, seat), picture=picture)


def write_faction(language: Language, seat: str) -> discord.Embed:
    """A Faction's sheet in words."""
    words = fit(language, write_sheet(seat, language.code), [], BODY_LIMIT)
    return discord.Embed(title=language.word(f"seat.{seat}"), description=words, colour=COLOURS[seat])


def faction_view(language: Language, seat: str) -> discord.ui.View:
    """The buttons under a sheet: the other Factions, and the paragraphs about this one."""
    view = Components()
    for other in order_seats(COLOURS):
        if other != seat:
            view.add_item(button(language.word(f"seat.{other}"), NO_GAME, NO_TOKEN, "sheet", other, row=0))
    for made in rule_buttons(language, (*CHAPTERS[seat], "7.2"), row=1):
        view.add_item(made)
    return view


def guess_seat(table: Table | None, moment: Moment | None, user_id: int) -> str:
    """The Faction whose sheet somebody wants: their own, of several the one that must decide; the first without one."""
    own = table.acts_for(user_id) if table is not None else []
    if moment is not None and moment.decision is not None and moment.decision.seat in own:
        return moment.decision.seat
    return order_seats(own)[0] if own else order_seats(COLOURS)[0]
