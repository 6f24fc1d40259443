"""Marks of a turn: frames around what was touched, lines along which markers and boats moved, numbers of steps."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

from PIL import Image, ImageDraw

from render.drawing import WHITE, Point, note
from render.rajas.colours import PALETTE
from render.rajas.sprites import sprite
from render.themes import Colour

FINER = 3
PIECE = 24
"""The number of points of a long line that are drawn at a time."""
GHOST = 105
"""Strength, of 255, of what is no longer there."""


def paste(image: Image.Image, picture: Image.Image, at: Point, strength: int = 255) -> None:
    """Paste a transparent picture centred on a point."""
    mask = picture.getchannel("A")
    if strength < 255:
        mask = mask.point([value * strength // 255 for value in range(256)])
    image.paste(picture, (round(at[0] - picture.width / 2), round(at[1] - picture.height / 2)), mask)


def number(image: Image.Image, at: Point, text: str, theme: str, size: int = 34) -> None:
    """Put the number of a step on a picture, centred on a point."""
    paste(image, note(text, size, PALETTE[theme].accent), at)


@lru_cache(maxsize=64)
def ring_mask(width: int, height: int, corner: int, line: int) -> Image.Image:
    """Return the mask of a frame with round corners."""
    mask = Image.new("L", (width * FINER, height * FINER), 0)
    box = (0, 0, width * FINER - 1, height * FINER - 1)
    ImageDraw.Draw(mask).rounded_rectangle(box, corner * FINER, None, 255, line * FINER)
    return mask.reduce(FINER)


def frame(
    image: Image.Image, box: tuple[float, float, float, float], theme: str, corner: int = 8, line: int = 6
) -> None:
    """Frame a box in the accent, with a pale edge outside."""
    left, top, right, bottom = (round(value) for value in box)
    pale = ring_mask(right - left + 4, bottom - top + 4, corner + 2, line + 4)
    image.paste(WHITE, (left - 2, top - 2), pale)
    image.paste(PALETTE[theme].accent, (left, top), ring_mask(right - left, bottom - top, corner, line))


def ghost(image: Image.Image, kind: str, at: Point, size: int, theme: str) -> None:
    """Draw something faintly where it was before."""
    paste(image, sprite(kind, size, theme), at, GHOST)


def way(image: Image.Image, line: Sequence[Point], theme: str, width: float = 6.0, stop: float = 0.0) -> None:
    """Draw the way that something moved as an arrow, which ends ``stop`` pixels before the end of the line."""
    points = [point for point in line if math.dist(point, line[-1]) >= stop] or list(line[:1])
    if len(points) < 2:
        return
    colour = PALETTE[theme].accent
    for grow, ink in ((4.0, WHITE), (0.0, colour)):
        for start in range(0, len(points) - 1, PIECE):
            _stroke(image, points[start : start + PIECE + 1], ink, width + grow)
        _head(image, points, ink, width, grow)


def _stroke(image: Image.Image, points: Sequence[Point], ink: Colour, width: float) -> None:
    left, top = math.floor(min(x for x, _ in points) - width), math.floor(min(y for _, y in points) - width)
    right, bottom = math.ceil(max(x for x, _ in points) + width), math.ceil(max(y for _, y in points) + width)
    mask = Image.new("L", ((right - left) * FINER, (bottom - top) * FINER), 0)
    placed = [(round((x - left) * FINER), round((y - top) * FINER)) for x, y in points]
    draw = ImageDraw.Draw(mask)
    draw.line(placed, fill=255, width=round(width * FINER), joint="curve")
    reach = width * FINER / 2
    for x, y in (placed[0], placed[-1]):
        draw.ellipse((x - reach, y - reach, x + reach, y + reach), fill=255)
    image.paste(ink, (left, top), mask.reduce(FINER))


def _head(image: Image.Image, points: Sequence[Point], ink: Colour, width: float, grow: float) -> None:
    tip = points[-1]
    before = next((point for point in reversed(points) if math.dist(point, tip) > 2 * width), points[0])
    run = math.dist(tip, before) or 1.0
    ux, uy = (tip[0] - before[0]) / run, (tip[1] - before[1]) / run
    front, back, side = width * 1.2 + grow * 0.8, width * 1.3 + grow * 0.4, width * 1.55 + grow * 0.9
    corners = [
        (tip[0] + ux * front, tip[1] + uy * front),
        (tip[0] - ux * back - uy * side, tip[1] - uy * back + ux * side),
        (tip[0] - ux * back + uy * side, tip[1] - uy * back - ux * side),
    ]
    left, top = math.floor(min(x for x, _ in corners)), math.floor(min(y for _, y in corners))
    right, bottom = math.ceil(max(x for x, _ in corners)), math.ceil(max(y for _, y in corners))
    mask = Image.new("L", ((right - left + 1) * FINER, (bottom - top + 1) * FINER), 0)
    ImageDraw.Draw(mask).polygon([(round((x - left) * FINER), round((y - top) * FINER)) for x, y in corners], fill=255)
    image.paste(ink, (left, top), mask.reduce(FINER))
