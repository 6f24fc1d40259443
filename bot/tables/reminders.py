"""Actions of a timer: remind someone, say that the table waits in vain, or act at a limit.

A timer of an earlier moment does nothing.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Final

import msgspec

from bot.names import Mention, Time
from bot.tables.absences import ABSENCE_OVER, end_absences
from bot.tables.announcements import REMINDER, Reminder, announce_notice, queue
from bot.tables.closing import EXPIRE
from bot.tables.draft import is_proposed
from bot.tables.expiry import Expiry
from bot.tables.overdue import Overdue
from bot.tables.preferences import Preferences, find_preferences
from bot.tables.table import Proposal, Question, Table, change_state
from bot.tables.timers import (
    DRAFT_WAIT,
    GRACE,
    LAPSE,
    LATEST,
    LIMIT,
    NUDGE,
    REMIND,
    TELL,
    Timers,
    as_time,
    find_draft,
    find_hours,
    find_person,
    keep_question,
)
from bot.tables.transaction import TableTransaction
from bot.tables.votes import END, TICK, Votes
from engine.core.text import Text, text
from storage import Timer

AGAIN: Final = timedelta(hours=6)
"""The time until the next check whether the seat of a table's last person may become automatic."""


class Reminders:
    """Acts on timers, inside the transaction in which they ring."""

    def __init__(self, timers: Timers, overdue: Overdue, votes: Votes, expiry: Expiry) -> None:
        self._expiry = expiry
        self._timers = timers
        self._overdue = overdue
        self._votes = votes

    async def ring(self, tx: TableTransaction, timer: Timer) -> None:
        """Act on a timer, if the game still waits for the same. Raises GameError and StorageError."""
        table = await tx.reload()
        question = table.state.question
        if timer.kind == ABSENCE_OVER:
            await end_absences(tx, table, question.seat if question is not None else "")
            return
        if timer.kind == EXPIRE:
            await self._expiry.ring(tx, table, timer)
            return
        if timer.kind in (TICK, END):
            await self._votes.ring(tx, table, timer)
            return
        if table.game.status != "playing" or question is None or not (question.who or question.until):
            return
        if not timer.version == question.version == table.game.version or timer.seat != question.seat:
            return
        if not question.who:
            await self._play_proposal(tx, table)
            return
        if question.who != find_person(table, question.seat):
            # A stand-in's time is over: the end of this transaction sets the timers for the person who is asked now.
            return
        if timer.kind == REMIND:
            await self._remind(tx, table, question)
        elif timer.kind == NUDGE:
            await self._nudge(tx, table, question)
        elif timer.kind == TELL:
            await self._tell(tx, table, question, "ui.remind.in_vain")
        elif timer.kind == LIMIT:
            await self._reach_limit(tx, table, question)
        elif timer.kind == LAPSE:
            await self._lapse(tx, table, question)

    async def _remind(self, tx: TableTransaction, table: Table, question: Question) -> None:
        """Remind a person, and plan the next reminder."""
        preferences = await find_preferences(tx, question.who)
        if not find_hours(table, preferences) or await self._has_to_wait(tx, table, question, REMIND, preferences):
            return
        key = "ui.remind.draft" if await find_draft(tx, table, question) is not None else "ui.remind"
        await send_reminder(tx, table, question, key)
        question = msgspec.structs.replace(question, reminders=question.reminders + 1)
        await keep_question(tx, table, question)
        await self._timers.set_reminder(tx, table, question)

    async def _nudge(self, tx: TableTransaction, table: Table, question: Question) -> None:
        """Remind a person once of an unconfirmed draft, after a while."""
        changed = await find_draft(tx, table, question)
        preferences = await find_preferences(tx, question.who)
        if changed is None or question.is_nudged or not find_hours(table, preferences):
            return
        if changed + DRAFT_WAIT > tx.now:
            await self._timers.set_timer(tx, table, question, NUDGE, preferences.find_waking(changed + DRAFT_WAIT))
            return
        if await self._has_to_wait(tx, table, question, NUDGE, preferences):
            return
        await send_reminder(tx, table, question, "ui.remind.draft")
        await keep_question(tx, table, msgspec.structs.replace(question, is_nudged=True))

    async def _has_to_wait(
        self, tx: TableTransaction, table: Table, question: Question, kind: str, preferences: Preferences
    ) -> bool:
        """Return whether the person has quiet hours now, because the bot was away or their settings have changed."""
        waking = preferences.find_waking(tx.now)
        if waking <= tx.now:
            return False
        await self._timers.set_timer(tx, table, question, kind, waking)
        return True

    async def _tell(self, tx: TableTransaction, table: Table, question: Question, key: str) -> None:
        """Say once at the table that someone does not answer. No one is pinged: the person who could act has been."""
        if question.is_told:
            return
        await announce_notice(
            tx, table, describe_question(table, question, key, who=name_of(table, question)), "", None
        )
        await keep_question(tx, table, msgspec.structs.replace(question, is_told=True))

    async def _reach_limit(self, tx: TableTransaction, table: Table, question: Question) -> None:
        """Act at the table's limit; later, if the person is just about to play."""
        changed, at_limit = await find_draft(tx, table, question), table.state.pace.at_limit
        if at_limit in ("default", "arjuna") and changed is not None and not question.is_final:
            later = min(changed + GRACE, as_time(question.until) + LATEST)
            if later > tx.now:
                await self._timers.set_timer(tx, table, question, LIMIT, later)
                return
        if at_limit == "default":
            await self._overdue.answer(tx, table.id)
        elif at_limit != "arjuna" or not await self._overdue.hand_over(tx, table.id):
            if at_limit == "arjuna":
                # The last person keeps the seat, until another is back.
                await self._timers.set_timer(tx, table, question, LIMIT, tx.now + AGAIN)
            else:
                question = msgspec.structs.replace(question, is_over=True)
                await keep_question(tx, table, question)
            if at_limit != "nothing":
                await self._tell(tx, await tx.reload(), question, "ui.remind.limit")

    async def _play_proposal(self, tx: TableTransaction, table: Table) -> None:
        """Have the automatic player's turn played as proposed, because no one has confirmed it."""
        game = (await tx.load_game()).game
        if is_proposed(table, game):
            await tx.delete_draft(table.id, game.pending_seat)
            agreed = Proposal(table.game.version, game.step_number, is_agreed=True)
            await change_state(tx, table.id, proposal=agreed)
            await announce_notice(tx, await tx.reload(), text("ui.public.proposal_over", seat=game.pending_seat))

    async def _lapse(self, tx: TableTransaction, table: Table, question: Question) -> None:
        """End an absence's protection of a seat: ping its owner and their stand-in; silence counts from now on."""
        absence = table.absence(question.seat)
        if absence is None or question.is_lapsed:
            return
        await keep_question(tx, table, msgspec.structs.replace(question, is_lapsed=True))
        words = text(
            "ui.public.away_lapsed", seat=question.seat, who=name_owner(table, question), by=name_of(table, question)
        )
        pings = sorted({question.owner, question.who})
        await announce_notice(tx, table, words, offers=["turn", "back"], pings=pings)


async def send_reminder(tx: TableTransaction, table: Table, question: Question, key: str) -> None:
    """Queue a reminder: it pings the person and replaces the previous one."""
    texts = [describe_question(table, question, key, who=Mention(question.who))]
    if question.until:
        texts.append(text("ui.remind.until", when=Time(question.until, "R")))
    await queue(tx, table, REMINDER, Reminder(texts=texts, ping=question.who), supersede=True)


def describe_question(table: Table, question: Question, key: str, who: Mention | str) -> Text:
    """Return a text about the person for whom the game waits."""
    return text(key, who=who, seat=question.seat, when=Time(question.since), name=table.game.name)


def name_owner(table: Table, question: Question) -> str:
    """Return the name of the person whose seat is asked."""
    holder = table.holder(question.seat)
    return holder.display_name if holder is not None else ""


def name_of(table: Table, question: Question) -> str:
    """Return the name of the person for whom the game waits, or "" if no one has the seat."""
    actor = table.actor(question.seat)
    return actor.display_name if actor is not None else ""
