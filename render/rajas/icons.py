"""Icons of the game as PNG files, by name: seats, workers, boats, goods, buildings, animals, people and dice.

`sprites` draws what they show.
"""

from __future__ import annotations

from typing import Final

from render.icons import ICON_SIDE, encode_icon
from render.rajas.sprites import PAINTERS, PIP_PLACES, die, sprite

DICE: Final = {
    f"die_{colour}{pips or ''}": (colour, pips)
    for colour in ("orange", "purple", "blue", "green")
    for pips in (0, *PIP_PLACES)
}
"""The dice by the names of their icons: colour and pips, 0 for one that has not been rolled."""
ICONS: Final = (*PAINTERS, *DICE)
"""The names of the icons."""


def draw_icon(name: str) -> bytes:
    """Return an icon of `ICONS` as a PNG file."""
    drawn = die(*DICE[name], ICON_SIDE, "classic", "") if name in DICE else sprite(name, ICON_SIDE, "classic")
    return encode_icon(drawn)
