"""Names of spaces as people type them, in full or short, suggestions for unknown ones, and completion of lists."""

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
AMBIGUOUS = "error.ambiguous_space"
NAME_LIMIT = 100
COMPARED = 4096
"""The most texts whose form for comparison is kept (`plain`): enough for all names of a game in all languages, and for
what people type."""


@lru_cache(COMPARED)
def plain(words: str) -> str:
    """Return words without case, accents and punctuation, for comparing. Letters of every script stay."""
    decomposed = unicodedata.normalize("NFKD", words.casefold())
    letters = "".join(letter for letter in decomposed if not unicodedata.combining(letter))
    return re.sub(r"[\W_]+", " ", letters).strip()


def initials(words: str) -> str:
    """Return the first letters of a name: "up" for United Provinces."""
    return "".join(part[0] for part in plain(words).split())


def split_names(words: str) -> list[str]:
    """Return the typed text, split at commas, semicolons and line breaks."""
    return [part.strip() for part in re.split(r"[,;\n]", words) if part.strip()]


def names_of(language: Language, key: str, name: str) -> tuple[str, ...]:
    """Return the names of a thing, such as a space, for comparison: in a language, in English, and its id."""
    return plain(language.word(key)), plain(load_language().word(key)), plain(name)


def map_names(language: Language, kind: str, things: Iterable[str]) -> dict[str, str]:
    """Return the things of a kind, each under all its names."""
    return {name: thing for thing in things for name in names_of(language, f"{kind}.{thing}", thing)}


def find_space(language: Language, words: str, among: Iterable[str]) -> str:
    """Return the space that someone means: by its name, its initials or the beginning of its name.

    Raises BadInput, with a suggestion if one is near, for an unknown or ambiguous name.
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
    """Return the space that words name without doubt, or "" if there is none."""
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
    """Return the spaces named in a list, in order, each once. Raises BadInput for the first unknown one.

    An ambiguous name means the only open space among those that it may mean. ``find_open`` returns the spaces that are
    open once others are chosen.
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
    """Return the spaces that an ambiguous name may mean, or none for another error."""
    return list(error.text.params["place"]) if error.text.key == AMBIGUOUS else []


def read_done(language: Language, typed: str, among: Collection[str]) -> list[str] | None:
    """Return the spaces before the one that is being typed, or None if one of them is unknown or ambiguous."""
    try:
        return find_spaces(language, ",".join(re.split(r"[,;\n]", typed)[:-1]), among)
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

    The shown text has the cost of the last space. ``among`` are all spaces of the board, ``open_spaces`` those that may
    be chosen next.
    """
    done = read_done(language, typed, among)
    if done is None:
        return []
    wanted = plain(re.split(r"[,;\n]", typed)[-1])
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
    """Return the spaces that are open once those in ``done`` are chosen with the usual answers, with their costs.

    This changes the game. If the result of a space is unknown (a die, or a question without a usual answer), return
    those open before it, without the rest of ``done``.
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
    """Return the spaces that a decision allows, in its order, with their costs."""
    options = decision.options if decision is not None else []
    return {option.key: option.cost for option in options if option.role == "space"}


def choose_plainly(game: Game, space: str) -> bool:
    """Choose a space and give the usual answers to the questions about it.

    Return False if an answer crosses a barrier or a question has no usual one. The earlier answers remain then.
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
