"""The table service: everything that people do at a table, whatever they do it with. It knows nothing of Discord."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from bot.errors import NotStarted, StaleButton, TableError
from bot.games.answers import Understood
from bot.language import load_language
from bot.tables.absences import Absences, come_back, tell_substitute
from bot.tables.advice import Advisers, draft_suggestion
from bot.tables.automation import Automation, has_work
from bot.tables.draft import KEY_SEPARATOR, Draft, check_end, check_way, draft_order, extend, go_on
from bot.tables.executing_orders import obey
from bot.tables.limits import STANDARD, Limits
from bot.tables.loading import Loaded, StepLog, decode_steps, find_turn, keys_of, load, load_table, start_of
from bot.tables.lobby import Lobby
from bot.tables.moments import Moment, check_token, find_stored_draft, see, see_own, see_with
from bot.tables.overdue import Overdue
from bot.tables.pending import announce
from bot.tables.practice import PracticeGames
from bot.tables.recaps import Reasonings, Recaps
from bot.tables.rematches import Rematches
from bot.tables.reminders import Reminders
from bot.tables.replacing import Replacing
from bot.tables.rewinding import Rewinding, roll_back, take_back
from bot.tables.search import SearchQueue
from bot.tables.settings import PersonalSettings
from bot.tables.spectators import Spectators
from bot.tables.standing_orders import StandingOrders
from bot.tables.table import Table
from bot.tables.table_settings import TableSettings
from bot.tables.timers import Timers
from bot.tables.transaction import SeenBefore, TableTransaction, Transactions, Written
from bot.tables.votes import Votes
from engine import Game
from engine.core.errors import ReplayFailed
from engine.core.game import replay
from engine.core.record import write_record
from engine.core.text import Text, text
from storage import Storage


@dataclass(frozen=True, slots=True)
class Committed:
    """Where a commit has led: the table with its game, notes for the player, and whether the game goes on by itself."""

    loaded: Loaded
    notes: Sequence[Text]
    goes_on: bool


async def commit_draft(tx: TableTransaction, loaded: Loaded, user_id: int, draft: Draft) -> Committed:
    """Play a draft in the game, store what follows, and queue the messages. Raises IllegalChoice and StaleVersion."""
    game = loaded.game.clone()
    seat = game.pending_seat
    written = await tx.play(loaded, game, [(seat, key) for key in draft.to_commit], user_id)
    await tx.delete_draft(loaded.table.id, seat)
    remarks = await come_back(tx, loaded.table, seat, user_id)
    after, written, used = await obey(tx, loaded, await tx.reload(), game, written)
    asides = tell_substitute(loaded.table, seat, user_id)
    tx.keep(after, game)
    goes_on = has_work(after, game)
    await announce(tx, loaded, after, game, written, user_id, [*remarks, *used], asides, goes_on=goes_on)
    turn = loaded.turn if not written.steps else (await find_turn(tx, after))[0]
    now = Loaded(after, turn, game.keys if game.decision is not None else loaded.keys, game, game.undo_seat)
    notes = await keep_rest(tx, now, written, seat, draft)
    if not goes_on:
        await go_on_with_order(tx, now)
    return Committed(now, notes, bool(used) or goes_on)


async def keep_rest(tx: TableTransaction, now: Loaded, written: Written, seat: str, draft: Draft) -> list[Text]:
    """Carry what is left of a draft over a barrier inside the same step: the next space of an Attack, for example.

    Returns notes on what could not be done.
    """
    game, table, decision = now.game, now.table, now.game.decision
    left = table.front.words_of_rest(draft.order) if draft.order and written.steps else ""
    if left:
        # What ends a turn may be revealed only by going there: then an order may have said too much.
        return [text("error.order_left_over", words=left)]
    if draft.order and not written.steps:
        await tx.put_draft(table.id, seat, table.game.version, Draft(order=draft.order).store())
    if not draft.queue or written.steps or decision is None or decision.seat != seat:
        return []
    queue = [item.key for item in draft.queue if item.kind == decision.kind and item.key in decision.keys]
    if not queue:
        return []
    extended = extend(game.blind(), Draft(), queue)
    await tx.put_draft(table.id, seat, table.game.version, extended.draft.store())
    return extended.notes


async def go_on_with_order(tx: TableTransaction, now: Loaded) -> None:
    """Go on with the rest of the order of the seat that must decide, if there is one.

    What could not be done is told to the person who acts for that seat, with the draft.
    """
    draft = await find_stored_draft(tx, now)
    if now.game.decision is None or not draft.has_only_order:
        return
    further, notes = go_on(now.table.front, now.game, draft)
    await tx.put_draft(now.table.id, now.game.pending_seat, now.table.game.version, further.with_notes(notes).store())


log = logging.getLogger(__name__)

Thinking = Callable[[Loaded, Moment], tuple[Draft, Sequence[Text]]]
"""Makes a new draft for a moment, with notes on what could not be done. ``Loaded`` is the game without any draft."""


class Tables:
    """Tables and the games played at them.

    Every method that changes something takes the id of the interaction that asks for it (None: none does); the same
    id does nothing twice. ``on_commit`` is called after each change, with nothing held, and told whether it has queued
    messages.
    """

    def __init__(
        self,
        storage: Storage,
        on_commit: Callable[[bool], None] = lambda has_queued: None,
        limits: Limits = STANDARD,
        searches: SearchQueue | None = None,
    ) -> None:
        self.storage = storage
        self.transactions = Transactions(storage, on_commit)
        self.cache = self.transactions.cache
        self.searches = searches if searches is not None else SearchQueue()
        self.automation = Automation(storage, self.transactions, self.cache, self.searches)
        self.lobby = Lobby(storage, self.transactions, limits)
        self.timers = Timers(self.cache)
        self.transactions.before_commit = self._follow
        self.votes = Votes(storage, self.transactions, self.automation, self.timers)
        self.votes.on_decided = lambda game_id: self._voices.pop(game_id, None) and None
        self.rewinding = Rewinding(storage, self.transactions, self.automation, self.votes)
        self.replacing = Replacing(self.transactions, self.automation, self.votes)
        self.settings = TableSettings(self.transactions, self.timers, self.votes)
        self.reminders = Reminders(self.timers, Overdue(self.cache), self.votes)
        self.wishes = PersonalSettings(storage, self.transactions, self.timers)
        self.absences = Absences(storage, self.transactions, self.automation, self.timers)
        self.spectators = Spectators(storage, self.transactions)
        self.standing_orders = StandingOrders(storage, self.transactions, self.cache)
        self.rematches = Rematches(storage, self.transactions, limits)
        self.recaps = Recaps(storage)
        self._voices: dict[str, tuple[str, str]] = {}
        self.practices = PracticeGames()
        self.advisers = Advisers(storage, self.transactions, self.cache, self.searches)
        self.reasonings = Reasonings(storage)

    # -- looking -------------------------------------------------------------------------------------------

    async def table(self, game_id: str) -> Table:
        """A table with its seats. Raises UnknownGame."""
        async with self.storage.read() as reader:
            return await load_table(reader, game_id)

    async def voice_of(self, game_id: str) -> tuple[str, str]:
        """How one speaks at a table (`Table.voice`), as it was when somebody last asked. Raises UnknownGame."""
        if game_id not in self._voices:
            table = await self.table(game_id)
            self._voices[game_id] = table.voice
            rehearsal = table.front.plan_rehearsal(table.opponent)
            if rehearsal is not None and table.game.status != "over":
                # Somebody is at this table: its opponent will have to think soon.
                self.searches.warm_up(rehearsal)
        return self._voices[game_id]

    async def moment(self, game_id: str, user_id: int | None = None) -> Moment:
        """The moment a game has come to, as a person sees it: with their draft when the decision is theirs.

        Raises UnknownGame, NotStarted, UnreadableTable.
        """
        moment = None
        async with self.storage.read() as reader:
            with suppress(ReplayFailed):
                moment = await see(reader, await load(reader, game_id, self.cache), user_id)
        if moment is None:
            await self._repair(game_id)
            async with self.storage.read() as reader:
                moment = await see(reader, await load(reader, game_id, self.cache), user_id)
        if user_id is not None:
            await self.votes.notice(moment.table, user_id)
        return moment

    async def history(self, game_id: str, last: int) -> list[StepLog]:
        """The steps of the last finished turns, the oldest first."""
        async with self.storage.read() as reader:
            turns = await reader.turns(game_id, last=last)
        return [step for turn in turns for step in decode_steps(turn.changes)]

    async def record(self, game_id: str) -> tuple[str, bytes]:
        """The record of a finished game: a file name and its bytes. It holds the seed.

        Raises UnknownGame, TableError while the game is on, and ReplayFailed after a change of the rules.
        """
        async with self.storage.read() as reader:
            table = await load_table(reader, game_id)
            if table.game.status != "over":
                raise TableError(text("error.record_only_when_over", name=table.game.name))
            turns = [await keys_of(reader, turn) for turn in await reader.turns(game_id)]
        game = replay(Game.from_start(start_of(table.game)), turns)
        return f"gandhi-{game_id}.gandhi.jsonl", write_record(game.record())

    # -- beginning -----------------------------------------------------------------------------------------

    async def start(
        self, interaction_id: int | None, game_id: str, user_id: int, *, with_automatic: bool = False
    ) -> Moment:
        """Begin a game, with Arjuna on the empty seats if that is wished. Raises TableError (see `Lobby.start`)."""
        await self.lobby.start(interaction_id, game_id, user_id, with_automatic=with_automatic)
        await self.automation.play(game_id)
        return await self._again(game_id, user_id)

    async def resume_games(self) -> None:
        """Let games go on that wait for nobody: a crash came between, a seat has changed hands, somebody is back."""
        async with self.storage.read() as reader:
            games = await reader.games_by(statuses=["playing"], seat_kind="arjuna", limit=None)
            arranged = [*await reader.games_arranged("away"), *await reader.games_arranged("order")]
        for game_id in dict.fromkeys([*(game.id for game in games), *arranged]):
            try:
                await self.automation.play(game_id)
            except Exception:
                # Whatever is wrong with one table, the others go on.
                log.exception("Arjuna cannot go on at table %s.", game_id)

    # -- the draft -----------------------------------------------------------------------------------------

    async def choose(
        self, interaction_id: int | None, game_id: str, user_id: int, token: str | None, keys: Sequence[str]
    ) -> Moment:
        """Add keys to a player's draft. Several keys answer the same question one after the other.

        A key that would cross a barrier is armed: only `confirm` plays it. ``token`` is the button's, None for a
        command. Raises WrongPlayer, StaleButton and IllegalChoice, and then changes nothing.
        """

        def think(loaded: Loaded, moment: Moment) -> tuple[Draft, Sequence[Text]]:
            extended = extend(moment.game, moment.draft, keys)
            draft, stopped = go_on(moment.front, moment.game, extended.draft)
            return draft, [*extended.notes, *stopped]

        return await self._draft(interaction_id, game_id, user_id, token, think)

    async def begin(
        self, interaction_id: int | None, game_id: str, user_id: int, key: str, spaces: Sequence[str] = ()
    ) -> Moment:
        """Open a player's draft with an action taken and, if given, its first spaces: all of it or nothing.

        An action that the draft has begun already is not begun again. Raises WrongPlayer, IllegalChoice, and TableError
        when the draft has begun another.
        """

        def think(loaded: Loaded, moment: Moment) -> tuple[Draft, Sequence[Text]]:
            draft = begin_action(loaded, moment, key)
            if not spaces:
                return draft, ()
            extended = extend(moment.game, draft, spaces)
            return extended.draft, extended.notes

        return await self._draft(interaction_id, game_id, user_id, None, think)

    async def take_shortcut(
        self, interaction_id: int | None, game_id: str, user_id: int, token: str | None, name: str
    ) -> Moment:
        """Add to a player's draft the answers that a shortcut of the game gives together: all of them or nothing.

        Raises WrongPlayer, IllegalChoice, and StaleButton also for a shortcut that is not there now.
        """

        def think(loaded: Loaded, moment: Moment) -> tuple[Draft, Sequence[Text]]:
            shortcuts = moment.front.list_shortcuts(load_language(), moment.game)
            short = next((one for one in shortcuts if one.name == name), None)
            if short is None:
                raise StaleButton
            draft = moment.draft
            for key in short.keys:
                draft = extend(moment.game, draft, [key]).draft
            return draft, ()

        return await self._draft(interaction_id, game_id, user_id, token, think)

    async def pass_turn(self, interaction_id: int | None, game_id: str, user_id: int) -> Moment:
        """Arm a pass in a player's draft. Raises as `begin` does, with the reason why they may not pass now."""

        def think(loaded: Loaded, moment: Moment) -> tuple[Draft, Sequence[Text]]:
            decisions = [decision for decision in (loaded.game.decision, moment.decision) if decision is not None]
            keys = [key for decision in decisions if (key := decision.find_key("pass"))]
            if not keys:
                raise TableError(text("error.unknown_key", key=""))
            return begin_action(loaded, moment, keys[0]), ()

        return await self._draft(interaction_id, game_id, user_id, None, think)

    async def insert(
        self, interaction_id: int | None, game_id: str, user_id: int, find_keys: Callable[[Game], Sequence[str]]
    ) -> Moment:
        """Add to a player's draft what is done in one go, one key after the other: all of it or nothing.

        ``find_keys`` finds the keys for the game as the draft leaves it. Raises WrongPlayer, IllegalChoice, and what it
        raises.
        """

        def think(loaded: Loaded, moment: Moment) -> tuple[Draft, Sequence[Text]]:
            draft = moment.draft
            for key in find_keys(moment.game):
                draft = extend(moment.game, draft, [key]).draft
            return draft, ()

        return await self._draft(interaction_id, game_id, user_id, None, think)

    async def order(
        self, interaction_id: int | None, game_id: str, user_id: int, read: Callable[[Game], Understood]
    ) -> Moment:
        """Replace a player's draft with what a one-line order comes to. ``read`` reads it for the game as it stands.

        Raises WrongPlayer, and BadInput for an order that cannot be carried out.
        """
        echo: tuple[str, ...] = ()

        def think(loaded: Loaded, moment: Moment) -> tuple[Draft, Sequence[Text]]:
            nonlocal echo
            understood = read(loaded.game)
            echo = understood.clauses
            return draft_order(understood), ()

        moment = await self._draft(interaction_id, game_id, user_id, None, think)
        moment.echo = echo
        return moment

    async def accept_advice(
        self, interaction_id: int | None, game_id: str, user_id: int, version: int, number: int
    ) -> Moment | None:
        """Replace a player's draft with a turn that they were advised to take; None where that advice is forgotten.

        Raises WrongPlayer, and StaleButton for advice about an earlier moment.
        """
        suggestion = self.advisers.find(game_id, version, number)
        if suggestion is None:
            return None

        def think(loaded: Loaded, moment: Moment) -> tuple[Draft, Sequence[Text]]:
            if loaded.table.game.version != version:
                raise StaleButton
            return draft_suggestion(loaded.game, suggestion), ()

        return await self._draft(interaction_id, game_id, user_id, None, think)

    async def reset(self, interaction_id: int | None, game_id: str, user_id: int, token: str | None) -> Moment:
        """Throw a player's draft away. Raises WrongPlayer and StaleButton."""
        with suppress(SeenBefore):
            async with self.transactions.begin(game_id, interaction_id, user_id) as tx:
                loaded = await self._load(tx, game_id)
                moment = await see_own(tx, loaded, user_id, token)
                await tx.delete_draft(game_id, moment.game.pending_seat)
        return await self._again(game_id, user_id)

    async def undo(
        self, interaction_id: int | None, game_id: str, user_id: int, token: str | None, number: int | None = None
    ) -> Moment:
        """Take back the last choice: from the draft or, when that is empty, from the game up to the last barrier.

        What comes back from the game comes back as a draft, less its last key. With the ``number`` of a turn, that turn
        and no other is taken back, whatever is drafted. Raises WrongPlayer, StaleButton and, when nothing can be taken
        back, TableError.
        """
        with suppress(SeenBefore):
            async with self.transactions.begin(game_id, interaction_id, user_id) as tx:
                loaded = await self._load(tx, game_id)
                moment = await see(tx, loaded, user_id)
                check_token(moment, token)
                if moment.is_mine and not moment.draft.is_empty and number is None:
                    await self._store_draft(tx, loaded, moment.draft.take_back())
                else:
                    await take_back(tx, loaded, user_id, number)
        return await self._again(game_id, user_id)

    # -- the commit ----------------------------------------------------------------------------------------

    async def confirm(
        self, interaction_id: int | None, game_id: str, user_id: int, token: str | None, key: str = ""
    ) -> Moment:
        """Play a player's draft in the game, with its armed key or with ``key`` after it: one key, or those of a press.

        Raises WrongPlayer, StaleButton, IllegalChoice and, when nothing waits to be confirmed, TableError.
        """

        async def find_draft(tx: TableTransaction, loaded: Loaded) -> Draft:
            moment = await see_own(tx, loaded, user_id, token)
            draft = moment.draft
            if key and not draft.armed:
                draft = draft.with_end(check_end(moment.game, key.split(KEY_SEPARATOR)))
            if not draft.armed:
                raise TableError(text("error.nothing_to_confirm"))
            return draft

        return await self._commit(interaction_id, game_id, user_id, find_draft)

    async def act(
        self, interaction_id: int | None, game_id: str, user_id: int, version: int | None, keys: Sequence[str]
    ) -> Moment:
        """Choose keys in the game at once, without a draft: all of them or none.

        ``version`` is what the caller saw of the game (None: whatever it is). Raises WrongPlayer, StaleButton and
        IllegalChoice.
        """

        async def find_draft(tx: TableTransaction, loaded: Loaded) -> Draft:
            if version is not None and version != loaded.table.game.version:
                raise StaleButton
            await see_own(tx, loaded, user_id, None)
            return Draft(tuple(keys))

        return await self._commit(interaction_id, game_id, user_id, find_draft)

    # -- inside --------------------------------------------------------------------------------------------

    async def _follow(self, tx: TableTransaction, user_id: int | None) -> None:
        """Do what follows from any transaction of a table: for its timers, then for its vote."""
        await self.timers.follow(tx, tx.table.id)
        await self.votes.follow(tx, user_id)

    async def _load(self, tx: TableTransaction, game_id: str) -> Loaded:
        """A game that is being played, the running step rolled back if its keys no longer fit the rules."""
        try:
            loaded = await tx.load_game()
        except ReplayFailed:
            await roll_back(tx, game_id)
            self.cache.forget(game_id)
            loaded = await tx.load_game()
        if loaded.game.decision is None or loaded.table.game.status != "playing":
            raise NotStarted(text("error.over", name=loaded.table.game.name))
        return loaded

    async def _repair(self, game_id: str) -> None:
        async with self.transactions.begin(game_id, None) as tx:
            await self._load(tx, game_id)

    async def _draft(
        self, interaction_id: int | None, game_id: str, user_id: int, token: str | None, think: Thinking
    ) -> Moment:
        """Give a player the draft that ``think`` makes for their moment, with its notes; gives the moment with it.

        Raises WrongPlayer, StaleButton, and what ``think`` raises; then nothing changes.
        """
        try:
            async with self.transactions.begin(game_id, interaction_id, user_id) as tx:
                loaded = await self._load(tx, game_id)
                draft, notes = think(loaded, await see_own(tx, loaded, user_id, token))
                await self._store_draft(tx, loaded, draft)
                # Nothing else changes, so that the game need not be read again.
                moment = await see_with(tx, loaded, user_id, draft)
        except SeenBefore:
            return await self._again(game_id, user_id)
        moment.notes = list(notes)
        return moment

    async def _store_draft(self, tx: TableTransaction, loaded: Loaded, draft: Draft) -> None:
        await tx.put_draft(loaded.table.id, loaded.game.pending_seat, loaded.table.game.version, draft.store())

    async def _commit(
        self,
        interaction_id: int | None,
        game_id: str,
        user_id: int,
        find_draft: Callable[[TableTransaction, Loaded], Awaitable[Draft]],
    ) -> Moment:
        """Play a player's draft in the game, whatever follows from it, and show the player where it leads.

        All of it is one transaction, and the game stays in memory afterwards; only where an automatic player or
        somebody's standing orders go on, there are more.
        """
        try:
            async with self.transactions.begin(game_id, interaction_id, user_id) as tx:
                loaded = await self._load(tx, game_id)
                draft = await find_draft(tx, loaded)
                committed = await commit_draft(tx, loaded, user_id, draft)
                moment = await see(tx, committed.loaded, user_id)
        except SeenBefore:
            return await self._again(game_id, user_id)
        if committed.goes_on:
            await self.automation.play(game_id)
            await self._go_on_with_order(game_id)
            moment = await self.moment(game_id, user_id)
        moment.notes = [*committed.notes, *moment.notes]
        moment.is_confirmed = True
        return moment

    async def _go_on_with_order(self, game_id: str) -> None:
        """Go on with the rest of the order of the seat that must decide now, if there is one."""
        async with self.storage.read() as reader:
            if (await reader.game(game_id)).status != "playing":
                return
            loaded = await load(reader, game_id, self.cache)
            if not (await find_stored_draft(reader, loaded)).has_only_order:
                return
        async with self.transactions.begin(game_id, None) as tx:
            await go_on_with_order(tx, await self._load(tx, game_id))

    async def _again(self, game_id: str, user_id: int, notes: Sequence[Text] = ()) -> Moment:
        moment = await self.moment(game_id, user_id)
        moment.notes = list(notes)
        return moment


def begin_action(loaded: Loaded, moment: Moment, key: str) -> Draft:
    """A draft with an action taken that it has not begun yet. Raises IllegalChoice, and TableError for another action.

    The moment's game moves along.
    """
    game, draft = moment.game, moment.draft
    check_way(loaded.game.decision, game, draft, key)
    is_open = game.decision is not None and key in game.decision.keys
    if is_open or key not in (*loaded.keys, *draft.keys):
        draft = extend(game, draft, [key]).draft
    return draft
