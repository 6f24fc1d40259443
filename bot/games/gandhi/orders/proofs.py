"""Proofs for words of an order that answered no question, because the game had only one answer and did not ask.

A proof is a Change that does what the word says, or that is about the piece or the space that it names.
"""

from __future__ import annotations

from collections.abc import Callable

from bot.games.gandhi.facts import SPACES
from bot.games.gandhi.orders.notation import read_count
from bot.games.names import name_any, plain
from bot.language import Language
from engine.core.change import Change

Proof = Callable[[Change], bool]
"""A function that returns whether a Change proves a word."""

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
"""The words that name an action or a choice, each with the function that says whether a Change proves it."""


class Proofs:
    """The Changes of a clause, and which of them have proved a word. A Change proves at most one word of each kind."""

    def __init__(self, language: Language) -> None:
        self.language = language
        self.changes: list[Change] = []
        self.used: set[tuple[int, str]] = set()
        self.places: set[str] = set()

    def take(self, word: str) -> bool:
        """Return whether the Changes prove a word: a count, an action, a piece or a space. Mark the proof as used."""
        count = read_count(word)
        if count is not None:
            return self.take_count(*count)
        wanted = plain(word)
        if not wanted:
            return True
        for way, is_proof in WAYS.items():
            if way.startswith(wanted) and self.take_first("way", is_proof):
                return True
        return self.take_first("piece", lambda change: self.names_piece(wanted, change)) or self.take_place(word)

    def take_place(self, word: str) -> bool:
        """Return whether a word names a space in the Changes that no earlier word has named. Mark it as named."""
        places = {place for change in self.changes for place in places_of(change)} - self.places
        place = name_any(self.language, word, places)
        self.places |= {place} - {""}
        return bool(place)

    def take_first(self, kind: str, is_proof: Proof) -> bool:
        """Return whether a Change, unused for words of this kind, proves a word, and mark the first one as used."""
        for index, change in enumerate(self.changes):
            if (index, kind) not in self.used and is_proof(change):
                self.used.add((index, kind))
                return True
        return False

    def take_count(self, piece: str, number: int) -> bool:
        """Return whether this number of pieces of a kind was affected, and mark the proof as used.

        Without a ``piece``, one Change with this number of pieces, or of steps on a track, is enough. With a ``number``
        of 0, one Change of such a piece is enough.
        """
        if not piece:
            return self.take_first(
                "number", lambda change: number in (change.count, abs((change.new or 0) - (change.old or 0)))
            )
        if not number:
            return self.take_first("piece", lambda change: is_of(piece, change))
        found = [index for index, change in enumerate(self.changes) if is_of(piece, change)]
        found = [index for index in found if (index, "piece") not in self.used]
        if sum(self.changes[index].count for index in found) != number:
            return False
        self.used |= {(index, "piece") for index in found}
        return True

    def has_count(self, piece: str, number: int) -> bool:
        """Return whether this number of pieces of a kind was affected by all Changes, used as proofs or not."""
        return sum(change.count for change in self.changes if is_of(piece, change)) == number

    def names_piece(self, wanted: str, change: Change) -> bool:
        """Return whether the name of a Change's ``piece``, in the language or as its id, begins with a word."""
        key = f"piece.{change.piece}"
        names = (change.piece, self.language.word(key)) if self.language.has(key) else ()
        return any(plain(name).startswith(wanted) for name in names)


def is_of(piece: str, change: Change) -> bool:
    """Return whether a Change is about a kind of piece. "base" means a Base of either Faction."""
    return change.piece == piece or (piece == "base" and change.piece.endswith("_bases"))


def places_of(change: Change) -> set[str]:
    """Return the spaces among the origin and target of a Change, without boxes and tracks."""
    return {place for place in (change.origin, change.target) if place in SPACES}
