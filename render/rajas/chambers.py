"""The persons in the Chambers of the palace, drawn by us, in units of the side of a sprite."""

from __future__ import annotations

from render.drawing import BLACK, WHITE, Brush, Point, mix
from render.rajas.colours import Colours
from render.rajas.shapes import EDGE, petal, round_points, smooth
from render.themes import Colour


def _face(brush: Brush, at: Point, size: float, skin: Colour = (190, 132, 88)) -> None:
    """Draw a face with closed eyes."""
    x, y = at
    brush.ellipse((x - 0.17 * size, y - 0.22 * size, x + 0.17 * size, y + 0.24 * size), skin, BLACK, 0.028)
    for side in (-1, 1):
        brush.line([(x + side * 0.04 * size, y), (x + side * 0.11 * size, y)], BLACK, 0.022)
    brush.line([(x - 0.05 * size, y + 0.13 * size), (x + 0.05 * size, y + 0.13 * size)], (120, 40, 34), 0.025)


def _shoulders(brush: Brush, robe: Colour, trim: Colour) -> None:
    brush.polygon(
        [(0.12, 0.99), (0.18, 0.76), (0.38, 0.66), (0.62, 0.66), (0.82, 0.76), (0.88, 0.99)], robe, BLACK, EDGE
    )
    brush.polygon([(0.40, 0.66), (0.60, 0.66), (0.5, 0.84)], trim, BLACK, 0.02)


def _turban(brush: Brush, colour: Colour, jewel: Colour, plume: bool) -> None:
    if plume:
        for angle in (-16, 4, 24):
            brush.polygon(petal((0.5, 0.22), angle, 0.20, 0.11), WHITE, BLACK, 0.02)
    shape = [(0.27, 0.40), (0.28, 0.24), (0.38, 0.14), (0.62, 0.14), (0.72, 0.24), (0.73, 0.40), (0.5, 0.31)]
    brush.polygon(shape, colour, BLACK, EDGE)
    brush.line([(0.30, 0.33), (0.52, 0.17)], mix(colour, WHITE, 0.45), 0.03)
    brush.line([(0.40, 0.33), (0.64, 0.20)], mix(colour, WHITE, 0.45), 0.03)
    brush.disc((0.5, 0.26), 0.05, jewel, BLACK, 0.02)


def great_mogul(brush: Brush, colours: Colours) -> None:
    """Draw an emperor with a halo and a great plumed turban."""
    brush.disc((0.5, 0.42), 0.40, (250, 206, 84), (190, 130, 30), 0.03)
    _shoulders(brush, (146, 30, 52), colours.gold)
    _face(brush, (0.5, 0.46), 1.0)
    brush.polygon([(0.36, 0.56), (0.64, 0.56), (0.60, 0.70), (0.5, 0.76), (0.40, 0.70)], (50, 34, 28), BLACK, 0.02)
    _turban(brush, (250, 240, 222), (196, 40, 60), True)


def dancer(brush: Brush, colours: Colours) -> None:
    """Draw a dancer with a veil, jewels and long earrings."""
    brush.polygon([(0.5, 0.06), (0.78, 0.24), (0.84, 0.62), (0.94, 0.99), (0.06, 0.99), (0.16, 0.62), (0.22, 0.24)],
                  (226, 70, 128), BLACK, EDGE)  # fmt: skip
    _shoulders(brush, (74, 148, 150), colours.gold)
    brush.ellipse((0.28, 0.16, 0.72, 0.66), (40, 26, 26), None)
    _face(brush, (0.5, 0.45), 1.05, (206, 148, 100))
    brush.line([(0.5, 0.16), (0.5, 0.27)], colours.gold, 0.03)
    brush.disc((0.5, 0.30), 0.04, (206, 40, 52), None)
    for x in (0.29, 0.71):
        brush.disc((x, 0.56), 0.055, colours.gold, BLACK, 0.02)


def yogi(brush: Brush, colours: Colours) -> None:
    """Draw someone in meditation, legs crossed."""
    brush.polygon(petal((0.14, 0.99), 58, 0.60, 0.26), (190, 132, 88), BLACK, EDGE)
    brush.polygon(petal((0.86, 0.99), -58, 0.60, 0.26), (190, 132, 88), BLACK, EDGE)
    brush.polygon([(0.02, 0.99), (0.16, 0.82), (0.84, 0.82), (0.98, 0.99)], (236, 134, 26), BLACK, EDGE)
    brush.polygon([(0.34, 0.52), (0.66, 0.52), (0.74, 0.70), (0.64, 0.88), (0.36, 0.88), (0.26, 0.70)],
                  (190, 132, 88), BLACK, EDGE)  # fmt: skip
    brush.line([(0.36, 0.56), (0.64, 0.84)], (236, 134, 26), 0.07)
    _face(brush, (0.5, 0.34), 0.86)
    brush.polygon([(0.4, 0.42), (0.6, 0.42), (0.56, 0.62), (0.5, 0.68), (0.44, 0.62)], (226, 220, 214), BLACK, 0.02)
    brush.disc((0.5, 0.10), 0.10, (74, 52, 40), BLACK, EDGE)
    brush.polygon(
        [(0.36, 0.24), (0.5, 0.12), (0.64, 0.24), (0.60, 0.18), (0.5, 0.10), (0.40, 0.18)], (74, 52, 40), None
    )
    brush.line([(0.5, 0.24), (0.5, 0.30)], (206, 44, 44), 0.03)


def raja(brush: Brush, colours: Colours) -> None:
    """Draw a raja with a broad moustache and an orange turban."""
    _shoulders(brush, (40, 96, 92), colours.gold)
    _face(brush, (0.5, 0.47), 1.05)
    brush.line(smooth([(0.32, 0.52), (0.40, 0.58), (0.5, 0.55), (0.60, 0.58), (0.68, 0.52)]), (40, 26, 22), 0.06)
    _turban(brush, (232, 120, 26), (40, 140, 90), True)
    for x, y in ((0.34, 0.76), (0.44, 0.83), (0.56, 0.83), (0.66, 0.76)):
        brush.disc((x, y), 0.04, WHITE, BLACK, 0.015)


def master_builder(brush: Brush, colours: Colours) -> None:
    """Draw a builder with a pair of compasses."""
    _shoulders(brush, (196, 150, 90), (250, 240, 222))
    _face(brush, (0.42, 0.47), 0.98)
    brush.polygon([(0.20, 0.38), (0.22, 0.24), (0.34, 0.16), (0.52, 0.16), (0.62, 0.24), (0.64, 0.38)],
                  (120, 150, 90), BLACK, EDGE)  # fmt: skip
    brush.line([(0.80, 0.24), (0.68, 0.74)], BLACK, 0.10)
    brush.line([(0.80, 0.24), (0.94, 0.74)], BLACK, 0.10)
    brush.line([(0.80, 0.24), (0.68, 0.74)], colours.gold, 0.055)
    brush.line([(0.80, 0.24), (0.94, 0.74)], colours.gold, 0.055)
    brush.disc((0.80, 0.22), 0.07, colours.gold, BLACK, EDGE)


def portuguese(brush: Brush, colours: Colours) -> None:
    """Draw a seafarer with a ruff and a hat."""
    _shoulders(brush, (52, 62, 110), (250, 240, 222))
    brush.polygon(round_points((0.5, 0.70), 0.25, 9, 0.18), (252, 248, 238), BLACK, 0.025)
    _face(brush, (0.5, 0.46), 0.98, (232, 190, 154))
    brush.polygon([(0.43, 0.58), (0.57, 0.58), (0.5, 0.74)], (120, 70, 34), BLACK, 0.02)
    brush.polygon([(0.12, 0.34), (0.34, 0.28), (0.34, 0.12), (0.66, 0.12), (0.66, 0.28), (0.88, 0.34), (0.5, 0.40)],
                  (60, 44, 44), BLACK, EDGE)  # fmt: skip
    brush.polygon(petal((0.64, 0.26), 46, 0.36, 0.13), (206, 50, 50), BLACK, 0.02)
