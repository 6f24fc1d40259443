"""The spaces for workers, in four blocks: quarry, market, palace, harbour, with signs of what each costs and gives.

A block is drawn in two parts: its paper with all that is printed, which is kept, and the workers. Lengths are board
pixels.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from engine.rajas.board import BOARD, Reward
from engine.rajas.ids import CHAMBERS, GOODS
from engine.rajas.view import SlotView
from render.drawing import Pen, Point, mix
from render.fonts import fit_size, wrap
from render.labels import Labels
from render.rajas.colours import Colours
from render.rajas.marks import paste
from render.rajas.rewards import letter_of, reward_picture
from render.rajas.shapes import arch_points
from render.rajas.sprites import die, numbered, sprite
from render.rajas.tiles import coin_badge

Box = tuple[int, int, int, int]
LOW = 330
"""A block of less height than this has its signs closer together."""
NICHE = 186
"""How far below the top of the palace its Chambers begin."""


@dataclass(frozen=True)
class Blocks:
    """The boxes of the blocks (left, top, right, bottom), the width of a space, and the columns of the quarry."""

    quarry: Box
    market: Box
    palace: Box
    harbour: Box
    size: int
    columns: int


CHAMBER_REWARDS: dict[str, tuple[Reward | str, ...]] = {
    "great_mogul": (Reward("fame", 2), "elephant"),
    "dancer": (Reward("dice", 2), "yield"),
    "yogi": (Reward("karma", 2), "any_die"),
    "raja": ("upgrade", Reward("coins", 3)),
    "master_builder": ("cover",),
    "portuguese": (Reward("boat", 6),),
}
"""The yield of each Chamber, as signs."""


def draw_block(pen: Pen, box: Box, title: str, colours: Colours) -> None:
    """Draw paper with a double edge and a title under a small garland."""
    left, top, right, bottom = box
    pen.box(box, 12, colours.stone, colours.ink, 2.2)
    pen.box((left + 4, top + 4, right - 4, bottom - 4), 9, colours.paper, colours.paper_edge, 1.4)
    pen.write(((left + right) / 2, top + 25), title, "serif_bold", 28, colours.ink, room=right - left - 40)
    garland(pen, left + 16, right - 16, top + 46, colours)


def garland(pen: Pen, left: float, right: float, y: float, colours: Colours) -> None:
    """Draw a line with lotus buds in the middle."""
    middle = (left + right) / 2
    for a, b in ((left, middle - 22), (middle + 22, right)):
        pen.line([(a, y), (b, y)], colours.paper_edge, 1.8)
    for x, reach in ((middle, 7.0), (middle - 14, 4.2), (middle + 14, 4.2)):
        points = [(x - reach, y), (x, y - reach), (x + reach, y), (x, y + reach)]
        pen.draw.polygon(pen.points(points), fill=colours.ornament)
        pen.line(points, colours.sand_edge, 1, closed=True)


@lru_cache(maxsize=16)
def places(blocks: Blocks, players: int) -> dict[str, Point]:
    """Return the middle of every space for a worker."""
    return {
        **_quarry_places(blocks, players),
        **_market_places(blocks, players),
        **_palace_places(blocks, players),
        **_harbour_places(blocks, players),
    }


def _slots(players: int, action: str) -> list[str]:
    return [slot for slot, _ in BOARD.spaces[players][action]]


def _quarry_places(blocks: Blocks, players: int) -> dict[str, Point]:
    left, top, right, bottom = blocks.quarry
    names = _slots(players, "quarry")
    columns = min(blocks.columns, len(names))
    rows = -(-len(names) // columns)
    across, down = (right - left) / columns, (bottom - top) / rows
    if blocks.columns == 2:
        down = (bottom - top) / 4
        top += round((4 - rows) * down / 2)
        across = (right - left) * 0.42
        left += round((right - left) * 0.08)
    return {
        name: (left + across * (index % columns + 0.5), top + down * (index // columns + 0.5))
        for index, name in enumerate(names)
    }


def _market_places(blocks: Blocks, players: int) -> dict[str, Point]:
    left, top, right, bottom = blocks.market
    names = _slots(players, "market:assorted")
    found: dict[str, Point] = {}
    for index, name in enumerate(names):
        x = right - 16 - blocks.size / 2 - (len(names) - 1 - index) * (blocks.size + 6)
        found[name] = (x, top + (96 if is_low(blocks.market) else 106))
    for index, good in enumerate(GOODS):
        found[f"market:{good}"] = (left + 8 + (right - left - 16) * (index + 0.5) / 3, bottom - 46)
    return found


def is_low(box: Box) -> bool:
    """Return whether a block has little room from top to bottom."""
    return box[3] - box[1] < LOW


def _palace_places(blocks: Blocks, players: int) -> dict[str, Point]:
    left, top, right, bottom = blocks.palace
    found: dict[str, Point] = {}
    for index, name in enumerate(_slots(players, "veranda")):
        found[name] = (left + 112 + (index + 0.5) * (blocks.size + 4), top + 86)
    start = terraces_from(blocks)
    step = (right - start - 8) / 4
    for index, colour in enumerate(BOARD.terraces):
        found[f"terrace:{colour}"] = (start + step * (index + 0.70), top + 86)
    step = (right - left - 20) / 4
    for index, colour in enumerate(BOARD.galleries):
        found[f"gallery:{colour}"] = (left + 10 + step * (index + 0.81), top + 150)
    step = (right - left - 16) / 6
    for index, chamber in enumerate(CHAMBERS):
        found[f"chamber:{chamber}"] = (left + 8 + step * (index + 0.5), bottom - 44)
    return found


def _harbour_places(blocks: Blocks, players: int) -> dict[str, Point]:
    left, _, right, bottom = blocks.harbour
    names = _slots(players, "harbour")
    found: dict[str, Point] = {}
    for index, name in enumerate(names):
        row, column = divmod(index, 3)
        count = min(3, len(names) - 3 * row)
        x = (left + right) / 2 + (column - (count - 1) / 2) * (blocks.size + 12)
        found[name] = (x, bottom - 46 - (1 - row if len(names) > 3 else 0.6) * (blocks.size + 16))
    return found


def terraces_from(blocks: Blocks) -> float:
    """Return where the terraces begin, right of the veranda."""
    return blocks.palace[0] + 124 + 5 * (blocks.size + 4)


def draw_blocks(pen: Pen, blocks: Blocks, players: int, labels: Labels, colours: Colours) -> None:
    """Draw the paper, the titles and the empty spaces."""
    for name in ("market", "palace", "harbour"):
        draw_block(pen, getattr(blocks, name), labels[f"action.{name}"], colours)
    _draw_palace(pen, blocks, labels, colours)
    left, top, right, _ = blocks.market
    low = top + (142 if is_low(blocks.market) else 158)
    pen.line([(left + 16, low), (right - 16, low)], colours.rule, 1.4)
    radius = blocks.size / 2
    for spot in places(blocks, players).values():
        ground = mix(colours.sand, colours.paper, 0.4)
        pen.disc(spot, radius, ground, mix(colours.ink, colours.sand_edge, 0.45), 2)
        pen.disc(spot, radius - 4, None, mix(colours.sand_edge, ground, 0.45), 1.4)


def _draw_palace(pen: Pen, blocks: Blocks, labels: Labels, colours: Colours) -> None:
    left, top, right, bottom = blocks.palace
    step = (right - left - 16) / 6
    for index, chamber in enumerate(CHAMBERS):
        a = left + 8 + step * index
        outline = arch_points(a + 3, top + NICHE, a + step - 3, bottom - 10)
        pen.draw.polygon(pen.points(outline), fill=mix(colours.table, colours.paper, 0.82))
        pen.line(outline, colours.sand_edge, 2.2, closed=True)
        _write_name(pen, labels[f"action.chamber:{chamber}"], (a + step / 2, bottom - 88), round(step) - 18, colours)
    pen.line([(left + 16, top + 118), (right - 16, top + 118)], colours.rule, 1.4)
    start = terraces_from(blocks) - 6
    pen.line([(start, top + 56), (start, top + 116)], colours.rule, 1.4)
    step = (right - left - 20) / 4
    for index in (1, 2, 3):
        x = left + 10 + step * index - 4
        pen.line([(x, top + 124), (x, top + 178)], colours.rule, 1.4)


def _write_name(pen: Pen, name: str, at: Point, room: int, colours: Colours) -> None:
    """Write a name in one line, or in two when it is long."""
    lines, size = [name], fit_size(name, "serif_bold", 19, room, 11)
    if size < 16:
        size = next((size for size in range(17, 11, -1) if len(wrap(name, "serif_bold", size, room)) <= 2), 11)
        lines = wrap(name, "serif_bold", size, room)[:2]
        size = min(fit_size(line, "serif_bold", size, room, 11) for line in lines)
    for index, line in enumerate(lines):
        pen.write((at[0], at[1] + (index - (len(lines) - 1) / 2) * 18), line, "serif_bold", size, colours.ink)


def draw_signs(image: Image.Image, blocks: Blocks, players: int, theme: str, labels: Labels) -> None:
    """Put what every space costs and gives beside it."""
    spots, size = places(blocks, players), blocks.size
    for slot, price in BOARD.slots[players].items():
        if slot.startswith(("quarry", "harbour")):
            paste(image, coin_badge(price, round(size * 0.58), theme), spots[slot])
    left, top, right, _ = blocks.market
    x, y = spots["market:assorted:1"]
    short = is_low(blocks.market)
    goods = reward_picture(Reward("assorted"), 78 if short else 92, theme, labels)
    paste(image, goods, ((left + 12 + x - size / 2) / 2, y))
    for good in GOODS:
        x, y = spots[f"market:{good}"]
        paste(image, sprite(good, 50 if short else 64, theme), (x, y - (104 if short else 134)))
        paste(image, sprite("any_die", 38, theme), (x, y - (54 if short else 64)))
    _draw_palace_signs(image, blocks, spots, theme, labels)
    left, top, right, _ = blocks.harbour
    middle = (left + right) / 2
    if right - left < 300:
        paste(image, sprite("boat", 92, theme), (middle, top + 106))
        for index, value in enumerate((1, 2, 3)):
            paste(image, die("", value, 44, theme, ""), (middle + (index - 1) * 52, top + 192))
    else:
        paste(image, sprite("boat", 92, theme), (left + 80, top + 108))
        for index, value in enumerate((1, 2, 3)):
            paste(image, die("", value, 50, theme, ""), (left + 180 + index * 62, top + 112))


def _draw_palace_signs(
    image: Image.Image, blocks: Blocks, spots: Mapping[str, Point], theme: str, labels: Labels
) -> None:
    left, top, _, _ = blocks.palace
    half = blocks.size / 2

    def face(colour: str, size: int = 40) -> Image.Image:
        return die(colour, 0, size, theme, letter_of(colour, labels))

    paste(image, numbered("coin", 2, 44, theme), (left + 34, top + 86))
    paste(image, sprite("reroll", 44, theme), (left + 82, top + 86))
    for colour in BOARD.terraces:
        x, y = spots[f"terrace:{colour}"]
        paste(image, face(colour), (x - half - 24, y))
    for colour, takes in BOARD.galleries.items():
        x, y = spots[f"gallery:{colour}"]
        paste(image, face(colour), (x - half - 116, y))
        paste(image, sprite("arrow", 24, theme), (x - half - 80, y))
        paste(image, face(takes), (x - half - 44, y - 6))
        paste(image, face(takes), (x - half - 24, y + 6))
    for chamber, value in BOARD.chambers.items():
        x, _ = spots[f"chamber:{chamber}"]
        low = top + NICHE + 18
        paste(image, sprite(chamber, 82, theme), (x, low + 42))
        paste(image, die("", value, 38, theme, ""), (x - 46, low + 66))
        rewards = CHAMBER_REWARDS[chamber]
        for index, what in enumerate(rewards):
            picture = sprite(what, 35, theme) if isinstance(what, str) else reward_picture(what, 35, theme, labels)
            paste(image, picture, (x + 46, low + 68 - (len(rewards) - 1 - index) * 37))


def draw_workers(image: Image.Image, slots: Mapping[str, SlotView], blocks: Blocks, players: int, theme: str) -> None:
    """Put the workers on their spaces."""
    for slot, (x, y) in places(blocks, players).items():
        here = slots.get(slot)
        if here is not None and here.seat:
            paste(image, sprite(f"worker_{here.seat}", round(blocks.size * 1.02), theme), (x, y - 3))
