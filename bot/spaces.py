"""What people type: names of spaces, short or long, and what they may have meant."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Iterable, Sequence

from bot.errors import BadInput
from bot.gandhi import is_space, list_spaces
from bot.language import Language, load_language
from engine.core.decision import Decision
from engine.core.text import text

CHOICES = 25
NAME_LIMIT = 100


def plain(words: str) -> str:
    """Words without case, accents and punctuation, for comparing. Letters of every script stay."""
    decomposed = unicodedata.normalize("NFKD", words.casefold())
    letters = "".join(letter for letter in decomposed if not unicodedata.combining(letter))
    return re.sub(r"[\W_]+", " ", letters).strip()


def initials(words: str) -> str:
    """The first letters of a name: "up" for United Provinces."""
    return "".join(part[0] for part in plain(words).split())


def split_names(words: str) -> list[str]:
    """What was typed, cut at commas, semicolons and line breaks."""
    return [part.strip() for part in re.split(r"[,;\n]", words) if part.strip()]


def names_of(language: Language, space: str) -> tuple[str, ...]:
    """What a space may be called: by its name in a language, and always by its English one or its id."""
    name = f"space.{space}"
    return plain(language.word(name)), plain(load_language().word(name)), plain(space)


def find_space(language: Language, words: str, among: Iterable[str] | None = None) -> str:
    """The space that somebody means: by its name, its initials or the beginning of its name.

    Raises BadInput, with a suggestion where one is near, for a name that is unknown or could be several spaces.
    """
    wanted = plain(words)
    names = {space: names_of(language, space) for space in (among if among is not None else list_spaces())}
    exact = [space for space, called in names.items() if wanted in called]
    if exact:
        return exact[0]
    letters = wanted.replace(" ", "")
    short = [space for space, called in names.items() if len(letters) > 1 and letters in map(initials, called)]
    starts = [space for space, called in names.items() if wanted and any(name.startswith(wanted) for name in called)]
    for found in (starts, short):
        if len(found) == 1:
            return found[0]
    if starts or short:
        raise BadInput(text("error.ambiguous_space", words=words, place=(starts or short)[:6]))
    known = [name for called in names.values() for name in called]
    close = difflib.get_close_matches(wanted, known, n=1, cutoff=0.6)
    if close:
        near = next(space for space, called in names.items() if close[0] in called)
        raise BadInput(text("error.unknown_space_near", words=words, place=near))
    raise BadInput(text("error.unknown_space_typed", words=words))


def find_spaces(language: Language, words: str) -> list[str]:
    """The spaces named in a list, in order, each once. Raises BadInput for the first that is not understood."""
    return list(dict.fromkeys(find_space(language, part) for part in split_names(words)))


def complete(language: Language, typed: str, open_spaces: Sequence[str]) -> list[tuple[str, str]]:
    """Completions of a list of spaces that is being typed: pairs of what is shown and what is sent."""
    parts = re.split(r"[,;\n]", typed)
    done = []
    for part in split_names(",".join(parts[:-1])):
        try:
            done.append(find_space(language, part))
        except BadInput:
            return []
    wanted = plain(parts[-1])
    names = {space: names_of(language, space) for space in open_spaces if space not in done}
    first = [space for space, called in names.items() if any(name.startswith(wanted) for name in called)]
    then = [space for space, called in names.items() if space not in first and any(wanted in name for name in called)]
    lines = []
    for space in [*first, *then]:
        chosen = [*done, space]
        shown = ", ".join(language.word(f"space.{name}") for name in chosen)
        if len(shown) <= NAME_LIMIT:
            lines.append((shown, shown))
    return lines[:CHOICES]


def list_open(decision: Decision | None) -> list[str]:
    """The spaces that a decision allows, in its order."""
    return [option.key for option in decision.options if is_space(option.key)] if decision is not None else []
