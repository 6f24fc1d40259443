"""Giving standing orders, seeing one's own, and taking them back (`executing_orders` has what they do)."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Protocol

from bot.errors import TableError
from bot.games.answers import StandingOrder
from bot.tables.authorization import ORDER, check_seats, find_seats, is_owner
from bot.tables.executing_orders import Given, list_orders
from bot.tables.loading import GameCache, Loaded, load
from bot.tables.table import Table
from bot.tables.transaction import SeenBefore, Transactions
from engine import Game
from engine.core.text import text
from storage import Reader, Storage


class Wish(Protocol):
    """An order as it is given. What else it holds is the game's business. ``seat`` may be empty."""

    @property
    def kind(self) -> str:
        """Return which of the game's kinds of standing orders it is."""

    @property
    def seat(self) -> str:
        """Return the seat it is for; empty for one's only one."""

    @property
    def seats(self) -> Sequence[str]:
        """Return the seats that may be asked what the order answers; none means all."""

    def make_order(self, game: Game, seat: str) -> StandingOrder:
        """Return the order for a seat, from this moment of a game on."""


class StandingOrders:
    """The standing orders of the people at tables."""

    def __init__(self, storage: Storage, transactions: Transactions, cache: GameCache) -> None:
        self._storage = storage
        self._transactions = transactions
        self._cache = cache

    async def give(self, interaction_id: int | None, game_id: str, user_id: int, wish: Wish) -> list[Given]:
        """Give an order for the person's seat, in place of the one of its kind before: all their orders then.

        It answers what is asked from now on, and not what is pending already. Raises NotStarted, and TableError for
        somebody without such a seat, or with several of them and none named.
        """
        with suppress(SeenBefore):
            async with self._transactions.begin(game_id, interaction_id, user_id) as tx:
                loaded = await tx.load_game()
                if wish.kind not in loaded.table.front.orders.standing:
                    raise TableError(text("error.other_game", name=loaded.table.game.name))
                seat = choose_seat(loaded.table, check_seats(ORDER, loaded.table, user_id), wish)
                for each in await list_orders(tx, loaded.table, seat):
                    if each.order.kind == wish.kind:
                        await tx.drop_arrangements(game_id, arrangement_id=each.id)
                order = wish.make_order(loaded.game, seat)
                await tx.arrange(
                    game_id, user_id, "order", seat=seat, version=loaded.table.game.version, payload=order.store()
                )
        return await self.list(game_id, user_id)

    async def list(self, game_id: str, user_id: int) -> list[Given]:
        """Return a person's orders at a table that have not run out.

        Raises NotStarted, and TableError without a seat.
        """
        async with self._storage.read() as reader:
            loaded = await load(reader, game_id, self._cache)
            check_seats(ORDER, loaded.table, user_id)
            return await find_own(reader, loaded, user_id)

    async def clear(self, interaction_id: int | None, game_id: str, user_id: int, kind: str | None) -> int:
        """Take back a person's orders at a table, all or those of one kind: how many there were."""
        count = 0
        with suppress(SeenBefore):
            async with self._transactions.begin(game_id, interaction_id, user_id) as tx:
                table = tx.table
                for each in await list_orders(tx, table):
                    if is_owner(table, each.seat, user_id) and kind in (None, each.order.kind):
                        count += await tx.drop_arrangements(game_id, arrangement_id=each.id)
        return count


async def find_own(reader: Reader, loaded: Loaded, user_id: int) -> list[Given]:
    """Return a person's orders that have not run out."""
    mine = find_seats(ORDER, loaded.table, user_id)
    given = [each for each in await list_orders(reader, loaded.table) if each.seat in mine]
    return [each for each in given if not each.order.has_run_out(loaded.game)]


def choose_seat(table: Table, mine: Sequence[str], wish: Wish) -> str:
    """Return the seat for which an order is given. Raises TableError when there is none, or more than one."""
    seats = [seat for seat in mine if wish.seat in ("", seat) and (not wish.seats or seat in wish.seats)]
    if len(seats) == 1:
        return str(seats[0])
    if seats:
        raise TableError(text("error.order_which_seat", seat=seats))
    raise TableError(text("error.order_no_seat", seat=list(wish.seats) or [wish.seat]))
