"""Pieces and markers as small pictures: shape, letter and count distinguish them, colour only helps.

A sprite is square and transparent; it is drawn six times finer than shown and kept. All drawing is in units of the
sprite's side, from 0 to 1.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Literal

from PIL import Image

from render.drawing import BLACK, WHITE, Box, Brush, Point, mix, star
from render.themes import THEMES, Colour, Theme

FINER = 6

Corner = Literal["", "high", "low"]
"""Which right corner of a sprite a tag will cover."""


def _cube(brush: Brush, colour: Colour, letter: str, ink: Colour) -> None:
    front = [(0.06, 0.27), (0.74, 0.27), (0.74, 0.95), (0.06, 0.95)]
    top = [(0.06, 0.27), (0.25, 0.06), (0.94, 0.06), (0.74, 0.27)]
    side = [(0.74, 0.27), (0.94, 0.06), (0.94, 0.74), (0.74, 0.95)]
    brush.polygon(top, mix(colour, WHITE, 0.32))
    brush.polygon(side, mix(colour, BLACK, 0.28))
    brush.polygon(front, colour)
    brush.letter(letter, (0.40, 0.60), 0.62, ink)


def _cylinder(brush: Brush, colour: Colour, left: float, right: float, top: float, bottom: float, depth: float) -> None:
    """Draw a standing cylinder: ``depth`` is the height of its round top."""
    brush.ellipse((left, bottom - depth, right, bottom), mix(colour, BLACK, 0.22))
    brush.draw.rectangle(
        (*brush.at([(left, top + depth / 2)])[0], *brush.at([(right, bottom - depth / 2)])[0]),
        fill=mix(colour, BLACK, 0.12),
    )
    for x in (left + 0.025, right - 0.025):
        brush.line([(x, top + depth / 2), (x, bottom - depth / 2)], BLACK, 0.05)
    brush.ellipse((left, top, right, top + depth), mix(colour, WHITE, 0.30))


def _activist(brush: Brush, colour: Colour, letter: str, active: bool) -> None:
    if active:
        _cylinder(brush, colour, 0.12, 0.88, 0.03, 0.97, 0.34)
        brush.polygon(star((0.5, 0.195), 0.15), BLACK, None)
        brush.letter(letter, (0.5, 0.63), 0.56, WHITE, BLACK)
        return
    _cylinder(brush, colour, 0.04, 0.96, 0.20, 0.92, 0.52)
    brush.letter(letter, (0.5, 0.46), 0.56, BLACK)


def _octagon(radius: float) -> list[Point]:
    return [
        (0.5 + radius * math.cos(math.pi / 8 + k * math.pi / 4), 0.5 + radius * math.sin(math.pi / 8 + k * math.pi / 4))
        for k in range(8)
    ]


def _guerrilla(brush: Brush, colours: Theme, active: bool) -> None:
    dark, light = colours.revolutionaries, colours.revolutionaries_light
    brush.polygon(_octagon(0.48), dark, colours.edge, 0.04)
    if active:
        brush.polygon(_octagon(0.41), colours.gold, BLACK, 0.04)
        brush.polygon(star((0.5, 0.53), 0.40, inner=0.46), dark, None)
        brush.letter("G", (0.5, 0.54), 0.36, light)
        return
    brush.polygon(_octagon(0.41), dark, mix(dark, light, 0.55), 0.04)
    brush.letter("G", (0.5, 0.49), 0.56, light)


def _league_base(brush: Brush, colours: Theme) -> None:
    brush.disc((0.5, 0.5), 0.48, mix(colours.league, BLACK, 0.30))
    brush.disc((0.5, 0.5), 0.40, colours.league, None)
    brush.disc((0.42, 0.5), 0.29, WHITE, None)
    brush.disc((0.52, 0.47), 0.245, colours.league, None)
    brush.letter("B", (0.60, 0.50), 0.40, WHITE)


def _revolutionary_base(brush: Brush, colours: Theme) -> None:
    """Draw a black disc torn by a tiger's claw."""
    brush.disc((0.5, 0.5), 0.48, BLACK, colours.edge)
    brush.disc((0.5, 0.5), 0.42, colours.revolutionaries, mix(colours.revolutionaries, WHITE, 0.5), 0.03)
    for shift in (-0.24, -0.02, 0.20):
        top, bottom = (0.5 + shift + 0.13, 0.17 + abs(shift) * 0.35), (0.5 + shift - 0.13, 0.83 - abs(shift) * 0.35)
        middle_left = (0.5 + shift - 0.045, 0.47)
        middle_right = (0.5 + shift + 0.055, 0.53)
        brush.polygon([top, middle_right, bottom, middle_left], colours.congress, None)
    brush.letter("B", (0.5, 0.5), 0.42, WHITE, BLACK)


def _gandhi(brush: Brush, colours: Theme) -> None:
    """Draw a tall orange cylinder that wears round spectacles."""
    colour = colours.congress
    _cylinder(brush, colour, 0.06, 0.94, 0.01, 0.99, 0.30)
    for x in (0.31, 0.69):
        brush.disc((x, 0.46), 0.155, WHITE, BLACK, 0.06)
    brush.line([(0.46, 0.44), (0.54, 0.44)], BLACK, 0.06)
    brush.letter("G", (0.5, 0.80), 0.40, WHITE, BLACK)


def _protest(brush: Brush, colours: Theme) -> None:
    """Draw a placard on a pole."""
    brush.line([(0.5, 0.55), (0.5, 0.99)], BLACK, 0.13)
    brush.line([(0.5, 0.55), (0.5, 0.97)], mix(colours.congress, BLACK, 0.35), 0.06)
    brush.box((0.05, 0.06, 0.95, 0.72), 0.06, colours.protest, BLACK, 0.06)
    brush.letter("P", (0.5, 0.39), 0.62, colours.opposition)


def _unrest(brush: Brush, colours: Theme) -> None:
    """Draw a flame."""
    flame = [
        (0.52, 0.02), (0.62, 0.20), (0.60, 0.33), (0.74, 0.22), (0.90, 0.50), (0.93, 0.70), (0.80, 0.90), (0.50, 0.98),
        (0.20, 0.90), (0.07, 0.70), (0.10, 0.48), (0.24, 0.30), (0.30, 0.44), (0.42, 0.30),
    ]  # fmt: skip
    brush.polygon(flame, colours.unrest)
    brush.polygon(
        [(0.5, 0.38), (0.72, 0.60), (0.70, 0.84), (0.5, 0.92), (0.30, 0.84), (0.28, 0.60)], colours.gold, None
    )
    brush.letter("U", (0.5, 0.67), 0.46, BLACK)


def _strike(brush: Brush, colours: Theme) -> None:
    """Draw the crossed boards of a closed line."""
    brush.disc((0.5, 0.5), 0.49, WHITE, BLACK, 0.05)
    for a, b in (((0.20, 0.20), (0.80, 0.80)), ((0.80, 0.20), (0.20, 0.80))):
        brush.line([a, b], BLACK, 0.27)
    for a, b in (((0.22, 0.22), (0.78, 0.78)), ((0.78, 0.22), (0.22, 0.78))):
        brush.line([a, b], colours.loss, 0.18)


def _muslim_state(brush: Brush, colours: Theme) -> None:
    """Draw a swallow-tailed banner with a crescent and star."""
    banner = [(0.10, 0.05), (0.97, 0.05), (0.80, 0.40), (0.97, 0.75), (0.10, 0.75)]
    brush.polygon(banner, colours.league)
    brush.line([(0.10, 0.02), (0.10, 0.99)], BLACK, 0.10)
    brush.disc((0.43, 0.40), 0.23, WHITE, None)
    brush.disc((0.51, 0.36), 0.19, colours.league, None)
    brush.polygon(star((0.60, 0.32), 0.13), WHITE, None)


def _control(brush: Brush, colours: Theme) -> None:
    """Draw the Raj's crown."""
    brush.disc((0.5, 0.5), 0.48, colours.control)
    brush.disc((0.5, 0.5), 0.41, None, mix(colours.gold, colours.control, 0.2), 0.03)
    crown = [(0.22, 0.66), (0.17, 0.34), (0.35, 0.48), (0.5, 0.24), (0.65, 0.48), (0.83, 0.34), (0.78, 0.66)]
    brush.polygon(crown, colours.gold, BLACK, 0.03)
    brush.box((0.22, 0.64, 0.78, 0.76), 0.02, colours.gold, BLACK, 0.03)
    for x, y in ((0.17, 0.32), (0.5, 0.21), (0.83, 0.32)):
        brush.disc((x, y), 0.055, WHITE, BLACK, 0.025)


def _level(brush: Brush, colour: Colour, letter: str, active: bool, up: bool, population: str = "") -> None:
    """Draw a signpost that points up or down, with one chevron (passive) or two (active), a letter and Population."""

    def turn(x: float, y: float) -> Point:
        return (x, y) if up else (x, 1 - y)

    fill, ink = (colour, WHITE) if active else (mix(WHITE, colour, 0.10), colour)
    house = [(0.5, 0.03), (0.95, 0.31), (0.95, 0.95), (0.05, 0.95), (0.05, 0.31)]
    brush.polygon([turn(x, y) for x, y in house], fill, BLACK if active else colour, 0.06 if active else 0.09)
    for top in (0.15, 0.33) if active else (0.21,):
        brush.line([turn(0.24, top + 0.19), turn(0.5, top), turn(0.76, top + 0.19)], ink, 0.10)
    at, size = (0.745, 0.46) if active else (0.68, 0.56)
    if not population:
        brush.letter(letter, turn(0.5, at), size, ink)
        return
    x, y = turn(0.70, at)
    brush.letter(letter, turn(0.28, at), size * 0.84, ink)
    brush.box((x - 0.20, y - 0.25, x + 0.20, y + 0.25), 0.07, WHITE, BLACK, 0.045)
    brush.letter(population, (x, y), 0.46, BLACK)


def _seat_raj(brush: Brush, colours: Theme) -> None:
    _control(brush, colours)


def _seat_congress(brush: Brush, colours: Theme) -> None:
    """Draw a spinning wheel."""
    brush.disc((0.5, 0.5), 0.48, colours.congress)
    brush.disc((0.5, 0.5), 0.33, WHITE, BLACK, 0.06)
    for k in range(8):
        angle = k * math.pi / 4
        brush.line([(0.5, 0.5), (0.5 + 0.30 * math.cos(angle), 0.5 + 0.30 * math.sin(angle))], BLACK, 0.035)
    brush.disc((0.5, 0.5), 0.09, BLACK, None)


def _seat_league(brush: Brush, colours: Theme) -> None:
    """Draw a crescent and a star."""
    brush.disc((0.5, 0.5), 0.48, colours.league)
    brush.disc((0.46, 0.5), 0.32, WHITE, None)
    brush.disc((0.56, 0.46), 0.265, colours.league, None)
    brush.polygon(star((0.66, 0.42), 0.17), WHITE, None)


def _seat_revolutionaries(brush: Brush, colours: Theme) -> None:
    """Draw a tiger's claw marks on an octagon."""
    brush.polygon(_octagon(0.48), colours.revolutionaries, colours.edge, 0.04)
    for shift in (-0.22, 0.0, 0.22):
        brush.polygon(
            [
                (0.5 + shift + 0.11, 0.20 + abs(shift) * 0.3),
                (0.5 + shift + 0.07, 0.55),
                (0.5 + shift - 0.11, 0.80 - abs(shift) * 0.3),
                (0.5 + shift - 0.04, 0.45),
            ],
            colours.congress,
            None,
        )


PAINTERS: dict[str, Callable[[Brush, Theme], None]] = {
    "troops": lambda brush, c: _cube(brush, c.troops, "T", WHITE),
    "sepoys": lambda brush, c: _cube(brush, c.sepoys, "S", BLACK),
    "congress": lambda brush, c: _activist(brush, c.congress, "C", False),
    "congress_active": lambda brush, c: _activist(brush, c.congress, "C", True),
    "league": lambda brush, c: _activist(brush, c.league, "L", False),
    "league_active": lambda brush, c: _activist(brush, c.league, "L", True),
    "gandhi": _gandhi,
    "underground": lambda brush, c: _guerrilla(brush, c, False),
    "active": lambda brush, c: _guerrilla(brush, c, True),
    "league_bases": _league_base,
    "revolutionary_bases": _revolutionary_base,
    "protest": _protest,
    "unrest": _unrest,
    "strike": _strike,
    "muslim_state": _muslim_state,
    "control": _control,
    "seat_raj": _seat_raj,
    "seat_congress": _seat_congress,
    "seat_league": _seat_league,
    "seat_revolutionaries": _seat_revolutionaries,
}
"""The functions that draw the sprites, by id; ``_active`` is the raised side of an Activist."""


POPULATIONS = ("1", "2")
"""The Population that a space may have (1.3)."""


def _signpost(level: str, population: str) -> Callable[[Brush, Theme], None]:
    """Return the function that draws a level of Support or Opposition, with a Population or without."""
    active, up = level.startswith("active"), level.endswith("support")
    letter = "S" if up else "O"
    return lambda brush, c: _level(brush, c.support if up else c.opposition, letter, active, up, population)


PAINTERS |= {
    f"{level}_{number}" if number else level: _signpost(level, number)
    for level in ("active_support", "passive_support", "passive_opposition", "active_opposition")
    for number in ("", *POPULATIONS)
}


COUNTED = (
    "troops",
    "sepoys",
    "congress",
    "league",
    "congress_active",
    "league_active",
    "underground",
    "active",
    "league_bases",
    "revolutionary_bases",
    "unrest",
)
"""Sprites that may appear in numbers: their letter makes way for the count badge."""
TAG_HEIGHT = 0.46


def tag_width(letters: int) -> float:
    """Return the width of a tag with this many letters, in units of the side of its sprite."""
    return max(TAG_HEIGHT, TAG_HEIGHT * (0.42 + 0.40 * letters))


@lru_cache(maxsize=2048)
def sprite(
    kind: str, size: int, theme: str, count: int = 1, *, badge: bool = True, tag: str = "", corner: Corner = ""
) -> Image.Image:
    """Return a piece or marker of `PAINTERS` at a size in pixels, with a count badge when there is more than one.

    Without ``badge`` there is only the room for it. ``tag`` is what will be put on its right ``corner``: the letter
    makes way for that too.
    """
    return paint(kind, size * FINER, theme, count, badge=badge, tag=tag, corner=corner).image.reduce(FINER)


def paint(
    kind: str, side: int, theme: str, count: int = 1, *, badge: bool = True, tag: str = "", corner: Corner = ""
) -> Brush:
    """Paint what `sprite` shows, ``side`` pixels wide. The brush knows the taken corners, and where its letters are."""
    brush = Brush(side)
    if corner:
        top = 0.0 if corner == "high" else 1 - TAG_HEIGHT
        brush.taken.append((1 - tag_width(len(tag)), top, 1.0, top + TAG_HEIGHT))
    if count > 1 and kind in COUNTED:
        brush.taken.append(badge_box(count))
    PAINTERS[kind](brush, THEMES[theme])
    if count > 1 and badge:
        _count_badge(brush, count)
    return brush


def badge_box(count: int) -> Box:
    """Return the box that the count badge covers."""
    return (0.36 if count > 9 else 0.47, 0.47, 1.0, 1.0)


def _count_badge(brush: Brush, count: int) -> None:
    box = badge_box(count)
    brush.taken, letters = [], list(brush.letters)
    brush.box(box, 0.26, WHITE, BLACK, 0.05)
    brush.letter(str(count), (0.685 if count > 9 else 0.735, 0.725), 0.52, BLACK)
    brush.letters = letters
