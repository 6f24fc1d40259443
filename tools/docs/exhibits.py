"""Draws the pictures of the galleries, saves each at its width on the page, and describes it."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from PIL import Image

from render.animation import shrink
from render.palette import to_palette
from render.pictures import Picture

DOCS = Path(__file__).resolve().parent.parent.parent / "docs"
FOLDER = DOCS / "gallery"


@dataclass(frozen=True)
class Exhibit:
    """A picture of the gallery: its file, what it shows, how it is drawn, its width on the page, and its theme."""

    name: str
    words: str
    make: Callable[[], Picture]
    width: int
    theme: str = "classic"


def write_exhibits(exhibits: Iterable[Exhibit], palettes: Path) -> list[str]:
    """Write the pictures into `FOLDER`, in the colours of the file ``palettes``, and return the lines of their page."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    lines = []
    for exhibit in exhibits:
        picture = exhibit.make()
        file = FOLDER / f"{exhibit.name}.{picture.media_type.removeprefix('image/')}"
        save(picture, file, exhibit.width, exhibit.theme, palettes)
        size = f"{picture.width} × {picture.height}, {len(picture.data) / 1000:.0f} kB"
        lines += [f"## {exhibit.words}", "", f"![{picture.alt}](gallery/{file.name})", "", f"*{size}*", ""]
        print(f"{exhibit.name}: {size}")
    return lines


def show_phones(name: str) -> list[str]:
    """Return the lines about panels on a phone; `tools.docs.gallery_phones` makes their picture."""
    words = "A panel on a phone, in four languages"
    made = "*Photographed in the chat of `make play` by `python -m tools.docs.gallery_phones`*"
    return [f"## {words}", "", f"![{words}](gallery/{name})", "", made, ""]


def save(picture: Picture, file: Path, width: int, theme: str, palettes: Path) -> None:
    """Write a picture, made smaller if it is wider than ``width``; animations stay as they are."""
    if width >= picture.width or picture.media_type == "image/gif":
        file.write_bytes(picture.data)
        return
    image = shrink(Image.open(io.BytesIO(picture.data)).convert("RGB"), width)
    to_palette(image, palettes, theme).save(file, "PNG", optimize=True)
