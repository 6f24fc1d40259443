"""The Ganges: a ribbon of water that winds through a box, its spaces with their rewards, the bridge and the boats."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise

from PIL import Image

from engine.rajas.board import BOARD, Reward
from engine.rajas.view import View
from render.drawing import WHITE, Pen, Point, mix
from render.labels import Labels
from render.rajas.colours import PALETTE, Colours
from render.rajas.rewards import reward_picture
from render.rajas.shapes import smooth
from render.rajas.sprites import sprite

FINER = 3


@dataclass(frozen=True)
class Course:
    """Where the river runs: the box, and how many rows of spaces there are. ``size`` is the width of a space."""

    left: int
    top: int
    right: int
    bottom: int
    rows: int
    size: int


@cache
def places(course: Course) -> tuple[Point, ...]:
    """Return the middle of every space from the start: rows to the right and to the left in turn, joined by bends."""
    rows, total = course.rows, BOARD.river_last + 1
    margin = course.size * 0.62
    left, right = course.left + margin, course.right - margin
    step_down = (course.bottom - course.top) / rows
    bend = step_down / 2
    straight = right - left - 2 * bend
    arc = math.pi * bend
    whole = rows * straight + (rows - 1) * arc + 2 * bend
    found = []
    for index in range(total):
        walked = whole * index / (total - 1) - bend
        row = 0
        spot: Point | None = None
        while spot is None:
            y = course.top + step_down * (row + 0.5)
            last = row == rows - 1
            if walked <= straight or (last and walked <= straight + bend + 1):
                x = left + bend + walked
                spot = (x if row % 2 == 0 else left + right - x, y)
            elif walked <= straight + arc:
                angle = (walked - straight) / bend
                x = right - bend + bend * math.sin(angle)
                spot = (x if row % 2 == 0 else left + right - x, y + bend - bend * math.cos(angle))
            else:
                walked -= straight + arc
                row += 1
        found.append(spot)
    return tuple(found)


def draw_river(pen: Pen, course: Course, colours: Colours) -> None:
    """Draw the water with its waves, the bridge, and the empty spaces."""
    spots = places(course)
    line = smooth(spots)
    width = course.size * 1.14
    pen.line(line, colours.sand_edge, width + 7)
    pen.line(line, colours.sand, width + 4)
    pen.line(line, colours.water, width)
    for spot in (line[0], line[-1]):
        pen.disc(spot, width / 2 + 3.5, colours.sand_edge)
        pen.disc(spot, width / 2 + 2, colours.sand)
        pen.disc(spot, width / 2, colours.water)
    pen.line(line, colours.water, width)
    for shift in (-0.47, 0.47):
        wave = []
        for index, (a, b) in enumerate(pairwise(line)):
            run = math.dist(a, b) or 1.0
            nx, ny = -(b[1] - a[1]) / run, (b[0] - a[0]) / run
            reach = course.size * shift + 2.4 * math.sin(index * 0.9)
            wave.append((a[0] + nx * reach, a[1] + ny * reach))
        pen.line(wave, colours.water_line, 2.2)
    _draw_bridge(pen, course, colours)
    for index, spot in enumerate(spots):
        _draw_space(pen, course, index, spot, colours)


def bridge_place(course: Course) -> Point:
    """Return where the bridge crosses the river."""
    spots, before = places(course), BOARD.waiting["river"]
    a, b = spots[before], spots[before + 1]
    return ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)


def _draw_bridge(pen: Pen, course: Course, colours: Colours) -> None:
    """Draw a stone bridge between two spaces."""
    spots, before = places(course), BOARD.waiting["river"]
    a, b = spots[before], spots[before + 1]
    x, y = bridge_place(course)
    run = math.dist(a, b)
    ux, uy = (b[0] - a[0]) / run, (b[1] - a[1]) / run
    reach, half = course.size * 0.72, course.size * 0.10
    corners = [(x + s * ux * half - t * uy * reach, y + s * uy * half + t * ux * reach)
               for s, t in ((-1, -1), (1, -1), (1, 1), (-1, 1))]  # fmt: skip
    pen.draw.polygon(pen.points(corners), fill=(170, 112, 74))
    pen.line(corners, colours.ink, 2, closed=True)
    for share in (-0.6, -0.2, 0.2, 0.6):
        line = [(x + s * ux * half - share * uy * reach, y + s * uy * half + share * ux * reach) for s in (-1, 1)]
        pen.line(line, (112, 66, 40), 2)


def _draw_space(pen: Pen, course: Course, index: int, spot: Point, colours: Colours) -> None:
    radius = course.size * 0.455
    if index == BOARD.river_last:
        half = course.size * 0.62
        pen.box((spot[0] - half, spot[1] - radius, spot[0] + half, spot[1] + radius), radius, colours.sand,
                colours.ink, 2)  # fmt: skip
    else:
        pen.disc(spot, radius, colours.sand, mix(colours.ink, colours.sand_edge, 0.4), 1.8)


def draw_rewards(image: Image.Image, course: Course, theme: str, labels: Labels, tiles: tuple[str, ...] = ()) -> None:
    """Put the reward of every space on it; a tile of the Ganga module covers what is printed."""
    for index, (x, y) in enumerate(places(course)[1:]):
        tile = tiles[index] if tiles else ""
        if tile:
            picture = tile_picture(BOARD.river_tiles[tile], round(course.size * 0.86), theme, labels)
        else:
            picture = reward_picture(BOARD.river[index], round(course.size * 0.66), theme, labels)
        image.paste(picture, (round(x - picture.width / 2), round(y - picture.height / 2)), picture)


@lru_cache(maxsize=64)
def tile_picture(reward: Reward, size: int, theme: str, labels: Labels) -> Image.Image:
    """Return a river tile of the Ganga module."""
    colours = PALETTE[theme]
    image = Image.new("RGBA", (size * FINER, size * FINER), (0, 0, 0, 0))
    Pen(image, FINER).box((0, 0, size - 0.5, size - 0.5), size * 0.2, mix(colours.water, WHITE, 0.72), colours.ink, 2.4)
    image = image.reduce(FINER)
    picture = reward_picture(reward, round(size * 0.76), theme, labels)
    image.alpha_composite(picture, ((size - picture.width) // 2, (size - picture.height) // 2))
    return image


def draw_numbers(pen: Pen, course: Course, colours: Colours) -> None:
    """Number every fifth space, in the water beside it."""
    for index, (x, y) in enumerate(places(course)):
        if index and index % 5 == 0 and index < BOARD.river_last:
            spot = (x - course.size * 0.40, y - course.size * 0.42)
            pen.disc(spot, course.size * 0.165, colours.sand, colours.ink, 1.6)
            pen.write((spot[0], spot[1] - 0.5), str(index), "sans_black", course.size * 0.21, colours.ink)


def line_between(course: Course, old: int, new: int) -> list[Point]:
    """Return the way of a boat from space to space."""
    spots = places(course)
    return smooth(spots[old : new + 1], 6)


def boat_places(view: View, course: Course) -> dict[str, tuple[Point, int]]:
    """Return the middle and size of everyone's boat; boats that share a space are smaller, side by side."""
    where: dict[int, list[str]] = {}
    for seat, player in view.players.items():
        where.setdefault(player.boat, []).append(seat)
    spots = places(course)
    found: dict[str, tuple[Point, int]] = {}
    for space, seats in where.items():
        x, y = spots[space]
        size = round(course.size * (0.86 if len(seats) == 1 else 0.56))
        gap = course.size * 0.48
        for index, seat in enumerate(seats):
            dx = 0.0 if len(seats) == 1 else (index % 2 - 0.5) * gap
            dy = 0.0 if len(seats) <= 2 else (index // 2 - 0.5) * gap
            found[seat] = ((x + dx, y + dy - (0.06 * course.size if len(seats) == 1 else 0)), size)
    return found


def draw_boats(image: Image.Image, view: View, course: Course, theme: str) -> None:
    """Put the boats on the river, and the worker on its bridge while it waits for anyone."""
    if any("river" in player.waiting for player in view.players.values()):
        x, y = bridge_place(course)
        picture = sprite("worker", round(course.size * 0.5), theme)
        image.paste(picture, (round(x - picture.width / 2), round(y - picture.height * 0.56)), picture)
    for seat, ((x, y), size) in boat_places(view, course).items():
        picture = sprite(f"boat_{seat}", size, theme)
        image.paste(picture, (round(x - size / 2), round(y - size / 2)), picture)
