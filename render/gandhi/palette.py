"""The 256 colours of a theme, read from ``data/palettes.json``: chosen once, by ``tools/build_palettes.py``."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from PIL import Image

PALETTES_FILE = Path(__file__).parent / "data" / "palettes.json"


@cache
def palette(theme: str) -> Image.Image:
    """Return a picture that carries the theme's palette."""
    carrier = Image.new("P", (1, 1))
    carrier.putpalette(list(bytes.fromhex("".join(json.loads(PALETTES_FILE.read_text(encoding="utf-8"))[theme]))))
    return carrier


def to_palette(image: Image.Image, theme: str) -> Image.Image:
    """Return the picture in the theme's palette, each pixel at its nearest colour."""
    return image.quantize(palette=palette(theme), dither=Image.Dither.NONE)
