"""Finds places on its line for a Railway's Econ plate, pieces and markers, clear of Towns, Cities, other Railways."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise

from tools.assets.map_layout import NOTE, Box, Slots, around, around_wide, overlap
from tools.assets.map_shape import Line, Point

RAIL_LARGE, RAIL_SMALL = 30, 22
RAIL_KINDS = 9
"""How many kinds can be on a Railway: Strike, Protest and every kind of piece except Bases (1.3.6, 1.10)."""
PLATE = (34, 26)


def lay_out_railway(
    line: Line,
    clear_of: list[tuple[Point, float]],
    avoid: list[Box],
    plate_at: float,
    offsets: tuple[float, ...],
) -> tuple[tuple[int, int], list[Slots]]:
    """Return the place of a Railway's Econ plate, and its slots for each number of kinds up to `RAIL_KINDS`.

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
    """Yield the points of the path in this order, each at every offset in pixels to the right of the line."""
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
