"""Settings of servers, and limits that keep one person or server from using up the bot for all others.

The settings say who moderates, which games may be played in which channels, and when silent tables end. The host of the
bot sets the limits and the usual periods.
"""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import msgspec

from bot.errors import SettingsError, TableError
from bot.games.frontend import Frontend, list_fronts
from bot.language import Mention, Place, Time
from bot.tables.authorization import APPOINT, DAY, SERVER, Rank, check_rank
from bot.tables.preferences import PACES
from bot.tables.table import read_fields
from engine.core.text import Text, text
from storage import AuditEntry, GameStatus, InteractionSeen, Json, Reader, Storage, Writer

ONGOING: Final[tuple[GameStatus, ...]] = ("open", "playing", "archived")
EXPIRE: Final = "expire"
"""The kind of the timer that checks whether a table is silent (`bot.tables.closing`)."""
LONGEST: Final = 3650
"""The most days of a period."""


@dataclass(frozen=True, slots=True)
class Periods:
    """Days of silence before a lobby or a game is asked whether it continues; days that an archived game is kept."""

    lobby_days: int = 7
    game_days: int = 30
    archive_days: int = 365


STANDARD_PERIODS: Final = Periods()


def read_periods(environment: Mapping[str, str]) -> Periods:
    """Return the periods set in the environment, such as GANDHI_LOBBY_DAYS. Raises SettingsError for a wrong value."""
    return Periods(**read_numbers(environment, Periods.__slots__, LONGEST))


class ServerSettings(msgspec.Struct, frozen=True, omit_defaults=True):
    """The settings that moderators of a server have chosen.

    ``moderators`` is the role that may moderate, ``ping`` the role that a table may ping once when it looks for players
    (0: none). ``language`` and ``pace`` are the defaults of new tables (empty: those of the person who opens one).
    ``games`` are the offered games (none: the usual ones), and tables may be opened in ``channels`` (none: in all). The
    periods are in days (0: as the host of the bot has set them).
    """

    moderators: int = 0
    language: str = ""
    pace: str = ""
    games: tuple[str, ...] = ()
    channels: tuple[int, ...] = ()
    ping: int = 0
    lobby_days: int = 0
    game_days: int = 0
    archive_days: int = 0

    def offers(self, kind: str) -> bool:
        """Return whether the server offers a game, given by its kind."""
        return kind in (self.games or list_usual())

    def list_offered(self) -> list[Frontend]:
        """Return the front ends of the games that the server offers."""
        return [front for front in list_fronts() if self.offers(front.setup.kind)]

    def find_usual(self) -> Frontend:
        """Return the front end of the default game: the first that the server offers, or the first of all games."""
        return (self.list_offered() or list_fronts())[0]

    def choose_scenario(self, wished: str) -> str:
        """Return the wished scenario if the server offers its game, else the first scenario of the first offered game.

        If the server offers no game of this version, return the wished one too.
        """
        offered = [front.setup.scenarios for front in self.list_offered()]
        return wished if not offered or any(wished in names for names in offered) else next(iter(offered[0]))

    def find_period(self, name: str, standard: Periods) -> timedelta:
        """Return the period with this name in `Periods`, from the server's settings or else from ``standard``."""
        return timedelta(days=getattr(self, name) or getattr(standard, name))


FIELDS: Final = {one.name: one for one in msgspec.structs.fields(ServerSettings)}


def read_server(stored: Mapping[str, Any]) -> ServerSettings:
    """Return the stored settings of a server. A setting that cannot be read has its default."""
    return read_fields(ServerSettings, FIELDS, stored)


async def find_server(reader: Reader, guild_id: int | None) -> ServerSettings:
    """Return the settings of a server; the defaults for None, or if it has changed none."""
    return read_server(await reader.server_settings(guild_id)) if guild_id is not None else ServerSettings()


def check_game(settings: ServerSettings, kind: str) -> None:
    """Raise TableError, with the offered games, if a server with these settings does not offer a game."""
    if not settings.offers(kind):
        raise TableError(text("error.game_not_offered", what=text(f"game.{kind}"), how=name_games(settings)))


async def check_offer(reader: Reader, guild_id: int | None, kind: str, places: Sequence[int]) -> None:
    """Raise TableError if a server excludes a game, or tables in ``places``: a channel and its parents."""
    settings = await find_server(reader, guild_id)
    check_game(settings, kind)
    if settings.channels and not set(settings.channels) & set(places):
        raise TableError(text("error.channel_not_allowed", what=[Place(one) for one in settings.channels]))


def name_games(settings: ServerSettings) -> list[Text]:
    """Return the names of the games that a server offers."""
    return [text(f"game.{kind}") for kind in list_games() if settings.offers(kind)]


def list_games() -> list[str]:
    """Return the kinds of all games."""
    return [front.setup.kind for front in list_fronts()]


def list_usual() -> tuple[str, ...]:
    """Return the kinds of the games that a server offers until its moderators choose others."""
    return tuple(front.setup.kind for front in list_fronts() if front.setup.is_usual)


BETWEEN_PINGS: Final = timedelta(hours=1)
"""The shortest time between two pings of a server's role, over all its tables."""


async def count_ping(tx: Writer, guild_id: int | None) -> None:
    """Store that a server's role is pinged now. Raises TableError if it was pinged within `BETWEEN_PINGS`."""
    if guild_id is None:
        return
    stored = await tx.lock_server_settings(guild_id)
    again = datetime.fromtimestamp(int(stored.get("pinged", 0)), UTC) + BETWEEN_PINGS
    if again > tx.now:
        raise TableError(text("error.pinged_recently", when=Time.of(again, "R")))
    await tx.put_server_settings(guild_id, {**stored, "pinged": int(tx.now.timestamp())})


async def set_expiry(tx: Writer, game_id: str, end: datetime) -> None:
    """Set when a table is next checked for silence, in place of an earlier time."""
    await tx.cancel_timers(game_id, kinds=[EXPIRE])
    await tx.set_timer(game_id, EXPIRE, end, 0)


class Servers:
    """Reads and changes the settings of servers. Every change is recorded with its author."""

    def __init__(self, storage: Storage, periods: Periods = STANDARD_PERIODS) -> None:
        self._storage = storage
        self.periods = periods
        self.on_games: Callable[[], object] = bool
        """Called after a server has changed which games it offers."""

    async def find(self, guild_id: int | None) -> ServerSettings:
        """Return the settings of a server."""
        async with self._storage.read() as reader:
            return await find_server(reader, guild_id)

    async def check_game(self, guild_id: int | None, kind: str) -> None:
        """Raise TableError if a server does not offer a game."""
        check_game(await self.find(guild_id), kind)

    async def change(
        self,
        interaction_id: int | None,
        guild_id: int,
        user_id: int,
        rank: Rank,
        changes: Json,
        *,
        game: str = "",
        channel: int = 0,
    ) -> ServerSettings:
        """Apply ``changes``, named by the fields of `ServerSettings`, and return the settings.

        ``game`` and ``channel`` are added to the lists, or removed if they are in them. Raises TableError for a person
        without the rank, an unknown pace or game, and when no game would be left.
        """
        check_rank(SERVER, rank)
        if "moderators" in changes:
            check_rank(APPOINT, rank)
        if not {*changes.get("games", ())} <= {*list_games()}:
            raise TableError(text("error.unknown_key", key=""))
        if changes.get("pace") and changes["pace"] not in PACES:
            raise TableError(text("error.unknown_key", key=""))
        with suppress(InteractionSeen):
            async with self._storage.transaction() as tx:
                if interaction_id is not None:
                    await tx.remember_interaction(interaction_id, {})
                stored = await tx.lock_server_settings(guild_id)
                old = read_server(stored)
                wished = dict(changes)
                if game:
                    wished["games"] = toggle_game(old, game)
                if channel:
                    wished["channels"] = toggle(old.channels, channel)
                new = msgspec.structs.replace(old, **wished)
                if new == old:
                    return old
                rest = {name: value for name, value in stored.items() if name not in FIELDS}
                await tx.put_server_settings(guild_id, {**rest, **msgspec.to_builtins(new)})
                details = {name: getattr(new, name) for name in FIELDS if getattr(new, name) != getattr(old, name)}
                if any(getattr(new, name) != getattr(old, name) for name in Periods.__slots__):
                    for one in await tx.games_by(guild_id=guild_id, statuses=ONGOING, limit=None):
                        await set_expiry(tx, one.id, tx.now)
                await tx.audit("settings", user_id, guild_id=guild_id, details=msgspec.to_builtins(details))
            if "games" in details:
                self.on_games()
        return await self.find(guild_id)

    async def list_actions(self, guild_id: int, rank: Rank, limit: int) -> list[AuditEntry]:
        """Return up to ``limit`` actions of moderators, the newest first. Raises TableError for other people."""
        check_rank(SERVER, rank)
        async with self._storage.read() as reader:
            return await reader.audit_entries(guild_id=guild_id, limit=limit)


def toggle_game(settings: ServerSettings, game: str) -> tuple[str, ...]:
    """Return the games to store after ``game`` was added to the offered ones, or removed if it was among them.

    Raises TableError for an unknown game, and if no game would be left.
    """
    every = tuple(list_games())
    if game not in every:
        raise TableError(text("error.unknown_key", key=""))
    offered = toggle(settings.games or list_usual(), game)
    if not offered:
        raise TableError(text("error.last_game"))
    return keep_games(offered)


def keep_games(offered: Collection[str]) -> tuple[str, ...]:
    """Return the offered games as they are stored: in the order of `list_games`, and () for exactly the usual ones."""
    kept = tuple(kind for kind in list_games() if kind in offered)
    return () if kept == list_usual() else kept


def toggle(listed: tuple[Any, ...], one: Any) -> tuple[Any, ...]:
    """Return a list with ``one`` added at its end, or without it if it was in the list."""
    return tuple(other for other in listed if other != one) if one in listed else (*listed, one)


COUNTED: Final[tuple[GameStatus, ...]] = ("open", "playing")
REMEMBERED: Final = 10_000
"""The most people and servers whose pictures are counted; the one that asked longest ago is dropped."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The most open or running tables of a host and of a server; the most pictures in a minute for each of them."""

    tables_per_user: int = 10
    tables_per_server: int = 200
    pictures_per_user: int = 10
    pictures_per_server: int = 60


STANDARD_LIMITS: Final = Limits()


def read_limits(environment: Mapping[str, str]) -> Limits:
    """Return the limits set in the environment, such as GANDHI_TABLES_PER_USER. Raises as `read_numbers` does."""
    return Limits(**read_numbers(environment, Limits.__slots__))


def read_numbers(environment: Mapping[str, str], names: Iterable[str], most: int = 10**9) -> dict[str, int]:
    """Return by name the numbers in those variables GANDHI_<NAME> that are set.

    Raises SettingsError for a value that is not a number from 1 to ``most``.
    """
    found = {}
    for name in names:
        value = environment.get(f"GANDHI_{name.upper()}", "").strip()
        if value and not (value.isdecimal() and 0 < int(value) <= most):
            raise SettingsError(f"GANDHI_{name.upper()} is {value!r}, and must be a number from 1 to {most}.")
        if value:
            found[name] = int(value)
    return found


async def check_tables(tx: Writer, limits: Limits, host_user_id: int, guild_id: int | None) -> None:
    """Raise TableError if a host, or a server, already has as many open or running tables as allowed."""
    if await tx.count_games(host_user_id=host_user_id, statuses=COUNTED) >= limits.tables_per_user:
        raise TableError(text("error.too_many_tables_of_yours", count=limits.tables_per_user))
    if guild_id is not None and await tx.count_games(guild_id=guild_id, statuses=COUNTED) >= limits.tables_per_server:
        raise TableError(text("error.too_many_tables_here", count=limits.tables_per_server))


async def count_left(tx: Writer, limits: Limits, guild_id: int | None) -> int:
    """Return how many more open or running tables a server may have; without a server, the whole limit."""
    used = await tx.count_games(guild_id=guild_id, statuses=COUNTED) if guild_id is not None else 0
    return limits.tables_per_server - used


CALLS: Final = (3, 5, 10)
"""The most pings that a person gets in a day about requests of others, such as an offer.

These are three numbers: by one person at one table, by one person at all tables, and by all people.
"""


async def call(tx: Writer, game_id: str, by: int, person: int, name: str | Mention) -> None:
    """Count that ``by`` causes a ping of another ``person``. Raises TableError, which has ``name``, over `CALLS`."""
    if person == by:
        return
    calls = await tx.arrangements_everywhere(person, "called")
    theirs = [one for one in calls if one.other_user_id == by]
    here = [one for one in theirs if one.game_id == game_id]
    if any(len(some) >= most for some, most in zip((here, theirs, calls), CALLS, strict=True)):
        raise TableError(text("error.called_enough", who=name))
    await tx.arrange(game_id, person, "called", other_user_id=by, until=tx.now + DAY)


class PictureCount:
    """Counts the pictures that people ask for, and limits them. Pictures of turns do not count."""

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        self._limits = limits
        self._clock = clock
        # By person and server: the pictures left, and when they were counted; they are refilled at the limit's rate.
        self._left: OrderedDict[tuple[str, int], tuple[float, float]] = OrderedDict()
        self._recapping: set[int] = set()

    @contextmanager
    def recap(self, user_id: int) -> Iterator[None]:
        """Mark a person's recap as being drawn during the block. Raises TableError if another is being drawn."""
        if user_id in self._recapping:
            raise TableError(text("error.recap_under_way"))
        self._recapping.add(user_id)
        try:
            yield
        finally:
            self._recapping.discard(user_id)

    def count(self, user_id: int, guild_id: int | None, cost: int = 1) -> None:
        """Count a picture, which may cost as much as several. Raises TableError, and counts nothing, over the limit.

        A picture that costs more than the limit of a minute costs the whole limit.
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
