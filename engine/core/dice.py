"""Chance that can be checked afterwards: every die and shuffle is a keyed hash of the game's secret seed."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import msgspec

Item = TypeVar("Item")

SEED_BYTES = 32


class Dice(msgspec.Struct):
    """Dice and shuffles from a secret seed. ``counters`` holds how many numbers each stream has given.

    The number is blake2b of the stream's name and its counter, keyed with the seed. Same seed, same counters:
    same numbers. Streams are independent of each other.

    >>> one, other = Dice(b"seed"), Dice(b"seed")
    >>> one.roll("dice") == other.roll("dice")
    True
    >>> is_committed(b"seed", commit(b"seed"))
    True
    """

    seed: bytes
    counters: dict[str, int] = {}

    def number(self, stream: str, below: int) -> int:
        """The next number of a stream, 0 <= number < below. Raises ValueError if below is not positive."""
        if below <= 0:
            raise ValueError("A number needs at least one possible value.")
        count = self.counters.get(stream, 0)
        self.counters[stream] = count + 1
        digest = hashlib.blake2b(f"{stream}:{count}".encode(), digest_size=8, key=self.seed).digest()
        return int.from_bytes(digest, "big") % below

    def roll(self, stream: str, sides: int = 6) -> int:
        """Roll one die, 1 to ``sides``."""
        return self.number(stream, sides) + 1

    def shuffle(self, stream: str, items: Sequence[Item]) -> list[Item]:
        """The items in a random order (Fisher and Yates), as a new list."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.number(stream, last + 1)
            order[last], order[other] = order[other], order[last]
        return order

    def look(self) -> None:
        """Called before a face-down card is turned up. Raises Hidden in a game that knows nothing hidden."""

    def reveal(self, turn_up: Callable[[], Item]) -> Item:
        """Turn up a face-down card and return it. Raises Hidden in a game that knows nothing hidden."""
        self.look()
        return turn_up()

    def copy(self) -> Dice:
        """An independent copy with the same counters."""
        return Dice(self.seed, dict(self.counters))

    def anew(self) -> Dice:
        """Dice from the same seed whose streams have given nothing yet."""
        return Dice(self.seed)


class Hidden(Exception):
    """A game that knows nothing hidden was to roll a die or turn up a card."""


class BlindDice(Dice):
    """Dice of a game that knows nothing hidden: every number is refused."""

    def look(self) -> None:
        """Raises Hidden."""
        raise Hidden

    def number(self, stream: str, below: int) -> int:
        """Raises Hidden."""
        raise Hidden

    def copy(self) -> Dice:
        """Another pair of blind dice."""
        return BlindDice(b"")

    def anew(self) -> Dice:
        """Another pair of blind dice."""
        return BlindDice(b"")


class WitnessedDice(Dice):
    """Dice that keep what they have ``shown`` everybody: numbers and cards, in order. The order of a shuffle is not."""

    shown: list[Any] = []

    def number(self, stream: str, below: int) -> int:
        """The next number of a stream."""
        number = super().number(stream, below)
        self.shown.append(number)
        return number

    def reveal(self, turn_up: Callable[[], Item]) -> Item:
        """The card."""
        card = turn_up()
        self.shown.append(card)
        return card

    def shuffle(self, stream: str, items: Sequence[Item]) -> list[Item]:
        """The items in a random order."""
        plain = self.copy()
        order = plain.shuffle(stream, items)
        self.counters = plain.counters
        return order


class RepeatedDice(BlindDice):
    """Dice of a game that knows nothing hidden but what was ``shown``: that comes again, then everything is refused."""

    shown: list[Any] = []

    def look(self) -> None:
        """Raises Hidden when nothing more was shown."""
        if not self.shown:
            raise Hidden

    def number(self, stream: str, below: int) -> int:
        """The next number that was shown."""
        self.look()
        number: int = self.shown.pop(0)
        return number

    def reveal(self, turn_up: Callable[[], Item]) -> Item:
        """The next card that was shown, in the place of the one that is turned up."""
        self.look()
        turn_up()
        card: Item = self.shown.pop(0)
        return card

    def shuffle(self, stream: str, items: Sequence[Item]) -> list[Item]:
        """The items as they are: of their order nothing is known."""
        return list(items)


def commit(seed: bytes) -> str:
    """The digest of a seed, published when a game starts so that the seed can be checked at its end."""
    return hashlib.blake2b(seed, digest_size=16, person=b"gandhi-seed").hexdigest()


def is_committed(seed: bytes, digest: str) -> bool:
    """Whether a revealed seed is the one whose digest was published."""
    return commit(seed) == digest
