"""The whole picture: land, marks of the turn, pieces, boxes, words; then encoded."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from engine.core.change import Change
from engine.gandhi.comparing import compare
from engine.gandhi.story import Story, read_story
from engine.gandhi.view import View
from render.drawing import Pen, Printed, Shred, lay, shred, stack
from render.gandhi.acting import draw_cells
from render.gandhi.alt import alt_text
from render.gandhi.annotate import (
    Canvas,
    brighten,
    draw_arrows,
    draw_mark,
    draw_notes,
    draw_number,
    label_arrows,
    outline,
)
from render.gandhi.base import REGIONS, WHOLE, Window, ink_layer, ink_shreds, land_layer
from render.gandhi.legend import draw_legend, write_legend
from render.gandhi.palette import to_png
from render.gandhi.panel import CARDS, FRAMES, STATUS, TITLE, TRACKS, Frame, Sheet, draw_contents, draw_frame
from render.gandhi.pieces import draw_pieces, lay_out_things, spots_of
from render.gandhi.regions import find_window
from render.gandhi.strip import draw_strip
from render.labels import Labels, labels_for
from render.layers import cut_out, keep, slim
from render.pictures import Options, Picture
from render.themes import THEMES

LAYOUTS = ("full", "map", "panel", "legend", *REGIONS)
PANEL_PLACES: tuple[tuple[Frame, int, int], ...] = (
    (TITLE, 12, 95),
    (CARDS, 316, 12),
    (TRACKS, 12, 376),
    (STATUS, 462, 376),
)
PANEL_SIZE = (1048, 882)
MOST_OUTLINES = 12
"""With more outlines, as after a long time away, they would hide the map: only tags are shown."""
PAIR_HEAD = 52
"""Height of the words above each of two maps."""


def draw(
    view: View, changes: Sequence[Change] = (), options: Options | None = None, labels: Labels | None = None
) -> Picture:
    """Draw a View, and what the Changes did, as one encoded picture with alt text.

    Without ``labels`` the words are those of the options' language. Raises `ValueError` for an unknown theme or layout.
    """
    chosen = options if options is not None else Options()
    words = labels if labels is not None else labels_for(chosen.language)
    image = compose(view, changes, chosen, words)
    is_legend = chosen.layout == "legend"
    alt = write_legend(words) if is_legend else alt_text(view, changes, words, chosen)
    return Picture(to_png(image, chosen.theme), "image/png", alt, image.width, image.height)


def compose(view: View, changes: Sequence[Change], options: Options, labels: Labels) -> Image.Image:
    """Return the picture, not yet encoded. Raises `ValueError` for an unknown theme or layout."""
    check_options(options)
    is_since = options.since is not None and not changes
    story = compare(options.since, view) if is_since else read_story(changes, totals=options.totals)
    image = compose_board(view, story, options, labels)
    if not changes or not options.strip or options.layout in ("panel", "legend"):
        return image
    cells = draw_cells(view, story, image.width, options.theme, labels) if options.before is None else None
    strip = draw_strip(view, story, image.width, options.theme, labels)
    return stack([image, *([cells] if cells is not None else []), strip])


def check_options(options: Options) -> None:
    """Raise `ValueError` for an unknown theme or layout."""
    if options.theme not in THEMES:
        raise ValueError(f"unknown theme {options.theme!r}: choose one of {', '.join(THEMES)}")
    if options.layout not in LAYOUTS:
        raise ValueError(f"unknown layout {options.layout!r}: choose one of {', '.join(LAYOUTS)}")


def compose_board(view: View, story: Story, options: Options, labels: Labels) -> Image.Image:
    """Return the board with the marks of a story, without the words below."""
    if options.layout == "panel":
        return _compose_panel(view, options, labels)
    if options.layout == "legend":
        return draw_legend(options.theme, labels)
    if options.layout in REGIONS:
        return _compose_map(view, story, options, labels, 2, REGIONS[options.layout])
    if options.layout == "map" and options.before is not None:
        return _compose_pair(options.before, view, story, options, labels)
    if options.layout == "map":
        shown = find_window(options.candidates) if options.numbered else WHOLE
        return _compose_map(view, story, options, labels, 1, WHOLE, shown=shown)
    image = _compose_map(view, story, options, labels, 1, WHOLE, framed=True)
    for frame in FRAMES:
        draw_contents(Sheet(image, frame.left, frame.top, 1, options.theme, labels), frame, view, options.scores)
    return image


def _compose_map(
    view: View,
    story: Story,
    options: Options,
    labels: Labels,
    scale: int,
    window: Window,
    *,
    shown: Window | None = None,
    framed: bool = False,
) -> Image.Image:
    """Return the map in ``window``, whose layers are kept, or only what is in ``shown``.

    ``framed`` adds the empty boxes beside the map.
    """
    theme = options.theme
    part = shown if shown is not None else window
    left, top = (part[0] - window[0]) * scale, (part[1] - window[1]) * scale
    box = (left, top, left + (part[2] - part[0]) * scale, top + (part[3] - part[1]) * scale)
    things = lay_out_things(view, story)
    spots = spots_of(things)
    touched = story.touched
    bright = [*touched, *options.candidates, *filter(None, [options.chosen])]
    land = land_layer(theme, scale, window)
    is_dim = options.dim and bool(bright)
    ink = ink_framed(theme, labels) if framed else ink_shreds(theme, labels, scale, window)
    is_printed = window == WHOLE and scale == 1 and not is_dim
    ground = printed_layer(theme, labels, framed) if is_printed else dimmed(theme, scale, window) if is_dim else land
    image = cut_out(ground, box)
    canvas = Canvas(image, theme, scale, part[0], part[1])
    canvas.printed = Printed(image, land, ink, (-left, -top)) if is_printed else None
    if is_dim:
        brighten(canvas, land, (left, top), bright)
    for key in options.candidates:
        outline(canvas, key, THEMES[theme].support)
    for key in [
        *(touched if story.steps or len(touched) <= MOST_OUTLINES else []),
        *filter(None, [options.chosen]),
    ]:
        outline(canvas, key, THEMES[theme].accent)
    draw_arrows(canvas, story.moves, spots)
    if canvas.printed is not None:
        canvas.printed.print_again()
    else:
        lay(image, ink, (-left, -top))
    draw_pieces(canvas, view, story, things)
    label_arrows(canvas, story.moves, spots)
    draw_notes(canvas, story)
    for number, key in enumerate(options.candidates, 1):
        if options.numbered:
            draw_number(canvas, key, str(number), THEMES[theme].accent)
        else:
            draw_mark(canvas, key, "?", THEMES[theme].support)
    if options.chosen:
        draw_mark(canvas, options.chosen, "✓", THEMES[theme].accent)
    return image


def _compose_pair(before: View, view: View, story: Story, options: Options, labels: Labels) -> Image.Image:
    """Return what changed on the map before and after, one below the other: side by side a phone would halve them."""
    theme, window = options.theme, find_window(story.touched) if story.touched else WHOLE
    pair = (("caption.before", before, Story()), ("caption.after", view, story))
    parts = []
    for key, seen, told in pair:
        head = Image.new("RGB", (window[2] - window[0], PAIR_HEAD), THEMES[theme].paper)
        pen = Pen(head, 1)
        pen.write((head.width / 2, PAIR_HEAD / 2), labels[key], "serif_bold", 34, THEMES[theme].ink)
        parts += [head, _compose_map(seen, told, options, labels, 1, WHOLE, shown=window)]
    return stack(parts)


def _compose_panel(view: View, options: Options, labels: Labels) -> Image.Image:
    image = panel_base(options.theme, labels).copy()
    for frame, left, top in PANEL_PLACES:
        draw_contents(Sheet(image, left, top, 1, options.theme, labels), frame, view, options.scores)
    return image


@keep
def dimmed(theme: str, scale: int, window: Window) -> Image.Image:
    """Return the land layer faded."""
    land = land_layer(theme, scale, window).convert("RGB")
    return slim(Image.blend(land, Image.new("RGB", land.size, THEMES[theme].dim), 0.62))


@keep
def printed_layer(theme: str, labels: Labels, framed: bool) -> Image.Image:
    """Return the whole map with its ink on it."""
    image = land_layer(theme, 1, WHOLE).convert("RGB")
    lay(image, ink_framed(theme, labels) if framed else ink_shreds(theme, labels, 1, WHOLE))
    return image


@keep
def ink_framed(theme: str, labels: Labels) -> tuple[Shred, ...]:
    """Return the ink of the whole board with the empty boxes, as it is laid over the marks of a turn."""
    image = ink_layer(theme, labels)
    for frame in FRAMES:
        picture = frame_picture(theme, labels, frame)
        image.paste(picture, (frame.left, frame.top), picture)
    return shred(image)


@keep
def panel_base(theme: str, labels: Labels) -> Image.Image:
    """Return the empty boxes set together, without the map."""
    image = Image.new("RGB", PANEL_SIZE, THEMES[theme].sea)
    for frame, left, top in PANEL_PLACES:
        picture = frame_picture(theme, labels, frame)
        image.paste(picture, (left, top), picture)
    return image


def frame_picture(theme: str, labels: Labels, frame: Frame) -> Image.Image:
    """Return an empty box with its fixed words."""
    finer = Image.new("RGBA", (frame.width * 3, frame.height * 3), (0, 0, 0, 0))
    draw_frame(Pen(finer, 3), frame, labels, THEMES[theme])
    return finer.reduce(3)
