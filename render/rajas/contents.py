"""The contents of the box as the data has them, to compare with one's own: every tile with its id, and the river."""

from __future__ import annotations

from PIL import Image

from engine.rajas.board import BOARD
from engine.rajas.ids import COLOURS
from render.drawing import Pen
from render.labels import labels_for
from render.pictures import ALT_LIMIT, Options, Picture
from render.rajas import river
from render.rajas.alt import describe_tile
from render.rajas.colours import PALETTE
from render.rajas.picture import check_options, finish
from render.rajas.rewards import letter_of
from render.rajas.tiles import draw_tile, first_roads

CONTENTS = ("tiles", "river")
"""The pictures: all province tiles in the order of their file, and the river."""
ACROSS, TILE, STEP, ROW, MARGIN = 8, 150, 170, 200, 20
"""Tiles in a row, the side of one, and the distances between them."""
COURSE = river.Course(20, 20, 1380, 520, 3, 104)
FINER = 3


def draw_contents(options: Options) -> Picture:
    """Draw what the layout names, one of `CONTENTS`. Raises `ValueError` for an unknown theme or layout."""
    check_options(options, CONTENTS)
    labels = labels_for(options.language)
    if options.layout == "river":
        return finish(_draw_river(options), options.theme, labels["rajas.title"])
    by_colour = [[tile for tile in BOARD.tiles.values() if tile.colour == colour] for colour in COLOURS]
    told = [labels.join("items", [describe_tile(tile, labels) for tile in tiles]) for tiles in by_colour]
    return finish(_draw_tiles(options), options.theme, labels.fit(told, ALT_LIMIT))


def _draw_tiles(options: Options) -> Image.Image:
    """Return all tiles as they lie before they are turned, those of a colour together, with ids and animals."""
    colours, labels = PALETTE[options.theme], labels_for(options.language)
    by_colour = [[tile for tile in BOARD.tiles.values() if tile.colour == colour] for colour in COLOURS]
    rows = [tiles[start : start + ACROSS] for tiles in by_colour for start in range(0, len(tiles), ACROSS)]
    image = Image.new("RGB", (2 * MARGIN + ACROSS * STEP, 2 * MARGIN + len(rows) * ROW), colours.paper)
    pen = Pen(image, 1)
    for down, row in enumerate(rows):
        for across, tile in enumerate(row):
            x, y = MARGIN + across * STEP + (STEP - TILE) // 2, MARGIN + down * ROW
            picture = draw_tile(tile.id, first_roads(tile.id), TILE, options.theme, letter_of(tile.colour, labels))
            image.paste(picture, (x, y))
            name = f"{tile.id} · {tile.back}"
            pen.write((x + TILE / 2, y + TILE + 22), name, "sans_bold", 20, colours.ink, room=STEP - 8)
    return image


def _draw_river(options: Options) -> Image.Image:
    """Return the river with the number and the reward of every space."""
    colours, labels = PALETTE[options.theme], labels_for(options.language)
    size = (COURSE.right + COURSE.left, COURSE.bottom + COURSE.top)
    image = Image.new("RGB", (size[0] * FINER, size[1] * FINER), colours.paper)
    river.draw_river(Pen(image, FINER), COURSE, colours)
    image = image.reduce(FINER)
    river.draw_rewards(image, COURSE, options.theme, labels)
    pen = Pen(image, 1)
    for number, (x, y) in enumerate(river.places(COURSE)[1:], 1):
        pen.disc((x - COURSE.size * 0.36, y - COURSE.size * 0.36), 17, colours.paper, colours.ink, 2)
        pen.write((x - COURSE.size * 0.36, y - COURSE.size * 0.36), str(number), "sans_bold", 19, colours.ink)
    return image
