"""Absences, standing orders and replacements in words, for the person who made them."""

from __future__ import annotations

from collections.abc import Sequence

from bot.language import Language
from bot.presenters.standing import name_stand_in
from bot.service.moments import Table
from bot.service.replacing import NEWCOMER, Outcome
from bot.service.standing_orders import Given


def write_absences(language: Language, table: Table, user_id: int) -> str:
    """Who acts for a person at a table, and for whom they act; a sentence when there is nothing."""
    lines = []
    for absence in table.absences:
        holder = table.holder(absence.seat)
        if absence.user_id == user_id:
            by = name_stand_in(language, absence)
            lines.append(language.say("ui.away.mine", name=table.game.name, seat=absence.seat, by=by))
        elif absence.stand_in_id == user_id and holder is not None:
            who = holder.display_name
            lines.append(language.say("ui.away.for", name=table.game.name, seat=absence.seat, who=who))
    return "\n".join(lines) if lines else language.say("ui.away.nobody", name=table.game.name)


def write_orders(language: Language, given: Sequence[Given]) -> str:
    """A person's standing orders, one line for each; a sentence when there are none."""
    if not given:
        return language.say("ui.order.none")
    return "\n".join([language.say("ui.order.title"), *(f"- {write_order(language, each)}" for each in given)])


def write_order(language: Language, given: Given) -> str:
    """One standing order as a sentence."""
    order = given.order
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


def write_replacement(language: Language, outcome: Outcome) -> str:
    """Whether a seat has changed hands, or who has still to agree."""
    if outcome.is_done:
        return language.say("ui.replace.done", seat=outcome.seat, who=outcome.name)
    missing = [
        outcome.name if one == NEWCOMER else language.word(f"seat.{one}") for one in dict.fromkeys(outcome.missing)
    ]
    return language.say("ui.replace.waiting", names=missing)
