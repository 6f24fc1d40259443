"""The whole picture: base, pieces, boxes; then encoded."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from engine.core.change import Change
from engine.gandhi.view import View
from render.alt import alt_text
from render.base import Pen, base_map
from render.board import load_board
from render.labels import ENGLISH_LABELS, Labels
from render.panel import FRAMES, Sheet, draw_contents, draw_frame
from render.pieces import draw_pieces
from render.themes import THEMES


@dataclass(frozen=True)
class Options:
    """How to draw: ``theme`` of `THEMES`, ``layout`` (full, map, panel, or a region of `REGIONS`), ``language``.

    With ``before``, the View at the start of the turn, old values can be shown where the Changes lack them.
    """

    theme: str = "classic"
    layout: str = "full"
    language: str = "en"
    before: View | None = None


@dataclass(frozen=True)
class Picture:
    """An encoded picture with its alt text."""

    data: bytes
    media_type: str
    alt: str
    width: int
    height: int


@lru_cache(maxsize=4)
def base_full(theme: str, labels: Labels) -> Image.Image:
    """Return the board with the frames of all boxes, without anything that changes."""
    image = base_map(theme, labels, 1).copy()
    for frame in FRAMES:
        finer = Image.new("RGB", (frame.width * 3, frame.height * 3))
        finer.paste(image.crop(frame.box).resize(finer.size, Image.Resampling.NEAREST))
        draw_frame(Pen(finer, 3), frame, labels, THEMES[theme])
        image.paste(finer.reduce(3), (frame.left, frame.top))
    return image


def compose(view: View, changes: Sequence[Change], options: Options, labels: Labels) -> Image.Image:
    """Return the picture, not yet encoded."""
    image = base_full(options.theme, labels).copy()
    draw_pieces(image, load_board(), view, options.theme, 1, 0, 0)
    for frame in FRAMES:
        draw_contents(Sheet(image, frame.left, frame.top, 1, options.theme, labels), frame, view)
    return image


def encode(image: Image.Image) -> tuple[bytes, str]:
    """Return the bytes and media type: lossless WebP with the least effort, small and quick for flat colours."""
    buffer = io.BytesIO()
    image.save(buffer, "WEBP", lossless=True, method=0, quality=0)
    return buffer.getvalue(), "image/webp"


def draw(
    view: View, changes: Sequence[Change] = (), options: Options | None = None, labels: Labels | None = None
) -> Picture:
    """Draw a View, and what the Changes did, as one encoded picture with alt text."""
    chosen = options if options is not None else Options()
    image = compose(view, changes, chosen, labels if labels is not None else ENGLISH_LABELS)
    data, media_type = encode(image)
    alt = alt_text(view, changes, labels if labels is not None else ENGLISH_LABELS)
    return Picture(data, media_type, alt, image.width, image.height)
