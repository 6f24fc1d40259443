"""Settings: people's own, with the timers that follow them, and those of a table.

Before the game its host sets them: language, pace, opponent, whether players may ask for advice. In a running game the
limit, what happens at it, and the opponent change only if all who have a seat agree.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from bot.errors import TableError
from bot.games.playing import AUTOMATIC
from bot.tables.announcements import announce_notice, announce_status
from bot.tables.authorization import SETTINGS, TERMS, Request, check
from bot.tables.preferences import Preferences, describe_pace, find_preferences, write_preferences
from bot.tables.proposing import may_propose
from bot.tables.table import Pace, Table, change_state
from bot.tables.timers import Timers
from bot.tables.transaction import SeenBefore, TableTransaction, Transactions
from bot.tables.votes import Motion, Outcome, Vote, Votes
from engine.core.text import Text, text
from storage import Storage

KNOWN_PEOPLE: Final = 1000
"""The most people whose settings stay in memory."""


class PersonalSettings:
    """Reads and changes people's settings."""

    def __init__(self, storage: Storage, transactions: Transactions, timers: Timers) -> None:
        self._storage = storage
        self._transactions = transactions
        self._timers = timers
        self._known: OrderedDict[int, Preferences] = OrderedDict()
        self._changes = 0

    async def find(self, user_id: int) -> Preferences:
        """Return what a person has set. It is read once for each person, unless other processes write it too."""
        known = self._known.get(user_id)
        if known is not None and not self._storage.is_shared:
            return known
        changes = self._changes
        async with self._storage.read() as reader:
            found = await find_preferences(reader, user_id)
        if changes != self._changes:
            # What was read may be what was there before.
            return found
        self._known[user_id] = found
        while len(self._known) > KNOWN_PEOPLE:
            self._known.popitem(last=False)
        return found

    def forget(self, user_id: int) -> None:
        """Forget what a person has set, so that it is read again."""
        self._changes += 1
        self._known.pop(user_id, None)

    async def change(self, user_id: int, changes: Preferences, names: tuple[str, ...]) -> Preferences:
        """Take over those of a person's ``changes`` that are named. Question reminders follow them at once."""
        named = {name: getattr(changes, name) for name in names}
        async with self._storage.transaction() as tx:
            stored = await tx.user_preferences(user_id)
            old = await find_preferences(tx, user_id)
            new = msgspec.structs.replace(old, **named)
            await tx.put_user_preferences(user_id, write_preferences(stored, new))
        self.forget(user_id)
        self._transactions.wake_outbox()
        if (old.remind, old.quiet, old.zone) != (new.remind, new.quiet, new.zone):
            await self._remind_again(user_id)
        return new

    async def _remind_again(self, user_id: int) -> None:
        """Set the reminders again wherever a game waits for this person; nothing else about its question changes."""
        async with self._storage.read() as reader:
            games = await reader.games_by(statuses=["playing"], limit=None)
            states = {game.id: Table(game, ()).state for game in games}
        for game_id, state in states.items():
            if state.question is None or state.question.who != user_id:
                continue
            async with self._transactions.begin(game_id, None) as tx:
                await self._timers.set_again(tx, game_id)


class TableSettings:
    """Changes the settings of tables."""

    def __init__(self, transactions: Transactions, timers: Timers, votes: Votes) -> None:
        self._transactions = transactions
        self._timers = timers
        self._votes = votes
        votes.motions[TERMS.name] = Motion(write_question, write_refusal, self._agree)

    async def change(
        self,
        interaction_id: int | None,
        game_id: str,
        user_id: int,
        *,
        language: str | None = None,
        advice: bool | None = None,
        pace: Pace | None = None,
        opponent: str | None = None,
        anybody_starts: bool | None = None,
        proposes: bool | None = None,
    ) -> Outcome:
        """Change what is named, and ask the table about the rest: all of it, or nothing.

        An empty ``opponent`` is the game's own automatic player. Raises TableError for anyone but the host, for an
        opponent that the game does not have, and as `Votes.open` does.
        """
        with suppress(SeenBefore):
            async with self._transactions.begin(game_id, interaction_id) as tx:
                table = tx.table
                check(SETTINGS, Request(table, user_id))
                if opponent and opponent not in table.front.player.opponents:
                    raise TableError(text("error.no_such_opponent", name=table.game.name))
                if proposes and not may_propose(table):
                    raise TableError(text("error.no_proposals", name=table.game.name))
                if language is not None:
                    await tx.update_game(game_id, language=language)
                if advice is not None and advice != table.state.allows_advice:
                    await self._allow_advice(tx, game_id, is_allowed=advice)
                if anybody_starts is not None:
                    await change_state(tx, game_id, anybody_starts=anybody_starts)
                terms = find_terms(table, pace, opponent, proposes)
                if pace is not None and pace != table.state.pace and "pace" not in terms:
                    await self._set_pace(tx, game_id, pace)
                table = await tx.reload()
                await announce_status(tx, table)
                if terms:
                    request = Request(table, user_id)
                    check(TERMS, request)
                    await self._votes.open(tx, TERMS, request, terms=terms)
        return await self._votes.conclude(game_id)

    async def _agree(self, tx: TableTransaction, table: Table, vote: Vote, user_id: int | None) -> None:
        """Set what the table has agreed to."""
        if "pace" in vote.terms:
            await self._set_pace(tx, table.id, msgspec.convert(vote.terms["pace"], Pace))
        if "opponent" in vote.terms:
            await self._set_opponent(tx, table.id, str(vote.terms["opponent"]))
        if "proposes" in vote.terms:
            await self._set_proposes(tx, table.id, proposes=bool(vote.terms["proposes"]))

    async def _allow_advice(self, tx: TableTransaction, game_id: str, *, is_allowed: bool) -> None:
        await change_state(tx, game_id, no_advice=not is_allowed)
        table = await tx.reload()
        if table.game.status == "playing":
            words = text("ui.public.advice_allowed" if is_allowed else "ui.public.advice_refused")
            await announce_notice(tx, table, words, "", None)

    async def _set_pace(self, tx: TableTransaction, game_id: str, pace: Pace) -> None:
        await self._timers.set_pace(tx, game_id, pace)
        table = await tx.reload()
        if table.game.status == "playing":
            await announce_notice(tx, table, text("ui.public.pace", what=describe_pace(pace)), "", None)
        await announce_status(tx, table)

    async def _set_proposes(self, tx: TableTransaction, game_id: str, *, proposes: bool) -> None:
        await change_state(tx, game_id, proposes=proposes)
        table = await tx.reload()
        if table.game.status == "playing":
            words = text("ui.public.proposes" if proposes else "ui.public.proposes_no")
            await announce_notice(tx, table, words, "", None)

    async def _set_opponent(self, tx: TableTransaction, game_id: str, opponent: str) -> None:
        await change_state(tx, game_id, opponent=opponent)
        table = await tx.reload()
        for row in table.seats:
            if row.kind == AUTOMATIC:
                await tx.leave_seat(game_id, row.seat)
                await tx.take_seat(game_id, row.seat, None, table.automatic_name, kind=AUTOMATIC)
        table = await tx.reload()
        if table.game.status == "playing":
            await announce_notice(tx, table, text("ui.public.opponent"), "", None)
        await announce_status(tx, table)


def find_terms(table: Table, pace: Pace | None, opponent: str | None, proposes: bool | None = None) -> dict[str, Any]:
    """Return what of wished settings only the whole table can change.

    These are the limit, what happens at it, the opponent, and whether people confirm its turns.
    """
    terms: dict[str, Any] = {}
    now = table.state.pace
    if pace is not None and replace(pace, remind=now.remind) != now:
        terms["pace"] = msgspec.to_builtins(pace)
    if opponent is not None and opponent != table.opponent:
        terms["opponent"] = opponent
    if proposes is not None and proposes != table.state.proposes:
        terms["proposes"] = proposes
    return terms


async def write_question(tx: TableTransaction, table: Table, vote: Vote) -> Text:
    """Return what those who must agree are asked."""
    if "proposes" in vote.terms:
        what = [text(f"ui.public.term.{name}") for name in vote.terms if name != "proposes"]
        what.append(text("ui.public.term.proposes" if vote.terms["proposes"] else "ui.public.term.proposes_no"))
        return text("ui.public.terms_asked", who=table.state.host, what=what)
    key = f"ui.public.{'_and_'.join(vote.terms)}_asked"
    params: dict[str, Any] = {"who": table.state.host}
    if "pace" in vote.terms:
        params["what"] = describe_pace(msgspec.convert(vote.terms["pace"], Pace))
    if "opponent" in vote.terms:
        params["how"] = text(f"ui.opponent.{vote.terms['opponent'] or 'standard'}")
    return text(key, **params)


def write_refusal(vote: Vote, seats: Sequence[str]) -> Text:
    """Return that the settings stay as they are."""
    return text("ui.public.terms_refused")
