"""The catalogues of texts: a PO file for each language, and a folder with others for each game that has its own.

The catalogue of a game has the messages that only its tables show, or show otherwise than the general catalogue. Texts
of pictures, which are shorter or begin with another capital, have keys under ``picture.``, those of the Faction sheets
under ``sheet.``. Here catalogues are only read: `bot.language` makes sentences, and pictures use the names as they are.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from functools import cache
from gettext import c2py
from importlib import resources
from typing import Final

from babel import localedata
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import PoFileError, read_po

RULES: Final = "rules"
"""The folder with short texts of the rules. It is not the folder of a game."""
PO_LINE: Final = re.compile(r'\s*|#.*|(msg\w+(\[\d+\])?\s+)?"([^"\\]|\\.)*"\s*')
"""A line of a PO file: empty, a comment, or a text in quotation marks, perhaps after a keyword."""


DRAFT: Final = re.compile(rb'^"X-Draft: yes\\n"$', re.MULTILINE)
"""The line in the head of a catalogue that marks it as a draft."""
HEAD_BYTES: Final = 4096
ENOUGH: Final = 0.95
"""The share of the messages that a draft must have to be offered. The missing ones are in English."""


class BrokenCatalogue(Exception):
    """A catalogue that cannot be read. The message is one sentence with file and line."""


@cache
def list_languages() -> tuple[str, ...]:
    """Return the codes of the languages that are offered: all but drafts with less than `ENOUGH` of the messages."""
    return tuple(code for code in list_catalogues() if not is_draft(code) or find_share(code) >= ENOUGH)


def list_catalogues() -> list[str]:
    """Return the codes of all languages, drafts included."""
    files = resources.files(__name__).iterdir()
    return sorted(file.name.removesuffix(".po") for file in files if file.name.endswith(".po"))


def is_draft(code: str) -> bool:
    """Return whether the head of a language's catalogue says that it is a draft."""
    with resources.files(__name__).joinpath(f"{code}.po").open("rb") as file:
        return DRAFT.search(file.read(HEAD_BYTES)) is not None


def find_share(code: str) -> float:
    """Return the share of the English messages, general ones and those of games, that a language has.

    Games that are only in English do not count: no language would be complete. The share is 0 if the language cannot be
    read: `find_broken_catalogues` says why.
    """
    try:
        own = list_keys(code)
        english = {(game, key) for game, key in list_keys("en") if not game or is_translated(game)}
    except BrokenCatalogue:
        return 0.0
    return len(english & own) / len(english)


def is_translated(game: str) -> bool:
    """Return whether a game has a catalogue in another language than English."""
    folder = resources.files(__name__) / game
    return any(one.name.endswith(".po") and one.name != "en.po" for one in folder.iterdir())


def list_keys(code: str) -> set[tuple[str, str]]:
    """Return a language's messages as pairs of game (empty for a general one) and key. Raises BrokenCatalogue."""
    messages = [(game, one) for game in ("", *list_games()) for one in read_catalogue(code, game)]
    return {(game, _key_of(one)) for game, one in messages if one.id and list_forms(one)}


@cache
def list_games() -> tuple[str, ...]:
    """Return the games that have their own catalogues: each is a folder in this one."""
    folders = (one.name for one in resources.files(__name__).iterdir() if one.is_dir())
    return tuple(sorted(name for name in folders if name != RULES and not name.startswith("_")))


@cache
def read_catalogue(code: str, folder: str = "") -> Catalog:
    """Return the catalogue of a language in a folder of a game or of rules, by default the general one.

    Do not change it. It is empty if there is no file. Raises BrokenCatalogue for a file that cannot be read.
    """
    file = resources.files(__name__).joinpath(folder, f"{code}.po")
    if not file.is_file():
        return Catalog(locale=find_locale(code))
    data = file.read_bytes()
    try:
        for number, line in enumerate(data.decode("utf-8").splitlines(), 1):
            if not PO_LINE.fullmatch(line):
                raise BrokenCatalogue(f"{file}, line {number}: this is not in the form of a PO file.")
        catalogue = read_po(io.BytesIO(data), locale=find_locale(code), abort_invalid=True)
        c2py(catalogue.plural_expr)
    except PoFileError as error:
        raise BrokenCatalogue(f"{file}, line {error.lineno + 1}: {error}.") from error
    except UnicodeDecodeError as error:
        line_number = data.count(b"\n", 0, error.start) + 1
        raise BrokenCatalogue(f"{file}, line {line_number}: this is not text in UTF-8.") from error
    except ValueError as error:
        line_number = data.partition(b"Plural-Forms")[0].count(b"\n") + 1
        raise BrokenCatalogue(f"{file}, line {line_number}: the plural forms make no sense.") from error
    return catalogue


def find_locale(code: str) -> str:
    """Return the locale whose lists, numbers and plural forms a language uses; "en" where Babel does not know it."""
    return code if localedata.exists(code) else "en"


def find_broken_catalogues() -> Iterator[str]:
    """Yield a sentence with file and line for every catalogue that cannot be read."""
    folders = ("", *list_games(), RULES, *(f"{RULES}/{name}" for name in list_games()))
    for code in list_catalogues():
        for folder in folders:
            try:
                read_catalogue(code, folder)
            except BrokenCatalogue as error:
                yield str(error)


def list_forms(message: Message) -> tuple[str, ...]:
    """Return the forms of a message, or nothing if one of them is missing: then the English message is used."""
    forms = message.string if isinstance(message.string, tuple | list) else (message.string,)
    return tuple(map(str, forms)) if all(forms) else ()


def read_messages(code: str) -> Iterator[Message]:
    """Yield every message of a language: those of the games, then the general ones."""
    for game in (*list_games(), ""):
        yield from read_catalogue(code, game)


@cache
def read_names(code: str, vocabularies: tuple[str, ...]) -> dict[str, str]:
    """Return the names in some vocabularies by key: ``seat.raj``.

    A name with plural forms has the keys ``.one`` and ``.many`` instead.
    """
    names: dict[str, str] = {}
    for message in read_messages(code):
        vocabulary, _, name = _key_of(message).partition(".")
        if not name or vocabulary not in vocabularies:
            continue
        key, forms = f"{vocabulary}.{name}", list_forms(message)
        if forms and isinstance(message.id, list | tuple):
            names[f"{key}.one"], names[f"{key}.many"] = forms[0], forms[-1]
        elif forms:
            names[key] = forms[0]
    return names


def _key_of(message: Message) -> str:
    """Return the key of a message."""
    return str(message.id[0] if isinstance(message.id, list | tuple) else message.id)
