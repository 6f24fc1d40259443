"""The spaces for workers, in four blocks: quarry, market, palace, harbour. Each space knows what it costs and gives.

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
from render.fonts import fit_size
from render.labels import Labels
from render.rajas.colours import PALETTE, Colours
from render.rajas.rewards import letter_of, reward_picture
from render.rajas.sprites import arch_points, die, numbered, sprite
from render.rajas.tiles import coin_badge

FINER = 3
Box = tuple[int, int, int, int]


@dataclass(frozen=True)
class Blocks:
    """Where the blocks lie (left, top, right, bottom) and how wide a space for a worker is."""

    quarry: Box
    market: Box
    palace: Box
    harbour: Box
    size: int


CHAMBER_REWARDS: dict[str, tuple[Reward | str, ...]] = {
    "great_mogul": (Reward("fame", 2), "elephant"),
    "dancer": (Reward("dice", 2), "yield"),
    "yogi": (Reward("karma", 2), Reward("dice", 1)),
    "raja": (Reward("upgrade", 1), Reward("coins", 3)),
    "master_builder": ("cover",),
    "portuguese": (Reward("boat", 6),),
}
"""What a Chamber gives, as signs."""


def draw_block(pen: Pen, box: Box, title: str, colours: Colours) -> None:
    """Paper with a double edge and a title under a small garland."""
    left, top, right, bottom = box
    pen.box(box, 12, colours.stone, colours.ink, 2.2)
    pen.box((left + 4, top + 4, right - 4, bottom - 4), 9, colours.paper, colours.paper_edge, 1.4)
    pen.write(((left + right) / 2, top + 25), title, "serif_bold", 27, colours.ink, room=right - left - 90)
    garland(pen, left + 16, right - 16, top + 45, colours)


def garland(pen: Pen, left: float, right: float, y: float, colours: Colours) -> None:
    """A line with lotus buds in the middle."""
    middle = (left + right) / 2
    for a, b in ((left, middle - 22), (middle + 22, right)):
        pen.line([(a, y), (b, y)], colours.paper_edge, 1.8)
    for x, reach in ((middle, 7.0), (middle - 14, 4.2), (middle + 14, 4.2)):
        points = [(x - reach, y), (x, y - reach), (x + reach, y), (x, y + reach)]
        pen.draw.polygon(pen.points(points), fill=colours.ornament)
        pen.line(points, colours.sand_edge, 1, closed=True)


def places(blocks: Blocks, players: int) -> dict[str, Point]:
    """The middle of every space for a worker."""
    return dict(_places(blocks, players))


@lru_cache(maxsize=16)
def _places(blocks: Blocks, players: int) -> dict[str, Point]:
    found: dict[str, Point] = {}
    left, top, right, bottom = blocks.quarry
    names = [slot for slot, _ in BOARD.spaces[players]["quarry"]]
    rows = -(-len(names) // 2)
    step = (bottom - top - 60) / max(rows, 3)
    for index, name in enumerate(names):
        x = left + (right - left) * (0.29 if index % 2 == 0 else 0.71)
        found[name] = (x, top + 56 + step * (index // 2 + 0.5))
    left, top, right, bottom = blocks.market
    names = [slot for slot, _ in BOARD.spaces[players]["market:assorted"]]
    for index, name in enumerate(names):
        found[name] = (right - 44 - (len(names) - 1 - index) * (blocks.size + 12), top + 96)
    for index, good in enumerate(GOODS):
        found[f"market:{good}"] = (left + (right - left) * (index + 0.5) / 3, bottom - 46)
    left, top, right, bottom = blocks.palace
    names = [slot for slot, _ in BOARD.spaces[players]["veranda"]]
    for index, name in enumerate(names):
        found[name] = (left + 124 + index * (blocks.size + 6) + blocks.size / 2, top + 88)
    start = left + 138 + 5 * (blocks.size + 6)
    step = (right - start - 10) / 4
    for index, colour in enumerate(BOARD.terraces):
        found[f"terrace:{colour}"] = (start + step * (index + 0.71), top + 88)
    step = (right - left - 24) / 4
    for index, colour in enumerate(BOARD.galleries):
        found[f"gallery:{colour}"] = (left + 12 + step * (index + 0.80), top + 158)
    step = (right - left - 20) / 6
    for index, chamber in enumerate(CHAMBERS):
        found[f"chamber:{chamber}"] = (left + 10 + step * (index + 0.5), bottom - 42)
    left, top, right, bottom = blocks.harbour
    names = [slot for slot, _ in BOARD.spaces[players]["harbour"]]
    for index, name in enumerate(names):
        row, column = divmod(index, 3)
        count = min(3, len(names) - 3 * row)
        x = (left + right) / 2 + (column - (count - 1) / 2) * (blocks.size + 18)
        found[name] = (x, bottom - 46 - (1 - row if len(names) > 3 else 0.5) * (blocks.size + 20))
    return found


def draw_blocks(pen: Pen, blocks: Blocks, players: int, labels: Labels, colours: Colours) -> None:
    """Draw the paper, the titles and the empty spaces."""
    for name in ("market", "palace", "harbour"):
        draw_block(pen, getattr(blocks, name), labels[f"action.{name}"], colours)
    _draw_palace(pen, blocks, labels, colours)
    radius = blocks.size / 2
    for spot in _places(blocks, players).values():
        ground = mix(colours.sand, colours.paper, 0.4)
        pen.disc(spot, radius, ground, mix(colours.ink, colours.sand_edge, 0.45), 2)
        pen.disc(spot, radius - 4, None, mix(colours.sand_edge, ground, 0.45), 1.4)


def _draw_palace(pen: Pen, blocks: Blocks, labels: Labels, colours: Colours) -> None:
    left, top, right, bottom = blocks.palace
    step = (right - left - 20) / 6
    for index, chamber in enumerate(CHAMBERS):
        a = left + 10 + step * index
        outline = arch_points(a + 3, top + 196, a + step - 3, bottom - 10)
        pen.draw.polygon(pen.points(outline), fill=mix(colours.table, colours.paper, 0.80))
        pen.line(outline, colours.sand_edge, 2.2, closed=True)
        name = labels[f"action.chamber:{chamber}"]
        size = fit_size(name, "serif_bold", 19, round(step) - 20, 11)
        pen.write((a + step / 2, bottom - 84), name, "serif_bold", size, colours.ink)
    for y in (top + 123,):
        pen.line([(left + 16, y), (right - 16, y)], colours.rule, 1.4)
    start = left + 138 + 5 * (blocks.size + 6)
    pen.line([(start, top + 56), (start, top + 118)], colours.rule, 1.4)


def draw_signs(image: Image.Image, blocks: Blocks, players: int, theme: str, labels: Labels) -> None:
    """Put what every space costs and gives beside it."""

    def paste(picture: Image.Image, x: float, y: float) -> None:
        image.paste(picture, (round(x - picture.width / 2), round(y - picture.height / 2)), picture)

    def face(colour: str, pips: int, size: int) -> Image.Image:
        return die(colour, pips, size, theme, letter_of(colour, labels))

    size = blocks.size
    spots = _places(blocks, players)
    for slot, price in BOARD.slots[players].items():
        if slot.startswith(("quarry", "harbour")):
            x, y = spots[slot]
            if price:
                paste(coin_badge(price, round(size * 0.56), theme), x, y)
            else:
                paste(coin_badge(0, round(size * 0.56), theme), x, y)
    left, top, _, _ = blocks.market
    first = spots["market:assorted:1"]
    paste(reward_picture(Reward("assorted"), 84, theme, labels), (left + first[0] - size / 2) / 2 + 2, first[1])
    for good in GOODS:
        x, y = spots[f"market:{good}"]
        paste(sprite(good, 62, theme), x, y - 132)
        paste(face("", 0, 36), x - 10, y - 74)
        paste(numbered("any_die", 1, 34, theme), x - 10, y - 74)
        paste(sprite("coin", 22, theme), x + 18, y - 66)
    left, top, _, _ = blocks.palace
    y = top + 88
    paste(numbered("coin", 2, 46, theme), left + 40, y)
    paste(sprite("reroll", 46, theme), left + 90, y)
    for colour in BOARD.terraces:
        x, y = spots[f"terrace:{colour}"]
        paste(face(colour, 0, 40), x - size / 2 - 24, y)
    for colour, takes in BOARD.galleries.items():
        x, y = spots[f"gallery:{colour}"]
        paste(face(colour, 0, 40), x - size / 2 - 116, y)
        paste(sprite("arrow", 26, theme), x - size / 2 - 80, y)
        paste(face(takes, 0, 40), x - size / 2 - 45, y - 6)
        paste(face(takes, 0, 40), x - size / 2 - 24, y + 6)
    for chamber, value in BOARD.chambers.items():
        x, y = spots[f"chamber:{chamber}"]
        portrait = sprite(chamber, 84, theme)
        top_of = blocks.palace[1] + 214
        paste(portrait, x, top_of + 42)
        paste(face("", value, 36), x - 42, top_of + 66)
        rewards = CHAMBER_REWARDS[chamber]
        for index, what in enumerate(rewards):
            picture = sprite(what, 34, theme) if isinstance(what, str) else reward_picture(what, 34, theme, labels)
            paste(picture, x + 44, top_of + 70 - (len(rewards) - 1 - index) * 36)
    left, top, right, _ = blocks.harbour
    middle = (left + right) / 2
    paste(sprite("boat", 92, theme), middle - 52, top + 104)
    for index, value in enumerate((1, 2, 3)):
        paste(face("", value, 40), middle + 14 + index * 42, top + 104)


def draw_workers(image: Image.Image, slots: Mapping[str, SlotView], blocks: Blocks, players: int, theme: str) -> None:
    """Put the workers on their spaces."""
    for slot, (x, y) in _places(blocks, players).items():
        here = slots.get(slot)
        if here is not None and here.seat:
            picture = sprite(f"worker_{here.seat}", round(blocks.size * 0.98), theme)
            image.paste(picture, (round(x - picture.width / 2), round(y - picture.height * 0.54)), picture)


def ground(theme: str) -> tuple[int, int, int]:
    """The paper of the blocks."""
    return PALETTE[theme].paper
