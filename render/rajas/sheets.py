"""The actions of a seat on one sheet: the four areas with their costs and yields, and how to win.

All seats can do the same; each has a sheet with its own emblem and colour. It is as wide as two phones and as long as
its words need, which are never set smaller to fit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from engine.rajas.board import BOARD, Reward
from engine.rajas.ids import CHAMBERS, GOODS, SEATS
from render.drawing import BLACK, Pen, mix
from render.fonts import wrap
from render.labels import Labels, labels_for
from render.pictures import ALT_LIMIT, Options, Picture
from render.rajas.colours import PALETTE, Colours
from render.rajas.marks import paste
from render.rajas.picture import check_options, finish
from render.rajas.rewards import letter_of, reward_picture
from render.rajas.slots import garland
from render.rajas.sprites import die, numbered, sprite
from render.themes import Colour

WIDTH = 1080
MARGIN, INNER = 32, 26
BAND, GAP, HEAD, PAD = 148, 16, 78, 14
SIGNS = 204
"""The room for the signs at the left of an entry."""
NAME, TEXT = 34, 33
LINE = 41
TURN, TURN_ROOM = 31, 836
"""The size of the letters beside the emblem that say what a turn is, and the room for them."""
LEAST = {"quarry": 160, "harbour": 190}
"""The least height of an entry, for its signs, where that is more than the usual."""
USUAL = 100
TRADES = 82
"""The height of the row of trades in the gallery, and of the two tracks."""


@dataclass(frozen=True)
class Entry:
    """One possible action: its kind, which decides its signs, its name, and its cost and yield in words."""

    kind: str
    name: str
    words: str

    @property
    def lines(self) -> list[str]:
        """Return the words in lines."""
        room = WIDTH - 2 * (MARGIN + INNER) - (SIGNS if self.kind != "goal" else 0)
        return wrap(self.words, "sans", TEXT, room)

    @property
    def height(self) -> int:
        """Return how high it is in pixels."""
        if self.kind == "goal":
            return LINE * len(self.lines) + TRADES
        more = TRADES if self.kind == "gallery" else 0
        return max(LEAST.get(self.kind, USUAL), LINE * (len(self.lines) + bool(self.name)) + 12) + more


@dataclass(frozen=True)
class Box:
    """A heading and its entries, with the height at which they begin."""

    heading: str
    entries: tuple[Entry, ...]
    top: int

    @property
    def bottom(self) -> int:
        """Return the height at which it ends."""
        return self.top + HEAD + sum(entry.height for entry in self.entries) + PAD


def write_sheet(seat: str, language: str = "en") -> list[str]:
    """Return the lines of text of a sheet. Raises `ValueError` for an unknown seat."""
    labels = labels_for(language)
    lines = []
    for box in lay_out_sheet(seat, language):
        told = box.entries
        if len(told) == 1:
            lines.append(labels.say("put.fact", name=box.heading, what=told[0].words))
        else:
            lines.append(labels.say("put.fact", name=box.heading, what="").rstrip())
            lines += [labels.say("put.fact", name=entry.name, what=entry.words) for entry in told]
    return lines


@lru_cache(maxsize=32)
def lay_out_sheet(seat: str, language: str = "en") -> tuple[Box, ...]:
    """Return the boxes of a sheet from the top. Raises `ValueError` for an unknown seat."""
    if seat not in SEATS:
        raise ValueError(f"unknown seat {seat!r}: choose one of {', '.join(SEATS)}")
    labels = labels_for(language)
    boxes: list[Box] = []

    def say(key: str) -> str:
        return labels[f"rajas.sheet.{key}"]

    def add(heading: str, *entries: Entry) -> None:
        boxes.append(Box(heading, entries, boxes[-1].bottom + GAP if boxes else BAND + MARGIN))

    goal = f"{say('goal')} {say('end')}" if language != "ja" else say("goal") + say("end")
    add(labels["sheet.goal"], Entry("goal", "", goal))
    add(labels["action.quarry"], Entry("quarry", say("quarry"), say("quarry.what")))
    assorted = Entry("assorted", labels["action.market:assorted"], say("assorted.what"))
    add(labels["action.market"], assorted, Entry("good", say("good"), say("good.what")))
    add(
        labels["action.palace"],
        Entry("veranda", labels["action.veranda"], say("veranda.what")),
        Entry("terrace", say("terrace"), say("terrace.what")),
        Entry("gallery", say("gallery"), say("gallery.what")),
    )
    persons = (Entry(chamber, labels[f"action.chamber:{chamber}"], say(chamber)) for chamber in CHAMBERS)
    add(say("persons"), *persons)
    add(labels["action.harbour"], Entry("harbour", say("harbour"), say("harbour.what")))
    add(labels["rajas.karma"], Entry("karma", "", say("karma.what")))
    return tuple(boxes)


def draw_sheet(seat: str, options: Options | None = None) -> Picture:
    """Draw a seat's sheet. Raises `ValueError` for an unknown seat or theme."""
    chosen = options if options is not None else Options()
    check_options(chosen, (chosen.layout,))
    labels, colours, theme = labels_for(chosen.language), PALETTE[chosen.theme], chosen.theme
    boxes = lay_out_sheet(seat, chosen.language)
    height = boxes[-1].bottom + MARGIN
    image = Image.new("RGB", (WIDTH, height), colours.table)
    pen = Pen(image, 1)
    _draw_head(image, pen, seat, labels, theme)
    for index, box in enumerate(boxes):
        ground = mix(colours.paper, colours.gold, 0.24) if index == 0 else colours.paper
        pen.box((MARGIN, box.top, WIDTH - MARGIN, box.bottom), 14, ground, colours.ornament, 3)
        left, right = MARGIN + INNER, WIDTH - MARGIN - INNER
        pen.write((left, box.top + 34), box.heading, "serif_bold", 40, colours.ink, "lm", room=right - left)
        garland(pen, left, right, box.top + 66, colours)
        top = box.top + HEAD
        for entry in box.entries:
            _draw_entry(image, pen, entry, top, theme, labels)
            top += entry.height
    return finish(image, theme, _alt(seat, chosen.language))


def _alt(seat: str, language: str) -> str:
    """Return the alt text of a sheet, cut to the limit of Discord."""
    labels = labels_for(language)
    return labels.fit([labels[f"seat.{seat}"], *write_sheet(seat, language)], ALT_LIMIT)


def _draw_head(image: Image.Image, pen: Pen, seat: str, labels: Labels, theme: str) -> None:
    """Draw the emblem and the name of a seat on its colour, and what a turn is."""
    colours = PALETTE[theme]
    ground: Colour = (44, 62, 108) if seat == "conch" else mix(colours.named(seat), BLACK, 0.38)
    pen.box((MARGIN, 20, WIDTH - MARGIN, BAND + 14), 18, ground, colours.ornament, 4)
    paste(image, sprite(f"seat_{seat}", 116, theme), (MARGIN + 80, BAND / 2 + 17))
    light: Colour = (255, 250, 238)
    pen.write((MARGIN + 164, 66), labels[f"seat.{seat}"], "serif_bold", 58, light, "lm", room=WIDTH - 260)
    pen.write((MARGIN + 164, 124), labels["rajas.sheet.turn"], "sans", TURN, light, "lm", room=TURN_ROOM)


def _draw_entry(image: Image.Image, pen: Pen, entry: Entry, top: int, theme: str, labels: Labels) -> None:
    """Draw the signs of an entry, its name and its words."""
    colours = PALETTE[theme]
    left = MARGIN + INNER + (0 if entry.kind == "goal" else SIGNS)
    y = top + LINE / 2 + 6
    if entry.kind != "goal":
        high = entry.height - (TRADES if entry.kind == "gallery" else 0)
        _draw_signs(image, pen, entry.kind, top + high // 2, theme, labels)
        y = top + (high - LINE * (len(entry.lines) + bool(entry.name))) / 2 + LINE / 2
    if entry.name:
        pen.write((left, y), entry.name, "serif_bold", NAME, colours.ink, "lm")
        y += LINE
    for line in entry.lines:
        pen.write((left, y), line, "sans", TEXT, colours.ink, "lm")
        y += LINE
    if entry.kind == "gallery":
        _draw_trades(image, top + entry.height - TRADES // 2 - 4, theme, labels)
    elif entry.kind == "goal":
        _draw_tracks(image, pen, top + entry.height - TRADES // 2 + 4, colours, theme)


def _draw_signs(image: Image.Image, pen: Pen, kind: str, y: int, theme: str, labels: Labels) -> None:
    """Draw what an entry costs and brings, centred on a height."""
    middle = MARGIN + INNER + (SIGNS - 20) // 2

    def row(pictures: Sequence[Image.Image], at: int, step: int) -> None:
        for index, picture in enumerate(pictures):
            paste(image, picture, (middle + (index - (len(pictures) - 1) / 2) * step, at))

    def coins(least: int, most: int, at: int) -> None:
        row([numbered("coin", least, 54, theme), numbered("coin", most, 54, theme)], at, 86)
        pen.write((middle, at), "–", "sans_bold", 40, PALETTE[theme].ink)

    if kind in BOARD.chambers:
        row([sprite(kind, 94, theme), die("", BOARD.chambers[kind], 62, theme, "")], y, 88)
    elif kind == "quarry":
        coins(1, 4, y - 44)
        row([sprite("temple", 66, theme), sprite("market", 66, theme)], y + 36, 84)
    elif kind == "harbour":
        coins(0, 2, y - 58)
        row([die("", value, 50, theme, "") for value in (1, 2, 3)], y + 4, 60)
        paste(image, sprite("boat", 64, theme), (middle, y + 66))
    elif kind == "assorted":
        paste(image, reward_picture(Reward("assorted"), 96, theme, labels), (middle, y))
    elif kind == "good":
        row([sprite("any_die", 46, theme), *(sprite(good, 44, theme) for good in GOODS)], y, 48)
    elif kind == "veranda":
        row([numbered("coin", 2, 62, theme), sprite("reroll", 62, theme)], y, 78)
    elif kind == "terrace":
        row([_face(colour, theme, labels) for colour in BOARD.terraces], y, 48)
    elif kind == "gallery":
        row([sprite("any_die", 46, theme), sprite("arrow", 36, theme), *[sprite("any_die", 46, theme)] * 2], y, 48)
    else:
        paste(image, sprite(kind, 78, theme), (middle, y))


def _face(colour: str, theme: str, labels: Labels, size: int = 46) -> Image.Image:
    return die(colour, 0, size, theme, letter_of(colour, labels))


def _draw_trades(image: Image.Image, y: int, theme: str, labels: Labels) -> None:
    """Draw the four trades of the gallery side by side."""
    step = (WIDTH - 2 * (MARGIN + INNER)) / len(BOARD.galleries)
    for index, (colour, takes) in enumerate(BOARD.galleries.items()):
        middle = MARGIN + INNER + step * (index + 0.5)
        paste(image, _face(colour, theme, labels, 56), (middle - 84, y))
        paste(image, sprite("arrow", 36, theme), (middle - 35, y))
        for shift in (14, 72):
            paste(image, _face(takes, theme, labels, 56), (middle + shift, y))


def _draw_tracks(image: Image.Image, pen: Pen, y: int, colours: Colours, theme: str) -> None:
    """Draw the two tracks, on which fame comes from the left and money from the right until they meet."""
    left, right = MARGIN + INNER + 30, WIDTH - MARGIN - INNER - 30
    middle = (left + right) / 2
    pen.box((left, y - 17, middle - 8, y + 17), 8, (178, 30, 44), colours.ink, 2)
    pen.box((middle + 8, y - 17, right, y + 17), 8, colours.gold, colours.ink, 2)
    arrow = sprite("arrow", 30, theme)
    for share in (0.25, 0.5, 0.75):
        paste(image, arrow, (left + (middle - left) * share, y))
        paste(image, arrow.transpose(Image.Transpose.FLIP_LEFT_RIGHT), (right - (right - middle) * share, y))
    paste(image, sprite("fame", 60, theme), (left, y))
    paste(image, sprite("coin", 60, theme), (right, y))
