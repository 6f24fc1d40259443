"""Goods, buildings, rewards and animals as small signs, drawn by us, in units of the side of a sprite."""

from __future__ import annotations

import math

from render.drawing import BLACK, WHITE, Brush, Point, mix, star
from render.rajas.colours import Colours
from render.rajas.shapes import EDGE, arch_points, petal, round_points, smooth


def silk(brush: Brush, colours: Colours) -> None:
    """Draw an unrolled bolt of silk."""
    cloth = (204, 50, 96)
    brush.polygon([(0.20, 0.42), (0.92, 0.42), (0.98, 0.92), (0.30, 0.92)], mix(cloth, WHITE, 0.25), BLACK, EDGE)
    for y in (0.60, 0.78):
        shift = (y - 0.42) * 0.16
        brush.line([(0.28 + shift, y), (0.90 + shift, y)], (250, 214, 110), 0.035)
    brush.box((0.06, 0.12, 0.86, 0.48), 0.17, cloth, BLACK, EDGE)
    brush.ellipse((0.06, 0.12, 0.34, 0.48), mix(cloth, WHITE, 0.35), BLACK, EDGE)
    brush.ellipse((0.14, 0.22, 0.27, 0.38), (250, 226, 180), BLACK, 0.025)
    brush.line([(0.40, 0.20), (0.80, 0.20)], mix(cloth, WHITE, 0.5), 0.03)


def tea(brush: Brush, colours: Colours) -> None:
    """Draw two leaves and a bud."""
    leaf = (74, 146, 62)
    brush.line([(0.5, 0.98), (0.5, 0.45)], (64, 96, 40), 0.07)
    for angle, length in ((-56, 0.55), (56, 0.55)):
        brush.polygon(petal((0.5, 0.80), angle, length, 0.34), leaf, BLACK, EDGE)
        tip = (0.5 + 0.46 * math.sin(math.radians(angle)), 0.80 - 0.46 * math.cos(math.radians(angle)))
        brush.line([(0.5, 0.80), tip], mix(leaf, WHITE, 0.45), 0.03)
    brush.polygon(petal((0.5, 0.72), 0, 0.70, 0.36), mix(leaf, WHITE, 0.28), BLACK, EDGE)
    brush.line([(0.5, 0.70), (0.5, 0.22)], mix(leaf, WHITE, 0.62), 0.03)


def spices(brush: Brush, colours: Colours) -> None:
    """Draw a heap of spice in a brass bowl."""
    heap = [(0.10, 0.58), (0.30, 0.30), (0.50, 0.08), (0.70, 0.30), (0.90, 0.58)]
    brush.polygon(heap, (226, 130, 22), BLACK, EDGE)
    for x, y in ((0.42, 0.38), (0.55, 0.28), (0.60, 0.48), (0.32, 0.50), (0.48, 0.50), (0.72, 0.52)):
        brush.disc((x, y), 0.028, (150, 62, 12), None)
    brush.polygon([(0.02, 0.56), (0.98, 0.56), (0.80, 0.88), (0.20, 0.88)], (196, 144, 52), BLACK, EDGE)
    brush.line([(0.12, 0.68), (0.88, 0.68)], (250, 214, 120), 0.035)
    brush.box((0.30, 0.86, 0.70, 0.96), 0.02, (170, 118, 40), BLACK, EDGE)


def temple(brush: Brush, colours: Colours) -> None:
    """Draw a stone tower of several tiers with a pennant."""
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


def palace(brush: Brush, colours: Colours) -> None:
    """Draw a great dome between two turrets."""
    wall = (250, 240, 222)
    for x in (0.13, 0.87):
        brush.box((x - 0.10, 0.46, x + 0.10, 0.97), 0.01, wall, BLACK, EDGE)
        brush.polygon(dome(x, 0.46, 0.10, 0.18), (72, 148, 150), BLACK, EDGE)
    brush.box((0.22, 0.52, 0.78, 0.97), 0.01, wall, BLACK, EDGE)
    brush.polygon(dome(0.5, 0.52, 0.28, 0.42), (72, 148, 150), BLACK, EDGE)
    brush.line([(0.5, 0.10), (0.5, 0.02)], BLACK, 0.035)
    brush.disc((0.5, 0.04), 0.035, colours.gold, None)
    brush.polygon(arch_points(0.37, 0.60, 0.63, 0.97), (52, 66, 110), None)
    for x in (0.13, 0.87):
        brush.polygon(arch_points(x - 0.05, 0.62, x + 0.05, 0.82), (52, 66, 110), None)


def dome(x: float, bottom: float, reach: float, height: float) -> list[Point]:
    """Return the outline of an onion dome on a horizontal line."""
    shape = ((-0.78, 0.0), (-1.0, 0.22), (-0.98, 0.42), (-0.70, 0.66), (-0.28, 0.84), (0.0, 1.0))
    left = [(x + a * reach, bottom - b * height) for a, b in shape]
    right = [(x - a * reach, bottom - b * height) for a, b in reversed(shape[:-1])]
    return [*left, *right]


def fort(brush: Brush, colours: Colours) -> None:
    """Draw walls and towers with battlements."""
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


def mill(brush: Brush, colours: Colours) -> None:
    """Draw a mill house with its wheel in the water."""
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


def coin(brush: Brush, colours: Colours) -> None:
    brush.disc((0.5, 0.5), 0.47, colours.gold, (112, 70, 16), 0.05)
    brush.disc((0.5, 0.5), 0.36, None, mix(colours.gold, (112, 70, 16), 0.5), 0.035)


def fame(brush: Brush, colours: Colours) -> None:
    """Draw a rosette like that of an order: a point of fame."""
    brush.polygon(round_points((0.5, 0.5), 0.48, 10, 0.14), (178, 30, 44), (86, 10, 18), 0.05)
    brush.disc((0.5, 0.5), 0.33, None, (244, 196, 96), 0.035)


def karma(brush: Brush, colours: Colours) -> None:
    """Draw the wheel of karma."""
    brush.disc((0.5, 0.5), 0.47, (250, 236, 200), (74, 38, 96), 0.08)
    for k in range(8):
        angle = k * math.pi / 4 + math.pi / 8
        far = (0.5 + 0.42 * math.cos(angle), 0.5 + 0.42 * math.sin(angle))
        brush.line([(0.5, 0.5), far], (110, 58, 136), 0.055)
    brush.disc((0.5, 0.5), 0.20, (110, 58, 136), (74, 38, 96), 0.03)
    brush.polygon(star((0.5, 0.5), 0.13, 8, 0.55), (250, 214, 110), None)


def upgrade(brush: Brush, colours: Colours) -> None:
    """Draw a building with an arrow up."""
    brush.polygon([(0.06, 0.97), (0.06, 0.52), (0.30, 0.30), (0.54, 0.52), (0.54, 0.97)], (232, 196, 130), BLACK, EDGE)
    brush.polygon(arch_points(0.20, 0.62, 0.40, 0.97), (92, 48, 26), None)
    arrow = [(0.72, 0.06), (0.98, 0.38), (0.83, 0.38), (0.83, 0.94), (0.61, 0.94), (0.61, 0.38), (0.46, 0.38)]
    brush.polygon(arrow, (38, 128, 66), BLACK, EDGE)


def any_die(brush: Brush, colours: Colours) -> None:
    """Draw a die of any colour: white, with four coloured squares."""
    brush.box((0.06, 0.06, 0.94, 0.94), 0.18, WHITE, BLACK, 0.05)
    for index, name in enumerate(("orange", "purple", "blue", "green")):
        x, y = 0.14 + 0.37 * (index % 2), 0.14 + 0.37 * (index // 2)
        brush.box((x, y, x + 0.35, y + 0.35), 0.08, colours.named(name), None)
    brush.letter("?", (0.5, 0.49), 0.66, WHITE, BLACK)


def market(brush: Brush, colours: Colours) -> None:
    """Draw a stall with its awning."""
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


def chamber(brush: Brush, colours: Colours) -> None:
    """Draw a Chamber of the palace."""
    brush.polygon(arch_points(0.10, 0.03, 0.90, 0.97), (146, 30, 52), BLACK, 0.05)
    brush.polygon(arch_points(0.20, 0.16, 0.80, 0.97), (252, 240, 214), colours.gold, 0.03)
    brush.polygon(star((0.5, 0.66), 0.25, 8, 0.5), (226, 150, 40), BLACK, 0.03)


def curve(brush: Brush, colours: Colours) -> None:
    """Draw a tile with a curve."""
    brush.box((0.05, 0.05, 0.95, 0.95), 0.06, (226, 218, 164), BLACK, EDGE)
    way = smooth([(0.5, 0.06), (0.5, 0.36), (0.66, 0.5), (0.94, 0.5)])
    brush.line(way, (116, 78, 42), 0.34)
    brush.line(way, (250, 232, 186), 0.26)


def river(brush: Brush, colours: Colours) -> None:
    """Draw the river."""
    brush.disc((0.5, 0.5), 0.46, (74, 150, 170), BLACK, 0.05)
    for y in (0.34, 0.52, 0.70):
        brush.line(smooth([(0.20, y), (0.35, y - 0.06), (0.5, y), (0.65, y + 0.06), (0.80, y)]), WHITE, 0.05)


def yield_tile(brush: Brush, colours: Colours) -> None:
    """Draw a yield tile."""
    brush.box((0.05, 0.05, 0.95, 0.95), 0.14, (250, 240, 214), BLACK, 0.05)
    brush.polygon(round_points((0.5, 0.5), 0.34, 6, 0.3), (206, 96, 40), BLACK, 0.03)
    brush.disc((0.5, 0.5), 0.10, colours.gold, BLACK, 0.02)


def reroll(brush: Brush, colours: Colours) -> None:
    """Draw a die that is rerolled."""
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


def arrow(brush: Brush, colours: Colours) -> None:
    """Draw an arrow between what is given and what is gained."""
    arrow = [(0.04, 0.36), (0.54, 0.36), (0.54, 0.12), (0.97, 0.5), (0.54, 0.88), (0.54, 0.64), (0.04, 0.64)]
    brush.polygon(arrow, colours.ink, None)


def cover(brush: Brush, colours: Colours) -> None:
    """Draw a tile laid on another."""
    brush.box((0.04, 0.40, 0.62, 0.98), 0.06, (214, 196, 140), BLACK, 0.05)
    brush.box((0.30, 0.06, 0.96, 0.72), 0.06, (250, 232, 186), BLACK, 0.05)
    arrow = [(0.63, 0.16), (0.84, 0.40), (0.72, 0.40), (0.72, 0.62), (0.54, 0.62), (0.54, 0.40), (0.42, 0.40)]
    brush.polygon(arrow, (38, 128, 66), None)


def plain_worker(brush: Brush, colours: Colours) -> None:
    """Draw a worker of no particular player."""
    robe = [(0.34, 0.40), (0.66, 0.40), (0.84, 0.54), (0.90, 0.97), (0.10, 0.97), (0.16, 0.54)]
    brush.polygon(robe, (232, 208, 164), BLACK, 0.05)
    brush.disc((0.5, 0.30), 0.16, (186, 128, 86), BLACK, 0.04)
    turban = [(0.28, 0.28), (0.30, 0.15), (0.42, 0.05), (0.58, 0.05), (0.70, 0.15), (0.72, 0.28), (0.5, 0.21)]
    brush.polygon(turban, (196, 60, 50), BLACK, 0.04)


def elephant(brush: Brush, colours: Colours) -> None:
    """Draw the first player's elephant."""
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


def snake(brush: Brush, colours: Colours) -> None:
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


def cow(brush: Brush, colours: Colours) -> None:
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


def tiger(brush: Brush, colours: Colours) -> None:
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
