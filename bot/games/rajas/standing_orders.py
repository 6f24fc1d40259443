"""The standing orders of Rajas of the Ganges: the place for the next worker, and alternatives if that is taken.

An order can name only spaces whose action asks few questions. After the placement it gives the usual answers to
questions of the kinds `ANSWERED`; the seat is asked all others.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, Literal

import msgspec

from bot.games.answers import StandingOrder
from bot.language import Language
from engine import Game
from engine.rajas.ids import ASSORTED, BIRBAL, CHAMBER, DANCER, GOODS, MARKET, MASTER_BUILDER, QUARRY
from engine.rajas.sequence import ACTIONS
from engine.rajas.state import State

NEXT: Final = "next"
Lasting = Literal["placement", "round"]
LASTING: Final[tuple[Lasting, ...]] = ("placement", "round")
NOT_FOR_ORDERS: Final = (QUARRY, f"{CHAMBER}:{MASTER_BUILDER}", f"{CHAMBER}:{DANCER}")
"""The spaces for workers whose action has too many choices for a standing order."""
PLACES: Final = tuple(action for action in ACTIONS if action not in NOT_FOR_ORDERS)
"""The spaces for workers that a standing order may name."""
ANSWERED: Final = ("die_for", "reroll", "boat")
"""The kinds of questions after a placement by order that the order answers."""


class WorkerOrder(StandingOrder, frozen=True, omit_defaults=True):
    """A standing order for the next worker of a seat, or for all its workers of a round.

    ``places`` are tried in this order. ``round`` is the round in which the order was given. ``placed`` is the number of
    the seat's workers that will be on the board when the order begins.
    """

    places: tuple[str, ...]
    lasts: Lasting
    seat: str = ""
    round: int = 0
    placed: int = 0

    def make_order(self, game: Game, seat: str) -> WorkerOrder:
        """Return the order as it is stored for a seat, valid from now on.

        If the seat must place a worker at this moment, the order is for the next worker after it.
        """
        decision = game.decision
        is_placing = decision is not None and decision.seat == seat and decision.kind == "place"
        placed = count_placed(game.state, seat) + is_placing
        return msgspec.structs.replace(self, seat=seat, round=int(game.state.round), placed=placed)

    def has_run_out(self, game: Game) -> bool:
        """Return whether the order's worker has been placed or, for an order that lasts a round, the round is over.

        If no worker was left in its round, an order for one worker lasts for the first worker of the next round.
        """
        state: State = game.state
        if self.lasts == "round":
            return state.round > self.round
        placed = count_placed(state, self.seat)
        if state.round == self.round:
            return placed > self.placed
        return state.round > self.round + 1 or placed > 0

    def find_answer(self, seat: str, game: Game, obeyed: Collection[tuple[str, str]]) -> str:
        """Return the first open place that brings something, or the usual answer after that placement, or ""."""
        decision, state = game.decision, game.state
        if decision is None or decision.seat != seat or state.seats[seat] == BIRBAL:
            return ""
        if decision.kind in ANSWERED:
            return decision.usual if (seat, NEXT) in obeyed else ""
        if decision.kind != "place" or game.keys or self.has_run_out(game):
            return ""
        if self.lasts == "placement" and state.round == self.round and count_placed(state, seat) < self.placed:
            return ""
        return next((place for place in self.places if place in decision.keys and brings(place, seat, state)), "")

    def write(self, language: Language, seat: str) -> str:
        """Return the order as a sentence: the place for the next worker, the alternatives, and the duration."""
        key = "ui.order.next" if len(self.places) > 1 else "ui.order.next.one"
        what = language.say(key, seat=seat, action=list(self.places))
        return language.say("ui.order.line", what=what, when=language.word(f"order.lasts.{self.lasts}"))


def count_placed(state: State, seat: str) -> int:
    """Return the number of a seat's workers on the board."""
    return sum(owner == seat for owner in state.workers.values())


def brings(place: str, seat: str, state: State) -> bool:
    """Return whether a placement would bring something: in the market, any coins. Other places always do."""
    area, _, good = place.partition(":")
    if area != MARKET:
        return True
    goods = GOODS if good == ASSORTED else (good,)
    return any(state.players[seat].markets(one) for one in goods)
