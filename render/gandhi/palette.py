"""The 256 colours of each theme of Gandhi's pictures."""

from __future__ import annotations

from pathlib import Path

from PIL import Image

from render import palette as palettes

PALETTES_FILE = Path(__file__).parent / "data" / "palettes.json"


def palette(theme: str) -> Image.Image:
    """Return a picture that carries the theme's palette."""
    return palettes.palette(PALETTES_FILE, theme)


def to_palette(image: Image.Image, theme: str) -> Image.Image:
    """Return the picture in the theme's palette, each pixel at its nearest colour."""
    return palettes.to_palette(image, PALETTES_FILE, theme)


def to_png(image: Image.Image, theme: str) -> bytes:
    """Return the picture in the theme's palette, as a PNG file."""
    return palettes.to_png(image, PALETTES_FILE, theme)
