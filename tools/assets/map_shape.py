"""The shape of Gandhi's board: borders from the prototype, redrawn by hand where they were rough, stretched for room.

Everything works on the arcs of the topology, so a border moves for both its sides at once and no gap can open.
Lengths are pixels of the reference board, 1600 wide. `tools.assets.map` writes the result.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

Point = tuple[float, float]
Line = list[Point]
Ring = list[int]


@dataclass
class Area:
    """A space of the board, or a piece of land around it: rings of signed arc numbers (``~n`` runs backwards)."""

    name: str
    kind: str
    polygons: list[list[Ring]]


@dataclass
class City:
    """A City's disc."""

    name: str
    center: Point
    radius: float


@dataclass
class Shape:
    """The arcs, with the areas, Cities, Towns and Railways made of them."""

    arcs: list[Line]
    areas: dict[str, Area]
    context: list[Area]
    cities: dict[str, City]
    towns: dict[str, Point]
    railways: dict[str, Line] = field(default_factory=dict)

    def ring(self, ring: Ring) -> Line:
        """Return the closed outline of a ring, without the repeated last point."""
        outline: Line = []
        for number in ring:
            arc = self.arcs[number] if number >= 0 else self.arcs[~number][::-1]
            outline.extend(arc[1:] if outline else arc)
        if len(outline) > 1 and outline[0] == outline[-1]:
            outline.pop()
        return outline

    def map_points(self, change: Any) -> None:
        """Move every point of the shape by a function of the point."""
        self.arcs = [[change(point) for point in arc] for arc in self.arcs]
        self.railways = {name: [change(point) for point in line] for name, line in self.railways.items()}
        self.towns = {name: change(point) for name, point in self.towns.items()}
        for city in self.cities.values():
            city.center = change(city.center)


def read_topology(path: Path) -> Shape:
    """Read the prototype: areas, surroundings, Cities, Towns and Railways, in its own pixels."""
    data = json.loads(path.read_text(encoding="utf-8"))
    objects = data["objects"]
    arcs: list[Line] = [[(float(x), float(y)) for x, y in arc] for arc in data["arcs"]]
    areas: dict[str, Area] = {}
    cities: dict[str, City] = {}
    for geometry in objects["areas"]["geometries"]:
        details = geometry["properties"]
        areas[details["name"]] = Area(details["name"], details["kind"], _polygons(geometry))
        if details["kind"] == "city":
            x, y = details["center"]
            cities[details["name"]] = City(details["name"], (float(x), float(y)), float(details["radius"]))
    context = [Area("", "context", _polygons(geometry)) for geometry in objects["context"]["geometries"]]
    towns = {
        geometry["id"]: (float(geometry["coordinates"][0]), float(geometry["coordinates"][1]))
        for geometry in objects["town_spaces"]["geometries"]
    }
    shape = Shape(arcs, areas, context, cities, towns)
    for geometry in objects["railways"]["geometries"]:
        line: Line = []
        for number in geometry["arcs"]:
            arc = arcs[number] if number >= 0 else arcs[~number][::-1]
            line.extend(arc[1:] if line else arc)
        shape.railways[geometry["id"]] = line
    return shape


def _polygons(geometry: dict[str, Any]) -> list[list[Ring]]:
    if geometry["type"] == "Polygon":
        return [geometry["arcs"]]
    return list(geometry["arcs"])


def smooth_through(points: Line, step: float = 6.0) -> Line:
    """Return a Catmull-Rom curve through the points, with a vertex about every ``step`` pixels."""
    if len(points) < 3:
        return list(points)
    ends = [points[0], *points, points[-1]]
    curve: Line = [points[0]]
    for index in range(len(points) - 1):
        before, start, end, after = ends[index : index + 4]
        pieces = max(1, round(math.dist(start, end) / step))
        for piece in range(1, pieces + 1):
            t = piece / pieces
            curve.append(
                (
                    _catmull_rom(before[0], start[0], end[0], after[0], t),
                    _catmull_rom(before[1], start[1], end[1], after[1], t),
                )
            )
    return curve


def _catmull_rom(p0: float, p1: float, p2: float, p3: float, t: float) -> float:
    return 0.5 * (2 * p1 + (p2 - p0) * t + (2 * p0 - 5 * p1 + 4 * p2 - p3) * t * t + (3 * p1 - p0 - 3 * p2 + p3) * t**3)


def resample(line: Line, step: float) -> Line:
    """Return the line with vertices at equal distances of about ``step``; the ends stay."""
    total = math.fsum(math.dist(a, b) for a, b in pairwise(line))
    pieces = max(1, round(total / step))
    result: Line = [line[0]]
    wanted, walked = total / pieces, 0.0
    target = wanted
    for a, b in pairwise(line):
        length = math.dist(a, b)
        while length > 0 and walked + length >= target - 1e-9 and len(result) < pieces:
            t = (target - walked) / length
            result.append((a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t))
            target += wanted
        walked += length
    result.append(line[-1])
    return result


def soften(line: Line, sigma: float, step: float = 3.0) -> Line:
    """Return the line blurred along its length by ``sigma`` pixels, ends fixed: wiggles shorter than that vanish."""
    points = resample(line, step)
    if len(points) < 4:
        return line
    reach = round(3 * sigma / step)
    weights = [math.exp(-(((offset * step) / sigma) ** 2) / 2) for offset in range(-reach, reach + 1)]
    last = len(points) - 1

    def at(index: int) -> Point:
        # Beyond an end the line continues as its own reflection through that end, so the end itself does not move.
        if index < 0:
            mirror, pivot = points[min(-index, last)], points[0]
        elif index > last:
            mirror, pivot = points[max(2 * last - index, 0)], points[last]
        else:
            return points[index]
        return (2 * pivot[0] - mirror[0], 2 * pivot[1] - mirror[1])

    result: Line = [line[0]]
    total = math.fsum(weights)
    for index in range(1, last):
        near = [at(index + offset) for offset in range(-reach, reach + 1)]
        x = math.fsum(weight * point[0] for weight, point in zip(weights, near, strict=True)) / total
        y = math.fsum(weight * point[1] for weight, point in zip(weights, near, strict=True)) / total
        result.append((x, y))
    result.append(line[-1])
    return result


def apply_edits(shape: Shape, edits: dict[str, Any]) -> None:
    """Redraw what is rough, in the prototype's pixels: nodes moved, arcs replaced or softened, Railways redrawn.

    Raises `ValueError` when a node to move is no end of any arc.
    """
    for old, new in edits["move_nodes"]:
        _move_node(shape, tuple(old), tuple(new))
    for name, point in edits["towns"].items():
        shape.towns[name] = (float(point[0]), float(point[1]))
    for number, middle in edits["redraw_arcs"].items():
        arc = shape.arcs[int(number)]
        points = [arc[0], *((float(x), float(y)) for x, y in middle), arc[-1]]
        shape.arcs[int(number)] = smooth_through(points)
    for number, sigma in edits["soften_arcs"].items():
        shape.arcs[int(number)] = soften(shape.arcs[int(number)], float(sigma))
    redrawn = {int(number) for number in (*edits["redraw_arcs"], *edits["soften_arcs"])}
    rounded = {n if n >= 0 else ~n for city in shape.cities for ring in shape.areas[city].polygons[0] for n in ring}
    for number, arc in enumerate(shape.arcs):
        if number not in redrawn and number not in rounded and len(arc) > 5:
            shape.arcs[number] = soften(arc, float(edits["soften_all"]))
    for name, parts in edits["railways"].items():
        shape.railways[name] = _lay_railway(shape, parts)


def _move_node(shape: Shape, old: Point, new: Point) -> None:
    moved = 0
    for arc in shape.arcs:
        for index in (0, -1):
            if math.dist(arc[index], old) < 1.0:
                arc[index] = new
                moved += 1
    if not moved:
        raise ValueError(f"no arc of the map ends at {old}")


def _lay_railway(shape: Shape, parts: list[Any]) -> Line:
    """Join a Railway from its parts: an arc number, a City's or Town's name, or a free point; then round the joints."""
    line: Line = []
    for part in parts:
        if isinstance(part, str) and part.lstrip("~").isdigit():
            arc = shape.arcs[int(part.lstrip("~"))]
            line.extend(arc[::-1] if part.startswith("~") else arc)
        elif isinstance(part, str):
            line.append(shape.towns[part] if part in shape.towns else shape.cities[part].center)
        else:
            line.append((float(part[0]), float(part[1])))
    return soften(smooth_through(_thin(line, 14.0), 3.0), 8.0)


def _thin(line: Line, gap: float) -> Line:
    """Drop points that lie closer than ``gap`` to the one kept before; the ends stay."""
    kept: Line = [line[0]]
    for point in line[1:-1]:
        if math.dist(point, kept[-1]) >= gap:
            kept.append(point)
    if math.dist(kept[-1], line[-1]) < gap / 2 and len(kept) > 1:
        kept.pop()
    kept.append(line[-1])
    return kept


def stretch(shape: Shape, edits: dict[str, Any]) -> None:
    """Stretch the whole shape to give small spaces room: x and y each by a monotone curve through knots, then pushes.

    A push (x, y, radius, right, down) moves the land around a point, and less the farther away. It cannot fold the
    map while it moves by less than its radius.
    """

    def change(point: Point) -> Point:
        x, y = _monotone(edits["stretch_x"], point[0]), _monotone(edits["stretch_y"], point[1])
        for cx, cy, radius, right, down in edits["pushes"]:
            share = math.exp(-((x - cx) ** 2 + (y - cy) ** 2) / radius**2)
            x, y = x + right * share, y + down * share
        return (x, y)

    shape.map_points(change)


def _monotone(knots: list[list[float]], value: float) -> float:
    """Interpolate through rising knots with a monotone cubic (Fritsch-Carlson), straight on beyond the ends."""
    slopes = [(b[1] - a[1]) / (b[0] - a[0]) for a, b in pairwise(knots)]
    if value <= knots[0][0]:
        return knots[0][1] + (value - knots[0][0]) * slopes[0]
    if value >= knots[-1][0]:
        return knots[-1][1] + (value - knots[-1][0]) * slopes[-1]
    tangents = [slopes[0], *(2 * a * b / (a + b) for a, b in pairwise(slopes)), slopes[-1]]
    index = max(i for i in range(len(knots) - 1) if knots[i][0] <= value)
    (x0, y0), (x1, y1) = knots[index], knots[index + 1]
    h = x1 - x0
    t = (value - x0) / h
    return (
        y0 * (2 * t**3 - 3 * t**2 + 1)
        + h * tangents[index] * (t**3 - 2 * t**2 + t)
        + y1 * (3 * t**2 - 2 * t**3)
        + h * tangents[index + 1] * (t**3 - t**2)
    )


def set_city_discs(shape: Shape, cities: dict[str, Any]) -> None:
    """Make every City a true disc again after the stretching, at its set centre and radius.

    The disc's own arcs are laid on the circle; other arcs keep only what lies outside it. A City keeps its neighbours
    because their shared arcs stay shared.
    """
    for name, wanted in cities.items():
        city = shape.cities[name]
        shift = wanted.get("shift", [0, 0])
        city.center = (city.center[0] + shift[0], city.center[1] + shift[1])
        city.radius = float(wanted["radius"])
        own = {n if n >= 0 else ~n for ring in shape.areas[name].polygons[0] for n in ring}
        nodes = {end for number in own for end in (shape.arcs[number][0], shape.arcs[number][-1])}
        for number, arc in enumerate(shape.arcs):
            if number in own:
                shape.arcs[number] = [_onto_circle(point, city) for point in arc]
                continue
            first = _onto_circle(arc[0], city) if arc[0] in nodes else arc[0]
            last = _onto_circle(arc[-1], city) if arc[-1] in nodes else arc[-1]
            inner = [point for point in arc[1:-1] if math.dist(point, city.center) > city.radius + 1]
            shape.arcs[number] = [first, *inner, last]


def _onto_circle(point: Point, city: City) -> Point:
    distance = math.dist(point, city.center) or 1.0
    grow = city.radius / distance
    return (
        city.center[0] + (point[0] - city.center[0]) * grow,
        city.center[1] + (point[1] - city.center[1]) * grow,
    )
