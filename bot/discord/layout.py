"""Which buttons and lists a decision gets: rows within Discord's limits, without knowing Discord."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from bot.games.frontend import Frontend
from bot.games.playing import MOST_BUTTONS, sort_by_region
from bot.tables.offers import IDLE, Offers, bare, count_useful
from bot.tables.plans import Plan
from engine.core.decision import Decision, Option, Role
from engine.core.text import Text

ROW = 5
"""Buttons in a row, and rows under a classic message."""
SELECT = 25
"""Options of a list."""
BUDGET = 30
"""Components that there are for the options of a panel; a row counts as one, and so does each button and list in it."""
NO_OFFERS = Offers()

Style = Literal["primary", "secondary", "success", "danger"]


@dataclass(frozen=True, slots=True)
class Row:
    """One row: buttons, or a list from which up to ``most`` options may be chosen at once.

    ``kinds`` are the kinds of spaces in a list, where there are several lists of spaces. ``is_onward`` means that its
    spaces are open once the present question is ended. ``plans`` take the place of the options.
    """

    options: list[Option]
    is_select: bool = False
    most: int = 1
    kinds: tuple[str, ...] = ()
    is_onward: bool = False
    plans: tuple[Plan, ...] = ()

    @property
    def cost(self) -> int:
        """Return how many components it takes."""
        return 2 if self.is_select else 1 + len(self.options) + len(self.plans)


@dataclass(slots=True)
class Groups:
    """The options of a decision by what they are."""

    spaces: list[Option] = field(default_factory=list)
    numbers: list[Option] = field(default_factory=list)
    choices: list[Option] = field(default_factory=list)
    others: list[Option] = field(default_factory=list)
    specials: list[Option] = field(default_factory=list)
    extras: list[Option] = field(default_factory=list)
    stops: list[Option] = field(default_factory=list)


def group(decision: Decision, offers: Offers = NO_OFFERS) -> Groups:
    """Sort the allowed options of a decision, and what is offered beside them or in their place."""
    groups = Groups()
    places: dict[Role, list[Option]] = {
        "stop": groups.stops,
        "extra": groups.extras,
        "pass": groups.others,
        "event": groups.others,
        "special": groups.specials,
        "space": groups.spaces,
        "number": groups.numbers,
    }
    for option in decision.options:
        if option.key not in offers.planned.whole:
            places.get(option.role, groups.choices).extend(offers.counted.get(option.key, (option,)))
    groups.specials += offers.specials
    return groups


def by_region(front: Frontend, options: Sequence[Option]) -> list[Option]:
    """Return spaces as a list has them: many are sorted by region."""
    keys = [bare(option.key) for option in options]
    places = {key: place for place, key in enumerate(sort_by_region(keys, front.orders.regions))}
    return sorted(options, key=lambda option: places[bare(option.key)])


def put_idle_last(options: Sequence[Option], warnings: Mapping[str, Text]) -> list[Option]:
    """Return options with those that would have no effect at the end."""
    return sorted(options, key=lambda option: option.key in warnings and warnings[option.key].key == IDLE)


def lay_out(
    front: Frontend,
    decision: Decision,
    offers: Offers = NO_OFFERS,
    budget: int = BUDGET,
    *,
    has_long_plans: bool = False,
) -> list[Row]:
    """The rows of a decision's options within a number of components; every option is in exactly one.

    The most useful come first. What is offered beside the options comes where there is room for it. Plans that have
    long words are a list.
    """
    if parts := front.orders.divide(decision):
        divided = lay_out_parts(decision, parts)
        if sum(row.cost for row in divided) <= budget and all(len(row.options) <= SELECT for row in divided):
            return divided
    for offered in (offers, replace(offers, onward=(), specials=())):
        for most in (MOST_BUTTONS, ROW, 0):
            rows = list(arrange(front, decision, offered, most, 0 if has_long_plans else most))
            if sum(row.cost for row in rows) <= budget:
                return rows
    # Too many buttons: everything but what ends the question goes into lists.
    groups = group(decision, replace(offers, onward=(), specials=()))
    loose = [*groups.spaces, *groups.numbers, *groups.choices, *groups.specials, *groups.others, *groups.extras]
    return [*list_plans(front, offers, decision, 0), *split(loose), *pack([groups.stops])]


def arrange(front: Frontend, decision: Decision, offers: Offers, most_buttons: int, plan_buttons: int) -> Iterator[Row]:
    """Yield the rows of a decision's options, where up to so many of a kind are buttons."""
    groups = group(decision, offers)
    warnings = {**decision.warnings(), **offers.warnings}
    yield from list_plans(front, offers, decision, plan_buttons)
    spaces = put_idle_last(by_region(front, groups.spaces), warnings)
    if len(spaces) <= most_buttons:
        yield from pack([spaces])
    else:
        yield from select_spaces(front, spaces, max(1, count_most(decision)))
    for many in (groups.numbers, groups.choices):
        yield from pack([many]) if len(many) <= max(most_buttons, 1) else split(many)
    for row in select_spaces(front, put_idle_last(by_region(front, offers.onward), warnings), 1):
        yield replace(row, is_onward=True)
    yield from pack([groups.specials, groups.others], is_apart=most_buttons > ROW)
    yield from pack([[*groups.stops, *groups.extras]])


def count_most(decision: Decision) -> int:
    """Return how many answers may be picked from a list at once: no more than can have an effect."""
    useful = count_useful(decision)
    return useful if useful is not None else 1


def list_plans(front: Frontend, offers: Offers, decision: Decision, most_buttons: int) -> Iterator[Row]:
    """Yield the rows of plans: buttons where they are few, otherwise a list from which several may be picked."""
    plans = offers.planned.plans
    if not plans:
        return
    if len(plans) <= most_buttons:
        for start in range(0, len(plans), ROW):
            yield Row([], plans=plans[start : start + ROW])
        return
    subjects = {plan.keys[0] for plan in plans}
    if len(plans) > MOST_BUTTONS:
        order = sort_by_region([plan.keys[0] for plan in plans], front.orders.regions)
        plans = tuple(sorted(plans, key=lambda plan: order.index(plan.keys[0])))
    yield Row([], True, max(1, min(count_most(decision), len(subjects))), plans=plans)


def lay_out_parts(decision: Decision, parts: Mapping[str, Sequence[str]]) -> list[Row]:
    """Rows by the kinds of the game's own: a list for each, and buttons before them for what has none."""
    kind_of = {key: kind for kind, keys in parts.items() for key in keys}
    lists: dict[str, list[Option]] = {kind: [] for kind in ("", *parts)}
    for option in decision.options:
        lists[kind_of.get(option.key, "")].append(option)
    buttons = pack([lists.pop("")])
    return [*buttons, *(Row(options, True, kinds=(kind,)) for kind, options in lists.items() if options)]


def select_spaces(front: Frontend, spaces: Sequence[Option], most: int) -> list[Row]:
    """Spaces as lists: one if they fit, otherwise as few as keep each kind of space together."""
    if len(spaces) <= SELECT:
        return [Row(list(spaces), True, min(most, len(spaces)))] if spaces else []
    kind_of = front.orders.spaces
    if not kind_of:
        return [replace(row, most=min(most, len(row.options))) for row in split(spaces)]
    parts: list[list[Option]] = []
    labels: list[list[str]] = []
    for kind in dict.fromkeys(kind_of.values()):
        options = [option for option in spaces if kind_of[bare(option.key)] == kind]
        if parts and len(parts[-1]) + len(options) <= SELECT:
            parts[-1] += options
            labels[-1].append(kind)
        elif options:
            parts.append(options)
            labels.append([kind])
    places = {option.key: place for place, option in enumerate(spaces)}
    return [
        Row(sorted(options, key=lambda option: places[option.key]), True, min(most, len(options)), tuple(label))
        for options, label in zip(parts, labels, strict=True)
    ]


def split(options: Sequence[Option]) -> list[Row]:
    """Options as lists of at most 25 each."""
    return [Row(list(options[start : start + SELECT]), True) for start in range(0, len(options), SELECT)]


def pack(groups: Sequence[Sequence[Option]], *, is_apart: bool = True) -> list[Row]:
    """Buttons with each group on its own rows or, where these are too many, in as few rows as possible."""
    if not is_apart:
        groups = [[option for options in groups for option in options]]
    return [Row(list(options[start : start + ROW])) for options in groups for start in range(0, len(options), ROW)]


def style_of(option: Option, decision: Decision, offers: Offers) -> Style:
    """How a button looks: what is its own Confirm is green, the default blue."""
    if offers.is_confirm(option.key):
        return "success"
    return "primary" if option.key == decision.default else "secondary"
