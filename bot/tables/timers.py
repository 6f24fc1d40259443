"""The timers that follow from what a game waits for: set again at the end of every transaction of the game."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Final

from msgspec.structs import replace

from bot.tables.announcements import PUBLIC, REMINDER, announce_status
from bot.tables.draft import Draft
from bot.tables.loading import GameCache, find_turn, load_table, resume
from bot.tables.preferences import Preferences, find_preferences
from bot.tables.table import Pace, Table, TableState, Waiting, put_state
from engine import Game
from engine.core.errors import GameError
from storage import Reader, Writer


async def keep_waiting(tx: Writer, table: Table, waiting: Waiting | None) -> None:
    """Store what a table waits for."""
    await put_state(tx, table.id, replace(table.state, waiting=waiting))


def as_time(seconds: int) -> datetime:
    """A stored time."""
    return datetime.fromtimestamp(seconds, UTC)


log = logging.getLogger(__name__)

REMIND: Final = "remind"
TELL: Final = "tell"
LIMIT: Final = "limit"
NUDGE: Final = "draft"
KINDS: Final = (REMIND, TELL, LIMIT, NUDGE)
"""The kinds of timers: remind the person, tell the table that it waits in vain, the limit, an unconfirmed draft."""

DRAFT_WAIT: Final = timedelta(hours=2)
"""Time after which the owner of a draft is reminded that it is not confirmed."""


def find_person(table: Table, seat: str) -> int:
    """The person who is asked when a seat must decide, or 0 where nobody sits or the automatic player plays."""
    actor = table.actor(seat)
    return actor.user_id or 0 if actor is not None and actor.kind == "player" else 0


def is_away(table: Table, seat: str) -> bool:
    """Whether a person is away without a stand-in: then there are no reminders."""
    absence = table.absence(seat)
    return absence is not None and absence.stand_in_id is None


class Timers:
    """Keeps the timers of games in step with what they wait for. ``on_timer`` hears when one is set, and for when."""

    def __init__(self, cache: GameCache) -> None:
        self._cache = cache
        self.on_timer: Callable[[datetime], None] = lambda due: None

    async def follow(self, tx: Writer, game_id: str, *, counts_anew: bool = False) -> None:
        """See for whom a game waits now. Timers of an earlier moment are dropped, those of this one set.

        ``counts_anew`` sets them again though nothing has moved: somebody has changed what they go by.
        """
        table = await load_table(tx, game_id)
        old = table.state.waiting
        if table.game.status != "playing":
            if old is not None:
                await self._end(tx, table, old)
                await keep_waiting(tx, table, None)
                if table.state.season:
                    await tx.hasten_season(table.state.season)
                    self.on_timer(tx.now)
            return
        has_moved = old is None or old.version != table.game.version or old.who != find_person(table, old.seat)
        if old is None or has_moved or counts_anew or old.is_away != is_away(table, old.seat):
            await self._begin(tx, table, old, has_moved=has_moved)
        elif old.who and not old.is_nudged:
            await self._see_to_draft(tx, table, old)

    async def set_pace(self, tx: Writer, game_id: str, pace: Pace) -> None:
        """Change the pace of a table. New clocks are full, and run from now on; for reminders alone they stay."""
        state = (await load_table(tx, game_id)).state
        waiting = state.waiting
        if replace(pace, remind=state.pace.remind) != state.pace:
            waiting = replace(waiting, counted=int(tx.now.timestamp())) if waiting is not None else None
            state = replace(state, clocks={}, clock_owners={})
        await put_state(tx, game_id, replace(state, pace=pace, waiting=waiting))
        await self.follow(tx, game_id, counts_anew=True)

    async def _begin(self, tx: Writer, table: Table, old: Waiting | None, *, has_moved: bool) -> None:
        """Set the timers for what the game waits for now."""
        game = await self._find_game(tx, table)
        if game is None:
            return
        now = int(tx.now.timestamp())
        seat = game.pending_seat
        who = find_person(table, seat) if not table.front.player.is_automatic(game, seat) else 0
        since = now if has_moved or old is None else old.since
        waiting = Waiting(table.game.version, seat, who, since, now, is_away=is_away(table, seat))
        state = table.state
        if old is not None:
            await self._end(tx, table, old)
            if state.pace.has_clocks and old.who and not old.is_away:
                state = await run_clock(tx, table, old)
                kept = old.gained if old.version == table.game.version else ""
                waiting = replace(waiting, gained=old.seat if has_decided(table, old) else kept)
        if who:
            waiting = await self._set_timers(tx, table, state, waiting)
        await put_state(tx, table.id, replace(state, waiting=waiting))
        await announce_status(tx, table)

    async def _end(self, tx: Writer, table: Table, old: Waiting) -> None:
        """Nobody waits for this any longer: no timer rings for it, and its reminder goes out of the channel."""
        await tx.cancel_timers(table.id, kinds=KINDS)
        if old.is_bothered:
            await tx.enqueue(table.id, REMINDER, PUBLIC, {}, supersede=True)

    async def _set_timers(self, tx: Writer, table: Table, state: TableState, waiting: Waiting) -> Waiting:
        pace, start = state.pace, as_time(waiting.counted)
        preferences = await find_preferences(tx, waiting.who)
        hours = find_hours(table, preferences)
        if hours > 0 and not waiting.is_away:
            due = preferences.find_waking(start + timedelta(hours=hours))
            await self.set_timer(tx, table, waiting, REMIND, due)
        if pace.until is not None:
            due = start + pace.until
            await self.set_timer(tx, table, waiting, LIMIT, due)
            waiting = replace(waiting, until=int(due.timestamp()))
        elif pace.has_clocks and not waiting.is_away:
            left = state.find_clock(waiting.seat, table.owner_of(waiting.seat))
            due = preferences.add_awake(start, timedelta(seconds=left))
            await self.set_timer(tx, table, waiting, LIMIT, due)
            waiting = replace(waiting, until=int(due.timestamp()))
        return waiting

    async def _see_to_draft(self, tx: Writer, table: Table, waiting: Waiting) -> None:
        """Remind the owner of a draft when it is left lying."""
        # At nearly every click there is nothing to do: check that first, cheaply.
        if waiting.is_away or await find_draft(tx, table, waiting) is None:
            return
        if any(timer.kind == NUDGE for timer in await tx.timers(table.id)):
            return
        preferences = await find_preferences(tx, waiting.who)
        if find_hours(table, preferences):
            await self.set_timer(tx, table, waiting, NUDGE, preferences.find_waking(tx.now + DRAFT_WAIT))

    async def set_timer(self, tx: Writer, table: Table, waiting: Waiting, kind: str, due: datetime) -> None:
        """Set a timer that holds while the game waits for this."""
        await tx.set_timer(table.id, kind, due, waiting.version, seat=waiting.seat)
        self.on_timer(due)

    async def _find_game(self, tx: Writer, table: Table) -> Game | None:
        """Return the game at its present moment, only to be read; None when it cannot be loaded."""
        held = self._cache.find(table.id, table.game.version, tx)
        if held is not None:
            return held.game
        try:
            return resume(table, *await find_turn(tx, table))
        except GameError as error:
            # Time has to stand back: the game itself says what is wrong when somebody opens it.
            log.warning("Nobody knows for whom table %s waits: %s", table.id, error)
            return None


def has_decided(table: Table, old: Waiting) -> bool:
    """Return whether the owner of a seat has made the decision for which a game waited, and it holds."""
    return old.who == table.owner_of(old.seat) and old.version != table.game.version and not old.is_undone


def take_clock_back(state: TableState, seat: str) -> TableState:
    """Return the state after a seat has taken its decision back: what its clock gained goes, and nobody gains again."""
    waiting, clocks = state.waiting, dict(state.clocks)
    if waiting is None:
        return state
    if waiting.gained == seat and seat in clocks:
        clocks[seat] = max(0, clocks[seat] - state.pace.increment * 3600)
    return replace(state, clocks=clocks, waiting=replace(waiting, gained="", is_undone=True))


async def run_clock(reader: Reader, table: Table, old: Waiting) -> TableState:
    """Return the state after the clock of a seat has run while the game waited for its owner, except in quiet hours.

    A person who has decided gets the increment. While a stand-in acts, nothing runs.
    """
    state = table.state
    if old.who != table.owner_of(old.seat):
        return state
    preferences = await find_preferences(reader, old.who)
    used = preferences.measure_awake(as_time(old.counted), reader.now)
    left = max(0, table.find_clock(old.seat) - int(used.total_seconds()))
    left += state.pace.increment * 3600 if has_decided(table, old) else 0
    owners = {**state.clock_owners, old.seat: old.who}
    return replace(state, clocks={**state.clocks, old.seat: left}, clock_owners=owners)


def find_hours(table: Table, preferences: Preferences) -> int:
    """After how many hours a person is reminded at a table: as they wish, or else as the table does. 0: never."""
    return preferences.remind if preferences.remind is not None else table.state.pace.remind


async def find_draft(reader: Reader, table: Table, waiting: Waiting) -> datetime | None:
    """When the draft of the seat that must decide was changed last, or None where there is none."""
    row = await reader.draft(table.id, waiting.seat)
    if row is None or row.base_version != waiting.version or Draft.read(row.keys).is_empty:
        return None
    return row.updated
