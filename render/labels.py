"""Every word drawn into a picture, by key. A language is one file in ``words/``; English is the measure of all."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent / "words"
LANGUAGES = ("en", "it", "es", "ja")


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
        self._words = {**read_words("en"), **read_words(self.language), **(more or {})}

    def __getitem__(self, key: str) -> str:
        return self._words.get(key, key)

    def get(self, key: str, default: str) -> str:
        """Return the words for a key, or the default when there are none."""
        return self._words.get(key, default)

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
