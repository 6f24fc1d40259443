"""What an order comes to, and what is left of it where it stopped."""

from __future__ import annotations

import msgspec

from bot.games.gandhi.orders.notation import Clause


class Rest(msgspec.Struct, frozen=True):
    """What is left of an order where it stopped: behind a die, or at a question that it leaves open.

    ``is_asked`` tells that the panel asks about the present space: then it asks all that the order does not say of it.
    """

    seat: str
    turn: int
    action: str
    language: str
    clauses: tuple[Clause, ...]
    is_asked: bool = False

    def store(self) -> str:
        """The rest as a line for the database."""
        return msgspec.json.encode(self, enc_hook=str).decode()

    @classmethod
    def read(cls, line: str) -> Rest | None:
        """The rest that `store` wrote, or None for a line that this version does not know."""
        try:
            return msgspec.json.decode(line, type=cls)
        except msgspec.DecodeError:
            return None

    @property
    def words(self) -> str:
        """What has not been said yet: of the clause that has been begun its words, the others as they were typed."""
        left = [" ".join(clause.words) if clause.is_begun else clause.typed for clause in self.clauses]
        return "; ".join(words for words in left if words)


class Understood(msgspec.Struct, frozen=True):
    """What an order comes to: the keys to choose, the key that would end the turn after them (or none), the rest."""

    keys: tuple[str, ...]
    ending: str
    clauses: tuple[str, ...]
    rest: Rest | None = None
