"""La Plancia Provincia: roads as sides of squares, and which tiles reach the residence. Pure geometry.

A side is a bit: north 1, east 2, south 4, west 8. A tile's roads are the sum of the sides where one ends; all ends of
a tile meet in its middle.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

NORTH: Final = 1
EAST: Final = 2
SOUTH: Final = 4
WEST: Final = 8
LETTERS: Final = {"N": NORTH, "E": EAST, "S": SOUTH, "W": WEST}
SIDES: Final = (NORTH, EAST, SOUTH, WEST)
OPPOSITE: Final = {NORTH: SOUTH, EAST: WEST, SOUTH: NORTH, WEST: EAST}
STEPS: Final = {NORTH: (0, -1), EAST: (1, 0), SOUTH: (0, 1), WEST: (-1, 0)}


def roads_of(letters: str) -> int:
    """Return the sides that letters such as ``NES`` name."""
    return sum(LETTERS[letter] for letter in letters)


NAMES: Final = {roads: "".join(letter for letter, side in LETTERS.items() if roads & side) for roads in range(2 * WEST)}
"""The letters of every set of sides, clockwise from north."""

SHAPES: Final = {"curve": roads_of("NE"), "straight": roads_of("NS"), "tee": roads_of("WNE")}
"""The roads of a tile before it is turned."""


def turn(roads: int) -> int:
    """Return roads after a quarter turn clockwise."""
    return (roads << 1 | roads >> 3) & 15


def turnings(roads: int) -> tuple[int, ...]:
    """Return the roads of a tile in every different way in which it may lie."""
    ways = [roads]
    while (after := turn(ways[-1])) not in ways:
        ways.append(after)
    return tuple(ways)


TURNINGS: Final = {shape: turnings(roads) for shape, roads in SHAPES.items()}


def neighbours_of(squares: tuple[str, ...]) -> dict[str, dict[int, str]]:
    """Return the square on each side of every square, where there is one.

    Squares are named by column and row: ``b3``.
    """
    near: dict[str, dict[int, str]] = {}
    for square in squares:
        near[square] = {}
        for side, (across, down) in STEPS.items():
            other = f"{chr(ord(square[0]) + across)}{int(square[1:]) + down}"
            if other in squares:
                near[square][side] = other
    return near


def reached(roads: Mapping[str, int], start: str, near: Mapping[str, Mapping[int, str]]) -> set[str]:
    """Return the squares that a road joins with the start.

    ``roads`` holds the roads on each square, the start included.
    """
    found, waiting = {start}, [start]
    while waiting:
        square = waiting.pop()
        ends = roads[square]
        for side, other in near[square].items():
            if other not in found and ends & side and roads.get(other, 0) & OPPOSITE[side]:
                found.add(other)
                waiting.append(other)
    return found
