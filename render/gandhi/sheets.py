"""Faction sheets in our own design: goal, Operations, Special Activities and what else a player looks up often.

The words are ours, ``sheet.`` in the catalogue. A sheet is as wide as two phones and as long as its words need: no
sentence is cut or set smaller to make it fit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import count, takewhile

from PIL import Image

from engine.gandhi import catalogue
from engine.gandhi.ids import SEATS
from render.drawing import Pen, mix
from render.fonts import fit_size, measure, wrap
from render.gandhi.palette import to_png
from render.gandhi.sprites import sprite
from render.labels import Labels, labels_for
from render.pictures import ALT_LIMIT, Options, Picture
from render.themes import THEMES, Colour, Theme

WIDTH = 1080
MARGIN = 32
INNER = 26
BAND = 148
GAP = 16
LABEL_ROOM = 150
NAME, TEXT, SMALL = 40, 33, 27
LEADING = 1.24
LEAST_COST = 22
"""The smallest letters in which the cost of an action may be set, in pixels."""
NOTES = ("spaces", "pass", "campaign")
"""The parts of a sheet after the actions, each in its own box."""


@dataclass(frozen=True)
class Row:
    """A label and the lines beside it."""

    label: str
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Block:
    """One box of a sheet: its heading, the text in its corner, its rows, and its top and height in pixels."""

    kind: str
    heading: str
    corner: str
    rows: tuple[Row, ...]
    top: int
    height: int


def write_sheet(seat: str, language: str = "en") -> list[str]:
    """Return what a Faction's sheet says, in lines of text. Raises `ValueError` for an unknown Faction."""
    _check(seat)
    labels = labels_for(language)
    lines = [labels.say("put.fact", name=labels["sheet.goal"], what=labels[f"sheet.{seat}.goal"])]
    for key, actions in (
        ("operations", catalogue.OPERATIONS[seat]),
        ("special_activities", catalogue.SPECIAL_ACTIVITIES[seat]),
    ):
        lines.append(labels.say("put.fact", name=labels[f"sheet.{key}"], what="").rstrip())
        for action in actions:
            told = f"sheet.{seat}.{action}"
            name = labels.say("put.aside", what=labels[f"action.{action}"], aside=labels[f"{told}.cost"])
            what = labels.join("facts", (labels[f"{told}.where"], labels[f"{told}.what"]))
            lines.append(labels.say("put.fact", name=name, what=what))
    for key in NOTES:
        lines.append(labels.say("put.fact", name=labels[f"sheet.{key}"], what=labels[f"sheet.{seat}.{key}"]))
    tips = labels.join("sentences", _tips(seat, labels))
    return [*lines, labels.say("put.fact", name=labels["sheet.tips"], what=tips)]


def draw_sheet(seat: str, options: Options | None = None) -> Picture:
    """Draw a Faction's sheet. Raises `ValueError` for an unknown Faction or theme."""
    chosen = options if options is not None else Options()
    if chosen.theme not in THEMES:
        raise ValueError(f"unknown theme {chosen.theme!r}: choose one of {', '.join(THEMES)}")
    labels, colours = labels_for(chosen.language), THEMES[chosen.theme]
    blocks = lay_out_sheet(seat, chosen.language)
    height = blocks[-1].top + blocks[-1].height + MARGIN
    image = Image.new("RGB", (WIDTH, height), colours.sea)
    # Round corners are drawn finer and then reduced, as on the cards; letters are not.
    boxes = _draw_boxes(seat, blocks, height, chosen.theme)
    image.paste(boxes, (0, 0))
    pen = Pen(image, 1)
    _draw_head(image, pen, seat, labels, chosen.theme)
    for block in blocks:
        _write_block(pen, block, colours)
    alt = labels.fit([labels[f"seat.{seat}"], *write_sheet(seat, chosen.language)], ALT_LIMIT)
    return Picture(to_png(image, chosen.theme), "image/png", alt, WIDTH, height)


@lru_cache(maxsize=32)
def lay_out_sheet(seat: str, language: str = "en") -> tuple[Block, ...]:
    """Return the boxes of a Faction's sheet from the top. Raises `ValueError` for an unknown Faction."""
    _check(seat)
    labels = labels_for(language)
    made: list[Block] = []

    def add(kind: str, heading: str, rows: Sequence[Row] = (), corner: str = "") -> None:
        top = made[-1].top + made[-1].height + (2 * GAP if kind == "section" else GAP) if made else BAND + MARGIN
        made.append(Block(kind, heading, corner, tuple(rows), top, _height_of(kind, rows)))

    wide = WIDTH - 2 * (MARGIN + INNER)
    add("goal", labels["sheet.goal"], [Row("", _lines(labels[f"sheet.{seat}.goal"], "sans_bold", wide))])
    for key, actions in (
        ("operations", catalogue.OPERATIONS[seat]),
        ("special_activities", catalogue.SPECIAL_ACTIVITIES[seat]),
    ):
        add("section", labels[f"sheet.{key}"])
        for action in actions:
            told = f"sheet.{seat}.{action}"
            rows = [Row(labels[f"sheet.{part}"], _lines(labels[f"{told}.{part}"])) for part in ("where", "what")]
            cost = labels.say("sheet.cost_of", cost=labels[f"{told}.cost"])
            add("action", labels[f"action.{action}"], rows, cost)
    for key in NOTES:
        add("note", labels[f"sheet.{key}"], [Row("", _lines(labels[f"sheet.{seat}.{key}"], "sans", wide))])
    add("note", labels["sheet.tips"], [Row("•", _lines(tip, "sans", wide - 34)) for tip in _tips(seat, labels)])
    return tuple(made)


def _check(seat: str) -> None:
    if seat not in SEATS:
        raise ValueError(f"unknown Faction {seat!r}: choose one of {', '.join(SEATS)}")


def _tips(seat: str, labels: Labels) -> list[str]:
    """Return a Faction's tips, as many in each language as in English."""
    keys = (f"sheet.{seat}.tips.{number}" for number in count(1))
    return [labels[key] for key in takewhile(labels.__contains__, keys)]


def _lines(text: str, face: str = "sans", width: int = WIDTH - 2 * (MARGIN + INNER) - LABEL_ROOM) -> tuple[str, ...]:
    return tuple(wrap(text, face, TEXT, width))


def _height_of(kind: str, rows: Sequence[Row]) -> int:
    if kind == "section":
        return 52
    lines = sum(len(row.lines) for row in rows)
    return 2 * 16 + round(NAME * LEADING) + 2 + round(TEXT * LEADING) * lines


def cost_size(block: Block) -> int:
    """Return the size of the letters in the corner of a box, so that it stays clear of the heading."""
    room = WIDTH - 2 * (MARGIN + INNER) - measure(block.heading, "serif_bold", NAME) - 28
    return fit_size(block.corner, "sans", SMALL + 2, room, 10)


def _draw_boxes(seat: str, blocks: Sequence[Block], height: int, theme: str) -> Image.Image:
    """Draw the grounds of the band and of all boxes."""
    colours, finer = THEMES[theme], 2
    image = Image.new("RGB", (WIDTH * finer, height * finer), colours.sea)
    pen = Pen(image, finer)
    pen.box((6, 6, WIDTH - 6, height - 6), 26, mix(colours.paper, colours.paper_edge, 0.18), colours.ink, 4)
    pen.box((MARGIN - 12, 18, WIDTH - MARGIN + 12, BAND + 8), 18, _accent(seat, colours), colours.ink, 3)
    for block in blocks:
        if block.kind == "section":
            y = block.top + block.height - 4
            pen.line([(MARGIN, y), (WIDTH - MARGIN, y)], _accent(seat, colours), 5)
            continue
        ground = mix(colours.paper, colours.gold, 0.22) if block.kind == "goal" else colours.paper
        box = (MARGIN, block.top, WIDTH - MARGIN, block.top + block.height)
        pen.box(box, 14, ground, colours.ink if block.kind == "goal" else colours.paper_edge, 2.5)
    return image.reduce(finer)


def _accent(seat: str, colours: Theme) -> Colour:
    """Return the colour of a Faction's band; words on it are light."""
    own = {
        "raj": colours.troops,
        "congress": mix(colours.congress, (90, 40, 0), 0.35),
        "league": colours.league,
        "revolutionaries": mix(colours.revolutionaries, colours.soft_ink, 0.25),
    }
    return own[seat]


def _draw_head(image: Image.Image, pen: Pen, seat: str, labels: Labels, theme: str) -> None:
    """Draw a Faction's sign and name."""
    picture = sprite(f"seat_{seat}", 104, theme)
    image.paste(picture, (MARGIN + 12, 32), picture)
    pen.write((MARGIN + 140, 84), labels[f"seat.{seat}"], "serif_bold", 66, (255, 250, 238), "lm", room=WIDTH - 240)


def _write_block(pen: Pen, block: Block, colours: Theme) -> None:
    """Write the heading, the corner and the rows of a box."""
    left, right = MARGIN + INNER, WIDTH - MARGIN - INNER
    if block.kind == "section":
        pen.write((MARGIN + 4, block.top + 22), block.heading, "serif_bold", 44, colours.ink, "lm")
        return
    head = block.top + 16 + round(NAME * LEADING) // 2
    if block.kind == "action":
        pen.write((left, head), block.heading, "serif_bold", NAME, colours.ink, "lm")
        pen.write((right, head), block.corner, "sans", cost_size(block), mix(colours.accent, colours.ink, 0.25), "rm")
    else:
        pen.write((left, head), block.heading, "serif_italic", 34, mix(colours.soft_ink, colours.ink, 0.4), "lm")
    y = block.top + 16 + round(NAME * LEADING) + 2
    step = round(TEXT * LEADING)
    face = "sans_bold" if block.kind == "goal" else "sans"
    for row in block.rows:
        indent = LABEL_ROOM if block.kind == "action" else 34 if row.label else 0
        if row.label:
            size = fit_size(row.label, "serif_italic", SMALL, indent - 10)
            soft = mix(colours.soft_ink, colours.ink, 0.25)
            pen.write((left, y + step / 2), row.label, "serif_italic", size, soft, "lm")
        for line in row.lines:
            pen.write((left + indent, y + step / 2), line, face, TEXT, colours.ink, "lm")
            y += step
