"""Which part of the board shows something best: for small screens."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.change import Change
from engine.gandhi.story import read_story
from render.gandhi.board import load_board
from render.gandhi.picture import REGIONS

NEAR_EDGE = 60
"""Board pixels from a region's edge within which a space counts as cut off."""


def find_region(spaces: Sequence[str]) -> str:
    """The region that shows most of these spaces, of equals the one in whose middle they are; "north" for none."""
    board = load_board()
    places = [board.place(space).middle for space in spaces if board.holds(space)]

    def fit(name: str) -> tuple[int, float]:
        left, top, right, bottom = REGIONS[name]
        inside = sum(
            left + NEAR_EDGE <= x <= right - NEAR_EDGE and top + NEAR_EDGE <= y <= bottom - NEAR_EDGE for x, y in places
        )
        away = sum(abs(x - (left + right) / 2) + abs(y - (top + bottom) / 2) for x, y in places)
        return (inside, -away)

    return max(REGIONS, key=fit) if places else "north"


def find_region_of(changes: Sequence[Change]) -> str:
    """The region in which most of a turn happened."""
    return find_region(read_story(changes).touched)
