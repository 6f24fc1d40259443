"""Absences: until when a person is away, and whether another person or the automatic player acts for them."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from bot.errors import BadInput, StaleButton, TableError
from bot.games.showing import list_runners
from bot.tables.announcements import announce_notice, announce_status, tell_back
from bot.tables.authorization import (
    AWAY,
    BACK,
    Request,
    check,
    check_seats,
    find_absences,
    find_seats,
    is_owner,
    refuse,
)
from bot.tables.committing import Automation
from bot.tables.loading import load_table
from bot.tables.table import Absence, Table, change_state, name_of, name_stand_in
from bot.tables.timers import Timers
from bot.tables.transaction import TableTransaction, Transactions, once
from engine import Game
from engine.core.change import Change
from engine.core.dice import Hidden
from engine.core.inserted import HAND_OVER
from engine.core.text import Text, text

MOST_DAYS = 60
USUAL_DAYS = 30
"""The length of an absence without an end date."""
ABSENCE_OVER = "absence"
"""The kind of the timer for the end of an absence."""
_DAYS = re.compile(r"(\d{1,4})\s*[a-z]*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Prospect:
    """The ``changes`` that the automatic player would make at once for a ``seat``.

    They end before the first unknown card, die or search. ``is_whole`` means that the step ends before any of these; if
    not, ``reasons`` are the automatic player's thoughts so far. ``runners`` has the kind of player of each seat.
    """

    table: Table
    seat: str
    changes: tuple[Change, ...]
    runners: Mapping[str, str]
    reasons: tuple[Text, ...]
    is_whole: bool


@dataclass(frozen=True, slots=True)
class StandIn:
    """A person who acts for another or, with ``user_id`` None, the automatic player."""

    user_id: int | None
    name: str = ""


AUTOMATIC_PLAYER = StandIn(None)
"""The automatic player as a stand-in."""


def read_until(typed: str, now: datetime) -> datetime | None:
    """Return the end of an absence in UTC, or None for empty text.

    A person types a number of days, or the date of the last day (YYYY-MM-DD) in the time zone of ``now``. Raises
    BadInput for anything else, for a past date, and for more than `MOST_DAYS`.
    """
    typed = typed.strip()
    if not typed:
        return None
    days = _DAYS.fullmatch(typed)
    try:
        if days is not None:
            until = now + timedelta(days=int(days[1]))
        else:
            until = datetime.strptime(typed, "%Y-%m-%d").replace(tzinfo=now.tzinfo) + timedelta(days=1)
    except OverflowError as error:
        raise BadInput(text("error.away_too_long", typed=typed, count=MOST_DAYS)) from error
    except ValueError as error:
        raise BadInput(text("error.away_until", typed=typed)) from error
    if until <= now and days is None:
        raise BadInput(text("error.away_past", typed=typed))
    if until <= now:
        raise BadInput(text("error.away_until", typed=typed))
    if until > now + timedelta(days=MOST_DAYS):
        raise BadInput(text("error.away_too_long", typed=typed, count=MOST_DAYS))
    return until.astimezone(UTC)


class Absences:
    """Lets people leave their seats for a time, and come back."""

    def __init__(self, transactions: Transactions, automation: Automation, timers: Timers) -> None:
        self._transactions = transactions
        self._automation = automation
        self._timers = timers

    async def leave(
        self,
        interaction_id: int | None,
        game_id: str,
        user_id: int,
        stand_in: StandIn,
        until: datetime | None,
        version: int | None = None,
    ) -> Table:
        """Let ``stand_in`` act for all of a person's seats at a table, in place of an earlier absence there.

        Without ``until`` the absence lasts `USUAL_DAYS`. ``version`` is the version of the game that the person saw
        when they agreed to the automatic decisions (None: they were not asked). Return the table.

        Raises TableError for a person without a seat, for a stand-in whom they may not name (`name_no_rival`), and if
        the automatic player may not take over (`check_automatic`). Raises NotStarted, and StaleButton for another
        version.
        """
        async with once(), self._transactions.begin(game_id, interaction_id, user_id) as tx:
            if version not in (None, tx.table.game.version):
                check_seats(AWAY, tx.table, user_id)
                raise StaleButton
            await self._leave(tx, user_id, stand_in, until)
        await self._automation.play(game_id)
        return await self._transactions.find(game_id)

    async def leave_everywhere(
        self,
        interaction_id: int | None,
        game_ids: Sequence[str],
        user_id: int,
        stand_in: StandIn,
        until: datetime | None,
    ) -> list[Table]:
        """Do the same as `leave` at several tables, at all of them or at none, and return these tables.

        Raises TableError, with the reasons of all tables that refuse.
        """
        refused: list[Text] = []

        async def work(tx: TableTransaction) -> None:
            try:
                await self._leave(tx, user_id, stand_in, until)
            except TableError as error:
                refused.append(text("ui.fact", name=tx.table.game.name, what=error.text))
            if refused and tx.table.id == max(game_ids):
                raise TableError(text("error.away_everywhere", reasons=refused))

        async with once():
            await self._transactions.at_all(game_ids, interaction_id, user_id, work)
        for game_id in game_ids:
            await self._automation.play(game_id)
        return [await self._transactions.find(game_id) for game_id in game_ids]

    async def _leave(self, tx: TableTransaction, user_id: int, stand_in: StandIn, until: datetime | None) -> None:
        """Let someone act for all of a person's seats at the table of a transaction. Raises as `leave` does."""
        table, game_id = tx.table, tx.table.id
        mine = check_seats(AWAY, table, user_id)
        check(AWAY, Request(table, user_id, mine[0], stand_in.user_id))
        pending = await self._find_pending(tx, table)
        if stand_in.user_id is None:
            game = (await self._automation.load(tx, game_id)).game
            check_automatic(table, mine, pending, is_busy=bool(game.keys))
        await tx.drop_arrangements(game_id, kind="away", user_id=user_id)
        until = until or tx.now + timedelta(days=USUAL_DAYS)
        for seat in mine:
            await keep_absence(tx, Absence(seat, user_id, stand_in.user_id, stand_in.name, until))
        await tx.set_timer(game_id, ABSENCE_OVER, until, table.game.version)
        self._timers.on_timer(until)
        # A table where people say when they are back is not silent.
        await change_state(tx, game_id, kept=int(tx.now.timestamp()), asked=0)
        after = await tx.reload()
        asked = pending if pending in mine else ""
        await announce_notice(tx, after, tell_away(after, mine), asked, user_id, ["back"])
        await announce_status(tx, after)

    async def foresee(self, game_id: str, user_id: int) -> Prospect | None:
        """Return the automatic player's first decisions if a person went away now.

        Return None if the game does not wait for this person. Raises as `leave` does for the automatic player.
        """
        async with self._transactions.storage.read() as reader:
            loaded = await self._automation.load(reader, game_id)
        table = loaded.table
        mine = check_seats(AWAY, table, user_id)
        pending = loaded.game.pending_seat
        is_asked = pending in mine and not table.has_automatic_stand_in(pending)
        check_automatic(table, mine, pending if is_asked else "", is_busy=bool(loaded.game.keys))
        if not is_asked or table.front.player.is_automatic(loaded.game, pending):
            return None
        return await asyncio.to_thread(foresee_automatic, table, loaded.game, mine)

    async def come_back(self, interaction_id: int | None, game_id: str, user_id: int) -> Table:
        """End a person's absence at a table, and those in which they are the stand-in, and return the table.

        A person whose stand-in stops plays again, but still counts as away: until its end, the absence protects their
        seat against votes (`is_protected`). Raises TableError if there is no such absence.
        """
        async with once(), self._transactions.begin(game_id, interaction_id, user_id) as tx:
            await self._come_back(tx, user_id)
        await self._automation.play(game_id)
        return await self._transactions.find(game_id)

    async def come_back_everywhere(self, interaction_id: int | None, game_ids: Sequence[str], user_id: int) -> None:
        """End a person's absences as `come_back` does, at all of these tables or at none.

        Raises TableError if there is no such absence at one of the tables.
        """

        async def work(tx: TableTransaction) -> None:
            await self._come_back(tx, user_id)

        async with once():
            await self._transactions.at_all(game_ids, interaction_id, user_id, work)
        for game_id in game_ids:
            await self._automation.play(game_id)

    async def _come_back(self, tx: TableTransaction, user_id: int) -> None:
        """End a person's absences at the table of a transaction, and announce that. Raises as `come_back` does."""
        table, game_id = tx.table, tx.table.id
        ended = find_absences(table, user_id)
        if not ended:
            raise refuse(BACK, table)
        for absence in ended:
            await tx.drop_arrangements(game_id, kind="away", user_id=absence.user_id, seat=absence.seat)
            if not is_owner(table, absence.seat, user_id):
                await self._resign(tx, table, absence)
        after = await tx.reload()
        pending = await self._find_pending(tx, after)
        seats = [absence.seat for absence in ended]
        game = (await self._automation.load(tx, game_id)).game
        has_to_wait = not table.front.player.may_return(game) or bool(game.keys)
        kept = [seat for seat in seats if has_to_wait and table.front.player.is_automatic(game, seat)]
        message = tell_back(table, ended, kept)
        await announce_notice(tx, after, message, pending if pending in seats else "", user_id)
        await announce_status(tx, after)

    async def _resign(self, tx: TableTransaction, table: Table, absence: Absence) -> None:
        """Make a person their own stand-in for the rest of their absence, because their stand-in has stopped."""
        name, until = name_of(table.holder(absence.seat)), absence.until or tx.now + timedelta(days=USUAL_DAYS)
        await keep_absence(tx, Absence(absence.seat, absence.user_id, absence.user_id, name, until))
        await tx.set_timer(table.id, ABSENCE_OVER, until, table.game.version)
        self._timers.on_timer(until)

    async def find_playing(self, user_id: int, guild_id: int | None) -> list[str]:
        """Return the ids of the running tables where a person has a seat: on a server, or with None on all."""
        async with self._transactions.storage.read() as reader:
            games = await reader.games_by(guild_id=guild_id, user_id=user_id, statuses=["playing"], limit=None)
        return [game.id for game in games]

    async def find_away(self, user_id: int, guild_id: int | None) -> list[str]:
        """Return the ids of the tables where a person is away or is a stand-in: on a server, or with None on all."""
        found = []
        async with self._transactions.storage.read() as reader:
            for game_id in await reader.games_arranged("away"):
                table = await load_table(reader, game_id)
                is_here = guild_id in (None, table.game.guild_id)
                if is_here and find_absences(table, user_id):
                    found.append(game_id)
        return found

    async def find_kept(self, game_id: str, user_id: int) -> list[str]:
        """Return a person's own seats that the automatic player plays now.

        After `come_back`, these are the seats that cannot be given back yet.
        """
        async with self._transactions.storage.read() as reader:
            loaded = await self._automation.load(reader, game_id)
        table = loaded.table
        return [seat for seat in find_seats(AWAY, table, user_id) if table.front.player.is_automatic(loaded.game, seat)]

    async def _find_pending(self, tx: TableTransaction, table: Table) -> str:
        """Return the seat that must decide, or "" if there is none or the automatic player plays it."""
        game = (await tx.load_game()).game
        seat = game.pending_seat
        return seat if seat and not table.front.player.is_automatic(game, seat) else ""


async def keep_absence(tx: TableTransaction, one: Absence) -> None:
    """Store an absence at the table of a transaction."""
    payload = {"name": one.stand_in_name} if one.stand_in_name else {}
    await tx.arrange(
        tx.table.id,
        one.user_id,
        "away",
        seat=one.seat,
        other_user_id=one.stand_in_id,
        version=tx.table.game.version,
        until=one.until,
        payload=payload,
    )


def foresee_automatic(table: Table, game: Game, seats: Sequence[str]) -> Prospect:
    """Return the automatic player's first decisions if it got these seats now. They are found on a copy of the game."""
    front, twin, seat = table.front, game.clone(), game.pending_seat
    for one in seats:
        if not front.player.is_automatic(twin, one):
            twin.choose(f"{HAND_OVER}{one}:{front.player.kind_of(table.opponent, is_owned=True)}")
    # The hidden data is removed only now, because a seat cannot change hands without it.
    twin = twin.blind(seats)
    player, first, seen, is_whole = front.player.make(twin), len(twin.steps), len(twin.state.log), True
    try:
        while player is not None and player.must_decide and len(twin.steps) == first:
            if front.player.plan_search(twin, table.opponent) is not None:
                raise Hidden  # No one knows the result of a search before it is made.
            player.answer()
    except Hidden:
        is_whole = len(twin.steps) > first
    done = twin.steps[first].changes if len(twin.steps) > first else twin.state.log
    thoughts = player.thinking() if player is not None and not is_whole else ()
    reasons = [reason for one in thoughts for reason in front.player.summarise(one)]
    return Prospect(table, seat, tuple(done[seen:]), list_runners(twin.view()), tuple(reasons), is_whole)


def check_automatic(table: Table, seats: Sequence[str], pending: str, *, is_busy: bool) -> None:
    """Raise TableError unless the automatic player may take over some seats.

    It may not if one of them must decide (``pending``) and the step has choices already (``is_busy``). Nor may it if no
    other person would play.
    """
    if pending in seats and is_busy:
        raise TableError(text("error.away_finish_first", seat=pending))
    others = [
        row.seat
        for row in table.seats
        if row.kind == "player" and row.seat not in seats and not table.has_automatic_stand_in(row.seat)
    ]
    if not others:
        raise TableError(text("error.away_nobody_left"))


async def end_absences(tx: TableTransaction, table: Table, pending: str) -> None:
    """End the absences whose time is over, and announce that in a running game.

    Ping the owner of the seat ``pending`` if they are back.
    """
    ended = [
        Absence(row.seat, row.user_id, row.other_user_id)
        for row in await tx.drop_lapsed(table.id, "away")
        if is_owner(table, row.seat, row.user_id)
    ]
    if ended and table.game.status == "playing":
        seat = pending if pending in [absence.seat for absence in ended] else ""
        await announce_notice(tx, table, tell_back(table, ended), seat, None)
        await announce_status(tx, table)


def tell_away(table: Table, seats: Sequence[str]) -> Text:
    """Return the announcement that the person with these seats is away, and who plays for them."""
    absence, holder = table.absence(seats[0]), table.holder(seats[0])
    who = name_of(holder)
    by = name_stand_in(absence) if absence is not None else ""
    return text("ui.public.away", who=who, seat=list(seats), by=by)
