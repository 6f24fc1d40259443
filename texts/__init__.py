"""The words of messages and pictures: one catalogue, a PO file for each language, below all who use them.

A game may have a folder with catalogues of its own: what only it says, and what the house says otherwise at its tables.
What pictures say in their own way, shorter or with another capital, is under ``picture.``; the Faction
sheets are under ``sheet.``.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from functools import cache
from importlib import resources
from typing import Final

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

RULES: Final = "rules"
"""The folder with the rules in short. It belongs to no game."""


@cache
def list_languages() -> tuple[str, ...]:
    """The codes of the languages that are there: each is a file in this folder."""
    files = resources.files(__name__).iterdir()
    return tuple(sorted(file.name.removesuffix(".po") for file in files if file.name.endswith(".po")))


@cache
def list_games() -> tuple[str, ...]:
    """The games that have catalogues of their own: each is a folder in this one."""
    folders = (one.name for one in resources.files(__name__).iterdir() if one.is_dir())
    return tuple(sorted(name for name in folders if name != RULES and not name.startswith("_")))


def read_catalogue(code: str, game: str = "") -> Catalog:
    """Return the catalogue of a language or of one game in it, as stored. Raises FileNotFoundError."""
    data = resources.files(__name__).joinpath(game, f"{code}.po").read_bytes()
    return read_po(io.BytesIO(data), locale=code, abort_invalid=True)


def read_messages(code: str) -> Iterator[Message]:
    """Every message of a language: those of the games, then those of the house."""
    for game in (*list_games(), ""):
        yield from read_catalogue(code, game)


@cache
def read_names(code: str, vocabularies: tuple[str, ...]) -> dict[str, str]:
    """The names in some vocabularies by key: ``seat.raj``. A name that is counted is in its ``.one`` and ``.many``."""
    names: dict[str, str] = {}
    for message in read_messages(code):
        vocabulary, _, name = _key_of(message).partition(".")
        if not name or vocabulary not in vocabularies:
            continue
        key, forms = f"{vocabulary}.{name}", message.string
        if isinstance(forms, str):
            names[key] = forms
        elif forms:
            names[f"{key}.one"], names[f"{key}.many"] = forms[0], forms[-1]
    return names


def _key_of(message: Message) -> str:
    """The key of a message."""
    return str(message.id[0] if isinstance(message.id, list | tuple) else message.id)
