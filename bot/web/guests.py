"""People inside Discord's window, while the program runs: nothing of this is stored.

A page gets a state when it is loaded, and its browser a ticket. A person who arrives shows both, once. Then the browser
has a secret that says whose page it is.
"""

from __future__ import annotations

import hmac
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from bot.web.application import Instance, Visitor
from bot.web.links import BYTES, digest

MOST: Final = 10_000
"""The most states, and the most guests; the oldest goes first."""
ARRIVAL: Final = 600.0
"""Seconds within which a loaded page must arrive."""
STAY: Final = 43_200.0
"""Seconds after which a guest has to arrive again."""
WISH: Final = 300.0
"""Seconds for which a person's wish to see a table is remembered."""


@dataclass(slots=True)
class Guest:
    """A person inside Discord. ``place`` is the Activity in which Discord has seen them at ``seen``, or None."""

    user_id: int
    name: str
    language: str
    instance_id: str
    place: Instance | None
    seen: float
    came: float


class Guests:
    """Loaded pages, people who have arrived, and the table that each wants to see."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self._states: OrderedDict[str, tuple[str, float]] = OrderedDict()
        self._guests: OrderedDict[str, Guest] = OrderedDict()
        self._wishes: OrderedDict[int, tuple[str, float]] = OrderedDict()

    def begin(self) -> tuple[str, str]:
        """Return a state for a page, and the ticket of its browser."""
        state, ticket = secrets.token_urlsafe(BYTES), secrets.token_urlsafe(BYTES)
        self._states[state] = (digest(ticket), self.clock())
        trim(self._states)
        return state, ticket

    def take(self, state: str, ticket: str) -> bool:
        """Return whether a state is ours, of this browser, and new. It is used up now."""
        known, begun = self._states.pop(state, ("", 0.0))
        is_fresh = bool(known) and self.clock() - begun < ARRIVAL
        return is_fresh and hmac.compare_digest(known, digest(ticket))

    def admit(self, visitor: Visitor, language: str, instance_id: str, place: Instance) -> str:
        """Return the secret of a person who has arrived."""
        secret, now = secrets.token_urlsafe(BYTES), self.clock()
        guest = Guest(visitor.user_id, visitor.name, language, instance_id, place, now, now)
        self._guests[digest(secret)] = guest
        trim(self._guests)
        return secret

    def find(self, secret: str) -> Guest | None:
        """Return the person of a secret, or None."""
        guest = self._guests.get(digest(secret)) if secret.isascii() else None
        return guest if guest is not None and self.clock() - guest.came < STAY else None

    def want(self, user_id: int, game_id: str) -> None:
        """Remember that a person is about to open a table."""
        self._wishes[user_id] = (game_id, self.clock())
        self._wishes.move_to_end(user_id)
        trim(self._wishes)

    def take_wish(self, user_id: int) -> str:
        """Return the table that a person wants to see, once, or ""."""
        game_id, since = self._wishes.pop(user_id, ("", 0.0))
        return game_id if game_id and self.clock() - since < WISH else ""

    def forget(self, user_id: int) -> None:
        """Forget a person: their pages have to arrive again."""
        self._wishes.pop(user_id, None)
        for secret in [secret for secret, guest in self._guests.items() if guest.user_id == user_id]:
            del self._guests[secret]


def trim(kept: OrderedDict[Any, Any]) -> None:
    """Keep the newest."""
    while len(kept) > MOST:
        kept.popitem(last=False)
