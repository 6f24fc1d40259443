"""Every word drawn into a picture, by key.

Names that messages and pictures share come from the one catalogue in ``texts``. What only pictures say, or say in their
own way, is one file for each language in ``words/``; English is the measure of all.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

from texts import read_names

FOLDER = Path(__file__).parent / "words"
LANGUAGES = ("en", "it", "es", "ja")
SHARED = ("action", "join", "level", "piece", "seat", "space", "status")
"""The vocabularies that pictures share with messages."""


@cache
def read_words(language: str) -> Mapping[str, str]:
    """Return the words of one of `LANGUAGES` as they stand in its file."""
    words: dict[str, str] = tomllib.loads((FOLDER / f"{language}.toml").read_text(encoding="utf-8"))
    return words


class Labels:
    """The words of one language. A key that a language lacks falls back to English, then to the key itself.

    A caller may add words of its own, for example the titles of Events under ``title.<number>``. Labels are compared by
    identity: keep one for each language, for the base layers are kept by it.
    """

    def __init__(self, language: str = "en", more: Mapping[str, str] | None = None) -> None:
        self.language = language if language in LANGUAGES else "en"
        own = read_words("en")
        # Where a picture has a word of its own in English, it has no use for the one of the messages.
        shared = {key: word for key, word in read_names(self.language, SHARED).items() if key not in own}
        self._words = {**read_names("en", SHARED), **own, **shared, **read_words(self.language), **(more or {})}

    def __getitem__(self, key: str) -> str:
        return self._words.get(key, key)

    def get(self, key: str, default: str) -> str:
        """Return the words for a key, or the default when there are none."""
        return self._words.get(key, default)

    def say(self, key: str, *, count: int = 2, **params: object) -> str:
        """Return the words for a key with ``params`` put in; with ``count`` 1, those of its key in ``.one`` if any."""
        one = self._words.get(f"{key}.one") if count == 1 else None
        return (one or self[key]).format_map({name: str(value) for name, value in params.items()})

    def join(self, key: str, parts: Iterable[str]) -> str:
        """Return parts joined as this language does: ``items``, ``phrases``, ``facts``, ``actions``, ``sentences``."""
        return self[f"join.{key}"].join(parts)

    def sentence(self, what: str) -> str:
        """Return a text with a full stop, unless it has one."""
        return what if what.endswith((".", "!", "?", "。", "…")) else self.say("put.sentence", what=what)

    def place(self, form: str, key: str, name: str) -> str:
        """Return a place after a preposition, ``from`` or ``to``: the language's own form, or the bare name with it."""
        return self._words.get(f"{form}.{key}") or self.say(f"put.{form}", space=name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._words)

    def __contains__(self, key: object) -> bool:
        return key in self._words

    def lines(self, space: str, default: tuple[str, ...]) -> tuple[str, ...]:
        """Return a space's name as it is broken into lines on the land."""
        words = self._words.get(f"lines.{space}") or self._words.get(f"space.{space}")
        return tuple(words.split("|")) if words else default


@cache
def labels_for(language: str) -> Labels:
    """Return the labels of a language, English when it is not one of `LANGUAGES`."""
    return Labels(language)


ENGLISH_LABELS = labels_for("en")
