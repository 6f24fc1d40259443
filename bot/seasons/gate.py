"""The gate of seasons: it checks a person's change of a season, makes it in one transaction, records and announces it.

Opening a season is in `Seasons.open`.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from weakref import WeakKeyDictionary

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
    """A request of a person about a season, which has this ``name``. ``rank`` says whether the person moderates.

    ``host`` has opened the season, ``entrants`` have not dropped out, and ``players`` are the entrants and everyone
    else who acts in its games. ``whom`` is the person concerned, if the request is about one.
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
    """A checked request: the season (``club``), the request, and the permission by which it is allowed."""

    club: Club
    request: SeasonRequest
    permission: Permission

    @property
    def is_asked(self) -> bool:
        """Return whether the person concerned has to be asked first: only in a season that has begun."""
        roles = self.permission.asked if self.request.status != "open" else ()
        return any(find_in_season(role, self.request) for role in roles)


Work = Callable[[Writer, Asking], Awaitable[tuple[About, int] | None]]
"""Changes a season. Returns the subject of the news and when silence counts as a yes, in seconds since 1970 (0: never);
or None if there is no news."""


class Gate:
    """Lets people change a season if they may. ``announce`` posts the news of a season that has no game yet."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._storage = tables.storage
        self.announce: Callable[[Club, News], Awaitable[None]] = do_nothing
        self._unqueued: list[News] = []
        self._uncommitted: WeakKeyDictionary[Writer, list[News]] = WeakKeyDictionary()

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Writer]:
        """Open a transaction that changes seasons. If it fails, none of its news is announced. Raises StorageError."""
        async with self._storage.transaction() as tx:
            yield tx
        if tx.has_queued:
            self._tables.transactions.wake_outbox()
        self._unqueued += self._uncommitted.pop(tx, [])

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
        """Let a person change a season: check the ``permission``, do the ``work``, and post its news.

        The season is locked meanwhile. The same interaction acts once. Acts of hosts and moderators are recorded.
        ``whom`` is the person concerned, and ``name`` their name if they are not in the season. Raises UnknownGame, and
        TableError for a person who may not do this.
        """
        with suppress(InteractionSeen):
            async with self.transaction() as tx:
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
        """Raise TableError unless a person has a permission about a season now."""
        async with self._storage.read() as reader:
            check_in_season(permission, await find_request(reader, club, user_id, None, rank))

    async def tell(self, tx: Writer, club: Club, news: News) -> None:
        """Queue news of a season, or keep it for `post_unqueued` if the season has no game yet.

        ``tx`` is a `transaction` of this gate.
        """
        if not await queue_news(tx, club, news):
            self._uncommitted.setdefault(tx, []).append(news)

    async def post_unqueued(self) -> None:
        """Announce the news that `tell` has kept, because their seasons had no game yet."""
        waiting, self._unqueued = self._unqueued, []
        for news in waiting:
            async with self._storage.read() as reader:
                club = await load_club(reader, news.season)
            await self.announce(club, news)


def find_in_season(role: Role, request: SeasonRequest) -> set[int]:
    """Return the people who have a role in a request. In a running season, a player is neither host nor moderator."""
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
    """Raise TableError unless the person of a request has the permission, and the season the required status."""
    if request.status not in permission.when:
        raise TableError(text(permission.wrong_time, name=request.name))
    if not any(request.user_id in find_in_season(role, request) for role in permission.may):
        outside = replace(request, players=request.players - {request.user_id})
        would = any(request.user_id in find_in_season(role, outside) for role in permission.may)
        raise TableError(text("error.season_you_play" if would else permission.refusal, name=request.name))


async def find_request(tx: Reader, club: Club, user_id: int, whom: int | None = None, rank: Rank = "") -> SeasonRequest:
    """Return a person's request about a season, with the people of the season as stored."""
    season, circle = club.season, await tx.circle(club.season.id)
    players = circle.entrants | circle.acting
    return SeasonRequest(season.name, season.status, season.host_user_id, circle.entrants, players, user_id, whom, rank)


def find_silence(club: Club) -> timedelta:
    """Return how long a person must be silent before they are taken out: a day, or the tables' limit if longer."""
    return max(EXPEL.silence or DAY, PACES[club.options.pace].until or DAY)


def check_again(entrant: Entrant, now: datetime) -> None:
    """Raise TableError if an entrant was asked within a day, or has not answered an earlier question."""
    if entrant.asked is not None and now < entrant.asked + DAY:
        raise TableError(text("error.vote_again", when=Time.of(entrant.asked + DAY, "R")))
    if entrant.asked_by is not None:
        raise TableError(text("error.vote_open"))


async def take_out(tx: Writer, club: Club, user_id: int) -> None:
    """Take a person out of a season: delete their entry or, if the season has begun, store that they dropped out.

    In the second case the season is due at once, so that their seats pass to the automatic player.
    """
    if club.season.status == "open":
        await tx.remove_entrant(club.season.id, user_id)
    else:
        await tx.drop_out(club.season.id, user_id)
        await tx.hasten_season(club.season.id)


async def has_room(tx: Writer, limits: Limits, club: Club) -> bool:
    """Return whether the season's server may have as many further tables as a round needs."""
    needed = -(-len(club.active) // club.season.players)
    return await count_left(tx, limits, club.season.guild_id) >= needed
