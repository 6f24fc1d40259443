"""The door through which every message goes: what Discord would refuse is repaired, and reported as a mistake of ours.

A long answer is no mistake: it is cut, and the whole of it attached.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Sequence
from typing import Any

import discord

from bot.discord.limits import (
    ATTACHMENTS,
    DESCRIPTION_LIMIT,
    EMBED_LIMIT,
    FOOTER_LIMIT,
    TITLE_LIMIT,
    Part,
    cut,
    measure,
    repair,
)
from bot.language import Language
from bot.narrate.standing import CONTENT_LIMIT

log = logging.getLogger(__name__)

FULL_TEXT = "answer.txt"
SMALL_PRINT = re.compile(r"^-# ", re.MULTILINE)
"""Small print is for messages: in an embed its sign would show."""
BOLD = "**"
"""Discord shows the line at the foot of an embed as it is: there its signs would be read."""


def fit_answer(
    language: Language, words: str | None, embed: discord.Embed | None
) -> tuple[str | None, discord.Embed | None, str]:
    """Return the words and the embed of an answer as Discord takes them, and in full what had to be cut."""
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


class BeyondLimits(Exception):
    """Discord would refuse a message. Only tests and tools raise it: in production it is repaired."""


class Repaired(discord.ui.View):
    """Components as they were repaired, of the classic kind or the second."""

    def __init__(self, components: list[Part], *, is_v2: bool) -> None:
        super().__init__(timeout=None)
        self._made, self._is_v2 = components, is_v2

    def to_components(self) -> list[Part]:
        """Return the components as Discord receives them."""
        return self._made

    def has_components_v2(self) -> bool:
        """Whether they are of the second kind."""
        return self._is_v2

    def is_dispatchable(self) -> bool:
        """Whether the library is to remember it: no."""
        return False


def describe_message(options: Part) -> Part:
    """Return what Discord would receive of a message that the library is to send, or to edit, with these options."""
    view, embeds = options.get("view") or None, options.get("embeds") or ()
    files = options.get("files") or options.get("attachments") or ()
    return {
        "content": options.get("content"),
        "embeds": [embed.to_dict() for embed in embeds],
        "components": view.to_components() if view is not None else [],
        "attachments": [{"filename": file.filename, "description": file.description or ""} for file in files],
        "flags": discord.MessageFlags(components_v2=view is not None and view.has_components_v2()).value,
    }


def check_message(**options: Any) -> None:
    """Raise BeyondLimits for a message that Discord would refuse."""
    if faults := repair(describe_message(options)):
        raise BeyondLimits("; ".join(faults))


def fit_message(**options: Any) -> Part:
    """Return the options of a message as Discord takes them: what it would refuse is repaired, and reported."""
    payload = describe_message(options)
    faults = repair(payload)
    if not faults:
        return options
    report(faults)
    made = {**options, "content": payload["content"]}
    if options.get("embeds"):
        made["embeds"] = [discord.Embed.from_dict(embed) for embed in payload["embeds"]]
    if view := options.get("view"):
        made["view"] = Repaired(payload["components"], is_v2=view.has_components_v2())
    for key in ("files", "attachments"):
        if options.get(key):
            made[key] = list(options[key])[:ATTACHMENTS]
            for file, described in zip(made[key], payload["attachments"], strict=True):
                file.description = described["description"] or None
    return made


def report(faults: Sequence[str]) -> None:
    """Write a line about a message that was repaired: the mistake is ours. Tests raise BeyondLimits in its place."""
    log.error("A message was beyond Discord's limits and was repaired: %s", "; ".join(faults))
