"""Which buttons and selects a decision gets: rows within Discord's limits, without knowing Discord."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from bot.games.frontend import Frontend
from bot.tables.offers import Offers, bare
from engine.core.decision import Decision, Option, Role

ROW = 5
"""Buttons in a row, and rows under a message."""
SELECT = 25
"""Options of a select."""
BUTTON_SPACES = 3
"""So few spaces are buttons; more are a select, which tells what stands there."""
BUTTON_NUMBERS = 10
"""So many numbers are buttons; of those with a kind of piece, as many as stand in a row."""
NO_OFFERS = Offers()

Style = Literal["primary", "secondary", "success", "danger"]


@dataclass(frozen=True, slots=True)
class Row:
    """One row: buttons, or a select from which up to ``most`` options may be chosen at once.

    ``kinds`` are the kinds of spaces in a select, where there are several selects of spaces. ``is_onward`` tells that
    its spaces are open once the present question is ended.
    """

    options: list[Option]
    is_select: bool = False
    most: int = 1
    kinds: tuple[str, ...] = ()
    is_onward: bool = False


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
        places.get(option.role, groups.choices).extend(offers.counted.get(option.key, (option,)))
    groups.specials += offers.specials
    return groups


def lay_out(front: Frontend, decision: Decision, offers: Offers = NO_OFFERS, rows: int = ROW - 1) -> list[Row]:
    """The rows of a decision's options, at most ``rows`` of them; every option is in exactly one.

    What is offered beside the options comes where there is room for it.
    """
    if parts := front.orders.divide(decision):
        divided = lay_out_parts(decision, parts)
        if len(divided) <= rows and all(len(row.options) <= SELECT for row in divided):
            return divided
    onward = [replace(row, is_onward=True) for row in select_spaces(front, offers.onward, 1)]
    made = arrange(front, decision, offers, rows - len(onward))
    if len(made) + len(onward) <= rows:
        return [*made[:-1], *onward, *made[-1:]]
    return arrange(front, decision, replace(offers, onward=(), specials=()), rows)


def arrange(front: Frontend, decision: Decision, offers: Offers, rows: int) -> list[Row]:
    """The rows of a decision's options, without the spaces behind its end."""
    groups = group(decision, offers)
    most = decision.remaining if decision.remaining is not None else 1
    selects: list[Row] = []
    buttons: list[list[Option]] = []
    if len(groups.spaces) <= BUTTON_SPACES and most <= 1:
        buttons.append(groups.spaces)
    else:
        selects += select_spaces(front, groups.spaces, max(1, most))
    for many, most_buttons in ((groups.numbers, BUTTON_NUMBERS), (groups.choices, ROW if offers.counted else SELECT)):
        if len(many) <= most_buttons:
            buttons.append(many)
        else:
            selects += split(many)
    buttons += [groups.specials, groups.others, [*groups.stops, *groups.extras]]
    for pack in (pack_apart, pack_tight):
        packed = pack(buttons)
        if len(selects) + len(packed) <= rows:
            return selects + packed
    # Too many buttons: everything but what ends the question goes into selects.
    loose = [option for part in buttons[:-1] for option in part] + groups.extras
    selects += split(loose)
    return [*selects, *pack_tight([groups.stops])]


def lay_out_parts(decision: Decision, parts: Mapping[str, Sequence[str]]) -> list[Row]:
    """Rows by the kinds of the game's own: a list for each, and buttons before them for what has none."""
    kind_of = {key: kind for kind, keys in parts.items() for key in keys}
    lists: dict[str, list[Option]] = {kind: [] for kind in ("", *parts)}
    for option in decision.options:
        lists[kind_of.get(option.key, "")].append(option)
    buttons = pack_apart([lists.pop("")])
    return [*buttons, *(Row(options, True, kinds=(kind,)) for kind, options in lists.items() if options)]


def select_spaces(front: Frontend, spaces: Sequence[Option], most: int) -> list[Row]:
    """Spaces as selects: one if they fit, otherwise as few as keep each kind of space together."""
    if len(spaces) <= SELECT:
        return [Row(list(spaces), True, min(most, len(spaces)))] if spaces else []
    kind_of = front.orders.spaces
    if not kind_of:
        return [replace(row, most=most) for row in split(spaces)]
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
    return [
        Row(options, True, min(most, len(options)), tuple(label)) for options, label in zip(parts, labels, strict=True)
    ]


def split(options: Sequence[Option]) -> list[Row]:
    """Options as selects of at most 25 each."""
    return [Row(list(options[start : start + SELECT]), True) for start in range(0, len(options), SELECT)]


def pack_apart(groups: Sequence[Sequence[Option]]) -> list[Row]:
    """Buttons with each group on rows of its own."""
    return [Row(list(options[start : start + ROW])) for options in groups for start in range(0, len(options), ROW)]


def pack_tight(groups: Sequence[Sequence[Option]]) -> list[Row]:
    """Buttons in as few rows as possible."""
    return pack_apart([[option for options in groups for option in options]])


def style_of(option: Option, decision: Decision, offers: Offers) -> Style:
    """How a button looks: what is its own Confirm is green, the default blue."""
    if offers.is_confirm(option.key):
        return "success"
    return "primary" if option.key == decision.default else "secondary"
