"""Reviews of finished games: made task by task when no other search waits, and stored in the database.

There is one review of a game for everyone who asks, and it names no person. Results are stored after each task, so a
restart loses at most one.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from bot.errors import StaleButton, TableError
from bot.games.answers import GameReview, ReviewedTurn, Reviewer
from bot.tables.loading import keys_of, load_table, resume
from bot.tables.lobby import rules_version
from bot.tables.search import SearchFailed, SearchQueue
from bot.tables.table import Table
from bot.worker import LATER
from engine import Game
from engine.core.errors import GameError
from engine.core.text import text
from storage import Reader, Review, Storage, StorageError

log = logging.getLogger(__name__)

MOST_ASKED: Final = 2
"""The most reviews that one person may have under way."""


@dataclass(frozen=True, slots=True)
class ReviewState:
    """The review of a game, or its progress: ``done`` of ``count`` tasks."""

    table: Table
    review: GameReview | None = None
    done: int = 0
    count: int = 0


class Reviews:
    """Makes and reads reviews."""

    def __init__(self, storage: Storage, searches: SearchQueue) -> None:
        self._storage = storage
        self._searches = searches
        self._making: dict[str, asyncio.Task[None]] = {}
        self._askers: dict[str, int] = {}

    async def ask(self, game_id: str, user_id: int) -> ReviewState:
        """Return the review of a finished game, or its progress; begin it if there is none yet.

        Raises UnknownGame, and TableError for a game that is not over or has no review, and for a person with too many
        requests.
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
        """Return a finished game at the start of one of its turns, counted from 0.

        Raises as `ask` does, StaleButton for an unknown turn, ReplayFailed and UnreadableTable.
        """
        async with self._storage.read() as reader:
            table = await load_table(reader, game_id)
            check_may_review(table)
            turns = await reader.turns(game_id)
        if not 0 <= place < len(turns):
            raise StaleButton
        return table, resume(table, turns[place], ())

    async def resume(self) -> None:
        """Continue with the reviews of an earlier run. With several processes, a person has to ask again."""
        if self._storage.is_shared:
            return
        async with self._storage.read() as reader:
            unfinished = await reader.unfinished_reviews()
        for game_id in unfinished:
            if game_id not in self._making:
                self._begin(game_id)

    async def close(self) -> None:
        """Stop. The results so far are stored."""
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
        """Make the remaining tasks, and store the review. Raises GameError if the rules have changed."""
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
    """Raise TableError for a game that continues, ended unfinished, or is of a kind without reviews."""
    if table.game.status != "over":
        raise TableError(text("error.review_only_when_over", name=table.game.name))
    if table.is_abandoned:
        raise TableError(text("error.no_review", name=table.game.name))


async def find_reviewer(reader: Reader, table: Table) -> Reviewer:
    """Return the maker of a finished game's review. Raises TableError for a game without reviews."""
    turns = [
        ReviewedTurn(turn.snapshot, turn.number, await keys_of(reader, turn)) for turn in await reader.turns(table.id)
    ]
    reviewer = table.front.lessons.review(turns)
    if reviewer is None or not turns:
        raise TableError(text("error.no_review", name=table.game.name))
    return reviewer


def read_found(stored: Review | None) -> list[Any]:
    """Return the results so far, or nothing if they are from another version."""
    if stored is None or stored.is_done or stored.payload.get("version") != rules_version():
        return []
    return list(stored.payload.get("found", []))


def read_review(stored: Review) -> GameReview | None:
    """Return a finished review, or None if it is from another version and unreadable."""
    try:
        return msgspec.convert(stored.payload.get("review"), GameReview)
    except msgspec.ValidationError:
        return None
