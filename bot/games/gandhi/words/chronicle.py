"""Changes as text: each `Section` of their `Story` as a few lines, grouped by action and space."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import groupby, pairwise
from operator import attrgetter
from typing import Final

from msgspec.structs import asdict, replace

from bot.games.gandhi.facts import SPACES
from bot.games.showing import ANY_FOCUS, Focus
from bot.language import Counted, Language
from engine.core.change import Change
from engine.gandhi.ids import AVAILABLE, GANDHI, OUT_OF_PLAY, PLAYER
from engine.gandhi.story import Item, Section, Step, merge, place_of, read_story

MARKS: Final = re.compile(r"`\d+` |\*+")
"""The marks in a line: the numbers of steps on the map, and the signs for bold and italic letters."""
CARD: Final = re.compile(r"(\d+) \*[^*]+\*")
"""A card in a line with marks: its number and its title."""
MOST_NAMED: Final = 2
"""The most spaces that a short line names. If there are more, it only counts them."""
SHARED_VERBS: Final = frozenset({"place", "remove", "arrest", "release", "move", "enter", "exile"})
"""Verbs of Changes that a clause may say of several kinds of pieces."""
UNDER_WAY = "…"
"""The sign after a space in which more may happen in the same turn."""


def has_new_card(changes: Iterable[Change]) -> bool:
    """2.3.7 Return whether the last card revealed in Changes is an Event, and not a Campaign card."""
    revealed = [change.piece for change in changes if change.verb == "reveal"]
    return revealed[-1:] == ["event"]


def tell_idle(language: Language, changes: Iterable[Change]) -> list[str]:
    """Return a line that nothing happened in the first phase that begins with these Changes, or nothing without one."""
    phases = read_story(changes).phases
    if not phases:
        return []
    return [language.say("log.item", what=language.word(f"phase.{phases[0]}"), clauses=language.say("log.nothing"))]


def tell(
    language: Language,
    changes: Iterable[Change],
    runners: Mapping[str, str] | None = None,
    *,
    is_under_way: bool = False,
) -> list[str]:
    """Return the effects of Changes as lines: for each action or phase a heading, then its spaces, then the rest.

    ``runners`` has the kind of player of each Faction, so that a heading can name the automatic player. With
    ``is_under_way``, more Changes may follow in the last space and in the spaces of an Event.
    """
    changes = list(changes)
    sections = read_story(changes).sections
    unfinished = find_open(sections) if is_under_way else []
    lines: list[str] = []
    for section in sections:
        if not section.is_empty:
            is_automatic = (runners or {}).get(section.seat, PLAYER) != PLAYER
            lines += write_section(language, section, is_automatic=is_automatic, unfinished=unfinished)
        elif section.phase == "victory":
            lines.append(write_checked(language, changes))
    return lines


def write_checked(language: Language, changes: Iterable[Change], margins: str = "") -> str:
    """6.1 Return a line on a victory check: who has won, or that no one has. ``margins`` is the text of all margins."""
    over = next((change for change in changes if change.verb == "over" and change.piece == "victory"), None)
    key = "log.round.goes_on" if over is None else "log.round.won"
    clauses = language.say(
        key if margins else f"{key}.plain", seat=over.target if over is not None else "", what=margins
    )
    return language.say("log.item", what=language.word("phase.victory"), clauses=clauses)


def tell_so_far(language: Language, changes: Iterable[Change], focus: Focus = ANY_FOCUS) -> list[str]:
    """Return the effects of Changes for the person who is choosing, without their Faction's name and its payments.

    The panel shows payments in another line. The space of the question and the spaces of an Event count as unfinished,
    unless the turn is over.
    """
    seat = focus.seat
    sections = read_story(changes).sections
    unfinished = [] if focus.is_over else find_open(sections, focus.space)
    lines: list[str] = []
    for section in sections:
        section.net.pop(("resources", seat), None)
        is_own = section.seat == seat or not seat
        if (section.begun or section.follows) and (focus.is_headed or not is_own):
            key = "ui.panel.so_far" if is_own else "log.heading"
            what = name_actions(language, section, name_plain_action if is_own else name_action)
            lines.append(language.say(key, seat=section.seat, what=what))
        lines += write_items(language, section, unfinished)
    return lines


def find_open(sections: Iterable[Section], space: str | None = None) -> list[Item]:
    """Return the items in which more may follow: the last item in ``space`` (None: anywhere), and all of an Event.

    An Event may select all its spaces before it acts in them. This also lowers the ``expected`` numbers of these items,
    because a finished space without a Change gets no number on the map.
    """
    items = [item for section in sections for item in section.items if item.space]
    here = [item for item in items if space is None or item.space == space][-1:]
    unfinished = here + [item for item in items if item.action.startswith("event")]
    waiting = {item.expected for item in unfinished}
    taken = {step.number for item in items for step in item.steps}
    passed = {item.expected for item in items if not item.changes} - waiting - taken - {0}
    for item in {id(item): item for item in unfinished}.values():
        item.expected -= sum(number < item.expected for number in passed)
    return unfinished


def name_deeds(language: Language, changes: Iterable[Change], seat: str = "") -> str:
    """Return a played turn in one line without marks: its actions, and the spaces with Changes.

    With any ``seat``, return instead the effects of a click for several answers, space by space (`name_plan`).
    """
    if seat:
        return name_plan(language, changes)
    told = []
    # A card revealed after a turn is not one of its deeds.
    for section in read_story(change for change in changes if change.verb != "reveal").sections:
        names = [name_actions(language, section, name_plain_action)] if section.begun else []
        changed = [item for item in section.items if item.changes]
        spaces = dict.fromkeys(filter(None, (space for item in changed for space in list_places(item))))
        if spaces:
            names.append(language.put_together("items", (language.word(f"space.{space}") for space in spaces)))
        elif not names and not section.is_empty:
            lines = (write_plainly(language, line) for line in write_items(language, section))
            names = [language.put_together("clauses", lines)]
        told.append(language.put_together("items", names))
    return language.put_together("clauses", filter(None, told)) or language.say("log.nothing")


def list_places(item: Item) -> list[str]:
    """Return the space of an item, or the spaces of its steps if it has none, as in a phase."""
    return [item.space] if item.space else [step.space for step in item.steps]


def write_plainly(language: Language, line: str) -> str:
    """Return a line without marks. Titles of cards are quoted, because some begin with a number."""
    return MARKS.sub("", CARD.sub(lambda card: language.say("ui.card.plain", card=card[1]), line))


def name_plan(language: Language, changes: Iterable[Change]) -> str:
    """Return the effects of a click for several answers in each space, in one line without marks."""
    items = [item for section in read_story(changes).sections for item in section.items]
    return language.put_together("parts", [MARKS.sub("", name_item(language, item)) for item in items if item.changes])


def name_item(language: Language, item: Item) -> str:
    """Return an item in few words: the space, or the origin and target of its only move, and then the pieces."""
    made = [change for change in item.changes if change.piece != GANDHI] or item.changes
    moves = [change for change in made if change.verb == "move"]
    ways = {(change.origin, change.target) for change in moves}
    came = [change for change in made if change.verb == "place" and change.origin == AVAILABLE]
    if len(ways) == 1:
        ((origin, target),) = ways
        where = language.say(
            "ui.plan.way", origin=language.word(f"space.{origin}"), place=language.word(f"space.{target}")
        )
    elif came and came == made:
        where, moves = language.word(f"space.{item.space}"), came
    else:
        return write_item(language, replace(item, changes=list(made)))
    pieces = language.put_together("items", [language.count(change.piece, change.count) for change in moves])
    rest = say_all(language, (change for change in made if change not in moves), item.space)
    return language.say("log.item", what=where, clauses=language.put_together("clauses", [pieces, *rest]))


def name_action(language: Language, change: Change) -> str:
    """Return the name of the action that begins with a Change; for an Event, with its card."""
    what = language.word(f"action.{change.piece}")
    return language.say("log.event", what=what, card=change.new) if change.new is not None else what


def say_all(language: Language, changes: Iterable[Change], here: str = "", outcome: str = "") -> list[str]:
    """Return Changes as clauses (`say`). Those of one verb in a row share a clause if only their pieces differ."""
    clauses: dict[object, list[Change]] = {}
    for run, (verb, made) in enumerate(groupby(merge(changes), attrgetter("verb"))):
        for index, change in enumerate(made):
            is_shared = verb in SHARED_VERBS and (verb, change.piece) != ("place", GANDHI)
            clauses.setdefault((run, _find_clause(change) if is_shared else index), []).append(change)
    ways = [find_way(change, here) for change, *_ in clauses.values()]
    return [
        say(language, change, here, outcome, also, is_followed=bool(way) and way == after)
        for (change, *also), (way, after) in zip(clauses.values(), pairwise([*ways, ""]), strict=True)
    ]


def find_way(change: Change, here: str) -> str:
    """Return the way of a move as the end of a text key, as seen from the space ``here``; "" for other Changes."""
    if change.verb != "move":
        return ""
    return "in" if change.target == here else "out" if change.origin == here else "across"


def _find_clause(change: Change) -> tuple[str, str, bool]:
    """Return what all Changes of a clause share: the origin of moves, the space, and whether Out of Play is an end."""
    origin = change.origin if change.verb in ("move", "exile") else ""
    return origin, place_of(change), OUT_OF_PLAY in (change.origin, change.target)


def say(
    language: Language,
    change: Change,
    here: str,
    outcome: str = "",
    also: Sequence[Change] = (),
    *,
    is_followed: bool = False,
) -> str:
    """Return one Change as a clause that does not name the space ``here`` again.

    ``outcome`` is the result of a roll as the end of a text key, for rolls whose number alone does not say it. The
    clause names the pieces of the Changes ``also`` too, such as “2 Troops and 4 Sepoys placed”. If it ``is_followed``
    by a move the same way, a language may leave the verb to the last of them.
    """
    key = f"log.{change.verb}"
    own = [f"{key}.{change.piece}{outcome}", f"{key}.{change.piece}"]
    if change.verb == "move":
        key = f"{key}.{find_way(change, here)}"
        own = [f"{key}.{change.piece}"]
    elif change.verb == "crisis":
        key = key if change.new else "log.crisis.over"
    elif change.verb in ("place", "remove") and OUT_OF_PLAY in (change.origin, change.target):
        key = f"{key}.out_of_play"
    elif change.verb == "release" and change.target in SPACES:
        key = f"{key}.here"
    if not also:
        key = next(filter(language.has, own), key)
    if is_followed and language.has(f"{key}.then"):
        key = f"{key}.then"
    place = place_of(change)
    at = "" if not place or place == here else locate(language, place)
    params = {**asdict(change), "at": at, "card": change.new, "origin_box": change.origin}
    params |= dict.fromkeys(("place", "to", "viceroy"), change.target)
    if change.verb == "level":
        params |= {"old_level": change.old, "level": change.new}
    if change.verb in SHARED_VERBS:
        counts = Counter[str]()
        for made in (change, *also):
            counts[made.piece] += made.count
        params |= {"pieces": [Counted(*kind) for kind in counts.items()], "count": counts.total()}
    return language.say(key, **params)


def locate(language: Language, space: str) -> str:
    """Return a space for the end of a clause, such as " in Punjab" or " on Karachi–Lahore"."""
    kind = "railway" if SPACES[space] == "railway" else "land"
    return language.say(f"log.at.{kind}", space=space)


def write_section(
    language: Language, section: Section, *, is_automatic: bool = False, unfinished: Sequence[Item] = ()
) -> list[str]:
    """Return the heading of a section, if it has one, and the lines of its items (`write_items`)."""
    lines = []
    if section.phase:
        lines.append(f"**{language.word(f'phase.{section.phase}')}**")
    elif section.begun or section.follows:
        names = name_actions(language, section)
        lines.append(
            language.say("log.heading.arjuna" if is_automatic else "log.heading", seat=section.seat, what=names)
            if section.seat
            else f"**{names}**"
        )
    return lines + write_items(language, section, unfinished)


def name_actions(language: Language, section: Section, name: Callable[[Language, Change], str] = name_action) -> str:
    """Return the actions of a section, each once, such as “Rally + Persuade”; for a consequence, its cause."""
    if section.follows:
        return language.say(f"log.follows.{section.follows}")
    return language.put_together("actions", dict.fromkeys(name(language, change) for change in section.begun))


def name_plain_action(language: Language, change: Change) -> str:
    """Return the name of an action that begins, without the card of an Event."""
    return language.word(f"action.{change.piece}")


def write_items(language: Language, section: Section, unfinished: Sequence[Item] = ()) -> list[str]:
    """Return the items of a section with their numbers on the map, then Changes without a space, then net changes.

    Spaces without a Change share one line. ``unfinished`` items have a sign, and the number that the map will show.
    """
    lines = []
    changed = {item.space for item in section.items if item.changes}
    # An action that was refused has a line about the refusal, which says enough.
    refused = {change.piece for change in section.general if change.verb == "refuse"}
    idle: dict[str, tuple[int, Item]] = {}
    for item in section.items:
        is_open = not item.changes and any(item is one for one in unfinished)
        if item.changes or is_open:
            number = item.number or (item.expected if is_open else 0)
            mark = f"`{number}` " if item.space and number else ""
            lines.append(mark + write_item(language, item, UNDER_WAY if is_open else ""))
            changed.add(item.space)
        elif item.space and item.space not in changed and item.action not in refused:
            idle.setdefault(item.space, (len(lines), item))
    lines = put_idle(language, lines, [place for space, place in idle.items() if space not in changed])
    net = section.lasting()
    general = dict.fromkeys(say_all(language, section.general))
    for clauses in (general, write_control(language, net), write_values(language, net)):
        words = language.put_together("clauses", clauses)
        lines += [words[:1].upper() + words[1:]] if words else []
    return [*lines, *say_all(language, section.closing)]


def put_idle(language: Language, lines: Sequence[str], idle: Sequence[tuple[int, Item]]) -> list[str]:
    """Return the lines with one more for the items without a Change: at a single item's index, or else at the end.

    ``idle`` has these items, each with its index among the lines.
    """
    if len(idle) == 1:
        ((place, item),) = idle
        return [*lines[:place], write_item(language, item), *lines[place:]]
    if not idle:
        return list(lines)
    spaces = [item.space for _, item in idle]
    key = "log.nothing.in" if len(spaces) <= MOST_NAMED else "log.nothing.in.many"
    words = language.say(key, count=len(spaces), place=spaces)
    return [*lines, words[:1].upper() + words[1:]]


def write_item(language: Language, item: Item, nothing: str = "") -> str:
    """Return an item as a line: its action and space, as far as it names them, and its effects, or ``nothing``."""
    label = language.word(f"action.{item.label}") if item.label else ""
    names = [name for name in (label, language.word(f"space.{item.space}") if item.space else "") if name]
    clauses = language.put_together("clauses", write_changes(language, item))
    clauses = clauses or nothing or language.say("log.nothing")
    return language.say("log.item", what=language.put_together("items", names), clauses=clauses) if names else clauses


def write_changes(language: Language, item: Item) -> list[str]:
    """Return the effects of an item as clauses. A step in another space begins with its number and that space."""
    clauses: list[str] = []
    told: Step | None = None
    is_freed = any(change.verb == "release" and change.piece == GANDHI for change in item.changes)
    for step, changes in groupby(item.changes, partial(find_step, item)):
        here = step.space if step is not None else item.space
        first, *rest = say_all(language, changes, here, ".freed" if is_freed else ".in_jail")
        if step is not None and step is not told and here != item.space:
            what = language.say("log.item", what=language.word(f"space.{here}"), clauses=first)
            first = language.say("log.numbered", number=f"`{step.number}`", what=what)
        clauses += [first, *rest]
        told = step or told
    return clauses


def find_step(item: Item, change: Change) -> Step | None:
    """Return the step on the map that a Change of an item belongs to, or None."""
    return next((step for step in item.steps if any(change is made for made in step.changes)), None)


def write_control(language: Language, changes: Iterable[Change], most: int = len(SPACES)) -> list[str]:
    """Return clauses on gained Control and on lost Control. More than ``most`` spaces are only counted."""
    clauses = []
    control = [change for change in changes if change.verb == "control"]
    for gained in (True, False):
        spaces = [change.target for change in control if bool(change.new) is gained]
        key = "log.control.gained" if gained else "log.control.lost"
        if len(spaces) > most:
            clauses.append(language.say(f"{key}.many", count=len(spaces)))
        elif spaces:
            clauses.append(language.say(key, place=spaces))
    return clauses


def write_values(language: Language, changes: Iterable[Change]) -> list[str]:
    """Return clauses with the old and new Resources among net changes."""
    return [
        language.say(f"log.{change.verb}", seat=change.target, old=change.old, new=change.new)
        for change in changes
        if change.verb != "control"
    ]
