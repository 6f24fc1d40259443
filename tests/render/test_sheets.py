"""Faction sheets: they say everything in every language, keep to the game's terms, and every word has its room."""

from __future__ import annotations

import csv
import re
from itertools import pairwise
from pathlib import Path

import pytest

from engine.gandhi import catalogue
from engine.gandhi.ids import SEATS, THRESHOLDS
from render.fonts import load_font, measure
from render.gandhi import Options, draw_sheet, write_sheet
from render.gandhi.sheets import INNER, LABEL_ROOM, LEAST_COST, MARGIN, NAME, TEXT, WIDTH, cost_size, lay_out_sheet
from render.labels import LANGUAGES, labels_for
from render.pictures import ALT_LIMIT
from texts import read_names

GLOSSARY = Path(__file__).resolve().parent.parent.parent / "texts" / "glossary.csv"
LONGEST = 3000
"""Pixels. A longer picture is cut small by Discord's preview."""
BOTH = [(seat, language) for seat in SEATS for language in LANGUAGES]


def texts_of(language: str) -> dict[str, str]:
    """Return every text of the sheets in a language by its key."""
    return read_names(language, ("sheet",))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_sheet_texts_of_english(language: str) -> None:
    assert texts_of(language).keys() == texts_of("en").keys()
    assert all(texts_of(language).values())


@pytest.mark.parametrize(("seat", "language"), BOTH)
def test_a_sheet_has_the_goal_and_every_action_of_the_faction(seat: str, language: str) -> None:
    told = "\n".join(write_sheet(seat, language))
    labels = labels_for(language)
    assert str(THRESHOLDS[seat]) in told.splitlines()[0]
    for action in (*catalogue.OPERATIONS[seat], *catalogue.SPECIAL_ACTIVITIES[seat]):
        assert labels[f"action.{action}"] in told
    headings = [block.heading for block in lay_out_sheet(seat, language) if block.kind == "action"]
    assert len(headings) == 7


@pytest.mark.parametrize(("seat", "language"), BOTH)
def test_every_line_of_a_sheet_fits_into_its_block(seat: str, language: str) -> None:
    wide = WIDTH - 2 * (MARGIN + INNER)
    blocks = lay_out_sheet(seat, language)
    for block in blocks:
        room = wide - (LABEL_ROOM if block.kind == "action" else 0)
        face = "sans_bold" if block.kind == "goal" else "sans"
        for row in block.rows:
            assert all(measure(line, face, TEXT) <= room for line in row.lines), block.heading
        if block.kind == "action":
            size = cost_size(block)
            assert size >= LEAST_COST, f"{block.heading} is told at {size} pixels what it costs"
            assert measure(block.heading, "serif_bold", NAME) + measure(block.corner, "sans", size) <= wide - 28
    for above, below in pairwise(blocks):
        assert above.top + above.height < below.top


@pytest.mark.parametrize(("seat", "language"), BOTH)
def test_a_sheet_is_a_small_file_and_not_too_long(seat: str, language: str) -> None:
    picture = draw_sheet(seat, Options(language=language))
    assert len(picture.data) <= 300_000
    assert picture.width == WIDTH
    assert picture.height <= LONGEST
    assert picture.alt.startswith(labels_for(language)[f"seat.{seat}"])
    assert len(picture.alt) <= ALT_LIMIT


def test_equal_sheets_have_equal_bytes_and_another_theme_differs() -> None:
    assert draw_sheet("raj").data == draw_sheet("raj").data
    assert draw_sheet("raj", Options(theme="dark")).data != draw_sheet("raj").data


def test_a_sheet_of_an_unknown_faction_or_theme_is_refused() -> None:
    with pytest.raises(ValueError, match="unknown Faction 'sikhs': choose one of raj, congress"):
        draw_sheet("sikhs")
    with pytest.raises(ValueError, match="unknown theme 'pink'"):
        draw_sheet("raj", Options(theme="pink"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_letter_of_a_sheet_is_in_the_fonts(language: str) -> None:
    for path, text in texts_of(language).items():
        japanese = any(letter >= "\u3000" for letter in text)
        for face in ("japanese",) if japanese else ("sans", "sans_bold", "serif_italic"):
            font = load_font(face, 30)
            missing = font.getmask("\ue000")
            for letter in text:
                glyph = font.getmask(letter)
                same = glyph.size == missing.size and bytes(glyph) == bytes(missing)
                assert letter.isspace() or not same, f"{language} {path}: {letter!r} is not in {face}"


@pytest.mark.parametrize("language", [code for code in LANGUAGES if code != "en"])
def test_a_sheet_keeps_to_the_terms_of_the_game(language: str) -> None:
    english, ours = texts_of("en"), texts_of(language)
    astray = []
    for row in csv.DictReader(GLOSSARY.read_text(encoding="utf-8").splitlines()):
        here, there = pattern_of(row["en"], "en", 0), pattern_of(row[language], language, re.IGNORECASE)
        astray += [
            f"{key}: {row['en']}" for key in english if here.search(english[key]) and not there.search(ours[key])
        ]
    assert astray == []


def pattern_of(cell: str, code: str, flags: int) -> re.Pattern[str]:
    """Return what finds the forms of a term (see ``texts/README.md``)."""
    forms = "|".join(re.escape(form.strip()).replace(r"\*", r"\w*") for form in cell.split("|"))
    return re.compile(forms if code == "ja" else rf"\b(?:{forms})(?!\w)", flags)
