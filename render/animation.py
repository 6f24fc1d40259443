"""Moving pictures as GIF, which every client plays: frames made smaller until they weigh little enough."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Sequence

from PIL import Image

from render.pictures import Picture

MOST_BYTES = 8_000_000
"""What one animation may weigh; Discord takes 10 MB."""
WIDEST = 1000
"""Width of an animation in pixels, at most."""

ToPalette = Callable[[Image.Image], Image.Image]
"""Puts a picture into 256 colours."""


def shrink(image: Image.Image, width: int) -> Image.Image:
    """Return a picture at another width."""
    return image.resize((width, image.height * width // image.width), Image.Resampling.LANCZOS)


def animate(frames: Iterable[Image.Image], times: Sequence[int], to_palette: ToPalette, alt: str) -> Picture:
    """Encode the frames, smaller and smaller until they weigh no more than `MOST_BYTES`.

    A long game has more frames than should lie in memory side by side: each is kept packed until its size is settled.
    """
    packed: list[bytes] = []
    small: list[Image.Image] = []
    width = height = 0
    for frame in frames:
        if not packed:
            width = min(WIDEST, frame.width)
            height = frame.height * width // frame.width
        packed.append(_pack(frame))
        small.append(_fit(frame, width, height, to_palette))
    while True:
        data = _encode(small, times)
        if len(data) <= MOST_BYTES or width <= 400:
            return Picture(data, "image/gif", alt, width, height)
        width, height = width * 4 // 5, height * 4 // 5
        small = [_fit(_unpack(data), width, height, to_palette) for data in packed]


def _fit(frame: Image.Image, width: int, height: int, to_palette: ToPalette) -> Image.Image:
    fitted = frame if frame.width == width else shrink(frame, width)
    return to_palette(fitted).crop((0, 0, width, height))


def _encode(frames: list[Image.Image], times: Sequence[int]) -> bytes:
    buffer = io.BytesIO()
    frames[0].save(
        buffer, "GIF", save_all=True, append_images=frames[1:], duration=list(times), loop=0, disposal=1, optimize=False
    )
    return buffer.getvalue()


def _pack(frame: Image.Image) -> bytes:
    buffer = io.BytesIO()
    frame.save(buffer, "PNG", compress_level=1)
    return buffer.getvalue()


def _unpack(data: bytes) -> Image.Image:
    with Image.open(io.BytesIO(data)) as image:
        return image.convert("RGB")
