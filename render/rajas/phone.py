"""The table for a narrow screen: everything large enough to be read when the picture is as wide as a phone.

The two tracks are laid straight: fame comes from the left, money from the right, and where they meet a race is over.
"""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from engine.rajas.board import BOARD
from engine.rajas.ids import ANIMALS, BIRBAL, COLOUR_OF, COLOURS, MOST_KARMA, VALUE_OF
from engine.rajas.story import ON_SQUARES, Story
from engine.rajas.view import View
from render.drawing import Pen, Point, mix
from render.labels import Labels
from render.rajas import river, slots
from render.rajas.captions import seat_name
from render.rajas.colours import PALETTE, Colours
from render.rajas.marks import number, paste
from render.rajas.race import draw_bonuses, draw_race
from render.rajas.rewards import letter_of
from render.rajas.river import Course
from render.rajas.seats import draw_small_province, draw_values
from render.rajas.slots import Blocks, draw_block
from render.rajas.sprites import die, sprite
from render.rajas.tiles import draw_tile, first_roads
from render.rajas.wide import draw_sailing, draw_supplies, mark_steps

WIDTH = 900
FINER = 2
HEAD = 92
ROW = 258
"""Height of one player's row."""
PROVINCE = 27
"""Side of a square of the small provinces."""
TILE, STEP = 134, 143
BAR = (112, 860)
"""Where the straight tracks begin and end."""


def _tops(players: int) -> tuple[int, int, int, int]:
    """Return where the quarry, the river, the palace, and market and harbour begin."""
    quarry = HEAD + ROW * players + 8
    waters = quarry + 520
    palace = waters + 312
    return quarry, waters, palace, palace + 410


def course(players: int) -> Course:
    """Return where the river runs."""
    top = _tops(players)[1]
    return Course(16, top, WIDTH - 16, top + 300, 3, 70)


def blocks(players: int) -> Blocks:
    """Return where the blocks of spaces lie."""
    quarry, _, palace, low = _tops(players)
    return Blocks(
        (24, quarry + 422, WIDTH - 24, quarry + 506),
        (14, low, 444, low + 320),
        (14, palace, WIDTH - 14, palace + 400),
        (456, low, WIDTH - 14, low + 320),
        56,
        8,
    )


def height(players: int) -> int:
    """Return the height of the picture without the words."""
    return _tops(players)[3] + 334


def stack_place(stack: str, players: int) -> Point:
    """Return the upper left corner of the top tile of a stack."""
    colour, _, animal = stack.partition(":")
    place = COLOURS.index(colour) * 3 + ANIMALS.index(animal)
    left = 22 + place % 6 * STEP + (6 if place % 6 >= 3 else 0)
    return (left, _tops(players)[0] + 58 + place // 6 * 150)


@lru_cache(maxsize=4)
def base_layer(theme: str, labels: Labels, players: int) -> Image.Image:
    """Return the table with everything that is printed on it. Copy it before you draw on it."""
    colours = PALETTE[theme]
    size = (WIDTH * FINER, height(players) * FINER)
    image = Image.new("RGB", size, mix(colours.paper, colours.stone, 0.5))
    pen = Pen(image, FINER)
    pen.draw.rectangle((0, 0, WIDTH * FINER, (HEAD - 6) * FINER), fill=colours.table)
    pen.line([(0, HEAD - 7), (WIDTH, HEAD - 7)], colours.ornament, 4)
    quarry = _tops(players)[0]
    draw_block(pen, (14, quarry, WIDTH - 14, quarry + 510), labels["action.quarry"], colours)
    pen.write((30, quarry + 386), labels["rajas.reserve"], "serif", 30, colours.soft_ink, "lm", room=210)
    river.draw_river(pen, course(players), colours)
    river.draw_numbers(pen, course(players), colours)
    slots.draw_blocks(pen, blocks(players), players, labels, colours)
    for index in range(players):
        _draw_row(pen, HEAD + index * ROW, colours)
    image = image.reduce(FINER)
    slots.draw_signs(image, blocks(players), players, theme, labels)
    river.draw_rewards(image, course(players), theme, labels)
    return image


def _draw_row(pen: Pen, top: int, colours: Colours) -> None:
    """Draw the empty box of one player's row."""
    pen.box((14, top + 4, WIDTH - 14, top + ROW - 4), 12, colours.paper, colours.paper_edge, 2)


def draw_phone(view: View, story: Story, theme: str, labels: Labels) -> Image.Image:
    """Return the table for a narrow screen, with the marks of a story."""
    players = len(view.seats)
    image = base_layer(theme, labels, players).copy()
    pen = Pen(image, 1)
    _draw_head(image, pen, view, theme, labels)
    for index, seat in enumerate(view.seats):
        _draw_player(image, pen, view, seat, HEAD + index * ROW, story, theme, labels)
    for stack, here in view.stacks.items():
        x, y = (round(value) for value in stack_place(stack, players))
        if here.top:
            letter = letter_of(BOARD.tiles[here.top].colour, labels)
            image.paste(draw_tile(here.top, first_roads(here.top), TILE, theme, letter), (x, y))
        else:
            pen.box((x, y, x + TILE, y + TILE), 8, None, PALETTE[theme].rule, 3)
    draw_supplies(image, pen, view, (278, _tops(players)[0] + 388), (126, 0), theme, labels)
    place = course(players)
    if any(view.river):
        river.draw_rewards(image, place, theme, labels, view.river)
    slots.draw_workers(image, view.slots, blocks(players), players, theme)
    for (seat, name), (old, new) in story.tracks.items():
        if name == "boat" and old != new:
            draw_sailing(image, seat, old, new, place, theme)
    river.draw_boats(image, view, place, theme)
    mark_steps(image, story, theme, (blocks(players), players), place, lambda stack: stack_place(stack, players), TILE)
    return image


def _draw_head(image: Image.Image, pen: Pen, view: View, theme: str, labels: Labels) -> None:
    """Draw the round and the order of play."""
    colours = PALETTE[theme]
    words = labels.say("rajas.round", number=view.round, phase=view.phase_number)
    ink = (255, 244, 220)
    pen.write((26, 43), words, "serif_bold", 36, ink, anchor="lm", room=430)
    x = WIDTH - 20 - 70 * len(view.order)
    for index, seat in enumerate(view.order):
        spot = (x + index * 70 + 35, 43)
        if seat == view.pending:
            pen.box((spot[0] - 34, spot[1] - 34, spot[0] + 34, spot[1] + 34), 14, colours.gold, colours.table_dark, 2)
        paste(image, sprite(f"seat_{seat}", 56, theme), spot)


def _draw_player(
    image: Image.Image, pen: Pen, view: View, seat: str, top: int, story: Story, theme: str, labels: Labels
) -> None:
    """Draw one player's row: name, workers, karma, gap; tracks with what lies ahead; dice; values, boat, province."""
    colours, player = PALETTE[theme], view.players[seat]
    if seat == view.pending:
        pen.box((14, top + 4, WIDTH - 14, top + ROW - 4), 12, None, colours.gold, 6)
    paste(image, sprite(f"seat_{seat}", 68, theme), (60, top + 56))
    name = seat_name(seat, labels)
    if view.seats[seat] == BIRBAL:
        name = labels.say("put.aside", what=name, aside=labels["rajas.birbal"])
    pen.write((112, top + 30), name, "serif_bold", 32, colours.ink, anchor="lm", room=280)
    draw_bonuses(image, pen, (*BAR, top + 56), player, theme)
    draw_race(image, pen, (*BAR, top + 56), player, theme)
    sign = "+" if player.overlap > 0 else "−" if player.overlap < 0 else "±"
    ink = colours.gain if player.overlap >= 0 else colours.ink
    pen.write((WIDTH - 34, top + 29), f"{sign}{abs(player.overlap)}", "sans_black", 40, ink, "rm")
    for index in range(player.active):
        strength = 255 if index < player.workers else 60
        paste(image, sprite(f"worker_{seat}", 40, theme), (430 + index * 36, top + 30), strength)
    for level in range(MOST_KARMA):
        paste(image, sprite("karma", 38, theme), (664 + level * 42, top + 30), 255 if level < player.karma else 50)
    for index, held in enumerate(player.dice):
        picture = die(COLOUR_OF[held], VALUE_OF[held], 58, theme, letter_of(COLOUR_OF[held], labels))
        paste(image, picture, (56 + index * 62, top + 165))
    draw_values(image, player, [(56 + index * 116, top + 222) for index in range(len(player.values))], 44, theme)
    paste(image, sprite(f"boat_{seat}", 54, theme), (548, top + 220))
    pen.write((584, top + 222), str(player.boat), "sans_black", 34, colours.ink, anchor="lm")
    if "river" in player.waiting:
        paste(image, sprite("worker", 36, theme), (652, top + 222))
    left, high, side = WIDTH - 34 - 5 * PROVINCE, top + 138, PROVINCE
    draw_small_province(image, view, seat, (left, high), side, theme)
    for step in story.steps:
        if step.seat == seat and step.kind in ON_SQUARES:
            x = left + (ord(step.place[0]) - ord("a") + 0.5) * side
            y = high + (int(step.place[1:]) - 0.5) * side
            number(image, (x, y), str(step.number), theme, 30)
