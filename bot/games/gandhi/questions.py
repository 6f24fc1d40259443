"""Pictures of questions about spaces: the part of the map with those spaces, each with its number."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from bot.games.playing import sort_by_region
from engine import Game
from engine.core.decision import Decision
from render.gandhi import picture
from render.gandhi.regions import find_homes
from render.pictures import Options, Picture

MOST_NUMBERED: Final = 12
"""The most spaces of a question that are numbered: more numbers would cover the map."""
IDLE: Final = "why.idle"


def list_candidates(decision: Decision) -> tuple[str, ...]:
    """Return the spaces of a question in the order of their numbers, the spaces where nothing would happen last.

    Many spaces are sorted by region (`sort_by_region`). Return none for a single space or more than `MOST_NUMBERED`.
    """
    spaces = [option.key for option in decision.options if option.role == "space"]
    if not 1 < len(spaces) <= MOST_NUMBERED:
        return ()
    idle = {key for key, warning in decision.warnings().items() if warning.key == IDLE}
    return tuple(sorted(sort_by_region(spaces, find_homes(spaces)), key=lambda space: space in idle))


def number_places(decision: Decision) -> Mapping[str, int]:
    """Return the number of each space on the picture of a question; empty if the question has no such picture."""
    return {space: number for number, space in enumerate(list_candidates(decision), 1)}


def draw_question(game: Game, options: Options) -> Picture | None:
    """Draw the part of the map with the numbered spaces of the pending question, or return None without numbers."""
    candidates = list_candidates(game.decision) if game.decision is not None else ()
    if not candidates:
        return None
    chosen = replace(options, layout="map", candidates=candidates, numbered=True, dim=True)
    return picture.draw(game.view(), (), chosen)
