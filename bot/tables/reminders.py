"""Actions of a timer: somebody is reminded, the table learns that it waits in vain, or a limit has been reached.

A timer that belongs to an earlier moment of the game does nothing.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Final

import msgspec

from bot.names import Mention, Time
from bot.tables.absences import ABSENCE_OVER, end_absences
from bot.tables.announcements import REMINDER, Reminder, announce_notice, queue
from bot.tables.closing import EXPIRE
from bot.tables.expiry import Expiry
from bot.tables.overdue import Overdue
from bot.tables.preferences import Preferences, find_preferences
from bot.tables.table import Table, Waiting
from bot.tables.timers import (
    DRAFT_WAIT,
    LIMIT,
    NUDGE,
    REMIND,
    TELL,
    Timers,
    find_draft,
    find_hours,
    find_person,
    keep_waiting,
)
from bot.tables.transaction import TableTransaction
from bot.tables.votes import TICK, Votes
from engine.core.text import Text, text
from storage import Timer

GAPS: Final = (1.0, 1.5, 2.0)
"""How many intervals lie before the first reminder, the second, the third; there is no fourth."""
GRACE: Final = timedelta(minutes=30)
"""How long nobody plays for a person who has worked at a draft."""
LAST_GAP: Final = 2.5
"""Intervals between the last reminder and the notice that the table waits in vain."""


class Reminders:
    """Does what timers ask for, inside the transaction in which they fire."""

    def __init__(self, timers: Timers, overdue: Overdue, votes: Votes, expiry: Expiry) -> None:
        self._expiry = expiry
        self._timers = timers
        self._overdue = overdue
        self._votes = votes

    async def ring(self, tx: TableTransaction, timer: Timer) -> None:
        """Do what a timer asks for, if the game still waits for the same. Raises GameError and StorageError."""
        table = await tx.reload()
        waiting = table.state.waiting
        if timer.kind == ABSENCE_OVER:
            await end_absences(tx, table, waiting.seat if waiting is not None else "")
            return
        if timer.kind == EXPIRE:
            await self._expiry.ring(tx, table, timer)
            return
        if timer.kind == TICK:
            await self._votes.ring(tx, table, timer)
            return
        if table.game.status != "playing" or waiting is None or not waiting.who:
            return
        if not timer.version == waiting.version == table.game.version or timer.seat != waiting.seat:
            return
        if waiting.who != find_person(table, waiting.seat):
            # A stand-in's time has run out: the end of this transaction sets the timers of who is asked now.
            return
        if timer.kind == REMIND:
            await self._remind(tx, table, waiting)
        elif timer.kind == NUDGE:
            await self._nudge(tx, table, waiting)
        elif timer.kind == TELL:
            await self._tell(tx, table, waiting, "ui.remind.in_vain")
        elif timer.kind == LIMIT:
            await self._reach_limit(tx, table, waiting)

    async def _remind(self, tx: TableTransaction, table: Table, waiting: Waiting) -> None:
        """Remind a person, and see to the next time."""
        preferences = await find_preferences(tx, waiting.who)
        hours = find_hours(table, preferences)
        if not hours or await self._has_to_wait(tx, table, waiting, REMIND, preferences):
            return
        key = "ui.remind.draft" if await find_draft(tx, table, waiting) is not None else "ui.remind"
        await send_reminder(tx, table, waiting, key)
        waiting = msgspec.structs.replace(waiting, reminders=waiting.reminders + 1)
        await keep_waiting(tx, table, waiting)
        if waiting.reminders < len(GAPS):
            due = preferences.find_waking(tx.now + timedelta(hours=hours * GAPS[waiting.reminders]))
            await self._timers.set_timer(tx, table, waiting, REMIND, due)
        else:
            await self._timers.set_timer(tx, table, waiting, TELL, tx.now + timedelta(hours=hours * LAST_GAP))

    async def _nudge(self, tx: TableTransaction, table: Table, waiting: Waiting) -> None:
        """Tell a person once that a draft is not confirmed, when it has been left lying for a while."""
        changed = await find_draft(tx, table, waiting)
        preferences = await find_preferences(tx, waiting.who)
        if changed is None or waiting.is_nudged or not find_hours(table, preferences):
            return
        if changed + DRAFT_WAIT > tx.now:
            await self._timers.set_timer(tx, table, waiting, NUDGE, preferences.find_waking(changed + DRAFT_WAIT))
            return
        if await self._has_to_wait(tx, table, waiting, NUDGE, preferences):
            return
        await send_reminder(tx, table, waiting, "ui.remind.draft")
        await keep_waiting(tx, table, msgspec.structs.replace(waiting, is_nudged=True))

    async def _has_to_wait(
        self, tx: TableTransaction, table: Table, waiting: Waiting, kind: str, preferences: Preferences
    ) -> bool:
        """Whether the person has quiet hours now, unlike planned: the bot was away, or the settings have changed."""
        waking = preferences.find_waking(tx.now)
        if waking <= tx.now:
            return False
        await self._timers.set_timer(tx, table, waiting, kind, waking)
        return True

    async def _tell(self, tx: TableTransaction, table: Table, waiting: Waiting, key: str) -> None:
        """Tell the table once that somebody does not answer. Nobody is pinged: the person who could act has been."""
        if waiting.is_told:
            return
        await announce_notice(tx, table, describe_waiting(table, waiting, key, who=name_of(table, waiting)), "", None)
        await keep_waiting(tx, table, msgspec.structs.replace(waiting, is_told=True))

    async def _reach_limit(self, tx: TableTransaction, table: Table, waiting: Waiting) -> None:
        """Do what the table does at its limit; later, while the person is just about to play."""
        changed, at_limit = await find_draft(tx, table, waiting), table.state.pace.at_limit
        if at_limit in ("default", "arjuna") and changed is not None and changed + GRACE > tx.now:
            await self._timers.set_timer(tx, table, waiting, LIMIT, changed + GRACE)
            return
        match at_limit:
            case "remind":
                await self._tell(tx, table, waiting, "ui.remind.limit")
            case "default":
                await self._overdue.answer(tx, table.id)
            case "arjuna":
                if not await self._overdue.hand_over(tx, table.id):
                    await self._tell(tx, table, waiting, "ui.remind.limit")


async def send_reminder(tx: TableTransaction, table: Table, waiting: Waiting, key: str) -> None:
    """Queue a reminder: it pings the person and takes the place of the one before."""
    texts = [describe_waiting(table, waiting, key, who=Mention(waiting.who))]
    if waiting.until:
        texts.append(text("ui.remind.until", when=Time(waiting.until, "R")))
    await queue(tx, table, REMINDER, Reminder(texts=texts, ping=waiting.who), supersede=True)


def describe_waiting(table: Table, waiting: Waiting, key: str, who: Mention | str) -> Text:
    """Return a text about the person for whom the game waits."""
    return text(key, who=who, seat=waiting.seat, when=Time(waiting.since), name=table.game.name)


def name_of(table: Table, waiting: Waiting) -> str:
    """The name of the person for whom the game waits."""
    actor = table.actor(waiting.seat)
    return actor.display_name if actor is not None else ""
