"""Where names, badges and pieces stand on the board: a search for free room, done once, with the result committed.

Every slot is a square that lies wholly inside its space, clear of the name, the badges, Railways, Towns and Cities.
Lengths are board pixels; a slot's place is its centre.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import TypedDict

from PIL import Image, ImageDraw

from tools.build_map_shape import Line, Point, Shape

LARGE, SMALL = 40, 28
"""Sizes of a slot: the usual one, and the one for a crowded space."""
GAP = 2
BADGE = 38
NOTE = (34, 28)
"""Width and height of the spot where the numbers of a turn's steps stand."""
KINDS = 12
"""What a land space or City may hold besides level and Control: nine kinds of pieces, Protest, Unrest, Muslim State."""
RAIL_LARGE, RAIL_SMALL = 30, 22
RAIL_KINDS = 9
"""What a Railway may hold: Strike, Protest and every kind of piece but Bases (1.3.6, 1.10)."""
PLATE = (34, 26)

Box = tuple[int, int, int, int]
Slots = tuple[int, list[tuple[int, int]]]


class Hint(TypedDict, total=False):
    """What a person decided about a space's layout: where its name stands (exactly or about), the badges' side,
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
        """Tell whether the rectangle (left, top, right, bottom; board pixels, right and bottom excluded) is free."""
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
    """Draw what no land slot may touch: Railways, Towns, Cities, and boxes (names, labels, the Railways' own slots)."""
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


def find_intervals(room: Room, size: int, y: int, taken: list[Box]) -> list[tuple[int, int]]:
    """Return the runs of x at which a slot of this size, centred on row y, is free and clear of the taken boxes."""
    half = size // 2
    runs: list[tuple[int, int]] = []
    start: int | None = None
    near = [box for box in taken if box[1] - GAP < y + half and box[3] + GAP > y - half]
    for x in range(room.left + half, room.left + room.width - half + 1):
        free = room.is_free((x - half, y - half, x + half, y + half)) and not any(
            box[0] - GAP < x + half and box[2] + GAP > x - half for box in near
        )
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


class Grid:
    """Rows of free runs for one size of slot, at every second height, so that many layouts can be tried quickly."""

    def __init__(self, room: Room, size: int) -> None:
        self.room, self.size, self.pitch = room, size, size + GAP + (size + GAP) % 2
        half = size // 2
        self.rows = {
            y: find_intervals(room, size, y, []) for y in range(room.top + half, room.top + room.height - half, 2)
        }

    def _clear(self, y: int, taken: list[Box]) -> list[tuple[int, int]]:
        half = self.size // 2
        runs = self.rows[y]
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

    def count(self, taken: list[Box]) -> int:
        """Return how many slots fit at most, over all heights of the first row."""
        heights = sorted(self.rows)
        return max(
            sum(
                (high - low) // self.pitch + 1
                for y in heights
                if (y - heights[0]) % self.pitch == phase
                for low, high in self._clear(y, taken)
            )
            for phase in range(0, self.pitch, 6)
        )

    def place(self, count: int, anchor: Point, taken: list[Box], step: int = 2) -> tuple[float, list[tuple[int, int]]]:
        """Place slots in rows around the anchor; return the spread (sum of squared distances) and the centres.

        When not all fit, the spread is infinite and as many centres as fit are returned.
        """
        best: tuple[float, list[tuple[int, int]]] = (math.inf, [])
        heights = sorted(self.rows)
        for phase in range(0, self.pitch, step):
            runs = [
                (y, low, high)
                for y in heights
                if (y - heights[0]) % self.pitch == phase
                for low, high in self._clear(y, taken)
            ]
            filled = [0] * len(runs)
            total = 0.0
            for _ in range(count):
                choices = [
                    (self._spread(run, k + 1, anchor) - self._spread(run, k, anchor), index)
                    for index, (run, k) in enumerate(zip(runs, filled, strict=True))
                    if (run[2] - run[1]) // self.pitch >= k
                ]
                if not choices:
                    total = math.inf
                    break
                more, index = min(choices)
                total += more
                filled[index] += 1
            spots = [spot for run, k in zip(runs, filled, strict=True) for spot in self._spots(run, k, anchor)]
            if total < best[0] or (best[0] == math.inf and len(spots) > len(best[1])):
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
    """The finished layout of a space: name box, the two badges, and for 1 to `KINDS` things their slots.

    A State has no badge for Control: Raj Control is a matter of Cities and Provinces (1.7.1).
    """

    name: Box
    level: tuple[int, int]
    control: tuple[int, int] | None
    slots: list[Slots]
    note: tuple[int, int] | None = None

    @property
    def taken(self) -> list[Box]:
        """The boxes of name and badges."""
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

    A first look weighs how many large slots remain and how central the name stands; the best dozen are then compared
    by how tight a group the first slots make. Raises `ValueError` when nothing holds all kinds at the small size.
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
        if land.note is None or grids[SMALL].count(land.taken) < KINDS:
            continue
        capacity = grids[LARGE].count(land.taken)
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
    fill_slots(best[2], grids, best[3], hint.get("last", []))
    return best[2]


def _center_cost(land: Land, wanted: Point) -> float:
    return math.dist(((land.name[0] + land.name[2]) / 2, (land.name[1] + land.name[3]) / 2), wanted)


def _best_anchor(land: Land, grids: dict[int, Grid], anchors: list[Point]) -> tuple[float, Point]:
    """Return the point around which the first slots make the tightest group near the name, and how tight (pixels)."""
    name = ((land.name[0] + land.name[2]) / 2, (land.name[1] + land.name[3]) / 2)
    few = min(6, grids[LARGE].count(land.taken))

    def cost(anchor: Point) -> float:
        spread = grids[LARGE].place(few, anchor, land.taken, 10)[0] / max(few, 1)
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
    """Tell whether two boxes share any pixel."""
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def find_rail_note(
    plate: tuple[int, int], layouts: list[Slots], lines: list[Line], boxes: list[Box]
) -> tuple[int, int]:
    """Return the spot for a step's number beside a Railway's plate: the nearest that touches nothing.

    Raises `ValueError` when there is none within reach.
    """
    busy = [*boxes, _plate_box(plate), *(around(spot, size) for size, spots in layouts for spot in spots)]
    for reach in range(26, 90, 2):
        for turn in range(24):
            angle = math.pi / 2 + turn * math.pi / 12
            spot = (round(plate[0] + reach * math.cos(angle)), round(plate[1] + reach * math.sin(angle)))
            box = around_wide(spot, NOTE)
            near_line = any(_is_near(spot, point) for line in lines for point in line)
            if not near_line and not any(overlap(box, other) for other in busy):
                return spot
    raise ValueError("no room for the number of a step")


def _is_near(spot: Point, point: Point) -> bool:
    return abs(spot[0] - point[0]) < NOTE[0] / 2 + 5 and abs(spot[1] - point[1]) < NOTE[1] / 2 + 5


def _plate_box(plate: tuple[int, int]) -> Box:
    return (plate[0] - PLATE[0] // 2, plate[1] - PLATE[1] // 2, plate[0] + PLATE[0] // 2, plate[1] + PLATE[1] // 2)


def fill_slots(land: Land, grids: dict[int, Grid], anchor: Point, last: list[Box]) -> None:
    """Set the slots for every number of things: large ones as long as all fit, and the ``last`` boxes only in need."""
    large = len(grids[LARGE].place(KINDS, anchor, land.taken)[1])
    for count in range(1, KINDS + 1):
        size = LARGE if count <= large else SMALL
        spread, spots = grids[size].place(count, anchor, [*land.taken, *last])
        if spread == math.inf:
            spread, spots = grids[size].place(count, anchor, land.taken)
        if spread == math.inf:
            raise ValueError(f"no room for {count} slots of {size} pixels")
        land.slots.append((size, spots))


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


def lay_out_railway(
    line: Line,
    clear_of: list[tuple[Point, float]],
    avoid: list[Box],
    plate_at: float,
    offsets: tuple[float, ...],
) -> tuple[tuple[int, int], list[Slots]]:
    """Return the place of a Railway's Econ plate and, for 1 to `RAIL_KINDS` things, their slots along the line.

    ``clear_of`` are discs and ``avoid`` boxes to stay out of, ``plate_at`` the plate's place as a share of the free
    length. Small slots stand in several rows, ``offsets`` pixels to the right of the line. Raises `ValueError` when
    not all fit.
    """
    path = walk(line, 1.0)
    free = [
        index
        for index, point in enumerate(path)
        if all(math.dist(point, center) > radius + RAIL_SMALL * 0.6 for center, radius in clear_of)
    ]
    plate_index = free[round(plate_at * (len(free) - 1))]
    plate = (round(path[plate_index][0]), round(path[plate_index][1]))
    busy = [*avoid, around_wide(plate, (PLATE[0] + 2, PLATE[1] + 2))]
    layouts: list[Slots] = []
    for count in range(1, RAIL_KINDS + 1):
        for size, rows in ((RAIL_LARGE, (0.0,)), (RAIL_SMALL, offsets)):
            points = _beside(path, sorted(free, key=lambda index: (abs(index - plate_index), index)), rows)
            spots = _fill(points, size, count, clear_of, busy)
            if len(spots) == count:
                layouts.append((size, spots))
                break
        else:
            raise ValueError(f"no room for {count} slots on the Railway")
    return plate, layouts


def _beside(path: Line, order: list[int], offsets: tuple[float, ...]) -> Iterator[tuple[int, int]]:
    """Give the points of the path in an order, each at every offset to the right of the line."""
    for index in order:
        before, after = path[max(index - 4, 0)], path[min(index + 4, len(path) - 1)]
        length = math.dist(before, after)
        normal = ((before[1] - after[1]) / length, (after[0] - before[0]) / length)
        for offset in offsets:
            yield (round(path[index][0] + normal[0] * offset), round(path[index][1] + normal[1] * offset))


def _fill(
    points: Iterator[tuple[int, int]], size: int, count: int, clear_of: list[tuple[Point, float]], busy: list[Box]
) -> list[tuple[int, int]]:
    """Take the first points at which slots of a size touch nothing; fewer than asked when they run out."""
    spots: list[tuple[int, int]] = []
    for x, y in points:
        box = around((x, y), size)
        if any(overlap(box, other) for other in busy) or any(_touches((x, y), size, disc) for disc in clear_of):
            continue
        if all(max(abs(x - a), abs(y - b)) >= size + 2 for a, b in spots):
            spots.append((x, y))
            if len(spots) == count:
                break
    return spots


def _touches(center: tuple[int, int], size: int, disc: tuple[Point, float]) -> bool:
    half = size / 2
    dx = max(abs(center[0] - disc[0][0]) - half, 0)
    dy = max(abs(center[1] - disc[0][1]) - half, 0)
    return math.hypot(dx, dy) < disc[1] + 1


def walk(line: Line, step: float) -> Line:
    points: Line = [line[0]]
    for a, b in pairwise(line):
        pieces = max(1, math.ceil(math.dist(a, b) / step))
        points.extend(
            (a[0] + (b[0] - a[0]) * k / pieces, a[1] + (b[1] - a[1]) * k / pieces) for k in range(1, pieces + 1)
        )
    return points
