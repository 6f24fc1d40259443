"""The rules in our own words: every paragraph in every language, short, in the game's terms, and found by a word."""

from __future__ import annotations

import re

import pytest

from bot.language import DEFAULT, list_languages
from bot.narrate.paragraphs import NUMBER, load_paragraphs
from tests.bot.test_languages import pattern_of, read_glossary
from tests.bot.test_texts import fuzz

LANGUAGES = list_languages()
OTHERS = tuple(code for code in LANGUAGES if code != DEFAULT)
NUMBERED = {
    "1": (0, 0, 12, 5, 2, 4, 2, 0, 0, 0, 0, 0, 0),
    "2": (0, 0, 7, 1, 1),
    "3": (5, 4, 4, 4),
    "4": (2, 3, 3, 3, 3),
    "5": (4, 0),
    "6": (0, 3, 5, 5, 0, 0, 0, 0),
    "7": (0, 0, 0),
    "8": (6, 1, 0, 2, 4, 6, 4, 6, 4, 0),
}
"""The rulebook's sections, chapter by chapter: how many numbered paragraphs each has below it."""
MOST_SENTENCES = 9
MOST_LETTERS = 700
TITLE_LIMIT = 70
"""A button shows the number and the title in 80 letters."""


def expected() -> list[str]:
    """Return every number of the rulebook, in its order."""
    numbers = []
    for chapter, sections in NUMBERED.items():
        numbers.append(f"{chapter}.0")
        for section, below in enumerate(sections, start=1):
            numbers.append(f"{chapter}.{section}")
            numbers += [f"{chapter}.{section}.{number}" for number in range(1, below + 1)]
    return numbers


def sentences(words: str) -> list[str]:
    """Return a text cut at the ends of its sentences."""
    return [part for part in re.split(r"(?<=[.!?。])\s*(?=\D)", words) if part.strip()]


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_paragraphs_are_in_rulebook_order_and_none_is_empty(code: str) -> None:
    paragraphs = load_paragraphs(code)
    assert paragraphs.numbers == expected()
    for number in paragraphs.numbers:
        assert paragraphs[number].title.strip()
        assert paragraphs[number].words.strip()


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_paragraph_is_short_and_fits_an_embed(code: str) -> None:
    paragraphs = load_paragraphs(code)
    for number in paragraphs.numbers:
        paragraph = paragraphs[number]
        assert len(paragraph.title) <= TITLE_LIMIT, number
        assert len(paragraph.words) <= MOST_LETTERS, number
        assert paragraph.words[-1] in ".。", number
        assert len(sentences(paragraph.words)) <= MOST_SENTENCES, number


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_paragraph_refers_only_to_existing_paragraphs(code: str) -> None:
    paragraphs, english = load_paragraphs(code), load_paragraphs()
    for number in paragraphs.numbers:
        named = set(NUMBER.findall(paragraphs[number].words))
        assert named <= set(paragraphs.numbers), number
        assert named == set(NUMBER.findall(english[number].words)), number


@pytest.mark.parametrize("code", OTHERS)
def test_a_paragraph_keeps_to_the_terms_of_the_game(code: str) -> None:
    paragraphs, english = load_paragraphs(code), load_paragraphs()
    astray = []
    for row in read_glossary():
        here, there = pattern_of(row["en"], DEFAULT, 0), pattern_of(row[code], code)
        for number in paragraphs.numbers:
            original = f"{english[number].title} {english[number].words}"
            told = f"{paragraphs[number].title} {paragraphs[number].words}"
            if here.search(original) and not there.search(told):
                astray.append(f"{number}: {row['en']}")
    assert astray == []


@pytest.mark.parametrize("code", OTHERS)
def test_numbers_above_twelve_in_a_paragraph_are_the_same_in_every_language(code: str) -> None:
    """What it costs and how many there are is not lost in translation; small numbers may be words."""
    paragraphs, english = load_paragraphs(code), load_paragraphs()
    for number in paragraphs.numbers:
        mine, theirs = (
            {int(found) for found in re.findall(r"\d+", NUMBER.sub("", book[number].words)) if int(found) > 12}
            for book in (paragraphs, english)
        )
        assert mine == theirs, number


def test_italian_paragraphs_use_the_word_unita_only_for_unity() -> None:
    italian, english = load_paragraphs("it"), load_paragraphs()
    for number in italian.numbers:
        if re.search(r"\bunità\b", f"{italian[number].title} {italian[number].words}", re.IGNORECASE):
            assert "Unity" in f"{english[number].title} {english[number].words}", number


@pytest.mark.parametrize(
    ("code", "typed", "number"),
    [
        ("en", "3.2.3", "3.2.3"),
        ("en", "§ 3.2.3", "3.2.3"),
        ("en", "sweep", "3.2.3"),
        ("en", "UNREST", "3.4.4"),
        ("en", "gandhi in jail", "1.3.9"),
        ("en", "civil dis", "3.3.3"),
        # One word is in the Italian title, one in the English title, and one in the text.
        ("it", "sweep perlustrazione sepoy", "3.2.3"),
        ("it", "perlustrazione", "3.2.3"),
        ("it", "sweep", "3.2.3"),
        ("es", "guarnicion", "3.2.2"),
        ("ja", "掃討", "3.2.3"),
        ("ja", "crisis", "6.8"),
    ],
)
def test_a_paragraph_is_found_by_number_title_or_word(code: str, typed: str, number: str) -> None:
    assert load_paragraphs(code).find(typed)[0].number == number


def test_a_number_finds_its_subparagraphs_and_an_empty_search_all_paragraphs() -> None:
    paragraphs = load_paragraphs()
    assert [found.number for found in paragraphs.find("3.2")] == ["3.2", "3.2.1", "3.2.2", "3.2.3", "3.2.4"]
    assert len(paragraphs.find("")) == len(paragraphs.numbers)
    assert paragraphs.find("locomotive") == []
    assert paragraphs.find("9.9") == []


def test_a_paragraph_has_links_to_its_neighbours_and_to_paragraphs_that_it_mentions() -> None:
    paragraphs = load_paragraphs()
    assert paragraphs.before("1.0") is None
    assert paragraphs.after("8.10") is None
    before, after = paragraphs.before("3.3"), paragraphs.after("3.2.4")
    assert before is not None
    assert after is not None
    assert (before.number, after.number) == ("3.2.4", "3.3")
    assert [other.number for other in paragraphs.referred("2.3.5")] == []
    assert [other.number for other in paragraphs.referred("3.3.4")] == ["6.8"]


def test_every_reason_that_games_give_names_an_existing_paragraph() -> None:
    paragraphs = load_paragraphs()
    named = {one.rule for _, texts in fuzz(6) for one in texts if one.rule}
    assert len(named) > 20
    assert sorted(rule for rule in named if rule not in paragraphs) == []


def test_a_language_without_paragraphs_has_the_english_paragraphs() -> None:
    assert load_paragraphs("tlh") is load_paragraphs(DEFAULT)
