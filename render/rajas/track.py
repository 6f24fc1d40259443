"""The ring of the two tracks: fame outside, clockwise; money inside, anticlockwise, two spaces beside each of fame.

The ring is a rectangle with round corners. A place along it is its distance clockwise from the middle of the start,
which lies in the upper left corner and is as long as two spaces of fame. Lengths are board pixels.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cache

from PIL import Image

from engine.rajas.board import BOARD
from engine.rajas.view import PlayerView
from render.drawing import Pen, Point, mix
from render.rajas.colours import PALETTE, Colours
from render.rajas.rewards import SIMPLE
from render.rajas.shapes import round_points
from render.rajas.sprites import sprite

WIDTH, HEIGHT = 1600, 1352
MIDDLE = 72
"""How far from the edge the line between the two bands runs."""
CORNER = 96
"""Radius of the corners of that line."""
FAME_DEPTH, MONEY_DEPTH = 56, 52
START = 2.0
"""How many spaces of fame the start is long."""
FINER = 3


@cache
def length() -> float:
    """Return the length of the line between the bands."""
    straight = 2 * (WIDTH - 2 * MIDDLE - 2 * CORNER) + 2 * (HEIGHT - 2 * MIDDLE - 2 * CORNER)
    return straight + 2 * math.pi * CORNER


def step() -> float:
    """Return the length of a space of fame."""
    return length() / (BOARD.fame_last + START)


def at(walked: float, out: float = 0.0) -> Point:
    """Return a point of the ring by its distance clockwise from the middle of the start, and outwards from the line."""
    wide, high, arc = WIDTH - 2 * MIDDLE - 2 * CORNER, HEIGHT - 2 * MIDDLE - 2 * CORNER, math.pi * CORNER / 2
    left = (walked + arc / 2) % length()
    low, right = MIDDLE + CORNER, WIDTH - MIDDLE - CORNER
    bottom = HEIGHT - MIDDLE - CORNER
    centers = ((low, low), (right, low), (right, bottom), (low, bottom))
    for side, run in enumerate((wide, high, wide, high)):
        if left < arc:
            angle = math.pi + side * math.pi / 2 + left / CORNER
            x, y = centers[side]
            return (x + (CORNER + out) * math.cos(angle), y + (CORNER + out) * math.sin(angle))
        left -= arc
        if left < run:
            return (
                (low + left, MIDDLE - out),
                (WIDTH - MIDDLE + out, low + left),
                (right - left, HEIGHT - MIDDLE + out),
                (MIDDLE - out, bottom - left),
            )[side]
        left -= run
    return at(0.0, out)


def fame_span(space: int) -> tuple[float, float]:
    """Return where a space of fame begins and ends along the ring."""
    if space == 0:
        return (-START / 2 * step(), START / 2 * step())
    begin = (START / 2 + space - 1) * step()
    return (begin, begin + step())


def money_span(space: int) -> tuple[float, float]:
    """Return where a space of money begins and ends along the ring: two of them beside each of fame."""
    if space == 0:
        return fame_span(0)
    begin, end = fame_span(BOARD.meet - (space + 1) // 2)
    middle = (begin + end) / 2
    return (middle, end) if space % 2 else (begin, middle)


def cell(span: tuple[float, float], inner: float, outer: float) -> list[Point]:
    """Return the outline of a space between two distances from the line."""
    count = 10
    walk = [span[0] + (span[1] - span[0]) * index / count for index in range(count + 1)]
    return [*(at(place, outer) for place in walk), *(at(place, inner) for place in reversed(walk))]


def fame_place(space: int, out: float = FAME_DEPTH / 2) -> Point:
    """Return the middle of a space of fame."""
    return at(sum(fame_span(space)) / 2, out)


def money_place(space: int, out: float = -MONEY_DEPTH / 2) -> Point:
    """Return the middle of a space of money."""
    return at(sum(money_span(space)) / 2, out)


def signs() -> list[tuple[str, int, str]]:
    """Return the signs of the tracks: (track, space, sprite)."""
    bonuses = BOARD.fame_bonuses + BOARD.money_bonuses
    found = [(bonus.track, bonus.space, SIMPLE[bonus.reward.kind]) for bonus in bonuses]
    return [*found, *((track, BOARD.waiting[track], "worker") for track in ("fame", "money"))]


def draw_ring(theme: str) -> Image.Image:
    """Draw the ring without markers, on its table."""
    colours = PALETTE[theme]
    image = Image.new("RGB", (WIDTH * FINER, HEIGHT * FINER), colours.table)
    pen = Pen(image, FINER)
    _draw_table(pen, colours)
    special = {(track, space) for track, space, _ in signs()}
    for space in range(1, BOARD.fame_last + 1):
        fill = colours.fame if space % 2 else colours.fame_alt
        if ("fame", space) in special:
            fill = colours.special
        _draw_cell(pen, cell(fame_span(space), 1, FAME_DEPTH), fill, colours)
    for space in range(1, BOARD.money_last + 1):
        fill = colours.money if (space + 1) // 2 % 2 else colours.money_alt
        if ("money", space) in special:
            fill = colours.special
        _draw_cell(pen, cell(money_span(space), -MONEY_DEPTH, -1), fill, colours)
    _draw_start(pen, colours)
    for reach, width in ((FAME_DEPTH + 1, 3.2), (0, 2.6), (-MONEY_DEPTH - 1, 3.2)):
        count = 400
        line = [at(length() * index / count, reach) for index in range(count)]
        pen.line(line, colours.ornament, width + 2.4, closed=True)
        pen.line(line, colours.table_dark, width - 0.6, closed=True)
    _draw_numbers(pen, colours)
    image = image.reduce(FINER)
    for track, space, kind in signs():
        size = 36 if track == "fame" else 31
        x, y = fame_place(space, 33) if track == "fame" else money_place(space, -21)
        picture = sprite(kind, size, theme)
        image.paste(picture, (round(x - size / 2), round(y - size / 2)), picture)
    for kind, spot in (("fame", at(0, FAME_DEPTH * 0.42)), ("coin", at(0, -MONEY_DEPTH * 0.62))):
        picture = sprite(kind, 40 if kind == "fame" else 34, theme)
        image.paste(picture, (round(spot[0] - picture.width / 2), round(spot[1] - picture.height / 2)), picture)
    return image


def _draw_table(pen: Pen, colours: Colours) -> None:
    """Draw madder cloth with a border of gold, and in the middle the paper on which everything lies."""
    pen.box((6, 6, WIDTH - 6, HEIGHT - 6), 22, None, colours.ornament, 2)
    for x, y in ((30, 30), (WIDTH - 30, 30), (WIDTH - 30, HEIGHT - 30), (30, HEIGHT - 30)):
        rosette(pen, (x, y), 18, colours)
    inside = MIDDLE + MONEY_DEPTH
    pen.box((inside, inside, WIDTH - inside, HEIGHT - inside), CORNER - MONEY_DEPTH, colours.paper)


def rosette(pen: Pen, center: Point, radius: float, colours: Colours) -> None:
    """Draw a small flower of gold."""
    for reach, fill in ((1.0, colours.ornament), (0.62, colours.table_dark), (0.42, colours.ornament)):
        points = round_points((0, 0), radius * reach, 8, 0.24)
        pen.draw.polygon(pen.points([(center[0] + x, center[1] + y) for x, y in points]), fill=fill)


def _draw_cell(pen: Pen, outline: list[Point], fill: tuple[int, int, int], colours: Colours) -> None:
    pen.draw.polygon(pen.points(outline), fill=fill)
    pen.line(outline, mix(colours.sand_edge, fill, 0.35), 1.4, closed=True)


def _draw_start(pen: Pen, colours: Colours) -> None:
    """Draw the corner where both markers begin."""
    outline = cell(fame_span(0), -MONEY_DEPTH, FAME_DEPTH)
    pen.draw.polygon(pen.points(outline), fill=colours.table_dark)
    pen.line(outline, colours.ornament, 2.4, closed=True)
    for walked in (-0.68, 0.68):
        rosette(pen, at(walked * step(), 2), 15, colours)


def _draw_numbers(pen: Pen, colours: Colours) -> None:
    ink = mix(colours.soft_ink, colours.ink, 0.35)
    special = {(track, space) for track, space, _ in signs()}
    for space in range(1, BOARD.fame_last + 1):
        if ("fame", space) in special:
            pen.write(fame_place(space, 9), str(space), "serif_bold", 15, colours.ink)
            continue
        big = space % 5 == 0
        spot = fame_place(space)
        pen.write(spot, str(space), "serif_bold" if big else "serif", 26 if big else 20, colours.ink if big else ink)
    for space in range(1, BOARD.money_last + 1):
        if ("money", space) in special:
            pen.write(money_place(space, -44), str(space), "sans_bold", 13, colours.ink)
            continue
        big = space % 5 == 0
        spot = money_place(space)
        pen.write(spot, str(space), "sans_bold" if big else "sans", 17 if big else 13, colours.ink if big else ink)


def spread(count: int) -> tuple[tuple[float, float], ...]:
    """Return where markers that share a space lie, in shares of their distance along the ring and across it."""
    return {
        1: ((0.0, 0.0),),
        2: ((-0.5, -0.5), (0.5, 0.5)),
        3: ((-0.5, -0.5), (0.5, -0.5), (0.0, 0.5)),
        4: ((-0.5, -0.5), (0.5, -0.5), (-0.5, 0.5), (0.5, 0.5)),
    }[count]


def marker_places(players: Mapping[str, PlayerView], track: str) -> dict[str, tuple[Point, int]]:
    """Return the middle and size of everyone's marker on a track."""
    where: dict[int, list[str]] = {}
    for seat, player in players.items():
        where.setdefault(player.fame if track == "fame" else player.money, []).append(seat)
    places: dict[str, tuple[Point, int]] = {}
    for space, seats in where.items():
        if space == 0:
            size, across, along = 30, 34.0, 34.0
        elif len(seats) == 1:
            size, across, along = 46, 0.0, 0.0
        elif track == "fame":
            size, across, along = 34, 24.0, 38.0
        else:
            size, across, along = 29, 25.0, 22.0
        span = fame_span(space) if track == "fame" else money_span(space)
        out = FAME_DEPTH / 2 if track == "fame" else -MONEY_DEPTH / 2
        for seat, (a, b) in zip(seats, spread(len(seats)), strict=True):
            places[seat] = (at(sum(span) / 2 + a * along, out + b * across), size)
    return places


def line_between(track: str, old: int, new: int) -> list[Point]:
    """Return the way of a marker along its band."""
    spans = (fame_span(old), fame_span(new)) if track == "fame" else (money_span(old), money_span(new))
    out = FAME_DEPTH / 2 if track == "fame" else -MONEY_DEPTH / 2
    start, end = (sum(span) / 2 for span in spans)
    if track == "money" and old == 0:
        start = length()
    if track == "money" and new == 0:
        end = length()
    count = max(2, round(abs(end - start) / 9))
    return [at(start + (end - start) * index / count, out) for index in range(count + 1)]
