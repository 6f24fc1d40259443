"""Rewards and yield spaces as small pictures, made of the signs of what they give."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from engine.rajas.board import Reward
from engine.rajas.ids import COLOURS, GOODS
from render.drawing import Pen, mix
from render.labels import Labels
from render.rajas.colours import PALETTE
from render.rajas.shapes import round_points
from render.rajas.sprites import die, numbered, sprite

FINER = 3
SIMPLE = {"coins": "coin", "fame": "fame", "karma": "karma", "dice": "any_die", "upgrade": "upgrade", "boat": "boat",
          "advance": "boat", "one_good": "market"}  # fmt: skip
"""The signs of rewards that are an amount of one thing, by kind."""
COUNTED = {
    "market": "market",
    "building": "building",
    "market_tile": "market",
    "curve": "curve",
    "upgrade": "upgrade",
    "karma": "karma",
    "worker": "worker",
    "joined_tile": "yield",
    "3_river_spaces": "river",
}
"""The signs of the things that a reward counts, by the word after ``_per_`` in its kind."""


def letter_of(colour: str, labels: Labels) -> str:
    """Return the letter of a colour of dice; empty for no colour."""
    return labels.get(f"rajas.letter.{colour}", colour[:1].upper()) if colour else ""


@lru_cache(maxsize=512)
def reward_picture(reward: Reward, size: int, theme: str, labels: Labels) -> Image.Image:
    """Return a reward as a square picture."""
    kind = reward.kind
    if kind in SIMPLE:
        return numbered(SIMPLE[kind], reward.amount, size, theme)
    if kind == "chamber":
        return sprite(reward.words[0] if reward.words else "chamber", size, theme)
    image = Image.new("RGBA", (size, size), (0, 0, 0, 0))
    if kind in ("karma_dice", "dice_by_karma"):
        colour = reward.words[0] if reward.words else ""
        face = die(colour, 0, round(size * 0.7), theme, letter_of(colour, labels))
        _paste(image, face if colour else sprite("any_die", round(size * 0.66), theme), (0.34, 0.36))
        _paste(image, sprite("karma", round(size * 0.54), theme), (0.72, 0.72))
    elif kind == "dice_of":
        for index, colour in enumerate(reward.words[: len(COLOURS)]):
            low = 0.27 if len(reward.words) > 2 else 0.5
            spot = (0.28 + 0.44 * (index % 2), low + 0.46 * (index // 2)) if len(reward.words) > 1 else (0.5, 0.5)
            _paste(image, die(colour, 0, round(size * 0.48), theme, letter_of(colour, labels)), spot)
    elif kind == "assorted":
        for good, spot in zip(GOODS, ((0.28, 0.30), (0.74, 0.34), (0.50, 0.74)), strict=True):
            _paste(image, sprite(good, round(size * 0.50), theme), spot)
    else:
        gives, _, counts = kind.partition("_per_")
        _paste(image, sprite(COUNTED.get(counts, "yield"), round(size * 0.58), theme), (0.70, 0.68))
        _paste(image, numbered("coin" if gives == "coins" else "fame", reward.amount, round(size * 0.60), theme),
               (0.31, 0.32))  # fmt: skip
    return image


@lru_cache(maxsize=256)
def yield_picture(reward: Reward, is_tile: bool, joined: bool, colour: str, theme: str, labels: Labels) -> Image.Image:
    """Return a yield space with what it gives: a rosette at the edge, or a square tile laid on it."""
    colours = PALETTE[theme]
    size = 76
    image = Image.new("RGBA", (size * FINER, size * FINER), (0, 0, 0, 0))
    pen = Pen(image, FINER)
    ground = mix(colours.named(colour), colours.paper, 0.25) if colour else colours.special
    if joined:
        ground = mix(ground, colours.rule, 0.6)
    if is_tile:
        pen.box((3, 3, size - 3, size - 3), 10, ground, colours.ink, 3)
    else:
        points = round_points((size / 2, size / 2), size / 2 - 2, 10, 0.10)
        pen.draw.polygon(pen.points(points), fill=ground)
        pen.line(points, colours.sand_edge, 2.6, closed=True)
    image = image.reduce(FINER)
    picture = reward_picture(reward, 48 if is_tile else 44, theme, labels)
    if joined:
        faded = picture.copy()
        faded.putalpha(picture.getchannel("A").point([value * 130 // 255 for value in range(256)]))
        picture = faded
    image.alpha_composite(picture, ((size - picture.width) // 2, (size - picture.height) // 2))
    return image


def _paste(image: Image.Image, picture: Image.Image, at: tuple[float, float]) -> None:
    """Paste a picture on another, centred at shares of its width and height, and moved to stay inside it."""
    spot = (round(at[0] * image.width - picture.width / 2), round(at[1] * image.height - picture.height / 2))
    image.alpha_composite(
        picture,
        (max(min(spot[0], image.width - picture.width), 0), max(min(spot[1], image.height - picture.height), 0)),
    )
