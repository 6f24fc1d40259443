"""Icons of the game: Factions, pieces, markers and levels."""

from __future__ import annotations

from typing import Final

from render.gandhi.sprites import PAINTERS, POPULATIONS, sprite
from render.icons import ICON_SIDE, encode_icon

ICONS: Final = tuple(name for name in PAINTERS if name.rpartition("_")[2] not in POPULATIONS)
"""The names of the icons: all sprites except levels that show a Population."""


def draw_icon(name: str) -> bytes:
    """Return an icon of `ICONS` as a PNG file."""
    return encode_icon(sprite(name, ICON_SIDE, "classic"))
