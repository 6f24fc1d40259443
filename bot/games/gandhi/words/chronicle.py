"""What happened, in words: the log of Changes as a few lines, grouped by action and space."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import msgspec

from bot.games.gandhi.facts import is_space, kind_of_space
from bot.language import Language
from engine.core.change import Change

SILENT = frozenset({"eligibility", "over"})
"""Verbs that other parts of a message tell: whose turn it is, and the ranking at the end."""

NET = frozenset({"control", "resources"})
"""Verbs of which only the first old value and the last new one count."""

CHAINED = frozenset({"level", "restraint", "unity"})
"""Verbs of which neighbours are one: from the first old value to the last new one."""

UNDER_WAY = "…"
"""What stands for a space in which something may still happen."""

TURN_ROLLS = frozenset({"release", "crisis"})
"""Dice that are rolled for a whole turn and not in a space."""


@dataclass(slots=True)
class Item:
    """What happened in one selected space, or in none."""

    label: str = ""
    space: str = ""
    clauses: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Section:
    """One Faction's action, or one phase of a Campaign Round."""

    seat: str = ""
    phase: str = ""
    actions: list[str] = field(default_factory=list)
    items: list[Item] = field(default_factory=list)
    general: list[str] = field(default_factory=list)
    closing: list[str] = field(default_factory=list)
    net: dict[tuple[str, str], Change] = field(default_factory=dict)

    @property
    def is_empty(self) -> bool:
        """Whether nothing worth telling happened."""
        told = any(item.clauses for item in self.items) or self.general or self.lasting()
        return not (self.actions or told or self.closing)

    def lasting(self) -> list[Change]:
        """The net changes that did not cancel out."""
        return [change for change in self.net.values() if change.old != change.new]


def tell_idle(language: Language, changes: Sequence[Change]) -> list[str]:
    """A phase in which somebody could have done something and did not."""
    phases = [change.piece for change in changes if change.verb == "phase"]
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
    for section in divide(language, merge(changes)):
        if not section.is_empty:
            is_arjuna = (seats or {}).get(section.seat) == "arjuna"
            lines += write_section(language, section, is_arjuna=is_arjuna, nothing=nothing)
    return lines


def tell_so_far(language: Language, changes: Iterable[Change]) -> list[str]:
    """As `tell`, for the panel of the person who is choosing: only the actions are named, not the Faction."""
    lines: list[str] = []
    for section in divide(language, merge(changes)):
        if section.actions:
            lines.append(language.say("ui.panel.so_far", what=name_actions(language, section)))
        lines += write_items(language, section, nothing=UNDER_WAY)
    return lines


def merge(changes: Iterable[Change]) -> list[Change]:
    """Join neighbours that say the same of the same pieces: three times one Troop is three Troops."""
    merged: list[Change] = []
    for change in changes:
        last = merged[-1] if merged else None
        is_same = last is not None and last.verb == change.verb and last.target == change.target
        if last is not None and is_same and change.verb in CHAINED:
            merged[-1] = msgspec.structs.replace(last, new=change.new)
        elif last is not None and change.new is None and change.verb not in ("begin", "resume", "select", "phase"):
            same = msgspec.structs.replace(change, count=last.count) == last
            if same:
                merged[-1] = msgspec.structs.replace(last, count=last.count + change.count)
            else:
                merged.append(change)
        else:
            merged.append(change)
    return merged


def divide(language: Language, changes: Sequence[Change]) -> list[Section]:
    """Sort Changes into sections, and each section's into items."""
    sections = [Section()]
    for change in changes:
        section = sections[-1]
        match change.verb:
            case "phase":
                sections.append(Section(phase=change.piece))
            case "begin":
                if section.phase or (section.actions and section.seat != change.seat) or not section.actions:
                    section = Section(seat=change.seat)
                    sections.append(section)
                    label = ""
                else:
                    label = language.word(f"action.{change.piece}")
                section.actions.append(name_action(language, change))
                section.items.append(Item(label, change.target))
            case "resume":
                section.items.append(Item(language.word(f"action.{change.piece}")))
            case "select":
                here = section.items[-1] if section.items else None
                if here is not None and not here.clauses and not here.space and here.label:
                    here.space = change.target
                else:
                    section.items.append(Item("", change.target))
            case verb if verb in SILENT:
                pass
            case verb if verb in NET:
                key = (verb, change.target)
                first = section.net.get(key)
                section.net[key] = change if first is None else msgspec.structs.replace(first, new=change.new)
            case _:
                put(language, section, change)
    return sections


def name_action(language: Language, change: Change) -> str:
    """The name of an action that begins, an Event with its card."""
    what = language.word(f"action.{change.piece}")
    return language.say("log.event", what=what, card=change.new) if change.new is not None else what


def put(language: Language, section: Section, change: Change) -> None:
    """Add a Change to the item whose space it belongs to, or to the general line of its section."""
    place = place_of(change)
    here = section.items[-1] if section.items else None
    if here is None and place:
        here = Item()
        section.items.append(here)
    is_die_of_space = change.verb == "roll" and change.piece not in TURN_ROLLS
    if change.verb == "reveal":
        section.closing.append(say(language, change, ""))
    elif here is not None and (place or is_die_of_space):
        here.clauses.append(say(language, change, here.space))
    else:
        section.general.append(say(language, change, ""))


def place_of(change: Change) -> str:
    """The space a Change belongs to, or an empty string."""
    if is_space(change.target):
        return change.target
    return change.origin if is_space(change.origin) else ""


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
    elif section.actions:
        names = name_actions(language, section)
        lines.append(
            language.say("log.heading.arjuna" if is_arjuna else "log.heading", seat=section.seat, what=names)
            if section.seat
            else f"**{names}**"
        )
    return lines + write_items(language, section, nothing)


def name_actions(language: Language, section: Section) -> str:
    """The actions of a section, each once: "Rally + Persuade"."""
    return language.put_together("actions", dict.fromkeys(section.actions))


def write_items(language: Language, section: Section, nothing: str = "") -> list[str]:
    """The items of a section, numbered when there are several, then what belongs to no space, then net changes.

    ``nothing`` stands for a space in which nothing has changed; without it, that is said in words.
    """
    changed = {item.space for item in section.items if item.clauses}
    told = [item for item in section.items if item.clauses or (item.space and (nothing or item.space not in changed))]
    spaces = [item for item in told if item.space]
    lines = []
    number = 0
    for item in told:
        mark = ""
        # The numbers are those on the map, where nothing marks a space that stayed as it was.
        if item.space and len(spaces) > 1 and (item.clauses or nothing):
            number += 1
            mark = f"`{number}` "
        names = [name for name in (item.label, language.word(f"space.{item.space}") if item.space else "") if name]
        told_here = language.put_together("clauses", item.clauses) or nothing or language.say("log.nothing")
        what = language.put_together("items", names)
        lines.append(mark + (language.say("log.item", what=what, clauses=told_here) if names else told_here))
    if section.general:
        lines.append(language.put_together("clauses", section.general))
    return [*lines, *write_net(language, section.lasting()), *section.closing]


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
