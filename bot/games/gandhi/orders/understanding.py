"""One-line orders: a whole Operation with its Special Activity in a line, for people who know the game.

An order is played on a copy of the game through the same decisions as everything else, so it can do nothing that a
panel could not; what it leaves open takes the usual answer, and where there is none, the panel asks. Behind a die the
rest of an order goes on by itself: it is kept with the draft (`Rest`).
"""

from __future__ import annotations

import re
from contextlib import suppress

from bot.errors import BadInput
from bot.games.answers import Understood
from bot.games.gandhi.orders.event_orders import EventOrders
from bot.games.gandhi.orders.notation import EVENT, Rest, read_orders
from bot.games.gandhi.orders.playing import Orders
from bot.games.names import list_fitting
from bot.language import Language, load_language
from engine import Game


def understand(language: Language, game: Game, action: str, typed: str) -> Understood:
    """Return the answers of a one-line order for the seat that must decide. The game is not changed.

    ``action`` is the id of the Operation, or the key of a side of the Event. Raises BadInput for the first thing that
    is unknown or closed.
    """
    seat = game.pending_seat
    try:
        clauses = read_orders(language, action, seat, typed)
    except BadInput as error:
        return choose_reading(language, game, action, typed, error)
    return order_of(action)(language, game.blind(), action, clauses).play()


def choose_reading(language: Language, game: Game, action: str, typed: str, error: BadInput) -> Understood:
    """Return the one reading of a name that could be several spaces with which an order can be carried out.

    Raises the error where there is none, or more than one.
    """
    found: list[Understood] = []
    for space in list_fitting(error):
        name = re.escape(str(error.text.params["words"]))
        line = re.sub(rf"(?<!\w){name}(?!\w)", language.word(f"space.{space}"), typed, flags=re.IGNORECASE)
        if line == typed:
            continue
        with suppress(BadInput):
            found.append(understand(language, game, action, line))
    if len(found) != 1:
        raise error
    return found[0]


def go_on(game: Game, rest: str) -> Understood | None:
    """Return the answers of the rest of an order; None when it is about another moment. Raises BadInput."""
    left, decision = Rest.read(rest), game.decision
    if left is None or decision is None or decision.seat != left.seat or game.step_number != left.turn:
        return None
    language, kind = load_language(left.language), order_of(left.action)
    return kind(language, game.blind(), left.action, left.clauses, is_asked=left.is_asked).play()


def words_of_rest(rest: str) -> str:
    """Return the part of an order that has not been begun."""
    left = Rest.read(rest)
    return left.words if left is not None else ""


def order_of(action: str) -> type[Orders]:
    """Return the way to carry out an order: for an Operation, or for the Event."""
    return EventOrders if action.startswith(EVENT) else Orders
