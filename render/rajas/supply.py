"""The open yield tiles of the Navaratnas: every kind with how many of it are left, in a strip."""

from __future__ import annotations

from PIL import Image

from engine.rajas.board import BOARD
from engine.rajas.ids import YIELD_COLOURS
from engine.rajas.view import View
from render.drawing import Pen
from render.labels import Labels
from render.rajas.colours import PALETTE
from render.rajas.marks import paste
from render.rajas.rewards import yield_picture

STEP, TILE = 92, 76
"""Width of a kind with its number, and of a tile."""
ROW, HEAD, MARGIN = 96, 46, 24


def draw_supply(view: View, width: int, theme: str, labels: Labels) -> Image.Image:
    """Return the kinds by colour, in as many rows as they need at this width; those that have run out are faint."""
    colours = PALETTE[theme]
    kinds = [tile for colour in YIELD_COLOURS for tile in BOARD.yield_tiles.values() if tile.colour == colour]
    kinds = [tile for tile in kinds if tile.id in view.supply]
    across = (width - 2 * MARGIN) // STEP
    rows = -(-len(kinds) // across)
    image = Image.new("RGB", (width, HEAD + rows * ROW + 16), colours.table)
    pen = Pen(image, 1)
    pen.box((14, 4, width - 14, image.height - 10), 12, colours.paper, colours.ink, 2)
    pen.write((width / 2, 28), labels["rajas.supply"], "serif_bold", 26, colours.ink, room=width - 60)
    left = (width - min(across, len(kinds)) * STEP) / 2
    for index, tile in enumerate(kinds):
        row, column = divmod(index, across)
        x, y = left + (column + 0.5) * STEP, HEAD + row * ROW + TILE / 2 + 4
        count = view.supply[tile.id]
        picture = yield_picture(tile.reward, True, False, tile.colour, theme, labels)
        paste(image, picture, (x, y), 255 if count else 70)
        if count != 1:
            pen.box((x + 14, y + 16, x + 46, y + 42), 10, colours.paper, colours.ink, 2)
            pen.write((x + 30, y + 28), f"×{count}", "sans_black", 20, colours.ink)
    return image
