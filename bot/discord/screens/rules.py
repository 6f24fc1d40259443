"""Paragraphs of the rules as private messages, with buttons to their neighbours and to those that they name."""

from __future__ import annotations

import discord

from bot.discord.components import Components
from bot.discord.layout import ROW
from bot.discord.reply import Answer
from bot.discord.signposts import MOST_BUTTONS, paragraph_button
from bot.errors import BadInput
from bot.games.front import PLAIN_COLOUR
from bot.language import Language
from bot.narrate.panel import LABEL_LIMIT, shorten
from bot.narrate.paragraphs import Paragraph, load_paragraphs
from engine.core.text import text


async def show_found(reply: Answer, typed: str) -> None:
    """The paragraph that somebody means. Raises BadInput when none does."""
    found = load_paragraphs(reply.language.code).find(typed)
    if not found:
        raise BadInput(text("error.unknown_paragraph", words=shorten(typed, LABEL_LIMIT)))
    await show_paragraph(reply, found[0].number)


async def show_paragraph(reply: Answer, number: str) -> None:
    """A paragraph. Raises BadInput for a number that is not there."""
    paragraphs = load_paragraphs(reply.language.code)
    if number not in paragraphs:
        raise BadInput(text("error.unknown_paragraph", words=number))
    embed, view = write_paragraph(reply.language, paragraphs[number])
    await reply.show(embed=embed, view=view)


async def show_chapters(reply: Answer) -> None:
    """The chapters, each with its button."""
    paragraphs = load_paragraphs(reply.language.code)
    chapters = [paragraphs[number] for number in paragraphs.numbers if number.endswith(".0")]
    words = [reply.language.say("ui.rules.how"), "", *(f"**{chapter.number}** {chapter.title}" for chapter in chapters)]
    embed = discord.Embed(title=reply.language.say("ui.rules.title"), description="\n".join(words), colour=PLAIN_COLOUR)
    view = Components()
    for place, chapter in enumerate(chapters):
        view.add_item(paragraph_button(chapter, "page", place // (ROW - 1)))
    await reply.show(embed=embed, view=view)


def write_paragraph(language: Language, paragraph: Paragraph) -> tuple[discord.Embed, discord.ui.View]:
    """A paragraph as an embed, and its buttons: before, after, and what it names."""
    paragraphs = load_paragraphs(language.code)
    embed = discord.Embed(title=paragraph.name, description=paragraph.words, colour=PLAIN_COLOUR)
    embed.set_footer(text=language.say("ui.rules.footer"))
    view = Components()
    before, after = paragraphs.before(paragraph.number), paragraphs.after(paragraph.number)
    for other, sign in ((before, "◀"), (after, "▶")):
        if other is not None:
            view.add_item(paragraph_button(other, "page", 0, sign))
    neighbours = [other for other in (before, after) if other is not None]
    named = [other for other in paragraphs.referred(paragraph.number) if other not in neighbours]
    for place, other in enumerate(named[:MOST_BUTTONS]):
        view.add_item(paragraph_button(other, "page", 1 + place // ROW))
    return embed, view
