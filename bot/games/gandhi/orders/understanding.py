"""One-line orders: a whole Operation with its Special Activity in a line, for people who know the game.

An order is played on a copy of the game through the same decisions as everything else, so it can do nothing that a
panel could not; what it leaves open takes the usual answer, and where there is none, the panel asks. Behind a die the
rest of an order goes on by itself: it is kept with the draft (`Rest`).
"""

from __future__ import annotations

import re
from contextlib import suppress

import msgspec

from bot.errors import BadInput
from bot.games.gandhi.orders.event_orders import EventOrders
from bot.games.gandhi.orders.notation import (
    EVENT,
    Clause,
    read_orders,
)
from bot.games.gandhi.orders.outcome import Rest, Understood
from bot.games.gandhi.orders.playing import Orders
from bot.games.names import list_fitting
from bot.language import Language, load_language
from engine import Game


def understand(language: Language, game: Game, action: str, typed: str) -> Understood:
    """What a one-line order comes to for the seat that must decide. The game is not changed.

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
    """The one reading of a name that could be several spaces with which an order can be carried out.

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


def resume(game: Game, rest: Rest) -> Understood:
    """What the rest of an order comes to where the game stands now. Raises BadInput; the game is not changed."""
    clauses = msgspec.json.decode(msgspec.json.encode(rest.clauses, enc_hook=str), type=list[Clause])
    language, kind = load_language(rest.language), order_of(rest.action)
    return kind(language, game.blind(), rest.action, clauses, is_asked=rest.is_asked).play()


def order_of(action: str) -> type[Orders]:
    """How an order is carried out: for an Operation, or for the Event."""
    return EventOrders if action.startswith(EVENT) else Orders
