"""What happened, in words: the Story of some Changes as a few lines, grouped by action and space."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from bot.games.gandhi.facts import is_space, kind_of_space
from bot.language import Language
from engine.core.change import Change
from engine.gandhi.ids import PLAYER
from engine.gandhi.story import Item, Section, place_of, read_story

MARKS: Final = re.compile(r"`\d+` |\*+")
"""What a line has that is no word: the numbers of the map, and what makes letters bold or slanted."""
UNDER_WAY = "…"
"""What stands for a space in which something may still happen."""


def tell_idle(language: Language, changes: Iterable[Change]) -> list[str]:
    """A phase in which somebody could have done something and did not."""
    phases = read_story(changes).phases
    return [f"**{language.word(f'phase.{phases[0]}')}**: {language.say('log.nothing')}"] if phases else []


def tell(
    language: Language, changes: Iterable[Change], seats: Mapping[str, str] | None = None, *, is_under_way: bool = False
) -> list[str]:
    """What Changes did, as lines: for each action or phase a heading, then its spaces, then the rest.

    ``seats`` tells who runs each Faction, so that a heading can say when it was Arjuna. With ``is_under_way`` more may
    follow in a space in which nothing has changed yet.
    """
    nothing = UNDER_WAY if is_under_way else ""
    lines: list[str] = []
    for section in read_story(changes).sections:
        if not section.is_empty:
            is_arjuna = (seats or {}).get(section.seat, PLAYER) != PLAYER
            lines += write_section(language, section, is_arjuna=is_arjuna, nothing=nothing)
    return lines


def tell_so_far(language: Language, changes: Iterable[Change], seat: str = "") -> list[str]:
    """As `tell`, for the panel of the person who is choosing for a seat: only the actions are named, not the Faction.

    What that Faction has paid the panel itself says, once.
    """
    lines: list[str] = []
    for section in read_story(changes).sections:
        section.net.pop(("resources", seat), None)
        if section.begun:
            lines.append(language.say("ui.panel.so_far", what=name_actions(language, section)))
        lines += write_items(language, section, nothing=UNDER_WAY)
    return lines


def name_deeds(language: Language, changes: Iterable[Change]) -> str:
    """What a turn did, in one line without marks: its actions, and the spaces where something changed."""
    told = []
    for section in read_story(changes).sections:
        actions = dict.fromkeys(language.word(f"action.{change.piece}") for change in section.begun)
        names = [language.put_together("actions", actions)] if actions else []
        spaces = dict.fromkeys(item.space for item in section.items if item.space and item.changes)
        if spaces:
            names.append(language.put_together("items", (language.word(f"space.{space}") for space in spaces)))
        elif not names and not section.is_empty:
            names = [MARKS.sub("", line) for line in write_items(language, section)]
        told.append(language.put_together("items", names))
    return language.put_together("clauses", filter(None, told)) or language.say("log.nothing")


def name_action(language: Language, change: Change) -> str:
    """The name of an action that begins, an Event with its card."""
    what = language.word(f"action.{change.piece}")
    return language.say("log.event", what=what, card=change.new) if change.new is not None else what


def say(language: Language, change: Change, here: str) -> str:
    """One Change as a clause, told from a space: the space itself is not named again."""
    key = f"log.{change.verb}"
    if change.verb == "move":
        way = "in" if change.target == here else "out" if change.origin == here else "across"
        key = f"log.move.{way}"
        key = f"{key}.{change.piece}" if language.has(f"{key}.{change.piece}") else key
    elif change.verb == "crisis":
        key = key if change.new else "log.crisis.over"
    elif language.has(f"{key}.{change.piece}"):
        key = f"{key}.{change.piece}"
    elif change.verb in ("place", "remove") and "out_of_play" in (change.origin, change.target):
        key = f"{key}.out_of_play"
    elif change.verb == "release" and is_space(change.target):
        key = f"{key}.here"
    place = place_of(change)
    at = "" if not place or place == here else locate(language, place)
    params = {
        "seat": change.seat,
        "piece": change.piece,
        "count": change.count,
        "origin": change.origin,
        "origin_box": change.origin,
        "place": change.target,
        "to": change.target,
        "viceroy": change.target,
        "old": change.old,
        "new": change.new,
        "card": change.new,
        "at": at,
    }
    if change.verb == "level":
        params |= {"old_level": change.old, "level": change.new}
    return language.say(key, **params)


def locate(language: Language, space: str) -> str:
    """ " in Punjab", " on Karachi-Lahore": a space at the end of a clause."""
    kind = "railway" if kind_of_space(space) == "railway" else "land"
    return language.say(f"log.at.{kind}", space=space)


def write_section(language: Language, section: Section, *, is_arjuna: bool = False, nothing: str = "") -> list[str]:
    """A section with its heading. ``nothing`` as in `write_items`."""
    lines = []
    if section.phase:
        lines.append(f"**{language.word(f'phase.{section.phase}')}**")
    elif section.begun or section.follows:
        names = name_actions(language, section)
        lines.append(
            language.say("log.heading.arjuna" if is_arjuna else "log.heading", seat=section.seat, what=names)
            if section.seat
            else f"**{names}**"
        )
    return lines + write_items(language, section, nothing)


def name_actions(language: Language, section: Section) -> str:
    """The actions of a section, each once: "Rally + Persuade"; or what a consequence comes from."""
    if section.follows:
        return language.say(f"log.follows.{section.follows}")
    return language.put_together("actions", dict.fromkeys(name_action(language, change) for change in section.begun))


def write_items(language: Language, section: Section, nothing: str = "") -> list[str]:
    """The items of a section with their numbers, then what belongs to no space, then net changes.

    The numbers are those on the map, all of them, where nothing marks a space that stayed as it was. ``nothing`` stands
    for a space in which nothing has changed; without it, that is said in words.
    """
    changed = {item.space for item in section.items if item.changes}
    told = [item for item in section.items if item.changes or (item.space and (nothing or item.space not in changed))]
    lines = []
    for item in told:
        number = item.number or (item.expected if nothing else 0)
        mark = f"`{number}` " if item.space and number else ""
        lines.append(mark + write_item(language, item, nothing))
    if section.general:
        lines.append(language.put_together("clauses", [say(language, change, "") for change in section.general]))
    closing = [say(language, change, "") for change in section.closing]
    return [*lines, *write_net(language, section.lasting()), *closing]


def write_item(language: Language, item: Item, nothing: str = "") -> str:
    """An item: its action and space, where they are to be named, and what happened. ``nothing`` as in `write_items`."""
    label = language.word(f"action.{item.label}") if item.label else ""
    names = [name for name in (label, language.word(f"space.{item.space}") if item.space else "") if name]
    clauses = language.put_together("clauses", write_changes(language, item))
    clauses = clauses or nothing or language.say("log.nothing")
    return language.say("log.item", what=language.put_together("items", names), clauses=clauses) if names else clauses


def write_changes(language: Language, item: Item) -> list[str]:
    """What happened in an item, as clauses; the number of a step at another space than the item's before its first."""
    clauses, told = [], None
    for change in item.changes:
        step = next((step for step in item.steps if any(change is made for made in step.changes)), None)
        is_elsewhere = step is not None and step is not told and step.space != item.space
        clauses.append(
            (f"`{step.number}` " if step is not None and is_elsewhere else "") + say(language, change, item.space)
        )
        told = step or told
    return clauses


def write_net(language: Language, changes: Sequence[Change]) -> list[str]:
    """Control, tracks and Resources: one line each."""
    lines = []
    control = [change for change in changes if change.verb == "control"]
    parts = []
    for gained in (True, False):
        spaces = [change.target for change in control if bool(change.new) is gained]
        if spaces:
            parts.append(language.say("log.control.gained" if gained else "log.control.lost", place=spaces))
    if parts:
        lines.append(language.put_together("clauses", parts))
    rest = [
        language.say(f"log.{change.verb}", seat=change.target, old=change.old, new=change.new)
        for change in changes
        if change.verb != "control"
    ]
    if rest:
        lines.append(language.put_together("clauses", rest))
    return lines
