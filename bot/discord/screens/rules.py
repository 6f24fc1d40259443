"""Paragraphs of the rules as private messages, with buttons to their neighbours and to those that they name."""

from __future__ import annotations

import discord

from bot.discord.components import NO_GAME, NO_TOKEN, Components, button
from bot.discord.layout import ROW
from bot.discord.reply import Answer
from bot.discord.screens.help import find_moment
from bot.discord.signposts import MOST_BUTTONS, paragraph_button
from bot.errors import BadInput
from bot.games.front import PLAIN_COLOUR
from bot.language import Language
from bot.narrate.panel import LABEL_LIMIT, shorten
from bot.narrate.paragraphs import Paragraph, Paragraphs, find_book, find_in_books, list_books, load_book
from bot.teaching.guided import find_example
from engine.core.text import text


async def show_found(reply: Answer, typed: str) -> None:
    """The paragraph that somebody means, of the game that is played here first. Raises BadInput when none does."""
    found = find_in_books(reply.language.code, typed, await guess_book(reply))
    if not found:
        raise BadInput(text("error.unknown_paragraph", words=shorten(typed, LABEL_LIMIT)))
    await show_paragraph(reply, found[0].number)


async def guess_book(reply: Answer) -> str:
    """The rulebook of the game that is played where the person is."""
    table, _ = await find_moment(reply)
    return table.front.rulebook if table is not None else ""


async def show_paragraph(reply: Answer, number: str) -> None:
    """A paragraph. Raises BadInput for a number that is not there."""
    book = find_book(reply.language.code, number)
    if book is None:
        raise BadInput(text("error.unknown_paragraph", words=number))
    embed, view = write_paragraph(reply.language, book, book[number])
    await reply.show(embed=embed, view=view)


async def show_chapters(reply: Answer, name: str | None = None) -> None:
    """The chapters of a rulebook, each with its button, and the way to the other books.

    Without a name it is the book of the game that is played here.
    """
    name = await guess_book(reply) if name is None or name not in list_books() else name
    language = reply.language.of_game(name)
    chapters = load_book(reply.language.code, name).chapters
    words = [language.say("ui.rules.how"), "", *(f"**{chapter.name}**" for chapter in chapters)]
    title = reply.language.say("ui.rules.title_of", name=reply.language.word(f"book.{name or 'first'}"))
    embed = discord.Embed(title=title, description="\n".join(words), colour=PLAIN_COLOUR)
    view = Components()
    for place, chapter in enumerate(chapters[: ROW * (ROW - 1)]):
        view.add_item(paragraph_button(chapter, "page", place // (ROW if len(chapters) > MOST_BUTTONS else ROW - 1)))
    for other in list_books():
        if other != name:
            label = reply.language.word(f"book.{other or 'first'}")
            view.add_item(button(label, NO_GAME, NO_TOKEN, "book", other, row=ROW - 1))
    await reply.show(embed=embed, view=view)


def write_paragraph(
    language: Language, paragraphs: Paragraphs, paragraph: Paragraph
) -> tuple[discord.Embed, discord.ui.View]:
    """A paragraph as an embed, and its buttons: before, after, and what it names."""
    embed = discord.Embed(title=paragraph.name, description=paragraph.words, colour=PLAIN_COLOUR)
    embed.set_footer(text=language.say("ui.rules.footer"))
    view = Components()
    before, after = paragraphs.before(paragraph.number), paragraphs.after(paragraph.number)
    for other, sign in ((before, "◀"), (after, "▶")):
        if other is not None:
            view.add_item(paragraph_button(other, "page", 0, sign))
    neighbours = [other for other in (before, after) if other is not None]
    if find_example(paragraph.number) is not None:
        label = language.say("ui.button.try")
        view.add_item(button(label, NO_GAME, NO_TOKEN, "example", paragraph.number, "primary", 0))
    named = [other for other in paragraphs.referred(paragraph.number) if other not in neighbours]
    for place, other in enumerate(named[:MOST_BUTTONS]):
        view.add_item(paragraph_button(other, "page", 1 + place // ROW))
    return embed, view
