"""Requests of people about the seasons of a club: open, enter, begin, leave, end and read them; take people out.

`gate` checks the permissions; `advancing` takes the steps that come with time.
"""

from __future__ import annotations

import logging
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final

import msgspec

from bot.errors import BadInput, TableError
from bot.language import clean
from bot.seasons.advancing import Advancing, finish
from bot.seasons.club import About, Club, SeasonOptions, Standing, load_club, rank_club
from bot.seasons.gate import Asking, Gate, check_again, find_silence, has_room, take_out
from bot.tables.announcements import announce_notice
from bot.tables.authorization import (
    BEGIN_SEASON,
    DROP_OUT,
    END_SEASON,
    ENTER,
    EXPEL,
    SEASON,
    SUBSTITUTE,
    Rank,
    check_rank,
)
from bot.tables.lobby import draw_seed, find_setup
from bot.tables.past import Past
from bot.tables.play import Tables
from bot.tables.servers import Limits, call, check_game, find_server
from bot.tables.table import Table
from bot.tables.transaction import TableTransaction
from engine.core.text import text
from storage import EntrantChanges, Season, Writer

log = logging.getLogger(__name__)


NAME_LENGTH: Final = 40
MOST_ENTRANTS: Final = 64
MOST_ROUNDS: Final = 12
LONGEST: Final = timedelta(days=730)
OPEN_AT_ONCE: Final = 5
"""The most seasons of a server that are not over."""
STANDARD: Final = SeasonOptions()
MOST_SUBSTITUTES: Final = 20


async def tell_organiser(tx: TableTransaction, table: Table) -> None:
    """Announce to the organiser that a season's game was corrected, and whether it counts; ignore other games."""
    if table.state.season:
        season = await tx.season(table.state.season)
        is_dropped = msgspec.convert(season.options, SeasonOptions).drops_corrected
        key = "ui.public.put_right_season.dropped" if is_dropped else "ui.public.put_right_season"
        message = text(key, name=season.name)
        await announce_notice(tx, table, message, pings=[season.host_user_id])


class Seasons:
    """The seasons of all servers. ``gate`` handles requests of people, ``advancing`` takes the due steps."""

    def __init__(self, tables: Tables, limits: Limits) -> None:
        self._tables = tables
        self._storage = tables.storage
        self._limits = limits
        self.gate = Gate(tables)
        self.advancing = Advancing(tables, limits, self.gate)
        tables.corrections.on_corrected = tell_organiser

    async def find(self, season_id: str) -> Club:
        """Return a season with its people and tables. Raises UnknownGame."""
        async with self._storage.read() as reader:
            return await load_club(reader, season_id)

    async def find_all(self, guild_id: int | None) -> list[Season]:
        """Return the seasons of a server, the newest first."""
        async with self._storage.read() as reader:
            return await reader.seasons(guild_id)

    async def pick(self, guild_id: int | None, wanted: str = "") -> Club:
        """Return the season whose id is ``wanted`` or, if there is none, whose name is; with "", any of the server.

        Of several, it is the newest that is open or running, else the newest. Raises TableError if there is none.
        """
        found = await self.find_all(guild_id)
        if not found:
            raise TableError(text("error.no_season"))
        typed = clean(wanted).casefold()
        # The id comes first: another season may have this id as its name.
        named = [one for one in found if one.id == typed] or [
            one for one in found if clean(one.name).casefold() == typed or not typed
        ]
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
        """Open a season that people may enter, and return it. Without ``starts``, its host begins it.

        ``players`` is the number of seats of a table (0: the game's default), ``rounds`` the number of rounds (0: one
        for each seat). The same interaction opens one season only. Raises TableError for a person who
        does not moderate the server, for impossible settings, and for one season too many.
        """
        check_rank(SEASON, rank)
        name = clean(name)
        if not 0 < len(name) <= NAME_LENGTH:
            raise BadInput(text("error.bad_season_name", at_most=NAME_LENGTH))
        kind, scenario, seats = find_setup(scenario, players, options.variant, options.opponent, name)
        now = self._storage.now()
        if not (starts or now) < ends <= now + LONGEST or (starts is not None and starts <= now):
            raise BadInput(text("error.bad_season_dates", count=LONGEST.days))
        async with self._storage.transaction() as tx:
            seen = await tx.seen_interaction(interaction_id)
            if seen is not None:
                return await load_club(tx, str(seen.answer["season"]))
            check_game(await find_server(tx, guild_id), kind)
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
            self.advancing.on_due(season.due or ends)
            return await load_club(tx, season.id)

    async def enter(
        self, interaction_id: int | None, season_id: str, user_id: int, name: str, roles: Collection[int] = ()
    ) -> Club:
        """Enter a season, and return it; a second entry changes nothing.

        Raises TableError if it has begun or is full, and for a person without its role.
        """

        async def work(tx: Writer, asking: Asking) -> None:
            club = asking.club
            if club.options.role and club.options.role not in roles:
                raise TableError(text("error.season_role", name=club.season.name))
            if club.find(user_id) is None:
                if len(club.active) >= MOST_ENTRANTS:
                    raise TableError(text("error.season_full", count=MOST_ENTRANTS))
                await tx.add_entrant(season_id, user_id, name)

        await self.gate.do(ENTER, season_id, interaction_id, user_id, work)
        return await self.find(season_id)

    async def leave(self, interaction_id: int | None, season_id: str, user_id: int) -> Club:
        """Leave a season, and return it. Raises TableError for a person who is not in it, and once it is over.

        If it has begun, the automatic player gets the person's seats in running games, and the later rounds are paired
        again without the person.
        """

        async def work(tx: Writer, asking: Asking) -> None:
            await take_out(tx, asking.club, user_id)

        await self.gate.do(DROP_OUT, season_id, interaction_id, user_id, work, user_id)
        await self.advancing.look(season_id)
        return await self.find(season_id)

    async def expel(
        self, interaction_id: int | None, season_id: str, user_id: int, whom: int, *, rank: Rank = ""
    ) -> Club:
        """Take another person out of a season; once it has begun, first ask them whether they still play.

        If they neither answer nor choose anything in its games for some time (`find_silence`), they are taken out.
        Raises TableError for a person who may not do this, and if ``whom`` is not in the season, was asked within a
        day, or has not answered yet.
        """

        async def work(tx: Writer, asking: Asking) -> tuple[About, int]:
            club, entrant = asking.club, asking.club.find(whom)
            if entrant is None:
                raise TableError(text("error.not_in_season", name=club.season.name))
            if not asking.is_asked:
                await take_out(tx, club, whom)
                return "expelled", 0
            check_again(entrant, tx.now)
            changes: EntrantChanges = {"asked": tx.now, "asked_by": user_id, "is_reminded": False}
            await tx.update_entrant(season_id, entrant.place, **changes)
            await tx.hasten_season(season_id)
            return "asked", int((tx.now + find_silence(club)).timestamp())

        await self.gate.do(EXPEL, season_id, interaction_id, user_id, work, whom, rank)
        await self.advancing.look(season_id)
        return await self.find(season_id)

    async def stay(self, interaction_id: int | None, season_id: str, user_id: int) -> Club:
        """Store that a person still plays, if they were asked. Raises TableError for a person not in the season."""

        async def work(tx: Writer, asking: Asking) -> tuple[About, int] | None:
            entrant = asking.club.find(user_id)
            if entrant is None or entrant.asked_by is None:
                return None
            await tx.update_entrant(season_id, entrant.place, asked_by=None)
            return "stays", 0

        await self.gate.do(DROP_OUT, season_id, interaction_id, user_id, work, user_id)
        return await self.find(season_id)

    async def substitute(
        self, interaction_id: int | None, season_id: str, user_id: int, whom: int, name: str, *, rank: Rank = ""
    ) -> Club:
        """Make ``whom`` a substitute of a season, or remove them if they are one already; return the season.

        A substitute may take over free seats in its games. News of this is queued if the season has games already.
        Raises TableError for a person who may not do this, if ``whom`` is an entrant or was pinged too often, and for
        one substitute too many.
        """

        async def work(tx: Writer, asking: Asking) -> tuple[About, int] | None:
            club = asking.club
            if club.find(whom) is not None:
                raise TableError(text("error.season_rival", name=club.season.name))
            about: About = "withdrawn"
            if whom in {one.user_id for one in club.substitutes}:
                await tx.drop_substitute(season_id, whom)
            else:
                if len(club.substitutes) >= MOST_SUBSTITUTES:
                    raise TableError(text("error.season_full", count=MOST_SUBSTITUTES))
                await tx.name_substitute(season_id, whom, name)
                about = "substitute"
                if club.games:
                    await call(tx, club.games[0][0].game_id, user_id, whom, name)
            return (about, 0) if club.games else None

        await self.gate.do(SUBSTITUTE, season_id, interaction_id, user_id, work, whom, rank, name)
        return await self.find(season_id)

    async def start(self, interaction_id: int | None, season_id: str, user_id: int, *, rank: Rank = "") -> Club:
        """Begin a season now. Raises TableError for a person who may not, for too few people, and too many tables."""

        async def work(tx: Writer, asking: Asking) -> None:
            club, now = asking.club, tx.now
            if len(club.active) < 2:
                raise TableError(text("error.season_too_few", name=club.season.name))
            if not await has_room(tx, self._limits, club):
                raise TableError(text("error.too_many_tables_here", count=self._limits.tables_per_server))
            await tx.update_season(season_id, status="playing", starts=now, due=now)

        await self.gate.do(BEGIN_SEASON, season_id, interaction_id, user_id, work, None, rank)
        await self.advancing.look(season_id)
        return await self.find(season_id)

    async def close(self, interaction_id: int | None, season_id: str, user_id: int, *, rank: Rank = "") -> Club:
        """End a season now; its running games do not count. Raises TableError for a person who may not do this."""

        async def work(tx: Writer, asking: Asking) -> tuple[About, int]:
            await finish(tx, asking.club)
            return "end", 0

        await self.gate.do(END_SEASON, season_id, interaction_id, user_id, work, None, rank)
        return await self.find(season_id)

    async def find_places(self, club: Club) -> dict[str, int]:
        """Return the thread or channel of each game of a season, by the id of the game."""
        async with self._storage.read() as reader:
            games = [await reader.game(game.game_id) for game, _ in club.games]
        return {game.id: game.thread_id or game.channel_id for game in games}

    async def rank(self, club: Club) -> tuple[list[Standing], list[Past]]:
        """Return the standings of a season, the best first, and the games that count for them."""
        return await rank_club(self._storage, club)
