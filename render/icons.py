"""Icons: sprites of games as small separate files."""

from __future__ import annotations

import io
from typing import Final

from PIL import Image

ICON_SIDE: Final = 128
"""The side of an icon in pixels, which is the size in which Discord keeps it."""


def encode_icon(image: Image.Image) -> bytes:
    """Return an icon as a PNG file. The same picture always gives the same bytes."""
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()
