"""Forms: questions that a person answers together, instead of by many clicks. Their answers are the keys of clicks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from bot.games.playing import FORM, sort_by_region
from bot.tables.choices import Choice, list_answers, list_plans
from bot.tables.draft import find_way
from bot.tables.moments import Moment
from bot.tables.offers import MOST_PLANS, Plan, Plans, count_useful, find_plans, go
from engine import Game
from engine.core.decision import Decision, Option

MOST_FIELDS: Final = 5
MOST_TRIED: Final = 200
"""The most plans of a form, whose fields each hold as many as a list."""


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a form with choices, of which up to ``most`` may be made.

    ``subject`` is their common subject; ``is_beside`` means that they are additional actions.
    """

    choices: tuple[Choice, ...]
    most: int = 1
    subject: Option | None = None
    is_beside: bool = False


def has_form(moment: Moment, decision: Decision, plans: Plans) -> bool:
    """Return whether a question about several places has a form: it can be answered more than once."""
    spaces = sum(option.role == "space" for option in decision.options)
    if spaces <= 1 or spaces > MOST_PLANS or len(plans.plans) > MOST_PLANS:
        return False
    return (count_useful(decision) or 0) > 1 or has_own_form(moment, decision)


def has_own_form(moment: Moment, decision: Decision) -> bool:
    """Return whether the game has its own form choices for a question."""
    return moment.front.orders.list_usual(moment.game, decision, FORM + decision.kind) is not None


def find_fields(moment: Moment) -> list[Field]:
    """Return the fields of the form for the pending question, or none without a form."""
    decision = moment.decision
    if decision is None or not moment.is_mine or moment.draft.armed:
        return []
    offers = moment.find_offers()
    if not has_form(moment, decision, offers.planned):
        return []
    return [*find_own(moment, decision, offers.planned), *find_beside(moment, decision)][:MOST_FIELDS]


def find_own(moment: Moment, decision: Decision, planned: Plans) -> Iterator[Field]:
    """Yield the fields about the question itself: one for each place (the most useful of many), or one for all."""
    detailed = plan(moment, moment.game, decision, FORM + decision.kind, MOST_TRIED).plans
    subjects = list(dict.fromkeys(each.keys[0] for each in detailed))
    most = count_useful(decision) or 1
    if (subjects and has_own_form(moment, decision)) or 1 < len(subjects) <= MOST_FIELDS:
        for key in subjects[:MOST_FIELDS]:
            own = tuple(each for each in detailed if each.keys[0] == key)[:MOST_PLANS]
            yield Field(tuple(list_plans(own)), most=count_times(moment.game, own), subject=decision.option(key))
    elif planned.plans:
        yield Field(tuple(list_plans(planned.plans)), most=min(most, len({each.keys[0] for each in planned.plans})))
    else:
        known = {choice.press: choice for choice in list_answers(decision) if choice.role == "space"}
        keys = sort_by_region(list(known)[:MOST_PLANS], moment.front.orders.regions)
        yield Field(tuple(known[key] for key in keys), most=min(most, len(known)))


def count_times(game: Game, plans: Sequence[Plan]) -> int:
    """Return how many plans about one place can follow each other, at least one."""
    times, twin = 0, game.clone()
    while any(follow(twin, each) for each in reversed(plans)):
        times += 1
    return max(1, times)


def follow(game: Game, plan: Plan) -> bool:
    """Play a plan, if that is possible without a barrier. Return whether it was."""
    decision = game.decision
    if decision is None or not decision.allows(plan.keys[0]):
        return False
    way = find_way(game, plan.keys, plan.changes)
    return way is not None and all(game.draft(key) is not None for key in way)


def find_beside(moment: Moment, decision: Decision) -> Iterator[Field]:
    """Yield the field of the additional actions that are open, if each has usual answers."""
    plans: list[Plan] = []
    for option in decision.options:
        twin = go(moment.game, option.key) if option.role == "special" else None
        then = twin.decision if twin is not None else None
        if twin is None or then is None or then.seat != decision.seat:
            continue
        found = plan(moment, twin, then, then.kind).plans
        if len(plans) + len(found) <= MOST_PLANS:
            first = (decision, option)
            plans += (Plan((option.key, *each.keys), each.changes, each.cost, (first, *each.options)) for each in found)
    if plans:
        yield Field(tuple(list_plans(plans)), is_beside=True)


def plan(moment: Moment, game: Game, decision: Decision, begun: str, most: int = MOST_PLANS) -> Plans:
    """Return the plans of a question."""
    return find_plans(game, decision, moment.front.orders.list_usual, moment.price, begun, most)
