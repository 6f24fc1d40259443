"""The lake game as the tools play and check it."""

from __future__ import annotations

from collections.abc import Collection
from random import Random

from engine import Game
from engine.lake.state import SEATS, State
from tools.subjects import Subject


class LakeSubject(Subject):
    """Games of two to four, in which each seat has a hand."""

    has_hands = True

    def start(self, source: str, chance: Random) -> Game:
        """Return a random game."""
        seats = dict.fromkeys(SEATS[: chance.randint(2, 4)], "player")
        return Game.new(self.game, source, seats, chance.randbytes(32))

    def disguise(self, state: State, chance: Random, seats: Collection[str] = ()) -> None:
        """Deal all cards again that are hidden from some seats."""
        hidden = [boat for seat, boat in state.boats.items() if seat not in seats]
        piles = [state.deck, *(boat.hand for boat in hidden), *(boat.stored for boat in hidden)]
        cards = [card for pile in piles for card in pile]
        chance.shuffle(cards)
        for pile in piles:
            pile[:] = [cards.pop() for _ in pile]


SUBJECT = LakeSubject("lake")
