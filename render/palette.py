"""The 256 colours of a game's theme: chosen once by a program of ``tools/assets``, and kept in a file of the game."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from PIL import Image

from render.packing import encode_png


@cache
def palette(file: Path, theme: str) -> Image.Image:
    """Return a picture that carries the palette of a theme."""
    carrier = Image.new("P", (1, 1))
    carrier.putpalette(list(bytes.fromhex("".join(json.loads(file.read_text(encoding="utf-8"))[theme]))))
    return carrier


def to_palette(image: Image.Image, file: Path, theme: str) -> Image.Image:
    """Return the picture in a palette, each pixel at its nearest colour."""
    return image.quantize(palette=palette(file, theme), dither=Image.Dither.NONE)


def to_png(image: Image.Image, file: Path, theme: str) -> bytes:
    """Return the picture as a PNG of 256 colours, which are enough for flat art."""
    return encode_png(to_palette(image, file, theme))
