"""A Faction's sheet as a private message: its picture, or its words where no picture can be drawn."""

from __future__ import annotations

import discord

from bot.discord.components import NO_GAME, NO_TOKEN, Components, button
from bot.discord.reply import Answer
from bot.discord.signposts import rule_buttons
from bot.errors import StaleButton
from bot.games.front import FrontEnd, list_fronts
from bot.language import Language
from bot.narrate.panel import BODY_LIMIT
from bot.narrate.report import fit
from bot.service.moments import Moment, Table


def front_of_seat(seat: str) -> FrontEnd:
    """The front end of the game that has a seat. Raises StaleButton for a seat that no game has."""
    for front in list_fronts():
        if seat in front.seats:
            return front
    raise StaleButton


async def show_faction(reply: Answer, seat: str) -> None:
    """A Faction's sheet. Raises TableError for a picture too many, and StaleButton for an unknown Faction."""
    front = front_of_seat(seat)
    reply.count_picture()
    picture = await reply.bot.painter.draw_sheet(front, seat, reply.language.code, reply.theme)
    embed = None if picture is not None else write_faction(reply.language, front, seat)
    await reply.show(embed=embed, view=faction_view(reply.language, front, seat), picture=picture)


def write_faction(language: Language, front: FrontEnd, seat: str) -> discord.Embed:
    """A Faction's sheet in words."""
    words = fit(language, front.write_sheet(seat, language), [], BODY_LIMIT)
    return discord.Embed(title=language.word(f"seat.{seat}"), description=words, colour=front.colours.get(seat))


def faction_view(language: Language, front: FrontEnd, seat: str) -> discord.ui.View:
    """The buttons under a sheet: the other Factions, and the paragraphs about this one."""
    view = Components()
    for other in front.seats:
        if other != seat:
            view.add_item(button(language.word(f"seat.{other}"), NO_GAME, NO_TOKEN, "sheet", other, row=0))
    for made in rule_buttons(language, front.find_chapters(seat), row=1):
        view.add_item(made)
    return view


def guess_seat(table: Table | None, moment: Moment | None, user_id: int) -> str:
    """The Faction whose sheet somebody wants: their own, of several the one that must decide; the first without one."""
    own = table.acts_for(user_id) if table is not None else []
    if moment is not None and moment.decision is not None and moment.decision.seat in own:
        return moment.decision.seat
    front = table.front if table is not None else list_fronts()[0]
    return (front.order_seats(own) or front.seats)[0]
