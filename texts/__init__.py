"""The words of messages and pictures: one catalogue, a PO file for each language, below all who use them.

What pictures say in their own way, shorter or with another capital, stands in ``render/words``.
"""

from __future__ import annotations

import io
from functools import cache
from importlib import resources

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po


@cache
def list_languages() -> tuple[str, ...]:
    """The codes of the languages that are there: each is a file in this folder."""
    files = resources.files(__name__).iterdir()
    return tuple(sorted(file.name.removesuffix(".po") for file in files if file.name.endswith(".po")))


def read_catalogue(code: str) -> Catalog:
    """A language's catalogue as it stands. Raises FileNotFoundError for a language that is not there."""
    data = resources.files(__name__).joinpath(f"{code}.po").read_bytes()
    return read_po(io.BytesIO(data), locale=code, abort_invalid=True)


@cache
def read_names(code: str, vocabularies: tuple[str, ...]) -> dict[str, str]:
    """The names in some vocabularies by key: ``seat.raj``. A name that is counted is in its ``.one`` and ``.many``."""
    names: dict[str, str] = {}
    for message in read_catalogue(code):
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
