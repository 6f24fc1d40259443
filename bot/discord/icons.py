"""Icons beside text: emojis of the application, set on buttons, in lists and in titles that others have made.

`syncing` uploads them. Every text is complete without them: there are no icons until they are uploaded, nor after
Discord has refused one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

import discord

from bot.discord.panel import read_custom_id
from bot.games.registry import FRONTS
from bot.tables.draft import KEY_SEPARATOR
from bot.tables.moments import Moment
from bot.tables.offers import bare

ABOUT_SEATS: Final = frozenset({"take", "ask", "sheet", "faction"})
"""The verbs of buttons whose key is a seat."""
CHOOSING: Final = frozenset({"choose", "confirm"})
"""The verbs of buttons whose key is an option."""
REFUSED: Final = 400

Key = tuple[str, str]
"""A game and the name of one of its icons."""
Known = Mapping[Key, discord.PartialEmoji]
"""The icons that Discord has."""
Items = Iterable[discord.ui.Item[Any]]
"""The buttons and lists of a message."""


def find_seat(known: Known, seat: str) -> discord.PartialEmoji | None:
    """Return the icon of a seat of any game, or None if Discord has no icon for it."""
    found = (known.get((kind, f"seat_{seat}")) for kind in FRONTS)
    return next((icon for icon in found if icon is not None), None)


def say_seat(known: Known, kind: str, seat: str) -> str:
    """Return the icon of a seat as text with a space after it, or "" without one."""
    icon = known.get((kind, f"seat_{seat}"))
    return f"{icon} " if icon is not None else ""


def mark_panel(known: Known, items: Items, moment: Moment) -> None:
    """Set the icons of a panel: each button and each line of a list gets the icon of its option, or none."""
    decision, front = moment.decision, moment.front
    if decision is None:
        return

    def find(key: str) -> discord.PartialEmoji | None:
        # A click may give several answers: usually the first of them has the icon.
        ways = (key, key.partition(KEY_SEPARATOR)[0], bare(key))
        option = next((option for way in ways if (option := decision.option(way)) is not None), None)
        return known.get((front.setup.kind, front.icons.find(option, moment.view))) if option is not None else None

    for item in items:
        if isinstance(item, discord.ui.Select):
            for choice in item.options:
                choice.emoji = find(choice.value)
        elif isinstance(item, discord.ui.Button):
            verb, key = read_custom_id(item.custom_id)
            if verb in CHOOSING and key:
                item.emoji = find(key)


def mark_seats(known: Known, items: Items) -> None:
    """Set the icons of those buttons of a view whose key is a seat."""
    for item in items:
        if isinstance(item, discord.ui.Button):
            verb, key = read_custom_id(item.custom_id)
            if verb in ABOUT_SEATS and key:
                item.emoji = find_seat(known, key)


def unmark(items: Items) -> None:
    """Remove the icons of buttons and lists."""
    for item in items:
        if isinstance(item, discord.ui.Select):
            for choice in item.options:
                choice.emoji = None
        elif isinstance(item, discord.ui.Button):
            item.emoji = None


def is_about_icons(error: discord.HTTPException) -> bool:
    """Return whether Discord has refused a message because of an unknown emoji."""
    return error.status == REFUSED and "emoji" in str(error).casefold()
