"""The spaces that a turn touched, drawn again below the map, with counters large enough for a phone."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image, ImageDraw

from engine.gandhi.story import Story
from engine.gandhi.view import View
from render.drawing import note
from render.fonts import fit_size, measure, write
from render.gandhi.annotate import GHOST, tag
from render.gandhi.board import Railway, load_board
from render.gandhi.captions import space_name
from render.gandhi.pieces import lay_out_badges, list_things, name_change
from render.gandhi.sprites import Corner, sprite
from render.labels import Labels
from render.themes import THEMES

ICON = 68
"""Pixels of a counter: 17 where the picture is 400 wide."""
NUMBER = 48
NAME, NAME_ROOM = 32, 44
PAD, GAP = 12, 14
HEIGHT = NAME_ROOM + ICON + 2 * PAD
MOST_ROWS = 2
"""The most rows of spaces. Those that do not fit are left out; they are on the map and in the text."""


@dataclass(frozen=True)
class Counter:
    """A sprite with its count, a tag on a corner, and whether it is still there."""

    kind: str
    count: int = 1
    mark: str = ""
    is_low: bool = False
    stands: bool = True


@dataclass(frozen=True)
class Cell:
    """A space: the numbers of its steps, its name, and its content now and before the turn."""

    number: str
    name: str
    counters: tuple[Counter, ...]

    @property
    def width(self) -> int:
        """Return its width in pixels, the name included."""
        icons = (ICON + 6) * len(self.counters)
        return 2 * PAD + max(icons, measure(self.name, "serif_bold", NAME) + (NUMBER + 8 if self.number else 0))


def list_cells(view: View, story: Story, labels: Labels) -> list[Cell]:
    """Return the spaces of a turn, in the order of its steps, with their counters."""
    board = load_board()
    badges = lay_out_badges(view, story)
    cells = []
    for key in story.touched:
        here = view.spaces[key]
        counters = [
            Counter(badge.kind, mark=badge.mark, is_low=badge.is_low, stands=badge.stands)
            for badge in badges
            if badge.space == key
        ]
        is_railway = isinstance(board.place(key), Railway)
        for kind, count, change in list_things(here, is_railway, story.deltas.get(key, {})):
            low = kind == "protest"
            counters.append(Counter(kind, max(count, 1), name_change(change), low, count > 0))
        numbers = story.numbers(key)
        number = "" if not numbers else str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]}·{numbers[-1]}"
        cells.append(Cell(number, space_name(key, labels), tuple(counters)))
    return cells


def lay_out_cells(cells: list[Cell], width: int) -> list[list[Cell]]:
    """Return the cells in rows no wider than ``width``; those that do not fit into `MOST_ROWS` are left out."""
    rows: list[list[Cell]] = []
    for cell in cells:
        used = sum(other.width + GAP for other in rows[-1]) if rows else width
        if used + cell.width + GAP > width:
            if len(rows) == MOST_ROWS:
                break
            rows.append([])
        rows[-1].append(cell)
    return rows


def draw_cells(view: View, story: Story, width: int, theme: str, labels: Labels) -> Image.Image | None:
    """Return the spaces of a turn as a picture of this width, or None if the turn has none."""
    rows = lay_out_cells(list_cells(view, story, labels), width)
    if not rows:
        return None
    colours = THEMES[theme]
    image = Image.new("RGB", (width, (HEIGHT + GAP) * len(rows) + GAP), colours.paper)
    draw = ImageDraw.Draw(image)
    draw.line((0, 1, width, 1), fill=colours.ink, width=3)
    for row, cells in enumerate(rows):
        left, top = GAP, GAP + (HEIGHT + GAP) * row
        for cell in cells:
            box = (left, top, left + cell.width, top + HEIGHT)
            draw.rounded_rectangle(box, 12, colours.city, colours.accent, 3)
            _draw_cell(image, cell, left + PAD, top + PAD, theme)
            left += cell.width + GAP
    return image


def _draw_cell(image: Image.Image, cell: Cell, left: int, top: int, theme: str) -> None:
    colours, x = THEMES[theme], left
    if cell.number:
        picture = note(cell.number, NUMBER, colours.accent)
        image.paste(picture, (x, top - 4), picture)
        x += picture.width + 8
    room = cell.width - 2 * PAD - (x - left)
    size = fit_size(cell.name, "serif_bold", NAME, max(room, 40), 16)
    write(image, (x, top + NAME_ROOM // 2 - 2), cell.name, "serif_bold", size, colours.ink, anchor="lm")
    for number, counter in enumerate(cell.counters):
        corner = (left + number * (ICON + 6), top + NAME_ROOM)
        _draw_counter(image, counter, corner, theme)


def _draw_counter(image: Image.Image, counter: Counter, corner: tuple[int, int], theme: str) -> None:
    side: Corner = "" if not counter.mark else "low" if counter.is_low else "high"
    picture = sprite(counter.kind, ICON, theme, counter.count, tag=counter.mark, corner=side)
    mask = picture.getchannel("A")
    image.paste(picture, corner, mask if counter.stands else mask.point([value * GHOST // 255 for value in range(256)]))
    if counter.mark:
        mark = tag(counter.mark, ICON, theme)
        y = corner[1] + (ICON - mark.height if counter.is_low else 0)
        image.paste(mark, (corner[0] + ICON - mark.width, y), mark)
