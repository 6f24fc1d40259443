"""The table in one wide picture: the ring of tracks, and inside it quarry, river and actions.

The boxes of the players below it are in `render.rajas.seats`.
"""

from __future__ import annotations

from collections.abc import Callable

from PIL import Image

from engine.rajas.board import BOARD
from engine.rajas.ids import ANIMALS, COLOURS
from engine.rajas.story import BOAT, BONUS, BUILD, COVER, WORKER, Story
from engine.rajas.view import View
from render.drawing import Pen, Point
from render.labels import Labels
from render.layers import keep
from render.rajas import river, slots, track
from render.rajas.colours import PALETTE, Colours
from render.rajas.marks import frame, ghost, number, paste, way
from render.rajas.rewards import letter_of
from render.rajas.river import Course
from render.rajas.slots import Blocks, draw_block
from render.rajas.sprites import die, sprite
from render.rajas.tiles import draw_tile, first_roads

FINER = 3
QUARRY = (138, 216, 1462, 600)
RIVER = Course(140, 610, 1460, 810, 2, 70)
BLOCKS = Blocks((146, 262, 322, 588), (138, 820, 368, 1216), (378, 820, 1222, 1216), (1232, 820, 1462, 1216), 54, 2)
TILE, TILE_STEP = 140, 150
TILES_AT = (348, 270)
RESERVE_AT = (1268, 270)
TAKEN = 0.36
"""The side of a tile that was taken, compared with that of an open one."""


def stack_place(stack: str) -> Point:
    """Return the upper left corner of the top tile of a stack."""
    colour, _, animal = stack.partition(":")
    number = COLOURS.index(colour) * 3 + ANIMALS.index(animal)
    return (TILES_AT[0] + number % 6 * TILE_STEP + (12 if number % 6 >= 3 else 0), TILES_AT[1] + number // 6 * 160)


@keep
def base_layer(theme: str, labels: Labels, players: int) -> Image.Image:
    """Return the table with everything that is printed on it. Copy it before you draw on it."""
    return draw_base(theme, labels, players)


def draw_base(theme: str, labels: Labels, players: int, make_pen: Callable[..., Pen] = Pen) -> Image.Image:
    """Draw everything that is printed on the table; ``make_pen`` makes the pen for the papers and their words."""
    colours = PALETTE[theme]
    whole = track.draw_ring(theme)
    inside = (132, 132, track.WIDTH - 132, track.HEIGHT - 132)
    part = whole.crop(inside).resize(
        ((inside[2] - inside[0]) * FINER, (inside[3] - inside[1]) * FINER), Image.Resampling.NEAREST
    )
    pen = make_pen(part, FINER, inside[0], inside[1])
    draw_printed(pen, labels, players, colours)
    whole.paste(part.reduce(FINER), inside[:2])
    slots.draw_signs(whole, BLOCKS, players, theme, labels)
    river.draw_rewards(whole, RIVER, theme, labels)
    return whole


def draw_printed(pen: Pen, labels: Labels, players: int, colours: Colours) -> None:
    """Draw the papers inside the ring with their words."""
    draw_block(pen, QUARRY, labels["action.quarry"], colours)
    for x in (332, 1256):
        pen.line([(x, 276), (x, 586)], colours.rule, 1.6)
    river.draw_river(pen, RIVER, colours)
    river.draw_numbers(pen, RIVER, colours)
    slots.draw_blocks(pen, BLOCKS, players, labels, colours)
    pen.write((1358, 290), labels["rajas.reserve"], "serif", 22, colours.soft_ink, room=190)


def draw_table(view: View, story: Story, theme: str, labels: Labels) -> Image.Image:
    """Return the board with everything that lies on it, and the marks of a story."""
    players = len(view.seats)
    image = base_layer(theme, labels, players).copy()
    pen = Pen(image, 1)
    _draw_head(image, pen, view, theme, labels)
    _draw_quarry(image, pen, view, theme, labels)
    if any(view.river):
        river.draw_rewards(image, RIVER, theme, labels, view.river)
    slots.draw_workers(image, view.slots, BLOCKS, players, theme)
    _draw_ways(image, story, theme)
    river.draw_boats(image, view, RIVER, theme)
    for name in ("fame", "money"):
        for seat, (spot, size) in track.marker_places(view.players, name).items():
            paste(image, sprite(f"seat_{seat}", size, theme), spot)
    mark_steps(image, story, theme, (BLOCKS, players), RIVER, stack_place, TILE)
    _mark_bonuses(image, story, theme)
    return image


def _draw_ways(image: Image.Image, story: Story, theme: str) -> None:
    """Draw the ways of markers and boats, and where they came from."""
    for (seat, name), (old, new) in story.tracks.items():
        if old == new:
            continue
        if name in ("fame", "coins"):
            line = track.line_between("fame" if name == "fame" else "money", old, new)
            way(image, line, theme, 6, 25)
            ghost(image, f"seat_{seat}", line[0], 38, theme)
        elif name == "boat":
            draw_sailing(image, seat, old, new, RIVER, theme)


def draw_sailing(image: Image.Image, seat: str, old: int, new: int, course: Course, theme: str) -> None:
    """Draw the way of a boat, and where it came from."""
    line = river.line_between(course, old, new)
    way(image, line, theme, 6, course.size * 0.4)
    ghost(image, f"boat_{seat}", line[0], round(course.size * 0.7), theme)


def mark_steps(
    image: Image.Image,
    story: Story,
    theme: str,
    where: tuple[Blocks, int],
    course: Course,
    place_stack: Callable[[str], Point],
    tile: int,
) -> None:
    """Number the steps where they happened: spaces for workers, stacks, river spaces.

    ``where`` are the blocks and the number of players, ``tile`` the side of a tile in the quarry.
    """
    spaces, half = slots.places(*where), where[0].size / 2 + 4
    seen: dict[Point, list[str]] = {}
    for step in story.steps:
        if not step.number:
            continue
        if step.kind == WORKER and step.place in spaces:
            x, y = spaces[step.place]
            frame(image, (x - half, y - half, x + half, y + half), theme, round(half), 5)
            seen.setdefault((x + half - 4, y - half + 4), []).append(str(step.number))
        elif step.kind in (BUILD, COVER):
            x, y = place_stack(BOARD.tiles[step.tile].stack)
            spot = draw_taken(image, step.tile, (x + tile, y + tile), tile, theme)
            seen.setdefault(spot, []).append(str(step.number))
        elif step.kind == BOAT:
            x, y = river.places(course)[int(step.place)]
            seen.setdefault((x + course.size * 0.38, y - course.size * 0.34), []).append(str(step.number))
    for spot, numbers in seen.items():
        number(image, spot, "·".join(numbers), theme)


def draw_taken(image: Image.Image, tile: str, at: Point, side: int, theme: str) -> Point:
    """Draw a tile that was taken, small and framed, at the lower right corner of its stack; return where to number it.

    The stack itself already shows its next tile.
    """
    small = round(side * TAKEN)
    x, y = round(at[0] - small * 0.78), round(at[1] - small * 0.78)
    image.paste(draw_tile(tile, first_roads(tile), small, theme, "", priced=False), (x, y))
    frame(image, (x - 5, y - 5, x + small + 5, y + small + 5), theme, 8, 5)
    return (x + small + 2, y - 2)


def _mark_bonuses(image: Image.Image, story: Story, theme: str) -> None:
    """Number the bonuses of the tracks that were gained."""
    for step in story.steps:
        if step.kind == BONUS:
            name, _, space = step.place.partition("_")
            spot = (track.fame_place if name == "fame" else track.money_place)(int(space))
            number(image, (spot[0] + 18, spot[1] - 18), str(step.number), theme)


def _draw_head(image: Image.Image, pen: Pen, view: View, theme: str, labels: Labels) -> None:
    """Draw the title, the round, and the order of play."""
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
    draw_supplies(image, pen, view, (1312, 338), (0, 54), theme, labels)


def draw_supplies(image: Image.Image, pen: Pen, view: View, at: Point, step: Point, theme: str, labels: Labels) -> None:
    """Draw the dice that no one has, and the yield tiles that are left, in a row with ``step`` between two."""
    kinds = [(die(colour, 0, 48, theme, letter_of(colour, labels)), view.reserve[colour]) for colour in COLOURS]
    kinds.append((sprite("yield", 42, theme), view.white_left or sum(view.supply.values())))
    for index, (picture, count) in enumerate(kinds):
        x, y = at[0] + index * step[0], at[1] + index * step[1]
        paste(image, picture, (x, y))
        pen.write((x + 34, y - 2), f"× {count}", "sans_bold", 30, PALETTE[theme].ink, anchor="lm")
