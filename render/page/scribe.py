"""A pen that keeps names instead of writing them, for boards whose words the script of a page sets."""

from __future__ import annotations

from PIL import Image

from render.drawing import Pen, Point
from render.fonts import SMALLER_JAPANESE, fit_size, fit_spaced, is_japanese, measure, measure_spaced
from render.page import Name
from render.themes import Colour


class Scribe(Pen):
    """Keeps every name in a serif face. What is in another face, such as a number, is no word, and is drawn."""

    def __init__(self, image: Image.Image | None = None, factor: float = 1, left: float = 0, top: float = 0) -> None:
        # Without a picture, a tiny one swallows everything that is drawn.
        super().__init__(image if image is not None else Image.new("RGBA", (1, 1)), factor, left, top)
        self.names: list[Name] = []

    def write(
        self,
        at: Point,
        text: str,
        face: str,
        size: float,
        fill: Colour,
        anchor: str = "mm",
        *,
        room: float = 0,
        halo: Colour | None = None,
        halo_width: float = 0,
    ) -> None:
        """Keep a name; write what is in another face."""
        if not face.startswith("serif"):
            super().write(at, text, face, size, fill, anchor, room=room, halo=halo, halo_width=halo_width)
            return
        fitted = fit_size(text, face, round(size), round(room)) if room else size
        self._keep(text, at, fitted, measure(text, face, round(fitted)), fill, halo)

    def write_turned(self, at: Point, text: str, size: int, colour: Colour, angle: int, room: int) -> None:
        """Keep a turned name."""
        fitted = fit_spaced(text, size, room)
        self._keep(text, at, fitted, measure_spaced(text, fitted, 1.0), colour, None, angle)

    def _keep(
        self, text: str, at: Point, size: float, width: float, fill: Colour, halo: Colour | None, angle: int = 0
    ) -> None:
        smaller = SMALLER_JAPANESE if is_japanese(text) else 1
        around = write_colour(halo) if halo is not None else ""
        self.names.append(Name(text, *at, size * smaller, width, write_colour(fill), around, angle))


def write_colour(colour: Colour) -> str:
    """Return a colour as CSS writes it."""
    return "#{:02x}{:02x}{:02x}".format(*colour)
