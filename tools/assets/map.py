"""Build the board's drawing data, ``render/gandhi/data/board.json``, from the prototype topology and the hand edits.

Usage: ``python -m tools.assets.map tools/assets/data/prototype.topo.json``. Pillow is all it needs; the same input
gives the same bytes. For the origin of the prototype see ``docs/map.md``.
"""

from __future__ import annotations

import argparse
import json
import math
from itertools import pairwise
from pathlib import Path
from typing import Any

from PIL import Image, ImageFont

from tools.assets.map_layout import (
    BADGE,
    KINDS,
    LARGE,
    NOTE,
    SMALL,
    Box,
    Land,
    Slots,
    around,
    around_wide,
    block_out,
    fill_slots,
    lay_out_land,
    make_grids,
    make_room,
)
from tools.assets.map_rails import PLATE, find_rail_note, lay_out_railway, walk
from tools.assets.map_shape import Line, Point, Shape, apply_edits, read_topology, set_city_discs, stretch

ROOT = Path(__file__).resolve().parent.parent.parent
NAME_FONT = ROOT / "render" / "fonts" / "source-serif-4-latin-700-normal.woff"
TOWN_FONT = ROOT / "render" / "fonts" / "source-serif-4-latin-600-normal.woff"
NAME_SIZE, NAME_LINE = 29, 30
TOWN_SIZE = 19
PLATE_MARGIN = 7
"""Room left and right of a City's name on its plate."""


def main() -> None:
    """Read the topology named on the command line and write the board file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("topology", type=Path)
    parser.add_argument("--edits", type=Path, default=ROOT / "tools" / "assets" / "data" / "map_edits.json")
    parser.add_argument("-o", "--output", type=Path, default=ROOT / "render" / "gandhi" / "data" / "board.json")
    options = parser.parse_args()
    edits = json.loads(options.edits.read_text(encoding="utf-8"))
    board = build(options.topology, edits)
    text = json.dumps(board, ensure_ascii=False, separators=(",", ":")).replace('},"', '},\n"')
    options.output.write_text(text + "\n", encoding="utf-8")
    print(f"{options.output}: {len(text):,} characters")


def build(topology: Path, edits: dict[str, Any]) -> dict[str, Any]:
    """Return the board as plain data."""
    shape = read_topology(topology)
    apply_edits(shape, edits)
    stretch(shape, edits)
    set_city_discs(shape, edits["cities"])
    _cut_railways(shape)
    width, height = edits["size"]
    town_boxes = {name: _town_label(shape, name, edits) for name in shape.towns}
    city_parts = {name: _city_parts(shape, name, edits["cities"][name]) for name in shape.cities}
    boxes = [*town_boxes.values(), *(_inflate(box, 5) for parts in city_parts.values() for box in parts.taken)]
    rails = _lay_out_rails(shape, edits, list(town_boxes.values()))
    notes: dict[str, tuple[int, int]] = {}
    for key, (plate, layouts) in rails.items():
        lines = [walk(line, 4.0) for line in shape.railways.values()]
        notes[key] = find_rail_note(plate, layouts, lines, boxes)
        boxes.append(around_wide(notes[key], NOTE))
    for plate, layouts in rails.values():
        boxes.append(
            (plate[0] - PLATE[0] // 2, plate[1] - PLATE[1] // 2, plate[0] + PLATE[0] // 2, plate[1] + PLATE[1] // 2)
        )
        boxes += [around(spot, size) for size, spots in layouts for spot in spots]
    blocked = block_out((width, height), shape, boxes)
    lands: dict[str, Land] = {}
    failed: list[str] = []
    for name, area in shape.areas.items():
        if area.kind == "city":
            lands[name] = city_parts[name]
            _fill_city(shape, lands[name], name)
            continue
        room = make_room([shape.ring(polygon[0]) for polygon in area.polygons], 6, blocked)
        hint = edits["layout"].get(name, {})
        try:
            lands[name] = lay_out_land(room, _name_size(edits["names"].get(name, [name])), hint, area.kind == "state")
        except ValueError as error:
            failed.append(f"{name}: {error}")
            continue
        large = sum(size == LARGE for size, _ in lands[name].slots)
        print(f"{name}: {large} large, {KINDS - large} small")
    if failed:
        raise ValueError("; ".join(failed))
    return {
        "size": [width, height],
        "sizes": {
            "large": LARGE,
            "small": SMALL,
            "badge": BADGE,
            "note": NOTE,
            "name": NAME_SIZE,
            "line": NAME_LINE,
            "town": TOWN_SIZE,
            "plate": PLATE,
        },
        "arcs": [_pack(arc) for arc in shape.arcs],
        "spaces": {_id(name): _space(shape, name, lands[name], edits) for name in shape.areas},
        "railways": {
            _rail_id(key, edits): _railway(shape, key, edits, rails[key], notes[key]) for key in edits["rails"]
        },
        "towns": {
            _id(name): {"name": name, "at": _round(at), "label": list(town_boxes[name])}
            for name, at in shape.towns.items()
        },
        "context": [area.polygons for area in shape.context],
    }


def _inflate(box: Box, by: int) -> Box:
    return (box[0] - by, box[1] - by, box[2] + by, box[3] + by)


def _cut_railways(shape: Shape) -> None:
    """Cut every Railway off at the rim of its Cities: the rest is its free length."""
    for name, line in shape.railways.items():
        kept = [
            point
            for point in line
            if all(
                (point[0] - c.center[0]) ** 2 + (point[1] - c.center[1]) ** 2 >= (c.radius - 2) ** 2
                for c in shape.cities.values()
            )
        ]
        shape.railways[name] = kept


def _space(shape: Shape, name: str, land: Land, edits: dict[str, Any]) -> dict[str, Any]:
    area = shape.areas[name]
    facts = edits["facts"][name]
    data: dict[str, Any] = {
        "name": name,
        "lines": edits["names"].get(name, [name]),
        "kind": area.kind,
        "population": facts["population"],
        "muslim": facts["muslim"],
        "rings": [polygon[0] for polygon in area.polygons],
        "name_box": list(land.name),
        "level": list(land.level),
        "control": None if land.control is None else list(land.control),
        "note": list(land.note or land.level),
        "slots": [_pack_slots(slots) for slots in land.slots],
    }
    if area.kind == "city":
        city = shape.cities[name]
        data["center"], data["radius"] = _round(city.center), round(city.radius)
    return data


def _lay_out_rails(
    shape: Shape, edits: dict[str, Any], labels: list[Box]
) -> dict[str, tuple[tuple[int, int], list[Slots]]]:
    """Lay out all Railways, each clear of the labels of Towns and of those before it."""
    discs: list[tuple[Point, float]] = [(city.center, city.radius) for city in shape.cities.values()]
    discs += [(town, 12.0) for town in shape.towns.values()]
    avoid = list(labels)
    rails: dict[str, tuple[tuple[int, int], list[Slots]]] = {}
    for key, facts in edits["rails"].items():
        rows = tuple(facts.get("rows", [0.0]))
        try:
            plate, slots = lay_out_railway(shape.railways[key], discs, avoid, facts.get("plate", 0.5), rows)
        except ValueError as error:
            raise ValueError(f"{facts['name']}: {error}") from error
        rails[key] = (plate, slots)
        avoid.append(around_wide(plate, PLATE))
        avoid += [around(spot, size) for size, spots in slots for spot in spots]
    return rails


def _railway(
    shape: Shape,
    key: str,
    edits: dict[str, Any],
    layout: tuple[tuple[int, int], list[Slots]],
    note: tuple[int, int],
) -> dict[str, Any]:
    plate, slots = layout
    return {
        "name": edits["rails"][key]["name"],
        "econ": edits["rails"][key]["econ"],
        "line": _pack(shape.railways[key]),
        "plate": list(plate),
        "note": list(note),
        "slots": [_pack_slots(item) for item in slots],
    }


def _name_size(lines: list[str]) -> tuple[int, int]:
    font = ImageFont.truetype(str(NAME_FONT), NAME_SIZE)
    width = max(round(font.getlength(line)) for line in lines)
    return (width + 4, NAME_LINE * len(lines))


def _town_label(shape: Shape, name: str, edits: dict[str, Any]) -> Box:
    font = ImageFont.truetype(str(TOWN_FONT), TOWN_SIZE)
    width, height = round(font.getlength(name)) + 4, TOWN_SIZE + 4
    x, y = shape.towns[name]
    side = edits["town_labels"][name]
    offsets = {
        "right": (15, -height / 2),
        "left": (-15 - width, -height / 2),
        "above": (-width / 2, -15 - height),
        "below": (-width / 2, 15),
        "right_below": (8, 11),
        "right_above": (8, -11 - height),
        "left_below": (-8 - width, 11),
        "left_above": (-8 - width, -11 - height),
    }
    right, down = offsets[side] if isinstance(side, str) else side
    left, top = round(x + right), round(y + down)
    return (left, top, left + width, top + height)


def _city_parts(shape: Shape, name: str, wanted: dict[str, Any]) -> Land:
    city = shape.cities[name]
    x, y = round(city.center[0]), round(city.center[1])
    width, height = _name_size([name])
    nx, ny = x + wanted["name"][0], y + wanted["name"][1]
    half = (width + 1) // 2 + PLATE_MARGIN
    box = (nx - half, ny - height // 2 - 1, nx + half, ny + height // 2 + 4)
    level, control, note = ((x + wanted[part][0], y + wanted[part][1]) for part in ("level", "control", "note"))
    return Land(box, level, control, [], note)


def _fill_city(shape: Shape, land: Land, name: str) -> None:
    city = shape.cities[name]
    ring: Line = [
        (
            city.center[0] + city.radius * math.cos(k * math.pi / 90),
            city.center[1] + city.radius * math.sin(k * math.pi / 90),
        )
        for k in range(180)
    ]
    room = make_room([ring], 1, Image.new("L", (2, 2)))
    fill_slots(land, make_grids(room), city.center, [])


def _pack(line: Line) -> list[int]:
    """Return a line in tenths of a pixel: x and y of the first point, then the differences from point to point."""
    tenths = [(round(x * 10), round(y * 10)) for x, y in line]
    packed = [*tenths[0]]
    for (ax, ay), (bx, by) in pairwise(tenths):
        if (ax, ay) != (bx, by):
            packed += [bx - ax, by - ay]
    return packed


def _pack_slots(slots: Slots) -> list[int]:
    size, spots = slots
    return [size, *(number for spot in spots for number in spot)]


def _round(point: Point) -> list[int]:
    return [round(point[0]), round(point[1])]


def _id(name: str) -> str:
    return name.lower().replace("&", "and").replace(" ", "_")


def _rail_id(key: str, edits: dict[str, Any]) -> str:
    return str(edits["rails"][key]["id"])


if __name__ == "__main__":
    main()
