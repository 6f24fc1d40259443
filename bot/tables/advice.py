"""Advice for a turn and reviews of finished games, both found by searches (`bot.tables.search`).

Advice is a list of possible turns; the turn that a player chooses becomes their draft. Advice is kept only in memory,
and found again when someone asks and it is gone. A review is made task by task while no other search waits. The
database has its results after each task, so a restart loses at most one. Everyone who asks about a game gets the same
review, which names no person.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from bot.errors import StaleButton, TableError
from bot.games.answers import GameReview, ReviewedTurn, Reviewer, Suggestion
from bot.language import Language
from bot.tables.authorization import PLAY, Request, is_allowed
from bot.tables.draft import Draft, is_proposed, play_draft
from bot.tables.loading import keys_of, load, load_table, resume
from bot.tables.lobby import rules_version
from bot.tables.moments import TableMoment, decides, refuse, see_with
from bot.tables.preferences import check_may_ask, count_advice
from bot.tables.search import SearchFailed, SearchQueue
from bot.tables.table import Table, check_under_way
from bot.tables.transaction import Transactions
from bot.worker import LATER
from engine import Game
from engine.core.errors import GameError, IllegalChoice
from engine.core.text import Text, text
from storage import Reader, Review, Storage, StorageError

log = logging.getLogger(__name__)


MOST_ADVICE: Final = 200
"""The most games with advice in memory, each at one version; the oldest advice is dropped first."""


@dataclass(frozen=True, slots=True)
class Advice:
    """The advice for a seat: suggestions, each with the moment in which it is the draft (`follow`).

    ``count`` is how often the seat has asked during the game.
    """

    table: Table
    seat: str
    count: int
    suggestions: Sequence[tuple[Suggestion, TableMoment]]

    @property
    def version(self) -> int:
        """Return the version of the game to which the advice applies."""
        return self.table.game.version


class Advisers:
    """Finds advice through the queue of searches, and counts how often each seat asks."""

    def __init__(self, transactions: Transactions, searches: SearchQueue) -> None:
        self._transactions = transactions
        self.searches = searches
        self._found: OrderedDict[tuple[str, int], tuple[str, Sequence[Suggestion]]] = OrderedDict()

    async def ask(self, game_id: str, user_id: int, language: Language) -> Advice:
        """Return advice for the person who must decide, and count the request, once for each version of the game.

        If the advice was found for another language, its suggestions have no turn lines. Raises WrongPlayer for anyone
        else, NotStarted, StaleButton if the game changes meanwhile, and TableError where no advice is available.
        """
        moment = await self._see(game_id, user_id)
        place = (game_id, moment.table.game.version)
        if place not in self._found:
            self._keep(place, language.code, await self._search(moment, user_id, language))
        code, found = self._found[place]
        if code != language.code:
            found = [msgspec.structs.replace(one, line=None) for one in found]
        count = await self._count(moment)
        suggestions = [(one, follow(moment, one)) for one in found]
        return Advice(moment.table, moment.game.pending_seat, count, suggestions)

    async def count_sight(self, game_id: str, user_id: int, seat: str) -> Text | None:
        """Count a look at the automatic player's decision for ``seat`` as a request for advice.

        Return a remark with the number of requests. Return None, and count nothing, if the person does not play that
        seat, or the game is not running. Raises TableError at a table without advice.
        """
        async with self._transactions.begin(game_id, None) as tx:
            table = tx.table
            if table.game.status != "playing" or not is_allowed(PLAY, Request(table, user_id, seat)):
                return None
            check_may_ask(table)
            return text("ui.advice.told", count=await count_advice(tx, table, seat))

    def find(self, game_id: str, version: int, number: int) -> Suggestion | None:
        """Return a suggestion, by its number from 0, of the advice at a version of a game; None if the advice is gone.

        Raises StaleButton for an unknown number.
        """
        _, found = self._found.get((game_id, version), ("", None))
        if found is None:
            return None
        if not 0 <= number < len(found):
            raise StaleButton
        return found[number]

    async def _see(self, game_id: str, user_id: int) -> TableMoment:
        async with self._transactions.storage.read() as reader:
            loaded = await load(reader, game_id, self._transactions.cache)
            check_under_way(loaded.table)
            check_may_ask(loaded.table)
            if not decides(loaded, user_id):
                raise refuse(loaded.table, loaded.game, user_id)
            if is_proposed(loaded.table, loaded.game):
                raise TableError(text("error.advice_proposed"))
            # Advice is about the game itself, without the draft, and the same for everyone who asks for the seat.
            moment = await see_with(reader, loaded, None, Draft(), (loaded.game.pending_seat,))
        moment.is_mine = True
        return moment

    async def _search(self, moment: TableMoment, user_id: int, language: Language) -> Sequence[Suggestion]:
        search = moment.front.lessons.plan_advice(language, moment.game)
        if search is None:
            raise TableError(text("error.no_advice", name=moment.table.game.name))
        try:
            found: Sequence[Suggestion] = await self.searches.find(
                search, user_id, key=(moment.table.id, moment.table.game.version)
            )
        except SearchFailed as error:
            raise TableError(text("error.no_advice_now")) from error
        if not found:
            raise TableError(text("error.no_advice_now"))
        return found

    async def _count(self, moment: TableMoment) -> int:
        async with self._transactions.begin(moment.table.id, None) as tx:
            loaded = await tx.load_game()
            if loaded.table.game.version != moment.table.game.version:
                raise StaleButton
            return await count_advice(tx, loaded.table, moment.game.pending_seat)

    def _keep(self, place: tuple[str, int], code: str, found: Sequence[Suggestion]) -> None:
        self._found[place] = (code, found)
        while len(self._found) > MOST_ADVICE:
            self._found.popitem(last=False)


def follow(moment: TableMoment, one: Suggestion) -> TableMoment:
    """Return a copy of a moment with a suggestion as its draft. Raises StaleButton if it cannot be drafted there."""
    draft, game = draft_suggestion(moment.game, one), moment.game.blind()
    changes = play_draft(game, draft)
    return TableMoment(game, draft, moment.start, changes, moment.step, is_mine=True, table=moment.table)


def draft_suggestion(game: Game, one: Suggestion) -> Draft:
    """Return a suggestion as a draft, in which its last key waits for Confirm. The game is not changed.

    Raises StaleButton if the suggestion cannot be drafted in this game.
    """
    twin = game.blind()
    *before, last = one.keys
    try:
        if any(twin.draft(key) is None for key in before) or not twin.crosses_barrier(last):
            raise StaleButton
    except IllegalChoice as error:
        raise StaleButton from error
    return Draft(one.keys[:-1], one.keys[-1])


MOST_ASKED: Final = 2
"""The most reviews that one person may have under way."""


@dataclass(frozen=True, slots=True)
class ReviewState:
    """The review of a finished game or, without ``review``, its progress: ``done`` of ``count`` tasks."""

    table: Table
    review: GameReview | None = None
    done: int = 0
    count: int = 0


class Reviews:
    """Makes reviews of finished games, task by task, and reads stored ones."""

    def __init__(self, storage: Storage, searches: SearchQueue) -> None:
        self._storage = storage
        self._searches = searches
        self._making: dict[str, asyncio.Task[None]] = {}
        self._askers: dict[str, int] = {}

    async def ask(self, game_id: str, user_id: int) -> ReviewState:
        """Return the review of a finished game, or its progress; begin it if there is none yet.

        Raises UnknownGame, and TableError for a game that is not over or has no review, and for a person who has
        `MOST_ASKED` reviews under way.
        """
        async with self._storage.read() as reader:
            table = await load_table(reader, game_id)
            check_may_review(table)
            stored = await reader.review(game_id)
            if stored is not None and stored.is_done and (review := read_review(stored)) is not None:
                return ReviewState(table, review)
            reviewer = await find_reviewer(reader, table)
        found = read_found(stored)
        try:
            count = await asyncio.to_thread(reviewer.count, found)
        except GameError as error:
            raise TableError(text("error.no_review_now", name=table.game.name)) from error
        if game_id not in self._making:
            if sum(asker == user_id for asker in self._askers.values()) >= MOST_ASKED:
                raise TableError(text("error.reviews_pending", count=MOST_ASKED))
            self._begin(game_id, user_id)
        return ReviewState(table, None, len(found), count)

    async def find_turn(self, game_id: str, place: int) -> tuple[Table, Game]:
        """Return a table, and its finished game at the start of the turn at ``place``, counted from 0.

        Raises UnknownGame, TableError as `check_may_review` does, StaleButton for an unknown turn, ReplayFailed and
        UnreadableTable.
        """
        async with self._storage.read() as reader:
            table = await load_table(reader, game_id)
            check_may_review(table)
            turns = await reader.turns(game_id)
        if not 0 <= place < len(turns):
            raise StaleButton
        return table, resume(table, turns[place], ())

    async def resume(self) -> None:
        """Continue the unfinished reviews of an earlier run of the bot.

        Where several processes share the database, do nothing: a person has to ask again.
        """
        if self._storage.is_shared:
            return
        async with self._storage.read() as reader:
            unfinished = await reader.unfinished_reviews()
        for game_id in unfinished:
            if game_id not in self._making:
                self._begin(game_id)

    async def close(self) -> None:
        """Stop making reviews. Their results so far are stored."""
        tasks = [*self._making.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def rest(self) -> None:
        """Wait until no review is under way."""
        await asyncio.gather(*self._making.values())

    def _begin(self, game_id: str, user_id: int | None = None) -> None:
        if user_id is not None:
            self._askers[game_id] = user_id
        self._making[game_id] = asyncio.ensure_future(self._make(game_id))

    async def _make(self, game_id: str) -> None:
        try:
            await self._search_on(game_id)
        except SearchFailed:
            # The results are stored: a person who asks again continues from there.
            log.warning("The review of table %s has stopped.", game_id)
        except GameError as error:
            log.warning("Table %s cannot be reviewed: %s", game_id, error)
            async with self._storage.transaction() as tx:
                await tx.delete_review(game_id)
        except StorageError as error:
            log.warning("The review of table %s could not be stored: %s", game_id, error)
        except Exception:
            log.exception("The review of table %s has failed.", game_id)
        finally:
            self._making.pop(game_id, None)
            self._askers.pop(game_id, None)

    async def _search_on(self, game_id: str) -> None:
        """Search for each remaining task of a review, storing each result; then make and store the review.

        Raises SearchFailed and GameError.
        """
        async with self._storage.read() as reader:
            table = await load_table(reader, game_id)
            check_may_review(table)
            stored = await reader.review(game_id)
            reviewer = await find_reviewer(reader, table)
        found = read_found(stored)
        while (search := await asyncio.to_thread(reviewer.plan, found)) is not None:
            found.append(await self._searches.find(search, LATER))
            await self._keep(game_id, {"version": rules_version(), "found": found})
        review = await asyncio.to_thread(reviewer.sum_up, found)
        await self._keep(game_id, {"review": msgspec.to_builtins(review)}, is_done=True)

    async def _keep(self, game_id: str, payload: dict[str, Any], *, is_done: bool = False) -> None:
        async with self._storage.transaction() as tx:
            await tx.put_review(game_id, payload, is_done=is_done)


def check_may_review(table: Table) -> None:
    """Raise TableError for a game that is not over, or was closed unfinished."""
    if table.game.status != "over":
        raise TableError(text("error.review_only_when_over", name=table.game.name))
    if table.is_abandoned:
        raise TableError(text("error.no_review", name=table.game.name))


async def find_reviewer(reader: Reader, table: Table) -> Reviewer:
    """Return the `Reviewer` of a finished game. Raises TableError for a game without reviews or without turns."""
    stored = await reader.turns(table.id)
    turns = [ReviewedTurn(turn.snapshot, turn.number, await keys_of(reader, turn)) for turn in stored]
    reviewer = table.front.lessons.review(turns)
    if reviewer is None or not turns:
        raise TableError(text("error.no_review", name=table.game.name))
    return reviewer


def read_found(stored: Review | None) -> list[Any]:
    """Return the stored results of an unfinished review; none if another version of the program has found them."""
    if stored is None or stored.is_done or stored.payload.get("version") != rules_version():
        return []
    return list(stored.payload.get("found", []))


def read_review(stored: Review) -> GameReview | None:
    """Return a stored review that is finished, or None if this version of the program cannot read it."""
    try:
        return msgspec.convert(stored.payload.get("review"), GameReview)
    except msgspec.ValidationError:
        return None
