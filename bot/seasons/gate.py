"""The gate of seasons: all that people do to one passes it. It asks the table of permissions, records and announces."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.errors import TableError
from bot.names import Time
from bot.seasons.club import Club, load_club, lock_club
from bot.seasons.news import News, queue_news
from bot.tables.authorization import DAY, EXPEL, RANKS, Permission, Rank, Role
from bot.tables.limits import Limits, count_left
from bot.tables.play import Tables
from bot.tables.preferences import PACES
from engine.core.text import text
from storage import Entrant, SeasonStatus, Writer


@dataclass(frozen=True, slots=True)
class SeasonRequest:
    """Something that a person of a ``rank`` wants to do about a season, or about an entrant of it, ``whom``.

    ``host`` has opened it, and ``entrants`` are those who have not dropped out.
    """

    name: str
    status: SeasonStatus
    host: int
    entrants: frozenset[int]
    user_id: int
    whom: int | None = None
    rank: Rank = ""


async def announce_nothing(club: Club, news: News) -> None:
    """Post nothing."""


class Gate:
    """Lets people do to a season what they may; ``announce`` posts news of seasons that have no posts yet."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._storage = tables.storage
        self.announce: Callable[[Club, News], Awaitable[None]] = announce_nothing
        self._unqueued: list[News] = []
        self._has_queued = False

    async def enter(
        self,
        tx: Writer,
        permission: Permission,
        season_id: str,
        interaction_id: int | None,
        user_id: int,
        whom: int | None = None,
        rank: Rank = "",
        name: str = "",
    ) -> Club:
        """Return a season, locked, about which a person may do something; what concerns others is recorded.

        ``name`` is that of a person who is not in it. Raises UnknownGame, InteractionSeen and TableError.
        """
        club = await lock_club(tx, season_id)
        if interaction_id is not None:
            await tx.remember_interaction(interaction_id, {"season": season_id})
        check_in_season(permission, make_request(club, user_id, whom, rank))
        if "host" in permission.may:
            entrant = club.find(whom) if whom is not None else None
            details = {"name": club.season.name, "whom": entrant.display_name if entrant is not None else name}
            await tx.audit(permission.name, user_id, guild_id=club.season.guild_id, details=details)
        return club

    async def tell(self, tx: Writer, club: Club, news: News) -> None:
        """Announce what has been done, and ping whom it concerns."""
        if await queue_news(tx, club, news):
            self._has_queued = True
        else:
            self._unqueued.append(news)

    async def post_unqueued(self) -> None:
        """Have queued news sent, and post those of seasons that have no posts yet."""
        if self._has_queued:
            self._has_queued = False
            self._tables.transactions.wake_outbox()
        waiting, self._unqueued = self._unqueued, []
        for news in waiting:
            async with self._storage.read() as reader:
                club = await load_club(reader, news.season)
            await self.announce(club, news)


def find_in_season(role: Role, request: SeasonRequest) -> set[int]:
    """Return the people in a role of a season. Once it has begun, an entrant is no host and no moderator there."""
    user_id = request.user_id
    plays_there = request.status == "playing" and user_id in request.entrants
    match role:
        case "host":
            return {request.host} if not plays_there else set()
        case "moderator" | "manager":
            return {user_id} if role in RANKS[request.rank] and not plays_there else set()
        case "owner":
            return {request.whom} & request.entrants if request.whom is not None else set()
        case "anybody":
            return {user_id}
        case _:
            return set()


def check_in_season(permission: Permission, request: SeasonRequest) -> None:
    """Raise TableError unless a person may do or propose something about a season."""
    if request.status not in permission.when:
        raise TableError(text(permission.wrong_time, name=request.name))
    if not any(request.user_id in find_in_season(role, request) for role in permission.may):
        outside = replace(request, entrants=request.entrants - {request.user_id})
        would = any(request.user_id in find_in_season(role, outside) for role in permission.may)
        raise TableError(text("error.season_you_play" if would else permission.refusal, name=request.name))


def asks_in_season(permission: Permission, request: SeasonRequest) -> bool:
    """Return whether somebody has to agree: once the season has begun, the person whom it is about."""
    return request.status != "open" and any(find_in_season(role, request) for role in permission.asked)


def make_request(club: Club, user_id: int, whom: int | None = None, rank: Rank = "") -> SeasonRequest:
    """Return what a person wants to do about a season, for the table of permissions."""
    season = club.season
    entrants = frozenset(one.user_id for one in club.active if one.user_id is not None)
    return SeasonRequest(season.name, season.status, season.host_user_id, entrants, user_id, whom, rank)


def find_silence(club: Club) -> timedelta:
    """Return after how much silence an entrant is taken out: a day, or the limit of the tables if that is longer."""
    return max(EXPEL.silence or DAY, PACES[club.options.pace].until or DAY)


def check_again(entrant: Entrant, now: datetime) -> None:
    """Raise TableError where somebody is asked already, or was a short while ago."""
    if entrant.asked is not None and now < entrant.asked + DAY:
        raise TableError(text("error.vote_again", when=Time.of(entrant.asked + DAY, "R")))
    if entrant.asked_by is not None:
        raise TableError(text("error.vote_open"))


async def take_out(tx: Writer, club: Club, user_id: int) -> None:
    """Take somebody out of a season: out of the list before it has begun, and out of what follows after that."""
    if club.season.status == "open":
        await tx.remove_entrant(club.season.id, user_id)
    else:
        await tx.drop_out(club.season.id, user_id)
        await tx.hasten_season(club.season.id)


async def has_room(tx: Writer, limits: Limits, club: Club) -> bool:
    """Return whether a server may have the tables of another round."""
    needed = -(-len(club.active) // club.season.players)
    return await count_left(tx, limits, club.season.guild_id) >= needed
