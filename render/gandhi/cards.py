"""Cards in our own design: Events with both sides, and Viceroys.

The caller gives the texts of an Event's sides; titles, Viceroys and their effects come from `Labels`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from PIL import Image

from engine.gandhi.view import CardView
from render.drawing import Pen, mix
from render.fonts import wrap
from render.gandhi.palette import to_png
from render.gandhi.sprites import sprite
from render.labels import Labels, labels_for
from render.pictures import ALT_LIMIT, Options, Picture
from render.themes import THEMES, Theme

WIDTH, HEIGHT = 720, 1000
MARGIN = 44
FINER = 3
TOP = 118
TITLE_HEIGHT = 150


def draw_card(
    card: CardView,
    sides: Sequence[str] = (),
    options: Options | None = None,
    labels: Labels | None = None,
) -> Picture:
    """Draw an Event (``sides``: its unshaded and its shaded text) or a Viceroy (his effect, from the labels).

    A text that is too long for its half is set in smaller letters. Raises `ValueError` for an unknown theme.
    """
    chosen = options if options is not None else Options()
    if chosen.theme not in THEMES:
        raise ValueError(f"unknown theme {chosen.theme!r}: choose one of {', '.join(THEMES)}")
    words = labels if labels is not None else labels_for(chosen.language)
    colours = THEMES[chosen.theme]
    image = _blank(chosen.theme, bool(card.viceroy)).copy()
    pen = Pen(image, 1)
    title = words.get(f"title.{card.number}", card.title)
    if card.viceroy:
        texts = _draw_viceroy(image, pen, card, words, chosen.theme)
    else:
        _draw_head(image, pen, card, title, words, chosen.theme)
        texts = _draw_sides(pen, sides, words, colours)
    name = words[f"viceroy.{card.viceroy}"] if card.viceroy else title
    alt = words.fit([words.say("alt.card", number=card.number, title=name), *texts], ALT_LIMIT)
    return Picture(to_png(image, chosen.theme), "image/png", alt, WIDTH, HEIGHT)


@lru_cache(maxsize=8)
def _blank(theme: str, campaign: bool) -> Image.Image:
    """Return an empty card: paper, double rule, and the band of its kind."""
    colours = THEMES[theme]
    image = Image.new("RGB", (WIDTH * FINER, HEIGHT * FINER), colours.sea)
    pen = Pen(image, FINER)
    pen.box((6, 6, WIDTH - 6, HEIGHT - 6), 30, colours.paper, colours.ink, 4)
    pen.box((20, 20, WIDTH - 20, HEIGHT - 20), 20, None, colours.paper_edge, 2)
    band = colours.control if campaign else mix(colours.province_edge, colours.paper, 0.35)
    pen.box((30, 30, WIDTH - 30, TOP), 14, band, colours.ink, 2.5)
    return image.reduce(FINER)


def _draw_head(image: Image.Image, pen: Pen, card: CardView, title: str, labels: Labels, theme: str) -> None:
    """Draw an Event's number, order of Factions and title."""
    colours = THEMES[theme]
    pen.box((44, 42, 140, TOP - 12), 10, colours.ink, None)
    pen.write((92, 73), str(card.number), "sans_black", 50, colours.paper)
    for index, seat in enumerate(card.order):
        picture = sprite(f"seat_{seat}", 62, theme)
        x = WIDTH - 50 - 76 * (len(card.order) - index) + 10
        image.paste(picture, (x, 43), picture)
        if index:
            pen.draw.polygon([(x - 11, 66), (x - 4, 74), (x - 11, 82)], fill=colours.ink)
    lines, size = _fit(title, "serif_bold", 54, WIDTH - 2 * MARGIN, TITLE_HEIGHT, 1.1)
    step = round(size * 1.1)
    top = TOP + 14 + (TITLE_HEIGHT - step * len(lines)) / 2
    for index, line in enumerate(lines):
        pen.write((WIDTH / 2, top + step * (index + 0.5)), line, "serif_bold", size, colours.ink)


def _draw_sides(pen: Pen, sides: Sequence[str], labels: Labels, colours: Theme) -> list[str]:
    """Draw the two texts of an Event, the shaded one on a dark ground; return what they say."""
    top, gap = TOP + TITLE_HEIGHT + 26, 18
    height = (HEIGHT - 40 - top - gap) // 2
    told = []
    for index, (key, text) in enumerate(zip(("card.unshaded", "card.shaded"), sides, strict=False)):
        y = top + index * (height + gap)
        ground = colours.paper if index == 0 else mix(colours.paper, colours.soft_ink, 0.28)
        pen.box((36, y, WIDTH - 36, y + height), 14, ground, colours.ink, 2)
        pen.write((56, y + 26), labels[key], "serif_italic", 28, colours.soft_ink if index == 0 else colours.ink, "lm")
        lines, size = _fit(text, "sans", 36, WIDTH - 112, height - 62, 1.25)
        for row, line in enumerate(lines):
            line_y = y + 52 + round(size * 1.25) * (row + 0.5)
            pen.write((56, line_y), line, "sans", size, colours.ink, "lm")
        told.append(labels.say("put.fact", name=labels[key], what=text))
    return told


def _draw_viceroy(image: Image.Image, pen: Pen, card: CardView, labels: Labels, theme: str) -> list[str]:
    """Draw a Campaign card: the Viceroy's crown, name and effect."""
    colours = THEMES[theme]
    pen.write((WIDTH / 2, 74), labels["card.viceroy"], "serif_bold", 44, (255, 248, 232), room=WIDTH - 120)
    crown = sprite("control", 300, theme)
    image.paste(crown, ((WIDTH - 300) // 2, TOP + 50), crown)
    name = labels.get(f"viceroy.{card.viceroy}", card.title)
    lines, size = _fit(name, "serif_bold", 52, WIDTH - 2 * MARGIN, 130, 1.1)
    top = TOP + 380
    for index, line in enumerate(lines):
        pen.write((WIDTH / 2, top + size * 1.1 * (index + 0.5)), line, "serif_bold", size, colours.ink)
    effect = labels.get(f"capability.{card.viceroy}", "")
    box_top = TOP + 530
    pen.box((50, box_top, WIDTH - 50, HEIGHT - 60), 16, mix(colours.paper, colours.gold, 0.25), colours.ink, 2)
    lines, size = _fit(effect, "sans", 40, WIDTH - 150, HEIGHT - 90 - box_top, 1.3)
    step = round(size * 1.3)
    middle = (box_top + HEIGHT - 60) / 2
    for index, line in enumerate(lines):
        pen.write((WIDTH / 2, middle + step * (index - (len(lines) - 1) / 2)), line, "sans", size, colours.ink)
    return [effect]


def _fit(text: str, face: str, size: int, width: int, height: int, leading: float) -> tuple[list[str], int]:
    """Return the lines of a text and the largest size, at least 16, at which they fit the box."""
    lines = wrap(text, face, size, width)
    while size > 16 and round(size * leading) * len(lines) > height:
        size -= 1
        lines = wrap(text, face, size, width)
    return lines, size
