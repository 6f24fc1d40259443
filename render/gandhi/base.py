"""The printed board without pieces: sea, land, borders, Railways, Towns, names. Drawn once and kept.

Everything is drawn two or three times as large and then reduced, because Pillow's polygons are not anti-aliased.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from itertools import pairwise

from PIL import Image, ImageFilter

from render.drawing import Pen, Shred, shred
from render.fonts import fit_size
from render.gandhi.board import Board, Point, Space, load_board
from render.labels import Labels
from render.layers import keep, slim
from render.themes import THEMES, Colour, Theme

FINER = 3
"""How many times finer than the picture the base is drawn at scale 1."""
WATERS = (25, 16, 8)
"""How far from the coast its lines in the water lie, in board pixels."""
EDGE = 11
"""Width in board pixels of the tinted band along the inside of a border."""
COUNTRIES = (
    ("country.afghanistan", (116, 258), 25, 0, 200),
    ("country.tibet", (1250, 428), 32, 0, 300),
    ("country.nepal", (1118, 522), 24, 6, 110),
    ("country.burma", (1558, 912), 26, 78, 150),
    ("country.ceylon", (884, 1572), 20, 60, 90),
    ("sea.arabian", (146, 1034), 29, 0, 240),
    ("sea.bengal", (1160, 1068), 29, 0, 270),
)
"""Names around the board: key, centre, size, angle in degrees, and the most room they may take."""


Window = tuple[int, int, int, int]
WHOLE: Window = (0, 0, 1600, 1620)
"""The window that shows the whole board: left, top, right, bottom in board pixels."""
REGIONS: dict[str, Window] = {
    "northwest": (10, 30, 830, 850),
    "north": (520, 300, 1340, 1120),
    "east": (780, 380, 1600, 1200),
    "west": (180, 560, 1000, 1380),
    "south": (360, 800, 1180, 1620),
}
"""Parts of the board shown at twice the size, for small screens."""


@keep
def land_layer(theme: str, scale: int, window: Window) -> Image.Image:
    """Return sea, land and borders, which lie under the marks of a turn.

    The layer may be in a palette: convert it before you draw on it.
    """
    board, colours = load_board(), THEMES[theme]
    factor = finer_for(scale) * scale
    image = Image.new("RGB", _size(window, factor), colours.sea)
    pen = Pen(image, factor, window[0], window[1])
    _draw_waters(pen, board, colours)
    for outline in board.context:
        pen.draw.polygon(pen.points(outline), fill=colours.surroundings)
        pen.line(outline, colours.surroundings_line, 1.2, closed=True)
    for space in board.spaces.values():
        if space.kind != "city":
            _draw_land(pen, space, colours)
    for border in board.borders:
        pen.line(border, colours.ink, 2.6)
    return slim(image.reduce(finer_for(scale)))


@keep
def ink_shreds(theme: str, labels: Labels, scale: int, window: Window) -> tuple[Shred, ...]:
    """Return Railways, Towns, Cities and names: what lies over the marks of a turn. The whole layer is mostly empty."""
    factor = finer_for(scale) * scale
    image = Image.new("RGBA", _size(window, factor), clear_ground(theme))
    draw_ink(Pen(image, factor, window[0], window[1]), theme, labels)
    return shred(image.reduce(finer_for(scale)))


def ink_layer(theme: str, labels: Labels) -> Image.Image:
    """Return the ink of the whole board on a transparent ground, put together again."""
    image = Image.new("RGBA", _size(WHOLE, 1), clear_ground(theme))
    for place, part, _ in ink_shreds(theme, labels, 1, WHOLE):
        image.paste(part, place)
    return image


def clear_ground(theme: str) -> tuple[int, int, int, int]:
    """Return the colour of the land, fully transparent, so that the edges of the ink blend into the land."""
    return (*THEMES[theme].province, 0)


def draw_ink(pen: Pen, theme: str, labels: Labels) -> None:
    """Draw Railways, Towns, Cities and names with a pen of any class."""
    board, colours = load_board(), THEMES[theme]
    for railway in board.railways.values():
        _draw_railway(pen, railway.line, colours)
    for space in board.spaces.values():
        if space.center is not None:
            _draw_city(pen, space, colours)
    _draw_words(pen, board, colours, labels)


def _size(window: Window, factor: int) -> tuple[int, int]:
    return ((window[2] - window[0]) * factor, (window[3] - window[1]) * factor)


def finer_for(scale: int) -> int:
    """Return how many times finer than the picture a layer is drawn at a scale."""
    return FINER if scale == 1 else 2


def _draw_waters(pen: Pen, board: Board, colours: Theme) -> None:
    """Draw three thin lines along the coast, as engravers did."""
    coast = coast_lines()
    for reach in WATERS:
        for width, colour in ((2 * reach, colours.water_line), (2 * reach - 2.4, colours.sea)):
            for line in coast:
                pen.line(line, colour, width)


@cache
def coast_lines() -> tuple[tuple[Point, ...], ...]:
    """Return the parts of all outlines that are near the sea, where lines in the water can be seen.

    They are a fifth of all outlines: land would hide the lines along the others.
    """
    board = load_board()
    outlines = [*board.context, *(outline for space in board.spaces.values() for outline in space.outlines)]
    coarse, margin = 8, 80
    sea = Image.new("L", ((board.width + 2 * margin) // coarse, (board.height + 2 * margin) // coarse), 255)
    pen = Pen(sea, 1 / coarse, -margin, -margin)
    for outline in outlines:
        pen.draw.polygon(pen.points(outline), fill=0)
    near = sea.filter(ImageFilter.MaxFilter(2 * (WATERS[0] // coarse + 2) + 1))
    lines = []
    for outline in outlines:
        places = pen.points(outline)
        kept = [x < 0 or y < 0 or x >= near.width or y >= near.height or bool(near.getpixel((x, y))) for x, y in places]
        lines += _runs(outline, [kept[n - 1] or kept[n] or kept[(n + 1) % len(kept)] for n in range(len(kept))])
    return tuple(lines)


def _runs(outline: Sequence[Point], kept: Sequence[bool]) -> list[tuple[Point, ...]]:
    """Return the stretches of a closed outline whose points are all kept; if every point is, all of it, closed."""
    if all(kept):
        return [(*outline, outline[0], outline[1])]
    if not any(kept):
        return []
    gap = kept.index(False)
    runs: list[list[Point]] = [[]]
    for number in range(gap, gap + len(outline) + 1):
        if kept[number % len(outline)]:
            runs[-1].append(outline[number % len(outline)])
        elif runs[-1]:
            runs.append([])
    return [tuple(run) for run in runs if len(run) > 1]


def land_colours(space: Space, colours: Theme) -> tuple[Colour, Colour, Colour | None]:
    """Return fill, edge band, and the second band of a space that is both a State and Muslim, else None."""
    if space.kind == "state":
        return colours.state, colours.state_edge, colours.muslim_edge if space.muslim else None
    if space.muslim:
        return colours.muslim, colours.muslim_edge, None
    return colours.province, colours.province_edge, None


def _draw_land(board_pen: Pen, space: Space, colours: Theme) -> None:
    factor = round(board_pen.factor)
    fill, edge, second = land_colours(space, colours)
    for outline in space.outlines:
        left = math.floor(min(x for x, _ in outline)) - 2
        top = math.floor(min(y for _, y in outline)) - 2
        right = math.ceil(max(x for x, _ in outline)) + 2
        bottom = math.ceil(max(y for _, y in outline)) + 2
        size = ((right - left) * factor, (bottom - top) * factor)
        mask = Image.new("L", size, 0)
        mask_pen = Pen(mask, factor, left, top)
        mask_pen.draw.polygon(mask_pen.points(outline), fill=255)
        land = Image.new("RGB", size, fill)
        pen = Pen(land, factor, left, top)
        if second is not None:
            pen.line(outline, edge, 4 * EDGE, closed=True)
            pen.line(outline, second, 2.4 * EDGE, closed=True)
        else:
            pen.line(outline, edge, 2 * EDGE, closed=True)
        corner = (round((left - board_pen.left) * factor), round((top - board_pen.top) * factor))
        board_pen.image.paste(land, corner, mask)


def _draw_railway(pen: Pen, line: Sequence[Point], colours: Theme) -> None:
    """Draw a Railway as maps of the time did: a dark line with cross ticks, on a pale bed."""
    pen.line(line, colours.railway_light, 9.5)
    pen.line(line, colours.railway, 4.2)
    walked, next_tick = 0.0, 5.0
    for a, b in pairwise(line):
        length = math.dist(a, b)
        while length > 0 and walked + length >= next_tick:
            t = (next_tick - walked) / length
            x, y = a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t
            nx, ny = -(b[1] - a[1]) / length * 6.5, (b[0] - a[0]) / length * 6.5
            pen.line([(x - nx, y - ny), (x + nx, y + ny)], colours.railway, 2.4)
            next_tick += 9.0
        walked += length


def _draw_city(pen: Pen, space: Space, colours: Theme) -> None:
    center, radius = space.center, space.radius
    if center is None:
        return
    pen.disc(center, radius + 4, colours.railway_light)
    pen.disc(center, radius + 2.2, colours.ink)
    pen.disc(center, radius - 0.6, colours.muslim_edge if space.muslim else colours.province_edge)
    pen.disc(center, radius - 6, colours.ink)
    pen.disc(center, radius - 7.2, colours.city)


def _draw_words(pen: Pen, board: Board, colours: Theme, labels: Labels) -> None:
    for key, at, size, angle, room in COUNTRIES:
        pen.write_turned(at, labels[key], size, colours.soft_ink, angle, room)
    for town in board.towns:
        pen.disc(town.at, 10.5, colours.railway_light, colours.ink, 3)
        pen.disc(town.at, 3.4, colours.ink)
        left, top, right, bottom = town.label
        around = colours.surroundings if town.name in ("Chittagong",) else colours.paper
        pen.write(
            ((left + right) / 2, (top + bottom) / 2),
            labels[f"town.{town.name.lower()}"],
            "serif",
            board.town_size,
            colours.ink,
            room=right - left,
            halo=around,
            halo_width=1.5,
        )
    for railway in board.railways.values():
        x, y = railway.plate
        w, h = board.plate[0] / 2, board.plate[1] / 2
        pen.box((x - w, y - h, x + w, y + h), 5, colours.railway_light, colours.railway, 2.6)
        pen.write((x, y - 0.5), str(railway.econ), "sans_black", 21, colours.railway)
    for space in board.spaces.values():
        _draw_name(pen, board, space, colours, labels)


def _draw_name(pen: Pen, board: Board, space: Space, colours: Theme, labels: Labels) -> None:
    left, top, right, bottom = space.name_box
    halo = land_colours(space, colours)[0]
    if space.kind == "city":
        halo = colours.city
        pen.box((left, top, right, bottom), 8, colours.city, colours.ink, 2)
    lines = labels.lines(space.id, space.lines)
    size = min(fit_size(line, "serif_bold", board.name_size, right - left) for line in lines)
    for index, line in enumerate(lines):
        at = (
            (left + right) / 2,
            top + board.name_line * (index + 0.5) + (bottom - top - board.name_line * len(lines)) / 2,
        )
        pen.write(at, line, "serif_bold", size, colours.ink, halo=halo, halo_width=2.2)
    x, y = space.level
    half = board.badge / 2 - 5
    pen.box((x - half, y - half, x + half, y + half), 7, None, colours.soft_ink, 1.2)
    pen.write((x, y - 0.5), str(space.population), "serif", 21, colours.soft_ink)
