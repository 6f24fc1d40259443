"""The parts that the pictures of all games share: options, the picture with its alt text, turns of an animation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.core.change import Change

ALT_LIMIT = 1024
"""Discord's limit for the description of a file, in characters."""


@dataclass(frozen=True)
class Options:
    """How to draw.

    ``theme`` is one of `THEMES`; ``layout`` one of the game's own: the whole board, the map alone, the boxes alone, or
    a part at twice its size. ``before`` is the View at the start of the turn: the board is drawn as it was and as it
    is, in *Gandhi* with layout "map" only. ``dim`` fades the land that the turn left alone; ``strip`` adds the turn in
    words below. ``totals`` shows a round by the results of its phases, without the paths of pieces. ``candidates`` are
    spaces to mark, for example those that Arjuna weighed, ``chosen`` is the one it took. ``since`` is an earlier View:
    without Changes, what is different from it is marked. ``scores`` are everyone's scores before the turn, by seat:
    what changed is marked beside the present scores. ``numbered`` candidates have numbers in their order, and only the
    part of the board is shown where they are. ``chances`` are everyone's chances to win at each View of a chart, drawn
    below it; those of the first ``unsaid`` Views are unknown.
    """

    theme: str = "classic"
    layout: str = "full"
    language: str = "en"
    before: Any = None
    dim: bool = False
    strip: bool = True
    totals: bool = False
    candidates: tuple[str, ...] = ()
    chosen: str = ""
    since: Any = None
    scores: Mapping[str, int] | None = None
    numbered: bool = False
    chances: Sequence[Mapping[str, float]] = ()
    unsaid: int = 0


@dataclass(frozen=True)
class Picture:
    """An encoded picture with its alt text."""

    data: bytes
    media_type: str
    alt: str
    width: int
    height: int


@dataclass(frozen=True)
class Turn:
    """A turn of a game: the View after it, and its Changes."""

    view: Any
    changes: tuple[Change, ...]
