"""Time at a table: when a question is new, until when it has to be answered, and the timers that follow from that.

A question gets time only when it is new: for another seat, for another owner of the seat, or in another step of the
game. No absence, stand-in, draft or undo moves the ``until`` of an open question. Another pace of the table may bring
the end nearer, or remove it, and going back may bring it nearer. An end that passed while the bot was not running is
moved by that time.

A seat that is asked again in the same step (after another's question, or because a turn was undone) has the rest of its
time. A person who takes over a seat that is asked has the full time, and so has a person who is asked again because
another has undone their turn; but the total is never more than twice the time of one question.

Timers are set again at the end of every transaction of the game. `bot.tables.reminders` acts when they ring.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from copy import copy
from datetime import UTC, datetime, timedelta
from typing import Final

from msgspec.structs import replace

from bot.tables.announcements import PUBLIC, REMINDER, announce_status, count_calls, has_calls
from bot.tables.draft import Draft, find_wait, is_proposed
from bot.tables.loading import GameCache, find_turn, load_table, resume
from bot.tables.preferences import Preferences, find_preferences
from bot.tables.table import Gain, Pace, Question, Share, Table, TableState, put_state
from engine import Game
from engine.core.errors import GameError
from storage import Reader, Writer

log = logging.getLogger(__name__)


REMIND: Final = "remind"
TELL: Final = "tell"
LIMIT: Final = "limit"
NUDGE: Final = "draft"
LAPSE: Final = "lapse"
KINDS: Final = (REMIND, TELL, LIMIT, NUDGE, LAPSE)
"""The kinds of timers of a question.

In order, they remind the person, announce that the table waits in vain, ring at the limit, remind of an unconfirmed
draft, and end the protection by an absence.
"""

DRAFT_WAIT: Final = timedelta(hours=2)
"""The time without a change of a draft after which its owner is reminded to confirm it."""


def find_person(table: Table, seat: str) -> int:
    """Return the id of the person who is asked when a seat must decide; 0 for an empty or automatic seat."""
    actor = table.actor(seat)
    return actor.user_id or 0 if actor is not None and actor.kind == "player" else 0


class Timers:
    """Keeps the timers of games in step with their questions. ``on_timer`` is called with the time of a new timer."""

    def __init__(self, cache: GameCache) -> None:
        self._cache = cache
        self.on_timer: Callable[[datetime], None] = lambda due: None

    async def follow(self, tx: Writer, game_id: str) -> None:
        """Store the question that a game waits for, if it has changed: drop the old timers, and set the new ones.

        Also count the pings of the transaction. When a game has been archived, the clock of its question stops. When a
        game of a season does not run any more, its season is due at once.
        """
        table = await load_table(tx, game_id)
        old, uncounted = table.state.question, table.state
        table = with_state(table, count_calls(tx, table.state))
        if table.game.status != "playing":
            if table.state != uncounted:
                await put_state(tx, table.id, table.state)
            if old is not None:
                await tx.cancel_timers(table.id, kinds=KINDS)
                await self._withdraw(tx, table, old)
                if table.game.status == "archived" and old.who and table.state.pace.has_clocks:
                    # An archived game continues with the time that was left, and at least the shortest time to answer.
                    state = await run_clock(tx, table, old, gains=False)
                    left = max(state.clocks[old.seat], int(GRACE.total_seconds()))
                    table = with_state(table, replace(state, clocks={**state.clocks, old.seat: left}))
                await put_state(tx, table.id, replace(table.state, question=None, shares={}))
                if table.state.season:
                    await tx.hasten_season(table.state.season)
                    self.on_timer(tx.now)
            return
        if old is None or has_changed(table, old):
            await self._ask(tx, table, old)
            return
        if table.state != uncounted:
            await put_state(tx, table.id, table.state)
        if old.who and not old.is_nudged:
            await self._see_to_draft(tx, table, old)

    async def count_calls(self, tx: Writer, game_id: str) -> None:
        """Store how many pings have been queued since `follow` counted them."""
        if has_calls(tx):
            table = await load_table(tx, game_id)
            await put_state(tx, game_id, count_calls(tx, table.state))

    async def set_pace(self, tx: Writer, game_id: str, pace: Pace) -> None:
        """Change the pace of a table. All clocks are full again, unless only its reminders change.

        The time of the open question gets shorter if the new pace gives less from now on, but never longer. A pace
        without a limit removes its end.
        """
        table = await load_table(tx, game_id)
        state, question = table.state, table.state.question
        if replace(pace, remind=state.pace.remind) != state.pace:
            state = replace(state, clocks={}, clock_owners={}, gains=(), shares={})
            await put_state(tx, game_id, replace(state, pace=pace))
            table = await load_table(tx, game_id)
            if question is not None and question.who:
                preferences = await find_preferences(tx, question.owner)
                question = shorten(table, question, preferences, tx.now)
            state = table.state
        await put_state(tx, game_id, replace(state, pace=pace, question=question))
        await self.set_again(tx, game_id)

    async def set_again(self, tx: Writer, game_id: str) -> None:
        """Set the timers of the open question again, after a change of the pace or of a person's settings."""
        await self.follow(tx, game_id)
        table = await load_table(tx, game_id)
        question = table.state.question
        if table.game.status != "playing" or question is None or not (question.who or question.until):
            return
        if question.who and not find_hours(table, await find_preferences(tx, question.who)):
            await self._withdraw(tx, table, question)
        await tx.cancel_timers(table.id, kinds=KINDS)
        await self._set_timers(tx, table, question)
        if question.who:
            await self._see_to_draft(tx, table, question)
        await announce_status(tx, table)

    async def _ask(self, tx: Writer, table: Table, old: Question | None) -> None:
        """Store the present question of the game, and set its timers."""
        game = await self._find_game(tx, table)
        if game is None:
            return
        now, seat = int(tx.now.timestamp()), game.pending_seat
        is_automatic = table.front.player.is_automatic(game, seat)
        who = find_person(table, seat) if not is_automatic else 0
        owner = table.owner_of(seat) if who else 0
        is_guarded = bool(who) and table.absence(seat) is not None
        question = Question(
            table.game.version,
            seat,
            who,
            since=now,
            counted=now,
            owner=owner,
            step=game.step_number,
            is_away=table.has_automatic_stand_in(seat),
            guarded=now if is_guarded else 0,
            until=now + int(find_wait(table).total_seconds()) if is_proposed(table, game) else 0,
        )
        is_moved = old is not None and (old.version, old.owner) != (question.version, question.owner)
        if old is not None and old.who and is_moved and table.state.pace.has_clocks:
            table = with_state(table, await run_clock(tx, table, old, gains=has_ended(old, question)))
            if has_ended(old, question):
                question = replace(question, gained=old.seat)
        # A reminder stays while its person has not begun to answer, for example when someone else goes away.
        has_begun = old is not None and (bool(game.keys) or not is_same(old, question))
        if old is not None and ((has_begun and old.version != question.version) or old.who != who):
            await self._withdraw(tx, table, old)
            old = replace(old, is_nudged=False)
        preferences = await find_preferences(tx, owner or None)
        state = put_question(table, old, question, preferences)
        await put_state(tx, table.id, state)
        table = with_state(table, state)
        await tx.cancel_timers(table.id, kinds=KINDS)
        if state.question is not None:
            await self._set_timers(tx, table, state.question, preferences if who == owner else None)
            if state.question.who and not state.question.is_nudged:
                # A draft that was begun ahead is older than the question.
                await self._see_to_draft(tx, table, state.question)
        if not is_automatic:
            # An automatic player answers at once: no one would see the status in between.
            await announce_status(tx, table)

    async def _withdraw(self, tx: Writer, table: Table, old: Question) -> None:
        """Queue the removal of a sent reminder whose question is answered, or is now for someone else."""
        if old.is_bothered:
            await tx.enqueue(table.id, REMINDER, PUBLIC, {}, supersede=True)

    async def _set_timers(
        self, tx: Writer, table: Table, question: Question, preferences: Preferences | None = None
    ) -> None:
        """Set the timers of an open question that has none: for the reminder, the limit, and the end of protection."""
        if question.who:
            await self.set_reminder(tx, table, question, preferences)
        if question.until and not question.is_over:
            await self.set_timer(tx, table, question, LIMIT, max(as_time(question.until), tx.now))
        if question.guarded and not question.is_lapsed:
            await self.set_timer(tx, table, question, LAPSE, max(find_end_of_guard(table, question), tx.now))

    async def set_reminder(
        self, tx: Writer, table: Table, question: Question, preferences: Preferences | None = None
    ) -> None:
        """Set the timer of the next reminder, or of the notice that the table waits in vain.

        ``preferences`` are those of the person who is asked; with None, they are read.
        """
        preferences = preferences or await find_preferences(tx, question.who)
        hours = find_hours(table, preferences)
        if question.is_away or not hours:
            return
        due = find_reminder(question, hours, preferences, tx.now)
        if due is not None:
            await self.set_timer(tx, table, question, REMIND, due)
        elif question.reminders >= len(GAPS) and not question.is_told:
            await self.set_timer(tx, table, question, TELL, tx.now + timedelta(hours=hours * LAST_GAP))

    async def _see_to_draft(self, tx: Writer, table: Table, question: Question) -> None:
        """Set the timer that reminds of an unconfirmed draft, if there is such a draft and no such timer."""
        # This runs at every click, so the cheapest checks come first.
        if question.is_away or await find_draft(tx, table, question) is None:
            return
        if any(timer.kind == NUDGE for timer in await tx.timers(table.id)):
            return
        preferences = await find_preferences(tx, question.who)
        if find_hours(table, preferences):
            await self.set_timer(tx, table, question, NUDGE, preferences.find_waking(tx.now + DRAFT_WAIT))

    async def set_timer(self, tx: Writer, table: Table, question: Question, kind: str, due: datetime) -> None:
        """Set a timer for a question. When it rings, it is ignored if the version or the seat has changed."""
        await tx.set_timer(table.id, kind, due, question.version, seat=question.seat)
        self.on_timer(due)

    async def _find_game(self, tx: Writer, table: Table) -> Game | None:
        """Return the present game, which must not be changed, or None if it cannot be loaded."""
        held = self._cache.find(table.id, table.game.version, tx)
        if held is not None:
            return held.game
        try:
            return resume(table, *await find_turn(tx, table))
        except GameError as error:
            # A change must not fail because of timers: the game says what is wrong when someone opens it.
            log.warning("No one knows for whom table %s waits: %s", table.id, error)
            return None


async def keep_question(tx: Writer, table: Table, question: Question) -> None:
    """Store the question that a table waits for."""
    await put_state(tx, table.id, replace(table.state, question=question))


def with_state(table: Table, state: TableState) -> Table:
    """Return a copy of a table with another state, which is not stored."""
    other = copy(table)
    object.__setattr__(other, "state", state)
    return other


def has_changed(table: Table, old: Question) -> bool:
    """Return whether the question of a table has changed since ``old``: its version, who is asked, owner or absence."""
    is_guarded = bool(old.who) and table.absence(old.seat) is not None
    return (
        old.version != table.game.version
        or old.who != find_person(table, old.seat)
        or (old.owner != table.owner_of(old.seat) and bool(old.who) and bool(old.owner))
        or old.is_away != table.has_automatic_stand_in(old.seat)
        or (is_guarded and not old.guarded)
    )


def has_ended(old: Question, question: Question) -> bool:
    """Return whether the seat of ``old`` has decided: another seat or step is asked, and not because of an undo."""
    return not old.is_undone and (old.seat, old.step) != (question.seat, question.step)


MOST_GAINS: Final = 50
"""The most gains of clocks that a table remembers: more than there are in the turns to which it can go back."""


def take_clock_back(state: TableState, seat: str) -> TableState:
    """Return the state after a seat has undone its decision, without the time that its clock gained by it.

    The seat that was asked meanwhile gains no time either.
    """
    question = state.question
    if question is None:
        return state
    if question.gained == seat:
        state = take_gains(state, len(state.gains) - 1)
    return replace(state, question=replace(question, gained="", is_undone=True))


def take_gains_since(state: TableState, step: int, now: datetime) -> TableState:
    """Return the state after a table has gone back to the start of ``step``, without the time that clocks gained since.

    Going back is no decision either, so the clock of the seat asked gains no time by it. If the same seat is asked
    again, its question continues: it ends when its clock does, but not within `GRACE` because of this.
    """
    question = state.question
    if question is None or not state.pace.has_clocks:
        return state
    state = take_gains(state, sum(gain.step < step for gain in state.gains))
    if question.until and question.owner:
        rest = Preferences(quiet=question.quiet, zone=question.zone)
        left = timedelta(seconds=state.find_clock(question.seat, question.owner))
        end = max(rest.add_awake(as_time(question.counted), left), now + GRACE)
        question = replace(question, until=min(question.until, int(end.timestamp())))
    return replace(state, question=replace(question, gained="", is_undone=True))


def take_gains(state: TableState, kept: int) -> TableState:
    """Return the state without the time of all gains after the first ``kept``; a new owner's clock has none of it."""
    clocks = dict(state.clocks)
    for gain in state.gains[max(0, kept) :]:
        if gain.seat in clocks and state.clock_owners.get(gain.seat) == gain.owner:
            clocks[gain.seat] = max(0, clocks[gain.seat] - state.pace.increment * 3600)
    return replace(state, clocks=clocks, gains=state.gains[: max(0, kept)])


def keep_time(state: TableState) -> TableState:
    """Return the state after a correction: it is no decision, so it gives no time to the seat asked."""
    question = state.question
    return replace(state, question=replace(question, is_undone=True)) if question is not None else state


async def run_clock(reader: Reader, table: Table, old: Question, *, gains: bool) -> TableState:
    """Return the state after the clock of a seat has run while the game waited for it, except in quiet hours.

    It is the owner's clock, even while a stand-in thinks. It ``gains`` the increment if the seat has decided.
    """
    state, owner = table.state, old.owner or old.who
    rest = Preferences(quiet=old.quiet, zone=old.zone)
    used = rest.measure_awake(as_time(old.counted), reader.now)
    left = max(0, state.find_clock(old.seat, owner) - int(used.total_seconds()))
    if gains:
        left += state.pace.increment * 3600
        state = replace(state, gains=(*state.gains, Gain(old.step, old.seat, owner))[-MOST_GAINS:])
    owners = {**state.clock_owners, old.seat: owner}
    return replace(state, clocks={**state.clocks, old.seat: left}, clock_owners=owners)


def find_hours(table: Table, preferences: Preferences) -> int:
    """Return the hours after which a person is reminded at a table, by their settings or else the table's. 0: never."""
    return preferences.remind if preferences.remind is not None else table.state.pace.remind


async def find_draft(reader: Reader, table: Table, question: Question) -> datetime | None:
    """Return when the draft for a question last changed, or None if there is none for it, or an empty one."""
    row = await reader.draft(table.id, question.seat)
    if row is None or row.base_version != question.version or Draft.read(row.keys).is_empty:
        return None
    return row.updated


GRACE: Final = timedelta(minutes=30)
"""The least time for a person who is asked again, or has just changed their draft, before the limit acts."""
LATEST: Final = timedelta(hours=2)
"""The most that drafts can delay the end of a question."""
GUARD: Final = timedelta(days=3)
"""The longest time for which an absence protects a seat that is asked; or the table's limit, if that is shorter."""
PATIENCE: Final = timedelta(days=3)
"""The time, or the limit if that is longer, after which a person who reads but does not play can be replaced."""
PATIENCE_UNHURRIED: Final = timedelta(days=7)
"""The same time as `PATIENCE`, at a table without a limit."""
GAPS: Final = (1.0, 1.5, 2.0)
"""The number of intervals (`find_hours`) before each of the three reminders."""
LAST_GAP: Final = 2.5
"""The number of intervals between the last reminder and the notice that the table waits in vain."""
SHARE_BEFORE_REMINDER: Final = 2 / 3
"""The share of the time up to the limit after which a person is reminded at the latest."""


def as_time(seconds: int) -> datetime:
    """Return a stored time, in seconds since 1970, as a datetime in UTC."""
    return datetime.fromtimestamp(seconds, UTC)


def is_same(old: Question, question: Question) -> bool:
    """Return whether the ``old`` question continues: for the same seat and owner, in the same step or after an undo."""
    is_kept = old.version == question.version or old.is_undone or (0 < old.step == question.step)
    # Older versions stored no step and no owner.
    return is_kept and old.seat == question.seat and (old.owner == question.owner or not old.step)


def put_question(table: Table, old: Question | None, question: Question, preferences: Preferences) -> TableState:
    """Return the state of a table with a new question, or with the ``old`` one updated if it continues (`is_same`).

    The clocks of the table's state must be up to date. ``preferences`` are the owner's: a clock rests in their quiet
    hours.
    """
    state, now = table.state, question.counted
    if old is not None and is_same(old, question):
        kept = replace(
            old,
            version=question.version,
            who=question.who,
            owner=question.owner,
            step=question.step,
            is_away=question.is_away,
            guarded=old.guarded or question.guarded,
            is_undone=False,
        )
        if old.version != question.version:
            kept = replace(kept, counted=now, gained="")
        return replace(state, question=kept)
    shares = dict(state.shares)
    if old is not None and old.owner:
        shares[old.seat] = close_question(old, now)
    share = shares.pop(question.seat, None) if question.owner else None
    is_undone = old is not None and old.is_undone
    if share is not None and not (share.step == question.step or share.is_again or is_undone):
        share = None
    last = old.seat if old is not None else ""
    shares = {seat: one for seat, one in shares.items() if seat == last or one.step >= question.step - 1}
    question = allot(table, question, share, preferences, is_undone=is_undone)
    return replace(state, question=question, shares=shares)


def close_question(old: Question, now: int) -> Share:
    """Return the rest of the time of a question that ends at ``now``, in seconds since 1970."""
    left = max(0, old.until - now) if old.until else -1
    spent = old.spent + max(0, now - old.since)
    return Share(old.owner, old.step, left, spent, is_final=old.is_final, is_again=old.is_undone)


def allot(
    table: Table, question: Question, share: Share | None, preferences: Preferences, *, is_undone: bool
) -> Question:
    """Return a question with the end of its time; ``share`` is the rest of the seat's earlier time in this step.

    ``is_undone`` means that an undo has led to the question.
    """
    state, seat = table.state, question.seat
    if share is not None:
        question = replace(question, spent=share.spent, is_final=share.is_final)
    if not question.owner:
        return question
    start = as_time(question.counted)
    if state.pace.has_clocks:
        left = state.find_clock(seat, question.owner)
        if share is not None and (share.owner != question.owner or share.is_again):
            left = min(left, max(0, 2 * state.pace.bank * 3600 - share.spent))
        question = replace(question, quiet=preferences.quiet, zone=preferences.zone)
        return replace(question, until=int(preferences.add_awake(start, timedelta(seconds=left)).timestamp()))
    if state.pace.until is None:
        return question
    left = limit = int(state.pace.until.total_seconds())
    if share is not None and (share.owner != question.owner or share.is_again):
        left = min(limit, max(0, 2 * limit - share.spent))
    elif share is not None and share.left >= 0:
        left = share.left
        if not is_undone or not share.is_final:
            # A person who is asked again has at least `GRACE`. An undo gives them this only once for a question.
            question = replace(question, is_final=is_undone and left < GRACE.total_seconds())
            left = max(left, int(GRACE.total_seconds()))
    return replace(question, until=question.counted + left)


def shorten(table: Table, question: Question, preferences: Preferences, now: datetime) -> Question:
    """Return an open question at the new pace of ``table``: with the earlier of its old and its new end.

    If the new pace has no limit, the question has no end.
    """
    if not question.owner:
        return question
    fresh = replace(question, counted=int(now.timestamp()), until=0, quiet=None, zone="")
    fresh = allot(table, fresh, None, preferences, is_undone=False)
    if fresh.until and 0 < question.until < fresh.until:
        fresh = replace(fresh, until=question.until)
    is_reached = question.is_reached and fresh.until == question.until
    return replace(fresh, is_over=False, is_told=False, is_reached=is_reached)


OUTAGE: Final = timedelta(hours=2)
"""A longer delay shows that the bot was not running when something was due: a running bot looks every hour."""
MOST_GIVEN_BACK: Final = timedelta(days=1)
"""The most time that a person gets to answer after an outage of the bot."""


def find_lost_time(question: Question, now: datetime) -> timedelta:
    """Return the time that a person gets back because their time ended while the bot was not running, or zero.

    It is measured from the end of the question: its timer may have been set again since.
    """
    late = now - as_time(question.until) if question.until else timedelta()
    if late <= OUTAGE or question.is_reached or question.is_over:
        return timedelta()
    return min(late, MOST_GIVEN_BACK)


def give_back(state: TableState, lost: timedelta, now: datetime) -> TableState:
    """Return the state in which the open question ends at ``lost`` from now.

    The time since its old end counts neither as spent nor against the protection by an absence. A clock has this time
    too, without the quiet hours of its owner, but no more than it had when they were asked: before that it rests.
    """
    question = state.question
    if question is None:
        return state
    rest = Preferences(quiet=question.quiet, zone=question.zone)
    until = int(rest.add_awake(now, lost).timestamp())
    moved = until - question.until
    guarded = question.guarded and question.guarded + moved
    question = replace(question, until=until, spent=question.spent - moved, guarded=guarded)
    if not (state.pace.has_clocks and question.owner):
        return replace(state, question=question)
    had = timedelta(seconds=state.find_clock(question.seat, question.owner))
    counted = int(rest.add_awake(now, max(lost - had, timedelta())).timestamp())
    clocks = {**state.clocks, question.seat: int(min(lost, had).total_seconds())}
    owners = {**state.clock_owners, question.seat: question.owner}
    return replace(state, question=replace(question, counted=counted), clocks=clocks, clock_owners=owners)


def find_reminder(question: Question, hours: int, preferences: Preferences, now: datetime) -> datetime | None:
    """Return when a person is next reminded of an open question, or None if there is no further reminder.

    ``hours`` is their interval. The first reminder comes at two thirds of the time up to the limit at the latest. A
    reminder in the quiet hours comes after them; before them, if that would be too close to the limit.
    """
    if not hours or question.reminders >= len(GAPS):
        return None
    asked = as_time(question.since)
    due = (now if question.reminders else asked) + timedelta(hours=hours * GAPS[question.reminders])
    if question.until:
        limit = as_time(question.until)
        last = asked + (limit - asked) * SHARE_BEFORE_REMINDER
        if question.reminders and due >= last:
            return None
        due = min(due, last)
        if preferences.find_waking(due) > last + (limit - last) / 2:
            due = preferences.find_dozing(due)
    return preferences.find_waking(max(due, now))


def forget_person(state: TableState, user_id: int) -> TableState:
    """Return a state without the clocks, shares of time, counted pings and confirmation of a person who is deleted."""
    shares = {seat: share for seat, share in state.shares.items() if share.owner != user_id}
    owners = {seat: owner for seat, owner in state.clock_owners.items() if owner != user_id}
    clocks = {seat: left for seat, left in state.clocks.items() if seat in owners}
    gains = tuple(gain for gain in state.gains if gain.owner != user_id)
    calls = state.calls
    if calls is not None:
        calls = replace(calls, counts={who: count for who, count in calls.counts.items() if who != str(user_id)})
    proposal = state.proposal
    if proposal is not None and proposal.by == user_id:
        proposal = replace(proposal, by=0, draft="")
    times = {"shares": shares, "clocks": clocks, "clock_owners": owners, "gains": gains}
    return replace(state, **times, calls=calls, proposal=proposal)


def find_end_of_guard(table: Table, question: Question) -> datetime:
    """Return when an absence no longer protects the seat of a question, whose ``guarded`` is set."""
    return as_time(question.guarded) + min(GUARD, table.state.pace.until or GUARD)


def is_stalled(table: Table, seat: str, now: datetime) -> bool:
    """Return whether the game has waited for a person's seat so long (`PATIENCE`) that only playing saves the seat."""
    question, limit = table.state.question, table.state.pace.until
    if question is None or question.seat != seat or not question.who or table.game.status != "playing":
        return False
    return now - as_time(question.since) >= (PATIENCE_UNHURRIED if limit is None else max(PATIENCE, limit))
