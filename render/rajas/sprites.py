"""Everything small that a picture shows, drawn by us: emblems, workers, boats, goods, buildings, signs of rewards.

A sprite is square and transparent; it is drawn six times finer than shown and kept. All drawing is in units of the
sprite's side, from 0 to 1.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import lru_cache

from PIL import Image

from render.drawing import BLACK, WHITE, Brush, Point, mix, star
from render.fonts import is_japanese, load_font
from render.rajas import chambers
from render.rajas.colours import PALETTE, Colours
from render.rajas.shapes import arch_points, petal, round_points, smooth
from render.themes import Colour

FINER = 6
EDGE = 0.035


# -- emblems of the seats ----------------------------------------------------------------------------------


def _lotus(brush: Brush, at: Point, size: float, ink: Colour, light: Colour) -> None:
    """A lotus in bloom."""
    x, y = at
    root = (x, y + 0.34 * size)
    for angle, length, width in ((-74, 0.60, 0.27), (74, 0.60, 0.27), (-40, 0.72, 0.30), (40, 0.72, 0.30)):
        brush.polygon(petal(root, angle, length * size, width * size), light, ink, 0.03 * size)
    brush.polygon(petal(root, 0, 0.80 * size, 0.36 * size), light, ink, 0.03 * size)
    brush.line([(x - 0.36 * size, root[1] + 0.03 * size), (x + 0.36 * size, root[1] + 0.03 * size)], ink, 0.06 * size)


def _peacock(brush: Brush, at: Point, size: float, ink: Colour, light: Colour) -> None:
    """A peacock's feather with its eye."""
    x, y = at
    for side in (-1, 1):
        for along, reach in ((0.46, 0.20), (0.34, 0.27), (0.22, 0.32)):
            foot = (x, y + along * size)
            brush.line([foot, (x + side * reach * size, y + (along - 0.22) * size)], light, 0.045 * size)
    brush.line([(x, y + 0.52 * size), (x, y + 0.1 * size)], light, 0.06 * size)
    brush.polygon(petal((x, y + 0.30 * size), 0, 0.82 * size, 0.60 * size, 0.56), light, ink, 0.025 * size)
    brush.polygon(petal((x, y + 0.18 * size), 0, 0.56 * size, 0.40 * size, 0.56), (236, 178, 56), None)
    brush.disc((x, y - 0.13 * size), 0.15 * size, (18, 74, 132), None)
    brush.disc((x, y - 0.10 * size), 0.07 * size, ink, None)


def _banyan(brush: Brush, at: Point, size: float, ink: Colour, light: Colour) -> None:
    """A banyan with its hanging roots."""
    x, y = at
    for shift in (-0.30, -0.17, 0.17, 0.30):
        brush.line([(x + shift * size, y - 0.05 * size), (x + shift * size, y + 0.42 * size)], light, 0.05 * size)
    trunk = [(-0.11, 0.0), (0.11, 0.0), (0.08, 0.26), (0.17, 0.45), (-0.17, 0.45), (-0.08, 0.26)]
    brush.polygon([(x + a * size, y + b * size) for a, b in trunk], light, ink, 0.025 * size)
    crown = [(-0.27, -0.06, 0.19), (0.27, -0.06, 0.19), (-0.13, -0.22, 0.21), (0.13, -0.22, 0.21), (0.0, -0.04, 0.21)]
    for dx, dy, radius in crown:
        brush.disc((x + dx * size, y + dy * size), (radius + 0.025) * size, ink, None)
    for dx, dy, radius in crown:
        brush.disc((x + dx * size, y + dy * size), radius * size, (126, 168, 76), None)
    for dx, dy in ((-0.24, -0.12), (0.05, -0.27), (0.24, -0.06), (-0.02, -0.06)):
        brush.disc((x + dx * size, y + dy * size), 0.05 * size, (226, 214, 120), None)


def _conch(brush: Brush, at: Point, size: float, ink: Colour, light: Colour) -> None:
    """A conch shell."""
    x, y = at

    def place(points: Sequence[Point]) -> list[Point]:
        return [(x + a * size, y + b * size) for a, b in points]

    shell = [
        (-0.06, -0.46), (0.10, -0.40), (0.20, -0.28), (0.32, -0.18), (0.40, 0.0), (0.36, 0.18), (0.22, 0.34),
        (0.02, 0.48), (-0.06, 0.50), (-0.02, 0.36), (-0.16, 0.26), (-0.32, 0.10), (-0.36, -0.08), (-0.26, -0.22),
        (-0.16, -0.34),
    ]  # fmt: skip
    brush.polygon(place(shell), light, ink, 0.05 * size)
    mouth = [(0.04, 0.02), (0.16, 0.0), (0.20, 0.12), (0.10, 0.28), (-0.02, 0.42), (0.0, 0.22)]
    brush.polygon(place(mouth), (226, 138, 116), ink, 0.025 * size)
    for line in (
        [(-0.34, -0.06), (-0.14, -0.08), (0.16, -0.02), (0.36, 0.10)],
        [(-0.24, -0.22), (-0.04, -0.25), (0.20, -0.18), (0.34, -0.10)],
        [(-0.14, -0.35), (0.0, -0.37), (0.15, -0.31)],
    ):
        brush.line(place(line), ink, 0.035 * size)


EMBLEMS: dict[str, Callable[[Brush, Point, float, Colour, Colour], None]] = {
    "lotus": _lotus,
    "peacock": _peacock,
    "banyan": _banyan,
    "conch": _conch,
}


def seat_ink(seat: str, colours: Colours) -> tuple[Colour, Colour]:
    """The two colours of an emblem on the colour of its seat: outline and filling."""
    ground = colours.named(seat)
    dark = mix(ground, BLACK, 0.72)
    light = {"lotus": (255, 226, 234), "peacock": (150, 224, 206), "banyan": (238, 216, 170)}.get(seat, WHITE)
    return dark, light


def _token(brush: Brush, colours: Colours, seat: str) -> None:
    """The marker of a seat: its emblem on a ground of its colour and of its own outline."""
    ground = colours.named(seat)
    edge = mix(ground, BLACK, 0.72)
    ring = mix(ground, WHITE, 0.45) if seat != "conch" else (44, 62, 108)
    outlines: dict[str, Callable[[float], list[Point]]] = {
        "lotus": lambda r: round_points((0.5, 0.5), r, 8, 0.10),
        "peacock": lambda r: petal((0.5, 0.5 + r), 0, 2 * r, 2.06 * r, 0.56),
        "banyan": lambda r: _rounded(r * 0.94, 0.24),
        "conch": lambda r: [
            (0.5 + r * math.sin(math.pi / 8 + k * math.pi / 4), 0.5 + r * math.cos(math.pi / 8 + k * math.pi / 4))
            for k in range(8)
        ],
    }
    outline = outlines[seat]
    brush.polygon(outline(0.485), ground, edge, 0.045)
    brush.polygon(outline(0.425), ground, ring, 0.03)
    ink, light = seat_ink(seat, colours)
    shift = {"peacock": 0.54, "lotus": 0.47, "banyan": 0.5, "conch": 0.5}[seat]
    EMBLEMS[seat](brush, (0.5, shift), 0.68 if seat == "peacock" else 0.74, ink, light)


def _rounded(radius: float, corner: float) -> list[Point]:
    """A square with round corners."""
    points: list[Point] = []
    reach = radius - corner * radius
    for k in range(4):
        for step in range(7):
            angle = math.pi / 2 * (k + step / 6)
            x = math.copysign(reach, math.sin(math.pi / 4 + k * math.pi / 2))
            y = math.copysign(reach, -math.cos(math.pi / 4 + k * math.pi / 2))
            points.append((0.5 + x + corner * radius * math.sin(angle), 0.5 + y - corner * radius * math.cos(angle)))
    return points


def _worker(brush: Brush, colours: Colours, seat: str) -> None:
    """Somebody in a turban and a long robe, the emblem on the breast."""
    ground = colours.named(seat)
    edge = mix(ground, BLACK, 0.72)
    robe = [
        (0.34, 0.40), (0.66, 0.40), (0.84, 0.54), (0.90, 0.97), (0.10, 0.97), (0.16, 0.54),
    ]  # fmt: skip
    brush.polygon(robe, ground, edge, 0.05)
    brush.disc((0.5, 0.30), 0.15, (186, 128, 86), edge, 0.04)
    turban = [(0.30, 0.28), (0.32, 0.15), (0.42, 0.06), (0.58, 0.06), (0.68, 0.15), (0.70, 0.28), (0.5, 0.22)]
    brush.polygon(turban, mix(ground, WHITE, 0.30) if seat != "conch" else (70, 92, 146), edge, 0.04)
    brush.disc((0.5, 0.14), 0.045, colours.gold, edge, 0.02)
    ink, light = seat_ink(seat, colours)
    EMBLEMS[seat](brush, (0.5, 0.71), 0.46, ink, light)


def _boat(brush: Brush, colours: Colours, seat: str) -> None:
    """A river boat; its sail carries the emblem."""
    ground = colours.named(seat) if seat else colours.sand
    edge = mix(ground, BLACK, 0.72) if seat else BLACK
    brush.line([(0.5, 0.06), (0.5, 0.80)], (96, 62, 34), 0.06)
    sail = [(0.16, 0.08), (0.84, 0.08), (0.90, 0.30), (0.84, 0.66), (0.16, 0.66), (0.10, 0.30)]
    brush.polygon(sail, ground if seat else (250, 240, 214), edge, 0.045)
    hull = [(0.02, 0.68), (0.98, 0.68), (0.84, 0.94), (0.16, 0.94)]
    brush.polygon(hull, (132, 84, 44), (60, 34, 18), 0.045)
    brush.line([(0.10, 0.78), (0.90, 0.78)], (214, 160, 80), 0.04)
    if seat:
        ink, light = seat_ink(seat, colours)
        EMBLEMS[seat](brush, (0.5, 0.37), 0.50, ink, light)


# -- goods and buildings -----------------------------------------------------------------------------------


def _silk(brush: Brush, colours: Colours) -> None:
    """A bolt of silk, unrolled."""
    cloth = (204, 50, 96)
    brush.polygon([(0.20, 0.42), (0.92, 0.42), (0.98, 0.92), (0.30, 0.92)], mix(cloth, WHITE, 0.25), BLACK, EDGE)
    for y in (0.60, 0.78):
        shift = (y - 0.42) * 0.16
        brush.line([(0.28 + shift, y), (0.90 + shift, y)], (250, 214, 110), 0.035)
    brush.box((0.06, 0.12, 0.86, 0.48), 0.17, cloth, BLACK, EDGE)
    brush.ellipse((0.06, 0.12, 0.34, 0.48), mix(cloth, WHITE, 0.35), BLACK, EDGE)
    brush.ellipse((0.14, 0.22, 0.27, 0.38), (250, 226, 180), BLACK, 0.025)
    brush.line([(0.40, 0.20), (0.80, 0.20)], mix(cloth, WHITE, 0.5), 0.03)


def _tea(brush: Brush, colours: Colours) -> None:
    """Two leaves and a bud."""
    leaf = (74, 146, 62)
    brush.line([(0.5, 0.98), (0.5, 0.45)], (64, 96, 40), 0.07)
    for angle, length in ((-56, 0.55), (56, 0.55)):
        brush.polygon(petal((0.5, 0.80), angle, length, 0.34), leaf, BLACK, EDGE)
        tip = (0.5 + 0.46 * math.sin(math.radians(angle)), 0.80 - 0.46 * math.cos(math.radians(angle)))
        brush.line([(0.5, 0.80), tip], mix(leaf, WHITE, 0.45), 0.03)
    brush.polygon(petal((0.5, 0.72), 0, 0.70, 0.36), mix(leaf, WHITE, 0.28), BLACK, EDGE)
    brush.line([(0.5, 0.70), (0.5, 0.22)], mix(leaf, WHITE, 0.62), 0.03)


def _spices(brush: Brush, colours: Colours) -> None:
    """A heap of spice in a brass bowl."""
    heap = [(0.10, 0.58), (0.30, 0.30), (0.50, 0.08), (0.70, 0.30), (0.90, 0.58)]
    brush.polygon(heap, (226, 130, 22), BLACK, EDGE)
    for x, y in ((0.42, 0.38), (0.55, 0.28), (0.60, 0.48), (0.32, 0.50), (0.48, 0.50), (0.72, 0.52)):
        brush.disc((x, y), 0.028, (150, 62, 12), None)
    brush.polygon([(0.02, 0.56), (0.98, 0.56), (0.80, 0.88), (0.20, 0.88)], (196, 144, 52), BLACK, EDGE)
    brush.line([(0.12, 0.68), (0.88, 0.68)], (250, 214, 120), 0.035)
    brush.box((0.30, 0.86, 0.70, 0.96), 0.02, (170, 118, 40), BLACK, EDGE)


def _temple(brush: Brush, colours: Colours) -> None:
    """A tower of stone, tier over tier, with a pennant."""
    stone = (214, 150, 84)
    tiers = [(0.06, 0.94, 0.80, 0.97), (0.14, 0.86, 0.62, 0.80), (0.22, 0.78, 0.46, 0.62), (0.30, 0.70, 0.31, 0.46)]
    for left, right, top, bottom in tiers:
        brush.box((left, top, right, bottom), 0.02, stone, BLACK, EDGE)
    brush.polygon([(0.36, 0.31), (0.5, 0.12), (0.64, 0.31)], mix(stone, WHITE, 0.25), BLACK, EDGE)
    brush.line([(0.5, 0.14), (0.5, 0.01)], BLACK, 0.03)
    brush.polygon([(0.5, 0.01), (0.76, 0.06), (0.5, 0.12)], (206, 44, 44), None)
    brush.polygon(arch_points(0.38, 0.66, 0.62, 0.97), (92, 48, 26), None)
    for x in (0.28, 0.72):
        brush.line([(x, 0.66), (x, 0.77)], mix(stone, BLACK, 0.45), 0.04)


def _palace(brush: Brush, colours: Colours) -> None:
    """A great dome between two turrets."""
    wall = (250, 240, 222)
    for x in (0.13, 0.87):
        brush.box((x - 0.10, 0.46, x + 0.10, 0.97), 0.01, wall, BLACK, EDGE)
        brush.polygon(_dome(x, 0.46, 0.10, 0.18), (72, 148, 150), BLACK, EDGE)
    brush.box((0.22, 0.52, 0.78, 0.97), 0.01, wall, BLACK, EDGE)
    brush.polygon(_dome(0.5, 0.52, 0.28, 0.42), (72, 148, 150), BLACK, EDGE)
    brush.line([(0.5, 0.10), (0.5, 0.02)], BLACK, 0.035)
    brush.disc((0.5, 0.04), 0.035, colours.gold, None)
    brush.polygon(arch_points(0.37, 0.60, 0.63, 0.97), (52, 66, 110), None)
    for x in (0.13, 0.87):
        brush.polygon(arch_points(x - 0.05, 0.62, x + 0.05, 0.82), (52, 66, 110), None)


def _dome(x: float, bottom: float, reach: float, height: float) -> list[Point]:
    """An onion dome standing on a line."""
    shape = ((-0.78, 0.0), (-1.0, 0.22), (-0.98, 0.42), (-0.70, 0.66), (-0.28, 0.84), (0.0, 1.0))
    left = [(x + a * reach, bottom - b * height) for a, b in shape]
    right = [(x - a * reach, bottom - b * height) for a, b in reversed(shape[:-1])]
    return [*left, *right]


def _fort(brush: Brush, colours: Colours) -> None:
    """Walls and towers with battlements."""
    wall = (196, 86, 62)

    def battlements(left: float, right: float, top: float, count: int, tooth: float) -> list[Point]:
        points: list[Point] = []
        step = (right - left) / (2 * count - 1)
        for index in range(count):
            a, b = left + 2 * index * step, left + (2 * index + 1) * step
            points += [(a, top + tooth), (a, top), (b, top), (b, top + tooth)]
        return points

    brush.polygon([(0.20, 0.97), *battlements(0.20, 0.80, 0.36, 5, 0.09), (0.80, 0.97)], wall, BLACK, EDGE)
    for left in (0.03, 0.69):
        top = battlements(left, left + 0.28, 0.16, 3, 0.10)
        brush.polygon(
            [(left + 0.02, 0.97), (left + 0.02, 0.30), *top, (left + 0.26, 0.30), (left + 0.26, 0.97)],
            mix(wall, WHITE, 0.16),
            BLACK,
            EDGE,
        )
        brush.line([(left + 0.14, 0.44), (left + 0.14, 0.58)], (84, 28, 20), 0.05)
    brush.polygon(arch_points(0.37, 0.56, 0.63, 0.97), (70, 34, 22), None)


def _mill(brush: Brush, colours: Colours) -> None:
    """A mill house with its wheel in the water."""
    brush.polygon([(0.28, 0.40), (0.92, 0.40), (0.92, 0.94), (0.28, 0.94)], (238, 220, 178), BLACK, EDGE)
    brush.polygon([(0.20, 0.42), (0.60, 0.06), (1.0, 0.42)], (176, 96, 50), BLACK, EDGE)
    brush.box((0.66, 0.54, 0.82, 0.72), 0.02, (110, 62, 34), BLACK, 0.025)
    brush.disc((0.33, 0.64), 0.31, (150, 104, 58), BLACK, EDGE)
    brush.disc((0.33, 0.64), 0.22, (238, 220, 178), (90, 56, 30), 0.03)
    for k in range(8):
        angle = k * math.pi / 4
        far = (0.33 + 0.30 * math.cos(angle), 0.64 + 0.30 * math.sin(angle))
        brush.line([(0.33, 0.64), far], (90, 56, 30), 0.04)
    brush.disc((0.33, 0.64), 0.06, (90, 56, 30), None)
    brush.polygon([(0.0, 0.88), (0.25, 0.84), (0.5, 0.90), (0.75, 0.86), (1.0, 0.90), (1.0, 1.0), (0.0, 1.0)],
                  (70, 148, 164), None)  # fmt: skip


# -- signs of rewards --------------------------------------------------------------------------------------


def _coin(brush: Brush, colours: Colours) -> None:
    brush.disc((0.5, 0.5), 0.47, colours.gold, (112, 70, 16), 0.05)
    brush.disc((0.5, 0.5), 0.36, None, mix(colours.gold, (112, 70, 16), 0.5), 0.035)


def _fame(brush: Brush, colours: Colours) -> None:
    """A rosette, as orders have them: a point of fame."""
    brush.polygon(round_points((0.5, 0.5), 0.48, 10, 0.14), (178, 30, 44), (86, 10, 18), 0.05)
    brush.disc((0.5, 0.5), 0.33, None, (244, 196, 96), 0.035)


def _karma(brush: Brush, colours: Colours) -> None:
    """The wheel of karma."""
    brush.disc((0.5, 0.5), 0.47, (250, 236, 200), (74, 38, 96), 0.08)
    for k in range(8):
        angle = k * math.pi / 4 + math.pi / 8
        far = (0.5 + 0.42 * math.cos(angle), 0.5 + 0.42 * math.sin(angle))
        brush.line([(0.5, 0.5), far], (110, 58, 136), 0.055)
    brush.disc((0.5, 0.5), 0.20, (110, 58, 136), (74, 38, 96), 0.03)
    brush.polygon(star((0.5, 0.5), 0.13, 8, 0.55), (250, 214, 110), None)


def _upgrade(brush: Brush, colours: Colours) -> None:
    """A building with an arrow up."""
    brush.polygon([(0.06, 0.97), (0.06, 0.52), (0.30, 0.30), (0.54, 0.52), (0.54, 0.97)], (232, 196, 130), BLACK, EDGE)
    brush.polygon(arch_points(0.20, 0.62, 0.40, 0.97), (92, 48, 26), None)
    arrow = [(0.72, 0.06), (0.98, 0.38), (0.83, 0.38), (0.83, 0.94), (0.61, 0.94), (0.61, 0.38), (0.46, 0.38)]
    brush.polygon(arrow, (38, 128, 66), BLACK, EDGE)


def _any_die(brush: Brush, colours: Colours) -> None:
    """A die of any colour: four colours in one."""
    brush.box((0.06, 0.06, 0.94, 0.94), 0.18, WHITE, BLACK, 0.05)
    for index, name in enumerate(("orange", "purple", "blue", "green")):
        x, y = 0.14 + 0.37 * (index % 2), 0.14 + 0.37 * (index // 2)
        brush.box((x, y, x + 0.35, y + 0.35), 0.08, colours.named(name), None)
    brush.letter("?", (0.5, 0.49), 0.66, WHITE, BLACK)


def _market(brush: Brush, colours: Colours) -> None:
    """A stall with its awning."""
    for x in (0.12, 0.88):
        brush.line([(x, 0.30), (x, 0.97)], (96, 62, 34), 0.07)
    brush.box((0.06, 0.64, 0.94, 0.94), 0.02, (222, 176, 108), BLACK, EDGE)
    for index in range(5):
        left = 0.02 + index * 0.192
        fill = (206, 50, 60) if index % 2 == 0 else (252, 244, 226)
        brush.polygon([(left, 0.10), (left + 0.192, 0.10), (left + 0.192, 0.40), (left + 0.096, 0.50), (left, 0.40)],
                      fill, BLACK, 0.025)  # fmt: skip
    for x, fill in ((0.28, (226, 130, 22)), (0.5, (74, 146, 62)), (0.72, (204, 50, 96))):
        brush.disc((x, 0.66), 0.10, fill, BLACK, 0.025)


def _chamber(brush: Brush, colours: Colours) -> None:
    """A Chamber of the palace."""
    brush.polygon(arch_points(0.10, 0.03, 0.90, 0.97), (146, 30, 52), BLACK, 0.05)
    brush.polygon(arch_points(0.20, 0.16, 0.80, 0.97), (252, 240, 214), colours.gold, 0.03)
    brush.polygon(star((0.5, 0.66), 0.25, 8, 0.5), (226, 150, 40), BLACK, 0.03)


def _curve(brush: Brush, colours: Colours) -> None:
    """A tile with a curve."""
    brush.box((0.05, 0.05, 0.95, 0.95), 0.06, (226, 218, 164), BLACK, EDGE)
    way = smooth([(0.5, 0.06), (0.5, 0.36), (0.66, 0.5), (0.94, 0.5)])
    brush.line(way, (116, 78, 42), 0.34)
    brush.line(way, (250, 232, 186), 0.26)


def _river(brush: Brush, colours: Colours) -> None:
    """The river."""
    brush.disc((0.5, 0.5), 0.46, (74, 150, 170), BLACK, 0.05)
    for y in (0.34, 0.52, 0.70):
        brush.line(smooth([(0.20, y), (0.35, y - 0.06), (0.5, y), (0.65, y + 0.06), (0.80, y)]), WHITE, 0.05)


def _yield(brush: Brush, colours: Colours) -> None:
    """A yield tile."""
    brush.box((0.05, 0.05, 0.95, 0.95), 0.14, (250, 240, 214), BLACK, 0.05)
    brush.polygon(round_points((0.5, 0.5), 0.34, 6, 0.3), (206, 96, 40), BLACK, 0.03)
    brush.disc((0.5, 0.5), 0.10, colours.gold, BLACK, 0.02)


def _reroll(brush: Brush, colours: Colours) -> None:
    """A die that is rolled anew."""
    brush.box((0.28, 0.28, 0.72, 0.72), 0.10, WHITE, BLACK, 0.05)
    for x, y in ((0.39, 0.39), (0.61, 0.61), (0.5, 0.5)):
        brush.disc((x, y), 0.045, BLACK, None)
    for start in (200, 20):
        curve = []
        for step in range(13):
            angle = math.radians(start + step * 10)
            curve.append((0.5 + 0.41 * math.cos(angle), 0.5 + 0.41 * math.sin(angle)))
        brush.line(curve, (38, 128, 66), 0.09)
        angle = math.radians(start + 122)
        x, y = curve[-1]
        ahead = (x - 0.16 * math.sin(angle), y + 0.16 * math.cos(angle))
        out = (x + 0.15 * math.cos(angle), y + 0.15 * math.sin(angle))
        back = (x - 0.15 * math.cos(angle), y - 0.15 * math.sin(angle))
        brush.polygon([ahead, out, back], (38, 128, 66), None)


def _arrow(brush: Brush, colours: Colours) -> None:
    """This for that."""
    arrow = [(0.04, 0.36), (0.54, 0.36), (0.54, 0.12), (0.97, 0.5), (0.54, 0.88), (0.54, 0.64), (0.04, 0.64)]
    brush.polygon(arrow, colours.ink, None)


def _cover(brush: Brush, colours: Colours) -> None:
    """A tile laid upon another."""
    brush.box((0.04, 0.40, 0.62, 0.98), 0.06, (214, 196, 140), BLACK, 0.05)
    brush.box((0.30, 0.06, 0.96, 0.72), 0.06, (250, 232, 186), BLACK, 0.05)
    arrow = [(0.63, 0.16), (0.84, 0.40), (0.72, 0.40), (0.72, 0.62), (0.54, 0.62), (0.54, 0.40), (0.42, 0.40)]
    brush.polygon(arrow, (38, 128, 66), None)


def _plain_worker(brush: Brush, colours: Colours) -> None:
    """A worker of anybody's."""
    robe = [(0.34, 0.40), (0.66, 0.40), (0.84, 0.54), (0.90, 0.97), (0.10, 0.97), (0.16, 0.54)]
    brush.polygon(robe, (232, 208, 164), BLACK, 0.05)
    brush.disc((0.5, 0.30), 0.16, (186, 128, 86), BLACK, 0.04)
    turban = [(0.28, 0.28), (0.30, 0.15), (0.42, 0.05), (0.58, 0.05), (0.70, 0.15), (0.72, 0.28), (0.5, 0.21)]
    brush.polygon(turban, (196, 60, 50), BLACK, 0.04)


def _elephant(brush: Brush, colours: Colours) -> None:
    """The first player's elephant."""
    grey, dark = (150, 142, 150), (54, 46, 56)
    body = [(0.30, 0.36), (0.50, 0.28), (0.76, 0.30), (0.94, 0.46), (0.95, 0.92), (0.80, 0.92), (0.78, 0.72),
            (0.56, 0.72), (0.54, 0.92), (0.38, 0.92), (0.36, 0.70), (0.26, 0.62)]  # fmt: skip
    brush.polygon(body, grey, dark, EDGE)
    brush.disc((0.27, 0.42), 0.21, grey, dark, EDGE)
    trunk = [(0.10, 0.44), (0.22, 0.52), (0.18, 0.68), (0.14, 0.84), (0.22, 0.88), (0.18, 0.96), (0.04, 0.88),
             (0.05, 0.66)]  # fmt: skip
    brush.polygon(trunk, grey, dark, EDGE)
    brush.ellipse((0.26, 0.24, 0.50, 0.60), mix(grey, WHITE, 0.22), dark, EDGE)
    brush.disc((0.19, 0.38), 0.03, dark, None)
    cloth = [(0.52, 0.28), (0.84, 0.34), (0.86, 0.60), (0.54, 0.60)]
    brush.polygon(cloth, (196, 42, 52), dark, 0.025)
    brush.line([(0.55, 0.54), (0.85, 0.54)], colours.gold, 0.05)
    brush.polygon([(0.14, 0.20), (0.30, 0.18), (0.22, 0.33)], colours.gold, dark, 0.025)


def _snake(brush: Brush, colours: Colours) -> None:
    curve = [
        (0.16, 0.88),
        (0.44, 0.92),
        (0.70, 0.80),
        (0.62, 0.62),
        (0.34, 0.54),
        (0.26, 0.34),
        (0.46, 0.18),
        (0.70, 0.2),
    ]
    brush.line(smooth(curve), BLACK, 0.20)
    brush.line(smooth(curve), (96, 150, 74), 0.13)
    brush.disc((0.74, 0.21), 0.15, (96, 150, 74), BLACK, EDGE)
    brush.disc((0.78, 0.17), 0.035, BLACK, None)


def _cow(brush: Brush, colours: Colours) -> None:
    brush.polygon([(0.10, 0.08), (0.24, 0.34), (0.36, 0.28)], (244, 230, 196), BLACK, EDGE)
    brush.polygon([(0.90, 0.08), (0.76, 0.34), (0.64, 0.28)], (244, 230, 196), BLACK, EDGE)
    for side in (-1, 1):
        brush.polygon(petal((0.5 + side * 0.18, 0.40), side * 84, 0.28, 0.15), (226, 206, 178), BLACK, EDGE)
    brush.polygon([(0.28, 0.28), (0.72, 0.28), (0.74, 0.56), (0.66, 0.90), (0.34, 0.90), (0.26, 0.56)],
                  (240, 226, 204), BLACK, EDGE)  # fmt: skip
    brush.ellipse((0.31, 0.66, 0.69, 0.96), (222, 166, 146), BLACK, EDGE)
    for x in (0.40, 0.60):
        brush.disc((x, 0.48), 0.04, BLACK, None)
        brush.disc((x, 0.80), 0.03, BLACK, None)
    brush.disc((0.5, 0.34), 0.05, (206, 44, 44), None)


def _tiger(brush: Brush, colours: Colours) -> None:
    fur = (238, 146, 40)
    for x in (0.20, 0.80):
        brush.disc((x, 0.22), 0.15, fur, BLACK, EDGE)
        brush.disc((x, 0.22), 0.07, (250, 226, 190), None)
    brush.disc((0.5, 0.54), 0.42, fur, BLACK, EDGE)
    brush.ellipse((0.28, 0.56, 0.72, 0.92), (252, 240, 216), None)
    for x in (0.34, 0.66):
        brush.disc((x, 0.46), 0.055, BLACK, None)
    brush.polygon([(0.43, 0.60), (0.57, 0.60), (0.5, 0.69)], (196, 84, 74), BLACK, 0.02)
    for line in ([(0.5, 0.14), (0.5, 0.30)], [(0.36, 0.16), (0.40, 0.30)], [(0.64, 0.16), (0.60, 0.30)],
                 [(0.10, 0.52), (0.24, 0.54)], [(0.90, 0.52), (0.76, 0.54)], [(0.14, 0.68), (0.27, 0.66)],
                 [(0.86, 0.68), (0.73, 0.66)]):  # fmt: skip
        brush.line(line, BLACK, 0.05)


Painter = Callable[[Brush, Colours], None]


def _of(painter: Callable[[Brush, Colours, str], None], seat: str) -> Painter:
    return lambda brush, colours: painter(brush, colours, seat)


PAINTERS: dict[str, Painter] = {
    **{f"seat_{seat}": _of(_token, seat) for seat in EMBLEMS},
    **{f"worker_{seat}": _of(_worker, seat) for seat in EMBLEMS},
    **{f"boat_{seat}": _of(_boat, seat) for seat in EMBLEMS},
    "boat": _of(_boat, ""),
    "silk": _silk,
    "tea": _tea,
    "spices": _spices,
    "temple": _temple,
    "palace": _palace,
    "fort": _fort,
    "mill": _mill,
    "coin": _coin,
    "fame": _fame,
    "karma": _karma,
    "upgrade": _upgrade,
    "any_die": _any_die,
    "market": _market,
    "building": _temple,
    "chamber": _chamber,
    "curve": _curve,
    "river": _river,
    "reroll": _reroll,
    "arrow": _arrow,
    "cover": _cover,
    "yield": _yield,
    "worker": _plain_worker,
    "elephant": _elephant,
    "snake": _snake,
    "cow": _cow,
    "tiger": _tiger,
    "great_mogul": chambers.great_mogul,
    "dancer": chambers.dancer,
    "yogi": chambers.yogi,
    "raja": chambers.raja,
    "master_builder": chambers.master_builder,
    "portuguese": chambers.portuguese,
}
"""What can be drawn as a sprite, by id."""


@lru_cache(maxsize=2048)
def sprite(kind: str, size: int, theme: str) -> Image.Image:
    """A sprite of `PAINTERS` at a size in pixels."""
    brush = Brush(size * FINER)
    PAINTERS[kind](brush, PALETTE[theme])
    return brush.image.reduce(FINER)


PIP_PLACES = {
    1: ((1, 1),),
    2: ((0, 0), (2, 2)),
    3: ((0, 0), (1, 1), (2, 2)),
    4: ((0, 0), (2, 0), (0, 2), (2, 2)),
    5: ((0, 0), (2, 0), (1, 1), (0, 2), (2, 2)),
    6: ((0, 0), (0, 1), (0, 2), (2, 0), (2, 1), (2, 2)),
}


@lru_cache(maxsize=1024)
def die(colour: str, pips: int, size: int, theme: str, letter: str) -> Image.Image:
    """A die of a colour that shows ``pips``, seen from above its edge: the letter of its colour stands on the front.

    With 0 pips nobody has rolled it yet. ``colour`` "" is a die of any colour.
    """
    colours = PALETTE[theme]
    ground = colours.named(colour) if colour else (236, 226, 208)
    ink = WHITE if colour else BLACK
    brush = Brush(size * FINER)
    edge = mix(ground, BLACK, 0.66)
    brush.box((0.06, 0.03, 0.94, 0.99), 0.16, mix(ground, BLACK, 0.36), edge, 0.04)
    brush.box((0.06, 0.03, 0.94, 0.73), 0.15, ground, edge, 0.04)
    brush.line([(0.18, 0.085), (0.82, 0.085)], mix(ground, WHITE, 0.42), 0.03)
    if is_japanese(letter):
        font = load_font("japanese", round(0.24 * brush.side))
        brush.draw.text(brush.at([(0.5, 0.845)])[0], letter, font=font, fill=WHITE, anchor="mm")
    elif letter:
        brush.letter(letter, (0.5, 0.845), 0.27 if len(letter) == 1 else 0.24, WHITE)
    for x, y in PIP_PLACES.get(pips, ()):
        brush.disc((0.5 + (x - 1) * 0.245, 0.385 + (y - 1) * 0.205), 0.078, ink, None)
    return brush.image.reduce(FINER)


@lru_cache(maxsize=512)
def numbered(kind: str, number: int, size: int, theme: str) -> Image.Image:
    """A coin or a point of fame with its number; any other sprite with ``number`` on a badge when it is over 1."""
    brush = Brush(size * FINER)
    PAINTERS[kind](brush, PALETTE[theme])
    text = str(number)
    if kind in ("coin", "fame"):
        ink, halo = ((60, 34, 8), None) if kind == "coin" else (WHITE, None)
        brush.letter(text, (0.5, 0.485), 0.74 if len(text) == 1 else 0.56, ink, halo)
    elif number > 1:
        brush.disc((0.78, 0.78), 0.215, WHITE, BLACK, 0.045)
        brush.letter(text, (0.78, 0.77), 0.40, BLACK)
    return brush.image.reduce(FINER)
