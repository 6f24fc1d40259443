"""Time at a table: when a question is new, until when it has to be answered, when someone is reminded.

Only a new question gets time: one for another seat, or in another step of the game. Nothing done while a question is
open moves its ``until``: no setting, no absence, no stand-in, no draft, no undo, no change of hands.

A seat that is asked again in the same step (after another's question, or because a turn was undone) has the rest of its
time. A person who takes over a seat that is asked has the full time, and so has a person who is asked again because
another has undone their turn; but the total is never more than twice the time of one question.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

from msgspec.structs import replace

from bot.tables.preferences import Preferences
from bot.tables.table import Question, Share, Table, TableState

GRACE: Final = timedelta(minutes=30)
"""A person who is asked again, or has just changed their draft, has at least this time before anyone plays for them."""
LATEST: Final = timedelta(hours=2)
"""The most that drafts can delay the end of a question."""
GUARD: Final = timedelta(days=3)
"""An absence protects a seat that is asked for the limit of the table, but at most for this time."""
PATIENCE: Final = timedelta(days=3)
"""After this time, or the limit if that is longer, a person who is there without playing can be replaced."""
PATIENCE_UNHURRIED: Final = timedelta(days=7)
"""The same at a table without a limit."""
GAPS: Final = (1.0, 1.5, 2.0)
"""The intervals before the first reminder, the second, the third; there is no fourth."""
LAST_GAP: Final = 2.5
"""Intervals between the last reminder and the notice that the table waits in vain."""
SHARE_BEFORE_REMINDER: Final = 2 / 3
"""The part of the time up to the limit after which a person is reminded at the latest."""


def as_time(seconds: int) -> datetime:
    """Return a stored time."""
    return datetime.fromtimestamp(seconds, UTC)


def is_same(old: Question, question: Question) -> bool:
    """Return whether a question continues: for the same person, in the same step or after an undo."""
    is_kept = old.version == question.version or old.is_undone or (0 < old.step == question.step)
    # Older versions stored no step and no owner.
    return is_kept and old.seat == question.seat and (old.owner == question.owner or not old.step)


def put_question(table: Table, old: Question | None, question: Question, preferences: Preferences) -> TableState:
    """Return the state of a table with a question, which may be the present one that continues.

    The clocks of the state are up to date. ``preferences`` are the owner's: a clock rests in their quiet hours.
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
            kept = replace(kept, counted=now, gained="", is_nudged=False)
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
    """Return the rest of the time of a question that is no longer asked."""
    left = max(0, old.until - now) if old.until else -1
    spent = old.spent + max(0, now - old.since)
    return Share(old.owner, old.step, left, spent, is_final=old.is_final, is_again=old.is_undone)


def allot(
    table: Table, question: Question, share: Share | None, preferences: Preferences, *, is_undone: bool
) -> Question:
    """Return a question with its time; ``share`` may be the rest of an earlier one."""
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
            # A person who is asked again has a moment in any case; after an undo, once.
            question = replace(question, is_final=is_undone and left < GRACE.total_seconds())
            left = max(left, int(GRACE.total_seconds()))
    return replace(question, until=question.counted + left)


def shorten(table: Table, question: Question, preferences: Preferences, now: datetime) -> Question:
    """Return an open question after a change of pace: its time gets shorter, or it has none."""
    if not question.owner:
        return question
    fresh = replace(question, counted=int(now.timestamp()), until=0, quiet=None, zone="")
    fresh = allot(table, fresh, None, preferences, is_undone=False)
    if fresh.until and 0 < question.until < fresh.until:
        fresh = replace(fresh, until=question.until)
    return replace(fresh, is_over=False, is_told=False)


def find_reminder(question: Question, hours: int, preferences: Preferences, now: datetime) -> datetime | None:
    """Return when a person is next reminded of an open question, or None for never.

    That is after their interval, but at two thirds of the time up to the limit at the latest; and before the quiet
    hours if the limit is in them or soon after them.
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
    """Return a state without any time or pings of a person."""
    shares = {seat: share for seat, share in state.shares.items() if share.owner != user_id}
    owners = {seat: owner for seat, owner in state.clock_owners.items() if owner != user_id}
    clocks = {seat: left for seat, left in state.clocks.items() if seat in owners}
    calls = state.calls
    if calls is not None:
        calls = replace(calls, counts={who: count for who, count in calls.counts.items() if who != str(user_id)})
    return replace(state, shares=shares, clocks=clocks, clock_owners=owners, calls=calls)


def find_end_of_guard(table: Table, question: Question) -> datetime:
    """Return when the absence of the person who is asked no longer protects their seat."""
    return as_time(question.guarded) + min(GUARD, table.state.pace.until or GUARD)


def is_stalled(table: Table, seat: str, now: datetime) -> bool:
    """Return whether the game has waited for a seat for so long that only playing counts as presence."""
    question, limit = table.state.question, table.state.pace.until
    if question is None or question.seat != seat or not question.who or table.game.status != "playing":
        return False
    return now - as_time(question.since) >= (PATIENCE_UNHURRIED if limit is None else max(PATIENCE, limit))
