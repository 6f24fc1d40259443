"""Lessons of a game: the position, the choices, and the paragraphs that each teaches."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

SEED: Final = b"a lesson, open to everybody".ljust(32, b".")


def stay(name: str, keys: Collection[str]) -> str:
    """Return a step that is called by the question alone."""
    return name


@dataclass(frozen=True)
class Course:
    """A lesson of a game.

    ``id`` stands for a table in its custom ids, ``rules`` are the paragraphs that it teaches. A guided first turn has
    ``steps`` in their order, their ``names`` by the kind of the question (``refine`` changes them by what was chosen),
    and ``wishes``: what it would choose at a kind of question, the first that is open and not chosen yet. An example of
    the rules has ``words`` (the key of its text) and the ``keys`` that the rulebook chooses.
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
    refine: Callable[[str, Collection[str]], str] = stay

    @property
    def kind(self) -> str:
        """Return the game."""
        return str(self.position["game"])

    @property
    def scenario(self) -> str:
        """Return the scenario."""
        return str(self.position["scenario"])

    @property
    def number(self) -> str:
        """Return the paragraph of an example; empty for a first turn."""
        return self.rules[0] if self.words else ""
