"""Languages: make sentences from keys and parameters, with the PO file of each language and those of its games.

`Language.say` finds a message by its key and puts its parameters in by name. ``{space}`` becomes the name of a space,
``{piece:many}`` a plural, ``{seat:as of_seat}`` a declined name; texts/README.md explains every form. Names that people
typed are shown exactly: they cannot ping, link, format, hide or reverse the text around them. References to people,
channels, roles and times are in Discord's markup. `bot.narrate` decides which sentences are said.
"""

from __future__ import annotations

import logging
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from functools import cache
from gettext import c2py
from itertools import pairwise
from typing import Any, Final, Literal

import msgspec
from babel.lists import format_list
from babel.messages.catalog import Catalog
from babel.numbers import format_decimal

from bot.games.registry import FRONTS, find_names, find_numbers, find_replaced_names, find_vocabularies
from engine.core.text import Text
from texts import find_locale, list_forms, list_games, list_languages, read_catalogue

__all__ = ["Language", "choose_language", "list_languages", "load_language"]

log = logging.getLogger(__name__)

NAME_SHOWN: Final = 120
"""The most characters of a name, or of other typed text, in a sentence."""
UNNAMED: Final = "?"
JOINERS: Final = frozenset("\u200c\u200d")
"""Invisible letters that some scripts and emoji need."""
BREAK: Final = "\u200b"
"""A space without width. Inside a link, a mention or the number of a list, it keeps Discord from recognising these."""
ISOLATE, END = "\u2068", "\u2069"
"""Characters that keep a name in a right-to-left script from reordering the text around it."""
_MARKDOWN: Final = re.compile(r"[\\*_~`|<\[\]]|^[#>+-]|^\d+(?=\.)")
_LINK: Final = re.compile(r":(?=//)|(?<=\w)\.(?=[\w-]+/)")


class Said(str):
    """Text of the bot itself, such as a mention. It is inserted into a sentence unchanged."""

    __slots__ = ()


def escape(mark: str) -> str:
    """Return a mark of Discord's markup so that it is shown: with a backslash, or with a `BREAK` after a number."""
    return f"{mark[:-1]}\\{mark[-1]}" if not mark.isdecimal() else f"{mark}{BREAK}"


def clean(name: str) -> str:
    """Return a name with single spaces, and without invisible characters such as marks of direction; `JOINERS` stay."""
    seen = "".join(
        " " if letter.isspace() else letter
        for letter in name
        if letter.isspace() or letter in JOINERS or unicodedata.category(letter) not in ("Cc", "Cf", "Co", "Cs", "Cn")
    )
    return " ".join(seen.split())


def plainly(name: str, most: int = NAME_SHOWN) -> str:
    """Return a name so that Discord shows exactly its letters, at most ``most`` of them; “?” if none is visible."""
    shown = clean(name)
    if not any(unicodedata.category(letter)[0] in "LNPS" for letter in shown):
        return UNNAMED
    if len(shown) > most:
        shown = shown[: most - 1].rstrip() + "…"
    turns = any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in shown)
    shown = _MARKDOWN.sub(lambda match: escape(match[0]), shown)
    shown = _LINK.sub(lambda match: match[0] + BREAK, shown).replace("@", f"@{BREAK}")
    return f"{ISOLATE}{shown}{END}" if turns else shown


class Mention(msgspec.Struct, frozen=True, tag="mention", tag_field="refers"):
    """A person, shown by their name on Discord. They are pinged only if the message allows it."""

    user_id: int


class Place(msgspec.Struct, frozen=True, tag="place", tag_field="refers"):
    """A channel or thread, shown as a link."""

    channel_id: int


class Time(msgspec.Struct, frozen=True, tag="time", tag_field="refers"):
    """A time in seconds since 1970, shown in the reader's time zone: as date and time (``f``), or from now (``R``)."""

    seconds: int
    style: Literal["f", "R"] = "f"

    @classmethod
    def of(cls, moment: datetime, style: Literal["f", "R"] = "f") -> Time:
        """Return the reference to a datetime, which must have a time zone."""
        return cls(int(moment.timestamp()), style)


class Role(msgspec.Struct, frozen=True, tag="role", tag_field="refers"):
    """A role of a server, shown by its name. Its people are pinged only if the message allows it."""

    role_id: int


class Counted(msgspec.Struct, frozen=True):
    """Some pieces of a kind, shown with their number (`Language.count`)."""

    piece: str
    count: int


Reference = Mention | Place | Time | Role
KINDS: Final = (Mention, Place, Time, Role)


def show(reference: Reference) -> Said:
    """Return a reference as Discord's markup, such as ``<@5>`` for a person."""
    match reference:
        case Mention(user_id):
            return Said(f"<@{user_id}>")
        case Place(channel_id):
            return Said(f"<#{channel_id}>")
        case Time(seconds, style):
            return Said(f"<t:{seconds}:{style}>")
        case Role(role_id):
            return Said(f"<@&{role_id}>")


def restore(value: Any) -> Any:
    """Return a parameter of a text. An object from JSON becomes the `Text` or `Reference` that was stored as it."""
    if not isinstance(value, dict):
        return value
    if "refers" in value:
        return msgspec.convert(value, Reference)
    return msgspec.convert(value, Text) if "key" in value else value


DEFAULT: Final = "en"
MANY: Final = 2
THING: Final = "thing"
"""The name of the parameter whose value is the key of any option: of a space, an action, a piece ..."""
Style = Literal["standard", "or"]
OR: Final = "or"
"""The form that joins a list with “or”. The form of its items may follow, after a space."""
MIXED: Final = "mixed"
"""The form of a word, such as an ending, that agrees with several names of different forms."""
JOINED: Final = "joined"
"""The part of a key before a form: the text of the key agrees with several names, of which each alone has this form."""
THINGS: Final = ("space", "action", "piece", "box", "seat", "choice")
"""The vocabularies in which the name of a `THING` is looked up, in this order."""
QUESTION: Final = ("?", "？", "？**")
"""The characters with which a question may end."""
LOCALES: Final = {"en": "en_GB"}
"""The locale of one country whose rules a language follows: British English has no comma before “and” in a list."""

PAIRS: Final = {"ja": "{0}と{1}"}
"""How a list of two is joined in a language for which Babel has only the sign that also separates its clauses."""
EUPHONIC: Final = {"it": (" e ", " ed ")}
"""The usual “and” of a language, and the one before a word that begins with “e”."""
NAMED_TWICE: Final = {"it": re.compile(r"\btavolo (?=[*«]*Tavolo )"), "es": re.compile(r"\bmesa (?=[*«]*Mesa )")}
"""The word that a language drops before a name that begins with it: *il Tavolo di Dev*."""
JOINS: Final = ("tight", "then")
"""Forms of a list that name the text between its items (``join.tight``): for a list that is itself one item of another
list, and for a list in which the order matters."""

VOCABULARIES: Final = {
    # Most parameters have the name of their vocabulary.
    **{name: name for name in ("space", "seat", "piece", "action", "level", "viceroy", "card", "scenario", "phase")},
    **{name: name for name in ("status", "box", "may", "revealed")},
    **dict.fromkeys(("origin", "railway", "where", "place"), "space"),
    "to": "seat",
    "operation": "action",
    "old_level": "level",
    "origin_box": "box",
    "key": "choice",
}
"""The vocabulary for the value of a parameter, by the name of the parameter. Games may have more."""

BESIDE: Final = {"space": ("box",)}
"""The second vocabulary in which a name is looked up: pieces come from boxes just as from spaces."""

AUTOMATIC: Final = "automatic"
"""A parameter of every sentence: the name of the game's automatic player."""

NAMES: Final = frozenset({"name", "names", "who", "whom", "words", "typed"})
"""Parameters whose value is text that people have typed. It is escaped (`plainly`), unless it is a `Said`."""


class _Word:
    """A name from a vocabulary, with its forms. Formatting it gives the form that a sentence asks for."""

    def __init__(self, language: Language, key: str, params: Mapping[str, Any]) -> None:
        self._language = language
        self._key = key
        self._params = params

    def __format__(self, form: str) -> str:
        name = self._key.partition(".")[2]
        if form == "id":
            return name
        form = form.removeprefix(OR).strip()
        if form.startswith("as "):
            vocabulary, _, form = form.removeprefix("as ").partition(" ")
            other = f"{vocabulary}.{name}"
            # A game without a catalogue in this language has English names only, without declined forms.
            return self._language.word(other if self._language.has(other) else self._key, self._number(form))
        return self._language.word(self._key, self._number(form))

    def _number(self, form: str) -> int:
        """Return 2 for “many”, 1 for “one”, else the value of the parameter with this name (``count`` if unnamed).

        A value that is not a whole number counts as 1.
        """
        if form in ("many", "one"):
            return MANY if form == "many" else 1
        given = self._params.get(form or "count")
        return given if isinstance(given, int) else 1


class _Counted(_Word):
    """A number of pieces. Formatting it gives this number with their name, or a form such as an ending."""

    def __init__(self, language: Language, pieces: Counted) -> None:
        super().__init__(language, f"piece.{pieces.piece}", {"count": pieces.count})
        self._pieces = pieces

    def __format__(self, form: str) -> str:
        return super().__format__(form) if form else self._language.count(self._pieces.piece, self._pieces.count)


class _Value:
    """A parameter that is not a name from a vocabulary: a number, a word, a sentence."""

    def __init__(self, language: Language, value: Any) -> None:
        self._language = language
        self._value = value

    def __format__(self, form: str) -> str:
        if form.startswith("as "):
            return self._language.word(f"{form.removeprefix('as ')}.{self._value}")
        return self._language.decimal(self._value) if isinstance(self._value, float) else str(self._value)


class _List:
    """Several values. Formatting them gives one phrase, such as “a, b and c”, or one ending that agrees with all."""

    def __init__(self, language: Language, values: Sequence[_Word | _Value | _List]) -> None:
        self._language = language
        self._values = values

    def __format__(self, form: str) -> str:
        vocabulary = form.removeprefix("as ")
        mixed = f"{vocabulary}.{MIXED}"
        if len(self._values) > 1 and self._language.has(mixed):
            endings = {self._find_joined(vocabulary, value) for value in self._values}
            return endings.pop() if len(endings) == 1 else self._language.word(mixed)
        if form in JOINS:
            return self._language.put_together(form, (format(value, "") for value in self._values))
        style: Style = "or" if form.partition(" ")[0] == OR else "standard"
        return self._language.join([format(value, form) for value in self._values], style)

    def _find_joined(self, vocabulary: str, value: _Word | _Value | _List) -> str:
        """Return the ending that agrees with several pieces like this one, whose gender may differ in the plural."""
        joined = f"{vocabulary}.{JOINED}.{format(value, f'as {vocabulary}')}"
        has_joined = self._language.knows(joined)
        return self._language.word(joined) if has_joined else format(value, f"as {vocabulary} many")


class Language:
    """Makes sentences of one language from keys. `load_language` returns it.

    A key is looked up in ``replaced``, then in the catalogue, in the catalogues of games ``beside`` it, and in the
    ``fallback``. In a language without a fallback, ``names`` are used last.
    """

    def __init__(
        self,
        code: str,
        catalog: Catalog,
        names: Mapping[str, str],
        fallback: Language | None,
        replaced: Mapping[str, str] | None = None,
        beside: Sequence[Language] = (),
    ) -> None:
        self.code = code
        self.locale = LOCALES.get(code, find_locale(code))
        self._beside = beside
        self._names = names
        self._replaced = replaced or {}
        self._fallback = fallback
        self._sentences: dict[str, str] = {}
        self._plurals: dict[str, tuple[str, tuple[str, ...]]] = {}
        for message in catalog:
            if not message.id or not (forms := list_forms(message)):
                continue
            if isinstance(message.id, tuple):
                comments = [note.removeprefix("plural:").strip() for note in message.auto_comments if "plural:" in note]
                self._plurals[str(message.id[0])] = ((comments or ["count"])[0], forms)
            self._sentences[str(message.id[0] if isinstance(message.id, tuple) else message.id)] = forms[0]
        self.keys: Final = frozenset(self._sentences)
        """The keys with a sentence in this catalogue."""
        self._find_form = c2py(catalog.plural_expr)

    def knows(self, key: str) -> bool:
        """Return whether a key has a sentence in this catalogue, or in one beside it; the fallback does not count."""
        return key in self.keys or any(key in game.keys for game in self._beside)

    def has(self, key: str) -> bool:
        """Return whether a key has a sentence or name here: in the catalogues of this language, or in the fallback."""
        return key in self._names or self.knows(key) or (self._fallback is not None and self._fallback.has(key))

    def find_thing(self, key: str) -> tuple[str | None, str]:
        """Return the vocabulary that has a name for a key, and the key there; else None, and the key with spaces.

        A key may have a role before a colon, which is left out if only the rest has a name.
        """
        for name in (key, key.rpartition(":")[2]):
            for vocabulary in THINGS:
                if self.has(f"{vocabulary}.{name}"):
                    return vocabulary, name
        return None, key.replace("_", " ")

    def of_game(self, kind: str, rival: str = "") -> Language:
        """Return this language with the terms of the game ``kind``. ``rival`` is an opponent chosen for empty seats."""
        return load_language(self.code, kind, rival)

    def say(self, message: Text | str, /, **params: Any) -> str:
        """Return a text, or the message with a key, as a sentence. ``params`` are added to those of the text.

        A key without a sentence is shown as its last part, and a broken sentence in English; both are logged. The
        result is a `Said`, which stays unchanged inside another sentence.
        """
        if isinstance(message, Text):
            key, params = message.key, {**message.params, **params}
        else:
            key = message
        pattern = self._pattern(key, params)
        if pattern is None:
            log.warning("No sentence for %s in %s.", key, self.code)
            return Said(key.rpartition(".")[2].replace("_", " "))
        try:
            said = pattern.format_map(_Values(self, params))
            return Said(NAMED_TWICE[self.code].sub("", said) if self.code in NAMED_TWICE else said)
        except (AttributeError, IndexError, TypeError, ValueError):
            log.exception("The sentence for %s in %s is broken.", key, self.code)
            english = self._fallback
            return english.say(key, **params) if english is not None else Said(key.rpartition(".")[2].replace("_", " "))

    def phrase(self, value: Text | Reference | str) -> str:
        """Return a text, a reference, or a name that someone typed, as it is written inside a sentence."""
        if isinstance(value, Text):
            return self.say(value)
        return plainly(value) if isinstance(value, str) else show(value)

    def word(self, key: str, number: int = 1) -> str:
        """Return the name with a key, in the form for a number. A key without a name is shown as its last part."""
        pattern = self._pattern(key, {"count": number})
        if pattern is None:
            log.warning("No name for %s in %s.", key, self.code)
            return key.rpartition(".")[2].replace("_", " ")
        return pattern

    def join(self, items: Sequence[str], style: Style = "standard") -> str:
        """Return a list as a phrase: “a, b and c”, or “a, b or c” in the style “or”; "" for an empty list."""
        if style == "standard" and len(items) == 2 and self.code in PAIRS:
            return PAIRS[self.code].format(*items)
        joined = format_list(list(items), style, self.locale) if items else ""
        if (
            style == "standard"
            and self.code in EUPHONIC
            and len(items) > 1
            and items[-1].lstrip("*«")[:1].lower() == "e"
        ):
            usual, before_e = EUPHONIC[self.code]
            joined = joined.removesuffix(items[-1]).removesuffix(usual) + before_e + items[-1]
        return joined

    def put_together(self, kind: str, parts: Iterable[str]) -> str:
        """Return parts joined with the separator that the language has for their kind: ``items``, ``clauses`` ...

        For ``sentences``, a language may have a wider space after a question.
        """
        between = self.word(f"join.{kind}").format(before="", after="")
        if kind != "sentences":
            return between.join(parts)
        after_question = self.word("join.question").format(before="", after="")
        return "".join(
            part if index == 0 else f"{after_question if before.endswith(QUESTION) else between}{part}"
            for index, (before, part) in enumerate(pairwise(["", *parts]))
        )

    def count(self, piece: str, number: int) -> str:
        """Return a number of pieces of a kind, such as “3 Troops”."""
        key = f"count.{piece}"
        return self.say(key if self.has(key) else "count", piece=piece, count=number)

    def signed(self, number: int) -> str:
        """Return a whole number with its sign in the language's format: “+3”, “0”, “−2”."""
        return self.say("number.plus" if number > 0 else "number.minus", count=abs(number)) if number else "0"

    def decimal(self, number: float, *, is_signed: bool = False) -> str:
        """Return a number with one decimal place in the language's format: “1.8”, “−0,8”; if ``is_signed``, “+1.8”."""
        key = "number.minus" if number < 0 else "number.plus" if is_signed else ""
        digits = format_decimal(abs(number), format="0.0", locale=self.locale)
        return self.say(key, count=digits) if key else digits

    def _pattern(self, key: str, params: Mapping[str, Any]) -> str | None:
        if key in self._replaced:
            return self._replaced[key]
        if key in self._plurals:
            counter, forms = self._plurals[key]
            number = params.get(counter, 1)
            return forms[self._find_form(number if isinstance(number, int) else 1)]
        if key in self.keys:
            return self._sentences[key]
        for game in self._beside:
            if key in game.keys:
                return game._pattern(key, params)
        return self._fallback._pattern(key, params) if self._fallback is not None else self._names.get(key)


class _Values(Mapping[str, Any]):
    """The parameters of a message. Each becomes a `_Word`, `_Value` or `_List` when the message asks for it."""

    def __init__(self, language: Language, params: Mapping[str, Any]) -> None:
        self._language = language
        self._params = params

    def __getitem__(self, name: str) -> Any:
        if name not in self._params:
            if name == AUTOMATIC:
                return _Word(self._language, AUTOMATIC, {})
            log.warning("A message asks for %r, and has only %s.", name, sorted(self._params))
            return ""
        return self._put(name, self._params[name])

    def __iter__(self) -> Any:
        return iter(self._params)

    def __len__(self) -> int:
        return len(self._params)

    def _put(self, name: str, value: Any) -> _Word | _Value | _List:
        vocabulary = VOCABULARIES.get(name) or find_vocabularies().get(name)
        if name == THING and isinstance(value, str):
            vocabulary, value = self._language.find_thing(value)
        value = restore(value)
        if isinstance(value, Text):
            value = self._language.say(value)
        elif isinstance(value, KINDS):
            value = show(value)
        if name in NAMES and value != "" and isinstance(value, str) and not isinstance(value, Said):
            value = plainly(value)
        if isinstance(value, list | tuple):
            items = self._put_kinds_together(vocabulary, value) if vocabulary is not None else value
            return _List(self._language, [self._put(name, item) for item in items])
        if isinstance(value, Counted):
            return _Counted(self._language, value)
        if vocabulary is not None and isinstance(value, int) and not isinstance(value, bool):
            value = find_numbers().get((vocabulary, value), value)
        for kind in (vocabulary, *BESIDE.get(vocabulary or "", ())):
            if kind is not None and value != "" and self._language.has(f"{kind}.{value}"):
                return _Word(self._language, f"{kind}.{value}", self._params)
        return _Value(self._language, value)

    def _put_kinds_together(self, vocabulary: str, names: Sequence[Any]) -> list[Any]:
        """Return names in which two neighbours are one if the vocabulary has a name for both, such as “Guerrillas”."""
        items: list[Any] = []
        for name in names:
            both = f"{items[-1]}+{name}" if items else ""
            if both and self._language.has(f"{vocabulary}.{both}"):
                items[-1] = both
            else:
                items.append(name)
        return items


@cache
def load_language(code: str = DEFAULT, game: str = "", rival: str = "") -> Language:
    """Return the language with a code, with the terms of a ``game`` if it is not "". Each is made once in a process.

    If a ``rival`` plays the empty seats, sentences name it instead of the game's automatic player. Anything missing in
    the language comes from English. Raises KeyError for an unknown code.
    """
    if code not in list_languages():
        raise KeyError(code)
    if rival:
        plain = load_language(code, game)
        return Language(code, Catalog(), {}, plain, {AUTOMATIC: plain.word(f"rival.{rival}")})
    if game:
        house = load_language(code)
        if game not in list_games():
            return house
        # A game's own texts, even in English, come before the general ones.
        beside = [] if code == DEFAULT else [Language(DEFAULT, read_catalogue(DEFAULT, game), {}, None)]
        own = read_catalogue(code, game)
        # Otherwise the automatic player would have the name from the general catalogue, which is that of another game.
        is_named = AUTOMATIC in own or any(english.knows(AUTOMATIC) for english in beside)
        return Language(
            code,
            own,
            {},
            house,
            None if is_named or game not in FRONTS else {AUTOMATIC: FRONTS[game].player.name},
            beside,
        )
    fallback = None if code == DEFAULT else load_language(DEFAULT)
    beside = [Language(code, read_catalogue(code, one), {}, None) for one in list_games()]
    return Language(code, read_catalogue(code), find_names(), fallback, find_replaced_names(), beside)


def choose_language(wanted: str | None) -> Language:
    """Return the language for a locale such as “it” or “en-GB”; English for None or an unknown locale."""
    code = (wanted or DEFAULT).split("-")[0]
    return load_language(code if code in list_languages() else DEFAULT)
