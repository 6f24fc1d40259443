"""Fonts and text: loaded from this package, measured, fitted, broken into lines, written.

All fonts are under the SIL Open Font License.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from pathlib import Path

import budoux
from PIL import Image, ImageDraw, ImageFont

FOLDER = Path(__file__).parent / "fonts"
FILES = {
    "serif_bold": "source-serif-4-latin-700-normal.woff",
    "serif": "source-serif-4-latin-600-normal.woff",
    "serif_italic": "source-serif-4-latin-400-italic.woff",
    "sans": "source-sans-3-latin-600-normal.woff",
    "sans_bold": "source-sans-3-latin-700-normal.woff",
    "sans_black": "source-sans-3-latin-900-normal.woff",
    "japanese": "noto-serif-jp-700-subset.woff",
}
FIRST_JAPANESE = "\u3000"
"""Letters from this code point on are in the Japanese face."""
SMALLER_JAPANESE = 0.88
"""The size of Japanese letters compared with Latin ones: they fill their square, so they are set smaller."""


@lru_cache(maxsize=64)
def load_font(face: str, size: int) -> ImageFont.FreeTypeFont:
    """Return a face of `FILES` at a size in pixels. Those used last stay open: 80 KB each, Japanese 280 KB."""
    return ImageFont.truetype(str(FOLDER / FILES[face]), size, layout_engine=ImageFont.Layout.BASIC)


def is_japanese(text: str) -> bool:
    """Return whether a text holds letters that only the Japanese face has."""
    return any(letter >= FIRST_JAPANESE for letter in text)


def font_for(text: str, face: str, size: int) -> ImageFont.FreeTypeFont:
    """Return the font for a text: the face that was asked for, or the Japanese one, a little smaller."""
    if is_japanese(text):
        return load_font("japanese", max(round(size * SMALLER_JAPANESE), 8))
    return load_font(face, size)


@lru_cache(maxsize=8192)
def measure(text: str, face: str, size: int) -> int:
    """Return the width of one line of text, in whole pixels rounded up."""
    return -int(-font_for(text, face, size).getlength(text) // 1)


@lru_cache(maxsize=4096)
def fit_size(text: str, face: str, size: int, width: int, least: int = 10) -> int:
    """Return the largest size up to ``size`` at which the line is no wider than ``width``, else ``least``."""
    while size > least and measure(text, face, size) > width:
        size -= 1
    return size


def wrap(text: str, face: str, size: int, width: int) -> list[str]:
    """Break a text into lines no wider than ``width``; a single longer word stays whole.

    Japanese breaks between phrases (`split_phrases`). Only a phrase that is wider than a line breaks inside. No line
    begins with the "·" between two facts.
    """
    lines: list[str] = []
    if is_japanese(text):
        for phrase in split_phrases(text):
            is_long = measure(phrase.strip(), face, size) > width
            for part in _JAPANESE_PARTS.findall(phrase) if is_long else (phrase,):
                if lines and measure(lines[-1] + part.rstrip(), face, size) <= width:
                    lines[-1] += part
                elif part.strip():
                    lines.append(part.lstrip())
        return [line.rstrip() for line in lines]
    for word in re.split(r"\s+(?!·)", text.strip()) if text.strip() else ():
        if lines and measure(f"{lines[-1]} {word}", face, size) <= width:
            lines[-1] = f"{lines[-1]} {word}"
        else:
            lines.append(word)
    return lines


NEVER_FIRST = "、。，．・·：；？！」』）】〕〉》〜～ーァィゥェォッャュョヮヵヶぁぃぅぇぉっゃゅょゎ々ゝゞヽヾ…,.:;?!)]"
"""Letters that never begin a line of Japanese."""
NEVER_LAST = "「『（【〔〈《([+−±×"
"""Letters that never end a line of Japanese."""
_JAPANESE_PARTS = re.compile(
    rf"\s*[{re.escape(NEVER_LAST)}]*(?:[\u0021-\u00ff–−±×]*\d(?:[かカヶ][^\s\d]|[^\s\d])?|[\u0021-\u00ff–−±×]+|\S)?"
    rf"[{re.escape(NEVER_FIRST)}]*",
    re.DOTALL,
)
"""Text that stays on one line: a letter, a number with its counter or a Latin word, and what belongs to it."""


@cache
def load_japanese_parser() -> budoux.Parser:
    """Return the parser that knows where phrases of Japanese end."""
    return budoux.load_default_japanese_parser()


@lru_cache(maxsize=1024)
def split_phrases(text: str) -> tuple[str, ...]:
    """Return the phrases of a Japanese text, those of names split after "・".

    No phrase begins with a letter of `NEVER_FIRST`, ends with one of `NEVER_LAST`, or ends between a number and its
    counter or inside a Latin word.
    """
    phrases: list[str] = []
    parse = load_japanese_parser().parse
    for phrase in (phrase for part in re.findall(r"\s+|[^・\s]*・|[^・\s]+", text) for phrase in parse(part)):
        if phrases and _is_one(phrases[-1], phrase):
            phrases[-1] += phrase
        else:
            phrases.append(phrase)
    return tuple(phrases)


def _is_one(before: str, after: str) -> bool:
    """Return whether two neighbouring phrases must stay on one line.

    The parser takes the first letters of a short term, such as 統一, for a phrase if nothing follows the term.
    """
    if (_SHORT.fullmatch(before) and _SHORT.match(after)) or _COUNTING.search(before):
        return True
    last, first = before[-1], after[0]
    in_word = "!" <= last <= "\u00ff" and "!" <= first <= "\u00ff"
    return in_word or first.isspace() or last in NEVER_LAST or first in NEVER_FIRST


_SHORT = re.compile("[\u4e00-\u9fff]{1,2}")
_COUNTING = re.compile(r"\d[かカヶ]?$")
"""A number whose counter, or the rest of it, follows."""


@lru_cache(maxsize=2048)
def text_mask(text: str, face: str, size: int, anchor: str) -> tuple[Image.Image, int, int]:
    """Return the shape of one line of text, and its corner relative to the anchor, kept since most words come again."""
    font = font_for(text, face, size)
    left, top, right, bottom = font.getbbox(text, anchor=anchor)
    x, y = int(left), int(top)
    mask = Image.new("L", (max(int(right) - x, 1) + 1, max(int(bottom) - y, 1) + 1), 0)
    ImageDraw.Draw(mask).text((-x, -y), text, font=font, fill=255, anchor=anchor)
    return mask, x, y


def write(
    image: Image.Image,
    at: tuple[int, int],
    text: str,
    face: str,
    size: int,
    fill: tuple[int, int, int],
    *,
    anchor: str = "la",
    halo: tuple[int, int, int] | None = None,
    halo_width: int = 0,
) -> None:
    """Write one line of text, with a halo around the letters when one is given."""
    if halo is None:
        mask, x, y = text_mask(text, face, size, anchor)
        image.paste(fill, (at[0] + x, at[1] + y), mask)
        return
    ImageDraw.Draw(image).text(
        at,
        text,
        font=font_for(text, face, size),
        fill=fill,
        anchor=anchor,
        stroke_width=halo_width,
        stroke_fill=halo,
    )


def fit_spaced(text: str, size: int, room: int) -> int:
    """Return the largest size up to ``size`` at which spaced italics are no wider than ``room``, else 12."""
    while size > 12 and measure_spaced(text, size, 1.0) > room:
        size -= 1
    return size


def measure_spaced(text: str, size: int, factor: float) -> int:
    """Return the width of spaced italics."""
    gap = round(size * 0.22 * factor)
    return sum(measure(letter, "serif_italic", round(size * factor)) + gap for letter in text)
