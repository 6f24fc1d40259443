"""The rules of Rajas of the Ganges in our own words: every heading that a reason names, short, in every language."""

from __future__ import annotations

import re

import pytest

from bot.games.frontend import front_of
from bot.games.rajas.facts import CHAPTERS, PARAGRAPHS
from bot.language import list_languages, load_language
from bot.narrate.paragraphs import find_book, find_in_books, load_paragraphs
from engine.rajas.ids import HEADINGS
from tests.bot.people import World
from tests.bot.rajas.test_table import start
from tests.bot.test_wording import OF_A_PERSON, OLD

LANGUAGES = list_languages()
MOST_LETTERS = 700


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_heading_has_its_paragraph_and_name(code: str) -> None:
    book, language = load_paragraphs(code, "rajas"), load_language(code, "rajas")
    assert book.numbers == load_paragraphs("en", "rajas").numbers
    for heading in (*HEADINGS, *PARAGRAPHS.values(), *CHAPTERS):
        assert heading in book, heading
    for heading in HEADINGS:
        assert language.has(f"heading.{heading}")


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_paragraph_is_short_and_plain_and_has_the_numbers_of_the_english_text(code: str) -> None:
    book, english = load_paragraphs(code, "rajas"), load_paragraphs("en", "rajas")
    for number in book.numbers:
        words = book[number].words
        assert len(words) <= MOST_LETTERS, number
        assert words[-1] in ".。", number
        assert not OF_A_PERSON[code].search(words), number
        assert code != "en" or not OLD.search(words), number
        assert "'" not in words, number
        mine, theirs = (
            {int(found) for found in re.findall(r"\d+", one) if int(found) > 12}
            for one in (words, english[number].words)
        )
        assert mine == theirs, number


def test_rules_of_the_two_games_are_listed_separately_and_searched_together() -> None:
    assert find_book("en", "quarry") is load_paragraphs("en", "rajas")
    assert find_book("en", "3.2.3") is load_paragraphs("en")
    assert find_in_books("en", "karma", "rajas")[0].number == "karma"
    assert find_in_books("en", "sweep", "rajas")[0].number == "3.2.3"
    assert front_of("rajas").lessons.rulebook == "rajas"


async def test_the_rules_command_shows_the_book_of_the_tables_game(world: World) -> None:
    assert "Introduction" in (await world.slash("Asha", "rules")).words
    await start(world, "Asha", "Bilal")
    panel = await world.slash("Asha", "rules")
    assert "Rajas of the Ganges: the rules, in short" in panel.words
    assert "residence" in (await world.press("Asha", panel, "page", "province")).words
    panel = await world.press("Asha", await world.slash("Asha", "rules"), "book", "")
    assert "Introduction" in panel.words
    assert "opposite face" in (await world.slash("Asha", "rules", paragraph="karma")).words
    why = await world.press("Asha", await world.slash(await world.whose(await table_id(world)), "turn"), "why")
    assert why.has("rule", "costs")


async def table_id(world: World) -> str:
    """Return the id of the one table."""
    return (await world.bot.tables.lobby.find_tables(guild_id=world.guild.id))[0].id
