"""The map under a panel: the board as Confirm would leave it, as far as that is certain."""

from __future__ import annotations

from contextlib import suppress

from bot.discord.components import NEAR
from bot.discord.reply import Answer
from bot.errors import TableError
from bot.service.moments import Moment
from render.pictures import Options, Picture


async def draw_preview(reply: Answer, moment: Moment, closer: str = "") -> list[Picture]:
    """The map of a moment; with `NEAR` every part of it that matters. Nothing where no picture can be made.

    Raises TableError for a picture too many.
    """
    front, language = moment.front, reply.language.code
    changes, view = moment.foretell(moment.find_offers().ending)
    layouts = front.find_parts(changes or moment.step) if closer == NEAR else front.ways[:1]
    reply.count_picture(len(layouts))
    scores = front.list_scores(moment.start)
    pictures = []
    for layout in layouts:
        # The words below tell the whole turn: they stand once.
        is_last = layout == layouts[-1]
        marks = Options(language=language, theme=reply.theme, layout=layout, scores=scores, strip=is_last)
        pictures.append(await reply.bot.painter.draw(front, view, changes, options=marks))
    return [picture for picture in pictures if picture is not None]


async def show_order(reply: Answer, moment: Moment) -> None:
    """Show what an order comes to: the panel, and the map after it, unless that is a picture too many."""
    pictures: list[Picture] = []
    if moment.is_mine and not moment.draft.is_empty and moment.front.is_on_map(moment.foretell(None)[0]):
        with suppress(TableError):
            pictures = await draw_preview(reply, moment)
    await reply.show_panel(moment, *pictures, closer=NEAR if pictures else "")
