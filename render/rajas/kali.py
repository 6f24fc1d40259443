"""Kali, who holds someone's dice in her hands: drawn by us, seated on a lotus."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PIL import Image

from engine.rajas.ids import COLOUR_OF, VALUE_OF
from render.drawing import BLACK, Pen, Point, mix
from render.labels import Labels
from render.layers import keep
from render.rajas.colours import PALETTE, Colours
from render.rajas.rewards import letter_of
from render.rajas.shapes import petal, round_points, smooth
from render.rajas.sprites import die

FINER = 3
WIDTH, HEIGHT = 560, 560
BODY = (280, 300)
"""Where the arms begin."""


def hand_places(hands: int) -> list[Point]:
    """Return where the hands are, from the lowest on the left over the top to the lowest on the right."""
    found = []
    half = hands // 2
    for side in (-1, 1):
        row = []
        for index in range(half):
            angle = math.radians(112 - index * 100 / (half - 1))
            reach = 226.0 + (12 if index % 2 else 0)
            x = BODY[0] + side * reach * math.sin(angle)
            y = BODY[1] + 6 - reach * math.cos(angle)
            row.append((x, y))
        found += row if side < 0 else list(reversed(row))
    return found


@keep
def kali_layer(theme: str, hands: int) -> Image.Image:
    """Return Kali with empty hands, on a transparent ground."""
    colours = PALETTE[theme]
    image = Image.new("RGBA", (WIDTH * FINER, HEIGHT * FINER), (*colours.paper, 0))
    pen = Pen(image, FINER)
    x, y = BODY
    _draw_halo(pen, (x, y - 92), colours)
    for hx, hy in hand_places(hands):
        side = -1 if hx < x else 1
        shoulder = (x + side * 46, y - 4)
        elbow = ((shoulder[0] + hx) / 2 + side * 16, (shoulder[1] + hy) / 2 + 34)
        line = smooth([shoulder, elbow, (hx, hy)])
        pen.line(line, BLACK, 27)
        pen.line(line, colours.skin, 21)
        a, b = line[-6], line[-7]
        for place in (a, b):
            pen.disc(place, 13.5, colours.gold, BLACK, 1.6)
        pen.disc((hx, hy), 17, colours.skin, BLACK, 2.6)
    _draw_body(pen, colours)
    _draw_lotus(pen, (x, 516), colours)
    _draw_head(pen, (x, y - 92), colours)
    return image.reduce(FINER)


def _draw_halo(pen: Pen, at: Point, colours: Colours) -> None:
    for reach, fill in ((98, colours.table), (90, colours.gold), (80, mix(colours.gold, colours.paper, 0.6))):
        points = round_points(at, reach, 16, 0.06)
        pen.draw.polygon(pen.points(points), fill=fill)


def _draw_lotus(pen: Pen, at: Point, colours: Colours) -> None:
    """Draw the lotus on which Kali sits."""
    x, y = at
    for row, (count, step, lift) in enumerate(((5, 66, 22), (6, 62, 0))):
        for index in sorted(range(count), key=lambda place: -abs(place - (count - 1) / 2)):
            shift = index - (count - 1) / 2
            points = petal((x + shift * step * 0.86, y + 40 - lift), shift * 15, 92 - 4 * abs(shift), 66, 0.5)
            pen.draw.polygon(pen.points(points), fill=mix(colours.lotus, (255, 255, 255), 0.5 + 0.2 * row))
            pen.line(points, mix(colours.lotus, BLACK, 0.5), 2.4, closed=True)


def _draw_body(pen: Pen, colours: Colours) -> None:
    x, y = BODY
    skirt = [(x - 150, 520), (x - 120, 468), (x - 52, 432), (x + 52, 432), (x + 120, 468), (x + 150, 520), (x, 536)]
    pen.draw.polygon(pen.points(skirt), fill=(190, 40, 52))
    pen.line(skirt, BLACK, 3, closed=True)
    pen.line(smooth([(x - 128, 500), (x - 60, 480), (x, 500), (x + 60, 480), (x + 128, 500)]), colours.gold, 5)
    torso = [(x - 60, y - 26), (x + 60, y - 26), (x + 46, y + 60), (x + 58, 440), (x - 58, 440), (x - 46, y + 60)]
    pen.draw.polygon(pen.points(torso), fill=colours.skin)
    pen.line(torso, BLACK, 3, closed=True)
    cloth = [(x - 58, y - 4), (x + 58, y - 4), (x + 47, y + 52), (x - 47, y + 52)]
    pen.draw.polygon(pen.points(cloth), fill=(226, 120, 26))
    pen.line(cloth, BLACK, 2.4, closed=True)
    garland = smooth([(x - 44, y - 26), (x - 40, y + 50), (x, y + 104), (x + 40, y + 50), (x + 44, y - 26)], 14)
    for index, place in enumerate(garland[::4]):
        pen.disc(place, 8.5, (250, 176, 30) if index % 2 else (206, 50, 60), BLACK, 1.4)
    pen.box((x - 60, 424, x + 60, 442), 5, colours.gold, BLACK, 2)


def _draw_head(pen: Pen, at: Point, colours: Colours) -> None:
    x, y = at
    hair = [(x - 56, y + 74), (x - 58, y - 14), (x, y - 52), (x + 58, y - 14), (x + 56, y + 74)]
    pen.draw.polygon(pen.points(smooth(hair)), fill=(28, 20, 30))
    pen.box((x - 17, y + 36, x + 17, y + 76), 8, colours.skin, BLACK, 2.4)
    left, top, right, bottom = x - 42, y - 42, x + 42, y + 54
    (a, b) = pen.points([(left, top), (right, bottom)])
    pen.draw.ellipse((*a, *b), fill=colours.skin, outline=BLACK, width=pen.width(2.8))
    for side in (-1, 1):
        eye = [(x + side * 8, y + 4), (x + side * 19, y - 4), (x + side * 31, y + 3), (x + side * 19, y + 8)]
        pen.draw.polygon(pen.points(eye), fill=(255, 252, 240))
        pen.line(eye, BLACK, 1.6, closed=True)
        pen.disc((x + side * 19, y + 2), 4, BLACK)
        pen.line([(x + side * 6, y - 10), (x + side * 20, y - 16), (x + side * 33, y - 9)], BLACK, 2.6)
        pen.disc((x + side * 43, y + 26), 8, colours.gold, BLACK, 1.6)
    pen.line([(x, y + 6), (x - 4, y + 20), (x + 4, y + 21)], BLACK, 2)
    pen.line(smooth([(x - 14, y + 33), (x, y + 38), (x + 14, y + 33)]), (196, 40, 50), 5)
    third = petal((x, y - 8), 0, 22, 12, 0.5)
    pen.draw.polygon(pen.points(third), fill=(255, 226, 120))
    pen.line(third, (160, 40, 40), 1.6, closed=True)
    crown = [(x - 46, y - 26), (x - 52, y - 66), (x - 28, y - 52), (x - 20, y - 86), (x, y - 60), (x + 20, y - 86),
             (x + 28, y - 52), (x + 52, y - 66), (x + 46, y - 26), (x, y - 40)]  # fmt: skip
    pen.draw.polygon(pen.points(crown), fill=colours.gold)
    pen.line(crown, BLACK, 2.4, closed=True)
    for dx, dy, fill in ((0, -56, (206, 44, 60)), (-30, -46, (40, 140, 100)), (30, -46, (40, 140, 100))):
        pen.disc((x + dx, y + dy), 6, fill, BLACK, 1.4)


def draw_kali(
    image: Image.Image, at: Point, dice: Sequence[str], hands: int, theme: str, labels: Labels, size: int = WIDTH
) -> None:
    """Put Kali with someone's dice on a picture, with her upper left corner at ``at``."""
    layer = kali_scaled(theme, hands, size)
    image.paste(layer, (round(at[0]), round(at[1])), layer)
    share = size / WIDTH
    side = round(68 * share)
    for held, (x, y) in zip(dice, hand_places(hands), strict=False):
        picture = die(COLOUR_OF[held], VALUE_OF[held], side, theme, letter_of(COLOUR_OF[held], labels))
        image.paste(picture, (round(at[0] + x * share - side / 2), round(at[1] + y * share - side / 2)), picture)


@keep
def kali_scaled(theme: str, hands: int, size: int) -> Image.Image:
    """Return Kali with empty hands at a width in pixels."""
    layer = kali_layer(theme, hands)
    if size == WIDTH:
        return layer
    return layer.resize((size, layer.height * size // WIDTH), Image.Resampling.LANCZOS)
