"""The door through which every message goes: what is longer than Discord takes is cut, and the whole of it attached."""

from __future__ import annotations

import re

import discord

from bot.language import Language
from bot.narrate.report import CONTENT_LIMIT

TITLE_LIMIT, DESCRIPTION_LIMIT, FOOTER_LIMIT, EMBED_LIMIT = 256, 4096, 2048, 6000
"""Discord's limits for the parts of an embed and for its whole, in characters."""
FULL_TEXT = "answer.txt"
SMALL_PRINT = re.compile(r"^-# ", re.MULTILINE)
"""Small print is for messages: in an embed its sign would show."""
BOLD = "**"
"""Discord shows the line at the foot of an embed as it is: there its signs would be read."""


def measure(words: str) -> int:
    """The length of words as Discord's clients count it: letters beyond the first 65,536 count twice."""
    return len(words) + sum(letter > "\uffff" for letter in words)


def cut(words: str, limit: int, remark: str = "…") -> str:
    """Words within a limit: the lines, or at least the words, that fit, and then a remark that there is more."""
    if measure(words) <= limit:
        return words
    room = limit - measure(remark) - 1
    head = words[:room]
    while measure(head) > room:
        head = head[: len(head) - max(1, (measure(head) - room) // 2)]
    for between in ("\n", " "):
        whole = head.rpartition(between)[0]
        if len(whole) > len(head) // 2:
            head = whole
            break
    return f"{head.rstrip()}\n{remark}"


def fit_answer(
    language: Language, words: str | None, embed: discord.Embed | None
) -> tuple[str | None, discord.Embed | None, str]:
    """The words and the embed of a message as Discord takes them, and the full text where something had to be cut."""
    remark = language.say("ui.answer.in_file")
    full: list[str] = []
    if words is not None and measure(words) > CONTENT_LIMIT:
        full.append(words)
        words = cut(words, CONTENT_LIMIT, remark)
    if embed is not None:
        embed = embed.copy()
        embed.description = SMALL_PRINT.sub("", embed.description) if embed.description else embed.description
        footer = embed.footer.text
        if footer and BOLD in footer:
            footer = footer.replace(BOLD, "")
            embed.set_footer(text=footer)
        if embed.title and measure(embed.title) > TITLE_LIMIT:
            embed.title = cut(embed.title, TITLE_LIMIT)
        if footer and measure(footer) > FOOTER_LIMIT:
            embed.set_footer(text=cut(footer, FOOTER_LIMIT))
        others = measure(embed.title or "") + measure(embed.footer.text or "")
        room = min(DESCRIPTION_LIMIT, EMBED_LIMIT - others)
        if embed.description and measure(embed.description) > room:
            full.append(embed.description)
            embed.description = cut(embed.description, room, remark)
    return words, embed, "\n\n".join(full)
