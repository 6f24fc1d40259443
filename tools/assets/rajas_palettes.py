"""Choose the 256 colours of every theme of the pictures of Rajas of the Ganges, as `tools.assets.palettes` does.

Usage: ``python -m tools.assets.rajas_palettes`` writes ``render/rajas/data/palettes.json``. Run it after a change of
colours or sprites.
"""

from __future__ import annotations

from dataclasses import astuple

from PIL import Image

from engine.rajas.board import BOARD
from engine.rajas.ids import COLOURS as DICE_COLOURS
from engine.rajas.ids import HANDS
from render.drawing import note
from render.labels import ENGLISH_LABELS
from render.rajas.colours import PALETTE
from render.rajas.kali import kali_layer
from render.rajas.picture import PALETTES_FILE
from render.rajas.province import WIDE, province_layer
from render.rajas.sprites import PAINTERS, die, sprite
from render.rajas.tiles import draw_tile, first_roads, ground_of
from render.rajas.wide import base_layer
from render.themes import Colour
from tools.assets.palettes import fill_up, write_rows

SAMPLED = 10
"""The step from one tile of the sample to the next."""


def exact_colours(theme: str) -> list[Colour]:
    """Return the flat colours of the theme, which must come out exactly, and the grounds of tiles."""
    colours = PALETTE[theme]
    flat = [colour for colour in astuple(colours) if isinstance(colour, tuple)]
    grounds = [ground_of(colour, colours) for colour in DICE_COLOURS]
    return list(dict.fromkeys([*flat, *grounds, (0, 0, 0), (255, 255, 255), (24, 18, 16)]))


def sample(theme: str) -> Image.Image:
    """Return a picture with the blends between colours: table and province reduced, sprites, tiles, dice, Kali."""
    table = base_layer(theme, ENGLISH_LABELS, 4)
    table = table.resize((table.width // 2, table.height // 2), Image.Resampling.NEAREST)
    province = province_layer(theme, WIDE, "lotus").reduce(2)
    sheet = Image.new("RGB", (800, table.height + province.height + 900), PALETTE[theme].paper)
    sheet.paste(table, (0, 0))
    sheet.paste(province, (0, table.height))
    top = table.height + province.height + 4
    kali = kali_layer(theme, HANDS).reduce(2)
    sheet.paste(kali, (4, top), kali)
    pictures = [sprite(kind, size, theme) for kind in PAINTERS for size in (56, 38)]
    pictures += [die(colour, 5, size, theme, "") for colour in DICE_COLOURS for size in (60, 44)]
    pictures += [
        draw_tile(tile, first_roads(tile), 96, theme, "").convert("RGBA") for tile in list(BOARD.tiles)[::SAMPLED]
    ]
    pictures += [note("12", 30, PALETTE[theme].accent)]
    x, y, row = 292, top, 0
    for picture in pictures:
        if x + picture.width > sheet.width:
            x, y, row = 292, y + row + 2, 0
        sheet.paste(picture, (x, y), picture)
        x, row = x + picture.width + 2, max(row, picture.height)
    return sheet


def choose_colours(theme: str) -> list[Colour]:
    """Return the colours of a theme: the exact ones, and the best ones for blends between them."""
    return fill_up(exact_colours(theme), sample(theme))


if __name__ == "__main__":
    PALETTES_FILE.parent.mkdir(exist_ok=True)
    PALETTES_FILE.write_text(write_rows({theme: choose_colours(theme) for theme in PALETTE}), encoding="utf-8")
