"""Giving standing orders, seeing one's own, and taking them back. What they do stands in `obeying`."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from bot.errors import TableError
from bot.service.loading import Loaded, Memory, load, load_table
from bot.service.road import Road, SeenBefore
from bot.service.seats.absences import check_playing
from bot.service.standing_orders.obeying import (
    Given,
    Lasting,
    Order,
    OrderKind,
    find_campaigns,
    has_run_out,
    list_orders,
)
from engine.core.text import text
from engine.gandhi.ids import RAJ, REVOLUTIONARIES
from storage import Reader, Storage

SEATS_ASKED: Final[dict[OrderKind, tuple[str, ...]]] = {"transfer": (RAJ, REVOLUTIONARIES), "release": (RAJ,)}
"""1.5.2, 4.3.2 The Factions that are asked what an order answers; with other kinds, all are."""


@dataclass(frozen=True, slots=True)
class Wish:
    """An order as it is given: its kind, for how long, and what narrows it (see `Order`). ``seat`` may be empty."""

    kind: OrderKind
    lasts: Lasting
    seat: str = ""
    unless: tuple[int, ...] = ()
    condition: Any = ""
    steps: tuple[str, ...] = ()
    answer: Any = "no"
    at_most: int = 0


class Standing:
    """The standing orders of the people at tables."""

    def __init__(self, storage: Storage, road: Road, memory: Memory) -> None:
        self._storage = storage
        self._road = road
        self._memory = memory

    async def give(self, interaction_id: int | None, game_id: str, user_id: int, wish: Wish) -> list[Given]:
        """Give an order for a seat of one's own, in place of the one of its kind before: all one's orders then.

        It answers what is asked from now on, and not what is pending already. Raises NotStarted, and TableError for
        somebody without such a seat, or with several of them and none named.
        """
        with suppress(SeenBefore):
            async with self._road.enter(game_id, interaction_id) as tx:
                loaded = await load(tx, game_id, self._memory)
                seat = choose_seat(check_playing(loaded.table, user_id), wish)
                for each in await list_orders(tx, loaded.table, seat):
                    if each.order.kind == wish.kind:
                        await tx.drop_arrangements(game_id, arrangement_id=each.id)
                order = Order(
                    kind=wish.kind,
                    lasts=wish.lasts,
                    card=int(loaded.game.state.card),
                    campaigns=find_campaigns(loaded.game),
                    unless=wish.unless,
                    condition=wish.condition,
                    steps=wish.steps,
                    answer=wish.answer,
                    at_most=wish.at_most,
                )
                await tx.arrange(
                    game_id, user_id, "order", seat=seat, version=loaded.table.game.version, payload=order.store()
                )
        return await self.list(game_id, user_id)

    async def list(self, game_id: str, user_id: int) -> list[Given]:
        """A person's orders at a table that have not run out. Raises NotStarted, and TableError without a seat."""
        async with self._storage.read() as reader:
            loaded = await load(reader, game_id, self._memory)
            check_playing(loaded.table, user_id)
            return await find_own(reader, loaded, user_id)

    async def clear(self, interaction_id: int | None, game_id: str, user_id: int, kind: OrderKind | None) -> int:
        """Take back a person's orders at a table, all or those of one kind: how many there were."""
        count = 0
        with suppress(SeenBefore):
            async with self._road.enter(game_id, interaction_id) as tx:
                table = await load_table(tx, game_id)
                for each in await list_orders(tx, table):
                    if each.seat in table.seats_of(user_id) and kind in (None, each.order.kind):
                        count += await tx.drop_arrangements(game_id, arrangement_id=each.id)
        return count


async def find_own(reader: Reader, loaded: Loaded, user_id: int) -> list[Given]:
    """A person's orders that have not run out."""
    mine = loaded.table.seats_of(user_id)
    given = [each for each in await list_orders(reader, loaded.table) if each.seat in mine]
    return [each for each in given if not has_run_out(each.order, loaded.game)]


def choose_seat(mine: Any, wish: Wish) -> str:
    """The seat for which an order is given. Raises TableError when there is none, or more than one."""
    asked = SEATS_ASKED.get(wish.kind, ())
    seats = [seat for seat in mine if wish.seat in ("", seat) and (not asked or seat in asked)]
    if len(seats) == 1:
        return str(seats[0])
    if seats:
        raise TableError(text("error.order_which_seat", seat=seats))
    raise TableError(text("error.order_no_seat", seat=list(asked) or [wish.seat]))
