"""Every word drawn into a picture, by key, from the one catalogue in ``texts``.

Names are those of the messages. What only pictures say, or say in their own way, is under ``picture.``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache

from texts import list_languages, read_names

LANGUAGES = list_languages()
OWN = "picture"
SHARED = (
    "action",
    "building",
    "colour",
    "from_space",
    "good",
    "in_space",
    "join",
    "level",
    "number",
    "over",
    "piece",
    "seat",
    "sheet",
    "space",
    "status",
)
"""The vocabularies that pictures share with messages."""
PREPOSITIONS = {"from": "from_space", "to": "in_space"}
"""The vocabulary of the places after a preposition, in a language that has forms for it."""


@cache
def read_words(language: str) -> Mapping[str, str]:
    """Return what pictures say in their own way in one of `LANGUAGES`, by key without ``picture.``."""
    own = read_names(language, (OWN,))
    return {key.removeprefix(f"{OWN}."): word for key, word in own.items()}


class Labels:
    """The words of one language. A key that a language lacks falls back to English, then to the key itself.

    A caller may add its own words, for example the titles of Events under ``title.<number>``. Labels are compared by
    identity: keep one for each language, for the base layers are kept by it.
    """

    def __init__(self, language: str = "en", more: Mapping[str, str] | None = None) -> None:
        self.language = language if language in LANGUAGES else "en"
        self._words: dict[str, str] = {}
        for code in dict.fromkeys(("en", self.language)):
            self._words |= {**read_names(code, SHARED), **read_words(code)}
        self._words |= more or {}

    def __getitem__(self, key: str) -> str:
        return self._words.get(key, key)

    def get(self, key: str, default: str) -> str:
        """Return the words for a key, or the default when there are none."""
        return self._words.get(key, default)

    def say(self, key: str, *, count: int = 2, **params: object) -> str:
        """Return the words for a key with ``params`` put in, singular or plural by ``count`` where it has both."""
        words = self._words.get(f"{key}.{'one' if count == 1 else 'many'}", self[key])
        return words.format_map({"count": str(count), **{name: str(value) for name, value in params.items()}})

    def signed(self, number: int) -> str:
        """Return a whole number with its sign: "+3", "0", "−2"."""
        return self.say("number.plus" if number > 0 else "number.minus", count=abs(number)) if number else "0"

    def join(self, key: str, parts: Iterable[str]) -> str:
        """Return parts joined as the language joins ``items``, ``phrases``, ``facts``, ``actions``, ``sentences``."""
        between = self[f"join.{key}"].format(before="", after="")
        return between.join(parts)

    def sentence(self, what: str) -> str:
        """Return a text as a sentence: with a capital, and with a full stop if it ends in a colon or without a mark."""
        what = what[:1].upper() + what[1:].rstrip(":：")
        return what if what.endswith((".", "!", "?", "。", "…")) else self.say("put.sentence", what=what)

    def fit(self, sentences: Iterable[str], most: int) -> str:
        """Return as many sentences, from the first, as fit into ``most`` characters."""
        kept = [self.sentence(sentence) for sentence in sentences]
        while len(told := self.join("sentences", kept)) > most:
            kept.pop()
        return told

    def fit_list(self, head: str, items: Sequence[str], more: str, most: int) -> str:
        """Return as many items as fit, each a sentence after a head; ``more`` is the key of how many are left out.

        Empty for no items, or where not even the first fits.
        """
        for count in range(len(items), 0, -1):
            left = len(items) - count
            rest = [self.say(more, count=left)] if left else []
            told = self.join("sentences", map(self.sentence, filter(None, [head, *items[:count], *rest])))
            if len(told) <= most:
                return told
        return ""

    def place(self, form: str, key: str, name: str) -> str:
        """Return a place after the preposition ``from`` or ``to``: in a form of its language, or with the bare name."""
        return self._words.get(f"{PREPOSITIONS[form]}.{key}") or self.say(f"put.{form}", space=name)

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
