"""The 256 colours of a theme: chosen once from all that can be drawn, so that encoding is quick and small."""

from __future__ import annotations

from dataclasses import astuple
from functools import cache

from PIL import Image

from render.gandhi.annotate import note, tag
from render.gandhi.base import base_map
from render.gandhi.sprites import PAINTERS, sprite
from render.labels import ENGLISH_LABELS
from render.themes import THEMES, Colour


@cache
def palette(theme: str) -> Image.Image:
    """Return a picture that carries the theme's palette."""
    exact = list(dict.fromkeys(_exact_colours(theme)))
    sample = _sample(theme)
    rest = sample.quantize(256 - len(exact), method=Image.Quantize.MEDIANCUT)
    found = rest.getpalette() or []
    colours: list[Colour] = [*exact, *((found[k], found[k + 1], found[k + 2]) for k in range(0, len(found), 3))]
    carrier = Image.new("P", (1, 1))
    carrier.putpalette([part for colour in colours[:256] for part in colour])
    return carrier


def to_palette(image: Image.Image, theme: str) -> Image.Image:
    """Return the picture in the theme's palette, each pixel at its nearest colour."""
    return image.quantize(palette=palette(theme), dither=Image.Dither.NONE)


def _exact_colours(theme: str) -> list[Colour]:
    """The flat colours of the theme, which must come out exactly, and the faded ones of dimmed land."""
    colours = THEMES[theme]
    flat: list[Colour] = [*astuple(colours), (0, 0, 0), (255, 255, 255), (24, 18, 16)]
    land = (
        colours.sea, colours.water_line, colours.surroundings, colours.province, colours.province_edge,
        colours.muslim, colours.muslim_edge, colours.state, colours.state_edge,
    )  # fmt: skip
    faded = [
        (
            round(a[0] * 0.38 + colours.dim[0] * 0.62),
            round(a[1] * 0.38 + colours.dim[1] * 0.62),
            round(a[2] * 0.38 + colours.dim[2] * 0.62),
        )
        for a in land
    ]
    return [*flat, *faded]


def _sample(theme: str) -> Image.Image:
    """Return a picture with the blends between colours: the board reduced, and every sprite several times."""
    board = base_map(theme, ENGLISH_LABELS, 1)
    board = board.resize((board.width // 2, board.height // 2), Image.Resampling.NEAREST)
    sheet = Image.new("RGB", (board.width, board.height + 360), THEMES[theme].paper)
    sheet.paste(board, (0, 0))
    x, y = 4, board.height + 4
    for kind in PAINTERS:
        for size in (40, 28):
            for count in (1, 3):
                picture = sprite(kind, size, theme, count)
                sheet.paste(picture, (x, y), picture)
                x += size + 2
        if x > board.width - 160:
            x, y = 4, y + 44
    for text in ("+1", "−2"):
        for size in (40, 28):
            picture = tag(text, size, theme)
            sheet.paste(picture, (x, y), picture)
            x += 40
    picture = note("12", 30, THEMES[theme].accent)
    sheet.paste(picture, (x, y), picture)
    return sheet
