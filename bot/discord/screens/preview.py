"""The map under a panel: the board as Confirm would leave it, as far as that is certain."""

from __future__ import annotations

from bot.discord.components import NEAR
from bot.discord.reply import Answer
from bot.errors import TableError
from bot.service.moments import Moment
from render.pictures import Options, Picture


async def draw_preview(reply: Answer, moment: Moment, closer: str = "") -> Picture | None:
    """The map of a moment; with `NEAR` the part of it that matters. None where no picture can be made."""
    changes, view = moment.foretell(moment.find_offers().ending)
    layout = moment.front.find_part(changes or moment.step) if closer == NEAR else moment.front.ways[0]
    marks = Options(language=reply.language.code, theme=reply.theme, layout=layout)
    return await reply.bot.painter.draw(moment.front, view, changes, options=marks)


async def show_order(reply: Answer, moment: Moment) -> None:
    """Show what an order comes to: the panel, and the map after it, unless that is a picture too many."""
    picture = None
    if moment.is_mine and not moment.draft.is_empty and moment.front.is_on_map(moment.foretell(None)[0]):
        try:
            reply.count_picture()
        except TableError:
            pass
        else:
            picture = await draw_preview(reply, moment)
    await reply.show_panel(moment, picture, closer=NEAR if picture is not None else "")
