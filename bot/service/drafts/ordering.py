"""Orders and drafts: how the rest of a one-line order goes on behind a die, or after somebody else's answer."""

from __future__ import annotations

from bot.errors import BadInput
from bot.games.answers import Understood
from bot.games.front import FrontEnd
from bot.service.drafts.draft import Draft
from engine import Game
from engine.core.text import Text, text


def draft_order(understood: Understood) -> Draft:
    """The draft that an order has come to, with the rest of the order for later."""
    return Draft(understood.keys, understood.ending, order=understood.rest)


def go_on(front: FrontEnd, game: Game, draft: Draft) -> tuple[Draft, list[Text]]:
    """The draft with as much of its order's rest as can be said now. ``game`` stands where its keys lead.

    What cannot be carried out ends the order, with notes that say why. The game is not changed.
    """
    if not draft.order or draft.armed:
        return draft, []
    try:
        understood = front.go_on(game, draft.order)
    except BadInput as error:
        return draft.without_order(), [text("ui.panel.order_stopped"), error.text]
    if understood is None:
        words = front.words_of_rest(draft.order)
        return draft.without_order(), [text("error.order_left_over", words=words)] if words else []
    further = draft_order(understood)
    keys = (*draft.keys, *further.keys)
    return Draft(keys, further.armed, draft.queue, further.order, tied=draft.tied), []
