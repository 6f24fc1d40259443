"""Lessons of a game: the position, the choices, and the paragraphs of each."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

SEED: Final = b"a lesson, open to everybody".ljust(32, b".")


def stay(name: str, keys: Collection[str]) -> str:
    """Return a step unchanged: its name depends only on the question."""
    return name


@dataclass(frozen=True)
class Course:
    """A lesson of a game.

    ``id`` is in place of a table in its custom ids, ``rules`` are the paragraphs that it teaches. A guided first turn
    has ``steps`` in their order, their ``names`` by the kind of the question (``refine`` changes them by the choices),
    and ``wishes``: its choices for a kind of question, of which the first open and unused one counts. An example of the
    rules has ``words`` (the key of its text) and the rulebook's choices as ``keys``.
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
        """Return the paragraph of an example, or "" for a first turn."""
        return self.rules[0] if self.words else ""
