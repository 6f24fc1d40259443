"""Names as people type them: find the space that a name means, in full or short; divide and complete typed lists."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import lru_cache

from bot.errors import BadInput
from bot.language import Language, load_language
from engine import Game
from engine.core.decision import Decision
from engine.core.text import text

CHOICES = 25
"""The most completions that Discord shows."""
AMBIGUOUS = "error.ambiguous_space"
NAME_LIMIT = 100
"""Discord's limit for a completion, in characters."""
BETWEEN = re.compile(r"[,;、，；\n]")
"""The separators of names in a typed list: commas, semicolons and line breaks, of any width."""
COMPARED = 4096
"""The most results of `plain` that are kept: enough for all names of a game in all languages, and for typed texts."""


@lru_cache(COMPARED)
def plain(words: str) -> str:
    """Return the letters and digits of a text, for comparisons: without case and accents, with spaces between words."""
    decomposed = unicodedata.normalize("NFKD", words.casefold())
    letters = "".join(letter for letter in decomposed if not unicodedata.combining(letter))
    return re.sub(r"[\W_]+", " ", letters).strip()


def initials(words: str) -> str:
    """Return the first letters of the words in a name, in lower case: "up" for United Provinces."""
    return "".join(part[0] for part in plain(words).split())


def split_names(words: str) -> list[str]:
    """Return the parts of a typed text between separators (`BETWEEN`), without empty parts."""
    return [part.strip() for part in BETWEEN.split(words) if part.strip()]


def split_lines(typed: str) -> list[str]:
    """Return the lines of a typed position, which line breaks or semicolons separate, without empty lines."""
    return [line.strip() for line in re.split(r"[;；。\n]", typed) if line.strip()]


def refuse_words(words: str, line: str) -> BadInput:
    """Return the error for words that a line of a position may not contain."""
    return BadInput(text("error.position_word", words=words, line=line))


def names_of(language: Language, key: str, name: str) -> tuple[str, ...]:
    """Return three names for comparisons (`plain`): the text of a key, in a language and in English, and the id."""
    return plain(language.word(key)), plain(load_language().word(key)), plain(name)


def map_names(language: Language, kind: str, things: Iterable[str]) -> dict[str, str]:
    """Return the ids ``things`` by each of their names (`names_of`). The keys of their texts are ``<kind>.<id>``."""
    return {name: thing for thing in things for name in names_of(language, f"{kind}.{thing}", thing)}


def find_space(language: Language, words: str, among: Iterable[str]) -> str:
    """Return the space in ``among`` that a typed text means: by its name, the beginning of its name, or its initials.

    Raises BadInput for an unknown name, if possible with a similar one, and for a name that may mean several spaces.
    """
    wanted = plain(words)
    names: dict[str, tuple[str, ...]] = {}
    for space in among:
        names[space] = names_of(language, f"space.{space}", space)
        if wanted in names[space]:
            return space
    letters = wanted.replace(" ", "")
    short = [space for space, called in names.items() if len(letters) > 1 and letters in map(initials, called)]
    starts = [space for space, called in names.items() if wanted and any(name.startswith(wanted) for name in called)]
    for found in (starts, short):
        if len(found) == 1:
            return found[0]
    if starts or short:
        raise BadInput(text(AMBIGUOUS, words=words, place=(starts or short)[:6]))
    known = [name for called in names.values() for name in called]
    close = difflib.get_close_matches(wanted, known, n=1, cutoff=0.6)
    if close:
        near = next(space for space, called in names.items() if close[0] in called)
        raise BadInput(text("error.unknown_space_near", words=words, place=near))
    raise BadInput(text("error.unknown_space_typed", words=words))


def name_any(language: Language, words: str, among: Collection[str]) -> str:
    """Return the space in ``among`` that a typed text means, or "" if it means none or may mean several."""
    try:
        return find_space(language, words, among) if among else ""
    except BadInput:
        return ""


def find_spaces(
    language: Language,
    words: str,
    among: Collection[str],
    find_open: Callable[[Sequence[str]], Collection[str]] = lambda done: (),
) -> list[str]:
    """Return the spaces named in a typed list, in its order, each once. Raises BadInput for the first unknown name.

    If a name may mean several spaces, take the only one of them that is open, or else raise BadInput. ``find_open``
    returns the spaces that are open after the spaces named before were chosen.
    """
    found: list[str] = []
    for part in split_names(words):
        try:
            space = find_space(language, part, among)
        except BadInput as error:
            fitting = list_fitting(error)
            is_open = find_open(found) if fitting else ()
            likely = [space for space in fitting if space in is_open]
            if len(likely) != 1:
                raise
            space = likely[0]
        if space not in found:
            found.append(space)
    return found


def list_fitting(error: BadInput) -> list[str]:
    """Return the spaces that an ambiguous name may mean, from the error of `find_space`; none for another error."""
    return list(error.text.params["place"]) if error.text.key == AMBIGUOUS else []


def read_done(language: Language, typed: str, among: Collection[str]) -> list[str] | None:
    """Return the spaces of a list before its unfinished last name, or None if any of them is unknown or ambiguous."""
    try:
        return find_spaces(language, ",".join(BETWEEN.split(typed)[:-1]), among)
    except BadInput:
        return None


def complete(
    language: Language,
    typed: str,
    among: Collection[str],
    open_spaces: Sequence[str],
    costs: Mapping[str, int] | None = None,
) -> list[tuple[str, str]]:
    """Return completions of a list of spaces that is being typed, each as the text to show and the text to send.

    The shown text ends with the cost of the last space, if it has one in ``costs``. ``among`` are all spaces of the
    board, and ``open_spaces`` the spaces that may be chosen next.
    """
    done = read_done(language, typed, among)
    if done is None:
        return []
    wanted = plain(BETWEEN.split(typed)[-1])
    names = {space: names_of(language, f"space.{space}", space) for space in open_spaces if space not in done}
    first = [space for space, called in names.items() if any(name.startswith(wanted) for name in called)]
    then = [space for space, called in names.items() if space not in first and any(wanted in name for name in called)]
    lines = []
    for space in [*first, *then]:
        chosen = [*done, space]
        sent = ", ".join(language.word(f"space.{name}") for name in chosen)
        cost = costs.get(space, 0) if costs else 0
        shown = sent
        if cost:
            shown = language.say("ui.option.aside", what=sent, aside=language.say("ui.cost", count=cost))
        if len(shown) <= NAME_LIMIT:
            lines.append((shown, sent))
    return lines[:CHOICES]


def list_open(game: Game, done: Sequence[str] = ()) -> dict[str, int]:
    """Return the costs of the spaces that are open after those in ``done`` are chosen with the usual answers.

    This changes the game. If a space leads to a die or to a question without a usual answer, return the spaces that
    were open before it, without the rest of ``done``. Return nothing if a space is not open, or for too many spaces.
    """
    for index, space in enumerate(done):
        decision = game.decision
        if decision is None or space not in decision.keys:
            return {}
        left = len(decision.options) if decision.remaining is None else decision.remaining
        before = costs_of(decision)
        if not choose_plainly(game, space):
            rest = done[index:]
            return {key: cost for key, cost in before.items() if key not in rest} if left > len(rest) else {}
    return costs_of(game.decision)


def costs_of(decision: Decision | None) -> dict[str, int]:
    """Return the costs of the spaces that a decision allows, in its order; nothing if there is no decision."""
    options = decision.options if decision is not None else []
    return {option.key: option.cost for option in options if option.role == "space"}


def choose_plainly(game: Game, space: str) -> bool:
    """Choose a space in the game, and give the usual answers up to the next question of the kind that asked for it.

    Return False if an answer crosses a barrier or a question has no usual answer. Earlier answers stay in the game.
    """
    kind = game.decision.kind if game.decision is not None else ""
    key = space
    while game.draft(key) is not None:
        decision = game.decision
        if decision is None or decision.kind == kind:
            return True
        usual = [
            decision.usual,
            decision.key_of("stop"),
            *([decision.options[0].key] if len(decision.options) == 1 else []),
        ]
        key = next((name for name in usual if name in decision.keys), "")
        if not key:
            return False
    return False
