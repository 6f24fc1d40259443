"""Actions of a timer: remind someone, say that the table waits in vain, or answer for them, if the table allows that.

A timer of an earlier moment does nothing. At the limit, an interrupting question and a Campaign Round get the least
committing answer, or the automatic player's. A whole turn is passed, or the automatic player gets the seat until its
person is back. Cards and dice of a physical table are never made up: the game waits for them.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import timedelta
from typing import Final

import msgspec

from bot.games.answers import AutomaticPlayer
from bot.games.frontend import Frontend
from bot.language import Mention, Time
from bot.tables.absences import ABSENCE_OVER, end_absences
from bot.tables.announcements import REMINDER, Offer, Reminder, announce_notice, announce_status, queue
from bot.tables.closing import Expiry
from bot.tables.draft import is_proposed
from bot.tables.loading import Loaded
from bot.tables.pending import announce, put_off
from bot.tables.preferences import Preferences, find_preferences
from bot.tables.servers import EXPIRE
from bot.tables.standing_orders import obey
from bot.tables.table import Proposal, Question, Table, change_state, name_of, put_state
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
    find_lost_time,
    find_person,
    give_back,
    keep_question,
)
from bot.tables.transaction import TableTransaction
from bot.tables.votes import END, TICK, Votes
from engine import Game
from engine.core.decision import Decision
from engine.core.text import Text, text
from storage import Timer

log = logging.getLogger(__name__)


AGAIN: Final = timedelta(hours=6)
"""The time until the next check whether the seat of a table's last person may become automatic."""


class Reminders:
    """Acts on timers, inside the transaction in which they ring."""

    def __init__(self, timers: Timers, votes: Votes, expiry: Expiry) -> None:
        self._expiry = expiry
        self._timers = timers
        self._votes = votes

    async def ring(self, tx: TableTransaction, timer: Timer) -> None:
        """Act on a timer, unless it belongs to an earlier question or person. Raises GameError and StorageError."""
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
        lost = find_lost_time(question, tx.now)
        if not question.who:
            await (self._give_back(tx, table, question, lost) if lost else self._play_proposal(tx, table))
            return
        if question.who != find_person(table, question.seat):
            # A stand-in's time is over: the end of this transaction sets the timers for the person who is asked now.
            return
        if lost and timer.kind in (REMIND, NUDGE, TELL):
            # The time in these messages would be wrong. `_give_back` follows at once, and sets their timers again.
            return
        if timer.kind == REMIND:
            await self._remind(tx, table, question)
        elif timer.kind == NUDGE:
            await self._nudge(tx, table, question)
        elif timer.kind == TELL:
            await self._tell(tx, table, question, "ui.remind.in_vain")
        elif timer.kind == LIMIT:
            await self._reach_limit(tx, table, question, lost)
        elif timer.kind == LAPSE:
            await self._lapse(tx, table, question)

    async def _remind(self, tx: TableTransaction, table: Table, question: Question) -> None:
        """Queue a reminder, with another text if the person has a draft, and set the timer of the next reminder."""
        preferences = await find_preferences(tx, question.who)
        if not find_hours(table, preferences) or await self._has_to_wait(tx, table, question, REMIND, preferences):
            return
        key = "ui.remind.draft" if await find_draft(tx, table, question) is not None else "ui.remind"
        await send_reminder(tx, table, question, key)
        question = msgspec.structs.replace(question, reminders=question.reminders + 1)
        await keep_question(tx, table, question)
        await self._timers.set_reminder(tx, table, question)

    async def _nudge(self, tx: TableTransaction, table: Table, question: Question) -> None:
        """Remind a person once of a draft that they have not confirmed or changed for `DRAFT_WAIT`."""
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
        """Put a timer off to the end of the person's quiet hours, and return whether that was necessary.

        A timer can ring in these hours if the bot was not running, or if the person's settings have changed.
        """
        waking = preferences.find_waking(tx.now)
        if waking <= tx.now:
            return False
        await self._timers.set_timer(tx, table, question, kind, waking)
        return True

    async def _tell(self, tx: TableTransaction, table: Table, question: Question, key: str) -> None:
        """Announce once, with the text ``key``, that a person does not answer. No one is pinged again."""
        if question.is_told:
            return
        who = name_of(table.actor(question.seat))
        await announce_notice(tx, table, describe_question(table, question, key, who))
        await keep_question(tx, table, msgspec.structs.replace(question, is_told=True))

    async def _reach_limit(self, tx: TableTransaction, table: Table, question: Question, lost: timedelta) -> None:
        """Do what the table has chosen for its limit; or wait a little, if the person has just changed their draft.

        If the person has ``lost`` time because the bot was not running, they get that time instead.
        """
        changed, at_limit = await find_draft(tx, table, question), table.state.pace.at_limit
        if lost:
            await self._give_back(tx, table, question, lost)
            return
        if await asks_for_chance(tx):
            at_limit = "remind"
        question = msgspec.structs.replace(question, is_reached=True)
        if at_limit in ("default", "arjuna") and changed is not None and not question.is_final:
            later = min(changed + GRACE, as_time(question.until) + LATEST)
            if later > tx.now:
                await keep_question(tx, table, question)
                await self._timers.set_timer(tx, table, question, LIMIT, later)
                return
        if at_limit == "default":
            await answer_for(tx)
        elif at_limit != "arjuna" or not await hand_over(tx, table.id):
            if at_limit == "arjuna":
                # The last person keeps the seat, until another is back.
                await self._timers.set_timer(tx, table, question, LIMIT, tx.now + AGAIN)
            else:
                question = msgspec.structs.replace(question, is_over=True)
            await keep_question(tx, table, question)
            if at_limit != "nothing":
                await self._tell(tx, await tx.reload(), question, "ui.remind.limit")

    async def _give_back(self, tx: TableTransaction, table: Table, question: Question, lost: timedelta) -> None:
        """Let a question that people could not answer in time end at ``lost`` from now, and announce that."""
        await put_state(tx, table.id, give_back(table.state, lost, tx.now))
        await self._timers.set_again(tx, table.id)
        table = await tx.reload()
        question = table.state.question or question
        key = "ui.public.outage" if question.who else "ui.public.proposal_outage"
        who, when = name_of(table.actor(question.seat)), Time(question.until)
        await announce_notice(tx, table, text(key, who=who, seat=question.seat, when=when))

    async def _play_proposal(self, tx: TableTransaction, table: Table) -> None:
        """Mark the proposal as agreed, so that it is played, because no one has confirmed it in time; announce that."""
        game = (await tx.load_game()).game
        if is_proposed(table, game):
            await tx.delete_draft(table.id, game.pending_seat)
            agreed = Proposal(table.game.version, game.step_number, is_agreed=True)
            await change_state(tx, table.id, proposal=agreed)
            await announce_notice(tx, await tx.reload(), text("ui.public.proposal_over", seat=game.pending_seat))

    async def _lapse(self, tx: TableTransaction, table: Table, question: Question) -> None:
        """End an absence's protection of a seat, so that a vote may replace its owner; ping owner and stand-in."""
        absence = table.absence(question.seat)
        if absence is None or question.is_lapsed:
            return
        await keep_question(tx, table, msgspec.structs.replace(question, is_lapsed=True))
        owner, by = name_of(table.holder(question.seat)), name_of(table.actor(question.seat))
        words = text("ui.public.away_lapsed", seat=question.seat, who=owner, by=by)
        pings = sorted({question.owner, question.who})
        await announce_notice(tx, table, words, offers=["turn", "back"], pings=pings)


async def send_reminder(tx: TableTransaction, table: Table, question: Question, key: str) -> None:
    """Queue a reminder, with the text ``key``. It pings the person who is asked, and replaces the previous reminder."""
    texts = [describe_question(table, question, key, who=Mention(question.who))]
    if question.until:
        texts.append(text("ui.remind.until", when=Time(question.until, "R")))
    await queue(tx, table, REMINDER, Reminder(texts=texts, ping=question.who), supersede=True)


def describe_question(table: Table, question: Question, key: str, who: Mention | str) -> Text:
    """Return the text ``key`` about the question that the game waits for, and the person (``who``) who is asked."""
    return text(key, who=who, seat=question.seat, when=Time(question.since), name=table.game.name)


ABSENT: Final = -1
"""The actor of an answer that no one gave. It is the id of no person, so the next person is always pinged."""
MOST_ANSWERS: Final = 200
"""The most answers in a row: more are a fault."""


async def answer_for(tx: TableTransaction) -> None:
    """Play the least committing answers for the seat that must decide. Raises GameError and StorageError."""
    loaded = await tx.load_game()
    seat = loaded.game.pending_seat
    key = "ui.overdue.default"
    if is_whole_turn(loaded.table.front, loaded.game):
        key = "ui.overdue.ended" if loaded.keys else "ui.overdue.passed"
    remark = text(key, seat=seat, who=name_of(loaded.table.actor(seat)))
    await play_for(tx, loaded, find_answers(loaded.table.front, loaded.game), [remark])


async def hand_over(tx: TableTransaction, game_id: str) -> bool:
    """Let the automatic player decide for the pending seat, and return True. Raises GameError and StorageError.

    A seat changes hands between two turns only: a turn that has begun is finished first. An interrupting question, or
    one in a round, is only answered; the seat stays with its person. Return False for the seat of the last person at a
    table, who keeps it: otherwise the game would run to its end without people.
    """
    loaded = await tx.load_game()
    seat, front = loaded.game.pending_seat, loaded.table.front
    holder = loaded.table.holder(seat)
    if not is_whole_turn(front, loaded.game):
        who = name_of(loaded.table.actor(seat))
        remark = text("ui.overdue.arjuna_answers", seat=seat, who=who)
        await play_for(tx, loaded, find_answers(front, loaded.game, like_automatic=True), [remark])
        return True
    if holder is None or holder.user_id is None or not has_other_people(loaded, seat):
        return False
    message = text("ui.overdue.arjuna", seat=seat, who=holder.display_name)
    if loaded.keys:
        ended = text("ui.overdue.ended", seat=seat, who=name_of(loaded.table.actor(seat)))
        await play_for(tx, loaded, find_answers(front, loaded.game), [ended, message], ["back"])
    await tx.drop_arrangements(game_id, kind="away", user_id=holder.user_id, seat=seat)
    version = (await tx.game(game_id)).version
    await tx.arrange(game_id, holder.user_id, "away", seat=seat, version=version)
    if not loaded.keys:
        # The turn of the automatic player follows at once, and is announced in the same message.
        await put_off(tx, loaded, message, find_missing(loaded.table, seat))
    await announce_status(tx, await tx.reload())
    return True


async def play_for(
    tx: TableTransaction,
    loaded: Loaded,
    answers: list[tuple[str, str]],
    remarks: Sequence[Text],
    offers: Sequence[Offer] = (),
) -> None:
    """Play answers for a silent seat, and announce them with ``remarks``. The people of the seat get the ``offers``."""
    game = loaded.game.clone()
    written = await tx.play(loaded, game, answers, None)
    await tx.delete_draft(loaded.table.id, loaded.game.pending_seat)
    after, written, used = await obey(tx, loaded, await tx.reload(), game, written)
    tx.keep(after, game)
    missed = find_missing(loaded.table, loaded.game.pending_seat)
    await announce(tx, loaded, after, game, written, ABSENT, [*remarks, *used], missed=missed, offers=offers)


def find_missing(table: Table, seat: str) -> list[int]:
    """Return the people who could have answered for a seat: its owner and, if there is one, their stand-in."""
    actor = table.actor(seat)
    asked = [table.owner_of(seat), (actor.user_id or 0) if actor is not None else 0]
    return [person for person in dict.fromkeys(asked) if person]


def has_other_people(loaded: Loaded, seat: str) -> bool:
    """Return whether a seat other than ``seat`` is held by a person for whom the automatic player does not act."""
    others = [row.seat for row in loaded.table.seats if row.kind == "player" and row.seat != seat]
    return not all(loaded.table.front.player.is_automatic(loaded.game, other) for other in others)


def is_whole_turn(front: Frontend, game: Game) -> bool:
    """Return whether the game waits for the pending seat's own turn, not for an interrupting question or a round."""
    return game.label.phase == front.setup.turn_phase and game.label.seat == game.pending_seat


async def asks_for_chance(tx: TableTransaction) -> bool:
    """Return whether the game waits for a card or a die of a physical table, which only its people know."""
    loaded = await tx.load_game()
    decision = loaded.game.decision
    return decision is not None and decision.kind in loaded.table.front.positions.entered


def find_answers(front: Frontend, game: Game, *, like_automatic: bool = False) -> list[tuple[str, str]]:
    """Return answers for the silent pending seat, as seats and keys, found on a copy.

    They go to the end of its turn, or up to the question of another seat, or about a card or die of a physical table;
    in a round, over several phases. They are the least committing answers; where there is none, or with
    ``like_automatic``, the automatic player's.
    """
    twin = game.clone()
    seat, number, is_turn = game.pending_seat, game.step_number, game.label.phase == front.setup.turn_phase
    player, begun = front.player.make(twin) if like_automatic else None, ""
    answers: list[tuple[str, str]] = []
    while (decision := twin.decision) is not None and decision.seat == seat:
        has_ended = twin.step_number != number
        if has_ended and (is_turn or twin.label.phase == front.setup.turn_phase):
            break
        if decision.kind in front.positions.entered:
            break
        if len(answers) == MOST_ANSWERS:
            raise RuntimeError(f"No end of answers for {seat}: {decision!r}")
        key = "" if like_automatic else decision.plain
        if key:
            player, begun = None, ""
        elif player is None or (decision.kind in front.orders.plans and begun not in ("", decision.kind)):
            # Keep the plan: a new one for each question could move the same pieces there and back.
            player, begun = front.player.make(twin), decision.kind
        key = key or (ask_automatic(player, decision) if player is not None else "")
        if twin.decision is decision:
            key = key or decision.plain or decision.usual or decision.options[0].key
            twin.choose(key)
        answers.append((seat, key))
    return answers


def ask_automatic(player: AutomaticPlayer, decision: Decision) -> str:
    """Let the automatic player answer the pending decision of its game, and return the key; "" if it has no answer.

    Its instructions are written for automatic seats, and may lack an entry for the seat of a person.
    """
    try:
        return player.answer()
    except (LookupError, ValueError, TypeError, RuntimeError) as error:
        log.info("The automatic player has no answer for a person: %r to %r", error, decision)
        return ""
