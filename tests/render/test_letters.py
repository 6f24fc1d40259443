"""Every letter that can be drawn has a glyph, and lines of Japanese break where Japanese lines may break."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from bot.games.gandhi.names import find_names
from bot.language import load_language
from render.fonts import FILES, NEVER_FIRST, NEVER_LAST, font_for, is_japanese, load_font, measure, split_phrases, wrap
from render.labels import LANGUAGES, labels_for

LATIN = tuple(face for face in FILES if face != "japanese")
CARD_WIDTH, CARD_TEXT = 608, 36
"""Room and letters of a card's text, in pixels."""
MADE_IN_CODE = "0123456789+−±×/()·…–-:,.#"
"""What the code itself writes beside the words: numbers, margins, marks."""


@cache
def has_glyph(face: str, letter: str) -> bool:
    """Return whether a face draws a letter, and not the box that stands for a missing one."""
    font = load_font(face, 30)
    missing, glyph = font.getmask("\ue000"), font.getmask(letter)
    return letter.isspace() or glyph.size != missing.size or bytes(glyph) != bytes(missing)


def drawn_texts(code: str) -> Iterator[tuple[str, str]]:
    """Yield every text of a language that can get into a picture, by its key: words, titles, Events."""
    labels, language = labels_for(code), load_language(code)
    # Alt texts and the board in words are read, and never drawn.
    yield from ((key, labels[key].replace("|", "")) for key in labels if not key.startswith(("alt.", "place.")))
    yield from ((key, language.word(key)) for key in find_names() if key.startswith(("card.", "event.", "viceroy.")))


def unbracketed(text: str) -> str:
    """Return a text without the names of what is put into it."""
    return "".join(part.partition("}")[2] if "}" in part else part for part in text.split("{"))


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_letter_that_can_be_drawn_has_a_glyph(code: str) -> None:
    missing = set()
    for key, text in drawn_texts(code):
        for face in ("japanese",) if is_japanese(text) else LATIN:
            missing |= {(key, face, letter) for letter in unbracketed(text) if not has_glyph(face, letter)}
    assert sorted(missing) == []


@pytest.mark.parametrize("face", FILES)
def test_every_sign_that_the_code_writes_has_a_glyph(face: str) -> None:
    assert [letter for letter in MADE_IN_CODE if not has_glyph(face, letter)] == []


def test_the_check_finds_a_letter_without_a_glyph() -> None:
    assert not has_glyph("japanese", "\u9f98")
    assert not has_glyph("sans", "問")
    assert font_for("問", "sans", 20) is load_font("japanese", 18)


def test_no_line_of_a_japanese_card_breaks_wrongly_or_leaves_its_frame() -> None:
    japanese = load_language("ja")
    for key in find_names():
        if key.startswith("event."):
            text = japanese.word(key)
            lines = wrap(text, "sans", CARD_TEXT, CARD_WIDTH)
            assert "".join(lines) == text.replace(" ", "") or " " in text, key
            for line in lines:
                assert line[0] not in NEVER_FIRST, f"{key}: {line}"
                assert line[-1] not in NEVER_LAST, f"{key}: {line}"
                assert measure(line, "sans", CARD_TEXT) <= CARD_WIDTH, f"{key}: {line}"


def test_a_long_vowel_and_a_closing_bracket_follow_the_letter_before_them() -> None:
    room = measure("あいう", "sans", 30)
    assert wrap("あいうー", "sans", 30, room) == ["あい", "うー"]
    assert wrap("あいう）。", "sans", 30, room) == ["あい", "う）。"]
    assert wrap("あい（う", "sans", 30, room) == ["あい", "（う"]


def test_a_number_stays_whole_in_japanese() -> None:
    assert wrap("あい1947", "sans", 30, measure("あい19", "sans", 30)) == ["あい", "1947"]


def test_japanese_breaks_between_phrases_and_the_parts_of_a_name() -> None:
    text = "ガンジー・アーウィン協定で、活動家12個を利用可能へ移します（最大3か所）。"
    assert split_phrases(text) == (
        "ガンジー・", "アーウィン協定で、", "活動家12個を", "利用可能へ", "移します", "（最大3か所）。"
    )  # fmt: skip
    assert wrap(text, "sans", 30, measure("ガンジー・アーウィン協定で、", "sans", 30)) == [
        "ガンジー・アーウィン協定で、", "活動家12個を利用可能へ", "移します（最大3か所）。"
    ]  # fmt: skip


@pytest.mark.parametrize("term", ["統一", "手番順", "特別活動"])
def test_a_short_japanese_term_is_one_phrase(term: str) -> None:
    assert split_phrases(term) == (term,)


def test_drawn_japanese_keeps_a_number_with_its_counter() -> None:
    """As narrow as a number with its counter, so that every line is as short as it may be."""
    for key, words in drawn_texts("ja"):
        if is_japanese(words):
            lines = wrap(words, "sans", CARD_TEXT, measure("12個", "sans", CARD_TEXT))
            assert not [line for line in lines[:-1] if line[-1].isdigit() or line[-1] in NEVER_LAST], key
            assert not [line for line in lines[1:] if line[0] in NEVER_FIRST], key


@pytest.mark.parametrize("code", ["en", "ja"])
def test_no_wrapped_line_begins_with_a_separating_dot(code: str) -> None:
    facts = " · ".join({"en": "one two three four", "ja": "一個 二個 三個 四個"}[code].split())
    for width in range(measure("一個 ·", "sans", 30), measure(facts, "sans", 30)):
        assert not [line for line in wrap(facts, "sans", 30, width) if line.startswith("·")]
