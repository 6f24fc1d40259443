"""The content of the map: level, Control, markers and pieces of every space, each kind one icon with its count.

With a turn's story, what came and went is marked on the icons; a kind that left altogether stays as a ghost.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.gandhi.story import Story
from engine.gandhi.view import SpaceView, View
from render.gandhi.annotate import GHOST, Canvas
from render.gandhi.board import Railway, Slots, Space, Spot, load_board

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
"""The kinds in the order in which they fill the slots of a Railway. No Base is ever there (1.3.6)."""
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
    """Return the slots for a number of icons, or those for the most that a space has."""
    return place.slots[min(count, len(place.slots)) - 1]


@dataclass(frozen=True)
class Thing:
    """An icon on the map: its sprite, where and how big, how many now (0: a ghost), and how many came or went."""

    space: str
    kind: str
    spot: Spot
    size: int
    count: int
    change: int


@dataclass(frozen=True)
class Badge:
    """Badge of a level or Control: its sprite, its place, whether it is real (or a ghost), and the mark of a change."""

    space: str
    kind: str
    spot: Spot
    size: int
    stands: bool
    mark: str = ""
    is_low: bool = False


def lay_out_things(view: View, story: Story) -> list[Thing]:
    """Give every piece and marker on the map its slot."""
    board = load_board()
    found = []
    for key, here in view.spaces.items():
        place = board.place(key)
        things = list_things(here, isinstance(place, Railway), story.deltas.get(key, {}))
        if things:
            slots = slots_for(place, len(things))
            found += [
                Thing(key, kind, spot, slots.size, count, change)
                for (kind, count, change), spot in zip(things, slots.spots, strict=True)
            ]
    return found


def spots_of(things: list[Thing]) -> dict[tuple[str, str], Spot]:
    """Return the place of each (space, sprite)."""
    return {(thing.space, thing.kind): thing.spot for thing in things}


def draw_pieces(canvas: Canvas, view: View, story: Story, things: list[Thing]) -> None:
    """Put all badges, pieces and markers on a canvas."""
    for badge in lay_out_badges(view, story):
        strength = 255 if badge.stands else GHOST
        canvas.icon(badge.kind, badge.spot, badge.size, strength=strength, tag=badge.mark, low=badge.is_low)
    for thing in things:
        strength = 255 if thing.count else GHOST
        text = name_change(thing.change)
        canvas.icon(
            thing.kind, thing.spot, thing.size, max(thing.count, 1), strength, tag=text, low=thing.kind == "protest"
        )


def name_change(change: int) -> str:
    """Return the text of a tag for pieces that came or went; empty for none."""
    return "" if not change else f"+{change}" if change > 0 else f"−{-change}"


def lay_out_badges(view: View, story: Story) -> list[Badge]:
    """Return the badges for level and Control of every City, Province and State, now and before the story."""
    board = load_board()
    badges = []
    for key, here in view.spaces.items():
        place = board.place(key)
        if isinstance(place, Space):
            badges += _badges_of(place, here, story, board.badge)
    return badges


def _badges_of(space: Space, here: SpaceView, story: Story, size: int) -> list[Badge]:
    badges = []
    shift = story.levels.get(space.id)
    stands = here.level != "neutral"
    level = here.level if stands or shift is None else LEVELS[shift[0] + 2]
    if level != "neutral":
        mark = "" if shift is None else "▲" if shift[1] > shift[0] else "▼"
        is_low = shift is not None and (shift[1] or shift[0]) < 0
        badges.append(Badge(space.id, f"{level}_{space.population}", space.level, size, stands, mark, is_low))
    control = story.controls.get(space.id)
    if space.control is not None and (here.control or control is not None):
        mark = "" if control is None else "+" if control[1] else "−"
        badges.append(Badge(space.id, "control", space.control, size, here.control, mark))
    return badges
