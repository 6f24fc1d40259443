"""Animations as GIF, which every client plays: written picture by picture, smaller if the file gets too large.

Only the part of a picture that has changed since the last one is written. Of a long game, only the packed pixels of all
pictures are in memory, never all pictures themselves.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from PIL import Image, ImageChops
from PIL.GifImagePlugin import getdata

from render.packing import pack, unpack
from render.pictures import Picture

MOST_BYTES: Final = 8_000_000
"""The most bytes of one animation; Discord takes 10 MB."""
WIDEST: Final = 1000
"""Width of an animation in pixels, at most."""
NARROWEST: Final = 400
"""The least width in pixels: an animation is not made narrower, however large its file is."""
MARGIN: Final = 0.9
"""Share of `MOST_BYTES` to aim for when pictures must be smaller, since the size of the file is only estimated."""
CLEAR: Final = 255
"""The last colour of a palette, which means "unchanged": pixels of that colour get the nearest other one."""
COLOURS: Final = 256

ToPalette = Callable[[Image.Image], Image.Image]
"""A function that puts a picture into 256 colours."""


def shrink(image: Image.Image, width: int) -> Image.Image:
    """Return a picture at another width."""
    return image.resize((width, image.height * width // image.width), Image.Resampling.LANCZOS)


def animate(frames: Iterable[Image.Image], times: Sequence[int], to_palette: ToPalette, alt: str) -> Picture:
    """Return frames as an animation no wider than `WIDEST`, each shown for its time in milliseconds.

    It is made smaller until the file fits `MOST_BYTES` or the width is `NARROWEST`.
    """
    packed: list[bytes] = []
    reel = Reel(0, 0)
    for frame, shown in zip(frames, times, strict=True):
        if not packed:
            width = min(WIDEST, frame.width)
            reel = Reel(width, frame.height * width // frame.width)
        fitted = _fit(frame, reel, to_palette)
        packed.append(pack(fitted.tobytes()))
        reel.add(fitted, shown)
    first = reel
    while len(reel.data) > MOST_BYTES and reel.width > NARROWEST:
        # The size of the file grows with the area.
        share = min(0.8, math.sqrt(MARGIN * MOST_BYTES / len(reel.data)))
        width = max(NARROWEST, int(reel.width * share))
        reel = Reel(width, first.height * width // first.width)
        for data, shown in zip(packed, times, strict=True):
            frame = Image.frombytes("P", (first.width, first.height), unpack(data))
            frame.putpalette(first.palette)
            reel.add(_fit(frame.convert("RGB"), reel, to_palette), shown)
    return Picture(reel.end(), "image/gif", alt, reel.width, reel.height)


class Reel:
    """A GIF that is written picture by picture, each in the palette of the first."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.data = bytearray()
        self.palette = b""
        self._merged: list[int] = []
        self._last: Image.Image | None = None

    def add(self, frame: Image.Image, shown: int) -> None:
        """Write one more picture, which is shown for ``shown`` milliseconds."""
        if not self.palette:
            self._begin(frame)
        frame = frame.point(self._merged)
        box = (0, 0, self.width, self.height)
        drawn = frame
        if self._last is not None:
            same = ImageChops.difference(_plain(self._last), _plain(frame)).point([255] + [0] * CLEAR)
            # A picture without a change is written as one pixel, so that its time counts too.
            box = ImageChops.invert(same).getbbox() or (0, 0, 1, 1)
            drawn = frame.copy()
            drawn.paste(CLEAR, mask=same)
            drawn = drawn.crop(box)
        for part in getdata(drawn, box[:2], duration=shown, disposal=1, transparency=CLEAR):
            self.data += part
        self._last = frame

    def _begin(self, frame: Image.Image) -> None:
        """Write the header of the file: its size, its palette, and that the animation repeats."""
        self.palette = bytes(frame.getpalette() or ()).ljust(3 * COLOURS, b"\0")
        self._merged = [*range(CLEAR), find_nearest(self.palette, CLEAR)]
        size = self.width.to_bytes(2, "little") + self.height.to_bytes(2, "little")
        self.data += b"GIF89a" + size + b"\xf7\0\0"
        self.data += self.palette + b"!\xff\x0bNETSCAPE2.0\x03\x01\0\0\0"

    def end(self) -> bytes:
        """End the file, and return it."""
        self.data += b";"
        return bytes(self.data)


def find_nearest(palette: bytes, number: int) -> int:
    """Return the number of the other colour of a palette that is nearest to the colour ``number``."""
    colours = [palette[3 * each : 3 * each + 3] for each in range(len(palette) // 3)]
    others = (each for each in range(len(colours)) if each != number)
    return min(others, key=lambda each: sum((a - b) ** 2 for a, b in zip(colours[each], colours[number], strict=True)))


def _plain(frame: Image.Image) -> Image.Image:
    """Return the numbers of a picture's colours as shades of grey, which can be compared."""
    return Image.frombytes("L", frame.size, frame.tobytes())


def _fit(frame: Image.Image, reel: Reel, to_palette: ToPalette) -> Image.Image:
    """Return a picture in the width and the palette of a reel."""
    fitted = frame if frame.width == reel.width else shrink(frame, reel.width)
    return to_palette(fitted).crop((0, 0, reel.width, reel.height))
