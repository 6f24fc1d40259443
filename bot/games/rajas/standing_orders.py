"""The standing orders of Rajas of the Ganges: where the next worker goes, and where if that is taken.

Only spaces whose action needs little more are for orders: what has a usual answer is answered so, the rest is asked.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

import msgspec

from engine import Game
from engine.rajas.ids import (
    ASSORTED,
    BIRBAL,
    CHAMBER,
    DANCER,
    GOODS,
    MARKET,
    MASTER_BUILDER,
    QUARRY,
)
from engine.rajas.sequence import ACTIONS
from engine.rajas.state import State

NEXT: Final = "next"
Lasting = Literal["placement", "round"]
LASTING: Final[tuple[Lasting, ...]] = ("placement", "round")
NOT_FOR_ORDERS: Final = (QUARRY, f"{CHAMBER}:{MASTER_BUILDER}", f"{CHAMBER}:{DANCER}")
"""Where too much is to be chosen."""
PLACES: Final = tuple(action for action in ACTIONS if action not in NOT_FOR_ORDERS)
ANSWERED: Final = ("die_for", "reroll", "boat")
"""What is asked after the placement and has a usual answer."""


@dataclass(frozen=True, slots=True)
class Wish:
    """An order as it is given: where the worker goes, the best first, and for how long. ``seat`` may be empty."""

    places: tuple[str, ...]
    lasts: Lasting
    seat: str = ""
    kind: str = NEXT


class Order(msgspec.Struct, frozen=True, omit_defaults=True):
    """A standing order for the next worker of a seat, or for all its workers of a round.

    ``round`` is the one in which it was given, ``placed`` how many workers stood on the board when its time comes.
    """

    seat: str
    places: tuple[str, ...]
    lasts: Lasting
    round: int
    placed: int
    kind: str = NEXT

    def store(self) -> dict[str, Any]:
        """The order as JSON for the database."""
        data: dict[str, Any] = msgspec.to_builtins(self)
        return {**data, "kind": self.kind}


def make_order(wish: Wish, seat: str, game: Game) -> Order:
    """The order that somebody wishes for at this moment: it is about a worker that is not being placed already."""
    decision = game.decision
    is_placing = decision is not None and decision.seat == seat and decision.kind == "place"
    return Order(seat, wish.places, wish.lasts, int(game.state.round), count_placed(game.state, seat) + is_placing)


def read_order(payload: Mapping[str, Any]) -> Order:
    """The order that `Order.store` wrote."""
    return msgspec.convert(dict(payload), Order)


def count_placed(state: State, seat: str) -> int:
    """How many workers of a seat stand on the board."""
    return sum(owner == seat for owner in state.workers.values())


def has_run_out(order: Order, state: State) -> bool:
    """Whether the time for which an order was given is over.

    One for the next worker waits for the next round where no worker is left in this one.
    """
    if order.lasts == "round":
        return state.round > order.round
    placed = count_placed(state, order.seat)
    if state.round == order.round:
        return placed > order.placed
    return state.round > order.round + 1 or placed > 0


def find_answer(order: Order, seat: str, game: Game, obeyed: Collection[tuple[str, str]]) -> str:
    """The key that an order chooses at the pending decision, or an empty string when it has nothing to say to it."""
    decision, state = game.decision, game.state
    if decision is None or decision.seat != seat or state.seats[seat] == BIRBAL:
        return ""
    if decision.kind in ANSWERED:
        return decision.default or "" if (seat, NEXT) in obeyed else ""
    if decision.kind != "place" or game.keys or has_run_out(order, state):
        return ""
    if order.lasts == "placement" and state.round == order.round and count_placed(state, seat) < order.placed:
        return ""
    return next((place for place in order.places if place in decision.keys and brings(place, seat, state)), "")


def brings(place: str, seat: str, state: State) -> bool:
    """Whether a market would bring anything; other places always do."""
    area, _, good = place.partition(":")
    if area != MARKET:
        return True
    goods = GOODS if good == ASSORTED else (good,)
    return any(state.players[seat].markets(one) for one in goods)
