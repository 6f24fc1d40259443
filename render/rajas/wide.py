"""The whole table in one picture: the ring of tracks, quarry, river, actions, and below them a box for everybody."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from engine.rajas.board import BOARD
from engine.rajas.ids import ANIMALS, COLOURS
from engine.rajas.view import View
from render.drawing import Pen, Point
from render.labels import Labels
from render.rajas import river, slots, track
from render.rajas.colours import PALETTE
from render.rajas.rewards import letter_of
from render.rajas.river import Course
from render.rajas.slots import Blocks, draw_block
from render.rajas.sprites import die, sprite
from render.rajas.tiles import draw_tile, first_roads

FINER = 3
QUARRY = (138, 216, 1462, 596)
RIVER = Course(140, 606, 1460, 806, 2, 70)
BLOCKS = Blocks((146, 262, 322, 588), (138, 816, 402, 1176), (412, 816, 1192, 1176), (1202, 816, 1462, 1176), 56)
TILE, TILE_STEP = 140, 150
TILES_AT = (348, 270)
RESERVE_AT = (1268, 270)


def stack_place(stack: str) -> Point:
    """The upper left corner of the top tile of a stack."""
    colour, _, animal = stack.partition(":")
    number = COLOURS.index(colour) * 3 + ANIMALS.index(animal)
    return (TILES_AT[0] + number % 6 * TILE_STEP + (12 if number % 6 >= 3 else 0), TILES_AT[1] + number // 6 * 160)


@lru_cache(maxsize=8)
def base_layer(theme: str, labels: Labels, players: int) -> Image.Image:
    """Everything that is printed. Copy before drawing on it."""
    colours = PALETTE[theme]
    whole = track.ring_layer(theme, labels)
    inside = (132, 132, track.WIDTH - 132, track.HEIGHT - 132)
    part = whole.crop(inside).resize(
        ((inside[2] - inside[0]) * FINER, (inside[3] - inside[1]) * FINER), Image.Resampling.NEAREST
    )
    pen = Pen(part, FINER, inside[0], inside[1])
    draw_block(pen, QUARRY, labels["action.quarry"], colours)
    pen.line([(332, 272), (332, 584)], colours.rule, 1.6)
    pen.line([(1254, 272), (1254, 584)], colours.rule, 1.6)
    river.draw_river(pen, RIVER, colours)
    slots.draw_blocks(pen, BLOCKS, players, labels, colours)
    pen.write((1356, 286), labels["rajas.reserve"], "serif", 22, colours.soft_ink, room=190)
    image = whole.copy()
    image.paste(part.reduce(FINER), inside[:2])
    slots.draw_signs(image, BLOCKS, players, theme, labels)
    river.draw_rewards(image, RIVER, theme, labels)
    return image


def draw_table(view: View, theme: str, labels: Labels) -> Image.Image:
    """The board with everything that lies on it."""
    image = base_layer(theme, labels, len(view.seats)).copy()
    pen = Pen(image, 1)
    _draw_head(image, pen, view, theme, labels)
    _draw_quarry(image, pen, view, theme, labels)
    if any(view.river):
        river.draw_rewards(image, RIVER, theme, labels, view.river)
    slots.draw_workers(image, view.slots, BLOCKS, len(view.seats), theme)
    river.draw_boats(image, view, RIVER, theme)
    for name in ("fame", "money"):
        for seat, ((x, y), size) in track.marker_places(view.players, name).items():
            picture = sprite(f"seat_{seat}", size, theme)
            image.paste(picture, (round(x - size / 2), round(y - size / 2)), picture)
    return image


def _draw_head(image: Image.Image, pen: Pen, view: View, theme: str, labels: Labels) -> None:
    """The title, the round, and the order of play."""
    colours = PALETTE[theme]
    pen.write((800, 174), labels["rajas.title"], "serif_bold", 46, colours.ink, room=520)
    words = labels.say("rajas.round", number=view.round, phase=view.phase_number)
    pen.write((160, 174), words, "serif", 27, colours.ink, anchor="lm", room=330)
    x = 1440.0 - 62 * len(view.order)
    pen.write((x - 12, 174), labels["rajas.order"], "serif", 24, colours.soft_ink, anchor="rm", room=150)
    for index, seat in enumerate(view.order):
        picture = sprite(f"seat_{seat}", 50, theme)
        at = (round(x + index * 62), 149)
        if seat == view.pending:
            pen.box((at[0] - 5, at[1] - 5, at[0] + 55, at[1] + 55), 12, colours.gold, colours.ink, 2)
        image.paste(picture, at, picture)


def _draw_quarry(image: Image.Image, pen: Pen, view: View, theme: str, labels: Labels) -> None:
    colours = PALETTE[theme]
    for stack, here in view.stacks.items():
        x, y = stack_place(stack)
        if here.top:
            for depth in range(min(here.count - 1, 3), 0, -1):
                pen.box((x + 2.5 * depth, y - 2.5 * depth, x + TILE + 2.5 * depth, y + TILE - 2.5 * depth), 3,
                        colours.tile, colours.soft_ink, 1)  # fmt: skip
            colour = BOARD.tiles[here.top].colour
            picture = draw_tile(here.top, first_roads(here.top), TILE, theme, letter_of(colour, labels))
            image.paste(picture, (round(x), round(y)))
        else:
            pen.box((x, y, x + TILE, y + TILE), 8, None, colours.rule, 3)
    for index, colour in enumerate(COLOURS):
        x, y = 1290, 330 + index * 62
        picture = die(colour, 0, 52, theme, letter_of(colour, labels))
        image.paste(picture, (x - 26, y - 26), picture)
        pen.write((x + 44, y - 2), f"× {view.reserve[colour]}", "sans_bold", 30, colours.ink, anchor="lm")
