"""Finds places for names, badges and pieces on the board. The search is done once, and its result is committed.

Every slot is a square that lies wholly inside its space, clear of the name, the badges, Railways, Towns and Cities.
Lengths are board pixels; a slot's place is its centre.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TypedDict

from PIL import Image, ImageDraw

from tools.assets.map_shape import Line, Point, Shape

SIZES = (40, 38, 36, 34, 32, 30, 28)
"""Sizes of a slot: the usual one, and those for a crowded space, which takes the largest that fits."""
LARGE, SMALL = SIZES[0], SIZES[-1]
GAP = 2
BADGE = 38
NOTE = (34, 28)
"""Width and height of the spot where the numbers of a turn's steps stand."""
KINDS = 12
"""Kinds in a land space or City besides level and Control: nine kinds of pieces, Protest, Unrest, Muslim State."""
Box = tuple[int, int, int, int]
Slots = tuple[int, list[tuple[int, int]]]


class Hint(TypedDict, total=False):
    """A person's decisions about a space's layout: where its name is (exactly or about), the badges' side,
    and the corners to fill last."""

    at: tuple[int, int]
    near: tuple[float, float]
    badges: str
    last: list[Box]


@dataclass
class Room:
    """The free ground of one space, as a raster cut out of the board, with sums to test any rectangle at once."""

    left: int
    top: int
    width: int
    height: int
    sums: list[list[int]]

    def is_free(self, box: Box) -> bool:
        """Return whether the rectangle (left, top, right, bottom; board pixels, right and bottom excluded) is free."""
        x0, y0, x1, y1 = box[0] - self.left, box[1] - self.top, box[2] - self.left, box[3] - self.top
        if x0 < 0 or y0 < 0 or x1 > self.width or y1 > self.height:
            return False
        taken = self.sums[y1][x1] - self.sums[y0][x1] - self.sums[y1][x0] + self.sums[y0][x0]
        return taken == 0


def make_room(inside: list[Line], margin: int, blocked: Image.Image) -> Room:
    """Make the room inside some polygons, ``margin`` pixels from their border and clear of what is blocked."""
    xs = [x for ring in inside for x, _ in ring]
    ys = [y for ring in inside for _, y in ring]
    left, top = math.floor(min(xs)) - 2, math.floor(min(ys)) - 2
    width, height = math.ceil(max(xs)) + 2 - left, math.ceil(max(ys)) + 2 - top
    free = Image.new("L", (width, height), 0)
    draw = ImageDraw.Draw(free)
    for ring in inside:
        points = [(x - left, y - top) for x, y in ring]
        draw.polygon(points, fill=255)
        draw.line([*points, points[0]], fill=0, width=2 * margin, joint="curve")
    free.paste(0, (0, 0), blocked.crop((left, top, left + width, top + height)))
    pixels = free.tobytes()
    sums = [[0] * (width + 1)]
    for y in range(height):
        row, above = [0], sums[-1]
        run = 0
        for x in range(width):
            run += pixels[y * width + x] == 0
            row.append(above[x + 1] + run)
        sums.append(row)
    return Room(left, top, width, height, sums)


def block_out(size: tuple[int, int], shape: Shape, boxes: list[Box]) -> Image.Image:
    """Return a mask of what no land slot may touch: Railways, Towns, Cities, boxes (names, labels, Railway slots)."""
    blocked = Image.new("L", size, 0)
    draw = ImageDraw.Draw(blocked)
    for line in shape.railways.values():
        draw.line(line, fill=255, width=15, joint="curve")
    for x, y in shape.towns.values():
        draw.ellipse((x - 16, y - 16, x + 16, y + 16), fill=255)
    for city in shape.cities.values():
        reach = city.radius + 5
        (x, y) = city.center
        draw.ellipse((x - reach, y - reach, x + reach, y + reach), fill=255)
    for box in boxes:
        draw.rectangle((box[0] - 1, box[1] - 1, box[2], box[3]), fill=255)
    return blocked


def find_intervals(room: Room, size: int, y: int) -> list[tuple[int, int]]:
    """Return the runs of x at which a slot of this size, centred on row y, is free.

    They are cut so that slots of different runs never touch.
    """
    half = size // 2
    runs: list[tuple[int, int]] = []
    start: int | None = None
    top, bottom = y - half - room.top, y + half - room.top
    if top < 0 or bottom > room.height:
        return []
    # What is taken of the rows of the slot, up to each x: a slot is free if that is the same at both its sides.
    taken = [below - above for above, below in zip(room.sums[top], room.sums[bottom], strict=True)]
    for x, (before, behind) in enumerate(zip(taken, taken[2 * half :], strict=False), room.left + half):
        free = before == behind
        if free and start is None:
            start = x
        elif not free and start is not None:
            runs.append((start, x - 1))
            start = None
    if start is not None:
        runs.append((start, room.left + room.width - half))
    apart: list[tuple[int, int]] = []
    for low, high in runs:
        least = apart[-1][1] + size + GAP if apart else low
        if max(low, least) <= high:
            apart.append((max(low, least), high))
    return apart


Rows = list[tuple[int, list[tuple[int, int]]]]
"""Heights in rising order, each with the runs of x where a slot's centre may lie."""


class Grid:
    """Rows of free runs for one size of slot, at every second height, so that many layouts can be tried quickly."""

    def __init__(self, room: Room, size: int) -> None:
        self.size, self.pitch = size, size + GAP + (size + GAP) % 2
        half = size // 2
        heights = range(room.top + half, room.top + room.height - half, 2)
        self.first = heights[0]
        self.rows: Rows = [(y, find_intervals(room, size, y)) for y in heights]

    def clear(self, taken: list[Box]) -> Rows:
        """Return the rows without the runs in which a slot would touch a taken box."""
        return [(y, self._cut(y, runs, taken)) for y, runs in self.rows if runs]

    def _cut(self, y: int, runs: list[tuple[int, int]], taken: list[Box]) -> list[tuple[int, int]]:
        half = self.size // 2
        for box in taken:
            if box[1] - GAP >= y + half or box[3] + GAP <= y - half:
                continue
            low, high = box[0] - GAP - half, box[2] + GAP + half
            cut: list[tuple[int, int]] = []
            for a, b in runs:
                if a <= min(b, low):
                    cut.append((a, min(b, low)))
                if max(a, high) <= b:
                    cut.append((max(a, high), b))
            runs = cut
        return runs

    def count(self, rows: Rows) -> int:
        """Return the most slots that fit into the rows, over all heights at which the first row may begin."""
        return max(
            sum(
                (high - low) // self.pitch + 1
                for y, runs in rows
                if (y - self.first) % self.pitch == phase
                for low, high in runs
            )
            for phase in range(0, self.pitch, 6)
        )

    def place(self, count: int, anchor: Point, rows: Rows, step: int = 2) -> tuple[float, list[tuple[int, int]]]:
        """Place slots in rows around the anchor; return the spread (sum of squared distances) and the centres.

        When not all fit, the spread is infinite and the centres that do fit are returned.
        """
        best: tuple[float, list[tuple[int, int]]] = (math.inf, [])
        for phase in range(0, self.pitch, step):
            runs = [(y, low, high) for y, free in rows if (y - self.first) % self.pitch == phase for low, high in free]
            filled = [0] * len(runs)
            dearer = [self._spread(run, 1, anchor) for run in runs]
            total = 0.0
            for _ in range(count):
                open_runs = [(cost, index) for index, cost in enumerate(dearer) if cost < math.inf]
                if not open_runs:
                    total = math.inf
                    break
                more, index = min(open_runs)
                total += more
                filled[index] += 1
                run, held = runs[index], filled[index]
                full = (run[2] - run[1]) // self.pitch < held
                dearer[index] = (
                    math.inf if full else self._spread(run, held + 1, anchor) - self._spread(run, held, anchor)
                )
            if total < best[0] or best[0] == math.inf:
                spots = [spot for run, k in zip(runs, filled, strict=True) for spot in self._spots(run, k, anchor)]
                if total < best[0] or len(spots) > len(best[1]):
                    best = (total, spots)
        return best

    def _spots(self, run: tuple[int, int, int], count: int, anchor: Point) -> list[tuple[int, int]]:
        y, low, high = run
        width = (count - 1) * self.pitch
        start = min(max(round(anchor[0] - width / 2), low), high - width)
        return [(start + index * self.pitch, y) for index in range(count)]

    def _spread(self, run: tuple[int, int, int], count: int, anchor: Point) -> float:
        return math.fsum((x - anchor[0]) ** 2 + 1.3 * (y - anchor[1]) ** 2 for x, y in self._spots(run, count, anchor))


@dataclass
class Land:
    """The finished layout of a space: name box, two badges, and the slots for each number of kinds up to `KINDS`.

    A State has no badge for Control: only Cities and Provinces can have Raj Control (1.7.1).
    """

    name: Box
    level: tuple[int, int]
    control: tuple[int, int] | None
    slots: list[Slots]
    note: tuple[int, int] | None = None

    @property
    def taken(self) -> list[Box]:
        """Return the boxes of name, badges and note."""
        badges = [self.level] if self.control is None else [self.level, self.control]
        boxes = [self.name, *(around(badge, BADGE) for badge in badges)]
        return boxes if self.note is None else [*boxes, around_wide(self.note, NOTE)]


def around(center: tuple[int, int], size: int) -> Box:
    """Return the square of this size around a centre."""
    half = size // 2
    return (center[0] - half, center[1] - half, center[0] + half, center[1] + half)


def around_wide(center: tuple[int, int], size: tuple[int, int]) -> Box:
    """Return the box of this width and height around a centre."""
    x, y = center
    return (x - size[0] // 2, y - size[1] // 2, x + size[0] // 2, y + size[1] // 2)


def find_middle(room: Room) -> Point:
    """Return the centre of gravity of the free ground."""
    total = x_sum = y_sum = 0
    for y in range(0, room.height, 4):
        for x in range(0, room.width, 4):
            if room.is_free((room.left + x, room.top + y, room.left + x + 1, room.top + y + 1)):
                total += 1
                x_sum += x
                y_sum += y
    return (room.left + x_sum / total, room.top + y_sum / total)


def lay_out_land(room: Room, name_size: tuple[int, int], hint: Hint, is_state: bool) -> Land:
    """Find the best place for a space's name, badges and slots.

    A first look weighs how many large slots remain and how central the name is; the best 80 are then compared by how
    tight a group the first slots make. Raises `ValueError` when nothing holds all kinds at the small size.
    """
    grids = {size: Grid(room, size) for size in (LARGE, SMALL)}
    middle = find_middle(room)
    wanted = hint.get("near", (middle[0], middle[1] - 34))
    anchors = [
        (float(x), float(y))
        for y in range(room.top + 20, room.top + room.height - 19, 30)
        for x in range(room.left + 20, room.left + room.width - 19, 30)
        if room.is_free(around((x, y), LARGE))
    ]
    rough: list[tuple[float, int, Land]] = []
    for number, (name, level, control) in enumerate(_candidates(room, name_size, hint, is_state)):
        land = Land(name, level, control, [])
        if not all(room.is_free(box) for box in land.taken):
            continue
        land.note = _find_note(room, land)
        if land.note is None or grids[SMALL].count(grids[SMALL].clear(land.taken)) < KINDS:
            continue
        capacity = grids[LARGE].count(grids[LARGE].clear(land.taken))
        rough.append((_center_cost(land, wanted) - 45 * min(capacity, 7), number, land))
    if not rough:
        raise ValueError("no layout holds every kind of piece")
    best: tuple[float, int, Land, Point] | None = None
    for cost, number, land in sorted(rough, key=lambda item: item[:2])[:80]:
        tightness, anchor = _best_anchor(land, grids, anchors)
        if best is None or cost + 2.0 * tightness < best[0]:
            best = (cost + 2.0 * tightness, number, land, anchor)
    if best is None:
        raise ValueError("no layout holds every kind of piece")
    fill_slots(best[2], make_grids(room), best[3], hint.get("last", []))
    return best[2]


def make_grids(room: Room) -> dict[int, Grid]:
    """Make the grid of every size of slot, the largest first."""
    return {size: Grid(room, size) for size in SIZES}


def _center_cost(land: Land, wanted: Point) -> float:
    return math.dist(((land.name[0] + land.name[2]) / 2, (land.name[1] + land.name[3]) / 2), wanted)


def _best_anchor(land: Land, grids: dict[int, Grid], anchors: list[Point]) -> tuple[float, Point]:
    """Return the cost and the point around which the first slots make the tightest group near the name.

    The cost, in pixels, is less the tighter and nearer the group is.
    """
    name = ((land.name[0] + land.name[2]) / 2, (land.name[1] + land.name[3]) / 2)
    rows = grids[LARGE].clear(land.taken)
    few = min(6, grids[LARGE].count(rows))

    def cost(anchor: Point) -> float:
        spread = grids[LARGE].place(few, anchor, rows, 10)[0] / max(few, 1)
        return math.sqrt(spread) + 0.45 * math.dist(anchor, name)

    return min((cost(anchor), anchor) for anchor in anchors)


def _find_note(room: Room, land: Land) -> tuple[int, int] | None:
    """Return a free spot for a step's number beside the name or the badges, or None."""
    boxes = land.taken
    half, tall = NOTE[0] // 2 + 1, NOTE[1] // 2 + 1
    spots = []
    for left, top, right, bottom in boxes:
        middle_x, middle_y = (left + right) // 2, (top + bottom) // 2
        spots += [(left - half - 1, middle_y), (right + half + 1, middle_y)]
        spots += [(left - half - 1, top + tall), (right + half + 1, top + tall)]
        spots += [(middle_x, top - tall), (middle_x, bottom + tall)]
    for spot in spots:
        box = around_wide(spot, NOTE)
        if room.is_free(box) and not any(overlap(box, other) for other in boxes):
            return spot
    return None


def overlap(a: Box, b: Box) -> bool:
    """Return whether two boxes share any pixel."""
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def fill_slots(land: Land, grids: dict[int, Grid], anchor: Point, last: list[Box]) -> None:
    """Set the slots for each number of kinds, as large as fit; slots touch the ``last`` boxes only if needed.

    Raises `ValueError` when not all fit at the small size.
    """
    free = {size: grid.clear(land.taken) for size, grid in grids.items()}
    better = {size: grid.clear([*land.taken, *last]) for size, grid in grids.items()}
    for count in range(1, KINDS + 1):
        for size, grid in grids.items():
            spread, spots = grid.place(count, anchor, better[size])
            if spread == math.inf:
                spread, spots = grid.place(count, anchor, free[size])
            if spread < math.inf:
                land.slots.append((size, spots))
                break
        else:
            raise ValueError(f"no room for {count} slots of {SMALL} pixels")


def _candidates(
    room: Room, name_size: tuple[int, int], hint: Hint, is_state: bool
) -> list[tuple[Box, tuple[int, int], tuple[int, int] | None]]:
    width, height = name_size
    ways = (
        [str(hint["badges"])]
        if "badges" in hint
        else ["below", "split", "above", "right", "left", "stack_right", "stack_left"]
    )
    places: list[tuple[int, int]]
    if "at" in hint:
        places = [hint["at"]]
    else:
        places = [
            (x, y)
            for y in range(room.top + height // 2, room.top + room.height - height // 2, 6)
            for x in range(room.left + width // 2, room.left + room.width - width // 2, 6)
        ]
    half, b = BADGE // 2 + 2, BADGE // 2
    found: list[tuple[Box, tuple[int, int], tuple[int, int] | None]] = []
    for x, y in places:
        box = (x - width // 2, y - height // 2, x + (width + 1) // 2, y + (height + 1) // 2)
        if not room.is_free(box):
            continue
        if is_state:
            alone = {
                "below": (x, box[3] + b + 1),
                "above": (x, box[1] - b - 1),
                "right": (box[2] + b + 3, y),
                "left": (box[0] - b - 3, y),
            }
            found += [(box, spot, None) for way, spot in alone.items() if way in ways]
            continue
        for way in ways:
            if way == "below":
                pair = ((x - half, box[3] + b + 1), (x + half, box[3] + b + 1))
            elif way == "above":
                pair = ((x - half, box[1] - b - 1), (x + half, box[1] - b - 1))
            elif way == "split":
                pair = ((box[0] - b - 3, y), (box[2] + b + 3, y))
            elif way == "right":
                pair = ((box[2] + b + 3, y), (box[2] + b + 3 + 2 * half, y))
            elif way == "stack_right":
                pair = ((box[2] + b + 3, y - half), (box[2] + b + 3, y + half))
            elif way == "stack_left":
                pair = ((box[0] - b - 3, y - half), (box[0] - b - 3, y + half))
            else:
                pair = ((box[0] - b - 3 - 2 * half, y), (box[0] - b - 3, y))
            found.append((box, pair[0], pair[1]))
    return found
