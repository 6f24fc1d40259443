"""The sheet of a seat of Rajas: it names everything that can be done, in every language, and every word has room."""

from __future__ import annotations

from itertools import pairwise

import pytest

from engine.rajas.ids import CHAMBERS, SEATS
from render.fonts import load_font, measure
from render.labels import LANGUAGES, labels_for
from render.pictures import ALT_LIMIT
from render.rajas import Options, draw_sheet, write_sheet
from render.rajas.sheets import INNER, MARGIN, NAME, SIGNS, TEXT, TURN, TURN_ROOM, WIDTH, lay_out_sheet
from texts import read_names

LONGEST = 3000
"""Pixels. A longer picture is cut small by Discord's preview."""
ACTIONS = ("quarry", "market:assorted", "veranda", "harbour", *(f"chamber:{chamber}" for chamber in CHAMBERS))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sheet_lists_the_possible_actions_and_every_line_fits(language: str) -> None:
    labels, wide = labels_for(language), WIDTH - 2 * (MARGIN + INNER)
    told = "\n".join(write_sheet("lotus", language))
    assert all(labels[f"action.{action}"] in told for action in ACTIONS)
    assert "rajas." not in told
    assert measure(labels["rajas.sheet.turn"], "sans", TURN) <= TURN_ROOM
    boxes = lay_out_sheet("lotus", language)
    for box in boxes:
        assert measure(box.heading, "serif_bold", 40) <= wide
        for entry in box.entries:
            room = wide - (0 if entry.kind == "goal" else SIGNS)
            assert measure(entry.name, "serif_bold", NAME) <= room
            assert all(measure(line, "sans", TEXT) <= room for line in entry.lines), entry.words
    for above, below in pairwise(boxes):
        assert above.bottom < below.top


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sheet_is_small_short_and_has_alt_text(language: str) -> None:
    picture = draw_sheet("conch", Options(language=language))
    assert len(picture.data) <= 300_000
    assert picture.width == WIDTH
    assert picture.height <= LONGEST
    assert picture.alt.startswith(labels_for(language)["seat.conch"])
    assert 400 < len(picture.alt) <= ALT_LIMIT


def test_equal_sheets_have_equal_bytes_and_other_seats_and_themes_differ() -> None:
    drawn = {draw_sheet(seat).data for seat in SEATS}
    assert len(drawn) == len(SEATS)
    assert draw_sheet("lotus").data in drawn
    assert draw_sheet("lotus", Options(theme="dark")).data not in drawn


def test_a_sheet_of_an_unknown_seat_or_theme_is_refused() -> None:
    with pytest.raises(ValueError, match="unknown seat 'raj': choose one of lotus"):
        draw_sheet("raj")
    with pytest.raises(ValueError, match="unknown theme 'pink'"):
        draw_sheet("lotus", Options(theme="pink"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_letter_of_a_sheet_is_in_the_fonts(language: str) -> None:
    for face in ("japanese",) if language == "ja" else ("sans", "serif_bold"):
        font = load_font(face, 30)
        missing = font.getmask("\ue000")
        for key, text in read_names(language, ("picture",)).items():
            for letter in set(text) if key.startswith("picture.rajas.sheet.") else ():
                glyph = font.getmask(letter)
                same = glyph.size == missing.size and bytes(glyph) == bytes(missing)
                assert letter.isspace() or not same, f"{language} {key}: {letter!r} is not in {face}"
