"""The state of the lake game: boats on a map, hidden hands, and the only ways to change them."""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from engine.core.change import Change
from engine.core.dice import BlindDice, Dice

SEATS = ("heron", "otter", "pike", "frog")
GOODS = ("rice", "salt", "tea")
MAP = {
    "reeds": ("mill", "isle"),
    "mill": ("reeds", "ford", "isle"),
    "ford": ("mill", "shrine"),
    "shrine": ("ford", "isle"),
    "isle": ("reeds", "mill", "shrine"),
}
"""Each landing with those to which a boat can sail from there."""
COPIES = 9
"""Cards of each kind of goods."""
HELD = 3
ROUNDS = 3
BACK = "back"
"""It takes the place of a card that no one may know."""


class Boat(msgspec.Struct):
    """A seat's boat: where it is, the cards in its hand, the cards stored face down, and its points."""

    at: str
    hand: list[str] = []
    stored: list[str] = []
    points: int = 0


class State(msgspec.Struct):
    """The boats in the order of their turns, what each landing wants, and the cards that no one holds."""

    dice: Dice
    seats: dict[str, str]
    boats: dict[str, Boat]
    wants: dict[str, str]
    deck: list[str]
    used: list[str] = []
    turns: int = 0
    reveals: int = 0
    log: list[Change] = []

    @property
    def seat(self) -> str:
        """Return the seat that has the turn."""
        return tuple(self.boats)[self.turns % len(self.boats)]

    @property
    def is_over(self) -> bool:
        """Return whether every seat has had all its turns."""
        return self.turns >= ROUNDS * len(self.boats)

    def begin(self, seat: str, action: str) -> None:
        """Begin an action."""
        self.log.append(Change("begin", seat, action))

    def sail(self, seat: str, to: str) -> None:
        """Sail to a landing, unless the die shows fog."""
        boat, self.reveals = self.boats[seat], self.reveals + 1
        if self.dice.roll("dice") == 1:
            self.log.append(Change("fog", seat, target=to))
            return
        self.log.append(Change("sail", seat, origin=boat.at, target=to))
        boat.at = to

    def deliver(self, seat: str) -> None:
        """Deliver what the landing wants, which then wants something else."""
        boat = self.boats[seat]
        goods = self.wants[boat.at]
        boat.hand.remove(goods)
        self.used.append(goods)
        boat.points += 2
        self.wants[boat.at] = GOODS[(GOODS.index(goods) + 1) % len(GOODS)]
        self.log.append(Change("deliver", seat, goods, target=boat.at, old=boat.points - 2, new=boat.points))

    def store(self, seat: str, goods: str) -> None:
        """Store a card face down. The Change says nothing of what it is: everyone reads it."""
        boat = self.boats[seat]
        boat.hand.remove(goods)
        boat.stored.append(goods)
        self.log.append(Change("store", seat))

    def draw(self, seat: str) -> None:
        """Draw a card that only its owner sees."""
        self.reveals += 1
        self.boats[seat].hand.append(self.dice.deal(lambda: self.deck.pop(), (seat,), BACK))
        self.log.append(Change("draw", seat))

    def swap(self, seat: str, other: str) -> None:
        """Take a card from another hand by chance, and give one by chance: only these two see them."""
        self.reveals += 1
        pair = (seat, other)
        taken = [self.dice.deal(self._pick(one), pair, BACK) for one in pair]
        for one, card in zip(pair, reversed(taken), strict=True):
            self.boats[one].hand.append(card)
        self.log.append(Change("swap", seat, target=other))

    def _pick(self, seat: str):
        hand = self.boats[seat].hand
        return lambda: hand.pop(self.dice.number("hands", len(hand)))

    def blind(self, seats: Collection[str]) -> None:
        """Forget the seed, the deck, and what is hidden from all of some seats."""
        self.dice = BlindDice(b"")
        self.deck = [BACK] * len(self.deck)
        for seat, boat in self.boats.items():
            if seat not in seats:
                boat.hand = [BACK] * len(boat.hand)
                boat.stored = [BACK] * len(boat.stored)


def count_points(state: State) -> dict[str, int]:
    """7. Return the points of each seat: what is stored counts where the landing wants it."""
    return {
        seat: boat.points + sum(goods == state.wants[boat.at] for goods in boat.stored)
        for seat, boat in state.boats.items()
    }
