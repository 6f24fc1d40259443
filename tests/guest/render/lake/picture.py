"""The lake as a picture: landings with what they want, and the boats."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

from PIL import Image, ImageDraw

from engine.core.change import Change
from engine.lake.state import MAP, SEATS
from render.pictures import Options, Picture

SIZE = (900, 600)
PLACES = {"reeds": (150, 300), "mill": (350, 120), "ford": (720, 130), "shrine": (730, 470), "isle": (400, 420)}
COLOURS = {"heron": "#3b6ea5", "otter": "#8a5a2b", "pike": "#4d7c4d", "frog": "#a8892c"}
GOODS = {"rice": "#f4efe0", "salt": "#b9c7d6", "tea": "#7a4b2a"}
WATER, SHORE, INK = "#cfe3ea", "#e8dcc0", "#26323a"
STEP = 46


def draw_water() -> Image.Image:
    """Return the lake with its landings and ways, without anything that moves."""
    image = Image.new("RGB", SIZE, WATER)
    pen = ImageDraw.Draw(image)
    for place, near in MAP.items():
        for other in near:
            pen.line([PLACES[place], PLACES[other]], fill="#ffffff", width=4)
    for x, y in PLACES.values():
        pen.ellipse((x - 62, y - 42, x + 62, y + 42), fill=SHORE, outline=INK, width=2)
    return image


def draw_boat(pen: ImageDraw.ImageDraw, x: int, y: int, seat: str) -> None:
    """Draw a boat: its letter is in it, so that nothing depends on the colour."""
    pen.polygon([(x - 20, y - 8), (x + 20, y - 8), (x + 12, y + 12), (x - 12, y + 12)], fill=COLOURS[seat])
    pen.text((x, y + 1), seat[0].upper(), fill="#ffffff", anchor="mm")


def draw(view: Any, changes: Sequence[Change], options: Options) -> Picture:
    """Draw the lake, without any hand, since everyone sees it."""
    image = draw_water()
    pen = ImageDraw.Draw(image)
    for place, goods in view["wants"].items():
        x, y = PLACES[place]
        pen.rectangle((x - 14, y - 34, x + 14, y - 14), fill=GOODS[goods], outline=INK)
        pen.text((x, y - 24), goods[0].upper(), fill=INK, anchor="mm")
    for number, (seat, boat) in enumerate(view["boats"].items()):
        x, y = PLACES[boat["at"]]
        draw_boat(pen, x + (number - len(SEATS) // 2) * STEP + STEP // 2, y + 16, seat)
    for change in changes:
        if change.verb == "sail":
            pen.line([PLACES[change.origin], PLACES[change.target]], fill=COLOURS[change.seat], width=6)
    buffer = io.BytesIO()
    image.save(buffer, "PNG")
    alt = "; ".join(f"{seat} {boat['at']} {boat['points']}" for seat, boat in view["boats"].items())
    return Picture(buffer.getvalue(), "image/png", alt, *SIZE)
