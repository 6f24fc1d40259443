"""Chooses the parts of the board that show some spaces best on a small screen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from engine.core.change import Change
from engine.gandhi.story import read_story
from render.gandhi.base import REGIONS, WHOLE, Window
from render.gandhi.board import Box, Railway, load_board

AROUND = 60
"""Room in board pixels around what a window shows."""
LEAST = (800, 640)
"""The least width and height of a window."""


@cache
def find_extent(key: str) -> Box:
    """Return the extent of a space or Railway: its name, badges, step number, and room for all its pieces."""
    board = load_board()
    place = board.place(key)
    half = board.badge // 2
    boxes = [(x - 17, y - 14, x + 17, y + 14) for x, y in (place.note,)]
    if isinstance(place, Railway):
        x, y = place.plate
        boxes.append(
            (x - board.plate[0] // 2, y - board.plate[1] // 2, x + board.plate[0] // 2, y + board.plate[1] // 2)
        )
    else:
        badges = [place.level, *([place.control] if place.control is not None else [])]
        boxes += [place.name_box, *((x - half, y - half, x + half, y + half) for x, y in badges)]
    for slots in place.slots:
        reach = slots.size // 2
        boxes += [(x - reach, y - reach, x + reach, y + reach) for x, y in slots.spots]
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return (min(lefts), min(tops), max(rights), max(bottoms))


def find_window(spaces: Sequence[str]) -> Window:
    """Return the part of the map that shows some spaces with room around them, not too small, within the map."""
    lefts, tops, rights, bottoms = zip(*map(find_extent, spaces), strict=True)
    left, top, right, bottom = (round(edge) for edge in (min(lefts), min(tops), max(rights), max(bottoms)))
    made = []
    for low, high, least, size in ((left, right, LEAST[0], WHOLE[2]), (top, bottom, LEAST[1], WHOLE[3])):
        middle, reach = (low + high) // 2, max(high - low + 2 * AROUND, least) // 2
        start = max(0, min(middle - reach, size - 2 * reach))
        made.append((start, min(size, start + 2 * reach)))
    (left, right), (top, bottom) = made
    return left, top, right, bottom


def shows(region: str, key: str) -> bool:
    """Return whether a region shows a whole space."""
    (left, top, right, bottom), extent = REGIONS[region], find_extent(key)
    return left <= extent[0] and top <= extent[1] and extent[2] <= right and extent[3] <= bottom


@cache
def find_home(key: str) -> str:
    """Return the region that shows a space or Railway nearest to its middle."""
    return max(REGIONS, key=lambda name: fit(name, [key]))


def find_homes(keys: Iterable[str]) -> dict[str, str]:
    """Return each of these spaces and Railways with its region (`find_home`), in the order of the regions."""
    homes = {key: find_home(key) for key in keys}
    return {key: home for region in REGIONS for key, home in homes.items() if home == region}


@cache
def list_spaces_by_region() -> dict[str, tuple[str, ...]]:
    """Return the Cities, Provinces and States of each region, each in its own (`find_home`)."""
    homes = {space: find_home(space) for space in load_board().spaces}
    return {region: tuple(space for space, home in homes.items() if home == region) for region in REGIONS}


def find_regions(spaces: Sequence[str]) -> tuple[str, ...]:
    """Return few regions that together show all of these spaces, the fullest first; "north" for no spaces.

    Of regions that show equally many, the one that has them nearest to its middle comes first.
    """
    board = load_board()
    left = [space for space in dict.fromkeys(spaces) if board.holds(space)]
    found: list[str] = []
    while left:
        best = max(REGIONS, key=lambda name: fit(name, left))
        rest = [space for space in left if not shows(best, space)]
        if len(rest) == len(left):
            break
        found.append(best)
        left = rest
    return tuple(found) or ("north",)


def fit(region: str, spaces: Sequence[str]) -> tuple[int, float]:
    """Return how well a region shows some spaces: how many of them, and how near its middle they are."""
    left, top, right, bottom = REGIONS[region]
    places = [load_board().place(space).middle for space in spaces]
    away = sum(abs(x - (left + right) / 2) + abs(y - (top + bottom) / 2) for x, y in places)
    return (sum(shows(region, space) for space in spaces), -away)


def find_regions_of(changes: Sequence[Change]) -> tuple[str, ...]:
    """Return the regions in which a turn happened."""
    return find_regions(read_story(changes).touched)
