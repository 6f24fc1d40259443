"""A box for everyone: emblem and name, both markers, karma, workers, upgrades, dice, and a small province."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from engine.rajas.board import BOARD
from engine.rajas.ids import BIRBAL, BUILDINGS, COLOUR_OF, MOST_KARMA, VALUE_OF
from engine.rajas.roads import STEPS
from engine.rajas.story import ON_SQUARES, YIELDS, Story
from engine.rajas.view import PlayerView, View
from render.drawing import Pen, Point, mix
from render.labels import Labels
from render.rajas.captions import seat_name
from render.rajas.colours import PALETTE
from render.rajas.marks import frame, number, paste
from render.rajas.rewards import letter_of
from render.rajas.shapes import arch_points
from render.rajas.sprites import die, numbered, sprite
from render.rajas.tiles import draw_tile

HEIGHT = 372
WIDTH = 1600
MARGIN = 14
GRID = {2: 44, 3: 40, 4: 34}
"""The side of a square of the small provinces, by the number of players."""
FAINT = 55
"""Strength, of 255, of karma and workers that are used up."""


def draw_seats(view: View, story: Story, theme: str, labels: Labels, width: int = WIDTH) -> Image.Image:
    """Return the boxes of all seats in one row, in the order of the table."""
    colours = PALETTE[theme]
    image = Image.new("RGB", (width, HEIGHT), colours.table)
    wide = (width - MARGIN * (len(view.seats) + 1)) / len(view.seats)
    for index, seat in enumerate(view.seats):
        left = round(MARGIN + index * (wide + MARGIN))
        draw_box(image, view, seat, (left, 4, round(left + wide), HEIGHT - MARGIN), story, theme, labels)
    return image


def draw_box(
    image: Image.Image, view: View, seat: str, box: tuple[int, int, int, int], story: Story, theme: str, labels: Labels
) -> None:
    """Draw the box of one seat."""
    colours, player = PALETTE[theme], view.players[seat]
    left, top, right, bottom = box
    pen = Pen(image, 1)
    active = seat == view.pending
    pen.box(box, 12, mix(colours.paper, colours.gold, 0.30) if active else colours.paper, colours.ink, 3)
    pen.box((left + 5, top + 5, right - 5, bottom - 5), 8, None, colours.named(seat), 3)
    paste(image, sprite(f"seat_{seat}", 58, theme), (left + 44, top + 44))
    name = seat_name(seat, labels)
    is_birbal = view.seats[seat] == BIRBAL
    pen.write((left + 82, top + (34 if is_birbal else 44)), name, "serif_bold", 30, colours.ink, "lm", room=150)
    if is_birbal:
        pen.write((left + 82, top + 62), labels["rajas.birbal"], "serif_italic", 20, colours.soft_ink, "lm", room=150)
    sign = "+" if player.overlap > 0 else "−" if player.overlap < 0 else "±"
    ink = colours.gain if player.overlap >= 0 else colours.ink
    pen.write((right - 20, top + 44), f"{sign}{abs(player.overlap)}", "sans_black", 38, ink, "rm")
    x = left + 30.0
    for kind, value in (("fame", player.fame), ("coin", player.money)):
        paste(image, sprite(kind, 38, theme), (x + 8, top + 104))
        pen.write((x + 32, top + 103), str(value), "sans_black", 31, colours.ink, "lm")
        x += 98
    for level in range(MOST_KARMA):
        strength = 255 if level < player.karma else FAINT
        paste(image, sprite("karma", 34, theme), (right - 128 + level * 38, top + 104), strength)
    size = GRID[len(view.seats)]
    grid = (right - 22 - 5 * size, top + 130 + (34 - size) // 2)
    draw_small_province(image, view, seat, grid, size, theme)
    corners = [(left + 42 + index % 2 * 84, top + 158 + index // 2 * 52) for index in range(len(BUILDINGS))]
    draw_values(image, player, corners, 30, theme)
    for index in range(player.active):
        strength = 255 if index < player.workers else FAINT
        paste(image, sprite(f"worker_{seat}", 36, theme), (left + 36 + index * 32, top + 258), strength)
    step = min(46.0, (right - left - 36) / 10)
    fresh = list(story.rolled.get(seat, ()))
    for index, held in enumerate(player.dice):
        side = round(step * 0.96)
        picture = die(COLOUR_OF[held], VALUE_OF[held], side, theme, letter_of(COLOUR_OF[held], labels))
        spot = (round(left + 18 + index * step), bottom - 62)
        image.paste(picture, spot, picture)
        if held in fresh:
            fresh.remove(held)
            frame(image, (spot[0] - 2, spot[1] - 3, spot[0] + side + 2, spot[1] + side + 3), theme, 9, 4)
    for built in story.steps:
        if built.seat == seat and built.kind in ON_SQUARES:
            x = grid[0] + (ord(built.place[0]) - ord("a")) * size
            y = grid[1] + (int(built.place[1:]) - 1) * size
            frame(image, (x - 3, y - 3, x + size + 2, y + size + 2), theme, 5, 4)
            number(image, (x + size - 2, y), str(built.number), theme, 28)
        elif built.seat == seat and built.kind == YIELDS:
            for space in built.places:
                number(image, small_yield_place(space, grid, size), str(built.number), theme, 26)


def draw_values(image: Image.Image, player: PlayerView, at: Sequence[Point], size: int, theme: str) -> None:
    """Draw every kind of building at its point with its worth; ``size`` is that of the number."""
    for building, (x, y) in zip(BUILDINGS, at, strict=True):
        paste(image, sprite(building, 42, theme), (x, y))
        paste(image, numbered("fame", player.values[building], size, theme), (x + 19 + size / 2, y + 4))


def small_yield_place(space: str, at: Point, size: int) -> Point:
    """Return where a yield space lies beside a small province."""
    found = [(square, side) for square, sides in BOARD.joins.items() for side in sides if sides[side] == space]
    square, side = found[0]
    dx, dy = STEPS[side]
    x, y = at[0] + (ord(square[0]) - ord("a") + 0.5) * size, at[1] + (int(square[1:]) - 0.5) * size
    return (x + dx * size * 0.62, y + dy * size * 0.62)


def draw_small_province(image: Image.Image, view: View, seat: str, at: Point, size: int, theme: str) -> None:
    """Draw a small province: its tiles with their roads, the residence and the free squares."""
    colours, player = PALETTE[theme], view.players[seat]
    pen = Pen(image, 1)
    for square in BOARD.squares:
        x, y = at[0] + (ord(square[0]) - ord("a")) * size, at[1] + (int(square[1:]) - 1) * size
        here = player.province.get(square)
        if here is not None:
            picture = draw_tile(here.tile, here.roads, size - 1, theme, "", priced=False)
            image.paste(picture, (round(x), round(y)))
        else:
            pen.box((x, y, x + size - 1, y + size - 1), 2, colours.meadow, colours.meadow_edge, 1)
            if square == BOARD.residence:
                outline = arch_points(x + 5, y + 3, x + size - 6, y + size - 3)
                pen.draw.polygon(pen.points(outline), fill=colours.table)
