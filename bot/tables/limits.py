"""Limits for one person or one server, so that no one takes the bot away from the others."""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from bot.errors import SettingsError, TableError
from bot.names import Mention
from engine.core.text import text
from storage import GameStatus, Writer

COUNTED: Final[tuple[GameStatus, ...]] = ("open", "playing")
REMEMBERED: Final = 10_000
"""The most people and servers whose pictures are counted; the one silent for longest is forgotten."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The most tables that are open or running, by host and by server, and the most pictures in a minute."""

    tables_per_user: int = 10
    tables_per_server: int = 200
    pictures_per_user: int = 10
    pictures_per_server: int = 60


STANDARD: Final = Limits()


def read_limits(environment: Mapping[str, str]) -> Limits:
    """Return the limits in the environment, such as GANDHI_TABLES_PER_USER. Raises SettingsError."""
    return Limits(**read_numbers(environment, Limits.__slots__))


def read_numbers(environment: Mapping[str, str], names: Iterable[str], most: int = 10**9) -> dict[str, int]:
    """Return the numbers from 1 to ``most`` that the environment sets. Raises SettingsError for anything else."""
    found = {}
    for name in names:
        value = environment.get(f"GANDHI_{name.upper()}", "").strip()
        if value and not (value.isdecimal() and 0 < int(value) <= most):
            raise SettingsError(f"GANDHI_{name.upper()} is {value!r}, and must be a number from 1 to {most}.")
        if value:
            found[name] = int(value)
    return found


async def check_tables(tx: Writer, limits: Limits, host_user_id: int, guild_id: int | None) -> None:
    """Raise TableError if a person, or a server, has the most tables allowed."""
    if await tx.count_games(host_user_id=host_user_id, statuses=COUNTED) >= limits.tables_per_user:
        raise TableError(text("error.too_many_tables_of_yours", count=limits.tables_per_user))
    if guild_id is not None and await tx.count_games(guild_id=guild_id, statuses=COUNTED) >= limits.tables_per_server:
        raise TableError(text("error.too_many_tables_here", count=limits.tables_per_server))


async def count_left(tx: Writer, limits: Limits, guild_id: int | None) -> int:
    """Return how many more tables a server may have; without a server, the whole limit."""
    used = await tx.count_games(guild_id=guild_id, statuses=COUNTED) if guild_id is not None else 0
    return limits.tables_per_server - used


DAY: Final = timedelta(days=1)
CALLS: Final = (3, 5, 10)
"""The most pings in a day about requests of others, such as an offer: by one person at one table, by one person at all
tables, and by all people."""


async def call(tx: Writer, game_id: str, by: int, person: int, name: str | Mention) -> None:
    """Count a ping that a person causes for someone. Raises TableError if there are too many."""
    if person == by:
        return
    calls = await tx.arrangements_everywhere(person, "called")
    theirs = [one for one in calls if one.other_user_id == by]
    here = [one for one in theirs if one.game_id == game_id]
    if any(len(some) >= most for some, most in zip((here, theirs, calls), CALLS, strict=True)):
        raise TableError(text("error.called_enough", who=name))
    await tx.arrange(game_id, person, "called", other_user_id=by, until=tx.now + DAY)


class PictureCount:
    """Counts the pictures that people ask for. Those of turns do not count."""

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        self._limits = limits
        self._clock = clock
        # Person -> the pictures left, and the time of that count: they are refilled at the rate of the limit.
        self._left: OrderedDict[tuple[str, int], tuple[float, float]] = OrderedDict()
        self._recapping: set[int] = set()

    @contextmanager
    def recap(self, user_id: int) -> Iterator[None]:
        """Hold a place while a person's recap is drawn. Raises TableError while another of theirs is being drawn."""
        if user_id in self._recapping:
            raise TableError(text("error.recap_under_way"))
        self._recapping.add(user_id)
        try:
            yield
        finally:
            self._recapping.discard(user_id)

    def count(self, user_id: int, guild_id: int | None, cost: int = 1) -> None:
        """Count a picture, a slow one as several. Raises TableError if that is too much now.

        In that case nothing is counted. A picture that costs more than the limit costs the whole limit.
        """
        whose = [("user", user_id, self._limits.pictures_per_user)]
        if guild_id is not None:
            whose.append(("server", guild_id, self._limits.pictures_per_server))
        now = self._clock()
        cost = min(cost, *(limit for _, _, limit in whose))
        found = [(kind, number, limit, self._find_left(kind, number, limit, now)) for kind, number, limit in whose]
        for _, _, limit, left in found:
            if left < cost:
                raise TableError(text("error.too_many_pictures", count=math.ceil((cost - left) * 60 / limit)))
        for kind, number, _, left in found:
            self._left[kind, number] = (left - cost, now)
            self._left.move_to_end((kind, number))
        while len(self._left) > REMEMBERED:
            self._left.popitem(last=False)

    def _find_left(self, kind: str, number: int, limit: int, now: float) -> float:
        left, since = self._left.get((kind, number), (float(limit), now))
        return min(float(limit), left + (now - since) * limit / 60)
