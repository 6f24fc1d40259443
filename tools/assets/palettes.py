"""Choose the 256 colours of every theme from all that can be drawn, so that encoding is quick and small.

Usage: ``python -m tools.assets.palettes`` writes ``render/gandhi/data/palettes.json``. Run it after a change of themes
or pieces: a pixel takes the nearest of these colours.
"""

from __future__ import annotations

import json
from dataclasses import astuple

from PIL import Image

from render.drawing import lay, note
from render.gandhi.annotate import tag
from render.gandhi.base import WHOLE, ink_shreds, land_layer
from render.gandhi.palette import PALETTES_FILE
from render.gandhi.sprites import PAINTERS, sprite
from render.labels import ENGLISH_LABELS
from render.themes import THEMES, Colour

COLOURS = 256
ROW = 16
"""The number of colours in a line of the file."""


def choose_colours(theme: str) -> list[Colour]:
    """Return the colours of a theme: the exact ones, and the best ones for blends between them."""
    return fill_up(exact_colours(theme), _sample(theme))


def fill_up(exact: list[Colour], sample: Image.Image) -> list[Colour]:
    """Return the exact colours, followed by the best colours for a sample until the palette is full."""
    rest = sample.quantize(COLOURS - len(exact), method=Image.Quantize.MEDIANCUT)
    found = rest.getpalette() or []
    return [*exact, *((found[k], found[k + 1], found[k + 2]) for k in range(0, len(found), 3))][:COLOURS]


def exact_colours(theme: str) -> list[Colour]:
    """Return the flat colours of the theme, which must come out exactly, and the faded ones of dimmed land."""
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
    return list(dict.fromkeys([*flat, *faded]))


def _sample(theme: str) -> Image.Image:
    """Return a picture with the blends between colours: the board reduced, and every sprite several times."""
    board = land_layer(theme, 1, WHOLE).convert("RGB")
    lay(board, ink_shreds(theme, ENGLISH_LABELS, 1, WHOLE))
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


def write_palettes() -> str:
    """Return the text of the file: for each theme, rows of colours in hexadecimal digits."""
    return write_rows({theme: choose_colours(theme) for theme in THEMES})


def write_rows(chosen: dict[str, list[Colour]]) -> str:
    """Return the colours of every theme as the text of a file."""
    rows = {}
    for theme, colours in chosen.items():
        digits = [bytes(colour).hex() for colour in colours]
        rows[theme] = ["".join(digits[start : start + ROW]) for start in range(0, len(digits), ROW)]
    return json.dumps(rows, indent=1) + "\n"


if __name__ == "__main__":
    PALETTES_FILE.write_text(write_palettes(), encoding="utf-8")
