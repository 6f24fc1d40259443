"""What stands on the map: level, Control, markers and pieces of every space, each kind one icon with its count."""

from __future__ import annotations

from collections.abc import Iterable

from PIL import Image

from engine.gandhi.view import SpaceView, View
from render.board import Board, Railway, Slots, Space
from render.sprites import sprite

ON_LAND = (
    "troops",
    "sepoys",
    "gandhi",
    "congress",
    "league",
    "league_bases",
    "underground",
    "active",
    "revolutionary_bases",
    "protest",
    "unrest",
    "muslim_state",
)
"""The kinds in the order in which they fill the slots of a City, Province or State."""
ON_RAILS = ("strike", "protest", "gandhi", "troops", "sepoys", "congress", "league", "underground", "active")
"""The kinds in the order in which they fill the slots of a Railway. Bases never stand there (1.3.6)."""


def list_things(here: SpaceView, kinds: Iterable[str]) -> list[tuple[str, int]]:
    """Return the sprites a space shows, with their counts, in order."""
    things = []
    for kind in kinds:
        count = int(getattr(here, kind))
        if count > 0:
            raised = here.activists_active and kind in ("congress", "league")
            things.append((f"{kind}_active" if raised else kind, count))
    return things


def slots_for(place: Space | Railway, count: int) -> Slots:
    """Return the slots for so many things."""
    return place.slots[min(count, len(place.slots)) - 1]


def draw_pieces(image: Image.Image, board: Board, view: View, theme: str, scale: int, left: int, top: int) -> None:
    """Put everything that stands on the map onto a copy of the base.

    ``left`` and ``top`` are the board pixels at the picture's corner.
    """

    def paste(kind: str, spot: tuple[int, int], size: int, count: int = 1) -> None:
        picture = sprite(kind, size * scale, theme, count)
        x = (spot[0] - left) * scale - picture.width // 2
        y = (spot[1] - top) * scale - picture.height // 2
        image.paste(picture, (x, y), picture)

    for key, here in view.spaces.items():
        if key in board.railways:
            things = list_things(here, ON_RAILS)
            place: Space | Railway = board.railways[key]
        else:
            space = board.spaces[key]
            place = space
            things = list_things(here, ON_LAND)
            if here.level != "neutral":
                paste(here.level, space.level, board.badge)
            if here.control and space.control is not None:
                paste("control", space.control, board.badge)
        if things:
            slots = slots_for(place, len(things))
            for (kind, count), spot in zip(things, slots.spots, strict=True):
                paste(kind, spot, slots.size, count)
