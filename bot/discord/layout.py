"""The layout of the choices of a moment: rows of buttons and lists within Discord's limits.

This module does not use discord.py. It defines the few limits that it needs, because `bot.discord.limits` imports it.
`bot.discord.panel` makes the components.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from bot.games.frontend import Frontend
from bot.games.playing import MOST_BUTTONS, sort_by_region
from bot.tables.choices import Choice
from bot.tables.offers import IDLE, count_useful
from engine.core.decision import Decision

ROW = 5
"""The most buttons in a row, and the most rows under a message of the classic kind."""
SELECT = 25
"""The most options of a list."""
BUDGET = 30
"""Components available for the options of a panel. A row counts as one, and so does each button and list in it."""

Style = Literal["primary", "secondary", "success", "danger"]
Groups = Mapping[str, Sequence[Choice]]
"""Choices by part of a panel. The part ``onward`` has spaces that can be chosen only after the end of the question."""
GROUP_OF = {"piece": "choice", "decline": "choice", "action": "choice", "pass": "event"}
"""The part of a panel for choices of some roles; the other roles have a part of the same name."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row: buttons, or a list from which up to ``most`` choices may be made at once.

    ``kinds`` are the kinds of spaces or options in a list, if there are several lists.
    """

    choices: Sequence[Choice]
    is_select: bool = False
    most: int = 1
    kinds: tuple[str, ...] = ()

    @property
    def cost(self) -> int:
        """Return how many components the row takes."""
        return 2 if self.is_select else 1 + len(self.choices)


def group(choices: Sequence[Choice]) -> Groups:
    """Return choices by part of a panel (`Groups`), without the options that plans cover."""
    groups: dict[str, list[Choice]] = {}
    for choice in choices:
        if choice.role == "plan" or not choice.is_covered:
            name = "onward" if choice.is_onward and choice.role == "space" else GROUP_OF.get(choice.role, choice.role)
            groups.setdefault(name, []).append(choice)
    return groups


def pick(groups: Groups, *names: str) -> list[Choice]:
    """Return the choices of some parts, in the order of ``names``."""
    return [choice for name in names for choice in groups.get(name, ())]


def by_region(front: Frontend, choices: Sequence[Choice]) -> list[Choice]:
    """Return choices in the order for a list: sorted by region if there are more than `MOST_BUTTONS`."""
    if len(choices) <= MOST_BUTTONS:
        return list(choices)
    order = sort_by_region([choice.place for choice in choices], front.orders.regions)
    return sorted(choices, key=lambda choice: order.index(choice.place))


def list_spaces(front: Frontend, choices: Sequence[Choice]) -> list[Choice]:
    """Return choices of spaces in the order of `by_region`, but with the spaces without an effect at the end."""
    return sorted(
        by_region(front, choices), key=lambda choice: choice.warning is not None and choice.warning.key == IDLE
    )


def lay_out(
    front: Frontend,
    decision: Decision,
    choices: Sequence[Choice],
    budget: int = BUDGET,
    *,
    has_long_plans: bool = False,
) -> list[Row]:
    """Return the rows for a question's choices, with at most ``budget`` components if possible. No choice comes twice.

    Plans come first, and options that they cover are left out. If there is no room, the spaces after the end of the
    question (`Groups`) are left out too. With ``has_long_plans``, plans become a list, which has room for long names.
    """
    own = [choice for choice in choices if not choice.is_onward]
    if parts := front.orders.divide(decision):
        divided = lay_out_parts([choice for choice in own if choice.role != "plan"], parts)
        if sum(row.cost for row in divided) <= budget and all(len(row.choices) <= SELECT for row in divided):
            return divided
    for offered in (choices, own):
        for most in (MOST_BUTTONS, ROW, 0):
            rows = list(arrange(front, decision, group(offered), most, 0 if has_long_plans else most))
            if sum(row.cost for row in rows) <= budget:
                return rows
    # There are too many buttons: everything except the end of the question goes into lists.
    groups = group(own)
    loose = pick(groups, "space", "number", "choice", "special", "event", "extra")
    return [*list_plans(front, groups, decision, 0), *split(loose), *pack([pick(groups, "stop")])]


def arrange(front: Frontend, decision: Decision, groups: Groups, most_buttons: int, plan_buttons: int) -> Iterator[Row]:
    """Yield the rows for a question's choices: for each part of the panel buttons, or a list if there are too many.

    At most ``most_buttons`` choices of a part become buttons, and at most ``plan_buttons`` plans.
    """
    yield from list_plans(front, groups, decision, plan_buttons)
    spaces = list_spaces(front, pick(groups, "space"))
    if len(spaces) <= most_buttons:
        yield from pack([spaces])
    else:
        yield from select_spaces(front, spaces, count_most(decision))
    for many in (pick(groups, "number"), pick(groups, "choice")):
        yield from pack([many]) if len(many) <= max(most_buttons, 1) else split(many)
    yield from select_spaces(front, list_spaces(front, pick(groups, "onward")), 1)
    yield from pack([pick(groups, "special"), pick(groups, "event")], is_apart=most_buttons > ROW)
    yield from pack([pick(groups, "stop", "extra")])


def count_most(decision: Decision) -> int:
    """Return how many answers may be picked from a list at once: as many as can have an effect, or 1 if unknown."""
    useful = count_useful(decision)
    return useful if useful is not None else 1


def list_plans(front: Frontend, groups: Groups, decision: Decision, most_buttons: int) -> Iterator[Row]:
    """Yield the rows of plans: buttons where they are few, otherwise a list from which several may be picked."""
    plans = pick(groups, "plan")
    if len(plans) <= most_buttons:
        yield from pack([plans])
    elif plans:
        most = min(count_most(decision), len({plan.place for plan in plans}))
        yield Row(by_region(front, plans), is_select=True, most=most)


def lay_out_parts(choices: Sequence[Choice], parts: Mapping[str, Sequence[str]]) -> list[Row]:
    """Return rows by the game's own kinds of options: buttons for options without a kind, then a list for each kind."""
    kind_of = {key: kind for kind, keys in parts.items() for key in keys}
    lists: dict[str, list[Choice]] = {kind: [] for kind in ("", *parts)}
    for choice in choices:
        lists[kind_of.get(choice.press, "")].append(choice)
    buttons = pack([lists.pop("")])
    return [*buttons, *(Row(found, is_select=True, kinds=(kind,)) for kind, found in lists.items() if found)]


def select_spaces(front: Frontend, spaces: Sequence[Choice], most: int) -> list[Row]:
    """Return spaces as lists: one list if they fit, otherwise several, each with all spaces of one or more kinds.

    At most ``most`` spaces may be picked from a list.
    """
    kind_of = front.orders.spaces
    if len(spaces) <= SELECT or not kind_of:
        return [replace(row, most=min(most, len(row.choices))) for row in split(spaces)]
    parts: list[list[Choice]] = []
    labels: list[list[str]] = []
    for kind in dict.fromkeys(kind_of.values()):
        found = [choice for choice in spaces if kind_of[choice.place] == kind]
        if parts and len(parts[-1]) + len(found) <= SELECT:
            parts[-1] += found
            labels[-1].append(kind)
        elif found:
            parts.append(found)
            labels.append([kind])
    places = {choice.press: place for place, choice in enumerate(spaces)}
    return [
        Row(sorted(found, key=lambda one: places[one.press]), True, min(most, len(found)), tuple(label))
        for found, label in zip(parts, labels, strict=True)
    ]


def split(choices: Sequence[Choice]) -> list[Row]:
    """Return choices as rows, each a list of at most 25 of them."""
    return [Row(choices[start : start + SELECT], is_select=True) for start in range(0, len(choices), SELECT)]


def pack(groups: Sequence[Sequence[Choice]], *, is_apart: bool = True) -> list[Row]:
    """Return rows of buttons: each group begins a new row or, unless ``is_apart``, all share as few as possible."""
    if not is_apart:
        groups = [[choice for choices in groups for choice in choices]]
    return [Row(choices[start : start + ROW]) for choices in groups for start in range(0, len(choices), ROW)]


def style_of(choice: Choice, decision: Decision | None) -> Style:
    """Return a button's style: green if it also confirms, blue for plans, shortcuts and the default, else grey."""
    if choice.is_confirm:
        return "success"
    is_first = choice.role in ("plan", "shortcut") or (decision is not None and choice.press == decision.default)
    return "primary" if is_first else "secondary"
