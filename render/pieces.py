"""What stands on the map: level, Control, markers and pieces of every space, each kind one icon with its count.

With a turn's story, what came and went is marked on the icons; a kind that left altogether stays as a ghost.
"""

from __future__ import annotations

from engine.gandhi.view import SpaceView, View
from render.annotate import GHOST, Canvas
from render.board import Board, Railway, Slots, Space, Spot
from render.story import Story

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
LEVELS = ("active_opposition", "passive_opposition", "neutral", "passive_support", "active_support")
"""Names of the levels from -2 to 2."""


def list_things(here: SpaceView, is_railway: bool, deltas: dict[str, int]) -> list[tuple[str, int, int]]:
    """Return what a space shows, in order: (sprite, count now, change). A count of 0 is a ghost."""
    things = []
    for kind in ON_RAILS if is_railway else ON_LAND:
        count = int(getattr(here, kind))
        change = deltas.get(kind, 0)
        if count > 0 or change < 0:
            raised = here.activists_active and kind in ("congress", "league")
            things.append((f"{kind}_active" if raised else kind, count, change))
    return things


def slots_for(place: Space | Railway, count: int) -> Slots:
    """Return the slots for so many things."""
    return place.slots[min(count, len(place.slots)) - 1]


def draw_pieces(canvas: Canvas, board: Board, view: View, story: Story) -> dict[tuple[str, str], Spot]:
    """Put everything that stands on the map onto a copy of the base; return where each (space, sprite) stands."""
    spots: dict[tuple[str, str], Spot] = {}
    for key, here in view.spaces.items():
        place = board.place(key)
        if isinstance(place, Space):
            _draw_badges(canvas, place, here, story)
        things = list_things(here, isinstance(place, Railway), story.deltas.get(key, {}))
        if not things:
            continue
        slots = slots_for(place, len(things))
        for (kind, count, change), spot in zip(things, slots.spots, strict=True):
            spots[key, kind] = spot
            canvas.icon(kind, spot, slots.size, max(count, 1), 255 if count else GHOST)
            if change:
                canvas.tag(f"+{change}" if change > 0 else f"−{-change}", spot, slots.size)
    return spots


def _draw_badges(canvas: Canvas, space: Space, here: SpaceView, story: Story) -> None:
    size = 38
    shift = story.levels.get(space.id)
    if here.level != "neutral":
        canvas.icon(here.level, space.level, size)
    elif shift is not None:
        canvas.icon(LEVELS[shift[0] + 2], space.level, size, strength=GHOST)
    if shift is not None:
        canvas.tag("▲" if shift[1] > shift[0] else "▼", space.level, size)
    if space.control is None:
        return
    control = story.controls.get(space.id)
    if here.control:
        canvas.icon("control", space.control, size)
    elif control is not None:
        canvas.icon("control", space.control, size, strength=GHOST)
    if control is not None:
        canvas.tag("+" if control[1] else "−", space.control, size)
