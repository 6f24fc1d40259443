"""Buttons that lead from a refusal or a message to the paragraphs of the rules that it names."""

from __future__ import annotations

from collections.abc import Iterable

import discord

from bot.discord.layout import ROW
from bot.discord.panel import NO_GAME, NO_TOKEN, Rows, button, put_together
from bot.language import Language
from bot.narrate.paragraphs import Paragraph, find_book
from engine.core.text import Text

Button = discord.ui.Button[discord.ui.View]

MOST_BUTTONS = 10
"""The most paragraphs that are offered under one message."""


def paragraph_button(paragraph: Paragraph, verb: str, row: int | None = None, sign: str = "") -> Button:
    """Return the button of a paragraph: “page” shows it in the same message, “rule” in a new one."""
    label = f"{sign} {paragraph.name}" if sign else paragraph.name
    return button(label, NO_GAME, NO_TOKEN, verb, paragraph.number, row=row)


def rule_buttons(language: Language, numbers: Iterable[str], row: int = 0) -> list[Button]:
    """Return buttons for these paragraphs, each once, beginning in a row. Unknown ones get none."""
    books = [(number, find_book(language.code, number)) for number in dict.fromkeys(numbers) if number]
    known = [book[number] for number, book in books if book is not None][:MOST_BUTTONS]
    return [paragraph_button(paragraph, "rule", row + place // ROW) for place, paragraph in enumerate(known)]


def rules_view(language: Language, numbers: Iterable[str]) -> discord.ui.View | None:
    """Return the buttons of these paragraphs as a view, or None when there is none."""
    return put_together(rule_buttons(language, numbers))


def rules_in(*reasons: Text) -> list[str]:
    """Return the paragraphs that reasons name, directly or in a nested text."""
    found = []
    for reason in reasons:
        inner = [value for value in reason.params.values() if isinstance(value, Text)]
        found += [reason.rule] if reason.rule else []
        found += rules_in(*inner)
    return found


def add_signpost(rows: Rows, language: Language, notes: Iterable[Text]) -> None:
    """Add the paragraph that the notes on a panel name to its last row, if there is room."""
    for made in rule_buttons(language, rules_in(*notes))[:1]:
        rows.add_to_last(made)
