"""Icons of the game: Factions, pieces, markers and levels."""

from __future__ import annotations

from typing import Final

from render.gandhi.sprites import PAINTERS, POPULATIONS, sprite
from render.icons import ICON_SIDE, encode_icon

ICONS: Final = tuple(name for name in PAINTERS if name.rpartition("_")[2] not in POPULATIONS)
"""The names of the icons: all sprites, but levels without the Population of a space."""


def draw_icon(name: str) -> bytes:
    """Draw an icon."""
    return encode_icon(sprite(name, ICON_SIDE, "classic"))
