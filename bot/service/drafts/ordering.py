"""Orders and drafts: how the rest of a one-line order goes on behind a die, or after somebody else's answer."""

from __future__ import annotations

from bot.errors import BadInput
from bot.games.gandhi.orders.understanding import resume
from bot.service.drafts.draft import Draft
from bot.service.drafts.orders import Rest, Understood
from engine import Game
from engine.core.text import Text, text


def draft_order(understood: Understood) -> Draft:
    """The draft that an order has come to, with the rest of the order for later."""
    rest = understood.rest.store() if understood.rest is not None else ""
    return Draft(understood.keys, understood.ending, order=rest)


def go_on(game: Game, draft: Draft) -> tuple[Draft, list[Text]]:
    """The draft with as much of its order's rest as can be said now. ``game`` stands where its keys lead.

    What cannot be carried out ends the order, with notes that say why. The game is not changed.
    """
    rest = Rest.read(draft.order) if draft.order and not draft.armed else None
    if rest is None:
        return draft, []
    decision = game.decision
    if decision is None or decision.seat != rest.seat or game.turn_number != rest.turn:
        return draft.without_order(), []
    try:
        understood = resume(game, rest)
    except BadInput as error:
        return draft.without_order(), [text("ui.panel.order_stopped"), error.text]
    further = draft_order(understood)
    return Draft((*draft.keys, *further.keys), further.armed, draft.queue, further.order), []


def words_of_order(draft: Draft) -> str:
    """What of an order has not been begun, as it was typed."""
    rest = Rest.read(draft.order) if draft.order else None
    return rest.words if rest is not None else ""
