"""The table service (`Tables`), and a person's session at a table (`TableSession`).

`Tables` makes and holds the services for lobbies, votes, timers and so on, which are in the other modules here.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, suppress
from dataclasses import dataclass

from msgspec.structs import replace

from bot.errors import NotStarted, StaleButton, TableError
from bot.games.answers import LATER, PLANS, Understood
from bot.games.frontend import find_course
from bot.tables.absences import Absences
from bot.tables.advice import Advisers, Reviews, draft_suggestion
from bot.tables.authorization import Rank
from bot.tables.closing import Expiry
from bot.tables.committing import Automation, commit_draft, commit_proposal, go_on_with_order, load_under_way
from bot.tables.draft import (
    KEY_SEPARATOR,
    Draft,
    Promise,
    check_end,
    draft_keys,
    draft_order,
    extend,
    go_on,
    is_proposed,
)
from bot.tables.entrance import Entrances, Talks
from bot.tables.lessons import LessonSession
from bot.tables.loading import Loaded, load
from bot.tables.lobby import Lobby
from bot.tables.moments import (
    REPLAN,
    PlaySession,
    TableMoment,
    begin_action,
    check_token,
    decides,
    find_shortcut,
    find_stored_draft,
    look_at,
    refuse,
    see,
    see_own,
    see_with,
)
from bot.tables.practice import PRACTICE, PracticeGames, PracticeSession
from bot.tables.preferences import PersonalSettings
from bot.tables.recaps import Reasonings, Recaps
from bot.tables.reminders import Reminders
from bot.tables.replacing import Replacing
from bot.tables.rewinding import Corrections, Rewinding, take_back
from bot.tables.search import SearchQueue
from bot.tables.servers import STANDARD_LIMITS, STANDARD_PERIODS, Limits, Periods, Servers
from bot.tables.settings import TableSettings
from bot.tables.standing_orders import StandingOrders, find_own, keep_answers, look_ahead
from bot.tables.table import Table, read_state
from bot.tables.timers import Timers
from bot.tables.transaction import TableTransaction, Transactions, once
from bot.tables.votes import Votes
from engine import Game
from engine.core.errors import ReplayFailed
from engine.core.text import Text, text
from storage import InteractionSeen, Storage

log = logging.getLogger(__name__)


class Tables:
    """The table service: the moments and sessions of games, and every other service for tables.

    Every method that changes a table takes the id of its interaction, or None. The same id acts only once.
    ``on_commit`` is called after each transaction, and its parameter says whether messages were queued.
    """

    def __init__(
        self,
        storage: Storage,
        on_commit: Callable[[bool], None] = lambda has_queued: None,
        limits: Limits = STANDARD_LIMITS,
        searches: SearchQueue | None = None,
        periods: Periods = STANDARD_PERIODS,
    ) -> None:
        self.storage = storage
        self.transactions = Transactions(storage, on_commit)
        self.cache = self.transactions.cache
        self.searches = searches if searches is not None else SearchQueue()
        self.automation = Automation(self.transactions, self.searches)
        self.lobby = Lobby(storage, self.transactions, limits, periods)
        self.timers = Timers(self.cache)
        self.transactions.before_commit = self._follow
        self.votes = Votes(self.transactions, self.automation, self.timers)
        self.votes.on_decided = lambda game_id: self._voices.pop(game_id, None) and None
        self.rewinding = Rewinding(self.transactions, self.automation, self.votes)
        self.corrections = Corrections(self.transactions, self.automation, self.votes)
        self.replacing = Replacing(self.transactions, self.automation, self.votes)
        self.settings = TableSettings(self.transactions, self.timers, self.votes)
        self.expiry = Expiry(self.transactions, self.timers, limits, periods)
        self.reminders = Reminders(self.timers, self.votes, self.expiry)
        self.servers = Servers(storage, periods)
        self.wishes = PersonalSettings(self.transactions, self.timers.set_again)
        self.absences = Absences(self.transactions, self.automation, self.timers)
        self.entrances = Entrances(self.transactions)
        self.talks = Talks(storage)
        self.standing_orders = StandingOrders(self.transactions)
        self.recaps = Recaps(storage)
        self._voices: dict[str, tuple[str, str]] = {}
        self.practices = PracticeGames()
        self.advisers = Advisers(self.transactions, self.searches)
        self.reasonings = Reasonings(storage)
        self.reviews = Reviews(storage, self.searches)

    async def table(self, game_id: str) -> Table:
        """Return a table with its seats. Raises UnknownGame."""
        return await self.transactions.find(game_id)

    async def voice_of(self, game_id: str) -> tuple[str, str]:
        """Return the game and the rival of a table, which decide the terms in its sentences. Raises UnknownGame.

        They stay in memory until a vote may have changed them.
        """
        if game_id not in self._voices:
            self._meet(await self.table(game_id))
        return self._voices[game_id]

    def _meet(self, table: Table) -> None:
        """Keep the result of `voice_of` for a table that someone uses, and prepare the searches of its opponent."""
        if table.id in self._voices:
            return
        self._voices[table.id] = table.voice
        rehearsal = table.front.player.plan_rehearsal(table.opponent)
        if rehearsal is not None and table.game.status != "over":
            # The first search would otherwise wait for the start of a process.
            self.searches.warm_up(rehearsal)

    async def moment(self, game_id: str, user_id: int | None = None) -> TableMoment:
        """Return the present moment of a game as a person sees it, with their draft when the decision is theirs.

        A running step whose keys no longer fit the rules is rolled back. A vote that counts the person's silence ends.
        Raises UnknownGame, NotStarted and UnreadableTable.
        """
        moment = None
        async with self.storage.read() as reader:
            with suppress(ReplayFailed):
                loaded = await load(reader, game_id, self.cache)
                moment = await see(reader, loaded, user_id)
                if user_id is not None and moment.table.game.status == "playing":
                    moment.planned = await find_own(reader, loaded, user_id, PLANS)
        if moment is None:
            async with self.transactions.begin(game_id, None) as tx:
                moment = await see(tx, await load_under_way(tx), user_id)
        if user_id is not None:
            self._meet(moment.table)
            await self.votes.notice(moment.table, user_id)
        return moment

    async def look(self, game_id: str, user_id: int) -> TableMoment:
        """Return the public moment with the secrets of a person, but without their draft. Raises as `moment` does."""
        async with self.storage.read() as reader:
            with suppress(ReplayFailed):
                return await look_at(reader, await load(reader, game_id, self.cache), user_id)
        return await self.moment(game_id)

    def at(
        self, game_id: str, user_id: int, interaction_id: int | None = None, token: str | None = None
    ) -> TableSession:
        """Open a person's session at a table, for one click or command."""
        return TableSession(self, game_id, user_id, interaction_id, token)

    def session(
        self, session_id: str, user_id: int, interaction_id: int | None = None, token: str | None = None
    ) -> PlaySession:
        """Open a person's session for one click or command, by the id of a table, of a lesson, or `PRACTICE`."""
        if session_id == PRACTICE:
            return PracticeSession(self.practices, self.advisers, user_id, token)
        course = find_course(session_id)
        if course is not None:
            return LessonSession(self.storage, course, user_id, token)
        return self.at(session_id, user_id, interaction_id, token)

    async def start(
        self, interaction_id: int | None, game_id: str, user_id: int, *, with_automatic: bool = False, rank: Rank = ""
    ) -> TableMoment:
        """Begin a game, let automatic players move, and return the person's moment. Raises as `Lobby.start` does."""
        await self.lobby.start(interaction_id, game_id, user_id, with_automatic=with_automatic, rank=rank)
        await self.automation.play(game_id)
        return await self.moment(game_id, user_id)

    async def leave(
        self, interaction_id: int | None, game_id: str, user_id: int, seat: str, since: int | None = None
    ) -> Table:
        """Leave a seat, or with "" all, and let the automatic player continue. Raises as `Lobby.leave` does."""
        await self.lobby.leave(interaction_id, game_id, user_id, seat, since)
        with suppress(NotStarted):
            await self.automation.play(game_id)
        return await self.table(game_id)

    async def _follow(self, tx: TableTransaction, user_id: int | None) -> None:
        """Update the timers, the vote and the count of pings of a table at the end of each of its transactions."""
        await self.timers.follow(tx, tx.table.id)
        if read_state((await tx.game(tx.table.id)).options).vote:
            await self.votes.follow(tx, user_id)
        await self.timers.count_calls(tx, tx.table.id)


Thinking = Callable[[Loaded, TableMoment], tuple[Draft, Sequence[Text]]]
"""Makes a new draft for a moment, with notes on failed parts. ``Loaded`` is the game without any draft."""


def is_private(session_id: str) -> bool:
    """Return whether a session id belongs to a person's copies or to a lesson, and not to a table."""
    return session_id == PRACTICE or find_course(session_id) is not None


@dataclass(frozen=True, slots=True)
class TableSession:
    """A `PlaySession` at a table: choices are added to the person's stored draft; Confirm plays it in the game."""

    tables: Tables
    id: str
    user_id: int
    interaction_id: int | None = None
    token: str | None = None

    async def moment(self) -> TableMoment:
        """Return the present moment. Raises as `Tables.moment` does."""
        return await self.tables.moment(self.id, self.user_id)

    async def choose(self, keys: Sequence[str]) -> TableMoment:
        """Add keys to the draft. Several keys answer the same question one after the other.

        A key that would cross a barrier is armed: only `confirm` plays it. Raises WrongPlayer, StaleButton and
        IllegalChoice, and then changes nothing.
        """

        def think(loaded: Loaded, moment: TableMoment) -> tuple[Draft, Sequence[Text]]:
            extended = extend(moment.game, moment.draft, keys)
            draft, stopped = go_on(moment.front, moment.game, extended.draft)
            return draft, [*extended.notes, *stopped]

        return await self._draft(think)

    async def begin(self, key: str, spaces: Sequence[str] = ()) -> TableMoment:
        """Add an action, by its key, to the draft and, if given, its first spaces: all of them or nothing.

        An action that the draft has already begun is not begun again. Raises as `choose` does, and TableError when the
        draft has begun another action, or a question must be answered first.
        """

        def think(loaded: Loaded, moment: TableMoment) -> tuple[Draft, Sequence[Text]]:
            draft = begin_action(loaded, moment, key)
            if not spaces:
                return draft, ()
            extended = extend(moment.game, draft, spaces)
            return extended.draft, extended.notes

        return await self._draft(think)

    async def take_shortcut(self, name: str) -> TableMoment:
        """Add all answers of a shortcut to the draft, or nothing.

        Raises WrongPlayer, IllegalChoice, and StaleButton for an old panel or a shortcut that no longer exists.
        """
        return await self.insert(lambda game: find_shortcut(game, name))

    async def pass_turn(self) -> TableMoment:
        """Add a pass to the draft, which arms it. Raises as `begin` does, also when the person may not pass now."""

        def think(loaded: Loaded, moment: TableMoment) -> tuple[Draft, Sequence[Text]]:
            decisions = [decision for decision in (loaded.game.decision, moment.decision) if decision is not None]
            keys = [key for decision in decisions if (key := decision.find_key("pass"))]
            if not keys:
                raise TableError(text("error.unknown_key", key=""))
            return begin_action(loaded, moment, keys[0]), ()

        return await self._draft(think)

    async def insert(
        self, find_keys: Callable[[Game], Sequence[str]], promise: tuple[int, str] | None = None
    ) -> TableMoment:
        """Add keys to the draft, one after the other: all of them or nothing.

        ``find_keys`` finds the keys for the game after the draft. A ``promise`` for them, a number of Resources and a
        text, is stored with them. Raises as `choose` does, and as ``find_keys`` does.
        """

        def think(loaded: Loaded, moment: TableMoment) -> tuple[Draft, Sequence[Text]]:
            draft = draft_keys(moment.game, find_keys(moment.game), moment.draft)
            if promise is not None:
                place = len(draft.to_commit) - 1
                draft = replace(draft, promises=(*draft.promises, Promise(place, *promise)))
            return draft, ()

        return await self._draft(think)

    async def order(self, read: Callable[[Game], Understood]) -> TableMoment:
        """Replace the draft with the result of a turn line. ``read`` reads it for the present game.

        Raises WrongPlayer, StaleButton, and BadInput for an order that cannot be carried out.
        """
        echo: tuple[str, ...] = ()

        def think(loaded: Loaded, moment: TableMoment) -> tuple[Draft, Sequence[Text]]:
            nonlocal echo
            understood = read(loaded.game)
            echo = understood.clauses
            return draft_order(understood), ()

        moment = await self._draft(think)
        moment.echo = echo
        return moment

    async def accept_advice(self, version: int, number: int) -> TableMoment | None:
        """Replace the draft with an advised turn. Return None if the advice is forgotten.

        Raises WrongPlayer, and StaleButton for advice about an earlier moment.
        """
        suggestion = self.tables.advisers.find(self.id, version, number)
        if suggestion is None:
            return None

        def think(loaded: Loaded, moment: TableMoment) -> tuple[Draft, Sequence[Text]]:
            if loaded.table.game.version != version:
                raise StaleButton
            return draft_suggestion(loaded.game, suggestion), ()

        return await self._draft(think)

    async def reset(self) -> TableMoment:
        """Discard the draft. Raises WrongPlayer and StaleButton."""
        async with once(), self._begin() as tx:
            loaded = await self._load(tx)
            moment = await see_own(tx, loaded, self.user_id, self.token)
            await tx.delete_draft(self.id, moment.game.pending_seat)
        return await self.moment()

    async def undo(self, number: int | None = None) -> TableMoment:
        """Undo the last choice: in the draft or, when that is empty, in the game up to the last barrier.

        Choices undone in the game become a draft, without the last key. With the ``number`` of a stored turn, only that
        turn is undone, even if a draft exists. Raises WrongPlayer, StaleButton and, when nothing can be undone,
        TableError.
        """
        async with once(), self._begin() as tx:
            loaded = await self._load(tx)
            moment = await see(tx, loaded, self.user_id)
            check_token(moment, self.token)
            if moment.is_mine and not moment.draft.is_empty and number is None:
                await self._store_draft(tx, loaded, moment.draft.take_back())
            else:
                await take_back(tx, loaded.now or loaded, self.user_id, number)
        return await self.moment()

    async def confirm(self, key: str = "") -> TableMoment:
        """Play the draft in the game, with its armed key or with ``key`` after it: one key, or those of a click.

        Raises WrongPlayer, StaleButton, IllegalChoice and, when nothing waits to be confirmed, TableError.
        """

        async def find_draft(tx: TableTransaction, loaded: Loaded) -> Draft:
            moment = await see_own(tx, loaded, self.user_id, self.token)
            draft = moment.draft
            if key and not draft.armed:
                draft = draft.with_end(check_end(moment.game, key.split(KEY_SEPARATOR)))
            if not draft.armed:
                raise TableError(text("error.nothing_to_confirm"))
            return draft

        return await self._commit(find_draft)

    async def play(self, keys: Sequence[str], version: int | None = None) -> TableMoment:
        """Choose keys in the game at once, without a draft: all of them or none.

        ``version`` is the version of the game that the caller saw (None: any). Raises WrongPlayer, StaleButton and
        IllegalChoice.
        """

        async def find_draft(tx: TableTransaction, loaded: Loaded) -> Draft:
            if version is not None and version != loaded.table.game.version:
                raise StaleButton
            if loaded.now is not None:
                raise refuse(loaded.table, loaded.now.game, self.user_id)
            await see_own(tx, loaded, self.user_id, None)
            return Draft(tuple(keys))

        return await self._commit(find_draft)

    async def act(self, name: str) -> TableMoment:
        """Draft a turn as it was before the game went back, or as proposed; or drop the plan for later in the round.

        ``name`` is one of `TableMoment.actions`. Raises StaleButton for another name.
        """
        if name == REPLAN:
            await self.tables.standing_orders.clear(self.interaction_id, self.id, self.user_id, LATER)
            return await self.moment()

        def think(loaded: Loaded, moment: TableMoment) -> tuple[Draft, Sequence[Text]]:
            if name not in moment.actions:
                raise StaleButton
            return draft_keys(loaded.game.blind(), moment.keys_of_actions[name]), ()

        return await self._draft(think)

    def _begin(self) -> AbstractAsyncContextManager[TableTransaction]:
        return self.tables.transactions.begin(self.id, self.interaction_id, self.user_id)

    async def _load(self, tx: TableTransaction) -> Loaded:
        """Return the running game. For a person who is not asked now, it is at their later question, if any."""
        loaded = await load_under_way(tx)
        return loaded if decides(loaded, self.user_id) else await look_ahead(tx, loaded, self.user_id)

    async def _draft(self, think: Thinking) -> TableMoment:
        """Store the draft that ``think`` makes for a player's moment; return the moment with this draft and its notes.

        Raises WrongPlayer, StaleButton, and as ``think`` does; then nothing changes.
        """
        try:
            async with self._begin() as tx:
                loaded = await self._load(tx)
                draft, notes = think(loaded, await see_own(tx, loaded, self.user_id, self.token))
                await self._store_draft(tx, loaded, draft)
                # Only the draft has changed, so the game need not be read again.
                moment = await see_with(tx, loaded, self.user_id, draft)
        except InteractionSeen:
            return await self.moment()
        moment.notes = list(notes)
        return moment

    async def _store_draft(self, tx: TableTransaction, loaded: Loaded, draft: Draft) -> None:
        await tx.put_draft(loaded.table.id, loaded.game.pending_seat, loaded.table.game.version, draft.store())

    async def _commit(self, find_draft: Callable[[TableTransaction, Loaded], Awaitable[Draft]]) -> TableMoment:
        """Play the draft in the game with all consequences, and return the player's moment after that.

        All of this is one transaction; more follow only if an automatic player or standing orders continue. Answers to
        later questions are stored, not played.
        """
        committed = None
        try:
            async with self._begin() as tx:
                loaded = await self._load(tx)
                draft = await find_draft(tx, loaded)
                if loaded.now is not None:
                    await keep_answers(tx, loaded, self.user_id, draft.to_commit)
                else:
                    commit = commit_proposal if is_proposed(loaded.table, loaded.game) else commit_draft
                    committed = await commit(tx, loaded, self.user_id, draft)
                    moment = await see(tx, committed.loaded, self.user_id)
        except InteractionSeen:
            return await self.moment()
        if committed is None:
            moment = await self.moment()
            moment.is_confirmed = True
            return moment
        if committed.goes_on:
            await self.tables.automation.play(self.id)
            await self._go_on_with_order()
            moment = await self.moment()
        moment.notes = [*committed.notes, *moment.notes]
        moment.is_confirmed = True
        return moment

    async def _go_on_with_order(self) -> None:
        async with self.tables.storage.read() as reader:
            if (await reader.game(self.id)).status != "playing":
                return
            loaded = await load(reader, self.id, self.tables.cache)
            if not (await find_stored_draft(reader, loaded)).has_only_order:
                return
        async with self.tables.transactions.begin(self.id, None) as tx:
            await go_on_with_order(tx, await load_under_way(tx))
