"""Seasons of a club: people enter, rounds open by themselves, and the results count when they are there.

A season is looked at when its time has come and whenever one of its games has ended (`Season.due`). Everything that
follows is done in small transactions, each of which can be repeated: after a crash, the next look goes on.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final
from weakref import WeakValueDictionary

import msgspec

from bot.errors import BadInput, TableError
from bot.games.frontend import find_scenario, front_of
from bot.names import clean
from bot.seasons.club import Club, SeasonOptions, load_club, lock_club, make_plan, rank_club
from bot.seasons.standings import Standing
from bot.seasons.tables import create_tables, give_up_seats, open_tables
from bot.tables.announcements import announce_notice
from bot.tables.authorization import MANAGE_SEASON, SEASON, Rank, check_host, check_rank
from bot.tables.limits import Limits, count_left
from bot.tables.lobby import draw_seed
from bot.tables.play import Tables
from bot.tables.records import Past
from bot.tables.table import Spot, Table
from bot.tables.transaction import TableTransaction
from engine.core.text import text
from storage import InteractionSeen, Season, SeasonStatus, StorageError, Writer

log = logging.getLogger(__name__)

NAME_LENGTH: Final = 40
MOST_ENTRANTS: Final = 64
MOST_ROUNDS: Final = 12
LONGEST: Final = timedelta(days=730)
OPEN_AT_ONCE: Final = 5
"""Seasons of a server that are not over."""
LATER: Final = timedelta(hours=1)
"""After so long a round is tried again for which the server has too many tables, or whose news could not be posted."""
STANDARD: Final = SeasonOptions()
FINAL: Final = -1
"""The number of the news that a season is over."""


async def make_no_place(club: Club, table: Table) -> Spot | None:
    """Return that a table has no thread."""
    return None


async def announce_nothing(club: Club, number: int) -> bool:
    """Return that news are posted, without posting any."""
    return True


async def tell_organiser(tx: TableTransaction, table: Table) -> None:
    """Tell the organiser of a season that one of its games was put right. It counts like any other."""
    if table.state.season:
        season = await tx.season(table.state.season)
        message = text("ui.public.put_right_season", name=season.name)
        await announce_notice(tx, table, message, pings=[season.host_user_id])


class Seasons:
    """The seasons of all servers.

    ``make_place`` makes the thread of a table, ``announce`` posts that a round (or `FINAL`) has come, and returns
    whether that need not be tried again. ``on_due`` hears when a season must be looked at.
    """

    def __init__(self, tables: Tables, limits: Limits) -> None:
        self._tables = tables
        self._storage = tables.storage
        self._limits = limits
        self._looking: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self.make_place: Callable[[Club, Table], Awaitable[Spot | None]] = make_no_place
        self.announce: Callable[[Club, int], Awaitable[bool]] = announce_nothing
        self.on_due: Callable[[datetime], None] = lambda due: None
        tables.corrections.on_corrected = tell_organiser

    async def find(self, season_id: str) -> Club:
        """Return a season. Raises UnknownGame."""
        async with self._storage.read() as reader:
            return await load_club(reader, season_id)

    async def find_all(self, guild_id: int | None) -> list[Season]:
        """Return the seasons of a server, the newest first."""
        async with self._storage.read() as reader:
            return await reader.seasons(guild_id)

    async def pick(self, guild_id: int | None, wanted: str = "") -> Club:
        """Return the season that somebody names by its id or name, or the newest that is not over, or the newest.

        Raises TableError.
        """
        found = await self.find_all(guild_id)
        if not found:
            raise TableError(text("error.no_season"))
        typed = clean(wanted).casefold()
        named = [one for one in found if typed in (one.id, clean(one.name).casefold())] if typed else found
        if not named:
            raise TableError(text("error.no_such_season", name=wanted))
        current = [one for one in named if one.status in ("open", "playing")]
        return await self.find((current or named)[0].id)

    async def open(
        self,
        interaction_id: int,
        *,
        guild_id: int | None,
        channel_id: int,
        name: str,
        scenario: str,
        language: str,
        host_user_id: int,
        ends: datetime,
        starts: datetime | None = None,
        players: int = 0,
        rounds: int = 0,
        options: SeasonOptions = STANDARD,
        rank: Rank = "",
    ) -> Club:
        """Open a season that people may enter; without ``starts`` its host begins it.

        ``players`` are the seats of a table (0: as few as the game has), ``rounds`` as many as these (0). The same
        interaction opens one season only. Raises TableError for a person who does not moderate the server, and for what
        is not possible.
        """
        check_rank(SEASON, rank)
        name = clean(name)
        if not 0 < len(name) <= NAME_LENGTH:
            raise BadInput(text("error.bad_season_name", at_most=NAME_LENGTH))
        kind, scenario = find_scenario(scenario)
        setup = front_of(kind).setup
        try:
            seats = setup.list_seats(players)
        except ValueError as error:
            counts = [str(count) for count in setup.player_counts or (len(setup.seats),)]
            raise TableError(text("error.not_for_so_many", scenario=scenario, numbers=counts)) from error
        if options.variant and options.variant not in setup.variants:
            raise TableError(text("error.no_such_variant", scenario=scenario))
        if options.opponent and options.opponent not in front_of(kind).player.opponents:
            raise TableError(text("error.no_such_opponent", name=name))
        now = self._storage.now()
        if not (starts or now) < ends <= now + LONGEST or (starts is not None and starts <= now):
            raise BadInput(text("error.bad_season_dates", count=LONGEST.days))
        async with self._storage.transaction() as tx:
            seen = await tx.seen_interaction(interaction_id)
            if seen is not None:
                return await load_club(tx, str(seen.answer["season"]))
            if len(await tx.seasons(guild_id, ["open", "playing"])) >= OPEN_AT_ONCE:
                raise TableError(text("error.too_many_seasons", count=OPEN_AT_ONCE))
            season = await tx.create_season(
                guild_id=guild_id,
                channel_id=channel_id,
                name=name,
                kind=kind,
                scenario=scenario,
                players=len(seats),
                rounds=rounds or len(seats),
                language=language,
                seed=draw_seed(),
                host_user_id=host_user_id,
                options=msgspec.to_builtins(options),
                starts=starts,
                ends=ends,
            )
            await tx.remember_interaction(interaction_id, {"season": season.id})
            self.on_due(season.due or ends)
            return await load_club(tx, season.id)

    async def enter(
        self, interaction_id: int | None, season_id: str, user_id: int, name: str, roles: Collection[int] = ()
    ) -> Club:
        """Enter a season. Raises TableError once it has begun, without its role, and when it is full."""
        with suppress(InteractionSeen):
            async with self._storage.transaction() as tx:
                club = await self._lock(tx, season_id, interaction_id)
                if club.season.status != "open":
                    raise TableError(text("error.season_begun", name=club.season.name))
                if club.options.role and club.options.role not in roles:
                    raise TableError(text("error.season_role", name=club.season.name))
                if club.find(user_id) is None:
                    if len(club.active) >= MOST_ENTRANTS:
                        raise TableError(text("error.season_full", count=MOST_ENTRANTS))
                    await tx.add_entrant(season_id, user_id, name)
        return await self.find(season_id)

    async def leave(
        self,
        interaction_id: int | None,
        season_id: str,
        user_id: int,
        *,
        by: int | None = None,
        rank: Rank = "",
    ) -> Club:
        """Take somebody out of a season: themselves, or ``by`` its host or a moderator.

        Once it has begun, the automatic player has their seats in the games that go on, and the rounds to come are
        paired again without them. Raises TableError for somebody who is not in it, and for a person who may not.
        """
        with suppress(InteractionSeen):
            async with self._storage.transaction() as tx:
                club = await self._lock(tx, season_id, interaction_id)
                if by not in (None, user_id):
                    check_host(MANAGE_SEASON, club.season.host_user_id, by or 0, rank)
                if club.season.status not in ("open", "playing"):
                    raise TableError(text("error.season_over", name=club.season.name))
                if club.find(user_id) is None:
                    raise TableError(text("error.not_in_season", name=club.season.name))
                if club.season.status == "open":
                    await tx.remove_entrant(season_id, user_id)
                else:
                    await tx.drop_out(season_id, user_id)
                    await tx.hasten_season(season_id)
        await self.look(season_id)
        return await self.find(season_id)

    async def start(self, interaction_id: int | None, season_id: str, user_id: int, *, rank: Rank = "") -> Club:
        """Begin a season now. Raises TableError for a person who may not, too few entrants, and too many tables."""
        with suppress(InteractionSeen):
            async with self._storage.transaction() as tx:
                club = await self._lock(tx, season_id, interaction_id)
                check_host(MANAGE_SEASON, club.season.host_user_id, user_id, rank)
                if club.season.status != "open":
                    raise TableError(text("error.season_begun", name=club.season.name))
                if len(club.active) < 2:
                    raise TableError(text("error.season_too_few", name=club.season.name))
                if not await has_room(tx, self._limits, club):
                    raise TableError(text("error.too_many_tables_here", count=self._limits.tables_per_server))
                now = tx.now
                await tx.update_season(season_id, status="playing", starts=now, due=now)
        await self.look(season_id)
        return await self.find(season_id)

    async def close(self, interaction_id: int | None, season_id: str, user_id: int, *, rank: Rank = "") -> Club:
        """End a season now. Games that go on are no longer part of it. Raises TableError for a person who may not."""
        with suppress(InteractionSeen):
            async with self._storage.transaction() as tx:
                club = await self._lock(tx, season_id, interaction_id)
                check_host(MANAGE_SEASON, club.season.host_user_id, user_id, rank)
                if club.season.status not in ("open", "playing"):
                    raise TableError(text("error.season_over", name=club.season.name))
                await finish(tx, club)
        await self.look(season_id)
        return await self.find(season_id)

    async def find_places(self, club: Club) -> dict[str, int]:
        """Return where the games of a season are played, by their ids."""
        async with self._storage.read() as reader:
            games = [await reader.game(game.game_id) for game, _ in club.games]
        return {game.id: game.thread_id or game.channel_id for game in games}

    async def rank(self, club: Club) -> tuple[list[Standing], list[Past]]:
        """Return the standings of a season, and the games that count for them."""
        return await rank_club(self._storage, club)

    # -- time ----------------------------------------------------------------------------------------------

    async def look_at_due(self) -> int:
        """Look at every season whose time has come, and return how many there were. Raises StorageError."""
        async with self._storage.read() as reader:
            due = await reader.seasons_due()
        for season_id in due:
            try:
                await self.look(season_id)
            except StorageError:
                raise
            except Exception:
                # One season must not keep the others from going on.
                log.exception("Season %s cannot go on: it is put off.", season_id)
                await self._put_off(season_id)
        return len(due)

    async def look(self, season_id: str) -> None:
        """Do what is due at a season: replace who has dropped out, begin it, open a round, announce, end it."""
        # Of two who look at once, the second finds everything done.
        async with self._looking.setdefault(season_id, asyncio.Lock()):
            due: datetime | None = self._storage.now()
            while due is not None and due <= self._storage.now():
                await self._look_once(season_id)
                due = (await self.find(season_id)).season.due

    async def _look_once(self, season_id: str) -> None:
        """Take the next step of a season. What a step begins, the look after it finds done."""
        await give_up_seats(self._tables, await self.find(season_id))
        while True:
            club = await self.find(season_id)
            found = await asyncio.to_thread(make_plan, club) if club.season.status == "playing" else None
            async with self._storage.transaction() as tx:
                before = club
                club = await lock_club(tx, season_id)
                if club != before:
                    continue
                await self._advance(tx, club, found)
            break
        club = await self.find(season_id)
        await open_tables(self._tables, club.running, partial(self.make_place, club))
        await self._announce(club)

    async def _advance(self, tx: Writer, club: Club, found: list[Any] | None) -> None:
        """Change a locked season to what it must be now. ``found`` are the rounds to come, where they are new."""
        season, now = club.season, tx.now
        due: datetime | None = None
        if season.status == "open":
            due = season.starts or season.ends
            if due <= now and season.starts is not None and len(club.active) > 1:
                # The rounds are paired at the next look, outside of any transaction.
                await tx.update_season(season.id, status="playing", due=now)
                self.on_due(now)
                return
            if due <= now:
                await finish(tx, club)
                return
        elif season.status == "playing":
            if found is not None:
                await tx.update_season(season.id, plan=found)
                season = season.model_copy(update={"plan": found})
            if now >= season.ends or (club.is_last and not club.running):
                await finish(tx, club)
                return
            due = season.ends
            if not club.is_last:
                due = min(due, club.start_of(season.round + 1))
                if club.round_is_over or due <= now:
                    due = await self._open_round(tx, club, season)
        await tx.update_season(season.id, due=due)
        if due is not None:
            self.on_due(due)

    async def _open_round(self, tx: Writer, club: Club, season: Season) -> datetime:
        """Make the tables of the next round, and return when the season must be looked at again.

        That is at once: should the program end before they are opened, the next one opens them.
        """
        if not await has_room(tx, self._limits, club):
            log.warning("Season %s waits: its server has too many tables for another round.", season.id)
            return tx.now + LATER
        number = season.round + 1
        await create_tables(tx, season, club.options, club.entrants, season.plan[0])
        await tx.update_season(season.id, round=number, plan=season.plan[1:])
        return tx.now

    async def _announce(self, club: Club) -> None:
        """Post what has not been announced: that a round has begun, or that the season is over."""
        season = club.season
        is_over = season.status in ("over", "closed")
        number = season.rounds + 1 if is_over else season.round
        if season.announced >= number:
            return
        if await self.announce(club, FINAL if is_over else number):
            async with self._storage.transaction() as tx:
                await tx.update_season(season.id, announced=number)
        else:
            await self._put_off(season.id)

    async def _put_off(self, season_id: str) -> None:
        later = self._storage.now() + LATER
        async with self._storage.transaction() as tx:
            await tx.update_season(season_id, due=later)
        self.on_due(later)

    async def _lock(self, tx: Writer, season_id: str, interaction_id: int | None) -> Club:
        """Return a season that nobody else changes meanwhile. Raises UnknownGame and InteractionSeen."""
        club = await lock_club(tx, season_id)
        if interaction_id is not None:
            await tx.remember_interaction(interaction_id, {"season": season_id})
        return club


async def has_room(tx: Writer, limits: Limits, club: Club) -> bool:
    """Return whether a server may have the tables of another round."""
    needed = -(-len(club.active) // club.season.players)
    return await count_left(tx, limits, club.season.guild_id) >= needed


async def finish(tx: Writer, club: Club) -> None:
    """End a season; one that has not begun is closed. Games that end later do not count."""
    status: SeasonStatus = "closed" if club.season.status == "open" else "over"
    await tx.update_season(club.season.id, status=status, ends=min(club.season.ends, tx.now), due=tx.now)
