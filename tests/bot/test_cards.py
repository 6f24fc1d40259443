"""Cards as people type them."""

from __future__ import annotations

import pytest

from bot.errors import BadInput
from bot.games.gandhi.facts import list_cards
from bot.games.gandhi.orders.cards import complete_cards, find_card, find_cards
from bot.language import load_language


@pytest.mark.parametrize(
    ("typed", "number"), [("55", 55), ("55 The Salt March", 55), ("Salt March", 55), ("ottoman", 13), (" AKALI ", 35)]
)
def test_a_card_is_found_by_number_or_title(typed: str, number: int) -> None:
    assert find_card(load_language(), typed) == number


@pytest.mark.parametrize("code", ["en", "it", "es", "ja"])
def test_every_card_is_found_by_its_title(code: str) -> None:
    language = load_language(code)
    for number in list_cards():
        assert find_card(language, language.word(f"card.{number}")) == number
        assert find_card(language, load_language().word(f"card.{number}")) == number


@pytest.mark.parametrize("typed", ["Atlantis", "99", "", "in"])
def test_an_unknown_or_ambiguous_card_is_refused(typed: str) -> None:
    with pytest.raises(BadInput):
        find_card(load_language(), typed)


def test_several_cards_are_separated_by_semicolons() -> None:
    assert find_cards(load_language(), "12; salt march ;12;") == (12, 55)
    assert find_cards(load_language(), "") == ()


def test_completion_offers_open_cards_first_and_continues_from_what_is_typed() -> None:
    language = load_language()
    lines = complete_cards(language, "", [40, 13])
    assert [sent for _, sent in lines[:3]] == ["40", "13", "1"]
    assert len(lines) == 25
    assert all(len(shown) <= 100 and len(sent) <= 100 for shown, sent in lines)
    (line,) = complete_cards(language, "12; 13; salt march", [])
    assert line[1] == "12; 13; 55"
    assert line[0].endswith("55 “The Salt March”")
    assert complete_cards(language, "Atlantis; s", []) == []
