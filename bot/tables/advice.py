"""Advice: possible turns for a player; the one that they choose becomes their draft.

Results are kept only in memory; if they are gone, they are found again.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.errors import StaleButton, TableError
from bot.games.answers import Suggestion
from bot.language import Language
from bot.tables.authorization import PLAY, Request, is_allowed
from bot.tables.draft import Draft, play_draft
from bot.tables.loading import GameCache, load
from bot.tables.moments import TableMoment, decides, refuse, see_with
from bot.tables.preferences import check_may_ask, count_advice
from bot.tables.search import SearchFailed, SearchQueue
from bot.tables.table import Table, check_under_way
from bot.tables.transaction import Transactions
from engine import Game
from engine.core.errors import IllegalChoice
from engine.core.text import Text, text
from storage import Storage

MOST_ADVICE: Final = 200
"""The most pieces of advice in memory; the oldest goes first."""


@dataclass(frozen=True, slots=True)
class Advice:
    """The advice for a seat: suggestions, each with the moment after it.

    ``count`` is how often the seat has asked.
    """

    table: Table
    seat: str
    count: int
    suggestions: Sequence[tuple[Suggestion, TableMoment]]

    @property
    def version(self) -> int:
        """Return the version of its game."""
        return self.table.game.version


class Advisers:
    """Finds advice, in the queue of searches."""

    def __init__(self, storage: Storage, transactions: Transactions, cache: GameCache, searches: SearchQueue) -> None:
        self._storage = storage
        self._transactions = transactions
        self._cache = cache
        self.searches = searches
        self._found: OrderedDict[tuple[str, int], Sequence[Suggestion]] = OrderedDict()

    async def ask(self, game_id: str, user_id: int, language: Language) -> Advice:
        """Return advice for the person who must decide. It is counted, once for each moment of a game.

        Raises WrongPlayer, NotStarted, and TableError where no advice is available.
        """
        moment = await self._see(game_id, user_id)
        place = (game_id, moment.table.game.version)
        found = self._found.get(place)
        if found is None:
            found = await self._search(moment, user_id, language)
            self._keep(place, found)
        count = await self._count(moment)
        suggestions = [(one, follow(moment, one)) for one in found]
        return Advice(moment.table, moment.game.pending_seat, count, suggestions)

    async def count_sight(self, game_id: str, user_id: int, seat: str) -> Text | None:
        """Count as advice that a person sees the automatic player's decision for a seat, and return a remark.

        Return None if they do not play that seat. Raises TableError at a table without advice.
        """
        async with self._transactions.begin(game_id, None) as tx:
            table = tx.table
            if table.game.status != "playing" or not is_allowed(PLAY, Request(table, user_id, seat)):
                return None
            check_may_ask(table)
            return text("ui.advice.told", count=await count_advice(tx, table, seat))

    def find(self, game_id: str, version: int, number: int) -> Suggestion | None:
        """Return the advice given at a version of a game, or None if it is gone. Raises StaleButton."""
        found = self._found.get((game_id, version))
        if found is None:
            return None
        if not 0 <= number < len(found):
            raise StaleButton
        return found[number]

    async def _see(self, game_id: str, user_id: int) -> TableMoment:
        async with self._storage.read() as reader:
            loaded = await load(reader, game_id, self._cache)
            check_under_way(loaded.table)
            check_may_ask(loaded.table)
            if not decides(loaded, user_id):
                raise refuse(loaded.table, loaded.game, user_id)
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

    def _keep(self, place: tuple[str, int], found: Sequence[Suggestion]) -> None:
        self._found[place] = found
        while len(self._found) > MOST_ADVICE:
            self._found.popitem(last=False)


def follow(moment: TableMoment, one: Suggestion) -> TableMoment:
    """Return the moment after a suggestion. Raises StaleButton if it cannot be drafted there."""
    draft, game = draft_suggestion(moment.game, one), moment.game.blind()
    changes = play_draft(game, draft)
    return TableMoment(game, draft, moment.start, changes, moment.step, is_mine=True, table=moment.table)


def draft_suggestion(game: Game, one: Suggestion) -> Draft:
    """Return a suggestion as a draft in a game: its last key waits for Confirm.

    Raises StaleButton if it cannot be drafted there. The game is not changed.
    """
    twin = game.blind()
    *before, last = one.keys
    try:
        if any(twin.draft(key) is None for key in before) or not twin.crosses_barrier(last):
            raise StaleButton
    except IllegalChoice as error:
        raise StaleButton from error
    return Draft(one.keys[:-1], one.keys[-1])
