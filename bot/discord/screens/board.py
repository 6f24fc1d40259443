"""Looking at the board in every way there is, privately: whole, in part, before and after a turn, in motion."""

from __future__ import annotations

import re
from typing import Final

import discord

from bot.discord.components import NO_TOKEN, Components, button
from bot.discord.delivery.painter import to_file
from bot.discord.hub import Hub
from bot.discord.reply import Answer
from bot.errors import StaleButton
from bot.games.front import PLAIN_COLOUR, FrontEnd
from bot.language import Language
from bot.narrate.standing import ask_whom
from bot.service.history.tales import Tale
from bot.service.moments import Table
from render.pictures import Options, Picture

PAIR: Final = "pair"
STEPS: Final = "steps"
BUTTONS_IN_A_ROW: Final = 5
SPAN: Final = re.compile(r"(\d{1,9})(?:\.(\d{1,4}))?-(\d{1,9})(?:\.(\d{1,4}))?", re.ASCII)
"""The numbers of the turns that a button is about, first and last, each perhaps with one of its steps."""
SCENES_OF_A_PICTURE: Final = 12
"""So many turns of a recap cost as much as a picture: a whole game most of what a person may ask for in a minute."""


async def show_board(reply: Answer, table: Table, what: str = "", turns: str = "") -> None:
    """Show the board in one of the parts or ways that its game has, with buttons for the others.

    ``turns`` are those that it is about, as `SPAN` has them ("12-13"); empty for the board as it stands. Raises
    NotStarted, StaleButton, and TableError for a picture too many, or turns that are not there.
    """
    what = what or table.front.ways[0]
    if what not in (*table.front.parts, *list_ways(table.front)):
        raise StaleButton
    bot, language = reply.bot, reply.language
    if what != STEPS:
        reply.count_picture()
    if turns or what in (PAIR, STEPS):
        tale = await find_tale(bot, table, turns)
        words = ""
        embed = discord.Embed(description=write_details(language, tale), colour=PLAIN_COLOUR)
        picture = await draw_tale(reply, tale, what)
    else:
        moment = await bot.tables.moment(table.id)
        words, embed = ask_whom(language, moment), None
        scores = await bot.tables.tales.find_scores(table.id)
        options = Options(theme=reply.theme, language=language.code, layout=what, scores=scores)
        picture = await bot.painter.draw(table.front, moment.view, options=options)
    if picture is None:
        words = "\n".join([language.say("error.no_picture"), *([words] if words else [])])
    await reply.show(words or None, embed=embed, view=choose_view(language, table, what, turns), picture=picture)


def list_ways(front: FrontEnd) -> tuple[str, ...]:
    """The ways to look at the whole board of a game: those it has, and a turn before and after or in motion."""
    return (*front.ways, PAIR, STEPS)


async def find_tale(bot: Hub, table: Table, turns: str) -> Tale:
    """The turns that a button names, or the last one. Raises TableError when they are not there, and StaleButton."""
    if not turns:
        return await bot.tables.tales.tell_last(table.id, 1)
    span = SPAN.fullmatch(turns)
    if span is None:
        raise StaleButton
    first, since, last, until = (int(part) if part else None for part in span.groups())
    return await bot.tables.tales.tell_turns(table.id, first or 0, last or 0, since or 0, until)


def write_details(language: Language, tale: Tale) -> str:
    """Everything that happened in some turns, with what a public message leaves out."""
    front, changes = tale.table.front, tale.changes
    lines = front.tell(language, changes, front.list_runners(tale.after)) or front.tell_idle(language, changes)
    return "\n".join(lines or [language.say("log.nothing")])


async def draw_tale(reply: Answer, tale: Tale, what: str) -> Picture | None:
    """Some turns in one of the ways to look at them. Raises TableError for a picture too many."""
    bot, language, theme = reply.bot, reply.language, reply.theme
    if what == STEPS:
        with bot.pictures.recap(reply.user_id):
            return await recap(reply, tale)
    if what == PAIR:
        options = Options(theme=theme, language=language.code, layout="map", before=tale.before)
    else:
        scores = tale.table.front.list_scores(tale.before)
        options = Options(theme=theme, language=language.code, layout=what, dim=what == "map", scores=scores)
    return await bot.painter.draw(tale.table.front, tale.after, tale.changes, options=options)


def choose_view(language: Language, table: Table, shown: str, turns: str) -> discord.ui.View:
    """The buttons that show the board in another way; the one that is shown cannot be pressed."""
    view = Components()
    kinds = (table.front.parts, list_ways(table.front))
    rows = [
        names[first : first + BUTTONS_IN_A_ROW] for names in kinds for first in range(0, len(names), BUTTONS_IN_A_ROW)
    ]
    for row, names in enumerate(rows):
        for name in names:
            made = button(language.say(f"ui.view.{name}"), table.id, NO_TOKEN, "look", f"{name}.{turns}", row=row)
            made.disabled = name == shown
            view.add_item(made)
    return view


async def recap(reply: Answer, tale: Tale) -> Picture | None:
    """Some turns in motion. A long one costs more, unless it has just been drawn. Raises TableError for too many."""
    painter, code = reply.bot.painter, reply.language.code
    is_kept = painter.has_kept(tale, code, reply.theme)
    reply.count_picture(1 if is_kept else 1 + len(tale.scenes) // SCENES_OF_A_PICTURE)
    return await painter.animate(tale, code, reply.theme)


async def show_recap(reply: Answer, table: Table, count: int | None) -> None:
    """Show the last turns in motion, or with None for ``count`` the whole game so far.

    Raises TableError for a picture too many, and when no turn has been played yet.
    """
    with reply.bot.pictures.recap(reply.user_id):
        tale = await reply.bot.tables.tales.tell_last(table.id, count)
        picture = await recap(reply, tale)
    words = reply.language.say("ui.recap", count=len(tale.scenes), name=table.game.name)
    if picture is None:
        words = f"{reply.language.say('error.no_picture')}\n{words}"
    await reply.show(words, files=[to_file(picture, "recap")] if picture is not None else [])
