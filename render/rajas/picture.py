"""The public picture: the table, a box for everyone, and the turn in words; then encoded."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PIL import Image

from engine.core.change import Change
from engine.rajas.story import Story, read_story
from engine.rajas.view import View
from render.drawing import Pen, stack
from render.labels import Labels, labels_for
from render.palette import to_png
from render.pictures import Options, Picture
from render.rajas.alt import alt_text
from render.rajas.captions import headline, step_captions, summary
from render.rajas.colours import PALETTE
from render.rajas.phone import draw_phone
from render.rajas.seats import draw_seats
from render.rajas.sprites import sprite
from render.rajas.supply import draw_supply
from render.rajas.wide import draw_table
from render.strip import Ink, draw_strip

PALETTES_FILE = Path(__file__).parent / "data" / "palettes.json"
PAIR_HEAD, GAP = 52, 12
"""Height of the words above two tables, and the room between them."""
LAYOUTS = ("full", "phone", "board", "seats")
"""The whole; the same for a narrow screen, the words first; the board alone; everyone's boxes alone."""


def draw_board(
    view: View, changes: Sequence[Change] = (), options: Options | None = None, labels: Labels | None = None
) -> Picture:
    """Draw a View, and what the Changes did, as one encoded picture with alt text.

    ``options.layout`` is one of `LAYOUTS`; ``options.before`` adds the table before the turn beside it. Without
    ``labels`` the words are those of the options' language. Raises `ValueError` for an unknown theme or layout.
    """
    chosen = options if options is not None else Options()
    words = labels if labels is not None else labels_for(chosen.language)
    image = compose(view, read_story(changes), chosen, words)
    return finish(image, chosen.theme, alt_text(view, changes, words, chosen.layout))


def compose(view: View, story: Story, options: Options, labels: Labels) -> Image.Image:
    """Return the picture, not yet encoded. Raises `ValueError` for an unknown theme or layout."""
    check_options(options, LAYOUTS)
    parts = []
    if options.before is not None:
        parts.append(draw_pair(options.before, view, story, options.theme, labels))
    elif options.layout == "phone":
        parts.append(draw_phone(view, story, options.theme, labels))
    elif options.layout != "seats":
        parts.append(draw_table(view, story, options.theme, labels))
    if options.layout in ("full", "seats") and options.before is None:
        parts.append(draw_seats(view, story, options.theme, labels))
    if view.supply and options.layout in ("full", "phone") and options.before is None:
        parts.append(draw_supply(view, parts[0].width, options.theme, labels))
    if story.steps and options.strip:
        words = draw_words(view, story, parts[0].width, options.theme, labels)
        parts.insert(0 if options.layout == "phone" else len(parts), words)
    return stack(parts)


def draw_pair(before: View, view: View, story: Story, theme: str, labels: Labels) -> Image.Image:
    """Return two tables side by side at half their size, headed before and after."""
    tables = [draw_table(before, Story(), theme, labels), draw_table(view, story, theme, labels)]
    width, height = tables[0].width // 2, tables[0].height // 2
    image = Image.new("RGB", (2 * width + GAP, height + PAIR_HEAD), PALETTE[theme].paper)
    pen = Pen(image, 1)
    for index, (table, key) in enumerate(zip(tables, ("caption.before", "caption.after"), strict=True)):
        left = index * (width + GAP)
        image.paste(table.reduce(2), (left, PAIR_HEAD))
        pen.write((left + width / 2, PAIR_HEAD / 2), labels[key], "serif_bold", 34, PALETTE[theme].ink)
    return image


def draw_words(view: View, story: Story, width: int, theme: str, labels: Labels) -> Image.Image:
    """Return the strip with the turn in words."""
    colours = PALETTE[theme]
    emblem = sprite(f"seat_{story.seat}", 46, theme) if story.seat else None
    ink = Ink(colours.paper, colours.ink, colours.soft_ink, colours.accent)
    told = step_captions(story, labels)
    return draw_strip(headline(story, labels), emblem, told, summary(story, view, labels), width, ink, labels)


def check_options(options: Options, layouts: Sequence[str]) -> None:
    """Raise `ValueError` for an unknown theme or layout."""
    if options.theme not in PALETTE:
        raise ValueError(f"unknown theme {options.theme!r}: choose one of {', '.join(PALETTE)}")
    if options.layout not in layouts:
        raise ValueError(f"unknown layout {options.layout!r}: choose one of {', '.join(layouts)}")


def finish(image: Image.Image, theme: str, alt: str) -> Picture:
    """Return an image as a `Picture` with its alt text, encoded in the theme's palette."""
    return Picture(to_png(image, PALETTES_FILE, theme), "image/png", alt, image.width, image.height)
