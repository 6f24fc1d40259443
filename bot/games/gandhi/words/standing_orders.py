"""Standing orders in words, for the person who has given them."""

from __future__ import annotations

from bot.games.gandhi.standing_orders import Order
from bot.language import Language


def write_order(language: Language, seat: str, order: Order) -> str:
    """One standing order as a sentence."""
    when = language.word(f"order.lasts.{order.lasts}")
    if order.kind == "pass":
        words = language.say("ui.order.pass", seat=seat)
        if order.unless:
            names = [language.say("ui.card.plain", card=card) for card in order.unless]
            words = language.say("ui.order.but", what=words, more=language.say("ui.order.unless", names=names))
        if order.condition:
            words = language.say("ui.order.but", what=words, more=language.word(f"order.condition.{order.condition}"))
    elif order.kind == "campaign":
        steps = [language.word(f"order.step.{step}") for step in order.steps] or [language.word("order.step.all")]
        words = language.say("ui.order.campaign", seat=seat, names=steps)
    else:
        words = language.say(f"ui.order.{order.kind}.{order.answer}", seat=seat, count=order.at_most)
    return language.say("ui.order.line", what=words, when=when)
