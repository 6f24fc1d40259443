"""What an order says although nobody asked, because only one answer was possible: whether it is what has happened."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from bot.errors import BadInput
from bot.games.gandhi.facts import is_space
from bot.games.gandhi.orders.notation import read_count
from bot.language import Language
from bot.service.drafts.spaces import find_space, plain
from engine.core.change import Change

Proof = Callable[[Change], bool]

NONVIOLENT = ("congress", "league", "gandhi", "league_bases")

WAYS: dict[str, Proof] = {
    "imperialism": lambda change: change.verb == "resources",
    "activate": lambda change: change.verb == "activate",
    "earn": lambda change: change.verb == "activate",
    "hide": lambda change: change.verb == "hide",
    "place": lambda change: change.verb == "place",
    "move": lambda change: change.verb == "move",
    "remove": lambda change: change.verb in ("remove", "arrest"),
    "base": lambda change: change.piece.endswith("_bases"),
    "bases": lambda change: change.piece.endswith("_bases"),
    "activists": lambda change: change.verb == "place" and change.piece in ("congress", "league"),
    "guerrillas": lambda change: change.verb == "place" and change.piece == "underground",
    "release": lambda change: change.verb in ("release", "roll"),
    "release gandhi": lambda change: change.verb in ("release", "roll"),
    "nonviolent": lambda change: change.verb in ("remove", "arrest") and change.piece in NONVIOLENT,
    "revolutionaries": lambda change: change.verb == "remove" and change.piece in ("active", "revolutionary_bases"),
    "give": lambda change: change.verb == "resources",
}
"""The answers that name a way of doing something: which Change shows that it was done."""


def has_happened(language: Language, word: str, changes: Sequence[Change]) -> bool:
    """Whether the Changes of a clause show what a word of it says."""
    count = read_count(word)
    if count is not None:
        return has_gone(count[0], count[1], changes)
    wanted = plain(word)
    for way, is_proof in WAYS.items():
        if way.startswith(wanted) and any(map(is_proof, changes)):
            return True
    for change in changes:
        # A Change may name an action in place of a piece.
        key = f"piece.{change.piece}"
        if language.has(key) and any(plain(name).startswith(wanted) for name in (change.piece, language.word(key))):
            return True
    places = {place for change in changes for place in (change.origin, change.target) if is_space(place)}
    return find_space_quietly(language, word, places)


def has_gone(piece: str, number: int, changes: Sequence[Change]) -> bool:
    """Whether so many pieces of a kind, or of any kind, or so many steps on a track were affected."""
    if not piece:
        return any(number in (change.count, abs((change.new or 0) - (change.old or 0))) for change in changes)
    totals = Counter[str]()
    for change in changes:
        totals[change.piece] += change.count
        totals["base"] += change.count * change.piece.endswith("_bases")
    return totals[piece] == number if number else totals[piece] > 0


def find_space_quietly(language: Language, word: str, among: set[str]) -> bool:
    """Whether a word names one of some spaces."""
    try:
        return bool(among) and bool(find_space(language, word, among))
    except BadInput:
        return False
