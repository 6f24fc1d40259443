"""The verbs of buttons and selects: what a press does is registered beside its feature, and found by the router."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.discord.panel import Press
from bot.discord.reply import Answer

Handler = Callable[[Answer, Press, list[str]], Awaitable[None]]
"""Answers a press; the list holds the keys: that of a button, or those picked in a select."""


class Verbs(dict[str, Handler]):
    """What each verb of a custom id does. A press on a verb ``in_place`` changes the message that it is on.

    The others answer with a new private message.
    """

    def __init__(self) -> None:
        super().__init__()
        self.in_place: set[str] = set()

    def register(self, *names: str, in_place: bool = False) -> Callable[[Handler], Handler]:
        """Make a function the handler of one verb or several. Raises ValueError for a verb that has one."""

        def decorate(handler: Handler) -> Handler:
            for name in names:
                if name in self:
                    raise ValueError(f"The verb {name!r} has two handlers.")
                self[name] = handler
            if in_place:
                self.in_place.update(names)
            return handler

        return decorate


VERBS = Verbs()
"""The verbs of tables, and of messages that belong to none."""
SESSION_VERBS = Verbs()
"""The verbs of sessions that belong to one person: copies of a table, and lessons."""
verb = VERBS.register


def play_verb(*names: str, in_place: bool = False) -> Callable[[Handler], Handler]:
    """Make a function the handler of verbs that every session has (`bot.tables.sessions.PlaySession`)."""

    def decorate(handler: Handler) -> Handler:
        return SESSION_VERBS.register(*names, in_place=in_place)(verb(*names, in_place=in_place)(handler))

    return decorate
