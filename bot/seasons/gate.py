"""The gate of seasons: a person's change of a season is checked, made in one transaction, recorded and announced.

Only the opening of a season is elsewhere (`Seasons.open`).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.errors import TableError
from bot.language import Time
from bot.seasons.club import About, Club, News, load_club, lock_club, queue_news
from bot.tables.authorization import DAY, EXPEL, RANKS, Permission, Rank, Role
from bot.tables.play import Tables
from bot.tables.preferences import PACES
from bot.tables.servers import Limits, count_left
from bot.tables.transaction import do_nothing
from engine.core.text import text
from storage import Entrant, InteractionSeen, Reader, SeasonStatus, Writer


@dataclass(frozen=True, slots=True)
class SeasonRequest:
    """A request of a person of a ``rank`` about a season, or about a person in it, ``whom``.

    ``host`` has opened it, ``entrants`` are those who have not dropped out, and ``players`` are all of these and
    everyone else who acts in its games.
    """

    name: str
    status: SeasonStatus
    host: int
    entrants: frozenset[int]
    players: frozenset[int]
    user_id: int
    whom: int | None = None
    rank: Rank = ""


@dataclass(frozen=True, slots=True)
class Asking:
    """A request about a season: the season, the request and its permission."""

    club: Club
    request: SeasonRequest
    permission: Permission

    @property
    def is_asked(self) -> bool:
        """Return whether someone has to agree: once the season has begun, the person concerned."""
        roles = self.permission.asked if self.request.status != "open" else ()
        return any(find_in_season(role, self.request) for role in roles)


Work = Callable[[Writer, Asking], Awaitable[tuple[About, int] | None]]
"""Changes a season, and returns the subject of the news, and the time after which silence counts as a yes (0: never).
It returns None without news."""


class Gate:
    """Lets people change a season if they may; ``announce`` posts news of seasons that have no posts yet."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._storage = tables.storage
        self.announce: Callable[[Club, News], Awaitable[None]] = do_nothing
        self._unqueued: list[News] = []
        self._has_queued = False

    async def do(
        self,
        permission: Permission,
        season_id: str,
        interaction_id: int | None,
        user_id: int,
        work: Work,
        whom: int | None = None,
        rank: Rank = "",
        name: str = "",
    ) -> None:
        """Let a person change a locked season; record, announce and ping if it concerns others.

        ``work`` makes the change, and returns the subject of the news, with the time after which silence counts as a
        yes, if it does. ``name`` is that of a person who is not in the season. Raises UnknownGame and TableError.
        """
        with suppress(InteractionSeen):
            async with self._storage.transaction() as tx:
                club = await lock_club(tx, season_id)
                if interaction_id is not None:
                    await tx.remember_interaction(interaction_id, {"season": season_id})
                request = await find_request(tx, club, user_id, whom, rank)
                check_in_season(permission, request)
                entrant = club.find(whom) if whom is not None else None
                name = entrant.display_name if entrant is not None else name
                if "host" in permission.may:
                    details = {"name": club.season.name, "whom": name, "whom_id": whom}
                    await tx.audit(permission.name, user_id, guild_id=club.season.guild_id, details=details)
                about, until = await work(tx, Asking(club, request, permission)) or ("", 0)
                if about:
                    news = News(season_id, about, who=whom or 0, name=name, by=user_id, until=until)
                    await self.tell(tx, club, news)
        await self.post_unqueued()

    async def check(self, permission: Permission, club: Club, user_id: int, rank: Rank = "") -> None:
        """Raise TableError unless a person may do something about a season."""
        async with self._storage.read() as reader:
            check_in_season(permission, await find_request(reader, club, user_id, None, rank))

    async def tell(self, tx: Writer, club: Club, news: News) -> None:
        """Queue news of a season, or note them for `post_unqueued` if it has no posts yet."""
        if await queue_news(tx, club, news):
            self._has_queued = True
        else:
            self._unqueued.append(news)

    async def post_unqueued(self) -> None:
        """Send queued news, and post those of seasons that have no posts yet."""
        if self._has_queued:
            self._has_queued = False
            self._tables.transactions.wake_outbox()
        waiting, self._unqueued = self._unqueued, []
        for news in waiting:
            async with self._storage.read() as reader:
                club = await load_club(reader, news.season)
            await self.announce(club, news)


def find_in_season(role: Role, request: SeasonRequest) -> set[int]:
    """Return the people in a role of a season. Once it has begun, its players are neither host nor moderator."""
    user_id = request.user_id
    plays_there = request.status == "playing" and user_id in request.players
    match role:
        case "host":
            return {request.host} if not plays_there else set()
        case "moderator" | "manager":
            return {user_id} if role in RANKS[request.rank] and not plays_there else set()
        case "owner":
            return {request.whom} & request.entrants if request.whom is not None else set()
        case "anyone":
            return {user_id}
        case _:
            return set()


def check_in_season(permission: Permission, request: SeasonRequest) -> None:
    """Raise TableError unless a person may do or propose something about a season."""
    if request.status not in permission.when:
        raise TableError(text(permission.wrong_time, name=request.name))
    if not any(request.user_id in find_in_season(role, request) for role in permission.may):
        outside = replace(request, players=request.players - {request.user_id})
        would = any(request.user_id in find_in_season(role, outside) for role in permission.may)
        raise TableError(text("error.season_you_play" if would else permission.refusal, name=request.name))


async def find_request(tx: Reader, club: Club, user_id: int, whom: int | None = None, rank: Rank = "") -> SeasonRequest:
    """Return a person's request about a season, with everything by which its permission is checked."""
    season, circle = club.season, await tx.circle(club.season.id)
    players = circle.entrants | circle.acting
    return SeasonRequest(season.name, season.status, season.host_user_id, circle.entrants, players, user_id, whom, rank)


def find_silence(club: Club) -> timedelta:
    """Return how long someone must be silent before they may be taken out: a day, or the tables' limit if longer."""
    return max(EXPEL.silence or DAY, PACES[club.options.pace].until or DAY)


def check_again(entrant: Entrant, now: datetime) -> None:
    """Raise TableError if someone is asked already, or was asked recently."""
    if entrant.asked is not None and now < entrant.asked + DAY:
        raise TableError(text("error.vote_again", when=Time.of(entrant.asked + DAY, "R")))
    if entrant.asked_by is not None:
        raise TableError(text("error.vote_open"))


async def take_out(tx: Writer, club: Club, user_id: int) -> None:
    """Take someone out of a season: before its beginning, out of the list; after it, out of the later rounds."""
    if club.season.status == "open":
        await tx.remove_entrant(club.season.id, user_id)
    else:
        await tx.drop_out(club.season.id, user_id)
        await tx.hasten_season(club.season.id)


async def has_room(tx: Writer, limits: Limits, club: Club) -> bool:
    """Return whether a server has room for the tables of another round."""
    needed = -(-len(club.active) // club.season.players)
    return await count_left(tx, limits, club.season.guild_id) >= needed
