"""Everything small that a picture shows, drawn by us: emblems, workers, boats, goods, buildings, signs of rewards.

A sprite is square and transparent; it is drawn six times finer than shown and kept. All drawing is in units of the
sprite's side, from 0 to 1.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import lru_cache

from PIL import Image

from render.drawing import BLACK, WHITE, Brush, Point, mix
from render.fonts import is_japanese, load_font
from render.rajas import chambers, signs
from render.rajas.colours import PALETTE, Colours
from render.rajas.shapes import petal, round_points, rounded
from render.themes import Colour

FINER = 6


# -- emblems of the seats ----------------------------------------------------------------------------------


def _lotus(brush: Brush, at: Point, size: float, ink: Colour, light: Colour) -> None:
    """Draw a lotus in bloom."""
    x, y = at
    root = (x, y + 0.34 * size)
    for angle, length, width in ((-74, 0.60, 0.27), (74, 0.60, 0.27), (-40, 0.72, 0.30), (40, 0.72, 0.30)):
        brush.polygon(petal(root, angle, length * size, width * size), light, ink, 0.03 * size)
    brush.polygon(petal(root, 0, 0.80 * size, 0.36 * size), light, ink, 0.03 * size)
    brush.line([(x - 0.36 * size, root[1] + 0.03 * size), (x + 0.36 * size, root[1] + 0.03 * size)], ink, 0.06 * size)


def _peacock(brush: Brush, at: Point, size: float, ink: Colour, light: Colour) -> None:
    """Draw a peacock's feather with its eye."""
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
    """Draw a banyan with its hanging roots."""
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
    """Draw a conch shell."""
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
    """Return the two colours of an emblem on the colour of its seat: outline and filling."""
    ground = colours.named(seat)
    dark = mix(ground, BLACK, 0.72)
    light = {"lotus": (255, 226, 234), "peacock": (150, 224, 206), "banyan": (238, 216, 170)}.get(seat, WHITE)
    return dark, light


def _token(brush: Brush, colours: Colours, seat: str) -> None:
    """Draw the marker of a seat: its emblem on a ground with the seat's colour and outline."""
    ground = colours.named(seat)
    edge = mix(ground, BLACK, 0.72)
    ring = mix(ground, WHITE, 0.45) if seat != "conch" else (44, 62, 108)
    outlines: dict[str, Callable[[float], list[Point]]] = {
        "lotus": lambda r: round_points((0.5, 0.5), r, 8, 0.10),
        "peacock": lambda r: petal((0.5, 0.5 + r), 0, 2 * r, 2.06 * r, 0.56),
        "banyan": lambda r: rounded(r * 0.94, 0.24),
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


def _worker(brush: Brush, colours: Colours, seat: str) -> None:
    """Draw someone in a turban and a long robe, the emblem on the breast."""
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
    """Draw a river boat with the emblem on its sail."""
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


Painter = Callable[[Brush, Colours], None]


def _of(painter: Callable[[Brush, Colours, str], None], seat: str) -> Painter:
    return lambda brush, colours: painter(brush, colours, seat)


PAINTERS: dict[str, Painter] = {
    **{f"seat_{seat}": _of(_token, seat) for seat in EMBLEMS},
    **{f"worker_{seat}": _of(_worker, seat) for seat in EMBLEMS},
    **{f"boat_{seat}": _of(_boat, seat) for seat in EMBLEMS},
    "boat": _of(_boat, ""),
    "silk": signs.silk,
    "tea": signs.tea,
    "spices": signs.spices,
    "temple": signs.temple,
    "palace": signs.palace,
    "fort": signs.fort,
    "mill": signs.mill,
    "coin": signs.coin,
    "fame": signs.fame,
    "karma": signs.karma,
    "upgrade": signs.upgrade,
    "any_die": signs.any_die,
    "market": signs.market,
    "building": signs.temple,
    "chamber": signs.chamber,
    "curve": signs.curve,
    "river": signs.river,
    "reroll": signs.reroll,
    "arrow": signs.arrow,
    "cover": signs.cover,
    "yield": signs.yield_tile,
    "worker": signs.plain_worker,
    "elephant": signs.elephant,
    "snake": signs.snake,
    "cow": signs.cow,
    "tiger": signs.tiger,
    "great_mogul": chambers.great_mogul,
    "dancer": chambers.dancer,
    "yogi": chambers.yogi,
    "raja": chambers.raja,
    "master_builder": chambers.master_builder,
    "portuguese": chambers.portuguese,
}
"""All sprites, by id."""


@lru_cache(maxsize=2048)
def sprite(kind: str, size: int, theme: str) -> Image.Image:
    """Return a sprite of `PAINTERS` at a size in pixels."""
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
    """Return a die of a colour that shows ``pips``, seen from above its edge: the letter of its colour is on the front.

    With 0 pips no one has rolled it yet. ``colour`` "" is a die of any colour.
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
    """Return a coin or a point of fame with its number; any other sprite with a ``number`` over 1 on a badge."""
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
