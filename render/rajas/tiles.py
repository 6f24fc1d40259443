"""Province tiles, made from parts: ground in the colour of the dice that buy it, roads, buildings, markets, price."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw

from engine.rajas.board import BOARD, Tile
from engine.rajas.roads import NAMES, SHAPES
from render.drawing import BLACK, WHITE, Pen, Point, mix
from render.fonts import load_font
from render.rajas.colours import PALETTE, Colours
from render.rajas.sprites import sprite

FINER = 4
ROAD = 0.21
"""Width of a road, in shares of a tile."""
CORNERS: dict[str, Point] = {"ne": (0.79, 0.22), "sw": (0.22, 0.78)}
LOW, HIGH, RIGHT, LEFT = (0.5, 0.785), (0.64, 0.215), (0.785, 0.5), (0.225, 0.6)
ROOM: dict[str, Point] = {
    "NE": LOW, "NW": LOW, "ES": HIGH, "SW": HIGH, "NS": RIGHT, "EW": LOW,
    "NEW": LOW, "ESW": HIGH, "NSW": RIGHT, "NES": LEFT,
}  # fmt: skip
"""The place of a single item, by the roads of the tile as it lies."""
ENDS: dict[str, Point] = {"N": (0.5, 0.0), "E": (1.0, 0.5), "S": (0.5, 1.0), "W": (0.0, 0.5)}


def ground_of(colour: str, colours: Colours) -> tuple[int, int, int]:
    """Return the ground of tiles of a colour."""
    return mix(colours.tile, colours.named(colour), colours.tile_tint)


def draw_roads(pen: Pen, box: tuple[float, float, float], roads: str, colours: Colours) -> None:
    """Draw roads from the middle of a square (left, top, side) to its sides."""
    left, top, side = box
    middle = (left + side / 2, top + side / 2)
    for grow, fill in ((0.045, colours.road_edge), (0.0, colours.road)):
        width = (ROAD + grow) * side
        for letter in roads:
            x, y = ENDS[letter]
            pen.line([middle, (left + x * side, top + y * side)], fill, width)
        pen.disc(middle, width * 0.5 if len(roads) == 2 else width * 0.62, fill)
    dash = mix(colours.road, colours.road_edge, 0.35)
    for letter in roads:
        x, y = ENDS[letter]
        for a, b in ((0.10, 0.18), (0.26, 0.34), (0.42, 0.48)):
            ends = [
                (middle[0] + (x - 0.5) * 2 * share * side, middle[1] + (y - 0.5) * 2 * share * side) for share in (a, b)
            ]
            pen.line(ends, dash, 0.018 * side)


@lru_cache(maxsize=192)
def draw_tile(tile_id: str, roads: str, size: int, theme: str, letter: str, priced: bool = True) -> Image.Image:
    """Return a tile as it lies, ``roads`` naming the sides to which they lead; ``letter`` names its colour."""
    tile, colours = BOARD.tiles[tile_id], PALETTE[theme]
    ground, strong = ground_of(tile.colour, colours), colours.named(tile.colour)
    image = Image.new("RGB", (size * FINER, size * FINER), ground)
    pen = Pen(image, FINER)
    _draw_fields(pen, size, ground, colours)
    draw_roads(pen, (0, 0, size), roads, colours)
    edge = max(2.0, size * 0.03)
    pen.draw.rectangle(
        (0, 0, size * FINER - 1, size * FINER - 1), outline=mix(strong, BLACK, 0.15), width=round(edge * FINER)
    )
    image = image.reduce(FINER)
    for kind, value, at, share in _features(tile, roads):
        side = round(size * share)
        picture = sprite(kind, side, theme)
        spot = (round(at[0] * size - side / 2), round(at[1] * size - side / 2))
        image.paste(picture, spot, picture)
        if value:
            badge = coin_badge(value, round(size * 0.23), theme)
            right = min(spot[0] + side - round(badge.width * 0.62), size - badge.width - round(edge))
            image.paste(badge, (right, spot[1] + side - badge.height), badge)
    if priced:
        badge = price_badge(tile.colour, tile.cost, round(size * 0.31), theme, letter)
        image.paste(badge, (1, 1), badge)
    return image


def _features(tile: Tile, roads: str) -> list[tuple[str, int, Point, float]]:
    """Return the content of a tile: sprite, value of a market, middle and size, where the roads leave room."""
    things = [(building, 0) for building in tile.buildings] + list(tile.markets)
    if len(things) == 1:
        return [(*things[0], ROOM[roads], 0.41)]
    return [(*things[0], CORNERS["ne"], 0.39), (*things[1], CORNERS["sw"], 0.39)]


def _draw_fields(pen: Pen, size: int, ground: tuple[int, int, int], colours: Colours) -> None:
    """Draw furrows, so that the ground is not flat."""
    line = mix(ground, WHITE if sum(ground) < 360 else BLACK, 0.07)
    step = size / 7
    for index in range(-7, 8):
        pen.line([(index * step, size), (index * step + size, 0)], line, size * 0.012)


@lru_cache(maxsize=256)
def price_badge(colour: str, cost: int, size: int, theme: str, letter: str) -> Image.Image:
    """Return a price in pips: a die of the colour with the number, and the letter of the colour below."""
    strong = PALETTE[theme].named(colour)
    side = Image.new("RGBA", (size * FINER, round(size * 1.16) * FINER), (0, 0, 0, 0))
    draw = ImageDraw.Draw(side)
    right, bottom = side.width - 1, side.height - 1
    edge = round(size * FINER * 0.06)
    draw.rounded_rectangle((0, 0, right, bottom), size * FINER * 0.2, mix(strong, BLACK, 0.4), WHITE, edge)
    draw.rounded_rectangle((edge, edge, right - edge, round(bottom * 0.68)), size * FINER * 0.16, strong)
    font = load_font("sans_black", round(size * FINER * 0.66))
    draw.text((right / 2, bottom * 0.365), str(cost), font=font, fill=WHITE, anchor="mm")
    if letter:
        face = "japanese" if letter > "\u3000" else "sans_black"
        font = load_font(face, round(size * FINER * 0.31))
        draw.text((right / 2, bottom * 0.82), letter, font=font, fill=WHITE, anchor="mm")
    return side.reduce(FINER)


@lru_cache(maxsize=256)
def coin_badge(value: int, size: int, theme: str) -> Image.Image:
    """Return a coin with its value."""
    gold = PALETTE[theme].gold
    side = Image.new("RGBA", (size * FINER, size * FINER), (0, 0, 0, 0))
    draw = ImageDraw.Draw(side)
    edge = round(size * FINER * 0.07)
    draw.ellipse((0, 0, size * FINER - 1, size * FINER - 1), gold, (92, 54, 12), edge)
    text = str(value)
    font = load_font("sans_black", round(size * FINER * (0.78 if len(text) == 1 else 0.6)))
    draw.text((size * FINER / 2, size * FINER * 0.48), text, font=font, fill=(60, 34, 8), anchor="mm")
    return side.reduce(FINER)


def first_roads(tile_id: str) -> str:
    """Return the roads of a tile before it is turned."""
    return NAMES[SHAPES[BOARD.tiles[tile_id].road]]
