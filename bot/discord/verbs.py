"""The verbs of buttons and selects: a handler is registered beside its feature, and found by the router."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import discord

from bot.discord.panel import Press
from bot.discord.reply import Answer

Maker = Callable[[Answer, Press], Awaitable[discord.ui.Modal | None]]
"""Returns the form that answers a click, or None if it is answered in the usual way."""
Handler = Callable[[Answer, Press, list[str]], Awaitable[None]]
"""Answers a click. The list has the keys: that of a button, or those picked in a list."""


class Verbs(dict[str, Handler]):
    """The handler of each verb of a custom id. A click on a verb ``in_place`` changes its own message.

    The others answer with a new private message.
    """

    def __init__(self) -> None:
        super().__init__()
        self.in_place: set[str] = set()
        self.launching: set[str] = set()
        self.forms: dict[str, Maker] = {}

    def register(self, *names: str, in_place: bool = False, launches: bool = False) -> Callable[[Handler], Handler]:
        """Make a function the handler of one verb or several. Raises ValueError for a verb that has one.

        A verb that ``launches`` opens the board inside Discord if possible, and otherwise has its handler.
        """

        def decorate(handler: Handler) -> Handler:
            for name in names:
                if name in self:
                    raise ValueError(f"The verb {name!r} has two handlers.")
                self[name] = handler
            if in_place:
                self.in_place.update(names)
            if launches:
                self.launching.update(names)
            return handler

        return decorate

    def form(self, name: str) -> Callable[[Maker], Maker]:
        """Make a function the maker of the form that answers clicks on a verb; without a form, the handler answers."""

        def decorate(maker: Maker) -> Maker:
            self.forms[name] = maker
            return maker

        return decorate


VERBS = Verbs()
"""The verbs of tables, and of messages that belong to none."""
SESSION_VERBS = Verbs()
"""The verbs of sessions for one person: copies of a table, and lessons."""
verb = VERBS.register


def play_verb(*names: str, in_place: bool = False) -> Callable[[Handler], Handler]:
    """Make a function the handler of verbs that every session has (`bot.tables.sessions.PlaySession`)."""

    def decorate(handler: Handler) -> Handler:
        return SESSION_VERBS.register(*names, in_place=in_place)(verb(*names, in_place=in_place)(handler))

    return decorate
