"""The strip under a board, with a turn in words: headline, one line for each step, and what else changed."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image, ImageDraw

from render.drawing import note
from render.fonts import fit_size, measure, wrap, write
from render.labels import Labels
from render.themes import Colour

MARGIN = 26
HEAD = 62
TEXT, LEADING = 29, 37
REST, MOST_REST = 27, 2
"""The size of letters of what else changed, and the most lines that it takes."""
MOST_LINES = 7
"""Lines in a column; what does not fit is counted in the last line."""
NARROW = 1200
"""Below this width, one column is used for up to twice as many lines."""


@dataclass(frozen=True)
class Ink:
    """The colours of a strip."""

    paper: Colour
    ink: Colour
    soft: Colour
    accent: Colour


@dataclass(frozen=True)
class Line:
    """One line of a column: the step's number on its first line, else empty."""

    mark: str
    text: str


def lay_out_lines(captions: list[tuple[str, str]], width: int, labels: Labels) -> list[list[Line]]:
    """Break the captions into one or two columns of lines.

    Few captions have one column, in a narrow strip of up to twice `MOST_LINES`; more have two columns of at most
    `MOST_LINES`. A step is never split between columns. When steps are left over, the last line says how many.
    """
    one = [_break(mark, text, width - 2 * MARGIN) for mark, text in captions]
    whole = [line for lines in one for line in lines]
    if len(whole) <= (4 if width >= NARROW else 2 * MOST_LINES):
        return [whole]
    blocks = [_break(mark, text, width // 2 - 2 * MARGIN) for mark, text in captions]
    total = sum(len(lines) for lines in blocks)
    height = min(MOST_LINES, -(-total // 2) + 1)
    columns: list[list[Line]] = [[], []]
    column = 0
    for index, block in enumerate(blocks):
        if column == 0 and len(columns[0]) + len(block) > height:
            column = 1
        later = len(blocks) - index - 1
        room = height - len(columns[column]) - (1 if column == 1 and later else 0)
        if column == 1 and len(block) > room:
            left = len(blocks) - index
            columns[1].append(Line("", labels.say("caption.more", count=left)))
            break
        columns[column] += block
    return columns


def lay_out_rest(rest: list[str], width: int, labels: Labels) -> list[str]:
    """Break what else changed into at most `MOST_REST` lines; where it is more, the last says how many are left out."""
    for left in range(len(rest)):
        more = [labels.say("caption.more_changes", count=left)] if left else []
        lines = wrap(labels.join("parts", [*rest[: len(rest) - left], *more]), "serif", REST, width)
        if len(lines) <= MOST_REST:
            return lines
    return wrap(labels.say("caption.more_changes", count=len(rest)), "serif", REST, width) if rest else []


def _break(mark: str, text: str, width: int) -> list[Line]:
    lines = wrap(text, "sans", TEXT, width - _mark_width(captions_mark=mark))
    return [Line(mark if index == 0 else "", line) for index, line in enumerate(lines)]


def _mark_width(captions_mark: str) -> int:
    return 44 if len(captions_mark) <= 2 else 74


def draw_strip(
    title: str,
    emblem: Image.Image | None,
    captions: list[tuple[str, str]],
    rest: list[str],
    width: int,
    ink: Ink,
    labels: Labels,
) -> Image.Image:
    """Return the strip as a picture of this width; its height depends on the text.

    ``captions`` are (number, what happened), ``rest`` what else changed, ``emblem`` a picture 46 pixels wide.
    """
    columns = lay_out_lines(captions, width, labels)
    rest_lines = lay_out_rest(rest, width - 2 * MARGIN, labels)
    body = max(len(lines) for lines in columns) * LEADING
    height = HEAD + body + (len(rest_lines) * 34 + 10 if rest_lines else 0) + 14
    image = Image.new("RGB", (width, height), ink.paper)
    draw = ImageDraw.Draw(image)
    draw.line((0, 1, width, 1), fill=ink.ink, width=3)
    left = MARGIN
    if emblem is not None:
        image.paste(emblem, (left, 8), emblem)
        left += 58
    size = fit_size(title, "serif_bold", 36, width - left - MARGIN, 14)
    write(image, (left, 32), title, "serif_bold", size, ink.ink, anchor="lm")
    indent = max((_mark_width(line.mark) for lines in columns for line in lines if line.mark), default=0)
    for index, lines in enumerate(columns):
        x = MARGIN + index * (width // 2)
        for row, line in enumerate(lines):
            y = HEAD + row * LEADING + LEADING // 2
            if line.mark:
                badge = note(line.mark, 30, ink.accent)
                image.paste(badge, (x, y - badge.height // 2), badge)
            write(image, (x + indent, y), line.text, "sans", TEXT, ink.ink, anchor="lm")
    for row, text in enumerate(rest_lines):
        y = HEAD + body + 8 + row * 34 + 17
        write(image, (MARGIN, y), text, "serif", REST, ink.soft, anchor="lm")
    return image


def strip_fits(columns: list[list[Line]], width: int) -> bool:
    """Return whether every line is inside its column."""
    room = (width if len(columns) == 1 else width // 2) - MARGIN
    return all(measure(line.text, "sans", TEXT) + _mark_width(line.mark) <= room for lines in columns for line in lines)
