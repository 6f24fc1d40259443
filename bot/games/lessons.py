"""Lessons of a game from its file ``data/lessons.toml``: for each its position, its choices, and the rules it teaches.

`bot.tables.lessons` plays a lesson. The texts of lessons are in the catalogues.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from engine.core.data import read_shipped

SEED: Final = b"a lesson, open to everybody".ljust(32, b".")
"""The seed of a lesson that has no seed in its file."""

Refine = Callable[[str, Collection[str]], str]
"""Returns the name of a lesson's step, from the usual step for the question and the keys chosen so far."""
FindSeat = Callable[[Mapping[str, Any]], str]
"""Returns the seat that must decide in a position of the game."""


def stay(name: str, keys: Collection[str]) -> str:
    """Return the name of a lesson's step unchanged, for a game whose steps do not depend on the ``keys`` so far."""
    return name


@dataclass(frozen=True)
class Course:
    """A lesson of a game.

    ``id`` replaces a table's id in custom ids, and ``rules`` are the paragraphs that the lesson teaches. A guided first
    turn has ``steps`` in order: ``names`` has the step for a kind of question, and ``refine`` may replace it after some
    choices. ``wishes`` has the lesson's choices for a kind of question: the first that is open and not yet used counts.
    An example of the rules has ``words``, the key of its text, and ``keys``, the choices that the rulebook prints.
    """

    id: str
    seat: str
    position: Mapping[str, Any]
    rules: tuple[str, ...]
    seed: bytes = SEED
    words: str = ""
    keys: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict)
    wishes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    refine: Refine = stay

    @property
    def kind(self) -> str:
        """Return the name of the game."""
        return str(self.position["game"])

    @property
    def scenario(self) -> str:
        """Return the id of the scenario."""
        return str(self.position["scenario"])

    @property
    def number(self) -> str:
        """Return the number of the paragraph that an example of the rules shows, or "" for a guided first turn."""
        return self.rules[0] if self.words else ""


def read_courses(package: str, find_seat: FindSeat, refine: Refine = stay) -> tuple[Course, ...]:
    """Return the lessons in the data file of a game's package: the first turn, then the examples.

    The position of a lesson is the file's ``common`` position, in which the lesson's own values replace others. An
    example is named after its paragraph, with a letter if the paragraph has several examples: ``3.1.5/b``. A ``seed``
    is hexadecimal.
    """
    data = read_shipped(package, "lessons.toml")
    courses = [make_course(data, data["first_turn"], find_seat, refine=refine)]
    for name, row in data["example"].items():
        number, _, part = name.partition("/")
        id, words = f"{data['id']}{number.replace('.', '')}", f"{data['words']}{number.replace('.', '_')}"
        courses.append(make_course(data, row, find_seat, id=id + part, words=words + part, rules=(number,)))
    return tuple(courses)


def make_course(data: Mapping[str, Any], row: Mapping[str, Any], find_seat: FindSeat, **more: Any) -> Course:
    """Return a lesson from its ``row`` in the ``data`` of a file. Values in ``more`` replace those of the row."""
    position = merge(data["common"], row["position"])
    values = {**row, **more, "position": position, "seat": find_seat(position)}
    values |= {name: tuple(values[name]) for name in ("rules", "keys", "steps") if name in values}
    values["seed"] = bytes.fromhex(row["seed"]) if "seed" in row else SEED
    values["wishes"] = {kind: tuple(keys) for kind, keys in row.get("wishes", {}).items()}
    return Course(**values)


def merge(common: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of ``common``, replaced by those of ``own`` where it has any, inside nested tables too.

    >>> merge({"a": {"b": 1, "c": 2}, "d": 3}, {"a": {"c": 4}})
    {'a': {'b': 1, 'c': 4}, 'd': 3}
    """
    merged = dict(common)
    for name, value in own.items():
        before = common.get(name)
        merged[name] = merge(before, value) if isinstance(before, dict) and isinstance(value, dict) else value
    return merged
