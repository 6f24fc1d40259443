"""The drawn board: outlines, names and slots, read once from ``data/board.json`` (made by ``tools/assets/map.py``).

Lengths are board pixels: the board is 1600 wide, y grows downwards, a slot's place is its centre.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

Point = tuple[float, float]
Spot = tuple[int, int]
Box = tuple[int, int, int, int]

BOARD_FILE = Path(__file__).parent / "data" / "board.json"


@dataclass(frozen=True)
class Slots:
    """Room for a number of things: one size for all, and the place of each."""

    size: int
    spots: tuple[Spot, ...]


@dataclass(frozen=True)
class Space:
    """A City, Province or State as drawn. ``slots[n - 1]`` holds the places for n icons."""

    id: str
    name: str
    lines: tuple[str, ...]
    kind: str
    population: int
    muslim: bool
    outlines: tuple[tuple[Point, ...], ...]
    name_box: Box
    level: Spot
    control: Spot | None
    note: Spot
    slots: tuple[Slots, ...]
    center: Spot | None
    radius: int

    @property
    def middle(self) -> Spot:
        """Return the point an arrow aims at: the centre of a City's disc, or of the name on the land."""
        if self.center is not None:
            return self.center
        left, top, right, bottom = self.name_box
        return ((left + right) // 2, (top + bottom) // 2)


@dataclass(frozen=True)
class Railway:
    """A Railway as drawn, with its Econ value, the plate that shows it, and slots along the line."""

    id: str
    name: str
    econ: int
    line: tuple[Point, ...]
    plate: Spot
    note: Spot
    slots: tuple[Slots, ...]

    @property
    def middle(self) -> Spot:
        """Return the point an arrow aims at: the Econ plate."""
        return self.plate


@dataclass(frozen=True)
class Town:
    """A Town: a place where Railways meet, not a space."""

    name: str
    at: Spot
    label: Box


@dataclass(frozen=True)
class Board:
    """The drawn board without pieces: sizes, spaces, Railways, Towns, borders, and the land around (``context``)."""

    width: int
    height: int
    badge: int
    name_size: int
    name_line: int
    town_size: int
    plate: Spot
    spaces: dict[str, Space]
    railways: dict[str, Railway]
    towns: tuple[Town, ...]
    borders: tuple[tuple[Point, ...], ...]
    context: tuple[tuple[Point, ...], ...]

    def place(self, key: str) -> Space | Railway:
        """Return the space or Railway with this id. Raises `KeyError` when there is none."""
        return self.spaces[key] if key in self.spaces else self.railways[key]

    def holds(self, key: str) -> bool:
        """Return whether this id is a space or Railway on the board."""
        return key in self.spaces or key in self.railways


@cache
def load_board() -> Board:
    """Return the board; it is read once and shared."""
    data = json.loads(BOARD_FILE.read_text(encoding="utf-8"))
    arcs = [_unpack(arc) for arc in data["arcs"]]
    sizes = data["sizes"]
    spaces = {key: _space(key, row, arcs) for key, row in data["spaces"].items()}
    context = tuple(_outline(rings[0], arcs) for area in data["context"] for rings in area)
    used = {n if n >= 0 else ~n for row in data["spaces"].values() for ring in row["rings"] for n in ring}
    return Board(
        width=data["size"][0],
        height=data["size"][1],
        badge=sizes["badge"],
        name_size=sizes["name"],
        name_line=sizes["line"],
        town_size=sizes["town"],
        plate=(sizes["plate"][0], sizes["plate"][1]),
        spaces=spaces,
        railways={key: _railway(key, row) for key, row in data["railways"].items()},
        towns=tuple(Town(row["name"], _spot(row["at"]), _box(row["label"])) for row in data["towns"].values()),
        borders=tuple(arcs[number] for number in sorted(used)),
        context=context,
    )


def _space(key: str, row: dict[str, Any], arcs: list[tuple[Point, ...]]) -> Space:
    return Space(
        id=key,
        name=row["name"],
        lines=tuple(row["lines"]),
        kind=row["kind"],
        population=row["population"],
        muslim=row["muslim"],
        outlines=tuple(_outline(ring, arcs) for ring in row["rings"]),
        name_box=_box(row["name_box"]),
        level=_spot(row["level"]),
        control=None if row["control"] is None else _spot(row["control"]),
        note=_spot(row["note"]),
        slots=tuple(_slots(item) for item in row["slots"]),
        center=_spot(row["center"]) if "center" in row else None,
        radius=row.get("radius", 0),
    )


def _railway(key: str, row: dict[str, Any]) -> Railway:
    return Railway(
        id=key,
        name=row["name"],
        econ=row["econ"],
        line=_unpack(row["line"]),
        plate=_spot(row["plate"]),
        note=_spot(row["note"]),
        slots=tuple(_slots(item) for item in row["slots"]),
    )


def _outline(ring: list[int], arcs: list[tuple[Point, ...]]) -> tuple[Point, ...]:
    points: list[Point] = []
    for number in ring:
        arc = arcs[number] if number >= 0 else arcs[~number][::-1]
        points.extend(arc[1:] if points else arc)
    return tuple(points[:-1])


def _unpack(packed: list[int]) -> tuple[Point, ...]:
    x, y = packed[0], packed[1]
    points = [(x / 10, y / 10)]
    for dx, dy in zip(packed[2::2], packed[3::2], strict=True):
        x, y = x + dx, y + dy
        points.append((x / 10, y / 10))
    return tuple(points)


def _slots(packed: list[int]) -> Slots:
    return Slots(packed[0], tuple(zip(packed[1::2], packed[2::2], strict=True)))


def _spot(pair: list[int]) -> Spot:
    return (pair[0], pair[1])


def _box(four: list[int]) -> Box:
    return (four[0], four[1], four[2], four[3])
