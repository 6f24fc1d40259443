"""The rules by paragraph, in our own short text: people find them by number, by title or by any word in them.

The texts are in ``texts/rules``, one PO file for each language, and are read only when someone asks for a paragraph.
The key of a text is the number of its paragraph, such as ``3.2.3``, and the key of its title is ``3.2.3.title``. A
rulebook without numbers has its own folder there, and uses keys of headings (``quarry``) in place of numbers.
"""

from __future__ import annotations

import re
from functools import cache
from importlib import resources
from typing import Final

import msgspec

from bot.games.frontend import Frontend
from bot.games.names import plain
from bot.language import DEFAULT, Language
from texts import RULES, list_forms, read_catalogue

NUMBER: Final = re.compile(r"(?<![\d.])[1-8]\.\d+(?:\.\d+)?(?![\d.]*\d)")
TITLE: Final = ".title"


class Paragraph(msgspec.Struct, frozen=True):
    """One paragraph of a rulebook: its number (in a book without numbers, the key of its heading), title and text."""

    number: str
    title: str
    words: str

    @property
    def name(self) -> str:
        """Return number and title in one line, or only the title in a book without numbers."""
        return f"{self.number} {self.title}" if self.number[0].isdigit() else self.title


class Paragraphs:
    """All paragraphs of a rulebook in one language, in its order (`load_paragraphs`)."""

    def __init__(self, paragraphs: list[Paragraph], english: Paragraphs | None = None) -> None:
        self._by_number = {paragraph.number: paragraph for paragraph in paragraphs}
        self._numbers = list(self._by_number)
        titles = english if english is not None else self
        # People may search by a title in this language or in English, or by words of the text.
        self._titles = {
            number: tuple(dict.fromkeys((plain(self[number].title), plain(titles[number].title))))
            for number in self._numbers
        }
        self._words = {number: plain(self[number].words) for number in self._numbers}

    @property
    def chapters(self) -> list[Paragraph]:
        """Return the paragraphs that begin a chapter. In a book without numbers, return all paragraphs."""
        return [self[number] for number in self._numbers if number.endswith(".0") or not number[0].isdigit()]

    @property
    def numbers(self) -> list[str]:
        """Return the numbers of all paragraphs, in order."""
        return self._numbers

    def __getitem__(self, number: str) -> Paragraph:
        return self._by_number[number]

    def __contains__(self, number: object) -> bool:
        return number in self._by_number

    def before(self, number: str) -> Paragraph | None:
        """Return the paragraph before the one with this number, or None at the beginning."""
        place = self._numbers.index(number)
        return self[self._numbers[place - 1]] if place else None

    def after(self, number: str) -> Paragraph | None:
        """Return the paragraph after the one with this number, or None at the end."""
        place = self._numbers.index(number) + 1
        return self[self._numbers[place]] if place < len(self._numbers) else None

    def referred(self, number: str) -> list[Paragraph]:
        """Return the other paragraphs whose numbers are in the text of a paragraph, each once, in order."""
        named = dict.fromkeys(NUMBER.findall(self[number].words))
        return [self[other] for other in named if other != number and other in self]

    def find(self, typed: str) -> list[Paragraph]:
        """Return the paragraphs that a typed text may mean, the likeliest first, or all paragraphs without a text.

        A number means all paragraphs whose numbers begin with it. Words in titles count more than words in texts.
        """
        wanted = plain(typed)
        number = ".".join(re.findall(r"\d+", typed)) if re.fullmatch(r"[\d.\s§]+", typed.strip()) else ""
        if number or not wanted:
            below = [key for key in self._numbers if key.startswith(number)]
            below.sort(key=lambda key: key != number)
            return [self[key] for key in below]
        ranked = [(self._rank(key, wanted), place) for place, key in enumerate(self._numbers)]
        return [self[self._numbers[place]] for rank, place in sorted(ranked) if rank < _NOT_FOUND]

    def _rank(self, number: str, wanted: str) -> int:
        """Return how well a paragraph fits plain words: 0 is the best, `_NOT_FOUND` means that it does not fit."""
        titles, words = self._titles[number], self._words[number]
        if wanted in titles:
            return 0
        if any(title.startswith(wanted) for title in titles):
            return 1
        if any(wanted in title for title in titles):
            return 2
        if wanted in words:
            return 3
        every = wanted.split()
        return 4 if all(word in words or any(word in title for title in titles) for word in every) else _NOT_FOUND


_NOT_FOUND: Final = 9


@cache
def load_paragraphs(code: str = DEFAULT, book: str = "") -> Paragraphs:
    """Return the paragraphs of a rulebook in a language, from a cache. Missing texts are in English."""
    own = read_texts(code, book)
    english = read_texts(DEFAULT, book)
    if not own and code != DEFAULT:
        return load_book(DEFAULT, book)
    texts = english | {key: words for key, words in own.items() if key in english}
    numbers = [key for key in texts if not key.endswith(TITLE)]
    found = [Paragraph(number, texts.get(number + TITLE, number), texts[number]) for number in numbers]
    return Paragraphs(found, None if code == DEFAULT else load_book(DEFAULT, book))


def read_texts(code: str, book: str) -> dict[str, str]:
    """Return the texts of a rulebook in a language, by their keys. Raises BrokenCatalogue for an unreadable file."""
    catalogue = read_catalogue(code, f"{RULES}/{book}".rstrip("/"))
    return {str(message.id): forms[0] for message in catalogue if message.id and (forms := list_forms(message))}


def load_book(code: str, book: str) -> Paragraphs:
    """Return the paragraphs of a rulebook by its name, which is "" for the main book."""
    return load_paragraphs(code, book) if book else load_paragraphs(code)


@cache
def list_books() -> tuple[str, ...]:
    """Return the names of all rulebooks: "" for the main book, and the folder of each other book."""
    folders = resources.files("texts").joinpath("rules").iterdir()
    return ("", *sorted(one.name for one in folders if one.is_dir() and not one.name.startswith("_")))


def name_game(language: Language, front: Frontend) -> str:
    """Return the name of a game as its rulebook has it, or else the name in the catalogue, or else its id."""
    book = front.lessons.rulebook
    keys = [*([] if book is None else [f"book.{book or 'first'}"]), f"game.{front.setup.kind}"]
    return next((language.word(key) for key in keys if language.has(key)), front.setup.kind)


def load_books(code: str = DEFAULT, first: str = "") -> list[Paragraphs]:
    """Return every rulebook in a language, with the book ``first`` at the beginning."""
    return [load_book(code, book) for book in sorted(list_books(), key=lambda book: book != first)]


def find_book(code: str, number: str) -> Paragraphs | None:
    """Return the rulebook that has the paragraph with this number or key, or None. Books have no keys in common."""
    return next((book for book in load_books(code) if number in book), None)


def find_in_books(code: str, typed: str, first: str = "") -> list[Paragraph]:
    """Return the paragraphs of all books that a typed text may mean (`Paragraphs.find`), those of ``first`` first."""
    return [found for book in load_books(code, first) for found in book.find(typed)]
