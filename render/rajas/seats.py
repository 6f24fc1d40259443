"""A box for everybody: emblem and name, both markers, karma, workers, upgrades, dice, and a small province."""

from __future__ import annotations

from PIL import Image

from engine.rajas.board import BOARD
from engine.rajas.ids import BIRBAL, BUILDINGS, COLOUR_OF, MOST_KARMA, VALUE_OF
from engine.rajas.story import Story
from engine.rajas.view import View
from render.drawing import Pen, Point, mix
from render.labels import Labels
from render.rajas.captions import seat_name
from render.rajas.colours import PALETTE
from render.rajas.rewards import letter_of
from render.rajas.sprites import arch_points, die, numbered, sprite
from render.rajas.tiles import draw_tile

HEIGHT = 372
WIDTH = 1600
MARGIN = 14


def draw_seats(view: View, story: Story, theme: str, labels: Labels, width: int = WIDTH) -> Image.Image:
    """The boxes of all seats in one row, in the order of the table."""
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
    """One seat's box."""
    colours, player = PALETTE[theme], view.players[seat]
    left, top, right, bottom = box
    pen = Pen(image, 1)
    active = seat == view.pending
    pen.box(box, 12, mix(colours.paper, colours.gold, 0.30) if active else colours.paper, colours.ink, 3)
    pen.box((left + 5, top + 5, right - 5, bottom - 5), 8, None, colours.named(seat), 3)

    def paste(picture: Image.Image, x: float, y: float) -> None:
        image.paste(picture, (round(x - picture.width / 2), round(y - picture.height / 2)), picture)

    paste(sprite(f"seat_{seat}", 58, theme), left + 44, top + 44)
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
        paste(sprite(kind, 38, theme), x + 8, top + 104)
        pen.write((x + 32, top + 103), str(value), "sans_black", 31, colours.ink, "lm")
        x += 98
    for level in range(MOST_KARMA):
        picture = sprite("karma", 34, theme)
        spot = (round(right - 128 + level * 38 - 17), top + 87)
        mask = picture.getchannel("A")
        if level >= player.karma:
            mask = mask.point([value * 50 // 255 for value in range(256)])
        image.paste(picture, spot, mask)
    size = 34
    grid = (right - 22 - 5 * size, top + 136)
    draw_small_province(image, view, seat, grid, size, theme)
    for index, building in enumerate(BUILDINGS):
        spot = (left + 42 + index % 2 * 84, top + 158 + index // 2 * 52)
        paste(sprite(building, 42, theme), *spot)
        paste(numbered("fame", player.values[building], 30, theme), spot[0] + 34, spot[1] + 4)
    for index in range(player.active):
        picture = sprite(f"worker_{seat}", 36, theme)
        mask = picture.getchannel("A")
        if index >= player.workers:
            mask = mask.point([value * 60 // 255 for value in range(256)])
        image.paste(picture, (round(left + 18 + index * 32), top + 240), mask)
    across = 10
    step = min(46.0, (right - left - 36) / across)
    for index, held in enumerate(player.dice):
        picture = die(COLOUR_OF[held], VALUE_OF[held], round(step * 0.96), theme, letter_of(COLOUR_OF[held], labels))
        image.paste(picture, (round(left + 18 + index * step), bottom - 60), picture)


def draw_small_province(image: Image.Image, view: View, seat: str, at: Point, size: int, theme: str) -> None:
    """A province in small: its tiles with their roads, the residence, free squares."""
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
