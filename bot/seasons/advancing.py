"""Seasons over time: they begin, open rounds and end automatically; silent people are taken out.

A season is checked when it is due (`Season.due`): also after each end of one of its games. A check consists of steps.
Each step reads the season. One transaction makes all changes to the season and creates the tables of a round. Each
table is then opened in a separate transaction, and so is each seat given up whose person has left. Another transaction
announces the round. After a crash, the next check continues.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, Final
from weakref import WeakValueDictionary

from bot.games.frontend import front_of
from bot.seasons.club import Club, News, SeasonOptions, lock_club, make_plan, name_table
from bot.seasons.gate import Gate, find_silence, has_room, take_out
from bot.tables.closing import entrust, fill_seat
from bot.tables.committing import has_work
from bot.tables.lobby import begin_game, draw_seed, rules_version
from bot.tables.play import Tables
from bot.tables.preferences import PACES
from bot.tables.servers import Limits
from bot.tables.table import Spot, Table, TableState, store_state
from bot.tables.timers import OUTAGE
from bot.tables.transaction import do_nothing
from engine.core.errors import GameError
from storage import NOBODY, Entrant, Season, SeasonGame, SeasonStatus, Seat, StorageError, Writer

log = logging.getLogger(__name__)


LATER: Final = timedelta(hours=1)
"""The time until the next try, after an error or if the server has too many tables for a round."""
OPENING: Final = datetime(2000, 1, 1, tzinfo=UTC)
"""The value of `Season.due` while the tables of a round are opened. Any change of the season sets another value, so
that `Advancing._tell_round` notices it."""


class Advancing:
    """Takes the due steps of seasons. ``on_due`` is called with each time at which a season must be checked.

    ``make_place`` makes the thread of a table on Discord, and returns it, or None if that is impossible.
    """

    def __init__(self, tables: Tables, limits: Limits, gate: Gate) -> None:
        self._tables = tables
        self._storage = tables.storage
        self._limits = limits
        self._gate = gate
        self._looking: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self.make_place: Callable[[Club, Table], Awaitable[Spot | None]] = do_nothing
        self.on_due: Callable[[datetime], None] = lambda due: None

    async def look_at_due(self) -> int:
        """Check every season that is due, and return their number; put off those that fail. Raises StorageError."""
        async with self._storage.read() as reader:
            due = await reader.seasons_due()
        for season_id in due:
            try:
                await self.look(season_id)
            except StorageError:
                raise
            except Exception:
                # One season must not hold up the others.
                log.exception("Season %s cannot continue: it is tried again later.", season_id)
                await self._put_off(season_id)
        return len(due)

    async def look(self, season_id: str) -> None:
        """Take the due steps of a season: begin it, open a round, give up seats of people who left, end it; post news.

        Raises UnknownGame and StorageError.
        """
        # This lock is for one process. Two processes lock the club in each step: the second finds everything done.
        async with self._looking.setdefault(season_id, asyncio.Lock()):
            tried: set[object] = set()
            while await self._step(season_id, tried):
                pass
        await self._gate.post_unqueued()

    async def _step(self, season_id: str, tried: set[object]) -> bool:
        """Take the next step of a season; return whether another follows at once.

        Changes to tables come first, each in a separate transaction. ``tried`` has the tables and seats that this check
        has tried, and is extended: a table that cannot begin or continue does not hold up the season.
        """
        planned: tuple[Club, list[Any]] | None = None
        created: list[Table] = []
        goes_on = True
        while True:
            async with self._gate.transaction() as tx:
                club = await lock_club(tx, season_id)
                is_playing = club.season.status == "playing"
                homeless = find_homeless(club, await tx.seats_of(club.running)) if is_playing else []
                homeless = [one for one in homeless if one not in tried]
                unopened = [one for one in club.unopened if is_playing and one not in tried]
                is_incomplete = bool(homeless or unopened)
                plan = planned[1] if planned is not None and planned[0] == club else None
                must_plan = is_playing and club.needs_plan and plan is None
                if not is_incomplete and not must_plan:
                    goes_on = await self._advance(tx, club, plan, created)
            if is_incomplete or not must_plan:
                break
            # Pairing the rounds takes long, so no transaction is open meanwhile.
            planned = club, await asyncio.to_thread(make_plan, club)
        tried.update(homeless, unopened, (table.id for table in created))
        if created:
            return not await self._open_tables(club, created) or await self._tell_round(club, created)
        await give_up_seats(self._tables, homeless)
        await self._open_tables(club, [await self._tables.table(game_id) for game_id in unopened])
        return goes_on

    async def _open_tables(self, club: Club, tables: Sequence[Table]) -> bool:
        """Begin the games of tables, and return whether all began. One that cannot begin does not stop the others."""
        opened = 0
        for table in tables:
            spot = await self.make_place(club, table) if table.game.thread_id is None else None
            try:
                opened += await open_table(self._tables, table.id, spot)
            except GameError:
                log.exception("Table %s of a season cannot begin.", table.id)
        return opened == len(tables)

    async def _tell_round(self, club: Club, created: Sequence[Table]) -> bool:
        """Announce a round whose games have begun, store when the season is next due, and return False.

        ``club`` is the season before the round. If it has changed since, or something else is due, return True and
        change nothing: the next step has to read the season again.
        """
        season, number = club.season, club.season.round + 1
        due = min(season.ends, club.start_of(number + 1)) if number < season.rounds else season.ends
        if due <= self._storage.now() or any(one.asked_by is not None for one in club.active):
            return True
        first = SeasonGame(game_id=created[0].id, season_id=season.id, round=number, number=1)
        async with self._gate.transaction() as tx:
            await tx.lock_first_game(season.id)
            if not await tx.settle_season(season.id, number, OPENING, due=due, announced=number):
                return True
            now = replace(club, games=(*club.games, (first, "playing")))
            await self._gate.tell(tx, now, News(season.id, "round", number))
        self.on_due(due)
        return False

    async def _advance(self, tx: Writer, club: Club, plan: list[Any] | None, created: list[Table]) -> bool:
        """Take the next step of a locked season; return whether another follows at once.

        ``plan`` has new pairings for the later rounds, or is None. The tables of a new round are added to ``created``.
        """
        season, now = club.season, tx.now
        if season.status in ("over", "closed"):
            if season.due is not None:
                await tx.update_season(season.id, due=None)
            return False
        if season.host_user_id == NOBODY and club.active and club.active[0].user_id is not None:
            await tx.update_season(season.id, host_user_id=club.active[0].user_id)
        if season.status == "open":
            due = season.starts or season.ends
            if due > now:
                return await self._wait(tx, club, due)
            if season.starts is not None and len(club.active) > 1:
                await tx.update_season(season.id, status="playing", due=now)
                return True
        if season.status == "open" or now >= season.ends or (club.is_last and not club.running):
            await finish(tx, club)
            await self._gate.tell(tx, club, News(season.id, "end"))
            return False
        asked = await self._ask_again(tx, club)
        if asked is None:
            return True
        if plan is not None:
            await tx.update_season(season.id, plan=plan)
            season = season.model_copy(update={"plan": plan})
        due = min([season.ends, *asked])
        if not club.is_last:
            begins = club.start_of(season.round + 1)
            if club.round_is_over or begins <= now:
                if await has_room(tx, self._limits, club):
                    created += await create_tables(tx, season, club.options, club.entrants, season.plan[0])
                    await tx.update_season(season.id, round=season.round + 1, plan=season.plan[1:], due=OPENING)
                    return True
                log.warning("Season %s waits: its server has too many tables for another round.", season.id)
                begins = now + LATER
            due = min(due, begins)
        if season.announced < season.round:
            await self._gate.tell(tx, club, News(season.id, "round", season.round))
        return await self._wait(tx, club, due, season.round)

    async def _wait(self, tx: Writer, club: Club, due: datetime, announced: int = 0) -> bool:
        """Have a season checked again at ``due``, and return whether that is now.

        Store that all rounds up to ``announced`` have been announced.
        """
        if (due, announced) != (club.season.due, club.season.announced):
            await tx.update_season(club.season.id, due=due, announced=announced)
        self.on_due(due)
        return due <= tx.now

    async def _ask_again(self, tx: Writer, club: Club) -> list[datetime] | None:
        """Check everyone who was asked whether they still play, and return the times of the next checks.

        The question ends if they have chosen anything since. People are reminded half-way, and taken out at the end.
        Return None if that has happened to someone: the season must be read again.
        """
        times, silence = [], find_silence(club)
        for one in club.active:
            if one.asked is None or one.asked_by is None or one.user_id is None:
                continue
            games = [game.game_id for game, _ in club.games]
            if await tx.has_chosen(games, one.user_id, one.asked):
                await tx.update_entrant(club.season.id, one.place, asked_by=None)
                stays = News(club.season.id, "stays", who=one.user_id, name=one.display_name)
                await self._gate.tell(tx, club, stays)
                continue
            asked, is_reminded = one.asked, one.is_reminded
            if (late := tx.now - asked - silence) > OUTAGE:
                # They could not answer while the bot was not running: they get that time back, and are reminded again.
                asked, is_reminded = tx.now - silence + min(late, silence), False
                await tx.update_entrant(club.season.id, one.place, asked=asked, is_reminded=is_reminded)
            half, end = asked + silence / 2, asked + silence
            if tx.now >= end:
                await take_out(tx, club, one.user_id)
                news = News(club.season.id, "expelled", who=one.user_id, name=one.display_name, by=one.asked_by)
                await self._gate.tell(tx, club, news)
                return None
            if tx.now >= half and not is_reminded:
                await tx.update_entrant(club.season.id, one.place, is_reminded=True)
                until = int(end.timestamp())
                again = News(club.season.id, "again", who=one.user_id, name=one.display_name, until=until)
                await self._gate.tell(tx, club, again)
            times.append(half if tx.now < half else end)
        return times

    async def _put_off(self, season_id: str) -> None:
        later = self._storage.now() + LATER
        async with self._storage.transaction() as tx:
            await tx.update_season(season_id, due=later)
        self.on_due(later)


async def finish(tx: Writer, club: Club) -> None:
    """End a season: its status becomes “over”, or “closed” if it has not begun. Games that end later do not count."""
    season = club.season
    status: SeasonStatus = "closed" if season.status == "open" else "over"
    ends, announced = min(season.ends, tx.now), season.rounds + 1
    await tx.update_season(season.id, status=status, ends=ends, due=None, announced=announced)


async def create_tables(
    tx: Writer,
    season: Season,
    options: SeasonOptions,
    entrants: Sequence[Entrant],
    seatings: Sequence[Sequence[int | None]],
) -> list[Table]:
    """Create and return the tables of the next round of a season. Their games have not begun.

    ``seatings`` has for each table, in the order of its seats, the number of an entrant (`Entrant.place`), or None for
    the automatic player.
    """
    by_place: dict[int | None, Entrant] = {one.place: one for one in entrants}
    front = front_of(season.kind)
    seats = front.setup.list_seats(season.players)
    state = TableState(
        season=season.id,
        pace=PACES[options.pace],
        opponent=options.opponent,
        options={options.variant: True} if options.variant else {},
    )
    created: list[Table] = []
    for number, places in enumerate(seatings, start=1):
        game = await tx.create_game(
            name=name_table(season, season.round + 1, number),
            kind=season.kind,
            scenario=season.scenario,
            seats=seats,
            seed=draw_seed(),
            rules_version=rules_version(),
            language=season.language,
            host_user_id=season.host_user_id,
            guild_id=season.guild_id,
            channel_id=season.channel_id,
            options=store_state(state),
            people={
                seat: (entrant.user_id, entrant.display_name)
                for seat, place in zip(seats, places, strict=True)
                if (entrant := by_place.get(place)) is not None and entrant.user_id is not None
            },
        )
        await tx.add_season_game(season.id, game.id, season.round + 1, number, places)
        created.append(Table(game, ()))
    return created


async def open_table(tables: Tables, game_id: str, spot: Spot | None) -> bool:
    """Begin the game of a table, which is played at ``spot``, and let the automatic player move. Return True.

    Return False if the game had begun before, or no one is left at the table. In the second case the table is closed.
    """
    async with tables.transactions.begin(game_id, None) as tx:
        if tx.table.game.status != "open":
            return False
        if not tx.table.people:
            await tx.update_game(game_id, status="closed")
            return False
        await tables.lobby.move_in(tx, spot)
        game = await begin_game(tx)
        tx.keep(tx.table, game)
        goes_on = has_work(tx.table, game)
    if goes_on:
        await tables.automation.play(game_id)
    return True


def find_homeless(club: Club, seats: Mapping[str, Sequence[Seat]]) -> list[tuple[str, str]]:
    """Return the seats of running games that pass to the automatic player, each as the id of the game and the seat.

    Their people have dropped out of the season, or have deleted their data. ``seats`` has the seats of each game. A
    person who has taken such a seat since then keeps it.
    """
    left = {one.user_id: one.left for one in club.entrants if one.user_id is not None and one.left is not None}
    found = []
    for game, status in club.games:
        for row in seats.get(game.game_id, ()) if status == "playing" else ():
            since = left.get(row.user_id) if row.user_id is not None else None
            has_left = since is not None and row.joined is not None and row.joined <= since
            if has_left or row.kind == "empty":
                found.append((game.game_id, row.seat))
    return found


async def give_up_seats(tables: Tables, homeless: Sequence[tuple[str, str]]) -> None:
    """Give the seats that `find_homeless` returns to the automatic player. A game without any person then ends."""
    for game_id, seat in homeless:
        with suppress(GameError):
            async with tables.transactions.begin(game_id, None) as tx:
                table = tx.table
                row = next(row for row in table.seats if row.seat == seat)
                if table.game.status != "playing" or row.kind not in ("player", "empty"):
                    continue
                if row.kind == "player":
                    await entrust(tx, row, "ui.public.dropped_out", "dropped_out")
                else:
                    await fill_seat(tx, seat)
            await tables.automation.play(game_id)
