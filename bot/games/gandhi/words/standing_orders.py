"""Standing orders in words, for the person who has given them."""

from __future__ import annotations

from collections.abc import Sequence

from bot.games.gandhi.standing_orders import Order
from bot.language import Language
from bot.service.standing_orders.obeying import Given


def write_orders(language: Language, given: Sequence[Given]) -> str:
    """A person's standing orders, one line for each; a sentence when there are none."""
    if not given:
        return language.say("ui.order.none")
    return "\n".join([language.say("ui.order.title"), *(f"- {write_order(language, each)}" for each in given)])


def write_order(language: Language, given: Given) -> str:
    """One standing order as a sentence."""
    order: Order = given.order  # type: ignore[assignment]
    when = language.word(f"order.lasts.{order.lasts}")
    if order.kind == "pass":
        words = language.say("ui.order.pass", seat=given.seat)
        if order.unless:
            names = [language.say("ui.card.plain", card=card) for card in order.unless]
            words = language.say("ui.order.but", what=words, more=language.say("ui.order.unless", names=names))
        if order.condition:
            words = language.say("ui.order.but", what=words, more=language.word(f"order.condition.{order.condition}"))
    elif order.kind == "campaign":
        steps = [language.word(f"order.step.{step}") for step in order.steps] or [language.word("order.step.all")]
        words = language.say("ui.order.campaign", seat=given.seat, names=steps)
    else:
        words = language.say(f"ui.order.{order.kind}.{order.answer}", seat=given.seat, count=order.at_most)
    return language.say("ui.order.line", what=words, when=when)
